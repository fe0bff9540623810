//! A run as finite tables of atoms: what the program answered, what the rules derived, and what the
//! atoms stand for. From the first the second can be computed again, by any Datalog engine.

mod graphs;
mod inputs;
mod names;

use super::explain::World;
use crate::control::{Bound, Control};
use crate::derivation::{self, Answering, Derivations, Rules, note_blocks, solve_and_note};
use crate::driver::{Blocks, Engine, Options, settled};
use crate::dynamic::{Analysis, Exploration, Heuristics};
use crate::exploration::Instance;
use crate::ir::Program;
use crate::movers::FalseClaim;
use crate::semantics::Semantics;
use moverlog_rules::{Graph, Kind, letters};
use std::collections::BTreeSet;

/// See the module's documentation.
#[derive(Debug)]
pub struct FactBase {
    /// The bound that was hit: the tables are partial.
    pub bound: Option<Bound>,
    pub tables: Vec<Table>,
    /// The rules over these tables, in Soufflé's syntax; or what they have that is no such clause.
    pub clauses: Result<String, String>,
}

/// A finite relation.
#[derive(Debug)]
pub struct Table {
    pub name: String,
    pub role: Role,
    /// The name of each column, and what it holds.
    pub columns: Vec<(String, Kind)>,
    /// What a row says.
    pub says: String,
    pub rows: Rows,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The rules' premises on the program.
    Input,
    Derived,
    /// What atoms are.
    Dictionary,
}

#[derive(Debug)]
pub enum Rows {
    Atoms(Vec<Vec<u32>>),
    /// With names and values among the atoms.
    Words(Vec<Vec<String>>),
}

impl Rows {
    pub fn count(&self) -> usize {
        match self {
            Rows::Atoms(rows) => rows.len(),
            Rows::Words(rows) => rows.len(),
        }
    }
}

/// Runs the rules of `engine` under the movers and the partition on which the verdict of a check
/// rests. Nothing if a bound did not let the check begin, or if there are no rules.
pub fn facts(
    program: &Program,
    engine: Engine,
    options: &Options,
    control: &Control<'_>,
) -> Result<Option<FactBase>, Vec<FalseClaim>> {
    control.be_thorough();
    let Some(rules) = engine.rules() else { return Ok(None) };
    if let Engine::Blocks(blocks, heuristics) = engine {
        return Ok(Some(of_blocks(program, (blocks, heuristics), &rules, &control.anew())));
    }
    // A run that a bound has ended is cut at the same place again.
    let again = control.anew();
    let semantics = again.own(Semantics::within(program, &again));
    let Some((movers, partition)) = settled(&semantics, engine, options, control)? else { return Ok(None) };
    again.begin(true);
    let instance = again.own(Instance::new(&semantics, &movers, partition, &again));
    let asked = Answering::own(&*instance, &rules);
    let (found, answered) = solve_and_note(&rules, &asked);
    let bound = control.hit().or(again.hit());
    let mut tables = inputs::answers(&rules, &answered);
    drop(answered);
    let derived = derived(&rules, &found, &tables);
    drop(found);
    let clauses = derivation::souffle(&rules, &|r| named(&rules, &derived, r));
    tables.extend(derived);
    tables.splice(0..0, inputs::places((&instance, &asked), &tables));
    tables.extend(names::dictionaries(World::States(&instance), &tables));
    Ok(Some(FactBase { bound, tables, clauses }))
}

/// The same of rules that instrument a graph and explore blocks; the relations in which they are given the graph are
/// inputs.
fn of_blocks(
    program: &Program,
    (blocks, heuristics): (Blocks<'_>, Heuristics),
    rules: &Rules,
    control: &Control<'_>,
) -> FactBase {
    let semantics = control.own(Semantics::within(program, control));
    let analysis = control.own(Analysis::new(&semantics, heuristics));
    control.begin(true);
    let exploration = control.own(Exploration::new(&analysis, blocks.rules(), control));
    let threads = derivation::Blocks::of(&*exploration);
    let asked = Answering::new(&threads, rules);
    let (found, answered) = note_blocks(rules, &exploration.graph, &asked);
    let mut tables = inputs::answers(rules, &answered);
    tables.extend(derived(rules, &found, &tables));
    let given = |t: &Table| Graph::RELATIONS.iter().any(|(name, _)| t.name.trim_end_matches('_') == *name);
    tables.iter_mut().filter(|t| given(t)).for_each(|t| t.role = Role::Input);
    let (at, outside) = inputs::standing(&exploration, &tables);
    tables.splice(0..0, [at, outside]);
    tables.extend(names::dictionaries(World::Blocks(&exploration), &tables));
    tables.extend(graphs::dictionaries(program, &tables));
    let clauses = Err("they make values of others and say `for all`".into());
    FactBase { bound: control.hit(), tables, clauses }
}

/// The relations of the rules. Files may have names that differ in case alone.
fn derived(rules: &Rules, found: &Derivations, taken: &[Table]) -> Vec<Table> {
    let taken = taken.iter().map(|t| t.name.as_str()).chain(inputs::PLACES).chain(names::NAMES).chain(graphs::NAMES);
    let mut taken: BTreeSet<String> = taken.map(str::to_lowercase).collect();
    let mut tables = vec![];
    for (r, (name, _)) in rules.relations.iter().enumerate().filter(|(_, (name, _))| name != "Prog") {
        let mut name = name.clone();
        while !taken.insert(name.to_lowercase()) {
            name.push('_');
        }
        let (says, named) = rules.says(r);
        let mut columns = columns(rules.kinds(r));
        columns.iter_mut().zip(named).for_each(|(column, name)| column.0 = name.to_string());
        let mut rows: Vec<Vec<u32>> = found.facts(r).map(|(_, row)| row.to_vec()).collect();
        rows.sort_unstable();
        tables.push(Table { name, role: Role::Derived, columns, says: says.to_string(), rows: Rows::Atoms(rows) });
    }
    tables
}

/// The name of a relation's table.
fn named(rules: &Rules, derived: &[Table], relation: usize) -> String {
    let mut tables = rules.relations.iter().enumerate().filter(|(_, (name, _))| name != "Prog").zip(derived);
    tables.find(|((r, _), _)| *r == relation).map_or_else(|| "Prog".into(), |(_, table)| table.name.clone())
}

/// Columns of these kinds by the papers' letters.
fn columns(kinds: &[Kind]) -> Vec<(String, Kind)> {
    letters(kinds).into_iter().zip(kinds.iter().copied()).collect()
}

/// The atoms of a kind that occur in some tables.
fn occurring(tables: &[Table], kind: Kind) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    for table in tables {
        let Rows::Atoms(rows) = &table.rows else { continue };
        for (i, _) in table.columns.iter().enumerate().filter(|(_, (_, k))| *k == kind) {
            found.extend(rows.iter().map(|row| row[i]));
        }
    }
    found
}
