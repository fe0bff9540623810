//! Commands about circuits, as a user sees them: statuses, and what is refused.

use crate::support::command::{err, lacks, out, run, status};
use std::path::PathBuf;

const SAFE: &str = "models/symbolic/parity.mover";
const RECURSIVE: &str = "models/recursive/list_sum.mover";

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
    let certificate = file("recursive.cert", text);
    let said = refused(&["certify", RECURSIVE, &certificate.to_string_lossy()]);
    assert!(said.contains("calls itself"), "{said}");
    let said = refused(&["check", RECURSIVE, "--engine", "ic3"]);
    assert!(said.contains("calls itself"), "{said}");
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

/// What `certify` says of a file with this text.
fn certified(model: &str, name: &str, text: &str) -> (i32, String) {
    let path = file(name, text);
    let output = run(&["certify", model, &path.to_string_lossy()]);
    (status(&output), format!("{}{}", out(&output), err(&output)))
}

#[test]
fn states_of_explicit_engines_are_certificates() {
    let model = "models/classic/peterson.mover";
    for rules in ["interleaving", "reduction", "summaries", "phase"] {
        let path = file("peterson.states", "");
        let path = path.to_string_lossy();
        assert_eq!(status(&run(&["check", model, "--rules", rules, "--certificate", &path, "-q"])), 0, "{rules}");
        let text = std::fs::read_to_string(&*path).expect("it was written");
        assert_eq!(certified(model, "whole.states", &text).0, 0, "{rules}");
    }
    let text = std::fs::read_to_string(file("peterson.states", "").with_file_name("whole.states")).expect("written");
    let lines: Vec<&str> = text.lines().collect();
    for n in 2..lines.len() {
        let fewer = [&lines[..n], &lines[n + 1..]].concat().join("\n");
        let (status, said) = certified(model, "fewer.states", &fewer);
        assert_eq!((status, said.contains("fails")), (1, true), "{n}: {said}");
        let changed = text.replacen(lines[n], &lines[n].replace("inside = 0", "inside = 7"), 1);
        assert!(changed == text || certified(model, "changed.states", &changed).0 != 0, "{n}");
    }
    let (status, said) = certified(model, "strange.states", &text.replacen("turn", "churn", 1));
    assert_eq!((status, said.contains("line 3: no state of this program")), (2, true), "{said}");
    assert_eq!(certified("models/classic/peterson_wrong.mover", "other.states", &text).0, 2);
}

#[test]
fn no_certificate_is_written_of_what_has_no_end() {
    let path = file("endless.states", "nothing");
    let shown = path.to_string_lossy();
    let output = run(&["check", "models/qrr/figure4.mover", "--certificate", &shown, "--max-states", "2000"]);
    assert_eq!((status(&output), err(&output).contains("no certificate")), (3, true), "{}", err(&output));
    assert_eq!(std::fs::read_to_string(&path).expect("readable"), "nothing");
}

/// What `check --external` says, with a script in the place of the program.
#[cfg(unix)]
fn by_script(name: &str, script: &str, model: &str, more: &[&str]) -> (i32, String) {
    let command = format!("sh {} {{}}", file(name, script).display());
    let output = run(&[&["check", model, "--external", &command], more].concat());
    (status(&output), out(&output) + &err(&output))
}

#[cfg(unix)]
#[test]
fn an_external_program_that_answers_nothing_is_told() {
    for (script, why) in [
        ("echo 0", "says safe, and has written no invariant"),
        ("echo 1; echo b0; echo 01; echo .", "`sh`, which says wrong by what is no execution"),
        ("echo cannot read >&2; exit 7", "exit status: 7) without a line `0` or `1`: cannot read"),
    ] {
        let (status, said) = by_script("none.sh", script, SAFE, &[]);
        assert_eq!((status, said.contains(why)), (3, true), "{script}: {said}");
    }
    let (status, said) = by_script("late.sh", "sleep 20", SAFE, &["--timeout", "0.3"]);
    assert_eq!((status, said.contains("time")), (3, true), "{said}");
    assert!(refused(&["check", SAFE, "--external", "no-such-program {}"]).contains("no such program"));
    assert!(refused(&["check", SAFE, "--external", " "]).contains("names no program"));
    assert!(refused(&["check", SAFE, "--external", "true", "--deadlock"]).contains("--deadlock"));
    assert!(refused(&["check", SAFE, "--external", "true", "--slice", "on"]).contains("--external"));
}

