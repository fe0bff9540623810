//! What `movers` says of DYN's moving conditions, against the conditions themselves; instrumented graphs.

use crate::corpus;
use crate::dot;
use crate::instructions::pointers::random_pointers;
use crate::instructions::random::{Random, random_program};
use crate::instructions::run::bounded;
use moverlog::control::Control;
use moverlog::driver::{instrumented, sayings};
use moverlog::dynamic::{Also, Analysis, Direction, Exploration, Heuristics, Moving, Other, Past, Way, others};
use moverlog::execution::{Choice, perform};
use moverlog::ir::{Loc, PlaceKind, Program};
use moverlog::report::{Instrumented, Report, Said};
use moverlog::semantics::{Configuration, Semantics};
use moverlog_rules::{Copy, REDUCTIONS, Reduction, Tid};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;

fn unbounded() -> Control<'static> {
    Control::default()
}

fn reduction(name: &str) -> &'static Reduction {
    REDUCTIONS.iter().find(|r| r.name == name).expect("the reduction is listed")
}

/// Every configuration that steps of the program lead to; nothing if there are too many.
fn reachable(semantics: &Semantics<'_>, most: usize) -> Option<HashSet<Configuration>> {
    let mut seen = HashSet::from([semantics.initial()]);
    let mut open = vec![semantics.initial()];
    while let Some(at) = open.pop() {
        for t in semantics.tids() {
            for outcome in 0..semantics.transitions_in(&at, t).steps.len() {
                let Some(event) = perform(semantics, &at, Choice { t, outcome }) else { continue };
                let deep = event.after.stacks.iter().any(|s| semantics.depth(*s) > 3);
                if deep || seen.len() > most {
                    return None;
                }
                if seen.insert(event.after.clone()) {
                    open.push(event.after);
                }
            }
        }
    }
    Some(seen)
}

fn is_past(analysis: &Analysis<'_>, around: &[Other], t: Tid, past: &Past) -> bool {
    let meant = around.iter().filter(|u| u.t != t && past.others.threads.contains(&u.t));
    let reaches = |u: &Other| {
        let reached = analysis.flow.reach(u.starts(), |_| false);
        past.locations.iter().any(|l| reached.contains(l.0 as usize))
    };
    !meant.into_iter().any(reaches)
}

