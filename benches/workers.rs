//! What several workers cost and save: the engine of one worker, one, two and more of those that exchange states, and
//! processes of one worker each on the loopback network, each run in processes of its own, in turn. Prints the best
//! times of the rounds, and their ratios. `MOVERLOG_WORKERS` says how many workers there are at most,
//! `MOVERLOG_ROUNDS` how many rounds, and words on the command line which models.

#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use moverlog::driver::{Control, Instance, Limits, Partition};
use moverlog::ir::Program;
use moverlog::model::load;
use moverlog::movers::{Movers, Protection};
use moverlog::semantics::Semantics;
use moverlog::workers::{Cluster, Rules, explore};
use moverlog_rules::{layer, ruleset};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::Instant;
use wait4::Wait4;

#[path = "../src/memory.rs"]
mod memory;

const RULES: &str = "interleaving";

/// How a model is explored.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// By the engine of one worker.
    Alone,
    Workers(usize),
    Processes(usize),
}

/// What one run took, in all its processes.
#[derive(Clone, Copy, Default)]
struct Taken {
    seconds: f64,
    processor: f64,
    states: usize,
    /// The most that were in use.
    bytes: usize,
    /// States that a worker told another of.
    told: usize,
    /// Bytes that one process sent another.
    sent: usize,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    if words.first().is_some_and(|word| word == "run") {
        return run(&words[1..]);
    }
    let models = [
        "bakery N=3 M=2",
        "philosophers N=7",
        "counter N=5 K=2",
        "bakery N=3 M=5",
        "philosophers N=8",
        "indexer N=4 K=2",
    ];
    println!(
        "| model | states | explored by | time | times one by itself | times one worker | processor time | bytes a state | told a state | sent a state |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let chosen = |model: &&&str| words.is_empty() || words.iter().any(|word| model.starts_with(word.as_str()));
    models.iter().filter(chosen).for_each(|model| compare(model));
}

fn setting(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |n| n.parse().expect("a number"))
}

/// Prints a row for each way.
fn compare(model: &str) {
    let most = setting("MOVERLOG_WORKERS", 2);
    let mut ways = vec![Way::Alone];
    ways.extend((1..=most).map(Way::Workers));
    ways.extend([Way::Processes(2), Way::Processes(4)]);
    let mut best: Vec<Option<Taken>> = vec![None; ways.len()];
    for _ in 0..setting("MOVERLOG_ROUNDS", 5) {
        for (way, best) in ways.iter().zip(&mut best) {
            let taken = measured(model, *way);
            *best = Some(best.map_or(taken, |best| best.least(taken)));
        }
    }
    let best: Vec<Taken> = best.into_iter().map(|taken| taken.expect("there are rounds")).collect();
    for (way, taken) in ways.iter().zip(&best) {
        assert_eq!(taken.states, best[0].states, "{model}: all find the same");
        println!("| {model} | {} | {} | {} |", taken.states, way.name(), taken.row(best[0], best[1]));
    }
}

impl Way {
    fn name(self) -> String {
        match self {
            Way::Alone => "one by itself".into(),
            Way::Workers(1) => "1 worker".into(),
            Way::Workers(count) => format!("{count} workers"),
            Way::Processes(count) => format!("{count} processes"),
        }
    }

    /// The words for each of its processes.
    fn words(self) -> Vec<Vec<String>> {
        let Way::Processes(count) = self else {
            let workers = if let Way::Workers(count) = self { count } else { 0 };
            return vec![vec![workers.to_string()]];
        };
        // Ports that are free now.
        let open: Vec<_> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
        let addresses: Vec<_> = open.iter().map(|l| l.local_addr().expect("it is bound").to_string()).collect();
        let one =
            |process: usize| ["1".to_string(), process.to_string()].into_iter().chain(addresses.clone()).collect();
        (0..count).map(one).collect()
    }
}

