//! The workers of this process, which are there for several explorations, and its ways to the others.

use super::channel::Watch;
use super::connect::{Caller, Pair};
use super::error::ClusterError;
use super::exchange::{Agreement, Exchange};
use super::link::Link;
use super::signals::Signals;
use crate::control::{Bound, Control, Limits};
use std::fmt::{Debug, Formatter};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use timely_communication::allocator::ProcessBuilder;
use timely_communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely_communication::{Allocator, AllocatorBuilder, Config, Hooks, WorkerGuards, initialize_from};

/// What a worker is to do.
type Job = Box<dyn FnOnce(&mut Exchange) + Send>;

/// Some threads that explore together, of this process and of others. In each of the processes the same explorations
/// follow one another.
///
/// ```
/// use moverlog::prelude::*;
/// use moverlog::control::Limits;
/// use moverlog::workers::Cluster;
/// use std::net::TcpListener;
/// use std::sync::Arc;
///
/// let listeners = [TcpListener::bind("127.0.0.1:0")?, TcpListener::bind("127.0.0.1:0")?];
/// let addresses = [listeners[0].local_addr()?.to_string(), listeners[1].local_addr()?.to_string()];
/// // Two processes, here as two threads.
/// let runs = listeners.into_iter().enumerate().map(|(process, listener)| {
///     let addresses = addresses.clone();
///     std::thread::spawn(move || {
///         let cluster = Cluster::join_at(listener, &addresses, process, 1, &Limits::default()).expect("both are there");
///         let text = "int x; void T() { x = x + 1; } P = { T() } || { T() };";
///         let model = Model::parse("two.mover", text).expect("it is a model");
///         let checker = Checker::new(&model.program).rules("interleaving").expect("it is listed");
///         checker.cluster(&Arc::new(cluster)).run().expect("they agree").states
///     })
/// });
/// let states: Vec<usize> = runs.collect::<Vec<_>>().into_iter().filter_map(|run| run.join().ok()).collect();
/// assert_eq!(states[0], states[1]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Cluster {
    jobs: Vec<Sender<Job>>,
    workers: Mutex<Option<WorkerGuards<()>>>,
    network: Option<Network>,
    halt: Arc<OnceLock<Bound>>,
    process: usize,
    processes: usize,
}

/// What leads to other processes.
struct Network {
    signals: Arc<Signals>,
    sent: Arc<AtomicU64>,
}

/// Raises the flag if the thread fails.
struct Alarm(Arc<AtomicBool>);

impl Drop for Alarm {
    fn drop(&mut self) {
        self.0.fetch_or(std::thread::panicking(), Ordering::Relaxed);
    }
}

impl Cluster {
    /// So many threads of this process alone.
    pub fn local(threads: usize) -> Self {
        let (builders, _) = Config::Process(threads).try_build().expect("threads need no network");
        Cluster::start(builders, None, Arc::default(), (0, 1))
    }

    /// So many threads of this process, number `process` of those that are at `addresses`, with as many of each other
    /// one. It waits until all are there, 30 seconds at most, or as long as the timeout allows.
    ///
    /// # Errors
    /// What is wrong with the addresses, or with a process there.
    pub fn join(addresses: &[String], process: usize, threads: usize, limits: &Limits) -> Result<Self, ClusterError> {
        let processes = addresses.len();
        let address = addresses.get(process).ok_or(ClusterError::NoSuchProcess { process, processes })?;
        let refused = |source| ClusterError::Listen { address: address.clone(), source };
        let listener = TcpListener::bind(address).map_err(refused)?;
        Cluster::join_at(listener, addresses, process, threads, limits)
    }

    /// The same where the port of this process is open already.
    ///
    /// # Errors
    /// What is wrong with a process.
    pub fn join_at(
        listener: TcpListener,
        addresses: &[String],
        process: usize,
        threads: usize,
        limits: &Limits,
    ) -> Result<Self, ClusterError> {
        let pairs = Caller { addresses, process, threads, limits }.connect(&listener)?;
        let refused = |source| ClusterError::Listen { address: addresses[process].clone(), source };
        let (builders, network) = networked(pairs, (process, threads), limits).map_err(refused)?;
        Ok(Cluster::start(builders, Some(network), limits.halt.clone(), (process, addresses.len())))
    }

