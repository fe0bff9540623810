//! Where values go that tell threads of a pool apart: in registers, and ids in cells too, or nothing is known.

use super::own::Own;
use super::site::Site;
use crate::ir::visit::{Visitor, walk_action, walk_op};
use crate::ir::*;
use std::collections::BTreeSet;

/// What values are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// The addresses of a thread's own cells.
    Address,
    /// The ids of threads.
    Id,
}

/// Where such values may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Flow {
    kind: Kind,
    /// Registers of procedures, whichever thread runs them.
    registers: BTreeSet<(u32, Reg)>,
    cells: BTreeSet<Cell>,
    /// Procedures that may return one.
    returned: BTreeSet<u32>,
    /// What is accessed by the ids of others.
    theirs: BTreeSet<Own>,
    /// One may be elsewhere, or be used as a number.
    escapes: bool,
}

impl Flow {
    /// Nothing if one may be elsewhere.
    pub(super) fn of(program: &Program, kind: Kind) -> Option<Flow> {
        let (registers, cells, returned, theirs) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let mut flow = Flow { kind, registers, cells, returned, theirs, escapes: false };
        let flags = program.starts.iter().flat_map(|s| [s.started, s.ended]);
        let given: BTreeSet<Cell> = flags.chain(given(program)).collect();
        loop {
            let before = flow.clone();
            // What is used as a number, or comes beside them, is told once all of them are known.
            flow.look(program, &given, false);
            flow.escapes = false;
            if flow == before {
                break;
            }
        }
        flow.look(program, &given, true);
        flow.escapes |= program.addressed().iter().any(|c| flow.cells.contains(c)) || flow.begins_otherwise(program);
        (!flow.escapes).then_some(flow)
    }

    /// Looks at all that is done; `last`: once it is known where they may be.
    fn look(&mut self, program: &Program, given: &BTreeSet<Cell>, last: bool) {
        let (first, nowhere) = (first(program), u32::MAX);
        let mut step =
            Step { program, flow: self, procedure: nowhere, starts: false, started: None, first, given, last };
        for global in &program.globals {
            if let Protection::Exclusive(e, _) = &global.protection {
                step.expr(e);
            }
        }
        for location in &program.locations {
            step.procedure = location.procedure;
            step.starts = Site::of(&location.op).is_some();
            step.op(&location.op);
        }
    }

    /// Whether something is there at the beginning that with more threads would be the id of one.
    fn begins_otherwise(&self, program: &Program) -> bool {
        let (first, shared) = (first(program), program.thread_locals.len() as u32);
        let is_kept = |t: &Thread, i: u32| self.registers.contains(&(t.procedure, Reg(shared + i)));
        let given = |t: &Thread| (0..).zip(&t.arguments).any(|(i, v)| *v >= first && is_kept(t, i));
        self.kind == Kind::Id
            && (self.cells.iter().any(|c| program.cells[c.0 as usize] >= first) || program.threads.iter().any(given))
    }

    /// Whether a register of a procedure may hold one.
    pub(super) fn may_be_in(&self, procedure: u32, r: Reg) -> bool {
        self.registers.contains(&(procedure, r))
    }

    /// Whether some register may.
    pub(super) fn are_in_registers(&self) -> bool {
        !self.registers.is_empty()
    }

    /// The cells that may hold one.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells.iter().copied()
    }

    /// What threads access by the ids of others.
    pub(super) fn theirs(&self) -> &BTreeSet<Own> {
        &self.theirs
    }

    /// What a place is of whoever has the id by which it is accessed.
    pub(super) fn accessed(&self, program: &Program, procedure: u32, place: &Place) -> Option<Own> {
        let (own, id) = Own::by(program, place)?;
        let one = match id {
            Expr::Tid => true,
            Expr::Load(Place { kind: PlaceKind::Reg(r), .. }) => self.registers.contains(&(procedure, *r)),
            Expr::Load(Place { kind: PlaceKind::Cell(c), .. }) => self.cells.contains(c),
            _ => false,
        };
        one.then_some(own)
    }
}

/// The first id of a thread that is started.
fn first(program: &Program) -> Value {
    program.starts.iter().map(|s| s.thread.0 as Value).min().unwrap_or(Value::MAX)
}

/// What threads find when they begin, by their ids.
fn given(program: &Program) -> impl Iterator<Item = Cell> + '_ {
    let own = super::own::own(program);
    let threads = program.starts.iter().map(|s| s.thread);
    threads.flat_map(move |t| own.iter().flat_map(|own| own.cells(program, t)).collect::<Vec<_>>())
}

/// Looks at what a procedure does with what may be one.
struct Step<'p, 'a> {
    program: &'p Program,
    flow: &'a mut Flow,
    procedure: u32,
    /// The operation starts a thread of a pool.
    starts: bool,
    /// The one that was started before in this branch.
    started: Option<Value>,
    /// The first id of a thread that is started.
    first: Value,
    /// The cells of such threads.
    given: &'a BTreeSet<Cell>,
    /// It is known where they may be: nothing else may come there that could be taken for one.
    last: bool,
}

