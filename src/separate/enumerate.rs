//! All small programs, the smallest first.
//!
//! What is left out here has an equal among what is not, or is no smaller than it: `skip`, statements
//! behind one that never ends, branches that are equal. The rest is what the search is *not* about: a
//! program has one assertion at most; every variable is read, set to 1, and used by two threads; a
//! branch holds two statements at most, no locks and no further branches; what is repeated for ever is all
//! that a thread does; a mutex is acquired and released in turn. Programs that differ in the order of threads or in names alone count as one.

use super::grammar::{Body, Kind, Sketch, Statement, Var, each, renamed};
use std::collections::HashMap;
use std::ops::Range;

/// Which programs.
#[derive(Clone)]
pub struct Space {
    pub threads: usize,
    /// Statements of one thread.
    pub steps: usize,
    pub without: Vec<Kind>,
    /// Leave out programs without assertion.
    pub asserting: bool,
}

/// The shared things that the programs of one group use.
#[derive(Clone, Copy)]
struct Names {
    vars: usize,
    lock: bool,
}

/// Few names first.
const NAMES: [Names; 6] = [
    Names { vars: 0, lock: false },
    Names { vars: 1, lock: false },
    Names { vars: 0, lock: true },
    Names { vars: 2, lock: false },
    Names { vars: 1, lock: true },
    Names { vars: 2, lock: true },
];

const BRANCH: usize = 2;

/// The bodies over the same names.
struct Pool {
    names: Names,
    /// In ascending order of size.
    bodies: Vec<(Facts, Body)>,
    /// Where the bodies of each size stand.
    sized: Vec<Range<usize>>,
    /// The body with g and x exchanged.
    twin: Vec<usize>,
}

/// What a body does, a bit for each variable.
#[derive(Clone, Copy, Default)]
struct Facts {
    used: u8,
    read: u8,
    set: u8,
    locks: bool,
    asserts: usize,
}

/// The programs of a space.
pub struct Programs {
    space: Space,
    pools: Vec<Pool>,
}

/// Who looks at programs.
pub trait Visitor {
    /// Asked often, also where no program is met for long.
    fn is_done(&self) -> bool;
    fn visit(&mut self, sketch: Sketch);
}

impl Programs {
    pub fn new(space: Space) -> Self {
        let pools = NAMES.into_iter().map(|names| Pool { names, bodies: vec![], sized: vec![], twin: vec![] });
        Programs { space, pools: pools.collect() }
    }

    /// Shows every program of `total` statements, until the visitor is done.
    pub fn of_size(&mut self, total: usize, visitor: &mut dyn Visitor) {
        for pool in &mut self.pools {
            if !visitor.is_done() {
                // What one thread leaves to the others must use every variable.
                pool.grow(&self.space, total.saturating_sub(pool.names.vars).min(self.space.steps));
                pool.choose(&self.space, total, &mut vec![], visitor);
            }
        }
    }
}

impl Pool {
    /// Makes the bodies of up to `steps` statements.
    fn grow(&mut self, space: &Space, steps: usize) {
        if self.sized.len() > steps {
            return;
        }
        for n in self.sized.len()..=steps {
            let mut more = top(n, self.names, space);
            more.sort();
            let start = self.bodies.len();
            self.bodies.extend(more.into_iter().map(|b| (Facts::of(&b), b)));
            self.sized.push(start..self.bodies.len());
        }
        let index: HashMap<&Body, usize> = self.bodies.iter().enumerate().map(|(i, (_, b))| (b, i)).collect();
        let twin = |b: &Body| if self.names.vars < 2 { index[b] } else { index[&renamed(b, &exchanged)] };
        self.twin = self.bodies.iter().map(|(_, b)| twin(b)).collect();
    }

    /// Chooses bodies in ascending order for the threads that have none yet.
    fn choose(&self, space: &Space, left: usize, chosen: &mut Vec<usize>, visitor: &mut dyn Visitor) {
        let missing = space.threads - chosen.len();
        if missing == 0 {
            if self.is_wanted(space, chosen) {
                visitor.visit(Sketch(chosen.iter().map(|i| self.bodies[*i].1.clone()).collect()));
            }
            return;
        }
        let sizes = if missing == 1 { left..left + 1 } else { 0..left / missing + 1 };
        let from = chosen.last().map_or(0, |last| *last);
        for n in sizes.filter(|n| *n < self.sized.len()) {
            for i in self.sized[n].clone().filter(|i| *i >= from) {
                if missing > 1 && visitor.is_done() {
                    return;
                }
                chosen.push(i);
                self.choose(space, left - n, chosen, visitor);
                chosen.pop();
            }
        }
    }

    fn is_wanted(&self, space: &Space, chosen: &[usize]) -> bool {
        let facts = || chosen.iter().map(|i| &self.bodies[*i].0);
        let any = |f: fn(&Facts) -> u8| facts().fold(0, |all, one| all | f(one));
        let all = (1u8 << self.names.vars) - 1;
        let asserts: usize = facts().map(|f| f.asserts).sum();
        asserts <= 1
            && (asserts == 1 || !space.asserting)
            && any(|f| f.read) == all
            && any(|f| f.set) == all
            && facts().any(|f| f.locks) == self.names.lock
            && self.are_shared(chosen, all)
            && self.is_first(chosen)
    }

    /// Whether two threads use every variable.
    fn are_shared(&self, chosen: &[usize], all: u8) -> bool {
        let add = |(one, two): (u8, u8), i: &usize| (one | self.bodies[*i].0.used, two | one & self.bodies[*i].0.used);
        chosen.iter().fold((0, 0), add).1 == all
    }

