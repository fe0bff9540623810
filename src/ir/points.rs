//! Where each pointer may lead: the addresses that are stored in each variable, directly or by way of others, in whatever
//! order (Andersen, *Program analysis and specialization for the C programming language*, 1994).
//!
//! Nothing rests on it but how large circuits are: there a pointer that leads elsewhere is beyond what is known.

use super::visit::Visitor;
use super::*;
use std::collections::{BTreeMap, BTreeSet};

/// Something that holds a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Holder {
    Cell(Cell),
    /// Of a procedure.
    Reg(u32, Reg),
}

/// Where something may lead.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
struct Leads {
    cells: BTreeSet<Cell>,
    /// It is computed in other ways than by moving a pointer.
    anywhere: bool,
}

/// Of all variables.
pub struct Points<'p> {
    program: &'p Program,
    held: BTreeMap<Holder, Leads>,
    /// The results of each procedure.
    results: BTreeMap<u32, Leads>,
    /// The procedure that is looked at.
    procedure: u32,
    changed: bool,
}

impl<'p> Points<'p> {
    pub fn of(program: &'p Program) -> Points<'p> {
        let mut points =
            Points { program, held: BTreeMap::new(), results: BTreeMap::new(), procedure: 0, changed: true };
        points.begin();
        while std::mem::take(&mut points.changed) {
            for location in &program.locations {
                points.procedure = location.procedure;
                points.op(&location.op);
                points.calls(&location.op);
            }
        }
        points
    }

    /// The cells to which a pointer in a procedure may lead; nothing if that may be any.
    pub fn cells(&self, procedure: u32, pointer: &Expr) -> Option<BTreeSet<Cell>> {
        let Leads { cells, anywhere } = self.leads(procedure, pointer);
        (!anywhere).then_some(cells)
    }

    /// What is there before the first step.
    fn begin(&mut self) {
        let program = self.program;
        for global in program.globals.iter().filter(|g| g.kind == GlobalKind::Data(Domain::Pointer)) {
            global.elements().for_each(|c| self.first(Holder::Cell(c), program.cells[c.0 as usize]));
        }
        for thread in &program.threads {
            let values = program.thread_locals.iter().map(|(_, v)| v).chain(&thread.arguments);
            for (r, value) in (0..).map(Reg).zip(values) {
                self.first(Holder::Reg(thread.procedure, r), *value);
            }
        }
    }

    fn first(&mut self, holder: Holder, value: Value) {
        // Others are numbers.
        if (1..=self.program.cells.len() as Value).contains(&value) {
            self.add(holder, &Leads { cells: BTreeSet::from([Cell(value as u32 - 1)]), anywhere: false });
        }
    }

    fn add(&mut self, holder: Holder, leads: &Leads) {
        if *leads != Leads::default() {
            self.changed |= self.held.entry(holder).or_default().add(leads);
        }
    }

    /// What a call hands on and gets back, and what is returned to whoever calls.
    fn calls(&mut self, op: &Op) {
        match op {
            Op::Call { procedure, arguments, result, .. } => {
                let shared = self.program.thread_locals.len() as u32;
                for (r, argument) in (shared..).map(Reg).zip(arguments) {
                    let leads = self.leads(self.procedure, argument);
                    self.add(Holder::Reg(*procedure, r), &leads);
                }
                let returned = self.results.get(procedure).cloned().unwrap_or_default();
                result.iter().for_each(|r| self.add(Holder::Reg(self.procedure, *r), &returned));
                (0..shared).map(Reg).for_each(|r| self.share(*procedure, r));
            }
            Op::Return { value: Some(value) } => {
                let leads = self.leads(self.procedure, value);
                self.changed |= self.results.entry(self.procedure).or_default().add(&leads);
            }
            _ => {}
        }
    }

    /// A thread-local variable is the same in a procedure and in one that it calls.
    fn share(&mut self, callee: u32, r: Reg) {
        for (from, to) in [(self.procedure, callee), (callee, self.procedure)] {
            let leads = self.held.get(&Holder::Reg(from, r)).cloned().unwrap_or_default();
            self.add(Holder::Reg(to, r), &leads);
        }
    }

    fn store(&mut self, place: &Place, leads: &Leads) {
        let holders = self.holders(self.procedure, place);
        holders.into_iter().for_each(|holder| self.add(holder, leads));
    }

    /// The variables one of which a place is.
    fn holders(&self, procedure: u32, place: &Place) -> Vec<Holder> {
        match &place.kind {
            PlaceKind::Reg(r) => vec![Holder::Reg(procedure, *r)],
            PlaceKind::RegIndex { base, len, .. } => {
                (base.0..base.0 + len).map(|r| Holder::Reg(procedure, Reg(r))).collect()
            }
            PlaceKind::Deref { pointer } => match self.leads(procedure, pointer) {
                Leads { anywhere: true, .. } => {
                    (0..self.program.cells.len() as u32).map(Cell).map(Holder::Cell).collect()
                }
                Leads { cells, .. } => cells.into_iter().map(Holder::Cell).collect(),
            },
            PlaceKind::Cell(_) | PlaceKind::Index { .. } => place.cells().into_iter().map(Holder::Cell).collect(),
        }
    }

    fn leads(&self, procedure: u32, e: &Expr) -> Leads {
        let leads = |e: &Expr| self.leads(procedure, e);
        match e {
            Expr::Const(_) | Expr::Tid | Expr::Distance { .. } => Leads::default(),
            Expr::AddressOf(Place { kind: PlaceKind::Deref { pointer }, .. }) => leads(pointer),
            Expr::AddressOf(place) => Leads { cells: place.cells().into_iter().collect(), anywhere: false },
            Expr::Load(place) => self.together(self.holders(procedure, place).iter().filter_map(|h| self.held.get(h))),
            Expr::Offset { pointer, count, stride } => self.moved(leads(pointer), count, stride.cells),
            Expr::Conditional(_, a, b) => self.together([&leads(a), &leads(b)]),
            Expr::Unary(_, a) => computed([leads(a)]),
            Expr::Binary(_, a, b) => computed([leads(a), leads(b)]),
        }
    }

    fn together<'l>(&self, all: impl IntoIterator<Item = &'l Leads>) -> Leads {
        let mut together = Leads::default();
        all.into_iter().for_each(|leads| _ = together.add(leads));
        together
    }

