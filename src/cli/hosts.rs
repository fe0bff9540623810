//! `check --hosts`: the file that lists processes, how one of them joins the others, and what it prints if it is not
//! the first.

use super::args::CheckArgs;
use super::failure::Failure;
use super::timed::{Timed, status};
use super::{Memory, Status, answer, answer_json, complain, read_text};
use crate::diagnostics::{Diagnostic, Span};
use crate::driver::{Engine, Options, agreement};
use crate::model::Model;
use crate::report::{self, Format};
use crate::workers::{Cluster, ClusterError};
use serde_json::json;
use std::io::ErrorKind;
use std::sync::Arc;

/// The processes that explore together, and where they are.
pub(super) struct Team {
    cluster: Arc<Cluster>,
    addresses: Vec<String>,
}

impl Team {
    /// Waits for all of them, if there are to be several; they must have the same in mind.
    pub(super) fn joined(
        args: &CheckArgs,
        model: &Model,
        engine: Engine<'_>,
        options: &Options,
        memory: Memory,
    ) -> Result<Option<Team>, Failure> {
        let Some((file, process)) = args.hosts.as_ref().zip(args.process) else { return Ok(None) };
        let text = read_text(file)?;
        let addresses = addresses(&text).map_err(|found| Failure::text(file, &text, found, &args.common))?;
        let limits = args.common.bounds.limits(memory);
        let joined = Cluster::join(&addresses, process, args.workers(), &limits).map_err(refused)?;
        let all = agreement(&model.program, engine, options, &limits);
        joined.agree(all, &args.common.control(memory, &|_| ())).map_err(refused)?;
        Ok(Some(Team { cluster: Arc::new(joined), addresses }))
    }

    pub(super) fn cluster(&self) -> Arc<Cluster> {
        self.cluster.clone()
    }

    /// How many workers there are in all processes.
    pub(super) fn workers(&self) -> usize {
        self.cluster.workers()
    }

    /// The status of a process that is not the first, which has the report: this one says who is gone, and its verdict.
    pub(super) fn told_briefly(&self, run: &Timed<'_>, format: Format) -> Option<Status> {
        let (process, processes) = (self.cluster.process(), self.cluster.processes());
        if let Some(lost) = self.cluster.lost() {
            complain(&format!("warning: process {lost} at `{}` is gone", self.addresses[lost]));
        }
        if process == 0 {
            return None;
        }
        let outcome = &run.outcome;
        if format == Format::Json {
            let (verdict, bound) = (outcome.verdict.name(), outcome.bound.map(|bound| bound.name()));
            answer_json(json!({
                "process": process, "processes": processes, "verdict": verdict, "bound": bound, "states": outcome.states,
            }));
        } else {
            let said = report::verdict_line(&run.report(false, true));
            answer(&format!("process {process} of {processes}: {}; process 0 has the report\n", said.trim_end()));
        }
        Some(status(outcome.verdict))
    }
}

fn refused(why: ClusterError) -> Failure {
    let help = match &why {
        ClusterError::Ended(_) => return Failure::inconclusive(why.to_string()),
        ClusterError::NoSuchProcess { processes, .. } => format!("give one of 0 to {}", processes.saturating_sub(1)),
        ClusterError::Listen { source, .. } if source.kind() == ErrorKind::AddrInUse => {
            "end the other program, or change the port in all files".into()
        }
        ClusterError::Listen { .. } => "each process listens on its own line of the file".into(),
        ClusterError::Absent { process, .. } => format!("start it with `--process {process}` and the same file"),
        ClusterError::Differ { .. } => "start all with the same program, model and flags".into(),
        _ => return Failure::refused(why),
    };
    Failure::refused(why).with_help(help)
}

/// `HOST:PORT` on each line; lines that are empty or begin with `#` are left out.
fn addresses(text: &str) -> Result<Vec<String>, Vec<Diagnostic>> {
    let (mut found, mut wrong): (Vec<(Span, &str)>, Vec<Diagnostic>) = (vec![], vec![]);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let word = line.trim();
        let at = start + (line.len() - line.trim_start().len());
        start += line.len();
        if word.is_empty() || word.starts_with('#') {
            continue;
        }
        let span = Span { start: at as u32, end: (at + word.len()) as u32 };
        wrong.extend(mistake(word, span));
        if let Some((first, _)) = found.iter().find(|(_, known)| *known == word) {
            let twice =
                Diagnostic::error(format!("`{word}` is listed twice"), span, "two processes cannot listen here");
            wrong.push(twice.also(*first, "listed before").help("give each process a port of its own"));
        }
        found.push((span, word));
    }
    if found.is_empty() {
        let nobody = Diagnostic::error("no host is listed", Span::default(), "expected `HOST:PORT`");
        wrong.push(nobody.help("list one host and port for each process, a line each"));
    }
    if wrong.is_empty() { Ok(found.into_iter().map(|(_, word)| word.to_string()).collect()) } else { Err(wrong) }
}

/// What is wrong with one line.
fn mistake(word: &str, span: Span) -> Option<Diagnostic> {
    let part = |from: usize, to: usize| Span { start: span.start + from as u32, end: span.start + to as u32 };
    let help = "write a host's name or address and a port: `10.0.0.1:7000`";
    let (message, at, label) = match word.rsplit_once(':') {
        _ if word.contains(char::is_whitespace) => {
            ("there is more than one word on a line", span, "one address a line")
        }
        None => ("a port is missing", part(word.len(), word.len()), "expected `:PORT`"),
        Some(("", _)) => ("a host is missing", part(0, 1), "expected a host before this"),
        Some((host, port)) if port.parse::<u16>().ok().is_none_or(|port| port == 0) => {
            ("this is no port", part(host.len() + 1, word.len()), "expected a number from 1 to 65535")
        }
        Some((host, _)) if host.contains(':') && !(host.starts_with('[') && host.ends_with(']')) => {
            ("this address is not in brackets", part(0, host.len()), "expected `[..]` around it")
        }
        _ => return None,
    };
    Some(Diagnostic::error(message, at, label).help(help))
}
