//! What transitions do in a formula.

use super::chain::{Chain, Transaction};
use super::clauses::Clauses;
use super::evaluation::Evaluation;
use super::versions::Widths;
use crate::control::Control;
use crate::operators::wrapped_into;
use crate::symbolic::circuit::Lit;
use crate::symbolic::words::{Arithmetic, Word};
use crate::trace::ctp::{Ctp, Effect, Expr, Slice, Transition, VariableId};
use crate::trace::interval::Interval;
use crate::trace::ranges::Ranges;
use crate::trace::schedules::Place;
use std::collections::BTreeSet;

/// A formula that grows transaction by transaction, thread by thread.
pub struct Performance<'a> {
    ctp: &'a Ctp,
    ranges: &'a Ranges,
    widths: Widths,
    chain: &'a Chain,
    clauses: &'a mut Clauses,
    /// The shared variables that a thread of the group stores to; the others are what they are at the beginning.
    stored: Vec<VariableId>,
    /// What every variable holds for the thread at hand.
    values: Vec<Word>,
    /// The transitions that may go wrong, of those that are asked for, each with where it does.
    pub goals: Vec<(Place, Lit)>,
    /// The bits of all values.
    pub bits: usize,
    /// What each transaction finds in shared variables and what it leaves there, in the order of `stored`.
    found: Vec<Vec<Word>>,
    left: Vec<Vec<Word>>,
}

/// What a transition does where its guard holds.
struct Done {
    /// It can be performed.
    goes_on: Lit,
    /// The thread goes wrong.
    wrong: Lit,
    stored: Vec<(VariableId, Word)>,
}

