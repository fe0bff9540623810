//! Regular sets of stacks in a form in which equal sets are equal: minimal deterministic automata, their states in
//! the order in which they are met from the first one on, symbol by symbol.

use super::Symbol;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::rc::Rc;

/// A set of stacks, the top first. State 0 is where a stack begins to be read.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Language {
    /// From each state by which symbol to which state, in the order of symbols. No state is in vain.
    edges: Vec<Vec<(Symbol, u32)>>,
    accepting: Vec<bool>,
}

impl Language {
    /// Of one stack.
    pub fn word(word: &[Symbol]) -> Self {
        let mut edges: Vec<Vec<_>> = word.iter().zip(1..).map(|(s, next)| vec![(*s, next)]).collect();
        edges.push(vec![]);
        let accepting = (0..edges.len()).map(|q| q == word.len()).collect();
        Language { edges, accepting }
    }

    /// Of a deterministic automaton that begins at state 0, from every state of which an accepting one is reached.
    pub(super) fn minimal(edges: Vec<Vec<(Symbol, u32)>>, accepting: Vec<bool>) -> Self {
        let class = classes(&edges, &accepting);
        let mut order: IndexSet<u32, FxBuildHasher> = IndexSet::from_iter([0]);
        let mut of_class: FxHashMap<u32, u32> = FxHashMap::from_iter([(class[0], 0)]);
        let mut found = vec![];
        let mut at = 0;
        while let Some(q) = order.get_index(at).copied() {
            let mut row = edges[q as usize].clone();
            for (_, to) in &mut row {
                let known = of_class.len() as u32;
                let number = *of_class.entry(class[*to as usize]).or_insert(known);
                if number == known {
                    order.insert(*to);
                }
                *to = number;
            }
            found.push(row);
            at += 1;
        }
        Language { edges: found, accepting: order.iter().map(|q| accepting[*q as usize]).collect() }
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.edges.len()
    }

    pub(super) fn edges(&self, state: u32) -> &[(Symbol, u32)] {
        &self.edges[state as usize]
    }

    pub fn is_accepting(&self, state: u32) -> bool {
        self.accepting[state as usize]
    }

    /// The tops of its stacks.
    pub fn tops(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.edges[0].iter().map(|(s, _)| *s)
    }

    pub fn has_top(&self, top: Symbol) -> bool {
        self.next(0, top).is_some()
    }

    fn next(&self, state: u32, symbol: Symbol) -> Option<u32> {
        let row = &self.edges[state as usize];
        row.binary_search_by_key(&symbol, |(s, _)| *s).ok().map(|i| row[i].1)
    }

    pub fn contains(&self, word: &[Symbol]) -> bool {
        let end = word.iter().try_fold(0, |q, s| self.next(q, *s));
        end.is_some_and(|q| self.is_accepting(q))
    }

    /// Whether every stack of `other` is one of its own.
    pub fn includes(&self, other: &Language) -> bool {
        let mut seen = FxHashSet::from_iter([(0, 0)]);
        let mut open = vec![(0, 0)];
        while let Some((a, b)) = open.pop() {
            if other.is_accepting(b) && !self.is_accepting(a) {
                return false;
            }
            for (symbol, b2) in other.edges(b) {
                let Some(a2) = self.next(a, *symbol) else { return false };
                if seen.insert((a2, *b2)) {
                    open.push((a2, *b2));
                }
            }
        }
        true
    }

    /// A shortest stack, the first of them in the order of symbols.
    pub fn shortest(&self) -> Vec<Symbol> {
        let mut before: Vec<Option<(u32, Symbol)>> = vec![None; self.states()];
        let mut open = VecDeque::from([0]);
        while let Some(q) = open.pop_front() {
            if self.is_accepting(q) {
                return back(&before, q);
            }
            for (symbol, to) in self.edges(q) {
                if *to != 0 && before[*to as usize].is_none() {
                    before[*to as usize] = Some((q, *symbol));
                    open.push_back(*to);
                }
            }
        }
        unreachable!("no language is empty")
    }
}

fn back(before: &[Option<(u32, Symbol)>], mut at: u32) -> Vec<Symbol> {
    let mut word = vec![];
    while let Some((earlier, symbol)) = before[at as usize] {
        word.push(symbol);
        at = earlier;
    }
    word.reverse();
    word
}

/// For each state the class of those from which the same is read (Moore's partition refinement).
fn classes(edges: &[Vec<(Symbol, u32)>], accepting: &[bool]) -> Vec<u32> {
    let mut class: Vec<u32> = accepting.iter().map(|a| u32::from(*a)).collect();
    let mut count = 0;
    loop {
        let mut numbers = FxHashMap::default();
        let of = |q: usize| {
            let row: Vec<_> = edges[q].iter().map(|(s, to)| (*s, class[*to as usize])).collect();
            (class[q], row)
        };
        let refined: Vec<u32> = (0..edges.len())
            .map(|q| {
                let next = numbers.len() as u32;
                *numbers.entry(of(q)).or_insert(next)
            })
            .collect();
        class = refined;
        if numbers.len() == count {
            return class;
        }
        count = numbers.len();
    }
}

/// Languages by number, equal ones having the same.
#[derive(Default)]
pub struct Languages {
    all: IndexSet<Rc<Language>, FxBuildHasher>,
    included: FxHashMap<(u32, u32), bool>,
}

impl Languages {
    pub fn intern(&mut self, language: Language) -> u32 {
        self.all.insert_full(Rc::new(language)).0 as u32
    }

    pub fn get(&self, id: u32) -> Rc<Language> {
        self.all[id as usize].clone()
    }

    /// Whether every stack of `small` is one of `large`.
    pub fn includes(&mut self, large: u32, small: u32) -> bool {
        let all = &self.all;
        let look = || all[large as usize].includes(&all[small as usize]);
        large == small || *self.included.entry((large, small)).or_insert_with(look)
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}
