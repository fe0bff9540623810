//! Flags that would do nothing under the engines that run. They are refused, with the reason.

use super::args::{Arguments, Phases};
use super::failure::Failure;
use crate::driver::Engine;
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory};

/// Commands of which it is known that movers and phases serve their engines alone.
const EXPLORING: [&str; 5] = ["check", "compare", "report", "run", "tsg"];

/// What speaks of movers that are assumed, and of states that are stored.
const CIRCUITS: [&str; 7] = ["movers", "initial_phase", "phases", "heuristics", "max_states", "max_stack", "auto"];

/// Refuses the first flag on the command line without an effect.
pub(super) fn refuse(matches: &ArgMatches) -> Result<(), Failure> {
    flag(matches).map_or(Ok(()), |why| Err(Failure::refused(why)))
}

fn flag(matches: &ArgMatches) -> Option<String> {
    let (command, values) = matches.subcommand()?;
    let given = Given { flags: Arguments::command().find_subcommand(command)?.clone(), values };
    let symbolic_alone = command == "check" || given.has("rules") == Some(false);
    let by = ["engine", "external", "invariant"].into_iter().find(|by| given.has(by) == Some(true) && symbolic_alone);
    if let Some(by) = by {
        let typed = |flag: &&&str| values.value_source(flag) == Some(ValueSource::CommandLine);
        let idle = CIRCUITS.iter().find(typed)?;
        return Some(format!("`--{}` has no effect here: `--{by}` decides by a circuit", idle.replace('_', "-")));
    }
    let engines = engines(command, &given)?;
    let typed =
        |flag: &&str| given.has(flag) == Some(true) && values.value_source(flag) == Some(ValueSource::CommandLine);
    let exploring: &[&str] = if EXPLORING.contains(&command) { &["movers", "initial_phase", "phases"] } else { &[] };
    let mut flags =
        exploring.iter().chain(&["heuristics", "groups", "spinlocks", "acceleration"]).filter(|flag| typed(flag));
    flags.find_map(|flag| {
        let why = idle(flag, &engines).or_else(|| not_of_searches(flag, values, &engines))?;
        Some(format!("`--{}` has no effect here: {why}", flag.replace('_', "-")))
    })
}

/// A subcommand's flags and their values.
struct Given<'m> {
    flags: clap::Command,
    values: &'m ArgMatches,
}

impl Given<'_> {
    /// Whether the flag has a value; nothing if the command has no such flag, of which the values alone tell where
    /// debug assertions are on, and not in a release.
    fn has(&self, flag: &str) -> Option<bool> {
        let known = self.flags.get_arguments().any(|a| a.get_id() == flag);
        known.then(|| self.values.contains_id(flag))
    }
}

/// The engines that the command runs, if that is known before it does.
fn engines(command: &str, given: &Given<'_>) -> Option<Vec<Engine<'static>>> {
    if given.has("to") == Some(false) {
        return Some(vec![]);
    }
    if given.has("rules_file") == Some(true) {
        return None;
    }
    given.has("rules")?;
    let names = given.values.get_raw("rules");
    let names: Option<Vec<String>> = names.map(|names| names.map(|n| n.to_string_lossy().into_owned()).collect());
    let names = names.or_else(|| EXPLORING.contains(&command).then(|| vec!["summaries".into()]))?;
    names.iter().flat_map(|n| n.split(',')).map(Engine::named).collect()
}

/// `--phases inside`, of which searches know nothing.
fn not_of_searches(flag: &str, values: &ArgMatches, engines: &[Engine]) -> Option<String> {
    let inside = flag == "phases" && values.get_one::<Phases>(flag).is_some_and(|p| *p == Phases::Inside);
    let searches = engines.iter().all(|e| matches!(e, Engine::Search(_)));
    (inside && searches).then(|| "a search relies on the phases that it has behind a transaction".into())
}

fn idle(flag: &str, engines: &[Engine]) -> Option<String> {
    let Some(first) = engines.first() else { return Some("no engine runs; `--to wrong` asks for one".into()) };
    let names = engines.iter().map(|e| format!("`{}`", e.name())).collect::<Vec<_>>().join(", ");
    if flag == "heuristics" {
        let none = engines.iter().all(|e| e.own_movers() != Some("conditions"));
        return none.then(|| format!("no moving conditions are tested by {names}, but by `dynamic`"));
    }
    if flag == "groups" {
        let none = !engines.iter().any(|e| e.knows_groups());
        return none
            .then(|| format!("{names} cannot explore groups of threads one by one, rulesets with transactions can"));
    }
    if flag == "spinlocks" || flag == "acceleration" && !engines.iter().any(|e| matches!(e, Engine::Blocks(..))) {
        let none = !engines.iter().any(|e| e.reduces());
        return none.then(|| format!("{names} has every step of the model as it is"));
    }
    if flag == "acceleration" {
        let none = engines.iter().all(|e| matches!(e, Engine::Blocks(..)) || !e.reduces());
        return none.then(|| format!("moving conditions of {names} are those of the model's text"));
    }
    let none = engines.iter().all(|e| e.own_movers().is_some() || !e.reduces());
    none.then(|| match first.own_movers() {
        Some(_) => format!("neither movers nor phases are asked for by {names}"),
        None => format!("no thread is held back by {names}"),
    })
}
