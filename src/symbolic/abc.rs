//! ABC's `pdr` (Brayton, Mishchenko, CAV 2010), where it is installed, run on the circuit as AIGER. What it says is
//! believed of nobody: its execution is performed again, its invariant is checked here.

use super::aiger::{self, Form};
use super::certificate::{self, Checked, parts};
use super::circuit::{Circuit, Lit, Reset};
use super::solver::Sat;
use super::trace::Trace;
use crate::control::Control;
use crate::folder::Folder;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// What is known of the bad states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// By an invariant that a solver of ours has checked.
    Safe {
        invariant: Vec<Vec<Lit>>,
    },
    Violated(Trace),
    /// What it says could not be checked, or it said nothing.
    Unchecked(&'static str),
    /// A bound was hit: [`Control::hit`].
    Stopped,
}

/// What is asked of ABC; it writes an invariant or an execution.
const SCRIPT: &str = "read_aiger circuit.aig; fold; orpos; pdr -d -I invariant.pla; write_cex -a execution.txt";

/// Between two looks whether it has ended.
const PAUSE: Duration = Duration::from_millis(5);

/// Where it is installed.
pub fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let named = |name: &str| std::env::split_paths(&path).map(|p| p.join(name)).find(|file| file.is_file());
    ["berkeley-abc", "abc"].into_iter().find_map(named)
}

/// Whether a bad state is reached.
pub fn check(circuit: &Circuit, sat: Sat, control: &Control<'_>) -> Outcome {
    let Some(program) = program() else { return Outcome::Unchecked("ABC is not installed") };
    let Ok(folder) = Folder::new() else { return Outcome::Unchecked("there is no folder for the files of ABC") };
    let file = aiger::write(&circuit.with_numbered_latches(), Form::Binary);
    let written = std::fs::write(folder.0.join("circuit.aig"), file);
    let said = written.and_then(|()| run(&program, &folder.0, control));
    let read = |name: &str| std::fs::read_to_string(folder.0.join(name)).unwrap_or_default();
    match said {
        Ok(None) => Outcome::Stopped,
        Ok(Some(said)) if said.contains("Property proved") => proved(circuit, &read("invariant.pla"), sat, control),
        Ok(Some(said)) if said.contains("was asserted in frame") => violated(circuit, &read("execution.txt")),
        Ok(Some(_)) => Outcome::Unchecked("ABC has no answer"),
        Err(_) => Outcome::Unchecked("ABC cannot be run"),
    }
}

/// What it prints; nothing if a bound was hit.
fn run(program: &Path, folder: &Path, control: &Control<'_>) -> std::io::Result<Option<String>> {
    let log = folder.join("log");
    let mut command = Command::new(program);
    command.args(["-q", SCRIPT]).current_dir(folder).stdin(Stdio::null()).stderr(Stdio::null());
    let mut running = Running(command.stdout(std::fs::File::create(&log)?).spawn()?);
    while running.0.try_wait()?.is_none() {
        if !control.check() {
            return Ok(None);
        }
        std::thread::sleep(PAUSE);
    }
    // Ctrl-C may have ended it before it was noticed here.
    control.check().then(|| std::fs::read_to_string(log)).transpose()
}

/// A process that does not outlive whoever waits for it.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

fn proved(circuit: &Circuit, pla: &str, sat: Sat, control: &Control<'_>) -> Outcome {
    let Some(invariant) = invariant(circuit, pla) else {
        return Outcome::Unchecked("ABC says safe, and has written no invariant that can be read");
    };
    let mut circuit = circuit.clone();
    let parts = parts(&mut circuit, &invariant);
    match certificate::check(&circuit, &parts, sat, control) {
        Checked::Holds => Outcome::Safe { invariant },
        Checked::Stopped => Outcome::Stopped,
        Checked::Refuted(_) => Outcome::Unchecked("ABC says safe by what is no invariant"),
    }
}

/// The cubes of a PLA, each of which the invariant excludes, as clauses. A file without any is the invariant `true`.
fn invariant(circuit: &Circuit, pla: &str) -> Option<Vec<Vec<Lit>>> {
    let names = pla.lines().find_map(|line| line.strip_prefix(".ilb ")).unwrap_or("");
    let latch = |name: &str| circuit.latches().get(name.strip_prefix('l')?.parse::<usize>().ok()?);
    let lits = names.split_whitespace().map(|name| {
        let latch = latch(name)?;
        // It works on latches that begin with 0.
        Some(latch.lit.negated_if(latch.reset == Reset::One))
    });
    let lits: Vec<Lit> = lits.collect::<Option<_>>()?;
    let cubes = pla.lines().filter(|line| line.starts_with(['0', '1', '-']));
    cubes.map(|line| clause(&lits, line.split_whitespace().next()?)).collect()
}

fn clause(lits: &[Lit], cube: &str) -> Option<Vec<Lit>> {
    let literal = |(lit, sign): (&Lit, char)| match sign {
        '0' => Some(*lit),
        '1' => Some(!*lit),
        _ => None,
    };
    (cube.len() == lits.len()).then(|| lits.iter().zip(cube.chars()).filter_map(literal).collect())
}

/// An execution that is one of the circuit.
fn violated(circuit: &Circuit, witness: &str) -> Outcome {
    let bits = |line: &str| line.chars().map(|c| c == '1').collect::<Vec<bool>>();
    let text = witness.split('#').next().unwrap_or_default();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).map(bits);
    let initial = lines.next().unwrap_or_default();
    let trace = Trace { initial, inputs: lines.collect() };
    let fits = trace.initial.len() == circuit.latches().len()
        && trace.inputs.iter().all(|inputs| inputs.len() == circuit.inputs().len());
    match fits.then(|| trace.replay(circuit)).flatten() {
        Some(_) => Outcome::Violated(trace),
        None => Outcome::Unchecked("ABC says wrong by what is no execution"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A latch that begins with 1 and stays so, beside one that follows an input.
    fn circuit() -> Circuit {
        let mut circuit = Circuit::new();
        let input = circuit.input("in");
        let (stays, follows) = (circuit.latch("stays", Reset::One), circuit.latch("follows", Reset::Zero));
        circuit.next(follows, input);
        circuit.bad("low", !stays);
        circuit
    }

    #[test]
    fn an_invariant_is_believed_only_if_it_is_one() {
        let circuit = circuit();
        let lit = circuit.latches()[0].lit;
        let control = Control::default();
        let said = proved(&circuit, ".ilb l0\n1 1\n", Sat::default(), &control);
        assert_eq!(said, Outcome::Safe { invariant: vec![vec![lit]] });
        for pla in [".ilb l0\n0 1\n", ".ilb l1\n1 1\n", "", ".ilb l7\n1 1\n", ".ilb l0\n11 1\n"] {
            assert!(matches!(proved(&circuit, pla, Sat::default(), &control), Outcome::Unchecked(_)), "{pla}");
        }
    }

    #[test]
    fn an_execution_is_believed_only_if_it_is_one() {
        let mut circuit = circuit();
        let follows = circuit.latches()[1].lit;
        circuit.bad("high", follows);
        assert!(matches!(violated(&circuit, "10\n1\n0# DONE\n"), Outcome::Violated(_)));
        for witness in ["10\n0\n0\n", "", "10\n", "1\n1\n0\n", "10\n11\n0\n", "00\n1\n0\n"] {
            assert!(matches!(violated(&circuit, witness), Outcome::Unchecked(_)), "{witness}");
        }
    }
}
