//! All states that are reached, the largest of each kind.

use super::pools::Pools;
use super::state::{Crowd, Member, Share, State};
use crate::control::{Bound, Control};
use crate::ir::{Cell, Loc, Reg, Value};
use crate::semantics::{Accesses, Semantics, Step, Transitions};
use moverlog_rules::{Frame, Global, Tid};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What is known of any number of threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Nobody goes wrong.
    Safe,
    /// Somebody does here, who need not in the program.
    Wrong,
    /// A bound was hit.
    Open,
}

/// Somebody goes wrong.
struct Wrong;

/// So many steps in a row are taken at once of threads that touch what is their own.
const OWN_STEPS: usize = 1000;

/// A search in which so many threads of one share are counted.
pub struct Search<'m> {
    semantics: &'m Semantics<'m>,
    control: &'m Control<'m>,
    pools: &'m Pools,
    most: u8,
    first: State,
    known: FxHashMap<(Global, Vec<Share>), Vec<Crowd>>,
    open: Vec<State>,
    /// Where a thread stands next that touches nothing shared before; nothing if it goes wrong.
    stops: FxHashMap<(Tid, Share), Option<Rc<[Share]>>>,
    states: usize,
    steps: u64,
}

impl<'m> Search<'m> {
    /// Before the first step; `most` is 1 or more.
    pub fn new(semantics: &'m Semantics<'m>, pools: &'m Pools, most: u8, control: &'m Control<'m>) -> Self {
        let initial = semantics.initial();
        let shares = initial.locals.into_iter().zip(initial.stacks).collect();
        Search {
            semantics,
            control,
            pools,
            most,
            first: State { global: initial.global, shares, crowd: Crowd::default() },
            known: FxHashMap::default(),
            open: vec![],
            stops: FxHashMap::default(),
            states: 0,
            steps: 0,
        }
    }

    /// How many states were reached.
    pub fn states(&self) -> usize {
        self.states
    }

    /// How many steps between them were taken.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Goes on until somebody goes wrong, or a bound is hit.
    pub fn run(&mut self) -> Answer {
        self.reach(self.first.clone());
        while let Some(state) = self.open.pop() {
            if self.expand(&state).is_err() {
                return Answer::Wrong;
            }
            if !self.control.goes_on() || self.control.hit().is_some() {
                return Answer::Open;
            }
        }
        if self.control.hit().is_none() { Answer::Safe } else { Answer::Open }
    }

    fn reach(&mut self, state: State) {
        let known = self.known.entry((state.global, state.shares.clone())).or_default();
        if known.iter().any(|crowd| crowd.covers(&state.crowd)) {
            return;
        }
        known.retain(|crowd| !state.crowd.covers(crowd));
        known.push(state.crowd.clone());
        self.states += 1;
        if let Some(bound) = self.control.full(self.states) {
            self.control.record(bound);
        }
        self.open.push(state);
    }

    /// Whether no larger one was reached.
    fn is_largest(&self, state: &State) -> bool {
        let known = self.known.get(&(state.global, state.shares.clone()));
        known.is_some_and(|known| known.contains(&state.crowd))
    }

    fn expand(&mut self, state: &State) -> Result<(), Wrong> {
        if !self.is_largest(state) {
            return Ok(());
        }
        let there: Vec<Tid> = self.semantics.tids().filter(|t| self.is_there(state.global, *t)).collect();
        for t in there {
            self.step(state, t)?;
        }
        for member in state.crowd.members() {
            match self.named(state, member) {
                Some((state, t)) => self.step(&state, t)?,
                None => self.control.record(Bound::Threads),
            }
        }
        Ok(())
    }

    /// Whether it is a thread, and no name that nobody has.
    fn is_there(&self, g: Global, t: Tid) -> bool {
        self.pools.started(t).is_none_or(|c| self.semantics.cell(g, c) != 0)
    }

    /// One of the crowd gets a name, if one is left.
    fn named(&self, state: &State, member: &Member) -> Option<(State, Tid)> {
        let names = &self.pools.names()[member.pool];
        let free = names.iter().copied().find(|t| !self.is_there(state.global, *t))?;
        let global = self.semantics.with_cells(state.global, &self.own(free, |i, _| member.own[i]));
        let named = State { crowd: state.crowd.without(member), ..state.with(free, global, member.share) };
        Some((named, free))
    }

    /// The cells that belong to a name, with values by number and cell.
    fn own(&self, t: Tid, value: impl Fn(usize, Cell) -> Value) -> Vec<(Cell, Value)> {
        self.pools.private(t).iter().enumerate().map(|(i, c)| (*c, value(i, *c))).collect()
    }

    fn step(&mut self, state: &State, t: Tid) -> Result<(), Wrong> {
        let transitions = self.transitions(state, t);
        if self.starts_again(state.global, &transitions.accesses) {
            self.control.record(Bound::Threads);
        }
        for step in &transitions.steps {
            self.steps += 1;
            for next in self.settled(self.after(state, t, step)?, t)? {
                self.reach(next);
            }
        }
        Ok(())
    }

    /// Whether somebody is started who was started before: of those that the text counts there are more, then.
    fn starts_again(&self, g: Global, accesses: &Accesses) -> bool {
        let mut starts = self.semantics.program.starts.iter();
        starts.any(|s| accesses.writes.contains(&s.started) && self.semantics.cell(g, s.started) != 0)
    }

    fn transitions(&self, state: &State, t: Tid) -> Rc<Transitions> {
        self.semantics.transitions(t, state.global, state.share(t).0)
    }

    fn after(&self, state: &State, t: Tid, step: &Step) -> Result<State, Wrong> {
        let share = self.moved(state.share(t), step)?;
        Ok(state.with(t, step.global, share))
    }

