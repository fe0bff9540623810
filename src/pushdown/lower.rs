//! Procedures of frames: what is below the top of a stack are the frames of callers.
//!
//! A procedure is begun by a symbol that is pushed. Its locations are the symbols that may replace it, so a rule that
//! writes one symbol is one step. A rule that pushes is one step and a call, one that pops one step and a return; where
//! a rule asks for no shared state and changes none, there is the call or the return alone. Threads with the same rules
//! run the same procedures.

use super::configuration::Target;
use super::moves::{Goal, Move, Moves, Symbol};
use super::read::System;
use super::relation::{self, Change, Outcome, Segment};
use super::tops::Tops;
use crate::control::Control;
use crate::diagnostics::{Diagnostic, Span};
use crate::ir::build::{Mark, Naming, Scope, Step, Steps};
use crate::ir::*;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Systems with more locations are refused.
const MAX_LOCATIONS: usize = 300_000;

/// Rules that are told of one symbol.
const TOLD: usize = 3;

/// The register that says which goal a step has decided for.
const CHOSEN: Reg = Reg(0);

/// What threads with the same rules share.
struct Class {
    moves: Moves,
    /// The thread whose top is in a target: then it is alone.
    watched: Option<usize>,
    /// The first of the threads.
    thread: usize,
}

struct Lowering<'s> {
    system: &'s System,
    text: &'s str,
    tops: Tops<'s>,
    classes: Vec<Class>,
    /// Their numbers, by class and first symbol.
    procedures: BTreeMap<(usize, Symbol), u32>,
    /// In the order of their numbers.
    begun: Vec<(usize, Symbol)>,
    program: Program,
    /// Where lines begin.
    lines: Vec<usize>,
}

/// Nothing where a bound has ended the work.
///
/// # Errors
/// Where the program would be too large.
pub(super) fn lowered(system: &System, text: &str, control: &Control<'_>) -> Result<Option<Program>, Box<Diagnostic>> {
    let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let (tops, program) = (Tops::of(system), Program::default());
    let (classes, procedures, begun) = (vec![], BTreeMap::new(), vec![]);
    let mut l = Lowering { system, text, tops, classes, procedures, begun, program, lines };
    let first: Vec<Symbol> = (0..system.threads.len()).map(|i| l.thread(i)).collect();
    l.variables(&first);
    let mut next = 0;
    while let Some((class, symbol)) = l.begun.get(next).copied() {
        if !control.goes_on() {
            return Ok(None);
        }
        l.procedure(next as u32, class, symbol)?;
        next += 1;
    }
    if let Some(target) = system.targets.iter().find(|t| t.is_met_by(&system.initial)) {
        l.reached(target);
    }
    Ok(Some(l.program))
}

