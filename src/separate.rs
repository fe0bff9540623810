//! Searches for the smallest program on which two engines say different things: all small programs in
//! ascending order of size, then random ones, made smaller.
//!
//! A program is run as the text that is printed, so what is printed is what differs.

mod enumerate;
mod grammar;
mod random;
mod shrink;
mod trial;

pub use enumerate::Space;
pub use grammar::{Kind, Sketch};
pub use trial::{Both, Measure, Run, Trial, relation, relations};

use crate::random::Random;
use enumerate::{Programs, Visitor};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// What to search for, and how long.
pub struct Search<'e> {
    pub trial: Trial<'e>,
    pub space: Space,
    /// All programs of up to that many statements are tried.
    pub size: usize,
    /// How many random programs are tried afterwards.
    pub random: usize,
    pub seed: u64,
    pub timeout: Duration,
}

/// What a search found, and how far it went.
pub struct Answer<'e> {
    pub found: Option<Found<'e>>,
    /// All programs of up to that many statements have been tried.
    pub exhaustive: usize,
    /// Programs tried one by one, and at random.
    pub tried: [usize; 2],
    pub cut: Option<Cut>,
}

/// A program that separates the engines.
pub struct Found<'e> {
    pub both: Both<'e>,
    pub size: usize,
    pub names: usize,
    /// How many statements it had before it was made smaller, if it was found at random.
    pub before: Option<usize>,
}

/// Why a search ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    Time,
    Interrupted,
}

/// How far a search is.
#[derive(Clone, Copy, Debug)]
pub enum Progress {
    Size(usize, usize),
    Random(usize),
    Shrinking(usize),
}

/// Random programs get this part of the time.
const RANDOM_PART: u32 = 3;

/// A search that is to go on for ever goes on so long.
const LONGEST: Duration = Duration::from_secs(1 << 30);

/// Searches; the same search gives the same answer unless time cuts it.
pub fn separate<'e>(search: &Search<'e>, progress: &dyn Fn(Progress)) -> Answer<'e> {
    let start = Instant::now();
    let timeout = search.timeout.min(LONGEST);
    let end = start + timeout;
    let mut answer = Answer { found: None, exhaustive: 0, tried: [0, 0], cut: None };
    let until = if search.random > 0 { end - timeout / RANDOM_PART } else { end };
    all(search, until, &mut answer, progress);
    if answer.found.is_none() {
        at_random(search, end, &mut answer, progress);
    }
    answer
}

impl Search<'_> {
    /// Why to end now.
    fn cut(&self, end: Instant) -> Option<Cut> {
        if self.trial.cancel.load(Ordering::Relaxed) {
            return Some(Cut::Interrupted);
        }
        (Instant::now() >= end).then_some(Cut::Time)
    }
}

/// Every program up to a size.
fn all<'e>(search: &Search<'e>, end: Instant, answer: &mut Answer<'e>, progress: &dyn Fn(Progress)) {
    let mut programs = Programs::new(search.space.clone());
    for size in 0..=search.size.min(search.space.threads * search.space.steps) {
        let mut visit = Visit { search, end, size, answer, progress };
        programs.of_size(size, &mut visit);
        answer.cut = search.cut(end);
        if answer.cut.is_some() || answer.found.is_some() {
            return;
        }
        answer.exhaustive = size;
    }
}

/// Tries the programs of one size.
struct Visit<'a, 'e> {
    search: &'a Search<'e>,
    end: Instant,
    size: usize,
    answer: &'a mut Answer<'e>,
    progress: &'a dyn Fn(Progress),
}

impl Visitor for Visit<'_, '_> {
    fn is_done(&self) -> bool {
        self.answer.found.is_some() || self.search.cut(self.end).is_some()
    }

    fn visit(&mut self, sketch: Sketch) {
        if self.is_done() {
            return;
        }
        self.answer.tried[0] += 1;
        (self.progress)(Progress::Size(self.size, self.answer.tried[0]));
        self.answer.found = found(self.search, &sketch, None);
    }
}

fn found<'e>(search: &Search<'e>, sketch: &Sketch, before: Option<usize>) -> Option<Found<'e>> {
    let both = search.trial.separates(sketch)?;
    Some(Found { both, size: sketch.size(), names: sketch.names(), before })
}

/// Random programs, the first of which to separate is made smaller.
fn at_random<'e>(search: &Search<'e>, end: Instant, answer: &mut Answer<'e>, progress: &dyn Fn(Progress)) {
    let mut random = Random::new(search.seed);
    for i in 0..search.random {
        answer.cut = search.cut(end).or(answer.cut);
        if search.cut(end).is_some() {
            return;
        }
        let sketch = random::sketch(&mut random, &search.space);
        answer.tried[1] += 1;
        progress(Progress::Random(i + 1));
        if search.trial.separates(&sketch).is_some() {
            answer.found = smallest(search, sketch, end, progress);
            return;
        }
    }
}

/// The same made smaller, as long as there is time.
fn smallest<'e>(search: &Search<'e>, sketch: Sketch, end: Instant, progress: &dyn Fn(Progress)) -> Option<Found<'e>> {
    let before = sketch.size();
    let small = shrink::shrink(sketch, &mut |s| {
        progress(Progress::Shrinking(s.size()));
        search.cut(end).is_none() && !s.has_any(&search.space.without) && search.trial.separates(s).is_some()
    });
    found(search, &small, Some(before))
}
