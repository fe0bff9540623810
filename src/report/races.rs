//! Data races.

use super::picture::{Line, Span, Tone};
use super::places::located;
use super::story::{GOES_ON, original, summary, thread_name, told_lines};
use super::{Checked, listing};
use crate::driver::{Race, Side};
use crate::ir::Program;
use serde_json::{Value, json};

/// Every variable that is raced on with both accesses, and how the first race comes about.
pub fn races_lines(c: &Checked<'_>, races: &[Race], width: usize) -> Vec<Line> {
    let Some(first) = races.first() else {
        return listing::plain(&match c.outcome.bound {
            Some(bound) => format!("no race found before the end of the search ({})", bound.name()),
            None => "no race: no two threads can access the same data next, one of them writing".into(),
        });
    };
    let mut lines: Vec<Line> = races.iter().flat_map(|r| race_lines(c.program, r)).collect();
    if !c.quiet {
        lines.push(vec![]);
        lines.extend(trace(c, first, width));
        lines.push(vec![]);
    }
    lines
}

fn race_lines(p: &Program, race: &Race) -> [Line; 3] {
    let [a, b] = race.sides.map(|s| side_line(p, s));
    [vec![Span::new("race", Tone::Wrong), Span::plain(format!(" on {}:", p.cell_name(race.cell)))], a, b]
}

fn side_line(p: &Program, side: Side) -> Line {
    let (who, at) = (thread_name(p, side.thread), located(p, side.loc));
    let rest = format!(" {} it at {at}: {}", does(side), p.location(side.loc).text);
    vec![Span::plain("  "), Span::new(who, Tone::Thread(side.thread.0)), Span::plain(rest)]
}

fn does(side: Side) -> &'static str {
    if side.writes { "writes" } else { "reads" }
}

/// What happens before both threads can access the variable.
fn trace(c: &Checked<'_>, race: &Race, width: usize) -> Vec<Line> {
    let way = &race.way;
    let name = c.program.cell_name(race.cell);
    match (way.story.is_empty(), c.original) {
        (true, _) => listing::plain(&format!("(both accesses to {name} are possible from the start)")),
        (false, true) => original(c.program, &way.original, width),
        (false, false) => {
            let end = format!("(now both accesses to {name} are possible)");
            let mut lines = told_lines(c.program, &way.story, width, GOES_ON);
            lines.extend(listing::plain(&(summary(&way.story, &way.original) + &end)));
            lines
        }
    }
}

pub fn races_json(c: &Checked<'_>, races: &[Race]) -> Value {
    let p = c.program;
    let race = |r: &Race| {
        json!({
            "variable": p.global_of(r.cell).name,
            "cell": p.cell_name(r.cell),
            "accesses": r.sides.map(|s| side(p, s)),
            "transactions": r.way.story.iter().map(|t| super::story::transaction(p, t)).collect::<Vec<_>>(),
        })
    };
    races.iter().map(race).collect()
}

fn side(p: &Program, s: Side) -> Value {
    let at = p.location(s.loc);
    json!({
        "thread": s.thread.0,
        "location": at.name,
        "line": at.line,
        "action": at.text,
        "access": does(s).trim_end_matches('s'),
    })
}
