//! Trees in a fully parenthesised form, and recovery.

use super::parse;
use crate::syntax::ast::*;

fn shape(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Number(value, _) => value.to_string(),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Null => "null".into(),
        ExprKind::Tid => "tid".into(),
        ExprKind::Name(name) => name.text.clone(),
        ExprKind::Index(name, index) => format!("{}[{}]", name.text, shape(index)),
        ExprKind::Deref(e) => format!("(*{})", shape(e)),
        ExprKind::AddressOf(e) => format!("(&{})", shape(e)),
        ExprKind::Unary(op, e) => format!("({op:?} {})", shape(e)),
        ExprKind::Binary(op, a, b) => format!("({} {op:?} {})", shape(a), shape(b)),
        ExprKind::Conditional(c, a, b) => format!("({} ? {} : {})", shape(c), shape(a), shape(b)),
    }
}

fn expression(text: &str) -> String {
    let (ast, diagnostics) = parse(&format!("const N = {text};"));
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let [Item::Const { value, .. }] = &ast.items[..] else { panic!("one constant") };
    shape(value)
}

fn messages(text: &str) -> Vec<String> {
    parse(text).1.into_iter().map(|d| d.message).collect()
}

#[test]
fn operators_bind_as_in_c() {
    assert_eq!(expression("1 + 2 * 3 - 4"), "((1 Add (2 Mul 3)) Sub 4)");
    assert_eq!(expression("a & b == c"), "(a BitAnd (b Eq c))");
    assert_eq!(expression("a || b && c | d ^ e"), "(a Or (b And (c BitOr (d BitXor e))))");
    assert_eq!(expression("a << 1 < b"), "((a Shl 1) Lt b)");
    assert_eq!(expression("!a == b"), "((Not a) Eq b)");
    assert_eq!(expression("*p * -q[i + 1]"), "((*p) Mul (Neg q[(i Add 1)]))");
    assert_eq!(expression("a ? b : c ? d : e"), "(a ? b : (c ? d : e))");
}

#[test]
fn an_else_belongs_to_the_nearest_if() {
    let (ast, diagnostics) = parse("void f() { if (a) if (b) skip; else skip; }");
    assert!(diagnostics.is_empty());
    let Item::Procedure(procedure) = &ast.items[0] else { panic!("a procedure") };
    let StatementKind::If { arms, otherwise } = &procedure.body[0].kind else { panic!("an if") };
    assert!(otherwise.is_none());
    assert!(matches!(&arms[0].body.kind, StatementKind::If { otherwise: Some(_), .. }));
}

#[test]
fn each_mistake_is_reported_once() {
    let text = "void f() { x = ; y = 2; if (z = 1) { w = ); } }\nint 3;\nvoid g() { a b c; }";
    assert_eq!(
        messages(text),
        [
            "expected an expression, found `;`",
            "expected `)`, found `=`",
            "expected an expression, found `)`",
            "expected the variable's name, found `3`",
            "missing `;`",
            "expected an assignment, found `;`",
        ]
    );
}

#[test]
fn the_rest_survives_a_missing_semicolon() {
    let (ast, diagnostics) = parse("void f() {\n  acquire(m)\n  x = 1;\n}");
    assert_eq!(diagnostics.len(), 1);
    let Item::Procedure(procedure) = &ast.items[0] else { panic!("a procedure") };
    assert_eq!(procedure.body.len(), 2);
}

#[test]
fn a_statement_span_ends_before_its_semicolon() {
    let text = "void f() { L: @left x = 1 ; }";
    let (ast, _) = parse(text);
    let Item::Procedure(procedure) = &ast.items[0] else { panic!("a procedure") };
    let span = procedure.body[0].span;
    assert_eq!(&text[span.start as usize..span.end as usize], "x = 1");
}
