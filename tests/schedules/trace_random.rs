//! Random straight-line programs with locks, against all their schedules: O13, every class of
//! equivalent schedules has a representative among those that a graph allows (two threads, GenMAT: exactly
//! one); O14, the intervals contain every value that any schedule stores, the schedules that end in a
//! deadlock included.
//! `MOVERLOG_PROGRAMS` and `MOVERLOG_SEED` make a longer campaign of it.

#![allow(clippy::print_stderr, reason = "a campaign says what it has seen")]

use crate::ctp::program;
use crate::support::setting;
use moverlog::control::Control;
use moverlog::random::Random;
use moverlog::trace::analysis::{Answer, Settings, analyse};
use moverlog::trace::ctp::*;
use moverlog::trace::groups::groups;
use moverlog::trace::lattice::{Lattice, Skeleton};
use moverlog::trace::mat::*;
use moverlog::trace::ranges::{Ranges, propagate_ranges};
use moverlog::trace::schedules::{last_place, replay, search};
use moverlog::trace::state::{Attempt, Obstacle, State};
use moverlog::trace::tsg::*;
use std::collections::{BTreeMap, BTreeSet};

/// One thread: accesses of X and Y, sections under the locks m and n, which may overlap or nest.
pub(crate) fn thread(random: &mut Random, most: usize, values: bool, end: &str) -> String {
    let mut text = String::new();
    let mut held = Vec::new();
    for _ in 0..1 + random.below(most) {
        let v = ["X", "Y"][random.below(2)];
        let part = match random.below(10) {
            0 | 1 if held.len() < 2 => {
                let lock = ["m", "n"][random.below(2)];
                let word = if held.contains(&lock) { continue } else { format!("lock {lock}") };
                held.push(lock);
                word
            }
            2 | 3 if !held.is_empty() => format!("unlock {}", held.remove(random.below(held.len()))),
            4 if values => format!("assume {v}<={}", random.below(4)),
            5 if values => format!("assert {v}<={}", random.below(4)),
            6 | 7 => format!("r={v}"),
            8 if values => format!("{v}=r+{}", random.below(3)),
            _ => format!("{v}={}", random.below(3)),
        };
        text = format!("{text}{part}; ");
    }
    held.iter().for_each(|lock| text = format!("{text}unlock {lock}; "));
    text + end
}

pub(crate) fn random_program(random: &mut Random, threads: usize, most: usize, values: bool) -> Ctp {
    let texts: Vec<String> = (0..threads).map(|_| thread(random, most, values, "D=1")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    program(&[("X", 0), ("Y", 1), ("D", 0)], &texts)
}

/// Programs whose threads need not notice each other: some have X, Y, m and n, and the others V, W, p and q.
pub(crate) fn split_program(random: &mut Random, threads: usize, most: usize) -> Ctp {
    let texts = (0..threads).map(|_| {
        let text = thread(random, most, true, "skip");
        if random.below(2) == 0 {
            return text;
        }
        let others = [("X", "V"), ("Y", "W"), ("lock m;", "lock p;"), ("lock n;", "lock q;")];
        others.iter().fold(text, |text, (from, to)| text.replace(from, to))
    });
    let texts: Vec<String> = texts.collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    program(&[("X", 0), ("Y", 1), ("V", 0), ("W", 1)], &texts)
}

pub(crate) fn short(ctp: &Ctp, most: usize) -> bool {
    ctp.threads.iter().map(|s| s.transitions.len()).sum::<usize>() <= most
}

pub(crate) fn text(ctp: &Ctp) -> String {
    let slice = |s: &Slice| s.transitions.iter().map(|t| t.label.as_str()).collect::<Vec<_>>().join("; ");
    ctp.threads.iter().map(slice).collect::<Vec<_>>().join(" || ")
}

/// The thread that holds each lock, as far as schedules need to know, and nothing about values.
fn can_take(ctp: &Ctp, done: &[usize], thread: usize) -> bool {
    let holds = |t: usize, m: VariableId| {
        let mut effects = ctp.threads[t].transitions[..done[t]].iter().map(|x| &x.effect);
        effects.rfind(|e| **e == Effect::Lock(m) || **e == Effect::Unlock(m)) == Some(&Effect::Lock(m))
    };
    match ctp.threads[thread].transitions.get(done[thread]).map(|t| &t.effect) {
        None => false,
        Some(Effect::Lock(m)) => (0..done.len()).all(|t| !holds(t, *m)),
        Some(_) => true,
    }
}

/// All complete schedules, by the locks alone.
fn schedules(ctp: &Ctp, done: &mut Vec<usize>, turns: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    if done.iter().zip(&ctp.threads).all(|(d, s)| *d == s.transitions.len()) {
        found.push(turns.clone());
    }
    for t in 0..done.len() {
        if can_take(ctp, done, t) {
            done[t] += 1;
            turns.push(t);
            schedules(ctp, done, turns, found);
            turns.pop();
            done[t] -= 1;
        }
    }
}

fn all_schedules(ctp: &Ctp) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    schedules(ctp, &mut vec![0; ctp.threads.len()], &mut vec![], &mut found);
    found
}

