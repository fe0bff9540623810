//! What an expression touches that others see, too, with all the functions that it calls: the order of two operands
//! matters where they touch the same (C11 6.5p3).
//!
//! By names, and as one for all that pointers lead to. Locals in registers are not among it: who changes those in one
//! operand and uses them in another one is [refused](super::unsequenced).

use super::mathematics::is_mathematics;
use super::touched::Touched;
use super::tree::{callee, compound, named, number, step_of};
use super::types::Type;
use super::unit::{Entity, Home, Unit};
use lang_c::ast::*;
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};
use std::collections::BTreeSet;

impl Unit<'_> {
    /// What an expression touches in the function that is being lowered.
    pub(super) fn touched(&self, e: &Node<Expression>) -> Touched {
        let mut walk = Walk { unit: self, own: None, found: Touched::default() };
        walk.value(e);
        self.with_calls(walk.found)
    }

    fn with_calls(&self, mut touched: Touched) -> Touched {
        let mut seen = BTreeSet::new();
        while let Some(name) = touched.calls.pop_first() {
            let Some(definition) = self.functions.get(&name).filter(|_| seen.insert(name.clone())) else { continue };
            let known = self.touched_inside.borrow().get(&name).cloned();
            let mut inside = known.unwrap_or_else(|| self.look_inside(definition));
            self.touched_inside.borrow_mut().insert(name, inside.clone());
            inside.calls.retain(|callee| !seen.contains(callee));
            touched.join(inside);
        }
        touched
    }

    fn look_inside(&self, definition: &FunctionDefinition) -> Touched {
        let mut declared = Declared::default();
        declared.visit_declarator(&definition.declarator.node, &definition.declarator.span);
        declared.visit_statement(&definition.statement.node, &definition.statement.span);
        let names = &declared.names - &declared.lasting;
        let mut walk = Walk { unit: self, own: Some(&names), found: Touched::default() };
        walk.visit_statement(&definition.statement.node, &definition.statement.span);
        let recursive = self.facts.is_recursive(&super::tree::name_of(&definition.declarator));
        walk.found.endless |= recursive || super::endless::is_endless(&definition.statement);
        walk.found
    }
}

/// The names that a function declares.
#[derive(Default)]
struct Declared {
    names: BTreeSet<String>,
    /// Of what lasts longer than a call.
    lasting: BTreeSet<String>,
    /// Whether what is being declared does.
    lasts: bool,
}

impl<'a> Visit<'a> for Declared {
    fn visit_declaration(&mut self, declaration: &'a Declaration, span: &'a Span) {
        let lasts = |s: &Node<DeclarationSpecifier>| {
            matches!(&s.node, DeclarationSpecifier::StorageClass(class)
                if !matches!(class.node, StorageClassSpecifier::Auto | StorageClassSpecifier::Typedef))
        };
        let before = std::mem::replace(&mut self.lasts, declaration.specifiers.iter().any(lasts));
        visit::visit_declaration(self, declaration, span);
        self.lasts = before;
    }

    fn visit_declarator_kind(&mut self, kind: &'a DeclaratorKind, span: &'a Span) {
        if let DeclaratorKind::Identifier(name) = kind {
            let names = if self.lasts { &mut self.lasting } else { &mut self.names };
            names.insert(name.node.name.clone());
        }
        visit::visit_declarator_kind(self, kind, span);
    }
}

/// Functions of the library that end the thread, the program, or what is looked at.
const STOPS: [&str; 9] =
    ["exit", "_exit", "_Exit", "quick_exit", "abort", "pthread_exit", "thrd_exit", "assume", "__VERIFIER_assume"];

/// Parts of the names of those that may wait for ever.
const WAITS: [&str; 4] = ["_lock", "lock_", "wait", "join"];

/// Those that may go wrong.
const FAILS: [&str; 4] = ["assert", "__moverlog_assert", "__VERIFIER_assert", "reach_error"];

/// Those that touch nothing that others see.
const QUIET: [&str; 24] = [
    "malloc",
    "calloc",
    "alloca",
    "aligned_alloc",
    "putchar",
    "fflush",
    "abs",
    "labs",
    "rand",
    "time",
    "getpid",
    "pthread_self",
    "pthread_equal",
    "strerror",
    "ffs",
    "__builtin_clz",
    "__builtin_ctz",
    "__builtin_ffs",
    "__builtin_parity",
    "__builtin_popcount",
    "__builtin_expect",
    "sleep",
    "usleep",
    "sched_yield",
];

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Read,
    Write,
    Address,
}

struct Walk<'u, 'n> {
    unit: &'u Unit<'u>,
    /// The names of the function, if it is not the one that is being lowered.
    own: Option<&'n BTreeSet<String>>,
    found: Touched,
}

