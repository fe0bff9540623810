//! Accesses that no lock protects, and that nevertheless never meet one that they do not commute with: because flags
//! order them, because a lock protects the others, or because all that meet are of a kind that commutes.
//!
//! A flag is a variable that some `assume` waits for, that no lock protects, and that changes once. For each thread
//! and each kind of access to a variable a [`Group`] has the flags that were set, and those that were not, at every
//! such access: outside of that window the thread makes none. An access is *alone* where every group of the others
//! with which it does not commute is shut out: by a flag that is not set, and that none but this thread can set; or by
//! one that is set and that the other thread sets itself, for it stays so. Neither is ended by a step of another thread, so an access that is alone stays
//! alone.
//!
//! These are assumptions about every reachable access, observed and checked like those on locks. Why they keep the
//! four mover properties, and why reads and writes of the flags themselves must not move, docs/papers.md tells. One
//! exception are flags by which threads are started: to set one moves left, and it is asked for by those who would not
//! run without.

mod starts;
mod turns;

use crate::ir::visit::{Visitor, walk_action, walk_place};
use crate::ir::{Action, Cell, GlobalKind, Place, Program, Protection, Value};
use crate::semantics::{Change, LocalStore, Semantics, Transitions};
use moverlog_rules::{Global, Tid};
use std::collections::BTreeMap;
use turns::Stored;

/// A set of flags, a bit for each.
type Flags = u64;

/// So many flags are told apart; others are variables like any.
const MOST: usize = Flags::BITS as usize;

/// What an access does to its cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    Read,
    Change(Change),
}

impl Kind {
    /// What an action does to a cell that it touches.
    pub(super) fn of(transitions: &Transitions, cell: Cell) -> Kind {
        let accesses = &transitions.accesses;
        match accesses.change {
            _ if !accesses.writes.contains(&cell) => Kind::Read,
            Change::Store(_) if accesses.reads.contains(&cell) => Kind::Change(Change::Any),
            change => Kind::Change(change),
        }
    }

    fn commutes(self, other: Kind) -> bool {
        self == other && self != Kind::Change(Change::Any)
    }
}

/// The accesses of one kind that one thread makes to one cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    pub thread: Tid,
    pub kind: Kind,
    /// Flags that are set at each of them, and flags that are not.
    set: Flags,
    unset: Flags,
    /// Each of them is alone.
    alone: bool,
}

/// The accesses to one cell.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Ordered {
    pub groups: Vec<Group>,
    /// Owner cells of the locks held at every access that is not alone; nothing before the first.
    pub locks: Option<Vec<Cell>>,
}

impl Ordered {
    fn group(&self, t: Tid, kind: Kind) -> Option<&Group> {
        self.groups.iter().find(|g| (g.thread, g.kind) == (t, kind))
    }

    /// Whether some access may move.
    fn moves(&self) -> bool {
        self.locks.as_ref().is_none_or(|l| !l.is_empty()) || self.groups.iter().any(|g| g.alone)
    }
}

/// What is asked of a flag; without it errors are missed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// It changes once.
    Once,
    /// Who is alone because it is not set is the one who sets it.
    Own,
    /// Its reads and writes do not move.
    Still,
    /// One that starts a thread, and moves, is asked for by those alone who would not run without.
    Line,
    /// Nobody makes up the id of a thread that is joined.
    Given,
    /// Where a thread waits for its turn, others store nothing but what it waits for.
    Turn,
}

/// What may be a flag.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Flag {
    cell: Cell,
    /// Its value until it is set.
    initial: Value,
    /// Several threads access it, without a lock that protects it: its reads and writes do not move.
    bare: bool,
    /// It has changed after it was set.
    fickle: bool,
    /// Whoever writes it.
    writers: Vec<Tid>,
    /// Which thread is started by setting it.
    starts: Option<Tid>,
    /// Whoever else than this thread looks at it or sets it, those apart who join.
    starters: Vec<Tid>,
    /// Who stores what, as long as that is little.
    stored: Stored,
}

