//! `moverlog check --engine` and `--external`: symbolic engines.

use super::args::{CheckArgs, Common, ExportArgs, Exported};
use super::failure::Failure;
use super::timed::{Timed, status, timed, with_progress};
use super::{Memory, Status, answer_bytes, answer_json, print, read_for_circuits, screen};
use crate::driver::{self, Blocks, Decider, Engine, Outcome, Symbolic};
use crate::ir::Program;
use crate::model::Model;
use crate::report::{self, Format};
use crate::symbolic::aiger::{self, Form};
use crate::symbolic::{abc, btor2, process, smt2};
use moverlog_rules::{REDUCTIONS, Reduction};

pub(super) fn run(args: &CheckArgs, decider: Decider, by: &str, memory: Memory) -> Result<Status, Failure> {
    assertions_alone(args, by)?;
    let reduction = reduction(args.rules.as_deref().unwrap_or("phase"))?;
    installed(decider)?;
    let model = read_for_circuits(&args.model, &args.common)?;
    let symbolic = args.symbolic.reach.of(decider, reduction);
    encodable(&model, symbolic)?;
    let run = decided(&model, symbolic, &args.common, memory)?;
    let checked = run.report(args.original, args.common.quiet);
    match args.format {
        Format::Json => answer_json(report::check_json(&checked)),
        Format::Latex | Format::Html | Format::Sarif => print(&checked, args.format),
        _ => screen::show(report::check_lines(&checked, screen::width())),
    }
    if let (Some(path), Some(certificate)) = (&args.symbolic.certificate, &run.outcome.certificate) {
        super::certify::write(path, &report::certificate_text(&model.program, certificate))?;
    }
    Ok(status(run.outcome.verdict))
}

/// Another program, run by this command, which is kept as long as we run.
pub(super) fn external(command: &str) -> Decider {
    Decider::External(command.to_string().leak())
}

/// Refuses an engine that is a program of others, where that is missing.
pub(super) fn installed(decider: Decider) -> Result<(), Failure> {
    let (why, help) = match decider {
        Decider::Abc if abc::program().is_none() => (
            "`--engine abc` runs ABC, and there is neither `berkeley-abc` nor `abc` where programs are looked for"
                .into(),
            "`apt-get install berkeley-abc` on Debian; `--engine ic3` is built in",
        ),
        Decider::External(command) => match command.split_whitespace().next() {
            Some(program) if process::found(program).is_some() => return Ok(()),
            None => ("`--external` names no program".into(), "`--external 'PROGRAM {}'`"),
            Some(program) => (
                format!("`--external` runs `{program}`, and there is no such program where programs are looked for"),
                "name its file; `--engine ic3` is built in",
            ),
        },
        _ => return Ok(()),
    };
    Err(Failure::refused(why).with_help(help))
}

/// Refuses what this flag does not decide, and what does nothing for it.
pub(super) fn assertions_alone(args: &CheckArgs, by: &str) -> Result<(), Failure> {
    if let Some(flag) = args.ways.asked_for() {
        return Err(Failure::refused(format!("`{flag}` has no effect here: `{by}` decides by a circuit")));
    }
    if args.deadlock || args.races {
        return Err(Failure::refused(format!("`{by}` decides assertions alone, neither deadlocks nor races")));
    }
    Ok(())
}

/// One symbolic engine on one model. A program without a circuit is left open.
pub(super) fn decided<'m>(
    model: &'m Model,
    symbolic: Symbolic,
    common: &Common,
    memory: Memory,
) -> Result<Timed<'m>, Failure> {
    decided_by(driver::symbolic, model, symbolic, common, memory)
}

/// The same by this function.
pub(super) fn decided_by<'m>(
    decide: fn(&Program, Symbolic, &driver::Control<'_>) -> Outcome,
    model: &'m Model,
    symbolic: Symbolic,
    common: &Common,
    memory: Memory,
) -> Result<Timed<'m>, Failure> {
    let work = |control: &driver::Control<'_>| Ok((decide(&model.program, symbolic, control), ()));
    timed(model, Engine::from(symbolic.reduction), common, memory, work).map(|(run, ())| run)
}

pub(super) fn encodable(model: &Model, symbolic: Symbolic) -> Result<(), Failure> {
    let why = driver::unencodable(&model.program, symbolic);
    why.map_or(Ok(()), |why| Err(Failure::refused(format!("there is no circuit of `{}`: {why}", model.name))))
}

/// `moverlog export`.
pub(super) fn export(args: &ExportArgs, memory: Memory) -> Result<Status, Failure> {
    let reduction = reduction(args.rules.as_deref().unwrap_or("phase"))?;
    let model = read_for_circuits(&args.model, &args.common)?;
    let symbolic = Symbolic { inline: args.inline, ..Symbolic::ic3(reduction) };
    encodable(&model, symbolic)?;
    let (circuit, hit) = with_progress("export", &args.common, memory, |control| {
        (driver::circuit(&model.program, symbolic, control), control.hit())
    });
    let (Some(circuit), None) = (circuit, hit) else { return Ok(Status::Inconclusive) };
    answer_bytes(&match args.to {
        Exported::Aiger => aiger::write(&circuit, Form::Binary),
        Exported::AigerAscii => aiger::write(&circuit, Form::Ascii),
        Exported::Btor2 => btor2::write(&circuit).into_bytes(),
        Exported::Smt2 => smt2::write(&circuit).into_bytes(),
        Exported::Chc => smt2::integers::write(&circuit).into_bytes(),
        Exported::Cpds => unreachable!("a pushdown system is no circuit"),
    });
    Ok(Status::Yes)
}

/// The reduction of that name.
pub(super) fn reduction(name: &str) -> Result<&'static Reduction, Failure> {
    match super::rules::find(name, super::args::Color::Auto)? {
        Engine::Blocks(Blocks::Compiled(reduction), _) => Ok(reduction),
        _ => {
            let names: Vec<&str> = REDUCTIONS.iter().map(|r| r.name).collect();
            let why = format!("`{name}` makes no blocks, of which circuits are made");
            Err(Failure::refused(why).with_help(format!("name one of {}", names.join(", "))))
        }
    }
}
