//! The numbers of TSG's running example, and programs on which the printed readings go wrong.

use crate::ctp::program;
use moverlog::control::Control;
use moverlog::trace::ctp::{Ctp, VariableId};
use moverlog::trace::interval::Interval;
use moverlog::trace::lattice::{Lattice, Skeleton};
use moverlog::trace::mat::*;
use moverlog::trace::ranges::{Ranges, propagate_ranges};
use moverlog::trace::tsg::*;
use pretty_assertions::assert_eq;

/// TSG Figure 1, with values for which the metrics of section 4.3 come out.
fn running_example() -> Ctp {
    let a = "lock L; a1=Z; a2=X; unlock L; Y=a1+a2";
    let b = "b1=Y; lock L; b2=X; Z=b2+1; unlock L; Y=b1+b2";
    program(&[("X", 1), ("Y", 4), ("Z", 0)], &[a, b])
}

fn lattice(ctp: &Ctp) -> Lattice<'static> {
    Lattice::new(&Skeleton::new(ctp, true), 0, 1)
}

/// `1a`, `2b`, and `Ja` for the end.
fn name(lattice: &Lattice, thread: usize, at: usize) -> String {
    let end = if thread == lattice.i { lattice.ends.0 } else { lattice.ends.1 };
    let letter = (b'a' + thread as u8) as char;
    if at == end { format!("J{letter}") } else { format!("{}{letter}", at + 1) }
}

fn shown(lattice: &Lattice, mats: &[Mat]) -> Vec<String> {
    let part = |t, from, to| format!("{}>{}", name(lattice, t, from), name(lattice, t, to));
    mats.iter().map(|m| format!("{} {}", part(0, m.begin.0, m.end.0), part(1, m.begin.1, m.end.1))).collect()
}

fn switches(lattice: &Lattice, switches: impl IntoIterator<Item = (ControlState, ControlState)>) -> Vec<String> {
    let state = |s: ControlState| name(lattice, s.thread, s.at);
    let mut all: Vec<_> = switches.into_iter().map(|(from, to)| format!("({},{})", state(from), state(to))).collect();
    all.sort();
    all
}

fn options(mats: Mats) -> Options {
    Options { mats, union: Union::Boundaries }
}

fn graph(ctp: &Ctp, mats: Option<Mats>) -> Tsg {
    let skeleton = Skeleton::new(ctp, mats.is_some());
    let lattices = Lattices::new(&skeleton, false);
    match mats {
        Some(mats) => Tsg::new(&skeleton, &lattices, &options(mats)),
        None => Tsg::ccfg(&skeleton, &lattices),
    }
}

const FEASIBLE: Option<Mats> = Some(Mats::Feasible(Reading::Checked));

fn ranges(ctp: &Ctp, graph: &Tsg, lookahead: usize) -> Ranges {
    let found = propagate_ranges(ctp, graph, lookahead, &Control::default());
    assert_eq!(found.bound, None);
    found
}

fn y_at_jb(ctp: &Ctp, graph: &Tsg, found: &Ranges) -> Option<Interval> {
    let end = ctp.threads[1].transitions.len();
    found.at_node(graph, ControlState { thread: 1, at: end }, VariableId(1))
}

#[test]
fn gen_mat_finds_the_seven_mats_of_figure_5() {
    let lattice = lattice(&running_example());
    let mats = gen_mat(&lattice);
    let expected =
        ["1a>Ja 1b>2b", "1a>5a 2b>3b", "1a>2a 3b>6b", "5a>Ja 2b>Jb", "5a>Ja 3b>Jb", "1a>Ja 6b>Jb", "2a>Ja 6b>Jb"];
    assert_eq!(shown(&lattice, &mats), expected);
    let expected = "(2a,3b) (2b,1a) (3b,1a) (5a,2b) (6b,1a) (Ja,1b) (Ja,2b) (Ja,3b) (Ja,6b) (Jb,1a) (Jb,2a) (Jb,5a)";
    assert_eq!(switches(&lattice, context_switches(&lattice, &mats)).join(" "), expected);
    assert!(is_adequate(&lattice, &mats));
}

