//! Values on their way: an expression over registers, with at most one access to shared memory that is still to be
//! made by the step that uses it.

use super::forms::Access;
use super::forms::Operand;
use super::function::Body;
use super::unit::{Entity, Unit};
use crate::ir::*;
use lang_c::ast::*;
use lang_c::span::Node;

impl Body<'_, '_> {
    /// Its access, if any, is made by a step of its own.
    pub(super) fn settled(&mut self, operand: Operand) -> Operand {
        if operand.access == Access::None {
            return operand;
        }
        self.kept(operand)
    }

    /// Evaluated here, if that may be noticed: nobody may ask for the value.
    pub(super) fn computed(&mut self, operand: Operand) -> Operand {
        if may_go_wrong(&operand.expr) { self.kept(operand) } else { self.settled(operand) }
    }

    /// In a register of its own.
    pub(super) fn kept(&mut self, operand: Operand) -> Operand {
        let register = self.temporary(&operand.ty);
        self.used(&operand);
        let text = self.unit.reads(&operand.expr).unwrap_or_else(|| self.here.text.clone());
        let text = std::mem::replace(&mut self.here.text, text);
        self.set(register, &operand.ty.clone(), operand.expr);
        self.here.text = text;
        Operand::new(Expr::Load(self.register_place(register, &operand.ty)), operand.ty)
    }

    /// An operand that may be looked at several times, and that no later assignment changes.
    pub(super) fn fixed(&mut self, operand: Operand) -> Operand {
        match operand.expr {
            Expr::Const(_) | Expr::Tid => operand,
            _ => self.kept(operand),
        }
    }

    /// The next step makes its access.
    pub(super) fn used(&mut self, operand: &Operand) {
        self.synchronizes |= operand.access == Access::Atomic;
    }

    /// Whether to evaluate it neither touches shared memory nor changes anything.
    pub(super) fn is_calm(&self, e: &Node<Expression>) -> bool {
        if self.evaluated_ahead(e).is_some() {
            return true;
        }
        let calm = |e: &Node<Expression>| self.is_calm(e);
        match &e.node {
            Expression::Constant(_) | Expression::SizeOfTy(_) | Expression::SizeOfVal(_) => true,
            Expression::Identifier(name) => self.unit.is_calm_name(&name.node.name),
            Expression::Cast(cast) => calm(&cast.node.expression),
            Expression::Member(m) => m.node.operator.node == MemberOperator::Direct && calm(&m.node.expression),
            Expression::UnaryOperator(u) => match u.node.operator.node {
                UnaryOperator::Plus | UnaryOperator::Minus | UnaryOperator::Complement | UnaryOperator::Negate => {
                    calm(&u.node.operand)
                }
                UnaryOperator::Address => self.is_calm_address(&u.node.operand),
                _ => false,
            },
            Expression::BinaryOperator(b) => is_pure(&b.node.operator.node) && calm(&b.node.lhs) && calm(&b.node.rhs),
            Expression::Conditional(c) => {
                calm(&c.node.condition) && calm(&c.node.then_expression) && calm(&c.node.else_expression)
            }
            _ => false,
        }
    }

    fn is_calm_address(&self, e: &Node<Expression>) -> bool {
        match &e.node {
            Expression::Identifier(_) => true,
            Expression::Member(m) if m.node.operator.node == MemberOperator::Direct => {
                self.is_calm_address(&m.node.expression)
            }
            Expression::Member(m) => self.is_calm(&m.node.expression),
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                self.is_calm_address(&b.node.lhs) && self.is_calm(&b.node.rhs)
            }
            _ => false,
        }
    }
}

impl Unit<'_> {
    /// What a step says that only looks at a variable.
    fn reads(&self, e: &Expr) -> Option<String> {
        let Expr::Load(place) = e else { return None };
        match &place.kind {
            PlaceKind::Cell(c) => Some(format!("reads {}", self.program.cell_name(*c))),
            PlaceKind::Index { base, .. } => {
                Some(format!("reads an element of {}", self.program.global_of(*base).name))
            }
            PlaceKind::Deref { .. } => Some("reads through a pointer".into()),
            PlaceKind::Reg(_) | PlaceKind::RegIndex { .. } => None,
        }
    }

    fn is_calm_name(&self, name: &str) -> bool {
        match self.lookup(name) {
            Some(Entity::Object(super::unit::Home::Registers(_), _)) => true,
            Some(Entity::Object(..)) => false,
            _ => true,
        }
    }
}

/// Whether to compute it may go wrong, whatever it reads.
fn may_go_wrong(e: &Expr) -> bool {
    match e {
        Expr::Const(_) | Expr::Tid | Expr::AddressOf(_) => false,
        Expr::Load(place) => matches!(place.kind, PlaceKind::RegIndex { .. }),
        Expr::Offset { .. } | Expr::Distance { .. } => true,
        Expr::Unary(_, a) => may_go_wrong(a),
        Expr::Binary(Binary::Div | Binary::Rem | Binary::UnsignedDiv | Binary::UnsignedRem, a, b) => {
            !matches!(**b, Expr::Const(by) if by != 0) || may_go_wrong(a)
        }
        Expr::Binary(_, a, b) => may_go_wrong(a) || may_go_wrong(b),
        Expr::Conditional(c, a, b) => [c, a, b].into_iter().any(|e| may_go_wrong(e)),
    }
}

fn is_pure(op: &BinaryOperator) -> bool {
    use BinaryOperator::*;
    !matches!(
        op,
        Assign
            | AssignMultiply
            | AssignDivide
            | AssignModulo
            | AssignPlus
            | AssignMinus
            | AssignShiftLeft
            | AssignShiftRight
            | AssignBitwiseAnd
            | AssignBitwiseXor
            | AssignBitwiseOr
    )
}