impl Lowering<'_> {
    /// The thread, and the symbol with which its own frame begins.
    fn thread(&mut self, i: usize) -> Symbol {
        let automaton = &self.system.threads[i];
        let (moves, first) = Moves::of(automaton, &self.system.initial.stacks[i], self.tops.watches_empty(i));
        let moves = moves.freed(self.system.states);
        let watched = Some(i).filter(|i| self.tops.is_watched(*i));
        let same = |c: &Class| c.watched == watched && c.moves.are_as(&moves);
        let class = self.classes.iter().position(same).unwrap_or_else(|| {
            self.classes.push(Class { moves, watched, thread: i });
            self.classes.len() - 1
        });
        let procedure = self.number(class, first);
        self.program.threads.push(Thread { procedure, arguments: vec![] });
        first
    }

    /// The number of the procedure that the symbol begins.
    fn number(&mut self, class: usize, symbol: Symbol) -> u32 {
        let next = self.begun.len() as u32;
        let number = *self.procedures.entry((class, symbol)).or_insert(next);
        if number == next {
            self.begun.push((class, symbol));
        }
        number
    }

    fn variables(&mut self, first: &[Symbol]) {
        let states = Domain::Range { lo: 0, hi: self.system.states as Value - 1 };
        let state = GlobalVariable {
            name: "q".into(),
            base: relation::STATE,
            len: 1,
            is_array: false,
            kind: GlobalKind::Data(states),
            protection: Protection::Inferred,
            span: self.system.span,
        };
        let tops = self.tops.variables(self.system, first);
        for (variable, value) in std::iter::once((state, self.system.initial.state as Value)).chain(tops) {
            self.program.globals.push(variable);
            self.program.cells.push(value);
        }
    }

    fn procedure(&mut self, number: u32, class: usize, first: Symbol) -> Result<(), Box<Diagnostic>> {
        let symbols = self.classes[class].moves.frame(first);
        if self.program.locations.len() + symbols.len() > MAX_LOCATIONS {
            let large = format!("there are more than {MAX_LOCATIONS} pairs of a symbol and one that begins its frame");
            let label = "a frame begins with a symbol that is pushed";
            return Err(Diagnostic::error(large, self.system.span, label).into());
        }
        let mut steps = Steps::default();
        let marks = symbols.iter().map(|symbol| (*symbol, steps.fresh())).collect();
        let end = steps.fresh();
        let mut frame = Frame { class, steps, marks, end, chooses: false };
        symbols.iter().for_each(|symbol| frame.symbol(self, *symbol));
        let thread = self.classes[class].thread;
        let span = self.system.threads[thread].span;
        let step = frame.step(self, Op::End, "the stack is as before", span);
        frame.steps.push(end, Step { naming: Naming::End, ..step });
        let name = match first {
            Symbol::Named(a) => format!("PDA{}_{a}", thread + 1),
            Symbol::Bottom | Symbol::Initial(_) => format!("PDA{}", thread + 1),
        };
        self.finish(frame, number, name, first);
        Ok(())
    }

    fn finish(&mut self, frame: Frame, number: u32, name: String, first: Symbol) {
        let entry = frame.marks[&first];
        let chosen = Register { name: "rule".into(), domain: Domain::Int, hidden: true };
        let registers = if frame.chooses { vec![chosen] } else { vec![] };
        let scope = Scope { registers: registers.len(), always: 0 };
        let at = self.program.locations.len() as u32;
        let (locations, entry) = frame.steps.finish(entry, at, (number, &name), scope);
        let span = self.system.threads[self.classes[frame.class].thread].span;
        self.program.locations.extend(locations);
        let entry = Loc(entry);
        self.program.procedures.push(Procedure { name, parameters: 0, registers, entry, returns_value: false, span });
    }

    /// A thread that goes wrong at once: the initial state is a target.
    fn reached(&mut self, target: &Target) {
        let (mut steps, number) = (Steps::default(), self.program.procedures.len() as u32);
        let (entry, end, span) = (steps.fresh(), steps.fresh(), self.system.span);
        let op = Op::Do { action: Action::Assert(Expr::Const(0)), next: end.loc() };
        let text = format!("{target} is where the threads begin");
        let step = |op, text, naming| Step { naming, ..self.step(op, text, span) };
        steps.push(entry, step(op, text, Naming::Own));
        steps.push(end, step(Op::End, String::new(), Naming::End));
        let (name, at) = ("initial".to_string(), self.program.locations.len() as u32);
        let (locations, entry) = steps.finish(entry, at, (number, &name), Scope { registers: 0, always: 0 });
        self.program.locations.extend(locations);
        let (registers, entry) = (vec![], Loc(entry));
        self.program.procedures.push(Procedure { name, parameters: 0, registers, entry, returns_value: false, span });
        self.program.threads.push(Thread { procedure: number, arguments: vec![] });
    }

    fn step(&self, op: Op, text: String, span: Span) -> Step {
        let line = self.lines.partition_point(|begin| *begin <= span.start as usize) as u32;
        let (visible, naming) = (Rc::new(vec![]), Naming::Own);
        Step { op, text, span, line, claimed: None, visible, naming, synchronizes: false }
    }

    fn rules_told(&self, spans: &[Span]) -> String {
        let told =
            |s: &Span| self.text[s.start as usize..s.end as usize].split_whitespace().collect::<Vec<_>>().join(" ");
        let mut said: Vec<String> = spans.iter().take(TOLD).map(told).collect();
        said.extend((spans.len() > TOLD).then(|| "..".to_string()));
        said.join(" | ")
    }
}

/// One procedure on its way.
struct Frame {
    class: usize,
    steps: Steps,
    marks: BTreeMap<Symbol, Mark>,
    end: Mark,
    /// Whether some step decides for one of several goals.
    chooses: bool,
}

