//! A translation unit: its declarations in their order, then the bodies of its functions, then its threads.

use super::Options;
use super::facts::Facts;
use super::parts::Containers;
use super::source::Source;
use super::threads::Threads;
use super::touched::Touched;
use super::types::{Int, Structs, Type};
use crate::control::Control;
use crate::diagnostics::{Diagnostic, Span};
use crate::ir::{Action, Cell, Expr, Loc, Object, Place, Procedure, Program, Value};
use lang_c::ast;
use lang_c::span::Node;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Why something is not lowered; what is around it goes on.
#[derive(Debug)]
pub(super) struct Refusal(pub(super) Box<Diagnostic>);

impl From<Diagnostic> for Refusal {
    fn from(diagnostic: Diagnostic) -> Refusal {
        Refusal(Box::new(diagnostic))
    }
}

pub(super) type Lowered<T> = Result<T, Refusal>;

/// Where an object lies.
#[derive(Clone, Debug)]
pub(super) enum Home {
    /// Shared, or static.
    Cells(Cell),
    /// Each thread has its own cells, one behind the other.
    PerThread { base: Cell, stride: u32 },
    /// Each thread has so many, one behind the other, for activations of one function; a register says which.
    PerActivation { base: Cell, stride: u32, len: u32, slot: u32 },
    /// In registers of the running procedure.
    Registers(u32),
}

/// What a name means.
#[derive(Clone, Debug)]
pub(super) enum Entity {
    Typedef(Type),
    /// Of an enumeration, or an object that nothing can write.
    Constant(Value, Int),
    Object(Home, Type),
    /// An object that has no place yet.
    Declared(Type),
    Function(String),
}

pub(super) struct Unit<'u> {
    pub(super) source: &'u Source<'u>,
    pub(super) options: &'u Options,
    pub(super) control: &'u Control<'u>,
    pub(super) structs: Structs,
    pub(super) names: Vec<BTreeMap<String, Entity>>,
    /// Structures by their numbers, and what enumerations are held in.
    pub(super) tags: Vec<BTreeMap<String, Type>>,
    pub(super) functions: BTreeMap<String, ast::FunctionDefinition>,
    pub(super) types: BTreeMap<String, Type>,
    /// Functions that values stand for, by number.
    pub(super) addressed: Vec<String>,
    pub(super) facts: Facts,
    pub(super) objects: Objects,
    pub(super) threads: Threads,
    pub(super) program: Program,
    /// The number of the procedure of each function: as it is called, or as a thread begins with it.
    pub(super) procedures: BTreeMap<(String, bool), u32>,
    /// Objects of functions that are laid out once: static locals, locals in memory, strings.
    pub(super) statics: BTreeMap<String, Home>,
    /// Objects on the heap, by the places that allocate them.
    pub(super) pools: BTreeMap<String, Pool>,
    /// Registers of arrays whose length is known when the program runs.
    pub(super) late: BTreeSet<u32>,
    /// The words of the command line, if `main` looks at them.
    pub(super) words: Option<Words>,
    /// How many readers-writer locks each thread holds.
    pub(super) locks_held: Option<Home>,
    /// Where values from outside are kept that are the same whenever they are asked for.
    pub(super) remembered: BTreeMap<String, Cell>,
    /// Registers of values from outside.
    pub(super) outside: super::outside::Sources,
    /// Procedures that say how long an object is.
    pub(super) lengths: BTreeMap<String, Length>,
    /// What the bodies of functions touch.
    pub(super) touched_inside: RefCell<BTreeMap<String, Touched>>,
    /// Procedures whose bodies are still to be lowered.
    pub(super) wanted: Vec<(String, bool)>,
    /// Some objects are atomic, so pointers may lead to them.
    pub(super) atomics: bool,
    /// What numbers and addresses become.
    pub(super) crossings: Crossings,
    pub(super) containers: Containers,
    /// Numbers in pointers, and addresses as numbers, are others than they are.
    pub(super) apart: bool,
    /// Numbers may be addresses, with which nothing is computed.
    pub(super) addresses: bool,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Names whose declarations are refused: nothing else is said of their uses.
    pub(super) refused: BTreeMap<String, Diagnostic>,
}

