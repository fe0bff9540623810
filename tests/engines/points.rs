//! Where pointers may lead, against where they do in the states of every interleaving.

use crate::corpus;
use crate::instructions::listing;
use crate::instructions::objects::random_objects;
use crate::instructions::random::Random;
use crate::support::setting;
use moverlog::driver::{Control, Instance, Limits, Partition};
use moverlog::ir::*;
use moverlog::model::load;
use moverlog::movers::{Movers, Protection};
use moverlog::semantics::{Configuration, Semantics};
use moverlog_rules::State;

/// Some states of a program.
fn some(semantics: &Semantics<'_>) -> Vec<Configuration> {
    let control = Control::from(Limits { max_states: 1000, max_stack: 4, ..Limits::default() });
    let plain = Movers::Protection(Protection::initial(semantics.program));
    let all = Instance::new(semantics, &plain, Partition { phases: None, ..Partition::default() }, &control);
    (moverlog_rules::ruleset("interleaving").expect("it is listed").solve)(&all);
    (0..all.state_count() as u32).map(|s| all.configuration(State(s))).collect()
}

/// How many pointers lead somewhere, in some states; each where it may.
fn compared(what: &str, program: &Program) -> usize {
    let (semantics, points) = (Semantics::new(program), Points::of(program));
    let mut compared = 0;
    let mut leads = |procedure: u32, kind: PlaceKind, value: Value| {
        if (1..=program.cells.len() as Value).contains(&value) {
            let pointer = Expr::Load(Place { kind, domain: Domain::Pointer });
            let cells = points.cells(procedure, &pointer);
            assert!(
                cells.is_none_or(|cells| cells.contains(&Cell(value as u32 - 1))),
                "{what}: {pointer:?} is {value}"
            );
            compared += 1;
        }
    };
    for state in some(&semantics) {
        let globals = semantics.globals(state.global);
        for global in program.globals.iter().filter(|g| g.kind == GlobalKind::Data(Domain::Pointer)) {
            global.elements().for_each(|c| leads(0, PlaceKind::Cell(c), globals[c.0 as usize]));
        }
        for l in state.locals {
            let Some(procedure) = semantics.loc(l).map(|loc| program.location(loc).procedure) else { continue };
            let registers = program.procedures[procedure as usize].registers.iter();
            for ((r, register), value) in (0..).map(Reg).zip(registers).zip(semantics.registers(l)) {
                if register.domain == Domain::Pointer {
                    leads(procedure, PlaceKind::Reg(r), value);
                }
            }
        }
    }
    compared
}

#[test]
fn pointers_lead_where_they_may() {
    let mut pointers = 0;
    for path in corpus::models().into_iter().chain(corpus::files("models/c", "c")) {
        let text = std::fs::read_to_string(&path).expect("it can be read");
        if let (Some(model), _) = load(&path.display().to_string(), &text, &[]) {
            pointers += compared(&model.name, &model.program);
        }
    }
    let (count, seed) = (setting("MOVERLOG_PROGRAMS", 300), setting("MOVERLOG_SEED", 1));
    for n in seed..seed + count {
        let program = random_objects(&mut Random::new(n));
        pointers += compared(&listing(&program), &program);
    }
    assert!(pointers > 10_000, "{pointers}");
}