impl Walk<'_, '_> {
    /// The type of a variable that others may see; nothing if it is none.
    fn shared(&self, name: &str) -> Option<&Type> {
        let entity = match self.own {
            Some(own) if own.contains(name) && !self.unit.names[0].contains_key(name) => return None,
            Some(_) => self.unit.names[0].get(name),
            None => self.unit.lookup(name),
        };
        match entity {
            Some(Entity::Object(Home::Registers(_), _)) => None,
            Some(Entity::Object(_, ty) | Entity::Declared(ty)) => Some(ty),
            _ => None,
        }
    }

    /// Whether it is known to be an array, and no pointer: of what other functions declare that is not asked.
    fn is_array(&self, name: &str) -> bool {
        let entity = match self.own {
            Some(own) if own.contains(name) => None,
            Some(_) => self.unit.names[0].get(name),
            None => self.unit.lookup(name),
        };
        let array = |ty: &Type| matches!(ty.plain(), Type::Array(..));
        let of = |e: &Entity| matches!(e, Entity::Object(_, ty) | Entity::Declared(ty) if array(ty));
        entity.is_some_and(of)
    }

    fn variable(&mut self, name: &str, mode: Mode) {
        // Static locals of other functions have no entity here, and are as good as others.
        let lasting = self.own.is_some_and(|own| !own.contains(name)) && !self.unit.names[0].contains_key(name);
        let Some(atomic) = self.shared(name).map(is_atomic).or(lasting.then_some(self.unit.atomics)) else { return };
        match mode {
            Mode::Read => _ = self.found.reads.insert(name.into()),
            Mode::Write => _ = self.found.writes.insert(name.into()),
            Mode::Address => return,
        }
        self.found.meets_others |= atomic;
    }

    fn memory(&mut self, mode: Mode) {
        self.found.reads_memory |= mode == Mode::Read;
        self.found.writes_memory |= mode == Mode::Write;
    }

    /// Whether some structure has an atomic member of that name.
    fn is_atomic_member(&self, name: &str) -> bool {
        let fields = self.unit.structs.all.iter().flat_map(|s| &s.fields);
        fields.filter(|(field, _)| field == name).any(|(_, ty)| is_atomic(ty))
    }

