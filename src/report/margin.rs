//! The source with mover letters, phases and transaction boundaries in the margin.

use super::fold::cut_line;
use super::json::movers_json;
use super::listing::{self, columns, trimmed};
use super::picture::{Line, Span, Tone, faint};
use super::{Checked, Report};
use crate::driver::Profile;
use crate::ir::Location;
use crate::movers::Class;
use serde_json::Value;
use std::collections::BTreeSet;

/// What letters and signs mean.
fn legend() -> [Line; 3] {
    let letters = [('R', " right, "), ('L', " left, "), ('B', " both, "), ('N', " non-mover; ")];
    let letters = letters.map(|(letter, name)| [Span::new(letter, Tone::Mover(letter)), Span::plain(name)]);
    let depends = Span::plain("several letters: it depends on the state");
    let (pre, post) = (Span::new("+", Tone::PreCommit), Span::new("-", Tone::PostCommit));
    let phases = [
        pre,
        Span::plain(" pre-commit, "),
        post,
        Span::plain(" post-commit, * both occur; with which the thread arrives"),
    ];
    let borders = "border  > a transaction starts here, | inside a transaction, / both occur";
    [
        [Span::plain("mover   ")].into_iter().chain(letters.concat()).chain([depends]).collect(),
        [Span::plain("phase   ")].into_iter().chain(phases).collect(),
        vec![Span::plain(borders)],
    ]
}

/// The movers of a check, beside the text of its model.
pub struct Movers<'a> {
    pub checked: &'a Checked<'a>,
    pub source: &'a str,
}

impl Report for Movers<'_> {
    fn text(&self) -> String {
        listing::joined(&self.lines(usize::MAX))
    }

    fn lines(&self, width: usize) -> Vec<Line> {
        let c = self.checked;
        let source: Vec<&str> = self.source.lines().collect();
        let digits = source.len().to_string().len();
        let margins: Vec<Line> = (1..=source.len() as u32).map(|line| margin(c, line)).collect();
        let wide = margins.iter().map(columns).max().unwrap_or(0).max(5);
        let row = |(i, (line, mut row)): (usize, (&&str, Line))| {
            let gap = " ".repeat(wide - columns(&row));
            row.push(Span::plain(format!("{gap} {:digits$} | ", i + 1)));
            row.push(Span::plain(if width == usize::MAX { line.to_string() } else { line.replace('\t', "    ") }));
            cut_line(trimmed(row), width)
        };
        let mut lines: Vec<Line> = source.iter().zip(margins).enumerate().map(row).collect();
        lines.push(vec![]);
        lines.extend(legend());
        lines.extend(listing::plain(&unvisited(c)));
        lines
    }

    fn json(&self) -> Value {
        movers_json(self.checked)
    }

    fn latex(&self) -> String {
        listing::latex(&listed(self))
    }

    fn html(&self) -> String {
        listing::html(&listed(self))
    }
}

/// The lines of the source, letters and phases in their colours.
fn listed(m: &Movers<'_>) -> Vec<Line> {
    let lines: Vec<&str> = m.source.lines().collect();
    let digits = lines.len().to_string().len();
    let marks: Vec<Vec<Mark>> = (1..=lines.len() as u32).map(|line| marks(m.checked, line).collect()).collect();
    let columns = |marks: &[Mark]| marks.iter().map(|m| m.letters.chars().count() + 3).sum::<usize>();
    let width = marks.iter().map(|m| columns(m)).max().unwrap_or(0);
    let row = |(i, (line, marks)): (usize, (&&str, &Vec<Mark>))| {
        let mut row: Line = marks.iter().flat_map(mark_spans).collect();
        row.push(Span::plain(" ".repeat(width - columns(marks))));
        row.push(faint(format!("{:digits$}  ", i + 1)));
        row.push(Span::plain(line.replace('\t', "    ")));
        row
    };
    lines.iter().zip(&marks).enumerate().map(row).collect()
}

fn mark_spans(mark: &Mark) -> Vec<Span> {
    let phase = match mark.phase {
        '+' => Tone::PreCommit,
        '-' => Tone::PostCommit,
        _ => Tone::Plain,
    };
    let letters = mark.letters.chars().map(|letter| Span::new(letter, Tone::Mover(letter)));
    let before = [Span::plain(mark.border), Span::new(mark.phase, phase)];
    before.into_iter().chain(letters).chain([Span::plain(" ")]).collect()
}

/// What the locations of one line say, one after the other.
fn margin(c: &Checked<'_>, line: u32) -> Line {
    trimmed(marks(c, line).flat_map(|mark| mark_spans(&mark)).collect())
}

/// What is said of a location in the margin.
struct Mark {
    border: char,
    phase: char,
    letters: String,
}

fn marks<'c>(c: &'c Checked<'_>, line: u32) -> impl Iterator<Item = Mark> + use<'c> {
    let here = c.program.locations.iter().zip(&c.outcome.profiles);
    here.filter(move |(at, p)| at.line == line && !p.moves.is_empty()).map(|(_, p)| mark(p))
}

fn mark(p: &Profile) -> Mark {
    let letters: String = p.moves.iter().rev().map(|m| m.letter()).collect::<BTreeSet<_>>().into_iter().collect();
    let outside = p.classes.contains(&Class::Outside);
    let inside = p.classes.iter().any(|c| *c != Class::Outside);
    let border = match (outside, inside) {
        (true, true) => '/',
        (true, false) => '>',
        _ => '|',
    };
    let phase = match (p.phases.contains(&true), p.phases.contains(&false)) {
        (true, true) => '*',
        (true, false) => '+',
        _ => '-',
    };
    Mark { border, phase, letters }
}

/// Statements at which no thread was ever scheduled.
fn unvisited(c: &Checked<'_>) -> String {
    let here = c.program.locations.iter().zip(&c.outcome.profiles);
    let never = |(at, p): &(&Location, &Profile)| p.threads.is_empty() && at.text != "}";
    let names: Vec<&str> = here.filter(never).map(|(at, _)| at.name.as_str()).collect();
    if names.is_empty() { String::new() } else { format!("never reached: {}\n", names.join(", ")) }
}
