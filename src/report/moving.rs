//! Moving conditions in words, below the lines of the source.

use super::fold::cut_line;
use super::instrumented::class;
use super::picture::Line;
use super::places::{place_text, value_text};
use super::story::thread_name;
use super::{Report, listing};
use crate::dynamic::{Also, Moving, Others, Past, Saying, Way};
use crate::ir::{Loc, Place, Program, Value};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::fmt::Write;

/// What words mean, each where it occurs.
const LEGEND: [(&str, &str); 2] = [
    ("past line", "past a line: the thread can no longer come to it"),
    ("for good", "for good: no step that may still come changes which cell it is"),
];

/// What one of DYN's reductions knows of a model's actions.
pub struct Said<'a> {
    /// The model's file as the user named it.
    pub model: &'a str,
    pub rules: &'a str,
    pub program: &'a Program,
    /// The text of the model.
    pub source: &'a str,
    pub sayings: &'a [Saying],
}

impl Report for Said<'_> {
    fn text(&self) -> String {
        let mut out = String::new();
        let lines: Vec<&str> = self.source.lines().collect();
        let digits = lines.len().to_string().len();
        let mut said_below = String::new();
        for (i, line) in lines.iter().enumerate() {
            let row = format!("{:digits$} | {line}", i + 1);
            let _ = writeln!(out, "{}", row.trim_end());
            let indent = line.len() - line.trim_start().len();
            for words in below(self, i as u32 + 1) {
                let _ = writeln!(out, "{:digits$} > {:indent$}{words}", "", "");
                said_below += &words;
            }
        }
        let legend = LEGEND.iter().filter(|(words, _)| said_below.contains(words));
        let legend: String = legend.map(|(_, meaning)| format!("{meaning}\n")).collect();
        if legend.is_empty() { out } else { format!("{out}\n{legend}") }
    }

    /// Statements are cut; what is said below them is folded.
    fn lines(&self, width: usize) -> Vec<Line> {
        let digits = self.source.lines().count().to_string().len();
        let source = |line: &Line| line.iter().any(|span| span.text.get(digits..).is_some_and(|t| t.starts_with(" |")));
        let lines = listing::plain(&self.text()).into_iter();
        lines.map(|line| if source(&line) { cut_line(line, width) } else { line }).collect()
    }

    /// The object that `movers --format json` prints for DYN's reductions.
    fn latex(&self) -> String {
        listing::latex(&listing::plain(&self.text()))
    }

    fn html(&self) -> String {
        listing::html(&listing::plain(&self.text()))
    }

    fn json(&self) -> Json {
        let program = self.program;
        let one = |s: &Saying| {
            let at = program.location(s.at);
            json!({
                "procedure": program.procedures[at.procedure as usize].name,
                "location": at.name,
                "line": at.line,
                "action": at.text,
                "threads": s.threads.iter().map(|t| t.0).collect::<Vec<_>>(),
                "words": words(program, s),
                "right": moving(program, s.at, &s.right),
                "left": moving(program, s.at, &s.left),
                "copy": s.copy.map(class),
            })
        };
        json!({
            "model": self.model,
            "rules": self.rules,
            "locations": self.sayings.iter().map(one).collect::<Vec<_>>(),
        })
    }
}

/// What is said of the actions on one line.
pub(super) fn below(said: &Said<'_>, line: u32) -> Vec<String> {
    let program = said.program;
    let here: Vec<&Saying> = said.sayings.iter().filter(|s| program.location(s.at).line == line).collect();
    let locations: BTreeSet<Loc> = here.iter().map(|s| s.at).collect();
    let mut rows = vec![];
    for l in &locations {
        let of: Vec<(&Saying, String)> = here.iter().filter(|s| s.at == *l).map(|s| (*s, words(program, s))).collect();
        let agree = of.iter().all(|(_, words)| *words == of[0].1);
        let action = if locations.len() > 1 { format!("{}: ", program.location(*l).text) } else { String::new() };
        for (saying, words) in of.iter().take(if agree { 1 } else { of.len() }) {
            let who = if agree { String::new() } else { format!("{}: ", root(program, saying)) };
            rows.push(format!("{action}{who}{words}"));
        }
    }
    rows
}

/// The procedure with which the threads start that a saying is about.
fn root<'p>(program: &'p Program, saying: &Saying) -> &'p str {
    name(program, &saying.threads)
}

fn name<'p>(program: &'p Program, threads: &[moverlog_rules::Tid]) -> &'p str {
    let thread = &program.threads[threads[0].0 as usize - 1];
    &program.procedures[thread.procedure as usize].name
}

fn moving(program: &Program, at: Loc, moving: &Moving) -> Json {
    let Moving::Once { ways, .. } = moving else { return json!({"always": true, "ways": []}) };
    let past = |p: &Past| {
        let locations: Vec<&str> = p.locations.iter().map(|l| program.location(*l).name.as_str()).collect();
        let threads: Vec<u32> = p.others.threads.iter().map(|t| t.0).collect();
        json!({"threads": threads, "locations": locations})
    };
    let way = |w: &Way| {
        let also = w.also.as_ref().map(|a| also_texts(program, at, a));
        json!({"past": w.past.iter().map(past).collect::<Vec<_>>(), "also": also})
    };
    json!({"always": false, "ways": ways.iter().map(way).collect::<Vec<_>>()})
}

