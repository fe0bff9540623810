//! Writes down the steps of a model as transitions over variables: calls become assignments to
//! fresh locals, and every branch a guard with the value that it had.

use super::conditions::conjunction;
use super::ctp::{Ctp, Effect, Expr, Scope, Slice, Transition, Variable, VariableId};
use super::names;
use super::path::{Known, Path, readable};
use super::run::Run;
use super::state::fitted;
use super::symbolic::{Evaluated, Walk, cell_variable};
use crate::execution::Event;
use crate::ir::{Action, Cell, Domain, Op, Program, Reg, Thread};
use crate::semantics::{Effect as Moved, FailureKind, Machine, Semantics, Slot};
use rustc_hash::FxHashMap;

/// The run so far, and what the registers of every thread are in it.
pub(super) struct Recorder<'m> {
    program: &'m Program,
    pub(super) run: Run,
    /// The cells that are locks.
    plain: Vec<bool>,
    /// The activations of every thread, the running one last.
    stacks: Vec<Vec<Activation>>,
    activations: usize,
    /// The variable of a register of an activation.
    variables: FxHashMap<(usize, Reg), VariableId>,
    /// How many variables of a slice have this name.
    taken: FxHashMap<(usize, String), usize>,
}

/// One activation of a procedure.
struct Activation {
    id: usize,
    procedure: u32,
    /// What each register is: a constant or a variable.
    operands: Vec<Expr>,
    /// The caller's register that receives the result.
    result: Option<Reg>,
}

/// What a step turned out to be.
enum Step {
    Stores(Path),
    Locks(Path, Effect),
    Asserts(Path, Expr, bool),
    Calls(Path, u32, Vec<Known>, Option<Reg>),
    Returns(Path, Option<Known>),
}

impl<'m> Recorder<'m> {
    pub(super) fn new(program: &'m Program) -> Self {
        let plain = names::plain_mutexes(program);
        let slice = |i| Slice { name: names::slice(program, i), transitions: vec![] };
        let threads = (0..program.threads.len()).map(slice).collect();
        let mut recorder = Recorder {
            program,
            run: Run { ctp: Ctp { variables: names::cells(program, &plain), threads }, events: vec![] },
            plain,
            stacks: vec![],
            activations: 0,
            variables: FxHashMap::default(),
            taken: FxHashMap::default(),
        };
        recorder.stacks = program.threads.iter().map(|t| vec![recorder.start(t)]).collect();
        recorder
    }

    fn start(&mut self, thread: &Thread) -> Activation {
        let mut operands: Vec<Expr> =
            self.program.thread_locals.iter().map(|(_, v)| Expr::Const((*v).into())).collect();
        operands.extend(thread.arguments.iter().map(|v| Expr::Const((*v).into())));
        self.activate(thread.procedure, operands, None)
    }

    /// A new activation; the registers that have no operand yet are 0.
    fn activate(&mut self, procedure: u32, mut operands: Vec<Expr>, result: Option<Reg>) -> Activation {
        operands.resize(self.program.procedures[procedure as usize].registers.len(), Expr::Const(0));
        self.activations += 1;
        Activation { id: self.activations, procedure, operands, result }
    }

    /// Writes down one step; nothing of it if it touches no variable.
    pub(super) fn note(&mut self, semantics: &Semantics<'_>, event: &Event) {
        let i = event.choice.t.0 as usize - 1;
        match self.step(semantics, event, i) {
            Step::Stores(path) => self.store(i, event, path),
            Step::Locks(path, effect) => self.push(i, event, path.conditions, effect, vec![]),
            Step::Asserts(path, e, holds) => {
                self.push(i, event, path.conditions, Effect::Assert(e), vec![holds.into()]);
            }
            Step::Calls(path, callee, arguments, result) => self.call(i, event, path, callee, arguments, result),
            Step::Returns(path, value) => self.give_back(i, event, path, value),
        }
        self.leave_scopes(semantics, event, i);
    }

    fn running(&self, i: usize) -> &Activation {
        self.stacks[i].last().expect("a thread that moves runs a procedure")
    }

    /// From now on a register of the running activation is this.
    fn set_operand(&mut self, i: usize, r: usize, operand: Expr) {
        self.stacks[i].last_mut().expect("a thread that moves runs a procedure").operands[r] = operand;
    }

