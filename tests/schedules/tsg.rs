//! What `moverlog tsg` draws, against loops over all schedules; several runs together.

use crate::ctp::program;
use crate::dot;
use crate::support::command;
use moverlog::control::Control;
use moverlog::report::{Drawn, Report, Traced};
use moverlog::trace::analysis::{Analysed, Analysis, GraphKind, Settings, Verdict, analyse};
use moverlog::trace::ctp::Ctp;
use moverlog::trace::mat::ControlState;
use moverlog::trace::merge::merge;
use moverlog::trace::state::{Attempt, State};
use roxmltree::{Document, Node};
use std::collections::BTreeSet;
use std::process::Output;

type Pairs = BTreeSet<(usize, usize)>;

/// Two threads that end in a conflict, so that none gets a step more.
fn programs() -> Vec<Ctp> {
    let threads = [
        ["lock L; a=Z; b=X; unlock L; Y=a+b; D=1", "b=Y; lock L; c=X; Z=c+1; unlock L; Y=b+c; D=2"],
        ["lock L; lock K; X=1; unlock K; unlock L; D=1", "lock K; lock L; X=2; unlock L; unlock K; D=2"],
        ["Y=1; lock L; unlock L; D=1", "lock L; Y=2; unlock L; D=1"],
        ["X=1; fork 1; Y=2; join 1; D=1", "r=X; Y=r+1; D=2"],
        ["a=1; X=1; b=2; D=1", "c=3; Y=1; D=2"],
    ];
    threads.iter().map(|t| program(&[("X", 1), ("Y", 4), ("Z", 0), ("D", 0)], t)).collect()
}

fn drawing(ctp: &Ctp, analysis: &Analysis, kind: GraphKind, schedules: &[Vec<usize>]) -> String {
    let traced = Traced { name: "a<b & \"c\"\u{1}", ctp, analysis, quiet: true };
    Drawn { traced: &traced, kind, schedules }.svg()
}

/// All shapes of a class that are not in the legend.
fn shapes<'a>(document: &'a Document<'a>, class: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    let shown = |n: &Node<'_, '_>| n.parent().is_some_and(|p| p.tag_name().name() == "svg");
    document
        .descendants()
        .filter(move |n| n.attribute("class").is_some_and(|c| c.strip_prefix("mv-") == Some(class)) && shown(n))
}

fn number(n: &Node<'_, '_>, name: &str) -> usize {
    n.attribute(name).and_then(|v| v.parse().ok()).unwrap_or_else(|| panic!("{name} of {n:?}"))
}

/// The corners of a rectangle: left, top, right, bottom.
fn corners(n: &Node<'_, '_>) -> [usize; 4] {
    let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| number(n, name));
    [x, y, x + width, y + height]
}

/// Where the control states of the first thread and of the second one are: their numbers' places.
fn grid(document: &Document<'_>) -> (Vec<usize>, Vec<usize>) {
    let numbers = |anchor: &'static str, axis: &'static str| {
        let text = |n: &Node<'_, '_>| n.text().is_some_and(|t| t.parse::<usize>().is_ok());
        let placed = document.descendants().filter(move |n| n.attribute("text-anchor") == Some(anchor) && text(n));
        placed.map(|n| number(&n, axis)).collect::<Vec<_>>()
    };
    (numbers("middle", "x"), numbers("end", "y").into_iter().map(|y| y - 5).collect())
}

/// The pairs that rectangles of a class cover.
fn covered(document: &Document<'_>, class: &str) -> Pairs {
    let (xs, ys) = grid(document);
    let mut pairs = Pairs::new();
    for [left, top, right, bottom] in shapes(document, class).map(|n| corners(&n)) {
        let columns = (0..xs.len()).filter(|a| (left..=right).contains(&xs[*a]));
        pairs.extend(columns.flat_map(|a| {
            (0..ys.len()).filter(|b| (top..=bottom).contains(&ys[*b])).map(move |b| (a, b)).collect::<Vec<_>>()
        }));
    }
    pairs
}

