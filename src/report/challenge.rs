//! What became of a verdict when the model was broken, one part at a time.

use super::story::story;
use super::text::verdict_line;
use super::{Checked, count};
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

/// The model as it is, and then every break.
pub fn challenge_text(c: &Checked<'_>, tried: &[Tried]) -> String {
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
            let trace = if c.quiet { String::new() } else { format!("\n{}\n", story(broken.program, failed)) };
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

/// Schema 1.
pub fn challenge_json(c: &Checked<'_>, tried: &[Tried]) -> Value {
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
        "schema": 1,
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

/// A line a break, in source order.
fn rows(tried: &[Tried]) -> Vec<[String; 5]> {
    let row = |t: &Tried| {
        let states = t.check.as_ref().map_or(String::new(), |(_, o)| o.states.to_string());
        let part = t.broken.part.name().to_string();
        [t.broken.line.to_string(), part, t.broken.edit.clone(), t.effect().name().into(), states]
    };
    tried.iter().map(row).collect()
}

const COLUMNS: [&str; 5] = ["line", "part", "edit", "effect", "states"];

pub fn challenge_csv(tried: &[Tried]) -> String {
    let line = |cells: &[String; 5]| cells.each_ref().map(|c| super::compare::quoted(c)).join(",") + "\n";
    COLUMNS.join(",") + "\n" + &rows(tried).iter().map(line).collect::<String>()
}

pub fn challenge_markdown(tried: &[Tried]) -> String {
    let line = |cells: &[String; 5]| format!("| {} |\n", cells.each_ref().map(|c| c.replace('|', "\\|")).join(" | "));
    let heading = format!("| {} |\n|{}\n", COLUMNS.join(" | "), "---|".repeat(COLUMNS.len()));
    heading + &rows(tried).iter().map(line).collect::<String>()
}
