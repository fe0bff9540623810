//! The tables of the page, and how they get there. Its prose is written by hand.

use std::fmt::Write;

pub const ERROR_LOST: &str = "an error is lost";
pub const NO_ERROR: &str = "an error is found that is none";
pub const NOTHING: &str = "nothing, on all small models";

/// The mutants of one engine.
pub struct Table {
    pub engine: &'static str,
    /// What a mutant is one of: a rule, a line.
    pub of: &'static str,
    pub rows: Vec<Row>,
}

/// What a mutant does, and the smallest model that shows it.
pub struct Row {
    pub tag: String,
    pub change: String,
    pub what: &'static str,
    pub model: String,
}

/// What a mutant does on one model; the lower the weight, the more it matters.
#[derive(Clone, Copy)]
pub struct Effect {
    pub weight: u32,
    pub what: &'static str,
}

impl Effect {
    /// The only one that leaves nothing worse to look for.
    pub const ERROR_LOST: Effect = Effect { weight: 0, what: ERROR_LOST };
    pub const NO_ERROR: Effect = Effect { weight: 1, what: NO_ERROR };
}

impl Row {
    /// The first of the effects that matter most, over models from small to large.
    pub fn new<'a>(tag: &str, change: &str, effects: impl Iterator<Item = (&'a str, Option<Effect>)>) -> Row {
        let mut most: Option<(Effect, &str)> = None;
        for (model, effect) in effects {
            let Some(effect) = effect.filter(|e| most.is_none_or(|(known, _)| e.weight < known.weight)) else {
                continue;
            };
            most = Some((effect, model));
            if effect.weight == 0 {
                break;
            }
        }
        let (what, model) = most.map_or((NOTHING, ""), |(e, model)| (e.what, model));
        Row { tag: tag.to_string(), change: change.to_string(), what, model: model.to_string() }
    }
}

/// The page with these tables under its prose.
pub fn page(known: &str, tables: &[Table]) -> String {
    let mut sections = known.split("\n## ");
    let mut page = format!("{}\n", sections.next().expect("a page has a beginning").trim_end());
    let sections: Vec<&str> = sections.collect();
    for table in tables {
        let title = format!("`{}`\n", table.engine);
        let prose = sections.iter().find_map(|s| s.strip_prefix(&title));
        let prose = prose.and_then(|s| s.split("\n| ").next()).unwrap_or_default().trim();
        let prose = if prose.is_empty() { String::new() } else { format!("{prose}\n\n") };
        let _ = write!(page, "\n## {title}\n{prose}{}", lines(table));
    }
    page
}

fn lines(table: &Table) -> String {
    let mut out = format!("| {} | change | what happens | smallest model |\n|---|---|---|---|\n", table.of);
    for Row { tag, change, what, model } in &table.rows {
        let model = if model.is_empty() { String::new() } else { format!("`{model}`") };
        let _ = writeln!(out, "| {tag} | {} | {what} | {model} |", change.replace('|', "\\|"));
    }
    out
}
