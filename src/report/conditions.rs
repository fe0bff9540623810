//! The side conditions, with a square for each that fails; and false mover claims as diagnostics.

use super::picture::{Line, Span, Tone};
use super::places::located;
use super::story;
use super::story::{thread_name, values};
use super::{Report, count, json, listing};
use crate::diagnostics::Diagnostic;
use crate::driver::{Condition, Conditions, Engine, Witness};
use crate::execution::Values;
use crate::ir::{Loc, Program};
use crate::movers::{End, FalseClaim, Fault, Order, Played, Snapshot, Square, Why};
use moverlog_rules::Question;
use serde_json::{Value, json};

/// What `conditions` reports.
pub struct Tried<'a> {
    pub model: &'a str,
    pub movers: &'a str,
    pub program: &'a Program,
    pub found: &'a Conditions,
    /// Of which engine, if one was named.
    pub engine: Option<Engine<'a>>,
    /// A line per condition, nothing more.
    pub quiet: bool,
}

impl Report for Tried<'_> {
    fn text(&self) -> String {
        listing::joined(&self.lines(usize::MAX))
    }

    fn lines(&self, width: usize) -> Vec<Line> {
        let mut lines = self.engine.map_or(vec![], |engine| vec![vec![Span::new(engine.name(), Tone::Strong)]]);
        lines.extend(self.found.conditions.iter().map(line));
        lines.extend(self.found.bound.map(|bound| vec![Span::plain(format!("a bound was hit ({})", bound.name()))]));
        if self.quiet {
            return lines;
        }
        lines.extend([vec![], vec![Span::plain(explored(self))]]);
        for one in &self.found.conditions {
            if let Some(witness) = one.tally.as_ref().and_then(|t| t.first.as_ref()) {
                lines.push(vec![]);
                lines.extend(witness_lines(self.program, one.name, witness, width));
            }
        }
        lines
    }

    fn json(&self) -> Value {
        let one = |one: &Condition| {
            let tally = one.tally.as_ref();
            json!({
                "name": one.name,
                "result": result(one),
                "max_stack": one.within,
                "tried": tally.map_or(0, |t| t.tried),
                "of": tally.map(|t| t.of),
                "violations": tally.map_or(0, |t| t.violations),
                "square": tally.and_then(|t| t.first.as_ref()).map(|w| witness_json(self.program, w)),
            })
        };
        let ends: Vec<&str> = self.found.lfs.iter().map(|l| self.program.location(*l).name.as_str()).collect();
        json!({
            "model": self.model,
            "rules": self.engine.map(Engine::name),
            "answered_by_rules": answered(self.engine),
            "movers": self.movers,
            "bound": self.found.bound.map(|b| b.name()),
            "states": self.found.states,
            "reduced_states": self.found.reduced,
            "transactions_end_at": ends,
            "conditions": self.found.conditions.iter().map(one).collect::<Vec<_>>(),
        })
    }
}

fn result(c: &Condition) -> &'static str {
    match &c.tally {
        None => "not known at this bound",
        Some(tally) if tally.violations > 0 => "fails",
        Some(_) if c.within.is_some() => "not refuted",
        Some(_) => "holds",
    }
}

fn line(c: &Condition) -> Line {
    let tried = c.tally.as_ref().map_or(String::new(), |t| {
        let violations =
            if t.violations > 0 { format!(", {}", count(t.violations, "violation")) } else { String::new() };
        let of = if t.tried == 1 { singular(t.of) } else { t.of.to_string() };
        let within = c.within.map_or(String::new(), |n| format!(", stacks of at most {n} frames"));
        format!("  ({} {of}{within}{violations})", t.tried)
    });
    let tone = match result(c) {
        "holds" => Tone::Safe,
        "fails" => Tone::Wrong,
        _ => Tone::Open,
    };
    vec![Span::plain(format!("{:6} ", c.name)), Span::new(result(c), tone), Span::plain(tried)]
}