/// The order of accesses to the cells that no lock protects.
#[derive(Clone, Debug)]
pub(super) struct Order {
    flags: Vec<Flag>,
    cells: BTreeMap<Cell, Ordered>,
    /// What is not asked of flags.
    without: Option<Condition>,
    /// The flags of all starts and ends.
    starting: Vec<Cell>,
    /// Threads may be started by left movers: whoever joins a thread was told of it by the start.
    starts_move: bool,
}

impl Order {
    /// With those flags alone that threads set where they start and end; nothing if none does.
    pub(super) fn of_starts(program: &Program) -> Option<Order> {
        let starts = |cell: Cell| program.starts.iter().any(|s| [s.started, s.ended].contains(&cell));
        let mut order = Order::of(program, None).filter(|_| !program.starts.is_empty())?;
        order.flags.retain(|flag| starts(flag.cell));
        Some(order)
    }

    /// Nothing where predicates say who has exclusive access: whoever accesses such a variable depends on them.
    pub(super) fn of(program: &Program, without: Option<Condition>) -> Option<Order> {
        if program.globals.iter().any(|g| matches!(g.protection, Protection::Exclusive(..))) {
            return None;
        }
        let mut waited = Waited { program, waits: false, cells: vec![] };
        program.locations.iter().for_each(|l| waited.op(&l.op));
        waited.cells.sort_unstable();
        waited.cells.dedup();
        waited.cells.sort_by_key(|c| !program.starts.iter().any(|s| [s.started, s.ended].contains(c)));
        let flag = |cell: &Cell| {
            let initial = program.cells[cell.0 as usize];
            let starts = program.starts.iter().find(|s| s.started == *cell).map(|s| s.thread);
            Flag {
                cell: *cell,
                initial,
                bare: false,
                fickle: false,
                writers: vec![],
                starts,
                starters: vec![],
                stored: Stored::default(),
            }
        };
        let flags = waited.cells.iter().take(MOST).map(flag).collect();
        let starting = program.starts.iter().flat_map(|s| [s.started, s.ended]).collect();
        Some(Order {
            flags,
            starting,
            cells: BTreeMap::new(),
            without,
            starts_move: !program.makes_up_ids || without == Some(Condition::Given),
        })
    }

    fn these(&self, which: impl Fn(&Flag) -> bool) -> Flags {
        self.flags.iter().enumerate().filter(|(_, f)| which(f)).fold(0, |all, (i, _)| all | 1 << i)
    }

    fn stays(&self, f: &Flag) -> bool {
        (f.bare || self.without == Some(Condition::Still)) && (!f.fickle || self.without == Some(Condition::Once))
    }

    /// The flags that stay as they are once they are set.
    fn last(&self) -> Flags {
        self.these(|f| self.stays(f))
    }

    /// Those of them that `t` alone sets.
    fn set_by(&self, t: Tid) -> Flags {
        self.last() & self.these(|f| f.writers == [t] || self.without == Some(Condition::Own))
    }

    /// Those that say of `t` that it is done, once they are set: what happens behind a commit is seen at the commit,
    /// and others may set their flags in between.
    fn ended_by(&self, t: Tid) -> Flags {
        self.last() & self.these(|f| f.writers == [t])
    }

    fn set_in(&self, semantics: &Semantics<'_>, g: Global) -> Flags {
        self.these(|f| semantics.cell(g, f.cell) != f.initial)
    }

    /// Whether the order of accesses rests on this cell.
    pub(super) fn is_flag(&self, cell: Cell) -> bool {
        self.flags.iter().any(|f| f.cell == cell && self.stays(f))
    }

    /// Whether to wait for it is a right mover, in some thread and for some value.
    pub(super) fn lets_pass(&self, cell: Cell) -> bool {
        self.is_flag(cell) || self.flags.iter().any(|f| f.cell == cell && f.bare && f.stored.turns().is_some())
    }