    fn moved(&self, (l, s): Share, step: &Step) -> Result<Share, Wrong> {
        let share = self.semantics.moved(l, s, step);
        if self.semantics.depth(share.1) > self.control.limits.max_stack {
            self.control.record(Bound::Stack);
        }
        if self.semantics.is_wrong(share.0) { Err(Wrong) } else { Ok(share) }
    }

    /// Where a state leads once `t` stands before something that others may touch, and nobody has a name who needs none.
    fn settled(&mut self, state: State, t: Tid) -> Result<Vec<State>, Wrong> {
        let (mut open, mut settled) = (self.stopped(&state, t)?, vec![]);
        let mut steps = 0;
        while let Some(state) = open.pop() {
            let transitions = self.transitions(&state, t);
            if steps >= OWN_STEPS || transitions.steps.is_empty() || !self.is_own(t, &transitions) {
                settled.push(self.without_names(state));
                continue;
            }
            steps += 1;
            for step in &transitions.steps {
                open.extend(self.stopped(&self.after(&state, t, step)?, t)?);
            }
        }
        Ok(settled)
    }

    /// Whether a step touches what belongs to its thread alone.
    fn is_own(&self, t: Tid, transitions: &Transitions) -> bool {
        touched(&transitions.accesses).all(|c| self.pools.is_alone(t, c))
    }

    /// With `t` where it next touches something shared.
    fn stopped(&mut self, state: &State, t: Tid) -> Result<Vec<State>, Wrong> {
        let stops = self.stops(t, state).ok_or(Wrong)?;
        Ok(stops.iter().map(|share| state.with(t, state.global, *share)).collect())
    }

    /// They are the same with any global store.
    fn stops(&mut self, t: Tid, state: &State) -> Option<Rc<[Share]>> {
        let at = (t, state.share(t));
        if let Some(known) = self.stops.get(&at) {
            return known.clone();
        }
        let found = self.find_stops(t, state).ok().map(Rc::from);
        self.stops.insert(at, found.clone());
        found
    }

    /// Whoever never comes to one stays, for the sake of the others.
    fn find_stops(&self, t: Tid, state: &State) -> Result<Vec<Share>, Wrong> {
        let first = state.share(t);
        let (mut seen, mut open, mut stops) = (FxHashSet::from_iter([first]), vec![first], vec![]);
        while let Some(share) = open.pop() {
            let transitions = self.semantics.transitions(t, state.global, share.0);
            if transitions.steps.is_empty() || touched(&transitions.accesses).next().is_some() {
                stops.push(share);
                continue;
            }
            for step in &transitions.steps {
                let next = self.moved(share, step)?;
                if self.control.goes_on() && self.control.hit().is_none() && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        Ok(if stops.is_empty() { vec![first] } else { stops })
    }

    /// Whoever is told of nowhere, and keeps no address of what belongs to it, is one of the crowd; if it goes on at
    /// all.
    fn without_names(&self, mut state: State) -> State {
        for (pool, names) in self.pools.names().iter().enumerate() {
            for t in names {
                if self.is_there(state.global, *t) && !self.needs_name(&state, *t) {
                    self.rename(&mut state, pool, *t);
                }
            }
        }
        state
    }

    fn needs_name(&self, state: &State, t: Tid) -> bool {
        let is_own = |v: Value| v > 0 && self.pools.is_pointed_to(t, Cell(v as u32 - 1));
        self.pools.is_told_of(t, |c| self.semantics.cell(state.global, c))
            || self.has(state.share(t), |procedure, r| self.pools.may_point(procedure, r), is_own)
            || self.is_held(state, t)
    }

    /// Whether somebody has the id of a thread.
    fn is_held(&self, state: &State, t: Tid) -> bool {
        let mut shares = state.shares.iter().copied().chain(state.crowd.members().map(|member| member.share));
        let may = |procedure, r| self.pools.may_tell(procedure, r);
        self.pools.are_kept() && shares.any(|share| self.has(share, may, |v| v == t.0 as Value))
    }

    /// Whether somebody has such a value, in registers of procedures that may hold one.
    fn has(&self, (l, s): Share, may: impl Fn(u32, Reg) -> bool, is_one: impl Fn(Value) -> bool) -> bool {
        let kept = |at: Loc, first: usize, registers: &[Value]| {
            let procedure = self.semantics.program.location(at).procedure;
            let all = (first as u32..).map(Reg).zip(registers);
            all.into_iter().any(|(r, v)| is_one(*v) && may(procedure, r))
        };
        let shared = self.semantics.program.thread_locals.len();
        let below = |f: Frame| kept(self.semantics.return_location(f), shared, &self.semantics.saved_registers(f));
        self.semantics.loc(l).is_some_and(|at| kept(at, 0, &self.semantics.registers(l)))
            || self.semantics.frames(s).any(below)
    }

    fn rename(&self, state: &mut State, pool: usize, t: Tid) {
        let transitions = self.transitions(state, t);
        if !transitions.steps.is_empty() || !self.is_own(t, &transitions) {
            let own = self.pools.private(t).iter().map(|c| self.semantics.cell(state.global, *c)).collect();
            state.crowd.add(Member { pool, share: state.share(t), own }, self.most);
        }
        let cells = &self.semantics.program.cells;
        let global = self.semantics.with_cells(state.global, &self.own(t, |_, c| cells[c.0 as usize]));
        *state = state.with(t, global, self.first.share(t));
    }
}

/// Whatever of the global store a step goes by, or changes.
fn touched(accesses: &Accesses) -> impl Iterator<Item = Cell> + '_ {
    let Accesses { reads, writes, looks, guards, predicates, .. } = accesses;
    [reads, writes, looks, guards, predicates].into_iter().flatten().copied()
}
