//! Mistakes that newcomers make: of each the first message says the place, the cause and what to do.
//!
//! `tests/mistakes/NAME.mover` has nothing but the mistake, `NAME.expect` all that is said of it (`UPDATE_EXPECT=1`
//! rewrites it); the table below is written by hand.

use crate::support::command::{self, fed, run};
use crate::support::expect::differs;
use std::path::PathBuf;

/// A mistake, the place of its first message, and what that message and its advice say.
type Mistake = (&'static str, &'static str, &'static str, &'static str);

const MISTAKES: [Mistake; 53] = [
    ("assignment_as_condition", "2:18", "found `=`", "did you mean `==`?"),
    ("call_in_expression", "3:20", "a call inside an expression", "a call is a statement of its own"),
    ("deep_parentheses", "2:320", "expected `)`", "add `)`"),
    ("empty", "1:1", "the model is empty", "a counter under a mutex"),
    ("en_dash", "2:18", "unknown character `–`", "write `-`"),
    ("float", "1:11", "`1.5` is not an integer", "numbers are integers"),
    ("fork_and_join", "4:5", "unknown variable `t`", "declare it: `int t = 0;`"),
    ("if_without_parentheses", "2:15", "expected `(` after `if`", "write `if (e)`"),
    ("include", "1:1", "unknown character `#`", "there is no preprocessor"),
    ("label_twice", "4:1", "the label `A` is used twice", "rename one"),
    ("lock_without_parentheses", "3:20", "expected `(` after `acquire`", "write `acquire(m);`"),
    ("missing_semicolon", "3:27", "missing `;`", "add `;`"),
    ("misspelled_acquire", "3:12", "unknown procedure `aquire`", "did you mean `acquire`?"),
    ("mutex_as_number", "1:5", "`m` is not a mutex", "declare it as `mutex m;`"),
    ("name_beyond_ascii", "1:5", "`zähler` cannot be a name", "the letters a to z"),
    ("no_return", "2:22", "`f` may end without a `return`", "write `return 0;`"),
    ("no_threads", "2:24", "the model has no threads", "`P = { main() } || { main() }`"),
    ("number_as_condition", "2:19", "expected a `bool`, found an `int`", "compare it: `x != 0`"),
    ("number_too_large", "1:9", "does not fit in 32 bits", "write a number of that range"),
    ("procedure_twice", "3:6", "`T` is declared twice", "rename or remove one"),
    ("promela", "2:1", "this is Promela", "docs/language.md has the language"),
    ("pthread_names", "3:12", "there is no `pthread_mutex_lock`", "write `acquire(m);`"),
    ("single_bar", "3:13", "expected `||` between threads", "write `||`"),
    ("struct", "1:1", "there is no `struct`", "declare one variable or array for each field"),
    ("tabs", "4:3", "unknown variable `y`", "declare it: `int y = 0;`"),
    ("tla", "1:6", "this is TLA+ or PlusCal", "docs/language.md has the language"),
    ("too_few_arguments", "3:12", "`add` takes 2 arguments, 1 given", "`add(int a, int b)`"),
    ("too_many_threads", "3:1", "more than 64 threads", "start fewer"),
    ("two_dimensions", "1:12", "arrays have one dimension", "declare `a[N * M]`"),
    ("type_behind_name", "1:7", "a type after the name", "the type stands first: `int[0..3] x;`"),
    ("unclosed_brace", "6:1", "`P = ..` begins inside a procedure", "add the missing `}`"),
    ("undeclared_variable", "2:12", "unknown variable `cuont`", "did you mean `count`?"),
    ("unknown_thread", "3:23", "unknown procedure `wroker`", "did you mean `worker`?"),
    ("volatile_and_for", "1:1", "there is no `volatile`", "leave it out"),
    ("assert_with_text", "2:25", "expected `)`, found `,`", "leave the text out"),
    ("await", "2:12", "there is no `await`", "`assume(e);` waits until a condition holds"),
    ("await_call", "2:12", "unknown procedure `await`", "`assume(e);` waits until a condition holds"),
    ("claim_behind", "2:16", "expected `;`, found `@`", "stands before its statement: `@right x++;`"),
    ("claim_in_capitals", "2:13", "found `Right`", "did you mean `@right`?"),
    ("equals_apart", "2:18", "found `=`", "write `==`, without a blank between"),
    ("equals_apart_as_statement", "2:16", "found `=`", "to compare, write `==`"),
    ("lock_block", "2:12", "`lock` is no statement that has a body", "`acquire(m);` before and `release(m);` after"),
    ("negated_number", "2:20", "expected a `bool`, found an `int`", "write `x == 0` in place of `!x`"),
    ("plus_behind_equals", "2:15", "found `+`", "write `x += 1;`"),
    ("synchronized", "2:12", "`synchronized` is no statement", "`acquire(m);` before and `release(m);` after"),
    ("thread_block", "2:1", "a thread is started by `spawn`", "a thread runs a procedure: `void T() { .. }`"),
    ("thread_procedure", "2:1", "a thread is started by `spawn`", "a thread runs a procedure: `void T() { .. }`"),
    ("thread_without_call", "3:9", "expected `(`, found `}`", "a thread is a call: `T()`"),
    ("with_block", "2:12", "`with` is no statement", "`acquire(m);` before and `release(m);` after"),
    // Of these there is no place in the text, or none is wrong.
    ("binary", "", "cannot read", "name a file of text"),
    ("release_without_acquire", "", "never move: blocked for ever at T:3 (line 3)", "its own thread has acquired it"),
    ("return_on_two_lines", "", "safe: no thread goes wrong", ""),
    ("windows_line_ends", "", "safe: no thread goes wrong", ""),
];

