//! `moverlog errata`.

use super::args::ErrataArgs;
use super::failure::Failure;
use super::{Status, print};
use crate::diagnostics::nearest;
use crate::errata::{self, Run};
use crate::report::{Catalogue, Format, Performed, Shown};
use std::process::{Command, Output};

pub(super) fn run(args: &ErrataArgs) -> Result<Status, Failure> {
    let Some(name) = &args.name else {
        print(&Catalogue, args.format);
        return Ok(Status::Yes);
    };
    let erratum = errata::named(name).ok_or_else(|| unknown(name))?;
    let runs: Result<Vec<Performed>, Failure> = erratum.runs.iter().map(|run| perform(run, args.format)).collect();
    let shown = Shown { erratum, runs: runs? };
    print(&shown, args.format);
    Ok(if shown.runs.iter().all(Performed::shows) { Status::Yes } else { Status::No })
}

fn unknown(name: &str) -> Failure {
    let names = || errata::all().map(|e| e.name);
    let failure = Failure::refused(format!("no erratum `{name}`"));
    let part = names().filter(|n| !name.is_empty() && n.contains(name)).collect::<Vec<_>>();
    match nearest(name, names()) {
        Some(near) => failure.with_help(format!("did you mean `{near}`?")),
        None if !part.is_empty() => failure.with_help(format!("there are {}", part.join(", "))),
        None => failure.with_help("`moverlog errata` lists them"),
    }
}

/// Each command is a process of its own, as if it had been typed.
fn perform(run: &'static Run, format: Format) -> Result<Performed, Failure> {
    let done = execute(run.command.split(' '))?;
    let answer = match format {
        Format::Json => {
            let words = run.command.split(" --format").next().unwrap_or_default();
            serde_json::from_slice(&execute(words.split(' ').chain(["--format", "json"]))?.stdout).ok()
        }
        _ => None,
    };
    let output = [done.stderr, done.stdout].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    Ok(Performed { run, output, status: done.status.code().unwrap_or(Status::Inconclusive as i32), answer })
}

fn execute<'w>(words: impl IntoIterator<Item = &'w str>) -> Result<Output, Failure> {
    let program = std::env::current_exe();
    let output = program.and_then(|program| Command::new(program).args(words).output());
    output.map_err(|e| Failure::refused(format!("cannot run moverlog: {e}")))
}
