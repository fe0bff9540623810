//! What `--rules` names: a ruleset that is run as Datalog, or a depth-first search; and what
//! `--rules-file` reads.

use crate::derivation::{Rules, RulesFile};
use crate::exploration::Instance;
use crate::search::{SEARCHES, Search};
use moverlog_rules::{Claim, Inference, RULESETS, Ruleset, Solution};
use std::borrow::Cow;

#[derive(Clone, Copy)]
pub enum Engine {
    Rules(&'static Ruleset),
    Search(&'static Search),
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

impl Engine {
    /// Every engine, in the order in which they are listed to users.
    pub fn all() -> impl Iterator<Item = Engine> {
        RULESETS.iter().map(Engine::Rules).chain(SEARCHES.iter().map(Engine::Search))
    }

    /// The engine of that name.
    pub fn named(name: &str) -> Option<Engine> {
        Engine::all().find(|e| e.name() == name)
    }

    pub fn name(self) -> &'static str {
        match self {
            Engine::Rules(r) => r.name,
            Engine::Search(s) => s.name,
            Engine::File(f) => &f.name,
        }
    }

    pub fn paper(self) -> &'static str {
        match self {
            Engine::Rules(r) => r.paper,
            Engine::Search(s) => s.paper,
            Engine::File(_) => "",
        }
    }

    pub fn claim(self) -> Claim {
        match self {
            Engine::Rules(r) => r.claim,
            Engine::Search(s) => s.claim,
            Engine::File(f) => f.claim,
        }
    }

    pub fn summary(self) -> &'static str {
        match self {
            Engine::Rules(r) => r.summary,
            Engine::Search(s) => s.summary,
            Engine::File(_) => "rules from a file",
        }
    }

    /// Whether threads are held back inside transactions.
    pub fn reduces(self) -> bool {
        matches!(self, Engine::Search(_)) || self.relies_on_c3()
    }

    /// How it infers protecting sets by its own rules, if it does.
    pub fn inference(self) -> Option<Inference> {
        match self {
            Engine::Rules(r) => r.inference,
            Engine::Search(_) => None,
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
            Engine::Search(_) => None,
            Engine::File(f) => f.completion.as_deref(),
        }
    }

    /// Its rules as they are read and interpreted; a search has none.
    pub fn rules(self) -> Option<Cow<'static, Rules>> {
        let every = "every ruleset is in the part of the syntax that is read";
        match self {
            Engine::Rules(r) => Some(Cow::Owned(Rules::parse(r.sources).expect(every))),
            Engine::File(f) => Some(Cow::Borrowed(f.rules())),
            Engine::Search(_) => None,
        }
    }

    /// Explores; with the number of steps it took.
    pub(super) fn solve(self, instance: &Instance<'_>) -> (Solution, u64) {
        match self {
            Engine::Rules(ruleset) => {
                let solution = (ruleset.solve)(instance);
                (solution, instance.transition_count())
            }
            Engine::File(file) => {
                let solution = file.solve(instance);
                (solution, instance.transition_count())
            }
            Engine::Search(search) => {
                let table = search.run(instance);
                let transitions = instance.transition_count();
                debug_assert!(
                    !instance.is_complete() || search.passes_audit(instance, &table),
                    "{}: CPC's audits",
                    search.name
                );
                let relations = vec![("Sigma", instance.state_count()), ("Xend", table.scheduling().count())];
                (Solution { relations, ..Solution::default() }, transitions)
            }
        }
    }
}
