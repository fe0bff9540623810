//! Time, and whoever cancels a check: nothing is known, what was found is kept, and it is on time.

use moverlog_rules::*;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Threads that count by themselves, each up to so much, and one that goes wrong at the start if it is to.
struct Counters {
    threads: usize,
    most: u32,
    mover: Mover,
    fails: bool,
}

const WRONG: u32 = u32::MAX;

impl System for Counters {
    type Global = ();
    type Local = u32;

    fn start(&self) -> ((), Vec<u32>) {
        ((), vec![0; self.threads])
    }

    fn steps(&self, t: Tid, _: &(), l: &u32) -> Vec<Step<(), u32>> {
        match *l {
            0 if self.fails && t == Tid(1) => vec![Step::to(Mover::Non, (), WRONG)],
            l if l < self.most => vec![Step::to(self.mover, (), l + 1)],
            _ => vec![],
        }
    }

    fn is_wrong(&self, l: &u32) -> bool {
        *l == WRONG
    }
}

const TIME: Duration = Duration::from_millis(300);

/// Far more than any of it takes, so that slow machines do not matter; without an end it takes hours.
const LATE: Duration = Duration::from_secs(20);

fn bounds() -> Bounds {
    Bounds { states: usize::MAX, tried: usize::MAX, ..Bounds::default() }
}

/// What a check said within the time and a little more; and how many states it kept.
fn within<'s>(system: &'s Counters, rules: &Ruleset, bounds: Bounds) -> Outcome<'s, Counters> {
    let begun = Instant::now();
    let outcome = check(system, rules, bounds);
    assert!(begun.elapsed() < LATE, "{}: {:?}", rules.name, begun.elapsed());
    outcome
}

fn sound() -> impl Iterator<Item = &'static Ruleset> {
    RULESETS.iter().filter(|r| r.claim == Claim::Sound && r.inference.is_none())
}

#[test]
fn rules_end_when_the_time_is_over() {
    let system = Counters { threads: 8, most: 1000, mover: Mover::Non, fails: false };
    for rules in sound() {
        let outcome = within(&system, rules, Bounds { time: Some(TIME), ..bounds() });
        assert_eq!(outcome.verdict, Verdict::Inconclusive(Reason::Time), "{}", rules.name);
        assert!(
            outcome.states > 100 && outcome.solution.relations[0].1 > 100,
            "{}: what was found is kept",
            rules.name
        );
    }
}

/// One transaction a thread, and far too many interleavings.
#[test]
fn so_do_trials_of_letters() {
    let system = Counters { threads: 8, most: 50, mover: Mover::Both, fails: false };
    let rules = ruleset("reduction").expect("it is listed");
    let outcome = within(&system, rules, Bounds { time: Some(TIME), ..bounds() });
    assert_eq!((outcome.verdict, outcome.states), (Verdict::Inconclusive(Reason::Time), 8 * 50 + 1));
    let begun = Instant::now();
    assert_eq!(doubts(&system, Bounds { time: Some(TIME), ..bounds() }), Some(Reason::Time));
    assert!(begun.elapsed() < LATE);
}

#[test]
fn whoever_cancels_a_check_ends_it() {
    let system = Counters { threads: 8, most: 1000, mover: Mover::Non, fails: false };
    for rules in sound() {
        let bounds = bounds();
        let flag = bounds.cancelled.clone();
        let other = std::thread::spawn(move || {
            std::thread::sleep(TIME);
            flag.store(true, Ordering::Relaxed);
        });
        let outcome = within(&system, rules, bounds);
        other.join().expect("it only sleeps");
        assert_eq!(outcome.verdict, Verdict::Inconclusive(Reason::Cancelled), "{}", rules.name);
    }
}

#[test]
fn an_error_that_was_found_in_time_is_told() {
    let system = Counters { threads: 8, most: 1000, mover: Mover::Non, fails: true };
    for rules in sound() {
        let outcome = within(&system, rules, Bounds { time: Some(TIME), ..bounds() });
        let Verdict::Wrong(path) = outcome.verdict else { panic!("{}: {}", rules.name, outcome.verdict) };
        assert_eq!(path.last().map(|(t, _)| *t), Some(Tid(1)), "{}", rules.name);
    }
}

#[test]
fn time_that_suffices_changes_nothing() {
    let system = Counters { threads: 3, most: 3, mover: Mover::Non, fails: false };
    let said = |time| {
        let outcomes = sound().map(|rules| check(&system, rules, Bounds { time, ..bounds() }));
        outcomes.map(|outcome| (outcome.verdict, outcome.states)).collect::<Vec<_>>()
    };
    assert_eq!(said(Some(LATE)), said(None));
}
