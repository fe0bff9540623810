//! Stores, and what the steps of a thread do to them: T, T+ and T- over interned stores.
//!
//! The step of a thread depends on its own local store and on what it touches of the global store alone, so it is
//! computed once for all global stores that agree there. Phases, movers and transactions are unknown here.

mod action;
mod atomic;
mod change;
mod effects;
mod eval;
mod failure;
mod frames;
mod instrumented;
mod intern;
mod latest;
mod machine;
mod mutex;
mod names;
mod outcomes;
mod packed;
mod pointers;
mod spelled;
mod stores;
mod unset;
mod words;

pub(crate) use action::perform;
use atomic::Decisions;
pub use eval::{Accesses, Change};
pub use failure::{Failure, FailureKind};
pub use intern::{Interner, Pairs, fold, hash};
pub(crate) use machine::Machine;

use crate::control::{Bound, Control};
use crate::ir::*;
use atomic::Ways;
use effects::Effects;
use eval::{Evaluator, Stores, Tally};
pub(crate) use eval::{Slot, binary, fit, unary};
use latest::Latest;
use moverlog_rules::{Frame, Global, Stack, Tid};
pub(crate) use pointers::{beginning, distance, moved, pointed_to};
use rustc_hash::FxHashMap;
pub use spelled::{Activation, Spelled};
use std::cell::RefCell;
use std::rc::Rc;
pub use words::Part;

/// A local store without phase: program counter, whether this is the outermost activation, registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LocalStore(pub u32);

/// The local store of every thread that has gone wrong.
const WRONG: LocalStore = LocalStore(0);

/// The stack without frames.
pub const EMPTY_STACK: Stack = Stack(0);

/// A state of the program as it is, without phases: (g, ls, ss).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Configuration {
    pub global: Global,
    pub locals: Vec<LocalStore>,
    pub stacks: Vec<Stack>,
}

/// Everything a thread may do from one global and one local store; empty where it is blocked or has ended.
#[derive(Default, PartialEq, Debug)]
pub struct Transitions {
    pub steps: Vec<Step>,
    /// What the action touches, over all its outcomes and also where it blocks.
    pub accesses: Rc<Accesses>,
}

/// One outcome of a thread's action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    pub global: Global,
    pub effect: Effect,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// T: the stack is untouched.
    Internal(LocalStore),
    /// T+: the local store at the callee's entry, and what the return needs.
    Push(LocalStore, Frame),
    /// T-: the value returned; where it goes is up to the frame.
    Pop(Value),
    /// T to `wrong`.
    Wrong(Failure),
}

/// A thread at its stores.
type At = (Tid, Global, LocalStore);

/// The global store and what becomes of the thread.
type Outcome = Result<(Vec<Value>, Effect), Failure>;

/// So many outcomes are kept of a step that a bound has cut short.
const KEPT: usize = 1000;

/// So many accesses of each location are kept to be shared.
const SHARED: usize = 8;

/// The transition relations of one program, computed when asked for.
pub struct Semantics<'m> {
    pub program: &'m Program,
    control: Option<&'m Control<'m>>,
    globals: RefCell<Interner>,
    locals: RefCell<Interner>,
    frames: RefCell<Interner>,
    /// (tail, frame) pairs; number 0 stands for the empty stack.
    stacks: RefCell<Interner>,
    depths: RefCell<Vec<u32>>,
    effects: RefCell<Effects>,
    /// Transitions that were asked for lately.
    latest: RefCell<Latest>,
    /// Those of which a bound has left some out.
    cut: RefCell<FxHashMap<At, Rc<Transitions>>>,
    /// What was accessed at each location, latest first.
    accesses: RefCell<Vec<Vec<Rc<Accesses>>>>,
    /// The `Op::End` location of every procedure.
    ends: Vec<Loc>,
}

