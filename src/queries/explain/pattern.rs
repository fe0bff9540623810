//! Facts by what is easy to type: `wrong`, `Omega(*, pc1=L3)`, `Sum(foo, L0 -> L5)`, `#12`.

use super::{Fact, Part, Spots};
use crate::derivation::Rules;
use crate::diagnostics::nearest;
use crate::driver::{Kept, Point, Shown};
use crate::ir::{Cell, Loc, Program};
use moverlog_rules::{Copy, Kind};
use thiserror::Error;

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

/// A condition on a fact. The start is its first node, the end its second.
#[derive(Clone, Debug)]
pub enum Condition {
    /// The start is in this procedure.
    Procedure(String),
    Start(String),
    End(String),
    /// This thread is at this location of a state.
    Place(usize, String),
    Thread(u32),
    /// A frame returns to this location.
    Frame(String),
    /// A variable (or the phase) at the start, or of a state.
    Value(String, String),
    /// A variable at the end.
    ValueAtEnd(String, String),
    /// The column with this index is at this location, or returns to it.
    At(usize, String),
    /// The same of a procedure.
    In(usize, String),
    /// The column with this index, as it is printed.
    Is(usize, String),
}

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

impl Condition {
    pub(in crate::queries) fn holds(&self, program: &Program, fact: &Fact) -> bool {
        let points: Vec<&Point> = fact.columns.iter().filter_map(as_point).collect();
        let places: Vec<&Part> = fact.columns.iter().filter(|part| is_place(part)).collect();
        let any = |test: &dyn Fn(&Part) -> bool| fact.columns.iter().any(test);
        let at = |i: usize, name: &str| places.get(i).is_some_and(|part| stands_at(program, part, name));
        match self {
            Condition::Procedure(name) => places.first().is_some_and(|part| stands_in(program, part, name)),
            Condition::Start(name) => at(0, name),
            Condition::End(name) => at(1, name),
            Condition::Place(t, name) => any(
                &|c| matches!(c, Part::State(s) if s.threads.get(t - 1).is_some_and(|(p, _)| is_at(program, p, name))),
            ),
            Condition::Thread(t) => any(&|c| matches!(c, Part::Thread(u) if u.0 == *t)),
            Condition::Frame(name) => any(&|c| matches!(c, Part::Frame(f) if returns_to(program, f, name))),
            Condition::Value(x, v) => {
                let in_state = |c: &Part| matches!(c, Part::State(s) if has_value(&s.globals, x, v));
                points.first().is_some_and(|p| has(p, x, v)) || any(&in_state)
            }
            Condition::ValueAtEnd(x, v) => points.get(1).is_some_and(|p| has(p, x, v)),
            Condition::At(i, name) => match fact.columns.get(*i) {
                Some(Part::Frame(f)) => returns_to(program, f, name),
                Some(Part::State(s)) => is_wrong(s),
                Some(part) => stands_at(program, part, name),
                None => false,
            },
            Condition::Is(i, word) => fact.columns.get(*i).is_some_and(|part| is_written(part, word)),
            Condition::In(i, name) => fact.columns.get(*i).is_some_and(|part| stands_in(program, part, name)),
        }
    }
}

/// Of a thread, a number, a truth value or a name.
fn is_written(part: &Part, word: &str) -> bool {
    match part {
        Part::Thread(t) => t.0.to_string() == word,
        Part::Number(n) => n.to_string() == word,
        Part::Truth(b) => b.to_string() == word,
        Part::Name(name) => name == word,
        _ => false,
    }
}

fn as_point(part: &Part) -> Option<&Point> {
    match part {
        Part::Point(p) => Some(p),
        _ => None,
    }
}

/// Whether it stands for a place in the program.
fn is_place(part: &Part) -> bool {
    matches!(part, Part::Point(_) | Part::Place(..))
}

/// Where a node or a place is, and in which copy.
fn place(part: &Part) -> Option<(Option<Loc>, Option<Copy>)> {
    match part {
        Part::Point(p) => Some((p.loc, p.copy)),
        Part::Place(loc, copy) => Some((*loc, *copy)),
        Part::Action(loc) => Some(((*loc)?.into(), None)),
        _ => None,
    }
}

fn stands_at(program: &Program, part: &Part, name: &str) -> bool {
    let (name, wanted) = apart(name);
    place(part).is_some_and(|(loc, copy)| {
        loc.map_or(name == "wrong", |loc| program.location(loc).name == name) && (wanted.is_none() || wanted == copy)
    })
}

fn stands_in(program: &Program, part: &Part, name: &str) -> bool {
    let procedure = |loc| program.procedures[program.location(loc).procedure as usize].name == name;
    place(part).is_some_and(|(loc, _)| loc.is_some_and(procedure))
}

/// A location, and the copy behind it: `L0^R'`.
fn apart(name: &str) -> (&str, Option<Copy>) {
    let copy = |letter: &str| match letter {
        "N" => Some(Copy::N),
        "R" => Some(Copy::R),
        "R'" => Some(Copy::RPrime),
        "L" => Some(Copy::L),
        "L'" => Some(Copy::LPrime),
        _ => None,
    };
    let split = name.split_once('^').and_then(|(base, letter)| Some((base, Some(copy(letter)?))));
    split.unwrap_or((name, None))
}

fn is_at(program: &Program, p: &Point, name: &str) -> bool {
    p.loc.map_or(name == "wrong", |loc| program.location(loc).name == name)
}

fn returns_to(program: &Program, f: &Kept, name: &str) -> bool {
    program.location(f.loc).name == name
}

pub(super) fn has(p: &Point, name: &str, value: &str) -> bool {
    if name == PHASE {
        return value == if p.phase { "+" } else { "-" };
    }
    has_value(&p.locals, name, value) || has_value(&p.globals, name, value)
}

pub(super) fn has_value(values: &[(String, Shown)], name: &str, value: &str) -> bool {
    let number = |v: &Shown| matches!(v, Shown::Name(n, _) if n.to_string() == value);
    values.iter().any(|(n, v)| n == name && (v.to_string() == value || number(v)))
}

/// A relation of the rules.
fn relation(name: &str, rules: &Rules) -> Result<usize, PatternError> {
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
    fn in_turn(&self, words: &[&str]) -> Option<Vec<Condition>> {
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
