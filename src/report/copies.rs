//! Copies of locations and guards of instrumented graphs, in DYN's notation.

use crate::ir::Program;
use moverlog_rules::{Condition, Copy, Guard};

/// `L0^R'`.
pub(super) fn copied(name: &str, copy: Option<Copy>) -> String {
    copy.map_or(name.into(), |copy| format!("{name}^{}", letter(copy)))
}

/// `c^R at L0`, `not c^L, enabled at L0`; `true` where nothing is tested.
pub(super) fn guarded(program: &Program, guard: Guard) -> String {
    let (Guard::If(c) | Guard::Unless(c)) = guard else { return "true".into() };
    let loc = match c {
        Condition::Right(a) | Condition::Both(a) => a.0,
        Condition::AllLeft(l) | Condition::AllBoth(l) => l.0,
        Condition::AllLeftEnabled(l) | Condition::AllBothEnabled(l) => l.0,
    };
    let name = program.locations.get(loc as usize).map_or("wrong", |l| l.name.as_str());
    let said = format!("{} at {name}", condition(c));
    if guard == Guard::If(c) { said } else { format!("not {said}") }
}

pub(super) fn condition(c: Condition) -> &'static str {
    match c {
        Condition::Right(_) => "c^R",
        Condition::Both(_) => "c",
        Condition::AllLeft(_) => "c^L",
        Condition::AllBoth(_) => "c(l)",
        Condition::AllLeftEnabled(_) => "c^L, enabled",
        Condition::AllBothEnabled(_) => "c(l), enabled",
    }
}

pub(super) fn letter(copy: Copy) -> &'static str {
    match copy {
        Copy::N => "N",
        Copy::R => "R",
        Copy::RPrime => "R'",
        Copy::L => "L",
        Copy::LPrime => "L'",
    }
}
