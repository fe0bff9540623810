//! Facts by what is easy to type: `wrong`, `Omega(*, pc1=L3)`, `Sum(foo, L0 -> L5)`, `#12`.

mod condition;
mod reader;

pub(in crate::queries) use condition::Condition;
pub(super) use condition::{has, has_value};
pub use reader::PatternError;
pub(in crate::queries) use reader::{Reader, is_any, is_of_places};

use super::{Fact, Part, Spots};
use crate::derivation::Rules;
use crate::ir::Program;
use moverlog_rules::Kind;
use reader::relation;

/// What stands for the phase of a node where a variable may stand.
const PHASE: &str = "phase";

/// See the module's documentation.
#[derive(Clone, Debug)]
pub enum FactPattern {
    /// The first state in which a thread is wrong.
    Wrong { relation: usize },
    /// The fact with this number.
    Number(u32),
    /// Facts of this relation that meet all conditions.
    Of { relation: usize, conditions: Vec<Condition> },
}

impl FactPattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// What is wrong with it if it is none.
    pub fn parse(text: &str, rules: &Rules, program: &Program) -> Result<FactPattern, PatternError> {
        let text = text.trim();
        if let Ok(number) = text.trim_start_matches('#').parse() {
            return Ok(FactPattern::Number(number));
        }
        if text == "wrong" {
            let states = (0..rules.relations.len()).find(|r| rules.kinds(*r) == [Kind::State]);
            return states.map(|relation| FactPattern::Wrong { relation }).ok_or(PatternError::NoStates);
        }
        let (name, rest) = text.split_once('(').unwrap_or((text, ")"));
        let inner = rest.strip_suffix(')').ok_or_else(|| PatternError::Unclosed(text.into()))?;
        let relation = relation(name.trim(), rules)?;
        let reader = Reader { kinds: rules.kinds(relation), program };
        let words: Vec<&str> = inner.split(',').map(str::trim).collect();
        let conditions = match reader.in_turn(&words) {
            Some(conditions) => conditions,
            None => reader.conditions(words.into_iter())?,
        };
        Ok(FactPattern::Of { relation, conditions })
    }

    /// The relation it is about; nothing if only a number is known.
    pub(super) fn relation(&self) -> Option<usize> {
        match self {
            FactPattern::Wrong { relation } | FactPattern::Of { relation, .. } => Some(*relation),
            FactPattern::Number(_) => None,
        }
    }

    /// Whether it is about facts that are states.
    pub(super) fn about_states(&self, rules: &Rules) -> bool {
        self.relation().is_some_and(|r| rules.kinds(r) == [Kind::State])
    }

    /// The same of another relation.
    pub(super) fn of(&self, relation: usize) -> FactPattern {
        match self {
            FactPattern::Number(n) => FactPattern::Number(*n),
            FactPattern::Wrong { .. } => FactPattern::Wrong { relation },
            FactPattern::Of { conditions, .. } => FactPattern::Of { relation, conditions: conditions.clone() },
        }
    }

    /// The same, if its conditions say something of columns with so many nodes.
    pub(super) fn for_nodes(&self, nodes: usize) -> Option<&FactPattern> {
        let ends = |c: &Condition| matches!(c, Condition::End(_) | Condition::ValueAtEnd(..));
        let FactPattern::Of { conditions, .. } = self else { return None };
        (!conditions.is_empty() && (nodes > 1 || !conditions.iter().any(ends))).then_some(self)
    }

    pub(super) fn conditions_met(&self, program: &Program, fact: &Fact) -> usize {
        match self {
            FactPattern::Of { conditions, .. } => conditions.iter().filter(|c| c.holds(program, fact)).count(),
            FactPattern::Number(_) | FactPattern::Wrong { .. } => 0,
        }
    }

    /// Whether it means the first fact that matches.
    pub(super) fn is_first(&self) -> bool {
        matches!(self, FactPattern::Wrong { .. })
    }

    pub(super) fn matches(&self, program: &Program, fact: &Fact) -> bool {
        match self {
            FactPattern::Number(n) => fact.id == *n,
            FactPattern::Wrong { .. } => fact.columns.iter().any(has_gone_wrong),
            FactPattern::Of { conditions, .. } => conditions.iter().all(|c| c.holds(program, fact)),
        }
    }
}

/// A state in which a thread is wrong.
fn has_gone_wrong(part: &Part) -> bool {
    matches!(part, Part::State(s) if is_wrong(s))
}

fn is_wrong(s: &Spots) -> bool {
    s.threads.iter().any(|(p, _)| p.loc.is_none())
}
