//! Connections between processes: each listens at its own address and calls those before it, twice each: for messages
//! and for signals. `timely_communication` would wait without end for one that is not there.

use super::error::ClusterError;
use crate::control::{Control, Limits};
use sha2::{Digest, Sha256};
use std::io::{Error, ErrorKind, Read, Result, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// So long all others are waited for, if no shorter timeout was asked for.
const PATIENCE: Duration = Duration::from_secs(30);

/// So long a call may take, and the answer to it.
const CALL: Duration = Duration::from_secs(5);

/// So long nothing is done before one who was not there is called again.
const PAUSE: Duration = Duration::from_millis(20);

const MAGIC: &[u8; 8] = b"moverlog";

/// The program that runs, as far as it can be read: messages are those of the same one alone.
static PROGRAM: LazyLock<[u8; 32]> = LazyLock::new(|| {
    let bytes = std::env::current_exe().and_then(std::fs::read).unwrap_or_default();
    Sha256::new().chain_update(env!("CARGO_PKG_VERSION")).chain_update(bytes).finalize().into()
});

/// What a connection is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Messages,
    Signals,
}

/// The connections to one other process.
#[derive(Default)]
pub(super) struct Pair {
    pub(super) messages: Option<TcpStream>,
    pub(super) signals: Option<TcpStream>,
}

impl Pair {
    fn of(&mut self, kind: Kind) -> &mut Option<TcpStream> {
        match kind {
            Kind::Messages => &mut self.messages,
            Kind::Signals => &mut self.signals,
        }
    }
}

/// How one introduces itself.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Hello {
    program: [u8; 32],
    process: u32,
    processes: u32,
    threads: u32,
    kind: Kind,
}

const HELLO: usize = MAGIC.len() + 32 + 3 * 4 + 1;

impl Hello {
    fn write(&self, stream: &mut TcpStream) -> Result<()> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.program);
        [self.process, self.processes, self.threads].iter().for_each(|n| bytes.extend(n.to_le_bytes()));
        bytes.push(u8::from(self.kind == Kind::Signals));
        stream.write_all(&bytes)
    }

    /// Of somebody who speaks this language, and does so soon.
    fn read(stream: &mut TcpStream) -> Result<Hello> {
        let mut bytes = [0; HELLO];
        stream.set_read_timeout(Some(CALL))?;
        stream.read_exact(&mut bytes)?;
        stream.set_read_timeout(None)?;
        let (magic, rest) = bytes.split_at(MAGIC.len());
        let (program, rest) = rest.split_at(32);
        let number = |at: usize| u32::from_le_bytes([rest[at], rest[at + 1], rest[at + 2], rest[at + 3]]);
        if magic != MAGIC {
            return Err(Error::new(ErrorKind::InvalidData, "somebody else answers"));
        }
        let kind = if rest[12] == 0 { Kind::Messages } else { Kind::Signals };
        let program = program.try_into().unwrap_or_default();
        Ok(Hello { program, process: number(0), processes: number(4), threads: number(8), kind })
    }
}

/// One process that looks for the others.
pub(super) struct Caller<'a> {
    pub(super) addresses: &'a [String],
    pub(super) process: usize,
    pub(super) threads: usize,
    pub(super) limits: &'a Limits,
}

