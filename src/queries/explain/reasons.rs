//! Why an answer of the program is what it is: who holds a lock, which value is in the way, which access
//! of another thread keeps a step from moving.

use super::Fact;
use super::known::{Known, Site};
use crate::derivation::{Derivations, FactId, Rules};
use crate::driver::{Instance, Shown, point};
use crate::ir::{Action, Cell, GlobalKind, Loc, Op};
use crate::movers::{Movers, Use};
use crate::semantics::{Effect, Step, Transitions};
use moverlog_rules::{Node, Program, Question, State, Tid};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Variables by name.
pub type Values = Vec<(String, Shown)>;

/// Who writes a variable that a condition reads.
#[derive(Clone, PartialEq, Debug)]
pub struct Writers {
    pub variable: String,
    pub places: Vec<Site>,
}

/// A variable that keeps a step from moving.
#[derive(Clone, PartialEq, Debug)]
pub struct Conflict {
    pub variable: Cell,
    pub how: Use,
    /// Whether the source says that no lock protects it.
    pub declared: bool,
    /// The lock that most accesses hold.
    pub lock: Option<Cell>,
    /// Whether the step itself holds it.
    pub held: bool,
    /// Accesses without the lock, of other threads if there are any.
    pub others: Vec<Site>,
}

/// A variable that lets a step move.
#[derive(Clone, PartialEq, Debug)]
pub struct Protected {
    pub variable: Cell,
    pub how: Use,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    /// It waits for a lock; where the owner is, if a state is known, and whether it has ended.
    Waits { at: Site, lock: Cell, owner: Tid, owner_at: Option<(Loc, bool)> },
    /// An operation on a lock that the thread does not hold.
    NotHeld { at: Site, lock: Cell },
    /// The thread has ended.
    Ended { at: Site },
    /// A condition is false, or something else blocks.
    Blocked { at: Site, values: Values, writers: Vec<Writers> },
    /// A branch goes another way.
    Turns { at: Site, values: Values, writers: Vec<Writers> },
    /// An assertion holds.
    Holds { at: Site, values: Values, writers: Vec<Writers> },
    /// The step leads elsewhere, or leaves other values.
    Leads { at: Site, to: Option<Loc>, values: Values },
    /// The thread is inside its transaction, pre-commit or post-commit, because these steps move;
    /// `local` steps access nothing that is shared.
    Inside { at: Site, committed: bool, local: bool, because: Vec<Protected> },
    /// The transaction ends: post-commit, no left mover follows.
    Ends { at: Site, because: Vec<Conflict> },
    /// No transaction contains where a thread starts.
    Outside { at: Site },
    /// It ends because no transaction may stay committed for ever (C3).
    Completes { at: Site },
    /// This step commits the transaction.
    Commits { at: Site, because: Vec<Conflict> },
    /// The fact that must be lacking.
    Derived(Fact),
    /// The premise itself says it.
    Premise,
}

impl Reason {
    /// The step that it is about.
    pub fn site(&self) -> Option<Site> {
        match self {
            Reason::Waits { at, .. } | Reason::NotHeld { at, .. } | Reason::Ended { at } => Some(*at),
            Reason::Blocked { at, .. } | Reason::Turns { at, .. } | Reason::Holds { at, .. } => Some(*at),
            Reason::Leads { at, .. } | Reason::Inside { at, .. } | Reason::Ends { at, .. } => Some(*at),
            Reason::Completes { at } | Reason::Commits { at, .. } | Reason::Outside { at } => Some(*at),
            Reason::Derived(_) | Reason::Premise => None,
        }
    }

    /// Whether it says the same, of whatever thread with whatever values.
    pub(super) fn is_like(&self, other: &Reason) -> bool {
        match (self.site(), other.site()) {
            (Some(a), Some(b)) => a.loc == b.loc && std::mem::discriminant(self) == std::mem::discriminant(other),
            _ => self == other,
        }
    }

