//! The states of an exploration. Nothing else knows how a state is laid out: a row of the global store's number,
//! a number for each thread's local store and, if there are calls, one for each thread's stack.

use crate::control::Control;
use crate::semantics::{Configuration, EMPTY_STACK, Interner, LocalStore};
use moverlog_rules::{Global, Stack, State, Tid};
use std::cell::{Cell, RefCell};

/// From where, by whom, to where.
pub type Transition = (State, Tid, State);

/// States in the order of their discovery, and how each was found.
pub struct Store {
    pub threads: u32,
    /// Without calls every stack is empty and rows leave it out.
    pub stacked: bool,
    rows: RefCell<Interner>,
    /// How each state was first reached: the state before and the thread that moved.
    parents: RefCell<Vec<(State, Tid)>>,
    row: RefCell<Vec<u32>>,
    transitions: Cell<u64>,
    /// Each transition, if they are to be drawn.
    drawn: RefCell<Option<Vec<Transition>>>,
    /// So many states were there from the run before.
    resumed: Cell<u32>,
    first_wrong: Cell<Option<State>>,
}

/// A state. What the number of a local store stands for is up to whoever stored it.
#[derive(Clone, Copy)]
pub struct Row<'r> {
    words: &'r [u32],
    threads: usize,
}

/// The states of a run that the next one begins with, and how each was first reached.
pub struct Kept {
    rows: Vec<Vec<u32>>,
    parents: Vec<(State, Tid)>,
}

impl<'r> Row<'r> {
    pub fn global(self) -> Global {
        Global(self.words[0])
    }

    pub fn local(self, t: Tid) -> u32 {
        self.words[t.0 as usize]
    }

    /// Those of threads 1, 2, and so on.
    pub fn locals(self) -> &'r [u32] {
        &self.words[1..=self.threads]
    }

    pub fn stack(self, t: Tid) -> Stack {
        self.words.get(self.threads + t.0 as usize).map_or(EMPTY_STACK, |s| Stack(*s))
    }

    /// With local stores as they were before they were given these numbers.
    pub fn configuration(self, local: impl Fn(u32) -> LocalStore) -> Configuration {
        let locals = self.locals().iter().map(|l| local(*l)).collect();
        let stacks = (1..=self.threads as u32).map(|t| self.stack(Tid(t))).collect();
        Configuration { global: self.global(), locals, stacks }
    }
}

impl Store {
    pub fn new(threads: u32, stacked: bool) -> Self {
        let width = 1 + threads as usize * if stacked { 2 } else { 1 };
        Store {
            threads,
            stacked,
            rows: RefCell::new(Interner::fixed(width)),
            parents: RefCell::default(),
            row: RefCell::default(),
            transitions: Cell::new(0),
            drawn: RefCell::default(),
            resumed: Cell::new(0),
            first_wrong: Cell::new(None),
        }
    }

    /// The number of states; they are numbered from 0.
    pub fn count(&self) -> usize {
        self.rows.borrow().len()
    }

    /// The number of steps that were taken between them.
    pub fn transitions(&self) -> u64 {
        self.transitions.get()
    }

    /// From now on every transition is kept, and not just counted.
    pub fn keep_transitions(&self) {
        *self.drawn.borrow_mut() = Some(vec![]);
    }

    /// The transitions that were kept, in the order in which they were taken.
    pub fn kept_transitions(&self) -> Vec<Transition> {
        self.drawn.borrow().clone().unwrap_or_default()
    }

    /// The number of states that a run before this one has reached.
    pub fn resumed(&self) -> u32 {
        self.resumed.get()
    }

    /// The first state in which a thread has gone wrong.
    pub fn first_wrong(&self) -> Option<State> {
        self.first_wrong.get()
    }

    /// Records that a thread has gone wrong in `s`.
    pub fn goes_wrong(&self, s: State, control: &Control<'_>) {
        if self.first_wrong.get().is_none() {
            self.first_wrong.set(Some(s));
            control.found_error(s.0 as usize + 1);
        }
    }

