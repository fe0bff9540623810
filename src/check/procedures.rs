//! Procedures: signatures first, since calls may come before declarations; then bodies.

use super::Checker;
use super::body::Body;
use super::names::Entity;
use super::types::{Scalar, Type};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;
use crate::ir::{Expr, Loc, Location, Op, Procedure};
use crate::syntax::ast::{self, Ast, Item};
use crate::syntax::parser::is_statement_word;
use std::collections::BTreeSet;

#[derive(Clone, Debug)]
pub(super) struct Signature {
    pub(super) name: ast::Name,
    pub(super) parameters: Vec<Type>,
    /// `Type::Void` if it returns nothing.
    pub(super) result: Type,
}

fn procedures(ast: &Ast) -> impl Iterator<Item = &ast::Procedure> {
    ast.items.iter().filter_map(|item| if let Item::Procedure(procedure) = item { Some(procedure) } else { None })
}

/// Whether control may come to the end of the procedure with these locations, its entry among them.
fn falls_off(locations: &[Location], (first, entry): (u32, u32)) -> bool {
    let (mut seen, mut open) = (BTreeSet::new(), vec![Loc(entry)]);
    while let Some(at) = open.pop() {
        let Some(location) = at.0.checked_sub(first).and_then(|i| locations.get(i as usize)) else { continue };
        if matches!(location.op, Op::End) {
            return true;
        }
        if seen.insert(at) {
            open.extend(taken(&location.op));
        }
    }
    false
}

/// Where an operation may lead inside its procedure; `while (true)` is left by a `break` alone.
fn taken(op: &Op) -> Vec<Loc> {
    match op {
        Op::Branch { cond: Expr::Const(v), then, otherwise } => vec![if *v != 0 { *then } else { *otherwise }],
        op => op.targets(),
    }
}

impl Checker<'_> {
    pub(super) fn signatures(&mut self, ast: &Ast) {
        for (i, procedure) in procedures(ast).enumerate() {
            let parameters = procedure.parameters.iter().map(|p| self.parameter_type(p)).collect();
            let result = self.result_type(procedure);
            if is_statement_word(&procedure.name.text) {
                self.spoken_for(&procedure.name);
            }
            self.declare(&procedure.name, Entity::Procedure(i));
            self.signatures.push(Signature { name: procedure.name.clone(), parameters, result });
        }
    }

    fn spoken_for(&mut self, name: &ast::Name) {
        let message = format!("a procedure cannot be called `{}`", name.text);
        let diagnostic = Diagnostic::error(message, name.span, "the name of a statement");
        self.report(diagnostic.help(format!("rename it, for example to `do_{}`", name.text)));
    }

    fn parameter_type(&mut self, parameter: &ast::Parameter) -> Type {
        let ty = self.declared_type(&parameter.ty, parameter.pointer);
        if matches!(ty, Type::Void | Type::Mutex { .. }) {
            let found = self.describe(ty);
            let diagnostic =
                Diagnostic::error("a parameter holds data", parameter.ty.span, format!("{found}, not data"));
            self.report(diagnostic.help("mutexes are global; pass an index into an array of mutexes"));
            return Type::Broken;
        }
        ty
    }

    fn result_type(&mut self, procedure: &ast::Procedure) -> Type {
        let ty = self.declared_type(&procedure.result, procedure.result_is_pointer);
        let help = match ty {
            Type::Mutex { .. } => "mutexes are global and need not be returned",
            Type::Scalar(Scalar::Range { .. }) => "return `int`; the variable that takes the result wraps it",
            _ => return ty,
        };
        let diagnostic =
            Diagnostic::error("a procedure cannot return this type", procedure.result.span, "not a result type");
        self.report(diagnostic.help(help));
        Type::Broken
    }

    pub(super) fn bodies(&mut self, ast: &Ast) {
        for (i, procedure) in procedures(ast).enumerate() {
            let first = self.program.locations.len() as u32;
            let body = Body::new(self, i, procedure);
            let (registers, locations, entry) = body.lower(procedure, first);
            if !matches!(self.signatures[i].result, Type::Void | Type::Broken) && falls_off(&locations, (first, entry))
            {
                self.without_a_result(procedure, self.signatures[i].result);
            }
            self.program.locations.extend(locations);
            self.program.procedures.push(Procedure {
                name: procedure.name.text.clone(),
                parameters: procedure.parameters.len() as u32,
                registers,
                entry: Loc(entry),
                returns_value: self.signatures[i].result != Type::Void,
                span: procedure.name.span,
            });
        }
    }

    /// The caller gets something that nobody wrote.
    fn without_a_result(&mut self, procedure: &ast::Procedure, result: Type) {
        let value = match result {
            Type::BOOL => "false",
            Type::Pointer(_) | Type::Null => "null",
            _ => "0",
        };
        let message = format!("`{}` may end without a `return`", procedure.name.text);
        let diagnostic = Diagnostic::warning(message, procedure.close, format!("its result is `{value}` here"))
            .also(procedure.name.span, "declared with a result")
            .help(format!("write `return {value};` before the brace, or declare it `void`"));
        self.report(diagnostic);
    }

    /// The procedure that a call names.
    pub(super) fn callee(&mut self, name: &ast::Name) -> Option<usize> {
        let (entity, declared) = self.lookup(&name.text, name.span, "procedure")?;
        if let Entity::Procedure(procedure) = entity {
            return Some(procedure);
        }
        let message = format!("`{}` is not a procedure", name.text);
        self.report(Diagnostic::error(message, name.span, "called here").also(declared, "declared here"));
        None
    }

    /// Reports a wrong number of arguments.
    pub(super) fn arity(&mut self, procedure: usize, arguments: &[ast::Expr], span: Span) -> bool {
        let signature = self.signatures[procedure].clone();
        let (wanted, found) = (signature.parameters.len(), arguments.len());
        if wanted == found {
            return true;
        }
        let plural = if wanted == 1 { "" } else { "s" };
        let message = format!("`{}` takes {wanted} argument{plural}, {found} given", signature.name.text);
        let after = &self.text[signature.name.span.end as usize..];
        let parameters = after.split_once(')').map_or("(..", |(parameters, _)| parameters);
        self.report(
            Diagnostic::error(message, span, format!("{found} given")).also(signature.name.span, "declared here").help(
                format!(
                    "it is declared as `{}{})`",
                    signature.name.text,
                    parameters.split_whitespace().collect::<Vec<_>>().join(" ")
                ),
            ),
        );
        false
    }

    pub(super) fn arguments(&mut self, procedure: usize, arguments: &[ast::Expr], span: Span) -> Vec<Expr> {
        let parameters = if self.arity(procedure, arguments, span) {
            self.signatures[procedure].parameters.clone()
        } else {
            vec![Type::Broken; arguments.len()]
        };
        arguments.iter().zip(parameters).map(|(argument, ty)| self.typed(argument, ty)).collect()
    }
}
