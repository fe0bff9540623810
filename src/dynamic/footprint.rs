//! What the action at a location may touch, whatever the state: the static analysis under every
//! moving condition. It errs on the side of more.

use crate::ir::visit::{Visitor, walk_place};
use crate::ir::*;

/// All that is known of an action without a state.
#[derive(Clone, Default, Debug)]
pub struct Footprint {
    pub accesses: Vec<Access>,
    /// Registers that the action may change.
    pub registers: Vec<Reg>,
    /// The action may make its thread go wrong.
    pub may_fail: bool,
    /// The action may block, other than on a mutex that it releases or notifies.
    pub may_block: bool,
    /// The action may look at a place after it has stored something.
    stores_first: bool,
    /// The action is nothing but this operation on a mutex.
    pub lock: Option<LockOperation>,
}

/// An access to one of some cells.
#[derive(Clone, Debug)]
pub struct Access {
    /// In ascending order.
    pub cells: Vec<Cell>,
    /// How the cell is computed; nothing if there is only one.
    pub address: Option<Address>,
    pub mode: Mode,
    /// The action makes it whatever the state, unless the address of one of its accesses has no cell.
    pub certain: bool,
}

/// A place that depends on the state.
#[derive(Clone, Debug)]
pub struct Address {
    pub place: Place,
    /// Cells and registers on which it depends.
    pub reads: Vec<Cell>,
    pub registers: Vec<Reg>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    Read,
    Write,
    /// Writes only if the cell holds the expected value.
    Cas(Value),
    /// The cells of a mutex.
    Lock,
}

/// An operation on one mutex, and whether a thread that performs it holds the mutex before and after.
#[derive(Clone, Copy, Debug)]
pub struct LockOperation {
    pub before: bool,
    pub after: bool,
}

impl LockOperation {
    pub fn acquires(&self) -> bool {
        !self.before
    }
}

impl Footprint {
    pub fn of(program: &Program, location: &Location, addressed: &[Cell]) -> Self {
        let mut collector = Collector { program, addressed, found: Footprint::default(), certain: true, fails: false };
        collector.op(&location.op, location);
        let fails = collector.fails;
        collector.found.accesses.iter_mut().for_each(|a| a.certain &= !fails);
        collector.found
    }

    /// Whether an address may mean another cell when the access is made than before the action.
    pub fn changes(&self, address: &Address) -> bool {
        let mut written = self.accesses.iter().filter(|a| a.mode != Mode::Read).flat_map(|a| &a.cells);
        let changed = |r: &Reg| self.registers.contains(r);
        self.stores_first && (address.registers.iter().any(changed) || written.any(|c| address.reads.contains(c)))
    }

    /// The one mutex that a lock operation speaks of.
    pub fn lock_access(&self) -> Option<&Access> {
        self.lock.as_ref().and_then(|_| self.accesses.iter().find(|a| a.mode == Mode::Lock))
    }

    /// Its owner cell, if that is the same in every state.
    pub fn mutex(&self) -> Option<Cell> {
        self.lock_access().filter(|a| a.address.is_none()).map(|a| a.cells[0])
    }
}

/// The expression that says where a place is.
fn address_of(place: &Place) -> Option<&Expr> {
    match &place.kind {
        PlaceKind::RegIndex { index, .. } | PlaceKind::Index { index, .. } => Some(index),
        PlaceKind::Deref { pointer } => Some(pointer),
        PlaceKind::Reg(_) | PlaceKind::Cell(_) => None,
    }
}