/// How a way's condition is met, if it is known to be.
fn met(semantics: &Semantics<'_>, c: &Configuration, way: &Way, past: bool) -> Option<&'static str> {
    match &way.also {
        _ if !past => None,
        None => Some("past"),
        Some(Also::Unlike(places)) => {
            let unlike = places.iter().all(|(place, values)| match place.kind {
                PlaceKind::Cell(cell) => !values.contains(&semantics.cell(c.global, cell)),
                _ => false,
            });
            unlike.then_some("unlike")
        }
        Some(_) => None,
    }
}

/// Every action that is said to be a mover in some configuration is one; how often, by what is said.
fn never_promise_more(p: &Program, heuristics: Heuristics, name: &str, said: &mut BTreeMap<&str, usize>) -> Option<()> {
    let semantics = Semantics::new(p);
    let all = reachable(&semantics, 600)?;
    let analysis = Analysis::new(&semantics, heuristics);
    let control = bounded(usize::MAX);
    let exploration = Exploration::new(&analysis, reduction(name), &control);
    for saying in sayings(p, reduction(name), heuristics, &unbounded()) {
        let at = |c: &Configuration, t: Tid| semantics.loc(c.locals[t.0 as usize - 1]) == Some(saying.at);
        for (c, t) in all.iter().flat_map(|c| saying.threads.iter().map(move |t| (c, *t))) {
            if !at(c, t) || semantics.transitions_in(c, t).steps.is_empty() {
                continue;
            }
            let around = others(&analysis, c, t);
            for (direction, moving) in [(Direction::Right, &saying.right), (Direction::Left, &saying.left)] {
                let because = match moving {
                    Moving::Always => Some("always"),
                    Moving::Once { ways, .. } => ways
                        .iter()
                        .find_map(|w| met(&semantics, c, w, w.past.iter().all(|p| is_past(&analysis, &around, t, p)))),
                };
                let Some(because) = because else { continue };
                assert!(
                    exploration.moves(direction, c, t),
                    "{name} {heuristics:?}: {direction:?} by {because} at {:?} in {c:?}: {saying:?}",
                    p.location(saying.at).name
                );
                *said.entry(because).or_default() += 1;
            }
        }
    }
    Some(())
}

#[test]
fn words_never_promise_more_than_the_conditions() {
    let mut random = Random::new(1);
    let mut programs: Vec<Program> = corpus::models().iter().map(|path| corpus::read(path, &[]).program).collect();
    programs.extend((0..150).map(|_| random_pointers(&mut random)));
    programs.extend((0..100).map(|_| random_program(&mut random)));
    let mut said = BTreeMap::new();
    for p in &programs {
        for heuristics in [Heuristics::ALL, Heuristics::NONE] {
            for name in ["dynamic", "dynamic-table2", "dynamic-both", "phase", "static"] {
                never_promise_more(p, heuristics, name, &mut said);
            }
        }
    }
    let enough = ["always", "past", "unlike"].iter().all(|because| said.get(because).is_some_and(|n| *n > 200));
    assert!(enough, "too few of a kind: {said:?}");
}

fn words(path: &str, name: &str, heuristics: Heuristics) -> BTreeMap<String, String> {
    let model = corpus::read(Path::new(path), &[]);
    let sayings = sayings(&model.program, reduction(name), heuristics, &unbounded());
    let said =
        Said { model: &model.name, rules: name, program: &model.program, source: &model.text, sayings: &sayings };
    let json = said.json();
    let text = said.text();
    let locations = json["locations"].as_array().expect("locations").iter();
    let one = |l: &serde_json::Value| {
        let words = l["words"].as_str().expect("words").to_string();
        assert!(text.contains(&words), "{words}\n{text}");
        (l["location"].as_str().expect("a name").to_string(), words)
    };
    locations.map(one).collect()
}

#[test]
fn lazy_initialisation_in_words() {
    let file = "models/dyn/lazy_init_flag.mover";
    let all = words(file, "dynamic", Heuristics::ALL);
    assert_eq!(all["R1"], "both-mover once the other worker thread is past line 14, or once data is not 0");
    let reach = words(file, "dynamic", Heuristics::NONE);
    assert_eq!(reach["R1"], "both-mover once the other worker thread is past line 14");
    assert_eq!(words(file, "static", Heuristics::ALL)["R1"], "non-mover, external");
    assert_eq!(words(file, "phase", Heuristics::ALL)["R1"], "non-mover");
}

#[test]
fn who_stays_in_a_loop_never_gets_past_it() {
    let words = words("models/dyn/figure9.mover", "dynamic", Heuristics::ALL);
    assert_eq!(words["L2"], "non-mover (the other worker thread never gets past line 12)");
}

#[test]
fn locks_have_their_direction_first() {
    let words = words("models/tour/03_transaction.mover", "dynamic", Heuristics::ALL);
    let of = |line: u32| words[&format!("add:{line}")].as_str();
    assert_eq!(of(12), "right-mover; both-mover once the other add thread is past line 17");
    assert_eq!(of(13), "both-mover");
    assert!(of(17).starts_with("left-mover"), "{}", of(17));
}

#[test]
fn figure_9_is_drawn_with_14_edges() {
    let model = corpus::read(Path::new("models/dyn/figure9.mover"), &[]);
    for name in ["dynamic", "dynamic-both", "dynamic-literal"] {
        let edges = instrumented(&model.program, reduction(name));
        let drawn = Instrumented { model: &model.name, rules: name, program: &model.program, edges: &edges };
        let parsed = dot::parse(&drawn.text());
        // The copy that no edge leaves or enters is not drawn.
        assert_eq!((parsed.nodes.len(), parsed.edges.len()), (9, 14), "{name}");
        let json = drawn.json();
        assert_eq!(json["nodes"].as_array().map(Vec::len), Some(10), "{name}");
        assert_eq!(json["edges"].as_array().map(Vec::len), Some(14), "{name}");
        // The figure draws l1^L' with an edge that R5 does not give, for l1 is in the feedback set.
        let primed: BTreeSet<Loc> =
            edges.iter().filter(|e| e.from.1 == Copy::LPrime).map(|e| Loc(e.from.0.0)).collect();
        let names: Vec<&str> = primed.iter().map(|l| model.program.location(*l).name.as_str()).collect();
        assert_eq!(names, ["L2"], "{name}");
    }
}
