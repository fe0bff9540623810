//! A system as text, which others read too: what they do not know is said in comments.

use super::directive;
use super::read::{Automaton, Rule, System};
use std::fmt::Write;

/// The text of a system, with a comment for each shared state and symbol that `told` has something to say of.
pub fn written(system: &System, heading: &[String], told: &Told) -> String {
    let mut out: String = heading.iter().fold(String::new(), |all, line| all + "# " + line + "\n");
    let _ = writeln!(out, "#@ initial: {}", system.initial);
    for target in &system.targets {
        let _ = writeln!(out, "#@ target: {target}");
    }
    let _ = writeln!(out, "{}", system.states);
    told.states.iter().enumerate().for_each(|(q, what)| comment(&mut out, q as u32, what));
    for (i, automaton) in system.threads.iter().enumerate() {
        thread(&mut out, automaton, told.symbols.get(i).map_or(&[], Vec::as_slice));
    }
    debug_assert!(out.lines().all(|l| !l.starts_with("#@") || directive(l).is_some()), "comments are no directives");
    out
}

/// What shared states are, and the symbols of each thread from its first one on.
#[derive(Clone, Default, Debug)]
pub struct Told {
    pub states: Vec<String>,
    pub symbols: Vec<Vec<String>>,
}

fn thread(out: &mut String, automaton: &Automaton, symbols: &[String]) {
    let (lo, hi) = automaton.symbols;
    let _ = writeln!(out, "PDA {lo} {hi}");
    (lo..).zip(symbols).for_each(|(a, what)| comment(out, a, what));
    for Rule { from: (q, top), to: (to, word), .. } in &automaton.rules {
        let symbol = |a: &u32| a.to_string();
        let top = top.as_ref().map_or("-".to_string(), symbol);
        let word =
            if word.is_empty() { "-".to_string() } else { word.iter().map(symbol).collect::<Vec<_>>().join(" ") };
        let _ = writeln!(out, "{q} {top} -> {to} {word}");
    }
}

fn comment(out: &mut String, number: u32, what: &str) {
    let _ = writeln!(out, "# {number}: {what}");
}
