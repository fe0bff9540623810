//! What rules ask of a program, as relations with the papers' names.

use super::{Role, Rows, Table, columns};
use crate::derivation::{Answered, Answering, Rules};
use crate::dynamic::Exploration;
use crate::exploration::Instance;
use moverlog_rules::{Instrumented, Kind, Node, Program, Question, State, Tid};
use std::collections::BTreeSet;

/// The tables of [`places`].
pub(super) const PLACES: [&str; 4] = ["At", "N", "L", "R"];

/// A table for each question that the rules ask, with what was asked and answered.
pub(super) fn answers(rules: &Rules, answered: &Answered) -> Vec<Table> {
    let asked = rules.questions().into_iter().filter(|q| is_noted(*q));
    asked.map(|q| table(q.relation(), &q.columns(), q.says(), answered.rows(q))).collect()
}

/// Whether its table is what was answered; [`places`] has all of some, and how a run is watched is no input.
fn is_noted(question: Question) -> bool {
    use Question::*;
    match question {
        At | N | L | R | GoesOn => false,
        Initial | Thread | Caller | U | UPlus | UMinus | Returns | Enabled | OthersOutside => true,
        T | TPlus | TMinus | RM | LM | PreCommit | InPhase | StartsPreCommit | ForgetsOutside | Restarts => true,
        Starts | LFS | Chosen | EndedAt | Ended => true,
        Alpha | Mz | Holds | Intrudes | Acquires | Releases | Unheld | HoldsLocks | Kept => true,
        Steps | Top | OnStack | Set | Push | Pop => true,
    }
}

fn table(name: &str, kinds: &[Kind], says: &str, rows: Vec<Vec<u32>>) -> Table {
    let rows = Rows::Atoms(rows);
    Table { name: name.into(), role: Role::Input, columns: columns(kinds), says: says.into(), rows }
}

/// Where the threads are in every state, and the partition of every place that `tables` name: all of it, so
/// that a premise may be negated.
pub(super) fn places((instance, by): (&Instance<'_>, &Answering<'_>), tables: &[Table]) -> Vec<Table> {
    let states = (0..instance.state_count() as u32).map(State);
    let at: Vec<(Tid, State)> = states.flat_map(|s| instance.semantics.tids().map(move |t| (t, s))).collect();
    let at: Vec<Vec<u32>> = at.into_iter().map(|(t, s)| vec![t.0, s.0, instance.node(t, s).0]).collect();
    let mut known: BTreeSet<(u32, u32)> = at.iter().map(|row| (row[0], row[2])).collect();
    tables.iter().for_each(|table| known.extend(places_in(table)));
    let class = |holds: &dyn Fn(Tid, Node) -> bool| {
        let rows = known.iter().filter(|(t, n)| holds(Tid(*t), Node(*n)));
        rows.map(|(t, n)| vec![*t, *n]).collect::<Vec<_>>()
    };
    let outside = |t: Tid, n: Node| by.is_outside(t, n);
    let left = |t: Tid, n: Node| by.is_left(t, n);
    let of = |q: Question, rows| table(q.relation(), &q.columns(), q.says(), rows);
    let right = |t: Tid, n: Node| by.is_right(t, n);
    vec![
        of(Question::At, at),
        of(Question::N, class(&outside)),
        of(Question::L, class(&left)),
        of(Question::R, class(&right)),
    ]
}

/// The same of blocks: where the threads are in every state, and the external nodes that `tables` name.
pub(super) fn standing(exploration: &Exploration<'_>, tables: &[Table]) -> (Table, Table) {
    let states = (0..exploration.state_count() as u32).map(State);
    let threads = || exploration.analysis.semantics.tids();
    let node = |(t, s): (Tid, State)| vec![t.0, s.0, exploration.node(t, s).0];
    let at: Vec<Vec<u32>> = states.flat_map(|s| threads().map(move |t| (t, s))).map(node).collect();
    let mut known: BTreeSet<(u32, u32)> = at.iter().map(|row| (row[0], row[2])).collect();
    tables.iter().for_each(|table| known.extend(places_in(table)));
    let outside = known.iter().filter(|(t, n)| Instrumented::is_outside(exploration, Tid(*t), Node(*n)));
    let outside = outside.map(|(t, n)| vec![*t, *n]).collect();
    let of = |q: Question, rows| table(q.relation(), &q.columns(), q.says(), rows);
    (of(Question::At, at), of(Question::N, outside))
}

/// Each thread of a row with each node of it.
fn places_in(table: &Table) -> Vec<(u32, u32)> {
    let Rows::Atoms(rows) = &table.rows else { return vec![] };
    let tid = table.columns.iter().position(|(_, k)| *k == Kind::Tid);
    let Some(t) = tid else { return vec![] };
    let nodes: Vec<usize> = (0..table.columns.len()).filter(|i| table.columns[*i].1 == Kind::Node).collect();
    rows.iter().flat_map(|row| nodes.iter().map(move |n| (row[t], row[*n]))).collect()
}
