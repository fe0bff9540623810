//! The program instrumented with phases, every interleaving of it: the premises of the reduction theorems (FQ B, which
//! are those of CPC Theorem 1), what follows for states in which all threads are in N (CPC Theorem 2), and CPC Lemma 5.

use super::qrr::given;
use super::shown::Breach;
use super::system::{System, at};
use super::trial::{Trial, Tried};
use super::{Ground, Statement, Theorems};
use crate::control::Control;
use crate::driver::Engine;
use crate::movers::Class;
use moverlog_rules::Tid;
use std::collections::BTreeSet;

pub(super) const STATEMENTS: &[Statement] = &[
    ("FQ Lemma B.3", "a step of t into R(t), and then one of u, can be taken the other way round"),
    ("FQ Lemma B.4", "a step of u, and then one of t out of L(t), can be taken the other way round"),
    ("FQ Lemma B.5 (i)", "all threads start in N, and are in N where they have gone wrong"),
    ("FQ Lemma B.5 (ii)", "no step of t leads from L(t) to R(t)"),
    ("FQ Lemma B.5 (v)", "a step of u leads neither into nor out of R(t), L(t), or where t has gone wrong"),
    ("FQ Lemma B.5 (vi)", "from a state in L(t) to which whole transactions lead, t alone reaches N(t)"),
    ("CPC Theorem 2", "a state of some interleaving in which all threads are in N is reached by whole transactions"),
    ("CPC Lemma 5", "who goes wrong after committed transactions does so without both movers at their ends in L"),
];

pub(super) fn tried(
    ground: &Ground<'_>,
    engine: Option<Engine<'_>>,
    control: &Control<'_>,
    found: &mut Theorems,
) -> Option<Vec<Tried>> {
    let reduction = Engine::named("reduction").expect("it is listed");
    let one = engine.filter(|e| !e.summarizes()).unwrap_or(reduction);
    let full = given(ground, engine).settled(one, control).explored(one, control);
    let reduced = full.instance.state_count();
    full.interleave();
    found.explored("interleaving, with phases", &full.instance);
    let system = System::of(&full, control);
    let same = |_: Tid, _: Tid, a: usize, b: usize| a == b;
    (control.hit().is_none()).then(|| {
        vec![
            system.right_commutes(&same).shown(&full),
            system.left_commutes(&same).shown(&full),
            starts_outside(&system).shown(&full),
            system.no_way_back().shown(&full),
            system.keeps_classes().shown(&full),
            system.ends(0..reduced).shown(&full),
            by_whole_transactions(&system, reduced).shown(&full),
            trimmed(&system).shown(&full),
        ]
    })
}

fn starts_outside(system: &System<'_>) -> Trial {
    let mut trial = Trial::new("threads");
    for s in system.states() {
        for t in system.tids.iter().filter(|t| s == 0 || system.is_wrong(**t, s)) {
            trial.tried(system.class(*t, s) == Class::Outside, || Breach::of(s, *t, "{t} is not in N"));
        }
    }
    trial
}

/// The states that whole transactions lead to come first.
fn by_whole_transactions(system: &System<'_>, reduced: usize) -> Trial {
    let mut trial = Trial::new("states with all in N");
    for s in system.states().filter(|s| system.everyone_outside(*s)) {
        trial.tried(s < reduced, || {
            Breach::of(s, Tid(1), "all threads are in N, and whole transactions do not lead here")
        });
    }
    trial
}

/// CPC Lemma 5, from the initial state. A committed transaction of t begins in N(t), goes on in R(t) and L(t), and ends
/// in L(t) or N(t); others may be in L(u) meanwhile, and move no more.
fn trimmed(system: &System<'_>) -> Trial {
    let ends = committed(system, &|_, _| true);
    let short: BTreeSet<Tid> = gone_wrong(system, &committed(system, &|t, s| !moves_both_ways(system, t, s)));
    let mut trial = Trial::new("threads gone wrong");
    for t in gone_wrong(system, &ends) {
        let s = system.states().find(|s| ends[*s] && system.is_wrong(t, *s)).unwrap_or(0);
        let says = "{t} goes wrong after committed transactions, and not where those that end in L end with their last \
            step that is no both mover";
        trial.tried(short.contains(&t), || Breach::of(s, t, says));
    }
    trial
}

fn moves_both_ways(system: &System<'_>, t: Tid, s: usize) -> bool {
    let moves = system.moves[s][at(t)];
    moves.right && moves.left
}

fn gone_wrong(system: &System<'_>, reached: &[bool]) -> BTreeSet<Tid> {
    let gone = |s: usize| system.tids.iter().copied().filter(move |t| system.is_wrong(*t, s));
    system.states().filter(|s| reached[*s]).flat_map(gone).collect()
}

/// The states at which sequences of committed transactions end; in L(t) behind a step of t from s alone if `may_end(t, s)`.
fn committed(system: &System<'_>, may_end: &dyn Fn(Tid, usize) -> bool) -> Vec<bool> {
    let mut between = vec![false; system.next.len()];
    let mut inside = vec![vec![false; system.next.len()]; system.tids.len()];
    let mut open: Vec<(usize, Option<Tid>)> = vec![(0, None)];
    between[0] = true;
    while let Some((s, within)) = open.pop() {
        let starts = |t: &&Tid| within.is_none() && system.class(**t, s) == Class::Outside || within == Some(**t);
        for t in system.tids.iter().filter(starts) {
            for s2 in system.next(*t, s).iter().copied() {
                let class = system.class(*t, s2);
                let ends = class == Class::Outside || class == Class::Left && may_end(*t, s);
                if ends && !std::mem::replace(&mut between[s2], true) {
                    open.push((s2, None));
                }
                if class != Class::Outside && !std::mem::replace(&mut inside[at(*t)][s2], true) {
                    open.push((s2, Some(*t)));
                }
            }
        }
    }
    between
}
