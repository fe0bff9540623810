//! Commutation squares: a state, two steps of different threads from it in both orders, and where the
//! orders part. Other conditions on a state and a step are drawn the same way, with fewer sides.

use super::{Breach, Class, Movers, Moves, Property};
use crate::execution::{self, Choice, Event, Values};
use crate::ir::Loc;
use crate::semantics::{Configuration, Effect, Failure, Semantics};
use moverlog_rules::Tid;

/// Why a condition fails in some state.
#[derive(Clone, Debug)]
pub struct Square {
    /// The state from which the steps are taken.
    pub corner: Snapshot,
    /// For a mover first the order in which it moves, then the other way.
    pub orders: Vec<Order>,
    pub fault: Fault,
}

/// A state by name and value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    pub globals: Values,
    /// Where each thread is, and its variables; no location once it has gone wrong.
    pub threads: Vec<(Option<Loc>, Values)>,
}

/// Some steps one after the other.
#[derive(Clone, Debug)]
pub struct Order {
    pub steps: Vec<Played>,
    pub end: End,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    Reached(Snapshot),
    /// The next thread cannot move at its location.
    Blocked(Tid, Loc),
}

/// One step of an order.
#[derive(Clone, Debug)]
pub struct Played {
    pub choice: Choice,
    pub loc: Loc,
    pub moves: Moves,
    pub changes: Values,
    pub failure: Option<Failure>,
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// P1 to P4: the step of `t` at `loc` is in RM (`right`) or in LM, but the step of `u` gets in its way.
    Mover { t: Tid, loc: Loc, right: bool, u: Tid, other: Loc, why: Why },
    /// E(i): the store is in E(t, x) for two threads.
    Owners { cell: String, owners: [Tid; 2] },
    /// E(ii): a step of `by` leads out of E(t, x).
    Revoked { cell: String, t: Tid, by: Tid },
    /// C1, C2: the thread is in a class that its phase and its movers do not allow.
    Misplaced { t: Tid, class: Class },
    /// C3: the thread alone does not reach N(t).
    Endless { t: Tid },
    /// DYN Definition 12: a step of `by` makes a moving condition of `t`'s next action false.
    Lost { t: Tid, by: Tid },
    /// T: the thread may move, and this step of it is not taken.
    Skipped { t: Tid },
    /// T: the thread is led where no step of it leads.
    Astray { t: Tid },
    /// U: the phase after the step is pre-commit, though the transaction has committed, or commits by this step.
    PreCommit { t: Tid, committed: bool },
    /// C4: a step of `by` changes the class of `t`.
    Moved { t: Tid, by: Tid, from: Class, to: Class },
}

/// Why a step is no mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The other way this thread cannot move.
    Blocked(Tid),
    /// The other way ends elsewhere.
    Differs,
    /// The other way the step is not in RM or LM.
    Unclassed,
    /// The other way some step has another effect, though the end is the same: it returns another value that
    /// nobody uses, or goes wrong for another reason.
    OtherEffect,
}

impl Snapshot {
    pub fn new(semantics: &Semantics<'_>, c: &Configuration) -> Self {
        let thread = |l: &_| {
            let loc = semantics.loc(*l);
            let named = |loc| execution::locals(semantics.program, loc, &semantics.registers(*l), 0);
            (loc, loc.map_or(vec![], named))
        };
        Snapshot { globals: execution::globals(semantics, c.global), threads: c.locals.iter().map(thread).collect() }
    }
}

/// Plays steps from a corner.
pub struct Board<'a> {
    pub semantics: &'a Semantics<'a>,
    pub movers: &'a Movers,
    pub corner: &'a Configuration,
}

/// An order with the state in which it ends.
type Run = (Order, Configuration);