    /// Whether it comes first among the two programs that differ in names alone.
    fn is_first(&self, chosen: &[usize]) -> bool {
        let mut other: Vec<usize> = chosen.iter().map(|i| self.twin[*i]).collect();
        other.sort_unstable();
        *chosen <= *other
    }
}

impl Facts {
    fn of(body: &Body) -> Facts {
        let mut facts = Facts::default();
        each(body, &mut |s| facts.add(s));
        facts
    }

    fn add(&mut self, statement: &Statement) {
        let bit = statement.var().map_or(0, |v| 1 << v as u8);
        self.used |= bit;
        match statement {
            Statement::Assume(..) | Statement::Assert(..) => self.read |= bit,
            Statement::Assign(_, true) => self.set |= bit,
            _ => (),
        }
        self.locks |= statement.kind() == Kind::Lock;
        self.asserts += usize::from(statement.kind() == Kind::Assert);
    }
}

fn exchanged(v: Var) -> Var {
    if v == Var::G { Var::X } else { Var::G }
}

fn asserts(body: &Body) -> usize {
    Facts::of(body).asserts
}

/// All bodies of `n` statements, and those of fewer that are repeated for ever.
fn top(n: usize, names: Names, space: &Space) -> Vec<Body> {
    let mut found = straight(n, names, space);
    if n > 1 && !space.without.contains(&Kind::Forever) {
        let comes_back = |body: &Body| !body.last().is_some_and(Statement::is_last);
        let rounds = straight(n - 1, names, space).into_iter().filter(comes_back);
        found.extend(rounds.map(|body| vec![Statement::Forever(body)]));
    }
    found
}

fn straight(n: usize, names: Names, space: &Space) -> Vec<Body> {
    let allowed = |kind: &Kind| !space.without.contains(kind);
    let mut pieces = simple(names, space);
    for k in 2..=n {
        pieces.extend(branching(k, names, space));
    }
    if names.lock && allowed(&Kind::Lock) {
        pieces.extend([Statement::Acquire, Statement::Release]);
    }
    sequences(n, &pieces).into_iter().filter(alternates).collect()
}

/// Whether the mutex is acquired and released in turn.
fn alternates(body: &Body) -> bool {
    let locks = body.iter().filter(|s| s.kind() == Kind::Lock);
    locks.enumerate().all(|(i, s)| (*s == Statement::Acquire) == (i % 2 == 0))
}

/// Statements without branches and locks.
fn simple(names: Names, space: &Space) -> Vec<Statement> {
    let mut found = vec![Statement::Fail, Statement::Block, Statement::Loop];
    for v in [Var::G, Var::X].into_iter().take(names.vars) {
        for b in [false, true] {
            found.extend([Statement::Assign(v, b), Statement::Assume(v, b), Statement::Assert(v, b)]);
        }
    }
    found.retain(|s| !space.without.contains(&s.kind()));
    found
}

/// Statements of that size with two branches.
fn branching(n: usize, names: Names, space: &Space) -> Vec<Statement> {
    let simple = simple(names, space);
    let of_size: Vec<Vec<Body>> = (0..=BRANCH).map(|k| sequences(k, &simple)).collect();
    let mut found = vec![];
    for k in (0..=BRANCH).filter(|k| *k < n && n - 1 - k <= BRANCH) {
        for a in &of_size[k] {
            for b in of_size[n - 1 - k].iter().filter(|b| a != *b && asserts(a) + asserts(b) <= 1) {
                found.extend([Statement::If(a.clone(), b.clone()), Statement::Choose(a.clone(), b.clone())]);
            }
        }
    }
    found.retain(|s| !space.without.contains(&s.kind()));
    found
}

/// All sequences of `n` statements made of these, with one assertion at most.
fn sequences(n: usize, pieces: &[Statement]) -> Vec<Body> {
    if n == 0 {
        return vec![vec![]];
    }
    let mut found = vec![];
    for first in pieces.iter().filter(|s| s.size() <= n) {
        for mut rest in sequences(n - first.size(), pieces) {
            rest.insert(0, first.clone());
            if (rest.len() == 1 || !first.is_last()) && asserts(&rest) <= 1 {
                found.push(rest);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;
    use crate::syntax::parse;
    use std::collections::BTreeSet;

    struct Collect(Vec<Sketch>);

    impl Visitor for Collect {
        fn is_done(&self) -> bool {
            false
        }

        fn visit(&mut self, sketch: Sketch) {
            self.0.push(sketch);
        }
    }

    fn programs(asserting: bool) -> Vec<Sketch> {
        let space = Space { threads: 2, steps: 4, without: vec![], asserting };
        let mut programs = Programs::new(space);
        let mut found = Collect(vec![]);
        (0..=4).for_each(|n| programs.of_size(n, &mut found));
        found.0
    }

    /// The same in another order and under other names.
    fn alike(sketch: &Sketch) -> [Sketch; 2] {
        let sorted = |mut threads: Vec<Body>| {
            threads.sort();
            Sketch(threads)
        };
        [sorted(sketch.0.clone()), sorted(sketch.0.iter().map(|b| renamed(b, &exchanged)).collect())]
    }

    #[test]
    fn no_program_comes_twice() {
        let mut seen = BTreeSet::new();
        for sketch in programs(false) {
            let [one, other] = alike(&sketch);
            assert!(seen.insert(one.clone()) && (one == other || seen.insert(other)), "{}", sketch.render());
        }
        assert!(seen.len() > 1000);
    }

    #[test]
    fn every_program_is_a_model() {
        for sketch in programs(true) {
            let text = sketch.render();
            let (ast, found) = parse(&text);
            assert!(found.is_empty() && check(&ast, &text, &[], 1).1.is_empty(), "{text}");
        }
    }
}
