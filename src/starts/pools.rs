//! How many threads a `spawn` may start: as often as it is performed, where that is known from the text, and otherwise
//! as many as a pool holds.

use crate::ir::{Loc, Op, Program};

/// As often as nobody counts.
const MANY: usize = 65;

/// For each `spawn`, given by its location and the procedure that the thread runs; and whether it starts no more.
pub(super) fn instances(program: &Program, spawns: &[(Loc, u32)], pool: usize) -> Vec<(usize, bool)> {
    let mut counts = Counts { program, spawns, pool, pooled: vec![false; spawns.len()] };
    loop {
        let runs = counts.runs();
        let often = |i: &usize| !counts.pooled[*i] && counts.performed(&runs, spawns[*i].0) == MANY;
        let Some(i) = (0..spawns.len()).find(often) else {
            return (0..spawns.len()).map(|i| (counts.started(&runs, i), !counts.pooled[i])).collect();
        };
        counts.pooled[i] = true;
    }
}

struct Counts<'p> {
    program: &'p Program,
    spawns: &'p [(Loc, u32)],
    pool: usize,
    /// Which of them have a pool.
    pooled: Vec<bool>,
}

impl Counts<'_> {
    /// How often each procedure is run: the least solution.
    fn runs(&self) -> Vec<usize> {
        let mut runs = vec![0; self.program.procedures.len()];
        loop {
            let more: Vec<usize> = (0..runs.len()).map(|p| self.run(&runs, p as u32)).collect();
            if more == runs {
                return runs;
            }
            runs = more;
        }
    }

    fn run(&self, runs: &[usize], procedure: u32) -> usize {
        let program = self.program;
        let threads = program.threads.iter().filter(|t| t.procedure == procedure).count();
        let calls = (0..program.locations.len()).map(|l| Loc(l as u32)).filter(|l| self.calls(*l, procedure));
        let called: usize = calls.map(|l| self.performed(runs, l)).sum();
        let started = (0..self.spawns.len()).filter(|i| self.spawns[*i].1 == procedure);
        let started: usize = started.map(|i| self.started(runs, i)).sum();
        (threads + called + started).min(MANY)
    }

    fn calls(&self, at: Loc, callee: u32) -> bool {
        matches!(self.program.location(at).op, Op::Call { procedure, .. } if procedure == callee)
    }

    /// How often a step is performed.
    fn performed(&self, runs: &[usize], at: Loc) -> usize {
        let runs = runs[self.program.location(at).procedure as usize];
        if runs > 0 && self.is_in_a_loop(at) { MANY } else { runs }
    }

    fn started(&self, runs: &[usize], i: usize) -> usize {
        match self.performed(runs, self.spawns[i].0) {
            0 => 0,
            _ if self.pooled[i] => self.pool,
            performed => performed,
        }
    }

    /// Whether control may come back to a location.
    fn is_in_a_loop(&self, at: Loc) -> bool {
        let mut seen = vec![false; self.program.locations.len()];
        let mut open = self.program.location(at).op.targets();
        while let Some(l) = open.pop() {
            if l == at {
                return true;
            }
            if !std::mem::replace(&mut seen[l.0 as usize], true) {
                open.extend(self.program.location(l).op.targets());
            }
        }
        false
    }
}