/// Every expression of an action that is not part of another.
fn action_exprs<'a>(action: &'a Action, look: &mut dyn FnMut(&'a Expr)) {
    let (places, exprs): (Vec<&Place>, Vec<&Expr>) = match action {
        Action::Assign { place, value } => (vec![place], vec![value]),
        Action::Choose { place, values } => (vec![place], values.iter().collect()),
        Action::ChooseRange { place, lo, hi } => (vec![place], vec![lo, hi]),
        Action::Fail(_) | Action::Exit | Action::Halt => (vec![], vec![]),
        Action::Assert(e) | Action::Assume(e) | Action::Free(e) => (vec![], vec![e]),
        Action::Look(place) => (vec![place], vec![]),
        Action::Acquire(m) | Action::Release(m) | Action::Notify(m) | Action::NotifyAll(m) => (vec![&m.place], vec![]),
        Action::WaitRelease { mutex, .. } | Action::WaitAcquire { mutex, .. } => (vec![&mutex.place], vec![]),
        Action::Cas { result, place, old, new } => (result.iter().chain([place]).collect(), vec![old, new]),
    };
    places.into_iter().filter_map(address_of).chain(exprs).for_each(look);
}

struct Collector<'a> {
    program: &'a Program,
    addressed: &'a [Cell],
    found: Footprint,
    /// Whether what is being looked at is evaluated in any case.
    certain: bool,
    /// The action may go wrong before all its accesses are made, other than by an address without a cell.
    fails: bool,
}

