//! One worker: the states that belong to it, layer by layer.

use super::batch::{Receiver, Sender};
use super::exchange::{Exchange, Found, Message, Standing};
use super::explorer::Explorer;
use super::outbox::Outboxes;
use super::rounds;
use super::rulesets::ByRules;
use super::task::{Rules, Task, Way, standing};
use crate::control::{Bound, Control};
use crate::dynamic::{Analysis, Exploration};
use crate::exploration::{Halves, Instance, Step};
use crate::semantics::Semantics;
use moverlog_rules::{State, Tid};
use std::rc::Rc;

/// What all know of the exploration after each layer.
#[derive(Default)]
struct Known {
    states: usize,
    standing: Standing,
    bound: Option<Bound>,
    suspects: bool,
    /// The layer and the place there of the first state in which a thread has gone wrong.
    wrong: Option<(usize, usize)>,
    /// So many states are enough.
    enough: Option<usize>,
    /// How the states of each layer were found, in order; the first worker alone keeps it.
    order: Vec<Vec<u64>>,
}

struct Worker<'i, 'a> {
    explorer: &'i dyn Explorer<'a>,
    task: &'i Task,
    index: usize,
    peers: usize,
    outboxes: Rc<Outboxes>,
    senders: Vec<Sender>,
    receivers: Vec<Receiver>,
    sent: usize,
    known: Known,
}

/// What this worker has found; with it, for the first of a process, what those of other processes have.
pub(super) fn work(task: &Task, exchange: &mut Exchange) -> Vec<Found> {
    let control = Control::from(task.terms.clone());
    // When there are enough states after an error all workers decide together.
    control.begin(true);
    let semantics = control.own(Semantics::within(&task.program, &control));
    match &task.way {
        Way::Rules(assumed, rules) => {
            let (movers, partition) = &**assumed;
            let instance = control.own(Instance::new(&semantics, movers, partition.clone(), &control));
            match rules {
                Rules::Layers(run) => explore(&ByRules { instance: &instance, run: *run }, task, exchange, &control),
                Rules::Summaries => {
                    let found = rounds::explore(&instance, task, exchange, &control);
                    together(found, exchange, &control)
                }
            }
        }
        Way::Blocks(reduction, heuristics) => {
            let analysis = control.own(Analysis::new(&semantics, *heuristics));
            let exploration = control.own(Exploration::new(&analysis, *reduction, &control));
            explore(&*exploration, task, exchange, &control)
        }
    }
}

fn explore(explorer: &dyn Explorer<'_>, task: &Task, exchange: &mut Exchange, control: &Control<'_>) -> Vec<Found> {
    let (index, peers) = (exchange.index(), exchange.peers());
    let mut worker = Worker {
        explorer,
        task,
        index,
        peers,
        outboxes: Rc::new(Outboxes::new(index, peers)),
        senders: (0..peers).map(|_| Sender::default()).collect(),
        receivers: (0..peers).map(|_| Receiver::default()).collect(),
        sent: 0,
        known: Known::default(),
    };
    if worker.explore(exchange, control).is_none() {
        control.record(Bound::Lost);
        worker.known.standing = Standing::Cut;
    }
    let found = worker.found(control);
    drop(worker);
    together(found, exchange, control)
}

/// One that another does not answer knows what it has found itself. What one worker is to repeat nobody needs.
fn together(found: Found, exchange: &mut Exchange, control: &Control<'_>) -> Vec<Found> {
    if found.standing == Standing::Alone || found.bound == Some(Bound::Lost) {
        return vec![found];
    }
    let Some(mut all) = exchange.end(&found, control) else {
        control.record(Bound::Lost);
        return vec![Found { bound: control.hit(), ..found }];
    };
    all.push(found);
    all
}

impl Worker<'_, '_> {
    /// Nothing if another worker is no more.
    fn explore(&mut self, exchange: &mut Exchange, control: &Control<'_>) -> Option<()> {
        let start = self.explorer.initial();
        let mut layer: Vec<(Step, State)> = vec![(Step::NONE, start)];
        layer.retain(|(_, s)| self.owns(*s));
        loop {
            let first = self.explorer.stored().store.count();
            let (mine, messages) = self.expand(&layer);
            exchange.tell(control.hit());
            let arrived = exchange.layer(messages, control)?;
            let places = self.take_stock(&arrived);
            if self.known.standing != Standing::GoesOn || places.iter().all(Vec::is_empty) {
                return Some(());
            }
            layer = self.next_layer(mine, first, &arrived, &places);
        }
    }

    fn owns(&self, s: State) -> bool {
        let stored = self.explorer.stored();
        self.outboxes.belongs_here(stored, stored.store.halves(s))
    }

    /// How each state was found that is new here, and what the others are told.
    fn expand(&mut self, layer: &[(Step, State)]) -> (Vec<Step>, Vec<Message>) {
        let states = layer.iter().map(|(_, s)| *s).collect();
        let steps = self.explorer.expand(states, self.outboxes.clone());
        let messages = (0..self.peers).map(|peer| self.told(peer, self.message(layer))).collect();
        (steps, messages)
    }

    /// The message to a worker, with the states that were found for it.
    fn told(&mut self, peer: usize, message: Message) -> Message {
        let (stored, sender) = (self.explorer.stored(), &mut self.senders[peer]);
        let found = self.outboxes.tell(peer, |state| sender.state(stored, state));
        self.sent += found.len();
        Message { batch: sender.take(), found, ..message }
    }

