//! Any model checker of hardware, run by a command on the circuit as AIGER. It answers as at the competition (HWMCC):
//! a line `0`, no bad state is reached, or `1`, one is, and behind it the witness of AIGER 1.9; or by the exit statuses
//! 20 and 10.

use super::aiger::{self, Form};
use super::circuit::{Circuit, Lit};
use super::process::{self, Ended, Outcome};
use super::solver::Sat;
use super::trace::Trace;
use super::witness;
use crate::control::Control;
use crate::folder::Folder;
use std::path::Path;
use std::process::Command;

/// Stands for the file with the circuit.
const CIRCUIT: &str = "{}";

/// Stands for the file into which an invariant is to be written.
const CERTIFICATE: &str = "{certificate}";

/// Begins a comment that says what latches mean.
const MAPPING: &[u8] = b"\nMAPPING ";

/// So much of what a program prints is told.
const TOLD: usize = 100;

/// Whether a bad state is reached. The words of the command are separated by spaces, and no shell looks at them.
pub fn check(circuit: &Circuit, command: &str, sat: Sat, control: &Control<'_>) -> Outcome {
    let found = asked(&with_one_bad_output(circuit), command, sat, control);
    let program = command.split_whitespace().next().unwrap_or_default();
    found.unwrap_or_else(|why| Outcome::unchecked(&format!("cannot be run: {why}"))).of(&format!("`{program}`"))
}

fn asked(circuit: &Circuit, command: &str, sat: Sat, control: &Control<'_>) -> std::io::Result<Outcome> {
    let folder = Folder::new()?;
    std::fs::write(folder.0.join("circuit.aig"), aiger::write(circuit, Form::Binary))?;
    let words = words(command, &folder.0);
    let mut run = Command::new(&words[0]);
    run.args(&words[1..]);
    let ended = process::run(run, &folder.0, control)?;
    Ok(ended.map_or(Outcome::Stopped, |ended| answered(circuit, &ended, &folder.0, sat, control)))
}

/// The command with files in their places; the circuit comes last if it has none.
fn words(command: &str, folder: &Path) -> Vec<String> {
    let file = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (circuit, certificate) = (file("circuit.aig"), file("certificate"));
    let word = |word: &str| word.replace(CERTIFICATE, &certificate).replace(CIRCUIT, &circuit);
    let mut words: Vec<String> = command.split_whitespace().map(word).collect();
    if !command.contains(CIRCUIT) {
        words.push(circuit);
    }
    words
}

/// Many model checkers know one property alone.
fn with_one_bad_output(circuit: &Circuit) -> Circuit {
    let mut circuit = circuit.clone();
    let bad = circuit.any(circuit.bads().iter().map(|bad| bad.lit).collect::<Vec<Lit>>());
    circuit.only_bad("wrong", bad);
    circuit
}

fn answered(circuit: &Circuit, ended: &Ended, folder: &Path, sat: Sat, control: &Control<'_>) -> Outcome {
    let line = ended.out.lines().map(str::trim).find(|line| ["0", "1", "2"].contains(line));
    match (line, ended.status.code()) {
        (Some("0"), _) | (None, Some(20)) => proved(circuit, folder, sat, control),
        (Some("1"), _) => process::violated(circuit, execution(&ended.out)),
        (None, Some(10)) => Outcome::unchecked("says wrong, and has printed no witness"),
        (Some(_), _) => Outcome::unchecked("does not know"),
        (None, _) => Outcome::unchecked(&nothing_said(ended)),
    }
}

/// The last line that a program has printed is often the reason.
fn nothing_said(ended: &Ended) -> String {
    let mut lines = ended.out.lines().chain(ended.err.lines()).map(str::trim);
    let last = lines.rfind(|line| !line.is_empty());
    let told = last.map_or(String::new(), |line| format!(": {}", line.chars().take(TOLD).collect::<String>()));
    format!("has ended ({}) without a line `0` or `1`{told}", ended.status)
}

/// The execution behind the line `1`: properties, a state, the inputs of each step, and a point. What is left open is 0.
fn execution(said: &str) -> Option<Trace> {
    let bits = |line: &str| line.chars().map(|c| "01x".contains(c).then_some(c == '1')).collect::<Option<Vec<bool>>>();
    let behind = said.lines().map(str::trim).skip_while(|line| *line != "1").skip(1);
    let lines = behind.filter(|line| !line.starts_with('c')).skip_while(|line| line.starts_with(['b', 'j']));
    let mut lines = lines.take_while(|line| *line != ".").map(bits);
    let initial = lines.next()??;
    Some(Trace { initial, inputs: lines.collect::<Option<_>>()? })
}

fn proved(circuit: &Circuit, folder: &Path, sat: Sat, control: &Control<'_>) -> Outcome {
    let unchecked = |why: &str| Outcome::unchecked(&format!("says safe, and {why}"));
    let Ok(file) = std::fs::read(folder.join("certificate")) else {
        return unchecked("has written no invariant where `{certificate}` says");
    };
    if file.windows(MAPPING.len()).any(|text| text == MAPPING) {
        return unchecked("its certificate has a mapping in a comment, which is not read");
    }
    let certificate = match aiger::read(&file) {
        Ok(certificate) => certificate,
        Err(why) => return unchecked(&format!("its certificate is no AIGER: {}", why.message)),
    };
    let mut circuit = circuit.clone();
    match witness::joined(&mut circuit, &certificate) {
        Some(parts) => process::proved(&circuit, &parts, None, sat, control),
        None => unchecked("its certificate names what is no input and no latch of the circuit"),
    }
}