fn said(name: &str) -> String {
    let output = run(&["check", &format!("tests/mistakes/{name}.mover")]);
    let said = command::err(&output) + &command::out(&output);
    let line = |l: &str| match l.strip_suffix(" s") {
        Some(rest) => format!("{} s\n", rest.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.')),
        None => format!("{l}\n"),
    };
    said.lines().map(line).collect()
}

/// The first message, up to the blank line behind it.
fn first(said: &str) -> &str {
    said.split("\n\n").next().unwrap_or_default()
}

#[test]
fn first_messages_say_place_cause_and_what_to_do() {
    for (name, place, cause, advice) in MISTAKES {
        let said = said(name);
        let first = first(&said);
        for part in [cause, advice] {
            assert!(first.contains(part), "{name}: {part}\n{said}");
        }
        let place = if place.is_empty() { String::new() } else { format!("tests/mistakes/{name}.mover:{place} ") };
        assert!(first.contains(&place), "{name}: {place}\n{said}");
    }
}

#[test]
fn messages_are_as_expected() {
    let file = |name: &str| PathBuf::from("tests/mistakes").join(format!("{name}.expect"));
    let differences: Vec<String> = MISTAKES.iter().filter_map(|(name, ..)| differs(file(name), &said(name))).collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn every_mistake_is_in_the_table() {
    let files = std::fs::read_dir("tests/mistakes").unwrap().map(|e| e.unwrap().path());
    let models = files.filter(|p| p.extension().is_some_and(|e| e == "mover"));
    let mut names: Vec<String> = models.map(|p| p.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    let mut known: Vec<&str> = MISTAKES.iter().map(|(name, ..)| *name).collect();
    names.sort();
    known.sort();
    assert_eq!(names, known);
}

#[test]
fn ill_formed_models_have_no_verdict() {
    for (name, place, cause, _) in MISTAKES {
        let status = command::status(&run(&["check", &format!("tests/mistakes/{name}.mover"), "--quiet"]));
        let expected = match name {
            "no_return" => 1,
            "release_without_acquire" | "return_on_two_lines" | "windows_line_ends" => 0,
            _ => 2,
        };
        assert_eq!(status, expected, "{name} {place} {cause}");
    }
}

#[test]
fn what_is_no_file_of_text_is_told() {
    let said = |words: &[&str]| command::err(&run(words));
    let folder = said(&["check", "models"]);
    assert!(folder.contains("cannot read `models`") && folder.contains("name one of its files"), "{folder}");
    let missing = said(&["check", "models/no_such.mover"]);
    assert!(missing.contains("cannot read `models/no_such.mover`"), "{missing}");
    let typed = command::err(&fed(&["check", "-"], "int x = 0;\nvoid T() { x = 1 }\nP = { T() }\n"));
    assert!(typed.contains("<stdin>:2:17 ") && typed.contains("missing `;`"), "{typed}");
}

#[test]
fn a_byte_order_mark_is_nothing() {
    let output = fed(&["check", "-"], "\u{FEFF}int x = 0;\nvoid T() { x = 1; assert(x == 1); }\nP = { T() }\n");
    assert_eq!((command::status(&output), command::err(&output)), (0, String::new()));
}
