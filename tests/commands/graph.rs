//! Graphs: against the engines' own counts, against a loop over all configurations, and against what
//! CPC says of its figures; their DOT against a strict reader.

use crate::corpus::{models, read};
use crate::dot;
use crate::support::command;
use moverlog::driver::{Control, Engine, Limits, MoverMode, Options, Outcome, Phases};
use moverlog::ir::Op;
use moverlog::model::{Model, load};
use moverlog::queries::{Grain, Graph, GraphEdge, GraphNode, graph};
use moverlog::report::{Checked, ControlFlow, Report, StateGraph};
use moverlog::semantics::{Configuration, Semantics};
use moverlog_rules::{Claim, State, Tid};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;

/// Graphs of models with more states are not drawn.
const LARGEST: usize = 300;

fn engine(name: &str) -> Engine<'static> {
    Engine::named(name).expect("it is listed")
}

fn drawn(model: &Model, engine: Engine, grain: Grain) -> (Outcome, Graph) {
    drawn_with(model, engine, grain, None)
}

fn drawn_with(model: &Model, engine: Engine, grain: Grain, phases: Option<Phases>) -> (Outcome, Graph) {
    let limits = Limits { max_states: LARGEST, max_stack: 8, ..Limits::default() };
    let claims = model.program.locations.iter().any(|l| l.claimed.is_some());
    let movers = if claims { MoverMode::Declared } else { MoverMode::Lockset };
    let options = Options { movers, phases, ..Options::default() };
    graph(&model.program, engine, grain, &options, &Control::from(limits)).expect("claims are true")
}

/// The graphs of each engine on each model, partial ones too; blocks have another graph.
fn on_all_models(grain: Grain, look: &mut dyn FnMut(&Model, Engine, &Outcome, &Graph)) {
    for path in models() {
        let model = read(&path, &[]);
        for engine in Engine::all().filter(|e| !matches!(e, Engine::Blocks(..))) {
            let (outcome, graph) = drawn(&model, engine, grain);
            look(&model, engine, &outcome, &graph);
        }
    }
}

fn checked<'a>(model: &'a Model, engine: Engine<'a>, outcome: &'a Outcome) -> Checked<'a> {
    Checked {
        model: &model.name,
        engine,
        movers: "lockset",
        program: &model.program,
        outcome,
        attempts: None,
        deadlock: None,
        seconds: 0.0,
        peak_bytes: 0,
        original: false,
        quiet: false,
    }
}

/// As the DOT has it.
fn name(s: State) -> String {
    format!("n{}", s.0)
}

#[test]
fn states_and_transitions_are_those_of_the_check() {
    on_all_models(Grain::Transitions, &mut |model, engine, outcome, graph| {
        let said = format!("{} {}", model.name, engine.name());
        assert_eq!(graph.bound, outcome.cut(), "{said}");
        if engine.claim() == Claim::OrderDependent {
            // It keeps states of earlier runs, which no transition of the last one may reach.
            assert!(graph.nodes.len() <= outcome.states, "{said}");
            return;
        }
        assert_eq!(graph.nodes.len(), outcome.states, "{said}");
        let summarizes = engine.name().starts_with("summaries");
        let transitions = graph.edges.len() as u64;
        // A summary may have no step at all; those are not drawn.
        assert!(transitions == outcome.transitions || summarizes && transitions < outcome.transitions, "{said}");
        let ends_alone = |e: &GraphEdge| engine.chooses_nodes() && e.steps.is_empty() && e.from != e.to;
        let steps = |e: &GraphEdge| if summarizes { !e.steps.is_empty() || ends_alone(e) } else { e.steps.len() == 1 };
        assert!(graph.edges.iter().all(steps), "{said}");
        if graph.bound.is_none() && engine.claim() == Claim::Sound {
            assert_eq!(graph.nodes.iter().any(GraphNode::is_wrong), outcome.failed.is_some(), "{said}");
        }
    });
}