/// The order of all conflicting transitions: equal for equivalent schedules.
fn class(ctp: &Ctp, schedule: &[usize]) -> Vec<(usize, usize, usize, usize)> {
    let mut done = vec![0; ctp.threads.len()];
    let mut order = Vec::new();
    let mut before: Vec<(usize, usize)> = Vec::new();
    for &t in schedule {
        let here = &ctp.threads[t].transitions[done[t]];
        for &(u, k) in before.iter().filter(|(u, _)| *u != t) {
            if ctp.accesses(here).conflicts_with(&ctp.accesses(&ctp.threads[u].transitions[k])) {
                order.push((u, k, t, done[t]));
            }
        }
        before.push((t, done[t]));
        done[t] += 1;
    }
    order.sort_unstable();
    order
}

/// Whether every switch of a schedule is among those given.
fn is_allowed(schedule: &[usize], switches: &BTreeSet<(ControlState, ControlState)>) -> bool {
    let mut done = vec![0; 1 + schedule.iter().max().unwrap_or(&0)];
    let mut last: Option<usize> = None;
    schedule.iter().all(|&t| {
        let to = ControlState { thread: t, at: done[t] };
        let from = last.filter(|l| *l != t).map(|l| ControlState { thread: l, at: done[l] });
        done[t] += 1;
        last = Some(t);
        from.is_none_or(|from| switches.contains(&(from, to)))
    })
}

/// How many representatives each class has.
fn representatives(ctp: &Ctp, switches: &BTreeSet<(ControlState, ControlState)>) -> Vec<usize> {
    let mut classes: BTreeMap<_, usize> = BTreeMap::new();
    for schedule in all_schedules(ctp) {
        *classes.entry(class(ctp, &schedule)).or_default() += usize::from(is_allowed(&schedule, switches));
    }
    classes.into_values().collect()
}

pub(crate) fn graphs(ctp: &Ctp) -> [Tsg; 3] {
    let skeleton = Skeleton::new(ctp, true);
    let lattices = Lattices::new(&skeleton, false);
    let options = |mats| Options { mats, union: Union::Boundaries };
    let open = Skeleton::new(ctp, false);
    [
        Tsg::ccfg(&open, &Lattices::new(&open, false)),
        Tsg::new(&skeleton, &lattices, &options(Mats::All)),
        Tsg::new(&skeleton, &lattices, &options(Mats::Feasible(Reading::Checked))),
    ]
}

fn ranges(ctp: &Ctp, graph: &Tsg, lookahead: usize) -> Ranges {
    propagate_ranges(ctp, graph, lookahead, &Control::default())
}

/// What every transition stores in some schedule, and which ones go wrong.
#[derive(Default)]
pub(crate) struct Concrete {
    pub(crate) stored: BTreeSet<(usize, usize, VariableId, i64)>,
    pub(crate) performed: BTreeSet<(usize, usize)>,
    pub(crate) wrong: BTreeSet<(usize, usize)>,
    /// Where a thread has found its guard false.
    pub(crate) refused: BTreeSet<(usize, usize)>,
}

