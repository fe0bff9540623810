//! What signs mean: of those that occur.

use super::super::palette;
use super::super::svg::Svg;
use super::measure::{LINE, width};
use super::pieces::{chip, text};
use super::{Ground, Picture, Span, Stroke, Tone};

/// A sign, and what it means.
pub(super) struct Entry {
    sign: Sign,
    meaning: String,
}

#[derive(Clone, Copy, PartialEq)]
enum Sign {
    Arrow(&'static str, bool),
    Rule,
    Letter(char),
    Word(&'static str),
    Box { ground: &'static str, border: &'static str, heavy: bool, dashed: bool, double: bool },
}

/// Left of a meaning.
const SIGN: f64 = 44.0;
/// Between two entries.
const GAP: f64 = 28.0;

/// Those of a picture, in an order that is always the same.
pub(super) fn entries(picture: &Picture) -> Vec<Entry> {
    let spans =
        || picture.nodes.iter().map(|n| &n.lines).chain(picture.edges.iter().map(|e| &e.lines)).flatten().flatten();
    let tone = |tone: Tone| spans().any(|s: &Span| s.tone == tone);
    let mut found = threads(picture);
    let mut add = |occurs: bool, sign: Sign, meaning: &str| {
        found.extend(occurs.then(|| Entry { sign, meaning: meaning.into() }));
    };
    for (letter, meaning) in [('R', "right mover"), ('L', "left mover"), ('B', "both mover"), ('N', "non-mover")] {
        add(tone(Tone::Mover(letter)), Sign::Letter(letter), meaning);
    }
    add(tone(Tone::Commits), Sign::Rule, "commits");
    let ground = |g: Ground| picture.nodes.iter().any(|n| n.look.ground == g);
    let plain = |ground| Sign::Box { ground, border: palette::FRAME, heavy: false, dashed: false, double: false };
    add(ground(Ground::External), plain("#ffffff"), "outside transactions");
    add(tone(Tone::PreCommit) || ground(Ground::PreCommit), plain(palette::PRE_COMMIT), "pre-commit");
    add(tone(Tone::PostCommit) || ground(Ground::PostCommit), plain(palette::POST_COMMIT), "post-commit");
    let wrong =
        Sign::Box { ground: palette::WRONG_GROUND, border: palette::WRONG, heavy: false, dashed: false, double: false };
    add(ground(Ground::Wrong), wrong, "goes wrong");
    let border = |heavy, dashed, double| Sign::Box { ground: "#ffffff", border: palette::INK, heavy, dashed, double };
    add(picture.nodes.iter().any(|n| n.look.initial), border(true, false, false), "begins here");
    add(picture.nodes.iter().any(|n| n.look.inside), border(false, true, false), "inside a transaction");
    add(picture.nodes.iter().any(|n| n.look.end), border(false, false, true), "ends here");
    found.extend(picture.words.iter().map(|(word, means)| Entry { sign: Sign::Word(word), meaning: (*means).into() }));
    found
}

fn threads(picture: &Picture) -> Vec<Entry> {
    let mut strokes: Vec<Stroke> = picture.edges.iter().map(|e| e.stroke).collect();
    strokes.sort_unstable();
    strokes.dedup();
    let entry = |stroke: &Stroke| match stroke {
        Stroke::Plain => None,
        Stroke::Thread(t) => {
            Some(Entry { sign: Sign::Arrow(palette::thread(*t), false), meaning: format!("thread {t}") })
        }
        Stroke::Switch(t) => {
            Some(Entry { sign: Sign::Arrow(palette::thread(*t), true), meaning: format!("switch to thread {t}") })
        }
    };
    strokes.iter().filter_map(entry).collect()
}

fn room(entry: &Entry) -> f64 {
    sign_room(entry.sign) + width(&entry.meaning) + GAP
}

/// A word needs the room that it takes.
fn sign_room(sign: Sign) -> f64 {
    if let Sign::Word(word) = sign { SIGN.max(width(word) + 12.0) } else { SIGN }
}

/// All of them in one row.
pub(super) fn wide(entries: &[Entry]) -> f64 {
    entries.iter().map(room).sum::<f64>() - GAP
}

/// Rows of entries that fit a width.
pub(super) fn rows(entries: Vec<Entry>, most: f64) -> Vec<Vec<Entry>> {
    let mut rows: Vec<Vec<Entry>> = vec![];
    for entry in entries {
        let fits = |row: &&mut Vec<Entry>| row.iter().map(room).sum::<f64>() + room(&entry) - GAP <= most;
        match rows.last_mut().filter(fits) {
            Some(row) => row.push(entry),
            None => rows.push(vec![entry]),
        }
    }
    rows
}

pub(super) fn draw(svg: &mut Svg, rows: &[Vec<Entry>], (left, top): (f64, f64)) {
    svg.group("mv-legend", |svg| {
        for (i, row) in rows.iter().enumerate() {
            let (mut x, y) = (left, top + (LINE + 6.0) * i as f64);
            for entry in row {
                sign(svg, entry.sign, (x, y));
                text(svg, "mv-text", (x + sign_room(entry.sign), y + 16.0), &entry.meaning, width(&entry.meaning));
                x += room(entry);
            }
        }
    });
}

fn sign(svg: &mut Svg, sign: Sign, (x, y): (f64, f64)) {
    match sign {
        Sign::Arrow(colour, dashed) => svg.line((x, y + 11.0), (x + 34.0, y + 11.0), colour, 3.0, dashed),
        Sign::Rule => svg.line((x, y + 11.0), (x + 34.0, y + 11.0), palette::COMMITS, 5.0, false),
        Sign::Letter(letter) => chip(svg, (x + 8.0, y), &letter.to_string(), palette::mover(letter)),
        Sign::Word(word) => text(svg, "mv-text mv-strong", (x, y + 16.0), word, width(word)),
        Sign::Box { ground, border, heavy, dashed, double } => {
            svg.frame((x, y + 2.0), (34.0, 18.0), ground, border, if heavy { 3.5 } else { 1.5 }, dashed);
            if double {
                svg.frame((x + 3.0, y + 5.0), (28.0, 12.0), ground, border, 1.5, false);
            }
        }
    }
}
