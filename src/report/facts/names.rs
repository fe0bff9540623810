//! What the dictionaries of a fact base say of its atoms, found by atom.

use crate::queries::{FactBase, Role, Rows, Table};
use indexmap::IndexSet;
use moverlog_rules::{Constructor, Kind, Place};
use std::collections::BTreeMap;

/// How many frames of a stack are told, the last ones.
const FRAMES: usize = 20;

/// Another number for each atom of a kind. Atoms are dense.
#[derive(Default)]
pub struct Map(Vec<Option<u32>>);

impl Map {
    fn set(&mut self, atom: u32, to: u32) {
        let at = atom as usize;
        self.0.resize(self.0.len().max(at + 1), None);
        self.0[at] = Some(to);
    }

    pub fn get(&self, atom: u32) -> Option<u32> {
        self.0.get(atom as usize).copied().flatten()
    }
}

/// A word for each atom of a kind. Each word is kept once.
#[derive(Default)]
pub struct Words {
    /// The place of its word for each atom.
    pub of: Map,
    pub all: IndexSet<String>,
}

impl Words {
    fn set(&mut self, atom: u32, word: &str) {
        let at = self.all.get_index_of(word).unwrap_or_else(|| self.all.insert_full(word.to_string()).0);
        self.of.set(atom, at as u32);
    }

    fn get(&self, atom: u32) -> Option<&str> {
        self.all.get_index(self.of.get(atom)? as usize).map(String::as_str)
    }

    fn from(pairs: impl IntoIterator<Item = (u32, String)>) -> Words {
        let mut words = Words::default();
        pairs.into_iter().for_each(|(atom, word)| words.set(atom, &word));
        words
    }
}

/// Words by the names of variables.
pub type Variables = Vec<(String, Words)>;

/// What atoms are.
pub struct Names {
    /// The parts of nodes, the pre-commit phase or the copy among them.
    pub global_of: Map,
    pub local_of: Map,
    pub phase_of: Words,
    /// The parts of states: their global store, and for each thread its node and its stack.
    pub store_of: Map,
    pub nodes: BTreeMap<u32, Map>,
    pub stacks: BTreeMap<u32, Map>,
    /// Variables of global stores, and of local stores.
    pub globals: Variables,
    pub locals: Variables,
    /// All variables of a local store at once.
    pub registers: Words,
    /// Where local stores are.
    pub places: Words,
    /// How atoms of other kinds are called.
    pub called: BTreeMap<Kind, Words>,
}

impl Names {
    pub fn of(base: &FactBase) -> Names {
        let globals = atoms(base, "state");
        let [node, local] = ["node", "local"].map(|name| table(base, name));
        let parts = |i: usize| map(atoms(base, "node").map(move |row| (row[0], row[i])));
        Names {
            global_of: parts(1),
            local_of: parts(2),
            phase_of: phases(node),
            store_of: map(globals.map(|row| (row[0], row[1]))),
            nodes: by_thread(atoms(base, "At").map(|row| (row[0], row[1], row[2]))),
            stacks: by_thread(atoms(base, "stack_of").map(|row| (row[1], row[0], row[2]))),
            globals: in_order(variables(base, "global"), &words(base, "variable")),
            locals: variables(base, "register"),
            registers: registers(base, local),
            places: Words::from(local.into_iter().flat_map(pairs)),
            called: called(base),
        }
    }
}

fn table<'a>(base: &'a FactBase, name: &str) -> Option<&'a Table> {
    let has_role = |t: &&Table| t.role == Role::Dictionary || name == "At" && t.role == Role::Input;
    base.tables.iter().filter(has_role).find(|t| t.name == name)
}

fn atoms<'a>(base: &'a FactBase, name: &str) -> impl Iterator<Item = &'a [u32]> + use<'a> {
    let rows = table(base, name).map(|table| match &table.rows {
        Rows::Atoms(rows) => rows.as_slice(),
        Rows::Words(_) => &[],
    });
    rows.into_iter().flatten().map(Vec::as_slice)
}

/// The number in front, and the words behind it.
fn numbered(table: &Table) -> impl Iterator<Item = (u32, &[String])> {
    let rows = match &table.rows {
        Rows::Atoms(_) => &[],
        Rows::Words(rows) => rows.as_slice(),
    };
    rows.iter().filter_map(|row| Some((row.first()?.parse().ok()?, &row[1..])))
}

fn pairs(table: &Table) -> impl Iterator<Item = (u32, String)> {
    numbered(table).filter_map(|(atom, row)| Some((atom, row.first()?.clone())))
}

fn words(base: &FactBase, name: &str) -> Words {
    Words::from(table(base, name).into_iter().flat_map(pairs))
}

fn map(pairs: impl Iterator<Item = (u32, u32)>) -> Map {
    let mut map = Map::default();
    pairs.for_each(|(atom, to)| map.set(atom, to));
    map
}

fn by_thread(rows: impl Iterator<Item = (u32, u32, u32)>) -> BTreeMap<u32, Map> {
    let mut threads: BTreeMap<u32, Map> = BTreeMap::new();
    rows.for_each(|(t, s, to)| threads.entry(t).or_default().set(s, to));
    threads
}