/// Visits all states, by the interpreter alone.
pub(crate) fn concrete(ctp: &Ctp) -> Concrete {
    let mut found = Concrete::default();
    let mut seen = std::collections::HashSet::new();
    let mut stack = vec![State::initial(ctp)];
    while let Some(state) = stack.pop() {
        if !seen.insert(state.clone()) {
            continue;
        }
        for t in 0..ctp.threads.len() {
            let mut next = state.clone();
            let at = (t, state.done[t]);
            match next.perform(ctp, t) {
                Attempt::Performed(values) => {
                    found.performed.insert(at);
                    let locks = |v: VariableId| ctp.variable(v).scope == Scope::Lock;
                    let stored = values.into_iter().filter(|(v, _)| !locks(*v));
                    found.stored.extend(stored.map(|(v, x)| (at.0, at.1, v, x.unwrap())));
                    stack.push(next);
                }
                Attempt::Wrong => {
                    found.wrong.insert(at);
                }
                Attempt::Blocked(Obstacle::Guard) => _ = found.refused.insert(at),
                Attempt::Blocked(_) | Attempt::Unknown => {}
            }
        }
    }
    found
}

/// What happens and the intervals do not know of.
pub(crate) fn missed(found: &Concrete, ranges: &Ranges) -> Vec<String> {
    let seen = |t: usize, k: usize| &ranges.transitions[t][k];
    let holds = |&(t, k, v, x): &(usize, usize, VariableId, i64)| {
        seen(t, k).stored.iter().any(|(w, i)| *w == v && i.contains(x))
    };
    let values = found.stored.iter().filter(|s| !holds(s)).map(|s| format!("value {s:?}"));
    let wrong = found.wrong.iter().filter(|(t, k)| !seen(*t, *k).fails).map(|w| format!("wrong {w:?}"));
    let performed = found.performed.iter().filter(|(t, k)| !seen(*t, *k).performed).map(|p| format!("performed {p:?}"));
    let refused = found.refused.iter().filter(|(t, k)| !seen(*t, *k).refuses).map(|r| format!("refused {r:?}"));
    values.chain(wrong).chain(performed).chain(refused).collect()
}

#[test]
fn every_class_of_two_threads_has_one_representative() {
    let mut random = Random::new(setting("MOVERLOG_SEED", 1));
    let (mut programs, mut more_than_one, mut fallbacks) = (0, 0, 0);
    while programs < setting("MOVERLOG_PROGRAMS", 1500) {
        let ctp = random_program(&mut random, 2, 5, false);
        if !short(&ctp, 12) {
            continue;
        }
        programs += 1;
        let lattice = Lattice::new(&Skeleton::new(&ctp, true), 0, 1);
        let all = representatives(&ctp, &context_switches(&lattice, &gen_mat(&lattice)));
        assert!(is_adequate(&lattice, &gen_mat(&lattice)), "{}", text(&ctp));
        assert!(all.iter().all(|n| *n == 1), "GenMAT: {all:?}: {}", text(&ctp));
        let checked = gen_mat_feasible(&lattice, Reading::Checked);
        assert!(is_adequate(&lattice, &checked), "{}", text(&ctp));
        let few = representatives(&ctp, &context_switches(&lattice, &checked));
        assert!(few.iter().all(|n| *n >= 1), "GenMAT': {few:?}: {}", text(&ctp));
        more_than_one += usize::from(few.iter().any(|n| *n > 1));
        let fallback = gen_mat_feasible(&lattice, Reading::Fallback);
        fallbacks += usize::from(fallback != checked);
        for reading in [Reading::Fallback, Reading::Literal, Reading::After] {
            let mats = gen_mat_feasible(&lattice, reading);
            let few = representatives(&ctp, &context_switches(&lattice, &mats));
            let lost = few.contains(&0);
            assert!(!lost || !is_adequate(&lattice, &mats), "{reading:?} is not adequate here: {}", text(&ctp));
        }
    }
    eprintln!("{programs} programs; GenMAT' not optimal: {more_than_one}; the check changes the fallback: {fallbacks}");
}

