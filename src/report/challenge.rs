//! What became of a verdict when the model was broken, one part at a time.

use super::story::story;
use super::text::verdict_line;
use super::{Checked, Report, count, listing, table};
use crate::challenge::{Effect, Tried};
use crate::driver::Verdict;
use serde_json::{Value, json};

impl Effect {
    fn name(self) -> &'static str {
        match self {
            Effect::Lost => "lost",
            Effect::Nothing => "nothing changes",
            Effect::Unknown => "not known",
        }
    }
}

/// A check, and the breaks of its model.
pub struct Challenge<'a> {
    pub checked: &'a Checked<'a>,
    pub tried: &'a [Tried],
}

impl Report for Challenge<'_> {
    /// The model as it is, and then every break.
    fn text(&self) -> String {
        let (c, tried) = (self.checked, self.tried);
        let mut out = verdict_line(c) + &super::effort::effort(c);
        if c.outcome.verdict != Verdict::Safe {
            return out + "a verdict that is not safe cannot be lost; nothing was broken\n";
        }
        for (effect, heading) in [
            (Effect::Lost, "the verdict is lost, and rests on these parts:"),
            (Effect::Nothing, "nothing changes, the verdict does not rest on these parts:"),
            (Effect::Unknown, "not known at this bound:"),
        ] {
            let these: Vec<String> = tried.iter().filter(|t| t.effect() == effect).map(|t| told(c, t)).collect();
            if !these.is_empty() {
                out += &format!("\n{heading}\n{}", these.concat());
            }
        }
        out + "\n" + &total(tried)
    }

    fn json(&self) -> Value {
        let (c, tried) = (self.checked, self.tried);
        let one = |t: &Tried| {
            json!({
                "part": t.broken.part.name(),
                "line": t.broken.line,
                "edit": t.broken.edit,
                "effect": t.effect().name(),
                "verdict": t.check.as_ref().map(|(_, o)| o.verdict.name()),
                "bound": t.bound().map(|b| b.name()),
                "states": t.check.as_ref().map(|(_, o)| o.states),
                "wrong": checked(c, t).map(|b| super::check_json(&b)["wrong"].take()),
            })
        };
        json!({
            "model": c.model,
            "rules": c.engine.name(),
            "verdict": c.outcome.verdict.name(),
            "bound": c.outcome.bound.map(|b| b.name()),
            "states": c.outcome.states,
            "seconds": c.seconds,
            "peak_bytes": c.peak_bytes,
            "breaks": tried.iter().map(one).collect::<Vec<_>>(),
        })
    }

    fn csv(&self) -> String {
        table::csv(&lines(self.tried))
    }

    fn markdown(&self) -> String {
        table::markdown(&lines(self.tried))
    }
}

fn total(tried: &[Tried]) -> String {
    let number = |effect| tried.iter().filter(|t| t.effect() == effect).count();
    let (lost, nothing, unknown) = (number(Effect::Lost), number(Effect::Nothing), number(Effect::Unknown));
    if tried.is_empty() {
        return "nothing to break: no lock, no atomic block, no assumption, no guard, no assertion\n".into();
    }
    let s = |n: usize| if n == 1 { "s" } else { "" };
    let open = if unknown == 0 { String::new() } else { format!(", {unknown} not known") };
    format!(
        "{}: {lost} lose{} the verdict, {nothing} change{} nothing{open}\n",
        count(tried.len(), "break"),
        s(lost),
        s(nothing)
    )
}

/// A break with what comes of it.
fn told(c: &Checked<'_>, tried: &Tried) -> String {
    let heading = format!("  line {}: {}{}\n", tried.broken.line, tried.broken.edit, meaning(tried));
    let Some(broken) = checked(c, tried) else { return heading };
    match &broken.outcome.failed {
        Some(failed) => {
            let trace = if c.quiet {
                String::new()
            } else {
                format!("\n{}\n", listing::joined(&story(broken.program, failed, usize::MAX)))
            };
            heading + &indented(&(verdict_line(&broken) + &trace))
        }
        None => heading,
    }
}

fn meaning(tried: &Tried) -> String {
    match (tried.effect(), tried.bound()) {
        (Effect::Nothing, _) if tried.broken.part == crate::challenge::Part::Assertion => {
            " (no thread comes there: it tests nothing)".into()
        }
        (_, Some(bound)) => format!(" ({})", bound.name()),
        (Effect::Unknown, None) => " (the edit does not fit here)".into(),
        _ => String::new(),
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|l| format!("    {l}").trim_end().to_string() + "\n").collect()
}

/// The check of a broken model, told as any other.
fn checked<'a>(c: &Checked<'a>, tried: &'a Tried) -> Option<Checked<'a>> {
    let (model, outcome) = tried.check.as_ref()?;
    let (program, seconds, peak_bytes) = (&model.program, 0.0, 0);
    Some(Checked { program, outcome, seconds, peak_bytes, ..*c })
}

/// Headings, and a line a break, in source order.
fn lines(tried: &[Tried]) -> Vec<table::Line> {
    let row = |t: &Tried| {
        let states = t.check.as_ref().map_or(String::new(), |(_, o)| o.states.to_string());
        let part = t.broken.part.name().to_string();
        vec![t.broken.line.to_string(), part, t.broken.edit.clone(), t.effect().name().into(), states]
    };
    let headings = ["line", "part", "edit", "effect", "states"].map(String::from).to_vec();
    [headings].into_iter().chain(tried.iter().map(row)).collect()
}