impl Frame {
    fn step(&self, l: &Lowering<'_>, op: Op, text: &str, span: Span) -> Step {
        l.step(op, text.to_string(), span)
    }

    fn symbol(&mut self, l: &mut Lowering<'_>, symbol: Symbol) {
        let mark = self.marks[&symbol];
        let here = l.classes[self.class].moves.0.get(&symbol).cloned().unwrap_or_default();
        match symbol {
            Symbol::Named(a) => self.steps.label(&format!("s{a}"), mark),
            Symbol::Bottom => self.steps.label("empty", mark),
            Symbol::Initial(_) => {}
        }
        let goals: Vec<Goal> = here.goals().collect();
        if goals.is_empty() {
            self.stuck(l, symbol, mark);
        } else if here.rules.is_empty() && goals.iter().all(|g| self.effect(l, symbol, *g, Change::Keep).is_empty()) {
            self.free(l, mark, &here, &goals);
        } else {
            self.shared(l, (symbol, mark), &here, &goals);
        }
    }

    /// Nothing can be done: with an empty stack the thread has ended.
    fn stuck(&mut self, l: &Lowering<'_>, symbol: Symbol, mark: Mark) {
        if symbol == Symbol::Bottom {
            return self.steps.alias(mark, self.end);
        }
        let span = l.system.threads[l.classes[self.class].thread].span;
        let op = Op::Do { action: Action::Halt, next: self.end.loc() };
        let step = self.step(l, op, "no rule", span);
        self.steps.push(mark, step);
    }

    /// The shared state is neither asked nor changed.
    fn free(&mut self, l: &mut Lowering<'_>, mark: Mark, here: &Move, goals: &[Goal]) {
        let text = l.rules_told(&here.spans);
        let place = here.spans[0];
        let step = match goals {
            [Goal::Overwrite(a)] => self.step(l, Op::Skip { next: self.marks[a].loc() }, &text, place),
            [Goal::Push(b, c)] => self.call(l, *b, *c, place, &text),
            [Goal::Pop] => self.step(l, Op::Return { value: None }, &text, place),
            several => {
                let next = several.iter().map(|goal| self.exit(l, *goal, place).loc()).collect();
                self.step(l, Op::Choose { next }, &text, place)
            }
        };
        self.steps.push(mark, step);
    }

    /// One step on the shared state, and then where it has led to.
    fn shared(&mut self, l: &mut Lowering<'_>, (symbol, mark): (Symbol, Mark), here: &Move, goals: &[Goal]) {
        let segments = relation::segments(here, goals, l.system.states);
        let (text, place) = (l.rules_told(&here.spans), here.spans[0]);
        let exits: Vec<Mark> = goals.iter().map(|goal| self.exit(l, *goal, place)).collect();
        let silent = goals.iter().all(|g| self.effect(l, symbol, *g, Change::Keep).is_empty());
        let op = match exits.as_slice() {
            [then, otherwise] if silent && decides(&segments) => {
                let cond = relation::within(&segments, &|o| o[0].0 == 0);
                Op::Branch { cond, then: then.loc(), otherwise: otherwise.loc() }
            }
            exits => {
                let next = self.which(l, exits, place).loc();
                self.change(l, symbol, goals, &segments, next)
            }
        };
        let step = self.step(l, op, &text, place);
        self.steps.push(mark, step);
    }

    /// What one step does to the shared state and to what is kept of tops, and which goal it decides for.
    fn change(&self, l: &Lowering<'_>, symbol: Symbol, goals: &[Goal], segments: &[Segment], next: Loc) -> Op {
        let outcome = |(number, change): &Outcome| {
            let set = |q: u32| relation::assign(relation::cell(relation::STATE), q as Value);
            let state = if let Change::Set(q) = change { Some(set(*q)) } else { None };
            let chosen = (*number > 0).then(|| relation::assign(chosen(), *number as Value));
            let effect = self.effect(l, symbol, goals[*number], *change);
            state.into_iter().chain(chosen).chain(effect).collect::<Vec<_>>()
        };
        let never = || Statement::Action(Action::Assume(Expr::Const(0)));
        let leaf = |outcomes: &[Outcome]| match outcomes {
            [] => vec![never()],
            [one] => outcome(one),
            several => vec![Statement::Choose(several.iter().map(outcome).collect())],
        };
        let silent = |s: &Segment| s.outcomes.iter().all(|o| outcome(o).is_empty());
        if segments.iter().all(silent) {
            let cond = relation::within(segments, &|outcomes| !outcomes.is_empty());
            return Op::Do { action: Action::Assume(cond), next };
        }
        match relation::body(segments, &leaf).as_slice() {
            [Statement::Action(action)] => Op::Do { action: action.clone(), next },
            body => Op::Atomic { body: body.to_vec(), next },
        }
    }

