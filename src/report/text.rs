//! The outcome of a check for a person to read.

use super::{Checked, count};
use crate::driver::{Bound, Engine, Failed, Outcome, Shown, Told, Transaction, Verdict};
use crate::execution::show;
use crate::ir::{Cell, Global, GlobalKind, Guard, Op, Procedure, Program, Protection, Register, Value};
use crate::movers::Use;
use moverlog_rules::{Claim, Conditions, Reduction, Tid};
use std::fmt::Write;

/// So many of the variables that a failing step looked at are named.
const LOOKS: usize = 12;

/// The whole answer of `check`.
pub fn check_text(c: &Checked<'_>) -> String {
    let mut out = verdict_line(c);
    if let Some(v) = &c.outcome.endless {
        out += &format!("  {}\n", super::termination::endless(c.program, v));
    }
    out += &super::growing::growing_text(c.program, c.outcome);
    out += &super::raise::in_vain(c).iter().map(|vain| format!("  {vain}\n")).collect::<String>();
    if let Some(failed) = &c.outcome.failed
        && !c.quiet
    {
        out += "\n";
        out += &if c.original { original(c.program, &failed.original) } else { story(c.program, failed) };
        out += "\n";
    }
    out += &effort(c);
    out += &super::raise::attempts_text(c);
    if !c.quiet {
        out += &conditions(c);
        out += &super::deadlock::stuck_text(c);
    }
    out + &super::vacuity::vacuity_text(c)
}

pub(super) fn verdict_line(c: &Checked<'_>) -> String {
    let name = c.outcome.verdict.name();
    match (c.outcome.verdict, &c.outcome.failed, c.outcome.bound) {
        (Verdict::Wrong, Some(failed), _) => {
            let at = c.program.location(failed.loc);
            let (kind, message) = (failed.failure.kind.name(), &failed.failure.message);
            let what = if kind == "assert" { message.clone() } else { format!("{}: {message}", at.text) };
            let who = thread_name(c.program, failed.thread);
            format!("{name}: {who} goes wrong at {} (line {}): {what}\n", at.name, at.line)
        }
        (Verdict::Inconclusive, _, Some(Bound::Claim)) => {
            format!("{name}: no error found; {}\n", unclaimed(c))
        }
        (Verdict::Inconclusive, _, Some(Bound::Interrupted)) => {
            format!("{name}: no error found before the run was interrupted\n")
        }
        (Verdict::Inconclusive, _, Some(bound)) => {
            format!("{name}: no error found before a bound was hit ({}); {}\n", bound.name(), advice(bound))
        }
        _ if c.engine.file().is_some() => {
            format!(
                "{name}: no thread goes wrong, if the rules of {} are sound, as only their file claims\n",
                c.engine.name()
            )
        }
        _ => format!("{name}: no thread goes wrong\n"),
    }
}

/// Why a run that was not cut and found no error says nothing.
fn unclaimed(c: &Checked<'_>) -> String {
    match c.engine.file() {
        Some(_) if c.outcome.states == 0 => "these rules do not even reach the initial state".into(),
        Some(file) if file.claim.is_none() => {
            "these rules claim nothing (if they miss no error, `//@ claim: sound` in their file says so)".into()
        }
        _ if c.engine.claim() == Claim::MissesErrors => "this ruleset misses errors".into(),
        _ => "these movers miss errors".into(),
    }
}

fn advice(bound: Bound) -> &'static str {
    match bound {
        Bound::States => "--max-states raises it",
        Bound::Stack => "--max-stack raises it, but a recursion without end meets every bound",
        Bound::Time => "--timeout raises it",
        Bound::Memory => "--max-memory raises it",
        Bound::Claim | Bound::Error | Bound::Interrupted => "",
        Bound::Completion => "try `--rules interleaving`",
    }
}

pub(super) fn effort(c: &Checked<'_>) -> String {
    let o = c.outcome;
    let (states, transitions) = (count(o.states, "state"), count(o.transitions as usize, "transition"));
    let rounds = match o.rounds {
        0 | 1 => String::new(),
        n if o.cut().is_some() => format!(" in round {n}{}", earlier(o)),
        n => format!(", {n} rounds"),
    };
    let partial = if o.bound.is_some() { " so far" } else { "" };
    let inside = if o.cut().is_some() { inside(c) } else { String::new() };
    format!("{}: {states}, {transitions}{partial}{inside}{rounds}, {:.3} s\n", c.engine.name(), c.seconds)
}

/// Where the last round is the smaller one.
fn earlier(o: &Outcome) -> String {
    let round = o.larger_round();
    round.map_or(String::new(), |(round, states)| format!(" ({} in round {round})", count(states, "state")))
}

