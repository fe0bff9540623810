//! Queries: the body of a rule asked as a query has the answers that a rule with that body derives; patterns, places
//! that questions range over, mistakes, sessions, bounds. And what `explain` says beside the first derivation.

use crate::support::command;
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Output;

const FIGURE4: &str = "models/qrr/figure4.mover";
const CALLS: &str = "models/qrr/example2.mover";
const LOCKS: &str = "models/errata/fx05_reentrant.mover";

fn query(words: &[&str]) -> Output {
    command::run(&[&["query"], words].concat())
}

fn out(words: &[&str]) -> String {
    command::out(&query(words))
}

fn refused(model: &str, text: &str) -> String {
    let output = query(&[model, text]);
    assert_eq!(command::status(&output), 2, "{text}");
    command::err(&output)
}

/// The answers as they are written, without their order.
fn rows(words: &[&str]) -> BTreeSet<String> {
    let output = query(&[words, &["--format", "csv", "--limit", "100k"]].concat());
    assert!(command::status(&output) < 2, "{words:?}: {}", command::err(&output));
    command::out(&output).lines().skip(1).map(str::to_string).collect()
}

/// The answers, of which these columns are looked at.
fn projected(words: &[&str], columns: &str) -> BTreeSet<String> {
    let output = query(&[words, &["--format", "json", "--limit", "100k"]].concat());
    let json: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{words:?}: {}", command::err(&output)));
    let row = |row: &Value| columns.split(", ").map(|c| row[c].to_string()).collect::<Vec<_>>().join(" ");
    json["rows"].as_array().expect("rows").iter().map(row).collect()
}

/// A file that adds one rule for a relation `Found` to a ruleset.
fn file(name: &str, ruleset: &str, kinds: &str, rule: &str) -> String {
    let path = format!("{}/{name}.rules", env!("CARGO_TARGET_TMPDIR"));
    let text = format!("include {ruleset};\nrelation Found({kinds});\n{rule};\n");
    std::fs::write(&path, text).expect("it can be written");
    path
}

/// What is asked as a query is what a rule with the same premises derives; questions are asked there by `p`.
#[test]
fn a_query_has_the_answers_of_a_rule() {
    let cases = [
        ("Tid, Node, Node", "t, n, n2", "Sum(t, n, n2), Mark(t, n)", "Sum(t, n, n2), Mark(t, n)"),
        ("Tid, Node", "t, n", "P(t, n, _, true), !Mark(t, n)", "PathEdge(t, n, _, fresh), if fresh, !Mark(t, n)"),
        ("Tid, Node, Node", "t, n, n2", "At(t, s, n), U(t, n, n2)", "At, for n2 in p.u(t, n)"),
        ("Tid, Node", "t, n", "At(t, s, n), !U(t, n, _)", "At, for all n2 in p.u(t, n): false"),
        ("Tid, Node", "t, n", "At(t, s, n), N(t, n)", "At, if p.is_outside(t, n)"),
        ("Tid, Node", "t, n", "At(t, s, n), !N(t, n)", "At, if !p.is_outside(t, n)"),
        ("Tid, Mutex", "t, k", "At(t, s, n), Acquires(t, n, k)", "At, for k in p.acquires(t, n)"),
        ("Tid, Node, Frame", "t, n, f", "At(t, s, n), U+(t, n, _, f)", "At, for (n2, f) in p.u_plus(t, n)"),
        (
            "Tid, Frame, Node",
            "t, f, n2",
            "Wanted(t, n, f), P(t, n, n3, _), U-(t, n3, f, n2)",
            "Wanted(t, n, f), PathEdge(t, n, n3, _), for n2 in p.u_minus(t, n3, f)",
        ),
    ];
    for (i, (kinds, columns, asked, premises)) in cases.into_iter().enumerate() {
        let premises = premises.replace("At,", "Omega(s), for t in p.threads(), let n = p.node(t, s),");
        let asked = asked.replace("At(", "Omega(s), At(");
        let rule = format!("Found({columns}) <-- Prog(p), {premises}");
        let path = file(&format!("rule{i}"), "summaries", kinds, &rule);
        for model in [FIGURE4, CALLS, LOCKS] {
            let of = |text: &str| projected(&[model, text, "--rules", &path], columns);
            pretty_assertions::assert_eq!(of(&asked), of(&format!("Found({columns})")), "`{asked}`, {model}");
        }
    }
    assert!(rows(&[CALLS, "U-(t, n, f, n2)"]).len() > 1 && rows(&[LOCKS, "Acquires(t, n, k)"]).len() > 1);
}

