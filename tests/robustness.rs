//! Broken sources never crash the front end, and it always ends.

use moverlog::diagnostics::render::render;
use moverlog::model::load;
use std::path::Path;

/// The same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// Loads and draws; what comes out has either a program or an error.
fn try_out(text: &str) {
    let (model, diagnostics) = load("broken.mover", text, &[]);
    assert_eq!(model.is_none(), diagnostics.iter().any(|d| d.is_error()), "{text}");
    assert!(diagnostics.len() <= 21);
    let drawn = render(&diagnostics, "broken.mover", text, false);
    assert_eq!(drawn.is_empty(), diagnostics.is_empty());
    if let Some(model) = model {
        let count = model.program.locations.len() as u32;
        let targets = model.program.locations.iter().flat_map(|location| location.op.targets());
        assert!(targets.into_iter().all(|target| target.0 < count));
    }
}

fn models(folder: &Path, found: &mut Vec<String>) {
    let mut paths: Vec<_> = std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("readable").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            models(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "mover") {
            found.push(std::fs::read_to_string(path).expect("readable"));
        }
    }
}

fn all_models() -> Vec<String> {
    let mut found = vec![];
    models(&Path::new(env!("CARGO_MANIFEST_DIR")).join("models"), &mut found);
    found.retain(|text| text.len() < 20_000);
    assert!(!found.is_empty());
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

#[test]
fn models_with_changed_tokens() {
    let mut random = Random(1);
    let texts = all_models();
    let rounds = 1 + 3000 / texts.len();
    for text in &texts {
        for _ in 0..rounds {
            let mut changed = pieces(text);
            if !changed.is_empty() {
                mutate(&mut changed, &mut random);
            }
            try_out(&changed.concat());
        }
    }
}

#[test]
fn tokens_in_any_order() {
    let texts = all_models().join(" ");
    let words = pieces(&texts);
    let mut random = Random(2);
    for _ in 0..500 {
        let chosen: Vec<&str> = (0..random.below(80)).map(|_| words[random.below(words.len())]).collect();
        try_out(&chosen.join(" "));
        try_out(&format!("int x; void f() {{ {} }} P = {{ f() }}", chosen.join(" ")));
    }
}

#[test]
fn random_bytes() {
    let mut random = Random(3);
    for _ in 0..500 {
        let bytes: Vec<u8> = (0..random.below(200)).map(|_| random.below(256) as u8).collect();
        try_out(&String::from_utf8_lossy(&bytes));
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
        try_out(text);
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
