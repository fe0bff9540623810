//! Data races.

use super::Checked;
use super::story::{original, story_text, summary, thread_name};
use crate::driver::{Race, Side};
use crate::ir::Program;
use serde_json::{Value, json};

/// Every variable that is raced on with both accesses, and how the first race comes about.
pub fn races_text(c: &Checked<'_>, races: &[Race]) -> String {
    let Some(first) = races.first() else {
        return match c.outcome.bound {
            Some(bound) => format!("no race found before the end of the search ({})\n", bound.name()),
            None => "no race: no two threads can access the same data next, one of them writing\n".into(),
        };
    };
    let mut out: String = races.iter().map(|r| race_text(c.program, r)).collect();
    if !c.quiet {
        out += &format!("\n{}\n", trace(c, first));
    }
    out
}

fn race_text(p: &Program, race: &Race) -> String {
    let [a, b] = race.sides.map(|s| side_text(p, s));
    format!("race on {}:\n{a}{b}", p.cell_name(race.cell))
}

fn side_text(p: &Program, side: Side) -> String {
    let at = p.location(side.loc);
    let (who, does) = (thread_name(p, side.thread), does(side));
    format!("  {who} {does} it at {} (line {}): {}\n", at.name, at.line, at.text)
}

fn does(side: Side) -> &'static str {
    if side.writes { "writes" } else { "reads" }
}

/// What happens before both threads can access the variable.
fn trace(c: &Checked<'_>, race: &Race) -> String {
    let way = &race.way;
    let name = c.program.cell_name(race.cell);
    match (way.story.is_empty(), c.original) {
        (true, _) => format!("(both accesses to {name} are possible from the start)\n"),
        (false, true) => original(c.program, &way.original),
        (false, false) => {
            let end = format!("(now both accesses to {name} are possible)\n");
            story_text(c.program, &way.story) + &summary(&way.story, &way.original) + &end
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
