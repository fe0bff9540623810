//! What is said of text that is no C: of directives, and of what the parser stops at.

use super::attributes::Attribute;
use super::preprocess::{INPUT, headers};
use super::source::Source;
use crate::diagnostics::{Diagnostic, Span};

/// More complaints of the preprocessor than these are left out.
const MOST: usize = 20;

/// What the preprocessor says, at the lines that it names; `system`: the headers of the system are taken.
pub(super) fn unpreprocessed(text: &str, message: &str, system: bool) -> Vec<Diagnostic> {
    let (mut found, mut included) = (vec![], None);
    let complaint = |line: &str, included| complaint(text, line, included, system);
    for line in message.lines() {
        if let Some((_, number)) = line.split_once(&format!("from {INPUT}:")) {
            included = number.split([':', ',']).next().and_then(|n| n.parse().ok());
        } else if line.contains(": error: ") || line.contains(": fatal error: ") {
            found.push(complaint(line, included.filter(|_| !line.starts_with(INPUT))));
        }
    }
    found.truncate(MOST);
    let first = message.lines().next().unwrap_or_default();
    if found.is_empty() { vec![complaint(first, None)] } else { found }
}

/// `<stdin>:3:10: fatal error: queue.h: No such file or directory`; `included`: by which line another file is.
fn complaint(text: &str, said: &str, included: Option<usize>, system: bool) -> Diagnostic {
    let mut place = said.split(':');
    let (file, line) = (place.next().unwrap_or_default(), place.next().unwrap_or_default().trim());
    let number = included.or_else(|| line.parse().ok()).unwrap_or(1);
    let there = file.rsplit('/').next().unwrap_or(file);
    let label = included.map_or("here".to_string(), |_| format!("here ({there}:{line})"));
    let what = said.rsplit("error: ").next().unwrap_or(said).trim();
    let start: usize = text.split_inclusive('\n').take(number.saturating_sub(1)).map(str::len).sum();
    let end = start + text[start..].lines().next().map_or(0, str::len);
    let span = Span { start: start as u32, end: end as u32 };
    if let Some(header) = what.strip_suffix(": No such file or directory") {
        let there = included.and_then(|_| line_of(file, line.parse().ok()?));
        let includes = there.as_deref().unwrap_or(&text[start..end]);
        let label = if included.is_some() { label } else { "included here".into() };
        return missing_header(header, !includes.contains('"'), system, (span, label));
    }
    match what.strip_prefix("#error") {
        Some(error) => Diagnostic::error(format!("the preprocessor says:{error}"), span, label)
            .help("-D NAME or -D NAME=VALUE defines what it asks for"),
        None => Diagnostic::error(format!("the preprocessor refuses this: {what}"), span, label)
            .help("`--cpp COMMAND` names another preprocessor"),
    }
}

/// A line of a file that is included, from 1.
fn line_of(file: &str, number: usize) -> Option<String> {
    let bytes = std::fs::read(file).ok()?;
    String::from_utf8_lossy(&bytes).lines().nth(number.checked_sub(1)?).map(String::from)
}

/// `angled`: between `<` and `>`.
fn missing_header(header: &str, angled: bool, system: bool, (span, label): (Span, String)) -> Diagnostic {
    if !angled || system {
        return Diagnostic::error(format!("the header `{header}` was not found"), span, label)
            .help("-I DIR says where it is");
    }
    let message = format!("the header `{header}` is not among those that come with moverlog");
    Diagnostic::error(message, span, label)
        .note(format!("these come along: {}", headers().collect::<Vec<_>>().join(", ")))
        .help("leave it out if nothing of it is used; -I DIR says where it is, --system-headers takes the system's")
}

/// What the parser stops at.
pub(super) fn unparsed(source: &Source<'_>, offset: usize) -> Diagnostic {
    let offset = offset.min(source.text.len());
    let offset = offset + source.text[offset..].len() - source.text[offset..].trim_start().len();
    let (before, rest) = (source.text[..offset].trim_end(), &source.text[offset..]);
    let token = token(rest);
    if token.is_empty() {
        return ends_early(source, before);
    }
    let one_line = !source.text[before.len()..offset].contains('\n');
    if let Some(word) = unknown_type(before, &token).filter(|_| one_line) {
        let at = before.len() - word.len();
        let message = format!("`{word}` is not known as a type");
        let diagnostic = Diagnostic::error(message, source.span(at, before.len()), source.label(at, "no type"));
        return diagnostic.help("declare it by `typedef`, or include the header that does");
    }
    let (why, help) = reason(before, &token, rest);
    let why = if why.is_empty() { String::new() } else { format!(": {why}") };
    let message = format!("I cannot read this as C11 with GNU extensions (at `{token}`){why}");
    let label = source.label(offset, "not expected here");
    let diagnostic = Diagnostic::error(message, source.span(offset, offset + token.len()), label);
    diagnostic.maybe_help((!help.is_empty()).then(|| help.to_string()))
}

