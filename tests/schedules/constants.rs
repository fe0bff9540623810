//! Constant propagation against all schedules of random programs, in which threads are forked and joined too:
//! what it says is constant is, the program that it leaves does the same, and its intervals contain every
//! value and lie in those without it.
//! `MOVERLOG_PROGRAMS` and `MOVERLOG_SEED` make a longer campaign of it.

#![allow(clippy::print_stderr, reason = "a campaign says what it has seen")]

use crate::ctp::program;
use crate::support::setting;
use crate::trace_random::{concrete, missed, random_program, short, split_program, text, thread};
use moverlog::control::Control;
use moverlog::random::Random;
use moverlog::trace::analysis::{Answer, Settings, analyse};
use moverlog::trace::constants::{Constants, propagate_constants};
use moverlog::trace::ctp::*;
use moverlog::trace::ranges::Ranges;
use moverlog::trace::state::{Attempt, Obstacle, State};
use std::collections::HashSet;

fn constants(ctp: &Ctp) -> Constants {
    propagate_constants(ctp, &Control::default()).expect("nothing bounds it")
}

/// A thread that stores, forks the others, and joins some of them before it reads.
fn forking_program(random: &mut Random, others: usize) -> Ctp {
    let mut main = format!("X={}; ", random.below(3));
    for other in 1..=others {
        main += &format!("fork {other}; ");
        main += ["", "", "Y=2; ", "r=X; "][random.below(4)];
    }
    for other in 1..=others {
        main += ["", &format!("join {other}; ")][random.below(2)];
    }
    main += ["r=X; assert r<=1; ", "r=Y; assume r<=1; X=r; ", "assume X==0; r=Y; Y=r+1; "][random.below(3)];
    let mut worker = || {
        let end = ["r=Y", "assume X==1; Y=2", "skip"][random.below(3)];
        thread(random, 4, true, end)
    };
    let texts: Vec<String> = [main].into_iter().chain((0..others).map(|_| worker())).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    program(&[("X", 0), ("Y", 1)], &texts)
}

fn any_program(random: &mut Random) -> Ctp {
    let threads = 2 + random.below(3);
    match random.below(3) {
        0 => random_program(random, threads, 5, true),
        1 => split_program(random, threads, 5),
        _ => forking_program(random, threads - 1),
    }
}

/// What is said to be constant and is not, in some state from which its thread tries to go on.
fn mistaken(ctp: &Ctp, found: &Constants) -> Vec<String> {
    let mut mistakes = vec![];
    let mut seen = HashSet::new();
    let mut stack = vec![State::initial(ctp)];
    while let Some(state) = stack.pop() {
        if !seen.insert(state.clone()) {
            continue;
        }
        for t in 0..ctp.threads.len() {
            let mut next = state.clone();
            let attempt = next.perform(ctp, t);
            if matches!(attempt, Attempt::Blocked(Obstacle::Ended | Obstacle::Unborn)) {
                continue;
            }
            for r in found.reads.iter().filter(|r| (r.place.thread, r.place.at) == (t, state.done[t])) {
                if state.value(ctp, r.variable) != Some(r.value) {
                    mistakes.push(format!("{r:?}"));
                }
            }
            stack.extend((next != state).then_some(next));
        }
    }
    mistakes
}

/// Where intervals are not within others.
fn outside(inner: &Ranges, outer: &Ranges) -> Vec<String> {
    let mut found = vec![];
    for (t, (inner, outer)) in inner.transitions.iter().zip(&outer.transitions).enumerate() {
        for (k, (i, o)) in inner.iter().zip(outer).enumerate() {
            let within = i.stored.iter().zip(&o.stored).all(|((_, i), (_, o))| o.lo <= i.lo && i.hi <= o.hi);
            let flags = i.performed <= o.performed && i.fails <= o.fails && i.refuses <= o.refuses;
            if !within || !flags {
                found.push(format!("{t}, {k}: {i:?} {o:?}"));
            }
        }
    }
    found
}

#[test]
fn constants_are_constant_and_intervals_with_them_hold() {
    let mut random = Random::new(setting("MOVERLOG_SEED", 1) + 2);
    let (mut programs, mut with_constants, mut guards, mut never, mut refuted) = (0, 0, 0, 0, 0);
    let mut narrower = 0;
    while programs < setting("MOVERLOG_PROGRAMS", 1500) {
        let ctp = any_program(&mut random);
        if !short(&ctp, 16) {
            continue;
        }
        programs += 1;
        let found = constants(&ctp);
        with_constants += usize::from(!found.reads.is_empty());
        guards += found.guards.len();
        never += found.never.len();
        assert_eq!(mistaken(&ctp, &found), Vec::<String>::new(), "{}", text(&ctp));
        let (before, after) = (concrete(&ctp), concrete(&found.program));
        assert_eq!((&before.stored, &before.performed), (&after.stored, &after.performed), "{}", text(&ctp));
        assert_eq!(before.wrong, after.wrong, "{}", text(&ctp));
        assert!(!found.guards.iter().any(|g| before.refused.contains(&(g.thread, g.at))), "{}", text(&ctp));
        assert!(!found.never.iter().any(|g| before.performed.contains(&(g.thread, g.at))), "{}", text(&ctp));
        for lookahead in [1, 2] {
            let analysed = |constants| {
                let settings = Settings { constants, lookahead, ..Settings::default() };
                analyse(&ctp, &settings, &Control::default())
            };
            let (with, without) = (analysed(true), analysed(false));
            for (inner, outer) in with.graphs.iter().zip(&without.graphs) {
                let missed = missed(&after, &inner.ranges);
                assert!(missed.is_empty(), "B = {lookahead}: {missed:?}: {}", text(&ctp));
                let outside = outside(&inner.ranges, &outer.ranges);
                assert!(outside.is_empty(), "{}, B = {lookahead}: {outside:?}: {}", inner.kind.name(), text(&ctp));
                narrower += usize::from(!self::outside(&outer.ranges, &inner.ranges).is_empty());
                refuted += inner.refuted.len();
            }
            for o in with.obligations {
                let goes_wrong = before.wrong.contains(&(o.thread, o.transition));
                assert_eq!(goes_wrong, o.answer == Answer::Violated, "{}", text(&ctp));
                assert!(o.answer != Answer::NotProved, "every schedule was tried: {}", text(&ctp));
            }
        }
    }
    assert!(with_constants > 0 && guards > 0 && never > 0 && refuted > 0 && narrower > 0);
    eprintln!(
        "{programs} programs, {with_constants} with constants: {guards} guards always true, {never} transitions never; \
         narrower on {narrower} graphs"
    );
}