#[test]
fn every_class_of_three_threads_has_a_representative() {
    let mut random = Random::new(setting("MOVERLOG_SEED", 1));
    let (mut programs, mut pairwise_loses, mut split) = (0, 0, 0);
    while programs < setting("MOVERLOG_PROGRAMS", 1500) / 3 {
        let ctp = random_program(&mut random, 3, 3, false);
        if !short(&ctp, 10) {
            continue;
        }
        programs += 1;
        let [_, all, feasible] = graphs(&ctp);
        for graph in [&all, &feasible] {
            let switches = graph.switches.iter().copied().collect();
            assert!(!representatives(&ctp, &switches).contains(&0), "{}", text(&ctp));
            split += usize::from(graph.added > 0);
        }
        let skeleton = Skeleton::new(&ctp, true);
        let lattices = Lattices::new(&skeleton, false);
        let pairwise = Tsg::new(&skeleton, &lattices, &Options { mats: Mats::All, union: Union::Pairwise });
        pairwise_loses += usize::from(representatives(&ctp, &pairwise.switches.iter().copied().collect()).contains(&0));
        assert!(!pairwise.adequate);
    }
    assert!(pairwise_loses > 0);
    eprintln!(
        "{programs} programs; switches of pairs lose schedules: {pairwise_loses}; graphs with added boundaries: {split}"
    );
}

#[test]
fn intervals_contain_every_value() {
    let mut random = Random::new(setting("MOVERLOG_SEED", 1) + 1);
    let (mut programs, mut wrong, mut proved, mut apart) = (0, 0, 0, 0);
    while programs < setting("MOVERLOG_PROGRAMS", 1500) {
        let threads = 2 + random.below(3);
        let ctp = match random.below(2) {
            0 => random_program(&mut random, threads, 6, true),
            _ => split_program(&mut random, threads, 5),
        };
        if !short(&ctp, 16) {
            continue;
        }
        programs += 1;
        apart += usize::from(groups(&ctp).len() > 1);
        let found = concrete(&ctp);
        for (kind, graph) in ["CCFG", "TSG", "TSG'"].iter().zip(&graphs(&ctp)) {
            assert!(graph.adequate);
            for lookahead in [1, 2] {
                let missed = missed(&found, &ranges(&ctp, graph, lookahead));
                assert!(missed.is_empty(), "{kind}, B = {lookahead}: {missed:?}: {}", text(&ctp));
            }
            let places = ctp.threads.iter().enumerate();
            let places = places.flat_map(|(t, s)| (0..s.transitions.len()).map(move |k| (t, k))).collect();
            let searched = search(&ctp, graph, &places, &Control::default());
            let wrong: BTreeSet<_> = searched.wrong.iter().filter_map(|s| last_place(s)).collect();
            assert_eq!(wrong, found.wrong.iter().copied().collect(), "{kind}: {}", text(&ctp));
            assert!(searched.wrong.iter().all(|s| replay(&ctp, s).is_some()) && searched.doubt.is_none());
        }
        for o in analyse(&ctp, &Settings::default(), &Control::default()).obligations {
            let goes_wrong = found.wrong.contains(&(o.thread, o.transition));
            assert_eq!(goes_wrong, o.answer == Answer::Violated, "{}", text(&ctp));
            assert!(o.answer != Answer::NotProved, "every schedule was tried: {}", text(&ctp));
            proved += usize::from(matches!(o.answer, Answer::Proved(_)));
        }
        wrong += usize::from(!found.wrong.is_empty());
    }
    assert!(wrong > 0 && proved > 0 && apart > 0);
    eprintln!(
        "{programs} programs, {wrong} of them go wrong, {apart} in groups; {proved} assertions proved by intervals"
    );
}

