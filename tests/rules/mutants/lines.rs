//! CPC's lines: a strategy whose every decision can be another one.

use super::rules::{Case, cases, is_cut, limits, sorted};
use super::table::{Effect, Row, Table};
use moverlog::driver::{Control, Engine, Instance};
use moverlog::movers::Moves;
use moverlog::search::{self, Flags, Record, SEARCHES, Search, Strategy, explore};
use moverlog::semantics::Semantics;
use moverlog_rules::State;

/// What the lines of Figure 8 do that decide something.
#[derive(Clone, Copy)]
struct Lines {
    l7: fn(&Record<'_>, Moves) -> bool,
    l11: bool,
    /// At L11: whether a step back to a known state ends the transaction; the second says that it is on the stack.
    back: fn(&Record<'_>, bool) -> bool,
    l13: bool,
    l16: u32,
    /// With line L19, or without.
    l18: fn(&Record<'_>) -> bool,
    l23: bool,
}

impl Strategy for Lines {
    fn ends_before(&self, q: &Record<'_>, moves: Moves) -> bool {
        (self.l7)(q, moves)
    }

    fn inherits_from_known(&self) -> bool {
        self.l11
    }

    fn revisits(&mut self, q: &Record<'_>, _to: State, on_stack: bool) -> bool {
        (self.back)(q, on_stack)
    }

    fn ends_at_start(&self) -> bool {
        self.l13
    }

    fn stride(&self) -> u32 {
        self.l16
    }

    fn completes(&mut self, q: &Record<'_>) -> bool {
        (self.l18)(q)
    }

    fn inherits_from_explored(&self) -> bool {
        self.l23
    }
}

/// CPC without line L19.
const MAXIMAL: Lines = Lines {
    l7: |q, moves| !q.phase() && !moves.left,
    l11: true,
    back: |_, _| false,
    l13: true,
    l16: 1,
    l18: |q| !q.phase() && !q.flags.cpc(),
    l23: true,
};

/// CPC with line L19, and with ours for branches that block.
const CPC: Lines = Lines { l18: |q| !q.phase() && (commits(q.flags) || blocks(q.flags)), ..MAXIMAL };

/// Cycle detection, which does not ask for CPC.
const CYCLE: Lines =
    Lines { back: |q, on_stack| on_stack && !q.phase(), l18: |q| !q.phase() && blocks(q.flags), ..MAXIMAL };

/// A line, what is changed in it, and all lines then.
type Mutant = (&'static str, &'static str, Lines);

/// The mutants of the lines that all searches share.
fn shared(of: Lines) -> Vec<Mutant> {
    vec![
        ("L7", "the line left out", Lines { l7: |_, _| false, ..of }),
        ("L7", "without `¬Phase(q)`", Lines { l7: |_, moves| !moves.left, ..of }),
        ("L7", "with the opposite of `¬Phase(q)`", Lines { l7: |q, moves| q.phase() && !moves.left, ..of }),
        ("L7", "without `¬q'.LM`", Lines { l7: |q, _| !q.phase(), ..of }),
        ("L7", "with the opposite of `¬q'.LM`", Lines { l7: |q, moves| !q.phase() && moves.left, ..of }),
        ("L7", "`q'.RM` for `q'.LM`", Lines { l7: |q, moves| !q.phase() && !moves.right, ..of }),
        ("L13", "no end where a thread is back at its start", Lines { l13: false, ..of }),
        ("L16", "`choice` advanced by two", Lines { l16: 2, ..of }),
        ("L18", "the line left out", Lines { l18: |_| false, ..of }),
    ]
}

/// And those of the lines by which states get CPC.
fn with_cpc(of: Lines) -> Vec<Mutant> {
    let own = [
        ("L11", "the line left out", Lines { l11: false, ..of }),
        ("L23", "the line left out", Lines { l23: false, ..of }),
    ];
    shared(of).into_iter().chain(own).collect()
}

fn of_cpc() -> Vec<Mutant> {
    let l18 = |l18| Lines { l18, ..CPC };
    let own: Vec<Mutant> = vec![
        ("L18", "without `¬Phase(q)`", l18(|q| commits(q.flags) || blocks(q.flags))),
        ("L18", "with the opposite of `¬Phase(q)`", l18(|q| q.phase() && (commits(q.flags) || blocks(q.flags)))),
        ("L18", "without `¬q.CPC`", l18(|q| !q.phase() && (!q.flags.rm() || blocks(q.flags)))),
        (
            "L18",
            "with the opposite of `¬q.CPC`",
            l18(|q| !q.phase() && (q.flags.cpc() && !q.flags.rm() || blocks(q.flags))),
        ),
        (
            "L19",
            "with the opposite of `¬q.RM`",
            l18(|q| !q.phase() && (!q.flags.cpc() && q.flags.rm() || blocks(q.flags))),
        ),
        ("L19", "`q.LM` for `q.RM`", l18(|q| !q.phase() && (!q.flags.cpc() && !q.flags.lm() || blocks(q.flags)))),
        ("L19", "without `or q is not Enabled`", l18(|q| !q.phase() && commits(q.flags))),
        ("L19", "`q is not Enabled` alone", l18(|q| !q.phase() && blocks(q.flags))),
    ];
    with_cpc(CPC).into_iter().chain(own).collect()
}

/// Line L18 with L19, besides the phase.
fn commits(flags: Flags) -> bool {
    !flags.cpc() && !flags.rm()
}

/// `q` is not `Enabled`.
fn blocks(flags: Flags) -> bool {
    !flags.stepped()
}

fn of_maximal() -> Vec<Mutant> {
    let l18 = |l18| Lines { l18, ..MAXIMAL };
    let own: Vec<Mutant> = vec![
        ("L18", "without `¬Phase(q)`", l18(|q| !q.flags.cpc())),
        ("L18", "with the opposite of `¬Phase(q)`", l18(|q| q.phase() && !q.flags.cpc())),
        ("L18", "without `¬q.CPC`", l18(|q| !q.phase())),
        ("L18", "with the opposite of `¬q.CPC`", l18(|q| !q.phase() && q.flags.cpc())),
    ];
    with_cpc(MAXIMAL).into_iter().chain(own).collect()
}

fn of_cycle() -> Vec<Mutant> {
    let back = |back| Lines { back, ..CYCLE };
    let l18 = |l18| Lines { l18, ..CYCLE };
    let own: Vec<Mutant> = vec![
        ("L11", "no end where a cycle closes", back(|_, _| false)),
        ("L11", "without `¬Phase(q)`", back(|_, on_stack| on_stack)),
        ("L11", "with the opposite of `¬Phase(q)`", back(|q, on_stack| on_stack && q.phase())),
        ("L11", "without that `q''` is on the stack", back(|q, _| !q.phase())),
        ("L11", "with the opposite of that `q''` is on the stack", back(|q, on_stack| !on_stack && !q.phase())),
        ("L18", "without `¬Phase(q)`", l18(|q| blocks(q.flags))),
        ("L18", "with the opposite of `¬Phase(q)`", l18(|q| q.phase() && blocks(q.flags))),
        ("L18", "without that `q` is not `Enabled`", l18(|q| !q.phase())),
        ("L18", "with the opposite of that `q` is not `Enabled`", l18(|q| !q.phase() && !blocks(q.flags))),
    ];
    shared(CYCLE).into_iter().chain(own).collect()
}

/// What a search finds: whether a thread goes wrong, and where all threads are scheduled.
#[derive(PartialEq, Debug)]
struct Found {
    wrong: bool,
    cut: bool,
    states: usize,
    /// By number.
    ends: Vec<u32>,
}

fn run(case: &Case, search: impl Fn(&Instance<'_>) -> search::Table) -> Found {
    let (semantics, control) = (Semantics::new(&case.program), Control::from(limits()));
    let instance = Instance::new(&semantics, &case.movers, case.partition.clone(), &control);
    let ends = search(&instance).scheduling().map(|s| s.0).collect();
    let wrong = instance.first_wrong().is_some();
    Found { wrong, cut: is_cut(&control), states: instance.state_count(), ends }
}

fn effect(now: &Found, case: &Case, original: &Found) -> Option<Effect> {
    let other = |what| Some(Effect { weight: 2, what });
    match (now.wrong, original.wrong) {
        (false, true) if !now.cut => Some(Effect::ERROR_LOST),
        (true, false) if !case.wrong => Some(Effect::NO_ERROR),
        _ if now.cut || now.states > original.states => other("more states"),
        _ if now.states < original.states => other("fewer states"),
        _ if now.ends != original.ends => Some(Effect { weight: 3, what: "transactions end elsewhere" }),
        _ => None,
    }
}

pub fn table(name: &'static str) -> Table {
    let search: &'static Search = SEARCHES.iter().find(|s| s.name == name).expect("it is listed");
    let (lines, mut mutants) = match name {
        "cpc" => (CPC, of_cpc()),
        "cpc-maximal" => (MAXIMAL, of_maximal()),
        _ => (CYCLE, of_cycle()),
    };
    mutants.sort_by_key(|(line, ..)| (line.len(), *line));
    let cases = sorted(cases(Engine::Search(search)), |c| run(c, |i| search.run(i)), |f| f.states);
    for (case, found) in &cases {
        assert_eq!(run(case, |i| explore(i, lines)), *found, "{}: the lines are those of {name}", case.name);
    }
    let row = |(line, change, lines): &Mutant| {
        let now = |c| run(c, |i| explore(i, *lines));
        Row::new(line, change, cases.iter().map(|(c, found)| (c.name.as_str(), effect(&now(c), c, found))))
    };
    Table { engine: name, of: "line", rows: mutants.iter().map(row).collect() }
}
