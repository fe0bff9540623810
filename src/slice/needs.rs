//! Which variables are needed, and which registers where: the least solution for everything at once.

use super::faults::Faults;
use super::variable;
use crate::ir::visit::{Visitor, walk_place};
use crate::ir::*;
use std::collections::BTreeSet;

/// Whether each register of a procedure is needed.
pub(super) type Live = Vec<bool>;

/// What is known to be needed so far.
pub(super) struct Needs<'p> {
    pub(super) program: &'p Program,
    pub(super) faults: Faults<'p>,
    /// Whether each global variable is stored.
    pub(super) stored: Vec<bool>,
    /// The registers whose values are needed on entering each location.
    pub(super) live: Vec<Live>,
    /// Whether some caller of each procedure needs its result.
    pub(super) wanted: Vec<bool>,
    /// The thread-local variables that some caller of each procedure needs after the return.
    pub(super) after: Vec<Live>,
    /// The variables to which pointers may point.
    pub(super) addressed: Vec<usize>,
    /// Where each one may, if that is looked at.
    points: Option<Points<'p>>,
    /// The procedure that is looked at.
    pub(super) procedure: u32,
    /// Registers of each procedure that are needed wherever they are in scope.
    pub(super) pinned: Vec<Live>,
}

impl<'p> Needs<'p> {
    /// Mutexes are needed, and all variables where protection is declared: then an access may go wrong for itself.
    pub(super) fn new(program: &'p Program) -> Self {
        let faults = Faults::new(program);
        let is_mutex = |g: &GlobalVariable| matches!(g.kind, GlobalKind::Mutex { .. });
        let registers = |l: &Location| program.procedures[l.procedure as usize].registers.len();
        Needs {
            program,
            faults,
            stored: program.globals.iter().map(|g| faults.declares() || is_mutex(g)).collect(),
            live: program.locations.iter().map(|l| vec![false; registers(l)]).collect(),
            wanted: vec![false; program.procedures.len()],
            after: vec![vec![false; program.thread_locals.len()]; program.procedures.len()],
            addressed: addressed(program),
            points: None,
            procedure: 0,
            pinned: program.procedures.iter().map(|p| vec![false; p.registers.len()]).collect(),
        }
    }

    /// The same for whoever knows nothing where a pointer leads elsewhere than to what is stored in it somewhere.
    pub(super) fn with_points(self) -> Self {
        Needs { points: Some(Points::of(self.program)), ..self }
    }

    /// And the registers that say somewhere where a place is are needed everywhere.
    pub(super) fn with_addresses(mut self) -> Self {
        for location in &self.program.locations {
            let mut places = Places(vec![]);
            places.op(&location.op);
            self.procedure = location.procedure;
            let mut live = std::mem::take(&mut self.pinned[location.procedure as usize]);
            places.0.into_iter().for_each(|place| self.address(place, &mut live));
            self.pinned[location.procedure as usize] = live;
        }
        let shared = self.program.thread_locals.len();
        let pinned = |r: usize| self.pinned.iter().any(|live| live[r]);
        let shared: Vec<usize> = (0..shared).filter(|r| pinned(*r)).collect();
        self.pinned.iter_mut().for_each(|live| shared.iter().for_each(|r| live[*r] = true));
        self
    }

    /// Adds what the steps need until they need nothing more; with the steps that are left.
    pub(super) fn settle(&mut self) -> Vec<Op> {
        loop {
            let before = (self.stored.clone(), self.wanted.clone(), self.after.clone());
            let mut changed = false;
            let mut steps = vec![Op::End; self.program.locations.len()];
            for i in (0..self.program.locations.len()).rev() {
                let (op, live) = self.step(&self.program.locations[i]);
                changed |= live != self.live[i];
                (steps[i], self.live[i]) = (op, live);
            }
            if !changed && before == (self.stored.clone(), self.wanted.clone(), self.after.clone()) {
                return steps;
            }
        }
    }

