//! Values from outside that are only copied, and asked whether two of them are the same: names in their place.
//!
//! In the program that is made each such value is a [name](crate::ir::names) that no other has: the number of the input,
//! counted by each thread. Wherever names are told apart, computed with or decide, it goes wrong or meets a bound. Where
//! it does neither, the program goes wrong with no values at all (`docs/papers.md`): it makes the same steps, whatever
//! the names stand for. It is a program like any other: movers, phases and classes are unknown here.

mod asked;
mod same;

use crate::control::Bound;
use crate::ir::*;
use asked::Asked;
use std::collections::BTreeSet;

/// A thread gives no more names than this: a loop without end would give ever more.
const MOST: Value = 1 << 10;

/// The program with names for values from outside; nothing if there are none that are compared with each other.
pub fn named(program: &Program) -> Option<Program> {
    let inputs = Inputs::of(program, None)?;
    let asked = Asked::of(program);
    if !same::are_compared(program) || !asked.can_have_names() {
        return None;
    }
    let mut made = inputs.program();
    made.locations.iter_mut().for_each(|l| l.op = asked.op(l.procedure, std::mem::replace(&mut l.op, Op::End)));
    Some(Program { names: true, interchangeable: vec![], ..made })
}

/// The same with values: of each of these names this one, and 0 of all others.
pub fn valued(program: &Program, values: &[(Value, Value)]) -> Option<Program> {
    let inputs = Inputs::of(program, Some(values))?;
    Some(Program { interchangeable: vec![], ..inputs.program() })
}

/// What is done with values from outside.
struct Inputs<'p> {
    program: &'p Program,
    /// Where the numbers of the inputs of each thread are counted.
    counts: Cell,
    /// Where a number is chosen that stands for any other one, too.
    chosen: BTreeSet<Loc>,
    values: Option<&'p [(Value, Value)]>,
}

impl<'p> Inputs<'p> {
    /// Nothing if there are none.
    fn of(program: &'p Program, values: Option<&'p [(Value, Value)]>) -> Option<Self> {
        let chosen = program.locations.iter().filter_map(|l| chosen(program, &l.op)).collect();
        let inputs = Inputs { program, counts: Cell(program.cells.len() as u32), chosen, values };
        let inside = |l: &Location| matches!(&l.op, Op::Atomic { body, .. } if has_inputs(body));
        let few = program.threads.len() as Value <= names::COUNT / MOST;
        (few && (!inputs.chosen.is_empty() || program.locations.iter().any(inside))).then_some(inputs)
    }

    fn program(&self) -> Program {
        let mut made = self.program.clone();
        let threads = made.threads.len() as u32;
        made.cells.extend((0..threads).map(|_| 0));
        made.globals.push(GlobalVariable {
            name: "inputs#".into(),
            base: self.counts,
            len: threads,
            is_array: true,
            kind: GlobalKind::Data(Domain::Int),
            protection: Protection::Inferred,
            span: Default::default(),
        });
        for (i, location) in made.locations.iter_mut().enumerate() {
            location.op = self.op(Loc(i as u32));
        }
        made
    }

    fn op(&self, at: Loc) -> Op {
        match &self.program.location(at).op {
            op @ Op::Choose { next } => match chosen(self.program, op) {
                Some(_) => Op::Skip { next: next[0] },
                None => op.clone(),
            },
            op @ Op::Do { action, next } => match chooses(action).filter(|_| self.chosen.contains(&at)) {
                Some(place) => Op::Atomic { body: self.input(place), next: *next },
                None => op.clone(),
            },
            Op::Atomic { body, next } => Op::Atomic { body: self.statements(body), next: *next },
            op => op.clone(),
        }
    }

    fn statements(&self, body: &[Statement]) -> Vec<Statement> {
        body.iter().flat_map(|s| self.statement(s)).collect()
    }