/// Where ABC is installed, under the conventions of the competition.
#[cfg(unix)]
#[test]
fn an_external_program_finds_errors() {
    let Some(abc) = moverlog::symbolic::abc::program() else { return };
    let script = format!(
        "{} -q \"read_aiger $1; fold; orpos; pdr; write_cex -a $1.cex\" >/dev/null\n\
         test -s $1.cex || {{ echo 0; exit 20; }}\n\
         echo 1; echo b0; sed 's/#.*//' $1.cex; echo .; exit 10\n",
        abc.display()
    );
    let (status, said) = by_script("abc.sh", &script, "models/symbolic/publish_early_wrong.mover", &[]);
    assert_eq!((status, said.contains("external on phase")), (1, true), "{said}");
    let (status, said) = by_script("abc.sh", &script, "models/symbolic/turns.mover", &[]);
    assert_eq!((status, said.contains("has written no invariant")), (3, true), "{said}");
}

#[cfg(unix)]
#[test]
fn compare_puts_external_programs_beside_engines() {
    let command = format!("sh {} {{}}", file("beside.sh", "echo 2").display());
    let output = run(&["compare", SAFE, "--engine", "ic3", "--external", &command, "--external", "false", "-q"]);
    let said = out(&output);
    assert_eq!(status(&output), 3, "{said}{}", err(&output));
    for part in ["ic3:phase", "sh:phase", "false:phase", "by sh:phase: `sh`, which does not know", "without a line"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(refused(&["compare", SAFE, "--external", "no-such-program {}"]).contains("no such program"));
    let alone = run(&["compare", SAFE, "--external", &command, "--format", "csv"]);
    assert_eq!((status(&alone), out(&alone).lines().count()), (3, 2), "{}", out(&alone));
}

/// The commands that ask a solver.
const SOLVING: [&[&str]; 5] = [
    &["check", "models/symbolic/turns.mover", "--engine", "ic3"],
    &["check", "models/symbolic/ticket_wrong.mover", "--engine", "bmc"],
    &["check", "models/classic/peterson.mover", "--invariant", "models/classic/peterson.inv"],
    &["compare", "models/symbolic/turns.mover", "--engine", "bmc,ic3"],
    &["tsg", "models/tsg/atom_initialisation.mover", "--symbolic"],
];

#[test]
fn a_solver_that_is_not_built_in_is_named() {
    for words in SOLVING.into_iter().filter(|_| lacks(cfg!(feature = "cadical"))) {
        let said = refused(&[words, &["--solver", "cadical"]].concat());
        assert!(said.contains("cargo build --release --features cadical"), "{said}");
    }
}

#[cfg(feature = "cadical")]
#[test]
fn solvers_say_the_same() {
    for words in SOLVING {
        let [by_default, other] = ["batsat", "cadical"].map(|name| run(&[words, &["--solver", name]].concat()));
        assert_eq!(status(&by_default), status(&other), "{words:?}: {}{}", out(&other), err(&other));
        assert!(status(&other) < 2, "{words:?}");
    }
    let path = file("cadical.cert", "");
    let path = path.to_string_lossy();
    let model = "models/symbolic/turns.mover";
    run(&["check", model, "--engine", "ic3", "--solver", "cadical", "--certificate", &path]);
    for solver in ["batsat", "cadical"] {
        assert_eq!(status(&run(&["certify", model, &path, "--solver", solver])), 0, "{solver}");
    }
    let explored = "models/classic/peterson.mover";
    run(&["check", explored, "--certificate", &path]);
    assert!(refused(&["certify", explored, &path, "--solver", "cadical"]).contains("no effect"));
}

#[test]
fn abc_is_refused_where_it_is_missing() {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_moverlog"));
    let output = command.args(["check", SAFE, "--engine", "abc"]).env("PATH", "").output().expect("it runs");
    assert_eq!((status(&output), err(&output).contains("berkeley-abc")), (2, true), "{}", err(&output));
}

/// Where it is installed.
#[test]
fn abc_says_what_ic3_says() {
    if moverlog::symbolic::abc::program().is_none() {
        return;
    }
    for (model, expected) in [("turns", 0), ("together", 0), ("ticket_wrong", 1), ("publish_early_wrong", 1)] {
        let output = run(&["check", &format!("models/symbolic/{model}.mover"), "--engine", "abc"]);
        assert_eq!(status(&output), expected, "{model}: {}{}", out(&output), err(&output));
    }
    let path = file("abc.cert", "");
    let shown = path.to_string_lossy();
    run(&["check", "models/symbolic/turns.mover", "--engine", "abc", "--certificate", &shown, "-q"]);
    assert_eq!(status(&run(&["certify", "models/symbolic/turns.mover", &shown])), 0);
    let late = run(&["check", "models/symbolic/counter.mover", "--engine", "abc", "--timeout", "0.01"]);
    assert_eq!(status(&late), 3, "{}", out(&late));
}
