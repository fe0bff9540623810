//! One result in every format that it has.

use super::listing;
use super::marked::marked;
use super::picture::Line;
use super::summaries::{Projection, summaries_json, summaries_lines, summaries_markdown, summaries_picture};
use super::text::pasted_lines;
use super::{Checked, check_json, check_lines, check_text, termination_json, termination_text};
use crate::queries::{ByProcedure, Termination};
use serde_json::{Value, json};

/// How a result is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Text,
    Csv,
    Json,
    Markdown,
    Latex,
    Dot,
    Svg,
    Html,
    Sarif,
}

impl Format {
    pub const fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Csv => "csv",
            Format::Json => "json",
            Format::Markdown => "markdown",
            Format::Latex => "latex",
            Format::Dot => "dot",
            Format::Svg => "svg",
            Format::Html => "html",
            Format::Sarif => "sarif",
        }
    }
}

/// A result, as it is reported. Where it has no other form it is its text, which is DOT for a drawing.
pub trait Report {
    fn text(&self) -> String;

    /// The text in pieces, with what each of them means, for lines of so many columns: what stands in columns is cut or
    /// put below each other, and what is longer still is left to be folded.
    fn lines(&self, _width: usize) -> Vec<Line> {
        marked(&self.text())
    }

    /// An object, to which `schema` is added.
    fn json(&self) -> Value;

    fn csv(&self) -> String {
        self.text()
    }

    fn markdown(&self) -> String {
        self.text()
    }

    fn latex(&self) -> String {
        self.text()
    }

    fn svg(&self) -> String {
        self.text()
    }

    fn html(&self) -> String {
        self.text()
    }

    fn sarif(&self) -> String {
        self.text()
    }

    fn written(&self, format: Format) -> String {
        match format {
            Format::Text | Format::Dot => self.text(),
            Format::Csv => self.csv(),
            Format::Json => json_text(self.json()),
            Format::Markdown => self.markdown(),
            Format::Latex => self.latex(),
            Format::Svg => self.svg(),
            Format::Html => self.html(),
            Format::Sarif => self.sarif(),
        }
    }
}

/// An object as text, with the schema that all of them have.
pub fn json_text(mut object: Value) -> String {
    if let Some(fields) = object.as_object_mut() {
        fields.shift_insert(0, "schema".into(), json!(1));
    }
    format!("{object:#}\n")
}

impl Report for Checked<'_> {
    fn text(&self) -> String {
        check_text(self)
    }

    fn lines(&self, width: usize) -> Vec<Line> {
        check_lines(self, width)
    }

    fn json(&self) -> Value {
        check_json(self)
    }

    fn latex(&self) -> String {
        listing::latex(&pasted_lines(self))
    }

    fn html(&self) -> String {
        listing::html(&pasted_lines(self))
    }

    fn sarif(&self) -> String {
        super::sarif::check_sarif(self)
    }
}

/// The summaries of a check.
pub struct Summaries<'a> {
    pub checked: &'a Checked<'a>,
    pub edges: &'a ByProcedure,
    pub projection: &'a Projection,
}

impl Report for Summaries<'_> {
    fn text(&self) -> String {
        listing::joined(&self.lines(usize::MAX))
    }

    fn lines(&self, _width: usize) -> Vec<Line> {
        summaries_lines(self.checked, self.edges, self.projection)
    }

    fn json(&self) -> Value {
        summaries_json(self.checked, self.edges, self.projection)
    }

    fn markdown(&self) -> String {
        summaries_markdown(self.checked, self.edges, self.projection)
    }

    fn latex(&self) -> String {
        listing::latex(&summaries_lines(self.checked, self.edges, self.projection))
    }

    fn html(&self) -> String {
        listing::html(&summaries_lines(self.checked, self.edges, self.projection))
    }

    fn svg(&self) -> String {
        summaries_picture(self.checked, self.edges, self.projection).svg()
    }
}

/// What a check says of QRR Theorem 3.
pub struct Theorem3<'a> {
    pub checked: &'a Checked<'a>,
    pub termination: &'a Termination,
}

impl Report for Theorem3<'_> {
    fn text(&self) -> String {
        termination_text(self.checked, self.termination)
    }

    fn json(&self) -> Value {
        termination_json(self.checked, self.termination)
    }
}
