//! A walk over the body of a function: what it calls, creates and allocates, how often, and what escapes.

use super::allocators::Allocators;
use super::fixed::Fixed;
use super::tree::{function_named, function_suffix, is_comparison, is_null, name_of, named, number};
use super::types::Sync;
use lang_c::ast::*;
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How often something is likely to be done, as the text of loops says it; nothing if it does not.
pub(super) type Times = Option<u32>;

#[derive(Default, Debug)]
pub(super) struct Fact {
    /// Names whose address is stored somewhere.
    pub(super) escaping: BTreeSet<String>,
    /// Names that stand alone: an array there is a pointer to its first element.
    pub(super) bare: BTreeSet<String>,
    /// Names of which an element is named, with the last one; nothing where that is not known.
    pub(super) indexed: BTreeMap<String, Option<u32>>,
    pub(super) calls: Vec<(String, Times)>,
    /// What is called in loops, and in those whose rounds are guessed.
    pub(super) repeated: BTreeSet<String>,
    pub(super) guessed: BTreeSet<String>,
    /// What is called for its result.
    pub(super) asked: BTreeSet<String>,
    pub(super) creates: Vec<Site>,
    pub(super) allocates: Vec<Site>,
    /// Keys that are created, with the destructors of their values.
    pub(super) keys: Vec<Site>,
    /// What is to be called when the program ends.
    pub(super) handlers: Vec<Site>,
    /// Names that are declared and are no functions.
    pub(super) variables: BTreeSet<String>,
}

/// A place that creates threads or keys, or allocates.
#[derive(Clone, Debug)]
pub(super) struct Site {
    /// Its offset.
    pub(super) at: usize,
    pub(super) function: Option<String>,
    pub(super) times: Times,
    /// How often is a guess, which may be too little.
    pub(super) guessed: bool,
}

#[derive(Default)]
pub(super) struct Walk {
    pub(super) fact: Fact,
    /// How often what is being looked at is done, for each time that the function is entered.
    pub(super) times: Times,
    pub(super) in_loop: bool,
    pub(super) guessed: bool,
    pub(super) kinds: bool,
    pub(super) results: bool,
    pub(super) cleanups: bool,
    /// Functions that do nothing but allocate.
    pub(super) allocators: Rc<Allocators>,
    pub(super) frees: bool,
    pub(super) destroys: Vec<Sync>,
    pub(super) numbers: Vec<i32>,
    /// Where a call is whose result nobody asks for.
    pub(super) discarded: Option<usize>,
    /// Names that stand for numbers.
    pub(super) fixed: Rc<Fixed>,
}

impl Walk {
    /// Takes note of the parameters of a function: those that are declared as functions are pointers to some.
    pub(super) fn parameters(&mut self, definition: &FunctionDefinition) {
        let new: Vec<&Node<Declarator>> = match function_suffix(&definition.declarator) {
            Some(DerivedDeclarator::Function(f)) => {
                f.node.parameters.iter().filter_map(|p| p.node.declarator.as_ref()).collect()
            }
            _ => vec![],
        };
        let old = definition.declarations.iter().flat_map(|d| &d.node.declarators).map(|d| &d.node.declarator);
        self.fact.variables.extend(new.into_iter().chain(old).map(name_of));
    }

    /// Takes note of the number that something is compared with.
    fn compares(&mut self, binary: &BinaryOperatorExpression) {
        if is_comparison(&binary.operator.node) {
            let numbers = [&binary.lhs, &binary.rhs].into_iter().filter_map(|e| self.fixed.number(e));
            self.numbers.extend(numbers.filter_map(|n| i32::try_from(n).ok()));
        }
    }

    fn indexes(&mut self, name: &str, index: &Node<Expression>) {
        let at = self.fixed.number(index).and_then(|n| u32::try_from(n).ok());
        let last = self.fact.indexed.entry(name.to_string()).or_insert(Some(0));
        *last = last.zip(at).map(|(last, at)| last.max(at));
    }

