//! What a terminal shows: colours, which pipes do not have, and lines that are no wider than it is.

use crate::support::command::{self, command};

/// Commands whose answers are coloured, one of each kind.
const COLOURED: [&[&str]; 15] = [
    &["check", "models/cpc/figure3.mover", "--quiet"],
    &["check", "models/cpc/figure3.mover", "--original"],
    &["check", "models/qrr/figure4.mover"],
    &["check", "models/qrr/figure4.mover", "--rules", "reduction"],
    &["check", "models/cpc/figure3.mover", "--rules", "cpc", "--timeline"],
    &["check", "models/cpc/figure3.mover", "--races"],
    &["check", "models/classic/philosophers.mover", "--deadlock"],
    &["movers", "models/tour/03_transaction.mover"],
    &["movers", "models/tour/03_transaction.mover", "--rules", "dynamic"],
    &["summaries", "models/qrr/figure4.mover"],
    &["compare", "models/cpc/figure1.mover", "models/cpc/figure3.mover", "--quiet"],
    &["conditions", "models/tour/03_transaction.mover"],
    &["conditions", "models/repro/result_to_thread_local.mover"],
    &["termination", "models/qrr/figure4.mover"],
    &["explain", "models/qrr/figure4.mover", "Sum(main, M1 -> *)", "--first"],
];

/// Environments and arguments that ask for colours, or do not.
fn shown(words: &[&str], more: &[&str], variables: &[(&str, &str)]) -> String {
    let mut command = command(&[words, more].concat());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(name);
    }
    command::out(&command.envs(variables.iter().copied()).output().expect("the binary runs"))
}

