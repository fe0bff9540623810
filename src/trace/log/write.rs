//! Writing a run down.

use super::{DEEPEST, HEADER, LONGEST, NOWHERE};
use crate::ir::{Unary, Value};
use crate::trace::ctp::{Ctp, Effect, Expr, Scope, Transition, Variable, VariableId};
use crate::trace::run::Run;
use std::fmt::Write;

/// The log of a run; reading it gives the run back.
pub fn write(run: &Run) -> String {
    let mut log = format!("{HEADER}\n");
    for slice in &run.ctp.threads {
        let _ = writeln!(log, "thread {}", slice.name);
    }
    for variable in &run.ctp.variables {
        let _ = writeln!(log, "{}", declaration(&run.ctp, variable));
    }
    for (event, transition) in run.steps() {
        let thread = &run.ctp.threads[event.slice].name;
        let what = statement(&run.ctp, transition, &event.values);
        let line = transition.line.map_or(String::new(), |line| format!(" {line}"));
        // After a blank, `#` would begin a comment.
        let gap = if transition.label.starts_with('#') { "" } else { " " };
        let _ = writeln!(log, "{thread} {what} @{gap}{}{line}", transition.label);
    }
    log
}

fn declaration(ctp: &Ctp, variable: &Variable) -> String {
    let Variable { name, scope, initial, range } = variable;
    let full = *range == (Value::MIN.into(), Value::MAX.into());
    let range = if full { String::new() } else { format!(" in {}..{}", range.0, range.1) };
    match scope {
        Scope::Lock => format!("lock {name}"),
        Scope::Shared => format!("var {name} = {initial}{range}"),
        Scope::Local(slice) => format!("local {} {name} = {initial}{range}", ctp.threads[*slice].name),
    }
}

/// What a thread did, without its name and place.
pub fn statement(ctp: &Ctp, transition: &Transition, values: &[i64]) -> String {
    let name = |v: &VariableId| &ctp.variable(*v).name;
    let what = match &transition.effect {
        Effect::Skip => match &transition.guard {
            Some(guard) => return format!("branch {}", expression(ctp, guard)),
            None => "skip".into(),
        },
        Effect::Assign(assignments) => match (read(ctp, assignments), values) {
            (Some((from, to)), [value]) if to == NOWHERE => format!("read {from} {value}"),
            (Some((from, to)), [value]) => format!("read {from} {value} -> {to}"),
            _ => format!("write {}", writes(ctp, assignments, values)),
        },
        Effect::Lock(m) => format!("lock {}", name(m)),
        Effect::Unlock(m) => format!("unlock {}", name(m)),
        Effect::Fork(slice) => format!("fork {}", ctp.threads[*slice].name),
        Effect::Join(slice) => format!("join {}", ctp.threads[*slice].name),
        Effect::Assert(e) => {
            let fails = if values == [0] { " fails" } else { "" };
            format!("assert {}{fails}", expression(ctp, e))
        }
    };
    match &transition.guard {
        Some(guard) => format!("{what} if {}", expression(ctp, guard)),
        None => what,
    }
}

/// The shared variable and the local, if one is read into the other and nothing else happens.
fn read<'c>(ctp: &'c Ctp, assignments: &[(VariableId, Expr)]) -> Option<(&'c str, &'c str)> {
    let [(to, Expr::Var(from))] = assignments else { return None };
    let reads = ctp.is_shared(*from) && !ctp.is_shared(*to);
    reads.then(|| (ctp.variable(*from).name.as_str(), ctp.variable(*to).name.as_str()))
}

fn writes(ctp: &Ctp, assignments: &[(VariableId, Expr)], values: &[i64]) -> String {
    let one = |((to, e), value): (&(VariableId, Expr), &i64)| {
        let name = &ctp.variable(*to).name;
        match e {
            Expr::Any => format!("{name} {value}"),
            e => format!("{name} {value} = {}", expression(ctp, e)),
        }
    };
    assignments.iter().zip(values).map(one).collect::<Vec<_>>().join(", ")
}

/// An expression as it is written in a log, with no more parentheses than C needs.
pub fn expression(ctp: &Ctp, e: &Expr) -> String {
    printed(ctp, e, 0)
}

/// How tightly prefixes bind.
pub(super) const PREFIX: u8 = Unary::BINDS;

fn printed(ctp: &Ctp, e: &Expr, at_least: u8) -> String {
    let (text, binds) = match e {
        Expr::Any => ("?".into(), u8::MAX),
        Expr::Const(v) => (v.to_string(), u8::MAX),
        Expr::Var(v) => (ctp.variable(*v).name.clone(), u8::MAX),
        Expr::Unary(Unary::Neg, a) if matches!(**a, Expr::Const(_)) => (format!("-({})", printed(ctp, a, 0)), PREFIX),
        Expr::Unary(op, a) => (format!("{}{}", op.sign(), printed(ctp, a, PREFIX)), PREFIX),
        Expr::Binary(op, a, b) => {
            let (sign, binds) = (op.sign(), op.binds());
            (format!("{} {sign} {}", printed(ctp, a, binds), printed(ctp, b, binds + 1)), binds)
        }
        Expr::Conditional(c, a, b) => {
            (format!("{} ? {} : {}", printed(ctp, c, 1), printed(ctp, a, 0), printed(ctp, b, 0)), 0)
        }
    };
    if binds < at_least { format!("({text})") } else { text }
}

/// What reading an expression takes: operators and parentheses in all, and how many are inside each other.
#[derive(Clone, Copy)]
pub struct Extent {
    pub operators: usize,
    pub depth: usize,
}

impl Extent {
    pub fn is_readable(self) -> bool {
        self.operators <= LONGEST && self.depth <= DEEPEST
    }

    /// One operator or pair of parentheses around all of these.
    fn around(parts: &[Extent]) -> Extent {
        let depth = parts.iter().map(|p| p.depth).max().unwrap_or(0);
        Extent { operators: 1 + parts.iter().map(|p| p.operators).sum::<usize>(), depth: depth + 1 }
    }
}

/// The extent of an expression as `expression` writes it.
pub fn extent(e: &Expr) -> Extent {
    Extent::around(&[inner_extent(e, 0)])
}

fn inner_extent(e: &Expr, at_least: u8) -> Extent {
    let leaf = Extent { operators: 0, depth: 0 };
    let (extent, binds) = match e {
        Expr::Any | Expr::Const(_) | Expr::Var(_) => (leaf, u8::MAX),
        Expr::Unary(Unary::Neg, a) if matches!(**a, Expr::Const(_)) => {
            (Extent::around(&[Extent::around(&[leaf])]), PREFIX)
        }
        Expr::Unary(_, a) => (Extent::around(&[inner_extent(a, PREFIX)]), PREFIX),
        Expr::Binary(op, a, b) => {
            let (left, right) = (inner_extent(a, op.binds()), inner_extent(b, op.binds() + 1));
            let both = Extent::around(&[left, right]);
            (Extent { depth: left.depth.max(right.depth + 1), ..both }, op.binds())
        }
        Expr::Conditional(c, a, b) => {
            let [a, b] = [a, b].map(|e| Extent::around(&[inner_extent(e, 0)]));
            let c = inner_extent(c, 1);
            let operators = a.operators + b.operators + c.operators;
            (Extent { operators, depth: a.depth.max(b.depth).max(c.depth) }, 0)
        }
    };
    if binds < at_least { Extent::around(&[extent]) } else { extent }
}