impl<'m> Semantics<'m> {
    pub fn new(program: &'m Program) -> Self {
        let mut locals = Interner::varying();
        locals.intern(&[u32::MAX]); // WRONG
        let mut stacks = Interner::fixed(2);
        stacks.intern(&[u32::MAX, u32::MAX]); // EMPTY_STACK
        let end = |p: usize| {
            let ends = |l: &Location| l.procedure as usize == p && matches!(l.op, Op::End);
            Loc(program.locations.iter().position(ends).expect("every procedure ends") as u32)
        };
        Semantics {
            program,
            control: None,
            globals: RefCell::new(Interner::fixed(program.cells.len().max(1))),
            locals: RefCell::new(locals),
            frames: RefCell::new(Interner::varying()),
            stacks: RefCell::new(stacks),
            depths: RefCell::new(vec![0]),
            effects: RefCell::new(Effects::new(program)),
            latest: RefCell::default(),
            cut: RefCell::default(),
            accesses: RefCell::new(vec![vec![]; program.locations.len()]),
            ends: (0..program.procedures.len()).map(end).collect(),
        }
    }

    /// Within bounds: once one is hit, steps have no more outcomes than were found so far.
    pub fn within(program: &'m Program, control: &'m Control<'m>) -> Self {
        Semantics { control: Some(control), ..Semantics::new(program) }
    }

    /// Called for every unit of work on the program; false once a bound has ended the run.
    pub(crate) fn goes_on(&self) -> bool {
        self.control.is_none_or(Control::goes_on)
    }

    pub(crate) fn affords_facts(&self, facts: usize) -> bool {
        self.control.is_none_or(|c| c.affords_facts(facts))
    }

    pub fn tids(&self) -> impl Iterator<Item = Tid> + use<> {
        (1..=self.program.threads.len() as u32).map(Tid)
    }

    /// (g0, ls0, ss0).
    pub fn initial(&self) -> Configuration {
        let threads = &self.program.threads;
        Configuration {
            global: self.intern_global(&self.program.cells),
            locals: threads.iter().map(|t| self.start(t)).collect(),
            stacks: vec![EMPTY_STACK; threads.len()],
        }
    }

    fn start(&self, thread: &Thread) -> LocalStore {
        let procedure = &self.program.procedures[thread.procedure as usize];
        let mut registers: Vec<Value> = self.program.thread_locals.iter().map(|(_, v)| *v).collect();
        registers.extend(&thread.arguments);
        registers.resize(procedure.registers.len(), 0);
        self.local_at(procedure.entry, true, registers)
    }

    /// What thread `t` may do at (g, l).
    pub fn transitions(&self, t: Tid, g: Global, l: LocalStore) -> Rc<Transitions> {
        if let Some(known) = self.latest.borrow().get(&(t, g, l)) {
            return known.clone();
        }
        if self.control.is_some_and(Control::stopped)
            && let Some(known) = self.cut.borrow().get(&(t, g, l))
        {
            return known.clone();
        }
        let found = self.effects.borrow_mut().find(t, (g, l), &mut self.globals.borrow_mut());
        let Some(found) = found.or_else(|| self.compute(t, g, l)).map(Rc::new) else {
            return self.cut.borrow()[&(t, g, l)].clone();
        };
        self.latest.borrow_mut().insert((t, g, l), found.clone());
        found
    }

    /// Nothing if a bound cuts it short.
    fn compute(&self, t: Tid, g: Global, l: LocalStore) -> Option<Transitions> {
        let (computed, cut) = self.afresh(t, g, l);
        if cut {
            self.cut.borrow_mut().insert((t, g, l), Rc::new(computed));
            return None;
        }
        if self.loc(l).is_some() {
            self.effects.borrow_mut().keep(t, (g, l), &computed, &self.globals.borrow());
        }
        Some(computed)
    }

    /// What [`transitions`](Semantics::transitions) are by the program's text, whatever is kept; and whether a bound
    /// has left some out.
    pub fn afresh(&self, t: Tid, g: Global, l: LocalStore) -> (Transitions, bool) {
        let Some(loc) = self.loc(l) else { return Default::default() };
        let location = self.program.location(loc);
        let mut accesses = Accesses { change: Change::of(&location.op), ..Accesses::default() };
        let mut evaluator = self.evaluator(location.procedure, t, &mut accesses);
        let stores = Stores { globals: self.globals(g), registers: self.registers(l) };
        let mut steps = vec![];
        let mut each = |o: Outcome| match o {
            Err(Failure { kind: FailureKind::Limit(bound), .. }) => self.limited(bound, (t, loc)),
            Err(f) if self.program.defined_alone && f.kind != FailureKind::Assert => {
                self.limited(Bound::Undefined, (t, loc));
            }
            o => steps.push(self.step(g, o)),
        };
        self.execute(&mut evaluator, loc, self.is_outermost(l), stores, &mut each);
        let cut = evaluator.tally.cut;
        self.instrument(g, &mut accesses);
        if let Some(failure) = self.violation(t, g, &accesses, !steps.is_empty()) {
            steps = vec![self.step(g, Err(failure))];
        }
        if self.program.known_errors.contains(&(t, loc)) {
            steps.retain(|step| !matches!(step.effect, Effect::Wrong(_)));
        }
        if cut {
            steps.truncate(KEPT);
        }
        (Transitions { steps, accesses: self.shared(loc, accesses) }, cut)
    }

