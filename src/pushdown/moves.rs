//! The rules of a thread by the symbol on top and by what becomes of the stack.

use super::configuration::Top;
use super::read::{Automaton, Rule};
use crate::diagnostics::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What is on top of a stack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Symbol {
    Named(u32),
    /// Nothing: the thread's own frame, where empty stacks are of interest.
    Bottom,
    /// The thread's own frame before the symbols of its initial stack from this number on, counted from the bottom,
    /// have been taken off: so many are still to be pushed.
    Initial(usize),
}

impl Symbol {
    /// What targets call it.
    pub(super) fn top(self) -> Top {
        match self {
            Symbol::Named(a) => Top::Symbol(a),
            Symbol::Bottom => Top::Empty,
            Symbol::Initial(_) => Top::Any,
        }
    }
}

/// What becomes of the stack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Goal {
    Overwrite(Symbol),
    /// The new top, and what is below it.
    Push(Symbol, Symbol),
    Pop,
}

/// The shared states before and after.
pub(super) type Pairs = BTreeSet<(u32, u32)>;

/// What a thread may do with one symbol on top.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Move {
    /// Those that ask for no shared state, and change none.
    pub(super) free: BTreeSet<Goal>,
    pub(super) rules: BTreeMap<Goal, Pairs>,
    /// Where its rules stand.
    pub(super) spans: Vec<Span>,
}

/// What a thread may do, and the symbol with which its own frame begins.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Moves(pub(super) BTreeMap<Symbol, Move>);

impl Moves {
    /// `stack` is the initial one; `bottom`: empty stacks are of interest.
    pub(super) fn of(automaton: &Automaton, stack: &[u32], bottom: bool) -> (Moves, Symbol) {
        let mut moves = Moves::default();
        automaton.rules.iter().for_each(|rule| moves.rule(rule));
        let asks = automaton.rules.iter().any(|rule| rule.from.1.is_none());
        match stack {
            [only] if !bottom && !asks => (moves, Symbol::Named(*only)),
            stack => {
                let first = moves.stack(stack, automaton.span);
                (moves, first)
            }
        }
    }

    fn rule(&mut self, rule: &Rule) {
        let from = rule.from.1.map_or(Symbol::Bottom, Symbol::Named);
        let goal = match (from, rule.to.1.as_slice()) {
            (Symbol::Bottom, []) => Goal::Overwrite(Symbol::Bottom),
            (Symbol::Bottom, [b, ..]) => Goal::Push(Symbol::Named(*b), Symbol::Bottom),
            (_, []) => Goal::Pop,
            (_, [b]) => Goal::Overwrite(Symbol::Named(*b)),
            (_, [b, c, ..]) => Goal::Push(Symbol::Named(*b), Symbol::Named(*c)),
        };
        let here = self.0.entry(from).or_default();
        here.spans.push(rule.span);
        here.rules.entry(goal).or_default().insert((rule.from.0, rule.to.0));
    }

    /// The thread's own frame: it pushes the symbols of the initial stack, one after the other, from the top.
    fn stack(&mut self, stack: &[u32], span: Span) -> Symbol {
        let before = |n: usize| if n == 0 { Symbol::Bottom } else { Symbol::Initial(n) };
        for (i, symbol) in stack.iter().enumerate() {
            let free = BTreeSet::from([Goal::Push(Symbol::Named(*symbol), before(i))]);
            self.0.insert(Symbol::Initial(i + 1), Move { free, spans: vec![span], ..Move::default() });
        }
        before(stack.len())
    }

    /// Those for which all shared states will do, and stay, are told apart from the others.
    pub(super) fn freed(mut self, states: u32) -> Self {
        for here in self.0.values_mut() {
            let is_free = |pairs: &Pairs| pairs.len() == states as usize && pairs.iter().all(|(q, to)| q == to);
            let free: Vec<Goal> = here.rules.iter().filter(|(_, pairs)| is_free(pairs)).map(|(g, _)| *g).collect();
            free.iter().for_each(|goal| drop(here.rules.remove(goal)));
            here.free.extend(free);
        }
        self
    }

    /// Whether they are the same, wherever they stand.
    pub(super) fn are_as(&self, other: &Moves) -> bool {
        let parts = |moves: &Moves| -> Vec<_> {
            moves.0.iter().map(|(symbol, here)| (*symbol, here.free.clone(), here.rules.clone())).collect()
        };
        parts(self) == parts(other)
    }

    /// The symbols that may be on top of a frame that begins with this one, while no frame is above it.
    pub(super) fn frame(&self, first: Symbol) -> Vec<Symbol> {
        let (mut found, mut next) = (BTreeSet::from([first]), 0);
        let mut order = vec![first];
        while let Some(symbol) = order.get(next).copied() {
            next += 1;
            let goals = self.0.get(&symbol).into_iter().flat_map(Move::goals);
            let follow = goals.filter_map(|goal| match goal {
                Goal::Overwrite(a) | Goal::Push(_, a) => Some(a),
                Goal::Pop => None,
            });
            order.extend(follow.filter(|a| found.insert(*a)).collect::<Vec<_>>());
        }
        order
    }
}

impl Move {
    /// All that may become of the stack, in order.
    pub(super) fn goals(&self) -> impl Iterator<Item = Goal> + use<> {
        self.free.iter().chain(self.rules.keys()).copied().collect::<BTreeSet<_>>().into_iter()
    }
}