    fn step(&self, semantics: &Semantics<'_>, event: &Event, i: usize) -> Step {
        if event.failure.as_ref().is_some_and(|f| f.kind == FailureKind::Protection) {
            return Step::Asserts(Path::default(), Expr::Any, false);
        }
        let mut walk = Walk::new(semantics, event, &self.running(i).operands);
        let step = self.translate(&mut walk, event, i);
        step.unwrap_or_else(|wanted| Step::Asserts(walk.taken(), wanted, false))
    }

    fn translate(&self, walk: &mut Walk<'_>, event: &Event, i: usize) -> Evaluated<Step> {
        match &self.program.location(event.loc).op {
            Op::Skip { .. } | Op::Choose { .. } => {}
            Op::Branch { cond, .. } => {
                let known = walk.eval(cond)?;
                walk.branch(&known);
            }
            Op::Do { action: Action::Assert(e), .. } => {
                let known = walk.eval(e)?;
                return Ok(Step::Asserts(walk.taken(), known.expr, known.value != 0));
            }
            Op::Do { action, .. } => {
                if let Some(effect) = self.lock(walk, action)? {
                    return Ok(Step::Locks(walk.taken(), effect));
                }
                walk.perform(action)?;
            }
            Op::Atomic { body, .. } => walk.perform_all(body)?,
            Op::Call { procedure, arguments, result, .. } => {
                let arguments = arguments.iter().map(|a| walk.handed_on(a)).collect::<Evaluated<Vec<_>>>()?;
                let arguments = self.fitting(walk, *procedure, arguments)?;
                return Ok(Step::Calls(walk.taken(), *procedure, arguments, *result));
            }
            Op::Return { value: Some(value) } => {
                let known = walk.handed_on(value)?;
                return self.received(walk, i, known);
            }
            Op::Return { value: None } | Op::End => return self.received(walk, i, Known::from(0)),
        }
        Ok(Step::Stores(walk.taken()))
    }

    /// Acquiring or releasing a plain lock.
    fn lock(&self, walk: &mut Walk<'_>, action: &Action) -> Evaluated<Option<Effect>> {
        let (Action::Acquire(m) | Action::Release(m)) = action else { return Ok(None) };
        let owner = walk.owner(m)?;
        if !self.plain[owner.0 as usize] {
            // It is performed, and says again where the mutex is.
            walk.taken();
            return Ok(None);
        }
        let effect = if matches!(action, Action::Acquire(_)) { Effect::Lock } else { Effect::Unlock };
        Ok(Some(effect(cell_variable(owner))))
    }

    /// The arguments as the parameters take them.
    fn fitting(&self, walk: &mut Walk<'_>, callee: u32, arguments: Vec<Known>) -> Evaluated<Vec<Known>> {
        let shared = self.program.thread_locals.len();
        let registers = &self.program.procedures[callee as usize].registers[shared..];
        arguments.into_iter().zip(registers).map(|(argument, register)| walk.fit(register.domain, argument)).collect()
    }

    /// A result as the caller's variable takes it; nothing if there is none.
    fn received(&self, walk: &mut Walk<'_>, i: usize, value: Known) -> Evaluated<Step> {
        let known = match (self.running(i).result, self.stacks[i].iter().rev().nth(1)) {
            (Some(r), Some(caller)) => Some(walk.fit(self.domain(caller.procedure, r), value)?),
            _ => None,
        };
        Ok(Step::Returns(walk.taken(), known))
    }

    fn domain(&self, procedure: u32, r: Reg) -> Domain {
        self.program.procedures[procedure as usize].registers[r.0 as usize].domain
    }

    fn store(&mut self, i: usize, event: &Event, path: Path) {
        let mut last: Vec<(Slot, Known)> = vec![];
        for (slot, known) in path.written {
            last.retain(|(s, _)| *s != slot);
            last.push((slot, known));
        }
        let (mut assignments, mut values) = (vec![], vec![]);
        for (slot, known) in last {
            let v = self.variable(i, slot);
            values.push(fitted(&self.run.ctp, v, known.value.into()));
            assignments.push((v, known.expr));
        }
        self.push(i, event, path.conditions, Effect::Assign(assignments), values);
    }

    /// The variable of a slot that is about to be assigned.
    fn variable(&mut self, i: usize, slot: Slot) -> VariableId {
        match slot {
            Slot::Cell(Cell(c)) => cell_variable(Cell(c)),
            Slot::Reg(r) => {
                let v = self.local(i, r);
                self.set_operand(i, r.0 as usize, Expr::Var(v));
                v
            }
        }
    }