/// `right-mover; both-mover once thread 2 (T2) is past line 12`
fn words(program: &Program, s: &Saying) -> String {
    let once = |m: &Moving| match m {
        Moving::Once { ways, .. } if !ways.is_empty() => {
            let ways: Vec<String> = ways.iter().map(|w| way_text(program, s.at, w)).collect();
            Some(ways.join(", or "))
        }
        _ => None,
    };
    let both = |base: &str, m: &Moving| match once(m) {
        Some(ways) => format!("{base}; both-mover {ways}"),
        None => base.to_string() + &never_text(program, m),
    };
    let words = match (&s.right, &s.left) {
        (Moving::Always, Moving::Always) => "both-mover".into(),
        (Moving::Always, left) => both("right-mover", left),
        (right, Moving::Always) => both("left-mover", right),
        (right, left) => match (once(right), once(left)) {
            (None, None) => "non-mover".to_string() + &never_text(program, right),
            (Some(r), Some(l)) if r == l => format!("both-mover {r}"),
            (Some(r), Some(l)) => format!("right-mover {r}; left-mover {l}"),
            (Some(r), None) => format!("right-mover {r}"),
            (None, Some(l)) => format!("left-mover {l}"),
        },
    };
    words + &s.copy.map_or(String::new(), |c| format!(", {}", class(c)))
}

fn never_text(program: &Program, m: &Moving) -> String {
    match m {
        Moving::Once { never, .. } if !never.is_empty() => {
            let who: Vec<String> = never
                .iter()
                .map(|p| {
                    format!(
                        "{} never {} past {}",
                        others(program, &p.others),
                        gets(&p.others),
                        lines(program, &p.locations)
                    )
                })
                .collect();
            format!(" ({})", who.join(", "))
        }
        _ => String::new(),
    }
}

/// `once thread 2 (T2) is past line 12 and x is not 0`
fn way_text(program: &Program, at: Loc, way: &Way) -> String {
    let mut once: Vec<String> = way.past.iter().map(|p| past_text(program, p)).collect();
    let mut holding = vec![];
    match &way.also {
        Some(Also::Holding(pasts)) => holding = holding_texts(program, pasts),
        Some(also) => once.extend(also_texts(program, at, also)),
        None => {}
    }
    let once = if once.is_empty() { None } else { Some(format!("once {}", once.join(" and "))) };
    let holding = if holding.is_empty() { None } else { Some(format!("while it holds {}", holding.join(" and "))) };
    once.into_iter().chain(holding).collect::<Vec<_>>().join(", ")
}

fn past_text(program: &Program, p: &Past) -> String {
    let (who, lines) = (others(program, &p.others), lines(program, &p.locations));
    match p.is_left {
        true => format!("{who} {} past {lines}", if is_one(&p.others) { "is" } else { "are" }),
        false => format!("{who} can no longer reach {lines}"),
    }
}

fn also_texts(program: &Program, at: Loc, also: &Also) -> Vec<String> {
    match also {
        Also::Apart(pairs) => apart_texts(program, at, pairs),
        Also::Unlike(places) => places.iter().map(|(place, values)| unlike_text(program, at, place, values)).collect(),
        Also::Holding(pasts) => holding_texts(program, pasts),
    }
}

fn holding_texts(program: &Program, pasts: &[Past]) -> Vec<String> {
    let before = |p: &Past| {
        format!("a mutex that {} must acquire before {}", others(program, &p.others), lines(program, &p.locations))
    };
    pasts.iter().map(before).collect()
}

fn unlike_text(program: &Program, at: Loc, place: &Place, values: &BTreeSet<Value>) -> String {
    let values: Vec<String> = values.iter().map(|v| value_text(program, place, *v)).collect();
    let not = if values.len() == 1 { "is not" } else { "is neither" };
    format!("{} {not} {}", place_text(program, at, place), values.join(" nor "))
}

/// Places that are written alike are told together.
fn apart_texts(program: &Program, at: Loc, pairs: &[(Place, Others, Loc, Place)]) -> Vec<String> {
    let mut told: Vec<(String, String, String, Vec<Loc>)> = vec![];
    for (own, who, there, theirs) in pairs {
        let (own, theirs) = (place_text(program, at, own), place_text(program, *there, theirs));
        let who = others(program, who);
        match told.iter_mut().find(|t| (&t.0, &t.1, &t.2) == (&own, &who, &theirs)) {
            Some(known) => known.3.push(*there),
            None => told.push((own, who, theirs, vec![*there])),
        }
    }
    let text = |(own, who, theirs, at): &(String, String, String, Vec<Loc>)| {
        format!("{theirs} of {who} ({}) is for good another cell than {own} here", lines(program, at))
    };
    told.iter().map(text).collect()
}

/// `thread 2 (T2)`, `the other worker thread`, `all worker threads`
fn others(program: &Program, others: &Others) -> String {
    let name = name(program, &others.threads);
    match (others.but_one, others.threads.len()) {
        (false, 1) => thread_name(program, others.threads[0]),
        (true, 2) => format!("the other {name} thread"),
        (true, _) => format!("all other {name} threads"),
        (false, _) => format!("all {name} threads"),
    }
}

fn is_one(others: &Others) -> bool {
    others.threads.len() == if others.but_one { 2 } else { 1 }
}

fn gets(others: &Others) -> &'static str {
    if is_one(others) { "gets" } else { "get" }
}

/// `line 12`, `lines 3 and 12`
fn lines(program: &Program, locations: &[Loc]) -> String {
    let lines: BTreeSet<u32> = locations.iter().map(|l| program.location(*l).line).collect();
    let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
    match &lines[..] {
        [one] => format!("line {one}"),
        [first @ .., last] => format!("lines {} and {last}", first.join(", ")),
        [] => "any line".into(),
    }
}
