//! CPC 4: what is proved of the table of a finished search, and Theorem 7.

use super::qrr::{given, lost};
use super::shown::{Breach, World};
use super::trial::{Theorem, Trial, Tried};
use super::world::Explored;
use super::{Ground, Statement, Theorems};
use crate::control::Control;
use crate::driver::Engine;
use crate::exploration::Instance;
use crate::search::{Table, audit};
use moverlog_rules::{Solution, State, Tid};

pub(super) const STATEMENTS: &[Statement] = &[
    ("CPC Lemma 4", "from a post-commit state with CPC, left movers lead to one in which all threads are scheduled"),
    ("CPC Theorem 6", "so they do from a post-commit state to which no right mover led"),
    ("CPC Theorem 7", "a thread that goes wrong in some interleaving does so in the search"),
];

pub(super) fn tried(
    ground: &Ground<'_>,
    engine: Option<Engine<'_>>,
    control: &Control<'_>,
    found: &mut Theorems,
) -> Option<Vec<Tried>> {
    let Engine::Search(search) = engine.or(Engine::named("cpc"))? else { return None };
    control.begin(true);
    let instance = Instance::new(ground.semantics, ground.movers, given(ground, None).partition, control);
    let table = search.run(&instance);
    found.explored(search.name, &instance);
    if control.hit().is_some() {
        return None;
    }
    let says = "{t} goes wrong in this execution, and in no state of the search";
    let lost = lost(ground, &instance, says).shown(&ground.plain(control));
    let mut tried = audited(instance, &table);
    tried.push(lost);
    Some(tried)
}

/// Lemma 4 and Theorem 6 of any search, also one of whoever writes a strategy.
pub fn search_theorems(instance: Instance<'_>, table: &Table) -> Vec<Theorem> {
    let tried = audited(instance, table);
    STATEMENTS.iter().zip(tried).map(|((name, statement), t)| Theorem { name, statement, tried: Some(t) }).collect()
}

fn audited(instance: Instance<'_>, table: &Table) -> Vec<Tried> {
    let found = audit(&instance, table);
    let world = Explored { instance, answers: None, solution: Solution::default() };
    let says = "{t} is post-commit, and no left movers of the states on the way lead to one in which all are scheduled";
    let contradicted = [(found.lemma4, found.tried[0]), (found.theorem6, found.tried[1])];
    contradicted.map(|(states, count)| tally(&world, (states, count), says)).into()
}

fn tally(world: &Explored<'_>, (states, count): (Vec<State>, usize), says: &'static str) -> Tried {
    let mut trial = Trial::new("post-commit states");
    for i in 0..count {
        trial.tried(i >= states.len(), || {
            let t = world.instance.path(states[i]).last().map_or(Tid(1), |(_, t)| *t);
            Breach::of(states[i].0 as usize, t, says)
        });
    }
    trial.shown(world as &dyn World)
}
