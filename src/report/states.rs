//! Sets of states as text, a line for each, which `moverlog certify` reads again.

use crate::execution::show;
use crate::ir::numbers::told_apart;
use crate::ir::{Cell, Domain, GlobalKind, Loc, Program, Reg, Register, UNSET, Value};
use crate::semantics::{Activation, Spelled};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The first line of every set of states.
const FIRST: &str = "moverlog states, version 1";

/// Whether a text is meant as a set of states.
pub fn is_states(text: &str) -> bool {
    text.lines().next() == Some(FIRST)
}

/// A line for each state: `state x = 1, m = 0; thread 1 at A: n = 2; thread 2 at f:9 called from main:12 -> r`.
pub fn states_text(program: &Program, states: &[Spelled]) -> String {
    let words = Words::of(program);
    let mut out = format!("{FIRST}\n# every interleaving leads to one of these\n");
    for state in states {
        let _ = writeln!(out, "state {}", words.state(state));
    }
    out
}

/// Reads states, each with the number of its line; what is wrong, and in which line, if these are none.
pub fn read_states(program: &Program, text: &str) -> Result<Vec<(usize, Spelled)>, (usize, String)> {
    let words = Words::of(program);
    let lines = (1..).zip(text.lines()).skip(1);
    let lines = lines.filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
    let read = |(n, line): (usize, &str)| {
        let state = line.strip_prefix("state ").and_then(|rest| words.read(rest));
        state.map(|state| (n, state)).ok_or_else(|| (n, format!("no state of this program: `{line}`")))
    };
    lines.map(read).collect()
}

/// How locations and values are written.
struct Words<'p> {
    program: &'p Program,
    /// Every location, by its name and a number where several have that.
    locations: Vec<String>,
    by_name: BTreeMap<String, Loc>,
}

impl<'p> Words<'p> {
    fn of(program: &'p Program) -> Self {
        let (mut seen, mut twice) = (BTreeSet::new(), BTreeSet::new());
        twice.extend(program.locations.iter().map(|l| &l.name).filter(|name| !seen.insert(*name)));
        let name =
            |(i, name): (usize, &String)| if twice.contains(name) { format!("{name}#{i}") } else { name.clone() };
        let locations: Vec<String> = program.locations.iter().map(|l| &l.name).enumerate().map(name).collect();
        let by_name = locations.iter().cloned().zip((0..).map(Loc)).collect();
        Words { program, locations, by_name }
    }

    fn state(&self, state: &Spelled) -> String {
        let cells = state.cells.iter().enumerate().map(|(i, v)| self.cell(Cell(i as u32), *v));
        let mut out = cells.collect::<Vec<_>>().join(", ");
        for (activations, t) in state.threads.iter().zip(1..) {
            let all: Vec<String> = activations.iter().map(|a| self.activation(a)).collect();
            let _ = write!(out, "; thread {t} at {}", all.join(" called from "));
        }
        out
    }

    fn cell(&self, cell: Cell, value: Value) -> String {
        let (name, domain) = (self.program.cell_name(cell), domain_of(self.program, cell));
        format!("{name} = {}", show(self.program, domain, value))
    }

    fn activation(&self, a: &Activation) -> String {
        let registers = self.kept(a.loc, a.receiver);
        let values =
            registers.iter().map(|(i, r)| format!("{} = {}", r.name, show(self.program, r.domain, a.registers[*i])));
        let values: Vec<String> = values.collect();
        let to = a.receiver.map_or(String::new(), |r| format!(" -> {}", r.0));
        let colon = if values.is_empty() { "" } else { ": " };
        format!("{}{to}{colon}{}", self.locations[a.loc.0 as usize], values.join(", "))
    }

    /// The registers that an activation has at a location: those in scope, but for the one that is about to be set.
    fn kept(&self, loc: Loc, receiver: Option<Reg>) -> Vec<(usize, &'p Register)> {
        let location = self.program.location(loc);
        let all = self.program.procedures[location.procedure as usize].registers.iter().enumerate();
        let kept = |i: usize| location.in_scope.get(i) != Some(&false) && receiver != Some(Reg(i as u32));
        all.filter(|(i, _)| kept(*i)).collect()
    }
}

