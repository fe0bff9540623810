//! Frames between which no arrow leads: each laid out by itself, one after the other in their order.

use super::layout::{Layout, Placed, Rect, Route, laid_out};
use super::{Direction, Picture};

/// Between two frames.
const GAP: f64 = 36.0;

/// The frames side by side, or one below the other where arrows lead to the right; nothing unless all is in frames of
/// which no arrow leads out.
pub(super) fn apart(picture: &Picture, direction: Direction) -> Option<Layout> {
    let frame = |id: u32| picture.nodes.iter().find(|n| n.id == id).and_then(|n| n.frame);
    let many = (0..picture.frames.len()).filter(|f| picture.nodes.iter().any(|n| n.frame == Some(*f))).count() > 1;
    let inside = picture.edges.iter().all(|e| frame(e.from) == frame(e.to));
    if !many || !inside || picture.nodes.iter().any(|n| n.frame.is_none()) {
        return None;
    }
    let edges: Vec<Option<usize>> = picture.edges.iter().map(|e| frame(e.from)).collect();
    Some(joined(picture, &edges, direction))
}

/// `of`: the frame of each arrow.
fn joined(picture: &Picture, of: &[Option<usize>], direction: Direction) -> Layout {
    let (count, mut at) = (picture.frames.len(), 0.0);
    let mut nodes: Vec<Option<Placed>> = picture.nodes.iter().map(|_| None).collect();
    let mut routes: Vec<Option<Route>> = of.iter().map(|_| None).collect();
    let mut frames = vec![];
    for f in 0..count {
        let node = |k: &usize| picture.nodes[*k].frame == Some(f);
        let (inside, arrows): (Vec<usize>, Vec<usize>) =
            ((0..nodes.len()).filter(node).collect(), (0..of.len()).filter(|k| of[*k] == Some(f)).collect());
        let part = laid_out(&of_frame(picture, &inside, &arrows), direction);
        let by = if direction == Direction::Down { (at, 0.0) } else { (0.0, at) };
        let part = part.shifted(by);
        frames.push(part.frames[f]);
        if !inside.is_empty() {
            at += GAP + if direction == Direction::Down { part.size.0 } else { part.size.1 };
        }
        inside.into_iter().zip(part.nodes).for_each(|(k, n)| nodes[k] = Some(n));
        arrows.into_iter().zip(part.routes).for_each(|(k, r)| routes[k] = Some(r));
    }
    let (nodes, routes) = (nodes.into_iter().flatten().collect(), routes.into_iter().flatten().collect());
    Layout { size: (0.0, 0.0), nodes, routes, frames }.fitted()
}

/// These boxes and arrows, with the frames as they are numbered.
fn of_frame(picture: &Picture, nodes: &[usize], edges: &[usize]) -> Picture {
    Picture {
        frames: picture.frames.clone(),
        nodes: nodes.iter().map(|k| picture.nodes[*k].clone()).collect(),
        edges: edges.iter().map(|k| picture.edges[*k].clone()).collect(),
        ..Picture::default()
    }
}

impl Layout {
    /// All of it elsewhere.
    pub(super) fn shifted(mut self, by: (f64, f64)) -> Layout {
        self.nodes.iter_mut().for_each(|n| n.rect = n.rect.moved(by));
        self.frames.iter_mut().filter(|f| f.width > 0.0).for_each(|f: &mut Rect| *f = f.moved(by));
        for route in &mut self.routes {
            route.points.iter_mut().for_each(|p| *p = (p.0 + by.0, p.1 + by.1));
            route.label.iter_mut().for_each(|l| l.rect = l.rect.moved(by));
        }
        self
    }
}
