//! TSG's symbolic search: on random straight-line programs formulas have models exactly where some schedule goes wrong,
//! on each graph, with values of 32 bits and of as many as intervals need (phi_32 and phi_R).
//! `MOVERLOG_RANDOM` and `MOVERLOG_SEED` make a longer campaign of it.

#![allow(clippy::print_stderr, reason = "a campaign says what it has seen")]

use crate::ctp::program;
use crate::support::setting;
use moverlog::control::{Control, Limits};
use moverlog::random::Random;
use moverlog::symbolic::solver::Sat;
use moverlog::trace::analysis::{Analysis, Answer, GraphKind, Settings, Verdict, analyse};
use moverlog::trace::ctp::*;
use moverlog::trace::formula::{Found, Solved, Widths};
use moverlog::trace::schedules::{Doubt, Place, last_place, replay};
use moverlog::trace::state::{Attempt, State};
use std::collections::{BTreeSet, HashSet};
use std::time::Duration;

fn symbolic(ctp: &Ctp) -> Analysis {
    let settings = Settings { symbolic: Some(Sat::default()), ..Settings::default() };
    analyse(ctp, &settings, &Control::default())
}

/// The graphs whose formulas have models, and those whose formulas have none, for each of the widths.
fn satisfiable(analysis: &Analysis) -> Vec<Option<bool>> {
    analysis.formulas.iter().map(|f| f.solved.as_ref().and_then(Solved::is_satisfiable)).collect()
}

/// One thread: accesses of X and Y, sections under the locks m and n, products and quotients.
fn thread(random: &mut Random, most: usize) -> Vec<String> {
    let (mut parts, mut held) = (vec![], vec![]);
    for _ in 0..1 + random.below(most) {
        let (v, w, n) = (["X", "Y"][random.below(2)], ["X", "Y"][random.below(2)], random.below(4));
        parts.push(match random.below(14) {
            0 | 1 if held.len() < 2 => {
                let lock = ["m", "n"][random.below(2)];
                let word = if held.contains(&lock) { continue } else { format!("lock {lock}") };
                held.push(lock);
                word
            }
            2 | 3 if !held.is_empty() => format!("unlock {}", held.remove(random.below(held.len()))),
            4 => format!("assume {v}<={n}"),
            5 => format!("assert {v}<={n}"),
            6 => format!("assert {v}!={w}"),
            7 | 8 => format!("r={v}"),
            9 => format!("{v}=r+{n}"),
            10 => format!("{v}={v}+{n}"),
            11 => format!("r={v}*{n}"),
            12 if random.below(4) == 0 => format!("{v}={n}/{w}"),
            _ => format!("{v}={n}"),
        });
    }
    parts.extend(held.iter().map(|lock| format!("unlock {lock}")));
    parts
}

/// Solvers have little to do for so many transitions.
const MOST: usize = 9;

fn random_program(random: &mut Random) -> Ctp {
    loop {
        let ctp = any_program(random);
        if ctp.threads.iter().map(|s| s.transitions.len()).sum::<usize>() <= MOST {
            return ctp;
        }
    }
}

