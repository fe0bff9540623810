//! Constants: declarations, overrides from outside, and the value of a constant expression.

use super::Checker;
use super::expressions::Mode;
use super::names::Entity;
use super::types::{Scalar, Type};
use crate::diagnostics::{Diagnostic, Span, nearest};
use crate::ir::{Binary, Expr, PlaceKind, Unary, Value};
use crate::syntax::ast::{self, Ast, Item, Name};

/// Why a constant expression has no value.
enum NoValue {
    Overflow,
    DivisionByZero,
    OutOfBounds { index: Value, len: u32 },
    NotConstant,
}

impl Checker<'_> {
    /// Declares constants and enums.
    pub(super) fn constants(&mut self, ast: &Ast, overrides: &[(String, i64)]) {
        self.unknown_overrides(ast, overrides);
        for item in &ast.items {
            match item {
                Item::Const { name, value } => self.constant_declaration(name, value, overrides),
                Item::Enum { name, members } => self.enumeration(name, members),
                _ => {}
            }
        }
    }

    fn unknown_overrides(&mut self, ast: &Ast, overrides: &[(String, i64)]) {
        for (name, value) in overrides {
            if ast.constants().any(|known| known == name) {
                continue;
            }
            let help = match nearest(name, ast.constants()) {
                Some(near) => format!("did you mean `--const {near}={value}`?"),
                None => format!("declare it in the model: `const {name} = {value};`"),
            };
            let message = format!("the model has no constant `{name}` to override");
            self.report(Diagnostic::error(message, Span::default(), "no such `const` in this file").help(help));
        }
    }

    fn constant_declaration(&mut self, name: &Name, value: &ast::Expr, overrides: &[(String, i64)]) {
        let given = overrides.iter().rev().find(|(n, _)| *n == name.text);
        let own = self.constant(value);
        let entity = match (own, given) {
            (None, _) => Entity::Broken,
            (Some((value, ty)), None) => Entity::Constant { value, ty },
            (Some((_, ty)), Some((_, given))) => self.overridden(name, ty, *given),
        };
        self.declare(name, entity);
    }

    fn overridden(&mut self, name: &Name, ty: Type, given: i64) -> Entity {
        let fits = match ty {
            Type::BOOL => (0..=1).contains(&given),
            _ => Value::try_from(given).is_ok(),
        };
        if fits {
            return Entity::Constant { value: given as Value, ty };
        }
        let message = format!("`{}={given}` does not fit the constant's type", name.text);
        let label = if ty == Type::BOOL { "a bool: 0 or 1" } else { "an int: 32 bits" };
        self.report(Diagnostic::error(message, name.span, label));
        Entity::Broken
    }

    fn enumeration(&mut self, name: &Name, members: &[Name]) {
        if members.is_empty() {
            let diagnostic = Diagnostic::error(format!("the enum `{}` has no names", name.text), name.span, "empty");
            self.report(diagnostic.help("list its names: `{ A, B }`"));
        }
        let scalar = Scalar::Enum { id: self.enums.len(), size: members.len() as Value };
        self.enums.push(name.text.clone());
        self.program.enums.push(members.iter().map(|m| m.text.clone()).collect());
        self.declare(name, Entity::EnumType(scalar));
        for (value, member) in members.iter().enumerate() {
            self.declare(member, Entity::Constant { value: value as Value, ty: Type::INT });
        }
    }

    pub(super) fn constant_int(&mut self, expr: &ast::Expr) -> Option<Value> {
        let (value, ty) = self.constant(expr)?;
        self.require(Type::INT, ty, expr.span);
        Type::INT.accepts(ty).then_some(value)
    }

    /// The value and type of a constant expression; what is wrong has been reported.
    pub(super) fn constant(&mut self, expr: &ast::Expr) -> Option<(Value, Type)> {
        let mode = std::mem::replace(&mut self.mode, Mode::Constant);
        let (lowered, ty) = self.expr(expr);
        self.mode = mode;
        if ty == Type::Broken {
            return None;
        }
        match evaluate(&lowered) {
            Ok(value) => Some((value, ty)),
            Err(reason) => {
                self.no_value(reason, expr.span);
                None
            }
        }
    }

    fn no_value(&mut self, reason: NoValue, span: Span) {
        self.report(match reason {
            NoValue::Overflow => Diagnostic::error("this constant does not fit in 32 bits", span, "overflows")
                .note("an `int` holds -2147483648 to 2147483647"),
            NoValue::DivisionByZero => Diagnostic::error("division by zero in a constant", span, "divides by zero"),
            NoValue::OutOfBounds { index, len } => {
                Diagnostic::error(format!("index {index} is out of bounds"), span, "no such cell")
                    .help(format!("the cells are 0 to {}", len - 1))
            }
            NoValue::NotConstant => Diagnostic::error("not a constant", span, "its value is not known beforehand"),
        });
    }
}