impl Step<'_, '_> {
    fn follows(&self, kind: Kind) -> bool {
        self.flow.kind == kind
    }

    /// Whether the value of an expression may be one. What else is made of one is the same for all threads, or nothing
    /// is known.
    fn is_one(&mut self, e: &Expr) -> bool {
        match e {
            Expr::Const(_) => false,
            Expr::Tid => self.follows(Kind::Id),
            Expr::Load(place) => self.holds(place),
            Expr::AddressOf(place) => {
                self.leads(place) || self.follows(Kind::Address) && Own::of(self.program, place).is_some()
            }
            Expr::Unary(op, a) => self.number(*op == Unary::Not, &[a]),
            Expr::Binary(Binary::Eq | Binary::Ne, a, b) => {
                let ones = [self.is_one(a), self.is_one(b)];
                self.flow.escapes |= ones[0] != ones[1] && !self.is_none(a) && !self.is_none(b);
                false
            }
            Expr::Binary(op, a, b) => self.number(matches!(op, Binary::And | Binary::Or), &[a, b]),
            Expr::Offset { pointer, count, .. } => {
                self.number(false, &[count]);
                self.is_one(pointer)
            }
            Expr::Distance { to, from, .. } => self.number(self.follows(Kind::Address), &[to, from]),
            Expr::Conditional(c, a, b) => {
                self.is_one(c);
                let ones = [a, b].map(|e| self.is_one(e));
                let mixed = self.is_settled() && ones[0] != ones[1];
                self.flow.escapes |= mixed && !self.is_none(if ones[0] { b } else { a });
                ones[0] || ones[1]
            }
        }
    }

    /// Whether this is none of those that are followed, however many threads there are: with larger pools there are
    /// larger ids.
    fn is_none(&self, e: &Expr) -> bool {
        match (self.flow.kind, e) {
            (Kind::Address, e) => matches!(e, Expr::Const(0) | Expr::AddressOf(_)),
            (Kind::Id, Expr::Const(v)) => *v < self.first,
            (Kind::Id, _) => false,
        }
    }

    /// A number, made of expressions that may be one if so said.
    fn number(&mut self, may: bool, of: &[&Expr]) -> bool {
        for e in of {
            let one = self.is_one(e);
            self.flow.escapes |= one && !may;
        }
        false
    }

    fn holds(&mut self, place: &Place) -> bool {
        self.leads(place);
        self.is_kept_at(place) || self.follows(Kind::Id) && self.program.is_owner(place)
    }

    /// Whether one may have been stored at a place; a pointer to such a place is not known.
    fn is_kept_at(&self, place: &Place) -> bool {
        let own = |r: u32| self.flow.registers.contains(&(self.procedure, Reg(r)));
        match &place.kind {
            PlaceKind::Reg(r) => own(r.0),
            PlaceKind::RegIndex { base, len, .. } => (base.0..base.0 + len).any(own),
            PlaceKind::Cell(_) | PlaceKind::Index { .. } => place.cells().iter().any(|c| self.flow.cells.contains(c)),
            PlaceKind::Deref { .. } => false,
        }
    }

