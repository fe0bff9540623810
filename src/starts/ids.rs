//! Whether the ids by which threads are joined are those that starts have given.
//!
//! `join` goes wrong where its thread was not started. Whoever has the id from the start never sees that; whoever makes
//! it up may, up to the moment of the start.

use super::Site;
use super::threads::Bodies;
use crate::ir::visit::{Visitor, walk_expr};
use crate::ir::*;
use std::collections::BTreeSet;

/// A variable as a whole: the first cell of one of the program, or a register of a procedure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Root {
    Shared(Cell),
    Register(u32, u32),
}

/// Whether some thread may be joined by another id than one from a variable in which only starts store them. Starts
/// are not performed yet: nothing stands for them. All threads are there.
pub(super) fn are_made_up(program: &Program, sites: &[(Loc, Site)], bodies: &Bodies) -> bool {
    let mut ids = Ids { program, sites, bodies, roots: BTreeSet::new(), made_up: false };
    for (at, site) in sites {
        if let Site::Join { thread } = site {
            ids.comes_from(program.location(*at).procedure, thread);
        }
    }
    loop {
        let before = ids.roots.len();
        ids.look();
        if ids.made_up || ids.roots.len() == before {
            return ids.made_up || ids.begin_otherwise();
        }
    }
}

struct Ids<'p> {
    program: &'p Program,
    sites: &'p [(Loc, Site)],
    bodies: &'p Bodies,
    /// Variables that ids come from.
    roots: BTreeSet<Root>,
    made_up: bool,
}

