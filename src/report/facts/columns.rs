//! The columns of a table that programs read: its own, and in words what its atoms are.

use super::names::{Map, Names, Words};
use crate::queries::{Role, Rows, Table};
use moverlog_rules::Kind;
use std::collections::BTreeSet;

/// What the cells of a column are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holds {
    /// Numbers of atoms.
    Atoms,
    Integers,
    Truths,
    Texts,
}

impl Holds {
    /// As SQL calls it.
    pub fn name(self) -> &'static str {
        match self {
            Holds::Atoms => "unsigned integer",
            Holds::Integers => "bigint",
            Holds::Truths => "boolean",
            Holds::Texts => "varchar",
        }
    }
}

/// One column.
pub struct Column<'a> {
    pub name: String,
    pub holds: Holds,
    pub cells: Cells<'a>,
}

/// Where cells come from.
pub enum Cells<'a> {
    /// This column of the table itself.
    Own(usize),
    /// That there is a row: what a table without columns says.
    Present,
    /// What the atom in this column is: followed along some maps, a word, which not every atom has.
    Of { column: usize, way: Vec<&'a Map>, words: &'a Words },
}

impl Cells<'_> {
    /// The column that it says something about.
    pub fn of(&self) -> Option<usize> {
        match self {
            Cells::Own(_) | Cells::Present => None,
            Cells::Of { column, .. } => Some(*column),
        }
    }
}

/// The place of the word that an atom has.
pub fn followed(atom: u32, way: &[&Map], words: &Words) -> Option<u32> {
    words.of.get(way.iter().try_fold(atom, |at, map| map.get(at))?)
}

/// The columns of a table.
pub fn columns<'a>(table: &Table, names: &'a Names) -> Vec<Column<'a>> {
    let own = table.columns.iter().enumerate().map(|(i, (name, kind))| own(i, name, *kind));
    let mut columns: Vec<Column<'a>> = own.collect();
    if columns.is_empty() {
        // A file has to have one.
        columns.push(Column { name: "holds".into(), holds: Holds::Truths, cells: Cells::Present });
    }
    if matches!(table.rows, Rows::Atoms(_)) {
        columns.extend(table.columns.iter().enumerate().filter_map(|(i, (name, kind))| called(i, name, *kind, names)));
    }
    match (table.role, table.name.as_str()) {
        (Role::Dictionary, "node") => columns.extend(of_nodes(names)),
        (Role::Dictionary, "state") => columns.extend(of_states(names)),
        _ => {}
    }
    named_apart(&mut columns);
    columns
}

fn own<'a>(column: usize, name: &str, kind: Kind) -> Column<'a> {
    let holds = match kind {
        Kind::Text => Holds::Texts,
        Kind::Truth => Holds::Truths,
        _ => Holds::Atoms,
    };
    Column { name: name.to_string(), holds, cells: Cells::Own(column) }
}

/// A column that says how the atoms in another one are called, if they are called anything.
fn called<'a>(column: usize, name: &str, kind: Kind, names: &'a Names) -> Option<Column<'a>> {
    let (way, words) = match kind {
        Kind::Node => (vec![&names.local_of], &names.places),
        _ => (vec![], names.called.get(&kind)?),
    };
    let name = format!("{name}_{}", ending(kind));
    Some(Column { name, holds: Holds::Texts, cells: Cells::Of { column, way, words } })
}

fn ending(kind: Kind) -> &'static str {
    match kind {
        Kind::Node | Kind::Frame | Kind::Location | Kind::Place => "at",
        Kind::Stack => "calls",
        Kind::Variable | Kind::Mutex | Kind::Copy => "name",
        _ => "text",
    }
}

/// The variables of nodes.
fn of_nodes(names: &Names) -> impl Iterator<Item = Column<'_>> {
    let globals = names.globals.iter().map(|(name, words)| typed(name.clone(), vec![&names.global_of], words));
    let locals = names.locals.iter().map(|(name, words)| typed(name.clone(), vec![&names.local_of], words));
    globals.chain(locals)
}

/// Where the threads of states are, the variables, and what else the threads have.
fn of_states(names: &Names) -> impl Iterator<Item = Column<'_>> {
    let at = names.nodes.iter().map(|(t, n)| texts(format!("at{t}"), vec![n, &names.local_of], &names.places));
    let globals = names.globals.iter().map(|(name, words)| typed(name.clone(), vec![&names.store_of], words));
    let phase = if names.phase_of.all.iter().all(|word| word.parse::<bool>().is_ok()) { "pre" } else { "copy" };
    let phases = names.nodes.iter().map(move |(t, n)| typed(format!("{phase}{t}"), vec![n], &names.phase_of));
    let locals =
        names.nodes.iter().map(|(t, n)| texts(format!("locals{t}"), vec![n, &names.local_of], &names.registers));
    let calls = &names.called[&Kind::Stack];
    let calls = names.stacks.iter().map(|(t, ss)| texts(format!("calls{t}"), vec![ss], calls));
    at.chain(globals).chain(phases).chain(locals).chain(calls)
}

/// About the atom in the first column.
fn texts<'a>(name: String, way: Vec<&'a Map>, words: &'a Words) -> Column<'a> {
    Column { name, holds: Holds::Texts, cells: Cells::Of { column: 0, way, words } }
}

/// The same, of integers or truths where all words are.
fn typed<'a>(name: String, way: Vec<&'a Map>, words: &'a Words) -> Column<'a> {
    let all = |is: fn(&str) -> bool| words.all.iter().all(|word| is(word));
    let holds = match () {
        () if all(|word| word.parse::<i64>().is_ok()) => Holds::Integers,
        () if all(|word| word.parse::<bool>().is_ok()) => Holds::Truths,
        () => Holds::Texts,
    };
    Column { holds, ..texts(name, way, words) }
}

/// SQL takes names that differ in case alone for equal.
fn named_apart(columns: &mut [Column<'_>]) {
    let mut taken = BTreeSet::new();
    for column in columns {
        while !taken.insert(column.name.to_lowercase()) {
            column.name.push('_');
        }
    }
}