/// All configurations and the number of steps between them.
fn interleavings(semantics: &Semantics<'_>) -> (HashSet<Configuration>, usize) {
    let mut found = HashSet::from([semantics.initial()]);
    let mut open = vec![semantics.initial()];
    let mut steps = 0;
    while let Some(at) = open.pop() {
        for t in semantics.tids() {
            for step in &semantics.transitions_in(&at, t).steps {
                steps += 1;
                let next = semantics.after(&at, t, step);
                if found.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
    }
    (found, steps)
}

#[test]
fn every_interleaving_is_drawn() {
    let mut complete = 0;
    for path in models() {
        let model = read(&path, &[]);
        let (_, graph) = drawn(&model, engine("interleaving"), Grain::Transitions);
        if graph.bound.is_none() {
            complete += 1;
            let (configurations, steps) = interleavings(&Semantics::new(&model.program));
            assert_eq!((graph.nodes.len(), graph.edges.len()), (configurations.len(), steps), "{}", model.name);
        }
    }
    assert!(complete > 60, "{complete} models are small enough");
}

/// Where the edges lead, from the initial state.
fn reached(graph: &Graph) -> BTreeSet<State> {
    let mut next: BTreeMap<State, Vec<State>> = BTreeMap::new();
    graph.edges.iter().for_each(|e| next.entry(e.from).or_default().push(e.to));
    let mut found = BTreeSet::from([State(0)]);
    let mut open = vec![State(0)];
    while let Some(s) = open.pop() {
        let leads_to = next.get(&s).into_iter().flatten().copied();
        open.extend(leads_to.filter(|s2| found.insert(*s2)));
    }
    found
}

/// Which threads go wrong.
fn wrong(graph: &Graph) -> BTreeSet<usize> {
    let threads = graph.nodes.iter().flat_map(|n| n.threads.iter().enumerate());
    threads.filter(|(_, at)| at.loc.is_none()).map(|(t, _)| t).collect()
}

/// Transactions lead everywhere that transitions do, and each is one thread's.
#[test]
fn transactions_are_what_transitions_are_together() {
    on_all_models(Grain::Transactions, &mut |model, engine, outcome, graph| {
        let said = format!("{} {}", model.name, engine.name());
        let nodes: BTreeSet<State> = graph.nodes.iter().map(|n| n.state).collect();
        assert!(graph.nodes.iter().all(|n| n.scheduling || n.is_wrong()), "{said}");
        if graph.bound.is_none() && outcome.states > 0 {
            assert_eq!(reached(graph), nodes, "{said}");
            assert_eq!(wrong(graph), wrong(&drawn(model, engine, Grain::Transitions).1), "{said}");
        }
        each_is_one_threads(model, engine, graph);
    });
}

/// Nobody else moves, and each step is taken where the one before has left the thread.
fn each_is_one_threads(model: &Model, engine: Engine, graph: &Graph) {
    let nodes: BTreeMap<State, &GraphNode> = graph.nodes.iter().map(|n| (n.state, n)).collect();
    for edge in &graph.edges {
        let said = format!("{} {} {:?}", model.name, engine.name(), edge);
        let (from, to) = (nodes[&edge.from], nodes[&edge.to]);
        let t = edge.thread.0 as usize - 1;
        for u in (0..from.threads.len()).filter(|u| *u != t) {
            assert_eq!(from.threads[u].loc, to.threads[u].loc, "{said}");
        }
        assert_eq!(from.threads[t].loc, Some(edge.steps[0].loc), "{said}");
        let goes_to = |pair: &[moverlog::driver::Told]| match &model.program.location(pair[0].loc).op {
            Op::Call { .. } | Op::Return { .. } | Op::End => true,
            op => op.targets().contains(&pair[1].loc),
        };
        assert!(edge.steps.windows(2).all(goes_to), "{said}");
        // A summary also spans a callee at whose entry a transaction begins.
        let summarizes = engine.name().starts_with("summaries");
        assert!(summarizes || edge.steps.iter().filter(|s| s.commits).count() <= 1, "{said}");
        let failed = edge.steps.iter().position(|s| s.failure.is_some());
        assert_eq!(failed.is_some(), to.threads[t].loc.is_none(), "{said}");
        assert!(failed.is_none_or(|i| i + 1 == edge.steps.len()), "{said}");
    }
}

/// The locations of thread 1 between transactions, while thread 2 has not moved yet.
fn scheduled(model: &str, rules: &str) -> Vec<String> {
    let model = read(Path::new(model), &[]);
    let (_, graph) = drawn(&model, engine(rules), Grain::Transactions);
    let start = graph.nodes[0].threads[1].loc;
    let unmoved = graph.nodes.iter().filter(|n| n.threads[1].loc == start);
    let names: BTreeSet<_> = unmoved.filter_map(|n| Some(&model.program.location(n.threads[0].loc?).name)).collect();
    names.into_iter().cloned().collect()
}

#[test]
fn transactions_of_cpcs_figures_end_where_the_paper_says() {
    assert_eq!(scheduled("models/cpc/figure1.mover", "cpc"), ["L0", "L1"], "at the commit point");
    assert_eq!(scheduled("models/cpc/figure1.mover", "unsound"), ["L0"], "never");
    assert_eq!(scheduled("models/cpc/figure2.mover", "cpc"), ["L0", "T1:end"], "where the branch ends that does");
    assert_eq!(scheduled("models/cpc/figure3.mover", "cpc"), ["L0", "L4"], "after the release alone");
    assert_eq!(scheduled("models/cpc/figure9.mover", "cpc"), ["L0", "L1"], "once, above both loops");
}

/// CPC 2: thread 1 of Figure 3 commits at `y := 42`, between its acquire and its release.
#[test]
fn the_transaction_of_figure_3() {
    let model = read(Path::new("models/cpc/figure3.mover"), &[]);
    let (_, graph) = drawn(&model, engine("cpc"), Grain::Transactions);
    let first = graph.edges.iter().find(|e| e.from == State(0) && e.thread == Tid(1)).expect("thread 1 moves");
    let steps = first.steps.iter().map(|s| (model.program.location(s.loc).name.as_str(), s.moves.letter(), s.commits));
    let expected = [("L0", 'R', false), ("L1", 'N', true), ("L2", 'B', false), ("L3", 'L', false)];
    assert_eq!(steps.collect::<Vec<_>>(), expected);
    // Every transaction stays in one procedure, so these are the summaries of level II.
    let phases = Some(Phases::Restart);
    let (summaries, _) = drawn_with(&model, engine("summaries"), Grain::Transitions, phases);
    let (_, graph) = drawn_with(&model, engine("reduction"), Grain::Transactions, phases);
    assert_eq!((graph.nodes.len(), graph.edges.len() as u64), (summaries.states, summaries.transitions));
}

#[test]
fn dot_and_json_say_what_the_graph_says() {
    for path in models() {
        let model = read(&path, &[]);
        for (rules, grain) in [
            ("interleaving", Grain::Transitions),
            ("reduction", Grain::Transactions),
            ("summaries", Grain::Transitions),
            ("cpc", Grain::Transactions),
        ] {
            let (outcome, graph) = drawn(&model, engine(rules), grain);
            both_say(&checked(&model, engine(rules), &outcome), &graph);
        }
    }
}

fn by_state(graph: &Graph) -> (BTreeSet<State>, BTreeSet<State>) {
    let wrong = graph.nodes.iter().filter(|n| n.is_wrong()).map(|n| n.state);
    (graph.nodes.iter().map(|n| n.state).collect(), wrong.collect())
}

/// The states that edges lead to which leave none in which a thread has gone wrong.
fn up_to_wrong(graph: &Graph) -> BTreeSet<State> {
    let (nodes, wrong) = by_state(graph);
    let mut found: BTreeSet<State> = nodes.into_iter().filter(|s| *s == State(0)).collect();
    loop {
        let leads = |e: &&GraphEdge| found.contains(&e.from) && !wrong.contains(&e.from) && !found.contains(&e.to);
        let Some(edge) = graph.edges.iter().find(leads) else { return found };
        found.insert(edge.to);
    }
}

fn both_say(checked: &Checked<'_>, graph: &Graph) {
    let report = StateGraph { checked, graph };
    let read = dot::parse(&report.text());
    let drawn = up_to_wrong(graph);
    assert!(read.nodes.keys().eq(drawn.iter().map(|s| name(*s)).collect::<BTreeSet<_>>().iter()));
    let (nodes, wrong) = by_state(graph);
    let goes_on = |e: &&GraphEdge| drawn.contains(&e.from) && !wrong.contains(&e.from);
    assert!(graph.edges.iter().filter(goes_on).all(|e| nodes.contains(&e.to)));
    let ends = graph.edges.iter().filter(goes_on).map(|e| (name(e.from), name(e.to)));
    assert!(read.edges.iter().map(|(from, to, _)| (from.clone(), to.clone())).eq(ends));
    let rest = graph.nodes.len() - drawn.len();
    assert_eq!(read.titles[0].contains("after a thread went wrong"), rest > 0);
    assert_eq!(read.titles[0].contains("partial"), graph.bound.is_some());
    let json = report.json();
    assert_eq!(json["partial"], graph.bound.is_some());
    assert_eq!(json["nodes"].as_array().map(Vec::len), Some(graph.nodes.len()));
    assert_eq!(json["edges"].as_array().map(Vec::len), Some(graph.edges.len()));
}

#[test]
fn control_flow_has_every_location_and_where_each_leads() {
    for path in models() {
        let model = read(&path, &[]);
        let (outcome, _) = drawn(&model, engine("summaries"), Grain::Transitions);
        let checked = checked(&model, engine("summaries"), &outcome);
        let read = dot::parse(&ControlFlow(&checked).text());
        let locations = &model.program.locations;
        let ways = |op: &Op| if matches!(op, Op::Return { .. }) { 1 } else { op.targets().len() };
        assert_eq!(read.nodes.len(), locations.len(), "{}", model.name);
        assert_eq!(read.edges.len(), locations.iter().map(|l| ways(&l.op)).sum::<usize>(), "{}", model.name);
        assert_eq!(read.titles.len(), 1 + model.program.procedures.len());
        let json = ControlFlow(&checked).json();
        let count = |what: &str| json["nodes"].as_array().expect("a list").iter().filter(|n| n[what] == true).count();
        assert_eq!(count("entry"), model.program.procedures.len());
        assert_eq!(count("end"), model.program.procedures.len());
        assert_eq!(json["edges"].as_array().map(Vec::len), Some(read.edges.len()));
    }
}

/// What looks like DOT, like an escape of Graphviz or like an entity is shown as it is.
#[test]
fn labels_are_escaped() {
    let text = "int* p = null; int lt = 3; int x = 1;
        void main() { atomic { p = &lt; x = 2; } if (x < 3 && lt > 1) { skip; } }
        P = { main() }";
    let (model, _) = load("a\\Nb\"c\\", text, &[]);
    let model = model.expect("it is well-formed");
    let (outcome, graph) = drawn(&model, engine("interleaving"), Grain::Transitions);
    let checked = checked(&model, engine("interleaving"), &outcome);
    let read = dot::parse(&StateGraph { checked: &checked, graph: &graph }.text());
    assert!(read.titles[0].starts_with("a\\Nb\"c\\: states of interleaving"), "{:?}", read.titles);
    assert!(read.edges[0].2.contains("p = &lt; x = 2;"), "{:?}", read.edges[0]);
    assert!(read.edges[1].2.contains("x < 3 && lt > 1"), "{:?}", read.edges[1]);
    assert_eq!(read.nodes["n1"], "1\nthread 1 at main:2.2\np = &lt, lt = 3, x = 2\n");
}

fn run(words: &[&str]) -> (i32, String, String) {
    let output = command::run(&[&["graph"], words].concat());
    (command::status(&output), command::out(&output), command::err(&output))
}

#[test]
fn a_cut_graph_is_printed_and_says_so() {
    for what in ["states", "transactions"] {
        let words = ["models/cpc/figure3.mover", "--what", what, "--max-states", "5"];
        let (status, out, err) = run(&words);
        assert_eq!(status, 3);
        assert!(dot::parse(&out).titles[0].ends_with("\npartial: a bound was hit (states)\n"), "{out}");
        assert!(err.contains("partial"), "{err}");
        let (status, out, _) = run(&[&words[..], &["--format", "json"]].concat());
        let json: Value = serde_json::from_str(&out).unwrap();
        assert_eq!((status, &json["partial"], &json["bound"]), (3, &true.into(), &"states".into()));
    }
    let (status, out, _) = run(&["models/cpc/figure3.mover", "--what", "states", "--max-states", "5"]);
    assert_eq!((status, dot::parse(&out).nodes.len()), (3, 5));
    let (status, out, _) = run(&["models/classic/seqlock.mover", "--max-states", "20"]);
    assert_eq!(status, 3, "control flow is complete, mover letters are not");
    assert!(dot::parse(&out).titles[0].contains("the run met a bound (states): letters may be missing"), "{out}");
}

#[test]
fn ten_thousand_states_are_enough_unless_more_are_asked_for() {
    let model = ["models/classic/philosophers.mover", "--const", "N=8", "--what", "states", "--max-nodes", "20000"];
    let (status, out, _) = run(&model);
    assert_eq!((status, dot::parse(&out).nodes.len()), (3, 10_000));
    let (_, out, _) = run(&[&model[..], &["--max-states", "12000"]].concat());
    assert!(dot::parse(&out).nodes.len() > 10_000);
}

#[test]
fn of_a_large_graph_the_beginning_is_drawn() {
    let model = ["models/classic/philosophers.mover", "--const", "N=4", "--what", "states"];
    let (status, out, err) = run(&model);
    let read = dot::parse(&out);
    assert_eq!((status, read.nodes.len()), (0, 100));
    assert!(err.contains("the first 100 are drawn; `--what transactions` draws fewer"), "{err}");
    assert!(read.titles[0].contains("the first 100 of "), "{out}");
    // What goes on says so, and it is the initial state's neighbourhood.
    let cut = |label: &String| label.trim_end().ends_with("...");
    assert!(read.nodes.values().any(cut) && !cut(&read.nodes["n0"]));
    let (_, out, err) = run(&[&model[..], &["--max-nodes", "7"]].concat());
    assert_eq!(dot::parse(&out).nodes.len(), 7);
    assert!(err.contains("the first 7 are drawn"), "{err}");
    let (_, _, err) = run(&[&model[..], &["--quiet"]].concat());
    assert_eq!(err, "");
}

#[test]
fn the_way_to_an_error_alone() {
    let states = ["models/cpc/figure3.mover", "--rules", "cpc", "--what", "states", "--only", "error-path"];
    let read = dot::parse(&run(&states).1);
    assert_eq!(read.edges.len() + 1, read.nodes.len(), "a path");
    assert!(read.edges.windows(2).all(|pair| pair[0].1 == pair[1].0));
    assert_eq!(read.edges[0].0, "n0");
    let last = &read.nodes[&read.edges.last().unwrap().1];
    assert!(last.contains("thread 2 wrong"), "{last}");
    assert_eq!(read.nodes.values().filter(|n| n.contains("wrong")).count(), 1);
    let (status, out, err) = run(&["models/tour/02_lock.mover", "--what", "states", "--only", "error-path"]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.contains("no thread goes wrong, so there is no way to an error"), "{err}");
}

#[test]
fn variables_titles_and_directions() {
    let model = ["models/cpc/figure3.mover", "--what", "transactions"];
    let all = dot::parse(&run(&model).1);
    let less = dot::parse(&run(&[&model[..], &["--hide", "x,y"]].concat()).1);
    assert_eq!(all.nodes.len(), less.nodes.len(), "states stay apart");
    assert!(all.nodes.values().all(|n| n.contains("x = ") && n.contains("y = ")));
    assert!(less.nodes.values().all(|n| !n.contains("x = ") && !n.contains("y = ") && n.contains("m = ")));
    assert!(less.titles[0].contains("without the values of x, y"));
    let (status, _, err) = run(&[&model[..], &["--hide", "xs"]].concat());
    assert!(status == 2 && err.contains("no variable is called `xs`; did you mean `x`?"), "{err}");
    let titled = run(&[&model[..], &["--title", "A \"slide\"", "--direction", "right"]].concat()).1;
    assert_eq!(dot::parse(&titled).titles[0], "A \"slide\"");
    assert!(titled.contains("rankdir=\"LR\""), "{titled}");
}

#[test]
fn what_would_do_nothing_is_refused() {
    for (flags, why) in [
        (&["--only", "error-path"][..], "it is about states"),
        (&["--hide", "x"], "it is about states"),
        (&["--title", "T", "--format", "json"], "JSON has the whole graph"),
        (&["--direction", "down", "--format", "json"], "JSON has the whole graph"),
        (&["--max-nodes", "3", "--format", "json"], "JSON has the whole graph"),
        (&["--max-nodes", "401", "--format", "svg"], "draws 400 boxes at most"),
        (&["--max-nodes", "0"], "--max-nodes"),
    ] {
        let (status, out, err) = run(&[&["models/cpc/figure3.mover"], flags].concat());
        assert!(status == 2 && (err + &out).contains(why), "{flags:?}: {out}");
    }
}

#[test]
fn what_cannot_be_drawn_is_a_usage_error() {
    for what in ["cfg", "transactions"] {
        let (status, out, err) = run(&["models/cpc/figure3.mover", "--what", what, "--rules", "interleaving"]);
        assert_eq!((status, out.as_str()), (2, ""));
        assert!(err.contains("`interleaving` has no movers and no transactions; try `--rules "), "{err}");
    }
    for (what, rules) in [("instrumented", "reduction"), ("states", "dynamic"), ("cfg", "static")] {
        let (status, out, err) = run(&["models/cpc/figure3.mover", "--what", what, "--rules", rules]);
        assert_eq!((status, out.as_str()), (2, ""));
        assert!(err.contains("instrumented graph"), "{err}");
    }
    assert_eq!(run(&["models/cpc/figure3.mover", "--what", "nonsense"]).0, 2);
    assert_eq!(run(&["models/cpc/figure3.mover", "--rules", "nonsense"]).0, 2);
    assert_eq!(run(&["models/bad/missing_semicolon.mover"]).0, 2);
}
