//! Reads the conditions of a pattern.

use super::PHASE;
use super::condition::{Condition, apart};
use crate::derivation::Rules;
use crate::diagnostics::nearest;
use crate::ir::{Cell, Program};
use moverlog_rules::Kind;
use thiserror::Error;

/// Why a text is no pattern of facts.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PatternError {
    /// `wrong` is about states, and these rules have none.
    #[error("no states here")]
    NoStates,
    /// A bracket is opened, and not closed.
    #[error("`{0}` lacks its closing bracket")]
    Unclosed(String),
    /// There is no relation of this name.
    #[error("no relation `{name}`{}\navailable: {}", meant(.near), known.join(", "))]
    UnknownRelation {
        /// As it is written.
        name: String,
        /// What may be meant.
        near: Option<String>,
        /// The relations that there are.
        known: Vec<String>,
    },
    /// The model has nothing of this name.
    #[error("no {what} `{name}`{}", meant(.near))]
    Unknown {
        /// A thread, a variable, a location ...
        what: &'static str,
        /// As it is written.
        name: String,
        /// What may be meant.
        near: Option<String>,
    },
    /// A local variable, of which a state has as many as there are threads.
    #[error("`{0}` is a local variable: states are asked for by globals, and by places as in `pc1=L0`")]
    Local(String),
    /// A condition on what the relation has no column for.
    #[error("`{word}` says nothing of this relation: its columns are {}", names(.columns))]
    SaysNothing {
        /// The condition.
        word: String,
        /// What the columns of the relation hold.
        columns: Vec<Kind>,
    },
}

fn meant(near: &Option<String>) -> String {
    near.as_ref().map_or(String::new(), |n| format!("; did you mean `{n}`?"))
}

fn names(columns: &[Kind]) -> String {
    columns.iter().map(|k| k.name()).collect::<Vec<_>>().join(", ")
}

impl PatternError {
    fn unknown<'n>(what: &'static str, name: &str, names: impl Iterator<Item = &'n str>) -> Self {
        PatternError::Unknown { what, name: name.into(), near: nearest(name, names).map(str::to_string) }
    }
}

/// A relation of the rules.
pub(super) fn relation(name: &str, rules: &Rules) -> Result<usize, PatternError> {
    let names = || rules.relations.iter().map(|(n, _)| n.as_str()).filter(|n| *n != "Prog");
    rules.relation_meant(name).ok_or_else(|| PatternError::UnknownRelation {
        name: name.into(),
        near: nearest(name, names()).map(str::to_string),
        known: names().map(str::to_string).collect(),
    })
}

/// Whether a column of this kind is a place in the program.
pub(in crate::queries) fn is_of_places(kind: Kind) -> bool {
    matches!(kind, Kind::Node | Kind::Location | Kind::Place)
}

pub(in crate::queries) fn is_any(word: &str) -> bool {
    matches!(word, "*" | "_")
}

/// Reads the conditions on facts with columns of these kinds.
pub(in crate::queries) struct Reader<'a> {
    pub kinds: &'a [Kind],
    pub program: &'a Program,
}