/// The pairs that schedules pass: all of them, or those that switch threads where the graph does.
fn passed(ctp: &Ctp, graph: Option<&Analysed>) -> Pairs {
    fn go_on(ctp: &Ctp, graph: Option<&Analysed>, at: &State, last: Option<usize>, pairs: &mut Pairs) {
        pairs.insert((at.done[0], at.done[1]));
        for thread in 0..2 {
            let here = |t: usize| ControlState { thread: t, at: at.done[t] };
            let allowed = |g: &Analysed| g.graph.switches.contains(&(here(1 - thread), here(thread)));
            let mut next = at.clone();
            if (last == Some(1 - thread) && !graph.is_none_or(allowed))
                || !matches!(next.perform(ctp, thread), Attempt::Performed(_))
            {
                continue;
            }
            go_on(ctp, graph, &next, Some(thread), pairs);
        }
    }
    let mut pairs = Pairs::new();
    go_on(ctp, graph, &State::initial(ctp), None, &mut pairs);
    pairs
}

#[test]
fn a_lattice_shows_what_a_loop_over_all_schedules_finds() {
    let mut left_out = 0;
    for (ctp, earlier_first) in programs().into_iter().flat_map(|p| [(p.clone(), false), (p, true)]) {
        let analysis = analysed(&ctp, &Settings { earlier_first, ..Settings::default() });
        for analysed in &analysis.graphs {
            let text = drawing(&ctp, &analysis, analysed.kind, &[]);
            let document = Document::parse(&text).unwrap();
            let (xs, ys) = grid(&document);
            assert_eq!([xs.len(), ys.len()], [0, 1].map(|t| ctp.threads[t].transitions.len() + 1), "{text}");
            let all: Pairs = (0..xs.len()).flat_map(|a| (0..ys.len()).map(move |b| (a, b))).collect();
            let (reached, kept) = (passed(&ctp, None), passed(&ctp, Some(analysed)));
            assert_eq!(covered(&document, "unreachable"), &all - &reached, "{text}");
            assert_eq!(covered(&document, "left-out"), &reached - &kept, "{text}");
            left_out += (&reached - &kept).len();
            assert_eq!(shapes(&document, "mat").count(), analysed.graph.count_mats());
            assert_eq!(shapes(&document, "switch").count(), analysed.graph.switches.len());
        }
    }
    assert!(left_out > 0);
}

/// TSG Figure 3(a): the seven MATs, as control states of M_a and M_b, and the infeasible pairs.
#[test]
fn the_running_example_is_figure_3() {
    let a = "lock L; a1=Z; a2=X; unlock L; Y=a1+a2";
    let b = "b1=Y; lock L; b2=X; Z=b2+1; unlock L; Y=b1+b2";
    let ctp = program(&[("X", 1), ("Y", 4), ("Z", 0)], &[a, b]);
    let analysis = analysed(&ctp, &Settings::default());
    let run = vec![0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1];
    let text = drawing(&ctp, &analysis, GraphKind::Tsg, std::slice::from_ref(&run));
    let document = Document::parse(&text).unwrap();
    let (xs, ys) = grid(&document);
    let nearest = |places: &[usize], p: usize| (0..places.len()).min_by_key(|k| places[*k].abs_diff(p)).unwrap();
    let mat = |n: Node<'_, '_>| {
        let [left, top, right, bottom] = corners(&n);
        ((nearest(&xs, left), nearest(&xs, right)), (nearest(&ys, top), nearest(&ys, bottom)))
    };
    let drawn: BTreeSet<_> = shapes(&document, "mat").map(mat).collect();
    let mats = analysis.graphs[1].graph.mats.iter().flat_map(|p| &p.mats);
    let expected: BTreeSet<_> = mats.map(|m| ((m.begin.0, m.end.0), (m.begin.1, m.end.1))).collect();
    assert_eq!((drawn.len(), &drawn), (7, &expected));
    let excluded: Pairs = (1..=3).flat_map(|a| (2..=4).map(move |b| (a, b))).collect();
    assert_eq!(covered(&document, "unreachable"), excluded);
    let path = shapes(&document, "run").next().unwrap().attribute("d").unwrap().to_string();
    let turns: Vec<usize> = path.chars().filter(|c| "hv".contains(*c)).map(|c| usize::from(c == 'v')).collect();
    assert_eq!(turns, run);
}

