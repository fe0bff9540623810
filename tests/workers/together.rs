//! Processes that explore together, as threads of one process: what goes over the network is the same.

use super::support::setting;
use super::{compare_models, compare_random_programs, difference, limits, outcome, outcome_under};
use moverlog::driver::{Bound, Limits, MoverMode, Options, Outcome, Verdict};
use moverlog::ir::Program;
use moverlog::model::load;
use moverlog::prelude::{Checker, Model};
use moverlog::workers::{Cluster, ClusterError};
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{scope, sleep, spawn};
use std::time::Duration;

/// Ports that the system chooses, and their addresses.
pub(super) fn ports(count: usize) -> (Vec<TcpListener>, Vec<String>) {
    let listeners: Vec<_> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
    let addresses = listeners.iter().map(|l| l.local_addr().expect("it is bound").to_string()).collect();
    (listeners, addresses)
}

/// A model's name and text, rules and movers.
type Asked = (String, String, String, MoverMode);

/// One process of several; it explores what it is asked for, and has the same limits each time.
struct Process {
    ask: Sender<Asked>,
    told: Receiver<String>,
}

/// The others, who leave when they are asked for nothing more, and the first process, which leaves after them.
struct Processes {
    others: Vec<Process>,
    cluster: Arc<Cluster>,
}

fn explored(cluster: &Arc<Cluster>, program: &Program, rules: &str, movers: MoverMode) -> Outcome {
    let options = Options { movers, cluster: Some(cluster.clone()), ..Options::default() };
    outcome_under(program, rules, &options, Limits { halt: cluster.halt(), ..limits() })
}

impl Process {
    fn start(listener: TcpListener, addresses: Vec<String>, process: usize, threads: usize) -> Self {
        let ((ask, asked), (tell, told)) = (channel::<Asked>(), channel());
        spawn(move || {
            let joined = Cluster::join_at(listener, &addresses, process, threads, &Limits::default());
            let cluster = Arc::new(joined.expect("all are there"));
            let mut read = (String::new(), None);
            for (name, text, rules, movers) in asked {
                if read.0 != text {
                    let model = load(&name, &text, &[]).0.expect("the other one has read it");
                    read = (text, Some(model.program));
                }
                let program = read.1.as_ref().expect("it has been read");
                let _ = tell.send(format!("{:?}", explored(&cluster, program, &rules, movers)));
            }
        });
        Process { ask, told }
    }
}

impl Processes {
    fn start(count: usize, threads: usize) -> Self {
        let (mut listeners, addresses) = ports(count);
        let first = listeners.remove(0);
        let others = listeners.into_iter().enumerate();
        let others = others.map(|(i, l)| Process::start(l, addresses.clone(), i + 1, threads)).collect();
        let joined = Cluster::join_at(first, &addresses, 0, threads, &Limits::default());
        Processes { others, cluster: Arc::new(joined.expect("all are there")) }
    }

    /// What the first process finds, and the others too.
    fn explore(&self, name: &str, program: &Program, text: &str, rules: &str, movers: MoverMode) -> Outcome {
        for other in &self.others {
            other.ask.send((name.into(), text.into(), rules.into(), movers)).expect("it listens");
        }
        let found = explored(&self.cluster, program, rules, movers);
        let here = format!("{found:?}");
        for other in &self.others {
            assert_eq!(other.told.recv().expect("it has explored"), here, "all processes find the same");
        }
        found
    }

    fn compare(&self, name: &str, program: &Program, text: &str) -> Option<String> {
        difference(program, |rules, movers| self.explore(name, program, text, rules, movers))
    }
}

fn compare_with<'a>(processes: &'a Processes) -> impl Fn(&str, &Program, &str) -> Option<String> + 'a {
    |name, program, text| processes.compare(name, program, text)
}

/// Two tests, since processes wait for each other half of the time.
#[test]
fn all_models_by_processes() {
    compare_models(0, 2, &compare_with(&Processes::start(2, 1)));
}

#[test]
fn all_other_models_by_processes() {
    compare_models(1, 2, &compare_with(&Processes::start(2, 1)));
}

#[test]
fn random_programs_by_processes() {
    let (processes, threads) = (setting("MOVERLOG_PROCESSES", 2), setting("MOVERLOG_WORKERS", 1));
    compare_random_programs(&compare_with(&Processes::start(processes as usize, threads as usize)));
}

#[test]
fn an_error_is_found_on_the_same_way_by_processes() {
    let text = "int x; void T() { x = x + 1; assert(x < 3); } P = { T() } || { T() } || { T() };";
    let program = load("three.mover", text, &[]).0.expect("it is well-formed").program;
    for (count, threads) in [(2, 2), (3, 1), (4, 2)] {
        let processes = Processes::start(count, threads);
        assert_eq!(processes.compare("three.mover", &program, text), None, "{count} processes");
    }
    assert_eq!(outcome(&program, "reduction", MoverMode::Lockset, 1).verdict, Verdict::Wrong);
}

