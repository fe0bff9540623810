//! The catalogue of errata, and one of them with what its commands print.

use super::format::Report;
use super::table;
use crate::errata::{self, Erratum, Run};
use serde_json::{Value, json};

/// The list.
pub struct Catalogue;

impl Report for Catalogue {
    fn text(&self) -> String {
        let number =
            |(i, e): (usize, &Erratum)| format!("{:>2}  {:22} {:8} {}\n", i + 1, e.name, e.kind.name(), e.place);
        errata::all().enumerate().map(number).collect()
    }

    fn json(&self) -> Value {
        json!({"errata": errata::all().map(fields).collect::<Vec<_>>()})
    }

    fn markdown(&self) -> String {
        let headings = ["name", "where", "kind", "as printed", "what it does", "the mend"];
        let cells =
            |e: &Erratum| [e.name, e.place, e.kind.name(), e.printed, e.effect, e.mend].map(String::from).into();
        let lines: Vec<table::Line> =
            std::iter::once(headings.map(String::from).into()).chain(errata::all().map(cells)).collect();
        table::markdown(&lines)
    }
}

fn fields(e: &Erratum) -> Value {
    let run = |r: &Run| json!({"reading": r.reading.name(), "command": command(r), "shows": r.shows});
    json!({
        "name": e.name, "paper": e.place.split(' ').next(), "where": e.place, "kind": e.kind.name(),
        "printed": e.printed, "effect": e.effect, "mend": e.mend, "runs": e.runs.iter().map(run).collect::<Vec<_>>(),
    })
}

fn command(run: &Run) -> String {
    format!("moverlog {}", run.command)
}

/// A command of the catalogue, after it was run.
pub struct Performed {
    pub run: &'static Run,
    /// What it printed.
    pub output: String,
    pub status: i32,
    /// Its answer as JSON, if that was asked for.
    pub answer: Option<Value>,
}

impl Performed {
    /// Whether it shows what the catalogue says.
    pub fn shows(&self) -> bool {
        self.output.contains(self.run.shows)
    }
}

/// An erratum, and its commands as they were run.
pub struct Shown {
    pub erratum: &'static Erratum,
    pub runs: Vec<Performed>,
}

impl Report for Shown {
    fn text(&self) -> String {
        let e = self.erratum;
        let said = format!("printed: {}\neffect:  {}\nmend:    {}\n", e.printed, e.effect, e.mend);
        let runs: String = self.runs.iter().map(performed).collect();
        format!("{}: {} ({})\n{said}{runs}", e.name, e.place, e.kind.name())
    }

    fn json(&self) -> Value {
        let mut object = fields(self.erratum);
        for (i, p) in self.runs.iter().enumerate() {
            object["runs"][i]["status"] = json!(p.status);
            object["runs"][i]["holds"] = json!(p.shows());
            object["runs"][i]["output"] = json!(p.output);
            object["runs"][i]["answer"] = json!(p.answer);
        }
        object
    }
}

/// Indented, as it is a quotation.
fn performed(p: &Performed) -> String {
    let status = if p.status == 0 { String::new() } else { format!("exit {}\n", p.status) };
    let missing = if p.shows() { String::new() } else { format!("this was to show: {}\n", p.run.shows) };
    let lines = format!("$ {}\n{}{status}{missing}", command(p.run), p.output);
    let lines: String = lines.lines().map(|l| format!("  {l}").trim_end().to_string() + "\n").collect();
    format!("\n{}:\n{lines}", p.run.reading.name())
}
