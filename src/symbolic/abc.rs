//! ABC's `pdr` (Brayton, Mishchenko, CAV 2010), where it is installed, run on the circuit as AIGER.

use super::aiger::{self, Form};
use super::certificate::parts;
use super::circuit::{Circuit, Lit, Reset};
use super::process::{self, Outcome};
use super::solver::Sat;
use super::trace::Trace;
use crate::control::Control;
use crate::folder::Folder;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is asked of ABC; it writes an invariant or an execution.
const SCRIPT: &str = "read_aiger circuit.aig; fold; orpos; pdr -d -I invariant.pla; write_cex -a execution.txt";

/// Where it is installed.
pub fn program() -> Option<PathBuf> {
    ["berkeley-abc", "abc"].into_iter().find_map(process::found)
}

/// Whether a bad state is reached.
pub fn check(circuit: &Circuit, sat: Sat, control: &Control<'_>) -> Outcome {
    let program = program().unwrap_or_default();
    asked(&program, circuit, sat, control).unwrap_or(Outcome::unchecked("cannot be run")).of("ABC")
}

fn asked(program: &Path, circuit: &Circuit, sat: Sat, control: &Control<'_>) -> std::io::Result<Outcome> {
    let folder = Folder::new()?;
    let file = aiger::write(&circuit.with_numbered_latches(), Form::Binary);
    let mut command = Command::new(program);
    command.args(["-q", SCRIPT]).current_dir(&folder.0);
    std::fs::write(folder.0.join("circuit.aig"), file)?;
    let ended = process::run(command, &folder.0, control)?;
    let read = |name: &str| std::fs::read_to_string(folder.0.join(name)).unwrap_or_default();
    Ok(match ended.map(|ended| ended.out) {
        None => Outcome::Stopped,
        Some(said) if said.contains("Property proved") => proved(circuit, &read("invariant.pla"), sat, control),
        Some(said) if said.contains("was asserted in frame") => violated(circuit, &read("execution.txt")),
        Some(_) => Outcome::unchecked("has no answer"),
    })
}

fn proved(circuit: &Circuit, pla: &str, sat: Sat, control: &Control<'_>) -> Outcome {
    let Some(clauses) = invariant(circuit, pla) else {
        return Outcome::unchecked("says safe, and has written no invariant that can be read");
    };
    let mut circuit = circuit.clone();
    let parts = parts(&mut circuit, &clauses);
    process::proved(&circuit, &parts, Some(clauses), sat, control)
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

/// The lines of the execution that ABC writes: a state, and the inputs of each step.
fn violated(circuit: &Circuit, written: &str) -> Outcome {
    let bits = |line: &str| line.chars().map(|c| c == '1').collect::<Vec<bool>>();
    let text = written.split('#').next().unwrap_or_default();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).map(bits);
    let initial = lines.next().unwrap_or_default();
    process::violated(circuit, Some(Trace { initial, inputs: lines.collect() }))
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
        assert_eq!(said, Outcome::Safe { clauses: Some(vec![vec![lit]]) });
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
