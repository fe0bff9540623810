//! Functions of the program that do nothing but allocate: `void *p = malloc(n); if (p == 0) abort(); return p;`. What they
//! are asked for has the type that `malloc` would give it where they are called; where they say of what type it is, it has
//! that. They may set all bytes to anything, as what `malloc` gives is anything too.

use super::tree::{self, callee, is_null, name_of, named};
use lang_c::ast::*;
use lang_c::span::Node;
use std::collections::BTreeSet;

/// Those of the library.
const LIBRARY: [&str; 5] = ["malloc", "calloc", "alloca", "realloc", "aligned_alloc"];

/// Their names.
#[derive(Default, Debug)]
pub(super) struct Allocators {
    wrappers: BTreeSet<String>,
    /// Those of the library that the program defines itself, which do what it says, and those whose names variables have.
    own: BTreeSet<String>,
}

impl Allocators {
    pub fn of(unit: &TranslationUnit) -> Self {
        let definitions = || unit.0.iter().filter_map(|external| definition(&external.node));
        let names = definitions().map(|definition| name_of(&definition.declarator));
        let names = names.chain(unit.0.iter().flat_map(|external| variables(&external.node)));
        let own: BTreeSet<String> = names.filter(|name| LIBRARY.contains(&name.as_str())).collect();
        let wrappers = definitions().filter(|_| !own.contains("malloc")).filter_map(only_allocates).collect();
        Allocators { wrappers, own }
    }

    /// Whether a function of the program does nothing else.
    pub fn has(&self, name: &str) -> bool {
        self.wrappers.contains(name)
    }

    /// The function of the library by which one of this name allocates, if that is all that it does.
    pub fn library<'n>(&self, name: &'n str) -> Option<&'n str> {
        match LIBRARY.contains(&name) && !self.own.contains(name) {
            true => Some(name),
            false => self.has(name).then_some("malloc"),
        }
    }
}

fn definition(external: &ExternalDeclaration) -> Option<&FunctionDefinition> {
    match external {
        ExternalDeclaration::FunctionDefinition(definition) => Some(&definition.node),
        _ => None,
    }
}

/// The names of the variables that are declared outside of functions.
fn variables(external: &ExternalDeclaration) -> Vec<String> {
    let ExternalDeclaration::Declaration(declaration) = external else { return vec![] };
    let declarators = declaration.node.declarators.iter().map(|d| &d.node.declarator);
    declarators.filter(|d| is_variable(d)).map(name_of).collect()
}

/// Whether it is no function: `f` in `int *f(int)` is one, in `int (*f)(int)` it is none.
fn is_variable(declarator: &Node<Declarator>) -> bool {
    let derived = declarator.node.derived.iter().map(|d| &d.node);
    let mut suffixes = derived.skip_while(|d| matches!(d, DerivedDeclarator::Pointer(_)));
    match &declarator.node.kind.node {
        DeclaratorKind::Declarator(inner) if inner.node.derived.is_empty() => {
            is_variable(inner) && !matches!(suffixes.next(), Some(DerivedDeclarator::Function(_)))
        }
        DeclaratorKind::Declarator(inner) => is_variable(inner),
        _ => !matches!(suffixes.next(), Some(DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_))),
    }
}

/// The name of a function that allocates as much as it is asked for and gives that back.
fn only_allocates(definition: &FunctionDefinition) -> Option<String> {
    let Statement::Compound(items) = &definition.statement.node else { return None };
    let size = only_parameter(&definition.declarator)?;
    definition.specifiers.iter().all(is_void).then_some(())?;
    let allocates = |e: &Node<Expression>| hands_on(e, &size).then_some(());
    match &items[..] {
        [end] => allocates(returned(end)?)?,
        [first, checks @ .., end] => {
            let (pointer, value) = declared(first)?;
            allocates(value)?;
            let sets = |item: &Node<BlockItem>| is_of_bytes(first) && sets_to_anything(item, [&pointer, &size]);
            let idle = |item: &Node<BlockItem>| gives_up(item, &pointer) || sets(item);
            (checks.iter().all(idle) && named(returned(end)?) == Some(&*pointer)).then_some(())?;
        }
        [] => return None,
    }
    Some(name_of(&definition.declarator))
}

/// `malloc(size)`, casts apart.
fn hands_on(e: &Node<Expression>, size: &str) -> bool {
    match &e.node {
        Expression::Cast(cast) => hands_on(&cast.node.expression, size),
        Expression::Call(call) => {
            callee(&call.node) == Some("malloc") && call.node.arguments.iter().map(named).eq([Some(size)])
        }
        _ => false,
    }
}

fn only_parameter(declarator: &Node<Declarator>) -> Option<String> {
    let DerivedDeclarator::Function(function) = tree::function_suffix(declarator)? else { return None };
    let [parameter] = &function.node.parameters[..] else { return None };
    let is_wide = parameter.node.specifiers.iter().all(|specifier| is_wide(&specifier.node));
    parameter.node.declarator.as_ref().filter(|_| is_wide).map(name_of)
}

/// Whether a number of bytes is handed on as it is.
fn is_wide(specifier: &DeclarationSpecifier) -> bool {
    let DeclarationSpecifier::TypeSpecifier(ty) = specifier else { return true };
    match &ty.node {
        TypeSpecifier::TypedefName(name) => name.node.name == "size_t",
        ty => matches!(ty, TypeSpecifier::Int | TypeSpecifier::Unsigned | TypeSpecifier::Long),
    }
}

fn returned(item: &Node<BlockItem>) -> Option<&Node<Expression>> {
    match &item.node {
        BlockItem::Statement(Node { node: Statement::Return(value), .. }) => value.as_deref(),
        _ => None,
    }
}

