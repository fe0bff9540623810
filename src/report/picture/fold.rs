//! A way that is taller than a slide, in two columns.

use super::Picture;
use super::layout::{Layout, Rect};

/// Between the columns, where an arrow leads up.
const GUTTER: f64 = 80.0;
/// Above and below the columns, where it turns.
const TURN: f64 = 22.0;

/// The layout of a single way down, its second half beside the first; nothing if it is none, or too short.
pub(super) fn folded(picture: &Picture, layout: &Layout) -> Option<Layout> {
    if !is_way(picture) {
        return None;
    }
    let order = way(picture)?;
    let cut = (0..order.len() - 1).min_by(|a, b| height(layout, &order, *a).total_cmp(&height(layout, &order, *b)))?;
    Some(beside(picture, layout, &order[..=cut], &order[cut + 1..]))
}

/// Every box but the last has one arrow, to the next one.
fn is_way(picture: &Picture) -> bool {
    let once = |of: fn(&super::Edge) -> u32| {
        let mut all: Vec<u32> = picture.edges.iter().map(of).collect();
        all.sort_unstable();
        all.windows(2).all(|w| w[0] != w[1])
    };
    let framed = picture.nodes.iter().any(|n| n.frame.is_some());
    !framed
        && picture.nodes.len() > 2
        && picture.edges.len() + 1 == picture.nodes.len()
        && once(|e| e.from)
        && once(|e| e.to)
}

/// The boxes by their places in the picture, from the first to the last; nothing if it goes in a circle.
fn way(picture: &Picture) -> Option<Vec<usize>> {
    let place = |id: u32| picture.nodes.iter().position(|n| n.id == id);
    let first = picture.nodes.iter().find(|n| picture.edges.iter().all(|e| e.to != n.id))?;
    let (mut order, mut at) = (vec![place(first.id)?], first.id);
    while let Some(edge) = picture.edges.iter().find(|e| e.from == at) {
        at = edge.to;
        order.push(place(at)?);
    }
    (order.len() == picture.nodes.len()).then_some(order)
}

/// The height of the taller column, if the first ends with this box.
fn height(layout: &Layout, order: &[usize], last: usize) -> f64 {
    let rect = |k: usize| layout.nodes[order[k]].rect;
    // The label of the arrow between the columns stays in the first.
    let first = rect(last + 1).y - rect(0).y;
    let end = rect(order.len() - 1);
    first.max(end.y + end.height - rect(last + 1).y)
}

fn beside(picture: &Picture, layout: &Layout, first: &[usize], second: &[usize]) -> Layout {
    let ids = |part: &[usize]| part.iter().map(|i| picture.nodes[*i].id).collect::<Vec<_>>();
    let (upper, lower) = (ids(first), ids(second));
    let rects = |part: &[usize], within: &[u32]| {
        let labels = picture.edges.iter().zip(&layout.routes).filter(|(e, _)| within.contains(&e.from));
        let labels = labels.filter_map(|(_, r)| Some(r.label.as_ref()?.rect)).collect::<Vec<_>>();
        part.iter().map(|i| layout.nodes[*i].rect).chain(labels).collect::<Vec<Rect>>()
    };
    let right = rects(first, &upper).iter().map(|r| r.x + r.width).fold(f64::NEG_INFINITY, f64::max);
    let left = rects(second, &lower).iter().map(|r| r.x).fold(f64::INFINITY, f64::min);
    let (top, begin) = (layout.nodes[first[0]].rect.y, layout.nodes[second[0]].rect.y);
    let by = (right + GUTTER - left, top - begin);
    let mut folded = layout.clone();
    second.iter().for_each(|i| folded.nodes[*i].rect = folded.nodes[*i].rect.moved(by));
    for (edge, route) in picture.edges.iter().zip(&mut folded.routes) {
        if lower.contains(&edge.from) {
            route.points.iter_mut().for_each(|p| *p = (p.0 + by.0, p.1 + by.1));
            route.label.iter_mut().for_each(|l| l.rect = l.rect.moved(by));
        } else if lower.contains(&edge.to) {
            let (from, to) = (layout.nodes[first[first.len() - 1]].rect, folded.nodes[second[0]].rect);
            let bottom = route.label.as_ref().map_or(from.y + from.height, |l| l.rect.y + l.rect.height);
            route.points = up(from, to, (bottom, right + GUTTER / 2.0));
        }
    }
    folded.fitted()
}

/// Down out of the one box, up between the columns and down into the other.
fn up(from: Rect, to: Rect, (bottom, gutter): (f64, f64)) -> Vec<(f64, f64)> {
    let (a, b) = (from.center().0, to.center().0);
    let (low, high) = (bottom + TURN, to.y - TURN);
    vec![(a, from.y + from.height), (a, low), (gutter, low), (gutter, high), (b, high), (b, to.y)]
}