/// FX12: GenMAT' as printed has no feasible MAT inside the critical section, and loses two of six classes.
#[test]
fn gen_mat_feasible_as_printed_loses_classes() {
    let ctp = program(&[("Y", 0), ("D", 0)], &["Y=1; lock m; unlock m; D=1", "lock m; Y=2; unlock m; D=1"]);
    let lattice = Lattice::new(&Skeleton::new(&ctp, true), 0, 1);
    let lost =
        |mats: &[Mat]| representatives(&ctp, &context_switches(&lattice, mats)).iter().filter(|n| **n == 0).count();
    let literal = gen_mat_feasible(&lattice, Reading::Literal);
    assert_eq!((lost(&literal), is_adequate(&lattice, &literal)), (2, false));
    for mats in
        [gen_mat(&lattice), gen_mat_feasible(&lattice, Reading::Fallback), gen_mat_feasible(&lattice, Reading::Checked)]
    {
        assert_eq!((lost(&mats), is_adequate(&lattice, &mats)), (0, true));
    }
    assert_eq!(representatives(&ctp, &BTreeSet::new()).len(), 6);
}

/// FX13: the wording of TSG section 4 yields intervals that miss a value.
#[test]
fn the_wording_of_section_4_misses_a_value() {
    let ctp = program(&[("Y", 1), ("D", 0)], &["Y=2; r=Y; lock m; unlock m; D=1", "lock m; Y=0; unlock m; D=1"]);
    let skeleton = Skeleton::new(&ctp, true);
    let lattices = Lattices::new(&skeleton, false);
    let graph =
        |reading| Tsg::new(&skeleton, &lattices, &Options { mats: Mats::Feasible(reading), union: Union::Boundaries });
    let (after, checked) = (graph(Reading::After), graph(Reading::Checked));
    let found = concrete(&ctp);
    assert!(!after.adequate && !missed(&found, &ranges(&ctp, &after, 1)).is_empty());
    assert!(checked.adequate && missed(&found, &ranges(&ctp, &checked, 1)).is_empty());
}

/// FX14: with three threads the switches of pairs are not enough.
#[test]
fn switches_of_pairs_lose_schedules_of_three_threads() {
    let ctp = program(&[("X", 0), ("Y", 0), ("D", 0)], &["r=X; D=1", "Y=1; D=1", "r=Y; D=1"]);
    let skeleton = Skeleton::new(&ctp, true);
    let lattices = Lattices::new(&skeleton, false);
    let lost = |union| {
        let graph = Tsg::new(&skeleton, &lattices, &Options { mats: Mats::All, union });
        representatives(&ctp, &graph.switches.iter().copied().collect()).contains(&0)
    };
    assert!(lost(Union::Pairwise) && !lost(Union::Boundaries));
}

/// Without a conflict at the end nothing allows the switch to the thread that is left.
#[test]
fn threads_need_a_conflict_at_their_ends() {
    let ctp = program(&[("X", 0), ("Y", 0)], &["r=X", "Y=1"]);
    let open = Lattice::new(&Skeleton::new(&ctp, false), 0, 1);
    assert!(gen_mat(&open).is_empty() && !is_adequate(&open, &[]));
    let closed = Lattice::new(&Skeleton::new(&ctp, true), 0, 1);
    assert!(is_adequate(&closed, &gen_mat(&closed)));
}

#[test]
fn the_running_example_has_five_classes() {
    let threads = ["lock L; a1=Z; a2=X; unlock L; Y=a1+a2", "b1=Y; lock L; b2=X; Z=b2+1; unlock L; Y=b1+b2"];
    let ctp = program(&[("X", 1), ("Y", 4), ("Z", 0)], &threads);
    assert_eq!(all_schedules(&ctp).len(), 37);
    let lattice = Lattice::new(&Skeleton::new(&ctp, true), 0, 1);
    for mats in [gen_mat(&lattice), gen_mat_feasible(&lattice, Reading::Literal)] {
        assert_eq!(representatives(&ctp, &context_switches(&lattice, &mats)), [1; 5]);
    }
}
