//! A program with finite data as a concurrent pushdown system.
//!
//! A shared state is a global store, a symbol a local store or what is kept of a caller; a step is a rule. Where a
//! callee hands something back (a result, or thread-local variables) the return takes two rules: the first leaves it
//! in the shared state, the second takes it from there, and nobody else touches the global store in between. There is
//! a shared state more, for threads that have gone wrong: the target.
//!
//! There are rules for what is seen while stacks are left out ([`Visible`]), and where a step has nothing to do with
//! the shared state, or a condition depends on it, for every shared state: then whoever reads the system sees so.

use super::visible::Visible;
use crate::control::Control;
use crate::ir::{Cell, Op, Program, Value};
use crate::pushdown::{Automaton, Configuration, Rule, System, Target, Told};
use crate::semantics::{Effect, LocalStore, Semantics, Step};
use indexmap::IndexSet;
use moverlog_rules::{Frame, Global, Tid};
use rustc_hash::FxBuildHasher;
use std::collections::{BTreeMap, BTreeSet};

/// What a callee hands back: the thread, its thread-local variables and the result.
type Handed = (Tid, Vec<Value>);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Shared {
    Store(Global),
    Handing(Global, Handed),
    Wrong,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Symbol {
    Local(LocalStore),
    Caller(Frame),
}

/// A rule before shared states and symbols have numbers.
type Unnumbered = ((Shared, Symbol), (Shared, Vec<Symbol>));

/// The system, and what its shared states and symbols are; nothing if a bound was hit.
pub fn pushdown(program: &Program, control: &Control<'_>) -> Option<(System, Told)> {
    let semantics = Semantics::within(program, control);
    let visible = Visible::explored(&semantics, control);
    let mut export = Export::new(&semantics, &visible);
    let rules: Vec<Vec<Unnumbered>> = semantics.tids().map(|t| export.rules(t)).collect();
    control.hit().is_none().then(|| export.system(&rules))
}

struct Export<'e, 'm> {
    semantics: &'e Semantics<'m>,
    visible: &'e Visible<'e, 'm>,
    shared: IndexSet<Shared, FxBuildHasher>,
    met: BTreeSet<(Tid, LocalStore, Global)>,
    /// Whether a procedure hands something back.
    hands: Vec<bool>,
}

impl<'e, 'm> Export<'e, 'm> {
    fn new(semantics: &'e Semantics<'m>, visible: &'e Visible<'e, 'm>) -> Self {
        let program = semantics.program;
        let receives = |p: usize| {
            let is_call =
                |op: &Op| matches!(op, Op::Call { procedure, result: Some(_), .. } if *procedure as usize == p);
            !program.thread_locals.is_empty() || program.locations.iter().any(|l| is_call(&l.op))
        };
        let hands = (0..program.procedures.len()).map(receives).collect();
        let shared = visible.globals().into_iter().map(Shared::Store).collect();
        let mut export = Export { semantics, visible, shared, met: visible.met(), hands };
        for (t, returns) in &visible.returns {
            let handing = returns.iter().filter(|((_, l, _), ..)| export.hands_back(*l)).map(|(r, ..)| (r.0, r.1, r.2));
            let handing: Vec<Shared> = handing.map(|(g, l, v)| Shared::Handing(g, export.handed(*t, l, v))).collect();
            export.shared.extend(handing);
        }
        export.shared.insert(Shared::Wrong);
        export
    }

    fn hands_back(&self, l: LocalStore) -> bool {
        let procedure = self.semantics.loc(l).map(|loc| self.semantics.program.location(loc).procedure);
        procedure.is_some_and(|p| self.hands[p as usize])
    }

    fn handed(&self, t: Tid, l: LocalStore, value: Value) -> Handed {
        let mut values = self.semantics.registers(l)[..self.semantics.program.thread_locals.len()].to_vec();
        values.push(value);
        (t, values)
    }

    /// What a caller leaves below the callee.
    fn below(&self, callee: LocalStore, frame: Frame) -> Symbol {
        let plain = (!self.hands_back(callee)).then(|| self.semantics.pop(callee, 0, frame).ok());
        plain.flatten().map_or(Symbol::Caller(frame), Symbol::Local)
    }

    fn rules(&self, t: Tid) -> Vec<Unnumbered> {
        let mut rules: IndexSet<Unnumbered, FxBuildHasher> = IndexSet::default();
        let mut done = BTreeSet::new();
        for (_, l, g) in self.met.iter().filter(|(who, ..)| *who == t) {
            let transitions = self.semantics.transitions(t, *g, *l);
            let steps = transitions.steps.iter();
            rules.extend(
                steps.map(|s| ((Shared::Store(*g), Symbol::Local(*l)), self.after(t, *l, s, Shared::Store(s.global)))),
            );
            if done.insert(*l) {
                rules.extend(self.everywhere(t, *g, *l));
            }
        }
        for ((g, l, value), frame, caller) in self.visible.returns.get(&t).into_iter().flatten() {
            if self.hands_back(*l) {
                let from = (Shared::Handing(*g, self.handed(t, *l, *value)), Symbol::Caller(*frame));
                let wrong = (Shared::Wrong, vec![Symbol::Caller(*frame)]);
                let back = caller.map_or(wrong, |l| (Shared::Store(*g), vec![Symbol::Local(l)]));
                rules.insert((from, back));
            }
        }
        rules.into_iter().collect()
    }

    /// What a step of thread `t` from `l` comes to; `shared` unless something is handed back, or goes wrong.
    fn after(&self, t: Tid, l: LocalStore, step: &Step, shared: Shared) -> (Shared, Vec<Symbol>) {
        match &step.effect {
            Effect::Internal(next) => (shared, vec![Symbol::Local(*next)]),
            Effect::Push(callee, frame) => (shared, vec![Symbol::Local(*callee), self.below(*callee, *frame)]),
            Effect::Pop(value) if self.hands_back(l) => {
                (Shared::Handing(step.global, self.handed(t, l, *value)), vec![])
            }
            Effect::Pop(_) => (shared, vec![]),
            Effect::Wrong(_) => (Shared::Wrong, vec![Symbol::Local(l)]),
        }
    }

    /// Rules for every shared state, where the step leaves it alone, and does not depend on it or is a condition.
    fn everywhere(&self, t: Tid, g: Global, l: LocalStore) -> Vec<Unnumbered> {
        let Some(loc) = self.semantics.loc(l) else { return vec![] };
        let transitions = self.semantics.transitions(t, g, l);
        let touched = transitions.accesses.cells().next().is_some() || !transitions.accesses.looks.is_empty();
        let decides = matches!(self.semantics.program.location(loc).op, Op::Branch { .. });
        if touched && !decides {
            return vec![];
        }
        let at = |shared: &Shared| match shared {
            Shared::Store(g) | Shared::Handing(g, _) => *g,
            Shared::Wrong => g,
        };
        let stays = |s: &Step| match s.effect {
            Effect::Internal(_) | Effect::Push(..) => true,
            Effect::Pop(_) => !self.hands_back(l),
            Effect::Wrong(_) => false,
        };
        let rules = |shared: &Shared| {
            let (from, here) = ((shared.clone(), Symbol::Local(l)), self.semantics.transitions(t, at(shared), l));
            let rule = |s: &Step| (from.clone(), self.after(t, l, s, shared.clone()));
            here.steps.iter().filter(|s| stays(s)).map(rule).collect::<Vec<_>>()
        };
        self.shared.iter().flat_map(rules).collect()
    }

    fn system(&mut self, rules: &[Vec<Unnumbered>]) -> (System, Told) {
        let number = |shared: &Shared| self.shared.get_index_of(shared).expect("it was met") as u32;
        let symbols = self.symbols(rules);
        let rule = |((q, top), (to, word)): &Unnumbered| Rule {
            from: (number(q), Some(symbols[top])),
            to: (number(to), word.iter().map(|a| symbols[a]).collect()),
            span: Default::default(),
        };
        let first = self.semantics.initial();
        let mut told = Told { states: self.shared.iter().map(|q| self.shared_told(q)).collect(), symbols: vec![] };
        let mut threads = vec![];
        for (rules, l) in rules.iter().zip(&first.locals) {
            let used = rules.iter().flat_map(|((_, top), (_, word))| word.iter().chain([top])).copied();
            let used: BTreeMap<u32, Symbol> = used.chain([Symbol::Local(*l)]).map(|a| (symbols[&a], a)).collect();
            let bounds = (*used.keys().next().expect("there is one"), *used.keys().last().expect("there is one"));
            let named = |n: u32| used.get(&n).map_or("of another thread".to_string(), |a| self.symbol_told(*a));
            told.symbols.push((bounds.0..=bounds.1).map(named).collect());
            let mut rules: Vec<Rule> = rules.iter().map(rule).collect();
            rules.sort_by_key(|r| (r.from.1, r.from.0));
            threads.push(Automaton { symbols: bounds, rules, ..Automaton::default() });
        }
        let stacks = first.locals.iter().map(|l| vec![symbols[&Symbol::Local(*l)]]).collect();
        let initial = Configuration { state: number(&Shared::Store(first.global)), stacks };
        let targets = vec![Target { state: number(&Shared::Wrong), tops: vec![] }];
        (System { states: self.shared.len() as u32, threads, initial, targets, ..System::default() }, told)
    }

    /// Their numbers: those of each thread in the order in which they were met.
    fn symbols(&self, rules: &[Vec<Unnumbered>]) -> BTreeMap<Symbol, u32> {
        let mut numbers = BTreeMap::new();
        for (rules, l) in rules.iter().zip(&self.semantics.initial().locals) {
            let used = rules.iter().flat_map(|((_, top), (_, word))| word.iter().chain([top])).copied();
            for symbol in used.chain([Symbol::Local(*l)]).collect::<BTreeSet<Symbol>>() {
                let next = numbers.len() as u32;
                numbers.entry(symbol).or_insert(next);
            }
        }
        numbers
    }

    fn shared_told(&self, shared: &Shared) -> String {
        match shared {
            Shared::Wrong => "a thread has gone wrong".into(),
            Shared::Store(g) => self.global_told(*g),
            Shared::Handing(g, (t, values)) => {
                let values: Vec<String> = values.iter().map(Value::to_string).collect();
                format!("{}, thread {} returns {}", self.global_told(*g), t.0, values.join(", "))
            }
        }
    }

    fn global_told(&self, g: Global) -> String {
        let program = self.semantics.program;
        let cell = |c: u32| format!("{} = {}", program.cell_name(Cell(c)), self.semantics.cell(g, Cell(c)));
        (0..program.cells.len() as u32).map(cell).collect::<Vec<_>>().join(", ")
    }

    fn symbol_told(&self, symbol: Symbol) -> String {
        let program = self.semantics.program;
        let shared = program.thread_locals.len();
        let (loc, registers, from) = match symbol {
            Symbol::Local(l) => (self.semantics.loc(l), self.semantics.registers(l), 0),
            Symbol::Caller(f) => (Some(self.semantics.return_location(f)), self.semantics.saved_registers(f), shared),
        };
        let Some(location) = loc.map(|loc| program.location(loc)) else { return "gone wrong".into() };
        let names = &program.procedures[location.procedure as usize].registers[from..];
        let named = names.iter().zip(registers).filter(|(r, _)| !r.hidden);
        let values: String = named.map(|(r, value)| format!(", {} = {value}", r.name)).collect();
        let waits = if matches!(symbol, Symbol::Caller(_)) { "waits before " } else { "" };
        format!("{waits}{}{values}", location.name)
    }
}
