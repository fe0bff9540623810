//! The connection by which messages go to one other process. Where that process ends, `timely_communication` panics;
//! here its thread waits until nobody needs it, and the workers hear of it by [signals](super::signals).

use super::signals::Signals;
use std::io::{ErrorKind, Read, Result, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use timely_communication::allocator::zero_copy::stream::Stream;

pub(super) struct Link {
    pub(super) stream: TcpStream,
    pub(super) process: usize,
    pub(super) signals: Arc<Signals>,
    /// How many bytes were sent to all processes.
    pub(super) sent: Arc<AtomicU64>,
}

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        match self.stream.read(buffer) {
            Ok(length) if length > 0 => Ok(length),
            Err(why) if why.kind() == ErrorKind::Interrupted => Err(why),
            _ => {
                self.signals.silent(self.process);
                // No panic that is told of: the thread has nothing more to do.
                std::panic::resume_unwind(Box::new(()))
            }
        }
    }
}

/// What nobody receives any more counts as sent.
impl Write for Link {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let length = match self.stream.write(bytes) {
            Err(why) if why.kind() == ErrorKind::Interrupted => return Err(why),
            written => written.unwrap_or(bytes.len()),
        };
        self.sent.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

impl Stream for Link {
    fn try_clone(&self) -> Result<Self> {
        let (signals, sent) = (self.signals.clone(), self.sent.clone());
        Ok(Link { stream: self.stream.try_clone()?, process: self.process, signals, sent })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> Result<()> {
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}
