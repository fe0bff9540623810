//! Which variables are compared, stored in each other, or computed from each other, and with which numbers: others are
//! hardly ever related (Guo, Perkins, McCamant, Ernst, *Dynamic inference of abstract types*, ISSTA 2006).

use super::crowd::Crowd;
use super::pointed::pointed;
use crate::ir::visit::{Visitor, walk_action, walk_expr};
use crate::ir::*;
use crate::operators;
use crate::symbolic::circuit::Circuit;
use crate::symbolic::words::Word;
use std::collections::{BTreeMap, BTreeSet};

/// Something that holds a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Variable {
    Cell(Cell),
    /// Of a procedure.
    Reg(u32, Reg),
    /// Wherever pointers may lead of which nothing is known.
    Pointed,
}

/// What may be related: pointers, owners of mutexes, and numbers of one class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    Number(Variable),
    Pointer,
    Owner,
}

/// It takes many states to count as far as this.
pub const FAR: u32 = 100;

/// So many numbers of the text are looked at for a class.
const CONSTANTS: usize = 12;

pub(super) struct Kin {
    /// Another one of its class for each that is not the first.
    others: BTreeMap<Variable, Variable>,
    constants: BTreeMap<Variable, BTreeSet<Value>>,
    /// The cells of those threads of a group that are not the first, and that of the first.
    firsts: BTreeMap<Cell, Cell>,
    /// Where pointers in registers of procedures lead, if they are given addresses alone.
    leads: BTreeMap<(u32, Reg), BTreeSet<Variable>>,
    /// Those that are compared by order, and whether without their signs.
    ordered: BTreeSet<(Variable, bool)>,
    procedure: u32,
}

impl Kin {
    pub fn of(program: &Program, crowd: &Crowd) -> Kin {
        let (others, constants, leads) = (BTreeMap::new(), BTreeMap::new(), leads(program));
        let mut kin = Kin { others, constants, firsts: firsts(crowd), leads, ordered: BTreeSet::new(), procedure: 0 };
        for location in &program.locations {
            kin.procedure = location.procedure;
            kin.op(&location.op);
        }
        if kin.others.contains_key(&Variable::Pointed) || kin.constants.contains_key(&Variable::Pointed) {
            pointed(program).into_iter().for_each(|cell| kin.join(Variable::Pointed, Variable::Cell(cell)));
        }
        if crowd.is_all() {
            kin.join_those_that_count_alike();
        }
        kin
    }

    /// Variables are of one class, too, if they are compared with the same great number.
    fn join_those_that_count_alike(&mut self) {
        let mut first = BTreeMap::new();
        for (variable, values) in self.constants.clone() {
            for value in values.into_iter().filter(|value| value.unsigned_abs() >= FAR) {
                self.join(*first.entry(value).or_insert(variable), variable);
            }
        }
    }

    /// How a variable may be related.
    pub fn sort(&self, variable: Variable, domain: Domain) -> Sort {
        if domain == Domain::Pointer { Sort::Pointer } else { Sort::Number(self.class(variable)) }
    }

    /// The numbers with which those of a class are compared, or which are stored there.
    pub fn constants(&self, class: Variable) -> BTreeSet<Value> {
        let of = |(variable, values): (&Variable, &BTreeSet<Value>)| {
            let known = self.class(*variable) == class;
            known.then(|| values.clone())
        };
        let all: BTreeSet<Value> = self.constants.iter().filter_map(of).flatten().collect();
        [0, 1].into_iter().chain(all.into_iter().take(CONSTANTS)).collect()
    }

    /// Whether nothing but 0 and 1, and perhaps -1, is stored in those of a class, or compared with them.
    pub fn are_flags(&self, class: Variable) -> bool {
        self.constants(class).into_iter().all(|value| (-1..=1).contains(&value))
            && !self.ordered.iter().any(|(v, _)| self.class(*v) == class)
    }

    /// Whether numbers of a class are ordered, and whether without their signs; with them where nobody says.
    pub fn are_ordered(&self, class: Variable, unsigned: bool) -> bool {
        let says = |unsigned: bool| self.ordered.iter().any(|(v, how)| *how == unsigned && self.class(*v) == class);
        says(unsigned) || !unsigned && !says(true)
    }

