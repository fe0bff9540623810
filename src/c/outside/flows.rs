//! Where the values of a register go, and what asks for them.

use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// Where values come from outside.
#[derive(Clone, Copy)]
pub(in crate::c) struct Source {
    /// The least and the greatest.
    pub(in crate::c) range: (Value, Value),
    /// Whether there are greater ones, of more than 32 bits.
    pub(in crate::c) goes_on: bool,
}

/// Constants that values are compared with.
#[derive(Default, Debug)]
pub(super) struct Tests {
    pub(super) constants: BTreeSet<Value>,
    /// By which is the greater, and not only whether it is that one.
    ordered: bool,
}

impl Tests {
    /// The same for values between which no comparison tells: whether it is one of the constants, or how many are
    /// less, of numbers with the same sign, since some comparisons are without.
    pub(super) fn kind(&self, value: Value) -> (bool, usize, bool) {
        let less = self.constants.range(..value).count();
        match self.constants.contains(&value) {
            true => (true, less, false),
            false if self.ordered => (false, less, value < 0),
            false => (false, 0, false),
        }
    }
}

/// A variable as a whole.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Root {
    /// By its first cell.
    Shared(Cell),
    /// One of those that pointers lead to.
    PointedTo,
    Register(u32, u32),
}

/// What the ways of all values have in common.
pub(super) struct Whole<'p> {
    pub(super) program: &'p Program,
    addressed: BTreeSet<Cell>,
    /// Where the results of each procedure go.
    results: BTreeMap<u32, Vec<(u32, u32)>>,
}

impl<'p> Whole<'p> {
    pub(super) fn of(program: &'p Program) -> Self {
        let mut results: BTreeMap<u32, Vec<(u32, u32)>> = BTreeMap::new();
        for location in &program.locations {
            if let Op::Call { procedure, result: Some(r), .. } = &location.op {
                results.entry(*procedure).or_default().push((location.procedure, r.0));
            }
        }
        let addressed = program.addressed().into_iter().map(|c| program.global_of(c).base).collect();
        Whole { program, addressed, results }
    }
}

/// Where one value goes.
pub(super) struct Flows<'p> {
    whole: &'p Whole<'p>,
    program: &'p Program,
    /// The values.
    of: Source,
    /// What may hold such a value.
    roots: BTreeSet<Root>,
    tests: Tests,
    /// Something asks for a value itself.
    asked: bool,
    /// The procedure of the step that is looked at.
    procedure: u32,
}

impl<'p> Flows<'p> {
    pub(super) fn new(whole: &'p Whole<'p>, (procedure, register): (u32, u32), of: Source) -> Self {
        let roots = BTreeSet::from([Root::Register(procedure, register)]);
        Flows { whole, program: whole.program, of, roots, tests: Tests::default(), asked: false, procedure }
    }

    /// What the values are compared with; nothing if something else is done with them.
    pub(super) fn tests(mut self) -> Option<Tests> {
        loop {
            let before = self.roots.len();
            for location in &self.program.locations {
                self.procedure = location.procedure;
                self.op(&location.op);
                if self.asked {
                    return None;
                }
            }
            if self.roots.len() == before {
                return Some(self.tests);
            }
        }
    }

    fn op(&mut self, op: &Op) {
        match op {
            Op::Skip { .. } | Op::Choose { .. } | Op::End | Op::Return { value: None } => {}
            Op::Branch { cond, .. } => self.truth(cond),
            Op::Do { action, .. } => self.action(action),
            Op::Atomic { body, .. } => self.statements(body),
            Op::Call { procedure, arguments, .. } => {
                let first = self.program.thread_locals.len() as u32;
                (first..).zip(arguments).for_each(|(r, e)| self.handed_to(e, &[(*procedure, r)]));
            }
            Op::Return { value: Some(e) } => {
                let results = self.whole.results.get(&self.procedure).cloned().unwrap_or_default();
                self.handed_to(e, &results);
            }
        }
    }

    fn handed_to(&mut self, e: &Expr, registers: &[(u32, u32)]) {
        // Procedures whose bodies are refused have no registers.
        let of = |(p, r): &(u32, u32)| self.program.procedures[*p as usize].registers.get(*r as usize);
        let kept = registers.iter().filter_map(of).all(|register| self.keeps(register.domain));
        let roots: Vec<Root> = registers.iter().map(|(p, r)| self.register(*p, *r)).collect();
        self.flows(e, &roots, kept);
    }

    fn statements(&mut self, body: &[Statement]) {
        for statement in body {
            match statement {
                Statement::Action(action) => self.action(action),
                Statement::If { cond, then, otherwise } => {
                    self.truth(cond);
                    [then, otherwise].into_iter().for_each(|body| self.statements(body));
                }
                Statement::Choose(bodies) => bodies.iter().for_each(|body| self.statements(body)),
            }
        }
    }

    fn action(&mut self, action: &Action) {
        match action {
            Action::Fail(_) | Action::Exit | Action::Halt => {}
            Action::Assert(e) | Action::Assume(e) => self.truth(e),
            Action::Free(e) => self.value(e),
            Action::Look(place) => self.where_it_is(place),
            Action::Assign { place, value } => self.stored(place, value),
            Action::Choose { place, values } => values.iter().for_each(|value| self.stored(place, value)),
            Action::ChooseRange { place, lo, hi } => {
                self.where_it_is(place);
                [lo, hi].into_iter().for_each(|e| self.value(e));
            }
            Action::Cas { result, place, old, new } => {
                self.stored(place, new);
                result.iter().for_each(|place| self.where_it_is(place));
                self.compared(false, &Expr::Load(place.clone()), old);
            }
            Action::Acquire(m)
            | Action::Release(m)
            | Action::Notify(m)
            | Action::NotifyAll(m)
            | Action::WaitRelease { mutex: m, .. }
            | Action::WaitAcquire { mutex: m, .. } => self.where_it_is(&m.place),
        }
    }

