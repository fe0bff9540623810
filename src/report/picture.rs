//! Graphs as they are drawn: boxes with lines of text, arrows with labels, frames around boxes. One description,
//! written in Graphviz's language or as SVG. What they show is not known here.

mod apart;
mod best;
mod dot;
mod draw;
mod fold;
mod layout;
mod legend;
mod measure;
mod pieces;
mod trim;

pub(super) use layout::scale;
pub use layout::{Layout, Rect};

/// Boxes and arrows, with what is said above them.
#[derive(Clone, Default)]
pub struct Picture {
    /// The file that it is about, as the user named it.
    pub subject: String,
    /// What is drawn of it: `transactions of cpc`.
    pub heading: String,
    /// `5 states, 4 transactions`
    pub counts: String,
    /// What is not drawn, and why.
    pub notes: Vec<String>,
    /// Stands in place of subject, heading and counts.
    pub title: Option<String>,
    /// Where arrows lead; if nobody says, where the picture fits a slide.
    pub direction: Option<Direction>,
    /// The labels of frames.
    pub frames: Vec<String>,
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    /// Words of its labels that the legend tells, with what they mean.
    pub words: Vec<(&'static str, &'static str)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    Down,
    Right,
}

/// A box.
#[derive(Clone)]
pub struct Node {
    pub id: u32,
    pub lines: Vec<Line>,
    /// The frame that it is in.
    pub frame: Option<usize>,
    pub look: Look,
}

/// How a box looks.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Look {
    pub ground: Ground,
    /// Where it begins.
    pub initial: bool,
    /// Where a procedure ends.
    pub end: bool,
    /// A state inside a transaction.
    pub inside: bool,
    /// Arrows out of it are left out.
    pub cut: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum Ground {
    #[default]
    Plain,
    /// A copy of a location, outside transactions.
    External,
    PreCommit,
    PostCommit,
    Wrong,
}

/// An arrow between the boxes with these numbers.
#[derive(Clone)]
pub struct Edge {
    pub from: u32,
    pub to: u32,
    pub lines: Vec<Line>,
    pub stroke: Stroke,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stroke {
    Plain,
    Thread(u32),
    /// A switch to this thread, which places no boxes.
    Switch(u32),
}

pub type Line = Vec<Span>;

/// A piece of a line.
#[derive(Clone, PartialEq)]
pub struct Span {
    pub text: String,
    pub tone: Tone,
}

/// What a piece of text means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    Plain,
    Strong,
    Faint,
    Thread(u32),
    Mover(char),
    /// Above the line, as an exponent.
    Raised,
    PreCommit,
    PostCommit,
    /// A new value.
    Changed,
    /// The remark that a step commits.
    Commits,
    /// The remark that a step goes wrong.
    GoesWrong,
    /// Where a thread has gone wrong.
    Wrong,
    /// Nothing goes wrong, or what was asked holds.
    Safe,
    /// It is not known.
    Open,
}

impl Span {
    pub fn new(text: impl Into<String>, tone: Tone) -> Span {
        Span { text: text.into(), tone }
    }

    pub fn plain(text: impl Into<String>) -> Span {
        Span::new(text, Tone::Plain)
    }
}

pub fn faint(text: impl Into<String>) -> Span {
    Span::new(text, Tone::Faint)
}

/// A mover letter behind what moves, with a space between.
pub fn letter(letter: char) -> [Span; 2] {
    [Span::plain(" "), Span::new(letter, Tone::Mover(letter))]
}

impl Picture {
    /// In Graphviz's language.
    pub fn dot(&self) -> String {
        dot::written(self)
    }

    /// As SVG, which needs no other program. Its classes begin with `mv-`, and it has no identifiers, so that one
    /// page may have several.
    pub fn svg(&self) -> String {
        draw::drawn(self)
    }

    /// With a remark above it.
    pub(super) fn noted(mut self, note: String) -> Picture {
        self.notes.push(note);
        self
    }

    /// What is said above it, the heading first.
    fn said(&self) -> Vec<String> {
        let name = self.subject.rsplit('/').next().unwrap_or(&self.subject);
        let own = [format!("{name}: {}", self.heading), self.counts.clone()];
        let said = self.title.as_ref().map_or(own.to_vec(), |title| title.lines().map(str::to_string).collect());
        said.into_iter().chain(self.notes.iter().cloned()).filter(|line| !line.is_empty()).collect()
    }
}

/// Something that is drawn as boxes and arrows.
pub trait Pictured {
    /// All that is drawn of it; variables with these names are left out.
    fn picture(&self, hidden: &[String]) -> Picture;
}
