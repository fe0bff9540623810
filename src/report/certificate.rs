//! Certificates as text: what an invariant says in words, then its clauses, which `moverlog certify` reads again.

use crate::driver::Certificate;
use crate::encoding::Fact;
use crate::execution::Shown;
use crate::ir::Program;
use std::fmt::Write;

/// The first line of every certificate.
const FIRST: &str = "moverlog certificate, version 1";

/// Lines of facts, which nobody reads again, settings, and a line for each clause.
pub fn certificate_text(program: &Program, certificate: &Certificate) -> String {
    let mut out = format!("{FIRST}\n");
    for fact in &certificate.facts {
        let _ = writeln!(out, "# {}", fact_text(program, fact));
    }
    let _ = writeln!(out, "rules {}\nbits {}", certificate.rules, certificate.wide);
    certificate.inline.iter().for_each(|k| out += &format!("inline {k}\n"));
    for clause in &certificate.clauses {
        let _ = writeln!(out, "clause {}", clause_text(clause));
    }
    out
}

/// `x[0] | !y[1]`: the lowest bit of `x` is 1, or the one above the lowest of `y` is 0.
pub fn clause_text(clause: &[(String, bool)]) -> String {
    let lit = |(name, is): &(String, bool)| format!("{}{name}", if *is { "" } else { "!" });
    clause.iter().map(lit).collect::<Vec<_>>().join(" | ")
}

/// `thread 1 (worker) at W (line 17): mine in {0, 1}, serving = 2`
fn fact_text(program: &Program, fact: &Fact) -> String {
    let (who, at) = (super::story::thread_name(program, fact.thread), program.location(fact.loc));
    let values: Vec<String> = fact.values.iter().map(|(name, values)| values_text(name, values)).collect();
    let values = if values.is_empty() { String::new() } else { format!(": {}", values.join(", ")) };
    let inside = if fact.inside { ", inside a transaction" } else { "" };
    format!("{who} at {} (line {}{inside}){values}", at.name, at.line)
}

fn values_text(name: &str, values: &[Shown]) -> String {
    let shown: Vec<String> = values.iter().map(Shown::to_string).collect();
    match &shown[..] {
        [one] => format!("{name} = {one}"),
        _ => format!("{name} in {{{}}}", shown.join(", ")),
    }
}

/// Reads a certificate; what is wrong with it, and in which line, if it is none.
pub fn read_certificate(text: &str) -> Result<Certificate, (usize, String)> {
    let mut lines = text.lines().enumerate();
    if lines.next().map(|(_, first)| first) != Some(FIRST) {
        return Err((1, format!("a certificate begins with `{FIRST}`")));
    }
    let mut found = Certificate { rules: String::new(), inline: None, wide: 0, clauses: vec![], facts: vec![] };
    for (i, line) in lines.filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty()) {
        read_line(&mut found, line).ok_or_else(|| (i + 1, format!("no `{line}` in certificates")))?;
    }
    let complete = !found.rules.is_empty() && (1..=32).contains(&found.wide);
    if complete { Ok(found) } else { Err((1, "`rules` or `bits` is missing".into())) }
}

fn read_line(found: &mut Certificate, line: &str) -> Option<()> {
    let (word, rest) = line.split_once(' ')?;
    match word {
        "rules" => found.rules = rest.into(),
        "bits" => found.wide = rest.parse().ok()?,
        "inline" => found.inline = Some(rest.parse().ok()?),
        "clause" => found.clauses.push(rest.split(" | ").map(read_lit).collect()),
        _ => return None,
    }
    Some(())
}

fn read_lit(lit: &str) -> (String, bool) {
    lit.strip_prefix('!').map_or_else(|| (lit.to_string(), true), |name| (name.to_string(), false))
}