/// The word before a name in `{ word name`, which declares the name if the word is a type.
fn unknown_type<'s>(before: &'s str, token: &str) -> Option<&'s str> {
    const KEYWORDS: &str = "auto break case char const continue default do double else enum extern float for goto if \
                            inline int long register restrict return short signed sizeof static struct switch typedef \
                            union unsigned void volatile while _Atomic _Bool _Noreturn _Static_assert _Thread_local";
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let word = &before[before.trim_end_matches(is_name).len()..];
    let begins = before[..before.len() - word.len()].trim_end().ends_with(['{', '}', ';', '(', ',']);
    let names = [word, token].iter().all(|w| w.starts_with(|c: char| c.is_alphabetic() || c == '_'));
    (begins && names && !KEYWORDS.split_whitespace().any(|keyword| keyword == word)).then_some(word)
}

/// A word, `&&`, or one character.
fn token(rest: &str) -> String {
    let word: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    match rest.chars().next() {
        _ if !word.is_empty() => word,
        Some('&') if rest.starts_with("&&") => "&&".into(),
        Some('[') if rest.starts_with("[[") => "[[".into(),
        first => first.map(String::from).unwrap_or_default(),
    }
}

fn ends_early(source: &Source<'_>, before: &str) -> Diagnostic {
    let help = if is_open(before) { "a `}` is missing" } else { "a `;` or a `)` is missing" };
    let last = before.char_indices().next_back().map_or(0, |(at, _)| at);
    let message = "I cannot read this as C11 with GNU extensions: the file ends in the middle of something";
    Diagnostic::error(message, source.span(last, before.len()), "the file ends here").help(help)
}

/// Why the parser stops at a token, and what to do: as far as that is plain to see.
fn reason(before: &str, token: &str, rest: &str) -> (&'static str, &'static str) {
    match token {
        "class" | "namespace" | "template" | "using" | "public" => ("this looks like C++", "moverlog reads C"),
        "__int128" | "_BitInt" => ("numbers of so many bits are not supported", "use `int`"),
        "bool" => ("", "include <stdbool.h>"),
        "main" if before.is_empty() || before.ends_with(['}', ';']) => {
            ("its type is missing", "write `int main(void)`")
        }
        "[[" | "constexpr" | "typeof" => ("C23 is not supported", "write it in C11"),
        "&&" => ("addresses of labels are not supported", "use `switch`"),
        ":" if before.ends_with('?') => {
            ("`?:` without a middle is not supported", "write the condition twice, or keep it in a variable")
        }
        "{" if before.ends_with(')') && !is_open(before) => ("", "a `;` may be missing before this function"),
        "{" if before.ends_with(')') => {
            ("a function inside of a function is not supported", "move it out, or end the function before it by `}`")
        }
        _ if before.ends_with(['{', '}', ';', ',', '(']) || !starts_line(before, rest) => ("", ""),
        _ => ("", "a `;` may be missing before it"),
    }
}

/// Whether a `{` is not ended.
fn is_open(before: &str) -> bool {
    before.matches('{').count() > before.matches('}').count()
}

/// Whether what follows stands on a line of its own.
fn starts_line(before: &str, rest: &str) -> bool {
    let word = rest.starts_with(|c: char| c.is_alphabetic() || c == '_');
    word && before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ')' | ']' | '"'))
}

/// What is done by attributes, and not followed.
pub(super) fn attributes(source: &Source<'_>) -> Vec<Diagnostic> {
    source.attributes.refused(&source.text).map(|a| unsupported(source, a)).collect()
}

/// That a program depends on this one.
pub(super) fn unsupported(source: &Source<'_>, attribute: &Attribute) -> Diagnostic {
    let Attribute { start, end, name, .. } = attribute;
    let message = format!("`__attribute__(({name}))` is not supported");
    let help = match name.as_str() {
        "cleanup" => "call the function where the variable ends",
        "constructor" => "call the function where `main` begins",
        "destructor" => "call the function where `main` ends, or give it to `atexit`",
        "vector_size" => "make it an array",
        "mode" => "use a type of that width",
        _ => "leave it out",
    };
    Diagnostic::error(message, source.span(*start, *end), "here").help(help)
}