impl Taken {
    /// The least of each; a state takes as many bytes in all rounds, but for when these were in use.
    fn least(self, other: Taken) -> Taken {
        Taken {
            seconds: self.seconds.min(other.seconds),
            processor: self.processor.min(other.processor),
            bytes: self.bytes.min(other.bytes),
            ..self
        }
    }

    fn row(&self, alone: Taken, one: Taken) -> String {
        let (states, ratio) = (self.states as f64, |to: Taken| self.seconds / to.seconds);
        format!(
            "{:.3} s | {:.2} | {:.2} | {:.2} s | {:.0} | {:.2} | {:.1} bytes",
            self.seconds,
            ratio(alone),
            ratio(one),
            self.processor,
            self.bytes as f64 / states,
            self.told as f64 / states,
            self.sent as f64 / states
        )
    }
}

/// Runs the processes of one way.
fn measured(model: &str, way: Way) -> Taken {
    let program = std::env::current_exe().expect("it runs");
    let start = |words: Vec<String>| {
        let mut command = Command::new(&program);
        command.arg("run").arg(model).args(words).stdout(Stdio::piped());
        command.spawn().expect("it runs again")
    };
    let children: Vec<Child> = way.words().into_iter().map(start).collect();
    children.into_iter().map(ended).fold(Taken::default(), |all, one| Taken {
        seconds: all.seconds.max(one.seconds),
        processor: all.processor + one.processor,
        states: one.states,
        bytes: all.bytes + one.bytes,
        told: one.told,
        sent: all.sent + one.sent,
    })
}

fn ended(mut child: Child) -> Taken {
    let said = std::io::read_to_string(child.stdout.take().expect("a pipe")).expect("text");
    let used = child.wait4().expect("it ends");
    assert!(used.status.success(), "a run fails");
    let numbers: Vec<f64> = said.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    let [states, bytes, told, sent] = [1, 2, 3, 4].map(|at| numbers[at] as usize);
    let processor = (used.rusage.utime + used.rusage.stime).as_secs_f64();
    Taken { seconds: numbers[0], processor, states, bytes, told, sent }
}

fn model(words: &str) -> Program {
    let mut words = words.split(' ');
    let path = format!("models/classic/{}.mover", words.next().expect("a name"));
    let text = std::fs::read_to_string(&path).expect("the model is there");
    let constant = |word: &str| word.split_once('=').map(|(n, v)| (n.to_string(), v.parse().expect("a number")));
    let constants: Vec<(String, i64)> = words.filter_map(constant).collect();
    load(&path, &text, &constants).0.expect("the model is well-formed").program
}

/// One process: the model, how many workers it has, which process it is and where all are. Prints what it took.
fn run(words: &[String]) {
    let (program, number) = (model(&words[0]), |at: usize| words[at].parse::<usize>().expect("a number"));
    let control = Control::from(Limits::default());
    let cluster = match (number(1), words.len()) {
        (0, _) => None,
        (workers, 2) => Some(Cluster::local(workers)),
        (workers, _) => {
            let joined = Cluster::join(&words[3..], number(2), workers, &control.limits).expect("all are there");
            joined.agree(vec![], &control).expect("all begin");
            Some(joined)
        }
    };
    let semantics = Semantics::within(&program, &control);
    let movers = Movers::Protection(Protection::initial(&program));
    let partition = Partition { phases: None, ..Partition::default() };
    let instance = Instance::new(&semantics, &movers, partition, &control);
    memory::reset_peak();
    let (before, start) = (memory::current(), Instant::now());
    let (states, told) = if let Some(cluster) = &cluster {
        let rules = Rules::Layers(layer(RULES).expect("it is in layers"));
        let explored = explore(&instance, rules, cluster, &control).expect("nothing is assumed");
        (explored.states, explored.sent)
    } else {
        (ruleset(RULES).expect("it is listed").solve)(&instance);
        (instance.state_count(), 0)
    };
    let (seconds, sent) = (start.elapsed().as_secs_f64(), cluster.as_ref().map_or(0, Cluster::sent));
    println!("{seconds} {states} {} {told} {sent}", memory::peak() - before);
}