    /// Whether no other thread can be at an access to the cell with which this one does not commute.
    fn alone(&self, cell: &Ordered, (t, kind): (Tid, Kind), set: Flags) -> bool {
        let (mine, told) = (self.set_by(t), self.told_to(t));
        let waits = |g: &Group| g.set & self.told_to(g.thread) & !set & mine != 0;
        let shut_out = |g: &Group| waits(g) || g.unset & set & told & self.ended_by(g.thread) != 0;
        cell.groups.iter().all(|g| g.thread == t || g.kind.commutes(kind) || shut_out(g))
    }

    /// E(t, x) of FQ 4.1 in store `g`, for accesses of this kind: no other thread can be at an access to the cell
    /// with which they do not commute.
    pub(super) fn exclusive(&self, semantics: &Semantics<'_>, (t, kind): (Tid, Kind), cell: Cell, g: Global) -> bool {
        let Some(ordered) = self.cells.get(&cell).filter(|_| !self.is_flag(cell)) else { return false };
        let held = |m: &Cell| semantics.cell(g, *m) == t.0 as Value;
        let locked = ordered.locks.as_ref().is_some_and(|l| !l.is_empty());
        let bare = ordered.locks.is_some() && !locked;
        // An access that was not met yet moves only where to meet it will tell something new.
        let always = !bare || ordered.group(t, kind).is_some_and(|g| g.alone);
        locked && ordered.locks.iter().flatten().all(held)
            || always && self.alone(ordered, (t, kind), self.set_in(semantics, g))
    }

    /// Takes note of an access to a cell that no lock protects.
    pub(super) fn note(
        &mut self,
        semantics: &Semantics<'_>,
        (t, kind): (Tid, Kind),
        (cell, g): (Cell, Global),
        held: &[Cell],
    ) {
        let set = self.set_in(semantics, g);
        let mut ordered = self.cells.remove(&cell).unwrap_or_default();
        let at = ordered.groups.iter().position(|g| (g.thread, g.kind) == (t, kind)).unwrap_or_else(|| {
            ordered.groups.push(Group { thread: t, kind, set, unset: !set, alone: true });
            ordered.groups.len() - 1
        });
        ordered.groups[at].set &= set;
        ordered.groups[at].unset &= !set;
        if !self.alone(&ordered, (t, kind), set) {
            ordered.groups[at].alone = false;
            match &mut ordered.locks {
                Some(locks) => locks.retain(|m| held.contains(m)),
                none => *none = Some(held.to_vec()),
            }
        }
        ordered.groups.sort_unstable_by_key(|g| (g.thread, g.kind));
        self.cells.insert(cell, ordered);
    }

    /// Several threads access this cell, and no lock protects it. Where it may be a flag, more accesses are alone
    /// than it seemed. Whether that is new.
    pub(super) fn bare(&mut self, cell: Cell) -> bool {
        let Some(flag) = self.flags.iter_mut().find(|f| f.cell == cell && !f.bare) else { return false };
        flag.bare = true;
        for ordered in self.cells.values_mut() {
            ordered.locks = None;
            ordered.groups.iter_mut().for_each(|g| g.alone = true);
        }
        true
    }

    /// Takes note of who writes flags, and how often they change; whether that is new.
    pub(super) fn note_flags(
        &mut self,
        semantics: &Semantics<'_>,
        t: Tid,
        g: Global,
        transitions: &Transitions,
    ) -> bool {
        let writes = &transitions.accesses.writes;
        let mut news = self.note_starters(t, transitions);
        for flag in self.flags.iter_mut().filter(|f| writes.contains(&f.cell)) {
            if let Err(at) = flag.writers.binary_search(&t) {
                flag.writers.insert(at, t);
                news = true;
            }
            let before = semantics.cell(g, flag.cell);
            let changes = |g2| semantics.cell(g2, flag.cell) != before;
            let fickle = before != flag.initial && transitions.steps.iter().any(|s| changes(s.global));
            news |= fickle && !std::mem::replace(&mut flag.fickle, true);
            let values = transitions.steps.iter().map(|s| semantics.cell(s.global, flag.cell));
            news |= flag.stored.note(t, values);
        }
        news
    }