impl<'u> Unit<'u> {
    pub(super) fn new(source: &'u Source<'u>, options: &'u Options, control: &'u Control<'u>) -> Self {
        Unit {
            source,
            options,
            control,
            structs: Structs::default(),
            names: vec![BTreeMap::new()],
            tags: vec![BTreeMap::new()],
            functions: BTreeMap::new(),
            types: BTreeMap::new(),
            addressed: vec![],
            facts: Facts::default(),
            objects: Objects::default(),
            threads: Threads::default(),
            program: Program {
                ends_at_assertions: !options.assertions,
                spurious_wakeups: true,
                defined_alone: !options.undefined,
                ..Program::default()
            },
            procedures: BTreeMap::new(),
            statics: BTreeMap::new(),
            pools: BTreeMap::new(),
            late: BTreeSet::new(),
            words: None,
            locks_held: None,
            remembered: BTreeMap::new(),
            outside: BTreeMap::new(),
            lengths: BTreeMap::new(),
            touched_inside: RefCell::default(),
            wanted: vec![],
            atomics: source.has_atomics(),
            crossings: Crossings::default(),
            containers: Containers::default(),
            apart: false,
            addresses: false,
            diagnostics: vec![],
            refused: BTreeMap::new(),
        }
    }

    pub(super) fn span(&self, span: lang_c::span::Span) -> Span {
        self.source.span(span.start, span.end)
    }

    pub(super) fn refuse<T>(&self, at: lang_c::span::Span, message: impl Into<String>, what: &str) -> Lowered<T> {
        Err(self.refusal(at, message, what).into())
    }

    /// What is said of a place, to which help may be added.
    pub(super) fn refusal(&self, at: lang_c::span::Span, message: impl Into<String>, what: &str) -> Diagnostic {
        Diagnostic::error(message, self.span(at), self.source.label(at.start, what))
    }

    /// Notes a refusal, and goes on.
    pub(super) fn note<T>(&mut self, lowered: Lowered<T>) -> Option<T> {
        match lowered {
            Ok(found) => Some(found),
            Err(Refusal(diagnostic)) => {
                if !self.diagnostics.contains(&diagnostic) {
                    self.diagnostics.push(*diagnostic);
                }
                None
            }
        }
    }

    /// Takes note of names whose declaration is refused.
    pub(super) fn without<T>(&mut self, names: impl Iterator<Item = String>, lowered: Lowered<T>) -> Lowered<T> {
        if let Err(Refusal(diagnostic)) = &lowered {
            self.refused.extend(names.map(|name| (name, (**diagnostic).clone())));
        }
        lowered
    }

    pub(super) fn lookup(&self, name: &str) -> Option<&Entity> {
        self.names.iter().rev().find_map(|scope| scope.get(name))
    }

    pub(super) fn declare(&mut self, name: &str, entity: Entity) {
        self.names.last_mut().expect("there is a scope").insert(name.into(), entity);
    }

    /// The procedure of a function; its body is lowered later.
    pub(super) fn procedure(&mut self, name: &str, is_root: bool) -> u32 {
        let key = (name.to_string(), is_root);
        if let Some(known) = self.procedures.get(&key) {
            return *known;
        }
        let number = self.procedures.len() as u32;
        self.procedures.insert(key.clone(), number);
        self.program.procedures.push(unlowered(name));
        self.wanted.push(key);
        number
    }

    /// Whether some pointer leads to a function without a body, of which nothing is known.
    pub(super) fn leads_outside(&self) -> bool {
        let outside = |name: &String, ty: &Type| matches!(ty, Type::Function(_)) && !self.functions.contains_key(name);
        let taken = |name: &String| self.addressed.contains(name) || self.facts.takes(name);
        self.types.iter().any(|(name, ty)| outside(name, ty) && taken(name))
    }

    /// The number by which values name a function.
    pub(super) fn function_number(&mut self, name: &str) -> Value {
        let known = self.addressed.iter().position(|f| f == name);
        let at = known.unwrap_or_else(|| {
            self.addressed.push(name.into());
            self.addressed.len() - 1
        });
        at as Value + 1
    }
}

/// What stands there, as the user wrote it.
pub(super) fn text_of<T>(unit: &Unit<'_>, node: &Node<T>) -> String {
    unit.source.words(node.span.start, node.span.end)
}

impl Unit<'_> {
    /// Stores any of the values that stand for all of a type.
    pub(super) fn any_number(&self, place: Place, ty: Int) -> Action {
        match ty.bits {
            ..=8 => between(place, ty.range()),
            9..32 => self.any_within(place, ty.range()),
            32 if self.options.takes_all() => between(place, (Value::MIN, Value::MAX)),
            _ => self.any_within(place, (if ty.signed { Value::MIN } else { 0 }, Value::MAX)),
        }
    }

    /// Stores any of the values that stand for all between these.
    pub(super) fn any_within(&self, place: Place, (lo, hi): (Value, Value)) -> Action {
        if self.options.takes_all() {
            return between(place, (lo, hi));
        }
        let mut values = self.inputs();
        values.retain(|v| (lo..=hi).contains(v));
        if values.is_empty() {
            values.push(lo);
        }
        Action::Choose { place, values: values.into_iter().map(Expr::Const).collect() }
    }

    /// Whether not all values of a type are taken.
    pub(super) fn leaves_out(&self, ty: Int) -> bool {
        ty.bits > 8 && (!self.options.takes_all() || ty.is_wide())
    }

    /// The values that stand for all that may come from outside.
    pub(super) fn inputs(&self) -> Vec<Value> {
        let (lo, hi) = self.options.nondet.unwrap_or((0, 0));
        let mut values: Vec<Value> = (lo..=hi).chain(self.facts.numbers.iter().copied()).collect();
        values.sort_unstable();
        values.dedup();
        values
    }
}

