//! The outcome of a check for a person to read.

use super::Checked;
use super::count;
use super::effort::effort;
use super::listing;
use super::picture::{Line, Span, Tone};
use super::story::{original, story, story_lines, thread_name};
use crate::driver::{Blocks, Bound, Confirmation, Engine, Failed, Verdict};
use crate::ir::{Cell, GlobalKind, GlobalVariable, Guard, Program, Protection};
use crate::movers::{Ordered, Use};
use moverlog_rules::{Claim, Conditions};

/// The whole answer of `check`.
pub fn check_text(c: &Checked<'_>) -> String {
    listing::joined(&check_lines(c, usize::MAX))
}

/// The same in pieces, for lines of so many columns.
pub fn check_lines(c: &Checked<'_>, width: usize) -> Vec<Line> {
    let mut lines = vec![verdict_pieces(c)];
    lines.extend(listing::plain(&remarks(c)));
    if let Some(failed) = c.outcome.failed.as_ref().filter(|_| !c.quiet) {
        lines.push(vec![]);
        lines.extend(match c.original {
            true => original(c.program, &failed.original, width),
            false => story(c.program, failed, width),
        });
        lines.push(vec![]);
    }
    lines.extend(listing::plain(&basis(c)));
    lines
}

/// As `check_lines`, beside something that is found and is no error of a thread.
pub fn check_lines_beside(c: &Checked<'_>, width: usize) -> Vec<Line> {
    let mut lines = check_lines(c, width);
    if let (Verdict::Inconclusive, Some(bound)) = (c.outcome.verdict, c.outcome.bound) {
        lines[0] = vec![Span::plain(format!("not all was looked at: {}", met(c, bound)))];
    }
    if c.outcome.verdict == Verdict::Safe {
        lines[0] = match c.program.ends_at_assertions {
            true => vec![Span::plain("assertions: not asked for")],
            false => {
                vec![Span::plain("assertions: "), Span::new("safe", Tone::Safe), Span::plain(", no thread goes wrong")]
            }
        };
    }
    lines
}

/// The verdict and the thread that goes wrong in their colours.
pub(super) fn verdict_pieces(c: &Checked<'_>) -> Line {
    let (line, name) = (verdict_line(c), c.outcome.verdict.name());
    let rest = line.trim_end().strip_prefix(name).unwrap_or_default().to_string();
    let mut pieces = vec![Span::new(name, verdict_tone(c.outcome.verdict))];
    let who = c.outcome.failed.as_ref().map(|f| (f.thread.0, thread_name(c.program, f.thread)));
    match who.and_then(|(t, who)| Some((t, rest.strip_prefix(&format!(": {who}"))?.to_string(), who))) {
        Some((t, rest, who)) => {
            pieces.extend([Span::plain(": "), Span::new(who, Tone::Thread(t)), Span::plain(rest)]);
        }
        None => pieces.push(Span::plain(rest)),
    }
    pieces
}

pub(super) fn verdict_tone(verdict: Verdict) -> Tone {
    match verdict {
        Verdict::Safe => Tone::Safe,
        Verdict::Wrong => Tone::Wrong,
        Verdict::Inconclusive => Tone::Open,
    }
}

/// Why nothing more is known.
fn remarks(c: &Checked<'_>) -> String {
    let endless = c.outcome.endless.as_ref().map(|v| format!("  {}\n", super::termination::endless(c.program, v)));
    let vain = super::raise::in_vain(c).iter().map(|vain| format!("  {vain}\n")).collect::<String>();
    endless.unwrap_or_default() + &super::growing::growing_text(c.model, c.program, c.outcome) + &vain
}

/// What it has cost, and what it rests on.
fn basis(c: &Checked<'_>) -> String {
    let mut out = effort(c) + idle(c) + &super::raise::attempts_text(c);
    if !c.quiet {
        out += &super::ways::ways_text(c);
        out += &resting(c);
        out += &super::deadlock::stuck_text(c);
        out += &super::deadlock::ends_holding_text(c);
    }
    out + &super::vacuity::vacuity_text(c)
}

