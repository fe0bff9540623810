//! Exercises: models with gaps, what an answer has to do, and what a given answer does.
//!
//! A gap is a line `//?`. An answer is the same model with lines put in there; it is judged by what the engines find,
//! not by comparing it with the solution, which the tests hold to be right and every known wrong answer to be wrong.

mod gaps;
mod judge;
mod wants;

pub use gaps::{Filling, Strayed};
pub use judge::{Fault, judge};
pub use wants::Want;

use crate::model::{Model, load};

/// One exercise, as it is embedded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exercise {
    /// From 1 on.
    pub number: usize,
    /// What it is called among the files.
    pub name: &'static str,
    /// The model with its gaps, and the question as a comment.
    pub text: &'static str,
    /// An answer that is right.
    pub solution: &'static str,
}

macro_rules! exercises {
    ($($number:literal $name:literal,)*) => {
        &[$(Exercise {
            number: $number,
            name: $name,
            text: include_str!(concat!("../exercises/", $name, "/exercise.mover")),
            solution: include_str!(concat!("../exercises/", $name, "/right.mover")),
        },)*]
    };
}

/// In the order in which they are meant to be done.
pub const EXERCISES: &[Exercise] = exercises![
    1 "01_lost_update",
    2 "02_too_short",
    3 "03_two_locks",
    4 "04_letters",
    5 "05_non_mover",
    6 "06_commit",
    7 "07_one_transaction",
    8 "08_recursion",
    9 "09_wait_for_it",
    10 "10_break_it",
];

impl Exercise {
    /// Its question: the comment at the head, on one line.
    pub fn question(&self) -> String {
        let head = self.text.lines().take_while(|l| l.starts_with("//") && !l.starts_with("//@"));
        head.map(|l| l[2..].trim()).collect::<Vec<_>>().join(" ")
    }

    /// The first sentence of the question, without the number.
    pub fn title(&self) -> String {
        let question = self.question();
        question.split(". ").nth(1).unwrap_or_default().to_string()
    }

    /// As it is given out: without what it wants, and without hints.
    pub fn given(&self) -> String {
        self.text.split_inclusive('\n').filter(|l| !l.starts_with("//@")).collect()
    }

    /// What an answer has to do, one after the other.
    pub fn wants(&self) -> Vec<Want> {
        let words = self.directive("wants").unwrap_or_default();
        words.split(", ").filter_map(Want::named).collect()
    }

    /// What to think of where an answer does not do that.
    pub fn hint(&self, want: &Want) -> Option<String> {
        self.directive(&format!("hint {}", want.kind()))
    }

    /// The line of an answer, from 1 on, with which it leaves the exercise: something was changed outside of the gaps.
    pub fn leaves(&self, answer: &str) -> Option<Strayed> {
        gaps::strayed(self.text, self.filling(), answer)
    }

    /// What its gaps may hold.
    pub fn filling(&self) -> Filling {
        match self.wants().first() {
            Some(Want::Claims) => Filling::Claims,
            Some(Want::Commit(_)) => Filling::Label,
            _ => Filling::Statements,
        }
    }

    fn directive(&self, key: &str) -> Option<String> {
        let said = self.text.lines().filter_map(|l| l.strip_prefix("//@ ")?.split_once(": "));
        said.into_iter().find(|(k, _)| *k == key).map(|(_, value)| value.to_string())
    }

    /// The solution as a model.
    fn solved(&self) -> Model {
        load(self.name, self.solution, &[]).0.expect("the solution is a model")
    }
}
