//! The iterations of range propagation (TSG Figure 4(b)): what the paper says of them, and a second
//! implementation that follows every path by itself.

use crate::ctp::program;
use crate::support::{command, setting};
use crate::trace_random::{graphs, random_program, short, split_program, text};
use moverlog::control::Control;
use moverlog::random::Random;
use moverlog::trace::ctp::*;
use moverlog::trace::environment::{Environment, Layout, Outcome, join, perform};
use moverlog::trace::mat::ControlState;
use moverlog::trace::ranges::{Iteration, propagate_ranges, propagate_ranges_step_by_step};
use moverlog::trace::tsg::Tsg;
use std::collections::{BTreeMap, BTreeSet};

const RUNNING: [&str; 6] =
    ["tsg", "models/tsg/running.mover", "--iterations", "--quiet", "--schedule", "1,1,2,1,1,2,2,1,2,2,2"];

/// Every path of one transaction by itself.
struct Paths<'a> {
    ctp: &'a Ctp,
    graph: &'a Tsg,
    layout: Layout,
    nodes: Vec<ControlState>,
    /// What threads know by themselves at the nodes that were reached.
    known: BTreeMap<usize, Environment>,
    /// r of this iteration, and where it ends, in order.
    met: BTreeMap<usize, Environment>,
    ends: Vec<(usize, Environment)>,
}

fn widen(all: &mut BTreeMap<usize, Environment>, node: usize, env: &Environment) {
    _ = join(&mut all.entry(node).or_insert_with(|| env.clone()).0, &env.0);
}

impl Paths<'_> {
    fn node(&self, state: ControlState) -> usize {
        self.nodes.iter().position(|n| *n == state).expect("it is a node")
    }

    fn iterate(&mut self) -> Iteration {
        self.met.clear();
        let shared = self.layout.shared();
        for (from, env) in std::mem::take(&mut self.ends) {
            self.transaction(from, env.clone());
            let here = self.nodes[from];
            for (_, to) in self.graph.switches.iter().filter(|(f, _)| *f == here) {
                let to = self.node(*to);
                let Some(known) = self.known.get(&to) else { continue };
                let arrived = Environment([&env.0[..shared], &known.0[shared..]].concat());
                widen(&mut self.met, to, &arrived);
                self.transaction(to, arrived);
            }
        }
        for (node, env) in &self.ends {
            widen(&mut self.met, *node, env);
        }
        self.iteration()
    }

    fn iteration(&self) -> Iteration {
        Iteration { met: self.met.clone(), ends: self.ends.iter().map(|(node, _)| *node).collect() }
    }

    fn transaction(&mut self, from: usize, mut env: Environment) {
        let ControlState { thread, at } = self.nodes[from];
        let Some(end) = self.graph.boundaries[thread].iter().copied().find(|end| *end > at) else { return };
        let transitions = &self.ctp.threads[thread].transitions;
        let mut outcome = Outcome::default();
        for t in &transitions[at.min(transitions.len())..end.min(transitions.len())] {
            perform(self.ctp, &self.layout, t, &mut env, &mut outcome);
            if !outcome.goes_on {
                return;
            }
        }
        let to = self.node(ControlState { thread, at: end });
        widen(&mut self.known, to, &env);
        match self.ends.iter_mut().find(|(node, _)| *node == to) {
            Some((_, sum)) => _ = join(&mut sum.0, &env.0),
            None => self.ends.push((to, env)),
        }
    }
}

fn by_paths(ctp: &Ctp, graph: &Tsg, iterations: usize) -> Vec<Iteration> {
    let threads = graph.boundaries.iter().enumerate();
    let states = threads.flat_map(|(thread, all)| all.iter().map(move |at| ControlState { thread, at: *at }));
    let nodes: Vec<ControlState> = states.collect();
    let layout = Layout::new(ctp);
    let (known, met, ends) = (BTreeMap::new(), BTreeMap::new(), vec![]);
    let mut paths = Paths { ctp, graph, layout, nodes, known, met, ends };
    for thread in 0..ctp.threads.len() {
        let (node, env) = (paths.node(ControlState { thread, at: 0 }), paths.layout.initial(ctp, thread));
        widen(&mut paths.known, node, &env);
        widen(&mut paths.met, node, &env);
        paths.ends.push((node, env));
    }
    let start = paths.iteration();
    [start].into_iter().chain((0..iterations).map(|_| paths.iterate())).collect()
}

#[test]
fn iterations_are_what_each_path_by_itself_finds() {
    let mut random = Random::new(setting("MOVERLOG_SEED", 1) + 3);
    let mut programs = 0;
    while programs < setting("MOVERLOG_PROGRAMS", 1500) / 5 {
        let ctp = match random.below(2) {
            0 => random_program(&mut random, 2, 6, true),
            _ => split_program(&mut random, 3, 5),
        };
        if !short(&ctp, 16) {
            continue;
        }
        programs += 1;
        for graph in &graphs(&ctp) {
            let ranges = propagate_ranges_step_by_step(&ctp, graph, 1, &Control::default());
            assert_eq!(ranges.steps, by_paths(&ctp, graph, ranges.iterations), "{}", text(&ctp));
            for lookahead in [1, 2] {
                let kept = propagate_ranges_step_by_step(&ctp, graph, lookahead, &Control::default());
                let plain = propagate_ranges(&ctp, graph, lookahead, &Control::default());
                assert_eq!((&kept.at, &kept.transitions), (&plain.at, &plain.transitions), "{}", text(&ctp));
                let at: Vec<_> = kept.at.iter().flatten().cloned().collect();
                assert_eq!(union(&kept.steps, at.len()), at, "{}", text(&ctp));
            }
        }
    }
}