    fn repeated(&mut self, times: Times, look: impl FnOnce(&mut Self)) {
        let before = (self.times, self.in_loop);
        (self.times, self.in_loop) = (product(self.times, times), true);
        look(self);
        (self.times, self.in_loop) = before;
    }

    /// As often as a condition is likely to hold.
    fn about(&mut self, condition: &Node<Expression>, look: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.guessed, true);
        self.repeated(self.fixed.rounds_while(condition), look);
        self.guessed = before;
    }

    /// Takes note of what is called later, or laid out before.
    fn registers(&mut self, callee: &str, call: &CallExpression, at: usize) {
        let named = |which: usize| call.arguments.get(which).and_then(function_named).map(String::from);
        let (sites, function) = match callee {
            "pthread_create" => (&mut self.fact.creates, named(2)),
            "thrd_create" => (&mut self.fact.creates, named(1)),
            "pthread_key_create" | "tss_create" => (&mut self.fact.keys, named(1)),
            "atexit" => (&mut self.fact.handlers, named(0)),
            _ if self.allocators.library(callee).is_some() => (&mut self.fact.allocates, None),
            _ => return,
        };
        sites.push(Site { at, function, times: self.times, guessed: self.guessed });
    }

    /// Of a length that may be known only when the program runs; it is given back by itself.
    fn allocates_array(&mut self, declarator: &Node<InitDeclarator>) {
        let known = |e: &Node<Expression>| number(e).is_some();
        if super::tree::outermost_length(&declarator.node.declarator.node).is_some_and(|length| !known(length)) {
            self.frees = true;
            let at = declarator.span.start;
            self.fact.allocates.push(Site { at, function: None, times: self.times, guessed: self.guessed });
        }
    }

    /// The variable that an address leads into.
    fn escapes(&mut self, e: &Node<Expression>) {
        match &e.node {
            Expression::Identifier(name) => {
                self.fact.escaping.insert(name.node.name.clone());
            }
            Expression::Member(m) if m.node.operator.node == MemberOperator::Direct => {
                self.escapes(&m.node.expression);
            }
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                self.escapes(&b.node.lhs);
                self.visit_expression(&b.node.rhs.node, &b.node.rhs.span);
            }
            other => self.visit_expression(other, &e.span),
        }
    }
}

/// What a function of the library destroys.
fn destroyed_by(callee: &str) -> Option<Sync> {
    match callee {
        "pthread_mutex_destroy" | "mtx_destroy" | "pthread_spin_destroy" => Some(Sync::Mutex),
        "pthread_cond_destroy" | "cnd_destroy" => Some(Sync::Cond),
        "pthread_rwlock_destroy" => Some(Sync::RwLock),
        "pthread_barrier_destroy" => Some(Sync::Barrier),
        "sem_destroy" => Some(Sync::Semaphore),
        _ => None,
    }
}

fn is_mutex(ty: &TypeSpecifier) -> bool {
    matches!(ty, TypeSpecifier::TypedefName(name)
        if matches!(name.node.name.as_str(), "pthread_mutex_t" | "__moverlog_mutex"))
}

/// Whether an initialiser says that a mutex is of another kind.
fn says_more(initialiser: &Node<Initializer>) -> bool {
    match &initialiser.node {
        Initializer::Expression(e) => match named(e) {
            Some(name) => name.contains("RECURSIVE") || name.contains("ERRORCHECK"),
            None => number(e).is_some_and(|n| n != 0),
        },
        Initializer::List(items) => items.iter().any(|item| says_more(&item.node.initializer)),
    }
}

fn is_function(declarator: &Declarator) -> bool {
    let suffix = |d: &Node<DerivedDeclarator>| {
        matches!(d.node, DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_))
    };
    declarator.derived.iter().any(suffix)
}