    /// What would follow is beyond a bound. That this is found out where it matters is as with what goes wrong: up to
    /// here a reduction explores what it would explore if the thread went wrong here.
    fn limited(&self, bound: Bound, (t, loc): (Tid, Loc)) {
        let location = self.program.location(loc);
        let place = || format!("thread {} at {} (line {}): {}", t.0, location.name, location.line, location.text);
        self.control.iter().for_each(|c| c.record_at(bound, place));
    }

    /// Whether what follows such a failure is not known.
    fn is_beyond(&self, kind: FailureKind) -> bool {
        matches!(kind, FailureKind::Limit(_)) || self.program.defined_alone && kind != FailureKind::Assert
    }

    /// Whether a thread stands before something that is beyond a bound.
    pub fn is_cut(&self, c: &Configuration, t: Tid) -> bool {
        let l = c.locals[t.0 as usize - 1];
        let Some(loc) = self.loc(l) else { return false };
        let mut accesses = Accesses::default();
        let mut evaluator = self.evaluator(self.program.location(loc).procedure, t, &mut accesses);
        let stores = Stores { globals: self.globals(c.global), registers: self.registers(l) };
        let mut cut = false;
        let mut each = |o: Outcome| cut |= o.is_err_and(|f| self.is_beyond(f.kind));
        self.execute(&mut evaluator, loc, self.is_outermost(l), stores, &mut each);
        cut
    }

    /// What is accessed at a location is mostly the same as before.
    fn shared(&self, loc: Loc, accesses: Accesses) -> Rc<Accesses> {
        let known = &mut self.accesses.borrow_mut()[loc.0 as usize];
        if let Some(same) = known.iter().find(|a| ***a == accesses) {
            return same.clone();
        }
        let new = Rc::new(accesses);
        known.truncate(SHARED - 1);
        known.insert(0, new.clone());
        new
    }

    fn step(&self, before: Global, outcome: Outcome) -> Step {
        match outcome {
            Ok((globals, effect)) => Step { global: self.intern_global(&globals), effect },
            Err(failure) => Step { global: before, effect: Effect::Wrong(failure) },
        }
    }

    /// Hands on every outcome of the operation at `loc`, one after the other.
    fn execute(
        &self,
        evaluator: &mut Evaluator<'_>,
        loc: Loc,
        outermost: bool,
        s: Stores,
        each: &mut dyn FnMut(Outcome),
    ) {
        let location = self.program.location(loc);
        let go = |next: Loc, s: Stores| (s.globals, Effect::Internal(self.local_at(next, outermost, s.registers)));
        let done = |next: Loc, o: Result<Stores, Failure>| o.map_err(|f| describe(f, location)).map(|s| go(next, s));
        match &location.op {
            Op::Skip { next } => each(Ok(go(*next, s))),
            Op::Choose { next } => next.iter().for_each(|n| each(Ok(go(*n, s.clone())))),
            Op::Branch { cond, then, otherwise } => {
                each(evaluator.truth(cond, &s).map(|yes| go(if yes { *then } else { *otherwise }, s)));
            }
            Op::Do { action: action @ Action::ChooseRange { .. }, next } => {
                Ways::of_action(evaluator, action, s).for_each(|o| each(done(*next, o)));
            }
            Op::Do { action, next } => evaluator.perform(action, s).into_iter().for_each(|o| each(done(*next, o))),
            Op::Atomic { body, next } => Ways::of_body(evaluator, body, s).for_each(|o| each(done(*next, o))),
            Op::Call { procedure, arguments, result, next } => {
                each(self.call(evaluator, *procedure, arguments, (*next, outermost, *result), s));
            }
            Op::Return { value } => {
                let value = value.as_ref().map_or(Ok(0), |v| evaluator.handed_on(v, &s));
                let end = self.ends[location.procedure as usize];
                each(value.map(|v| if outermost { go(end, s) } else { (s.globals, Effect::Pop(v)) }));
            }
            Op::End if outermost => {}
            Op::End => each(Ok((s.globals, Effect::Pop(0)))),
        }
    }