impl<'a> Performance<'a> {
    pub fn new(
        ctp: &'a Ctp,
        ranges: &'a Ranges,
        widths: Widths,
        chain: &'a Chain,
        clauses: &'a mut Clauses,
    ) -> Performance<'a> {
        let transitions =
            chain.transactions.iter().flat_map(|a| &ctp.threads[a.thread].transitions[a.transitions.clone()]);
        let stored: BTreeSet<VariableId> = transitions.flat_map(Transition::targets).collect();
        let stored = stored.into_iter().filter(|v| ctp.is_shared(*v)).collect();
        let values = ctp.variables.iter().map(|v| Word::constant(v.initial)).collect();
        let (found, left) = (vec![], vec![]);
        Performance { ctp, ranges, widths, chain, clauses, stored, values, goals: vec![], bits: 0, found, left }
    }

    /// The next transaction of the chain.
    pub fn transaction(&mut self, a: &Transaction, wanted: &BTreeSet<Place>) {
        self.begin(a);
        self.found.push(self.shared());
        let mut before = a.begun;
        for (at, &performed) in a.transitions.clone().zip(&a.performed) {
            self.clauses.implies(performed, before);
            let done = self.transition((a.thread, at), a);
            self.clauses.implies(performed, done.goes_on);
            self.store((a.thread, at), performed, done.stored);
            if wanted.contains(&(a.thread, at)) {
                let wrong = self.clauses.circuit.and(before, done.wrong);
                self.goals.push(((a.thread, at), wrong));
            }
            before = performed;
        }
        self.left.push(self.shared());
    }

    /// The token brings shared variables as they are.
    pub fn passes(&mut self, control: &Control) {
        let initial: Vec<Word> = self.stored.iter().map(|v| Word::constant(self.ctp.variable(*v).initial)).collect();
        let chain = self.chain;
        for pass in chain.passes.iter().take_while(|_| control.goes_on()) {
            let brought = pass.from.map_or(&initial, |from| &self.left[from]);
            for (found, brought) in self.found[pass.to].iter().zip(brought) {
                self.clauses.equal_if(pass.lit, found, brought);
            }
        }
    }

    fn shared(&self) -> Vec<Word> {
        self.stored.iter().map(|v| self.values[v.0].clone()).collect()
    }

    /// What the thread finds in shared variables. Where it begins it has its own as they are at first.
    fn begin(&mut self, a: &Transaction) {
        let seen = &self.ranges.at[a.thread][a.number];
        if seen.is_none() && self.widths == Widths::Ranges {
            self.clauses.add([!a.begun]);
        }
        for k in 0..self.stored.len() {
            let v = self.stored[k];
            let slot = self.ranges.layout.slot(v);
            let interval = seen.as_ref().map_or(Interval::FALSE, |env| env.0[slot]);
            self.values[v.0] = self.value(interval);
        }
    }

    fn value(&mut self, interval: Interval) -> Word {
        let (word, bits) = self.widths.value(self.clauses, interval);
        self.bits += bits;
        word
    }

    /// What a transition stores is a value of its own, of as many bits as its interval needs.
    fn store(&mut self, (thread, at): Place, performed: Lit, stored: Vec<(VariableId, Word)>) {
        let seen = &self.ranges.transitions[thread][at];
        if self.widths == Widths::Ranges && !seen.performed {
            return self.clauses.add([!performed]);
        }
        for (k, (v, word)) in stored.into_iter().enumerate() {
            let interval = seen.stored.get(k).map_or(Interval::TOP, |(_, interval)| *interval);
            let value = self.value(interval);
            self.clauses.equal_if(performed, &value, &word);
            self.values[v.0] = value;
        }
    }

    fn transition(&mut self, place: Place, a: &Transaction) -> Done {
        let transition = &self.ctp.threads[place.0].transitions[place.1];
        let (holds, fails) = transition.guard.as_ref().map_or((Lit::TRUE, Lit::FALSE), |guard| self.truth(guard));
        let done = self.effect(place, a, &transition.effect);
        let c = &mut self.clauses.circuit;
        let within = c.and(!fails, holds);
        let wrong = c.and(within, done.wrong);
        Done { goes_on: c.and(within, done.goes_on), wrong: c.or(fails, wrong), stored: done.stored }
    }

    /// The truth of an expression, and whether it goes wrong.
    fn truth(&mut self, e: &Expr) -> (Lit, Lit) {
        let mut evaluation = Evaluation::new(self.clauses, &self.values);
        let truth = evaluation.truth(e);
        (truth, evaluation.fails)
    }

    fn effect(&mut self, place: Place, a: &Transaction, effect: &Effect) -> Done {
        let only_if = |goes_on: Lit| Done { goes_on, wrong: Lit::FALSE, stored: vec![] };
        match effect {
            Effect::Assign(assignments) => self.assign(assignments),
            Effect::Lock(m) => {
                let free = !self.clauses.circuit.is_true(&self.values[m.0]);
                Done { stored: vec![(*m, Word::constant(1))], ..only_if(free) }
            }
            Effect::Unlock(m) => {
                let held = Lit::from(self.holds(place, *m));
                Done { stored: vec![(*m, Word::constant(0))], ..only_if(held) }
            }
            Effect::Join(thread) => only_if(self.has_ended(*thread, place, a)),
            Effect::Assert(e) => {
                let (holds, fails) = self.truth(e);
                let goes_on = self.clauses.circuit.and(!fails, holds);
                Done { wrong: !goes_on, ..only_if(goes_on) }
            }
            Effect::Fork(_) | Effect::Skip => only_if(Lit::TRUE),
        }
    }

    fn assign(&mut self, assignments: &[(VariableId, Expr)]) -> Done {
        let (mut stored, mut wrong) = (vec![], Lit::FALSE);
        for (v, e) in assignments {
            let mut evaluation = Evaluation::new(self.clauses, &self.values);
            let word = evaluation.eval(e);
            let fails = evaluation.fails;
            let c = &mut self.clauses.circuit;
            wrong = c.or(wrong, fails);
            let range = self.ctp.variable(*v).range;
            let is_int = range == (Interval::TOP.lo, Interval::TOP.hi);
            stored.push((*v, if is_int { word } else { wrapped_into(c, range, &word) }));
        }
        Done { goes_on: !wrong, wrong, stored }
    }

    /// Whether the thread itself has taken a lock last: nobody else can give it back.
    fn holds(&self, (thread, at): Place, m: VariableId) -> bool {
        let mut before = self.ctp.threads[thread].transitions[..at].iter().map(|t| &t.effect);
        before.rfind(|e| **e == Effect::Lock(m) || **e == Effect::Unlock(m)) == Some(&Effect::Lock(m))
    }

    /// Whether a thread has performed its last transition; one without any, whether it was forked.
    fn has_ended(&mut self, thread: usize, here: Place, a: &Transaction) -> Lit {
        let Some(last) = self.ctp.threads[thread].transitions.len().checked_sub(1) else {
            let forks = self.forks(thread);
            let before: Vec<Lit> = forks.iter().map(|fork| self.performed_before(*fork, here, a)).collect();
            return if forks.is_empty() { Lit::TRUE } else { self.clauses.circuit.any(before) };
        };
        self.performed_before((thread, last), here, a)
    }

    fn performed_before(&mut self, there: Place, here: Place, a: &Transaction) -> Lit {
        let Some((other, performed)) = self.chain.performed(there) else { return Lit::FALSE };
        if (other.thread, other.number) == (a.thread, a.number) {
            return if there.1 < here.1 { performed } else { Lit::FALSE };
        }
        let before = self.chain.before(other, a, self.clauses);
        self.clauses.circuit.and(performed, before)
    }

    fn forks(&self, thread: usize) -> Vec<Place> {
        let of = |(t, slice): (usize, &'a Slice)| {
            let forks = slice.transitions.iter().enumerate().filter(move |(_, x)| x.effect == Effect::Fork(thread));
            forks.map(move |(at, _)| (t, at))
        };
        self.ctp.threads.iter().enumerate().flat_map(of).collect()
    }

    /// A thread that is forked begins after that, and is forked once.
    pub fn births(&mut self) {
        let chain = self.chain;
        for a in chain.transactions.iter().filter(|a| a.number == 0) {
            let forks = self.forks(a.thread);
            if forks.is_empty() {
                continue;
            }
            let before: Vec<Lit> = forks.iter().map(|fork| self.performed_before(*fork, (a.thread, 0), a)).collect();
            self.clauses.add(before.into_iter().chain([!a.begun]));
        }
        for thread in 0..self.ctp.threads.len() {
            let forks = self.forks(thread);
            let performed: Vec<Lit> = forks.iter().filter_map(|f| Some(self.chain.performed(*f)?.1)).collect();
            self.clauses.at_most_one(&performed);
        }
    }
}
