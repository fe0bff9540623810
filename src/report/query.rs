//! Answers to queries as tables.

use super::explain::Asked;
use super::table::{Line, csv, lined, markdown};
use super::{Report, count};
use crate::queries::{Answers, Part};
use moverlog_rules::Kind;
use serde_json::{Map, Value, json};

/// The answers to a query, as they are reported.
pub struct Answered<'a> {
    /// The query is what was asked for.
    pub asked: &'a Asked<'a>,
    pub answers: &'a Answers,
}

impl Answered<'_> {
    /// The names of the columns, and a line for each answer.
    fn lines(&self) -> Vec<Line> {
        let writer = self.asked.writer();
        let names = self.answers.columns.iter().map(|(name, _)| name.clone()).collect();
        let line = |row: &Vec<Part>| row.iter().map(|p| writer.part(p)).collect();
        [names].into_iter().chain(self.answers.rows.iter().map(line)).collect()
    }

    fn none(&self) -> String {
        match &self.answers.near {
            Some(near) => self.asked.nothing_matches(near) + "\n",
            None => "no answer\n".into(),
        }
    }

    /// How many answers there are, where not all are shown.
    fn total(&self) -> String {
        let (shown, total) = (self.answers.rows.len(), self.answers.total);
        let all = count(total, "answer");
        if shown < total { format!("{all}, of which {shown} are shown: `--limit` says how many\n") } else { all + "\n" }
    }

    fn row(&self, row: &[Part]) -> Value {
        let writer = self.asked.writer();
        let value = |part: &Part| match part {
            Part::Thread(t) => json!(t.0),
            Part::Number(n) => json!(n),
            Part::Truth(holds) => json!(holds),
            other => json!(writer.part(other)),
        };
        let named = self.answers.columns.iter().zip(row).map(|((name, _), part)| (name.clone(), value(part)));
        Value::Object(named.collect::<Map<String, Value>>())
    }
}

impl Report for Answered<'_> {
    fn text(&self) -> String {
        match self.answers.total {
            0 => self.none(),
            _ if self.answers.columns.is_empty() => "yes\n".into(),
            _ => lined(&self.lines()) + &self.total(),
        }
    }

    fn csv(&self) -> String {
        csv(&self.lines())
    }

    fn markdown(&self) -> String {
        markdown(&self.lines())
    }

    fn json(&self) -> Value {
        let column = |(name, kind): &(String, Kind)| json!({"name": name, "kind": kind.name()});
        json!({
            "model": self.asked.model,
            "rules": self.asked.rules,
            "query": self.asked.fact,
            "bound": self.asked.bound,
            "total": self.answers.total,
            "columns": self.answers.columns.iter().map(column).collect::<Vec<_>>(),
            "rows": self.answers.rows.iter().map(|row| self.row(row)).collect::<Vec<_>>(),
        })
    }
}