/// `pair`, `state in L`.
pub(super) fn singular(noun: &str) -> String {
    let behind = [" in ", " of ", " with ", " gone "];
    let (head, rest) = noun.split_at(behind.iter().filter_map(|b| noun.find(b)).min().unwrap_or(noun.len()));
    format!("{}{rest}", head.strip_suffix('s').unwrap_or(head))
}

fn explored(c: &Tried<'_>) -> String {
    let f = c.found;
    let ends: Vec<&str> = f.lfs.iter().map(|l| c.program.location(*l).name.as_str()).collect();
    let repaired =
        if ends.is_empty() { String::new() } else { format!("; transactions also end at {}", ends.join(", ")) };
    let (all, reduced) = (count(f.states, "state"), count(f.reduced, "state"));
    let within = f.conditions.iter().find_map(|c| c.within);
    let which = within.map_or("all interleavings".into(), |n| format!("interleavings of at most {n} frames"));
    let engine = c.engine.map_or("reduction", explored_by);
    if let Some(Engine::Blocks(..)) = c.engine {
        return format!("moving conditions of {engine} on {which}: {all}");
    }
    let own = answered(c.engine).join(", ");
    let own = if own.is_empty() { own } else { format!("; {own} as the file answers") };
    format!("movers ({}) on {which}: {all}; classes on {engine}: {reduced}{repaired}{own}", c.movers)
}

/// What rules of a file answer in place of the program.
fn answered(engine: Option<Engine<'_>>) -> Vec<&str> {
    let file = engine.and_then(Engine::file);
    file.map_or(vec![], |file| file.answered().into_iter().map(Question::notation).collect())
}

/// Whose states the classes are tried on: those of an engine that summarizes have few transactions in them.
fn explored_by(engine: Engine<'_>) -> &str {
    if engine.summarizes() { "reduction" } else { engine.name() }
}

/// The same of several engines, one after the other.
pub struct EachTried<'a>(pub &'a [Tried<'a>]);

impl Report for EachTried<'_> {
    fn text(&self) -> String {
        listing::joined(&self.lines(usize::MAX))
    }

    fn lines(&self, width: usize) -> Vec<Line> {
        let each: Vec<Vec<Line>> = self.0.iter().map(|one| one.lines(width)).collect();
        each.join(&vec![])
    }

    fn json(&self) -> Value {
        match self.0 {
            [one] => one.json(),
            several => json!({"rulesets": several.iter().map(Report::json).collect::<Vec<_>>()}),
        }
    }
}

fn witness_lines(program: &Program, name: &str, witness: &Witness, width: usize) -> Vec<Line> {
    let square = &witness.square;
    let fails = [Span::plain(format!("{name} ")), Span::new("fails", Tone::Wrong)];
    let mut lines = vec![fails.into_iter().chain([Span::plain(format!(": {}", headline(program, square)))]).collect()];
    match witness.story.is_empty() {
        true => lines.extend(listing::plain("\nIn the initial state:\n\n")),
        false => {
            lines.extend(listing::plain("\nAfter this execution:\n\n"));
            lines.extend(story::told_lines(program, &witness.story, width, story::GOES_ON));
            lines.push(vec![]);
        }
    }
    lines.extend(square_lines(program, &square.corner, &square.orders));
    lines
}

/// A state, and steps from there.
pub(super) fn square_lines(program: &Program, corner: &Snapshot, orders: &[Order]) -> Vec<Line> {
    let mut lines = vec![vec![Span::plain(format!("  state: {}", snapshot_text(program, corner)))]];
    let steps = || orders.iter().flat_map(|o| &o.steps);
    let place = steps().map(|s| at(program, s.loc).chars().count()).max().unwrap_or(0);
    let action = steps().map(|s| program.location(s.loc).text.chars().count()).max().unwrap_or(0).min(64);
    for (i, order) in orders.iter().enumerate() {
        let alone = if order.steps.len() == 1 { "a step" } else { "steps" };
        let which = if orders.len() == 1 { alone } else { ["first order", "second order"][i] };
        lines.push(vec![Span::plain(format!("  {which}:"))]);
        lines.extend(order.steps.iter().map(|s| played(program, s, (place, action))));
        let end = match &order.end {
            End::Reached(end) => format!("     ends in: {}", snapshot_text(program, end)),
            End::Blocked(t, loc) => format!("     {}", blocked(program, t.0, *loc)),
        };
        lines.push(vec![Span::plain(end)]);
    }
    lines
}

