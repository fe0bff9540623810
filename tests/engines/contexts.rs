//! Context-bounded exploration on stacks without bound: models, and seeded random recursive programs against every
//! interleaving on bounded stacks, its contexts counted here.
//!
//! `MOVERLOG_PROGRAMS` (or `MOVERLOG_RANDOM`) and `MOVERLOG_SEED` make a longer campaign of it, `MOVERLOG_SUMMARY` names
//! a file for its numbers.

use crate::instructions::listing;
use crate::instructions::procedures::random_procedures;
use crate::instructions::random::Random;
use crate::support::setting;
use indexmap::IndexMap;
use moverlog::contexts::{End, Search, stacks_apart, visible_states};
use moverlog::driver::{Bound, Control, Convergence, Limits, Outcome, Verdict, contexts};
use moverlog::execution::{Choice, replay};
use moverlog::ir::Program;
use moverlog::model::Model;
use moverlog::semantics::{Configuration, Semantics};
use moverlog_rules::Tid;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// So many states are counted at most.
const STATES: usize = 4000;

#[test]
fn random_programs_agree_with_bounded_stacks() {
    let (count, seed) = (setting("MOVERLOG_PROGRAMS", setting("MOVERLOG_RANDOM", 300)), setting("MOVERLOG_SEED", 1));
    let mut random = Random::new(seed);
    let mut kinds: BTreeMap<String, u64> = BTreeMap::new();
    for i in 0..count {
        let p = random_procedures(&mut random, i % 4 != 0);
        let max_stack = 2 + random.below(4) as u32;
        match catch_unwind(AssertUnwindSafe(|| examine(&p, max_stack))) {
            Ok(found) => found.into_iter().for_each(|kind| *kinds.entry(kind).or_default() += 1),
            Err(_) => panic!("program {i} of seed {seed}, stacks of {max_stack}, disagrees\n{}", listing(&p)),
        }
    }
    let of = |kind: &str| kinds.get(kind).copied().unwrap_or(0) * 100 / count;
    let enough = of("wrong") > 20 && of("safe") > 20 && of("cut") > 10 && of("too large") < 20;
    assert!(enough, "seed {seed}: too few of a kind: {kinds:?}");
    if let Ok(file) = std::env::var("MOVERLOG_SUMMARY") {
        std::fs::write(file, format!("seed {seed}: {kinds:?}")).expect("the summary can be written");
    }
}

fn model(name: &str) -> Program {
    let path = format!("models/recursive/{name}.mover");
    let text = std::fs::read_to_string(&path).expect("it is there");
    Model::parse(&path, &text).expect("it is a model").program
}

/// One model for each way to end, and that nothing weaker would do.
#[test]
fn each_way_to_end_has_a_model() {
    let by_contexts = |name: &str, most| {
        let outcome = contexts(&model(name), most, &limited());
        let found = outcome.contexts.expect("it is by contexts");
        (outcome.verdict, found.converged, found.explored)
    };
    assert_eq!(by_contexts("contexts_error", None), (Verdict::Wrong, None, 5));
    assert_eq!(by_contexts("contexts_error", Some(4)), (Verdict::Inconclusive, None, 4));
    let safe = |name| by_contexts(name, None);
    assert!(matches!(safe("contexts_visible"), (Verdict::Safe, Some(Convergence::Visible(_)), 1)));
    assert!(matches!(safe("contexts_apart"), (Verdict::Safe, Some(Convergence::Apart(_)), 4)));
    assert_eq!(safe("contexts_states"), (Verdict::Safe, Some(Convergence::States), 10));
    assert_eq!(by_contexts("contexts_open", Some(40)), (Verdict::Inconclusive, None, 40));
    let control = limited();
    for (name, visible, apart) in [
        ("contexts_error", false, false),
        ("contexts_visible", true, true),
        ("contexts_apart", false, true),
        ("contexts_states", false, false),
        ("contexts_open", false, false),
    ] {
        let (program, beside) = (model(name), control.anew().with_states(100_000));
        let semantics = Semantics::within(&program, &beside);
        assert_eq!(visible_states(&semantics, &beside).is_some(), visible, "{name}");
        assert_eq!(stacks_apart(&semantics, &beside).is_some(), apart, "{name}");
        assert_eq!(beside.hit(), None, "{name}");
    }
}

