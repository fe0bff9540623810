//! A picture as SVG: frames, arrows, labels, boxes, the title above and the legend below.

use super::super::palette;
use super::super::svg::{Svg, number as at};
use super::layout::{Layout, Rect, scale};
use super::measure::{LINE, width};
use super::pieces::{lines, text};
use super::{Ground, Look, Picture, Stroke, Tone, legend};

/// Around everything.
const MARGIN: f64 = 20.0;
/// The legend may be so wide where the picture is not.
const LEGEND: f64 = 560.0;
/// A curve begins so far before a bend.
const BEND: f64 = 50.0;
/// Small pictures grow until they fill a slide, but no further than this.
const LARGEST: f64 = 2.0;

pub(super) const STYLE: &str = "\
.mv-text { font: 16px 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #1d2129; white-space: pre; } \
.mv-head { font-weight: bold; font-size: 20px; } \
.mv-strong { font-weight: bold; } \
.mv-soft { fill: #5b6472; } \
.mv-wrong { fill: #c0392b; font-weight: bold; } \
.mv-raised { font-size: 12px; } \
.mv-ground { fill: #ffffff; }";

pub(super) fn drawn(picture: &Picture) -> String {
    let layout = picture.layout();
    let said = picture.said();
    // As wide as a slide of this height, but for the legend.
    let slide = (1.7 * (layout.size.1 + 90.0)).min(2.0 * LEGEND);
    let legend = legend::entries(picture);
    let least = layout.size.0.max(slide.min(legend::wide(&legend)));
    let widest = said.iter().map(|line| 1.25 * width(line)).fold(least, f64::max);
    let rows = legend::rows(legend, widest);
    let top = MARGIN + 28.0 * said.len() as f64 + 8.0;
    let bottom = top + layout.size.1 + if rows.is_empty() { 0.0 } else { 24.0 };
    let size = (widest + 2.0 * MARGIN, bottom + (LINE + 6.0) * rows.len() as f64 + MARGIN);
    let mut svg = Svg::scaled(size, scale(size).clamp(1.0, LARGEST), said.first().map_or("", |s| s), STYLE);
    for (i, line) in said.iter().enumerate() {
        let class = if i == 0 { "mv-text mv-head" } else { "mv-text mv-soft" };
        let wide = if i == 0 { 1.25 * width(line) } else { width(line) };
        text(&mut svg, class, (MARGIN, MARGIN + 18.0 + 28.0 * i as f64), line, wide);
    }
    let left = MARGIN + (widest - layout.size.0) / 2.0;
    svg.moved((left, top), |svg| body(svg, picture, &layout));
    legend::draw(&mut svg, &rows, (MARGIN, bottom));
    svg.finish()
}

/// Labels cover arrows, so that no arrow crosses a text.
fn body(svg: &mut Svg, picture: &Picture, layout: &Layout) {
    for (label, rect) in picture.frames.iter().zip(&layout.frames).filter(|(_, rect)| rect.width > 0.0) {
        svg.frame((rect.x, rect.y), (rect.width, rect.height), "none", palette::FRAME, 1.5, false);
        text(svg, "mv-text mv-strong", (rect.x + 10.0, rect.y + LINE), label, width(label));
    }
    for (edge, route) in picture.edges.iter().zip(&layout.routes) {
        let wrong = edge.lines.iter().flatten().any(|s| s.tone == Tone::GoesWrong);
        arrow(svg, &route.points, colour(edge.stroke), matches!(edge.stroke, Stroke::Switch(_)), wrong);
    }
    for (edge, label) in picture.edges.iter().zip(&layout.routes).filter_map(|(e, r)| Some((e, r.label.as_ref()?))) {
        let Rect { x, y, width, height } = label.rect;
        svg.shape(
            "rect",
            &[
                ("class", "mv-ground"),
                ("x", &at(x + 2.0)),
                ("y", &at(y + 2.0)),
                ("width", &at(width - 4.0)),
                ("height", &at(height - 4.0)),
            ],
            "",
        );
        if edge.stroke != Stroke::Plain {
            svg.line((x + 3.0, y + 4.0), (x + 3.0, y + height - 4.0), colour(edge.stroke), 3.0, false);
        }
        lines(svg, label);
    }
    for (node, placed) in picture.nodes.iter().zip(&layout.nodes) {
        svg.group(&format!("mv-node mv-node-{}", node.id), |svg| {
            border(svg, node.look, placed.rect);
            lines(svg, placed);
        });
    }
}

fn colour(stroke: Stroke) -> &'static str {
    match stroke {
        Stroke::Plain => palette::SOFT,
        Stroke::Thread(t) | Stroke::Switch(t) => palette::thread(t),
    }
}

fn border(svg: &mut Svg, look: Look, rect: Rect) {
    let (ground, border) = match look.ground {
        Ground::Plain | Ground::External => ("#ffffff", palette::INK),
        Ground::PreCommit => (palette::PRE_COMMIT, palette::INK),
        Ground::PostCommit => (palette::POST_COMMIT, palette::INK),
        Ground::Wrong => (palette::WRONG_GROUND, palette::WRONG),
    };
    let stroke = if look.initial { 3.5 } else { 1.5 };
    svg.frame((rect.x, rect.y), (rect.width, rect.height), ground, border, stroke, look.inside);
    if look.end {
        svg.frame((rect.x + 3.5, rect.y + 3.5), (rect.width - 7.0, rect.height - 7.0), "none", border, 1.5, false);
    }
}

/// A curve that is smooth at the bends, with its head.
fn arrow(svg: &mut Svg, points: &[(f64, f64)], colour: &str, dashed: bool, wrong: bool) {
    let ([first, .., last], [.., before, _]) = (points, points) else { return };
    let (dx, dy) = (last.0 - before.0, last.1 - before.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let neck = (last.0 - 11.0 * ux, last.1 - 11.0 * uy);
    let mut path = format!("M{} {}", at(first.0), at(first.1));
    for bend in points.windows(3) {
        let (from, to) = (towards(bend[1], bend[0]), towards(bend[1], bend[2]));
        path +=
            &format!("L{} {}Q{} {} {} {}", at(from.0), at(from.1), at(bend[1].0), at(bend[1].1), at(to.0), at(to.1));
    }
    path += &format!("L{} {}", at(neck.0), at(neck.1));
    let (wide, dashes) = (if wrong { "3.5" } else { "2.5" }, if dashed { "6 5" } else { "none" });
    svg.shape(
        "path",
        &[("d", &path), ("fill", "none"), ("stroke", colour), ("stroke-width", wide), ("stroke-dasharray", dashes)],
        "",
    );
    let side = |s: f64| format!("{},{}", at(neck.0 - 1.0 * ux + s * uy), at(neck.1 - 1.0 * uy - s * ux));
    let head = format!("{},{} {} {}", at(last.0), at(last.1), side(6.0), side(-6.0));
    svg.shape("polygon", &[("points", &head), ("fill", colour)], "");
}

/// Where a curve leaves the straight line to a bend: not far from it, so that labels are on their arrows.
fn towards(bend: (f64, f64), end: (f64, f64)) -> (f64, f64) {
    let (dx, dy) = (end.0 - bend.0, end.1 - bend.1);
    let part = (BEND / dx.hypot(dy).max(1.0)).min(0.5);
    (bend.0 + part * dx, bend.1 + part * dy)
}
