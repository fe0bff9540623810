//! QRR 4 and 5: Ruleset 1 against every interleaving, Rulesets 2 and 3 against Ruleset 1.

use super::shown::Breach;
use super::system::System;
use super::trial::{Trial, Tried};
use super::world::{Explored, Given, all_phased, phased};
use super::{Ground, Statement, Theorems, wrong};
use crate::control::Control;
use crate::driver::Engine;
use crate::exploration::Instance;
use crate::movers::Class;
use moverlog_rules::{Node, Program, State, Tid};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

pub(super) const STATEMENTS: &[Statement] = &[
    ("QRR Lemma 1", "a thread that goes wrong in Sigma does so in a state of Sigma in which all threads are in N"),
    ("QRR Lemma 2", "a state of Sigma in which all threads are in N is in Omega"),
    ("QRR Lemma 3", "where a thread is not in N in a state of Sigma, a path edge leads to its node"),
    ("QRR Lemma 4", "where C3' holds, C3 does: from a state of Sigma in L(t), t alone reaches N(t)"),
    ("QRR Theorem 1", "where C3 holds, a thread that goes wrong in some interleaving does so in Sigma"),
    ("QRR Theorem 2", "where C3' holds, a thread that goes wrong in some interleaving does so in Omega"),
];

/// Rulesets 1, and 2 with 3: an engine may stand for either.
fn rulesets<'e>(engine: Option<Engine<'e>>) -> [Engine<'e>; 2] {
    let named = |name| Engine::named(name).expect("it is listed");
    match engine {
        Some(e) if e.summarizes() => [named("reduction"), e],
        Some(e) => [e, named("summaries")],
        None => [named("reduction"), named("summaries")],
    }
}

pub(super) fn tried(
    ground: &Ground<'_>,
    engine: Option<Engine<'_>>,
    control: &Control<'_>,
    found: &mut Theorems,
) -> Option<Vec<Tried>> {
    let [one, two] = rulesets(engine);
    // C3' by itself: that C3 follows is Lemma 4.
    let begun = given(ground, engine);
    let begun = if engine.is_some_and(|e| !e.summarizes()) { begun.settled(one, control) } else { begun };
    let given = begun.settled(two, control);
    found.lfs.extend(&given.partition.lfs);
    let sigma = given.clone().explored(one, control);
    let omega = given.explored(two, control);
    found.explored(one.name(), &sigma.instance);
    found.explored(two.name(), &omega.instance);
    (control.hit().is_none()).then(|| all(ground, &sigma, &omega, control))
}

/// The movers and the partition to begin with; rules of a file answer for both rulesets.
pub(super) fn given<'a>(ground: &'a Ground<'a>, engine: Option<Engine<'a>>) -> Given<'a> {
    Given {
        semantics: ground.semantics,
        movers: ground.movers,
        partition: ground.partition.clone(),
        answers: engine.and_then(Engine::file),
    }
}

fn all(ground: &Ground<'_>, sigma: &Explored<'_>, omega: &Explored<'_>, control: &Control<'_>) -> Vec<Tried> {
    let count = sigma.instance.state_count();
    let plain = ground.plain(control);
    let (lost1, lost2) = (lost(ground, &sigma.instance, SIGMA), lost(ground, &omega.instance, OMEGA));
    let system = System::committed(sigma, control);
    let c3 = system.ends(0..count).first.is_none();
    vec![
        goes_wrong_outside(&system, sigma, count).shown(sigma),
        all_outside(&system, sigma, omega, count).shown(sigma),
        has_path_edge(&system, sigma, omega, count).shown(sigma),
        system.ends((0..count).filter(|_| has_c3(omega))).shown(sigma),
        lost1.provided(c3).shown(&plain),
        lost2.provided(has_c3(omega)).shown(&plain),
    ]
}

/// Lemma 1, also of the phase with which the thread goes wrong.
fn goes_wrong_outside(system: &System<'_>, sigma: &Explored<'_>, count: usize) -> Trial {
    let mut trial = Trial::new("states gone wrong");
    let phase = |t, s: usize| sigma.instance.phase(sigma.instance.node(t, State(s as u32)));
    let gone = |s: usize| system.tids.iter().copied().filter(move |t| system.is_wrong(*t, s)).map(move |t| (t, s));
    let outside = (0..count).filter(|s| system.everyone_outside(*s));
    let known: BTreeSet<(Tid, bool)> = outside.flat_map(gone).map(|(t, s)| (t, phase(t, s))).collect();
    for (t, s) in (0..count).flat_map(gone) {
        let says = "{t} has gone wrong, and so it has in no state of Sigma in which all threads are in N";
        trial.tried(known.contains(&(t, phase(t, s))), || Breach::of(s, t, says));
    }
    trial
}

/// Lemma 2.
fn all_outside(system: &System<'_>, sigma: &Explored<'_>, omega: &Explored<'_>, count: usize) -> Trial {
    let reached = all_phased(&omega.instance);
    let mut trial = Trial::new("states with all in N");
    for s in (0..count).filter(|s| system.everyone_outside(*s)) {
        let known = reached.contains(&phased(&sigma.instance, State(s as u32)));
        trial.tried(known, || {
            Breach::of(s, Tid(1), "the state is in Sigma, all threads are in N, and it is not in Omega")
        });
    }
    trial
}

/// Lemma 3. A node is its stores and its phase, whoever numbered it.
fn has_path_edge(system: &System<'_>, sigma: &Explored<'_>, omega: &Explored<'_>, count: usize) -> Trial {
    let node = |instance: &Instance<'_>, t: Tid, n: Node| (t, instance.stores(n));
    let edges = omega.solution.summaries.iter().flat_map(|s| &s.path_edges);
    let led_to: FxHashSet<_> = edges.map(|(t, _, n, _)| node(&omega.instance, *t, *n)).collect();
    let mut trial = Trial::new("nodes in R and L");
    for s in 0..count {
        for t in system.tids.iter().copied().filter(|t| system.class(*t, s) != Class::Outside) {
            let known = led_to.contains(&node(&sigma.instance, t, sigma.instance.node(t, State(s as u32))));
            trial.tried(known, || Breach::of(s, t, "{t} is not in N, and no path edge leads to its node"));
        }
    }
    trial
}

/// C3'.
fn has_c3(omega: &Explored<'_>) -> bool {
    omega.solution.summaries.as_ref().is_some_and(|s| s.endless.is_empty())
}

const SIGMA: &str = "{t} goes wrong in this execution, and in no state of Sigma";
const OMEGA: &str = "{t} goes wrong in this execution, and in no state of Omega";

/// Theorems 1 and 2, CPC Theorem 7: the threads that go wrong are those that go wrong in what an engine explored.
pub(super) fn lost(ground: &Ground<'_>, explored: &Instance<'_>, says: &'static str) -> Trial {
    let known: BTreeSet<Tid> = wrong(explored).into_iter().map(|(t, _)| t).collect();
    let mut trial = Trial::new("threads gone wrong");
    for (t, s) in ground.wrong() {
        trial.tried(known.contains(&t), || Breach::of(s.0 as usize, t, says));
    }
    trial
}