/// The argument of a call that says where a result goes: its address goes nowhere else.
pub(super) fn result_of(callee: &str) -> Option<usize> {
    match callee {
        "pthread_create" | "thrd_create" | "pthread_key_create" | "tss_create" => Some(0),
        "pthread_join" | "thrd_join" => Some(1),
        _ => None,
    }
}

impl<'a> Visit<'a> for Walk {
    fn visit_call_expression(&mut self, call: &'a CallExpression, span: &'a Span) {
        let callee = named(&call.callee).unwrap_or_default().to_string();
        if self.discarded != Some(span.start) {
            self.fact.asked.insert(callee.clone());
        }
        if self.in_loop {
            self.fact.repeated.insert(callee.clone());
        }
        if self.guessed {
            self.fact.guessed.insert(callee.clone());
        }
        self.registers(&callee, call, span.start);
        let asks = |e: &Node<Expression>| !is_null(e);
        self.results |=
            matches!(callee.as_str(), "pthread_join" | "thrd_join") && call.arguments.get(1).is_some_and(asks);
        self.kinds |= matches!(callee.as_str(), "pthread_mutexattr_settype" | "mtx_init");
        let handed_over = call.arguments.iter().any(|argument| function_named(argument) == Some("free"));
        self.frees |= handed_over || matches!(callee.as_str(), "free" | "realloc" | "alloca");
        self.destroys.extend(destroyed_by(&callee));
        if callee == "__moverlog_cleanup_push" {
            self.cleanups = true;
            let handler = call.arguments.first().and_then(function_named);
            self.fact.calls.extend(handler.map(|f| (f.to_string(), self.times)));
        }
        if callee == "pthread_once" || callee == "call_once" {
            let function = call.arguments.get(1).and_then(function_named);
            self.fact.calls.extend(function.map(|f| (f.to_string(), self.times)));
        }
        for (i, argument) in call.arguments.iter().enumerate() {
            let place = match &argument.node {
                Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Address => Some(&u.node.operand),
                _ => None,
            };
            match place {
                Some(place) if result_of(&callee) == Some(i) && named(place).is_some() => {}
                _ => self.visit_expression(&argument.node, &argument.span),
            }
        }
        if callee.is_empty() {
            self.visit_expression(&call.callee.node, &call.callee.span);
        }
        self.fact.calls.push((callee, self.times));
    }

    /// `pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;`
    fn visit_declaration(&mut self, declaration: &'a Declaration, span: &'a Span) {
        let is_mutex = declaration.specifiers.iter().any(|s| match &s.node {
            DeclarationSpecifier::TypeSpecifier(ty) => is_mutex(&ty.node),
            _ => false,
        });
        let mut initialisers = declaration.declarators.iter().filter_map(|d| d.node.initializer.as_ref());
        self.kinds |= is_mutex && initialisers.any(says_more);
        declaration.declarators.iter().for_each(|d| self.allocates_array(d));
        visit::visit_declaration(self, declaration, span);
    }

    /// `*m = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;`
    fn visit_compound_literal(&mut self, literal: &'a CompoundLiteral, span: &'a Span) {
        let is_mutex = literal.type_name.node.specifiers.iter().any(|s| match &s.node {
            SpecifierQualifier::TypeSpecifier(ty) => is_mutex(&ty.node),
            _ => false,
        });
        self.kinds |= is_mutex && literal.initializer_list.iter().any(|item| says_more(&item.node.initializer));
        visit::visit_compound_literal(self, literal, span);
    }

    /// Parameters of prototypes are nobody's; lengths of arrays are asked for.
    fn visit_declarator(&mut self, declarator: &'a Declarator, _: &'a Span) {
        for suffix in &declarator.derived {
            if let DerivedDeclarator::Array(array) = &suffix.node {
                visit::visit_array_size(self, &array.node.size, &suffix.span);
            }
        }
        match &declarator.kind.node {
            DeclaratorKind::Identifier(name) if !is_function(declarator) => {
                self.fact.variables.insert(name.node.name.clone());
            }
            // `int (f)(void)`
            DeclaratorKind::Declarator(inner) if inner.node.derived.is_empty() && is_function(declarator) => {}
            DeclaratorKind::Declarator(inner) => self.visit_declarator(&inner.node, &inner.span),
            _ => {}
        }
    }

