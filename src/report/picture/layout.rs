//! Where boxes, arrows and labels are: in layers, as Sugiyama's method has them.

use super::measure::{LINE, block, broken, width};
use super::{Direction, Edge, Line, Node, Picture, Stroke};
use dagre::graph::{Graph, GraphOptions};
use dagre::layout::types::LabelPos;
use dagre::{Acyclicer, EdgeLabel, LayoutOptions, NodeLabel, RankDir};

/// Around the text of a box.
const PADDING: (f64, f64) = (12.0, 6.0);
/// A slide.
pub(super) const SLIDE: (f64, f64) = (1280.0, 720.0);
/// More boxes and arrows are laid out with less care about which arrows lead back, in a fraction of the time.
const MANY: usize = 200;

/// All that is drawn, with its places. The first is left of and above the second.
#[derive(Clone)]
pub struct Layout {
    pub size: (f64, f64),
    pub nodes: Vec<Placed>,
    pub routes: Vec<Route>,
    pub frames: Vec<Rect>,
}

/// A rectangle by its upper left corner and its size.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// Lines of text in their rectangle.
#[derive(Clone)]
pub struct Placed {
    pub rect: Rect,
    pub lines: Vec<Line>,
}

/// The bends of an arrow, and its label.
#[derive(Clone)]
pub struct Route {
    pub points: Vec<(f64, f64)>,
    pub label: Option<Placed>,
}

impl Rect {
    fn around((x, y): (f64, f64), (width, height): (f64, f64)) -> Rect {
        Rect { x: x - width / 2.0, y: y - height / 2.0, width, height }
    }

