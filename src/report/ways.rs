//! What made a check cheaper, and its counts other than those of the rules alone.

use super::story::thread_name;
use super::{Checked, count};
use crate::driver::Outcome;
use moverlog_rules::Tid;
use serde_json::{Value, json};

/// A line for each.
pub(super) fn ways_text(c: &Checked<'_>) -> String {
    let groups = groups(c.outcome);
    if groups.is_empty() {
        return String::new();
    }
    let names = |g: &Vec<Tid>| g.iter().map(|t| thread_name(c.program, *t)).collect::<Vec<_>>().join(", ");
    let (n, shown) =
        (count(groups.len(), "group"), groups.iter().take(SHOWN).map(names).collect::<Vec<_>>().join("; "));
    let more = if groups.len() > SHOWN { "; .." } else { "" };
    format!("groups: {n} of threads that do not notice each other, explored one by one: {shown}{more}\n")
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
