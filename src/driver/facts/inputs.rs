//! What rules ask of a program, as relations with the papers' names.

use super::{Role, Rows, Table, columns};
use crate::derivation::{Answered, Rules, columns_of};
use crate::exploration::Instance;
use moverlog_rules::{Node, Program, State, Tid};
use std::collections::BTreeSet;

/// How the answers to a question are called, and what a row says.
const QUESTIONS: [(&str, &str, &str); 16] = [
    ("initial", "Initial", "the state (g0, ls0, ss0)"),
    ("threads", "Thread", "Tid = 1..=n"),
    ("u", "U", "U(t, g, l, g', l'): thread t steps from n = (g, l) to n2 = (g', l')"),
    ("u_plus", "UPlus", "U+(t, g, l, g', l', f): thread t steps from n to n2 and pushes f"),
    ("u_minus", "UMinus", "U-(t, g, l, f, g', l'): thread t steps from n to n2 and pops f"),
    ("returns", "Returns", "thread t returns from its procedure at n"),
    ("is_enabled", "Enabled", "thread t can make a step at n"),
    ("others_outside", "OthersOutside", "for all u != t. N(u, g, ls(u)), in state s"),
    ("top", "Top", "in state s, f is the newest frame on the stack of t: ss(t) = s'.f"),
    ("frames", "OnStack", "in state s, f is on the stack of t"),
    ("unheld", "Unheld", "at n, t accesses z without holding m, which is in Mz"),
    ("holds_locks", "HoldsLocks", "at n, t holds every lock of what it accesses"),
    ("kept", "Kept", "a run before this one has reached s"),
    ("set", "Set", "s2 is s with t at n: (g', ls[t := l'], ss)"),
    ("push", "Push", "s2 is s with t at n and f pushed: (g', ls[t := l'], ss[t := ss(t).f])"),
    ("pop", "Pop", "s2 is s with t at n and one frame popped: (g', ls[t := l'], ss[t := s'])"),
];

/// The tables of [`places`].
pub(super) const PLACES: [&str; 4] = ["At", "N", "L", "R"];

/// A table for each question that the rules ask, with what was asked and answered.
pub(super) fn answers(rules: &Rules, answered: &Answered) -> Vec<Table> {
    let asked = rules.questions();
    let table = |(question, name, says): &(&str, &str, &str)| {
        let types = columns_of(question).expect("the question is known");
        let rows = Rows::Atoms(answered.rows(question));
        Table { name: name.to_string(), role: Role::Input, columns: columns(&types), says: says.to_string(), rows }
    };
    QUESTIONS.iter().filter(|(question, ..)| asked.contains(question)).map(table).collect()
}

/// Where the threads are in every state, and the partition of every place that `tables` name: all of it, so
/// that a premise may be negated.
pub(super) fn places(instance: &Instance<'_>, tables: &[Table]) -> Vec<Table> {
    let states = (0..instance.state_count() as u32).map(State);
    let at: Vec<(Tid, State)> = states.flat_map(|s| instance.semantics.tids().map(move |t| (t, s))).collect();
    let at: Vec<Vec<u32>> = at.into_iter().map(|(t, s)| vec![t.0, s.0, instance.node(t, s).0]).collect();
    let mut known: BTreeSet<(u32, u32)> = at.iter().map(|row| (row[0], row[2])).collect();
    tables.iter().for_each(|table| known.extend(places_in(table)));
    let class = |holds: &dyn Fn(Tid, Node) -> bool| {
        let rows = known.iter().filter(|(t, n)| holds(Tid(*t), Node(*n)));
        rows.map(|(t, n)| vec![*t, *n]).collect::<Vec<_>>()
    };
    let outside = |t: Tid, n: Node| instance.is_outside(t, n);
    let left = |t: Tid, n: Node| instance.is_left(t, n);
    let rows = [at, class(&outside), class(&left), class(&|t, n| !outside(t, n) && !left(t, n))];
    let says = [
        "n = (g, ls(t)) in state s",
        "at n, t is outside any transaction",
        "at n, t is in the post-commit part of a transaction",
        "at n, t is in the pre-commit part of a transaction",
    ];
    let table = |((name, says), rows): ((&str, &str), Vec<Vec<u32>>)| {
        let types: &[&str] = if name == "At" { &["Tid", "State", "Node"] } else { &["Tid", "Node"] };
        let rows = Rows::Atoms(rows);
        Table { name: name.into(), role: Role::Input, columns: columns(types), says: says.into(), rows }
    };
    PLACES.into_iter().zip(says).zip(rows).map(table).collect()
}

/// Each thread of a row with each node of it.
fn places_in(table: &Table) -> Vec<(u32, u32)> {
    let Rows::Atoms(rows) = &table.rows else { return vec![] };
    let of = |domain: &str| table.columns.iter().position(|(_, d)| *d == domain);
    let Some(t) = of("Tid") else { return vec![] };
    let nodes: Vec<usize> = (0..table.columns.len()).filter(|i| table.columns[*i].1 == "Node").collect();
    rows.iter().flat_map(|row| nodes.iter().map(move |n| (row[t], row[*n]))).collect()
}
