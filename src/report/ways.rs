//! What made a check cheaper, and its counts other than those of the rules alone.

use super::story::thread_name;
use super::{Checked, count};
use crate::acceleration::Counting;
use crate::driver::Outcome;
use crate::ir::{self, Cell, Program};
use crate::spinlocks::Spinlock;
use moverlog_rules::Tid;
use serde_json::{Value, json};

/// A line for each.
pub(super) fn ways_text(c: &Checked<'_>) -> String {
    let ways = [groups_text(c), symmetry_text(c), super::slice::slice_text(c.outcome), spinlocks_text(c.outcome)];
    ways.concat() + &accelerated_text(c) + &uncounted_text(c) + names_text(c.outcome) + orders_text(c.program)
}

/// The loops that took all of their rounds at once.
fn accelerated_text(c: &Checked<'_>) -> String {
    let said = |l: &Counting| {
        let adds: Vec<String> =
            l.adds.iter().map(|(cell, by)| format!("{by} to {}", c.program.cell_name(*cell))).collect();
        let (at, limit) = (&c.program.location(l.head).name, l.limit);
        let what = if adds.is_empty() { "does nothing else".into() } else { format!("adds {}", adds.join(" and ")) };
        format!("{at} goes round up to {limit} times at once, and {what}")
    };
    let all: Vec<String> = c.outcome.accelerated.iter().map(said).collect();
    if all.is_empty() { String::new() } else { format!("  acceleration: {}\n", all.join("; ")) }
}

/// The loops that went round any number of times.
fn uncounted_text(c: &Checked<'_>) -> String {
    let all = uncounted(c);
    match all.len() {
        0 => String::new(),
        1 => format!("  loops: {} goes round any number of times\n", all[0]),
        _ => format!("  loops: {} go round any number of times\n", all.join(", ")),
    }
}

/// The same as a list; null if there are none.
pub(super) fn uncounted_json(c: &Checked<'_>) -> Value {
    let all = uncounted(c);
    if all.is_empty() { Value::Null } else { all.into() }
}

/// Where it is decided whether these go on.
fn uncounted(c: &Checked<'_>) -> Vec<String> {
    let mut all: Vec<String> = c.outcome.uncounted.iter().map(|at| c.program.location(*at).name.clone()).collect();
    all.dedup();
    all
}

/// The same as objects; null if there are none.
pub(super) fn accelerated_json(c: &Checked<'_>) -> Value {
    let add = |(cell, by): &(Cell, ir::Value)| json!({"variable": c.program.cell_name(*cell), "by": by});
    let said = |l: &Counting| {
        let adds: Vec<Value> = l.adds.iter().map(add).collect();
        json!({"location": c.program.location(l.head).name, "limit": l.limit, "adds": adds})
    };
    let all = &c.outcome.accelerated;
    if all.is_empty() { Value::Null } else { all.iter().map(said).collect() }
}

/// Memory orders that say less than what is checked.
fn orders_text(program: &Program) -> &'static str {
    if program.strengthens_orders { "  memory: weaker memory orders are taken for memory_order_seq_cst\n" } else { "" }
}

/// The same as the order that all are taken for; null if none is weaker.
pub(super) fn orders_json(program: &Program) -> Value {
    if program.strengthens_orders { "memory_order_seq_cst".into() } else { Value::Null }
}

/// The numbers that were taken for mutexes.
fn spinlocks_text(o: &Outcome) -> String {
    let held = |l: &Spinlock| l.held.map_or("the thread's id".into(), |held| held.to_string());
    let said = |l: &Spinlock| format!("{} is a lock ({} free, {} held)", l.name, l.free, held(l));
    let all: Vec<String> = o.spinlocks.iter().map(said).collect();
    if all.is_empty() { String::new() } else { format!("  spinlocks: {}\n", all.join("; ")) }
}

/// Whether values from outside were taken for names.
fn names_text(o: &Outcome) -> &'static str {
    if o.names { "  inputs: only whether two of them are the same one matters\n" } else { "" }
}

/// The same as objects; null if there are none.
pub(super) fn spinlocks_json(o: &Outcome) -> Value {
    let said = |l: &Spinlock| json!({"name": l.name, "free": l.free, "held": l.held});
    if o.spinlocks.is_empty() { Value::Null } else { o.spinlocks.iter().map(said).collect() }
}

/// Which threads were taken for one another, or why none were.
fn symmetry_text(c: &Checked<'_>) -> String {
    if c.program.interchangeable.is_empty() {
        return String::new();
    }
    if let Some(why) = c.engine.tells_threads_apart() {
        return format!("  symmetry: not used by `{}`: {why}\n", c.engine.name());
    }
    let groups: Vec<String> = c.outcome.interchangeable.iter().map(|group| alike(c.program, group)).collect();
    format!("  symmetry: {} are interchangeable\n", groups.join(", "))
}

/// `3 threads of worker`.
fn alike(program: &Program, group: &[Tid]) -> String {
    let thread = &program.threads[group[0].0 as usize - 1];
    format!("{} of {}", count(group.len(), "thread"), program.procedures[thread.procedure as usize].name)
}

/// The interchangeable threads, group by group; null if none were taken for one another.
pub(super) fn symmetry_json(o: &Outcome) -> Value {
    let numbers = |g: &Vec<Tid>| g.iter().map(|t| t.0).collect::<Vec<_>>();
    let groups: Vec<_> = o.interchangeable.iter().map(numbers).collect();
    if groups.is_empty() { Value::Null } else { json!(groups) }
}

fn groups_text(c: &Checked<'_>) -> String {
    let groups = groups(c.outcome);
    if groups.is_empty() {
        return String::new();
    }
    let names = |g: &Vec<Tid>| g.iter().map(|t| thread_name(c.program, *t)).collect::<Vec<_>>().join(", ");
    let (n, shown) =
        (count(groups.len(), "group"), groups.iter().take(SHOWN).map(names).collect::<Vec<_>>().join("; "));
    let more = if groups.len() > SHOWN { "; .." } else { "" };
    format!("  groups: {n} of threads that do not notice each other, explored one by one: {shown}{more}\n")
}

/// So many groups are named.
const SHOWN: usize = 4;

/// The threads of each group; null if they were not explored one by one.
pub(super) fn groups_json(o: &Outcome) -> Value {
    let numbers = |g: Vec<Tid>| g.iter().map(|t| t.0).collect::<Vec<_>>();
    let groups: Vec<_> = groups(o).into_iter().map(numbers).collect();
    if groups.is_empty() { Value::Null } else { json!(groups) }
}

fn groups(o: &Outcome) -> Vec<Vec<Tid>> {
    let threads = || (1..).map(Tid).zip(&o.groups);
    let of = |first: Tid| threads().filter(|(_, g)| **g == first).map(|(t, _)| t).collect();
    threads().filter(|(t, g)| t == *g).map(|(t, _)| of(t)).collect()
}
