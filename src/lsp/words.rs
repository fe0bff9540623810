//! What the page about the language says of its words.

/// The page, as it is read.
const PAGE: &str = include_str!("../../docs/language.md");

/// Words that mean something at their places alone.
pub(super) const STATEMENTS: &[&str] =
    &["acquire", "release", "wait", "notify", "notifyAll", "cas", "spawn", "join", "switch"];

/// Other spellings.
const SAME: &[(&str, &str)] = &[
    ("acq", "acquire"),
    ("lock", "acquire"),
    ("rel", "release"),
    ("unlock", "release"),
    ("boolean", "bool"),
    ("Mutex", "mutex"),
    ("else", "if"),
];

/// The first line of the page that is about the word: a row of a table, or a sentence.
pub fn line_about(word: &str) -> Option<String> {
    let word = SAME.iter().find(|(other, _)| *other == word).map_or(word, |(_, usual)| usual);
    let row = PAGE.lines().filter(|line| line.starts_with("| `")).find_map(|line| row_about(line, word));
    let sentences = || PAGE.lines().filter(|line| !line.starts_with('|') && !line.starts_with("- Reserved"));
    let sentence = || sentences().find(|line| line.split('`').skip(1).step_by(2).any(|code| names(code, word)));
    let example =
        || PAGE.lines().find(|line| names(line, word) && !line.contains("Reserved")).map(|l| format!("`{}`", l.trim()));
    row.or_else(|| sentence().map(|line| line.trim_start_matches("- ").trim().to_string())).or_else(example)
}

/// `| code | what it does |`
fn row_about(line: &str, word: &str) -> Option<String> {
    let mut cells = line.trim_matches('|').split(" | ").map(str::trim);
    let (code, rest) = (cells.next()?, cells.collect::<Vec<_>>().join("; "));
    let first =
        |code: &str| code.trim_start_matches(|c: char| !c.is_alphabetic()).starts_with(word) && names(code, word);
    let own = code.split('`').skip(1).step_by(2).any(|c| first(c) || c.contains(&format!("= {word}(")));
    own.then(|| format!("{code}: {}", rest.trim_end_matches('|').trim()))
}

/// Whether the word stands in the code, and not as a part of another one.
fn names(code: &str, word: &str) -> bool {
    code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == word)
}
