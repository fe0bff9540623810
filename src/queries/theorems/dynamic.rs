//! DYN 4: moving conditions on every interleaving, and the instrumented program, unreduced, as a transition system.
//!
//! Items 1, 3 and 7 of Definition 5 are not tried: a class is a set of copies of one thread's location, which steps of
//! others leave as it is, and bisimilar states differ in such a copy alone.

mod copies;

use super::shown::Breach;
use super::trial::{Theorem, Trial, Tried};
use super::world::{Plain, states};
use super::{Ground, Statement, Theorems};
use crate::control::Control;
use crate::driver::{self, Blocks, Engine};
use crate::dynamic::{Analysis, Direction, Exploration};
use crate::execution::{self, Choice};
use crate::exploration::{Instance, Partition};
use crate::movers::{Movers, Protection};
use crate::semantics::{Configuration, Semantics};
use copies::{Copies, Told};
use moverlog_rules::{State, Tid};
use std::collections::BTreeSet;

pub(super) const STATEMENTS: &[Statement] = &[
    (
        "DYN Definition 1",
        "an action whose condition holds commutes with each step of another thread, which keeps it true",
    ),
    ("DYN Lemma 2", "the threads that go wrong in the instrumented program are those that do in some interleaving"),
    ("DYN Theorem 4.1", "where some interleaving goes wrong, some thread does by blocks"),
    (
        "DYN Definition 3",
        "states that differ in l^L and l^R of i, or in l^N, l^R' and l^L', have the same steps up to that",
    ),
    ("DYN Definition 5.2", "from L_i, steps of i lead to N_i"),
    ("DYN Definition 5.4", "a step of i does not lead out of its errors"),
    ("DYN Definition 5.5", "no step of i leads from L_i to R_i"),
    ("DYN Definition 5.6", "of states that are bisimilar for i, both or neither are errors of i"),
    (
        "DYN Definition 5.8",
        "a step of i into R_i, and then one of j, can be taken the other way round, up to bisimilarity for j",
    ),
    (
        "DYN Definition 5.9",
        "a step of j, and then one of i out of L_i, can be taken the other way round, up to that for i and j",
    ),
];

pub(super) fn tried(
    ground: &Ground<'_>,
    engine: Option<Engine<'_>>,
    control: &Control<'_>,
    found: &mut Theorems,
) -> Option<Vec<Tried>> {
    let Engine::Blocks(blocks, heuristics) = engine.or(Engine::named("dynamic"))?.with_heuristics(ground.heuristics)
    else {
        return None;
    };
    control.begin(true);
    let analysis = Analysis::new(ground.semantics, heuristics);
    let exploration = Exploration::new(&analysis, blocks.rules(), control);
    let by_blocks = by_blocks(ground, blocks, &exploration, control);
    let copies = Copies::explored(&exploration, control);
    found.explored.push((blocks.rules().name().to_string(), exploration.state_count()));
    found.explored.push(("instrumented program".to_string(), copies.count()));
    // c^R and c^L together.
    let both = |c: &Configuration, t| [Direction::Right, Direction::Left].iter().all(|d| exploration.moves(*d, c, t));
    let first = commuting(ground.all, &both, control);
    control.hit().is_none().then(|| all(ground, &copies, [first, by_blocks], control))
}

fn all(
    ground: &Ground<'_>,
    copies: &Copies<'_>,
    [commuting, by_blocks]: [Trial; 2],
    control: &Control<'_>,
) -> Vec<Tried> {
    let system = &copies.system;
    let (forth, back) = goes_wrong(ground, copies);
    let of_copies = vec![
        copies.bisimulation(),
        system.ends(system.states()),
        copies.keeps_errors(),
        system.no_way_back(),
        copies.agrees_on_errors(),
        system.right_commutes(&|_, u, a, b| copies.alike(a, b, &[u])),
        system.left_commutes(&|t, u, a, b| copies.alike(a, b, &[t, u])),
    ];
    let fails = back.first.is_some() || of_copies.iter().any(|trial| trial.first.is_some());
    let movers = Movers::Table(if fails { copies.movers() } else { Default::default() });
    let told = Told::new(ground, copies, &movers, control);
    let plain = ground.plain(control);
    let lemma_2 = forth.shown(&plain).and(back.shown(&told));
    let mut tried = vec![commuting.shown(&plain), lemma_2, by_blocks.shown(&plain)];
    tried.extend(of_copies.into_iter().map(|trial| trial.shown(&told)));
    tried
}