/// Without seconds, which differ from run to run.
fn without_times(text: &str) -> String {
    let line = |l: &str| match l.strip_suffix(" s") {
        Some(rest) => rest.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').to_string(),
        None => l.to_string(),
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

fn stripped(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

#[test]
fn coloured_answers_are_the_plain_ones_with_colours() {
    for words in COLOURED {
        let coloured = shown(words, &["--color", "always"], &[]);
        // That nothing is declared a mover is not coloured, nor are words about moving conditions.
        let colourless = words.contains(&"dynamic");
        assert_eq!(coloured.contains('\u{1b}'), !colourless, "{words:?}\n{coloured}");
        pretty_assertions::assert_eq!(without_times(&stripped(&coloured)), without_times(&shown(words, &[], &[])));
    }
}

#[test]
fn pipes_have_no_colours() {
    for words in COLOURED {
        for (more, variables) in [
            (&[][..], &[][..]),
            (&["--color", "never"], &[("CLICOLOR_FORCE", "1")]),
            (&[], &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")]),
        ] {
            let said = shown(words, more, variables);
            assert!(!said.contains('\u{1b}') && !said.is_empty(), "{words:?} {more:?} {variables:?}\n{said}");
        }
    }
}

#[test]
fn colours_can_be_forced() {
    let words = &["check", "models/cpc/figure3.mover"];
    assert!(shown(words, &[], &[("CLICOLOR_FORCE", "1")]).contains('\u{1b}'));
    assert!(shown(words, &["--color", "always"], &[("NO_COLOR", "1")]).contains('\u{1b}'));
}

#[test]
fn other_formats_have_neither_colours_nor_folds() {
    for (command, format) in
        [("check", "json"), ("check", "latex"), ("movers", "json"), ("movers", "html"), ("summaries", "markdown")]
    {
        let words = &[command, "models/cpc/figure3.mover", "--format", format];
        let wide = shown(words, &["--color", "always"], &[("COLUMNS", "80")]);
        assert!(!wide.contains('\u{1b}'), "{wide}");
        let digits = |s: &str| s.lines().filter(|l| !l.contains("seconds") && !l.contains("_bytes")).count();
        assert_eq!(digits(&wide), digits(&shown(words, &[], &[])));
    }
}

#[test]
fn a_verdict_a_letter_a_change_and_a_thread_have_their_colours() {
    let said = shown(&["check", "models/cpc/figure3.mover"], &["--color", "always"], &[]);
    for (what, shade) in [
        ("wrong", "\u{1b}[1m\u{1b}[38;5;160m"),
        ("thread 1 (T1)", "\u{1b}[1m\u{1b}[38;5;99m"),
        ("thread 2 (T2)", "\u{1b}[1m\u{1b}[38;5;130m"),
        ("R", "\u{1b}[1m\u{1b}[38;5;231m\u{1b}[48;5;25m"),
        ("x = 1", "\u{1b}[1m\u{1b}[38;5;16m\u{1b}[48;5;230m"),
        ("<- commits", "\u{1b}[1m"),
        ("<- goes wrong", "\u{1b}[1m\u{1b}[38;5;160m"),
    ] {
        assert!(said.contains(&format!("{shade}{what}\u{1b}[0m")), "{what}\n{said:?}");
    }
}

fn widest(text: &str) -> usize {
    text.lines().map(|l| l.chars().count()).max().unwrap_or(0)
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    for words in COLOURED {
        for width in ["80", "100", "132", "200"] {
            let said = shown(words, &["--color", "always"], &[("COLUMNS", width)]);
            assert!(widest(&stripped(&said)) <= width.parse().unwrap(), "{words:?}\n{}", stripped(&said));
        }
    }
}

#[test]
fn margins_stay_and_statements_are_cut() {
    let words = &["movers", "models/tour/03_transaction.mover"];
    let (narrow, wide) = (shown(words, &[], &[("COLUMNS", "60")]), shown(words, &[], &[]));
    let margin = |l: &str| l.chars().take(10).collect::<String>();
    let sources = |text: &str| text.lines().take_while(|l| !l.starts_with("mover ")).map(margin).collect::<Vec<_>>();
    assert_eq!(sources(&narrow), sources(&wide));
    assert!(narrow.lines().any(|l| l.ends_with('…')) && !wide.contains('…'), "{narrow}");
}

#[test]
fn tables_that_are_too_wide_are_set_in_blocks() {
    let words = &["compare", "models/cpc/figure1.mover", "--quiet"];
    let (narrow, wide) = (shown(words, &[], &[("COLUMNS", "80")]), shown(words, &[], &[]));
    assert!(widest(&wide) > 100 && widest(&narrow) <= 80, "{wide}\n{narrow}");
    let blocks: Vec<&str> = narrow.split("\n\n").collect();
    assert!(blocks.len() > 1 && blocks.iter().all(|b| b.contains("models/cpc/figure1.mover")), "{narrow}");
}

#[test]
fn of_a_long_line_the_part_around_the_caret_is_drawn() {
    let text = format!("int x;\nvoid T() {{ {}x = y; }}\nP = {{ T() }}\n", "x = 1 + 1; ".repeat(150));
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("long_line.mover");
    std::fs::write(&path, text).unwrap();
    let output = command(&[path.to_str().unwrap()]).env("COLUMNS", "100").output().unwrap();
    let said = command::err(&output);
    assert!(widest(&said) <= 100.max(path.to_str().unwrap().len() + 20), "{said}");
    assert!(said.contains("x = y; }") && said.contains("unknown variable `y`") && said.contains(":2:1666 "), "{said}");
}

/// At any width each engine keeps its line, and no cell is torn.
#[test]
fn rows_of_comparisons_stay_whole() {
    let words =
        ["compare", "models/tour/01_race.mover", "models/tour/02_lock.mover", "--rules", "summaries,reduction,cpc"];
    for columns in [40, 50, 60, 70, 80, 100, 120, 200] {
        let output = command(&words).env("COLUMNS", columns.to_string()).output().expect("the binary runs");
        let said = String::from_utf8(output.stdout).expect("it is text");
        assert!(said.lines().all(|l| l.chars().count() <= columns), "{columns}\n{said}");
        // In blocks each model has a line in each; below each other each engine has one for each model.
        let verdicts = |word: &str| said.matches(word).count();
        assert_eq!((verdicts(" wrong "), verdicts(" safe ")), (3, 3), "{columns}\n{said}");
        let torn = said.lines().filter(|l| l.starts_with("     ") && !l.contains('|'));
        assert_eq!(torn.count(), 0, "{columns}\n{said}");
        assert!(said.contains("(no room for") == (columns < 58), "{columns}\n{said}");
    }
}

#[test]
fn signs_of_a_source_are_whole_where_it_is_cut() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("signs.mover");
    let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}";
    std::fs::write(&path, format!("int x; // {}\nvoid f() {{ x = 1; }}\nP = {{ f() }}\n", family.repeat(30))).unwrap();
    for columns in 40..50 {
        let words = ["movers", path.to_str().unwrap()];
        let output = command(&words).env("COLUMNS", columns.to_string()).output().expect("the binary runs");
        let said = String::from_utf8(output.stdout).expect("it is text");
        let first = said.lines().next().unwrap_or_default();
        let (text, shown) = (first.trim_end_matches('…'), first.matches(family).count());
        assert!(text.ends_with(family), "{columns}: {first}");
        let before = first.split(family).next().unwrap_or_default().chars().count();
        assert!((before + 2 * shown + 1..=before + 2 * shown + 2).contains(&columns), "{columns}: {shown} of {first}");
    }
}
