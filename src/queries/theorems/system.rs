//! A transition system with a class for each thread in each state: what the reduction theorems speak of (CPC
//! Theorem 1, FQ Theorem A.1, DYN Definition 5).

use super::shown::Breach;
use super::trial::Trial;
use super::world::Explored;
use crate::control::Control;
use crate::movers::{Class, Moves};
use moverlog_rules::{Program, State, Tid};

/// States by number; lists by thread hold thread 1 first.
pub(super) struct System<'c> {
    pub(super) tids: Vec<Tid>,
    /// Where the steps of each thread lead.
    pub(super) next: Vec<Vec<Vec<usize>>>,
    pub(super) class: Vec<Vec<Class>>,
    /// Who has gone wrong.
    pub(super) wrong: Vec<Vec<bool>>,
    /// RM and LM of what each thread does next.
    pub(super) moves: Vec<Vec<Moves>>,
    pub(super) control: &'c Control<'c>,
}

impl<'c> System<'c> {
    /// Of an exploration of every interleaving.
    pub(super) fn of(explored: &Explored<'_>, control: &'c Control<'c>) -> Self {
        Self::with_steps(explored, &|_| true, control)
    }

    /// Of a reduced exploration, with the steps of threads in L alone, whether or not they may move.
    pub(super) fn committed(explored: &Explored<'_>, control: &'c Control<'c>) -> Self {
        Self::with_steps(explored, &|class| class == Class::Left, control)
    }

    fn with_steps(explored: &Explored<'_>, steps: &dyn Fn(Class) -> bool, control: &'c Control<'c>) -> Self {
        let instance = &explored.instance;
        let tids: Vec<Tid> = instance.semantics.tids().collect();
        let mut system = System { tids, next: vec![], class: vec![], wrong: vec![], moves: vec![], control };
        explored.ask(|p| {
            let mut s = 0;
            while s < instance.state_count() && control.goes_on() {
                system.add(p, State(s as u32), steps, &|t| instance.loc(t, State(s as u32)).is_none());
                s += 1;
            }
        });
        system
    }

    fn add(&mut self, p: &dyn Program, s: State, steps: &dyn Fn(Class) -> bool, wrong: &dyn Fn(Tid) -> bool) {
        let class: Vec<Class> = self.tids.iter().map(|t| class(p, *t, s)).collect();
        let each = |(t, class): (&Tid, &Class)| {
            let next = if steps(*class) { successors(p, *t, s) } else { vec![] };
            next.into_iter().map(|s| s.0 as usize).collect()
        };
        let moves = |t: &Tid| {
            let n = p.node(*t, s);
            Moves { right: p.is_right_mover(*t, n), left: p.is_left_mover(*t, n) }
        };
        self.next.push(self.tids.iter().zip(&class).map(each).collect());
        self.class.push(class);
        self.wrong.push(self.tids.iter().map(|t| wrong(*t)).collect());
        self.moves.push(self.tids.iter().map(moves).collect());
    }