/// `L1 (line 9)`; `main:9` for a location without a label.
fn at(program: &Program, loc: Loc) -> String {
    let at = program.location(loc);
    if at.labelled { located(program, loc) } else { at.name.clone() }
}

/// What is wrong, in one sentence.
fn headline(program: &Program, square: &Square) -> String {
    match &square.fault {
        Fault::Mover { t, loc, right, u, why, .. } => {
            let (action, place, who) = (&program.location(*loc).text, at(program, *loc), thread_name(program, *t));
            let (side, because) = (side(*right), because(*why, side(*right)));
            format!("`{action}` of {who} at {place} is no {side} mover beside thread {}: {because}", u.0)
        }
        Fault::Owners { cell, owners: [a, b] } => format!("threads {} and {} both own {cell}", a.0, b.0),
        Fault::Revoked { cell, t, by } => {
            format!("thread {} owns {cell}, and no longer after a step of {}", t.0, thread_name(program, *by))
        }
        Fault::Misplaced { t, class } => {
            format!("{} is in {}, against its phase or its movers", thread_name(program, *t), json::class(*class))
        }
        Fault::Endless { t } => format!("{} is in L and does not reach N alone", thread_name(program, *t)),
        Fault::Lost { t, by } => {
            let (who, by) = (thread_name(program, *t), thread_name(program, *by));
            format!("a step of {by} makes a moving condition of {who} false")
        }
        Fault::Skipped { t } => format!("{} may move, and this step of it is not taken", thread_name(program, *t)),
        Fault::Astray { t } => format!("{} is led where no step of it leads", thread_name(program, *t)),
        Fault::PreCommit { t, committed } => {
            let why = if *committed { "its transaction has committed" } else { "that is no right mover" };
            format!("{} is pre-commit after a step, though {why}", thread_name(program, *t))
        }
        Fault::Moved { t, by, from, to } => {
            let (from, to) = (json::class(*from), json::class(*to));
            format!("a step of {} takes {} from {from} to {to}", thread_name(program, *by), thread_name(program, *t))
        }
    }
}

fn side(right: bool) -> &'static str {
    if right { "right" } else { "left" }
}

fn because(why: Why, side: &str) -> String {
    match why {
        Why::Blocked(v) => format!("in the second order thread {} is blocked", v.0),
        Why::Differs => "the two orders end differently".into(),
        Why::Unclassed => format!("in the second order it is no {side} mover"),
        Why::OtherEffect => "in the second order a step returns something else or goes wrong otherwise".into(),
    }
}

fn played(program: &Program, s: &Played, (place, action): (usize, usize)) -> Line {
    let (at, text, letter) = (at(program, s.loc), &program.location(s.loc).text, s.moves.letter());
    let who = Span::new(format!("thread {}", s.choice.t.0), Tone::Thread(s.choice.t.0));
    let mut line = vec![Span::plain("     "), who, Span::plain(format!("  {at:place$}  {text:action$}  "))];
    line.extend([Span::new(letter, Tone::Mover(letter)), Span::plain("  ")]);
    line.push(Span::new(values(&s.changes), Tone::Changed));
    line.extend(s.failure.as_ref().map(|_| Span::new("<- goes wrong", Tone::GoesWrong)));
    listing::trimmed(line)
}

fn blocked(program: &Program, t: u32, loc: Loc) -> String {
    format!("thread {t} is blocked at {}", at(program, loc))
}

/// How many variables of a store are shown in text.
const MOST_SHOWN: usize = 16;

fn snapshot_text(program: &Program, s: &Snapshot) -> String {
    let mut globals = values(&s.globals[..s.globals.len().min(MOST_SHOWN)]);
    if s.globals.len() > MOST_SHOWN {
        globals += ", ...";
    }
    let thread = |(i, (loc, locals)): (usize, &(Option<Loc>, Values))| {
        let at = loc.map_or("wrong".to_string(), |l| format!("at {}", program.location(l).name));
        let locals = if locals.is_empty() { String::new() } else { format!(" ({})", values(locals)) };
        format!("thread {} {at}{locals}", i + 1)
    };
    let threads: Vec<String> = s.threads.iter().enumerate().map(thread).collect();
    if globals.is_empty() { threads.join(", ") } else { format!("{globals}; {}", threads.join(", ")) }
}

