//! Where pointers may lead, against where they do in the states of every interleaving.

use crate::corpus;
use crate::instructions::listing;
use crate::instructions::objects::random_objects;
use crate::instructions::random::Random;
use crate::support::setting;
use moverlog::driver::{Control, Instance, Limits, Partition};
use moverlog::ir::visit::{Visitor, walk_place};
use moverlog::ir::*;
use moverlog::model::load;
use moverlog::movers::{Movers, Protection};
use moverlog::semantics::{Configuration, LocalStore, Semantics};
use moverlog_rules::State;

/// Some states of a program.
fn some(semantics: &Semantics<'_>) -> Vec<Configuration> {
    let control = Control::from(Limits { max_states: 1000, max_stack: 4, ..Limits::default() });
    let plain = Movers::Protection(Protection::initial(semantics.program));
    let all = Instance::new(semantics, &plain, Partition { phases: None, ..Partition::default() }, &control);
    (moverlog_rules::ruleset("interleaving").expect("it is listed").solve)(&all);
    (0..all.state_count() as u32).map(|s| all.configuration(State(s))).collect()
}

/// Variables that are followed as pointers, in procedures; in others there may be numbers that nobody follows.
struct Followed<'p> {
    procedure: u32,
    pointers: Vec<(u32, &'p Expr)>,
}

impl<'p> Visitor<'p> for Followed<'p> {
    fn place(&mut self, place: &'p Place) {
        if let PlaceKind::Deref { pointer } = &place.kind {
            self.pointers.push((self.procedure, pointer));
        }
        walk_place(self, place);
    }
}

/// How many pointers lead somewhere, in some states; each where it may.
fn compared(what: &str, program: &Program) -> usize {
    let (semantics, points) = (Semantics::new(program), Points::of(program));
    let mut followed = Followed { procedure: 0, pointers: vec![] };
    for location in &program.locations {
        followed.procedure = location.procedure;
        followed.op(&location.op);
    }
    let states = some(&semantics);
    let mut compared = 0;
    for (procedure, pointer) in followed.pointers {
        let Some(cells) = points.cells(procedure, pointer) else { continue };
        let leads = |value: &Value| (1..=program.cells.len() as Value).contains(value);
        for value in states.iter().flat_map(|state| held(&semantics, state, procedure, pointer)).filter(leads) {
            assert!(cells.contains(&Cell(value as u32 - 1)), "{what}: {pointer:?} is {value}");
            compared += 1;
        }
    }
    compared
}

/// What a variable holds in a state, for each thread that is in the procedure.
fn held(semantics: &Semantics<'_>, state: &Configuration, procedure: u32, e: &Expr) -> Vec<Value> {
    let Expr::Load(Place { kind, .. }) = e else { return vec![] };
    let is_there =
        |l: &&LocalStore| semantics.loc(**l).is_some_and(|loc| semantics.program.location(loc).procedure == procedure);
    match kind {
        PlaceKind::Cell(c) => vec![semantics.globals(state.global)[c.0 as usize]],
        PlaceKind::Reg(r) => {
            state.locals.iter().filter(is_there).map(|l| semantics.registers(*l)[r.0 as usize]).collect()
        }
        _ => vec![],
    }
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
