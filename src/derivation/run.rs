//! Running rules by interpretation, round by round, with every derivation noted.
//!
//! A round derives what follows from the facts of the rounds before, and each instance of a rule is
//! met once: in the round after the last of its premises. So the first derivation noted for a fact
//! has the least height there is, and is the first such in the order of the rules.

mod join;

pub(super) use join::aggregate;

use super::answered::Answered;
use super::index::{FactId, Index, Indices};
use super::rules::{Clause, Rules};
use join::{Join, Windows};
use moverlog_rules::Program;
use rustc_hash::FxHashMap;

/// One instance of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Derivation {
    /// Index in [`Rules::rules`].
    pub rule: usize,
    /// Facts in the order in which the rule's body names them.
    pub premises: Vec<FactId>,
}

#[derive(Clone, Debug)]
struct Fact {
    relation: usize,
    columns: Vec<u32>,
    /// All instances that derive it, the first first.
    derivations: Vec<Derivation>,
    height: u32,
}

/// The fixpoint of some rules with the derivations of its facts.
#[derive(Clone, Debug, Default)]
pub struct Derivations {
    facts: Vec<Fact>,
    /// The facts of each relation, in the order of derivation.
    of_relation: Vec<Vec<FactId>>,
    numbers: FxHashMap<(usize, Vec<u32>), FactId>,
    indices: Indices,
}

impl Derivations {
    /// The facts of a relation, in the order of derivation.
    pub fn facts(&self, relation: usize) -> impl Iterator<Item = (FactId, &[u32])> {
        self.of_relation[relation].iter().map(|id| (*id, self.facts[id.0 as usize].columns.as_slice()))
    }

    /// How many facts there are; they are numbered from 0.
    pub fn count(&self) -> usize {
        self.facts.len()
    }

    pub fn find(&self, relation: usize, columns: &[u32]) -> Option<FactId> {
        self.numbers.get(&(relation, columns.to_vec())).copied()
    }

    /// The relation and the columns of a fact.
    pub fn fact(&self, id: FactId) -> (usize, &[u32]) {
        let fact = &self.facts[id.0 as usize];
        (fact.relation, &fact.columns)
    }

    /// Every rule instance that derives the fact. The first has the least height, and is the first
    /// of those in the order of the rules.
    pub fn of(&self, id: FactId) -> &[Derivation] {
        &self.facts[id.0 as usize].derivations
    }

    /// The height of the fact's first derivation; 1 for one without premises.
    pub fn height(&self, id: FactId) -> u32 {
        self.facts[id.0 as usize].height
    }

    /// The facts of a premise by its columns that earlier premises bind, if there are any.
    pub(super) fn index(&self, rule: usize, clause: usize) -> Option<&Index> {
        self.indices.of_clause(rule, None, clause)
    }

    fn note(&mut self, relation: usize, columns: Vec<u32>, derivation: Derivation, height: u32) {
        let id = self.number(relation, columns, height);
        self.facts[id.0 as usize].derivations.push(derivation);
    }

    /// The number of a fact, which may be new.
    fn number(&mut self, relation: usize, columns: Vec<u32>, height: u32) -> FactId {
        let next = FactId(self.facts.len() as u32);
        let id = *self.numbers.entry((relation, columns.clone())).or_insert(next);
        if id == next {
            self.of_relation[relation].push(id);
            self.indices.insert(relation, &columns, id);
            self.facts.push(Fact { relation, columns, derivations: vec![], height });
        }
        id
    }
}

/// Runs the rules on `program` to their fixpoint, stratum by stratum.
pub fn derive(rules: &Rules, program: &dyn Program) -> Derivations {
    fixpoint(rules, program, true, (None, &[]))
}

/// As [`derive()`], where some facts are given.
pub(super) fn derive_from(rules: &Rules, program: &dyn Program, given: &[(usize, Vec<u32>)]) -> Derivations {
    fixpoint(rules, program, true, (None, given))
}

/// As [`derive()`], but notes no more than one derivation a fact, and ends when the program does not go on.
pub fn solve(rules: &Rules, program: &dyn Program) -> Derivations {
    solve_from(rules, program, &[])
}

/// As [`solve()`], where some facts are given.
pub(super) fn solve_from(rules: &Rules, program: &dyn Program, given: &[(usize, Vec<u32>)]) -> Derivations {
    fixpoint(rules, program, false, (None, given))
}

/// As [`solve()`], with everything that the program answered.
pub fn solve_and_note(rules: &Rules, program: &dyn Program) -> (Derivations, Answered) {
    note_from(rules, program, &[])
}

pub(super) fn note_from(rules: &Rules, program: &dyn Program, given: &[(usize, Vec<u32>)]) -> (Derivations, Answered) {
    let answered = Answered::default();
    (fixpoint(rules, program, false, (Some(&answered), given)), answered)
}