    /// The variable of a register of the running activation; thread-local ones are the thread's own.
    fn local(&mut self, i: usize, r: Reg) -> VariableId {
        let shared = (r.0 as usize) < self.program.thread_locals.len();
        let running = if shared { &self.stacks[i][0] } else { self.running(i) };
        let (key, procedure) = ((running.id, r), running.procedure);
        if let Some(known) = self.variables.get(&key) {
            return *known;
        }
        let procedure = &self.program.procedures[procedure as usize];
        let register = &procedure.registers[r.0 as usize];
        let inner = !shared && self.stacks[i].len() > 1;
        let name = names::register(register);
        let name = if inner { format!("{}.{name}", procedure.name) } else { name };
        let range = names::range(self.program, register.domain);
        // Nobody reads it before it is assigned, so that any value of its range will do.
        let initial = 0.clamp(range.0, range.1);
        let variable = Variable { name: self.unique(i, name), scope: Scope::Local(i), initial, range };
        let id = VariableId(self.run.ctp.variables.len());
        self.run.ctp.variables.push(variable);
        self.variables.insert(key, id);
        id
    }

    /// The name, with a number where another variable of the thread has it.
    fn unique(&mut self, i: usize, name: String) -> String {
        let shared = self.program.cells.len();
        let global = || self.run.ctp.variables[..shared].iter().any(|v| v.name == name);
        let before = self.taken.get(&(i, name.clone())).copied().unwrap_or_else(|| usize::from(global()));
        self.taken.insert((i, name.clone()), before + 1);
        if before == 0 { name } else { format!("{name}#{}", before + 1) }
    }

    fn call(&mut self, i: usize, event: &Event, path: Path, callee: u32, arguments: Vec<Known>, result: Option<Reg>) {
        let shared = self.program.thread_locals.len();
        let operands = self.running(i).operands[..shared].to_vec();
        let activation = self.activate(callee, operands, result);
        self.stacks[i].push(activation);
        let mut assigned = Path { conditions: path.conditions, written: vec![] };
        for (k, argument) in arguments.into_iter().enumerate() {
            if argument.is_constant() {
                self.set_operand(i, shared + k, argument.expr);
            } else {
                assigned.store(Slot::Reg(Reg((shared + k) as u32)), argument);
            }
        }
        self.store(i, event, assigned);
    }

    /// A return, to the caller or from the whole thread.
    fn give_back(&mut self, i: usize, event: &Event, path: Path, value: Option<Known>) {
        let mut assigned = Path { conditions: path.conditions, written: vec![] };
        if matches!(event.step().effect, Moved::Pop(_)) {
            let callee = self.stacks[i].pop().expect("a thread that moves runs a procedure");
            let shared = self.program.thread_locals.len();
            let caller = self.stacks[i].last_mut().expect("only inner activations return");
            caller.operands[..shared].clone_from_slice(&callee.operands[..shared]);
            if let Some((r, value)) = callee.result.zip(value) {
                assigned.store(Slot::Reg(r), value);
            }
        }
        self.store(i, event, assigned);
    }

    fn push(&mut self, i: usize, event: &Event, conditions: Vec<Expr>, effect: Effect, values: Vec<i64>) {
        let effect = match effect {
            Effect::Assign(none) if none.is_empty() => Effect::Skip,
            Effect::Assert(e) => Effect::Assert(readable(e)),
            effect => effect,
        };
        let guard = conjunction(conditions);
        if guard.is_none() && effect == Effect::Skip {
            return;
        }
        let location = self.program.location(event.loc);
        let line = Some(location.line as usize);
        let label = location.name.clone();
        self.run.push(i, Transition { label, line, guard, effect, constants: vec![] }, values);
    }

    /// Arriving at a location sets what is out of scope there to 0.
    fn leave_scopes(&mut self, semantics: &Semantics<'_>, event: &Event, i: usize) {
        let l = event.after.locals[i];
        let (Some(loc), Some(running)) = (semantics.loc(l), self.stacks[i].last_mut()) else { return };
        let in_scope = &self.program.location(loc).in_scope;
        let ended = semantics.has_ended(l);
        for (operand, in_scope) in running.operands.iter_mut().zip(in_scope) {
            if ended || !in_scope {
                *operand = Expr::Const(0);
            }
        }
    }
}
