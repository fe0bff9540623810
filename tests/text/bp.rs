//! Boolean programs: each of `models/bp` is what it says of itself, under every engine, and each of
//! `tests/boolean/refused` is refused at the places and in the words that its first lines say.

use crate::c::SOUND;
use crate::support;
use crate::support::command::{err, out, run};
use moverlog::diagnostics::Diagnostic;
use moverlog::driver::Verdict;
use moverlog::model::load;
use moverlog::prelude::*;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn programs(folder: &str) -> Vec<PathBuf> {
    let files = crate::corpus::files(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), "bp");
    assert!(files.len() > 8, "{}", files.len());
    files
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).expect("readable")
}

/// What the first lines of a program say.
fn said<'t>(text: &'t str, key: &str) -> Vec<&'t str> {
    let key = format!("//@ {key}: ");
    text.lines().filter_map(|l| l.strip_prefix(&key)).collect()
}

/// `safe`, `wrong, line 12`, `inconclusive (threads)`: the verdict, and what belongs to it in the answer.
fn claim(text: &str) -> (Verdict, String) {
    match said(text, "expect")[..] {
        ["safe"] => (Verdict::Safe, "safe".into()),
        [claim] => match claim.strip_prefix("wrong, ") {
            Some(line) => (Verdict::Wrong, format!("({line})")),
            None => (Verdict::Inconclusive, claim.strip_prefix("inconclusive ").expect("a claim").into()),
        },
        _ => panic!("one claim is needed: {text}"),
    }
}

#[test]
fn every_program_is_what_it_says() {
    for path in programs("models/bp") {
        let text = text(&path);
        let any = said(&text, "any number of threads").first().map(|_| (Verdict::Safe, "safe".into()));
        let (verdict, told) = any.unwrap_or_else(|| claim(&text));
        let output = run(&["check", &path.to_string_lossy(), "--quiet", "--timeout", "120"]);
        let status = match verdict {
            Verdict::Safe => 0,
            Verdict::Wrong => 1,
            Verdict::Inconclusive => 3,
        };
        let name = path.display();
        assert_eq!(output.status.code(), Some(status), "{name}: {}{}", out(&output), err(&output));
        assert!(out(&output).contains(&told), "{name}: {}", out(&output));
    }
}

fn under(engine: &str) {
    for path in programs("models/bp") {
        let text = text(&path);
        let (model, found) = load(&path.to_string_lossy(), &text, &[]);
        let Some(model) = model else { panic!("{}: {found:?}", path.display()) };
        let checker = Checker::new(&model.program).rules(engine).expect("it is known");
        let outcome = checker.max_states(20_000).timeout(Duration::from_secs(60)).run().expect("no claims");
        let cut = outcome.bound.is_some_and(|b| !b.is_of_the_program());
        assert!(outcome.verdict == claim(&text).0 || cut, "{}: {engine}: {:?}", path.display(), outcome.verdict);
    }
}

/// A test for each half of the engines, so that both run at once.
#[test]
fn engines_agree() {
    SOUND[..4].iter().for_each(|engine| under(engine));
}

#[test]
fn searches_and_blocks_agree() {
    SOUND[4..].iter().for_each(|engine| under(engine));
}

#[test]
fn bounded_model_checking_finds_the_same_errors() {
    let mut decided = 0;
    for path in programs("models/bp") {
        let (verdict, _) = claim(&text(&path));
        let output = run(&["check", &path.to_string_lossy(), "--engine", "bmc", "--quiet", "--timeout", "20"]);
        let wrong = match verdict {
            Verdict::Safe => output.status.code() == Some(1),
            Verdict::Wrong => output.status.code() == Some(0),
            Verdict::Inconclusive => false,
        };
        assert!(!wrong, "{}: {}", path.display(), out(&output));
        decided += u32::from(output.status.code().is_some_and(|status| status < 2));
    }
    assert!(decided > 10, "{decided}");
}

fn refusals(name: &str, text: &str) -> Vec<Diagnostic> {
    let (model, diagnostics) = load(name, text, &[]);
    assert!(model.is_none(), "{name} is accepted");
    diagnostics.into_iter().filter(Diagnostic::is_error).collect()
}

#[test]
fn every_refusal_is_said_with_its_place() {
    for path in programs("tests/boolean/refused") {
        let text = text(&path);
        let one = |d: &Diagnostic| format!("{}:{} {}", d.place(&text).0, d.place(&text).1, d.message);
        let found: Vec<String> = refusals(&path.to_string_lossy(), &text).iter().map(one).collect();
        assert_eq!(found, said(&text, "refused"), "{}", path.display());
        let output = run(&["check", &path.to_string_lossy()]);
        assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    }
}

/// What nests deeply or is long neither ends the program nor takes for ever.
#[test]
fn deep_and_long_texts() {
    let many = |text: &str| text.repeat(20_000);
    let deep = [
        format!("decl a; void main() begin assert({}a); end", many("!(")),
        format!("decl a; void main() begin {} end", many("if a then ")),
        format!("decl a; void main() begin a := {}a; end", many("a ? b : ")),
    ];
    for text in deep {
        assert_eq!(refusals("deep.bp", &text).len(), 1, "{}", &text[..60]);
    }
    let long = [
        format!("decl a := T; void main() begin assert({}a); end", many("a & ")),
        format!("decl a := T; void main() begin {} end", many("a := a;\n")),
    ];
    for text in long {
        let (model, found) = load("long.bp", &text, &[]);
        let model = model.unwrap_or_else(|| panic!("{found:?}"));
        let outcome = Checker::new(&model.program).max_states(1000).run().expect("no claims");
        assert_ne!(outcome.verdict, Verdict::Wrong);
    }
}

/// Pieces of programs in any order: refused or not, and never a panic.
#[test]
fn nothing_panics_on_mutilated_texts() {
    let mut random = moverlog::random::Random::new(support::setting("MOVERLOG_SEED", 1));
    let texts: Vec<String> = programs("models/bp").iter().map(|path| text(path)).collect();
    for _ in 0..support::setting("MOVERLOG_RANDOM", 400) {
        let mut words: Vec<&str> = texts[random.below(texts.len())].split_inclusive([' ', '\n', ';']).collect();
        for _ in 0..1 + random.below(3) {
            let (at, from) = (random.below(words.len()), random.below(words.len()));
            match random.below(3) {
                0 => drop(words.remove(at)),
                1 => words.insert(at, words[from]),
                _ => words.swap(at, from),
            }
        }
        load("mutilated.bp", &words.concat(), &[]);
    }
}

#[test]
fn what_an_error_is_and_where_to_begin() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/bp/label.bp");
    let check = |flags: &[&str]| run(&[&["check", &path.to_string_lossy(), "--quiet"], flags].concat()).status.code();
    assert_eq!(check(&[]), Some(1));
    assert_eq!(check(&["--error-label", "nowhere"]), Some(0));
    assert_eq!(check(&["--error-label", "failed"]), Some(1));
    assert_eq!(check(&["--entry", "close"]), Some(1));
    assert_eq!(check(&["--entry", "clos"]), Some(2));
    assert_eq!(run(&["check", "models/cpc/figure1.mover", "--error-label", "L0"]).status.code(), Some(2));
}