fn evaluate(expr: &Expr) -> Result<Value, NoValue> {
    match expr {
        Expr::Const(value) => Ok(*value),
        Expr::Unary(op, e) => unary(*op, evaluate(e)?),
        Expr::Binary(Binary::And, a, b) => Ok(if evaluate(a)? == 0 { 0 } else { evaluate(b)? }),
        Expr::Binary(Binary::Or, a, b) => Ok(if evaluate(a)? != 0 { 1 } else { evaluate(b)? }),
        Expr::Binary(op, a, b) => binary(*op, evaluate(a)?, evaluate(b)?),
        Expr::Conditional(c, a, b) => evaluate(if evaluate(c)? != 0 { a } else { b }),
        Expr::AddressOf(place) => address(&place.kind),
        Expr::Tid | Expr::Load(_) | Expr::Offset { .. } | Expr::Distance { .. } => Err(NoValue::NotConstant),
    }
}

fn address(place: &PlaceKind) -> Result<Value, NoValue> {
    match place {
        PlaceKind::Cell(cell) => Ok(1 + cell.0 as Value),
        PlaceKind::Index { base, len, stride, index } => {
            let index = evaluate(index)?;
            if !(0..*len as Value).contains(&index) {
                return Err(NoValue::OutOfBounds { index, len: *len });
            }
            Ok(1 + base.0 as Value + index * *stride as Value)
        }
        _ => Err(NoValue::NotConstant),
    }
}

fn unary(op: Unary, value: Value) -> Result<Value, NoValue> {
    match op {
        Unary::Neg => value.checked_neg().ok_or(NoValue::Overflow),
        Unary::BitNot => Ok(!value),
        Unary::Not => Ok(Value::from(value == 0)),
        Unary::ObjectOf => Err(NoValue::NotConstant),
    }
}

fn binary(op: Binary, a: Value, b: Value) -> Result<Value, NoValue> {
    if matches!(op, Binary::Div | Binary::Rem) && b == 0 {
        return Err(NoValue::DivisionByZero);
    }
    let value = match op {
        Binary::Add => a.checked_add(b),
        Binary::Sub => a.checked_sub(b),
        Binary::Mul => a.checked_mul(b),
        Binary::Div => a.checked_div(b),
        Binary::Rem => Some(a.wrapping_rem(b)),
        Binary::Shl => Some(a.wrapping_shl(b as u32)),
        Binary::Shr => Some(a.wrapping_shr(b as u32)),
        Binary::BitAnd | Binary::And => Some(a & b),
        Binary::BitOr | Binary::Or => Some(a | b),
        Binary::BitXor => Some(a ^ b),
        Binary::Eq => Some(Value::from(a == b)),
        Binary::Ne => Some(Value::from(a != b)),
        Binary::Lt => Some(Value::from(a < b)),
        Binary::Le => Some(Value::from(a <= b)),
        Binary::Gt => Some(Value::from(a > b)),
        Binary::Ge => Some(Value::from(a >= b)),
        _ => return Err(NoValue::NotConstant),
    };
    value.ok_or(NoValue::Overflow)
}
