//! Options for C programs: each of `tests/c/options` gives the answers that its first lines say, `ARGUMENTS: ANSWER`.

use crate::support::command::{command, err, out, run, status};
use std::path::{Path, PathBuf};

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c/options");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("readable").path()).collect();
    files.sort();
    assert!(files.len() > 4, "{}", files.len());
    files
}

/// The answer in the words of the first lines.
fn answer(path: &str, arguments: &str) -> String {
    let words: Vec<&str> = ["check", path, "--quiet"].into_iter().chain(arguments.split_whitespace()).collect();
    let output = run(&words);
    let text = out(&output);
    let within = |from: &str, to: &str| {
        let rest = text.split_once(from).map_or("", |(_, rest)| rest);
        rest.split_once(to).map_or("", |(inside, _)| inside).to_string()
    };
    match status(&output) {
        0 => "safe".into(),
        1 => format!("wrong (line {})", within("(line ", ")")),
        2 => "refused".into(),
        3 => format!("inconclusive ({})", within("a bound was hit (", ")")),
        other => format!("{other}: {}", err(&output)),
    }
}

#[test]
fn options_give_the_answers_that_programs_say() {
    let mut wrong = vec![];
    for path in programs() {
        let text = String::from_utf8_lossy(&std::fs::read(&path).expect("readable")).into_owned();
        for line in text.lines().filter_map(|l| l.strip_prefix("//@ ")) {
            let (arguments, expected) = line.rsplit_once(':').unwrap_or(("", line));
            let found = answer(&path.to_string_lossy(), arguments);
            if found != expected.trim() {
                wrong.push(format!("{}: {arguments}: {found}, not {expected}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What `check` says of a program with these flags.
fn said(name: &str, flags: &[&str]) -> String {
    let path = format!("{}/tests/c/options/{name}", env!("CARGO_MANIFEST_DIR"));
    let output = run(&[&["check", &path], flags].concat());
    out(&output) + &err(&output)
}

#[test]
fn where_a_program_ends_nobody_is_blocked() {
    let text = said("assumed_later.c", &[]);
    assert!(text.starts_with("safe") && !text.contains("never gets past"), "{text}");
}

#[test]
fn a_race_is_not_followed_by_the_word_that_there_is_none() {
    let text = said("raced_unset.c", &["--races"]);
    assert!(text.contains("race on malloc@20[0]") && text.contains("not all was looked at: a bound was hit"), "{text}");
    assert!(!text.contains("no error found"), "{text}");
    let text = said("raced_unset.c", &["--property", "no-data-race"]);
    assert!(text.contains("race on malloc@20[0]") && !text.contains("a bound was hit"), "{text}");
}

#[test]
fn what_cannot_be_asked_is_not_advised() {
    let far = ["--rules", "interleaving", "-D", "FAR"];
    assert!(said("assumed_later.c", &far).contains("`--nondet all --engine ic3` takes all"));
    let text = said("assumed_later.c", &[&far[..], &["--property", "unreach-call"]].concat());
    assert!(text.contains("--nondet gives more of them;") && !text.contains("--engine"), "{text}");
    assert!(said("stub.c", &["--threads", "5000"]).contains("`5000` is no number of threads from 1 to 1000"));
}

/// The headers lie in another folder each time, whose name may be longer.
#[test]
fn where_headers_lie_is_not_seen() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c_options");
    let longer = folder.join("a_folder_with_a_longer_name");
    std::fs::create_dir_all(&longer).expect("writable");
    let path = folder.join("text.c");
    let text = "#include <assert.h>\n#include <stdio.h>\nint main(void) {\n    const char *word = \"abc\";\n    \
                FILE *f = fopen(\"x\", \"r\");\n    assert(word[0] == 'b' || !f);\n}\n";
    std::fs::write(&path, text).expect("writable");
    let said = |temporary: &Path| {
        let words = ["check", &path.to_string_lossy(), "--format", "json"].map(String::from);
        let output = command(&words).env("TMPDIR", temporary).output().expect("the binary runs");
        let text = out(&output);
        text.lines().filter(|line| !line.contains("seconds")).collect::<Vec<_>>().join("\n")
    };
    let (here, there) = (said(&folder), said(&longer));
    assert!(here.contains("text@") && here == there, "{here}\n{there}");
}
