//! Lock inference over systems that say too little, or what is not so: nothing is safe that is not.

use moverlog_rules::Mover::*;
use moverlog_rules::*;

/// Two threads add to a variable under a lock, and go wrong if it has changed since they read it. How much is
/// said of that differs.
#[derive(Default)]
struct Counter {
    unlocked: bool,
    no_holders: bool,
    no_accesses: bool,
    forgets: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum At {
    Acquire,
    Read,
    Write(u32),
    Release,
    End,
    Wrong,
}
use At::*;

impl System for Counter {
    type Global = (Option<Tid>, u32);
    type Local = At;

    fn start(&self) -> (Self::Global, Vec<At>) {
        ((None, 0), vec![if self.unlocked { Read } else { Acquire }; 2])
    }

    fn steps(&self, t: Tid, &(owner, x): &Self::Global, at: &At) -> Vec<Step<Self::Global, At>> {
        match *at {
            Acquire if owner.is_none() => vec![Step::to(Right, (Some(t), x), Read)],
            Read => vec![Step::to(Both, (owner, x), Write(x))],
            Write(read) if read != x => vec![Step::to(Both, (owner, x), Wrong)],
            Write(read) => vec![Step::to(Both, (owner, read + 1), if self.unlocked { End } else { Release })],
            Release => vec![Step::to(Left, (None, x), End)],
            Acquire | End | Wrong => vec![],
        }
    }

    fn is_wrong(&self, at: &At) -> bool {
        *at == Wrong
    }

    fn holders(&self, (owner, _): &Self::Global) -> Option<Vec<Option<Tid>>> {
        (!self.no_holders).then(|| vec![*owner])
    }

    fn accesses(&self, _: Tid, _: &Self::Global, at: &At) -> Option<Vec<Variable>> {
        let accessed = matches!(at, Read | Write(_)) && !self.forgets;
        (!self.no_accesses).then(|| accessed.then_some(Variable(0)).into_iter().collect())
    }
}

fn inferring() -> impl Iterator<Item = &'static Ruleset> {
    RULESETS.iter().filter(|r| r.inference.is_some())
}

#[test]
fn the_lock_is_found() {
    for rules in inferring() {
        let system = Counter::default();
        let outcome = check(&system, rules, Bounds::default());
        let sets = outcome.protection.expect("everything is answered");
        assert_eq!(sets.of(Variable(0)).collect::<Vec<_>>(), [Mutex(0)], "{}", rules.name);
        let may_miss = rules.claim == Claim::MissesErrors;
        let expected = if may_miss { Verdict::Inconclusive(Reason::Claim) } else { Verdict::Safe };
        assert_eq!(outcome.verdict, expected, "{}", rules.name);
    }
}

#[test]
fn that_there_is_none_is_found() {
    let system = Counter { unlocked: true, ..Counter::default() };
    for rules in inferring() {
        let outcome = check(&system, rules, Bounds::default());
        assert!(matches!(&outcome.verdict, Verdict::Wrong(path) if path.len() == 4), "{}", rules.name);
        assert_eq!(outcome.rounds, 2, "{}", rules.name);
        let sets = outcome.protection.expect("everything is answered");
        assert_eq!(sets.of(Variable(0)).next(), None, "{}", rules.name);
    }
}

#[test]
fn what_is_left_open_is_refused() {
    let half =
        [Counter { no_holders: true, ..Counter::default() }, Counter { no_accesses: true, ..Counter::default() }];
    for (system, rules) in half.iter().flat_map(|s| inferring().map(move |r| (s, r))) {
        let verdict = check(system, rules, Bounds::default()).verdict;
        assert_eq!(verdict, Verdict::Inconclusive(Reason::Unanswered("unheld")), "{}", rules.name);
    }
}

/// An access that is not told of makes letters false, and those are tried.
#[test]
fn what_is_not_told_is_noticed() {
    let system = Counter { forgets: true, unlocked: true, ..Counter::default() };
    for rules in inferring().filter(|r| r.claim != Claim::MissesErrors) {
        assert!(matches!(check(&system, rules, Bounds::default()).verdict, Verdict::Wrong(_)), "{}", rules.name);
    }
}
