//! A program that separates two engines, as a model with both runs in comments behind it.

use super::json::check_json;
use super::{Checked, Report, check_text, count};
use crate::separate::{Answer, Cut, Found, relation};
use serde_json::{Map, Value, json};

/// A search for a separating program, as it is reported.
pub struct Separation<'a> {
    pub engines: [&'a str; 2],
    pub relation: Option<&'a str>,
    pub seed: u64,
    pub answer: &'a Answer<'a>,
    /// Both runs, if there is a program.
    pub runs: &'a [Checked<'a>],
}

impl Separation<'_> {
    fn question(&self) -> String {
        let [a, b] = self.engines;
        let by = self.relation.map_or(String::new(), |r| format!(" by {r}"));
        format!("separates {a} from {b}{by}")
    }

    /// How far the search came.
    fn extent(&self) -> String {
        let Answer { exhaustive, tried: [all, random], .. } = self.answer;
        let random = match random {
            0 => String::new(),
            n => format!(", nor any of {} (seed {})", count(*n, "random program"), self.seed),
        };
        format!(
            "no program with up to {} does ({} tried){random}",
            count(*exhaustive, "statement"),
            count(*all, "program")
        )
    }
}

impl Report for Separation<'_> {
    /// The model and both runs, or how far the search came without finding one.
    fn text(&self) -> String {
        match &self.answer.found {
            Some(found) => format!("{}\n{}", found.both.model.text, comments(&about(self, found))),
            None => nothing(self),
        }
    }

    fn json(&self) -> Value {
        let found = self.answer.found.as_ref();
        let results: Map<String, Value> =
            self.runs.iter().map(|c| (c.engine.name().to_string(), check_json(c))).collect();
        let cut = self.answer.cut.map(|c| if c == Cut::Time { "time" } else { "interrupted" });
        json!({
            "rules": self.engines,
            "relation": self.relation,
            "seed": self.seed,
            "exhaustive": self.answer.exhaustive,
            "tried": {"all": self.answer.tried[0], "random": self.answer.tried[1]},
            "cut": cut,
            "separates": found.is_some(),
            "statements": found.map(|f| f.size),
            "shared_names": found.map(|f| f.names),
            "at_random": found.map(|f| f.before.is_some()),
            "model": found.map(|f| f.both.model.text.as_str()),
            "results": results,
        })
    }
}

fn nothing(s: &Separation<'_>) -> String {
    let why = match s.answer.cut {
        Some(Cut::Time) => "; the time is up",
        Some(Cut::Interrupted) => "; interrupted",
        None => "",
    };
    format!("found nothing that {}: {}{why}\n", s.question(), s.extent())
}

/// What stands behind the model.
fn about(s: &Separation<'_>, found: &Found) -> String {
    let names = count(found.names, "shared name");
    let mut out = format!("{}: {}, {names}\n", s.question(), count(found.size, "statement"));
    out += &match found.before {
        None => format!("the smallest: {}\n", s.extent()),
        Some(before) => {
            format!("found at random as one of {}, and made smaller: {}\n", count(before, "statement"), earlier(s))
        }
    };
    if let Some(name) = s.relation {
        let sizes: Vec<String> = s.runs.iter().map(|c| format!("{} {}", c.engine.name(), size(c, name))).collect();
        out += &format!("{name}: {}\n", sizes.join(", "));
    }
    for run in s.runs {
        out += &format!("\n{}", check_text(run));
    }
    out
}

/// As the extent, for a program that is the last of the random ones.
fn earlier(s: &Separation<'_>) -> String {
    let [all, random] = s.answer.tried;
    let up_to = count(s.answer.exhaustive, "statement");
    format!(
        "no program with up to {up_to} does ({} tried); random program {random} of seed {}",
        count(all, "program"),
        s.seed
    )
}

fn size(c: &Checked<'_>, name: &str) -> usize {
    relation(c.outcome, name).unwrap_or(0)
}

fn comments(text: &str) -> String {
    text.lines().map(|line| format!("// {line}").trim_end().to_string() + "\n").collect()
}
