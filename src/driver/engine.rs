//! What `--rules` names: a ruleset that is run as Datalog, or a depth-first search; and what
//! `--rules-file` reads.

#![warn(missing_docs)]

use crate::derivation::{Answering, Rules, RulesFile};
use crate::dynamic::Heuristics;
use crate::exploration::Instance;
use crate::search::{READINGS, SEARCHES, Search};
#[cfg(feature = "workers")]
use crate::workers;
use moverlog_rules::{
    Claim, Conditions, Inference, Instrument, Program, REDUCTIONS, RULESETS, Reduction, Ruleset, Solution, THEOREM_6,
};
use std::borrow::Cow;

/// What is measured of a search: the states that it stored, and those from which it scheduled every thread.
const SEARCHED: [&str; 2] = ["Sigma", "Xend"];

/// Rulesets that look at one state at once, in layers.
pub(crate) const LAYERED: [&str; 2] = ["interleaving", "reduction"];

/// Rulesets 2 and 3, which several workers run in rounds.
const SHARED: &str = "summaries";

/// A ruleset, a search, a reduction of blocks or a file of rules.
///
/// ```
/// use moverlog::prelude::*;
///
/// let engine = Engine::named("cpc").expect("it is listed");
/// assert!(engine.reduces() && Engine::all().any(|e| e.name() == "summaries"));
/// ```
#[derive(Clone, Copy)]
pub enum Engine<'f> {
    /// Rules of a paper, compiled.
    Rules(&'static Ruleset),
    /// A depth-first search (CPC 4).
    Search(&'static Search),
    /// Blocks of one thread's steps, instrumented by rules (DYN).
    Blocks(Blocks<'f>, Heuristics),
    /// Rules that are read when moverlog runs.
    File(&'f RulesFile),
}

/// Who instruments the control-flow graph that blocks are made of.
#[derive(Clone, Copy)]
pub enum Blocks<'f> {
    /// Rules of DYN, compiled.
    Compiled(&'static Reduction),
    /// Rules that are read when moverlog runs.
    File(&'f RulesFile),
}

impl<'f> Blocks<'f> {
    /// The rules.
    pub fn rules(self) -> &'f dyn Instrument {
        match self {
            Blocks::Compiled(r) => r,
            Blocks::File(f) => f,
        }
    }

    /// The reduction of a paper, if it is one.
    pub(super) fn compiled(self) -> Option<&'static Reduction> {
        if let Blocks::Compiled(r) = self { Some(r) } else { None }
    }

    /// What may be concluded from a run without error.
    pub fn claim(self) -> Claim {
        match self {
            Blocks::Compiled(r) => r.claim,
            Blocks::File(f) => f.claim.unwrap_or(Claim::MissesErrors),
        }
    }
}

impl<'f> From<&'f RulesFile> for Engine<'f> {
    fn from(file: &'f RulesFile) -> Self {
        match file.conditions {
            Some(_) => Engine::Blocks(Blocks::File(file), Heuristics::ALL),
            None => Engine::File(file),
        }
    }
}

impl From<&'static Ruleset> for Engine<'_> {
    fn from(ruleset: &'static Ruleset) -> Self {
        Engine::Rules(ruleset)
    }
}

impl From<&'static Search> for Engine<'_> {
    fn from(search: &'static Search) -> Self {
        Engine::Search(search)
    }
}

impl From<&'static Reduction> for Engine<'_> {
    fn from(reduction: &'static Reduction) -> Self {
        Engine::Blocks(Blocks::Compiled(reduction), Heuristics::ALL)
    }
}

impl<'f> Engine<'f> {
    /// Every engine, in the order in which they are listed to users.
    pub fn all() -> impl Iterator<Item = Engine<'f>> {
        let rulesets = RULESETS.iter().map(Engine::Rules);
        rulesets.chain(SEARCHES.iter().map(Engine::Search)).chain(REDUCTIONS.iter().map(Engine::from))
    }

    /// Every interleaving, by which all others are judged.
    pub fn interleaving() -> Engine<'f> {
        Engine::named("interleaving").expect("the oracle is always there")
    }

    /// The engine of that name, also one that is not listed.
    pub fn named(name: &str) -> Option<Engine<'f>> {
        Engine::all().chain(READINGS.iter().map(Engine::Search)).find(|e| e.name() == name)
    }

    /// The same with these moving conditions, if it tests any.
    pub fn with_heuristics(self, heuristics: Heuristics) -> Engine<'f> {
        match self {
            Engine::Blocks(r, _) => Engine::Blocks(r, heuristics),
            other => other,
        }
    }

    /// As `--rules` names it.
    pub fn name(self) -> &'f str {
        match self {
            Engine::Rules(r) => r.name,
            Engine::Search(s) => s.name,
            Engine::Blocks(b, _) => b.rules().name(),
            Engine::File(f) => &f.name,
        }
    }

    /// What `--rules` takes for it: its name, or where its file is.
    pub fn argument(self) -> &'f str {
        self.file().and_then(|f| f.path.as_deref()).unwrap_or(self.name())
    }

    /// The paper and its section.
    pub fn paper(self) -> &'static str {
        match self {
            Engine::Rules(r) => r.paper,
            Engine::Search(s) => s.paper,
            Engine::Blocks(b, _) => b.compiled().map_or("", |r| r.paper),
            Engine::File(_) => "",
        }
    }

    /// What may be concluded from a run without error.
    pub fn claim(self) -> Claim {
        match self {
            Engine::Rules(r) => r.claim,
            Engine::Search(s) => s.claim,
            Engine::Blocks(b, _) => b.claim(),
            Engine::File(f) => f.claim.unwrap_or(Claim::MissesErrors),
        }
    }

    /// The file of rules that it runs, if it runs one.
    pub fn file(self) -> Option<&'f RulesFile> {
        match self {
            Engine::File(file) | Engine::Blocks(Blocks::File(file), _) => Some(file),
            _ => None,
        }
    }

    /// What it is, in a line.
    pub fn summary(self) -> &'static str {
        match self {
            Engine::Rules(r) => r.summary,
            Engine::Search(s) => s.summary,
            Engine::Blocks(b, _) => b.compiled().map_or("rules from a file", |r| r.summary),
            Engine::File(_) => "rules from a file",
        }
    }

    /// Whether threads are held back inside transactions.
    pub fn reduces(self) -> bool {
        matches!(self, Engine::Search(_) | Engine::Blocks(..)) || self.relies_on_c3()
    }

    /// Whether its nodes carry phases: blocks have copies of locations instead.
    pub fn has_phases(self) -> bool {
        self.reduces() && !matches!(self, Engine::Blocks(..))
    }

    /// Whether it asks of a state if the others are outside their transactions, so that groups of threads can be
    /// explored one by one.
    pub fn knows_groups(self) -> bool {
        matches!(self, Engine::Rules(_) | Engine::File(_)) && self.reduces()
    }

    /// Whether it derives summaries of procedures (QRR 5).
    pub fn summarizes(self) -> bool {
        matches!(self.completion(), Some("C3'" | THEOREM_6))
    }

    /// Whether it says itself at which nodes a transaction ends that ends nowhere by itself.
    pub fn chooses_nodes(self) -> bool {
        self.completion() == Some(THEOREM_6)
    }

    /// Where its movers come from, if that is not for the user to say.
    pub fn own_movers(self) -> Option<&'static str> {
        match self {
            Engine::Blocks(b, _) if b.rules().conditions() != Conditions::Static => Some("conditions"),
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

    /// Why states that differ in the names of interchangeable threads are not one state for it; nothing if they are.
    pub fn tells_threads_apart(self) -> Option<&'static str> {
        match self {
            Engine::Rules(_) => None,
            Engine::Search(_) => Some("a search goes by who has moved in a state"),
            Engine::Blocks(..) => Some("its conditions on blocks name threads"),
            Engine::File(_) => Some("rules from a file may name threads"),
        }
    }

    /// Why several workers do not explore for it; nothing if they do.
    pub fn refuses_workers(self) -> Option<&'static str> {
        match self {
            Engine::Rules(r) if LAYERED.contains(&r.name) || r.name == SHARED => None,
            Engine::Rules(_) => Some("its rules look at more than one state at once"),
            Engine::Search(_) => Some("a search goes by the order in which it visits states"),
            Engine::Blocks(Blocks::Compiled(_), _) => None,
            Engine::File(_) | Engine::Blocks(Blocks::File(_), _) => {
                Some("rules from a file may look at several facts at once")
            }
        }
    }

    /// Its rules for several workers.
    #[cfg(feature = "workers")]
    pub(super) fn for_several(self) -> Option<workers::Rules> {
        let rules = match self.name() {
            SHARED => Some(workers::Rules::Summaries),
            name => moverlog_rules::layer(name).map(workers::Rules::Layers),
        };
        rules.filter(|_| self.refuses_workers().is_none())
    }

    /// Whether it is sound only if every committed transaction can end, which a search sees to itself.
    pub(super) fn relies_on_c3(self) -> bool {
        self.completion().is_some()
    }

    /// The condition by which committed transactions end, for rules that rely on one.
    pub fn completion(self) -> Option<&'f str> {
        match self {
            Engine::Rules(r) => r.completion,
            Engine::Search(_) | Engine::Blocks(..) => None,
            Engine::File(f) => f.completion.as_deref(),
        }
    }

    /// The rules that it runs, as they are read and interpreted. A search has none.
    pub fn rules(self) -> Option<Cow<'f, Rules>> {
        let every = "every ruleset is in the part of the syntax that is read";
        match self {
            Engine::Rules(r) => Some(Cow::Owned(Rules::of(r).expect(every))),
            Engine::Blocks(Blocks::Compiled(r), _) => Some(Cow::Owned(Rules::of_reduction(r).expect(every))),
            Engine::File(f) | Engine::Blocks(Blocks::File(f), _) => Some(Cow::Borrowed(f.rules())),
            Engine::Search(_) => None,
        }
    }

    /// Whom its rules ask: the program, but for what a file answers itself.
    pub(crate) fn asks<'a>(self, program: &'a dyn Program) -> Answering<'a>
    where
        'f: 'a,
    {
        self.file().map_or_else(|| Answering::none(program), |file| Answering::own(program, file.rules()))
    }

    /// The relations that a run measures.
    pub fn relations(self) -> Vec<&'f str> {
        match self {
            Engine::Rules(r) => r.solve.relations.to_vec(),
            Engine::Search(_) => SEARCHED.to_vec(),
            Engine::Blocks(Blocks::Compiled(_), _) => vec![Reduction::RELATION],
            Engine::File(f) | Engine::Blocks(Blocks::File(f), _) => f.relations().collect(),
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
                let relations = SEARCHED.map(Cow::Borrowed).into_iter().zip(sizes).collect();
                (Solution { relations, ..Solution::default() }, transitions)
            }
        }
    }
}