/// A question alone ranges over every place of the fixpoint, whichever relation has it.
#[test]
fn questions_range_over_places() {
    for (model, rules, relations) in [
        (FIGURE4, "summaries", ["PathEdge(t, n, _, _)", "PathEdge(t, _, n, _)", "SumMinus(t, _, _, n)"].as_slice()),
        (CALLS, "reduction", &["Sigma(s), At(t, s, n)"]),
    ] {
        let asked = |text: &str| rows(&[model, text, "--rules", rules, "--max-stack", "6"]);
        let (outside, left, right) = (asked("N(t, n)"), asked("L(t, n)"), asked("R(t, n)"));
        let places: BTreeSet<String> = [&outside, &left, &right].into_iter().flatten().cloned().collect();
        assert_eq!(places.len(), outside.len() + left.len() + right.len(), "each place is in one class");
        for relation in relations {
            let plain = |text: &str| asked(text).iter().map(|row| place(row)).collect::<BTreeSet<_>>();
            let of_relation = plain(relation);
            assert!(of_relation.is_subset(&places.iter().map(|row| place(row)).collect()), "{relation}");
        }
    }
}

/// Thread and node of a row, which may have a state before them.
fn place(row: &str) -> String {
    let quoted = row.strip_suffix('"').unwrap_or(row);
    let (before, node) = quoted.rsplit_once(",\"").expect("a node is quoted");
    format!("{},{node}", before.rsplit(',').next().unwrap_or_default())
}

#[test]
fn words_are_names_and_values() {
    let of = |text: &str| rows(&[FIGURE4, text]);
    let all = of("Sum(t, n, n2)");
    let with = |is: &dyn Fn(&str) -> bool| all.iter().filter(|row| is(row)).cloned().collect::<BTreeSet<_>>();
    let from_m1 = with(&|row| row[1..].starts_with(",\"(M1, "));
    assert_eq!(all.len(), 8);
    assert_eq!(of("Sum(_, _, _)"), all);
    assert_eq!(of("Sum(main, M1 -> *)"), from_m1);
    assert_eq!(of("Sum(t, n -> n2, M1 -> *)"), from_m1);
    assert_eq!(of("Sum(t, n, n2, g'=2)"), with(&|row| row.ends_with("g=2, m=0, -)\"")));
    assert_eq!(of("Sum(2, _, main:end)"), with(&|row| row.starts_with('2') && row.contains("main:end")));
    assert_eq!(of("U(1, L0, L2)").len(), 2);
    assert_eq!(of("U(1, L0, L2)"), of("U(t, n, n2, L0 -> L2, thread=1)"));
    assert_eq!(of("U(1, L0, L2)"), of("U(1, L0 -> L2, r=1)"));
    assert_eq!(out(&[FIGURE4, "agg k = count() in Sum(1, M1, _)"]), "k\n2\n1 answer\n");
    assert_eq!(out(&[FIGURE4, "!Mark(1, L0)"]), "yes\n");
    assert_eq!(out(&[FIGURE4, "!Mark(1, M1)"]), "no answer\n");
}

#[test]
fn what_is_near_is_said() {
    let near = out(&[FIGURE4, "Sum(foo, L0 -> L5)"]);
    let said = command::err(&command::run(&["explain", FIGURE4, "Sum(foo, L0 -> L5)"]));
    assert_eq!(near, said);
    let others: Vec<&str> =
        near.lines().skip(2).map(|l| l.trim_start_matches([' ', '#']).split_once(' ').unwrap().1).collect();
    assert!(others[0].starts_with("SumMinus(1, (L0, r=1, g=0, m=0, +), main:M1 (q=1)"), "{near}");
    assert!(others[1].starts_with("PathEdge(1, (L0, r=1") && others[1].contains("(L5, "), "{near}");
    // What another premise leaves out is no lack of the pattern.
    assert_eq!(out(&[FIGURE4, "Sum(1, n, n2), if n == n2"]), "no answer\n");
}

#[test]
fn mistakes_are_told() {
    for (text, said) in [
        ("Som(t, n)", "no relation and no question `Som`"),
        ("N(1, L00)", "no location `L00`; did you mean `L0`?"),
        ("N(3, n)", "no thread `3`"),
        ("Sum(t, n)", "its 3 columns are Tid, Node, Node"),
        ("Set(s, t, n, s2)", "nothing before this binds what `Set` is asked of"),
        ("!N(t, n)", "nothing before this binds what `N` is asked of"),
        ("Mark(t, n), !U(t, n, L5)", "in a question with `!` there are variables, numbers and `_` alone"),
        ("Mark(t, n), !Top(t, s, f)", "nothing before this binds"),
        ("Mark(t, n), N(n, t)", "`n` is a Node where a Tid is expected"),
        ("Mark(t, n), if p.is_lft(t, n)", "did you mean `is_left`?"),
        ("Mark(t, n) Sum(t, n, n2)", "expected `,` or the end"),
        ("agg k = count() in N(t, n)", "of which no facts are counted"),
        ("near!(n)", "no macro `near`"),
        ("", "expected a name"),
    ] {
        let found = refused(FIGURE4, text);
        assert!(found.contains(said), "{text}: {found}");
    }
}