/// Whether nodes are pre-commit, or the copy of their location.
fn phases(node: Option<&Table>) -> Words {
    let Some((Rows::Atoms(rows), (_, kind))) = node.and_then(|t| Some((&t.rows, t.columns.last()?))) else {
        return Words::default();
    };
    let word = |last: u32| match kind {
        Kind::Truth => (last != 0).to_string(),
        _ => copy(last),
    };
    Words::from(rows.iter().map(|row| (row[0], word(row[row.len() - 1]))))
}

fn copy(number: u32) -> String {
    Constructor::read(Kind::Copy, number).0.name.replace("Prime", "'")
}

/// Of a table of stores with variables and values: the values by variables.
fn variables(base: &FactBase, name: &str) -> Variables {
    let mut found: indexmap::IndexMap<&str, Words> = indexmap::IndexMap::new();
    for (store, row) in table(base, name).into_iter().flat_map(numbered) {
        if let [variable, value] = row {
            found.entry(variable).or_default().set(store, value);
        }
    }
    found.into_iter().map(|(name, words)| (name.to_string(), words)).collect()
}

/// As the program declares them, whichever store is the first to have each.
fn in_order(mut variables: Variables, declared: &Words) -> Variables {
    variables.sort_by_key(|(name, _)| declared.all.get_index_of(name));
    variables
}

/// Of the same the stores as a whole: `x=1 y=2`.
fn stores(base: &FactBase, name: &str) -> BTreeMap<u32, String> {
    let mut found: BTreeMap<u32, String> = BTreeMap::new();
    for (store, row) in table(base, name).into_iter().flat_map(numbered) {
        let text = found.entry(store).or_default();
        let gap = if text.is_empty() { "" } else { " " };
        *text += &format!("{gap}{}", row.join("="));
    }
    found
}

/// All variables of each local store; it may have none.
fn registers(base: &FactBase, local: Option<&Table>) -> Words {
    let none = local.into_iter().flat_map(pairs).map(|(l, _)| (l, String::new()));
    Words::from(none.chain(stores(base, "register")))
}

/// How atoms are called that are neither nodes nor stores.
fn called(base: &FactBase) -> BTreeMap<Kind, Words> {
    let variable = || words(base, "variable");
    let mut called: BTreeMap<Kind, Words> = [
        (Kind::Variable, variable()),
        (Kind::Mutex, variable()),
        (Kind::Frame, words(base, "frame")),
        (Kind::Stack, calls(base)),
        (Kind::Location, words(base, "location")),
        (Kind::Action, words(base, "action")),
        (Kind::Copy, Words::from((0..5).map(|x| (x, copy(x))))),
    ]
    .into();
    for (kind, name) in [(Kind::Place, "place"), (Kind::Condition, "condition"), (Kind::Guard, "guard")] {
        called.insert(kind, made(base, kind, name, &called));
    }
    called.insert(Kind::Taken, made(base, Kind::Taken, "taken", &called));
    called
}

/// How values are called that constructors make.
fn made(base: &FactBase, kind: Kind, name: &str, parts: &BTreeMap<Kind, Words>) -> Words {
    let values = table(base, name).into_iter().flat_map(numbered);
    Words::from(values.map(|(value, _)| (value, constructed(kind, value, parts))))
}

fn constructed(kind: Kind, value: u32, parts: &BTreeMap<Kind, Words>) -> String {
    let called = |kind: Kind, part: u32| parts.get(&kind).and_then(|words| words.get(part)).map(str::to_string);
    if kind == Kind::Place {
        let Place(location, _) = Place::read(value);
        return called(Kind::Location, location.0).unwrap_or_default() + "^" + &copy(value % 5);
    }
    let (by, part) = Constructor::read(kind, value);
    match by.of.first() {
        None => by.name.to_string(),
        Some(of) => {
            let part = called(*of, part).unwrap_or_else(|| constructed(*of, part, parts));
            format!("{}({part})", by.name)
        }
    }
}

/// Where the calls of each stack return to, the last one first.
fn calls(base: &FactBase) -> Words {
    let (rest, top) = (parts_of_stacks(base, 1), parts_of_stacks(base, 2));
    let (places, saved) = (words(base, "frame"), stores(base, "saved"));
    let frame = |f: u32| {
        let values = saved.get(&f).map_or(String::new(), |values| format!(" {values}"));
        places.get(f).unwrap_or_default().to_string() + &values
    };
    let mut stacks = Words::default();
    stacks.set(0, "");
    for ss in atoms(base, "stack").map(|row| row[0]) {
        let below = |at: &u32| rest.get(*at);
        let frames = std::iter::successors(Some(ss), below).filter_map(|at| top.get(at));
        let mut told: Vec<String> = frames.take(FRAMES + 1).map(frame).collect();
        if told.len() > FRAMES {
            told[FRAMES] = "..".into();
        }
        stacks.set(ss, &told.join(", "));
    }
    stacks
}

fn parts_of_stacks(base: &FactBase, column: usize) -> Map {
    map(atoms(base, "stack").map(|row| (row[0], row[column])))
}
