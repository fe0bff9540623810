//! The control states of two threads as a lattice, as in TSG's Figures 1(b) and 3: the first thread goes to
//! the right, the second one down; schedules are paths, MATs rectangles.

use super::super::palette;
use super::super::picture::scale;
use super::super::svg::Svg;
use super::Drawn;
use super::graph::step;
use crate::trace::ctp::Slice;
use crate::trace::mat::{ControlState, Mat};
use crate::trace::regions::{Part, Regions};
use std::ops::Range;

/// From one control state to the next.
const PITCH: usize = 44;
/// The width of a letter.
const LETTER: usize = 10;
/// Statements that are longer are cut.
const LONGEST: usize = 26;
/// Between the lattice and the legend.
const GAP: usize = 40;
/// From one line of the legend to the next.
const ROW: usize = 26;

const STYLE: &str = "\
.mv-text { font: 16px 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #1d2129; } \
.mv-head { font-weight: bold; } \
.mv-title { font-weight: bold; font-size: 20px; } \
.mv-name { font-weight: bold; stroke: white; stroke-width: 5; paint-order: stroke; } \
.mv-step { stroke: #7d8591; stroke-width: 1.5; } \
.mv-skipped { stroke: #c3c8d0; stroke-width: 1.5; stroke-dasharray: 2 4; } \
.mv-unreachable { fill: #b9bfc9; shape-rendering: crispEdges; } \
.mv-left-out { fill: #e9ebef; shape-rendering: crispEdges; } \
.mv-leader { fill: none; stroke-width: 1.5; stroke-dasharray: 2 3; } \
.mv-mat { fill-opacity: 0.07; stroke-width: 2; } \
.mv-switch { fill: none; stroke: #e6a100; stroke-width: 4; } \
.mv-casing { fill: none; stroke: white; stroke-width: 8; stroke-linejoin: round; } \
.mv-run { fill: none; stroke: #1d2129; stroke-width: 4; stroke-linejoin: round; } \
.mv-wrong { fill: none; stroke: #c0392b; stroke-width: 4; stroke-dasharray: 8 4; stroke-linejoin: round; }";

/// Nothing unless there are two threads.
pub(super) fn svg(d: &Drawn<'_>) -> Option<String> {
    let regions = Regions::new(d.traced.analysis.program(d.traced.ctp), d.analysed())?;
    let [first, second] = &d.traced.ctp.threads[..] else { return None };
    let name = d.traced.name.rsplit('/').next().unwrap_or(d.traced.name);
    let title = format!("{name}: {}", d.kind.name());
    let place = Place {
        left: margin(d, second, regions.ends.1),
        top: margin(d, first, regions.ends.0) + 50,
        ends: regions.ends,
    };
    let legend = legend(d, &regions);
    let (at, size) = beside_or_below(&place, &legend, &title);
    let mut svg = Svg::scaled(size, scale(size).clamp(1.0, 2.0), &title, STYLE);
    svg.text(&[("x", "16"), ("y", "32"), ("class", "mv-text mv-title")], &title);
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
        draw_schedule(&mut svg, &place, "mv-run", turns);
    }
    if let Some(turns) = wrong(d) {
        draw_schedule(&mut svg, &place, "mv-wrong", turns);
    }
    name_mats(&mut svg, &place, &regions.mats);
    draw_legend(&mut svg, &legend, at);
    Some(svg.finish())
}

/// Where the legend is, and the size of the drawing: right of the lattice or below it, whichever is larger on a
/// slide.
fn beside_or_below(place: &Place, legend: &[Entry], title: &str) -> ((usize, usize), (f64, f64)) {
    let (right, bottom) = (place.x(place.ends.0) + PITCH, place.y(place.ends.1) + PITCH);
    let wide = 60 + LETTER * legend.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(0);
    let high = ROW * legend.len();
    let least = 40 + LETTER * 5 / 4 * title.chars().count();
    let beside = ((right + GAP, place.y(0)), ((right + GAP + wide).max(least), bottom.max(place.y(0) + high + 16)));
    let below = ((16, bottom + 10), (right.max(wide + 16).max(least), bottom + high + 26));
    let size = |(width, height): (usize, usize)| (width as f64, height as f64);
    let (at, chosen) = if scale(size(beside.1)) >= scale(size(below.1)) { beside } else { below };
    (at, size(chosen))
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
}

