//! Steps that are kept by the cells that they touch, against the text evaluated afresh, on every model.
//! `tests/engines/random.rs` does the same on random ones.

use crate::corpus;
use moverlog::driver::{Control, Instance, Limits, Partition};
use moverlog::movers::{Movers, Protection};
use moverlog::semantics::Semantics;
use moverlog_rules::{State, Tid};

/// How many (state, thread) pairs agree.
fn compared(all: &Instance<'_>) -> usize {
    let states = (0..all.state_count() as u32).map(|s| all.configuration(State(s)));
    let places = states.flat_map(|c| (1..).map(Tid).zip(c.locals).map(move |(t, l)| (t, c.global, l)));
    let agrees = |(t, g, l)| *all.semantics.transitions(t, g, l) == all.semantics.afresh(t, g, l).0;
    places.map(|at| assert!(agrees(at), "{at:?} does other things")).count()
}

#[test]
fn steps_are_what_the_text_says() {
    let interleaving = moverlog_rules::ruleset("interleaving").expect("it is listed");
    for path in corpus::models() {
        let program = corpus::read(&path, &[]).program;
        let control = Control::from(Limits { max_states: 4000, max_stack: 4, ..Limits::default() });
        let (semantics, plain) = (Semantics::new(&program), Movers::Protection(Protection::initial(&program)));
        let partition = Partition { phases: None, ..Partition::default() };
        let all = Instance::new(&semantics, &plain, partition, &control);
        (interleaving.solve)(&all);
        assert!(compared(&all) >= all.state_count(), "{}", path.display());
    }
}