#[test]
fn a_graph_in_dot_has_the_nodes_and_edges_that_are_counted() {
    for ctp in programs() {
        let analysis = analysed(&ctp, &Settings::default());
        let traced = Traced { name: "a\\n\"b\"", ctp: &ctp, analysis: &analysis, quiet: true };
        for analysed in &analysis.graphs {
            let drawn = dot::parse(&Drawn { traced: &traced, kind: analysed.kind, schedules: &[] }.text());
            assert_eq!((drawn.nodes.len(), drawn.edges.len()), (analysed.graph.nodes(), analysed.graph.edges()));
            let steps = drawn.edges.iter().map(|(_, _, label)| label.lines().count()).sum::<usize>();
            assert_eq!(steps, ctp.threads.iter().map(|t| t.transitions.len()).sum::<usize>());
        }
    }
}

#[test]
fn three_threads_are_no_lattice() {
    let ctp = program(&[("X", 0)], &["X=1", "X=2", "X=3"]);
    let analysis = analysed(&ctp, &Settings::default());
    assert!(drawing(&ctp, &analysis, GraphKind::Tsg, &[]).starts_with("<svg"));
    let drawn = run(&["models/tsg/counters.mover", "--format", "svg"]);
    let drawn = String::from_utf8(drawn.stdout).unwrap();
    assert!(Document::parse(&drawn).is_ok() && drawn.contains("switch to thread 3"), "{drawn}");
    let refused = run(&["models/tsg/counters.mover", "--format", "svg", "--view", "lattice"]);
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("a lattice has two threads, and here are 3 threads"), "{said}");
}

/// The verdict on some runs: what each program says, and all of them.
fn together(runs: &[Ctp]) -> (Vec<Verdict>, Verdict) {
    let programs = merge(runs).unwrap();
    let analyses: Vec<Analysis> = programs.iter().map(|p| analysed(&p.ctp, &Settings::default())).collect();
    let all = Verdict::of(analyses.iter().flat_map(|a| &a.obligations).map(|o| &o.answer));
    (analyses.iter().map(Analysis::verdict).collect(), all)
}

/// Threads that take the other path of one of them: only the combination of two runs goes wrong.
#[test]
fn a_violation_may_need_paths_of_two_runs() {
    let shared = [("X", 0), ("Y", 0)];
    let (low, high) = ("X=1; skip", "X=2");
    let (loose, strict) = ("a=X; assert a<=2", "b=X; assert b<=1");
    let both = |first: &str, second: &str| program(&shared, &[first, second]);
    assert_eq!(together(&[both(low, strict)]).1, Verdict::Proved);
    assert_eq!(together(&[both(high, loose)]).1, Verdict::Proved);
    let (each, all) = together(&[both(low, strict), both(high, loose)]);
    assert_eq!((each.len(), all), (4, Verdict::Violated));
    assert_eq!(each.iter().filter(|v| **v == Verdict::Violated).count(), 1);
}

/// A path that ends early counts by itself where somebody has waited for its end.
#[test]
fn a_shorter_path_is_kept_if_the_thread_was_joined() {
    let main = "fork 1; join 1; r=X; assert r==2";
    let run = |path: &str| program(&[("X", 0)], &[main, path]);
    let (each, all) = together(&[run("X=1"), run("X=1; X=2")]);
    assert_eq!((each.len(), all), (2, Verdict::Violated));
    let alone = |path: &str| program(&[("X", 0)], &["r=X; assert r<=2", path]);
    assert_eq!(together(&[alone("X=1"), alone("X=1; X=2")]), (vec![Verdict::Proved], Verdict::Proved));
}

/// A thread does nothing along a path that does not fork it.
#[test]
fn a_thread_that_is_not_forked_does_not_run() {
    let run = |main: &str, path: &str| program(&[("X", 0), ("C", 0)], &[main, path]);
    let runs = [run("assume C==0; fork 1; X=3", "X=1"), run("assume C==1; r=X; assert r==0", "")];
    let (each, all) = together(&runs);
    assert_eq!((each.len(), all), (2, Verdict::Proved));
    let refused = merge(&[runs[0].clone(), run("skip", "X=1")]).unwrap_err().to_string();
    assert!(refused.contains("`b` is forked in one of these runs and there from the beginning"), "{refused}");
}

fn run(words: &[&str]) -> Output {
    command::run(&[&["tsg"], words].concat())
}