fn between(place: Place, (lo, hi): (Value, Value)) -> Action {
    Action::ChooseRange { place, lo: Expr::Const(lo), hi: Expr::Const(hi) }
}

/// What stands before the declarators.
#[derive(Clone, Debug)]
pub(super) struct Specified {
    pub(super) ty: Type,
    pub(super) storage: Storage,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Storage {
    pub(super) typedef: bool,
    pub(super) external: bool,
    pub(super) fixed: bool,
    pub(super) thread_local: bool,
}

/// An object of static storage to be.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub(super) name: String,
    pub(super) ty: Type,
    pub(super) initialiser: Option<Node<ast::Initializer>>,
    pub(super) thread_local: bool,
    pub(super) external: bool,
    pub(super) span: lang_c::span::Span,
}

/// The objects so far.
#[derive(Default)]
pub(super) struct Objects {
    pub(super) all: Vec<Object>,
    /// Those on the heap, by their places among all, with the bytes of the widest number or pointer.
    pub(super) on_heap: Vec<(usize, u32)>,
    /// The bytes of the narrowest that any address is made a pointer to.
    pub(super) narrowest: Option<u32>,
    /// Mutexes and their like that nobody may have initialised.
    pub(super) unmade: BTreeSet<Cell>,
}

/// Objects that one place may allocate: `len` of them for each thread.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    pub(super) base: Cell,
    pub(super) len: u32,
    pub(super) count: u32,
    pub(super) stride: u32,
    pub(super) per_thread: bool,
    /// How many were allocated.
    pub(super) next: Home,
    /// What each of them is.
    pub(super) ty: Type,
    pub(super) how: Allocation,
}

/// What a program makes of numbers and addresses.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Crossings {
    /// Of numbers pointers.
    pub(super) made: bool,
    /// Of what may be a number in a pointer a pointer to an object.
    pub(super) followed: bool,
    /// Pointers with one another.
    pub(super) compared: bool,
    /// Of addresses of objects numbers.
    pub(super) taken: bool,
    /// Of what may be one, a `void *`.
    pub(super) perhaps_taken: bool,
    /// Of the address of an object a `void *`.
    pub(super) given: bool,
    /// Numbers that have room for addresses are compared by `<` and its like.
    pub(super) ordered: bool,
}

impl Crossings {
    /// Whether a number might be taken for the address of an object, or the other way.
    pub(super) fn meet(&self) -> bool {
        self.made && (self.followed || self.compared) || self.addresses()
    }

    /// Whether what is computed with may be an address.
    pub(super) fn addresses(&self) -> bool {
        self.taken || self.perhaps_taken && (self.ordered || self.given)
    }

    /// Takes note of a pointer to one type that becomes a pointer to another.
    pub(super) fn gives(&mut self, from: &Type, to: &Type) {
        let leads = !matches!(from.plain(), Type::Void | Type::Function(_));
        self.given |= leads && *to.plain() == Type::Void;
    }

    /// Takes note of a pointer to this type that becomes a number.
    pub(super) fn takes(&mut self, to: &Type) {
        match to.plain() {
            Type::Void => self.perhaps_taken = true,
            Type::Function(_) => {}
            _ => self.taken = true,
        }
    }
}

/// How objects are allocated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Allocation {
    /// On the heap: nobody has set them.
    Heap,
    /// On the heap, and all zero.
    Cleared,
    /// They go with the function, and are not given back.
    Automatic,
}

/// A procedure whose body comes later.
pub(super) fn unlowered(name: &str) -> Procedure {
    Procedure {
        name: name.into(),
        parameters: 0,
        registers: vec![],
        entry: Loc(0),
        returns_value: false,
        span: Span::default(),
    }
}

/// The words of the command line.
#[derive(Debug)]
pub(super) struct Words {
    /// What `main` calls them.
    pub(super) name: String,
    /// The pointers to them.
    pub(super) array: Cell,
    pub(super) texts: Vec<Cell>,
    /// The program names each that it looks at by a constant, and there is one for each of these.
    pub(super) each_named: bool,
}

/// A procedure that says how many elements of a type an object on the heap has.
pub(super) struct Length {
    pub(super) procedure: u32,
    pub(super) ty: Type,
    /// Where it is asked for first.
    pub(super) span: Span,
    pub(super) line: u32,
}