/// Everything that must hold of one program; what kinds of program it is.
fn examine(p: &Program, max_stack: u32) -> Vec<String> {
    let semantics = Semantics::new(p);
    let Some(bounded) = Bounded::new(&semantics, max_stack) else { return vec!["too large".into()] };
    let mut kinds = vec![];
    if bounded.cut {
        kinds.push("cut".into());
    }
    kinds.extend(bounded.is_included(&semantics));
    kinds.extend(bounded.proofs(p));
    kinds.extend(bounded.verdicts(p));
    kinds
}

/// Every interleaving on stacks of at most so many frames.
struct Bounded {
    /// The least number of contexts that leads to each state.
    contexts: IndexMap<Configuration, u32>,
    /// Whether the bound on stacks kept some states out.
    cut: bool,
    /// The least number of contexts that leads to an error.
    wrong: Option<u32>,
    max_stack: u32,
}

impl Bounded {
    /// Nothing if there are too many states.
    fn new(semantics: &Semantics<'_>, max_stack: u32) -> Option<Self> {
        let mut found = Bounded { contexts: IndexMap::new(), cut: false, wrong: None, max_stack };
        let mut best: HashMap<(Configuration, Option<Tid>), u32> = HashMap::from([((semantics.initial(), None), 0)]);
        let mut open = VecDeque::from([(0, semantics.initial(), None)]);
        while let Some((contexts, c, last)) = open.pop_front() {
            if contexts > best[&(c.clone(), last)] {
                continue;
            }
            let least = found.contexts.entry(c.clone()).or_insert(contexts);
            *least = contexts.min(*least);
            if c.locals.iter().any(|l| semantics.is_wrong(*l)) {
                found.wrong = Some(found.wrong.map_or(contexts, |w| w.min(contexts)));
            }
            if best.len() > STATES {
                return None;
            }
            for t in semantics.tids() {
                let more = contexts + u32::from(last != Some(t));
                for step in &semantics.transitions_in(&c, t).steps {
                    let next = semantics.after(&c, t, step);
                    if next.stacks.iter().any(|s| semantics.depth(*s) > max_stack) {
                        found.cut = true;
                        continue;
                    }
                    let key = (next.clone(), Some(t));
                    if best.get(&key).is_none_or(|old| more < *old) {
                        best.insert(key, more);
                        let at = (more, next, Some(t));
                        if last == Some(t) { open.push_front(at) } else { open.push_back(at) }
                    }
                }
            }
        }
        Some(found)
    }

    /// Every state that is counted here is reached in as many contexts, and in no fewer unless on a deeper stack.
    fn is_included(&self, semantics: &Semantics<'_>) -> Option<String> {
        let control = limited();
        let mut search = Search::new(semantics, &control);
        let wrong = self.wrong.unwrap_or(u32::MAX);
        for k in 1..7 {
            match search.go_on() {
                _ if control.hit().is_some() => return Some("too many aggregate states".into()),
                End::Wrong(_) => {
                    assert!(k == wrong || self.cut && k < wrong, "an error in {k} contexts, not {wrong}");
                    return None;
                }
                End::Converged => {
                    assert_eq!(wrong, u32::MAX, "an error is missed");
                    assert!(self.contexts.keys().all(|c| search.reaches(c)), "a state is missed");
                    return Some("converges".into());
                }
                End::Open => {}
            }
            assert!(k < wrong, "an error in {wrong} contexts is missed");
            for (c, contexts) in &self.contexts {
                assert!(*contexts > k || search.reaches(c), "a state of {contexts} contexts is missed: {c:?}");
                assert!(self.cut || *contexts <= k || !search.reaches(c), "{c:?} takes {contexts} contexts, not {k}");
            }
        }
        None
    }

