//! Broken texts never crash a parser, and it always ends: models, files of rules, logs of runs.

#[path = "../fuzz/parsers.rs"]
mod parsers;
mod support;

use moverlog::control::Control;
use moverlog::model::load;
use moverlog::random::Random;
use moverlog::trace::log;
use moverlog::trace::record::{Plan, record};
use moverlog_rules::RULESETS;
use parsers::model as try_out;
use std::path::Path;
use support::setting;

const PARSERS: [fn(&str); 3] = [parsers::model, parsers::rules, parsers::log];

/// All texts below a folder with this extension.
fn texts(folder: &Path, extension: &str, found: &mut Vec<String>) {
    let mut paths: Vec<_> = std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("readable").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            texts(&path, extension, found);
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(std::fs::read_to_string(path).expect("readable"));
        }
    }
}

fn all_models() -> Vec<String> {
    let mut found = vec![];
    texts("models".as_ref(), "mover", &mut found);
    found.retain(|text| text.len() < 20_000);
    assert!(!found.is_empty());
    found
}

/// Each ruleset as it is compiled, and the examples.
fn all_rules() -> Vec<String> {
    let mut found: Vec<String> = RULESETS.iter().map(|r| r.sources.concat()).collect();
    texts("rules/examples".as_ref(), "rules", &mut found);
    found
}

/// Logs of real programs, and one of a model with pointers.
fn all_logs() -> Vec<String> {
    let mut found = vec![];
    texts("models".as_ref(), "run", &mut found);
    texts("tests/runs".as_ref(), "run", &mut found);
    let stack = std::fs::read_to_string("models/classic/treiber_stack.mover").expect("readable");
    let program = load("stack", &stack, &[]).0.expect("a model").program;
    let recording = record(&program, &Plan::Random(1), 200, &Control::default());
    found.push(log::write(&recording.expect("chance is always possible").run));
    found
}

/// Cuts a text roughly into tokens.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = vec![];
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let end = if word(first) { rest.find(|c| !word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        pieces.push(&rest[..end]);
        rest = &rest[end..];
    }
    pieces
}

fn mutate(pieces: &mut Vec<&str>, random: &mut Random) {
    for _ in 0..1 + random.below(4) {
        let (i, j) = (random.below(pieces.len()), random.below(pieces.len()));
        match random.below(4) {
            0 if pieces.len() > 1 => drop(pieces.remove(i)),
            1 => pieces.insert(i, pieces[j]),
            2 => pieces.swap(i, j),
            _ => pieces.truncate(i.max(1)),
        }
    }
}

/// Each text with other tokens, and with other bytes.
fn change(texts: &[String], count: u64, parse: fn(&str)) {
    let mut random = Random::new(setting("MOVERLOG_SEED", 1));
    let rounds = 1 + setting("MOVERLOG_RANDOM", count) as usize / texts.len();
    for text in texts.iter().filter(|text| !text.is_empty()) {
        for _ in 0..rounds {
            let mut changed = pieces(text);
            mutate(&mut changed, &mut random);
            parse(&changed.concat());
            let mut bytes = text.clone().into_bytes();
            for _ in 0..1 + random.below(4) {
                let at = random.below(bytes.len());
                bytes[at] = *random.pick(&[&b' ', &b'\n', &b'0', &b'(', &b'?', &b'=', &b'@', &b'#', &b'[', &0xff]);
            }
            parse(&String::from_utf8_lossy(&bytes));
        }
    }
}

#[test]
fn changed_models() {
    change(&all_models(), 3000, parsers::model);
}

#[test]
fn changed_rules() {
    change(&all_rules(), 600, parsers::rules);
}

#[test]
fn changed_logs() {
    change(&all_logs(), 600, parsers::log);
}

#[test]
fn tokens_in_any_order() {
    let texts = all_models().join(" ");
    let words = pieces(&texts);
    let mut random = Random::new(2);
    for _ in 0..500 {
        let chosen: Vec<&str> = (0..random.below(80)).map(|_| words[random.below(words.len())]).collect();
        try_out(&chosen.join(" "));
        try_out(&format!("int x; void f() {{ {} }} P = {{ f() }}", chosen.join(" ")));
    }
}

#[test]
fn random_bytes() {
    let mut random = Random::new(3);
    for _ in 0..500 {
        let bytes: Vec<u8> = (0..random.below(200)).map(|_| random.below(256) as u8).collect();
        let text = String::from_utf8_lossy(&bytes);
        for parse in PARSERS {
            parse(&text);
        }
    }
}

#[test]
fn strange_texts() {
    for text in [
        "",
        "\n",
        "\r\n\r\n",
        "\t",
        "\u{FEFF}",
        "\u{2028}int x",
        "int x\r\n",
        "ä",
        "\u{0}",
        "P",
        "P = ",
        "int",
        "//",
        "/*",
        "\"",
        "@",
    ] {
        for parse in PARSERS {
            parse(text);
        }
    }
}

const MANY: usize = 100_000;

#[test]
fn deeply_nested_expressions() {
    let statement = |inner: String| format!("int x; bool b; void f() {{ {inner} }} P = {{ f() }}");
    for piece in ["(", "!", "-", "~", "*", "&", "a[", "x ? ", "x ? x : ", "1 + ", "x && ", "f(", "choose({", "1 = "] {
        try_out(&statement(format!("x = {}1;", piece.repeat(MANY))));
        try_out(&format!("const N = {}1;", piece.repeat(1000)));
    }
}

#[test]
fn many_statements() {
    let statement = |inner: String| format!("int x; bool b; void f() {{ {inner} }} P = {{ f() }}");
    for piece in [
        "{",
        "}",
        "if (b) ",
        "if (b) skip; else ",
        "while (b) ",
        "for (;;) ",
        "choose { ",
        "atomic { ",
        "L: ",
        "@right ",
        "else ",
        ";",
        "x = 1;",
        "[] ",
        "int y = 1; ",
        "goto L; ",
        "if (b) { skip; } else if (",
        "P = { f() } || ",
    ] {
        try_out(&statement(format!("{}skip;", piece.repeat(MANY))));
    }
}

#[test]
fn many_declarations() {
    for piece in ["{ f() } || ", "[i in 0..9] ", "int ", "int x[", "enum E { ", "void f() { ", "void f(", "x, "] {
        try_out(&format!("P = {}", piece.repeat(MANY / 4)));
        try_out(&piece.repeat(MANY / 4));
    }
}

#[test]
fn deep_expressions_in_logs() {
    for deep in ["(", "-", "!", "1 + ", "1 ? ", "x ? 1 : "] {
        let text = format!("moverlog run 1\nvar x\nT assert {}1\n", deep.repeat(MANY));
        assert!(log::read(&text).0.is_none(), "{deep}");
    }
}
