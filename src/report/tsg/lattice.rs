//! The control states of two threads as a lattice, as in TSG's Figures 1(b) and 3: the first thread goes to
//! the right, the second one down; schedules are paths, MATs rectangles.

use super::super::svg::Svg;
use super::Drawn;
use super::graph::step;
use crate::trace::ctp::Slice;
use crate::trace::mat::{ControlState, Mat};
use crate::trace::regions::{Part, Regions};
use std::ops::Range;

/// From one control state to the next.
const PITCH: usize = 32;
/// The width of a letter.
const LETTER: usize = 7;
/// Statements that are longer are cut.
const LONGEST: usize = 26;

const COLORS: [&str; 6] = ["#1b6ca8", "#b35900", "#2e7d32", "#7b3fa0", "#8a6d00", "#a8326e"];

const STYLE: &str = "\
text { font: 11px monospace; } \
.step { stroke: #777; } \
.skipped { stroke: #d0d0d0; stroke-dasharray: 2 3; } \
.unreachable { fill: #e8a0a0; } \
.left-out { fill: #e6e6e6; } \
.mat { fill-opacity: 0.06; stroke-width: 1.5; } \
.switch { fill: none; stroke: #0050d0; stroke-width: 2.5; } \
.run { fill: none; stroke: black; stroke-width: 3; stroke-linejoin: round; } \
.wrong { fill: none; stroke: red; stroke-width: 2; stroke-dasharray: 5 3; } \
.head { font-weight: bold; }";

/// Nothing unless there are two threads.
pub(super) fn svg(d: &Drawn<'_>) -> Option<String> {
    let regions = Regions::new(d.traced.ctp, d.analysed())?;
    let [first, second] = &d.traced.ctp.threads[..] else { return None };
    let place = Place {
        left: margin(d, second, regions.ends.1),
        top: margin(d, first, regions.ends.0) + 40,
        ends: regions.ends,
    };
    let title = format!("{}: {}", d.traced.name, d.kind.name());
    let mut svg = Svg::new(place.size(), &title, STYLE);
    svg.text(&[("x", "10"), ("y", "20"), ("class", "head")], &title);
    shade(&mut svg, &place, &regions);
    draw_steps(&mut svg, &place, &regions);
    draw_axes(&mut svg, &place, d);
    for (k, mat) in regions.mats.iter().enumerate() {
        draw_mat(&mut svg, &place, d, k, mat);
    }
    for (from, to) in &d.analysed().graph.switches {
        draw_switch(&mut svg, &place, *from, *to);
    }
    for turns in d.schedules {
        draw_schedule(&mut svg, &place, "run", turns);
    }
    if let Some(turns) = wrong(d) {
        draw_schedule(&mut svg, &place, "wrong", turns);
    }
    draw_legend(&mut svg, &place, d);
    Some(svg.finish())
}

fn wrong<'a>(d: &Drawn<'a>) -> Option<&'a [usize]> {
    d.traced.analysis.searched.as_ref()?.wrong.first().map(Vec::as_slice)
}

/// Where things are.
struct Place {
    left: usize,
    top: usize,
    ends: (usize, usize),
}

impl Place {
    fn x(&self, a: usize) -> usize {
        self.left + PITCH * a
    }

    fn y(&self, b: usize) -> usize {
        self.top + PITCH * b
    }

    /// The legend is below, and takes some width of its own.
    fn size(&self) -> (usize, usize) {
        ((self.x(self.ends.0) + PITCH).max(560), self.y(self.ends.1) + PITCH + 170)
    }
}

/// The room that the statements of a thread need, and the numbers of its control states.
fn margin(d: &Drawn<'_>, slice: &Slice, end: usize) -> usize {
    let widest = (0..end).map(|k| short(&step(d, slice, k)).chars().count()).max().unwrap_or(0);
    LETTER * widest.max(slice.name.chars().count()) + 50
}

fn short(text: &str) -> String {
    match text.chars().count() > LONGEST {
        true => text.chars().take(LONGEST - 1).chain(['…']).collect(),
        false => text.into(),
    }
}

