//! The states of an exploration. States have few different first halves of their rows and few different second ones,
//! so each half is stored once, and a state is a pair of them (the tree compression of LTSmin, in two levels).

use super::before::Before;
use super::row::{Field, Half, Halves, Row, Share, fields, place, width};
use crate::control::Control;
use crate::semantics::{Configuration, Interner, LocalStore, Pairs};
use moverlog_rules::{Global, Stack, State, Tid};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::ops::Range;

/// What a step changes: the global store, the number of the thread's local store, and its stack, if one is given.
pub type Changed = (Global, u32, Option<Stack>);

/// From where, by whom, to where.
pub type Transition = (State, Tid, State);

/// States in the order of their discovery, and how each was found.
pub struct Store {
    pub threads: u32,
    /// Without calls every stack is empty and rows leave it out.
    pub stacked: bool,
    found: RefCell<Found>,
    half: RefCell<Vec<u32>>,
    transitions: Cell<u64>,
    /// Each transition, if they are to be drawn.
    drawn: RefCell<Option<Vec<Transition>>>,
    /// A bit for each state that has been expanded, how many there are, and the one that was met last.
    expanded: RefCell<Vec<u64>>,
    expansions: Cell<(usize, Option<State>)>,
    /// So many states were there from the run before.
    resumed: Cell<u32>,
    first_wrong: Cell<Option<State>>,
}

/// The states of a run, for the next one to begin with, and how each was first reached.
#[derive(Clone)]
pub struct Found {
    states: Pairs,
    halves: [Interner; 2],
    /// How each state was first reached: the state before and the thread that moved, of which there are at most 64.
    before: Before,
    movers: Vec<u8>,
    /// Where threads changed places on that step: the number of their order.
    reordered: FxHashMap<State, u32>,
    orders: Interner,
}

impl Found {
    fn new(width: usize) -> Self {
        let first = width.div_ceil(2);
        Found {
            states: Pairs::default(),
            halves: [Interner::fixed(first), Interner::fixed(width - first)],
            before: Before::default(),
            movers: vec![],
            reordered: FxHashMap::default(),
            orders: Interner::varying(),
        }
    }

    #[inline]
    fn halves(&self, s: State) -> [&[u32]; 2] {
        let (first, second) = self.states.get(s.0);
        let [firsts, seconds] = &self.halves;
        [firsts.get(first), seconds.get(second)]
    }

    /// The halves of the row of `s` with these words in place of its own; nothing where one of them is new and is
    /// not to be added.
    #[inline]
    fn replaced(&mut self, s: State, words: &[(usize, u32)], adds: bool, half: &mut Vec<u32>) -> Option<Halves> {
        let (first, second) = self.states.get(s.0);
        let [firsts, seconds] = &mut self.halves;
        let width = firsts.get(first).len();
        let first = with(firsts, first, words, 0..width, adds, half)?;
        let second = with(seconds, second, words, width..usize::MAX, adds, half)?;
        Some((first, second))
    }

    /// The number of a state, and whether it is new; reached by a step of a thread from a state, if by any.
    #[inline]
    fn add(&mut self, reached: Option<(State, Tid)>, (first, second): Halves) -> (State, bool) {
        let (id, new) = self.states.intern(first, second);
        if new {
            let (before, t) = reached.unwrap_or((State(id), Tid(0)));
            self.reached(before, t);
        }
        (State(id), new)
    }

    fn reached(&mut self, before: State, t: Tid) {
        self.before.push(before);
        self.movers.push(u8::try_from(t.0).expect("at most 64 threads"));
    }
}

/// The number of the half with these words of a row in place of its own, as far as they are in its part of the row.
fn with(
    halves: &mut Interner,
    id: u32,
    words: &[(usize, u32)],
    part: Range<usize>,
    adds: bool,
    half: &mut Vec<u32>,
) -> Option<u32> {
    let known = halves.get(id);
    let differs = |(at, word): &&(usize, u32)| part.contains(at) && known[at - part.start] != *word;
    if !words.iter().any(|w| differs(&w)) {
        return Some(id);
    }
    half.clear();
    half.extend_from_slice(known);
    for (at, word) in words.iter().filter(|(at, _)| part.contains(at)) {
        half[at - part.start] = *word;
    }
    if adds { Some(halves.intern(half).0) } else { halves.find(half) }
}

