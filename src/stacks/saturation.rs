//! post* of a regular set of configurations with one control, as an automaton that grows transition by transition
//! (Schwoon, Model-Checking Pushdown Systems, 2002, algorithm 2). Each transition remembers what it was made from.

use super::{Language, Place, Symbol, System, Word};
use crate::control::{Bound, Control};
use indexmap::IndexMap;
use indexmap::map::Entry;
use rustc_hash::{FxBuildHasher, FxHashSet};

/// A state of the automaton.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Node {
    /// A configuration with this control is read from here.
    At(Place),
    /// One of the language that is given.
    Given(u32),
    /// Below what a rule has pushed, by the control and the top that it leads to.
    Below(Place, Symbol),
}

/// From where, reading what, to where; states by number.
pub(super) type Transition = (u32, Symbol, u32);

/// What a transition was made from, by numbers of transitions and of rules.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin {
    Given,
    /// By a rule that replaces the top.
    Swapped(u32, u32),
    /// The top that a rule has pushed; what is below it remembers which.
    Pushed,
    /// What is below.
    Below(u32, u32),
    /// Nothing is read to where the second one begins, since a rule pops what the first reads.
    Popped(u32, u32, u32),
}

/// All that is reached.
pub struct Saturation {
    pub(super) nodes: IndexMap<Node, (), FxBuildHasher>,
    pub(super) transitions: IndexMap<Transition, Origin, FxBuildHasher>,
    /// From each state: the numbers of its transitions.
    pub(super) from: Vec<Vec<u32>>,
    /// To each state: who comes there by reading nothing, and by which transition and rule.
    silent: Vec<Vec<(u32, u32, u32)>>,
    /// Who comes where by reading nothing.
    popped: FxHashSet<(u32, u32)>,
    pub(super) accepting: Vec<bool>,
    /// Pops whose way to the empty stack is complete: from which state, by which transition and rule.
    pub(super) emptied: IndexMap<u32, Option<(u32, u32)>, FxBuildHasher>,
    /// To so many transitions rules were applied.
    applied: usize,
    /// Of these, those whose heads have more rules by now.
    again: Vec<u32>,
}

/// All configurations that are reached from those with a control and a stack of a language. Ends early after a head
/// that is `sought`, and where a bound is hit; `room` is for so many transitions.
pub fn post_star(
    system: &dyn System,
    (place, language): (Place, &Language),
    sought: &dyn Fn(Place, Symbol) -> bool,
    room: usize,
    control: &Control<'_>,
) -> Saturation {
    let mut found = Saturation::new(place, language);
    while let Some(number) = found.next(room, control) {
        if found.head(number).is_some_and(|(place, top)| sought(place, top)) {
            break;
        }
        found.apply(system, number);
    }
    found
}

impl Saturation {
    /// Before any rule is applied.
    pub fn new(place: Place, language: &Language) -> Self {
        let mut found = Saturation {
            nodes: IndexMap::default(),
            transitions: IndexMap::default(),
            from: vec![],
            silent: vec![],
            popped: FxHashSet::default(),
            accepting: vec![],
            emptied: IndexMap::default(),
            applied: 0,
            again: vec![],
        };
        found.begin(place, language);
        found
    }

    /// Until every rule that there is has been applied, or a bound is hit.
    pub fn saturate(&mut self, system: &dyn System, room: usize, control: &Control<'_>) {
        while let Some(number) = self.next(room, control) {
            self.apply(system, number);
        }
    }

    /// A head has more rules than it had.
    pub fn revisit(&mut self, place: Place, top: Symbol) {
        let Some(from) = self.nodes.get_index_of(&Node::At(place)) else { return };
        let reads = self.from[from].iter().copied().filter(|t| self.transition(*t).1 == top);
        self.again.extend(reads.collect::<Vec<_>>());
    }

    /// A transition to which rules are to be applied.
    fn next(&mut self, room: usize, control: &Control<'_>) -> Option<u32> {
        if self.transitions.len() > room {
            control.record(Bound::States);
        }
        if !control.goes_on() {
            return None;
        }
        self.again.pop().or_else(|| {
            let number = (self.applied < self.transitions.len()).then_some(self.applied as u32)?;
            self.applied += 1;
            Some(number)
        })
    }