/// The room that the statements of a thread need, and the numbers of its control states.
fn margin(d: &Drawn<'_>, slice: &Slice, end: usize) -> usize {
    let widest = (0..end).map(|k| short(&step(d, slice, k)).chars().count()).max().unwrap_or(0);
    LETTER * widest.max(slice.name.chars().count()) + 70
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
                Part::LeftOut => shade_row(svg, place, "mv-left-out", columns, b),
                Part::Impossible => shade_row(svg, place, "mv-unreachable", columns, b),
            }
        }
    }
}

/// The steps that are possible.
fn draw_steps(svg: &mut Svg, place: &Place, regions: &Regions) {
    let class = |part| match part {
        Part::Kept => Some("mv-step"),
        Part::LeftOut => Some("mv-skipped"),
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

/// The cells around pairs in a row, as far as they are inside the lattice.
fn shade_row(svg: &mut Svg, place: &Place, class: &str, columns: Range<usize>, row: usize) {
    let cell = |at: usize, end: usize| {
        let (from, to) = ((PITCH * at).saturating_sub(PITCH / 2), PITCH * at + PITCH / 2);
        (from, to.min(PITCH * end))
    };
    let ((left, _), (_, right)) = (cell(columns.start, place.ends.0), cell(columns.end - 1, place.ends.0));
    let (top, bottom) = cell(row, place.ends.1);
    let at = (place.left + left, place.top + top);
    rectangle(svg, at, (right - left, bottom - top), &[("class", class)], "");
}

fn rectangle(svg: &mut Svg, at: (usize, usize), size: (usize, usize), more: &[(&str, &str)], meaning: &str) {
    let [x, y, width, height] = [at.0, at.1, size.0, size.1].map(|n| n.to_string());
    let place = [("x", x.as_str()), ("y", &y), ("width", &width), ("height", &height)];
    svg.shape("rect", &[&place, more].concat(), meaning);
}

/// The number of each control state, and the statement that leads to the next one, in the colour of the thread.
fn draw_axes(svg: &mut Svg, place: &Place, d: &Drawn<'_>) {
    let [first, second] = [0, 1].map(|t| &d.traced.ctp.threads[t]);
    let [across, down] = [1, 2].map(|t| format!("fill: {}", palette::thread(t)));
    let (left, top) = (place.x(0), place.y(0));
    for a in 0..=place.ends.0 {
        anchored(svg, (place.x(a), top - PITCH / 2), "middle", &a.to_string(), "");
        if a < place.ends.0 {
            let turned = format!("translate({} {}) rotate(-90)", place.x(a) + PITCH / 2 + 5, top - PITCH / 2 - 22);
            svg.text(&[("class", "mv-text"), ("transform", &turned), ("style", &across)], &short(&step(d, first, a)));
        }
    }
    for b in 0..=place.ends.1 {
        anchored(svg, (left - PITCH / 2, place.y(b) + 5), "end", &b.to_string(), "");
        if b < place.ends.1 {
            let at = (left - PITCH / 2 - 26, place.y(b) + PITCH / 2 + 5);
            anchored(svg, at, "end", &short(&step(d, second, b)), &down);
        }
    }
    let head = |x: usize, y: usize| [x, y].map(|n| n.to_string());
    let [x, y] = head(left, 64);
    svg.text(&[("class", "mv-text mv-head"), ("x", &x), ("y", &y), ("style", &across)], &format!("{} →", first.name));
    let [x, y] = head(16, top);
    svg.text(&[("class", "mv-text mv-head"), ("x", &x), ("y", &y), ("style", &down)], &format!("{} ↓", second.name));
}

fn anchored(svg: &mut Svg, at: (usize, usize), anchor: &str, text: &str, style: &str) {
    let [x, y] = [at.0, at.1].map(|n| n.to_string());
    let place = [("class", "mv-text"), ("x", x.as_str()), ("y", &y), ("text-anchor", anchor), ("style", style)];
    svg.text(if style.is_empty() { &place[..4] } else { &place }, text);
}

/// A little smaller than it is, so that those with a common corner can be told apart.
fn draw_mat(svg: &mut Svg, place: &Place, d: &Drawn<'_>, k: usize, mat: &Mat) {
    let inset = 2 + 2 * (k % 4);
    let at = (place.x(mat.begin.0) + inset, place.y(mat.begin.1) + inset);
    let end = (place.x(mat.end.0) - inset, place.y(mat.end.1) - inset);
    let color = palette::mat(k);
    let names = [0, 1].map(|t| &d.traced.ctp.threads[t].name);
    let parts = (mat.begin.0, mat.end.0, mat.begin.1, mat.end.1);
    let meaning =
        format!("m{}: {} {} to {}, {} {} to {}", k + 1, names[0], parts.0, parts.1, names[1], parts.2, parts.3);
    let look = [("class", "mv-mat"), ("fill", color), ("stroke", color)];
    rectangle(svg, at, (end.0 - at.0, end.1 - at.1), &look, &meaning);
}

/// Each at the middle of its rectangle, or else at the next place in it where no other name is; where there is none,
/// beside it with a line that leads there. The smallest rectangles, which have least room, come first.
fn name_mats(svg: &mut Svg, place: &Place, mats: &[Mat]) {
    let mut taken: Vec<(usize, usize)> = vec![];
    let mut order: Vec<usize> = (0..mats.len()).collect();
    order.sort_by_key(|k| (cells(&mats[*k], 0).count(), *k));
    for k in order {
        let (at, inside) = name_place(place, &mats[k], &taken);
        taken.push(at);
        if !inside {
            let (x, y) = middle(place, &mats[k]);
            let line = format!("M{x} {y}L{} {}", at.0, at.1);
            svg.shape("path", &[("class", "mv-leader"), ("stroke", palette::mat(k)), ("d", &line)], "");
        }
        let [x, y] = [at.0, at.1 + 6].map(|n| n.to_string());
        let fill = format!("fill: {}", palette::mat(k));
        let look = [("class", "mv-text mv-name"), ("x", x.as_str()), ("y", &y), ("text-anchor", "middle")];
        svg.text(&[&look[..], &[("style", &fill)]].concat(), &format!("m{}", k + 1));
    }
}

fn middle(place: &Place, mat: &Mat) -> (usize, usize) {
    (place.x(mat.begin.0).midpoint(place.x(mat.end.0)), place.y(mat.begin.1).midpoint(place.y(mat.end.1)))
}

/// Corners, sides and middles of cells, in halves of a cell: those inside a rectangle, and so far around it.
fn cells(mat: &Mat, around: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
    let stretch = |from: usize, to: usize| (2 * from + 1).saturating_sub(around)..2 * to + around;
    let (columns, rows) = (stretch(mat.begin.0, mat.end.0), stretch(mat.begin.1, mat.end.1));
    columns.flat_map(move |a| rows.clone().map(move |b| (a, b)))
}

/// The free place that is nearest to the middle of the rectangle, and whether it is inside.
fn name_place(place: &Place, mat: &Mat, taken: &[(usize, usize)]) -> ((usize, usize), bool) {
    let (middle, half) = (middle(place, mat), PITCH / 2);
    let free = |p: &(usize, usize)| {
        !taken.iter().any(|t| p.0.abs_diff(t.0) < 3 * LETTER + 6 && p.1.abs_diff(t.1) < 20)
            && p.0 <= place.x(place.ends.0)
            && p.1 <= place.y(place.ends.1)
    };
    let nearest = |around: usize| {
        let places = cells(mat, around).map(|(a, b)| (place.left + half * a, place.top + half * b));
        places.filter(free).min_by_key(|p| (p.0.abs_diff(middle.0) + p.1.abs_diff(middle.1), *p))
    };
    let beside = || (1..2 * place.ends.0.max(place.ends.1)).find_map(nearest);
    nearest(0).map(|p| (p, true)).or_else(|| Some((beside()?, false))).unwrap_or((middle, true))
}

/// A bend from the direction of the thread that has moved into that of the one that goes on.
fn draw_switch(svg: &mut Svg, place: &Place, from: ControlState, to: ControlState) {
    let (a, b) = if from.thread == 0 { (from.at, to.at) } else { (to.at, from.at) };
    let (x, y) = (place.x(a), place.y(b));
    let bend = if from.thread == 0 {
        format!("M{} {}L{x} {y}L{x} {}", x - 12, y, y + 12)
    } else {
        format!("M{x} {}L{x} {y}L{} {y}", y - 12, x + 12)
    };
    svg.shape("path", &[("class", "mv-switch"), ("d", &bend)], "");
}

/// On a white ground, so that it shows on every colour; one that goes wrong lies beside the run.
fn draw_schedule(svg: &mut Svg, place: &Place, class: &str, turns: &[usize]) {
    let mut path = format!("M{} {}", place.x(0), place.y(0));
    for thread in turns {
        path += &format!("{}{PITCH}", if *thread == 0 { 'h' } else { 'v' });
    }
    let beside: &[_] = if class == "mv-wrong" { &[("transform", "translate(6 -6)")] } else { &[] };
    for class in ["mv-casing", class] {
        svg.shape("path", &[&[("class", class), ("d", &path)], beside].concat(), "");
    }
}

/// A class and what it means.
type Entry = (&'static str, String);

/// What occurs.
fn legend(d: &Drawn<'_>, regions: &Regions) -> Vec<Entry> {
    let (ends, kind) = (regions.ends, d.kind.name());
    let every = || (0..=ends.0).flat_map(|a| (0..=ends.1).map(move |b| (a, b)));
    let pairs = |part| every().any(|(a, b)| regions.pair(a, b) == part);
    let steps = |part| {
        let across = |(a, b): (usize, usize)| a < ends.0 && regions.step(0, a, b) == part;
        let down = |(a, b): (usize, usize)| b < ends.1 && regions.step(1, a, b) == part;
        every().any(|at| across(at) || down(at))
    };
    let run = if d.schedules.len() == 1 { "the run" } else { "the runs" };
    let all = [
        (!d.schedules.is_empty(), "mv-run", run.to_string()),
        (wrong(d).is_some(), "mv-wrong", "a schedule that goes wrong".into()),
        (pairs(Part::Impossible), "mv-unreachable", "excluded by locks, forks, joins".into()),
        (pairs(Part::LeftOut), "mv-left-out", format!("pairs that {kind} leaves out")),
        (steps(Part::Kept), "mv-step", format!("steps along {kind}")),
        (steps(Part::LeftOut), "mv-skipped", format!("steps that {kind} leaves out")),
        (!d.analysed().graph.switches.is_empty(), "mv-switch", "context switches".into()),
        (!regions.mats.is_empty(), "mv-mat", "MATs, mutually atomic".into()),
    ];
    all.into_iter().filter(|(occurs, ..)| *occurs).map(|(_, class, text)| (class, text)).collect()
}

fn draw_legend(svg: &mut Svg, legend: &[Entry], (left, top): (usize, usize)) {
    svg.group("mv-legend", |svg| {
        for (k, (class, text)) in legend.iter().enumerate() {
            draw_sample(svg, class, (left, top + ROW * k));
            let [x, y] = [left + 46, top + ROW * k + 14].map(|n| n.to_string());
            svg.text(&[("class", "mv-text"), ("x", &x), ("y", &y)], text);
        }
    });
}

fn draw_sample(svg: &mut Svg, class: &str, (x, y): (usize, usize)) {
    let color = [("fill", palette::mat(0)), ("stroke", palette::mat(0))];
    match class {
        "mv-unreachable" | "mv-left-out" => rectangle(svg, (x, y), (34, 18), &[("class", class)], ""),
        "mv-mat" => rectangle(svg, (x, y), (34, 18), &[&[("class", class)], &color[..]].concat(), ""),
        "mv-switch" => svg.shape("path", &[("class", class), ("d", &format!("M{} {}h12v12", x + 8, y + 3))], ""),
        _ => svg.shape("path", &[("class", class), ("d", &format!("M{x} {}h34", y + 9))], ""),
    }
}
