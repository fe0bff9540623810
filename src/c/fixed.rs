//! Objects that are constants: declared `const`, with a number that is known before the program runs, by a name that
//! stands for nothing else, and whose address nobody takes. Nothing can write them, so their names stand for numbers.

use super::tree::{compound, function_suffix, name_of, named, number, step_of};
use lang_c::ast::*;
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default, Debug)]
pub(super) struct Fixed {
    names: BTreeSet<String>,
    /// Of those that are initialised with a small one, and of enumerators.
    numbers: BTreeMap<String, i64>,
    /// What objects begin with, constants or not, and how many elements arrays have: of several of one name the most.
    first: BTreeMap<String, i64>,
    lengths: BTreeMap<String, i64>,
    /// What is written, or may be by its address.
    changed: BTreeSet<String>,
}

impl Fixed {
    pub(super) fn of(unit: &TranslationUnit) -> Fixed {
        let mut walk = Walk::default();
        walk.visit_translation_unit(unit);
        let Walk { mut found, declared } = walk;
        let stays = |name: &String| declared.get(name) == Some(&1) && !found.changed.contains(name);
        found.names.retain(stays);
        found.numbers.retain(|name, _| stays(name));
        found
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// What an expression of numbers and constants is worth, as far as that is seen easily.
    pub(super) fn number(&self, e: &Node<Expression>) -> Option<i64> {
        self.worth(e, &|name| self.numbers.get(name).copied())
    }

    /// What an expression may be worth, of which names stand for what objects begin with.
    pub(super) fn guess(&self, e: &Node<Expression>) -> Option<i64> {
        let kept = |name: &str| self.first_of(name).filter(|_| !self.changed.contains(name));
        self.length(e).or_else(|| self.worth(e, &kept))
    }

    /// What an object begins with.
    pub(super) fn first_of(&self, name: &str) -> Option<i64> {
        self.numbers.get(name).or_else(|| self.first.get(name)).copied()
    }

    /// `sizeof v / sizeof v[0]`
    fn length(&self, e: &Node<Expression>) -> Option<i64> {
        let Expression::BinaryOperator(b) = &e.node else { return None };
        let Expression::SizeOfVal(array) = &b.node.lhs.node else { return None };
        let of_one = matches!(b.node.rhs.node, Expression::SizeOfVal(_) | Expression::SizeOfTy(_));
        let divides = of_one && b.node.operator.node == BinaryOperator::Divide;
        self.lengths.get(named(&array.node.0).filter(|_| divides)?).copied()
    }

    fn worth(&self, e: &Node<Expression>, name: &dyn Fn(&str) -> Option<i64>) -> Option<i64> {
        match &e.node {
            Expression::Identifier(id) => name(&id.node.name),
            Expression::Cast(cast) => self.worth(&cast.node.expression, name),
            Expression::BinaryOperator(b) => {
                let (x, y) = (self.worth(&b.node.lhs, name)?, self.worth(&b.node.rhs, name)?);
                match b.node.operator.node {
                    BinaryOperator::Plus => x.checked_add(y),
                    BinaryOperator::Minus => x.checked_sub(y),
                    BinaryOperator::Multiply => x.checked_mul(y),
                    BinaryOperator::Divide => x.checked_div(y),
                    _ => None,
                }
            }
            _ => number(e),
        }
    }
}

/// Larger ones may not be held as they are.
const SMALL: i64 = 127;

#[derive(Default)]
struct Walk {
    found: Fixed,
    /// How often a name is declared, as whatever.
    declared: BTreeMap<String, usize>,
}

impl Walk {
    fn changes(&mut self, e: &Node<Expression>) {
        self.found.changed.extend(named(e).map(String::from));
    }

    fn declares(&mut self, name: &Identifier) {
        *self.declared.entry(name.name.clone()).or_default() += 1;
    }

    fn keeps(&mut self, declarator: &InitDeclarator, constant: bool) {
        let Declarator { kind, derived, .. } = &declarator.declarator.node;
        let DeclaratorKind::Identifier(name) = &kind.node else { return };
        let name = &name.node.name;
        if let [Node { node: DerivedDeclarator::Array(array), .. }, ..] = derived.as_slice() {
            let length = self.length(&array.node.size, declarator.initializer.as_ref());
            length.into_iter().for_each(|n| most(&mut self.found.lengths, name, n));
        }
        let Some(Initializer::Expression(e)) = declarator.initializer.as_ref().map(|i| &i.node) else { return };
        if !derived.is_empty() {
            return;
        }
        let small = number(e).filter(|n| (0..=SMALL).contains(n));
        small.iter().for_each(|n| most(&mut self.found.first, name, *n));
        if constant {
            self.found.names.insert(name.clone());
            self.found.numbers.extend(small.map(|n| (name.clone(), n)));
        }
    }