/// The verdict, and the trace if there is one, to be pasted.
pub(super) fn pasted_lines(c: &Checked<'_>) -> Vec<Line> {
    let tone = if c.outcome.verdict == Verdict::Wrong { Tone::Wrong } else { Tone::Strong };
    let mut lines = vec![vec![Span::new(verdict_line(c).trim_end(), tone)]];
    if let Some(failed) = c.outcome.failed.as_ref().filter(|_| !c.quiet) {
        lines.push(vec![]);
        lines.extend(story_lines(c.program, &failed.story));
    }
    lines
}

/// A warning where rules from a file find nothing wrong because they let nobody move.
fn idle(c: &Checked<'_>) -> &'static str {
    let idle = c.outcome.verdict == Verdict::Safe && c.outcome.transitions == 0 && c.engine.file().is_some();
    if idle { "warning: these rules let no thread make a step\n" } else { "" }
}

/// The verdict, and who goes wrong where or why nothing is known.
pub fn verdict_line(c: &Checked<'_>) -> String {
    let name = c.outcome.verdict.name();
    match (c.outcome.verdict, &c.outcome.failed, c.outcome.bound) {
        (Verdict::Wrong, Some(failed), _) => {
            let who = thread_name(c.program, failed.thread);
            format!("{name}: {who} {}\n", goes_wrong(c.program, failed))
        }
        (Verdict::Inconclusive, _, Some(Bound::Claim)) => {
            format!("{name}: no error found; {}\n", unclaimed(c))
        }
        (Verdict::Inconclusive, _, Some(Bound::Contexts)) => {
            let explored = c.outcome.contexts.map_or(0, |found| found.explored as usize);
            format!("{name}: safe up to {}; --contexts raises it\n", count(explored, "context"))
        }
        (Verdict::Inconclusive, _, Some(bound)) => format!("{name}: no error found before {}\n", met(c, bound)),
        _ if c.engine.file().is_some() => format!("{name}: no thread goes wrong{}\n", rests_on(c)),
        _ if c.program.ends_at_assertions => {
            format!("{name}: no thread goes wrong, assertions apart, which are not asked for\n")
        }
        _ => format!("{name}: no thread goes wrong\n"),
    }
}

/// What ended the run: which bound was hit, how to raise it, and who met it where.
fn met(c: &Checked<'_>, bound: Bound) -> String {
    match bound {
        Bound::Interrupted => return "the run was interrupted".into(),
        Bound::Lost => return "another process was lost".into(),
        _ => {}
    }
    let place = c.outcome.met_at.as_ref().map(|at| format!("; met by {at}")).unwrap_or_default();
    let circuit = bound == Bound::Inputs && !c.program.defined_alone;
    let advice = match bound {
        Bound::Inputs if place.contains(OF_WORDS) => "`--args \"WORDS\"` says what `main` is given",
        _ => advice(bound),
    };
    let further = if circuit && !place.contains(OF_WORDS) { ", and `--nondet all --engine ic3` takes all" } else { "" };
    format!("a bound was hit ({}); {advice}{further}{place}", bound.name())
}

/// `argc is 1 or 2`
const OF_WORDS: &str = " is 1 or ";

/// `goes wrong at M1 (line 22): assert(x == 0)`
pub(super) fn goes_wrong(program: &Program, failed: &Failed) -> String {
    let at = program.location(failed.loc);
    let (kind, message) = (failed.failure.kind.name(), &failed.failure.message);
    let what = if kind == "assert" { message.clone() } else { format!("{}: {message}", at.text) };
    format!("goes wrong at {} (line {}): {what}", at.name, at.line)
}

/// On what `safe` rests for rules from a file.
fn rests_on(c: &Checked<'_>) -> String {
    match c.outcome.confirmation {
        Some(Confirmation::Agrees(states)) => format!("; every interleaving agrees ({})", count(states, "state")),
        _ => format!(", if the rules of {} are sound, as only their file claims", c.engine.name()),
    }
}

/// Why a run that was not cut and found no error says nothing.
fn unclaimed(c: &Checked<'_>) -> String {
    match &c.outcome.confirmation {
        Some(Confirmation::Refutes(missed)) => return missed_by(c, missed),
        Some(Confirmation::Open) => {
            return "the file answers questions itself, and interleavings are too many to compare in passing".into();
        }
        _ => {}
    }
    match c.engine.file() {
        Some(_) if c.outcome.astray => "these rules lead a thread to an error where no execution does".into(),
        Some(_) if c.outcome.states == 0 => "these rules do not even reach the initial state".into(),
        Some(file) if file.claim.is_none() => {
            "these rules claim nothing (if they miss no error, `//@ claim: sound` in their file says so)".into()
        }
        _ if c.engine.claim() == Claim::MissesErrors => "this ruleset misses errors".into(),
        Some(_) if matches!(c.engine, Engine::Blocks(..)) => {
            "these rules lead threads where the program does not (an edge is one of `Delta`, or stays where it is)"
                .into()
        }
        _ => "these movers miss errors".into(),
    }
}

/// An error that rules have missed which their file claims to be sound.
fn missed_by(c: &Checked<'_>, missed: &Failed) -> String {
    let (at, who) = (c.program.location(missed.loc), thread_name(c.program, missed.thread));
    let claim = format!("the claim of {} is refuted", c.engine.name());
    format!("{claim}: {who} goes wrong at {} (line {}), as `--check-reduction` shows", at.name, at.line)
}

fn advice(bound: Bound) -> &'static str {
    match bound {
        Bound::States | Bound::Facts => "--max-states raises it",
        Bound::Stack => "--max-stack raises it, but a recursion without end meets every bound",
        Bound::Time => "--timeout raises it",
        Bound::Memory => "--max-memory raises it",
        Bound::Claim | Bound::Error | Bound::Interrupted | Bound::Lost => "",
        Bound::Threads => "--threads raises it",
        Bound::Heap => "--heap raises it",
        Bound::Inputs => "--nondet gives more of them",
        Bound::Uninitialised => "some thread reads what nobody has set, or a number that is not followed",
        Bound::Width => "values of 64 bits are followed as long as they fit into 32",
        Bound::Undefined => "without `--property` it is told as an error",
        Bound::Pointers => {
            "addresses that are used again or stand behind an object, numbers taken for others, and functions without a \
             body behind pointers, are not followed"
        }
        Bound::Region => "--atomic-rounds raises it",
        Bound::Depth => "--depth raises it",
        Bound::Contexts => "--contexts raises it",
        Bound::Encoding => "explicit engines have no such bound",
        Bound::Spinlock => "`--spinlocks off` takes numbers as they are",
        Bound::Completion => "try `--rules interleaving`",
    }
}