    fn statement(&self, statement: &Statement) -> Vec<Statement> {
        if let Some((place, rest)) = input(statement) {
            return [self.input(place), self.statements(rest)].concat();
        }
        vec![match statement {
            Statement::Action(_) => statement.clone(),
            Statement::If { cond, then, otherwise } => {
                let [then, otherwise] = [then, otherwise].map(|body| self.statements(body));
                Statement::If { cond: cond.clone(), then, otherwise }
            }
            Statement::Choose(bodies) => Statement::Choose(bodies.iter().map(|b| self.statements(b)).collect()),
        }]
    }

    /// The next name, or its value, for a place.
    fn input(&self, place: &Place) -> Vec<Statement> {
        let count = || Expr::Load(self.count());
        let many = binary(Binary::Ge, count(), Expr::Const(MOST));
        let limit = vec![Statement::Action(Action::Fail(Fault::Limit(Bound::Inputs)))];
        let (place, value) = self.value(place);
        let next = binary(Binary::Add, count(), Expr::Const(1));
        vec![
            Statement::If { cond: many, then: limit, otherwise: vec![] },
            Statement::Action(Action::Assign { place, value }),
            Statement::Action(Action::Assign { place: self.count(), value: next }),
        ]
    }

    fn value(&self, place: &Place) -> (Place, Expr) {
        let Some(values) = self.values else {
            return (Place { domain: names::DOMAIN, ..place.clone() }, self.number());
        };
        let is = |name: &Value| Box::new(binary(Binary::Eq, self.number(), Expr::Const(names::number(*name))));
        let with = |other, (name, value): &(Value, Value)| {
            Expr::Conditional(is(name), Box::new(Expr::Const(*value)), Box::new(other))
        };
        (place.clone(), values.iter().fold(Expr::Const(0), with))
    }

    /// Of the thread's next input: no other has it.
    fn number(&self) -> Expr {
        let threads = Expr::Const(self.program.threads.len() as Value);
        binary(Binary::Add, binary(Binary::Mul, Expr::Load(self.count()), threads), own())
    }

    fn count(&self) -> Place {
        let len = self.program.threads.len() as u32;
        let kind = PlaceKind::Index { base: self.counts, len, stride: 1, index: Box::new(own()) };
        Place { kind, domain: Domain::Int }
    }
}

/// The number of the thread, from 0 on.
fn own() -> Expr {
    binary(Binary::Sub, Expr::Tid, Expr::Const(1))
}

fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

/// Where a number is chosen, if other numbers meet a bound.
fn chosen(program: &Program, op: &Op) -> Option<Loc> {
    let Op::Choose { next } = op else { return None };
    let [on, other] = next[..] else { return None };
    match [on, other].map(|loc| &program.location(loc).op) {
        [Op::Do { action, .. }, Op::Do { action: others, .. }] if is_the_bound(others) => chooses(action).map(|_| on),
        _ => None,
    }
}

/// The same inside of a step: the place of the number, and what is done then.
fn input(statement: &Statement) -> Option<(&Place, &[Statement])> {
    let Statement::Choose(bodies) = statement else { return None };
    match &bodies[..] {
        [on, others] => match (&on[..], &others[..]) {
            ([Statement::Action(action), rest @ ..], [Statement::Action(others)]) if is_the_bound(others) => {
                chooses(action).map(|place| (place, rest))
            }
            _ => None,
        },
        _ => None,
    }
}

fn has_inputs(body: &[Statement]) -> bool {
    body.iter().any(|statement| match statement {
        Statement::Action(_) => false,
        Statement::If { then, otherwise, .. } => has_inputs(then) || has_inputs(otherwise),
        Statement::Choose(bodies) => input(statement).is_some() || bodies.iter().any(|body| has_inputs(body)),
    })
}

/// The register for which a number of 32 bits is chosen.
fn chooses(action: &Action) -> Option<&Place> {
    let (Action::Choose { place, .. } | Action::ChooseRange { place, .. }) = action else { return None };
    (matches!(place.kind, PlaceKind::Reg(_)) && place.domain == Domain::Int).then_some(place)
}

fn is_the_bound(action: &Action) -> bool {
    *action == Action::Fail(Fault::Limit(Bound::Inputs))
}
