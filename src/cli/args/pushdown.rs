//! What the text of a pushdown system does not say.

use super::*;
use crate::pushdown::Options as System;

const PUSHDOWN: &str = "Pushdown systems";

#[derive(Args, Clone)]
pub(in crate::cli) struct PushdownSystem {
    /// Where threads begin: `q|w1,w2`, tops last, or a file that says so
    #[arg(long, hide_short_help = true, value_name = "STATE", help_heading = PUSHDOWN)]
    initial: Option<String>,
    /// What is not to be reached: `q`, `q|t1,t2`, or a file (repeatable)
    #[arg(long, hide_short_help = true, value_name = "STATE", help_heading = PUSHDOWN)]
    target: Vec<String>,
}

impl PushdownSystem {
    /// A flag that was given.
    pub(in crate::cli) fn asked_for(&self) -> Option<&'static str> {
        let target = self.target.first().map(|_| "--target");
        self.initial.as_ref().map(|_| "--initial").or(target)
    }

    /// What they say; `read` gets the text of a file.
    pub(in crate::cli) fn options<E>(&self, read: impl Fn(&str) -> Result<String, E>) -> Result<System, E> {
        let is_state = |word: &str| word.contains('|') || word.chars().all(|c| c.is_ascii_digit());
        let said = |word: &String| if is_state(word) { Ok(word.clone()) } else { read(word) };
        let initial = self.initial.as_ref().map(said).transpose()?;
        Ok(System { initial, targets: self.target.iter().map(said).collect::<Result<_, E>>()? })
    }
}