    fn class(&self, variable: Variable) -> Variable {
        let mut class = match variable {
            Variable::Cell(cell) => Variable::Cell(self.firsts.get(&cell).copied().unwrap_or(cell)),
            other => other,
        };
        while let Some(other) = self.others.get(&class) {
            class = *other;
        }
        class
    }

    fn join(&mut self, a: Variable, b: Variable) {
        let (a, b) = (self.class(a), self.class(b));
        if a != b {
            self.others.insert(a.max(b), a.min(b));
        }
    }

    /// All of these are of one class.
    fn joined(&mut self, (variables, values): (Vec<Variable>, Vec<Value>)) {
        let Some((first, rest)) = variables.split_first() else { return };
        rest.iter().for_each(|other| self.join(*first, *other));
        self.constants.entry(*first).or_default().extend(values);
    }

    /// What the value of expressions is computed from.
    fn parts(&self, of: &[&Expr], places: &[&Place]) -> (Vec<Variable>, Vec<Value>) {
        let mut parts = (vec![], vec![]);
        places.iter().for_each(|place| parts.0.extend(self.variables(place)));
        of.iter().for_each(|e| self.add(e, &mut parts));
        parts
    }

    fn add(&self, e: &Expr, parts: &mut (Vec<Variable>, Vec<Value>)) {
        if let Some(value) = known(e) {
            return parts.1.push(value);
        }
        match e {
            Expr::Load(place) => parts.0.extend(self.variables(place)),
            Expr::Binary(op, a, b) if !is_truth(*op) => [a, b].into_iter().for_each(|e| self.add(e, parts)),
            Expr::Conditional(_, a, b) => [a, b].into_iter().for_each(|e| self.add(e, parts)),
            _ => {}
        }
    }

    /// The cells to one of which a pointer in a register of a procedure leads, if they are known: of each group those of
    /// the first thread.
    pub fn cells(&self, procedure: u32, r: Reg) -> BTreeSet<Cell> {
        let first = |variable: &Variable| match variable {
            Variable::Cell(cell) => Some(self.firsts.get(cell).copied().unwrap_or(*cell)),
            _ => None,
        };
        self.leads.get(&(procedure, r)).into_iter().flatten().filter_map(first).collect()
    }

    fn led(&self, pointer: &Expr) -> Option<&BTreeSet<Variable>> {
        match pointer {
            Expr::Load(Place { kind: PlaceKind::Reg(r), .. }) => self.leads.get(&(self.procedure, *r)),
            _ => None,
        }
    }

    fn variables(&self, place: &Place) -> Vec<Variable> {
        match &place.kind {
            PlaceKind::Reg(r) => vec![Variable::Reg(self.procedure, *r)],
            PlaceKind::RegIndex { base, len, .. } => {
                (base.0..base.0 + len).map(|r| Variable::Reg(self.procedure, Reg(r))).collect()
            }
            PlaceKind::Deref { pointer } => match self.led(pointer) {
                Some(cells) => cells.iter().copied().collect(),
                None => vec![Variable::Pointed],
            },
            PlaceKind::Cell(_) | PlaceKind::Index { .. } => place.cells().into_iter().map(Variable::Cell).collect(),
        }
    }
}

/// Where registers lead that are given addresses of cells alone, or nothing.
fn leads(program: &Program) -> BTreeMap<(u32, Reg), BTreeSet<Variable>> {
    let mut given = Given { procedure: 0, leads: BTreeMap::new() };
    for location in &program.locations {
        given.procedure = location.procedure;
        given.op(&location.op);
    }
    given.leads.into_iter().filter_map(|(r, cells)| Some((r, cells?))).collect()
}

struct Given {
    procedure: u32,
    leads: BTreeMap<(u32, Reg), Option<BTreeSet<Variable>>>,
}