#[test]
fn gen_mat_feasible_finds_the_five_mats_of_figure_5() {
    let lattice = lattice(&running_example());
    for reading in [Reading::Checked, Reading::Fallback, Reading::Literal] {
        let mats = gen_mat_feasible(&lattice, reading);
        let expected = ["1a>Ja 1b>2b", "1a>5a 2b>6b", "1a>Ja 6b>Jb", "5a>Ja 2b>Jb", "5a>Ja 6b>Jb"];
        assert_eq!(shown(&lattice, &mats), expected);
        let expected = "(2b,1a) (5a,2b) (6b,1a) (Ja,1b) (Ja,2b) (Ja,6b) (Jb,1a) (Jb,5a)";
        assert_eq!(switches(&lattice, context_switches(&lattice, &mats)).join(" "), expected);
        assert!(is_adequate(&lattice, &mats));
    }
}

#[test]
fn the_graphs_have_the_published_sizes() {
    let ctp = running_example();
    let sizes = |g: &Tsg| (g.nodes(), g.transactions(), g.switches.len(), g.edges());
    assert_eq!(sizes(&graph(&ctp, None)), (13, 11, 30, 41));
    assert_eq!(sizes(&graph(&ctp, Some(Mats::All))), (9, 7, 10, 17));
    assert_eq!(sizes(&graph(&ctp, FEASIBLE)), (7, 5, 8, 13));
    let lattice = lattice(&ctp);
    let dropped = graph(&ctp, Some(Mats::All));
    assert!(!switches(&lattice, dropped.switches).iter().any(|s| s == "(2a,3b)" || s == "(3b,1a)"));
}

#[test]
fn the_metrics_are_the_published_ones() {
    let ctp = running_example();
    for (mats, metric, y) in [(FEASIBLE, (6, 43), (2, 5)), (Some(Mats::All), (6, 57), (2, 5)), (None, (7, 87), (2, 8))]
    {
        let graph = graph(&ctp, mats);
        let found = ranges(&ctp, &graph, 1);
        assert_eq!(found.metric(&ctp), metric, "{mats:?}");
        assert_eq!(y_at_jb(&ctp, &graph, &found), Some(Interval { lo: y.0, hi: y.1 }), "{mats:?}");
    }
}

#[test]
fn the_assertion_is_proved_on_both_tsgs_and_not_on_the_ccfg() {
    let mut ctp = running_example();
    let assertion = program(&[("X", 1), ("Y", 4), ("Z", 0)], &["assert Y<=5"]).threads.remove(0).transitions;
    ctp.threads[1].transitions.extend(assertion);
    for (mats, proved) in [(FEASIBLE, true), (Some(Mats::All), true), (None, false)] {
        let graph = graph(&ctp, mats);
        let seen = &ranges(&ctp, &graph, 1).transitions[1][6];
        assert!(graph.adequate);
        assert_eq!(!seen.fails, proved, "{mats:?}");
    }
}

#[test]
fn nodes_of_the_feasible_graph_hold_the_intervals_of_figure_4() {
    let ctp = running_example();
    let graph = graph(&ctp, FEASIBLE);
    let found = ranges(&ctp, &graph, 1);
    let at = |thread, at, v| {
        let i = found.at_node(&graph, ControlState { thread, at }, VariableId(v)).unwrap();
        (i.lo, i.hi)
    };
    let y = [at(0, 0, 1), at(0, 4, 1), at(0, 5, 1), at(1, 0, 1), at(1, 1, 1), at(1, 5, 1), at(1, 6, 1)];
    assert_eq!(y, [(1, 5), (1, 5), (1, 3), (1, 4), (1, 5), (1, 5), (2, 5)]);
    for (thread, state) in [(0, 0), (0, 4), (0, 5), (1, 0), (1, 1), (1, 5), (1, 6)] {
        assert_eq!((at(thread, state, 2), at(thread, state, 3)), ((0, 2), (0, 0)));
    }
}

#[test]
fn lookahead_keeps_the_assertion_and_never_loses_precision() {
    let ctp = running_example();
    for mats in [FEASIBLE, Some(Mats::All)] {
        let graph = graph(&ctp, mats);
        let (one, three) = (ranges(&ctp, &graph, 1), ranges(&ctp, &graph, 3));
        assert!(three.needed < one.needed);
        for (a, b) in one.transitions.iter().flatten().zip(three.transitions.iter().flatten()) {
            let pairs = a.stored.iter().zip(&b.stored);
            pairs.for_each(|(x, y)| assert_eq!(x.1.meet(y.1), Some(y.1)));
        }
    }
}