/// Where side conditions are told.
const SIDE: &str = "  side conditions: ";

/// What a verdict rests on that is not so by construction: where movers come from, and of rules from a file what
/// nobody knows.
fn resting(c: &Checked<'_>) -> String {
    let lines = conditions(c);
    let shown = |line: &&str| c.engine.file().is_some() || !line.starts_with(SIDE);
    lines.lines().filter(shown).map(|line| format!("{line}\n")).collect()
}

/// The side conditions of a reduced verdict, and who says that they hold.
pub(super) fn side_conditions(c: &Checked<'_>) -> Option<String> {
    conditions(c).lines().find_map(|line| line.strip_prefix(SIDE)).map(String::from)
}

/// What `-v` says besides.
pub fn verbose_text(c: &Checked<'_>) -> String {
    let side = side_conditions(c).filter(|_| c.engine.file().is_none());
    side.map_or(String::new(), |side| format!("{SIDE}{side}\n"))
}

/// What a reduced verdict rests on.
pub(super) fn conditions(c: &Checked<'_>) -> String {
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
        Some(uses) => protections(c.program, uses, o.left_out.as_ref().map_or(&[], |l| &l.globals)),
        None if printed => "QRR's, by brute force over all reachable states".into(),
        None => "checked by brute force over all reachable states".into(),
    };
    let ends = o.ends().map(|l| c.program.location(l).name.clone()).collect::<Vec<_>>().join(", ");
    let repaired = if ends.is_empty() { String::new() } else { format!(" (transactions also end at {ends})") };
    let completion = match (c.engine, o.bound) {
        (Engine::Search(search), _) => search.completion.to_string(),
        (engine, bound) => {
            let established = if bound.is_some_and(|b| b != Bound::Claim) {
                "is not established at this bound"
            } else {
                "holds on the fixpoint"
            };
            format!("{} {established}", engine.completion().unwrap_or_default())
        }
    };
    let observed = o.uses.is_some();
    let conditions = match c.engine.file() {
        Some(file) if file.answers() => format!("not known of what the file answers itself{TRIED}"),
        Some(_) if observed => format!("{completion}; {by_construction} not known of rules from a file{TRIED}"),
        _ => format!("{by_construction} by construction; {completion}"),
    };
    let seen = if observed && c.engine.file().is_some() { ", as far as these rules explore" } else { "" };
    format!("  movers ({}{seen}): {movers}\n  side conditions: {conditions}{repaired}\n", c.movers)
}

