//! One worker where rules derive facts of several states, in rounds: it runs its rules once, on the states that belong to
//! it, and between two rounds takes in those that others have found.
//!
//! Traces depend on the order in which one worker finds states, which is that of its tables of facts. So do the executions
//! that show why stacks grow. One worker repeats what has an error, or has cut a stack.

use super::batch::{Receiver, Sender};
use super::exchange::{Exchange, Found, Message, Standing};
use super::outbox::Outboxes;
use super::rulesets;
use super::task::{Task, standing};
use crate::control::{Bound, Control};
use crate::exploration::{Field, Halves, Instance};
use moverlog_rules::{Answers, Crew, Frame, Global, Local, Node, Program, State, Tid, summaries_share};
use rustc_hash::FxHashSet;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// One worker is done when it has derived nothing in so many rounds: what is new is seen a round later, whatever the order
/// of the rules is.
const QUIET: u32 = 3;

/// What others have told in a round.
#[derive(Clone)]
struct Arrived {
    /// States that belong here.
    states: Rc<[State]>,
    called: Rc<[(Tid, Node, Frame)]>,
    started: Rc<[(Tid, Node)]>,
}

impl Default for Arrived {
    fn default() -> Self {
        Arrived { states: Rc::new([]), called: Rc::new([]), started: Rc::new([]) }
    }
}

impl Arrived {
    fn and(self, more: Arrived) -> Self {
        Arrived {
            states: more.states,
            called: self.called.iter().chain(&*more.called).copied().collect(),
            started: self.started.iter().chain(&*more.started).copied().collect(),
        }
    }
}

/// What all are told of nodes that calls enter: the frame that is pushed, or none where a state starts there.
type Entry = (Tid, Node, Option<Frame>);

pub(super) struct Rounds<'i, 'a> {
    instance: &'i Instance<'a>,
    control: &'i Control<'a>,
    task: &'i Task,
    outboxes: Rc<Outboxes>,
    mail: RefCell<Mail<'i>>,
    /// Before the last round that was ended, and behind it: in a round rules may ask for them before they end it, or
    /// after that.
    arrived: RefCell<[Arrived; 2]>,
    /// What all have been told of, and what they are to be told.
    told: RefCell<FxHashSet<Entry>>,
    entries: RefCell<Vec<Entry>>,
    /// Whether the rules run, and how many rounds they have ended.
    runs: Cell<bool>,
    ended: Cell<u32>,
    /// Rounds in which nothing was derived.
    quiet: Cell<u32>,
    /// States of all, how the exploration stands, and by which bound it was ended.
    states: Cell<usize>,
    standing: Cell<Standing>,
    bound: Cell<Option<Bound>>,
}

/// The ways to the others.
struct Mail<'i> {
    exchange: &'i mut Exchange,
    senders: Vec<Sender>,
    receivers: Vec<Receiver>,
    sent: usize,
}

impl<'i> Mail<'i> {
    fn new(exchange: &'i mut Exchange) -> Self {
        let peers = exchange.peers();
        let senders = (0..peers).map(|_| Sender::default()).collect();
        Mail { exchange, senders, receivers: (0..peers).map(|_| Receiver::default()).collect(), sent: 0 }
    }
}

/// What this worker finds.
pub(super) fn explore(instance: &Instance<'_>, task: &Task, exchange: &mut Exchange, control: &Control<'_>) -> Found {
    let (index, peers) = (exchange.index(), exchange.peers());
    let rounds = Rounds {
        instance,
        control,
        task,
        outboxes: Rc::new(Outboxes::new(index, peers)),
        mail: RefCell::new(Mail::new(exchange)),
        arrived: RefCell::default(),
        told: RefCell::default(),
        entries: RefCell::default(),
        runs: Cell::new(false),
        ended: Cell::new(0),
        quiet: Cell::new(0),
        states: Cell::new(0),
        standing: Cell::default(),
        bound: Cell::default(),
    };
    rounds.explore(index)
}

impl Rounds<'_, '_> {
    fn explore(&self, index: usize) -> Found {
        let start = self.instance.initial();
        if self.owns(start) {
            self.arrive(Arrived { states: Rc::new([start]), ..Arrived::default() });
        }
        while self.latest().states.is_empty() && self.end_round() {}
        let first = self.latest().states.first().copied().filter(|_| self.standing.get() == Standing::GoesOn);
        self.runs.set(first.is_some());
        let run = |first| self.instance.share(first, self.outboxes.clone(), || summaries_share(self.instance, self));
        let relations = first.map_or(vec![], run);
        if self.standing.get() == Standing::GoesOn {
            self.end_round();
        }
        Found {
            worker: index,
            standing: self.standing.get(),
            bound: self.bound.get().or(self.control.hit()),
            states: self.states.get(),
            transitions: self.instance.transition_count(),
            sent: self.mail.borrow().sent,
            way: vec![],
            said: rulesets::said(self.instance, &|_| false, relations),
        }
    }

    fn owns(&self, s: State) -> bool {
        let stored = self.instance.stored();
        self.outboxes.belongs_here(stored, stored.store.halves(s))
    }

    /// Ends a round. False if it was the last.
    fn end_round(&self) -> bool {
        let goes_on = self.exchanged();
        if self.standing.get() != Standing::GoesOn {
            self.instance.give_up();
        }
        goes_on
    }