    /// Somewhere else in the same objects, or to their ends.
    fn moved(&self, leads: Leads, count: &Expr, each: u32) -> Leads {
        let by = |from: Cell, to: u32| match count {
            Expr::Const(count) => i64::from(from.0) + i64::from(*count) * i64::from(each) == i64::from(to),
            _ => to.abs_diff(from.0).is_multiple_of(each.max(1)),
        };
        let to = |cell: &Cell| {
            let objects = self.program.objects.iter().filter(|o| (o.base..=o.end()).contains(cell));
            let all = objects.flat_map(|o| o.base.0..=o.end().0).chain([cell.0]);
            all.filter(|to| by(*cell, *to)).map(Cell).collect::<Vec<_>>()
        };
        Leads { cells: leads.cells.iter().flat_map(to).collect(), ..leads }
    }
}

impl Leads {
    /// Adds where something else may lead; whether that is news.
    fn add(&mut self, other: &Leads) -> bool {
        let before = (self.cells.len(), self.anywhere);
        self.cells.extend(&other.cells);
        self.anywhere |= other.anywhere;
        before != (self.cells.len(), self.anywhere)
    }
}

/// What a number leads to that is computed of others.
fn computed<const N: usize>(of: [Leads; N]) -> Leads {
    Leads { cells: BTreeSet::new(), anywhere: of.iter().any(|leads| *leads != Leads::default()) }
}

impl<'p> Visitor<'p> for Points<'p> {
    fn expr(&mut self, _: &'p Expr) {}

    fn place(&mut self, _: &'p Place) {}

    fn action(&mut self, action: &'p Action) {
        let (place, values): (&Place, Vec<&Expr>) = match action {
            Action::Assign { place, value } => (place, vec![value]),
            Action::Choose { place, values } => (place, values.iter().collect()),
            Action::Cas { place, new, .. } => (place, vec![new]),
            _ => return,
        };
        for value in values {
            let leads = self.leads(self.procedure, value);
            self.store(place, &leads);
        }
    }
}
