//! How messages of one kind go from each worker to each: as they are between threads, as bytes between processes.

use super::signals::{GRACE, Signals};
use crate::control::{Bound, Control};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use timely_communication::{Allocator, Bytesable, Pull, Push};

/// So long a worker waits before it looks whether the others are still there.
const PATIENCE: Duration = Duration::from_millis(20);

/// What is sent, by whom, and how many were sent on the same way before.
#[derive(Serialize, Deserialize)]
struct Envelope<M> {
    from: usize,
    number: usize,
    content: M,
}

impl<M: Serialize + DeserializeOwned> Bytesable for Envelope<M> {
    fn from_bytes(bytes: timely_bytes::arc::Bytes) -> Self {
        bincode::deserialize(&bytes).expect("a message as it was written")
    }

    fn length_in_bytes(&self) -> usize {
        bincode::serialized_size(self).expect("messages can be written") as usize
    }

    fn into_bytes<W: std::io::Write>(&self, writer: &mut W) {
        bincode::serialize_into(writer, self).expect("there is room for as much as was said");
    }
}

/// Messages of one kind.
pub(super) struct Channel<M> {
    to: Vec<Box<dyn Push<Envelope<M>>>>,
    from: Box<dyn Pull<Envelope<M>>>,
    /// How many were sent to each.
    number: usize,
    /// What came from those who are ahead, which is by one message at most.
    ahead: Vec<Envelope<M>>,
}

impl<M: Serialize + DeserializeOwned + Send + 'static> Channel<M> {
    /// All workers open their channels in the order of their numbers.
    pub(super) fn new(allocator: &mut Allocator, number: usize) -> Self {
        let (to, from) = allocator.allocate(number);
        Channel { to, from, number: 0, ahead: vec![] }
    }

    fn send(&mut self, from: usize, contents: Vec<M>) {
        for (to, content) in self.to.iter_mut().zip(contents) {
            to.send(Envelope { from, number: self.number, content });
            to.done();
        }
    }

    /// How many there are.
    fn receive(&mut self, arrived: &mut Vec<Envelope<M>>) -> usize {
        while let Some(message) = self.from.recv() {
            let now = message.number == self.number;
            if now { &mut *arrived } else { &mut self.ahead }.push(message);
        }
        arrived.len()
    }
}

/// Whether the others are still there.
pub(super) struct Watch {
    /// Raised where a thread of this process has failed.
    pub(super) failed: Arc<AtomicBool>,
    /// What other processes say, if there are any.
    pub(super) signals: Option<Arc<Signals>>,
}

impl Watch {
    pub(super) fn tell(&self, bound: Option<Bound>) {
        self.signals.iter().for_each(|signals| signals.tell(bound));
    }

    /// Whether it is of no use to wait for others any longer; `since` is when that began to be likely.
    fn gives_up(&self, control: &Control<'_>, since: &mut Option<Instant>) -> bool {
        if self.failed.load(Ordering::Relaxed) {
            return true;
        }
        let Some(signals) = &self.signals else { return false };
        let goes_on = control.check();
        signals.tell(control.hit());
        if !goes_on || signals.somebody_left() {
            since.get_or_insert_with(Instant::now);
        }
        signals.lost().is_some() || since.is_some_and(|since| since.elapsed() > GRACE)
    }
}

/// All workers, as one of them sees them.
pub(super) struct Peers {
    pub(super) allocator: Allocator,
    pub(super) watch: Watch,
    /// How many are in each process.
    pub(super) threads: usize,
}

impl Peers {
    /// Sends one message to each, and returns those of all, in the order of who sent them; nothing if one of them is
    /// no more.
    pub(super) fn all<M: Serialize + DeserializeOwned + Send + 'static>(
        &mut self,
        channel: &mut Channel<M>,
        contents: Vec<M>,
        control: &Control<'_>,
    ) -> Option<Vec<M>> {
        channel.send(self.allocator.index(), contents);
        self.allocator.release();
        let (mut arrived, mut since) = (std::mem::take(&mut channel.ahead), None);
        while self.receive(channel, &mut arrived) < self.allocator.peers() {
            if self.watch.gives_up(control, &mut since) {
                return None;
            }
            self.allocator.await_events(Some(PATIENCE));
        }
        channel.number += 1;
        arrived.sort_by_key(|message| message.from);
        Some(arrived.into_iter().map(|message| message.content).collect())
    }

    fn receive<M: Serialize + DeserializeOwned + Send + 'static>(
        &mut self,
        channel: &mut Channel<M>,
        arrived: &mut Vec<Envelope<M>>,
    ) -> usize {
        self.allocator.receive();
        self.allocator.events().borrow_mut().clear();
        channel.receive(arrived)
    }
}
