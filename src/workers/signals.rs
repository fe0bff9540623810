//! What processes tell each other beside their messages: that they are still there, that a bound has ended the
//! exploration, that they leave. It goes by a connection of its own, to a thread that is always listening, so that
//! nobody goes on to the end of a layer that is of no use.

use crate::control::Bound;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

/// So long a process waits for others after a bound was hit, or after one has left.
pub(super) const GRACE: Duration = Duration::from_secs(10);

/// A process says so often that it is there.
const PULSE: Duration = Duration::from_secs(1);

/// After so long without a word it is not.
const SILENCE: Duration = Duration::from_secs(30);

/// So often somebody who waits for the others to leave looks.
const LOOKS: Duration = Duration::from_millis(5);

const ALIVE: u8 = 0;
const LEAVES: u8 = 1;

/// Bounds that one process may hit and another not; what stands for them is this and their place here.
const FIRST_BOUND: u8 = 2;
const BOUNDS: [Bound; 4] = [Bound::Time, Bound::Memory, Bound::Interrupted, Bound::Lost];

/// Another process.
struct Other {
    process: usize,
    to: Mutex<TcpStream>,
    left: AtomicBool,
}

/// The connections to all other processes.
pub(super) struct Signals {
    others: Vec<Other>,
    halt: Arc<OnceLock<Bound>>,
    told: AtomicBool,
    /// The first process that was found to be gone.
    lost: OnceLock<usize>,
    closing: AtomicBool,
}

impl Signals {
    /// Listens to each; `halt` is set where one of them ends the exploration.
    pub(super) fn new(streams: Vec<(usize, TcpStream)>, halt: Arc<OnceLock<Bound>>) -> std::io::Result<Arc<Self>> {
        let mut others = vec![];
        for (process, stream) in &streams {
            stream.set_read_timeout(Some(SILENCE))?;
            stream.set_write_timeout(Some(PULSE))?;
            others.push(Other { process: *process, to: Mutex::new(stream.try_clone()?), left: AtomicBool::new(false) });
        }
        let (told, closing) = (AtomicBool::new(false), AtomicBool::new(false));
        let signals = Arc::new(Signals { others, halt, told, lost: OnceLock::new(), closing });
        for (number, (_, stream)) in streams.into_iter().enumerate() {
            let signals = signals.clone();
            thread::spawn(move || signals.listen(number, stream));
        }
        let pulse = signals.clone();
        thread::spawn(move || pulse.pulse());
        Ok(signals)
    }

    fn pulse(&self) {
        while !self.closing.load(Ordering::Relaxed) {
            self.say(ALIVE);
            thread::park_timeout(PULSE);
        }
    }

    /// Who does not hear it is found to be gone by whoever listens.
    fn say(&self, word: u8) {
        for other in &self.others {
            let _ = other.to.lock().map(|mut to| to.write_all(&[word]));
        }
    }

    fn listen(&self, number: usize, mut stream: TcpStream) {
        let other = &self.others[number];
        let mut word = [0];
        while stream.read_exact(&mut word).is_ok() {
            if word[0] == LEAVES {
                return other.left.store(true, Ordering::Release);
            }
            let bound = word[0].checked_sub(FIRST_BOUND).and_then(|at| BOUNDS.get(usize::from(at)));
            bound.iter().for_each(|bound| self.end(**bound));
        }
        self.lose(other.process);
    }

    fn lose(&self, process: usize) {
        if !self.closing.load(Ordering::Acquire) {
            let _ = self.lost.set(process);
            self.end(Bound::Lost);
        }
    }

    /// The first bound counts.
    fn end(&self, bound: Bound) {
        let _ = self.halt.set(bound);
    }

    /// Messages from that process have ended, as they do when it has left. Returns when nobody waits for them.
    pub(super) fn silent(&self, process: usize) {
        let begun = Instant::now();
        let left = || self.others.iter().any(|o| o.process == process && o.left.load(Ordering::Acquire));
        while !self.closing.load(Ordering::Acquire) {
            if !left() && begun.elapsed() > GRACE / 5 {
                self.lose(process);
            }
            thread::sleep(LOOKS);
        }
    }

    /// Lets all know of a bound that they may not have hit themselves.
    pub(super) fn tell(&self, bound: Option<Bound>) {
        let place = bound.and_then(|bound| BOUNDS.iter().position(|b| *b == bound));
        if let Some(place) = place
            && !self.told.swap(true, Ordering::Relaxed)
        {
            self.say(FIRST_BOUND + place as u8);
        }
    }

    /// The process that is gone.
    pub(super) fn lost(&self) -> Option<usize> {
        self.lost.get().copied()
    }

    pub(super) fn somebody_left(&self) -> bool {
        self.others.iter().any(|other| other.left.load(Ordering::Acquire))
    }

    /// Leaves, and waits for the others to leave: what they were told has arrived by then.
    pub(super) fn leave(&self) {
        self.say(LEAVES);
        let begun = Instant::now();
        let all_left = || self.others.iter().all(|other| other.left.load(Ordering::Acquire));
        while !all_left() && self.halt.get().is_none() && begun.elapsed() < GRACE {
            thread::sleep(LOOKS);
        }
    }

    pub(super) fn close(&self) {
        self.closing.store(true, Ordering::Release);
        for other in &self.others {
            let _ = other.to.lock().map(|to| to.shutdown(Shutdown::Both));
        }
    }
}