    fn place(&mut self, e: &Node<Expression>, mode: Mode) {
        match &e.node {
            Expression::Identifier(name) => self.variable(&name.node.name, mode),
            Expression::Member(m) => {
                match m.node.operator.node {
                    MemberOperator::Direct => self.place(&m.node.expression, mode),
                    MemberOperator::Indirect => {
                        self.value(&m.node.expression);
                        self.memory(mode);
                        self.found.fails = true;
                    }
                }
                let atomic = mode != Mode::Address && self.is_atomic_member(&m.node.identifier.node.name);
                self.found.meets_others |= atomic;
            }
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Indirection => {
                self.value(&u.node.operand);
                self.followed(mode);
            }
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                self.value(&b.node.rhs);
                self.found.fails = true;
                if named(&b.node.lhs).is_some_and(|name| self.is_array(name)) {
                    return self.place(&b.node.lhs, mode);
                }
                self.value(&b.node.lhs);
                if named(&b.node.lhs).is_none() {
                    self.place(&b.node.lhs, mode);
                }
                self.followed(mode);
            }
            Expression::Cast(cast) => self.place(&cast.node.expression, mode),
            _ => self.value(e),
        }
    }

    /// What a pointer leads to.
    fn followed(&mut self, mode: Mode) {
        self.found.fails = true;
        self.memory(mode);
        self.found.meets_others |= mode != Mode::Address && self.unit.atomics;
    }

    fn value(&mut self, e: &Node<Expression>) {
        match &e.node {
            Expression::Identifier(name) => {
                let mode = if self.is_array(&name.node.name) { Mode::Address } else { Mode::Read };
                self.place(e, mode);
            }
            Expression::Member(_) => self.place(e, Mode::Read),
            Expression::UnaryOperator(u) => self.unary(&u.node, e),
            Expression::BinaryOperator(b) => self.binary(&b.node, e),
            Expression::Call(call) => self.call(&call.node),
            Expression::Cast(cast) => self.value(&cast.node.expression),
            Expression::Conditional(c) => {
                let parts = [&c.node.condition, &c.node.then_expression, &c.node.else_expression];
                parts.into_iter().for_each(|e| self.value(e));
            }
            Expression::Comma(all) => all.iter().for_each(|e| self.value(e)),
            Expression::Statement(s) => {
                self.found.endless |= super::endless::is_endless(s);
                self.visit_statement(&s.node, &s.span);
            }
            Expression::CompoundLiteral(literal) => {
                visit::visit_compound_literal(self, &literal.node, &literal.span);
            }
            Expression::GenericSelection(g) => visit::visit_generic_selection(self, &g.node, &g.span),
            _ => {}
        }
    }

    fn unary(&mut self, u: &UnaryOperatorExpression, e: &Node<Expression>) {
        match u.operator.node {
            UnaryOperator::Address => self.place(&u.operand, Mode::Address),
            UnaryOperator::Indirection => self.place(e, Mode::Read),
            _ if step_of(&u.operator.node).is_some() => {
                self.place(&u.operand, Mode::Read);
                self.place(&u.operand, Mode::Write);
            }
            _ => self.value(&u.operand),
        }
    }

    fn binary(&mut self, b: &BinaryOperatorExpression, e: &Node<Expression>) {
        let op = &b.operator.node;
        if *op == BinaryOperator::Index {
            return self.place(e, Mode::Read);
        }
        self.value(&b.rhs);
        let divides = compound(op).unwrap_or(op.clone());
        let known = number(&b.rhs).is_some_and(|by| (1..32).contains(&by));
        self.found.fails |= !known && may_have_no_meaning(&divides);
        match op {
            BinaryOperator::Assign => self.place(&b.lhs, Mode::Write),
            op if compound(op).is_some() => {
                self.place(&b.lhs, Mode::Read);
                self.place(&b.lhs, Mode::Write);
            }
            _ => self.value(&b.lhs),
        }
    }

    fn call(&mut self, call: &CallExpression) {
        call.arguments.iter().for_each(|argument| self.value(argument));
        let name = callee(call).filter(|name| !self.is_variable(name));
        let Some(name) = name else {
            self.value(&call.callee);
            self.found.calls.extend(self.unit.facts.taken.iter().cloned());
            return;
        };
        if self.unit.functions.contains_key(name) && !super::library::always(name) {
            self.found.calls.insert(name.into());
            self.found.meets_others |= super::calls::is_one_step(name);
        } else {
            self.library(name);
        }
    }

    fn is_variable(&self, name: &str) -> bool {
        match self.own {
            Some(own) if own.contains(name) => true,
            Some(_) => matches!(self.unit.names[0].get(name), Some(Entity::Object(..))),
            None => matches!(self.unit.lookup(name), Some(Entity::Object(..))),
        }
    }

    fn library(&mut self, name: &str) {
        self.found.stops |= STOPS.contains(&name);
        self.found.fails |= FAILS.contains(&name);
        let unlocks = name.contains("unlock") || name.contains("lock_free");
        self.found.endless |= !unlocks && WAITS.iter().any(|part| name.contains(part));
        let (reads, writes, meets) = match name {
            _ if name.starts_with("__VERIFIER_nondet_") || name.starts_with("nondet_") => (false, false, false),
            _ if STOPS.contains(&name) || FAILS.contains(&name) || QUIET.contains(&name) => {
                (false, false, name.ends_with("_exit"))
            }
            "strlen" | "strcmp" | "strncmp" | "memcmp" | "atoi" | "atol" | "strtol" | "puts" | "fputs" | "printf"
            | "fprintf" => (true, false, false),
            "rand_r"
            | "gettimeofday"
            | "clock_gettime"
            | "timespec_get"
            | "pthread_setcancelstate"
            | "pthread_setcanceltype"
            | "pthread_attr_getdetachstate"
            | "pthread_attr_getstacksize" => (true, true, false),
            "write" | "fwrite" => (true, false, false),
            _ if is_mathematics(name) => (name == "atof", false, false),
            "free" | "realloc" | "sprintf" | "snprintf" | "scanf" | "sscanf" | "fscanf" => (true, true, false),
            _ if name.starts_with("mem") || name.starts_with("str") => (true, true, false),
            _ => (false, false, true),
        };
        self.found.reads_memory |= reads;
        self.found.writes_memory |= writes;
        self.found.meets_others |= meets;
    }
}

impl<'a> Visit<'a> for Walk<'_, '_> {
    fn visit_expression(&mut self, e: &'a Expression, span: &'a Span) {
        self.value(&Node::new(e.clone(), *span));
    }
}

/// Whether an operator has no result for some values of the one behind it.
fn may_have_no_meaning(op: &BinaryOperator) -> bool {
    use BinaryOperator::{Divide, Modulo, ShiftLeft, ShiftRight};
    matches!(op, Divide | Modulo | ShiftLeft | ShiftRight)
}

/// Whether it is atomic, or one of its elements is.
fn is_atomic(ty: &Type) -> bool {
    match ty.plain() {
        Type::Array(of, _) => is_atomic(of),
        _ => ty.is_atomic(),
    }
}
