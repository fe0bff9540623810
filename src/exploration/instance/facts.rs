//! What a thread can do at a node, computed when first asked for: steps, movers, class.

use super::nodes::Known;
use super::{Instance, Outgoing, phased};
use crate::exploration::Visits;
use crate::movers::{Class, Moves};
use crate::semantics::{Effect, LocalStore, Transitions};
use moverlog_rules::{Frame, Global, Node, Program, Tid};
use std::collections::BTreeSet;

/// What one location's steps looked like over the whole exploration.
#[derive(Clone, Default, Debug)]
pub struct Profile {
    pub moves: BTreeSet<Moves>,
    /// Phases in which the location was reached.
    pub phases: BTreeSet<bool>,
    pub classes: BTreeSet<Class>,
    pub threads: BTreeSet<Tid>,
}

impl Instance<'_> {
    /// RM and LM of the steps of `t` at (g, l).
    pub fn moves_of(&self, t: Tid, g: Global, l: LocalStore, transitions: &Transitions) -> Vec<Moves> {
        let mut moves = self.movers.moves(self.semantics, (t, g, l), transitions);
        if self.partition.inference.is_some_and(|i| !i.right_movers) {
            moves.iter_mut().for_each(|m| m.right = false);
        }
        moves
    }

    /// RM and LM of the steps of `t` at `n`.
    pub fn moves(&self, t: Tid, n: Node) -> Moves {
        self.if_known(t, n, |facts| facts.moves).unwrap_or(Moves::NON)
    }

    /// Per location: classes, phases and movers, as they are answered, over all nodes at which a thread was scheduled.
    pub fn profiles(&self, by: &dyn Program) -> Vec<Profile> {
        let mut profiles = vec![Profile::default(); self.semantics.program.locations.len()];
        for (n, t, enabled) in self.scheduled() {
            let (_, l, phase) = self.stores(n);
            if let Some(loc) = self.semantics.loc(l) {
                let profile = &mut profiles[loc.0 as usize];
                profile.moves.extend(enabled.then(|| Moves::answered(by, t, n)));
                profile.phases.insert(phase);
                profile.classes.insert(Class::answered(by, t, n));
                profile.threads.extend(self.alike(t));
            }
        }
        profiles
    }

    /// The nodes at which a thread was scheduled, and whether it could move there.
    pub(super) fn scheduled(&self) -> impl Iterator<Item = (Node, Tid, bool)> + '_ {
        let known = self.nodes.facts.borrow().len();
        (0..known).filter_map(|at| self.nodes.facts.borrow().get(at).when_scheduled())
    }

    /// Where threads were scheduled.
    pub fn visits(&self) -> Visits {
        let mut visits = Visits::default();
        for (n, t, enabled) in self.scheduled() {
            if let Some(loc) = self.node_loc(n) {
                self.alike(t).iter().for_each(|t| visits.note((*t, loc), enabled));
            }
        }
        visits
    }

    /// The threads that have been where `t` was, as far as states tell: those of its group.
    pub(super) fn alike(&self, t: Tid) -> Vec<Tid> {
        self.canonical.as_ref().and_then(|c| c.group(t)).map_or(vec![t], <[Tid]>::to_vec)
    }

    /// N, L or R for a thread that is at `(g, l)` in phase `p`, its steps having these movers
    /// (semantics: QRR C1, C2 and CPC 3, with C4 because LFS is a set of locations).
    pub fn classify(&self, t: Tid, l: LocalStore, p: bool, moves: &[Moves]) -> Class {
        let Some(loc) = self.semantics.loc(l) else { return Class::Outside };
        let enabled = !moves.is_empty() || !self.partition.left_is_enabled;
        if self.is_initial(t, l) {
            Class::Outside
        } else if p {
            Class::Right
        } else if enabled && moves.iter().all(|m| m.left) && !self.partition.lfs.contains(&loc) {
            Class::Left
        } else {
            Class::Outside
        }
    }

    /// What is known of `t` at `n`, computed when first asked for.
    pub(super) fn with_facts<A>(&self, t: Tid, n: Node, answer: impl FnOnce(Known<'_>) -> A) -> A {
        let facts = self.nodes.facts.borrow();
        if let Some(known) = facts.find(t, n) {
            return answer(facts.get(known));
        }
        drop(facts);
        let computed = self.compute_facts(t, n);
        answer(self.nodes.facts.borrow().get(computed))
    }

    /// The same for a rule, which may ask it of many nodes, each with many steps, before it asks for any step: each
    /// is a unit of work. Once a bound has ended the run nobody goes on from `n`, and what is not known yet is not
    /// computed.
    pub(super) fn if_known<A>(&self, t: Tid, n: Node, answer: impl FnOnce(Known<'_>) -> A) -> Option<A> {
        let known = self.nodes.facts.borrow().knows(t, n);
        (known || self.is_telling() || self.control.goes_on()).then(|| self.with_facts(t, n, answer))
    }

    /// N, L or R of `t` at `n`.
    pub(super) fn class_at(&self, t: Tid, n: Node) -> Class {
        self.if_known(t, n, |facts| facts.class).unwrap_or(Class::Outside)
    }

    /// Where `t` can go from `n`, in the order of its transitions' outcomes.
    pub fn outgoing(&self, t: Tid, n: Node) -> Vec<Outgoing> {
        let mut all = vec![];
        self.leads(t, n, |outgoing| all.push(outgoing));
        all
    }

    /// Tells where `t` can go from `n`, in the order of its transitions' outcomes; RM and LM of each of these steps.
    fn leads(&self, t: Tid, n: Node, mut tell: impl FnMut(Outgoing)) -> Vec<Moves> {
        let (g, l, p) = self.stores(n);
        let transitions = self.semantics.transitions(t, g, l);
        self.control.has_worked(transitions.steps.len());
        let moves = self.moves_of(t, g, l, &transitions);
        let p = self.phase_before(t, l, p, &moves) || self.was_ended(n) && self.forgets_outside();
        for (step, m) in transitions.steps.iter().zip(&moves) {
            let at = |l2| self.intern_node(step.global, phased(l2, self.phase_after(t, *m, p, l2)));
            tell(match &step.effect {
                Effect::Internal(l2) => Outgoing::To(at(*l2)),
                Effect::Wrong(_) => Outgoing::To(at(self.semantics.wrong())),
                Effect::Push(l2, f) => Outgoing::Into(at(*l2), *f),
                Effect::Pop(value) => {
                    Outgoing::Back(step.global, self.partition.phases.is_some() && m.next_phase(p), *value)
                }
            });
        }
        moves
    }

    /// The node in the caller after a return from `n` through `f`.
    pub fn returned(&self, t: Tid, n: Node, (g, p, value): (Global, bool, i32), f: Frame) -> Node {
        let l2 = self.semantics.pop(self.stores(n).1, value, f).unwrap_or(self.semantics.wrong());
        self.intern_node(g, phased(l2, self.resumed_phase(t, p, l2)))
    }

    fn compute_facts(&self, t: Tid, n: Node) -> usize {
        let (_, l, p) = self.stores(n);
        let mut steps = self.nodes.steps.take();
        steps.clear();
        let moves = self.leads(t, n, |outgoing| steps.add(outgoing));
        let class = if self.was_ended(n) { Class::Outside } else { self.classify(t, l, p, &moves) };
        let moves = moves.first().copied().unwrap_or(Moves::NON);
        let at = self.nodes.facts.borrow_mut().insert(t, n, class, moves, &steps);
        self.nodes.steps.replace(steps);
        at
    }

    /// As `with_facts`, `t` being allowed to move: what it accesses at `n` is observed.
    pub(super) fn schedule<A>(&self, t: Tid, n: Node, answer: impl FnOnce(Known<'_>) -> A) -> A {
        let facts = self.nodes.facts.borrow();
        let quiet = self.is_telling();
        if let Some(known) = facts.find(t, n).map(|at| facts.get(at)).filter(|known| known.scheduled || quiet) {
            return answer(known);
        }
        drop(facts);
        self.with_facts(t, n, |_| ());
        if quiet {
            return self.with_facts(t, n, answer);
        }
        self.nodes.facts.borrow_mut().schedule(t, n);
        self.observe(t, n);
        self.with_facts(t, n, answer)
    }
}
