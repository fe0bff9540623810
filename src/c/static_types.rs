//! The type of an expression that is not evaluated: `sizeof`, `__typeof__`, and what a conditional is worth; and whether
//! one is an allocation.

use super::literals::bytes;
use super::tree::{self, callee, is_comparison, is_null};
use super::types::decayed;
use super::types::{BOOL, INT, Int, Type};
use super::unit::{Declared, Entity, Lowered, Unit};
use lang_c::ast::*;
use lang_c::span::Node;
use std::rc::Rc;

impl Unit<'_> {
    pub(super) fn type_of_expression(&mut self, e: &Node<Expression>) -> Lowered<Type> {
        Ok(match &e.node {
            Expression::Constant(c) => self.type_of_constant(c)?,
            Expression::StringLiteral(text) => {
                self.is_narrow(&text.node, e.span)?;
                Type::Array(Rc::new(Type::Int(Int { bits: 8, signed: true })), bytes(&text.node).len() as u32)
            }
            Expression::Identifier(name) => match self.lookup(&name.node.name) {
                Some(Entity::Object(_, ty) | Entity::Declared(ty)) => ty.clone(),
                Some(Entity::Constant(_, int)) => Type::Int(*int),
                Some(Entity::Function(name)) => self.types.get(name).cloned().unwrap_or(Type::Void),
                None if name.node.name == "NULL" => Type::pointer(Type::Void),
                _ => return Err(self.undeclared(&name.node.name, e.span)),
            },
            Expression::Cast(cast) => self.type_name(&cast.node.type_name.node)?,
            Expression::CompoundLiteral(literal) => self.type_name(&literal.node.type_name.node)?,
            Expression::SizeOfTy(_) | Expression::SizeOfVal(_) | Expression::AlignOf(_) | Expression::OffsetOf(_) => {
                self.options.data_model.size()
            }
            Expression::Member(m) => self.type_of_member(&m.node, e)?,
            Expression::UnaryOperator(u) => self.type_of_unary(&u.node)?,
            Expression::BinaryOperator(b) => self.type_of_binary(&b.node)?,
            Expression::Conditional(c) => self.type_of_conditional(&c.node)?,
            Expression::Comma(all) => match all.last() {
                Some(last) => decayed(self.type_of_expression(last)?.plain().clone()),
                None => Type::Void,
            },
            Expression::Call(call) => self.type_of_call(&call.node)?,
            Expression::Statement(s) => self.type_of_block(&s.node)?,
            Expression::GenericSelection(g) => {
                let selected = self.selected(&g.node, e.span)?;
                self.type_of_expression(selected)?
            }
            Expression::VaArg(_) => return self.refuse(e.span, "variadic functions are not supported", "here"),
        })
    }

    /// What the last expression of a block is worth, with the names that the block declares.
    fn type_of_block(&mut self, s: &Statement) -> Lowered<Type> {
        let Statement::Compound(items) = s else { return Ok(Type::Void) };
        self.names.push(Default::default());
        self.tags.push(Default::default());
        let ty = self.type_of_last(items);
        self.names.pop();
        self.tags.pop();
        ty
    }

    fn type_of_last(&mut self, items: &[Node<BlockItem>]) -> Lowered<Type> {
        let Some((last, before)) = items.split_last() else { return Ok(Type::Void) };
        for item in before {
            if let BlockItem::Declaration(declaration) = &item.node {
                self.types_of_names(&declaration.node)?;
            }
        }
        match &last.node {
            BlockItem::Statement(Node { node: Statement::Expression(Some(e)), .. }) => {
                Ok(decayed(self.type_of_expression(e)?.plain().clone()))
            }
            _ => Ok(Type::Void),
        }
    }

    fn types_of_names(&mut self, declaration: &Declaration) -> Lowered<()> {
        let base = self.specified(&declaration.specifiers)?;
        for declarator in &declaration.declarators {
            if let Some(Declared { name, ty, initialiser, .. }) = self.declarator(&base, declarator)? {
                let ty = self.completed(ty, initialiser.as_ref())?;
                self.declare(&name, Entity::Declared(ty));
            }
        }
        Ok(())
    }

    fn type_of_member(&mut self, m: &MemberExpression, e: &Node<Expression>) -> Lowered<Type> {
        let inside = self.type_of_expression(&m.expression)?;
        let inside = inside.pointee().unwrap_or(&inside).clone();
        let field = match inside.plain() {
            Type::Struct(s) => self.structs.field(*s, &m.identifier.node.name),
            Type::Array(of, _) => match of.plain() {
                Type::Struct(s) => self.structs.field(*s, &m.identifier.node.name),
                _ => None,
            },
            _ => None,
        };
        match field {
            Some((_, ty)) => {
                self.is_accessible(&m.identifier.node.name, &ty, m.identifier.span)?;
                Ok(ty)
            }
            None => self.refuse(e.span, "there is no such member", "unknown"),
        }
    }

    fn type_of_unary(&mut self, u: &UnaryOperatorExpression) -> Lowered<Type> {
        let ty = self.type_of_expression(&u.operand)?;
        Ok(match u.operator.node {
            UnaryOperator::Address => Type::pointer(ty),
            UnaryOperator::Indirection => match decayed(ty.plain().clone()) {
                Type::Pointer(to) => (*to).clone(),
                other => other,
            },
            UnaryOperator::Negate => INT,
            UnaryOperator::Plus | UnaryOperator::Minus | UnaryOperator::Complement => {
                ty.int().map_or(ty, |i| Type::Int(i.promoted()))
            }
            _ => ty.plain().clone(),
        })
    }

    fn type_of_binary(&mut self, b: &BinaryOperatorExpression) -> Lowered<Type> {
        use BinaryOperator::*;
        let x = self.type_of_expression(&b.lhs)?;
        if is_comparison(&b.operator.node) || matches!(b.operator.node, LogicalAnd | LogicalOr) {
            return Ok(INT);
        }
        if b.operator.node == Assign || super::tree::compound(&b.operator.node).is_some() {
            return Ok(x.plain().clone());
        }
        let y = self.type_of_expression(&b.rhs)?;
        let (x, y) = (decayed(x.plain().clone()), decayed(y.plain().clone()));
        if b.operator.node == Index {
            let pointer = if x.pointee().is_some() { x } else { y };
            return Ok(pointer.pointee().cloned().unwrap_or(INT));
        }
        if let Some(float) = x.common_float(&y) {
            return Ok(float);
        }
        Ok(match (x.pointee().is_some(), y.pointee().is_some()) {
            (true, true) => Type::Int(Int { bits: self.options.data_model.long(), signed: true }),
            (true, false) => x,
            (false, true) => y,
            _ => match (x.int(), y.int(), &b.operator.node) {
                (Some(x), _, ShiftLeft | ShiftRight) => Type::Int(x.promoted()),
                (Some(x), Some(y), _) => Type::Int(x.common(y)),
                _ => x,
            },
        })
    }

    pub(super) fn type_of_conditional(&mut self, c: &ConditionalExpression) -> Lowered<Type> {
        let x = decayed(self.type_of_expression(&c.then_expression)?.plain().clone());
        let y = decayed(self.type_of_expression(&c.else_expression)?.plain().clone());
        let is_any = |ty: &Type| ty.pointee().is_some_and(|to| *to.plain() == Type::Void);
        if let Some(float) = x.common_float(&y) {
            return Ok(float);
        }
        Ok(match (x.int(), y.int()) {
            (Some(x), Some(y)) => Type::Int(x.common(y)),
            (Some(_), None) => y,
            // C11 6.5.15p6.
            (None, None) if is_null(&c.then_expression) || is_any(&y) && !is_null(&c.else_expression) => y,
            _ => x,
        })
    }

    fn type_of_call(&mut self, call: &CallExpression) -> Lowered<Type> {
        if let Some(ty) = callee(call).and_then(|name| self.library_result(name)) {
            return Ok(ty);
        }
        if callee(call).is_some_and(|name| self.lookup(name).is_none()) {
            let first = call.arguments.first().map(|a| self.type_of_expression(a)).transpose()?;
            return Ok(first.as_ref().and_then(Type::pointee).map_or(INT, |ty| ty.plain().clone()));
        }
        let ty = self.type_of_expression(&call.callee)?;
        let ty = ty.pointee().cloned().unwrap_or(ty);
        Ok(match ty {
            Type::Function(f) => f.result.clone(),
            _ => INT,
        })
    }

    /// The function that an expression names, if no variable has the name.
    pub(super) fn function_named<'e>(&self, e: &'e Node<Expression>) -> Option<&'e str> {
        tree::function_named(e)
            .filter(|name| !matches!(self.lookup(name), Some(Entity::Object(..) | Entity::Declared(_))))
    }

    /// The function of the program that an expression names.
    pub(super) fn defined_function<'e>(&self, e: &'e Node<Expression>) -> Option<&'e str> {
        self.function_named(e).filter(|name| self.functions.contains_key(*name))
    }

    /// The function of the library by which a call allocates, if that is all that it does, and no variable has the name.
    pub(super) fn allocates_by<'e>(&self, call: &'e CallExpression) -> Option<&'e str> {
        let name = callee(call).filter(|name| !matches!(self.lookup(name), Some(Entity::Object(..))))?;
        let fits = !self.facts.allocators.has(name) || call.arguments.len() == 1;
        self.facts.allocators.library(name).filter(|_| fits)
    }

    /// The call of an allocation, casts apart.
    pub(super) fn allocation<'e>(&self, e: &'e Node<Expression>) -> Option<&'e CallExpression> {
        match &e.node {
            Expression::Cast(cast) => self.allocation(&cast.node.expression),
            Expression::Call(call) => self.allocates_by(&call.node).map(|_| &call.node),
            _ => None,
        }
    }

    /// Results that differ from the type of what a generic function works on, of functions that are not the program's own.
    fn library_result(&self, name: &str) -> Option<Type> {
        if self.functions.contains_key(name)
            || matches!(self.lookup(name), Some(Entity::Object(..) | Entity::Declared(_)))
        {
            return None;
        }
        let truth = ["compare_exchange", "bool_compare_and_swap", "test_and_set"];
        let is_truth = truth.iter().any(|t| name.contains(t)) && !name.contains("lock_test");
        match name {
            "__builtin_expect" => Some(Type::Int(Int { bits: self.options.data_model.long(), signed: true })),
            _ => (name.starts_with("__") && is_truth).then_some(BOOL),
        }
    }
}