fn fixpoint(
    rules: &Rules,
    program: &dyn Program,
    every: bool,
    (answered, given): (Option<&Answered>, &[(usize, Vec<u32>)]),
) -> Derivations {
    let of_relation = vec![vec![]; rules.relations.len()];
    let mut found = Derivations { of_relation, indices: Indices::of(rules), ..Derivations::default() };
    for (relation, columns) in given {
        found.number(*relation, columns.clone(), 0);
    }
    let mut run = Run { rules, program, every, answered, found: &mut found };
    let strata = rules.strata.iter().max().map_or(0, |most| most + 1);
    let mut height = 1;
    for stratum in 0..strata {
        height = run.stratum(stratum, height);
    }
    found
}

/// What the only rule concludes from these facts of its relations: the columns of each conclusion once, in the
/// order of the facts.
pub(super) fn conclusions(rules: &Rules, program: &dyn Program, facts: &[Vec<Vec<u32>>]) -> Vec<Vec<u32>> {
    let of_relation = vec![vec![]; rules.relations.len()];
    let mut found = Derivations { of_relation, indices: Indices::of(rules), ..Derivations::default() };
    for (relation, rows) in facts.iter().enumerate() {
        let given = Derivation { rule: 0, premises: vec![] };
        rows.iter().for_each(|row| found.note(relation, row.clone(), given.clone(), 0));
    }
    let (mut new, windows) = (vec![], Windows { old: 0, known: found.count(), fresh: 0 });
    Run { rules, program, every: false, answered: None, found: &mut found }.fire(0, windows, &mut new);
    let distinct: indexmap::IndexSet<Vec<u32>> = new.into_iter().map(|(_, columns, _)| columns).collect();
    distinct.into_iter().collect()
}

/// So many facts are still noted of a round that a bound has ended.
const LAST: usize = 100_000;

struct Run<'a> {
    rules: &'a Rules,
    program: &'a dyn Program,
    /// Whether every derivation is noted, whatever the bounds.
    every: bool,
    answered: Option<&'a Answered>,
    found: &'a mut Derivations,
}

impl Run<'_> {
    /// Runs the rules of a stratum until nothing is new; the height that comes next.
    fn stratum(&mut self, stratum: usize, first: u32) -> u32 {
        let (mut height, mut old) = (first, 0);
        loop {
            let known = self.found.facts.len();
            self.round((stratum, height == first), height, |fresh| Windows { old, known, fresh });
            old = known;
            height += 1;
            if self.found.facts.len() == known || !self.goes_on() {
                return height;
            }
        }
    }

    /// Derives what follows from the facts so far with a newest premise from the last round.
    fn round(&mut self, (stratum, first): (usize, bool), height: u32, windows: impl Fn(usize) -> Windows) {
        let mut new = vec![];
        for (number, rule) in self.rules.rules.iter().enumerate().filter(|(n, _)| self.rules.strata[*n] == stratum) {
            let relations = rule.body.iter().filter(|c| is_stored(self.rules, c)).count();
            // Without premises a rule fires in the first round; otherwise the newest premise is at `fresh`.
            let newest = if relations == 0 { 0..usize::from(first) } else { 0..relations };
            for fresh in newest {
                self.fire(number, windows(fresh), &mut new);
            }
        }
        self.note(new, height);
    }

    fn fire(&self, rule: usize, windows: Windows, out: &mut Vec<(usize, Vec<u32>, Derivation)>) {
        let (rules, program, found) = (self.rules, self.program, &*self.found);
        let (every, answered) = (self.every, self.answered);
        let mut join = Join { rules, program, every, answered, found, windows, rule, leading: None, out };
        let body = rules.rules[rule].body.iter().enumerate();
        let from = join.out.len();
        match body.filter(|(_, c)| is_stored(rules, c)).nth(windows.fresh) {
            Some((at, Clause::Relation(r, patterns))) => join.lead(at, *r, patterns),
            _ => join.clause(0, &mut vec![], &mut vec![]),
        }
        // As they are met by going through the body from its first premise on.
        if self.every {
            out[from..].sort_by(|(_, _, a), (_, _, b)| a.premises.cmp(&b.premises));
        }
    }

    /// Of a round that a bound has ended, what it found before, unless that is very much.
    fn note(&mut self, new: Vec<(usize, Vec<u32>, Derivation)>, height: u32) {
        for (number, (relation, columns, derivation)) in new.into_iter().enumerate() {
            if number >= LAST && !self.goes_on() {
                return;
            }
            self.found.note(relation, columns, derivation, height);
        }
    }

    /// Whether no bound has ended the run, that on facts included.
    fn goes_on(&self) -> bool {
        self.program.affords(self.found.facts.len())
    }
}

/// `Prog(p)` holds the program, not facts.
fn is_stored(rules: &Rules, clause: &Clause) -> bool {
    matches!(clause, Clause::Relation(r, _) if rules.relations[*r].0 != "Prog")
}
