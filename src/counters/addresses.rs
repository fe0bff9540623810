//! Where the addresses of a thread's own cells may be: in registers alone, or nothing is known.

use super::own::Own;
use crate::ir::visit::{Visitor, walk_action, walk_op};
use crate::ir::*;
use std::collections::BTreeSet;

/// Registers of procedures, whichever thread runs them.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Addresses {
    registers: BTreeSet<(u32, Reg)>,
    /// Procedures that may return one.
    returned: BTreeSet<u32>,
    /// One may be stored where others find it.
    escapes: bool,
}

impl Addresses {
    /// Nothing if others may find one.
    pub(super) fn of(program: &Program) -> Option<Addresses> {
        let mut addresses = Addresses::default();
        loop {
            let before = addresses.clone();
            for location in &program.locations {
                Step { program, addresses: &mut addresses, procedure: location.procedure }.op(&location.op);
            }
            if addresses.escapes || addresses == before {
                return (!addresses.escapes).then_some(addresses);
            }
        }
    }

    /// The registers of a procedure that may hold one.
    pub(super) fn registers(&self, procedure: u32) -> impl Iterator<Item = Reg> + '_ {
        self.registers.iter().filter(move |(p, _)| *p == procedure).map(|(_, r)| *r)
    }
}

/// Looks at what a procedure does with what may be one.
struct Step<'p, 'a> {
    program: &'p Program,
    addresses: &'a mut Addresses,
    procedure: u32,
}

impl Step<'_, '_> {
    /// Whether the value of an expression may be one. What else is made of one is the same for all threads, or nothing
    /// is known.
    fn is_one(&mut self, e: &Expr) -> bool {
        match e {
            Expr::Const(_) | Expr::Tid => false,
            Expr::Load(place) => self.holds(place),
            Expr::AddressOf(place) => self.leads(place) || Own::of(self.program, place).is_some(),
            Expr::Unary(op, a) => self.number(*op == Unary::Not, &[a]),
            Expr::Binary(Binary::Eq | Binary::Ne, a, b) => {
                let ones = [self.is_one(a), self.is_one(b)];
                let told = |e: &Expr| matches!(e, Expr::Const(0) | Expr::AddressOf(_));
                self.addresses.escapes |= ones[0] != ones[1] && !told(a) && !told(b);
                false
            }
            Expr::Binary(op, a, b) => self.number(matches!(op, Binary::And | Binary::Or), &[a, b]),
            Expr::Offset { pointer, count, .. } => {
                self.number(false, &[count]);
                self.is_one(pointer)
            }
            Expr::Distance { to, from, .. } => self.number(true, &[to, from]),
            Expr::Conditional(c, a, b) => {
                self.is_one(c);
                [a, b].into_iter().fold(false, |one, e| self.is_one(e) | one)
            }
        }
    }

    /// A number, made of expressions that may be one if so said.
    fn number(&mut self, may: bool, of: &[&Expr]) -> bool {
        for e in of {
            let one = self.is_one(e);
            self.addresses.escapes |= one && !may;
        }
        false
    }

    fn holds(&mut self, place: &Place) -> bool {
        self.leads(place);
        let own = |r: u32| self.addresses.registers.contains(&(self.procedure, Reg(r)));
        match &place.kind {
            PlaceKind::Reg(r) => own(r.0),
            PlaceKind::RegIndex { base, len, .. } => (base.0..base.0 + len).any(own),
            PlaceKind::Cell(_) | PlaceKind::Index { .. } | PlaceKind::Deref { .. } => false,
        }
    }

    /// Whether a place is one to which such an address leads.
    fn leads(&mut self, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Deref { pointer } => self.is_one(pointer),
            PlaceKind::Index { index, .. } | PlaceKind::RegIndex { index, .. } => self.number(false, &[index]),
            PlaceKind::Cell(_) | PlaceKind::Reg(_) => false,
        }
    }

    fn stored(&mut self, place: &Place, values: &[&Expr]) {
        let ones = values.iter().filter(|value| self.is_one(value)).count();
        self.leads(place);
        if ones > 0 {
            self.kept(place);
        }
    }

    fn kept(&mut self, place: &Place) {
        let registers = match &place.kind {
            PlaceKind::Reg(r) => r.0..r.0 + 1,
            PlaceKind::RegIndex { base, len, .. } => base.0..base.0 + len,
            PlaceKind::Cell(_) | PlaceKind::Index { .. } | PlaceKind::Deref { .. } => {
                return self.addresses.escapes = true;
            }
        };
        self.addresses.escapes |= registers.start < self.program.thread_locals.len() as u32;
        self.addresses.registers.extend(registers.map(|r| (self.procedure, Reg(r))));
    }

    fn called(&mut self, procedure: u32, arguments: &[Expr], result: Option<Reg>) {
        let shared = self.program.thread_locals.len() as u32;
        for (i, argument) in (shared..).zip(arguments) {
            if self.is_one(argument) {
                self.addresses.registers.insert((procedure, Reg(i)));
            }
        }
        if self.addresses.returned.contains(&procedure) {
            self.addresses.registers.extend(result.map(|r| (self.procedure, r)));
        }
    }
}

impl<'p> Visitor<'p> for Step<'p, '_> {
    fn op(&mut self, op: &'p Op) {
        match op {
            Op::Call { procedure, arguments, result, .. } => self.called(*procedure, arguments, *result),
            Op::Return { value: Some(value) } => {
                if self.is_one(value) {
                    self.addresses.returned.insert(self.procedure);
                }
            }
            _ => walk_op(self, op),
        }
    }

    fn action(&mut self, action: &'p Action) {
        match action {
            Action::Assign { place, value } => self.stored(place, &[value]),
            Action::Choose { place, values } => self.stored(place, &values.iter().collect::<Vec<_>>()),
            Action::ChooseRange { place, lo, hi } => {
                self.number(false, &[lo, hi]);
                self.leads(place);
            }
            Action::Cas { place, old, new, .. } => {
                self.number(false, &[old]);
                self.stored(place, &[new]);
            }
            _ => walk_action(self, action),
        }
    }

    fn expr(&mut self, e: &'p Expr) {
        self.is_one(e);
    }

    fn place(&mut self, place: &'p Place) {
        self.leads(place);
    }
}
