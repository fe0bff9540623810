//! Messages between workers: each sends each one message for each layer, and has all of a layer when it has one from
//! each.

use super::batch::Batch;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use timely_communication::{Allocator, Bytesable, Config, Pull, Push, initialize_from};

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

/// What one worker says to another.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Message {
    pub(super) from: usize,
    /// How many were sent on the same way before.
    pub(super) number: usize,
    pub(super) standing: Standing,
    /// How each state of the layer was found that belongs to the sender, in order.
    pub(super) layer: Vec<u64>,
    /// The first of these in which a thread has gone wrong.
    pub(super) wrong: Option<u64>,
    /// Whether the sender has found a state in which a thread has gone wrong, whomever it belongs to.
    pub(super) suspects: bool,
    /// States that belong to the receiver, and how they were found: from which of the sender's states of the layer.
    pub(super) batch: Batch,
    pub(super) found: Vec<u64>,
}

/// Between threads messages are handed over as they are; between processes they would be written.
impl Bytesable for Message {
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

/// One worker's way to all, itself among them.
pub(super) struct Exchange {
    allocator: Allocator,
    to: Vec<Box<dyn Push<Message>>>,
    from: Box<dyn Pull<Message>>,
    /// How many messages were sent to each.
    number: usize,
    /// What came from those who are ahead, which is by one message at most.
    ahead: Vec<Message>,
    lost: Arc<AtomicBool>,
}

/// So long a worker waits before it looks whether the others are still there.
const PATIENCE: Duration = Duration::from_millis(20);

impl Exchange {
    fn new(mut allocator: Allocator, lost: Arc<AtomicBool>) -> Self {
        let (to, from) = allocator.allocate(0);
        Exchange { allocator, to, from, number: 0, ahead: vec![], lost }
    }

    pub(super) fn index(&self) -> usize {
        self.allocator.index()
    }

    pub(super) fn peers(&self) -> usize {
        self.allocator.peers()
    }

    /// Sends one message to each, and returns those of all, in the order of who sent them; nothing if one of them is
    /// no more.
    pub(super) fn all(&mut self, messages: Vec<Message>) -> Option<Vec<Message>> {
        for (to, message) in self.to.iter_mut().zip(messages) {
            to.send(Message { from: self.allocator.index(), number: self.number, ..message });
            to.done();
        }
        self.allocator.release();
        let mut arrived = std::mem::take(&mut self.ahead);
        while self.receive(&mut arrived) < self.peers() {
            if self.lost.load(Ordering::Relaxed) {
                return None;
            }
            self.allocator.await_events(Some(PATIENCE));
        }
        self.number += 1;
        arrived.sort_by_key(|message| message.from);
        Some(arrived)
    }

    /// How many there are.
    fn receive(&mut self, arrived: &mut Vec<Message>) -> usize {
        self.allocator.receive();
        self.allocator.events().borrow_mut().clear();
        while let Some(message) = self.from.recv() {
            let now = message.number == self.number;
            if now { &mut *arrived } else { &mut self.ahead }.push(message);
        }
        arrived.len()
    }
}

/// Raised unless the worker comes to its end.
struct Alarm(Arc<AtomicBool>, bool);

impl Drop for Alarm {
    fn drop(&mut self) {
        self.0.fetch_or(self.1, Ordering::Relaxed);
    }
}

/// What so many workers do, each in a thread of its own.
///
/// # Panics
///
/// If one of them does.
pub(super) fn run<T: Send + 'static>(
    workers: Config,
    work: impl Fn(&mut Exchange) -> Option<T> + Send + Sync + 'static,
) -> Vec<T> {
    let lost = Arc::new(AtomicBool::new(false));
    let (builders, others) = workers.try_build().expect("threads need no network");
    let one = move |allocator: Allocator| {
        let mut alarm = Alarm(lost.clone(), true);
        let done = work(&mut Exchange::new(allocator, lost.clone()));
        alarm.1 = done.is_none();
        done
    };
    let started = initialize_from(builders, others, one).expect("threads can be started");
    let done: Vec<_> = started.join().into_iter().collect();
    let done = done.into_iter().map(|done| done.unwrap_or_else(|why| panic!("a worker failed: {why}")));
    done.map(|done| done.expect("all others have come to their ends")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each sends each who it is and how often it has sent.
    fn counted(workers: Config) -> Vec<Vec<u64>> {
        run(workers, |exchange| {
            let mut seen = vec![];
            for round in 0..50 {
                let sent = || Message { layer: vec![round * 10 + exchange.index() as u64], ..Message::default() };
                let messages = (0..exchange.peers()).map(|_| sent()).collect();
                seen.extend(exchange.all(messages)?.into_iter().flat_map(|message| message.layer));
            }
            Some(seen)
        })
    }

    #[test]
    fn all_receive_the_same() {
        let expected: Vec<u64> = (0..50).flat_map(|round| (0..3).map(move |worker| round * 10 + worker)).collect();
        for config in [Config::Process(3), Config::ProcessBinary(3)] {
            assert!(counted(config).iter().all(|seen| *seen == expected));
        }
    }

    #[test]
    fn nobody_waits_for_a_worker_that_is_no_more() {
        let failed = std::panic::catch_unwind(|| {
            run(Config::Process(2), |exchange| {
                assert!(exchange.index() == 0, "the other one fails");
                exchange.all(vec![Message::default(), Message::default()]).map(|_| ())
            })
        });
        assert!(failed.is_err());
    }
}