/// Who tries what a file may have broken.
const TRIED: &str = " (`moverlog conditions --rules` tries them)";

/// What a verdict by blocks rests on.
fn blocks(c: &Checked<'_>, reduction: Blocks<'_>) -> String {
    let conditions = match reduction.rules().conditions() {
        Conditions::Dynamic => "moving conditions, tested in every state",
        Conditions::Formulas => "moving conditions of DYN Table 2, tested in every state",
        Conditions::Static => "those of a static analysis",
    };
    let ends: Vec<&str> = c.outcome.ends().map(|l| c.program.location(l).name.as_str()).collect();
    let cycles = if ends.is_empty() { "no cycles".into() } else { format!("LFS: {}", ends.join(", ")) };
    let side = match reduction {
        Blocks::Compiled(_) => "DYN Definition 5 by construction".into(),
        Blocks::File(_) => format!("DYN Definition 5 not known of rules from a file{TRIED}"),
    };
    format!("  movers: {conditions}\n  side conditions: {side}; {cycles}\n")
}

/// `x by m, y unprotected`, variable by variable.
fn protections(program: &Program, uses: &[Use], left_out: &[String]) -> String {
    let mut parts = vec![];
    let is_data = |g: &GlobalVariable| matches!(g.kind, GlobalKind::Data(_)) && !g.is_hidden();
    let stored = |g: &&GlobalVariable| is_data(g) && !left_out.contains(&g.name);
    for global in program.globals.iter().filter(stored) {
        let declared = declared(program, global);
        let mut said: Vec<String> = global.elements().map(|e| protection(program, &uses[e.0 as usize])).collect();
        said.dedup();
        if said == [NEVER] && global.is_made() {
            continue;
        }
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

const NEVER: &str = "never written";

/// What `guarded_by` with plain mutexes says, in the same words.
fn declared(program: &Program, global: &GlobalVariable) -> Option<String> {
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
        Use::Constant => NEVER.into(),
        Use::Sole(t) => format!("of thread {} alone", t.0),
        Use::Exclusive => "exclusive as declared".into(),
        Use::Shared(locks) if locks.is_empty() => "unprotected".into(),
        Use::Shared(locks) => {
            let names: Vec<String> = locks.iter().map(|m| program.cell_name(*m)).collect();
            format!("by {}", names.join(" and "))
        }
        Use::Ordered(ordered, flags) => order(program, ordered, flags),
        Use::Awaited => "unprotected (waiting is a right mover)".into(),
        Use::Lock | Use::ExposedLock => "a lock".into(),
    }
}

/// `by m, or in the order of ready`; nothing but what commutes where neither locks nor flags are needed.
fn order(program: &Program, ordered: &Ordered, flags: &[Cell]) -> String {
    let names = |cells: &[Cell]| cells.iter().map(|c| program.cell_name(*c)).collect::<Vec<_>>();
    let more = if flags.len() > 4 { ", ..." } else { "" };
    let shown = names(&flags[..flags.len().min(4)]).join(", ") + more;
    match (ordered.locks.as_deref(), flags) {
        (None, []) => "with accesses that commute".into(),
        (None, _) => format!("in the order of {shown}"),
        (Some([]), []) => "unprotected, some accesses commute".into(),
        (Some([]), _) => format!("unprotected, some accesses in the order of {shown}"),
        (Some(locks), []) => format!("by {}, or with accesses that commute", names(locks).join(" and ")),
        (Some(locks), _) => format!("by {}, or in the order of {shown}", names(locks).join(" and ")),
    }
}