impl Store {
    pub fn new(threads: u32, stacked: bool) -> Self {
        Store {
            threads,
            stacked,
            found: RefCell::new(Found::new(width(threads, stacked))),
            half: RefCell::default(),
            transitions: Cell::new(0),
            drawn: RefCell::default(),
            expanded: RefCell::default(),
            expansions: Cell::new((0, None)),
            resumed: Cell::new(0),
            first_wrong: Cell::new(None),
        }
    }

    /// The number of states; they are numbered from 0.
    #[inline]
    pub fn count(&self) -> usize {
        self.found.borrow().states.len()
    }

    /// The steps from `s` are asked for.
    #[inline]
    pub fn expand(&self, s: State) {
        let (number, last) = self.expansions.get();
        if last == Some(s) {
            return;
        }
        let (words, at, bit) = (&mut *self.expanded.borrow_mut(), s.0 as usize / 64, 1 << (s.0 % 64));
        if words.len() <= at {
            words.resize(at + 1, 0);
        }
        let new = words[at] & bit == 0;
        words[at] |= bit;
        self.expansions.set((number + usize::from(new), Some(s)));
    }

    /// Takes in that a state is new.
    #[inline]
    pub fn met(&self, new: State, control: &Control<'_>) {
        control.tick_with(new.0 as usize + 1, Some(self.expansions.get().0));
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

    #[inline]
    pub fn look<A>(&self, s: State, look: impl FnOnce(Row<'_>) -> A) -> A {
        let found = self.found.borrow();
        look(Row { halves: found.halves(s), threads: self.threads, stacked: self.stacked })
    }

    /// The state without one before it.
    pub fn start(&self, c: &Configuration, local: impl Fn(LocalStore) -> u32) -> State {
        let shares: Vec<Share> = c.locals.iter().map(|l| local(*l)).zip(c.stacks.iter().copied()).collect();
        self.add(None, c.global, &shares).0
    }

    /// A state given as a whole, and whether it is new, whatever the bounds; reached by a step of a thread from a
    /// state, if by any.
    pub fn add(&self, reached: Option<(State, Tid)>, g: Global, shares: &[Share]) -> (State, bool) {
        let row = self.row(g, shares);
        let (first, second) = row.split_at(row.len().div_ceil(2));
        let found = &mut *self.found.borrow_mut();
        let [firsts, seconds] = &mut found.halves;
        let halves = (firsts.intern(first).0, seconds.intern(second).0);
        found.add(reached, halves)
    }

    /// The same by its halves.
    pub fn add_halves(&self, reached: (State, Tid), halves: Halves) -> (State, bool) {
        self.found.borrow_mut().add(Some(reached), halves)
    }

    /// What will be added next, several states at once: [`Pairs::foresee`].
    pub fn foresee(&self, states: &[Halves]) {
        self.found.borrow().states.foresee(states);
    }

    /// The halves of a state.
    #[inline]
    pub fn halves(&self, s: State) -> Halves {
        self.found.borrow().states.get(s.0)
    }

    /// The number of a half that is given by its words.
    pub fn add_half(&self, half: Half, words: &[u32]) -> u32 {
        self.found.borrow_mut().halves[half as usize].intern(words).0
    }

    /// The words of a half, each with what it is the number of.
    pub fn look_half(&self, half: Half, number: u32, look: impl FnMut((Field, u32))) {
        let found = self.found.borrow();
        self.fields(half).zip(found.halves[half as usize].get(number).iter().copied()).for_each(look);
    }

    /// What each word of a half is the number of.
    pub fn fields(&self, half: Half) -> impl Iterator<Item = Field> {
        fields(half, width(self.threads, self.stacked), self.stacked)
    }

    fn row(&self, g: Global, shares: &[Share]) -> Vec<u32> {
        let words = |(l, stack): &Share| [Some(*l), self.stacked.then_some(stack.0)];
        std::iter::once(g.0).chain(shares.iter().flat_map(words).flatten()).collect()
    }

    fn find(&self, g: Global, shares: &[Share]) -> Option<State> {
        let row = self.row(g, shares);
        let found = self.found.borrow();
        let (first, second) = row.split_at(row.len().div_ceil(2));
        let [firsts, seconds] = &found.halves;
        found.states.find(firsts.find(first)?, seconds.find(second)?).map(State)
    }

    /// As `after`, where threads have changed places: the thread at each place, in their order, and the state as a
    /// whole.
    pub fn after_in_order(
        &self,
        (s, t): (State, Tid),
        order: &[Tid],
        (g, shares): (Global, &[Share]),
        control: &Control<'_>,
    ) -> Option<State> {
        if let Some(bound) = control.full(self.count())
            && self.find(g, shares).is_none()
        {
            control.record(bound);
            return None;
        }
        self.transitions.set(self.transitions.get() + 1);
        let (next, new) = self.add(Some((s, t)), g, shares);
        if new {
            let found = &mut *self.found.borrow_mut();
            let words: Vec<u32> = order.iter().map(|t| t.0).collect();
            found.reordered.insert(next, found.orders.intern(&words).0);
            self.met(next, control);
        }
        if let Some(drawn) = self.drawn.borrow_mut().as_mut() {
            drawn.push((s, t, next));
        }
        Some(next)
    }

    /// How threads changed places on the step that first led to `s`, if they did: the thread at each place.
    pub fn order(&self, s: State) -> Option<Vec<Tid>> {
        let found = self.found.borrow();
        let order = found.orders.get(*found.reordered.get(&s)?);
        Some(order.iter().copied().map(Tid).collect())
    }

    /// The state after a step of `t` from `s`, which leaves the stack as it is if none is given. Nothing if a
    /// bound keeps it out.
    pub fn after(&self, s: State, t: Tid, step: Changed, control: &Control<'_>) -> Option<State> {
        let words = self.words(t, step);
        let found = &mut *self.found.borrow_mut();
        let full = control.full(found.states.len());
        let halves = found.replaced(s, &words, full.is_none(), &mut self.half.borrow_mut());
        if let Some(bound) = full
            && halves.and_then(|(a, b)| found.states.find(a, b)).is_none()
        {
            control.record(bound);
            return None;
        }
        self.transitions.set(self.transitions.get() + 1);
        let (next, new) = found.add(Some((s, t)), halves?);
        if new {
            self.met(next, control);
        }
        if let Some(drawn) = self.drawn.borrow_mut().as_mut() {
            drawn.push((s, t, next));
        }
        Some(next)
    }

    /// The halves of the state after such a step, which is counted; the state is not added.
    pub fn halves_after(&self, s: State, t: Tid, step: Changed) -> Halves {
        self.transitions.set(self.transitions.get() + 1);
        let words = self.words(t, step);
        let halves = self.found.borrow_mut().replaced(s, &words, true, &mut self.half.borrow_mut());
        halves.expect("they are added")
    }

    /// What is at which place of a row after such a step of `t`.
    #[inline]
    fn words(&self, t: Tid, (g, l, stack): Changed) -> [(usize, u32); 3] {
        let at = place(t, self.stacked);
        let stack = stack.filter(|_| self.stacked).map(|stack| (at + 1, stack.0));
        [(0, g.0), (at, l), stack.unwrap_or((at, l))]
    }

    /// The states and threads on the way to `s`, from the initial state: each state is reached from
    /// the one before by a step of the thread beside it.
    pub fn path(&self, s: State) -> Vec<(State, Tid)> {
        let found = self.found.borrow();
        let mut path = vec![];
        let mut at = s;
        while at.0 != 0 {
            path.push((at, Tid(found.movers[at.0 as usize].into())));
            at = found.before.get(at);
        }
        path.reverse();
        path
    }

    /// The thread whose step first led to `s`; nothing for the initial state.
    pub fn mover(&self, s: State) -> Option<Tid> {
        Some(Tid(self.found.borrow().movers[s.0 as usize].into())).filter(|t| t.0 > 0)
    }

    /// How many moves of threads other than `t`, and how many in all, lead to each state as it was found.
    pub fn costs(&self, t: Tid) -> Vec<(u32, u32)> {
        let mut costs: Vec<(u32, u32)> = vec![];
        let found = self.found.borrow();
        for (before, u) in found.before.iter().zip(&found.movers) {
            let (others, all) = costs.get(before.0 as usize).copied().unwrap_or_default();
            let first = u32::from(!costs.is_empty());
            costs.push((others + first * u32::from(u32::from(*u) != t.0), all + first));
        }
        costs
    }

    /// All states so far.
    pub fn keep(&self) -> Found {
        self.found.borrow().clone()
    }

    /// Begins with these states, which get the first numbers, `wrong` being the first that goes wrong.
    pub fn resume(&self, kept: &Found, wrong: impl Fn(Row<'_>) -> bool) {
        self.found.replace(kept.clone());
        self.resumed.set(self.count() as u32);
        self.first_wrong.set((0..self.resumed()).map(State).find(|s| self.look(*s, &wrong)));
    }
}