/// Each run alone is right; the flag of one and the value of the other are not.
#[test]
fn two_logs_show_what_none_of_them_shows() {
    let (first, last) = ("models/tsg/publish_first.run", "models/tsg/publish_last.run");
    assert_eq!([first, last].map(|log| run(&[log]).status.code()), [Some(0); 2]);
    let both = run(&[first, last, "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&both.stdout).unwrap();
    assert_eq!((both.status.code(), &json["verdict"]), (Some(1), &"violated".into()));
    let wrong = json["programs"].as_array().unwrap().iter().find(|p| p["verdict"] == "violated").unwrap();
    assert_eq!((&wrong["paths"]["writer"], &wrong["paths"]["reader"]), (&first.into(), &last.into()));
    assert_eq!(run(&[first, last, "--format", "svg"]).status.code(), Some(2));
    let elsewhere = std::fs::read_to_string(last).unwrap().replace(" @ cache.c:", " @ copy.c:1");
    let copy = std::env::temp_dir().join(format!("moverlog_tsg_{}.run", std::process::id()));
    std::fs::write(&copy, elsewhere).unwrap();
    assert_eq!(run(&[last, copy.to_str().unwrap(), "--format", "svg"]).status.code(), Some(0));
    std::fs::remove_file(copy).unwrap();
    assert_eq!(run(&[last, last, "--format", "svg"]).status.code(), Some(0));
}

#[test]
fn exit_statuses() {
    let status = |words: &[&str]| run(words).status.code().unwrap();
    let (safe, wrong) = ("models/tsg/running.mover", "models/tsg/atom_two_fields.mover");
    assert_eq!(status(&[safe]), 0);
    assert_eq!(status(&[wrong]), 1);
    assert_eq!(status(&[wrong, wrong]), 1);
    assert_eq!(status(&[wrong, "--to", "wrong"]), 1);
    assert_eq!(status(&[safe, "--to", "wrong"]), 0);
    assert_eq!(status(&[wrong, "--max-search", "1"]), 3);
    assert_eq!(status(&[safe, wrong]), 2);
    assert_eq!(status(&[safe, "--graph", "ccfg"]), 2);
    assert_eq!(status(&[safe, "--graph", "ccfg", "--format", "svg"]), 0);
    assert_eq!(status(&["models/tsg/counter.run", "--to", "wrong"]), 2);
    assert_eq!(status(&["no/such/file.mover"]), 2);
}

/// What a log itself shows is no question, however little it says of its values.
#[test]
fn a_log_that_goes_wrong_is_violated() {
    let log =
        "moverlog run 1\nthread T1\nthread T2\nvar x = 0\nT1 write x 1 = 1\nT2 write x 5\nT1 assert x == 1 fails\n";
    let path = std::env::temp_dir().join(format!("moverlog-{}.run", std::process::id()));
    std::fs::write(&path, log).unwrap();
    let output = run(&[path.to_str().unwrap(), "--quiet"]);
    std::fs::remove_file(&path).unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("violated") && text.contains("the recorded run goes wrong there"), "{text}");
}

#[test]
fn without_an_assertion_nothing_is_proved() {
    for runs in [&["models/tsg/running.mover"][..], &["models/tsg/running.mover"; 2]] {
        let text = String::from_utf8(run(&[runs, &["--quiet"]].concat()).stdout).unwrap();
        assert!(text.contains("no assertion in th") && !text.contains("proved"), "{text}");
        let json: serde_json::Value =
            serde_json::from_slice(&run(&[runs, &["--format", "json"]].concat()).stdout).unwrap();
        assert_eq!(json["verdict"], "no assertion");
    }
}

fn analysed(ctp: &Ctp, settings: &Settings) -> Analysis {
    analyse(ctp, settings, &Control::default())
}

/// Three threads of 2000 steps: the graphs alone take much longer than a second.
#[test]
fn bounds_hold_while_graphs_are_made() {
    let path = std::env::temp_dir().join(format!("moverlog-tsg-{}.mover", std::process::id()));
    let text = "int a, b, c; void f() { while (true) { a++; b--; c = a + b; } } P = { f() } || { f() } || { f() }";
    std::fs::write(&path, text).unwrap();
    let begun = std::time::Instant::now();
    let words = ["tsg", path.to_str().unwrap(), "--steps", "6000", "--timeout", "1"];
    let output = command::run(&words);
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stdout));
    let output = command::run(&[&words[..], &["--propagate-constants"]].concat());
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stdout).contains("constants were not propagated"));
    assert!(begun.elapsed() < std::time::Duration::from_secs(30));
    std::fs::remove_file(&path).unwrap();
}