fn is_void(specifier: &Node<DeclarationSpecifier>) -> bool {
    match &specifier.node {
        DeclarationSpecifier::TypeSpecifier(ty) => ty.node == TypeSpecifier::Void,
        _ => true,
    }
}

/// `char *p`, with a sign or without.
fn is_of_bytes(item: &Node<BlockItem>) -> bool {
    let BlockItem::Declaration(declaration) = &item.node else { return false };
    let is = |specifier: &Node<DeclarationSpecifier>, wanted: &[TypeSpecifier]| match &specifier.node {
        DeclarationSpecifier::TypeSpecifier(ty) => wanted.contains(&ty.node),
        _ => false,
    };
    let signs = [TypeSpecifier::Char, TypeSpecifier::Signed, TypeSpecifier::Unsigned];
    let [declarator] = &declaration.node.declarators[..] else { return false };
    let derived: Vec<_> = declarator.node.declarator.node.derived.iter().map(|d| &d.node).collect();
    let specifiers = &declaration.node.specifiers;
    matches!(derived[..], [DerivedDeclarator::Pointer(_)])
        && specifiers.iter().all(|s| is(s, &signs))
        && specifiers.iter().any(|s| is(s, &signs[..1]))
}

/// A pointer to nothing that is known, or to bytes, and its first value.
fn declared(item: &Node<BlockItem>) -> Option<(String, &Node<Expression>)> {
    let BlockItem::Declaration(declaration) = &item.node else { return None };
    (declaration.node.specifiers.iter().all(is_void) || is_of_bytes(item)).then_some(())?;
    let [declarator] = &declaration.node.declarators[..] else { return None };
    match &declarator.node.initializer.as_ref()?.node {
        Initializer::Expression(value) => Some((name_of(&declarator.node.declarator), value)),
        Initializer::List(_) => None,
    }
}

/// `if (p == 0) abort();`: what is allocated is never null here.
fn gives_up(item: &Node<BlockItem>, pointer: &str) -> bool {
    let BlockItem::Statement(Node { node: Statement::If(check), .. }) = &item.node else { return false };
    check.node.else_statement.is_none() && is_absent(&check.node.condition, pointer)
}

/// `!p`, or `p == 0`.
fn is_absent(condition: &Node<Expression>, pointer: &str) -> bool {
    let is = |e: &Node<Expression>| named(e) == Some(pointer);
    match &condition.node {
        Expression::UnaryOperator(u) => u.node.operator.node == UnaryOperator::Negate && is(&u.node.operand),
        Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Equals => {
            let (a, b) = (&b.node.lhs, &b.node.rhs);
            is(a) && is_null(b) || is_null(a) && is(b)
        }
        _ => false,
    }
}

/// `for (unsigned i = 0; i < n; ++i) p[i] = __VERIFIER_nondet_char();`.
fn sets_to_anything(item: &Node<BlockItem>, [pointer, size]: [&str; 2]) -> bool {
    let BlockItem::Statement(Node { node: Statement::For(all), .. }) = &item.node else { return false };
    let first = match &all.node.initializer.node {
        ForInitializer::Declaration(declaration) => counter(&declaration.node),
        _ => None,
    };
    let Some(i) = first else { return false };
    let below = all.node.condition.as_deref().and_then(|e| operands(e, BinaryOperator::Less));
    let next = all.node.step.as_deref().and_then(incremented);
    below.is_some_and(|(a, b)| named(a) == Some(&*i) && named(b) == Some(size))
        && next == Some(&*i)
        && is_set_to_anything(&all.node.statement.node, [pointer, &*i])
}

/// The variable of `unsigned i = 0`.
fn counter(declaration: &Declaration) -> Option<String> {
    let [declarator] = &declaration.declarators[..] else { return None };
    let derived = &declarator.node.declarator.node.derived;
    let specifiers = declaration.specifiers.iter().all(|specifier| is_wide(&specifier.node));
    match &declarator.node.initializer.as_ref()?.node {
        Initializer::Expression(e) if is_null(e) && derived.is_empty() && specifiers => {
            Some(name_of(&declarator.node.declarator))
        }
        _ => None,
    }
}

fn operands(e: &Node<Expression>, op: BinaryOperator) -> Option<(&Node<Expression>, &Node<Expression>)> {
    match &e.node {
        Expression::BinaryOperator(b) if b.node.operator.node == op => Some((&b.node.lhs, &b.node.rhs)),
        _ => None,
    }
}

/// The variable of `i++` or `++i`.
fn incremented(e: &Node<Expression>) -> Option<&str> {
    let Expression::UnaryOperator(u) = &e.node else { return None };
    let more = matches!(u.node.operator.node, UnaryOperator::PreIncrement | UnaryOperator::PostIncrement);
    named(&u.node.operand).filter(|_| more)
}

/// `p[i] = __VERIFIER_nondet_char();`.
fn is_set_to_anything(statement: &Statement, [pointer, i]: [&str; 2]) -> bool {
    match statement {
        Statement::Compound(items) => match &items[..] {
            [Node { node: BlockItem::Statement(only), .. }] => is_set_to_anything(&only.node, [pointer, i]),
            _ => false,
        },
        Statement::Expression(Some(e)) => operands(e, BinaryOperator::Assign).is_some_and(|(place, value)| {
            let at = operands(place, BinaryOperator::Index);
            at.is_some_and(|(p, at)| named(p) == Some(pointer) && named(at) == Some(i)) && is_any_byte(value)
        }),
        _ => false,
    }
}

fn is_any_byte(e: &Node<Expression>) -> bool {
    let Expression::Call(call) = &e.node else { return false };
    matches!(callee(&call.node), Some("__VERIFIER_nondet_char" | "__VERIFIER_nondet_uchar"))
}