impl Reader<'_> {
    /// What words say of which each stands for a column in turn, as facts are printed; nothing if they do not.
    pub(super) fn in_turn(&self, words: &[&str]) -> Option<Vec<Condition>> {
        let plain = |w: &&str| !w.contains('=') && !w.contains("->") && !w.is_empty();
        if words.len() != self.kinds.len() || words.len() < 2 && self.written(0, words[0]).is_none() {
            return None;
        }
        let mut conditions = vec![];
        for (i, word) in words.iter().enumerate().filter(|(_, w)| !is_any(w)) {
            let column = if plain(word) { self.written(i, word).or_else(|| self.placed(i, word)) } else { None };
            conditions.push(column?);
        }
        Some(conditions)
    }

    fn written(&self, i: usize, word: &str) -> Option<Condition> {
        let number = || word.parse::<u32>().ok();
        let known = match self.kinds[i] {
            Kind::Tid => number().is_some_and(|t| (1..=self.threads()).contains(&t)),
            Kind::Number => number().is_some(),
            Kind::Truth => ["true", "false"].contains(&word),
            Kind::Variable | Kind::Mutex => self.cells().any(|c| c == word),
            _ => false,
        };
        known.then(|| Condition::Is(i, word.into()))
    }

    fn placed(&self, i: usize, word: &str) -> Option<Condition> {
        let column = matches!(self.kinds[i], Kind::Node | Kind::Frame | Kind::Location | Kind::Place);
        (column && self.location(word).is_ok()).then(|| Condition::At(i, word.into()))
    }

    /// All that words say.
    pub fn conditions<'w>(&self, words: impl Iterator<Item = &'w str>) -> Result<Vec<Condition>, PatternError> {
        let mut conditions = vec![];
        for word in words.filter(|w| !w.is_empty() && !is_any(w)) {
            self.condition(word, &mut conditions)?;
        }
        self.entry_alone(&mut conditions);
        Ok(conditions)
    }

    fn condition(&self, word: &str, out: &mut Vec<Condition>) -> Result<(), PatternError> {
        if let Some((start, end)) = word.split_once("->") {
            self.needs(Kind::Node, 2, word)?;
            let (start, end) = (start.trim(), end.trim());
            let ends = [(start, Condition::Start as fn(String) -> Condition), (end, Condition::End)];
            for (name, condition) in ends.into_iter().filter(|(name, _)| !name.is_empty() && !is_any(name)) {
                out.push(condition(self.location(name)?));
            }
        } else if let Some((key, value)) = word.split_once('=') {
            out.push(self.named(key.trim(), value.trim(), word)?);
        } else {
            out.push(self.bare(word)?);
        }
        Ok(())
    }

    fn named(&self, key: &str, value: &str, word: &str) -> Result<Condition, PatternError> {
        let no_thread = |name: &str| PatternError::unknown("thread", name, std::iter::empty());
        let number = |text: &str| text.parse::<u32>().ok().filter(|t| (1..=self.threads()).contains(t));
        if key == "thread" {
            self.needs(Kind::Tid, 1, word)?;
            return number(value).map(Condition::Thread).ok_or_else(|| no_thread(value));
        }
        if let Some(t) = key.strip_prefix("pc").filter(|t| t.parse::<u32>().is_ok()) {
            self.needs(Kind::State, 1, word)?;
            let t = number(t).ok_or_else(|| no_thread(t))?;
            return Ok(Condition::Place(t as usize, self.location(value)?));
        }
        if key == "frame" {
            self.needs(Kind::Frame, 1, word)?;
            return Ok(Condition::Frame(self.location(value)?));
        }
        self.value(key, value, word)
    }

    fn value(&self, key: &str, value: &str, word: &str) -> Result<Condition, PatternError> {
        let (name, at_end) = key.strip_suffix('\'').map_or((key, false), |name| (name, true));
        let variables = self.variables();
        if name == PHASE {
            self.needs(Kind::Node, 1, word)?;
        } else if !variables.iter().any(|v| v == name) {
            return Err(PatternError::unknown("variable", name, variables.iter().map(String::as_str)));
        }
        if at_end {
            self.needs(Kind::Node, 2, word)?;
            return Ok(Condition::ValueAtEnd(name.into(), value.into()));
        }
        self.needs(Kind::State, 1, word).or_else(|why| self.needs(Kind::Node, 1, word).map_err(|_| why))?;
        if name != PHASE && self.needs(Kind::Node, 1, word).is_err() && !self.cells().any(|c| c == name) {
            return Err(PatternError::Local(name.into()));
        }
        Ok(Condition::Value(name.into(), value.into()))
    }

    fn bare(&self, word: &str) -> Result<Condition, PatternError> {
        self.needs(Kind::Node, 1, word)?;
        let procedures = || self.program.procedures.iter().map(|p| p.name.as_str());
        if procedures().any(|p| p == word) {
            return Ok(Condition::Procedure(word.into()));
        }
        let start = self.location(word).map(Condition::Start);
        start.map_err(|_| {
            let names = procedures().chain(self.locations());
            PatternError::unknown("procedure or location", word, names)
        })
    }

    /// Of a relation of single nodes, a procedure alone means its entry.
    fn entry_alone(&self, conditions: &mut Vec<Condition>) {
        if self.count(Kind::Node) != 1 || conditions.iter().any(|c| matches!(c, Condition::Start(_))) {
            return;
        }
        let procedure = conditions.iter().find_map(|c| match c {
            Condition::Procedure(name) => self.program.procedures.iter().find(|p| p.name == *name),
            _ => None,
        });
        conditions.extend(procedure.map(|p| Condition::Start(self.program.location(p.entry).name.clone())));
    }

    pub fn location(&self, name: &str) -> Result<String, PatternError> {
        if name == "wrong" || self.locations().any(|l| l == name || l == apart(name).0) {
            return Ok(name.into());
        }
        Err(PatternError::unknown("location", name, self.locations()))
    }

    fn locations(&self) -> impl Iterator<Item = &str> {
        self.program.locations.iter().map(|l| l.name.as_str())
    }

    fn cells(&self) -> impl Iterator<Item = String> {
        (0..self.program.cells.len() as u32).map(|c| self.program.cell_name(Cell(c)))
    }

    fn variables(&self) -> Vec<String> {
        let registers = self.program.procedures.iter().flat_map(|p| &p.registers).map(|r| r.name.clone());
        self.cells().chain(registers).collect()
    }

    pub fn threads(&self) -> u32 {
        self.program.threads.len() as u32
    }

    fn count(&self, kind: Kind) -> usize {
        self.kinds.iter().filter(|k| **k == kind).count()
    }

    /// The relation must have so many columns of a kind.
    fn needs(&self, kind: Kind, columns: usize, word: &str) -> Result<(), PatternError> {
        let missing = || PatternError::SaysNothing { word: word.into(), columns: self.kinds.to_vec() };
        let places = || self.kinds.iter().filter(|k| is_of_places(**k)).count();
        let there = if kind == Kind::Node { places() } else { self.count(kind) };
        (there >= columns).then_some(()).ok_or_else(missing)
    }
}
