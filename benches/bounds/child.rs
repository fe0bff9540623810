//! One run of the program as a child process: how long it went on after it should have ended, and its memory.

use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use wait4::Wait4;

/// A run that goes on for longer past its end is killed.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a run took.
#[derive(Clone, Copy)]
pub struct Used {
    /// Seconds after the moment at which it should have ended, or none if it had ended before.
    pub past: Option<f64>,
    /// The most that was resident, in bytes.
    pub resident: u64,
    /// Nothing if a signal ended it.
    pub status: Option<i32>,
}

/// Runs the program, which is to end at `end`: by itself, or by an interrupt (Ctrl-C) that it gets then.
///
/// What it goes on for is the lesser of two measures: seconds of the wall clock, and seconds of CPU that it used
/// after that moment. They are the same on an idle machine; on a busy one the program stands still for a part of
/// the former, which is nobody's fault.
pub fn run(words: &[String], end: Duration, interrupt: bool) -> Used {
    let start = Instant::now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_moverlog"));
    let mut child = command.args(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let (ended, hears) = channel();
    std::thread::scope(|s| {
        let id = child.id();
        let watch = s.spawn(move || watch(id, &hears, end.saturating_sub(start.elapsed()), interrupt));
        let (used, wall) = (wait(&mut child), start.elapsed());
        drop(ended);
        let before = watch.join().expect("the watch does not fail");
        let cpu = (used.rusage.utime + used.rusage.stime).as_secs_f64();
        let late = (wall.as_secs_f64() - end.as_secs_f64()).max(0.0);
        let past = (wall > end).then(|| before.map_or(late, |b| late.min((cpu - b).max(0.0))));
        Used { past, resident: used.rusage.maxrss, status: used.status.code() }
    })
}

fn wait(child: &mut Child) -> wait4::ResUse {
    child.wait4().expect("a child can be waited for")
}

/// Seconds of CPU that the process had used when it should have ended.
fn watch(id: u32, ended: &Receiver<()>, left: Duration, interrupt: bool) -> Option<f64> {
    let goes_on = |time| ended.recv_timeout(time) == Err(std::sync::mpsc::RecvTimeoutError::Timeout);
    if !goes_on(left) {
        return None;
    }
    let before = cpu_seconds(id);
    if interrupt {
        signal("-INT", id);
    }
    if goes_on(PATIENCE) {
        signal("-KILL", id);
    }
    before
}

fn signal(name: &str, id: u32) {
    Command::new("kill").args([name, &id.to_string()]).status().expect("`kill` is there");
}

/// Of a process that runs; Linux tells, in hundredths.
fn cpu_seconds(id: u32) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let (_, behind_name) = stat.rsplit_once(')')?;
    let ticks: Vec<f64> = behind_name.split_whitespace().skip(11).take(2).flat_map(str::parse).collect();
    (ticks.len() == 2).then(|| ticks.iter().sum::<f64>() / 100.0)
}
