//! `moverlog fmt`: on every model and on random ones the laid out text means what the text means, has its comments in
//! their order, and is laid out already.
//!
//! `MOVERLOG_RANDOM` sets how many random models, `MOVERLOG_SEED` where they begin.

use crate::generator;
use crate::support::setting;
use logos::Logos;
use moverlog::ir::{Program, Protection};
use moverlog::model::load;
use moverlog::random::Random;
use moverlog::syntax::fmt::format;
use moverlog::syntax::token::Token;
use pretty_assertions::assert_eq;

/// The words of a text and its comments, without the blanks at the ends of lines.
fn words(text: &str) -> Vec<(Token, String)> {
    let lines = |word: &str| word.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    let words = Token::lexer(text).spanned();
    words.map(|(token, range)| (token.expect("a word"), lines(&text[range]))).collect()
}

/// All that the program is, without places and blanks in its statements' text.
fn meaning(mut program: Program) -> String {
    for global in &mut program.globals {
        global.span = Default::default();
        if let Protection::Exclusive(_, text) = &mut global.protection {
            text.retain(|c| !c.is_whitespace());
        }
    }
    for procedure in &mut program.procedures {
        procedure.span = Default::default();
    }
    for at in &mut program.locations {
        (at.span, at.line) = Default::default();
        at.text.retain(|c| !c.is_whitespace());
        at.text.truncate(24); // longer ones are cut, with blanks or without
        if !at.labelled {
            at.name.clear();
        }
    }
    format!("{program:#?}")
}

fn program(name: &str, text: &str) -> Program {
    let (model, found) = load(name, text, &[]);
    model.unwrap_or_else(|| panic!("{name}: {found:?}\n{text}")).program
}

fn holds(name: &str, text: &str) -> String {
    let laid_out = format(text).unwrap_or_else(|wrong| panic!("{name}: {wrong:?}"));
    assert_eq!(words(&laid_out), words(text), "{name}");
    assert_eq!(format(&laid_out).expect("well-formed"), laid_out, "{name}: twice");
    assert_eq!(meaning(program(name, &laid_out)), meaning(program(name, text)), "{name}");
    let empty = laid_out.contains("\n\n\n") || laid_out.starts_with('\n') || laid_out.ends_with("\n\n");
    assert!(!empty && laid_out.ends_with('\n') && laid_out.lines().all(|l| !l.ends_with(' ')), "{name}:\n{laid_out}");
    laid_out
}

#[test]
fn every_model_means_what_it_meant() {
    let (mut all, mut same) = (0, vec![]);
    for (path, text) in models() {
        let laid_out = holds(&path, &text);
        (all, same) = (all + 1, if laid_out == text { [same, vec![path]].concat() } else { same });
    }
    assert!(all > 150 && 2 * same.len() > all, "{} of {all} models are laid out already", same.len());
    let tour = same.iter().filter(|path| path.contains("/tour/")).count();
    assert_eq!(tour, 6, "the tour is laid out already: {same:?}");
}

#[test]
fn random_models_do_so_too() {
    for seed in 0..setting("MOVERLOG_RANDOM", 300) {
        let text = generator::generate(seed + setting("MOVERLOG_SEED", 0)).text;
        holds(&format!("seed {seed}"), &text);
        holds(&format!("seed {seed}, torn"), &torn(&text, seed));
    }
}

/// The same words with other blanks, ends of lines and comments between them.
fn torn(text: &str, seed: u64) -> String {
    let mut r = Random::new(seed ^ 0xF0F0);
    let between =
        [" ", "  ", "\n", "\n\n\n\n", "\t", " // one\n", "\n  // two\n", " /* three */ ", "\n/* four\n   lines */ "];
    let usual = |r: &mut Random| if r.below(3) == 0 { between[r.below(between.len())] } else { " " };
    let mut torn = String::new();
    for (token, word) in words(text) {
        torn += &word;
        torn += match token {
            Token::LineComment => "\n",
            Token::Return => " ", // its value stands on its line
            _ => usual(&mut r),
        };
    }
    torn
}

/// All models that mean something, by their paths.
fn models() -> Vec<(String, String)> {
    let mut found = vec![];
    let mut folders = vec![std::path::PathBuf::from("models")];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("readable").path()) {
            let name = path.display().to_string();
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(".mover") {
                let text = std::fs::read_to_string(path).expect("readable");
                found.extend(load(&name, &text, &[]).0.map(|_| (name, text)));
            }
        }
    }
    found.sort();
    found
}
