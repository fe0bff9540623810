//! What processes that explore together must have in common: names and values.

use super::engine::Engine;
use super::outcome::Options;
use crate::control::Limits;
use crate::dynamic::Heuristics;
use crate::ir::Program;
use sha2::{Digest, Sha256};
use std::fmt::{Debug, Result, Write};

/// What is explored, and under which bounds that are for all processes together.
pub fn agreement(program: &Program, engine: Engine<'_>, options: &Options, limits: &Limits) -> Vec<(String, String)> {
    let named = |name: &str, value: &dyn Debug| (name.to_string(), format!("{value:?}"));
    vec![
        ("model".into(), digest(program)),
        ("rules".into(), engine.name().into()),
        ("movers".into(), options.movers.name().into()),
        ("heuristics".into(), heuristics(engine)),
        named("initial phase", &options.initial_phase),
        named("phases", &options.phases),
        named("bound on states", &limits.max_states),
        named("bound on stacks", &limits.max_stack),
    ]
}

/// As `--heuristics` names them.
fn heuristics(engine: Engine<'_>) -> String {
    let Engine::Blocks(_, Heuristics { pointer, atomic, locks }) = engine else { return "none".into() };
    let named = [("pointer", pointer), ("atomic", atomic), ("locks", locks)];
    let chosen = named.into_iter().filter(|(_, chosen)| *chosen).map(|(name, _)| name);
    ["reach"].into_iter().chain(chosen).collect::<Vec<_>>().join(",")
}

/// The first digits of a hash of all that a program consists of.
fn digest(program: &Program) -> String {
    let mut hashed = Hashed(Sha256::new());
    write!(hashed, "{program:?}").expect("a hash takes any text");
    hashed.0.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The hash of a text that is nowhere as a whole.
struct Hashed(Sha256);

impl Write for Hashed {
    fn write_str(&mut self, text: &str) -> Result {
        self.0.update(text);
        Ok(())
    }
}
