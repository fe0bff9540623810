//! FQ 6: Q, which lock inference reaches, against S, which the reduction of P# reaches under the final protecting sets,
//! and against every interleaving.

use super::shown::Breach;
use super::trial::{Trial, Tried};
use super::world::{Given, Phased, all_phased, phased, states};
use super::{Ground, Statement, Theorems, wrong};
use crate::control::Control;
use crate::driver::{Engine, MoverMode, Options, inspect};
use crate::exploration::Instance;
use moverlog_rules::{Program, State, Tid};
use rustc_hash::FxHashSet;

pub(super) const STATEMENTS: &[Statement] = &[
    ("FQ Theorem 6.1, S", "what the reduction of P# reaches under the final protecting sets is in Q"),
    ("FQ Theorem 6.1", "where some interleaving goes wrong, a state of Q does"),
];

pub(super) fn tried(
    ground: &Ground<'_>,
    engine: Option<Engine<'_>>,
    control: &Control<'_>,
    found: &mut Theorems,
) -> Option<Vec<Tried>> {
    let engine = engine.or(Engine::named("locks-incremental"))?;
    let options = Options { movers: MoverMode::Lockset, ..ground.options.clone() };
    let mut tried = None;
    let done = inspect(ground.semantics.program, engine, &options, control, &mut |q, _| {
        found.explored(engine.name(), q);
        let within = control.anew();
        within.be_thorough();
        tried = control.hit().is_none().then(|| vec![in_q(engine, q, &within), finds_errors(ground, q, &within)]);
        within.hit().into_iter().for_each(|bound| control.record(bound));
    });
    done.ok().and(tried)
}

/// S and, where an access breaks the sets, the state of P# in which its thread has gone wrong. The rules of a file may
/// have phases of their own: then S is what they reach themselves, no states being kept.
fn in_q(engine: Engine<'_>, q: &Instance<'_>, control: &Control<'_>) -> Tried {
    let reduction = || Engine::named("reduction").expect("it is listed");
    let by = if engine.file().is_some() { engine } else { reduction() };
    let given = Given { semantics: q.semantics, movers: q.movers, partition: q.partition.clone(), answers: None };
    let s = given.explored(by, control);
    let reached = all_phased(q);
    let mut trial = Trial::new("states of S");
    for at in states(&s.instance) {
        let known = reached.contains(&phased(&s.instance, at));
        trial.tried(known, || Breach::of(at.0 as usize, Tid(1), "the state is in S, and not in Q"));
        refused(&s.instance, at, &reached, &mut trial);
    }
    trial.shown(&s)
}

fn refused(s: &Instance<'_>, at: State, reached: &FxHashSet<Phased>, trial: &mut Trial) {
    for t in s.semantics.tids().filter(|t| s.others_outside(*t, at)) {
        if s.unheld(t, s.node(t, at)).next().is_some() {
            let mut gone = phased(s, at);
            gone.0.locals[t.0 as usize - 1] = s.semantics.wrong();
            let says = "the next access of {t} breaks the final protecting sets: in P# it goes wrong, and not in Q";
            trial.tried(reached.contains(&gone), || Breach::of(at.0 as usize, t, says));
        }
    }
}

fn finds_errors(ground: &Ground<'_>, q: &Instance<'_>, control: &Control<'_>) -> Tried {
    let mut trial = Trial::new("wrong programs");
    let says = "{t} goes wrong in this execution, and nobody does in Q";
    for (t, s) in ground.wrong().into_iter().take(1) {
        trial.tried(!wrong(q).is_empty(), || Breach::of(s.0 as usize, t, says));
    }
    trial.shown(&ground.plain(control))
}
