//! All paths together against each by itself, and against sets of paths as the paper describes them.

use super::super::analysis::GraphKind;
use super::super::environment::perform;
use super::super::ranges::propagate_ranges;
use super::super::record::{Plan, record};
use super::super::tsg::{Lattices, Mats, Options, Union};
use super::*;
use crate::check::check;
use crate::control::Limits;
use crate::syntax::parse;

fn program(text: &str, constants: &[(&str, i64)], seed: u64) -> Ctp {
    let constants: Vec<(String, i64)> = constants.iter().map(|(n, v)| (n.to_string(), *v)).collect();
    let (program, found) = check(&parse(text).0, text, &constants, 1);
    assert!(found.is_empty(), "{found:?}");
    let control = Control::default();
    record(&program, &Plan::Random(seed), 10_000, &control).expect("chance is possible").run.ctp
}

/// Each path by itself, or together, in iterations of one transaction.
fn found(ctp: &Ctp, graph: &Tsg, together: bool, max_states: usize) -> String {
    let control = Control::from(Limits { max_states, ..Limits::default() });
    let mut propagation = Propagation::new(ctp, graph, &control);
    let mut now = propagation.start(graph);
    let mut orders = vec![];
    for _ in 0..graph.transactions() {
        now = if together {
            propagation.iterate(&now, 1)
        } else {
            propagation.follow(&now, |propagation, node, view| propagation.set_out(node, view, 1))
        };
        orders.push((now.order.clone(), propagation.changed, propagation.updates));
    }
    format!("{orders:?} {:?}", propagation.ranges(graph))
}

/// Sets of paths as the paper describes them, one transaction in an iteration.
struct Plain<'a> {
    ctp: &'a Ctp,
    graph: &'a Tsg,
    layout: Layout,
    at: Vec<Vec<Option<Environment>>>,
    seen: Vec<Vec<Seen>>,
    next: Vec<(ControlState, Environment)>,
}

impl Plain<'_> {
    fn iterate(&mut self, now: &[(ControlState, Environment)]) {
        let shared = self.layout.shared();
        for (from, env) in now {
            self.step(*from, env.clone());
            for (_, to) in self.graph.switches.iter().filter(|(f, _)| f == from) {
                let Some(known) = self.place(*to).clone() else { continue };
                let env = Environment([&env.0[..shared], &known.0[shared..]].concat());
                widen(self.place(*to), &env);
                self.step(*to, env);
            }
        }
    }

    fn step(&mut self, from: ControlState, mut env: Environment) {
        let t = from.thread;
        let Some(end) = self.graph.boundaries[t].iter().copied().find(|end| *end > from.at) else { return };
        let mut outcome = Outcome::default();
        for at in from.at..end.min(self.seen[t].len()) {
            perform(self.ctp, &self.layout, &self.ctp.threads[t].transitions[at], &mut env, &mut outcome);
            self.seen[t][at].note(&outcome);
            if !outcome.goes_on {
                return;
            }
        }
        let to = ControlState { thread: t, at: end };
        widen(self.place(to), &env);
        match self.next.iter_mut().find(|(other, _)| *other == to) {
            Some((_, sum)) => _ = join(&mut sum.0, &env.0),
            None => self.next.push((to, env)),
        }
    }

    fn place(&mut self, node: ControlState) -> &mut Option<Environment> {
        let k = self.graph.boundaries[node.thread].binary_search(&node.at).expect("it is a node");
        &mut self.at[node.thread][k]
    }
}

fn plain(ctp: &Ctp, graph: &Tsg) -> (Vec<Vec<Option<Environment>>>, Vec<Vec<Seen>>) {
    let at = graph.boundaries.iter().map(|b| vec![None; b.len()]).collect();
    let seen = ctp.threads.iter().map(|s| vec![Seen::default(); s.transitions.len()]).collect();
    let mut plain = Plain { ctp, graph, layout: Layout::new(ctp), at, seen, next: vec![] };
    for thread in 0..ctp.threads.len() {
        let initial = plain.layout.initial(ctp, thread);
        plain.at[thread][0] = Some(initial.clone());
        plain.next.push((ControlState { thread, at: 0 }, initial));
    }
    for _ in 0..graph.transactions() {
        let now = std::mem::take(&mut plain.next);
        plain.iterate(&now);
    }
    (plain.at, plain.seen)
}

#[test]
fn all_paths_together_find_what_each_finds() {
    let guarded = "bool go; int x; void a() { x = 1; x = 2; atomic { go = true; } x = 3; } \
        void b() { int seen; seen = x; atomic { assume(go); } seen = x; assert(10 / seen > 2); } P = { a() } || { b() }";
    let programs = [
        program(guarded, &[], 1),
        program(include_str!("../../../models/tsg/counters.mover"), &[("N", 3)], 1),
        program(include_str!("../../../models/tsg/bank.mover"), &[("CLERKS", 3)], 2),
        program(include_str!("../../../models/tsg/indexer.mover"), &[("THREADS", 4), ("SIZE", 17)], 1),
        program(include_str!("../../../models/tsg/atom_log_buffer.mover"), &[], 12),
    ];
    for (ctp, kind) in programs.iter().flat_map(|ctp| GraphKind::ALL.map(|kind| (ctp, kind))) {
        let skeleton = kind.skeleton(ctp);
        let lattices = Lattices::new(&skeleton, false);
        let graph = match kind {
            GraphKind::Ccfg => Tsg::ccfg(&skeleton, &lattices),
            _ => Tsg::new(&skeleton, &lattices, &Options { mats: Mats::All, union: Union::Boundaries }),
        };
        let control = Control::default();
        let ranges = propagate_ranges(ctp, &graph, 1, &control);
        assert_eq!((ranges.at, ranges.transitions), plain(ctp, &graph));
        for max_states in [50, 1000, usize::MAX] {
            assert_eq!(found(ctp, &graph, true, max_states), found(ctp, &graph, false, max_states));
        }
    }
}
