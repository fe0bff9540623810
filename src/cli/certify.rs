//! `moverlog certify`, and what `moverlog check --certificate` writes for it.

use super::args::{CertifyArgs, CheckArgs};
use super::failure::Failure;
use super::timed::with_progress;
use super::{Memory, Status, answer, answer_json, complain, read_for_circuits, read_model, read_text};
use crate::driver::{self, Bound, Certified, Closed, Verdict};
use crate::model::Model;
use crate::report::{self, Format};
use crate::symbolic::solver::Sat;
use serde_json::json;

/// What is said of a certificate, and what it consists of.
struct Said {
    status: Status,
    said: String,
    count: usize,
    parts: &'static str,
    by: &'static str,
}

pub(super) fn run(args: &CertifyArgs, memory: Memory) -> Result<Status, Failure> {
    let text = read_text(&args.certificate)?;
    let read = if report::is_states(&text) { read_model } else { read_for_circuits };
    let model = read(&args.model, &args.common)?;
    if args.smt2 {
        return smt2(args, &model, &text, memory);
    }
    let by = if report::is_states(&text) { states } else { clauses };
    let Said { status, said, count, parts, by } = by(args, &model, &text, memory)?;
    match args.format {
        Format::Json => answer_json(
            json!({"schema": 1, "model": model.name, parts: count, "holds": status == Status::Yes, "said": said}),
        ),
        _ => answer(&format!("{said}\n{count} {parts}, {by}\n")),
    }
    Ok(status)
}

fn smt2(args: &CertifyArgs, model: &Model, text: &str, memory: Memory) -> Result<Status, Failure> {
    if report::is_states(text) {
        return Err(Failure::refused("`--smt2` has no effect here: states are checked by single steps"));
    }
    let certificate = report::read_certificate(text).map_err(|why| unread(args, why))?;
    let (questions, hit) = with_progress("certify", &args.common, memory, |control| {
        (driver::certify_smt2(&model.program, &certificate, control), control.hit())
    });
    match (questions, hit) {
        (_, Some(_)) => Ok(Status::Inconclusive),
        (Ok(questions), None) => {
            answer(&questions);
            Ok(Status::Yes)
        }
        (Err(what), None) => Err(strange(args, &what)),
    }
}

fn strange(args: &CertifyArgs, what: &str) -> Failure {
    Failure::refused(format!("`{}` is about another program: {what}", args.certificate))
}

fn unread(args: &CertifyArgs, (line, why): (usize, String)) -> Failure {
    Failure::refused(format!("`{}`, line {line}: {why}", args.certificate))
}

fn clauses(args: &CertifyArgs, model: &Model, text: &str, memory: Memory) -> Result<Said, Failure> {
    let certificate = report::read_certificate(text).map_err(|why| unread(args, why))?;
    let found = with_progress("certify", &args.common, memory, |control| {
        driver::certify(&model.program, &certificate, args.solver, control)
    });
    let clause = |n: usize| report::clause_text(&certificate.clauses[n]);
    let (status, said) = match found {
        Certified::Strange(what) => return Err(strange(args, &what)),
        Certified::Holds => holds(),
        Certified::NotAtFirst(n) => (Status::No, format!("fails: false in an initial state: {}", clause(n))),
        Certified::NotKept(n) => (Status::No, format!("fails: some block does not keep it: {}", clause(n))),
        Certified::AllowsErrors => (Status::No, "fails: it holds also where a thread has gone wrong".to_string()),
        Certified::Open => open(),
    };
    Ok(Said { status, said, count: certificate.clauses.len(), parts: "clauses", by: "checked by a solver of its own" })
}

fn states(args: &CertifyArgs, model: &Model, text: &str, memory: Memory) -> Result<Said, Failure> {
    if args.solver != Sat::default() {
        return Err(Failure::refused("`--solver` has no effect here: states are checked by single steps"));
    }
    let read = report::read_states(&model.program, text).map_err(|why| unread(args, why))?;
    let (lines, states): (Vec<usize>, Vec<_>) = read.into_iter().unzip();
    let found =
        with_progress("certify", &args.common, memory, |control| driver::closed(&model.program, &states, control));
    let (status, said) = match found {
        Closed::Holds => holds(),
        Closed::NotAtFirst => (Status::No, "fails: the initial state is missing".to_string()),
        Closed::Leaves(n, t) => {
            (Status::No, format!("fails: a step of thread {} from line {} leads to none of them", t.0, lines[n]))
        }
        Closed::Wrong(n, t) => {
            (Status::No, format!("fails: thread {} goes wrong in a step from line {}", t.0, lines[n]))
        }
        Closed::Open => open(),
    };
    Ok(Said { status, said, count: states.len(), parts: "states", by: "checked by every step of every thread" })
}

fn holds() -> (Status, String) {
    (Status::Yes, "holds: no thread goes wrong".to_string())
}

fn open() -> (Status, String) {
    (Status::Inconclusive, "not known: a bound was hit".to_string())
}

/// Writes all states of all interleavings, if an explicit engine has said that a program is safe; whether there are
/// such.
pub(super) fn explicit(args: &CheckArgs, model: &Model, verdict: Verdict, memory: Memory) -> Result<Status, Failure> {
    let Some(path) = args.symbolic.certificate.as_ref().filter(|_| verdict == Verdict::Safe) else {
        return Ok(Status::Yes);
    };
    let (states, hit) = with_progress("certificate", &args.common, memory, |control| {
        (driver::every_state(&model.program, control), control.hit())
    });
    match (states, hit) {
        (Some(states), _) => write(path, &report::states_text(&model.program, &states)).map(|()| Status::Yes),
        (None, Some(bound)) => Ok(uncertified(bound)),
        (None, None) => {
            complain("error: among all interleavings a thread goes wrong, and the engine has found none");
            Ok(Status::Disagreement)
        }
    }
}

fn uncertified(bound: Bound) -> Status {
    complain(&format!("no certificate: all interleavings were not explored to their end ({})", bound.name()));
    Status::Inconclusive
}

/// Writes a certificate.
pub(super) fn write(path: &str, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|why| Failure::refused(format!("cannot write to `{path}`: {why}")))
}