    /// What is kept of tops, and asserted, where a goal is reached from a symbol.
    fn effect(&self, l: &Lowering<'_>, symbol: Symbol, goal: Goal, change: Change) -> Vec<Statement> {
        let watched = l.classes[self.class].watched;
        let top = match goal {
            Goal::Overwrite(a) | Goal::Push(a, _) => Some(a),
            Goal::Pop => None,
        };
        l.tops.effect(watched, (l.tops.value(watched, Some(symbol)), l.tops.value(watched, top)), change)
    }

    /// Where control goes on once a goal is decided for.
    fn exit(&mut self, l: &mut Lowering<'_>, goal: Goal, place: Span) -> Mark {
        let step = match goal {
            Goal::Overwrite(a) => return self.marks[&a],
            Goal::Push(b, c) => self.call(l, b, c, place, &format!("push {}", name(b))),
            Goal::Pop => self.step(l, Op::Return { value: None }, "pop", place),
        };
        let mark = self.steps.fresh();
        self.steps.push(mark, step);
        mark
    }

    fn call(&mut self, l: &mut Lowering<'_>, top: Symbol, below: Symbol, place: Span, text: &str) -> Step {
        let procedure = l.number(self.class, top);
        let next = self.uncovered(l, below, place).loc();
        self.step(l, Op::Call { procedure, arguments: vec![], result: None, next }, text, place)
    }

    /// Where a return goes on that uncovers a symbol: what is kept of tops is told so first.
    fn uncovered(&mut self, l: &Lowering<'_>, symbol: Symbol, place: Span) -> Mark {
        let watched = l.classes[self.class].watched;
        let values = (l.tops.value(watched, None), l.tops.value(watched, Some(symbol)));
        let body = l.tops.effect(watched, values, Change::Keep);
        if body.is_empty() {
            return self.marks[&symbol];
        }
        let op = Op::Atomic { body, next: self.marks[&symbol].loc() };
        let step = self.step(l, op, &format!("{} is on top", name(symbol)), place);
        let mark = self.steps.fresh();
        self.steps.push(mark, step);
        mark
    }

    /// Comparisons that lead on to the goal that was decided for.
    fn which(&mut self, l: &Lowering<'_>, exits: &[Mark], place: Span) -> Mark {
        let (first, rest) = exits.split_first().expect("there is a goal");
        if rest.is_empty() {
            return *first;
        }
        self.chooses = true;
        let mut next = rest[rest.len() - 1];
        for (number, exit) in exits[..rest.len()].iter().enumerate().rev() {
            let is = Box::new(Expr::Const(number as Value));
            let cond = Expr::Binary(Binary::Eq, Box::new(Expr::Load(chosen())), is);
            let op = Op::Branch { cond, then: exit.loc(), otherwise: next.loc() };
            let step = self.step(l, op, "which rule", place);
            next = self.steps.fresh();
            self.steps.push(next, Step { visible: Rc::new(vec![CHOSEN.0]), ..step });
        }
        next
    }
}

/// Whether each shared state leads to one of the goals, and stays.
fn decides(segments: &[Segment]) -> bool {
    segments.iter().all(|s| matches!(s.outcomes.as_slice(), [(_, Change::Keep)]))
}

fn chosen() -> Place {
    Place { kind: PlaceKind::Reg(CHOSEN), domain: Domain::Int }
}

fn name(symbol: Symbol) -> String {
    match symbol {
        Symbol::Named(a) => a.to_string(),
        Symbol::Bottom | Symbol::Initial(_) => "nothing".into(),
    }
}