/// Places side by side that become the same.
fn stretches(end: usize, part: impl Fn(usize) -> Part) -> Vec<(Range<usize>, Part)> {
    let mut found: Vec<(Range<usize>, Part)> = Vec::new();
    for k in 0..end {
        match found.last_mut() {
            Some((range, last)) if *last == part(k) => range.end = k + 1,
            _ => found.push((k..k + 1, part(k))),
        }
    }
    found
}

/// Pairs that are not kept.
fn shade(svg: &mut Svg, place: &Place, regions: &Regions) {
    for b in 0..=place.ends.1 {
        for (columns, part) in stretches(place.ends.0 + 1, |a| regions.pair(a, b)) {
            match part {
                Part::Kept => {}
                Part::LeftOut => shade_row(svg, place, "left-out", columns, b),
                Part::Impossible => shade_row(svg, place, "unreachable", columns, b),
            }
        }
    }
}

/// The steps that are possible.
fn draw_steps(svg: &mut Svg, place: &Place, regions: &Regions) {
    let class = |part| match part {
        Part::Kept => Some("step"),
        Part::LeftOut => Some("skipped"),
        Part::Impossible => None,
    };
    for b in 0..=place.ends.1 {
        for (at, part) in stretches(place.ends.0, |a| regions.step(0, a, b)) {
            let line = format!("M{} {}H{}", place.x(at.start), place.y(b), place.x(at.end));
            class(part).into_iter().for_each(|class| svg.shape("path", &[("class", class), ("d", &line)], ""));
        }
    }
    for a in 0..=place.ends.0 {
        for (at, part) in stretches(place.ends.1, |b| regions.step(1, a, b)) {
            let line = format!("M{} {}V{}", place.x(a), place.y(at.start), place.y(at.end));
            class(part).into_iter().for_each(|class| svg.shape("path", &[("class", class), ("d", &line)], ""));
        }
    }
}

fn shade_row(svg: &mut Svg, place: &Place, class: &str, columns: Range<usize>, row: usize) {
    let (x, y) = (place.x(columns.start) - PITCH / 2, place.y(row) - PITCH / 2);
    rectangle(svg, (x, y), (PITCH * columns.len(), PITCH), &[("class", class)], "");
}

fn rectangle(svg: &mut Svg, at: (usize, usize), size: (usize, usize), more: &[(&str, &str)], meaning: &str) {
    let [x, y, width, height] = [at.0, at.1, size.0, size.1].map(|n| n.to_string());
    let place = [("x", x.as_str()), ("y", &y), ("width", &width), ("height", &height)];
    svg.shape("rect", &[&place, more].concat(), meaning);
}

/// The number of each control state, and the statement that leads to the next one.
fn draw_axes(svg: &mut Svg, place: &Place, d: &Drawn<'_>) {
    let [first, second] = [0, 1].map(|t| &d.traced.ctp.threads[t]);
    let (left, top) = (place.x(0), place.y(0));
    for a in 0..=place.ends.0 {
        anchored(svg, (place.x(a), top - PITCH / 2 - 4), "middle", &a.to_string());
        if a < place.ends.0 {
            let turned = format!("translate({} {}) rotate(-90)", place.x(a) + PITCH / 2 + 4, top - PITCH / 2 - 18);
            svg.text(&[("transform", &turned)], &short(&step(d, first, a)));
        }
    }
    for b in 0..=place.ends.1 {
        anchored(svg, (left - PITCH / 2 - 4, place.y(b) + 4), "end", &b.to_string());
        if b < place.ends.1 {
            let at = (left - PITCH / 2 - 24, place.y(b) + PITCH / 2 + 4);
            anchored(svg, at, "end", &short(&step(d, second, b)));
        }
    }
    svg.text(&[("class", "head"), ("x", &left.to_string()), ("y", "38")], &format!("{} →", first.name));
    svg.text(&[("class", "head"), ("x", "10"), ("y", &top.to_string())], &format!("{} ↓", second.name));
}

fn anchored(svg: &mut Svg, at: (usize, usize), anchor: &str, text: &str) {
    svg.text(&[("x", &at.0.to_string()), ("y", &at.1.to_string()), ("text-anchor", anchor)], text);
}

