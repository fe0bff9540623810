//! What the instrumentation is made of (QRR 4, CPC 3, FQ 4.2 and 5): T, T+ and T- without phases, movers, what is
//! accessed under which locks. [`Program`]'s U, N, L and R are these put together, once for every node;
//! `rules/src/instrumentation.rs` puts them together as rules.

use super::Instance;
use crate::ir::{Action, Cell, GlobalKind, Op};
use crate::movers::Movers;
use moverlog_rules::{Answers, Frame, Mutex, Node, Program, Tid, Variable};
use std::rc::Rc;

fn answers<T: Copy>(items: impl Iterator<Item = T>) -> Answers<T> {
    Answers::from(&items.collect::<Rc<[T]>>())
}

impl Instance<'_> {
    /// (g', l') of each step, in the phase of `n`.
    pub(super) fn steps_from(&self, t: Tid, n: Node) -> Answers<Node> {
        let p = self.phase(n);
        answers(self.u(t, n).map(|n2| self.phased_as(n2, p)))
    }

    pub(super) fn calls_from(&self, t: Tid, n: Node) -> Answers<(Node, Frame)> {
        let p = self.phase(n);
        answers(self.u_plus(t, n).map(|(n2, f)| (self.phased_as(n2, p), f)))
    }

    pub(super) fn returns_from(&self, t: Tid, n: Node, f: Frame) -> Answers<Node> {
        let p = self.phase(n);
        answers(self.u_minus(t, n, f).map(|n2| self.phased_as(n2, p)))
    }

    pub(super) fn phased_as(&self, n: Node, pre_commit: bool) -> Node {
        let (g, l, _) = self.stores(n);
        self.node_with(g, l, pre_commit)
    }

    /// No transaction contains where a thread starts, and none where it has gone wrong.
    pub(super) fn never_inside(&self, t: Tid, n: Node) -> bool {
        let (_, l, _) = self.stores(n);
        self.semantics.loc(l).is_none() || self.is_initial(t, l)
    }

    /// The data that `t` accesses at `n`.
    pub(super) fn accessed(&self, t: Tid, n: Node) -> Answers<Variable> {
        let (g, l, _) = self.stores(n);
        let transitions = self.semantics.transitions(t, g, l);
        answers(transitions.accesses.held.keys().map(|z| Variable(z.0)))
    }

    pub(super) fn protecting(&self, z: Variable) -> Answers<Mutex> {
        let Movers::Protection(assumed) = self.movers else { return Answers::none() };
        answers(assumed.inferred_locks(Cell(z.0)).iter().map(|m| Mutex(m.0)))
    }

    /// Before the action, or by the time of the access.
    pub(super) fn holds_at(&self, t: Tid, n: Node, z: Variable, m: Mutex) -> bool {
        let (g, l, _) = self.stores(n);
        let held = |held: &Vec<Cell>| held.contains(&Cell(m.0));
        let transitions = self.semantics.transitions(t, g, l);
        self.semantics.cell(g, Cell(m.0)) == t.0 as i32 || transitions.accesses.held.get(&Cell(z.0)).is_some_and(held)
    }

    /// What P# goes wrong for at `n`, enabled or not.
    pub(super) fn intruded(&self, t: Tid, n: Node) -> Answers<Variable> {
        let (g, l, _) = self.stores(n);
        let accesses = &self.semantics.transitions(t, g, l).accesses;
        answers(self.semantics.intruded(t, g, accesses).map(|z| Variable(z.0)))
    }

    /// The mutexes of what `t` does at `n`, if it is one of these actions.
    pub(super) fn mutexes(&self, t: Tid, n: Node, is: impl Fn(&Action) -> bool) -> Answers<Mutex> {
        let (g, l, _) = self.stores(n);
        let op = self.semantics.loc(l).map(|loc| &self.semantics.program.location(loc).op);
        match op {
            Some(Op::Do { action, .. }) if is(action) => {
                let transitions = self.semantics.transitions(t, g, l);
                answers(transitions.accesses.cells().filter(|c| self.is_owner(*c)).map(|c| Mutex(c.0)))
            }
            _ => Answers::none(),
        }
    }

    /// Whether the cell holds the owner of a mutex.
    fn is_owner(&self, cell: Cell) -> bool {
        let global = self.semantics.program.global_of(cell);
        matches!(global.kind, GlobalKind::Mutex { .. }) && (cell.0 - global.base.0).is_multiple_of(global.stride())
    }
}