    /// How many elements an array has.
    fn length(&self, size: &ArraySize, initialiser: Option<&Node<Initializer>>) -> Option<i64> {
        match (size, initialiser.map(|i| &i.node)) {
            (ArraySize::VariableExpression(e), _) => self.found.guess(e),
            (ArraySize::Unknown, Some(Initializer::List(items))) => i64::try_from(items.len()).ok(),
            _ => None,
        }
    }
}

fn most(of: &mut BTreeMap<String, i64>, name: &str, n: i64) {
    let known = of.entry(name.into()).or_insert(n);
    *known = n.max(*known);
}

/// Whether what is declared so is written once, when it begins to live.
fn is_constant(specifiers: &[Node<DeclarationSpecifier>]) -> bool {
    let constant = |q: &TypeQualifier| *q == TypeQualifier::Const;
    let other = |s: &Node<DeclarationSpecifier>| match &s.node {
        DeclarationSpecifier::StorageClass(class) => class.node != StorageClassSpecifier::Static,
        DeclarationSpecifier::TypeQualifier(q) => !constant(&q.node),
        _ => false,
    };
    let says =
        |s: &Node<DeclarationSpecifier>| matches!(&s.node, DeclarationSpecifier::TypeQualifier(q) if constant(&q.node));
    specifiers.iter().any(says) && !specifiers.iter().any(other)
}

impl<'a> Visit<'a> for Walk {
    fn visit_declaration(&mut self, declaration: &'a Declaration, span: &'a Span) {
        let constant = is_constant(&declaration.specifiers);
        declaration.declarators.iter().for_each(|d| self.keeps(&d.node, constant));
        visit::visit_declaration(self, declaration, span);
    }

    /// A parameter is another number each time.
    fn visit_function_definition(&mut self, definition: &'a FunctionDefinition, span: &'a Span) {
        if let Some(DerivedDeclarator::Function(f)) = function_suffix(&definition.declarator) {
            let named = f.node.parameters.iter().filter_map(|p| p.node.declarator.as_ref()).map(name_of);
            self.found.changed.extend(named);
        }
        visit::visit_function_definition(self, definition, span);
    }

    fn visit_declarator_kind(&mut self, kind: &'a DeclaratorKind, span: &'a Span) {
        if let DeclaratorKind::Identifier(name) = kind {
            self.declares(&name.node);
        }
        visit::visit_declarator_kind(self, kind, span);
    }

    fn visit_enum_type(&mut self, of: &'a EnumType, span: &'a Span) {
        let mut next = Some(0);
        for enumerator in &of.enumerators {
            let value = enumerator.node.expression.as_ref().map_or(next, |e| self.found.number(e));
            let small = value.filter(|n| (0..=SMALL).contains(n));
            self.found.numbers.extend(small.map(|n| (enumerator.node.identifier.node.name.clone(), n)));
            next = value.and_then(|n| n.checked_add(1));
        }
        visit::visit_enum_type(self, of, span);
    }

    fn visit_enumerator(&mut self, enumerator: &'a Enumerator, span: &'a Span) {
        self.declares(&enumerator.identifier.node);
        visit::visit_enumerator(self, enumerator, span);
    }

    fn visit_unary_operator_expression(&mut self, unary: &'a UnaryOperatorExpression, span: &'a Span) {
        if unary.operator.node == UnaryOperator::Address || step_of(&unary.operator.node).is_some() {
            self.changes(&unary.operand);
        }
        visit::visit_unary_operator_expression(self, unary, span);
    }

    fn visit_binary_operator_expression(&mut self, binary: &'a BinaryOperatorExpression, span: &'a Span) {
        let op = &binary.operator.node;
        if *op == BinaryOperator::Assign || compound(op).is_some() {
            self.changes(&binary.lhs);
        }
        visit::visit_binary_operator_expression(self, binary, span);
    }
}