/// A search that was cut may have been busy where it stores no states.
fn inside(c: &Checked<'_>) -> String {
    let (o, reduces) = (c.outcome, c.engine.reduces());
    let path_edges = o.relations.iter().find(|(name, n)| *name == "PathEdge" && *n > o.states);
    match path_edges {
        Some((_, n)) => format!(", {} inside transactions", count(*n, "path edge")),
        None if o.nodes <= o.states => String::new(),
        None if !reduces => format!(", {}", count(o.nodes, "node")),
        None => {
            let inside = if matches!(c.engine, Engine::Blocks(..)) { "blocks" } else { "transactions" };
            format!(", {}, those inside {inside} included", count(o.nodes, "node"))
        }
    }
}

/// What a reduced verdict rests on.
fn conditions(c: &Checked<'_>) -> String {
    let o = c.outcome;
    if let Engine::Blocks(reduction, _) = c.engine {
        return blocks(c, reduction);
    }
    if !c.engine.reduces() {
        return String::new();
    }
    // C4 rests on property 4.
    let printed = c.movers == "two-properties";
    let by_construction = if printed { "C1, C2" } else { "C1, C2, C4" };
    let movers = match &o.uses {
        Some(uses) => protections(c.program, uses),
        None if printed => "QRR's, by brute force over all reachable states".into(),
        None => "checked by brute force over all reachable states".into(),
    };
    let ends = o.lfs.iter().map(|l| c.program.location(*l).name.clone()).collect::<Vec<_>>().join(", ");
    let repaired = if ends.is_empty() { String::new() } else { format!(" (transactions also end at {ends})") };
    let completion = match (c.engine, o.bound) {
        (Engine::Search(search), _) => search.completion.to_string(),
        (engine, bound) => {
            let established =
                if bound.is_some() { "is not established at this bound" } else { "holds on the fixpoint" };
            format!("{} {established}", engine.completion().unwrap_or_default())
        }
    };
    format!(
        "  movers ({}): {movers}\n  side conditions: {by_construction} by construction; {completion}{repaired}\n",
        c.movers
    )
}

/// What a verdict by blocks rests on.
fn blocks(c: &Checked<'_>, reduction: &Reduction) -> String {
    let conditions = match reduction.conditions {
        Conditions::Dynamic => "moving conditions, tested in every state",
        Conditions::Static => "those of a static analysis",
    };
    let ends: Vec<&str> = c.outcome.lfs.iter().map(|l| c.program.location(*l).name.as_str()).collect();
    let cycles = if ends.is_empty() { "no cycles".into() } else { format!("LFS: {}", ends.join(", ")) };
    format!("  movers: {conditions}\n  side conditions: DYN Definition 5 by construction; {cycles}\n")
}

/// `x by m, y unprotected`, variable by variable.
fn protections(program: &Program, uses: &[Use]) -> String {
    let mut parts = vec![];
    for global in program.globals.iter().filter(|g| matches!(g.kind, GlobalKind::Data(_))) {
        let declared = declared(program, global);
        let mut said: Vec<String> = global.elements().map(|e| protection(program, &uses[e.0 as usize])).collect();
        said.dedup();
        if said.len() == 1 {
            let unless = declared.filter(|d| *d != said[0]).map_or(String::new(), |d| format!(" (declared {d})"));
            parts.push(format!("{} {}{unless}", global.name, said[0]));
        } else {
            let one = |e: Cell| format!("{} {}", program.cell_name(e), protection(program, &uses[e.0 as usize]));
            parts.extend(global.elements().take(8).map(one));
            if global.len > 8 {
                parts.push("...".into());
            }
        }
    }
    if parts.is_empty() { "no shared data".into() } else { parts.join(", ") }
}

/// What `guarded_by` with plain mutexes says, in the same words.
fn declared(program: &Program, global: &Global) -> Option<String> {
    let Protection::GuardedBy(guards) = &global.protection else { return None };
    let plain = |g: &Guard| match g {
        Guard::Mutex(m) => Some(*m),
        Guard::SameIndex { .. } => None,
    };
    let locks: Option<Vec<Cell>> = guards.iter().map(plain).collect();
    locks.map(|locks| protection(program, &Use::Shared(locks)))
}

fn protection(program: &Program, used: &Use) -> String {
    match used {
        Use::Constant => "never written".into(),
        Use::Sole(t) => format!("of thread {} alone", t.0),
        Use::Exclusive => "exclusive as declared".into(),
        Use::Shared(locks) if locks.is_empty() => "unprotected".into(),
        Use::Shared(locks) => {
            let names: Vec<String> = locks.iter().map(|m| program.cell_name(*m)).collect();
            format!("by {}", names.join(" and "))
        }
        Use::Lock | Use::ExposedLock => "a lock".into(),
    }
}

