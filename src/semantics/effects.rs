//! What actions do, kept by what they touch: in two global stores that agree on every cell that an action touches, or
//! that declared protection asks for, and on the mutexes that its thread holds, it does the same, for it is evaluated on
//! nothing else.

use super::eval::Accesses;
use super::intern::Interner;
use super::{Effect, LocalStore, Step, Transitions};
use crate::ir::{Cell, GlobalKind, GlobalVariable, Program, Value};
use moverlog_rules::{Global, Tid};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// See the module's documentation.
pub(super) struct Effects {
    /// Lists of cells that the actions of a thread at a local store were seen to look at, by number.
    looked_at: FxHashMap<(Tid, LocalStore), Vec<u32>>,
    lists: Interner,
    /// Thread, local store, list, the mutexes held, the values of the cells in the list.
    keys: Interner,
    kept: Vec<Kept>,
    /// The owner cells of all mutexes.
    owners: Vec<Cell>,
    key: Vec<u32>,
}

/// Cells that a step changes, and the values that it leaves there.
type Writes = Box<[(Cell, Value)]>;

/// What the steps do to the global store, and what becomes of the thread.
struct Kept {
    steps: Box<[(Writes, Effect)]>,
    accesses: Rc<Accesses>,
}

impl Effects {
    pub(super) fn new(program: &Program) -> Self {
        let mutexes = program.globals.iter().filter(|g| matches!(g.kind, GlobalKind::Mutex { .. }));
        Effects {
            looked_at: FxHashMap::default(),
            lists: Interner::varying(),
            keys: Interner::varying(),
            kept: vec![],
            owners: mutexes.flat_map(GlobalVariable::elements).collect(),
            key: vec![],
        }
    }

    /// The steps of `t` at (g, l), if they are known from an equal situation.
    pub(super) fn find(&mut self, t: Tid, (g, l): (Global, LocalStore), globals: &mut Interner) -> Option<Transitions> {
        let found = self.number(t, l, globals.get(g.0))?;
        let Kept { steps, accesses } = &self.kept[found as usize];
        let mut words = std::mem::take(&mut self.key);
        let step = |(writes, effect): &(Writes, Effect)| {
            let global = if writes.is_empty() { g } else { written(g, writes, globals, &mut words) };
            Step { global, effect: effect.clone() }
        };
        let steps = steps.iter().map(step).collect();
        self.key = words;
        Some(Transitions { steps, accesses: accesses.clone() })
    }

    fn number(&mut self, t: Tid, l: LocalStore, globals: &[u32]) -> Option<u32> {
        let lists = self.looked_at.get(&(t, l))?;
        lists.iter().find_map(|list| {
            key(&mut self.key, (t, l, *list), self.lists.get(*list), &self.owners, globals);
            self.keys.find(&self.key)
        })
    }

    /// Keeps the steps of `t` at (g, l), none left out, for all situations that are equal.
    pub(super) fn keep(&mut self, t: Tid, (g, l): (Global, LocalStore), computed: &Transitions, globals: &Interner) {
        let looked_at: BTreeSet<u32> = computed.accesses.touched().map(|c| c.0).collect();
        let looked_at: Vec<u32> = looked_at.into_iter().collect();
        let list = self.lists.intern(&looked_at).0;
        let lists = self.looked_at.entry((t, l)).or_default();
        if !lists.contains(&list) {
            lists.push(list);
        }
        let before = globals.get(g.0);
        key(&mut self.key, (t, l, list), self.lists.get(list), &self.owners, before);
        if self.keys.intern(&self.key).1 {
            let changes = |step: &Step| changes(before, globals.get(step.global.0), &computed.accesses);
            let steps = computed.steps.iter().map(|step| (changes(step), step.effect.clone())).collect();
            self.kept.push(Kept { steps, accesses: computed.accesses.clone() });
        }
    }
}

fn changes(before: &[u32], after: &[u32], accesses: &Accesses) -> Writes {
    let written = accesses.writes.iter().filter(|c| before[c.0 as usize] != after[c.0 as usize]);
    written.map(|c| (*c, after[c.0 as usize] as Value)).collect()
}

/// Whatever the outcome of the action depends on.
fn key(key: &mut Vec<u32>, (t, l, list): (Tid, LocalStore, u32), cells: &[u32], owners: &[Cell], globals: &[u32]) {
    key.clear();
    key.extend([t.0, l.0, list]);
    if !cells.is_empty() {
        let held = |m: &Cell| u32::from(globals[m.0 as usize] == t.0);
        let bits = |some: &[Cell]| some.iter().fold(0, |bits, m| bits << 1 | held(m));
        key.extend(owners.chunks(32).map(bits));
        key.extend(cells.iter().map(|c| globals[*c as usize]));
    }
}

fn written(g: Global, writes: &[(Cell, Value)], globals: &mut Interner, words: &mut Vec<u32>) -> Global {
    words.clear();
    words.extend_from_slice(globals.get(g.0));
    for (cell, value) in writes {
        words[cell.0 as usize] = *value as u32;
    }
    Global(globals.intern(words).0)
}
