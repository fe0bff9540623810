//! Why a fact does not hold: attempts of rules, and what they come down to, in words and as JSON.

mod words;

use super::Report;
use super::explain::{Asked, Writer};
use crate::queries::{Cause, Fact, Missing, Premise, Try, WhyNot};
use serde_json::{Value, json};
use std::fmt::Write;
use words::{edit, said};

/// Why a fact is not derived, unless it is.
pub struct Underived<'a> {
    pub asked: &'a Asked<'a>,
    pub found: &'a WhyNot,
}

/// Attempts and causes that are printed as text.
const TRIES: usize = 3;
const CAUSES: usize = 5;

fn writer<'a>(asked: &'a Asked<'_>, missing: &Missing) -> Writer<'a> {
    Writer { phases: asked.phases && !missing.unreachable, ..asked.writer() }
}

/// It does hold.
fn it_holds(asked: &Asked<'_>, fact: &Fact, count: usize) -> String {
    let w = asked.writer();
    let which = if count > 1 { format!(", the first of {count}") } else { String::new() };
    let Asked { model: of, argument: rules, fact: name, .. } = asked;
    let first = if count > 1 { " --first" } else { "" };
    format!("it holds: #{} {}{which}\nmoverlog explain {of} '{name}' --rules {rules}{first}\n", fact.id, w.fact(fact))
}

fn missing_text(asked: &Asked<'_>, missing: &Missing) -> String {
    let w = writer(asked, missing);
    let mut out = format!("`{}` is not derived", asked.fact);
    out += if missing.unreachable { ": no interleaving reaches it\n" } else { "\n" };
    for attempt in missing.tries.iter().take(TRIES) {
        out += &attempted(w, attempt);
    }
    let _ = writeln!(out, "\nbecause");
    for (i, cause) in missing.causes.iter().take(CAUSES).enumerate() {
        let _ = writeln!(out, "{}. {}", i + 1, sentence(w, cause));
        out += &chain(w, cause);
    }
    if missing.causes.is_empty() {
        let none =
            if asked.fact.trim() == "wrong" { "no thread comes near an assertion" } else { "nothing comes near it" };
        let _ = writeln!(out, "- {none}");
    }
    if missing.causes.len() > CAUSES {
        let _ = writeln!(out, "and {} more", missing.causes.len() - CAUSES);
    }
    if let Some(edit) = suggested(w, missing) {
        let _ = writeln!(out, "\nsuggested edit: {edit}");
    }
    if missing.cut {
        let _ = writeln!(out, "\nonly the first of very many attempts were looked at");
    }
    out
}

/// The premises of an attempt: those that hold, and the first that does not.
fn attempted(w: Writer<'_>, attempt: &Try) -> String {
    let mut out = format!("\n{} comes near:\n", attempt.rule);
    for premise in &attempt.held {
        let _ = writeln!(out, "  holds  {}", premise_text(w, premise));
    }
    let _ = writeln!(out, "  fails  {}", premise_text(w, &attempt.fails));
    out
}

fn premise_text(w: Writer<'_>, premise: &Premise) -> String {
    match premise {
        Premise::Fact(fact) => w.fact(fact),
        Premise::Input(input) => w.input(input),
        Premise::Conclusion => "the conclusion is another one".into(),
    }
}

/// The edit that the first cause suggests that suggests any.
fn suggested(w: Writer<'_>, missing: &Missing) -> Option<String> {
    missing.causes.iter().take(CAUSES).find_map(|c| edit(w.program, &c.reason))
}

impl Report for Underived<'_> {
    fn text(&self) -> String {
        match self.found {
            WhyNot::Holds(fact, count) => it_holds(self.asked, fact, *count),
            WhyNot::Not(missing) => missing_text(self.asked, missing),
            WhyNot::Unfinished => String::new(),
        }
    }

    fn json(&self) -> Value {
        let mut object = self.asked.json();
        object["holds"] = matches!(self.found, WhyNot::Holds(..)).into();
        match self.found {
            WhyNot::Holds(fact, count) => {
                object["first"] = json!({"id": fact.id, "shown": self.asked.writer().fact(fact)});
                object["count"] = json!(count);
            }
            WhyNot::Not(missing) => {
                let w = writer(self.asked, missing);
                let rules = if missing.unreachable { "interleaving" } else { self.asked.rules };
                object["explained_by"] = json!(rules);
                object["tries"] = missing.tries.iter().map(|t| try_json(w, t)).collect();
                object["leaves"] = missing.causes.iter().map(|c| cause_json(w, c)).collect();
                object["edit"] = json!(suggested(w, missing));
                object["cut"] = json!(missing.cut);
            }
            WhyNot::Unfinished => {}
        }
        object
    }
}

fn try_json(w: Writer<'_>, attempt: &Try) -> Value {
    json!({
        "rule": attempt.rule,
        "holds": attempt.held.iter().map(|p| premise_text(w, p)).collect::<Vec<_>>(),
        "fails": premise_text(w, &attempt.fails),
    })
}

fn cause_json(w: Writer<'_>, cause: &Cause) -> Value {
    let step = |(rule, fails): &(String, Premise)| json!({"rule": rule, "fails": premise_text(w, fails)});
    let at = cause.reason.site().map(|at| {
        let location = w.program.location(at.loc);
        json!({"thread": at.thread.0, "location": location.name, "line": location.line, "action": location.text})
    });
    json!({
        "text": sentence(w, cause),
        "at": at,
        "path": cause.path.iter().map(step).collect::<Vec<_>>(),
        "edit": edit(w.program, &cause.reason),
    })
}

/// Which fact is therefore missing, where that is not the one that was asked for.
fn chain(w: Writer<'_>, cause: &Cause) -> String {
    let link = |pair: &[(String, Premise)]| {
        let [(above, needs), (below, _)] = pair else { return String::new() };
        format!("   so {below} does not give {}, which {above} needs\n", premise_text(w, needs))
    };
    cause.path.windows(2).last().map_or(String::new(), link)
}

/// The reason, and of whom else it can be said.
fn sentence(w: Writer<'_>, cause: &Cause) -> String {
    let fails = cause.path.last().map_or(&Premise::Conclusion, |(_, fails)| fails);
    let also: Vec<String> = cause.also.iter().map(|t| t.0.to_string()).collect();
    let also = match also.as_slice() {
        [] => String::new(),
        [one] => format!(" (thread {one} likewise)"),
        several => format!(" (threads {} likewise)", several.join(", ")),
    };
    said(w, &cause.reason, fails) + &also
}