    fn visit_struct_declarator(&mut self, _: &'a StructDeclarator, _: &'a Span) {}

    fn visit_unary_operator_expression(&mut self, unary: &'a UnaryOperatorExpression, span: &'a Span) {
        match unary.operator.node {
            UnaryOperator::Address => self.escapes(&unary.operand),
            _ => visit::visit_unary_operator_expression(self, unary, span),
        }
    }

    fn visit_binary_operator_expression(&mut self, binary: &'a BinaryOperatorExpression, span: &'a Span) {
        self.compares(binary);
        if let (BinaryOperator::Index, Some(name)) = (&binary.operator.node, named(&binary.lhs)) {
            self.indexes(name, &binary.rhs);
            return self.visit_expression(&binary.rhs.node, &binary.rhs.span);
        }
        visit::visit_binary_operator_expression(self, binary, span);
    }

    fn visit_member_expression(&mut self, member: &'a MemberExpression, span: &'a Span) {
        if member.operator.node == MemberOperator::Direct && named(&member.expression).is_some() {
            return;
        }
        visit::visit_member_expression(self, member, span);
    }

    fn visit_expression(&mut self, e: &'a Expression, span: &'a Span) {
        match e {
            Expression::SizeOfVal(_) => {}
            // `(void)argc` says that it is not used.
            Expression::Cast(cast) if named(&cast.node.expression).is_some() && is_void(&cast.node) => {}
            Expression::Identifier(name) => {
                self.fact.bare.insert(name.node.name.clone());
            }
            _ => visit::visit_expression(self, e, span),
        }
    }

    fn visit_statement(&mut self, s: &'a Statement, span: &'a Span) {
        if let Statement::Expression(Some(e)) = s {
            self.discarded = discarded(e);
        }
        visit::visit_statement(self, s, span);
    }

    fn visit_while_statement(&mut self, s: &'a WhileStatement, span: &'a Span) {
        self.about(&s.expression, |this| visit::visit_while_statement(this, s, span));
    }

    fn visit_do_while_statement(&mut self, s: &'a DoWhileStatement, span: &'a Span) {
        self.about(&s.expression, |this| visit::visit_do_while_statement(this, s, span));
    }

    fn visit_for_statement(&mut self, s: &'a ForStatement, span: &'a Span) {
        let (times, guessed) = self.fixed.rounds_for(s);
        let before = self.guessed;
        self.guessed |= guessed;
        self.repeated(times, |this| visit::visit_for_statement(this, s, span));
        self.guessed = before;
    }

    fn visit_labeled_statement(&mut self, s: &'a LabeledStatement, span: &'a Span) {
        if let Label::Identifier(_) = s.label.node {
            // Whoever jumps back here does all that follows again.
            self.times = None;
        }
        visit::visit_labeled_statement(self, s, span);
    }
}

/// Where the call is that a statement makes for its effect alone.
fn discarded(e: &Node<Expression>) -> Option<usize> {
    match &e.node {
        Expression::Call(call) => Some(call.span.start),
        Expression::Cast(cast) => discarded(&cast.node.expression),
        _ => None,
    }
}

fn is_void(cast: &CastExpression) -> bool {
    let void = |s: &Node<SpecifierQualifier>| match &s.node {
        SpecifierQualifier::TypeSpecifier(ty) => ty.node == TypeSpecifier::Void,
        _ => false,
    };
    let name = &cast.type_name.node;
    name.declarator.is_none() && name.specifiers.iter().any(void)
}

pub(super) fn product(a: Times, b: Times) -> Times {
    a.zip(b).map(|(a, b)| a.saturating_mul(b))
}
