//! Small questions about the syntax tree: names, callees, operators.

use lang_c::ast::*;
use lang_c::span::Node;

/// The name, if an expression is one.
pub(super) fn named(e: &Node<Expression>) -> Option<&str> {
    match &e.node {
        Expression::Identifier(name) => Some(&name.node.name),
        _ => None,
    }
}

/// A number that is written as it is.
pub(super) fn number(e: &Node<Expression>) -> Option<i64> {
    match &e.node {
        Expression::Constant(c) => match &c.node {
            Constant::Integer(i) if i.base == IntegerBase::Decimal => i.number.parse().ok(),
            Constant::Integer(i) if i.number.is_empty() => Some(0),
            _ => None,
        },
        _ => None,
    }
}

/// The name of a declarator.
pub(super) fn name_of(declarator: &Node<Declarator>) -> String {
    match &declarator.node.kind.node {
        DeclaratorKind::Abstract => String::new(),
        DeclaratorKind::Identifier(name) => name.node.name.clone(),
        DeclaratorKind::Declarator(inner) => name_of(inner),
    }
}

/// The function of an expression: `f`, `&f`, or either behind a cast.
pub(super) fn function_named(e: &Node<Expression>) -> Option<&str> {
    match &e.node {
        Expression::Cast(cast) => function_named(&cast.node.expression),
        Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Address => {
            function_named(&u.node.operand)
        }
        _ => named(e),
    }
}

/// What makes the name of a declarator a function, as `(int a)` does of `f` in `int (*(f)(int a))(int b)`.
pub(super) fn function_suffix(declarator: &Node<Declarator>) -> Option<&DerivedDeclarator> {
    let of_inner = match &declarator.node.kind.node {
        DeclaratorKind::Declarator(inner) => function_suffix(inner),
        _ => None,
    };
    let is_function =
        |d: &&DerivedDeclarator| matches!(d, DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_));
    of_inner.or_else(|| declarator.node.derived.iter().map(|d| &d.node).find(is_function))
}

/// The names of parameters that are declared behind the parentheses.
pub(super) fn old_names(declarator: &Node<Declarator>) -> &[Node<Identifier>] {
    match function_suffix(declarator) {
        Some(DerivedDeclarator::KRFunction(names)) => names,
        _ => &[],
    }
}

/// The function that is called by its name.
pub(super) fn callee(call: &CallExpression) -> Option<&str> {
    named(&call.callee)
}

/// Whether an operator compares two operands.
pub(super) fn is_comparison(op: &BinaryOperator) -> bool {
    use BinaryOperator::*;
    matches!(op, Less | Greater | LessOrEqual | GreaterOrEqual | Equals | NotEquals)
}

/// The operator of a compound assignment.
pub(super) fn compound(op: &BinaryOperator) -> Option<BinaryOperator> {
    use BinaryOperator::*;
    Some(match op {
        AssignMultiply => Multiply,
        AssignDivide => Divide,
        AssignModulo => Modulo,
        AssignPlus => Plus,
        AssignMinus => Minus,
        AssignShiftLeft => ShiftLeft,
        AssignShiftRight => ShiftRight,
        AssignBitwiseAnd => BitwiseAnd,
        AssignBitwiseXor => BitwiseXor,
        AssignBitwiseOr => BitwiseOr,
        _ => return None,
    })
}

/// The operator of `++` or `--`, and whether its value is that before.
pub(super) fn step_of(op: &UnaryOperator) -> Option<(BinaryOperator, bool)> {
    Some(match op {
        UnaryOperator::PostIncrement => (BinaryOperator::Plus, true),
        UnaryOperator::PostDecrement => (BinaryOperator::Minus, true),
        UnaryOperator::PreIncrement => (BinaryOperator::Plus, false),
        UnaryOperator::PreDecrement => (BinaryOperator::Minus, false),
        _ => return None,
    })
}

/// `n` in `n--`, `n-- > 0` and `n-- != 0`.
pub(super) fn counted_down(e: &Node<Expression>) -> Option<&Node<Expression>> {
    match &e.node {
        Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::PostDecrement => Some(&u.node.operand),
        Expression::BinaryOperator(b) if number(&b.node.rhs) == Some(0) => match b.node.operator.node {
            BinaryOperator::Greater | BinaryOperator::NotEquals => {
                counted_down(&b.node.lhs).filter(|_| matches!(b.node.lhs.node, Expression::UnaryOperator(_)))
            }
            _ => None,
        },
        _ => None,
    }
}

/// `0`, `NULL`, `(void *)0`.
pub(super) fn is_null(e: &Node<Expression>) -> bool {
    match &e.node {
        Expression::Cast(cast) => is_null(&cast.node.expression),
        _ => number(e) == Some(0) || named(e) == Some("NULL"),
    }
}

/// Whether a function takes any number of arguments behind those with names.
pub(super) fn is_variadic(declarator: &Node<Declarator>) -> bool {
    let suffix = function_suffix(declarator);
    matches!(suffix, Some(DerivedDeclarator::Function(f)) if f.node.ellipsis == Ellipsis::Some)
}

/// `int v[n]` as a parameter is a pointer, whatever its length (C11 6.7.6.3p7).
pub(super) fn without_length(declarator: &Node<Declarator>) -> Node<Declarator> {
    let mut declarator = declarator.clone();
    let Declarator { kind, derived, .. } = &mut declarator.node;
    let outermost = derived.iter_mut().find(|d| !matches!(d.node, DerivedDeclarator::Pointer(_)));
    match (&kind.node, outermost.map(|d| &mut d.node)) {
        (DeclaratorKind::Declarator(_), _) => {}
        (_, Some(DerivedDeclarator::Array(array))) => array.node.size = ArraySize::Unknown,
        _ => {}
    }
    declarator
}

/// The length of the outermost array, if something is declared to be one.
pub(super) fn outermost_length(declarator: &Declarator) -> Option<&Node<Expression>> {
    let DeclaratorKind::Identifier(_) = declarator.kind.node else { return None };
    let outermost = declarator.derived.iter().find(|d| !matches!(d.node, DerivedDeclarator::Pointer(_)))?;
    match &outermost.node {
        DerivedDeclarator::Array(array) => match &array.node.size {
            ArraySize::VariableExpression(length) | ArraySize::StaticExpression(length) => Some(length),
            _ => None,
        },
        _ => None,
    }
}

/// What declares an element of the outermost array.
pub(super) fn of_an_element(declarator: &Node<Declarator>) -> Node<Declarator> {
    let mut declarator = declarator.clone();
    let derived = &mut declarator.node.derived;
    if let Some(i) = derived.iter().position(|d| !matches!(d.node, DerivedDeclarator::Pointer(_))) {
        derived.remove(i);
    }
    declarator
}

/// What C and GCC call the name of the function that it stands in.
pub(super) fn is_name_of_function(name: &str) -> bool {
    matches!(name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__")
}