    /// What most likely can be changed comes first.
    pub(super) fn weight(&self) -> u32 {
        let shared = |how: &Use| matches!(how, Use::Shared(_));
        match self {
            Reason::Ends { because, .. } | Reason::Commits { because, .. } => {
                if because.iter().any(|c| shared(&c.how)) { 0 } else { 3 }
            }
            Reason::Inside { because, committed, .. } => match because.iter().any(|p| shared(&p.how)) {
                true => 1,
                false if *committed || because.is_empty() => 4,
                false => 2,
            },
            Reason::Waits { .. } | Reason::NotHeld { .. } | Reason::Blocked { .. } => 0,
            Reason::Turns { .. }
            | Reason::Holds { .. }
            | Reason::Completes { .. }
            | Reason::Derived(_)
            | Reason::Outside { .. } => 1,
            Reason::Leads { .. } => 4,
            Reason::Ended { .. } | Reason::Premise => 5,
        }
    }
}

/// Finds reasons in one exploration.
pub(super) struct Reasons<'a> {
    pub instance: &'a Instance<'a>,
    pub known: &'a Known,
    pub rules: &'a Rules,
    pub found: &'a Derivations,
}

impl Reasons<'_> {
    fn transitions(&self, t: Tid, n: Node) -> Rc<Transitions> {
        let (g, l, _) = self.instance.stores(n);
        self.instance.semantics.transitions(t, g, l)
    }

    fn place(&self, t: Tid, n: Node) -> Option<Site> {
        Some(Site { thread: t, loc: self.instance.node_loc(n)? })
    }

    /// Whether the action at a node is of the kind that a question asks for: a step, a call or a return.
    pub fn is_asked(&self, question: Question, n: u32) -> bool {
        if !question.is_step() {
            return false;
        }
        let n = Node(n);
        let (_, l, _) = self.instance.stores(n);
        let Some(loc) = self.instance.semantics.loc(l) else { return false };
        question
            == match &self.instance.semantics.program.location(loc).op {
                Op::Call { .. } => Question::UPlus,
                Op::Return { .. } | Op::End if !self.instance.semantics.is_outermost(l) => Question::UMinus,
                _ => Question::U,
            }
    }

    /// Why no step of `t` at `n` leads where it should; `s` is the state if one is known.
    pub fn step(&self, t: Tid, n: Node, s: Option<State>) -> Vec<Reason> {
        let Some(at) = self.place(t, n) else { return vec![] };
        if self.instance.semantics.has_ended(self.instance.stores(n).1) {
            return vec![Reason::Ended { at }];
        }
        let transitions = self.transitions(t, n);
        let Some(step) = transitions.steps.first() else { return self.blocked(at, n, &transitions, s) };
        let (values, writers) = (self.values(at.loc, n), self.writers(&transitions));
        vec![match &self.instance.semantics.program.location(at.loc).op {
            Op::Branch { .. } => Reason::Turns { at, values, writers },
            Op::Do { action: Action::Assert(_), .. } => Reason::Holds { at, values, writers },
            _ => self.leads(at, n, t, step),
        }]
    }

    fn leads(&self, at: Site, n: Node, t: Tid, step: &Step) -> Reason {
        let semantics = self.instance.semantics;
        let to = match step.effect {
            Effect::Internal(l) | Effect::Push(l, _) => semantics.loc(l),
            _ => None,
        };
        let before = semantics.globals(self.instance.stores(n).0);
        let after = crate::execution::globals(semantics, step.global);
        let changed = |(i, v): (usize, &i32)| before[i] != *v;
        let now = semantics.globals(step.global);
        let changed: Vec<usize> = now.iter().enumerate().filter(|c| changed(*c)).map(|(i, _)| i).collect();
        let values = changed.into_iter().filter_map(|i| after.get(i).cloned()).collect();
        Reason::Leads { at: Site { thread: t, ..at }, to, values }
    }

    fn blocked(&self, at: Site, n: Node, transitions: &Transitions, s: Option<State>) -> Vec<Reason> {
        let (g, _, _) = self.instance.stores(n);
        let semantics = self.instance.semantics;
        let op = &semantics.program.location(at.loc).op;
        let needs = matches!(
            op,
            Op::Do {
                action: Action::Release(_) | Action::WaitRelease { .. } | Action::Notify(_) | Action::NotifyAll(_),
                ..
            }
        );
        let plain = !matches!(op, Op::Do { action: Action::Assume(_), .. });
        let locks: Vec<Cell> = transitions.accesses.cells().filter(|c| plain && self.is_lock(*c)).collect();
        let reason = |lock: Cell| match semantics.cell(g, lock) as u32 {
            owner if needs && owner != at.thread.0 => Some(Reason::NotHeld { at, lock }),
            0 => None,
            owner => Some(Reason::Waits { at, lock, owner: Tid(owner), owner_at: self.whereabouts(Tid(owner), s) }),
        };
        let waits: Vec<Reason> = locks.into_iter().filter_map(reason).collect();
        if !waits.is_empty() {
            return waits;
        }
        vec![Reason::Blocked { at, values: self.values(at.loc, n), writers: self.writers(transitions) }]
    }

    fn whereabouts(&self, t: Tid, s: Option<State>) -> Option<(Loc, bool)> {
        let n = self.instance.node(t, s?);
        Some((self.instance.node_loc(n)?, self.instance.semantics.has_ended(self.instance.stores(n).1)))
    }

    fn is_lock(&self, cell: Cell) -> bool {
        let global = self.instance.semantics.program.global_of(cell);
        matches!(global.kind, GlobalKind::Mutex { .. }) && (cell.0 - global.base.0).is_multiple_of(global.stride())
    }

    /// The variables that a statement names.
    fn values(&self, loc: Loc, n: Node) -> Values {
        let text = &self.instance.semantics.program.location(loc).text;
        let words: BTreeSet<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let named = |name: &str| words.contains(name.split(['[', '.']).next().unwrap_or(name));
        let point = point(self.instance, n);
        point.locals.into_iter().chain(point.globals).filter(|(name, _)| named(name)).collect()
    }

    /// Who writes what a step reads; that nobody does is only said if all interleavings are known.
    fn writers(&self, transitions: &Transitions) -> Vec<Writers> {
        let program = self.instance.semantics.program;
        let data = transitions.accesses.reads.iter().filter(|c| self.is_data(**c));
        let writers = |c: &Cell| Writers { variable: program.cell_name(*c), places: self.known.writers(*c) };
        data.map(writers).filter(|w| self.known.complete || !w.places.is_empty()).collect()
    }

    /// Which other threads are inside their transactions.
    pub fn others_inside(&self, t: Tid, s: State) -> Vec<Reason> {
        let others = self.instance.semantics.tids().filter(|u| *u != t);
        let inside = others.map(|u| (u, self.instance.node(u, s))).filter(|(u, n)| !self.instance.is_outside(*u, *n));
        inside.flat_map(|(u, n)| self.inside(u, n, None)).collect()
    }

    /// Why `t` is inside its transaction at `n`; `edge` is the path edge that led there.
    pub fn inside(&self, t: Tid, n: Node, edge: Option<FactId>) -> Vec<Reason> {
        let Some(at) = self.place(t, n) else { return vec![] };
        let committed = !self.instance.phase(n);
        let steps = if committed { vec![n] } else { edge.map(|e| self.nodes(e)).unwrap_or_default() };
        let mut because: Vec<Protected> = vec![];
        let mut local = true;
        for step in steps.into_iter().filter(|m| committed || *m != n) {
            let cells: Vec<Cell> = self.transitions(t, step).accesses.cells().collect();
            local &= cells.is_empty();
            because.extend(cells.into_iter().filter_map(|c| self.protected(c)));
        }
        because.sort_by_key(|p| p.variable);
        because.dedup();
        vec![Reason::Inside { at, committed, local, because }]
    }

    fn protected(&self, variable: Cell) -> Option<Protected> {
        let Movers::Protection(protection) = self.instance.movers else { return None };
        let owner = |c: Cell| Some(Protected { variable: c, how: protection.use_of(c) });
        owner(variable).filter(|p| !matches!(p.how, Use::Lock | Use::ExposedLock) || self.is_lock(variable))
    }

    /// Why the transaction of `t` has ended at `n`, and what committed it.
    pub fn ended(&self, t: Tid, n: Node, edge: Option<FactId>) -> Vec<Reason> {
        let Some(at) = self.place(t, n) else { return vec![] };
        if self.instance.phase(n) {
            return vec![Reason::Outside { at }];
        }
        if self.transitions(t, n).steps.is_empty() {
            return self.step(t, n, None);
        }
        let mut reasons = vec![];
        if self.instance.partition.lfs.contains(&at.loc) {
            reasons.push(Reason::Completes { at });
        } else {
            reasons.push(Reason::Ends { at, because: self.conflicts(t, n) });
        }
        let commit = edge.and_then(|e| self.commit(e)).and_then(|m| Some((self.place(t, m)?, m)));
        reasons.extend(commit.map(|(at, m)| Reason::Commits { at, because: self.conflicts(t, m) }));
        reasons
    }

    /// The variables to which `t` has no exclusive access, before or after its step at `n`.
    fn conflicts(&self, t: Tid, n: Node) -> Vec<Conflict> {
        let Movers::Protection(protection) = self.instance.movers else { return vec![] };
        let (semantics, transitions) = (self.instance.semantics, self.transitions(t, n));
        let mut stores: Vec<_> = transitions.steps.iter().map(|s| s.global).collect();
        stores.push(self.instance.stores(n).0);
        let free = |c: &Cell| stores.iter().any(|g| !protection.exclusive(semantics, t, *c, *g));
        let cells = transitions.accesses.cells().filter(|c| free(c) && (self.is_lock(*c) || self.is_data(*c)));
        let Some(place) = self.place(t, n) else { return vec![] };
        let conflict = |variable: Cell| {
            let (lock, held, others) = self.known.suspects(variable, place);
            let said = &semantics.program.global_of(variable).protection;
            let declared = matches!(said, crate::ir::Protection::GuardedBy(guards) if guards.is_empty());
            Conflict { variable, how: protection.use_of(variable), declared, lock, held, others }
        };
        cells.map(conflict).collect()
    }

    fn is_data(&self, cell: Cell) -> bool {
        matches!(self.instance.semantics.program.global_of(cell).kind, GlobalKind::Data(_))
    }

    /// The nodes from the start of a path edge to its end, along first derivations.
    fn nodes(&self, edge: FactId) -> Vec<Node> {
        let mut nodes = vec![];
        let mut at = Some(edge);
        while let Some(id) = at.filter(|id| self.is(*id, "PathEdge")) {
            nodes.push(Node(self.found.fact(id).1[2]));
            at = self.before(id);
        }
        nodes.reverse();
        nodes
    }

    fn is(&self, id: FactId, relation: &str) -> bool {
        self.rules.relations[self.found.fact(id).0].0 == relation
    }

    fn premises(&self, id: FactId) -> &[FactId] {
        self.found.of(id).first().map_or(&[], |d| &d.premises)
    }

    /// The path edge that a path edge from the same start prolongs.
    fn before(&self, edge: FactId) -> Option<FactId> {
        let start = self.found.fact(edge).1[1];
        let first = *self.premises(edge).first()?;
        let first = if self.is(first, "Call") { *self.premises(first).first()? } else { first };
        (self.is(first, "PathEdge") && self.found.fact(first).1[1] == start).then_some(first)
    }

    /// The node of the step that commits on the way along a path edge, maybe inside a callee.
    fn commit(&self, edge: FactId) -> Option<Node> {
        let mut at = edge;
        loop {
            let before = self.before(at)?;
            let node = Node(self.found.fact(before).1[2]);
            if self.instance.phase(node) {
                let callee = self.premises(at).iter().find(|p| self.is(**p, "SumMinus"));
                let within = callee.and_then(|c| self.premises(*c).iter().find(|p| self.is(**p, "PathEdge")).copied());
                return match within {
                    Some(inner) if !self.instance.phase(Node(self.found.fact(inner).1[2])) => self.commit(inner),
                    Some(inner) => Some(Node(self.found.fact(inner).1[2])),
                    None => Some(node),
                };
            }
            at = before;
        }
    }
}