    fn start(
        builders: Vec<AllocatorBuilder>,
        network: Option<Network>,
        halt: Arc<OnceLock<Bound>>,
        (process, processes): (usize, usize),
    ) -> Self {
        let threads = builders.len();
        let (jobs, waiting): (Vec<_>, Vec<_>) = (0..threads).map(|_| channel::<Job>()).unzip();
        let waiting: Vec<Mutex<Option<Receiver<Job>>>> = waiting.into_iter().map(Some).map(Mutex::new).collect();
        let failed = Arc::new(AtomicBool::new(false));
        let signals = network.as_ref().map(|network| network.signals.clone());
        let one = move |allocator: Allocator| {
            let jobs = taken(&waiting[allocator.index() % threads]);
            let watch = Watch { failed: failed.clone(), signals: signals.clone() };
            let mut exchange = Exchange::new(allocator, watch, threads);
            let _alarm = Alarm(failed.clone());
            jobs.into_iter().flatten().for_each(|job| job(&mut exchange));
        };
        let workers = initialize_from(builders, Box::new(()), one).expect("threads can be started");
        Cluster { jobs, workers: Mutex::new(Some(workers)), network, halt, process, processes }
    }

    /// What each worker of this process does.
    ///
    /// # Panics
    /// If one of them does.
    pub(super) fn run<T: Send + 'static>(&self, work: impl Fn(&mut Exchange) -> T + Send + Sync + 'static) -> Vec<T> {
        let (work, (tell, told)) = (Arc::new(work), channel());
        for (number, jobs) in self.jobs.iter().enumerate() {
            let (work, tell) = (work.clone(), tell.clone());
            let job: Job = Box::new(move |exchange| drop(tell.send((number, work(exchange)))));
            // A thread that is no more has no answer either.
            let _ = jobs.send(job);
        }
        drop(tell);
        let mut done: Vec<(usize, T)> = told.into_iter().collect();
        assert!(done.len() == self.jobs.len(), "a worker failed");
        done.sort_by_key(|(number, _)| *number);
        done.into_iter().map(|(_, done)| done).collect()
    }

    /// Whether all processes explore the same, by the names and values of what they do.
    ///
    /// # Errors
    /// The first process that does something else, or is no more.
    pub fn agree(&self, mine: Vec<(String, String)>, control: &Control<'_>) -> Result<(), ClusterError> {
        let (terms, threads, ours) = (control.terms(), self.jobs.len(), mine.clone());
        let told = self.run(move |exchange| exchange.agreements(&mine, &Control::from(terms.clone())));
        let Some(all) = told.into_iter().next().flatten() else { return Err(self.ended(control)) };
        all.iter().step_by(threads).enumerate().try_for_each(|(process, theirs)| differing(process, theirs, &ours))
    }

    fn ended(&self, control: &Control<'_>) -> ClusterError {
        control.check();
        match (self.lost(), control.hit()) {
            (Some(process), _) => ClusterError::Gone { process },
            (None, bound) => ClusterError::Ended(bound.unwrap_or(Bound::Lost)),
        }
    }

    /// The number of this process.
    pub fn process(&self) -> usize {
        self.process
    }

    /// How many processes there are.
    pub fn processes(&self) -> usize {
        self.processes
    }

    /// How many workers there are in all processes.
    pub fn workers(&self) -> usize {
        self.processes * self.jobs.len()
    }

    /// What is set when another process ends an exploration.
    pub fn halt(&self) -> Arc<OnceLock<Bound>> {
        self.halt.clone()
    }

    /// The process that is gone.
    pub fn lost(&self) -> Option<usize> {
        self.network.as_ref().and_then(|network| network.signals.lost())
    }

    /// How many bytes were sent to other processes.
    pub fn sent(&self) -> u64 {
        self.network.as_ref().map_or(0, |network| network.sent.load(Ordering::Relaxed))
    }

    /// Lets the others know of a bound that this process has hit.
    pub(crate) fn tell(&self, bound: Option<Bound>) {
        self.network.iter().for_each(|network| network.signals.tell(bound));
    }
}

fn taken<T>(place: &Mutex<Option<T>>) -> Option<T> {
    place.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// Threads that send and receive, for the workers of this process.
fn networked(
    pairs: Vec<Pair>,
    (process, threads): (usize, usize),
    limits: &Limits,
) -> std::io::Result<(Vec<AllocatorBuilder>, Network)> {
    let (messages, signals): (Vec<Option<TcpStream>>, Vec<Option<TcpStream>>) =
        pairs.into_iter().map(|pair| (pair.messages, pair.signals)).unzip();
    let signals = signals.into_iter().enumerate().filter_map(|(process, stream)| Some((process, stream?)));
    let signals = Signals::new(signals.collect(), limits.halt.clone())?;
    let sent = Arc::new(AtomicU64::new(0));
    let link = |(process, stream)| Link { stream, process, signals: signals.clone(), sent: sent.clone() };
    let numbered = messages.into_iter().enumerate();
    let links = numbered.map(|(process, stream)| stream.map(|stream| link((process, stream)))).collect();
    let hooks = Hooks::default();
    let inner = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
    let (builders, guard) = initialize_networking_from_sockets(inner, links, process, threads, hooks)?;
    // Its threads end by themselves; those that receive may end by no message.
    std::mem::forget(guard);
    Ok((builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Network { signals, sent }))
}

fn differing(process: usize, theirs: &Agreement, ours: &Agreement) -> Result<(), ClusterError> {
    let differ = theirs.iter().zip(ours).find(|(theirs, ours)| theirs != ours);
    differ.map_or(Ok(()), |((what, theirs), (_, ours))| {
        let [what, theirs, ours] = [what, theirs, ours].map(String::clone);
        Err(ClusterError::Differ { process, what, theirs, ours })
    })
}

impl Drop for Cluster {
    /// Leaves the others, unless it fails: then they find out.
    fn drop(&mut self) {
        if let Some(network) = self.network.as_ref().filter(|_| !std::thread::panicking()) {
            network.signals.leave();
        }
        self.jobs.clear();
        drop(taken(&self.workers).map(WorkerGuards::join));
        self.network.iter().for_each(|network| network.signals.close());
    }
}

impl Debug for Cluster {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "process {} of {}, {} workers each", self.process, self.processes, self.jobs.len())
    }
}

