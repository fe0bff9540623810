//! `--witness FILE`: an error of a C program as SV-COMP's validators read it, in the YAML format 2.2.

use super::args::{CheckArgs, Property};
use super::failure::Failure;
use super::timed::Timed;
use crate::model::Language;
use crate::report::{Waymark, Waypoint, waypoints};
use sha2::{Digest, Sha256};
use std::time::{Duration, SystemTime};

/// Writes the witness of a run that has found an error.
pub(super) fn write(args: &CheckArgs, run: &Timed<'_>) -> Result<(), Failure> {
    let (Some(path), Some(failed)) = (&args.witness, &run.outcome.failed) else { return Ok(()) };
    let text = witness(args, run, &waypoints(run.model(), failed));
    std::fs::write(path, text).map_err(|why| Failure::refused(format!("cannot write to `{path}`: {why}")))
}

/// Refuses what cannot be said in one.
pub(super) fn refused(args: &CheckArgs) -> Result<(), Failure> {
    let Some(_) = args.witness else { return Ok(()) };
    if Language::of(&args.model) != Language::C {
        return Err(Failure::refused("`--witness` is for C programs: the format knows no others"));
    }
    match args.property {
        None | Some(Property::UnreachCall) => Ok(()),
        Some(other) => Err(Failure::refused(format!("`--witness` has no effect with `--property {}`", other.name()))),
    }
}

fn witness(args: &CheckArgs, run: &Timed<'_>, way: &[Waypoint]) -> String {
    let file = quoted(&args.model);
    let hash = hex(&Sha256::digest(run.model().text.as_bytes()));
    let segments: String = way.iter().map(|w| segment(w, &file)).collect();
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "- entry_type: violation_sequence\n  metadata:\n    format_version: '2.2'\n    uuid: {}\n    creation_time: '{}'\n    \
         producer:\n      name: moverlog\n      version: '{version}'\n    task:\n      input_files:\n      - {file}\n      \
         input_file_hashes:\n        {file}: {hash}\n      \
         specification: 'CHECK( init(main()), LTL(G ! call(reach_error())) )'\n      data_model: {}\n      language: C\n  \
         content:\n{segments}",
        uuid(&format!("{hash}{segments}")),
        humantime::format_rfc3339_seconds(now()),
        args.common.c.data_model(),
    )
}

fn segment(w: &Waypoint, file: &str) -> String {
    let (kind, constraint) = match &w.kind {
        Waymark::Comes => ("assumption", Some(("1".to_string(), "c_expression"))),
        Waymark::Creates => ("function_enter", None),
        Waymark::Gives(value) => ("function_return", Some((format!("\\result == {value}"), "acsl_expression"))),
        Waymark::Target => ("target", None),
    };
    let constraint = constraint.map_or(String::new(), |(value, format)| {
        format!("        constraint:\n          value: '{value}'\n          format: {format}\n")
    });
    let column = w.column.map_or(String::new(), |column| format!("          column: {column}\n"));
    let Waypoint { thread, line, function, .. } = w;
    format!(
        "  - segment:\n    - waypoint:\n        type: {kind}\n        action: follow\n        thread_id: {thread}\n{constraint}        \
         location:\n          file_name: {file}\n          line: {line}\n{column}          \
         function: {function}\n"
    )
}

/// The time of `SOURCE_DATE_EPOCH`, where that is set, so that a file can be made again byte by byte.
fn now() -> SystemTime {
    let set = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
    set.map_or_else(SystemTime::now, |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds))
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// Of a text, so the same for the same: a name-based UUID of version 8 (RFC 9562).
fn uuid(of: &str) -> String {
    let mut bytes = Sha256::digest(of.as_bytes())[..16].to_vec();
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let all = hex(&bytes);
    [&all[..8], &all[8..12], &all[12..16], &all[16..20], &all[20..]].join("-")
}