/// What is read.
impl Words<'_> {
    fn read(&self, line: &str) -> Option<Spelled> {
        let mut parts = line.split("; thread ");
        let named = (0..self.program.cells.len() as u32).map(Cell);
        let named: Vec<(String, Domain)> =
            named.map(|c| (self.program.cell_name(c), domain_of(self.program, c))).collect();
        let cells = self.values(parts.next()?, named.iter().map(|(name, domain)| (name.as_str(), *domain)))?;
        let thread = |(part, t): (&str, usize)| self.thread(part.strip_prefix(&format!("{t} at "))?);
        let threads: Vec<_> = parts.zip(1..).map(thread).collect::<Option<_>>()?;
        (threads.len() == self.program.threads.len()).then_some(Spelled { cells, threads })
    }

    fn thread(&self, text: &str) -> Option<Vec<Activation>> {
        text.split(" called from ").map(|one| self.read_activation(one)).collect()
    }

    fn read_activation(&self, text: &str) -> Option<Activation> {
        let (at, values) = text.split_once(": ").unwrap_or((text, ""));
        let (name, to) = at.split_once(" -> ").map_or((at, None), |(name, to)| (name, Some(to)));
        let loc = *self.by_name.get(name)?;
        let receiver = to.map(|to| to.parse().map(Reg)).transpose().ok()?;
        let procedure = &self.program.procedures[self.program.location(loc).procedure as usize];
        let kept = self.kept(loc, receiver);
        let read = self.values(values, kept.iter().map(|(_, r)| (r.name.as_str(), r.domain)))?;
        let mut registers = vec![0; procedure.registers.len()];
        kept.iter().zip(read).for_each(|((i, _), value)| registers[*i] = value);
        receiver.is_none_or(|r| (r.0 as usize) < registers.len()).then_some(Activation { loc, receiver, registers })
    }

    /// `x = 1, y = 2`: the values of just these, in this order.
    fn values<'n>(&self, text: &str, named: impl Iterator<Item = (&'n str, Domain)>) -> Option<Vec<Value>> {
        let mut parts = text.split(", ").filter(|part| !part.is_empty());
        let value = |(name, domain)| self.value(domain, parts.next()?.strip_prefix(name)?.strip_prefix(" = ")?);
        let values = named.map(value).collect::<Option<Vec<Value>>>()?;
        parts.next().is_none().then_some(values)
    }

    /// The value that is shown so.
    fn value(&self, domain: Domain, text: &str) -> Option<Value> {
        let program = self.program;
        let value = match domain {
            _ if text == "?" => UNSET,
            Domain::Float => (text == "~").then_some(0)?,
            Domain::Bool => i32::from(text.parse::<bool>().ok()?),
            Domain::Pointer if text == "null" => 0,
            Domain::Pointer if !text.starts_with('&') => {
                let number = text.parse().ok()?;
                if program.numbers_apart { told_apart(number) } else { number }
            }
            Domain::Pointer => {
                let name = text.strip_prefix('&')?;
                (0..program.cells.len()).position(|c| program.cell_name(Cell(c as u32)) == name)? as Value + 1
            }
            Domain::Enum { id, .. } => program.enums[id].iter().position(|name| name == text)? as Value,
            Domain::Int | Domain::Long | Domain::Range { .. } => text.parse().ok()?,
        };
        (domain.stored(value) == Some(value) || value == UNSET).then_some(value)
    }
}

/// The values that a cell has; owners, depths and wait sets of mutexes are numbers.
fn domain_of(program: &Program, cell: Cell) -> Domain {
    let global = program.global_of(cell);
    match global.kind {
        GlobalKind::Data(domain) => domain,
        GlobalKind::Mutex { reentrant, .. } => match (cell.0 - global.base.0) % global.stride() {
            0 => Domain::Range { lo: 0, hi: program.threads.len() as Value },
            1 if reentrant => Domain::Range { lo: 0, hi: Value::MAX },
            _ => Domain::Range { lo: 0, hi: Value::MAX >> (31 - program.threads.len().min(31)) },
        },
    }
}