/// A little smaller than it is, so that those with a common corner can be told apart.
fn draw_mat(svg: &mut Svg, place: &Place, d: &Drawn<'_>, k: usize, mat: &Mat) {
    let inset = 2 + 2 * (k % 4);
    let at = (place.x(mat.begin.0) + inset, place.y(mat.begin.1) + inset);
    let end = (place.x(mat.end.0) - inset, place.y(mat.end.1) - inset);
    let color = COLORS[k % COLORS.len()];
    let names = [0, 1].map(|t| &d.traced.ctp.threads[t].name);
    let parts = (mat.begin.0, mat.end.0, mat.begin.1, mat.end.1);
    let meaning =
        format!("m{}: {} {} to {}, {} {} to {}", k + 1, names[0], parts.0, parts.1, names[1], parts.2, parts.3);
    let look = [("class", "mat"), ("fill", color), ("stroke", color)];
    rectangle(svg, at, (end.0 - at.0, end.1 - at.1), &look, &meaning);
    svg.text(
        &[
            ("x", &at.0.midpoint(end.0).to_string()),
            ("y", &(at.1.midpoint(end.1) + 4).to_string()),
            ("text-anchor", "middle"),
            ("fill", color),
        ],
        &format!("m{}", k + 1),
    );
}

/// A bend from the direction of the thread that has moved into that of the one that goes on.
fn draw_switch(svg: &mut Svg, place: &Place, from: ControlState, to: ControlState) {
    let (a, b) = if from.thread == 0 { (from.at, to.at) } else { (to.at, from.at) };
    let (x, y) = (place.x(a), place.y(b));
    let bend = if from.thread == 0 {
        format!("M{} {}L{x} {y}L{x} {}", x - 9, y, y + 9)
    } else {
        format!("M{x} {}L{x} {y}L{} {y}", y - 9, x + 9)
    };
    svg.shape("path", &[("class", "switch"), ("d", &bend)], "");
}

fn draw_schedule(svg: &mut Svg, place: &Place, class: &str, turns: &[usize]) {
    let mut path = format!("M{} {}", place.x(0), place.y(0));
    for thread in turns {
        path += &format!("{}{PITCH}", if *thread == 0 { 'h' } else { 'v' });
    }
    svg.shape("path", &[("class", class), ("d", &path)], "");
}

fn draw_legend(svg: &mut Svg, place: &Place, d: &Drawn<'_>) {
    let top = place.y(place.ends.1) + PITCH + 10;
    let mut lines = vec![
        ("run", if d.schedules.len() == 1 { "the run" } else { "the runs" }.to_string()),
        ("unreachable", "pairs that locks, forks or joins exclude".into()),
        ("left-out", format!("pairs that {} leaves out", d.kind.name())),
        ("step", format!("steps of schedules along {}", d.kind.name())),
        ("skipped", format!("steps that {} leaves out", d.kind.name())),
        ("switch", format!("context switches of {}", d.kind.name())),
    ];
    if d.analysed().graph.count_mats() > 0 {
        lines.push(("mat", "mutually atomic transactions (MATs)".into()));
    }
    if wrong(d).is_some() {
        lines.push(("wrong", "a schedule in which a thread goes wrong".into()));
    }
    svg.group("legend", |svg| {
        for (k, (class, text)) in lines.iter().enumerate() {
            draw_sample(svg, class, top + 18 * k);
            svg.text(&[("x", "44"), ("y", &(top + 18 * k + 10).to_string())], text);
        }
    });
}

fn draw_sample(svg: &mut Svg, class: &str, y: usize) {
    let color = [("fill", COLORS[0]), ("stroke", COLORS[0])];
    match class {
        "unreachable" | "left-out" => rectangle(svg, (10, y), (24, 12), &[("class", class)], ""),
        "mat" => rectangle(svg, (10, y), (24, 12), &[&[("class", class)], &color[..]].concat(), ""),
        "switch" => svg.shape("path", &[("class", class), ("d", &format!("M13 {}h9v9", y + 2))], ""),
        _ => svg.shape("path", &[("class", class), ("d", &format!("M10 {}h24", y + 6))], ""),
    }
}