impl Ids<'_> {
    /// The variables that a place may be a part of; none where a pointer leads.
    fn roots(&self, procedure: u32, place: &Place) -> Vec<Root> {
        match place.kind {
            PlaceKind::Cell(c) | PlaceKind::Index { base: c, .. } => vec![Root::Shared(self.program.global_of(c).base)],
            PlaceKind::Reg(r) => vec![self.register(procedure, r.0)],
            PlaceKind::RegIndex { base, len, .. } => (0..len).map(|i| self.register(procedure, base.0 + i)).collect(),
            PlaceKind::Deref { .. } => vec![],
        }
    }

    fn is_id(&self, procedure: u32, place: &Place) -> bool {
        self.roots(procedure, place).iter().any(|root| self.roots.contains(root))
    }

    /// Variables of one thread have the same number in all procedures.
    fn register(&self, procedure: u32, r: u32) -> Root {
        let shared = r < self.program.thread_locals.len() as u32;
        Root::Register(if shared { u32::MAX } else { procedure }, r)
    }

    /// A value that is an id.
    fn comes_from(&mut self, procedure: u32, e: &Expr) {
        match e {
            Expr::Const(0) => {}
            Expr::Load(place) => {
                let roots = self.roots(procedure, place);
                self.made_up |= roots.is_empty();
                self.roots.extend(roots);
            }
            _ => self.made_up = true,
        }
    }

    fn look(&mut self) {
        for location in &self.program.locations {
            match &location.op {
                Op::Do { action, .. } => self.action(location.procedure, action),
                Op::Atomic { body, .. } => self.statements(location.procedure, body),
                Op::Call { procedure, arguments, result, .. } => {
                    self.passed((location.procedure, *procedure), arguments);
                    self.made_up |= result.is_some_and(|r| self.has(location.procedure, r.0));
                }
                _ => {}
            }
        }
        for (at, site) in self.sites {
            if let Site::Spawn { procedure, arguments, .. } = site {
                let caller = self.program.location(*at).procedure;
                let callees = [Some(procedure), self.bodies.get(procedure)];
                callees.into_iter().flatten().for_each(|callee| self.passed((caller, *callee), arguments));
            }
        }
    }

    fn passed(&mut self, (caller, callee): (u32, u32), arguments: &[Expr]) {
        let shared = self.program.thread_locals.len() as u32;
        for (i, e) in (0..).zip(arguments) {
            if self.roots.contains(&self.register(callee, shared + i)) {
                self.comes_from(caller, e);
            }
        }
    }

    fn statements(&mut self, procedure: u32, body: &[Statement]) {
        for statement in body {
            match statement {
                Statement::Action(action) => self.action(procedure, action),
                Statement::If { then, otherwise, .. } => {
                    [then, otherwise].into_iter().for_each(|b| self.statements(procedure, b));
                }
                Statement::Choose(bodies) => bodies.iter().for_each(|b| self.statements(procedure, b)),
            }
        }
    }

    fn action(&mut self, procedure: u32, action: &Action) {
        match action {
            Action::Assign { place, value } if self.is_id(procedure, place) => self.comes_from(procedure, value),
            // Something else is stored there.
            Action::Choose { place, .. } | Action::ChooseRange { place, .. } => {
                self.made_up |= self.is_id(procedure, place);
            }
            Action::Cas { result, place, .. } => {
                self.made_up |= [Some(place), result.as_ref()].into_iter().flatten().any(|p| self.is_id(procedure, p));
            }
            Action::WaitRelease { depth, .. } => self.made_up |= depth.is_some_and(|r| self.has(procedure, r.0)),
            _ => {}
        }
    }

    /// What variables hold at the beginning, and whether pointers lead to them, or they cannot hold each id.
    fn begin_otherwise(&self) -> bool {
        let mut cells = self.globals().flat_map(GlobalVariable::elements).map(|c| self.program.cells[c.0 as usize]);
        cells.any(|v| v != 0)
            || self.are_pointed_to()
            || !self.domains().iter().all(|domain| self.holds_ids(*domain))
            || self.begins_with_parameters()
            || self.begins_with_thread_locals()
    }

    /// The variables of the program that ids come from.
    fn globals(&self) -> impl Iterator<Item = &GlobalVariable> {
        self.program.globals.iter().filter(|g| self.roots.contains(&Root::Shared(g.base)))
    }

    fn are_pointed_to(&self) -> bool {
        let mut pointers = Pointers { ids: self, meet: false };
        self.program.locations.iter().for_each(|l| pointers.op(&l.op));
        let arguments = self.sites.iter().flat_map(|(_, site)| site.arguments());
        arguments.for_each(|e| pointers.expr(e));
        let addressed = self.program.addressed();
        pointers.meet || self.globals().flat_map(GlobalVariable::elements).any(|c| addressed.contains(&c))
    }

    fn domains(&self) -> Vec<Domain> {
        let shared = self.globals().filter_map(|g| if let GlobalKind::Data(d) = g.kind { Some(d) } else { None });
        let procedures = (0..).zip(&self.program.procedures);
        let registers = procedures.flat_map(|(p, procedure)| (0..).zip(&procedure.registers).map(move |(r, _)| (p, r)));
        let registers = registers.filter(|(p, r)| self.has(*p, *r));
        shared.chain(registers.map(|(p, r)| self.program.procedures[p as usize].registers[r as usize].domain)).collect()
    }

    /// Whether 0 and each id are stored as they are: in a range they might become others.
    fn holds_ids(&self, domain: Domain) -> bool {
        (0..=self.program.threads.len() as Value).all(|id| domain.stored(id) == Some(id))
    }

    fn begins_with_parameters(&self) -> bool {
        let shared = self.program.thread_locals.len() as u32;
        let given = |t: &Thread| (0..).zip(&t.arguments).any(|(i, v)| *v != 0 && self.has(t.procedure, shared + i));
        self.program.threads.iter().any(given)
    }

    fn begins_with_thread_locals(&self) -> bool {
        (0..self.program.thread_locals.len() as u32).any(|r| self.has(0, r))
    }

    fn has(&self, procedure: u32, r: u32) -> bool {
        self.roots.contains(&self.register(procedure, r))
    }
}

/// Addresses of variables with ids.
struct Pointers<'i, 'p> {
    ids: &'i Ids<'p>,
    meet: bool,
}

impl<'p> Visitor<'p> for Pointers<'_, '_> {
    fn expr(&mut self, e: &'p Expr) {
        if let Expr::AddressOf(place) = e {
            self.meet |= self.ids.is_id(0, place);
        }
        walk_expr(self, e);
    }
}
