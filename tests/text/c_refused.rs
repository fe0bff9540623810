//! C programs that are refused: each of `tests/c/refused` at the places and in the words that its first lines say.

use crate::support::command::{self, run};
use moverlog::c::Options;
use moverlog::diagnostics::Diagnostic;
use moverlog::model::load_c;
use std::path::{Path, PathBuf};

fn programs() -> Vec<PathBuf> {
    let files = crate::corpus::files(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c/refused"), "c");
    assert!(files.len() > 40, "{}", files.len());
    files
}

/// What the first lines of a program say.
fn said<'t>(text: &'t str, key: &str) -> Vec<&'t str> {
    let key = format!("//@ {key}: ");
    text.lines().filter_map(|l| l.strip_prefix(&key)).collect()
}

fn refusals(path: &Path, text: &str) -> Vec<Diagnostic> {
    let (model, diagnostics) = load_c(&path.to_string_lossy(), text, &Options::default());
    assert!(model.is_none(), "{} is accepted", path.display());
    diagnostics.into_iter().filter(Diagnostic::is_error).collect()
}

#[test]
fn every_refusal_is_said_with_its_place_and_what_to_do() {
    let mut wrong = vec![];
    for path in programs() {
        let text = std::fs::read_to_string(&path).expect("readable");
        let found = refusals(&path, &text);
        let one = |d: &Diagnostic| format!("{}:{} {}", d.place(&text).0, d.place(&text).1, d.message);
        let lines: Vec<String> = found.iter().map(one).collect();
        if lines != said(&text, "refused") {
            wrong.push(format!("{}: {lines:#?}", path.display()));
        }
        let helps = |help: &&str| found.iter().any(|d| d.help.as_deref() == Some(*help));
        wrong.extend(said(&text, "help").iter().filter(|h| !helps(h)).map(|h| format!("{}: {h}", path.display())));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_exit_status_is_2() {
    for path in programs() {
        let output = run(&["check", &path.to_string_lossy()]);
        assert_eq!(output.status.code(), Some(2), "{}: {}", path.display(), command::err(&output));
    }
}

/// What nests so deeply that the parser would not come back is refused before.
#[test]
fn deep_texts_are_refused() {
    let many = |text: &str| text.repeat(20_000);
    let texts = [
        format!("int main(void) {{ return {}0{}; }}", many("("), many(")")),
        format!("int x; int main(void) {{ return {}0; }}", many("x + ")),
        format!("int x; int main(void) {{ {} ; return 0; }}", many("if (x) x = 1; else ")),
        format!("int main(void) {{ {}{} return 0; }}", many("{"), many("}")),
        format!("int a{}; int main(void) {{ return 0; }}", many("[1]")),
        "int a[1000000000]; int main(void) { return 0; }".to_string(),
        "struct s { struct s inner; } a; int main(void) { return 0; }".to_string(),
    ];
    for text in texts {
        assert_eq!(refusals(Path::new("deep.c"), &text).len(), 1, "{}", &text[..60]);
    }
}