/// Lemma 2, either way.
fn goes_wrong(ground: &Ground<'_>, copies: &Copies<'_>) -> (Trial, Trial) {
    let (mut forth, mut back) = (Trial::new("threads gone wrong"), Trial::new("threads gone wrong"));
    let system = &copies.system;
    let here: Vec<(Tid, usize)> =
        system.tids.iter().filter_map(|t| Some((*t, system.states().find(|s| copies.is_error(*t, *s))?))).collect();
    let there: BTreeSet<Tid> = ground.wrong().into_iter().map(|(t, _)| t).collect();
    for (t, s) in ground.wrong() {
        let says = "{t} goes wrong in this execution, and never in the instrumented program";
        forth.tried(here.iter().any(|(u, _)| *u == t), || Breach::of(s.0 as usize, t, says));
    }
    for (t, s) in here.iter().filter(|(t, _)| !there.contains(t)) {
        back.tried(false, || Breach::of(*s, *t, "{t} goes wrong in the instrumented program alone"));
    }
    (forth, back)
}

/// Theorem 4.1.
fn by_blocks(ground: &Ground<'_>, blocks: Blocks<'_>, exploration: &Exploration<'_>, control: &Control<'_>) -> Trial {
    blocks.rules().explore(&exploration.graph, exploration);
    let mut trial = Trial::new("wrong programs");
    for (t, s) in ground.wrong().into_iter().take(1).filter(|_| !control.stopped()) {
        let says = "{t} goes wrong in this execution, and no block leads to an error";
        trial.tried(exploration.first_wrong().is_some(), || Breach::of(s.0 as usize, t, says));
    }
    trial
}

/// Definition 1, of conditions of one's own for the next action of a thread; nothing if a bound was hit.
pub fn definition_1(semantics: &Semantics<'_>, both: Both<'_>, control: &Control<'_>) -> Option<Theorem> {
    let strongest = Movers::Protection(Protection::initial(semantics.program));
    let all = driver::interleave(semantics, &strongest, control)?;
    let teller = Instance::new(semantics, &strongest, Partition::default(), control);
    let tried = commuting(&all, both, control).shown(&Plain { all: &all, teller });
    let (name, statement) = STATEMENTS[0];
    control.hit().is_none().then_some(Theorem { name, statement, tried: Some(tried) })
}

/// Whether the next action of a thread moves both ways.
type Both<'b> = &'b dyn Fn(&Configuration, Tid) -> bool;

fn commuting(all: &Instance<'_>, both: Both<'_>, control: &Control<'_>) -> Trial {
    let mut trial = Trial::new("conditions in force");
    for s in states(all).take_while(|_| control.goes_on()) {
        let c = all.configuration(s);
        for t in all.semantics.tids().filter(|t| both(&c, *t)) {
            for u in all.semantics.tids().filter(|u| *u != t) {
                moves(all.semantics, both, (s, &c), (t, u), &mut trial);
            }
        }
    }
    trial
}

fn moves(
    semantics: &Semantics<'_>,
    both: Both<'_>,
    (s, c): (State, &Configuration),
    (t, u): (Tid, Tid),
    trial: &mut Trial,
) {
    let after = |c: &Configuration, t: Tid| {
        let outcomes = 0..semantics.transitions_in(c, t).steps.len();
        let one = |outcome| execution::perform(semantics, c, Choice { t, outcome });
        outcomes.filter_map(one).map(|event| event.after).collect::<Vec<_>>()
    };
    let ends = |t, u| after(c, t).iter().flat_map(|c| after(c, u)).collect::<Vec<_>>();
    let (one, other) = (ends(t, u), ends(u, t));
    let same = one.iter().all(|c| other.contains(c)) && other.iter().all(|c| one.contains(c));
    let kept = after(c, u).iter().all(|c| both(c, t));
    let says = match same {
        true => "a step of {u} makes the condition of {t} false",
        false => "the condition of {t} holds, and its action does not commute with the next one of {u}",
    };
    trial.tried(same && kept, || Breach { u, ..Breach::of(s.0 as usize, t, says) });
}