#[cfg(test)]
mod tests {
    use super::super::exchange::Message;
    use super::*;

    /// Each sends each who it is and how often it has sent.
    fn counted(cluster: &Cluster) -> Vec<Vec<u64>> {
        let seen = cluster.run(|exchange| {
            let (mut seen, control) = (vec![], Control::default());
            for round in 0..50 {
                let sent = || Message { layer: vec![round * 10 + exchange.index() as u64], ..Message::default() };
                let messages = (0..exchange.peers()).map(|_| sent()).collect();
                seen.extend(exchange.layer(messages, &control)?.into_iter().flat_map(|message| message.layer));
            }
            Some(seen)
        });
        seen.into_iter().flatten().collect()
    }

    /// So many processes, each with so many threads, as threads of this one.
    fn processes<T: Send>(processes: usize, threads: usize, work: impl Fn(Cluster) -> T + Sync) -> Vec<T> {
        let listeners: Vec<_> = (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
        let address = |l: &TcpListener| l.local_addr().expect("it is bound").to_string();
        let addresses: Vec<String> = listeners.iter().map(address).collect();
        std::thread::scope(|scope| {
            let (addresses, work) = (&addresses, &work);
            let one = move |process, listener| {
                let cluster = Cluster::join_at(listener, addresses, process, threads, &Limits::default());
                work(cluster.expect("all are there"))
            };
            let runs: Vec<_> = listeners.into_iter().enumerate().map(|(p, l)| scope.spawn(move || one(p, l))).collect();
            runs.into_iter().map(|run| run.join().expect("it does not fail")).collect()
        })
    }

    fn expected(workers: u64) -> Vec<u64> {
        (0..50).flat_map(|round| (0..workers).map(move |worker| round * 10 + worker)).collect()
    }

    #[test]
    fn all_receive_the_same() {
        let cluster = Cluster::local(3);
        for _ in 0..3 {
            assert_eq!(counted(&cluster), vec![expected(3); 3]);
        }
    }

    #[test]
    fn all_receive_the_same_from_other_processes() {
        for (several, threads) in [(2, 1), (3, 2)] {
            let seen = processes(several, threads, |cluster| (counted(&cluster), counted(&cluster)));
            let all = vec![expected((several * threads) as u64); threads];
            assert_eq!(seen, vec![(all.clone(), all); several]);
        }
    }

    #[test]
    fn nobody_waits_for_a_worker_that_is_no_more() {
        let failed = std::panic::catch_unwind(|| {
            Cluster::local(2).run(|exchange| {
                assert!(exchange.index() == 0, "the other one fails");
                exchange.layer(vec![Message::default(), Message::default()], &Control::default()).map(|_| ())
            })
        });
        assert!(failed.is_err());
    }

    #[test]
    fn who_differs_is_named() {
        let found = processes(3, 1, |cluster| {
            let name = if cluster.process() == 1 { "another" } else { "the same" };
            cluster.agree(vec![("model".into(), name.into())], &Control::default()).map_err(|why| why.to_string())
        });
        let there = "process 1 differs in its model: another there, the same here";
        let here = "process 0 differs in its model: the same there, another here";
        assert_eq!(found, [there, here, there].map(|why| Err(why.to_string())));
    }

    #[test]
    fn a_bound_of_one_process_ends_all() {
        let ends = processes(2, 1, |cluster| {
            let control = Control::from(Limits { halt: cluster.halt(), ..Limits::default() });
            if cluster.process() == 1 {
                cluster.tell(Some(Bound::Time));
                return Some(Bound::Time);
            }
            while control.check() {
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
            control.hit()
        });
        assert_eq!(ends, [Some(Bound::Time); 2]);
    }
}
