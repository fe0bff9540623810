//! What steps write: variables, and registers that may have got a value on the way to a location.

use super::needs::{Live, addressed};
use super::variable;
use crate::ir::visit::{Visitor, walk_action};
use crate::ir::*;

/// Whether some step writes each global variable.
pub(super) fn written(program: &Program) -> Vec<bool> {
    let mut writes = Writes::new(program);
    program.locations.iter().for_each(|l| writes.op(&l.op));
    writes.variables
}

/// The registers that may have got a value on the way to each location and are still in scope there.
pub(super) fn held(program: &Program) -> Vec<Live> {
    let registers = |l: &Location| program.procedures[l.procedure as usize].registers.len();
    let mut held: Vec<Live> = program.locations.iter().map(|l| vec![false; registers(l)]).collect();
    for procedure in &program.procedures {
        held[procedure.entry.0 as usize][..program.thread_locals.len() + procedure.parameters as usize].fill(true);
    }
    let writes: Vec<Writes<'_>> = program.locations.iter().map(|l| Writes::of(program, l)).collect();
    while program.locations.iter().enumerate().fold(false, |changed, (i, location)| {
        let mut after = held[i].clone();
        writes[i].registers.iter().for_each(|r| after[*r as usize] = true);
        location
            .op
            .targets()
            .iter()
            .fold(changed, |changed, next| hand_on(program, &after, *next, &mut held) || changed)
    }) {}
    held
}

/// Whether that is news at the location.
fn hand_on(program: &Program, after: &Live, next: Loc, held: &mut [Live]) -> bool {
    let in_scope = |r: usize| program.location(next).in_scope.get(r).copied().unwrap_or(true);
    let known = &mut held[next.0 as usize];
    let new: Vec<usize> = (0..after.len()).filter(|r| after[*r] && in_scope(*r) && !known[*r]).collect();
    new.iter().for_each(|r| known[*r] = true);
    !new.is_empty()
}

struct Writes<'p> {
    program: &'p Program,
    addressed: Vec<usize>,
    variables: Vec<bool>,
    registers: Vec<u32>,
}

impl<'p> Writes<'p> {
    fn new(program: &'p Program) -> Self {
        let variables = vec![false; program.globals.len()];
        Writes { program, addressed: addressed(program), variables, registers: vec![] }
    }

    fn of(program: &'p Program, location: &'p Location) -> Self {
        let mut writes = Writes { addressed: vec![], ..Writes::new(program) };
        writes.op(&location.op);
        if let Op::Call { result: Some(r), .. } = &location.op {
            writes.registers.push(r.0);
        }
        writes
    }

    fn write(&mut self, place: &Place) {
        match &place.kind {
            PlaceKind::Reg(r) => self.registers.push(r.0),
            PlaceKind::RegIndex { base, len, .. } => self.registers.extend(base.0..base.0 + len),
            PlaceKind::Cell(_) | PlaceKind::Index { .. } => {
                place.cells().iter().for_each(|c| self.variables[variable(self.program, *c)] = true);
            }
            PlaceKind::Deref { .. } => self.addressed.iter().for_each(|v| self.variables[*v] = true),
        }
    }
}

impl<'p> Visitor<'p> for Writes<'p> {
    fn action(&mut self, action: &'p Action) {
        match action {
            Action::Assign { place, .. } | Action::Choose { place, .. } | Action::ChooseRange { place, .. } => {
                self.write(place);
            }
            Action::Free(_) => {
                let freed = self.program.objects.iter().filter_map(Object::given_back);
                freed.for_each(|c| self.variables[variable(self.program, c)] = true);
            }
            Action::Cas { result, place, .. } => result.iter().chain([place]).for_each(|place| self.write(place)),
            _ => walk_action(self, action),
        }
    }
}
