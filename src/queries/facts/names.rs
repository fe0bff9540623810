//! What the atoms of some tables are: parts, names and values.

use super::{Role, Rows, Table, occurring};
use crate::driver::kept;
use crate::execution::{Values, globals, locals};
use crate::ir::{Cell, Loc};
use crate::queries::explain::World;
use crate::semantics::{LocalStore, Semantics};
use moverlog_rules::{Frame, Global, Kind, Node, Stack, State};
use std::collections::{BTreeMap, BTreeSet};

/// The tables of [`dictionaries`].
pub(super) const NAMES: [&str; 10] =
    ["variable", "state", "stack_of", "stack", "node", "global", "local", "register", "frame", "saved"];

/// All that `tables` name, taken apart until only names and values are left.
pub(super) fn dictionaries(world: World<'_>, tables: &[Table]) -> Vec<Table> {
    let semantics = world.semantics();
    let nodes: Vec<Node> = occurring(tables, Kind::Node).into_iter().map(Node).collect();
    let (states, stacks_of, mut stacks) = states(world);
    nodes.iter().filter_map(|n| world.stack(*n)).for_each(|ss| part_stack(semantics, ss, &mut stacks));
    let mut frames: BTreeSet<u32> = occurring(tables, Kind::Frame);
    frames.extend(stacks.values().map(|(_, f)| f.0));
    let stores: Vec<_> = nodes.iter().map(|n| (*n, world.stores(*n))).collect();
    let global: BTreeSet<Global> = stores.iter().map(|(_, (g, ..))| *g).collect();
    let node = |(n, (g, l, pre)): &(Node, (Global, LocalStore, bool))| match world.stack(*n).zip(world.copy(*n)) {
        Some((ss, copy)) => vec![n.0, g.0, l.0, ss.0, copy as u32],
        None => vec![n.0, g.0, l.0, u32::from(*pre)],
    };
    let stack = stacks.iter().map(|(ss, (rest, f))| vec![ss.0, rest.0, f.0]);
    let (local, register) = local_stores(semantics, stores.iter().map(|(_, (_, l, _))| *l).collect());
    let (frame, saved) = self::frames(semantics, &frames);
    let variables = (0..semantics.program.cells.len() as u32).map(Cell);
    let variables = variables.map(|z| vec![z.0.to_string(), semantics.program.cell_name(z)]);
    let global = global.into_iter().flat_map(|g| values(g.0, globals(semantics, g)));
    use Kind::Text;
    let (s, g, l) = (("s", Kind::State), ("g", Kind::Global), ("l", Kind::Local));
    let (f, ss) = (("f", Kind::Frame), ("ss", Kind::Stack));
    let (variable, value, location) = (("variable", Text), ("value", Text), ("location", Text));
    let z = [("z", Kind::Variable), ("name", Text)];
    let (phase, copy) = ([("pre", Kind::Truth)].as_slice(), [ss, ("copy", Kind::Copy)]);
    let blocks = matches!(world, World::Blocks(_));
    let n = [[("n", Kind::Node), g, l].as_slice(), if blocks { copy.as_slice() } else { phase }].concat();
    let says_n = if blocks { "n = (g, l, ss), in this copy of its location" } else { "n = (g, l), pre-commit or not" };
    vec![
        words(NAMES[0], &z, "the name of z, or of a mutex with this number", variables.collect()),
        atoms(NAMES[1], &[s, g], "the global store of s", states),
        atoms(NAMES[2], &[s, ("t", Kind::Tid), ss], "in s the stack of t is ss; 0 is empty", stacks_of),
        atoms(NAMES[3], &[ss, ("rest", Kind::Stack), f], "ss is rest with f on top", stack.collect()),
        atoms(NAMES[4], &n, says_n, stores.iter().map(node).collect()),
        words(NAMES[5], &[g, variable, value], "a variable of the global store g", global.collect()),
        words(NAMES[6], &[l, location], "where l is; `wrong` is no place in the program", local),
        words(NAMES[7], &[l, variable, value], "a variable of the local store l", register),
        words(NAMES[8], &[f, location], "where the call that pushed f returns to", frame),
        words(NAMES[9], &[f, variable, value], "a variable of the caller", saved),
    ]
}

type Atoms = Vec<Vec<u32>>;
type Words = Vec<Vec<String>>;

type Columns<'a> = &'a [(&'static str, Kind)];

fn table(name: &str, columns: Columns<'_>, says: &str, rows: Rows) -> Table {
    let columns = columns.iter().map(|(name, kind)| (name.to_string(), *kind)).collect();
    Table { name: name.into(), role: Role::Dictionary, columns, says: says.into(), rows }
}

fn atoms(name: &str, columns: Columns<'_>, says: &str, rows: Atoms) -> Table {
    table(name, columns, says, Rows::Atoms(rows))
}

fn words(name: &str, columns: Columns<'_>, says: &str, rows: Words) -> Table {
    table(name, columns, says, Rows::Words(rows))
}

/// The global store of every state, the stacks of its threads, and how these stacks are made.
fn states(world: World<'_>) -> (Atoms, Atoms, Stacks) {
    let (mut states, mut stacks_of, mut stacks) = (vec![], vec![], BTreeMap::new());
    for s in (0..world.state_count() as u32).map(State) {
        let configuration = world.configuration(s);
        states.push(vec![s.0, configuration.global.0]);
        for (t, stack) in world.semantics().tids().zip(configuration.stacks) {
            stacks_of.push(vec![s.0, t.0, stack.0]);
            part_stack(world.semantics(), stack, &mut stacks);
        }
    }
    (states, stacks_of, stacks)
}

/// For each stack the rest of it, and the frame on top.
type Stacks = BTreeMap<Stack, (Stack, Frame)>;

fn part_stack(semantics: &Semantics<'_>, mut at: Stack, stacks: &mut Stacks) {
    while let Some((rest, f)) = semantics.top(at).filter(|_| !stacks.contains_key(&at)) {
        stacks.insert(at, (rest, f));
        at = rest;
    }
}

/// Where some local stores are, and their variables.
fn local_stores(semantics: &Semantics<'_>, stores: BTreeSet<LocalStore>) -> (Words, Words) {
    let (mut place, mut register) = (vec![], vec![]);
    for l in stores {
        let loc = semantics.loc(l);
        place.push(vec![l.0.to_string(), loc.map_or("wrong".into(), |loc| location(semantics, loc))]);
        let visible = loc.map(|loc| locals(semantics.program, loc, &semantics.registers(l), 0));
        register.extend(values(l.0, visible.unwrap_or_default()));
    }
    (place, register)
}

/// Where the calls that pushed some frames return to, and the variables of their callers.
fn frames(semantics: &Semantics<'_>, frames: &BTreeSet<u32>) -> (Words, Words) {
    let (mut place, mut saved) = (vec![], vec![]);
    for f in frames {
        let kept = kept(semantics, Frame(*f));
        place.push(vec![f.to_string(), location(semantics, kept.loc)]);
        saved.extend(values(*f, kept.locals));
    }
    (place, saved)
}

fn location(semantics: &Semantics<'_>, loc: Loc) -> String {
    semantics.program.location(loc).name.clone()
}

fn values(atom: u32, values: Values) -> impl Iterator<Item = Vec<String>> {
    values.into_iter().map(move |(name, value)| vec![atom.to_string(), name, value.to_string()])
}