impl Caller<'_> {
    /// The connections to all others, by their numbers; none to itself.
    pub(super) fn connect(&self, listener: &TcpListener) -> std::result::Result<Vec<Pair>, ClusterError> {
        let deadline = Instant::now() + self.patience();
        let mut pairs: Vec<Pair> = self.addresses.iter().map(|_| Pair::default()).collect();
        for process in 0..self.process {
            for kind in [Kind::Messages, Kind::Signals] {
                let stream = self.call_until(process, kind, deadline, &pairs)?;
                *pairs[process].of(kind) = Some(stream);
            }
        }
        self.answer_all(listener, &mut pairs, deadline)?;
        Ok(pairs)
    }

    fn patience(&self) -> Duration {
        self.limits.timeout.map_or(PATIENCE, |timeout| timeout.min(PATIENCE))
    }

    fn hello(&self, kind: Kind) -> Hello {
        let [process, processes, threads] = [self.process, self.addresses.len(), self.threads].map(|n| n as u32);
        Hello { program: *PROGRAM, process, processes, threads, kind }
    }

    fn call_until(
        &self,
        process: usize,
        kind: Kind,
        deadline: Instant,
        pairs: &[Pair],
    ) -> std::result::Result<TcpStream, ClusterError> {
        loop {
            match self.call(process, kind) {
                Ok((stream, hello)) => return self.accepted(process, kind, hello).map(|()| stream),
                Err(why) if Instant::now() >= deadline => return Err(self.absent(process, Some(why))),
                Err(_) => self.pause(pairs)?,
            }
        }
    }

    fn call(&self, process: usize, kind: Kind) -> Result<(TcpStream, Hello)> {
        let mut why = Error::new(ErrorKind::NotFound, "the name stands for no address");
        for address in self.addresses[process].to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, CALL) {
                Ok(mut stream) => {
                    stream.set_nodelay(true)?;
                    self.hello(kind).write(&mut stream)?;
                    let hello = Hello::read(&mut stream)?;
                    return Ok((stream, hello));
                }
                Err(error) => why = error,
            }
        }
        Err(why)
    }

    /// Waits for those behind it. Others who call are not listened to.
    fn answer_all(
        &self,
        listener: &TcpListener,
        pairs: &mut [Pair],
        deadline: Instant,
    ) -> std::result::Result<(), ClusterError> {
        let address = &self.addresses[self.process];
        let broken = |source| ClusterError::Listen { address: address.clone(), source };
        listener.set_nonblocking(true).map_err(broken)?;
        loop {
            let missing =
                (self.process + 1..pairs.len()).find(|p| pairs[*p].messages.is_none() || pairs[*p].signals.is_none());
            let Some(missing) = missing else { return Ok(()) };
            match listener.accept() {
                Ok((stream, _)) => self.answer(stream, pairs)?,
                Err(_) if Instant::now() >= deadline => return Err(self.absent(missing, None)),
                Err(_) => self.pause(pairs)?,
            }
        }
    }

    fn answer(&self, mut stream: TcpStream, pairs: &mut [Pair]) -> std::result::Result<(), ClusterError> {
        let heard = stream.set_nonblocking(false).and_then(|()| stream.set_nodelay(true));
        let Ok(hello) = heard.and_then(|()| Hello::read(&mut stream)) else { return Ok(()) };
        let (process, kind) = (hello.process as usize, hello.kind);
        let expected = process > self.process && process < pairs.len() && pairs[process].of(kind).is_none();
        let differs = hello.processes as usize != pairs.len();
        if (expected || differs) && self.hello(kind).write(&mut stream).is_ok() {
            self.accepted(process, kind, hello)?;
            *pairs[process].of(kind) = Some(stream);
        }
        Ok(())
    }

    /// Whether that process is one of this cluster, as this one knows it.
    fn accepted(&self, process: usize, kind: Kind, hello: Hello) -> std::result::Result<(), ClusterError> {
        let mine = self.hello(kind);
        let differ =
            |what: &str, [theirs, ours]: [String; 2]| ClusterError::Differ { process, what: what.into(), theirs, ours };
        let numbers = |a: u32, b: u32| [a.to_string(), b.to_string()];
        let build = |hello: Hello| hello.program[..4].iter().map(|byte| format!("{byte:02x}")).collect();
        match hello {
            _ if hello.program != mine.program => Err(differ("program", [build(hello), build(mine)])),
            _ if hello.processes != mine.processes => {
                Err(differ("number of hosts", numbers(hello.processes, mine.processes)))
            }
            _ if hello.process as usize != process => {
                Err(differ("--process", [hello.process.to_string(), process.to_string()]))
            }
            _ if hello.threads != mine.threads => Err(differ("--workers", numbers(hello.threads, mine.threads))),
            _ => Ok(()),
        }
    }

    fn absent(&self, process: usize, source: Option<Error>) -> ClusterError {
        let (address, seconds) = (self.addresses[process].clone(), self.patience().as_secs_f64());
        ClusterError::Absent { process, address, seconds, source }
    }

    /// Before the next look. Those who were there may have gone, and somebody may want the run to end.
    fn pause(&self, pairs: &[Pair]) -> std::result::Result<(), ClusterError> {
        let control = Control::from(Limits { timeout: None, ..self.limits.clone() });
        if !control.check() {
            return Err(ClusterError::Ended(control.hit().unwrap_or(crate::control::Bound::Interrupted)));
        }
        let gone = pairs.iter().position(|pair| pair.signals.as_ref().is_some_and(is_closed));
        sleep(PAUSE);
        gone.map_or(Ok(()), |process| Err(ClusterError::Gone { process }))
    }
}

/// Whether the other side has ended. Nobody says anything yet.
fn is_closed(stream: &TcpStream) -> bool {
    let look = || {
        stream.set_nonblocking(true)?;
        let seen = stream.peek(&mut [0]);
        stream.set_nonblocking(false)?;
        seen
    };
    match look() {
        Ok(length) => length == 0,
        Err(why) => why.kind() != ErrorKind::WouldBlock,
    }
}