fn witness_json(program: &Program, witness: &Witness) -> Value {
    let square = &witness.square;
    json!({
        "message": headline(program, square),
        "transactions": witness.story.iter().map(|t| story::transaction(program, t)).collect::<Vec<_>>(),
        "state": snapshot_json(program, &square.corner),
        "orders": square.orders.iter().map(|o| order_json(program, o)).collect::<Vec<_>>(),
    })
}

pub(super) fn order_json(program: &Program, order: &Order) -> Value {
    let (blocked, end) = match &order.end {
        End::Reached(end) => (None, Some(snapshot_json(program, end))),
        End::Blocked(t, loc) => (Some(json!({"thread": t.0, "at": place(program, Some(*loc))})), None),
    };
    let step = |s: &Played| {
        let at = program.location(s.loc);
        json!({
            "thread": s.choice.t.0,
            "location": at.name,
            "line": at.line,
            "action": at.text,
            "mover": s.moves.letter().to_string(),
            "changes": story::shown(&s.changes),
            "goes_wrong": s.failure.is_some(),
        })
    };
    json!({"steps": order.steps.iter().map(step).collect::<Vec<_>>(), "blocked": blocked, "end": end})
}

pub(super) fn snapshot_json(program: &Program, s: &Snapshot) -> Value {
    let thread =
        |(loc, locals): &(Option<Loc>, Values)| json!({"at": place(program, *loc), "locals": story::shown(locals)});
    json!({"globals": story::shown(&s.globals), "threads": s.threads.iter().map(thread).collect::<Vec<_>>()})
}

fn place(program: &Program, loc: Option<Loc>) -> Value {
    let at = |l| json!({"location": program.location(l).name, "line": program.location(l).line});
    loc.map_or(Value::Null, at)
}

/// Mover claims in the source that do not hold, each with the step that it does not commute with.
pub fn refused(program: &Program, claims: &[FalseClaim]) -> Vec<Diagnostic> {
    claims.iter().map(|claim| refusal(program, claim)).collect()
}

fn refusal(program: &Program, claim: &FalseClaim) -> Diagnostic {
    let (b, at) = (&claim.breach, program.location(claim.breach.loc));
    let side = side(b.right);
    let message = format!("false mover claim: `{}` of thread {} is no {side} mover", at.text, b.t.0);
    let Fault::Mover { u, other, why, .. } = claim.square.fault else { unreachable!("a claim is about a mover") };
    let with = program.location(other);
    let label = format!(
        "it does not commute with line {}, `{}` of thread {}, in some reachable state",
        with.line, with.text, u.0
    );
    let mut d = Diagnostic::error(message, at.span, label);
    for (which, order) in ["first order", "second order"].iter().zip(&claim.square.orders) {
        d = d.note(format!("{which}: {}", order_note(program, order)));
    }
    if !matches!(why, Why::Blocked(_)) {
        d = d.note(because(why, side));
    }
    d.help("remove the claim, or run with `--movers lockset`, which leaves claims aside")
}

/// `thread 1 at L1 (line 9) makes r = 0, then thread 2 is blocked at M0 (line 14)`.
fn order_note(program: &Program, order: &Order) -> String {
    let step = |s: &Played| {
        let changes = if s.changes.is_empty() { String::new() } else { format!(" makes {}", values(&s.changes)) };
        let wrong = if s.failure.is_some() { " goes wrong" } else { "" };
        format!("thread {} at {}{changes}{wrong}", s.choice.t.0, at(program, s.loc))
    };
    let mut said: Vec<String> = order.steps.iter().map(step).collect();
    if let End::Blocked(t, loc) = order.end {
        said.push(blocked(program, t.0, loc));
    }
    said.join(", then ")
}
