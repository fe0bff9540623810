//! C programs that take long to read: time is heeded while they are read, too.

use crate::support::command::{out, run, status};
use std::time::{Duration, Instant};

/// What is left over when a second has passed; builds of tests are slow.
const SLACK: Duration = Duration::from_secs(20);

/// A program with so many of these lines in `main`, with their numbers for `%`.
fn program(name: &str, line: &str, count: usize) -> String {
    let lines: String = (0..count).map(|i| line.replace('%', &i.to_string()) + "\n").collect();
    let begin = "extern void __VERIFIER_atomic_begin(void);\nextern void __VERIFIER_atomic_end(void);\nint x;\n";
    let path = std::env::temp_dir().join(format!("moverlog-long-{}-{name}.c", std::process::id()));
    let text = format!("{begin}int main(void) {{\n  int i = 0;\n{lines}  return i;\n}}\n");
    std::fs::write(&path, text).expect("it can be written");
    path.to_string_lossy().into_owned()
}

#[test]
fn statements_without_end() {
    for (name, line) in [
        ("assignments", "x++;"),
        ("locals", "int v% = x;"),
        ("unset", "int v%; if (x) v% = 1; i += v%;"),
        ("regions", "__VERIFIER_atomic_begin(); if (x == %) x++; __VERIFIER_atomic_end();"),
    ] {
        let path = program(name, line, 20_000);
        let begun = Instant::now();
        // No build reads so much so soon.
        let output = run(&["check", &path, "--quiet", "--timeout", "10ms"]);
        assert_eq!(status(&output), 3, "{name}: {}", out(&output));
        assert!(begun.elapsed() < SLACK, "{name} takes {:?}", begun.elapsed());
        std::fs::remove_file(path).ok();
    }
}

#[test]
fn many_branches_in_one_region() {
    let lines = "if (x == %) { x++; if (x > 3) goto L%; x--; } x += 2; L%: x++;\n";
    let inside: String = (0..400).map(|i| lines.replace('%', &i.to_string())).collect();
    let region = format!("__VERIFIER_atomic_begin();\n{inside}__VERIFIER_atomic_end();");
    let path = program("branches", &region, 1);
    let begun = Instant::now();
    let output = run(&["check", &path, "--quiet", "--timeout", "60"]);
    assert_eq!(status(&output), 0, "{}", out(&output));
    assert!(begun.elapsed() < SLACK, "it takes {:?}", begun.elapsed());
    std::fs::remove_file(path).ok();
}
