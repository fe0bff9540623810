//! Initial states `q|w1,w2`, a stack for each thread with its top last, and target states `q|t1,t2`, a top for each.

use std::fmt::{Display, Formatter, Result as Formatted};
use std::ops::Range;

/// The shared state, and the stack of each thread, bottom first.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Configuration {
    pub state: u32,
    pub stacks: Vec<Vec<u32>>,
}

/// What is not to be reached: a shared state, and the tops of all stacks; no tops at all say that any will do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    pub state: u32,
    pub tops: Vec<Top>,
}

/// What a target says of a stack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Top {
    Any,
    Empty,
    Symbol(u32),
}

/// Where in a text something is wrong, and what.
pub(super) type Mistake = (Range<usize>, String);

/// A part of a text, and where it begins.
type Part<'t> = (usize, &'t str);

/// `q|w1,w2`, where a word is `-` or symbols with dots between them.
///
/// # Errors
/// Where something else stands, and what should.
pub fn configuration(text: &str) -> Result<Configuration, Mistake> {
    let (state, Some(words)) = halves(text) else {
        return Err((0..text.len(), format!("`{text}` has no stacks, as in `0|1,2.3`")));
    };
    let stacks = parts(words, ',').map(stack).collect::<Result<_, _>>()?;
    Ok(Configuration { state: number(state)?, stacks })
}

/// `q`, or `q|t1,t2`, where a top is a symbol, `-` for an empty stack, or `*` for anything.
///
/// # Errors
/// Where something else stands, and what should.
pub fn target(text: &str) -> Result<Target, Mistake> {
    let (state, words) = halves(text);
    let tops = words.map(|words| parts(words, ',').map(top).collect()).transpose()?;
    Ok(Target { state: number(state)?, tops: tops.unwrap_or_default() })
}

fn halves(text: &str) -> (Part<'_>, Option<Part<'_>>) {
    match text.split_once('|') {
        Some((state, words)) => ((0, state), Some((state.len() + 1, words))),
        None => ((0, text), None),
    }
}

fn parts((at, text): Part<'_>, sign: char) -> impl Iterator<Item = Part<'_>> {
    let mut begin = at;
    text.split(sign).map(move |part| {
        let here = begin;
        begin += part.len() + 1;
        (here, part)
    })
}

fn stack(word: Part<'_>) -> Result<Vec<u32>, Mistake> {
    if word.1.trim() == "-" {
        return Ok(vec![]);
    }
    parts(word, '.').map(number).collect()
}

fn top(word: Part<'_>) -> Result<Top, Mistake> {
    match word.1.trim() {
        "*" => Ok(Top::Any),
        "-" => Ok(Top::Empty),
        _ => number(word).map(Top::Symbol),
    }
}

/// A number; the program's values are of 32 bits with a sign.
pub(super) fn number((at, text): Part<'_>) -> Result<u32, Mistake> {
    let value = text.trim().parse::<i32>().ok().and_then(|n| u32::try_from(n).ok());
    value.ok_or_else(|| (at..at + text.len().max(1), format!("`{}` is no number", text.trim())))
}

impl Display for Configuration {
    fn fmt(&self, f: &mut Formatter<'_>) -> Formatted {
        let word = |w: &Vec<u32>| match w.as_slice() {
            [] => "-".to_string(),
            symbols => symbols.iter().map(u32::to_string).collect::<Vec<_>>().join("."),
        };
        let words: Vec<String> = self.stacks.iter().map(word).collect();
        write!(f, "{}|{}", self.state, words.join(","))
    }
}

impl Display for Target {
    fn fmt(&self, f: &mut Formatter<'_>) -> Formatted {
        let word = |top: &Top| match top {
            Top::Any => "*".to_string(),
            Top::Empty => "-".to_string(),
            Top::Symbol(a) => a.to_string(),
        };
        let words: Vec<String> = self.tops.iter().map(word).collect();
        let bar = if words.is_empty() { "" } else { "|" };
        write!(f, "{}{bar}{}", self.state, words.join(","))
    }
}

impl Target {
    /// What it says of a thread's stack.
    pub fn top(&self, thread: usize) -> Top {
        self.tops.get(thread).copied().unwrap_or(Top::Any)
    }

    pub fn is_met_by(&self, c: &Configuration) -> bool {
        let fits = |(i, stack): (usize, &Vec<u32>)| match self.top(i) {
            Top::Any => true,
            Top::Empty => stack.is_empty(),
            Top::Symbol(a) => stack.last() == Some(&a),
        };
        self.state == c.state && c.stacks.iter().enumerate().all(fits)
    }
}