impl Board<'_> {
    pub fn square(&self, orders: Vec<Order>, fault: Fault) -> Square {
        Square { corner: Snapshot::new(self.semantics, self.corner), orders, fault }
    }

    /// The square of a breach that was found at this corner.
    pub fn of_breach(&self, b: &Breach) -> Square {
        let (_, t, _, u, l2) = b.pair;
        let (promised, mine, theirs) = self.promised(b);
        let mut others = match b.property {
            Property::P1 => self.runs([(u, &theirs), (t, &mine)]),
            Property::P2 | Property::P3 => self.runs([(t, &mine), (u, &theirs)]),
            Property::P4 => self.continued(&self.take(self.corner, Choice { t: u, outcome: b.theirs }), t, &mine),
        };
        let same = others.iter().position(|run| run.1 == promised.1).unwrap_or(0);
        let other = others.swap_remove(same);
        let why = why(b, (&promised, &other), self.takes(&other.0, t, &mine));
        let at = self.semantics.loc(l2).expect("a thread that steps is somewhere");
        let fault = Fault::Mover { t, loc: b.loc, right: b.right, u, other: at, why };
        self.square(vec![promised.0, other.0], fault)
    }

    /// The order in which the step moves, with t's and u's effect in it.
    fn promised(&self, b: &Breach) -> (Run, Effect, Effect) {
        let (mine, theirs) = (Choice { t: b.pair.1, outcome: b.mine }, Choice { t: b.pair.3, outcome: b.theirs });
        let effect = |event: &Event| event.step().effect.clone();
        match b.property {
            Property::P1 => {
                let first = self.take(self.corner, mine);
                let second = self.take(&first.after, theirs);
                (self.both(&first, second.clone()), effect(&first), effect(&second))
            }
            Property::P2 | Property::P3 => {
                let first = self.take(self.corner, theirs);
                let second = self.take(&first.after, mine);
                (self.both(&first, second.clone()), effect(&second), effect(&first))
            }
            Property::P4 => {
                let (first, theirs) = (self.take(self.corner, mine), self.take(self.corner, theirs));
                let (run, theirs) = (self.continued(&first, b.pair.3, &effect(&theirs)).remove(0), effect(&theirs));
                (run, effect(&first), theirs)
            }
        }
    }

    /// A step that a breach speaks of.
    fn take(&self, at: &Configuration, choice: Choice) -> Event {
        execution::perform(self.semantics, at, choice).expect("it was tried")
    }

    /// Whether `t` has this effect in an order.
    fn takes(&self, order: &Order, t: Tid, effect: &Effect) -> bool {
        let mut at = self.corner.clone();
        for step in &order.steps {
            let event = execution::perform(self.semantics, &at, step.choice).expect("it was played");
            if step.choice.t == t {
                return event.step().effect == *effect;
            }
            at = event.after;
        }
        false
    }

    /// Both threads, one after the other, with these effects or whatever else they can do.
    fn runs(&self, [(t, first), (u, second)]: [(Tid, &Effect); 2]) -> Vec<Run> {
        let begun = self.like(self.corner, t, first);
        if begun.is_empty() {
            return vec![self.stuck(vec![], self.corner, t)];
        }
        begun.iter().flat_map(|event| self.continued(event, u, second)).collect()
    }

    fn continued(&self, before: &Event, u: Tid, effect: &Effect) -> Vec<Run> {
        let then = self.like(&before.after, u, effect);
        if then.is_empty() {
            return vec![self.stuck(vec![self.played(before)], &before.after, u)];
        }
        then.into_iter().map(|event| self.both(before, event)).collect()
    }

    fn both(&self, first: &Event, second: Event) -> Run {
        let steps = vec![self.played(first), self.played(&second)];
        (Order { steps, end: End::Reached(Snapshot::new(self.semantics, &second.after)) }, second.after)
    }

    fn stuck(&self, steps: Vec<Played>, at: &Configuration, t: Tid) -> Run {
        let loc = self.semantics.loc(at.locals[t.0 as usize - 1]).expect("a thread that steps is somewhere");
        (Order { steps, end: End::Blocked(t, loc) }, at.clone())
    }

    /// The steps of `t` with this effect; without such a step its first one.
    fn like(&self, at: &Configuration, t: Tid, effect: &Effect) -> Vec<Event> {
        let steps = &self.semantics.transitions_in(at, t).steps;
        let mut outcomes: Vec<usize> = (0..steps.len()).filter(|i| steps[*i].effect == *effect).collect();
        if outcomes.is_empty() && !steps.is_empty() {
            outcomes.push(0);
        }
        let perform = |outcome| execution::perform(self.semantics, at, Choice { t, outcome });
        outcomes.into_iter().filter_map(perform).collect()
    }

    /// One step by itself.
    pub fn step(&self, choice: Choice) -> Option<Order> {
        self.steps(&[choice])
    }

    /// These steps, one after the other; nothing if some cannot be taken.
    pub fn steps(&self, choices: &[Choice]) -> Option<Order> {
        let (mut at, mut steps) = (self.corner.clone(), vec![]);
        for choice in choices {
            let event = execution::perform(self.semantics, &at, *choice)?;
            steps.push(self.played(&event));
            at = event.after;
        }
        Some(Order { steps, end: End::Reached(Snapshot::new(self.semantics, &at)) })
    }

    fn played(&self, event: &Event) -> Played {
        let t = event.choice.t;
        let node = (t, event.before.global, event.before.locals[t.0 as usize - 1]);
        Played {
            choice: event.choice,
            loc: event.loc,
            moves: self.movers.moves(self.semantics, node, &event.transitions)[event.choice.outcome],
            changes: execution::changes(self.semantics, event),
            failure: event.failure.clone(),
        }
    }
}

/// `takes`: t's step has its effect the other way too.
fn why(b: &Breach, (promised, (other, end)): (&Run, &Run), takes: bool) -> Why {
    let step = other.steps.iter().find(|s| s.choice.t == b.t);
    let unclassed = step.is_some_and(|s| !if b.right { s.moves.right } else { s.moves.left });
    match (&other.end, b.property) {
        (End::Blocked(v, _), _) => Why::Blocked(*v),
        (_, Property::P2) => Why::Unclassed,
        (_, Property::P4) if takes && unclassed => Why::Unclassed,
        _ if *end != promised.1 => Why::Differs,
        _ if takes && unclassed => Why::Unclassed,
        _ => Why::OtherEffect,
    }
}