    /// The value of this is needed.
    pub(super) fn value(&mut self, e: &Expr, live: &mut Live) {
        match e {
            Expr::Const(_) | Expr::Tid => {}
            Expr::Load(place) => self.load(place, live),
            Expr::AddressOf(place) => self.address(place, live),
            Expr::Unary(_, a) => self.value(a, live),
            Expr::Offset { pointer: a, count: b, .. }
            | Expr::Distance { to: a, from: b, .. }
            | Expr::Binary(_, a, b) => [a, b].into_iter().for_each(|e| self.value(e, live)),
            Expr::Conditional(c, a, b) => [c, a, b].into_iter().for_each(|e| self.value(e, live)),
        }
    }

    pub(super) fn load(&mut self, place: &Place, live: &mut Live) {
        self.address(place, live);
        match &place.kind {
            PlaceKind::Reg(r) => live[r.0 as usize] = true,
            PlaceKind::RegIndex { base, len, .. } => live[base.0 as usize..][..*len as usize].fill(true),
            _ => self.store(place),
        }
    }

    /// A step that is left writes this, and its value before that is not needed.
    pub(super) fn write(&mut self, place: &Place, live: &mut Live) {
        match &place.kind {
            PlaceKind::Reg(r) => live[r.0 as usize] = false,
            PlaceKind::RegIndex { .. } => {}
            _ => self.store(place),
        }
        self.address(place, live);
    }

    /// Whether a value that is written here is needed behind the step.
    pub(super) fn keeps(&self, place: &Place, live: &Live) -> bool {
        match &place.kind {
            PlaceKind::Reg(r) => live[r.0 as usize],
            PlaceKind::RegIndex { base, len, .. } => live[base.0 as usize..][..*len as usize].contains(&true),
            _ => self.variables(place).iter().any(|v| self.stored[*v]),
        }
    }

    fn store(&mut self, place: &Place) {
        self.variables(place).into_iter().for_each(|v| self.stored[v] = true);
    }

    /// Whether objects were given back is needed.
    pub(super) fn store_freed(&mut self) {
        for freed in self.program.objects.iter().filter_map(|o| o.freed) {
            self.stored[variable(self.program, freed)] = true;
        }
    }

    /// The global variables one of which a place belongs to.
    fn variables(&self, place: &Place) -> Vec<usize> {
        match &place.kind {
            PlaceKind::Deref { pointer } => {
                let cells = self.points.as_ref().and_then(|points| points.cells(self.procedure, pointer));
                cells.map_or_else(|| self.addressed_as(place.domain), |cells| self.those_of(cells))
            }
            _ => self.those_of(place.cells()),
        }
    }

    /// Those to which a pointer may lead. Where there are objects whoever accesses one as another type goes wrong.
    fn addressed_as(&self, domain: Domain) -> Vec<usize> {
        let may_be = |v: &usize| self.program.objects.is_empty() || self.program.globals[*v].kind.holds(domain);
        self.addressed.iter().copied().filter(may_be).collect()
    }

    fn those_of(&self, cells: impl IntoIterator<Item = Cell>) -> Vec<usize> {
        cells
            .into_iter()
            .filter(|c| (c.0 as usize) < self.program.cells.len())
            .map(|c| variable(self.program, c))
            .collect()
    }

    /// Where the place is is needed.
    fn address(&mut self, place: &Place, live: &mut Live) {
        match &place.kind {
            PlaceKind::RegIndex { index: e, .. } | PlaceKind::Index { index: e, .. } => self.value(e, live),
            PlaceKind::Deref { pointer } => {
                self.value(pointer, live);
                self.store_freed();
            }
            PlaceKind::Reg(_) | PlaceKind::Cell(_) => {}
        }
    }
}

/// Every place that an operation names.
struct Places<'p>(Vec<&'p Place>);

impl<'p> Visitor<'p> for Places<'p> {
    fn place(&mut self, place: &'p Place) {
        self.0.push(place);
        walk_place(self, place);
    }
}

/// The variables to which pointers may lead.
pub(super) fn addressed(program: &Program) -> Vec<usize> {
    let found: BTreeSet<usize> = program.addressed().into_iter().map(|c| variable(program, c)).collect();
    found.into_iter().collect()
}