    pub fn center(&self) -> (f64, f64) {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    pub(super) fn moved(self, (x, y): (f64, f64)) -> Rect {
        Rect { x: self.x + x, y: self.y + y, ..self }
    }
}

/// How much larger something can be on a slide.
pub fn scale((width, height): (f64, f64)) -> f64 {
    (SLIDE.0 / width).min(SLIDE.1 / height)
}

type Drawing = Graph<NodeLabel, EdgeLabel>;

pub(super) fn laid_out(picture: &Picture, direction: Direction) -> Layout {
    let nodes: Vec<Vec<Line>> = picture.nodes.iter().map(|n| broken(&n.lines)).collect();
    let labels: Vec<Vec<Line>> = picture.edges.iter().map(|e| broken(&e.lines)).collect();
    let mut graph = Graph::with_options(GraphOptions { directed: true, multigraph: true, compound: true });
    add_nodes(&mut graph, picture, &nodes);
    for (i, (edge, lines)) in picture.edges.iter().zip(&labels).enumerate() {
        add_edge(&mut graph, i, edge, lines);
    }
    dagre::layout(&mut graph, Some(options(picture, direction)));
    read(&graph, picture, nodes, labels)
}

fn options(picture: &Picture, direction: Direction) -> LayoutOptions {
    LayoutOptions {
        rankdir: if direction == Direction::Down { RankDir::TB } else { RankDir::LR },
        nodesep: 36.0,
        edgesep: 24.0,
        ranksep: 36.0,
        acyclicer: (picture.nodes.len() + picture.edges.len() > MANY).then_some(Acyclicer::Greedy),
        ..LayoutOptions::default()
    }
}

fn add_nodes(graph: &mut Drawing, picture: &Picture, texts: &[Vec<Line>]) {
    for (node, lines) in picture.nodes.iter().zip(texts) {
        let (width, height) = size(lines);
        graph.set_node(node.id.to_string(), Some(NodeLabel { width, height, ..NodeLabel::default() }));
    }
    for (frame, label) in picture.frames.iter().enumerate() {
        let inside: Vec<&Node> = picture.nodes.iter().filter(|n| n.frame == Some(frame)).collect();
        if !inside.is_empty() {
            graph.set_node(framed(frame), Some(NodeLabel { width: width(label), ..NodeLabel::default() }));
            for node in inside {
                graph.set_parent(&node.id.to_string(), Some(&framed(frame)));
            }
        }
    }
}

fn framed(frame: usize) -> String {
    format!("frame {frame}")
}

fn size(lines: &[Line]) -> (f64, f64) {
    let (width, height) = block(lines);
    (width + 2.0 * PADDING.0, height + 2.0 * PADDING.1)
}

/// The label of an arrow has a place of its own on its way.
fn add_edge(graph: &mut Drawing, number: usize, edge: &Edge, lines: &[Line]) {
    if matches!(edge.stroke, Stroke::Switch(_)) {
        return;
    }
    let (width, height) = if lines.is_empty() { (0.0, 0.0) } else { size(lines) };
    let label = EdgeLabel { width, height, labelpos: LabelPos::Center, ..EdgeLabel::default() };
    graph.set_edge(edge.from.to_string(), edge.to.to_string(), Some(label), Some(&number.to_string()));
}

/// The places that were found. Frames need a line for their labels.
fn read(graph: &Drawing, picture: &Picture, nodes: Vec<Vec<Line>>, labels: Vec<Vec<Line>>) -> Layout {
    let place = |id: &str| graph.node(id).map_or((0.0, 0.0), |n| (n.x.unwrap_or(0.0), n.y.unwrap_or(0.0)));
    let boxes = picture.nodes.iter().zip(nodes).map(|(node, lines)| {
        let rect = Rect::around(place(&node.id.to_string()), size(&lines));
        Placed { rect, lines }
    });
    let mut layout = Layout { size: (0.0, 0.0), nodes: boxes.collect(), routes: vec![], frames: vec![] };
    layout.frames = (0..picture.frames.len()).map(|f| frame(graph, picture, &layout, f)).collect();
    layout.routes = picture
        .edges
        .iter()
        .zip(labels)
        .enumerate()
        .map(|(i, (edge, lines))| route(graph, picture, &layout, i, edge, lines))
        .collect();
    layout.fitted()
}

fn frame(graph: &Drawing, picture: &Picture, layout: &Layout, number: usize) -> Rect {
    let Some(found) = graph.node(&framed(number)) else { return Rect::around((0.0, 0.0), (0.0, 0.0)) };
    let center = (found.x.unwrap_or(0.0), found.y.unwrap_or(0.0));
    let least = width(&picture.frames[number]) + 2.0 * PADDING.0;
    let rect = Rect::around(center, (found.width.max(least), found.height));
    let inside = picture.nodes.iter().zip(&layout.nodes).filter(|(n, _)| n.frame == Some(number));
    let top = inside.map(|(_, placed)| placed.rect.y).fold(f64::INFINITY, f64::min);
    let above = (rect.y + LINE + 8.0 - top).max(0.0);
    Rect { y: rect.y - above, height: rect.height + above, ..rect }
}

fn route(graph: &Drawing, picture: &Picture, layout: &Layout, number: usize, edge: &Edge, lines: Vec<Line>) -> Route {
    if matches!(edge.stroke, Stroke::Switch(_)) {
        let rect = |id| picture.nodes.iter().position(|n| n.id == id).map(|i| layout.nodes[i].rect);
        let points = rect(edge.from).zip(rect(edge.to)).map_or(vec![], |(from, to)| beside(from, to));
        return Route { points, label: None };
    }
    let found = graph.edge(&edge.from.to_string(), &edge.to.to_string(), Some(&number.to_string()));
    let Some(found) = found else { return Route { points: vec![], label: None } };
    let points = found.points.iter().map(|p| (p.x, p.y)).collect();
    let center = (found.x.unwrap_or(0.0), found.y.unwrap_or(0.0));
    let label = (!lines.is_empty()).then(|| Placed { rect: Rect::around(center, size(&lines)), lines });
    Route { points, label }
}

/// Straight from one side to the other.
fn beside(from: Rect, to: Rect) -> Vec<(f64, f64)> {
    let (a, b) = (from.center(), to.center());
    if (a.0 - b.0).abs() > (from.width + to.width) / 2.0 {
        let side = if a.0 < b.0 { 0.5 } else { -0.5 };
        vec![(a.0 + side * from.width, a.1), (b.0 - side * to.width, b.1)]
    } else {
        let side = if a.1 < b.1 { 0.5 } else { -0.5 };
        vec![(a.0, a.1 + side * from.height), (b.0, b.1 - side * to.height)]
    }
}

impl Layout {
    /// Moved so that everything is right of and below the corner, and no larger than it is.
    pub(super) fn fitted(self) -> Layout {
        let mut layout = self;
        let labels = layout.routes.iter().filter_map(|r| Some(r.label.as_ref()?.rect));
        let bends = layout.routes.iter().flat_map(|r| &r.points).map(|p| Rect::around(*p, (0.0, 0.0)));
        let frames = layout.frames.iter().copied().filter(|f| f.width > 0.0);
        let all: Vec<Rect> = layout.nodes.iter().map(|n| n.rect).chain(labels).chain(bends).chain(frames).collect();
        let least = |f: fn(&Rect) -> f64| all.iter().map(f).fold(f64::INFINITY, f64::min);
        let most = |f: fn(&Rect) -> f64| all.iter().map(f).fold(f64::NEG_INFINITY, f64::max);
        if all.is_empty() {
            return layout;
        }
        let corner = (least(|r| r.x), least(|r| r.y));
        layout.size = (most(|r| r.x + r.width) - corner.0, most(|r| r.y + r.height) - corner.1);
        layout.shifted((-corner.0, -corner.1))
    }
}