    fn begin(&mut self, place: Place, language: &Language) {
        let numbers: Vec<u32> = (0..language.states() as u32).map(|q| self.number(Node::Given(q))).collect();
        for q in 0..language.states() as u32 {
            self.accepting[numbers[q as usize] as usize] = language.is_accepting(q);
            for (symbol, to) in language.edges(q) {
                self.add((numbers[q as usize], *symbol, numbers[*to as usize]), Origin::Given);
            }
        }
        let start = self.number(Node::At(place));
        for (symbol, to) in language.edges(0) {
            self.add((start, *symbol, numbers[*to as usize]), Origin::Given);
        }
        if language.is_accepting(0) {
            self.accepting[start as usize] = true;
            self.emptied.insert(start, None);
        }
    }

    pub(super) fn node(&self, number: u32) -> Node {
        *self.nodes.get_index(number as usize).expect("it is there").0
    }

    fn number(&mut self, node: Node) -> u32 {
        let (number, old) = self.nodes.insert_full(node, ());
        if old.is_none() {
            self.from.push(vec![]);
            self.silent.push(vec![]);
            self.accepting.push(false);
        }
        number as u32
    }

    fn apply(&mut self, system: &dyn System, transition: u32) {
        let Some((place, top)) = self.head(transition) else { return };
        let (_, _, to) = self.transition(transition);
        for (i, rule) in (0..).zip(system.rules(place, top).iter()) {
            let next = self.number(Node::At(rule.to));
            match rule.word {
                Word::Pop => self.pop(next, to, (transition, i)),
                Word::Swap(symbol) => self.add((next, symbol, to), Origin::Swapped(transition, i)),
                Word::Push(symbol, below) => {
                    let between = self.number(Node::Below(rule.to, symbol));
                    self.add((next, symbol, between), Origin::Pushed);
                    self.add((between, below, to), Origin::Below(transition, i));
                }
            }
        }
    }

    /// From `next` nothing is read to `to`: so whatever is read from there is read from here.
    fn pop(&mut self, next: u32, to: u32, (transition, rule): (u32, u32)) {
        if !self.popped.insert((next, to)) {
            return;
        }
        self.silent[to as usize].push((next, transition, rule));
        if self.accepting[to as usize] && !self.accepting[next as usize] {
            self.accepting[next as usize] = true;
            self.emptied.insert(next, Some((transition, rule)));
        }
        for onward in self.from[to as usize].clone() {
            let (_, symbol, end) = self.transition(onward);
            self.add((next, symbol, end), Origin::Popped(transition, rule, onward));
        }
    }

    fn add(&mut self, transition: Transition, origin: Origin) {
        let mut open = vec![(transition, origin)];
        while let Some((transition, origin)) = open.pop() {
            let Entry::Vacant(place) = self.transitions.entry(transition) else { continue };
            let (from, symbol, to) = transition;
            let number = place.index() as u32;
            place.insert(origin);
            self.from[from as usize].push(number);
            for (earlier, by, rule) in self.silent[from as usize].iter().rev() {
                open.push(((*earlier, symbol, to), Origin::Popped(*by, *rule, number)));
            }
        }
    }

    pub(super) fn transition(&self, number: u32) -> Transition {
        *self.transitions.get_index(number as usize).expect("it is there").0
    }

    /// The number of transitions.
    pub fn size(&self) -> usize {
        self.transitions.len()
    }

    /// The controls that are reached, in the order in which they were.
    pub fn places(&self) -> impl Iterator<Item = Place> + '_ {
        let place = |node: &Node| if let Node::At(place) = node { Some(*place) } else { None };
        self.nodes.keys().filter_map(place)
    }

    /// The heads that are reached, in the order in which they were; one may come several times.
    pub fn heads(&self) -> impl Iterator<Item = (Place, Symbol)> + '_ {
        (0..self.transitions.len() as u32).filter_map(|number| self.head(number))
    }

    /// What a transition reads, if a control does.
    fn head(&self, number: u32) -> Option<(Place, Symbol)> {
        let (from, top, _) = self.transition(number);
        if let Node::At(place) = self.node(from) { Some((place, top)) } else { None }
    }
}
