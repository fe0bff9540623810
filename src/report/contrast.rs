//! What a change of rules changes, on one page: over models, fact by fact, and the smallest program that shows it.

use super::{Difference, Report, Row, Separation};
use serde_json::{Value, json};

/// See the module's documentation.
pub struct Contrast<'a> {
    pub rows: &'a [Row<'a>],
    /// Of the models on which the two derive different facts.
    pub differences: &'a [Difference<'a>],
    /// Why facts are not known, of each model of which they are not.
    pub unknown: &'a [String],
    pub separation: Separation<'a>,
}

impl Contrast<'_> {
    /// The three parts under their headings.
    fn parts(&self) -> [(&'static str, String); 3] {
        let unknown: String = self.unknown.iter().map(|why| format!("not known: {why}\n")).collect();
        let facts = match self.differences.is_empty() {
            true if unknown.is_empty() => "none\n".into(),
            true => unknown,
            false => self.differences.text() + &unknown,
        };
        [
            ("verdicts and counts", self.rows.text()),
            ("facts that differ", facts),
            ("the smallest program that tells them apart", self.separation.text()),
        ]
    }
}

impl Report for Contrast<'_> {
    fn text(&self) -> String {
        self.parts().map(|(heading, text)| format!("{heading}\n\n{text}")).join("\n")
    }

    fn markdown(&self) -> String {
        let [a, b] = self.separation.engines;
        let fenced = |text: &str| format!("```text\n{}\n```\n", text.trim_end());
        let [_, facts, separated] = self.parts();
        let section = |(heading, text): (&str, String)| format!("\n## {heading}\n\n{text}");
        let table = section(("verdicts and counts", self.rows.markdown()));
        format!(
            "# {a} against {b}\n{table}{}{}",
            section((facts.0, fenced(&facts.1))),
            section((separated.0, fenced(&separated.1)))
        )
    }

    fn json(&self) -> Value {
        json!({
            "compare": self.rows.json(),
            "diff": self.differences.json(),
            "separate": self.separation.json(),
        })
    }
}
