//! Variables that count, and the branches that they decide.

use crate::ir::visit::Visitor;
use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// A register of a procedure, or a shared variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Variable {
    Register(u32, Reg),
    Shared(Cell),
}

/// A branch, and what counts of that on which it depends.
#[derive(Clone, Debug)]
pub(super) struct Test {
    pub(super) at: Loc,
    pub(super) procedure: u32,
    pub(super) counters: Vec<Variable>,
}

/// What becomes of a variable.
#[derive(Clone, Copy, Default, Debug)]
struct Writes {
    /// Something is added to it, or taken from it.
    counts: bool,
    /// The greatest number that it becomes otherwise, without its sign.
    begins: u32,
}

/// What counts in a program.
pub(super) struct Counters<'p> {
    program: &'p Program,
    writes: BTreeMap<Variable, Writes>,
    /// What each register is a copy of.
    copies: BTreeMap<Variable, BTreeSet<Variable>>,
    /// The procedure that is looked at.
    procedure: u32,
}

impl<'p> Counters<'p> {
    pub(super) fn of(program: &'p Program) -> Self {
        let mut found = Counters { program, writes: BTreeMap::new(), copies: BTreeMap::new(), procedure: 0 };
        for location in &program.locations {
            found.procedure = location.procedure;
            found.op(&location.op);
            if let Op::Call { procedure, arguments, result, .. } = &location.op {
                result.iter().for_each(|r| found.becomes(Variable::Register(location.procedure, *r), u32::MAX));
                let parameters = (program.thread_locals.len() as u32..).map(Reg);
                let given = parameters.map(|r| Variable::Register(*procedure, r)).zip(arguments);
                given.for_each(|(parameter, argument)| found.copies(parameter, argument));
            }
        }
        found
    }

    /// The branches that something that counts decides, but those of loops that go round less often.
    pub(super) fn tests(&self, often: u32) -> Vec<Test> {
        let all = (0..).map(Loc).zip(&self.program.locations);
        all.filter_map(|(at, location)| self.test(at, location, often)).collect()
    }

    fn test(&self, at: Loc, location: &Location, often: u32) -> Option<Test> {
        let Op::Branch { cond, .. } = &location.op else { return None };
        let asked = Asked::of(location.procedure, cond)?;
        let counts = |v: &&Variable| self.writes.get(v).is_some_and(|w| w.counts);
        let copied =
            |v: &Variable| self.copies.get(v).into_iter().flatten().filter(counts).copied().collect::<Vec<_>>();
        let of = |v: &Variable| if counts(&v) { vec![*v] } else { copied(v) };
        let counters: Vec<Variable> = asked.variables.iter().flat_map(of).collect();
        let ends = counters.iter().map(|v| self.begins(*v)).chain([asked.bound()]).max().unwrap_or(0);
        let few = (1..often).contains(&ends);
        (!few && !counters.is_empty()).then_some(Test { at, procedure: location.procedure, counters })
    }

    /// The greatest number with which it begins to count, without its sign.
    fn begins(&self, variable: Variable) -> u32 {
        let first = match variable {
            Variable::Shared(cell) => self.program.cells[cell.0 as usize].unsigned_abs(),
            Variable::Register(p, r) if self.is_parameter(p, r) => u32::MAX,
            Variable::Register(..) => 0,
        };
        self.writes.get(&variable).map_or(first, |w| w.begins.max(first))
    }

    fn is_parameter(&self, procedure: u32, r: Reg) -> bool {
        let known = self.program.thread_locals.len() as u32;
        r.0 < known + self.program.procedures[procedure as usize].parameters
    }

    fn variable(&self, place: &Place) -> Option<Variable> {
        variable(self.procedure, place)
    }

    fn becomes(&mut self, variable: Variable, value: u32) {
        let writes = self.writes.entry(variable).or_default();
        writes.begins = writes.begins.max(value);
    }

    /// `x = x + 1`, or in a step behind one that has read it.
    fn assigned(&mut self, to: Variable, value: &Expr) {
        use Binary::*;
        match value {
            Expr::Const(v) => self.becomes(to, v.unsigned_abs()),
            Expr::Binary(Add | Sub | WideAdd | WideSub, a, b) if is_step(a, b) || is_step(b, a) => {
                self.writes.entry(to).or_default().counts = true;
            }
            _ => self.becomes(to, u32::MAX),
        }
        self.copies(to, value);
    }

    fn copies(&mut self, to: Variable, value: &Expr) {
        if let Expr::Load(place) = value
            && let Some(from) = self.variable(place)
        {
            self.copies.entry(to).or_default().insert(from);
        }
    }
}

impl<'p> Visitor<'p> for Counters<'p> {
    fn action(&mut self, action: &'p Action) {
        match action {
            Action::Assign { place, value } => {
                if let Some(to) = self.variable(place) {
                    self.assigned(to, value);
                }
            }
            Action::Choose { place, .. } | Action::ChooseRange { place, .. } => {
                self.variable(place).into_iter().for_each(|to| self.becomes(to, u32::MAX));
            }
            Action::Cas { result, place, .. } => {
                let written = [Some(place), result.as_ref()].into_iter().flatten();
                let written: Vec<Variable> = written.filter_map(|place| self.variable(place)).collect();
                written.into_iter().for_each(|to| self.becomes(to, u32::MAX));
            }
            _ => {}
        }
    }
}

fn variable(procedure: u32, place: &Place) -> Option<Variable> {
    match place.kind {
        PlaceKind::Reg(r) => Some(Variable::Register(procedure, r)),
        PlaceKind::Cell(c) => Some(Variable::Shared(c)),
        _ => None,
    }
}

fn is_step(counter: &Expr, by: &Expr) -> bool {
    matches!((counter, by), (Expr::Load(_), Expr::Const(_)))
}

/// Whether there may be no quotient.
fn may_fail(op: Binary, divisor: &Expr) -> bool {
    let divides = matches!(op, Binary::Div | Binary::Rem | Binary::UnsignedDiv | Binary::UnsignedRem);
    divides && !matches!(divisor, Expr::Const(1..))
}

/// What a condition asks for that cannot go wrong.
struct Asked {
    procedure: u32,
    variables: Vec<Variable>,
    constants: Vec<Value>,
    /// It may go wrong.
    fails: bool,
}

impl Asked {
    fn of(procedure: u32, cond: &Expr) -> Option<Asked> {
        let mut asked = Asked { procedure, variables: vec![], constants: vec![], fails: false };
        asked.expr(cond);
        (!asked.fails).then_some(asked)
    }

    /// The number at which the loop ends, without its sign.
    fn bound(&self) -> u32 {
        let constants = self.constants.iter().map(|v| v.unsigned_abs()).max().unwrap_or(0);
        if self.variables.len() == 1 { constants } else { u32::MAX }
    }
}

impl<'p> Visitor<'p> for Asked {
    fn expr(&mut self, e: &'p Expr) {
        match e {
            Expr::Const(v) => self.constants.push(*v),
            Expr::Tid => {}
            Expr::Load(place) => match variable(self.procedure, place) {
                Some(variable) => self.variables.push(variable),
                None => self.fails = true,
            },
            Expr::Unary(_, a) => self.expr(a),
            Expr::Binary(op, a, b) if !may_fail(*op, b) => [a, b].into_iter().for_each(|e| self.expr(e)),
            Expr::Conditional(c, a, b) => [c, a, b].into_iter().for_each(|e| self.expr(e)),
            _ => self.fails = true,
        }
    }
}