impl<'p> Visitor<'p> for Given {
    fn action(&mut self, action: &'p Action) {
        let (place, value) = match action {
            Action::Assign { place, value } => (place, Some(value)),
            Action::Choose { place, .. } | Action::ChooseRange { place, .. } => (place, None),
            Action::Cas { result: Some(place), .. } => (place, None),
            _ => return,
        };
        let cells = match value {
            Some(Expr::AddressOf(place)) if !place.cells().is_empty() => Some(place.cells()),
            Some(Expr::Const(0)) => Some(vec![]),
            _ => None,
        };
        if let PlaceKind::Reg(r) = place.kind {
            let known = self.leads.entry((self.procedure, r)).or_insert_with(|| Some(BTreeSet::new()));
            match cells.zip(known.as_mut()) {
                Some((cells, known)) => known.extend(cells.into_iter().map(Variable::Cell)),
                None => *known = None,
            }
        }
    }
}

fn firsts(crowd: &Crowd) -> BTreeMap<Cell, Cell> {
    let of = |group: &Vec<moverlog_rules::Tid>| {
        let first = crowd.private(group[0]);
        let pairs = group[1..].iter().flat_map(|t| crowd.private(*t).iter().copied().zip(first.iter().copied()));
        pairs.collect::<Vec<_>>()
    };
    crowd.groups.iter().flat_map(of).collect()
}

/// What is computed of constants alone.
fn known(e: &Expr) -> Option<Value> {
    let constant = |e: &Expr| known(e).map(|value| Word::constant(value.into()));
    let word = match e {
        Expr::Const(value) => return Some(*value),
        Expr::Unary(op, a) => operators::unary(&mut Circuit::new(), *op, &constant(a)?),
        Expr::Binary(op, a, b) => operators::binary(&mut Circuit::new(), *op, &constant(a)?, &constant(b)?),
        _ => return None,
    };
    word.known()?.try_into().ok()
}

/// What a term is compared with where the text compares the sum of it and of constants with a constant.
fn compared(sum: &Expr, constant: &Expr) -> Option<Value> {
    let (constants, rest) = split(sum)?;
    known(constant)?.checked_sub(constants).filter(|_| rest)
}

/// The constants of a sum, and whether there is anything else in it.
fn split(sum: &Expr) -> Option<(Value, bool)> {
    let (constants, rest) = match (known(sum), sum) {
        (Some(value), _) => (value, false),
        (None, Expr::Binary(op @ (Binary::Add | Binary::Sub), a, b)) => {
            let ((a, left), (b, right)) = (split(a)?, split(b)?);
            let constants = if *op == Binary::Add { a.checked_add(b) } else { a.checked_sub(b) };
            (constants?, left || right)
        }
        _ => (0, true),
    };
    Some((constants, rest))
}

/// Whether the value is a truth.
fn is_truth(op: Binary) -> bool {
    use Binary::*;
    matches!(op, And | Or | Eq | Ne | Lt | Le | Gt | Ge | UnsignedLt | UnsignedLe)
}

impl<'p> Visitor<'p> for Kin {
    fn expr(&mut self, e: &'p Expr) {
        if let Expr::Binary(op, a, b) = e
            && is_truth(*op)
            && !matches!(op, Binary::And | Binary::Or)
        {
            let mut parts = self.parts(&[a, b], &[]);
            parts.1.extend(compared(a, b).or_else(|| compared(b, a)));
            if !matches!(op, Binary::Eq | Binary::Ne) {
                let unsigned = matches!(op, Binary::UnsignedLt | Binary::UnsignedLe);
                self.ordered.extend(parts.0.iter().map(|variable| (*variable, unsigned)));
            }
            self.joined(parts);
        }
        walk_expr(self, e);
    }

    fn action(&mut self, action: &'p Action) {
        match action {
            Action::Assign { place, value } => self.joined(self.parts(&[value], &[place])),
            Action::Choose { place, values } => {
                let values: Vec<&Expr> = values.iter().collect();
                self.joined(self.parts(&values, &[place]));
            }
            Action::ChooseRange { place, .. } => self.joined(self.parts(&[], &[place])),
            Action::Cas { place, old, new, .. } => self.joined(self.parts(&[old, new], &[place])),
            _ => {}
        }
        walk_action(self, action);
    }
}
