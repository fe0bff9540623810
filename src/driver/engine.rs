//! What `--rules` names: a ruleset that is run as Datalog, or a depth-first search; and what
//! `--rules-file` reads.

#![warn(missing_docs)]

use crate::derivation::{Rules, RulesFile};
use crate::dynamic::Heuristics;
use crate::exploration::Instance;
use crate::search::{READINGS, SEARCHES, Search};
use moverlog_rules::{Claim, Conditions, Inference, REDUCTIONS, RULESETS, Reduction, Ruleset, Solution};
use std::borrow::Cow;

/// What is measured of a search: the states that it stored, and those from which it scheduled every thread.
const SEARCHED: [&str; 2] = ["Sigma", "Xend"];

/// A ruleset, a search, a reduction of blocks or a file of rules.
///
/// ```
/// use moverlog::prelude::*;
///
/// let engine = Engine::named("cpc").expect("it is listed");
/// assert!(engine.reduces() && Engine::all().any(|e| e.name() == "summaries"));
/// ```
#[derive(Clone, Copy)]
pub enum Engine {
    /// Rules of a paper, compiled.
    Rules(&'static Ruleset),
    /// A depth-first search (CPC 4).
    Search(&'static Search),
    /// Blocks of one thread's steps, instrumented by rules (DYN).
    Blocks(&'static Reduction, Heuristics),
    /// Rules that are read when moverlog runs, and live as long as it does.
    File(&'static RulesFile),
}

impl From<&'static Ruleset> for Engine {
    fn from(ruleset: &'static Ruleset) -> Self {
        Engine::Rules(ruleset)
    }
}

impl From<&'static Search> for Engine {
    fn from(search: &'static Search) -> Self {
        Engine::Search(search)
    }
}

impl From<&'static Reduction> for Engine {
    fn from(reduction: &'static Reduction) -> Self {
        Engine::Blocks(reduction, Heuristics::ALL)
    }
}

impl Engine {
    /// Every engine, in the order in which they are listed to users.
    pub fn all() -> impl Iterator<Item = Engine> {
        let rulesets = RULESETS.iter().map(Engine::Rules);
        rulesets.chain(SEARCHES.iter().map(Engine::Search)).chain(REDUCTIONS.iter().map(Engine::from))
    }

    /// Every interleaving, by which all others are judged.
    pub fn interleaving() -> Engine {
        Engine::named("interleaving").expect("the oracle is always there")
    }

    /// The engine of that name, also one that is not listed.
    pub fn named(name: &str) -> Option<Engine> {
        Engine::all().chain(READINGS.iter().map(Engine::Search)).find(|e| e.name() == name)
    }

    /// The same with these moving conditions, if it tests any.
    pub fn with_heuristics(self, heuristics: Heuristics) -> Engine {
        match self {
            Engine::Blocks(r, _) => Engine::Blocks(r, heuristics),
            other => other,
        }
    }

    /// As `--rules` names it.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Rules(r) => r.name,
            Engine::Search(s) => s.name,
            Engine::Blocks(r, _) => r.name,
            Engine::File(f) => &f.name,
        }
    }

    /// The paper and its section.
    pub fn paper(self) -> &'static str {
        match self {
            Engine::Rules(r) => r.paper,
            Engine::Search(s) => s.paper,
            Engine::Blocks(r, _) => r.paper,
            Engine::File(_) => "",
        }
    }

    /// What may be concluded from a run without error.
    pub fn claim(self) -> Claim {
        match self {
            Engine::Rules(r) => r.claim,
            Engine::Search(s) => s.claim,
            Engine::Blocks(r, _) => r.claim,
            Engine::File(f) => f.claim.unwrap_or(Claim::MissesErrors),
        }
    }

    /// The file of rules that it runs, if it runs one.
    pub fn file(self) -> Option<&'static RulesFile> {
        match self {
            Engine::File(file) => Some(file),
            _ => None,
        }
    }

    /// What it is, in a line.
    pub fn summary(self) -> &'static str {
        match self {
            Engine::Rules(r) => r.summary,
            Engine::Search(s) => s.summary,
            Engine::Blocks(r, _) => r.summary,
            Engine::File(_) => "rules from a file",
        }
    }

    /// Whether threads are held back inside transactions.
    pub fn reduces(self) -> bool {
        matches!(self, Engine::Search(_) | Engine::Blocks(..)) || self.relies_on_c3()
    }

    /// Whether it derives summaries of procedures (QRR 5).
    pub fn summarizes(self) -> bool {
        matches!(self, Engine::Rules(_)) && self.completion() == Some("C3'")
    }

    /// Where its movers come from, if that is not for the user to say.
    pub fn own_movers(self) -> Option<&'static str> {
        match self {
            Engine::Blocks(r, _) if r.conditions == Conditions::Dynamic => Some("conditions"),
            Engine::Blocks(..) => Some("static"),
            _ => None,
        }
    }

    /// How it infers protecting sets by its own rules, if it does.
    pub fn inference(self) -> Option<Inference> {
        match self {
            Engine::Rules(r) => r.inference,
            Engine::Search(_) | Engine::Blocks(..) => None,
            Engine::File(f) => f.inference,
        }
    }

    /// Whether it is sound only if every committed transaction can end, which a search sees to itself.
    pub(super) fn relies_on_c3(self) -> bool {
        self.completion().is_some()
    }

    /// The condition by which committed transactions end, for rules that rely on one.
    pub fn completion(self) -> Option<&'static str> {
        match self {
            Engine::Rules(r) => r.completion,
            Engine::Search(_) | Engine::Blocks(..) => None,
            Engine::File(f) => f.completion.as_deref(),
        }
    }

    /// The rules about states that it runs, as they are read and interpreted. A search has none, and those of
    /// blocks are about control-flow graphs.
    pub fn rules(self) -> Option<Cow<'static, Rules>> {
        let every = "every ruleset is in the part of the syntax that is read";
        match self {
            Engine::Rules(r) => Some(Cow::Owned(Rules::of(r).expect(every))),
            Engine::File(f) => Some(Cow::Borrowed(f.rules())),
            Engine::Search(_) | Engine::Blocks(..) => None,
        }
    }

    /// The relations that a run measures.
    pub fn relations(self) -> Vec<&'static str> {
        match self {
            Engine::Rules(r) => r.solve.relations.to_vec(),
            Engine::Search(_) => SEARCHED.to_vec(),
            Engine::Blocks(..) => vec![Reduction::RELATION],
            Engine::File(f) => f.relations().collect(),
        }
    }

    /// Explores; with the number of steps it took.
    pub(crate) fn solve(self, instance: &Instance<'_>) -> (Solution, u64) {
        match self {
            Engine::Rules(ruleset) => {
                let solution = (ruleset.solve)(instance);
                (solution, instance.transition_count())
            }
            Engine::File(file) => {
                let solution = file.solve(instance);
                (solution, instance.transition_count())
            }
            Engine::Blocks(..) => unreachable!("blocks are explored without an instance"),
            Engine::Search(search) => {
                let table = search.run(instance);
                let transitions = instance.transition_count();
                debug_assert!(
                    !instance.is_complete() || search.passes_audit(instance, &table),
                    "{}: CPC's audits",
                    search.name
                );
                let sizes = [instance.state_count(), table.scheduling().count()];
                let relations = SEARCHED.into_iter().zip(sizes).collect();
                (Solution { relations, ..Solution::default() }, transitions)
            }
        }
    }
}