impl Collector<'_> {
    fn op(&mut self, op: &Op, location: &Location) {
        match op {
            Op::Skip { .. } | Op::Choose { .. } | Op::End => {}
            Op::Branch { cond, .. } => self.expr(cond),
            Op::Do { action, .. } => {
                self.found.lock = lock_operation(action);
                self.found.stores_first = matches!(action, Action::Cas { .. });
                self.action(action, true);
            }
            Op::Atomic { body, .. } => {
                self.found.stores_first = true;
                for statement in body {
                    self.statement(statement);
                    let assigns = matches!(statement, Statement::Action(Action::Assign { .. } | Action::Cas { .. }));
                    self.certain &= assigns && !self.found.may_fail;
                }
                self.found.may_block |= self.found.accesses.iter().any(|a| a.mode == Mode::Lock);
            }
            Op::Call { arguments, result, procedure, .. } => {
                arguments.iter().for_each(|e| self.expr(e));
                self.found.registers.extend(*result);
                let registers = &self.program.procedures[*procedure as usize].registers;
                self.found.may_fail |= registers.iter().any(|r| matches!(r.domain, Domain::Enum { .. }));
            }
            Op::Return { value } => value.iter().for_each(|e| self.expr(e)),
        }
        if matches!(op, Op::Return { .. } | Op::End) {
            self.found.may_fail |= self.result_may_not_fit(location.procedure);
        }
    }

    /// Whether some caller keeps the result in a variable of a type that may not hold it.
    fn result_may_not_fit(&self, procedure: u32) -> bool {
        self.program.locations.iter().any(|l| match l.op {
            Op::Call { procedure: callee, result: Some(r), .. } if callee == procedure => {
                let registers = &self.program.procedures[l.procedure as usize].registers;
                matches!(registers[r.0 as usize].domain, Domain::Enum { .. })
            }
            _ => false,
        })
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Action(action) => self.action(action, false),
            Statement::If { cond, then, otherwise } => {
                self.expr(cond);
                self.perhaps(|this| then.iter().chain(otherwise).for_each(|s| this.statement(s)));
            }
            Statement::Choose(bodies) => {
                self.perhaps(|this| bodies.iter().flatten().for_each(|s| this.statement(s)));
            }
        }
    }

    /// `alone`: it is all that the step does.
    fn action(&mut self, action: &Action, alone: bool) {
        if !matches!(action, Action::ChooseRange { .. }) {
            action_exprs(action, &mut |e| self.expr(e));
        }
        match action {
            Action::ChooseRange { place, lo, hi } => self.choose_range(place, [lo, hi]),
            Action::Assign { place, .. } | Action::Choose { place, .. } => self.store(place, Mode::Write),
            Action::Assert(_) => self.found.may_fail = true,
            Action::Look(place) => self.access(place, Mode::Read),
            Action::Free(_) => {
                self.found.may_fail = true;
                self.freed(Mode::Write);
            }
            Action::Fail(_) => (self.found.may_fail, self.found.may_block) = (true, true),
            Action::Assume(_) | Action::Exit | Action::Halt => self.found.may_block = true,
            Action::Acquire(m) => {
                self.lock(m, None);
                self.found.may_block = true;
                // It may not be initialised.
                self.found.may_fail |= !self.program.objects.is_empty();
            }
            Action::WaitAcquire { mutex, depth } => {
                self.lock(mutex, *depth);
                self.found.may_block = true;
            }
            Action::WaitRelease { mutex, depth } => self.lock(mutex, *depth),
            Action::Release(m) | Action::Notify(m) | Action::NotifyAll(m) => self.lock(m, None),
            Action::Cas { result, place, old, .. } => {
                self.access(place, Mode::Read);
                let mode = match old {
                    Expr::Const(old) if alone => Mode::Cas(*old),
                    _ => Mode::Write,
                };
                self.perhaps(|this| this.store(place, mode));
                result.iter().for_each(|r| self.store(r, Mode::Write));
            }
        }
    }

    /// Where no value is between the bounds the thread blocks, and nothing is asked of the place.
    fn choose_range(&mut self, place: &Place, bounds: [&Expr; 2]) {
        bounds.into_iter().for_each(|e| self.expr(e));
        self.perhaps(|this| {
            address_of(place).into_iter().for_each(|e| this.expr(e));
            this.store(place, Mode::Write);
        });
        self.found.may_block = true;
    }

    fn expr(&mut self, e: &Expr) {
        match e {
            Expr::Const(_) | Expr::Tid => {}
            Expr::Load(place) => {
                address_of(place).into_iter().for_each(|e| self.expr(e));
                self.access(place, Mode::Read);
                let unset = self.program.may_be_unset(place, self.addressed);
                self.may_fail_first(unset);
                self.found.may_block |= unset;
            }
            Expr::AddressOf(place) => {
                address_of(place).into_iter().for_each(|e| self.expr(e));
                self.may_fail_first(is_computed(place));
                if matches!(place.kind, PlaceKind::Deref { .. }) {
                    self.freed(Mode::Read);
                }
            }
            Expr::Unary(_, a) => self.expr(a),
            Expr::Offset { pointer: a, count: b, .. } | Expr::Distance { to: a, from: b, .. } => {
                self.may_fail_first(true);
                [a, b].into_iter().for_each(|e| self.expr(e));
            }
            Expr::Binary(op, a, b) => {
                self.may_fail_first(matches!(op, Binary::Div | Binary::Rem) || *op > Binary::Ge);
                self.found.may_block |= *op > Binary::Ge;
                self.expr(a);
                match op {
                    Binary::And | Binary::Or => self.perhaps(|this| this.expr(b)),
                    _ => self.expr(b),
                }
            }
            Expr::Conditional(a, b, c) => {
                self.expr(a);
                self.perhaps(|this| [b, c].into_iter().for_each(|e| this.expr(e)));
            }
        }
    }

    /// What is done or not.
    fn perhaps(&mut self, look: impl FnOnce(&mut Self)) {
        let certain = std::mem::replace(&mut self.certain, false);
        look(self);
        self.certain = certain;
    }

    fn may_fail_first(&mut self, may: bool) {
        self.found.may_fail |= may;
        self.fails |= may;
    }

    /// A value that does not fit is not stored.
    fn store(&mut self, place: &Place, mode: Mode) {
        let may_not_fit = matches!(place.domain, Domain::Enum { .. });
        self.found.may_fail |= may_not_fit;
        match place.kind {
            PlaceKind::Reg(r) => self.found.registers.push(r),
            PlaceKind::RegIndex { base, len, .. } => self.found.registers.extend((0..len).map(|i| Reg(base.0 + i))),
            _ => {}
        }
        match may_not_fit {
            true => self.perhaps(|this| this.access(place, mode)),
            false => self.access(place, mode),
        }
    }

    fn lock(&mut self, m: &Mutex, depth: Option<Reg>) {
        self.found.registers.extend(depth);
        self.access(&m.place, Mode::Lock);
    }

    /// An access to a place, and to what its declared protection looks at. Of mutexes that are to be held
    /// an action asks only whether its own thread holds them, which no other can change.
    fn access(&mut self, place: &Place, mode: Mode) {
        self.found.may_fail |= is_computed(place);
        let cells = match place.kind {
            PlaceKind::Deref { .. } => self.addressed.to_vec(),
            _ => place.cells(),
        };
        if matches!(place.kind, PlaceKind::Deref { .. }) {
            self.freed(Mode::Read);
        }
        for cell in &cells {
            self.protection(*cell);
        }
        if cells.is_empty() {
            self.fails |= is_computed(place);
        } else {
            let address = is_computed(place).then(|| self.address(place));
            self.found.accesses.push(Access { cells, address, mode, certain: self.certain });
        }
    }

    /// Whoever follows a pointer looks whether the object was given back.
    fn freed(&mut self, mode: Mode) {
        let mut cells: Vec<Cell> = self.program.objects.iter().filter_map(|o| o.freed).collect();
        cells.sort_unstable();
        if !cells.is_empty() {
            self.found.accesses.push(Access { cells, address: None, mode, certain: false });
        }
    }

    fn protection(&mut self, cell: Cell) {
        match &self.program.global_of(cell).protection {
            Protection::Inferred => {}
            Protection::GuardedBy(_) => self.may_fail_first(true),
            Protection::Exclusive(predicate, _) => {
                self.may_fail_first(true);
                let mut inner = Collector { addressed: &[], ..self.apart() };
                inner.looks(predicate);
                self.found.accesses.append(&mut inner.found.accesses);
            }
        }
    }

    /// The reads of an expression; predicates of predicates are not looked at.
    fn looks(&mut self, e: &Expr) {
        match e {
            Expr::Load(place) | Expr::AddressOf(place) => {
                address_of(place).into_iter().for_each(|e| self.looks(e));
                let cells = place.cells();
                self.found.accesses.push(Access { cells, address: None, mode: Mode::Read, certain: false });
            }
            Expr::Unary(_, a) => self.looks(a),
            Expr::Offset { pointer: a, count: b, .. }
            | Expr::Distance { to: a, from: b, .. }
            | Expr::Binary(_, a, b) => [a, b].into_iter().for_each(|e| self.looks(e)),
            Expr::Conditional(a, b, c) => [a, b, c].into_iter().for_each(|e| self.looks(e)),
            Expr::Const(_) | Expr::Tid => {}
        }
    }

    /// A collector of something else.
    fn apart(&self) -> Self {
        Collector { found: Footprint::default(), certain: false, fails: false, ..*self }
    }

    fn address(&self, place: &Place) -> Address {
        let mut inner = self.apart();
        let mut registers = Registers::default();
        if let Some(e) = address_of(place) {
            inner.expr(e);
            registers.expr(e);
        }
        let reads = inner.found.accesses.into_iter().flat_map(|a| a.cells).collect();
        Address { place: place.clone(), reads, registers: registers.0 }
    }
}

