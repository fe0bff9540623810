//! What of an expression may go wrong: what is left of one whose value nobody needs.

use crate::ir::*;

/// The least and the greatest value that something may have.
type Range = (i64, i64);

const ANY: Range = (Value::MIN as i64, Value::MAX as i64);

/// What may go wrong in this program.
#[derive(Clone, Copy)]
pub(super) struct Faults<'p> {
    program: &'p Program,
    /// Any access may go wrong: protection is declared.
    declares: bool,
}

impl<'p> Faults<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        Faults { program, declares: program.globals.iter().any(|g| !matches!(g.protection, Protection::Inferred)) }
    }

    pub(super) fn declares(self) -> bool {
        self.declares
    }

    /// An expression that goes wrong if and only if this one does, of as little as possible; nothing if it never does.
    pub(super) fn of(self, procedure: u32, e: &Expr) -> Option<Expr> {
        let of = |e: &Expr| self.of(procedure, e);
        match e {
            Expr::Const(_) | Expr::Tid => None,
            Expr::Load(place) if self.declares && !matches!(place.kind, PlaceKind::Reg(_)) => Some(e.clone()),
            Expr::Load(place) | Expr::AddressOf(place) => self.of_place(procedure, place),
            Expr::Offset { .. } | Expr::Distance { .. } => Some(e.clone()),
            Expr::Unary(_, a) => of(a),
            Expr::Binary(op @ (Binary::And | Binary::Or), a, b) => match of(b) {
                Some(b) => Some(Expr::Binary(*op, a.clone(), Box::new(b))),
                None => of(a),
            },
            Expr::Binary(op @ (Binary::Div | Binary::Rem | Binary::UnsignedDiv | Binary::UnsignedRem), a, b)
                if self.contains(procedure, b, 0) =>
            {
                let a = of(a).unwrap_or(Expr::Const(0));
                Some(Expr::Binary(*op, Box::new(a), b.clone()))
            }
            Expr::Binary(_, a, b) => both(of(a), of(b)),
            Expr::Conditional(c, a, b) => match (of(a), of(b)) {
                (None, None) => of(c),
                (a, b) => {
                    let [a, b] = [a, b].map(|e| Box::new(e.unwrap_or(Expr::Const(0))));
                    Some(Expr::Conditional(c.clone(), a, b))
                }
            },
        }
    }

    /// The same of finding out where a place is.
    pub(super) fn of_place(self, procedure: u32, place: &Place) -> Option<Expr> {
        match &place.kind {
            PlaceKind::Reg(_) | PlaceKind::Cell(_) => None,
            PlaceKind::Index { len, index, .. } if self.is_below(procedure, index, *len) => self.of(procedure, index),
            PlaceKind::RegIndex { len, index, .. } if self.is_below(procedure, index, *len) => {
                self.of(procedure, index)
            }
            PlaceKind::Index { .. } | PlaceKind::Deref { .. } => Some(Expr::AddressOf(place.clone())),
            PlaceKind::RegIndex { .. } => Some(Expr::Load(place.clone())),
        }
    }

    /// Whether a variable of this domain may not take the value.
    pub(super) fn misfits(self, procedure: u32, domain: Domain, value: &Expr) -> bool {
        matches!(domain, Domain::Enum { size, .. } if !self.is_below(procedure, value, size as u32))
    }

    /// Whether there is always a value from `lo` to `hi`.
    pub(super) fn are_ordered(self, procedure: u32, lo: &Expr, hi: &Expr) -> bool {
        self.range(procedure, lo).1 <= self.range(procedure, hi).0
    }

    fn is_below(self, procedure: u32, e: &Expr, len: u32) -> bool {
        let (lo, hi) = self.range(procedure, e);
        lo >= 0 && hi < i64::from(len)
    }

    fn contains(self, procedure: u32, e: &Expr, value: i64) -> bool {
        let (lo, hi) = self.range(procedure, e);
        (lo..=hi).contains(&value)
    }

    /// Between which values that of an expression lies, as far as types and constants tell.
    fn range(self, procedure: u32, e: &Expr) -> Range {
        let range = |e: &Expr| self.range(procedure, e);
        match e {
            Expr::Const(v) => (i64::from(*v), i64::from(*v)),
            Expr::Tid => (1, self.program.threads.len() as i64),
            Expr::Load(place) => self.stored_in(procedure, place),
            Expr::AddressOf(_) | Expr::Offset { .. } | Expr::Distance { .. } => ANY,
            Expr::Unary(Unary::Not, _) => (0, 1),
            Expr::Unary(..) => ANY,
            Expr::Binary(op, a, b) => combined(*op, range(a), range(b)),
            Expr::Conditional(_, a, b) => hull(range(a), range(b)),
        }
    }

    /// What a variable may hold: values of its type, or what it begins with.
    fn stored_in(self, procedure: u32, place: &Place) -> Range {
        let typed = match place.domain {
            Domain::Bool => (0, 1),
            Domain::Range { lo, hi } => (lo.into(), hi.into()),
            Domain::Enum { size, .. } => (0, i64::from(size) - 1),
            Domain::Int | Domain::Long | Domain::Pointer | Domain::Float => return ANY,
        };
        let first = match &place.kind {
            PlaceKind::Cell(c) => self.program.cells[c.0 as usize..][..1].to_vec(),
            PlaceKind::Index { base, len, stride, .. } => {
                self.program.cells[base.0 as usize..][..(len * stride) as usize].to_vec()
            }
            PlaceKind::Reg(r) => self.first_in(procedure, *r),
            PlaceKind::RegIndex { base, .. } => self.first_in(procedure, *base),
            PlaceKind::Deref { .. } => self.program.cells.clone(),
        };
        first.into_iter().fold(typed, |range, v| hull(range, (v.into(), v.into())))
    }

    /// With what a register may begin; where it is out of scope it is 0.
    fn first_in(self, procedure: u32, r: Reg) -> Vec<Value> {
        let shared = self.program.thread_locals.iter().map(|(_, v)| *v);
        let threads = self.program.threads.iter().filter(|t| t.procedure == procedure);
        let known = (r.0 as usize).checked_sub(self.program.thread_locals.len());
        let arguments = threads.filter_map(|t| t.arguments.get(known?).copied());
        shared.chain(arguments).chain([0]).collect()
    }
}

/// What goes wrong if one of them does.
pub(super) fn both(a: Option<Expr>, b: Option<Expr>) -> Option<Expr> {
    match (a, b) {
        (Some(a), Some(b)) => Some(Expr::Binary(Binary::BitOr, Box::new(a), Box::new(b))),
        (a, b) => a.or(b),
    }
}

fn hull(a: Range, b: Range) -> Range {
    (a.0.min(b.0), a.1.max(b.1))
}

fn combined(op: Binary, a: Range, b: Range) -> Range {
    let found = match op {
        Binary::Add => (a.0 + b.0, a.1 + b.1),
        Binary::Sub => (a.0 - b.1, a.1 - b.0),
        Binary::Mul => {
            let ends = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
            ends.into_iter().fold((ends[0], ends[0]), |range, v| hull(range, (v, v)))
        }
        Binary::Rem if b.0 > 0 => (if a.0 < 0 { 1 - b.1 } else { 0 }, b.1 - 1),
        Binary::And | Binary::Or | Binary::Eq | Binary::Ne => (0, 1),
        Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => (0, 1),
        _ => ANY,
    };
    if found.0 < ANY.0 || found.1 > ANY.1 { ANY } else { found }
}