/// Two processes with limits of their own, of a program without end.
fn endless(limits: [Limits; 2]) -> Vec<(Verdict, Option<Bound>)> {
    let text = "int x; void T() { while (true) { x = x + 1; } } P = { T() } || { T() };";
    let program = load("endless.mover", text, &[]).0.expect("it is well-formed").program;
    let (listeners, addresses) = ports(2);
    let found = |process: usize, listener, limits: Limits| {
        let cluster = Cluster::join_at(listener, &addresses, process, 1, &limits).expect("both are there");
        let options = Options { cluster: Some(Arc::new(cluster)), ..Options::default() };
        let found = outcome_under(&program, "interleaving", &options, limits);
        assert!(found.states > 1, "process {process} tells what it knows");
        (found.verdict, found.bound)
    };
    let found = &found;
    scope(|scope| {
        let runs = listeners.into_iter().zip(limits).enumerate();
        let runs: Vec<_> =
            runs.map(|(p, (listener, limits))| scope.spawn(move || found(p, listener, limits))).collect();
        runs.into_iter().map(|run| run.join().expect("it does not fail")).collect()
    })
}

#[test]
fn a_bound_of_one_process_ends_all() {
    let inconclusive = |bound| vec![(Verdict::Inconclusive, Some(bound)); 2];
    let free = || Limits { max_states: usize::MAX, ..Limits::default() };
    let time = || Limits { timeout: Some(Duration::from_millis(400)), ..free() };
    assert_eq!(endless([free(), time()]), inconclusive(Bound::Time));
    assert_eq!(endless([time(), free()]), inconclusive(Bound::Time));
    // Bytes that are in use later, as far as this process is told.
    static IN_USE: AtomicUsize = AtomicUsize::new(0);
    let memory = Limits { max_memory: Some(1), memory: || IN_USE.load(Ordering::Relaxed), ..free() };
    spawn(move || {
        sleep(Duration::from_millis(400));
        IN_USE.store(2, Ordering::Relaxed);
    });
    assert_eq!(endless([free(), memory]), inconclusive(Bound::Memory));
    let interrupted = free();
    let cancel = interrupted.cancel.clone();
    spawn(move || {
        sleep(Duration::from_millis(400));
        cancel.store(true, Ordering::Relaxed);
    });
    assert_eq!(endless([interrupted, free()]), inconclusive(Bound::Interrupted));
}

#[test]
fn a_process_that_is_not_there_is_named() {
    let (_listeners, addresses) = ports(3);
    let limits = Limits { timeout: Some(Duration::from_millis(200)), ..Limits::default() };
    let join =
        |process, addresses: &[String]| Cluster::join(addresses, process, 1, &limits).expect_err("nobody is there");
    assert!(matches!(join(0, &addresses), ClusterError::Listen { .. }), "the port is taken");
    assert!(matches!(join(3, &addresses), ClusterError::NoSuchProcess { process: 3, processes: 3 }));
    let (listeners, addresses) = ports(3);
    drop(listeners);
    assert!(matches!(join(0, &addresses), ClusterError::Absent { process: 1, source: None, .. }));
    assert!(matches!(join(2, &addresses), ClusterError::Absent { process: 0, source: Some(_), .. }));
}

#[test]
fn strangers_who_call_are_not_listened_to() {
    let (mut listeners, addresses) = ports(2);
    let mut stranger = TcpStream::connect(&addresses[0]).expect("somebody listens");
    stranger.write_all(&[7; 200]).expect("it is heard");
    let first = listeners.remove(0);
    let addresses = &addresses;
    scope(|scope| {
        let one = scope.spawn(move || Cluster::join_at(first, addresses, 0, 1, &Limits::default()).map(drop));
        let other = listeners.remove(0);
        let other = scope.spawn(move || Cluster::join_at(other, addresses, 1, 1, &Limits::default()).map(drop));
        assert!(one.join().expect("it does not fail").is_ok() && other.join().expect("it does not fail").is_ok());
    });
}

#[test]
fn processes_must_have_the_same_in_mind() {
    let (listeners, addresses) = ports(2);
    let addresses = &addresses;
    let messages: Vec<String> = scope(|scope| {
        let checked = |process: usize, listener| {
            let cluster =
                Cluster::join_at(listener, addresses, process, 1, &Limits::default()).expect("both are there");
            let text = ["int x; void T() { x = 1; } P = { T() };", "int x; void T() { x = 2; } P = { T() };"][process];
            let model = Model::parse("own.mover", text).expect("it is a model");
            let checker = Checker::new(&model.program).rules("interleaving").expect("it is listed");
            checker.cluster(&Arc::new(cluster)).run().expect_err("they differ").to_string()
        };
        let runs: Vec<_> = listeners.into_iter().enumerate().map(|(p, l)| scope.spawn(move || checked(p, l))).collect();
        runs.into_iter().map(|run| run.join().expect("it does not fail")).collect()
    });
    assert!(messages[0].starts_with("process 1 differs in its model: "), "{messages:?}");
    assert!(messages[1].starts_with("process 0 differs in its model: "), "{messages:?}");
}