    /// What is larger than all that is reached has no error only if there is none; the stronger way knows what the
    /// weaker one knows.
    fn proofs(&self, p: &Program) -> Option<String> {
        let control = limited().with_states(100_000);
        let semantics = Semantics::within(p, &control);
        let visible = visible_states(&semantics, &control).is_some();
        let apart = stacks_apart(&semantics, &control).is_some();
        if control.hit().is_some() {
            return Some("too many visible states".into());
        }
        assert!(self.wrong.is_none() || !visible && !apart, "an error is missed");
        assert!(apart || !visible, "with stacks more is known than without");
        let only = match (visible, apart) {
            (false, true) => "stacks apart alone",
            (true, _) => "visible states",
            _ => return None,
        };
        Some(only.into())
    }

    fn verdicts(&self, p: &Program) -> Vec<String> {
        let outcome = contexts(p, None, &limited());
        let found = outcome.contexts.expect("it is by contexts");
        match (outcome.verdict, self.wrong) {
            (Verdict::Wrong, Some(least)) if !self.cut => assert_eq!(found.explored, least),
            (Verdict::Wrong, Some(least)) => assert!(found.explored <= least, "an error takes {least} contexts"),
            (Verdict::Wrong, None) => assert!(self.cut, "an error that is none"),
            (Verdict::Safe, wrong) => assert_eq!(wrong, None, "an error is missed"),
            (Verdict::Inconclusive, wrong) => {
                assert!(self.cut, "no stack is deep");
                assert_eq!(outcome.bound, Some(Bound::States));
                assert!(wrong.is_none_or(|least| found.explored < least), "an error of {wrong:?} contexts is missed");
            }
        }
        if outcome.verdict == Verdict::Wrong {
            self.executions(p, &outcome, found.explored);
        }
        if let Some(fewer) = found.explored.checked_sub(1).filter(|k| *k > 0) {
            let outcome = contexts(p, Some(fewer), &limited());
            assert_ne!(outcome.verdict, Verdict::Wrong, "an error in {fewer} contexts");
        }
        vec![self.kind(&outcome)]
    }

    fn kind(&self, outcome: &Outcome) -> String {
        match (outcome.verdict, outcome.contexts.and_then(|c| c.converged)) {
            (Verdict::Wrong, _) => "wrong".into(),
            (Verdict::Safe, Some(Convergence::States)) => "safe by states".into(),
            (Verdict::Safe, _) => "safe".into(),
            (Verdict::Inconclusive, _) => "open".into(),
        }
    }

    /// What is told ends in the error, and takes no more contexts than are claimed.
    fn executions(&self, p: &Program, outcome: &Outcome, contexts: u32) {
        let failed = outcome.failed.as_ref().expect("an error is told");
        let events = replay(&Semantics::new(p), &failed.schedule).expect("it is an execution");
        assert!(events.last().is_some_and(|e| e.failure.is_some()));
        assert_eq!(switches(&failed.schedule) + 1, contexts);
        let semantics = Semantics::new(p);
        let deep = replay(&semantics, &failed.schedule)
            .expect("it is an execution")
            .iter()
            .any(|e| e.after.stacks.iter().any(|s| semantics.depth(*s) > self.max_stack));
        assert!(self.wrong.is_some() || deep, "stacks of {} have no error", self.max_stack);
    }
}

fn switches(schedule: &[Choice]) -> u32 {
    schedule.windows(2).filter(|pair| pair[0].t != pair[1].t).count() as u32
}

fn limited() -> Control<'static> {
    Control::from(Limits { max_states: 3000, ..Limits::default() })
}