    /// The alternatives that make up one outcome of the action of `t` at (g, l): an atomic action takes
    /// one at each of its own actions and choices, any other action its own number.
    pub(crate) fn decisions(&self, t: Tid, g: Global, l: LocalStore, outcome: usize) -> Decisions {
        let Some(location) = self.loc(l).map(|loc| self.program.location(loc)) else { return vec![] };
        let mut accesses = Accesses::default();
        let mut evaluator = self.evaluator(location.procedure, t, &mut accesses);
        evaluator.tally = Tally::default();
        let stores = Stores { globals: self.globals(g), registers: self.registers(l) };
        let alone;
        let body = match &location.op {
            Op::Do { action: action @ Action::ChooseRange { .. }, .. } => {
                alone = [Statement::Action(action.clone())];
                &alone
            }
            Op::Atomic { body, .. } => body.as_slice(),
            _ => return vec![outcome as u32],
        };
        let ways = Ways::of_body(&mut evaluator, body, stores);
        ways.with_decisions().nth(outcome).map_or(vec![], |(decisions, _)| decisions)
    }

    /// What thread `t` may do in a configuration.
    pub fn transitions_in(&self, c: &Configuration, t: Tid) -> Rc<Transitions> {
        self.transitions(t, c.global, c.locals[t.0 as usize - 1])
    }

    /// Whether a condition holds for a thread where it is; nothing if its evaluation goes wrong.
    pub(crate) fn holds(&self, c: &Configuration, t: Tid, condition: &Expr) -> Option<bool> {
        let l = c.locals[t.0 as usize - 1];
        let mut accesses = Accesses::default();
        let mut evaluator = self.evaluator(self.program.location(self.loc(l)?).procedure, t, &mut accesses);
        let stores = Stores { globals: self.globals(c.global), registers: self.registers(l) };
        evaluator.truth(condition, &stores).ok()
    }

    /// Whether the atomic action of a thread that is blocked comes to the end of the program.
    pub(crate) fn ends_inside(&self, c: &Configuration, t: Tid) -> bool {
        let l = c.locals[t.0 as usize - 1];
        let Some(location) = self.loc(l).map(|loc| self.program.location(loc)) else { return false };
        let Op::Atomic { body, .. } = &location.op else { return false };
        let (mut accesses, told) = (Accesses::default(), atomic::with_ends_told(body));
        let mut evaluator = self.evaluator(location.procedure, t, &mut accesses);
        let stores = Stores { globals: self.globals(c.global), registers: self.registers(l) };
        Ways::of_body(&mut evaluator, &told, stores).with_decisions().any(|(_, outcome)| outcome.is_err())
    }

    /// Where a place of thread `t`'s procedure lies at (g, l); nothing if finding it goes wrong.
    pub(crate) fn slot(&self, t: Tid, g: Global, l: LocalStore, place: &Place) -> Option<Slot> {
        let procedure = self.program.location(self.loc(l)?).procedure;
        let mut accesses = Accesses::default();
        let stores = Stores { globals: self.globals(g), registers: self.registers(l) };
        self.evaluator(procedure, t, &mut accesses).slot(place, &stores).ok()
    }

    fn evaluator<'s>(&'s self, procedure: u32, t: Tid, accesses: &'s mut Accesses) -> Evaluator<'s> {
        Evaluator { program: self.program, procedure, tid: t.0, accesses, tally: Tally::new(self.control) }
    }
}

/// The failed assertion in the user's words.
fn describe(failure: Failure, location: &Location) -> Failure {
    match failure.kind {
        FailureKind::Assert => Failure { message: location.text.clone(), ..failure },
        _ => failure,
    }
}
