//! Whether claims are an invariant, and the block that breaks them.

use super::story::{shown, story_text, thread_name, transaction, values};
use super::{Report, count};
use crate::driver::{Counterexample, Induced, Induction, Standing, Verdict};
use crate::ir::Claim;
use serde_json::{Value, json};
use std::fmt::Write;

/// The check of an invariant that somebody wrote.
pub struct Inductive<'a> {
    /// The model's file.
    pub model: &'a str,
    /// The file of the claims.
    pub file: &'a str,
    /// Who makes blocks.
    pub rules: &'a str,
    pub claims: &'a [Claim],
    pub induction: &'a Induction,
    pub seconds: f64,
    pub quiet: bool,
}

impl Inductive<'_> {
    /// What it says of the program.
    pub fn verdict(&self) -> Verdict {
        if matches!(self.induction.found, Induced::Holds) { Verdict::Safe } else { Verdict::Inconclusive }
    }

    fn said(&self) -> String {
        match &self.induction.found {
            Induced::Holds => "no thread goes wrong".into(),
            Induced::NotAtFirst(n, _) => format!("{} does not hold at first", self.line(*n)),
            Induced::NotKept(n, _) => format!("a block does not keep {}", self.line(*n)),
            Induced::AllowsErrors(_) => format!("`{}` allows an error", self.file),
            Induced::Beyond(_) => format!("`{}` allows what meets a bound of the program", self.file),
            Induced::Open => "a bound was hit".into(),
        }
    }

    /// `line 3 of inv.txt, of thread 2`
    fn line(&self, claim: usize) -> String {
        let claim = &self.claims[claim];
        let of = claim.thread.map_or(String::new(), |t| format!(" for thread {}", t.0));
        format!("`{}`{of} (line {} of {})", claim.text, claim.line, self.file)
    }

    fn effort(&self) -> String {
        let (latches, gates) = (count(self.induction.latches, "bit"), count(self.induction.gates, "gate"));
        let mut lines: Vec<u32> = self.claims.iter().map(|claim| claim.line).collect();
        lines.dedup();
        let lines = count(lines.len(), "line");
        format!("invariant on {}: {lines}, {latches}, {gates}, {:.3} s\n", self.rules, self.seconds)
    }
}

fn counterexample(found: &Induced) -> Option<&Counterexample> {
    match found {
        Induced::NotAtFirst(_, c) | Induced::NotKept(_, c) | Induced::AllowsErrors(c) | Induced::Beyond(c) => Some(c),
        Induced::Holds | Induced::Open => None,
    }
}

/// The state, and the block.
fn told(c: &Counterexample) -> String {
    let mut out = format!("{}\n", if c.mover.is_some() { "before the block" } else { "the state" });
    if !c.shared.is_empty() {
        let _ = writeln!(out, "   {}", values(&c.shared));
    }
    for Standing { thread, loc, held } in &c.threads {
        let at = c.program.location(*loc);
        let held = if held.is_empty() { String::new() } else { format!(": {}", values(held)) };
        let _ = writeln!(out, "   {} at {} (line {}){held}", thread_name(&c.program, *thread), at.name, at.line);
    }
    match c.mover {
        Some(t) if c.story.is_empty() => {
            let _ = writeln!(out, "the block is one of {}", thread_name(&c.program, t));
        }
        Some(_) => out += &format!("the block\n{}", story_text(&c.program, &c.story)),
        None => {}
    }
    out
}

impl Report for Inductive<'_> {
    fn text(&self) -> String {
        let mut out = format!("{}: {}\n", self.verdict().name(), self.said());
        out += &self.effort();
        let Some(c) = counterexample(&self.induction.found).filter(|_| !self.quiet) else { return out };
        let _ = write!(out, "\n{}", told(c));
        if c.mover.is_some() {
            out += "\nall lines hold before the block; if no execution comes there, another line can say so\n";
        }
        out
    }

    fn json(&self) -> Value {
        let breaks = counterexample(&self.induction.found).map(|c| {
            json!({
                "shared": shown(&c.shared),
                "threads": c.threads.iter().map(|Standing { thread, loc, held }| json!({
                    "thread": thread.0,
                    "location": c.program.location(*loc).name,
                    "line": c.program.location(*loc).line,
                    "locals": shown(held),
                })).collect::<Vec<_>>(),
                "mover": c.mover.map(|t| t.0),
                "transactions": c.story.iter().map(|t| transaction(&c.program, t)).collect::<Vec<_>>(),
            })
        });
        let (how, claim) = match &self.induction.found {
            Induced::Holds => ("holds", None),
            Induced::NotAtFirst(n, _) => ("not at first", Some(*n)),
            Induced::NotKept(n, _) => ("not kept", Some(*n)),
            Induced::AllowsErrors(_) => ("allows an error", None),
            Induced::Beyond(_) => ("allows what is not known", None),
            Induced::Open => ("a bound was hit", None),
        };
        json!({
            "model": self.model,
            "invariant": self.file,
            "rules": self.rules,
            "verdict": self.verdict().name(),
            "found": how,
            "line": claim.map(|n| self.claims[n].line),
            "of_thread": claim.and_then(|n| self.claims[n].thread).map(|t| t.0),
            "breaks": breaks,
            "bits": self.induction.latches,
            "gates": self.induction.gates,
            "seconds": self.seconds,
        })
    }
}