/// `thread 2 (T2)`, `thread 3 (worker(1))`.
pub(super) fn thread_name(program: &Program, t: Tid) -> String {
    let thread = &program.threads[t.0 as usize - 1];
    let Procedure { name, registers, .. } = &program.procedures[thread.procedure as usize];
    let parameters = &registers[program.thread_locals.len()..];
    let argument = |(p, value): (&Register, &Value)| show(program, p.domain, *value).to_string();
    let arguments: Vec<String> = parameters.iter().zip(&thread.arguments).map(argument).collect();
    let arguments = if arguments.is_empty() { String::new() } else { format!("({})", arguments.join(", ")) };
    format!("thread {} ({name}{arguments})", t.0)
}

pub(super) fn story(program: &Program, failed: &Failed) -> String {
    story_text(program, &failed.story) + &summary(&failed.story, &failed.original)
}

/// Transactions as numbered paragraphs.
pub(super) fn story_text(program: &Program, story: &[Transaction]) -> String {
    story_until(program, story, &|_| "... (goes on)")
}

/// The same; `rest` says of the transaction with this number that it has not come to its end.
pub(super) fn story_until(program: &Program, story: &[Transaction], rest: &dyn Fn(usize) -> &'static str) -> String {
    let mut out = String::new();
    let steps = || story.iter().flat_map(|t| &t.steps);
    let name = steps().map(|s| program.location(s.loc).name.chars().count()).max().unwrap_or(0);
    let action = steps().map(|s| indented(program, s).chars().count()).max().unwrap_or(0).min(64);
    for (i, transaction) in story.iter().enumerate() {
        let again = if transaction.resumed { ", goes on inside its transaction" } else { "" };
        let _ = writeln!(out, "{}. {}{again}", i + 1, thread_name(program, transaction.thread));
        for step in &transaction.steps {
            let line = format!(
                "     {:name$}  {:action$}  {}  {}",
                program.location(step.loc).name,
                indented(program, step),
                step.moves.letter(),
                remarks(program, step)
            );
            let _ = writeln!(out, "{}", line.trim_end());
        }
        if !transaction.ended {
            let _ = writeln!(out, "     {:name$}  {}", "", rest(i));
        }
    }
    out
}

fn indented(program: &Program, step: &Told) -> String {
    format!("{}{}", "  ".repeat(step.depth.min(10) as usize), program.location(step.loc).text)
}

fn remarks(program: &Program, step: &Told) -> String {
    let mut said = vec![];
    if !step.changes.is_empty() {
        said.push(values(&step.changes));
    }
    if step.commits {
        said.push("<- commits".into());
    }
    if step.failure.is_some() {
        said.extend(looked_at(program, step));
        said.push("<- goes wrong".into());
    }
    said.join("  ")
}

/// `x = 1, y = 2`
pub(super) fn values(values: &[(String, Shown)]) -> String {
    values.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
}

/// `with x = 1`, what a failing step looked at.
pub(super) fn looked_at(program: &Program, step: &Told) -> Option<String> {
    let (first, more) = step.looked_at.split_at(step.looked_at.len().min(LOOKS));
    let with = if matches!(program.location(step.loc).op, Op::Atomic { .. }) { "entered with" } else { "with" };
    let more = if more.is_empty() { "" } else { ", ..." };
    (!first.is_empty()).then(|| format!("{with} {}{more}", values(first)))
}

pub(super) fn summary(story: &[Transaction], found: &[Transaction]) -> String {
    let (now, then) = (length(story), length(found));
    if now == then {
        return format!("({now}; replayed step by step)\n");
    }
    format!("({now}; replayed step by step. As found: {then}, shown by --original)\n")
}

/// `5 steps, 1 switch`.
fn length(story: &[Transaction]) -> String {
    let steps = story.iter().map(|t| t.steps.len()).sum();
    let switches = story.windows(2).filter(|w| w[0].thread != w[1].thread).count();
    format!("{}, {switches} switch{}", count(steps, "step"), if switches == 1 { "" } else { "es" })
}

pub(super) fn original(program: &Program, found: &[Transaction]) -> String {
    let steps: Vec<(String, &Told)> =
        found.iter().flat_map(|t| t.steps.iter().map(|s| (thread_name(program, t.thread), s))).collect();
    let width = |f: &dyn Fn(&(String, &Told)) -> usize| steps.iter().map(f).max().unwrap_or(0);
    let thread = width(&|(who, _)| who.chars().count());
    let name = width(&|(_, s)| program.location(s.loc).name.chars().count());
    let action = width(&|(_, s)| program.location(s.loc).text.chars().count()).min(48);
    let line = |(i, (who, s)): (usize, &(String, &Told))| {
        let at = program.location(s.loc);
        let line =
            format!("{:4}. {who:thread$}  {:name$}  {:action$}  {}", i + 1, at.name, at.text, remarks(program, s));
        format!("{}\n", line.trim_end())
    };
    steps.iter().enumerate().map(line).collect()
}