fn is_computed(place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Index { index, len, .. } => !matches!(**index, Expr::Const(i) if (0..*len as Value).contains(&i)),
        PlaceKind::RegIndex { index, len, .. } => !matches!(**index, Expr::Const(i) if (0..*len as Value).contains(&i)),
        PlaceKind::Deref { .. } => true,
        PlaceKind::Reg(_) | PlaceKind::Cell(_) => false,
    }
}

/// The registers of which an expression or an address is made.
#[derive(Default)]
struct Registers(Vec<Reg>);

impl<'p> Visitor<'p> for Registers {
    fn place(&mut self, place: &'p Place) {
        match place.kind {
            PlaceKind::Reg(r) => self.0.push(r),
            PlaceKind::RegIndex { base, len, .. } => self.0.extend((0..len).map(|i| Reg(base.0 + i))),
            _ => {}
        }
        walk_place(self, place);
    }
}

fn lock_operation(action: &Action) -> Option<LockOperation> {
    let (before, after) = match action {
        Action::Acquire(_) | Action::WaitAcquire { .. } => (false, true),
        Action::Release(_) | Action::WaitRelease { .. } => (true, false),
        Action::Notify(_) | Action::NotifyAll(_) => (true, true),
        _ => return None,
    };
    Some(LockOperation { before, after })
}