    fn stored(&mut self, place: &Place, value: &Expr) {
        self.where_it_is(place);
        let (roots, kept) = (self.roots_of(place), self.keeps(place.domain));
        self.flows(value, &roots, kept);
    }

    /// The value comes to be held by these, as it is or not.
    fn flows(&mut self, e: &Expr, to: &[Root], kept: bool) {
        match e {
            Expr::Load(place) if kept => {
                self.where_it_is(place);
                if self.may_hold(place) {
                    self.roots.extend(to);
                }
            }
            Expr::Conditional(c, a, b) => {
                self.truth(c);
                [a, b].into_iter().for_each(|e| self.flows(e, to, kept));
            }
            _ => self.value(e),
        }
    }

    /// The value itself is asked for.
    fn value(&mut self, e: &Expr) {
        match e {
            Expr::Const(_) | Expr::Tid => {}
            Expr::Load(place) => {
                self.where_it_is(place);
                self.asked |= self.may_hold(place);
            }
            Expr::AddressOf(place) => self.where_it_is(place),
            Expr::Unary(Unary::Not, a) => self.truth(a),
            Expr::Unary(_, a) => self.value(a),
            Expr::Binary(op, a, b) => self.combined(*op, a, b),
            Expr::Offset { pointer: a, count: b, .. } | Expr::Distance { to: a, from: b, .. } => {
                [a, b].into_iter().for_each(|e| self.value(e));
            }
            Expr::Conditional(c, a, b) => {
                self.truth(c);
                [a, b].into_iter().for_each(|e| self.value(e));
            }
        }
    }

    /// Whether it is 0 is asked for.
    fn truth(&mut self, e: &Expr) {
        match e {
            Expr::Load(_) => self.compared(false, e, &Expr::Const(0)),
            Expr::Conditional(c, a, b) => [c, a, b].into_iter().for_each(|e| self.truth(e)),
            _ => self.value(e),
        }
    }

    fn combined(&mut self, op: Binary, a: &Expr, b: &Expr) {
        use Binary::*;
        match op {
            And | Or => [a, b].into_iter().for_each(|e| self.truth(e)),
            Eq | Ne => self.compared(false, a, b),
            Lt | Le | Gt | Ge | UnsignedLt | UnsignedLe => self.compared(true, a, b),
            _ => [a, b].into_iter().for_each(|e| self.value(e)),
        }
    }

    fn compared(&mut self, ordered: bool, a: &Expr, b: &Expr) {
        match (a, b) {
            (e, Expr::Const(k)) | (Expr::Const(k), e) => self.compared_with(ordered, e, *k),
            _ => [a, b].into_iter().for_each(|e| self.value(e)),
        }
    }

    fn compared_with(&mut self, ordered: bool, e: &Expr, k: Value) {
        match e {
            Expr::Load(place) => {
                self.where_it_is(place);
                if self.may_hold(place) {
                    self.tests.constants.insert(k);
                    self.tests.ordered |= ordered;
                }
            }
            Expr::Conditional(c, a, b) => {
                self.truth(c);
                [a, b].into_iter().for_each(|e| self.compared_with(ordered, e, k));
            }
            _ => self.value(e),
        }
    }

    /// The index or the pointer that leads to a place is asked for.
    fn where_it_is(&mut self, place: &Place) {
        match &place.kind {
            PlaceKind::RegIndex { index: e, .. }
            | PlaceKind::Index { index: e, .. }
            | PlaceKind::Deref { pointer: e } => {
                self.value(e);
            }
            PlaceKind::Reg(_) | PlaceKind::Cell(_) => {}
        }
    }

    fn may_hold(&self, place: &Place) -> bool {
        self.roots_of(place).iter().any(|root| self.roots.contains(root))
    }

    fn roots_of(&self, place: &Place) -> Vec<Root> {
        match place.kind {
            // The flags of threads stand side by side, each a variable of its own.
            PlaceKind::Cell(_) | PlaceKind::Index { .. } => place.cells().into_iter().map(|c| self.shared(c)).collect(),
            PlaceKind::Reg(r) => vec![self.register(self.procedure, r.0)],
            PlaceKind::RegIndex { base, len, .. } => {
                (0..len).map(|i| self.register(self.procedure, base.0 + i)).collect()
            }
            PlaceKind::Deref { .. } => vec![Root::PointedTo],
        }
    }

    fn shared(&self, cell: Cell) -> Root {
        let base = self.program.global_of(cell).base;
        if self.whole.addressed.contains(&base) { Root::PointedTo } else { Root::Shared(base) }
    }

    /// Variables of one thread have the same number in all procedures.
    fn register(&self, procedure: u32, r: u32) -> Root {
        let shared = r < self.program.thread_locals.len() as u32;
        Root::Register(if shared { u32::MAX } else { procedure }, r)
    }

    /// Whether storing changes no value.
    fn keeps(&self, domain: Domain) -> bool {
        match domain {
            Domain::Int => !self.of.goes_on,
            Domain::Long | Domain::Pointer | Domain::Float => true,
            Domain::Range { lo, hi } => lo <= self.of.range.0 && self.of.range.1 <= hi,
            Domain::Bool | Domain::Enum { .. } => false,
        }
    }
}