    pub(super) fn states(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.next.len()).take_while(|_| self.control.goes_on())
    }

    pub(super) fn next(&self, t: Tid, s: usize) -> &[usize] {
        &self.next[s][at(t)]
    }

    pub(super) fn class(&self, t: Tid, s: usize) -> Class {
        self.class[s][at(t)]
    }

    pub(super) fn is_wrong(&self, t: Tid, s: usize) -> bool {
        self.wrong[s][at(t)]
    }

    pub(super) fn others(&self, t: Tid) -> impl Iterator<Item = Tid> + '_ {
        self.tids.iter().copied().filter(move |u| *u != t)
    }

    pub(super) fn everyone_outside(&self, s: usize) -> bool {
        self.class[s].iter().all(|c| *c == Class::Outside)
    }

    /// Each step: from where, by whom, to where.
    fn steps(&self) -> impl Iterator<Item = (usize, Tid, usize)> + '_ {
        let by =
            move |s: usize| self.tids.iter().flat_map(move |t| self.next(*t, s).iter().map(move |s2| (s, *t, *s2)));
        self.states().flat_map(by)
    }

    /// No step of t leads from L(t) to R(t): FQ B.5 (ii), CPC Theorem 1 item 2, DYN Definition 5 item 5.
    pub(super) fn no_way_back(&self) -> Trial {
        let mut trial = Trial::new("steps in L");
        for (s, t, s2) in self.steps().filter(|(s, t, _)| self.class(*t, *s) == Class::Left) {
            let says = "a step of {t} leads from L to R";
            trial
                .tried(self.class(t, s2) != Class::Right, || Breach { steps: vec![(s2, t)], ..Breach::of(s, t, says) });
        }
        trial
    }

    /// A step of u leaves t in its class, and wrong or not: FQ B.5 (v), CPC Theorem 1 item 5, DYN Definition 5 item 3.
    pub(super) fn keeps_classes(&self) -> Trial {
        let mut trial = Trial::new("steps");
        for (s, u, s2) in self.steps() {
            let stays =
                |t: &Tid| self.class(*t, s) == self.class(*t, s2) && self.is_wrong(*t, s) == self.is_wrong(*t, s2);
            let moved = self.others(u).find(|t| !stays(t));
            let says = "a step of {u} takes {t} into another class";
            trial.tried(moved.is_none(), || {
                let t = moved.unwrap_or(u);
                Breach { u, steps: vec![(s2, u)], ..Breach::of(s, t, says) }
            });
        }
        trial
    }

    /// From L(t), steps of t lead to N(t): C3, FQ condition C, DYN Definition 5 item 2.
    pub(super) fn ends(&self, of: impl Iterator<Item = usize>) -> Trial {
        let mut trial = Trial::new("states in L");
        let ending: Vec<Vec<bool>> = self.tids.iter().map(|t| self.reaching_outside(*t)).collect();
        for s in of {
            for t in self.tids.iter().filter(|t| self.class(**t, s) == Class::Left) {
                trial.tried(ending[at(*t)][s], || Breach::of(s, *t, "{t} is in L and does not reach N alone"));
            }
        }
        trial
    }

    /// The states from which steps of `t` lead to N(t), through L(t) and R(t).
    fn reaching_outside(&self, t: Tid) -> Vec<bool> {
        let mut before: Vec<Vec<usize>> = vec![vec![]; self.next.len()];
        for s in self.states() {
            self.next(t, s).iter().for_each(|s2| before[*s2].push(s));
        }
        let mut reaching = vec![false; before.len()];
        let mut open: Vec<usize> = self.states().filter(|s| self.class(t, *s) == Class::Outside).collect();
        while let Some(s) = open.pop() {
            if !std::mem::replace(&mut reaching[s], true) {
                open.extend(&before[s]);
            }
        }
        reaching
    }
}

pub(super) fn at(t: Tid) -> usize {
    t.0 as usize - 1
}

fn class(p: &dyn Program, t: Tid, s: State) -> Class {
    let n = p.node(t, s);
    match (p.is_outside(t, n), p.is_left(t, n)) {
        (true, _) => Class::Outside,
        (false, true) => Class::Left,
        (false, false) => Class::Right,
    }
}

/// Where steps of `t` lead from `s`, whether or not it may move there.
fn successors(p: &dyn Program, t: Tid, s: State) -> Vec<State> {
    let n = p.node(t, s);
    let mut next: Vec<State> = p.u(t, n).map(|n2| p.set(s, t, n2)).collect();
    next.extend(p.u_plus(t, n).filter_map(|(n2, f)| p.push(s, t, n2, f)));
    if let Some(f) = p.top(t, s) {
        next.extend(p.u_minus(t, n, f).map(|n2| p.pop(s, t, n2)));
    }
    next
}