    fn message(&self, layer: &[(Step, State)]) -> Message {
        let stored = self.explorer.stored();
        let looks = self.known.suspects && self.known.wrong.is_none();
        let wrong = layer.iter().find(|(_, s)| looks && stored.is_wrong_in(*s));
        Message {
            layer: layer.iter().map(|(step, _)| step.word()).collect(),
            wrong: wrong.map(|(step, _)| step.word()),
            suspects: self.outboxes.suspects() || stored.store.first_wrong().is_some(),
            standing: standing(self.explorer.met_news(), stored.control),
            ..Message::default()
        }
    }

    /// Puts the layer in order: the place in it of each state of each worker.
    fn take_stock(&mut self, arrived: &[Message]) -> Vec<Vec<u32>> {
        let of =
            |(from, message): (usize, &Message)| message.layer.iter().map(|step| (*step, from)).collect::<Vec<_>>();
        let mut all: Vec<(u64, usize)> = arrived.iter().enumerate().flat_map(of).collect();
        all.sort();
        let mut places = vec![vec![]; self.peers];
        for (place, (_, from)) in all.iter().enumerate() {
            places[*from].push(place as u32);
        }
        let order: Vec<u64> = all.into_iter().map(|(step, _)| step).collect();
        self.known.take_stock(arrived, order, self.index == 0, self.task);
        places
    }

    /// The states of the next layer that belong here, in order. Those from one worker are in order already, so all are
    /// but merged.
    fn next_layer(
        &mut self,
        steps: Vec<Step>,
        first: usize,
        arrived: &[Message],
        places: &[Vec<u32>],
    ) -> Vec<(Step, State)> {
        let placed = |step: Step, from: usize| step.renumbered(places[from][step.before() as usize]);
        let mine = steps.into_iter().zip(first as u32..);
        let mut layer: Vec<(Step, State)> = mine.map(|(step, s)| (placed(step, self.index), State(s))).collect();
        let mut earliest: Vec<Step> = layer.iter().map(|(step, _)| *step).collect();
        for (from, message) in arrived.iter().enumerate() {
            for (s, step) in self.states_from(from, message) {
                let Some(at) = (s.0 as usize).checked_sub(first) else { continue };
                let step = placed(step, from);
                earliest.resize(earliest.len().max(at + 1), Step::LAST);
                earliest[at] = earliest[at].min(step);
                layer.push((step, s));
            }
        }
        layer.retain(|(step, s)| earliest[s.0 as usize - first] == *step);
        layer.sort();
        layer
    }

    /// The states that a worker has found for this one, and how.
    fn states_from(&mut self, from: usize, message: &Message) -> Vec<(State, Step)> {
        let stored = self.explorer.stored();
        let receiver = &mut self.receivers[from];
        receiver.learn(stored, &message.batch);
        let steps = message.found.iter().map(|step| Step::of(*step));
        let found: Vec<(Halves, Tid)> = receiver.states(&message.batch).zip(steps.clone().map(Step::thread)).collect();
        stored.found_elsewhere(&found).map(|(s, _)| s).zip(steps).collect()
    }

    fn found(&mut self, control: &Control<'_>) -> Found {
        let said = self.explorer.said(&|s| self.owns(s));
        let known = &mut self.known;
        let way = known.wrong.map_or(vec![], |wrong| way(&known.order, wrong));
        Found {
            worker: self.index,
            standing: known.standing,
            bound: known.bound.or(control.hit()),
            states: known.states,
            transitions: self.explorer.stored().store.transitions(),
            sent: self.sent,
            way: way.into_iter().map(Step::word).collect(),
            said,
        }
    }
}

impl Known {
    /// Takes in what all say of a layer, whose states were found so.
    fn take_stock(&mut self, arrived: &[Message], order: Vec<u64>, keeps: bool, task: &Task) {
        self.suspects |= arrived.iter().any(|message| message.suspects);
        let wrong = arrived.iter().filter_map(|message| message.wrong).min();
        if let Some(place) = wrong.and_then(|wrong| order.binary_search(&wrong).ok()) {
            self.wrong = Some((self.order.len(), place));
            self.enough = task.enough.then(|| Control::enough_with_error(self.states + place + 1));
        }
        self.states += order.len();
        self.order.push(if keeps { order } else { vec![] });
        self.standing = arrived.iter().map(|message| message.standing).max().unwrap_or_default();
        if self.standing == Standing::GoesOn {
            let full = self.states > task.terms.limits.max_states;
            let enough = self.enough.is_some_and(|enough| self.states > enough);
            self.bound = if full { Some(Bound::States) } else { enough.then_some(Bound::Error) };
            self.standing = if self.bound.is_some() { Standing::Cut } else { Standing::GoesOn };
        }
    }
}

/// The steps that lead to the state at a place of a layer, given how the states of all layers were found.
fn way(order: &[Vec<u64>], (layer, place): (usize, usize)) -> Vec<Step> {
    let mut way = vec![];
    let mut place = place;
    for layer in order[1..=layer].iter().rev() {
        let Some(step) = layer.get(place).map(|step| Step::of(*step)) else { return vec![] };
        way.push(step);
        place = step.before() as usize;
    }
    way.reverse();
    way
}
