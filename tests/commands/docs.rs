//! Commands in README.md and docs/ are run, and print what the page says they print.
//!
//! In a fenced block marked `console`, a line `$ moverlog ...` is a command; the lines up to the next one
//! are its output, standard error first, and then `exit N` unless the status is 0. Times are left
//! out of the comparison. The tables of questions and of errata list those that there are. `UPDATE_EXPECT=1` rewrites all.

use crate::support::command;
use crate::support::expect::differs;
use moverlog_rules::{Kind, Question, Type, letters};
use std::path::PathBuf;

fn pages() -> Vec<PathBuf> {
    let mut pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(PathBuf::from).to_vec();
    let in_folder = |folder| std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    let docs = ["docs", "docs/cli"].into_iter().flat_map(in_folder);
    pages.extend(docs.filter(|p| p.extension().is_some_and(|e| e == "md")));
    pages.sort();
    pages
}

/// The words of a command; single quotes keep one together.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![];
    for (i, part) in command.split('\'').enumerate() {
        match i % 2 {
            1 => words.push(part.to_string()),
            _ => words.extend(part.split_whitespace().map(str::to_string)),
        }
    }
    words
}

fn run(line: &str) -> String {
    let words = &words(line)[1..];
    let output = command::run(words);
    let status = match command::status(&output) {
        0 => String::new(),
        n => format!("exit {n}\n"),
    };
    command::err(&output) + &command::out(&output) + &status
}

/// `12.345 s` and the numbers of `seconds` and `peak_bytes` in JSON, without their digits.
fn without_times(text: &str) -> String {
    let line = |line: &str| match (line.find("\"seconds\""), line.find("\"peak_bytes\""), line.strip_suffix(" s")) {
        (Some(at), _, _) | (_, Some(at), _) => line[..at].to_string(),
        (_, _, Some(rest)) => rest.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').to_string(),
        _ => line.trim_end().to_string(),
    };
    text.lines().map(|l| line(l) + "\n").collect()
}

/// The page with every output as it is now, unless it differs in times only.
fn refreshed(page: &str) -> String {
    let mut out = String::new();
    let mut lines = page.lines().peekable();
    let mut in_console = false;
    while let Some(line) = lines.next() {
        out += &format!("{line}\n");
        if line.trim_start().starts_with("```") {
            in_console = line.trim() == "```console";
        }
        if line == QUESTIONS {
            while lines.next_if(|l| l.starts_with('|')).is_some() {}
            out += "|---|---|---|---|\n";
            out.extend(Question::ALL.iter().map(|q| listed(*q)));
        }
        if line == ERRATA {
            while lines.next_if(|l| l.starts_with('|')).is_some() {}
            let table = run("moverlog errata --format markdown");
            out.extend(table.lines().skip(1).map(|l| format!("{l}\n")));
        }
        if !(in_console && line.starts_with("$ moverlog")) {
            continue;
        }
        let mut known = String::new();
        while let Some(next) = lines.next_if(|l| !l.starts_with("$ ") && !l.starts_with("```")) {
            known += &format!("{next}\n");
        }
        let (body, gap) = (known.trim_end(), &known[known.trim_end().len()..]);
        let now = run(&line[2..]);
        let same = without_times(body) == without_times(now.trim_end());
        out += if same { body } else { now.trim_end() };
        out += if gap.is_empty() { "\n" } else { gap };
    }
    out
}

const QUESTIONS: &str = "| question | answer | relation | a row says |";

const ERRATA: &str = "| name | where | kind | as printed | what it does | the mend |";

/// A question as a row: how rules ask it, what they are answered, and what that is as a relation.
fn listed(question: Question) -> String {
    let columns = letters(&question.columns()).join(", ");
    let asked = letters(question.asked_of()).join(", ");
    let kind = |k: Kind| format!("a {}", k.name());
    let answer = match question.answer() {
        Type::One(Kind::Truth) => "yes or no".into(),
        Type::One(k) => kind(k),
        Type::Maybe(k) => format!("`Some` of {}, or nothing", kind(k)),
        Type::Each([k]) => format!("each {}", k.name()),
        Type::Each(kinds) => format!("each ({})", kinds.iter().map(|k| k.name()).collect::<Vec<_>>().join(", ")),
    };
    let (name, relation, says) = (question.name(), question.notation(), question.says());
    format!("| `p.{name}({asked})` | {answer} | `{relation}({columns})` | {says} |\n")
}

#[test]
fn pages_show_what_commands_print() {
    let stale = pages().into_iter().filter_map(|path| {
        let page = std::fs::read_to_string(&path).unwrap();
        differs(&path, &refreshed(&page))
    });
    let stale: Vec<String> = stale.collect();
    assert!(stale.is_empty(), "{}", stale.join("\n"));
}