    fn exchanged(&self) -> bool {
        self.outboxes.settle();
        let mail = &mut *self.mail.borrow_mut();
        let busy = self.quiet.get() < QUIET;
        self.quiet.set(self.quiet.get() + 1);
        mail.exchange.tell(self.control.hit());
        let entries = self.entries.take();
        let messages = (0..mail.exchange.peers()).map(|peer| self.told(mail, peer, (&entries, busy))).collect();
        let Some(arrived) = mail.exchange.layer(messages, self.control) else {
            self.control.record(Bound::Lost);
            self.standing.set(Standing::Cut);
            return false;
        };
        self.take_stock(&arrived);
        self.take_in(mail, &arrived);
        self.standing.get() == Standing::GoesOn && arrived.iter().any(|message| message.busy)
    }

    fn told(&self, mail: &mut Mail<'_>, peer: usize, (entries, busy): (&[Entry], bool)) -> Message {
        let (stored, sender) = (self.instance.stored(), &mut mail.senders[peer]);
        let found = self.outboxes.tell(peer, |state| sender.state(stored, state));
        mail.sent += found.len();
        let busy = busy || !found.is_empty() || !entries.is_empty();
        let mut entry = |(t, n, f): &Entry| {
            let stores = sender.stores(stored.semantics, self.instance.stores_of(*n));
            (t.0, stores, f.map(|f| sender.frame(stored.semantics, f.0)))
        };
        let entries = entries.iter().map(&mut entry).collect();
        Message {
            standing: self.stands(),
            states: self.own_states(),
            busy,
            entries,
            batch: sender.take(),
            ..Message::default()
        }
    }

    fn stands(&self) -> Standing {
        let wrong = self.outboxes.suspects() || self.instance.first_wrong().is_some();
        match self.control.hit() {
            _ if wrong => Standing::Alone,
            Some(Bound::Stack) => Standing::Alone,
            _ => standing(self.instance.met_news(), self.control),
        }
    }

    /// The initial state is stored by all.
    fn own_states(&self) -> usize {
        self.instance.state_count() - usize::from(!self.owns(State(0)))
    }

    fn take_stock(&self, arrived: &[Message]) {
        self.states.set(arrived.iter().map(|message| message.states).sum());
        self.standing.set(arrived.iter().map(|message| message.standing).max().unwrap_or_default());
        let full = self.states.get() > self.task.terms.limits.max_states;
        if full && self.standing.get() == Standing::GoesOn {
            self.bound.set(Some(Bound::States));
            self.standing.set(Standing::Cut);
        }
    }

    fn take_in(&self, mail: &mut Mail<'_>, arrived: &[Message]) {
        let (stored, mut states) = (self.instance.stored(), vec![]);
        let (mut called, mut started) = (vec![], vec![]);
        for (receiver, message) in mail.receivers.iter_mut().zip(arrived) {
            receiver.learn(stored, &message.batch);
            let found: Vec<(Halves, Tid)> = receiver.states(&message.batch).map(|state| (state, Tid(0))).collect();
            states.extend(stored.found_elsewhere(&found).filter(|(_, new)| *new).map(|(s, _)| s));
            for (t, [g, l], f) in &message.entries {
                let (g, l) = (receiver.word(Field::Global, *g), receiver.word(Field::Local, *l));
                let (t, n) = (Tid(*t), self.instance.node_elsewhere(Global(g), Local(l)));
                match f {
                    Some(f) => called.push((t, n, Frame(receiver.frame(*f)))),
                    None => started.push((t, n)),
                }
            }
        }
        if !states.is_empty() || !called.is_empty() || !started.is_empty() {
            self.quiet.set(0);
        }
        self.arrive(Arrived { states: states.into(), called: called.into(), started: started.into() });
    }

    /// What comes in before the rules run they hear of when they begin.
    fn arrive(&self, arrived: Arrived) {
        let before = self.latest();
        let arrived = if self.runs.get() { arrived } else { before.clone().and(arrived) };
        self.arrived.replace([before, arrived]);
    }

    /// What has come in before a round.
    fn before(&self, round: u32) -> Arrived {
        self.arrived.borrow()[usize::from(round == self.ended.get())].clone()
    }

    /// Always false.
    fn tell(&self, entry: Entry) -> bool {
        if self.told.borrow_mut().insert(entry) {
            self.entries.borrow_mut().push(entry);
            self.quiet.set(0);
        }
        false
    }

    fn latest(&self) -> Arrived {
        self.arrived.borrow()[1].clone()
    }
}

impl Crew for Rounds<'_, '_> {
    fn derived(&self) -> bool {
        self.quiet.set(0);
        false
    }

    fn goes_on(&self, round: u32) -> bool {
        self.ended.set(round + 1);
        self.end_round()
    }

    fn arrived(&self, round: u32) -> Answers<State> {
        Answers::from(&self.before(round).states)
    }

    fn calls(&self, t: Tid, n: Node, f: Frame) -> bool {
        self.tell((t, n, Some(f)))
    }

    fn starts(&self, t: Tid, n: Node) -> bool {
        self.tell((t, n, None))
    }

    fn called(&self, round: u32) -> Answers<(Tid, Node, Frame)> {
        Answers::from(&self.before(round).called)
    }

    fn started(&self, round: u32) -> Answers<(Tid, Node)> {
        Answers::from(&self.before(round).started)
    }
}
