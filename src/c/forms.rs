//! Values and places on their way: an expression over registers, with at most one access to shared memory that is
//! still to be made by the step that uses it; and where an object begins.

use super::types::Type;
use crate::ir::*;
use std::collections::BTreeMap;

/// The access to shared memory that an operand makes where it is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    None,
    Plain,
    Atomic,
}

#[derive(Clone, Debug)]
pub(super) struct Operand {
    pub(super) expr: Expr,
    pub(super) ty: Type,
    pub(super) access: Access,
}

impl Operand {
    pub(super) fn new(expr: Expr, ty: Type) -> Self {
        Operand { expr, ty, access: Access::None }
    }

    pub(super) fn constant(value: Value, ty: Type) -> Self {
        Operand::new(Expr::Const(value), ty)
    }

    pub(super) fn with(self, expr: Expr, ty: Type) -> Self {
        Operand { expr, ty, ..self }
    }
}

/// The access of two operands of which one at most makes one.
pub(super) fn joint(a: Access, b: Access) -> Access {
    if a == Access::None { b } else { a }
}

/// Where an object begins. What is evaluated to find it is settled.
#[derive(Clone, Debug)]
pub(super) enum At {
    Register(u32),
    Element { base: u32, len: u32, index: Expr },
    Cell(Cell),
    Index { base: Cell, len: u32, stride: u32, index: Expr },
    Pointer(Expr),
}

#[derive(Clone, Debug)]
pub(super) struct Located {
    pub(super) at: At,
    pub(super) ty: Type,
}

impl Located {
    pub(super) fn is_shared(&self) -> bool {
        !matches!(self.at, At::Register(_) | At::Element { .. })
    }

    pub(super) fn access(&self) -> Access {
        match (self.is_shared(), self.ty.is_atomic()) {
            (false, _) => Access::None,
            (true, false) => Access::Plain,
            (true, true) => Access::Atomic,
        }
    }

    /// Of a scalar.
    pub(super) fn place(&self) -> Place {
        let domain = match self.ty.pointee() {
            Some(Type::Function(_)) => Domain::Int,
            _ => self.ty.domain(),
        };
        let kind = match self.at.clone() {
            At::Register(r) => PlaceKind::Reg(Reg(r)),
            At::Element { base, len, index } => PlaceKind::RegIndex { base: Reg(base), len, index: Box::new(index) },
            At::Cell(cell) => PlaceKind::Cell(cell),
            At::Index { base, len, stride, index } => PlaceKind::Index { base, len, stride, index: Box::new(index) },
            At::Pointer(pointer) => PlaceKind::Deref { pointer: Box::new(pointer) },
        };
        Place { kind, domain }
    }

    pub(super) fn load(&self) -> Operand {
        let ty = self.ty.plain().clone();
        Operand { expr: Expr::Load(self.place()), ty, access: self.access() }
    }

    /// So many cells further.
    pub(super) fn further(self, cells: u32, ty: Type) -> Located {
        let at = match self.at {
            at if cells == 0 => at,
            At::Register(r) => At::Register(r + cells),
            At::Element { base, len, index } => At::Element { base: base + cells, len, index },
            At::Cell(cell) => At::Cell(Cell(cell.0 + cells)),
            At::Index { base, len, stride, index } => At::Index { base: Cell(base.0 + cells), len, stride, index },
            At::Pointer(p) => At::Pointer(moved(p, Expr::Const(1), cells.into())),
        };
        Located { at, ty }
    }

    /// The pointer to it.
    pub(super) fn address(&self) -> Option<Expr> {
        match &self.at {
            At::Pointer(p) => Some(p.clone()),
            At::Cell(_) | At::Index { .. } => Some(Expr::AddressOf(self.place())),
            At::Register(_) | At::Element { .. } => None,
        }
    }
}

pub(super) fn moved(pointer: Expr, count: Expr, stride: Stride) -> Expr {
    match count {
        Expr::Const(0) => pointer,
        count => Expr::Offset { pointer: Box::new(pointer), count: Box::new(count), stride },
    }
}

/// Values of operands that were evaluated before the expression around them, by their places in the text.
pub(super) type Ahead = BTreeMap<(usize, usize), Operand>;