    /// Whether a place is one to which such an address leads.
    fn leads(&mut self, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Deref { pointer } => self.is_one(pointer),
            PlaceKind::Index { .. } if self.follows(Kind::Id) && self.is_somebodys(place) => false,
            PlaceKind::Index { index, .. } | PlaceKind::RegIndex { index, .. } => self.number(false, &[index]),
            PlaceKind::Cell(_) | PlaceKind::Reg(_) => false,
        }
    }

    /// Whether it is accessed by an id.
    fn is_somebodys(&mut self, place: &Place) -> bool {
        if Own::of(self.program, place).is_some() {
            return true;
        }
        let accessed = self.flow.accessed(self.program, self.procedure, place);
        self.flow.theirs.extend(accessed);
        accessed.is_some()
    }

    fn stored(&mut self, place: &Place, values: &[&Expr]) {
        let ones = values.iter().filter(|value| self.is_one(value)).count();
        self.leads(place);
        if ones > 0 {
            self.kept(place);
        }
        if self.is_settled() && self.is_kept_at(place) {
            values.iter().for_each(|value| self.comes_there(value));
        }
    }

    /// Whether it is known where ids may be, and so what comes there.
    fn is_settled(&self) -> bool {
        self.last && self.follows(Kind::Id)
    }

    /// A value comes where ids may be: it is one, or never the id of a thread that is started.
    fn comes_there(&mut self, value: &Expr) {
        match value {
            Expr::Conditional(_, a, b) => [a, b].into_iter().for_each(|e| self.comes_there(e)),
            _ => self.flow.escapes |= !self.is_one(value) && !self.is_none(value),
        }
    }

    /// Whether this may give the id of a thread that is started.
    fn may_be_new(&self, place: &Place, value: &Expr) -> bool {
        let may_be = self.starts && self.follows(Kind::Id) && matches!(value, Expr::Const(v) if *v >= self.first);
        may_be && !matches!(&place.kind, PlaceKind::Cell(c) if self.given.contains(c))
    }

    /// A number at a place where threads are started: the id of the one that was started just before, or nothing is
    /// known.
    fn gives_id(&mut self, place: &Place, value: &Expr) {
        self.leads(place);
        self.kept(place);
        let started = self.started.take();
        self.flow.escapes |= !matches!(value, Expr::Const(v) if started == Some(*v));
    }

    /// Whether this starts a thread, and its id.
    fn starting(&self, place: &Place) -> Option<Value> {
        let PlaceKind::Cell(c) = place.kind else { return None };
        self.program.starts.iter().find(|s| s.started == c).map(|s| s.thread.0 as Value)
    }

    fn kept(&mut self, place: &Place) {
        let registers = match &place.kind {
            PlaceKind::Reg(r) => r.0..r.0 + 1,
            PlaceKind::RegIndex { base, len, .. } => base.0..base.0 + len,
            PlaceKind::Cell(c) if self.follows(Kind::Id) && !self.given.contains(c) => {
                self.flow.cells.insert(*c);
                return;
            }
            PlaceKind::Cell(_) | PlaceKind::Index { .. } | PlaceKind::Deref { .. } => {
                return self.flow.escapes = true;
            }
        };
        self.flow.escapes |= registers.start < self.program.thread_locals.len() as u32;
        self.flow.registers.extend(registers.map(|r| (self.procedure, Reg(r))));
    }

    fn called(&mut self, procedure: u32, arguments: &[Expr], result: Option<Reg>) {
        let shared = self.program.thread_locals.len() as u32;
        for (i, argument) in (shared..).zip(arguments) {
            if self.is_one(argument) {
                self.flow.registers.insert((procedure, Reg(i)));
            }
            if self.is_settled() && self.flow.registers.contains(&(procedure, Reg(i))) {
                self.comes_there(argument);
            }
        }
        let result = result.map(|r| (self.procedure, r));
        if self.flow.returned.contains(&procedure) {
            self.flow.registers.extend(result);
        } else if self.is_settled() {
            self.flow.escapes |= result.is_some_and(|r| self.flow.registers.contains(&r));
        }
    }
}

impl<'p> Step<'p, '_> {
    fn statements(&mut self, body: &'p [Statement]) {
        for statement in body {
            match statement {
                Statement::Action(action) => self.action(action),
                Statement::If { cond, then, otherwise } => {
                    self.expr(cond);
                    [then, otherwise].into_iter().for_each(|body| self.branch(body));
                }
                Statement::Choose(bodies) => bodies.iter().for_each(|body| self.branch(body)),
            }
        }
    }

    /// What is started in one branch is not in another one, nor behind it.
    fn branch(&mut self, body: &'p [Statement]) {
        self.started = None;
        self.statements(body);
        self.started = None;
    }
}

impl<'p> Visitor<'p> for Step<'p, '_> {
    fn op(&mut self, op: &'p Op) {
        match op {
            Op::Call { procedure, arguments, result, .. } => self.called(*procedure, arguments, *result),
            Op::Return { value: Some(value) } => {
                if self.is_one(value) {
                    self.flow.returned.insert(self.procedure);
                }
                if self.is_settled() && self.flow.returned.contains(&self.procedure) {
                    self.comes_there(value);
                }
            }
            Op::Atomic { body, .. } => self.branch(body),
            _ => walk_op(self, op),
        }
    }

    fn action(&mut self, action: &'p Action) {
        match action {
            Action::Assign { place, value } if self.may_be_new(place, value) => self.gives_id(place, value),
            Action::Assign { place, value } => {
                self.stored(place, &[value]);
                self.started = self.starting(place).or(self.started);
            }
            Action::Choose { place, values } => self.stored(place, &values.iter().collect::<Vec<_>>()),
            Action::ChooseRange { place, lo, hi } => {
                self.number(false, &[lo, hi]);
                self.leads(place);
                self.flow.escapes |= self.is_settled() && self.is_kept_at(place) && !self.is_none(hi);
            }
            Action::WaitRelease { mutex, depth } => {
                self.place(&mutex.place);
                self.flow.escapes |= depth.is_some_and(|r| self.flow.registers.contains(&(self.procedure, r)));
            }
            Action::Cas { result, place, old, new } => {
                let ones = [self.holds(place), self.is_one(old)];
                self.flow.escapes |= ones[0] != ones[1] && (ones[1] || !self.is_none(old));
                self.stored(place, &[new]);
                result.iter().for_each(|place| _ = self.leads(place));
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
