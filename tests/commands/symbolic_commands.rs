//! Commands about circuits, as a user sees them: statuses, and what is refused.

use crate::support::command::{err, out, run, status};
use std::path::PathBuf;

const SAFE: &str = "models/symbolic/parity.mover";
const COMPUTES: &str = "models/c/bank_right.c";

/// A file of this test alone.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("moverlog-symbolic-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("the file can be written");
    path
}

/// What is refused, and why.
fn refused(words: &[&str]) -> String {
    let output = run(words);
    assert_eq!(status(&output), 2, "{words:?}: {}{}", out(&output), err(&output));
    err(&output)
}

#[test]
fn a_certificate_about_a_program_without_a_circuit_is_refused() {
    let text = "moverlog certificate, version 1\nrules phase\nbits 32\n";
    let certificate = file("computes.cert", text);
    let said = refused(&["certify", COMPUTES, &certificate.to_string_lossy()]);
    assert!(said.contains("pointers that are computed with"), "{said}");
    let said = refused(&["check", COMPUTES, "--engine", "ic3"]);
    assert!(said.contains("pointers that are computed with"), "{said}");
    let rules = file("rules.cert", &text.replace("phase", "cpc"));
    assert!(refused(&["certify", SAFE, &rules.to_string_lossy()]).contains("no blocks by `cpc`"));
    let literal = file("literal.cert", &text.replace("phase", "dynamic-literal"));
    refused(&["certify", SAFE, &literal.to_string_lossy()]);
}

/// An invariant without clauses is none: it allows errors.
#[test]
fn certificates_that_do_not_hold_end_with_1() {
    let certificate = file("empty.cert", "moverlog certificate, version 1\nrules phase\nbits 32\n");
    let path = certificate.to_string_lossy();
    let output = run(&["certify", SAFE, &path]);
    assert_eq!((status(&output), out(&output).contains("fails")), (1, true), "{}", out(&output));
}

#[test]
fn tasks_about_more_than_assertions_are_refused() {
    let program = std::fs::read_to_string("models/c/assign_right.c").expect("readable");
    file("program.c", &program);
    for (property, text) in [("no-data-race", "data-race"), ("no-deadlock", "deadlock")] {
        file(&format!("{property}.prp"), &format!("CHECK( init(main()), LTL(G ! {text}) )\n"));
        let yaml = format!(
            "format_version: '2.0'\ninput_files: 'program.c'\nproperties:\n  - property_file: {property}.prp\n    \
             expected_verdict: true\n"
        );
        let task = file(&format!("{property}.yml"), &yaml);
        let path = task.to_string_lossy();
        assert!(refused(&["check", &path, "--engine", "ic3"]).contains("neither deadlocks nor races"));
        assert_eq!(status(&run(&["check", &path])), 0, "{property}");
    }
}
