//! Certificates that list states, on models and random programs: all states of all interleavings, written and read
//! again, are closed; without one of them, or with one changed, they are not; where a thread goes wrong they are refused.
//!
//! `MOVERLOG_PROGRAMS` sets how many random programs, `MOVERLOG_SEED` where they begin.

use crate::corpus;
use crate::instructions::{listing, random_of_any_kind};
use crate::support::setting;
use moverlog::control::{Control, Limits};
use moverlog::driver::{Closed, Engine, Options, Outcome, Verdict, check, closed, every_state};
use moverlog::ir::Program;
use moverlog::report::{read_states, states_text};
use moverlog::semantics::{Semantics, Spelled};
use std::path::{Path, PathBuf};

/// So many of the states of a program are dropped, one by one.
const DROPPED: usize = 4;

fn within(max_states: usize) -> Control<'static> {
    Control::from(Limits { max_states, max_stack: 8, ..Limits::default() })
}

fn interleaving(p: &Program, states: usize) -> Outcome {
    let options = Options { slice: false, ..Options::default() };
    check(p, Engine::interleaving(), &options, &within(states)).expect("nothing is claimed")
}

fn parsed(p: &Program, text: &str) -> Vec<Spelled> {
    read_states(p, text).expect("it is one").into_iter().map(|(_, state)| state).collect()
}

/// What is said of the states of a program that all interleavings decide.
fn tried(what: &str, p: &Program) -> Verdict {
    let oracle = interleaving(p, 1000);
    match oracle.verdict {
        Verdict::Safe => safe(what, p, oracle.states),
        Verdict::Wrong => assert_eq!(every_state(p, &within(1000)), None, "{what}"),
        Verdict::Inconclusive => {}
    }
    oracle.verdict
}

fn safe(what: &str, p: &Program, count: usize) {
    let states = every_state(p, &within(1000)).expect("they are few");
    assert_eq!(states.len(), count, "{what}");
    let text = states_text(p, &states);
    let read = parsed(p, &text);
    assert!(read == states, "{what}\n{text}");
    assert_eq!(closed(p, &read, &within(1000)), Closed::Holds, "{what}");
    for n in 0..count.min(DROPPED) {
        let mut fewer = states.clone();
        fewer.remove(n * count / count.min(DROPPED));
        assert!(!matches!(closed(p, &fewer, &within(1000)), Closed::Holds | Closed::Open), "{what}: without {n}");
    }
}

#[test]
fn random_programs_have_the_states_that_are_written() {
    let (count, seed) = (setting("MOVERLOG_PROGRAMS", 150), setting("MOVERLOG_SEED", 1));
    let (mut wrong, mut safe) = (0, 0);
    for n in seed..seed + count {
        let p = random_of_any_kind(n);
        match tried(&format!("program {n}\n{}", listing(&p)), &p) {
            Verdict::Safe => safe += 1,
            Verdict::Wrong => wrong += 1,
            Verdict::Inconclusive => {}
        }
    }
    assert!(wrong * 10 > count && safe * 10 > count, "{count} programs: {safe} safe, {wrong} wrong");
}

#[test]
fn models_have_the_states_that_are_written() {
    let decides = |path: &PathBuf| tried(&path.display().to_string(), &corpus::read(path, &[]).program);
    let decided = corpus::models().iter().filter(|path| decides(path) != Verdict::Inconclusive).count();
    assert!(decided > 100, "{decided}");
}

/// A state that is no longer what it was is one that is missing, or leads elsewhere.
#[test]
fn changed_values_are_refused() {
    let model = corpus::read(Path::new("models/classic/peterson.mover"), &[]);
    let states = every_state(&model.program, &within(1000)).expect("they are few");
    for n in 0..states.len() {
        for cell in 0..states[n].cells.len() {
            let mut changed = states.clone();
            changed[n].cells[cell] = 1 - changed[n].cells[cell].min(1);
            let different = changed[n].cells != states[n].cells;
            let said = closed(&model.program, &changed, &within(1000));
            assert!(different && !matches!(said, Closed::Holds | Closed::Open), "{n}: {said:?}");
        }
    }
}

/// The states before an error are no invariant: the step to it is among theirs.
#[test]
fn a_step_that_goes_wrong_is_found() {
    let model = corpus::read(Path::new("models/classic/peterson_wrong.mover"), &[]);
    let semantics = Semantics::new(&model.program);
    let first = semantics.spelled(&semantics.initial()).expect("nobody has gone wrong");
    let mut states = vec![first];
    let said = loop {
        match closed(&model.program, &states, &within(1000)) {
            Closed::Leaves(n, t) => {
                let from = semantics.unspelled(&states[n]);
                let next = semantics
                    .transitions_in(&from, t)
                    .steps
                    .iter()
                    .map(|s| semantics.after(&from, t, s))
                    .collect::<Vec<_>>();
                states.extend(next.iter().filter_map(|c| semantics.spelled(c)));
            }
            said => break said,
        }
    };
    assert!(matches!(said, Closed::Wrong(..)), "{said:?}");
}