    /// What movers depend on, of the accesses to a cell; nothing if none of them moves.
    pub(super) fn view(&self, cell: Cell) -> Option<Ordered> {
        let last = self.last();
        let mut ordered = self.cells.get(&cell).filter(|_| !self.is_flag(cell)).filter(|o| o.moves())?.clone();
        for group in &mut ordered.groups {
            group.set &= last & self.told_to(group.thread);
            group.unset &= self.ended_by(group.thread);
        }
        Some(ordered)
    }

    /// Whether flags are the same.
    pub(super) fn agrees_with(&self, other: &Order) -> bool {
        self.flags == other.flags
    }

    /// The flags by which accesses to this cell are ordered.
    pub(super) fn flags_of(&self, ordered: &Ordered) -> Vec<Cell> {
        let all = ordered.groups.iter().fold(0, |all, g| all | g.set | g.unset) & self.last();
        (0..self.flags.len()).filter(|i| all >> i & 1 == 1).map(|i| self.flags[i].cell).collect()
    }

    /// Whether `t` waits at `l` for one flag, which is set: nobody changes it any more, so it goes on whatever others
    /// do first, and before the flag was set it could not go on (CPC 3, properties 1 and 2). Or for its turn.
    pub(super) fn passes(
        &self,
        semantics: &Semantics<'_>,
        (t, g, l): (Tid, Global, LocalStore),
        transitions: &Transitions,
    ) -> bool {
        let Some(cell) = only_read(transitions) else { return false };
        let start = semantics.initial().global;
        let is_set = self.is_flag(cell) && semantics.cell(g, cell) != semantics.cell(start, cell);
        let waits = || {
            let before = semantics.transitions(t, start, l);
            before.steps.is_empty() && only_read(&before) == Some(cell) || joins(semantics, (t, g, l), cell)
        };
        is_set && waits() || self.is_its_turn(semantics, (t, g, l), cell)
    }
}

/// The cell that an action reads, if it touches no other and changes none.
fn only_read(transitions: &Transitions) -> Option<Cell> {
    let mut cells = transitions.accesses.cells();
    cells.next().filter(|_| cells.next().is_none() && transitions.accesses.writes.is_empty())
}

/// Whether `t` waits at `l` for a thread to end that has ended. Before, that one was running: so there it was started,
/// which is all that the step looks at besides.
fn joins(semantics: &Semantics<'_>, (t, g, l): (Tid, Global, LocalStore), ended: Cell) -> bool {
    let Some(joined) = semantics.program.starts.iter().find(|s| s.ended == ended) else { return false };
    let running = semantics.with_cells(g, &[(joined.started, 1), (ended, 0)]);
    let before = semantics.transitions(t, running, l);
    let flags = |c: Cell| c == ended || c == joined.started;
    before.steps.is_empty() && before.accesses.writes.is_empty() && before.accesses.cells().all(flags)
}

/// The cells that `assume` reads, of variables that could be flags.
struct Waited<'a> {
    program: &'a Program,
    /// Inside of an `assume`.
    waits: bool,
    cells: Vec<Cell>,
}

impl<'p> Visitor<'p> for Waited<'_> {
    fn action(&mut self, action: &'p Action) {
        self.waits = matches!(action, Action::Assume(_));
        walk_action(self, action);
        self.waits = false;
    }

    fn load(&mut self, place: &'p Place) {
        let plain = |c: &Cell| {
            let global = self.program.global_of(*c);
            matches!(global.kind, GlobalKind::Data(_)) && matches!(global.protection, Protection::Inferred)
        };
        if self.waits {
            self.cells.extend(place.cells().into_iter().filter(plain));
        }
        walk_place(self, place);
    }
}
