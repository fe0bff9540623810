//! Messages between workers: each sends each one message for each layer, and has all of a layer when it has one from
//! each.

use super::batch::Batch;
use super::channel::{Channel, Peers};
use crate::control::{Bound, Control};
use serde::{Deserialize, Serialize};
use timely_communication::Allocator;

/// How a worker finds the exploration to stand.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Debug)]
pub(super) enum Standing {
    #[default]
    GoesOn,
    /// A bound has ended it.
    Cut,
    /// It is one worker's to find out what follows.
    Alone,
}

/// What one worker says to another of a layer.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Message {
    pub(super) standing: Standing,
    /// How each state of the layer was found that belongs to the sender, in order.
    pub(super) layer: Vec<u64>,
    /// The first of these in which a thread has gone wrong.
    pub(super) wrong: Option<u64>,
    /// Whether the sender has found a state in which a thread has gone wrong, whomever it belongs to.
    pub(super) suspects: bool,
    /// How many states belong to the sender, and whether it has derived anything lately: in rounds.
    pub(super) states: usize,
    pub(super) busy: bool,
    /// What all are told of nodes that calls enter: the thread, the stores, the frame that is pushed, or none where a
    /// state starts there.
    pub(super) entries: Vec<(u32, [u32; 2], Option<u32>)>,
    /// States that belong to the receiver, and how they were found: from which of the sender's states of the layer.
    pub(super) batch: Batch,
    pub(super) found: Vec<u64>,
}

/// What a worker has to say at the end.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Found {
    pub(super) worker: usize,
    pub(super) standing: Standing,
    pub(super) bound: Option<Bound>,
    pub(super) states: usize,
    pub(super) transitions: u64,
    /// States that this worker told others of.
    pub(super) sent: usize,
    /// From the initial state to the first one in which a thread has gone wrong, of the first worker.
    pub(super) way: Vec<u64>,
    pub(super) said: Said,
}

/// What there is to be said of all nodes, beside states.
#[derive(Clone, Serialize, Deserialize)]
pub(super) enum Said {
    /// It has been taken in.
    Nothing,
    /// By rules.
    Rules {
        /// Global and local stores of nodes.
        nodes: Batch,
        /// Of nodes: their number, the thread, whether it was to move there.
        asked: Vec<(u32, u32, bool)>,
        /// States in which a thread is inside its transaction after its commit, where they have stacks.
        committed: Batch,
        /// The rows of relations that workers have in common: atoms by their numbers, frames by those on this way.
        relations: Vec<Vec<u32>>,
    },
    /// By blocks.
    Blocks {
        /// Global and local stores of nodes, and stacks.
        nodes: Batch,
        /// The copies of locations at which these are.
        places: Vec<u32>,
        /// Threads, locations at which they were, and whether they could move there.
        visits: Vec<(u32, u32, bool)>,
        /// Threads that ended, and the owner cells of what they held.
        held: Vec<(u32, u32)>,
    },
}

/// What a process explores: names and values.
pub(super) type Agreement = Vec<(String, String)>;

/// One worker's way to all, itself among them.
pub(super) struct Exchange {
    peers: Peers,
    layers: Channel<Message>,
    ends: Channel<Option<Found>>,
    agreements: Channel<Agreement>,
}

impl Exchange {
    pub(super) fn new(mut allocator: Allocator, watch: super::channel::Watch, threads: usize) -> Self {
        let (layers, ends) = (Channel::new(&mut allocator, 0), Channel::new(&mut allocator, 1));
        let agreements = Channel::new(&mut allocator, 2);
        Exchange { peers: Peers { allocator, watch, threads }, layers, ends, agreements }
    }

    pub(super) fn index(&self) -> usize {
        self.peers.allocator.index()
    }

    pub(super) fn peers(&self) -> usize {
        self.peers.allocator.peers()
    }

    /// Sends one message to each, and returns those of all, in the order of who sent them; nothing if one of them is
    /// no more.
    pub(super) fn layer(&mut self, messages: Vec<Message>, control: &Control<'_>) -> Option<Vec<Message>> {
        self.peers.all(&mut self.layers, messages, control)
    }

    /// Tells the first worker of each other process what was found, and the first worker here what others have found.
    pub(super) fn end(&mut self, found: &Found, control: &Control<'_>) -> Option<Vec<Found>> {
        let (threads, here) = (self.peers.threads, self.index() / self.peers.threads);
        let told = |peer: usize| peer.is_multiple_of(threads) && peer / threads != here;
        let ends = (0..self.peers()).map(|peer| told(peer).then(|| found.clone())).collect();
        let arrived = self.peers.all(&mut self.ends, ends, control)?;
        Some(arrived.into_iter().flatten().collect())
    }

    /// What all explore, in the order of the workers.
    pub(super) fn agreements(&mut self, mine: &Agreement, control: &Control<'_>) -> Option<Vec<Agreement>> {
        let all = vec![mine.clone(); self.peers()];
        self.peers.all(&mut self.agreements, all, control)
    }

    /// Lets other processes know of a bound, so that they do not go on to the end of a layer.
    pub(super) fn tell(&self, bound: Option<Bound>) {
        self.peers.watch.tell(bound);
    }
}