/// R is the union of all r.
fn union(steps: &[Iteration], nodes: usize) -> Vec<Option<Environment>> {
    let mut all = BTreeMap::new();
    steps.iter().flat_map(|step| &step.met).for_each(|(node, env)| widen(&mut all, *node, env));
    (0..nodes).map(|node| all.remove(&node)).collect()
}

fn running() -> serde_json::Value {
    let output = command::run(&[&RUNNING[..], &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The interval of Y where the thread of a graph has come to a control state, after an iteration or in the end.
fn y(graph: &serde_json::Value, iteration: &str, node: (&str, usize)) -> Option<(i64, i64)> {
    let moments = graph["intervals"].as_array().unwrap();
    let moment = moments.iter().find(|m| m["iteration"] == iteration).unwrap();
    let nodes = moment["nodes"].as_array().unwrap();
    let found = nodes.iter().find(|n| n["thread"] == node.0 && n["at"] == node.1)?;
    let interval = found["variables"]["Y"].as_array().unwrap();
    Some((interval[0].as_i64().unwrap(), interval[1].as_i64().unwrap()))
}

/// TSG 4.2: 5 iterations on TSG' and 11 on the CCFG; Y is at most 5 at Jb on TSG', and not on the CCFG.
/// TSG 3.1 and Figure 2(c): the nodes 1a, 5a, Ja, 1b, 2b, 6b, Jb, of which the first iteration comes to 5a and 2b.
#[test]
fn the_running_example_goes_as_the_paper_says() {
    let json = running();
    let [ccfg, tsg, feasible] = [0, 1, 2].map(|k| &json["graphs"][k]);
    assert_eq!([ccfg, tsg, feasible].map(|g| g["intervals"].as_array().unwrap().len() - 2), [11, 7, 5]);
    assert_eq!([ccfg, tsg, feasible].map(|g| y(g, "R", ("M_b", 6)).unwrap()), [(2, 8), (2, 5), (2, 5)]);
    let first = [("M_a", 0), ("M_a", 4), ("M_a", 5), ("M_b", 0), ("M_b", 1), ("M_b", 5), ("M_b", 6)];
    let met: Vec<_> = first.iter().filter(|node| y(feasible, "1", **node).is_some()).collect();
    assert_eq!(met, [&("M_a", 4), &("M_b", 1)]);
    let second: BTreeSet<_> = first.iter().filter(|node| y(feasible, "2", **node).is_some()).collect();
    assert_eq!(second, first.iter().filter(|node| ![("M_b", 0), ("M_b", 6)].contains(node)).collect());
}

/// The run of RPT on TSG' with the initial values of the model, iteration by iteration.
#[test]
fn the_running_example_iteration_by_iteration() {
    let output = command::run(&RUNNING);
    let text = String::from_utf8(output.stdout).unwrap();
    let last = text.split("TSG': intervals at nodes; everywhere L = 0, X = 1\n").nth(1).unwrap();
    let rows: Vec<Vec<&str>> = last.lines().skip(1).map(|l| l.split_whitespace().collect()).collect();
    let of_y: Vec<String> = rows.iter().filter(|r| r[1] == "Y").map(|r| r[2..].join(" ")).collect();
    assert_eq!(
        of_y,
        [
            "[4,4]* - - [4,4]* - - -",
            "- [4,4]* - - [4,4]* - -",
            "[4,4] [4,4]* [1,1]* - [4,4] [4,4]* -",
            "[4,4] [4,4]* [1,1]* [1,1] [1,4]* [1,4]* [2,5]*",
            "[1,5] [1,5]* [1,3]* [1,1] [1,4]* [1,4]* [2,5]*",
            "[1,5] [1,5]* [1,3]* [1,3] [1,5]* [1,5]* [2,5]*",
            "[1,5] [1,5] [1,3] [1,4] [1,5] [1,5] [2,5]",
        ]
    );
}

#[test]
fn every_format_tells_iterations_and_drawings_do_not() {
    let run = |format: &str| command::run(&[&RUNNING[..], &["--format", format]].concat());
    let lines = |format: &str| String::from_utf8(run(format).stdout).unwrap();
    assert!(lines("csv").starts_with("model,graph,iteration,thread,at,next,variable,lo,hi\n"));
    assert!(lines("csv").contains(",TSG',5,M_b,6,yes,Y,2,5\n"));
    assert!(lines("markdown").contains("| 5 | Y | [1,5] | **[1,5]** | **[1,3]** |"));
    for format in ["dot", "svg"] {
        let refused = run(format);
        assert_eq!(refused.status.code(), Some(2));
        assert!(String::from_utf8(refused.stderr).unwrap().contains("`--iterations` is not drawn"));
    }
}

/// A thread that is forked has its first node from the start, and no iteration starts there.
#[test]
fn a_forked_thread_starts_no_iteration() {
    let ctp = program(&[("X", 0)], &["X=1; fork 1", "r=X"]);
    let [_, _, graph] = &graphs(&ctp);
    let ranges = propagate_ranges_step_by_step(&ctp, graph, 1, &Control::default());
    let first_of_forked = graph.boundaries[0].len();
    assert!(ranges.steps[0].met.contains_key(&first_of_forked));
    assert!(!ranges.steps[0].ends.contains(&first_of_forked));
}
