//! Model checkers of others, run as processes on a circuit. What they say is believed of nobody: an execution is
//! performed again, an invariant is checked here.

use super::certificate::{self, Checked};
use super::circuit::{Circuit, Lit};
use super::solver::Sat;
use super::trace::Trace;
use crate::control::Control;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

/// What is known of the bad states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// By an invariant that a solver of ours has checked; here it is if it consists of clauses over latches.
    Safe {
        clauses: Option<Vec<Vec<Lit>>>,
    },
    Violated(Trace),
    /// What it says could not be checked, or it said nothing, for this reason.
    Unchecked(String),
    /// A bound was hit: [`Control::hit`].
    Stopped,
}

impl Outcome {
    /// Nothing is known, for this reason.
    pub fn unchecked(why: &str) -> Outcome {
        Outcome::Unchecked(why.to_string())
    }

    /// The same, with the name of the program before a reason.
    pub fn of(self, program: &str) -> Outcome {
        match self {
            Outcome::Unchecked(why) => Outcome::Unchecked(format!("{program}, which {why}")),
            known => known,
        }
    }
}

/// How a process has ended, and what it has printed.
pub struct Ended {
    pub status: ExitStatus,
    pub out: String,
    pub err: String,
}

/// Between two looks whether it has ended.
const PAUSE: Duration = Duration::from_millis(5);

/// The file of a program that is looked for as a shell does.
pub fn found(program: &str) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(PathBuf::from(program)).filter(|file| file.is_file());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Runs a program to its end; what it prints goes to files in the folder. Nothing if a bound was hit.
pub fn run(mut command: Command, folder: &Path, control: &Control<'_>) -> std::io::Result<Option<Ended>> {
    let [out, err] = ["out", "err"].map(|name| folder.join(name));
    command.stdin(Stdio::null()).stdout(File::create(&out)?).stderr(File::create(&err)?);
    let mut running = Running(in_a_group(&mut command).spawn()?);
    let status = loop {
        if let Some(status) = running.0.try_wait()? {
            break status;
        }
        if !control.check() {
            return Ok(None);
        }
        std::thread::sleep(PAUSE);
    };
    let text = |path| std::fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    // Ctrl-C may have ended it before it was noticed here.
    control.check().then(|| Ok(Ended { status, out: text(out)?, err: text(err)? })).transpose()
}

/// A process that does not outlive whoever waits for it, nor do those that it has started.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        if matches!(self.0.try_wait(), Ok(None)) {
            kill_group(&self.0);
        }
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

#[cfg(unix)]
fn in_a_group(command: &mut Command) -> &mut Command {
    std::os::unix::process::CommandExt::process_group(command, 0)
}

#[cfg(unix)]
fn kill_group(child: &Child) {
    let mut kill = Command::new("kill");
    kill.args(["-KILL", "--", &format!("-{}", child.id())]).stdout(Stdio::null()).stderr(Stdio::null());
    kill.status().ok();
}

#[cfg(not(unix))]
fn in_a_group(command: &mut Command) -> &mut Command {
    command
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}

/// Safe, if these parts, which may depend on inputs, are an invariant of the circuit; `clauses` are what they are made from.
pub fn proved(
    circuit: &Circuit,
    parts: &[Lit],
    clauses: Option<Vec<Vec<Lit>>>,
    sat: Sat,
    control: &Control<'_>,
) -> Outcome {
    match certificate::check_with_inputs(circuit, parts, sat, control) {
        Checked::Holds => Outcome::Safe { clauses },
        Checked::Stopped => Outcome::Stopped,
        Checked::Refuted(_) => Outcome::unchecked("says safe by what is no invariant"),
    }
}

/// An execution, if it is one of the circuit.
pub fn violated(circuit: &Circuit, trace: Option<Trace>) -> Outcome {
    let fits = |trace: &Trace| {
        trace.initial.len() == circuit.latches().len()
            && trace.inputs.iter().all(|inputs| inputs.len() == circuit.inputs().len())
            && trace.replay(circuit).is_some()
    };
    match trace.filter(fits) {
        Some(trace) => Outcome::Violated(trace),
        None => Outcome::unchecked("says wrong by what is no execution"),
    }
}