/// In some programs the first thread forks the last one and may wait for it; in some variables have few values.
fn any_program(random: &mut Random) -> Ctp {
    let n = 2 + random.below(3);
    let mut threads: Vec<Vec<String>> = (0..n).map(|_| thread(random, 7 - n)).collect();
    if random.below(3) == 0 {
        let at = random.below(threads[0].len() + 1);
        threads[0].insert(at, format!("fork {}", n - 1));
        if random.below(2) == 0 {
            let behind = at + 1 + random.below(threads[0].len() - at);
            threads[0].insert(behind, format!("join {}", n - 1));
        }
    }
    let texts: Vec<String> = threads.iter().map(|parts| parts.join("; ")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let mut ctp = program(&[("X", 0), ("Y", 1)], &texts);
    for variable in ctp.variables.iter_mut().filter(|v| v.scope != Scope::Lock) {
        variable.range = [variable.range, variable.range, (0, 2), (-2, 1)][random.below(4)];
    }
    ctp
}

fn text(ctp: &Ctp) -> String {
    let slice = |s: &Slice| s.transitions.iter().map(|t| t.label.as_str()).collect::<Vec<_>>().join("; ");
    let ranges: Vec<String> = ctp.variables.iter().map(|v| format!("{} in {:?}", v.name, v.range)).collect();
    format!("{} where {}", ctp.threads.iter().map(slice).collect::<Vec<_>>().join(" || "), ranges.join(", "))
}

/// Where a thread goes wrong in some schedule, by a loop over all states.
fn wrong(ctp: &Ctp) -> BTreeSet<Place> {
    let (mut found, mut seen, mut open) = (BTreeSet::new(), HashSet::new(), vec![State::initial(ctp)]);
    while let Some(state) = open.pop() {
        if !seen.insert(state.clone()) {
            continue;
        }
        for t in 0..ctp.threads.len() {
            let mut next = state.clone();
            match next.perform(ctp, t) {
                Attempt::Performed(_) => open.push(next),
                Attempt::Wrong => _ = found.insert((t, state.done[t])),
                Attempt::Blocked(_) | Attempt::Unknown => {}
            }
        }
    }
    found
}

/// The places that a formula has models for; every one is a schedule.
fn places(ctp: &Ctp, solved: &Solved) -> BTreeSet<Place> {
    let place = |(place, found): &(Place, Found)| match found {
        Found::Schedule(turns) => {
            assert!(replay(ctp, turns).is_some() && last_place(turns) == Some(*place), "{turns:?}: {}", text(ctp));
            Some(*place)
        }
        Found::Nothing => None,
        Found::Open(why) => panic!("{why:?} at {place:?}: {}", text(ctp)),
    };
    solved.found.iter().filter_map(place).collect()
}

#[test]
fn formulas_have_models_where_schedules_go_wrong() {
    let mut random = Random::new(setting("MOVERLOG_SEED", 1));
    let (mut asked, mut some, mut forked, mut narrower, mut refused) = (0, 0, 0, 0, 0);
    let programs = setting("MOVERLOG_RANDOM", 40);
    for _ in 0..programs {
        let ctp = random_program(&mut random);
        let expected = wrong(&ctp);
        let analysis = symbolic(&ctp);
        assert_eq!(analysis.formulas.len(), if analysis.obligations.is_empty() { 0 } else { 6 });
        for pair in analysis.formulas.chunks(2) {
            let [full, ranges] = [&pair[0], &pair[1]].map(|f| f.solved.as_ref());
            let (Some(full), Some(ranges)) = (full, ranges) else {
                refused += 1;
                continue;
            };
            for (solved, widths) in [(full, Widths::Full), (ranges, Widths::Ranges)] {
                assert_eq!(solved.found.len(), analysis.obligations.len(), "{}", text(&ctp));
                assert_eq!(places(&ctp, solved), expected, "{:?}, {widths:?}: {}", pair[0].kind, text(&ctp));
            }
            assert!(ranges.bits <= full.bits);
            narrower += usize::from(ranges.bits < full.bits);
        }
        for o in &analysis.obligations {
            let violated = expected.contains(&(o.thread, o.transition));
            assert_eq!(violated, o.answer == Answer::Violated, "{}", text(&ctp));
            assert_eq!(o.answer == Answer::NotProved, analysis.formulas.iter().all(|f| f.solved.is_none()));
        }
        asked += analysis.obligations.len();
        some += expected.len();
        forked += usize::from(text(&ctp).contains("fork"));
    }
    assert!(some > 0 && some < asked && narrower > 0 && forked > 0);
    eprintln!(
        "{programs} programs, {forked} with forks; {asked} places, of which {some} go wrong; {narrower} pairs of formulas \
         that intervals make narrower, {refused} refused"
    );
}

/// TSG Figure 1, and what is said about its end: at Jb Y > 5 cannot be reached.
fn running_example(bound: i64) -> Ctp {
    let a = "lock L; a1=Z; a2=X; unlock L; Y=a1+a2";
    let b = format!("b1=Y; lock L; b2=X; Z=b2+1; unlock L; Y=b1+b2; assert Y<={bound}");
    program(&[("X", 1), ("Y", 4), ("Z", 0)], &[a, &b])
}

#[test]
fn the_running_example_is_as_in_the_paper() {
    let analysis = symbolic(&running_example(5));
    assert_eq!(satisfiable(&analysis), [Some(false); 6]);
    assert_eq!(analysis.verdict(), Verdict::Proved);
    let analysis = symbolic(&running_example(4));
    assert_eq!(satisfiable(&analysis), [Some(true); 6]);
    assert_eq!(analysis.verdict(), Verdict::Violated);
}

/// The square of 0 or 2 is not 1, but lies between 0 and 4.
#[test]
fn what_intervals_do_not_exclude_formulas_do() {
    let ctp = program(&[("X", 0)], &["X=2", "a=X; b=a*a; assert b!=1", "X=1+1"]);
    let analysis = symbolic(&ctp);
    let all = GraphKind::ALL.to_vec();
    assert_eq!(analysis.obligations[0].answer, Answer::Unsatisfiable(all));
    assert!(analysis.searched.is_some_and(|s| s.wrong.is_empty() && s.doubt.is_none()));
}

#[test]
fn schedules_that_rest_on_unknown_values_are_not_told() {
    let mut ctp = program(&[("X", 0)], &["X=1", "assert X==0"]);
    ctp.threads[0].transitions[0].effect = Effect::Assign(vec![(VariableId(0), Expr::Any)]);
    let analysis = symbolic(&ctp);
    assert_eq!((analysis.verdict(), satisfiable(&analysis)), (Verdict::Inconclusive, vec![None; 6]));
    assert_eq!(analysis.searched.and_then(|s| s.doubt), Some(Doubt::Unknown));
}

#[test]
fn graphs_that_may_leave_schedules_out_have_no_formulas() {
    let ctp = program(&[("X", 0), ("Y", 0)], &["r=X; X=1", "Y=1; X=2", "r=Y; assert X==0"]);
    let pairwise = moverlog::trace::tsg::Union::Pairwise;
    let settings = Settings { symbolic: Some(Sat::default()), union: pairwise, ..Settings::default() };
    let analysis = analyse(&ctp, &settings, &Control::default());
    let solved: Vec<bool> = analysis.formulas.iter().map(|f| f.solved.is_some()).collect();
    assert_eq!(solved, [true, true, false, false, false, false]);
    assert_eq!(analysis.verdict(), Verdict::Violated);
}

#[test]
fn out_of_time_nothing_is_said() {
    let limits = Limits { timeout: Some(Duration::ZERO), ..Limits::default() };
    let settings = Settings { symbolic: Some(Sat::default()), ..Settings::default() };
    let analysis = analyse(&running_example(4), &settings, &Control::from(limits));
    assert_eq!(analysis.verdict(), Verdict::Inconclusive);
}
