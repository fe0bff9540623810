//! Letters that are false, one property at a time: what is told of them, and that nothing is safe.

use moverlog_rules::Mover::*;
use moverlog_rules::*;

/// x and y.
type Store = [u32; 2];

/// What a thread can do at x and y.
type Line = fn(Store) -> Vec<(Mover, Store)>;

/// Lines for each thread, one after the other.
struct Lines(Vec<Vec<Line>>);

impl System for Lines {
    type Global = Store;
    type Local = usize;

    fn start(&self) -> (Store, Vec<usize>) {
        ([0; 2], vec![0; self.0.len()])
    }

    fn steps(&self, t: Tid, g: &Store, l: &usize) -> Vec<Step<Store, usize>> {
        let outcomes = self.0[t.0 as usize - 1].get(*l).map_or(vec![], |line| line(*g));
        outcomes.into_iter().map(|(mover, g)| Step::to(mover, g, l + 1)).collect()
    }

    fn is_wrong(&self, _: &usize) -> bool {
        false
    }
}

const SET_X: Line = |[_, y]| vec![(Non, [1, y])];

fn told(threads: Vec<Vec<Line>>) -> String {
    let system = Lines(threads);
    let said = check(&system, ruleset("reduction").expect("it is listed"), Bounds::default()).verdict.to_string();
    let doubt = doubts(&system, Bounds::default()).map_or("safe".to_string(), |d| format!("inconclusive: {d}"));
    assert_eq!(said, doubt);
    said
}

#[test]
fn a_right_mover_that_others_wait_for() {
    let set: Line = |[_, y]| vec![(Right, [1, y])];
    let wait: Line = |[x, y]| if x == 1 { vec![(Non, [x, y])] } else { vec![] };
    assert_eq!(told(vec![vec![set], vec![wait]]), "inconclusive: P1 fails at [0, 0]: T1 at 0, T2 at 0");
}

#[test]
fn a_step_that_becomes_a_right_mover() {
    let set_y: Line = |[x, _]| vec![(if x == 1 { Right } else { Non }, [x, 1])];
    assert_eq!(told(vec![vec![set_y], vec![SET_X]]), "inconclusive: P2 fails at [0, 0]: T1 at 0, T2 at 0");
}

#[test]
fn a_left_mover_that_waits() {
    let wait: Line = |[x, y]| if x == 1 { vec![(Left, [x, y])] } else { vec![] };
    assert_eq!(told(vec![vec![wait], vec![SET_X]]), "inconclusive: P3 fails at [0, 0]: T1 at 0, T2 at 0");
}

/// The property that QRR leaves out.
#[test]
fn a_left_mover_that_is_disabled() {
    let unless: Line = |[x, y]| if x == 0 { vec![(Left, [x, y])] } else { vec![] };
    assert_eq!(told(vec![vec![unless], vec![SET_X]]), "inconclusive: P4 fails at [0, 0]: T1 at 0, T2 at 0");
}

/// Every step is as its letter says, yet where the second one is enabled the thread is in N(t), elsewhere in L(t).
#[test]
fn a_further_step_that_others_enable() {
    let commit: Line = |[x, _]| vec![(Non, [x, 1])];
    let either: Line = |[x, y]| if x == 1 { vec![(Both, [x, y]), (Non, [x, 2])] } else { vec![(Both, [x, y])] };
    assert_eq!(told(vec![vec![commit, either], vec![SET_X]]), "inconclusive: C4 fails at [0, 1]: T1 at 1, T2 at 0");
}

#[test]
fn true_letters() {
    let set_y: Line = |[x, _]| vec![(Both, [x, 1])];
    let assign: Line = |[_, y]| vec![(Both, [1, y])];
    assert_eq!(told(vec![vec![set_y, set_y], vec![assign]]), "safe");
}

/// Nobody knows of letters that could not all be tried.
#[test]
fn letters_that_are_not_tried() {
    let system = Lines(vec![vec![SET_X], vec![SET_X]]);
    let outcome = check(&system, ruleset("summaries").expect("it is listed"), Bounds { tried: 1, ..Bounds::default() });
    assert_eq!(outcome.verdict, Verdict::Inconclusive(Reason::Untried));
}

#[test]
fn bounds_and_questions_that_are_left_open() {
    let system = Lines(vec![vec![SET_X], vec![SET_X]]);
    let verdict = |rules: &str, states| {
        let rules = ruleset(rules).expect("it is listed");
        check(&system, rules, Bounds { states, ..Bounds::default() }).verdict.to_string()
    };
    assert_eq!(verdict("interleaving", 4), "safe");
    assert_eq!(verdict("interleaving", 3), "inconclusive: the bound on states was hit");
    for rules in RULESETS.iter().filter(|r| r.inference.is_some()) {
        assert_eq!(verdict(rules.name, 4), "inconclusive: the program does not answer `unheld`");
    }
}

/// Rules that ask who is outside, and do not say that they reduce: no condition would be tried.
#[test]
fn phases_are_not_asked_for_where_there_are_none() {
    let Ruleset { name, paper, claim, summary, sources, solve, .. } = *ruleset("reduction").expect("it is listed");
    let rules = Ruleset { name, paper, claim, summary, completion: None, inference: None, sources, solve };
    let verdict = check(&Lines(vec![vec![SET_X], vec![SET_X]]), &rules, Bounds::default()).verdict;
    assert_eq!(verdict, Verdict::Inconclusive(Reason::Unanswered("is_outside")));
}
