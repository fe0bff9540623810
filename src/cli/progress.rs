//! What a run says on a terminal while it works: how long, how many states, how many of them are
//! still to be expanded, how fast, in how much memory.

use super::args::Common;
use super::{Memory, shows_progress};
use crate::control::Reached;
use indicatif::{ProgressBar, ProgressStyle};
use std::cell::Cell;
use std::time::{Duration, Instant};

/// So often it is written anew; a run that stores no states for a while still shows that time passes.
const EVERY: Duration = Duration::from_millis(100);

/// The line of one run.
pub(super) struct Progress<'a> {
    bar: ProgressBar,
    engine: &'a str,
    memory: Memory,
    written: Cell<Instant>,
    round: Cell<Round>,
}

/// Rounds begin anew with their states.
#[derive(Clone, Copy)]
struct Round {
    number: usize,
    begun: Instant,
    reached: Reached,
}

impl<'a> Progress<'a> {
    pub(super) fn new(engine: &'a str, common: &Common, memory: Memory) -> Self {
        let now = Instant::now();
        let bar = if shows_progress(common) { shown() } else { ProgressBar::hidden() };
        let round = Round { number: 1, begun: now, reached: Reached { states: 0, frontier: None } };
        Progress { bar, engine, memory, written: Cell::new(now), round: Cell::new(round) }
    }

    /// So far it has come.
    pub(super) fn at(&self, reached: Reached) {
        let now = Instant::now();
        let before = self.round.get();
        let round = match reached.states < before.reached.states {
            true => Round { number: before.number + 1, begun: now, reached },
            false => Round { reached, ..before },
        };
        self.round.set(round);
        if !self.bar.is_hidden() && now.duration_since(self.written.get()) >= EVERY {
            self.written.set(now);
            let bytes = (self.memory.current)();
            self.bar.set_message(told(self.engine, round, now, bytes));
        }
    }

    /// A line above it that stays.
    pub(super) fn say(&self, line: &str) {
        self.bar.println(line);
    }

    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

fn shown() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}").expect("the template is well-formed");
    let bar = ProgressBar::new_spinner().with_style(style);
    bar.enable_steady_tick(EVERY);
    bar
}

/// `summaries: 45056 states, frontier 1200, 21000/s, 120 MB, round 2`
fn told(engine: &str, round: Round, now: Instant, bytes: usize) -> String {
    let seconds = now.duration_since(round.begun).as_secs_f64().max(0.001);
    let Reached { states, frontier } = round.reached;
    let (rate, megabytes) = ((states as f64 / seconds) as usize, bytes >> 20);
    let open = frontier.map_or(String::new(), |n| format!(", frontier {n}"));
    let which = if round.number > 1 { format!(", round {}", round.number) } else { String::new() };
    format!("{engine}: {states} states{open}, {rate}/s, {megabytes} MB{which}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_speed_memory_and_round_are_told() {
        let begun = Instant::now();
        let later = begun + Duration::from_secs(2);
        let reached = Reached { states: 45056, frontier: Some(1200) };
        let round = Round { number: 2, begun, reached };
        assert_eq!(
            told("summaries", round, later, 120 << 20),
            "summaries: 45056 states, frontier 1200, 22528/s, 120 MB, round 2"
        );
        let first = Round { number: 1, reached: Reached { frontier: None, ..reached }, ..round };
        assert_eq!(told("cpc", first, later, 0), "cpc: 45056 states, 22528/s, 0 MB");
    }
}