/// A session answers each line as a command does; a line that is wrong does not end it.
#[test]
fn sessions_take_one_query_after_the_other() {
    let (a, b) = ("Sum(main, M1 -> _)", "Mark(t, n), if p.is_left(t, n)");
    let lines = format!("{a}\n\n// a remark\n{b}\nU(1, L0, n)\nquit\nSum(t, n, n2)\n");
    let session = command::fed(&["query", FIGURE4, "-i"], &lines);
    assert_eq!(command::out(&session), out(&[FIGURE4, a]) + &out(&[FIGURE4, b]) + &out(&[FIGURE4, "U(1, L0, n)"]));
    assert_eq!(command::status(&session), 0);
    let session = command::fed(&["query", FIGURE4, a, "-i"], &format!("Som(t)\n{b}\n"));
    assert_eq!(command::out(&session), out(&[FIGURE4, a]) + &out(&[FIGURE4, b]));
    assert!(command::err(&session).contains("no relation and no question `Som`"));
    assert_eq!(command::status(&session), 2);
}

#[test]
fn bounds_and_limits_are_told() {
    let cut = query(&[FIGURE4, "Sigma(s), N(1, n), At(1, s, n)", "--rules", "reduction", "--max-stack", "2"]);
    assert_eq!(command::status(&cut), 3);
    assert_eq!(command::status(&query(&[FIGURE4, "Sigma(s)", "--rules", "reduction", "--max-states", "5"])), 3);
    let some = out(&[FIGURE4, "Sum(t, n, n2)", "--limit", "3"]);
    assert!(some.ends_with("8 answers, of which 3 are shown: `--limit` says how many\n") && some.lines().count() == 5);
    let json: Value =
        serde_json::from_str(&out(&[FIGURE4, "Sum(t, n, n2)", "--limit", "3", "--format", "json"])).unwrap();
    assert_eq!((&json["schema"], &json["total"], json["rows"].as_array().unwrap().len()), (&1.into(), &8.into(), 3));
    assert_eq!(json["columns"][1], serde_json::json!({"name": "n", "kind": "Node"}));
}

fn explained(words: &[&str]) -> String {
    let output = command::run(&[&["explain"], words].concat());
    assert_eq!(command::status(&output), 0, "{words:?}: {}", command::err(&output));
    command::out(&output)
}

/// Each derivation that is asked for is unfolded, no deeper than asked.
#[test]
fn derivations_are_unfolded() {
    let model = "models/cpc/figure3.mover";
    let words = [model, "wrong", "--rules", "reduction"];
    let (first, named) = (explained(&words), explained(&[words.as_slice(), &["--all"]].concat()));
    assert!(named.starts_with(&first) && named.matches("\nalso by (STEP), 2 of 2\n").count() == 1);
    let all = explained(&[words.as_slice(), &["--all", "2"]].concat());
    let other = all.strip_prefix(&first).expect("the first derivation is as ever");
    let facts = |text: &str| text.lines().filter(|l| l.trim_start().starts_with('#')).count();
    assert!(!named.contains("\n    see #22\n") && other.contains("\n    see #22\n"), "{other}");
    assert!(other.lines().all(|l| !l.starts_with("          ")), "{other}");
    assert_eq!(explained(&[words.as_slice(), &["--all", "1"]].concat()), first);
    let shallow = explained(&[words.as_slice(), &["--depth", "1"]].concat());
    assert!(facts(&shallow) == 2 && shallow.trim_end().ends_with("..."), "{shallow}");
}

/// The rules that answer questions stand under the answers, with the program's own answers at the end.
#[test]
fn answers_are_traced() {
    let deep = explained(&["models/cpc/figure3.mover", "#1", "--rules", "reduction", "--deep"]);
    let after = |line: &str| {
        let lines: Vec<&str> = deep.lines().collect();
        let at = lines.iter().position(|l| l.contains(line)).unwrap_or_else(|| panic!("{line}: {deep}"));
        let depth = lines[at].len() - lines[at].trim_start().len();
        let below = lines[at + 1..].iter().take_while(|l| l.len() - l.trim_start().len() > depth);
        below.map(|l| l.trim_start().to_string()).collect::<Vec<_>>()
    };
    let step = after("mover R  (U)");
    assert!(step.iter().any(|l| l.starts_with("- T(1, ")) && step.iter().any(|l| l.starts_with("- RM(1, ")), "{deep}");
    let outside = after("- N(2, (M0, m=0, x=0, y=0, +))  (N)");
    assert!(outside.iter().any(|l| l.starts_with("- not R(2, ") && l.ends_with("(R)")), "{deep}");
    assert!(outside.iter().any(|l| l.starts_with("- Starts(2, ")), "{deep}");
    let plain = explained(&["models/cpc/figure3.mover", "#1", "--rules", "reduction"]);
    let kept = deep.lines().filter(|l| !l.trim_start().starts_with("- ") || l.ends_with("(U)") || l.ends_with("(N)"));
    assert_eq!(kept.count(), plain.lines().count());
}