    pub fn look<A>(&self, s: State, look: impl FnOnce(Row<'_>) -> A) -> A {
        let rows = self.rows.borrow();
        look(Row { words: rows.get(s.0), threads: self.threads as usize })
    }

    /// The state without one before it.
    pub fn start(&self, c: &Configuration, local: impl Fn(LocalStore) -> u32) -> State {
        let mut row = vec![c.global.0];
        row.extend(c.locals.iter().map(|l| local(*l)));
        row.extend(c.stacks.iter().filter(|_| self.stacked).map(|s| s.0));
        let (id, new) = self.rows.borrow_mut().intern(&row);
        if new {
            self.parents.borrow_mut().push((State(id), Tid(0)));
        }
        State(id)
    }

    /// The state after a step of `t` from `s`, which leaves the stack as it is if none is given. Nothing if a
    /// bound keeps it out.
    pub fn after(
        &self,
        s: State,
        t: Tid,
        (g, l, stack): (Global, u32, Option<Stack>),
        control: &Control<'_>,
    ) -> Option<State> {
        let mut row = self.row.borrow_mut();
        row.clear();
        row.extend_from_slice(self.rows.borrow().get(s.0));
        row[0] = g.0;
        row[t.0 as usize] = l;
        if let Some(stack) = stack.filter(|_| self.stacked) {
            row[(self.threads + t.0) as usize] = stack.0;
        }
        let mut rows = self.rows.borrow_mut();
        if let Some(bound) = control.full(rows.len())
            && rows.find(&row).is_none()
        {
            control.record(bound);
            return None;
        }
        self.transitions.set(self.transitions.get() + 1);
        let (id, new) = rows.intern(&row);
        drop(rows);
        if new {
            self.parents.borrow_mut().push((s, t));
            control.tick(id as usize + 1);
        }
        if let Some(drawn) = self.drawn.borrow_mut().as_mut() {
            drawn.push((s, t, State(id)));
        }
        Some(State(id))
    }

    /// The states and threads on the way to `s`, from the initial state: each state is reached from
    /// the one before by a step of the thread beside it.
    pub fn path(&self, s: State) -> Vec<(State, Tid)> {
        let parents = self.parents.borrow();
        let mut path = vec![];
        let mut at = s;
        while at.0 != 0 {
            let (before, t) = parents[at.0 as usize];
            path.push((at, t));
            at = before;
        }
        path.reverse();
        path
    }

    /// The thread whose step first led to `s`; nothing for the initial state.
    pub fn mover(&self, s: State) -> Option<Tid> {
        Some(self.parents.borrow()[s.0 as usize].1).filter(|t| t.0 > 0)
    }

    /// How many moves of threads other than `t`, and how many in all, lead to each state as it was found.
    pub fn costs(&self, t: Tid) -> Vec<(u32, u32)> {
        let mut costs: Vec<(u32, u32)> = vec![];
        for &(before, u) in self.parents.borrow().iter() {
            let (others, all) = costs.get(before.0 as usize).copied().unwrap_or_default();
            let first = u32::from(!costs.is_empty());
            costs.push((others + first * u32::from(u != t), all + first));
        }
        costs
    }

    /// All states so far.
    pub fn keep(&self) -> Kept {
        let rows = self.rows.borrow();
        let rows = (0..rows.len() as u32).map(|s| rows.get(s).to_vec()).collect();
        Kept { rows, parents: self.parents.borrow().clone() }
    }

    /// Begins with these states, which get the first numbers, `wrong` being the first that goes wrong.
    pub fn resume(&self, kept: &Kept, wrong: impl Fn(Row<'_>) -> bool) {
        for row in &kept.rows {
            self.rows.borrow_mut().intern(row);
        }
        self.parents.borrow_mut().extend(&kept.parents);
        self.resumed.set(kept.rows.len() as u32);
        self.first_wrong.set((0..self.resumed()).map(State).find(|s| self.look(*s, &wrong)));
    }
}
