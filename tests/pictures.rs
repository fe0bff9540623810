//! Drawings: well-formed, nothing cut, nothing on top of something else, the same each time.

mod corpus;
mod support;

use corpus::{models, read};
use moverlog::driver::{Control, Engine, Limits, MoverMode, Options, instrumented};
use moverlog::model::Model;
use moverlog::queries::{Grain, graph};
use moverlog::report::{Checked, ControlFlow, Direction, Instrumented, Picture, Pictured, StateGraph};
use roxmltree::{Document, Node};
use support::command;

/// No more boxes of a graph are drawn here.
const MOST: usize = 40;

type Rectangle = [f64; 4];

fn engine(name: &str) -> Engine<'static> {
    Engine::named(name).expect("it is listed")
}

/// What `graph` draws of a model.
fn pictures(model: &Model) -> Vec<Picture> {
    let limits = Limits { max_states: 300, max_stack: 8, ..Limits::default() };
    let claims = model.program.locations.iter().any(|l| l.claimed.is_some());
    let movers = if claims { MoverMode::Declared } else { MoverMode::Lockset };
    let options = Options { movers, ..Options::default() };
    let mut drawn = vec![];
    for (rules, grain) in [("interleaving", Grain::Transitions), ("reduction", Grain::Transactions)] {
        let engine = engine(rules);
        let control = Control::from(limits.clone());
        let (outcome, graph) = graph(&model.program, engine, grain, &options, &control).expect("claims are true");
        let checked = Checked {
            model: &model.name,
            engine,
            movers: "lockset",
            program: &model.program,
            outcome: &outcome,
            attempts: None,
            seconds: 0.0,
            peak_bytes: 0,
            original: false,
            quiet: false,
        };
        drawn.push(StateGraph { checked: &checked, graph: &graph }.picture(&[]));
        drawn.push(ControlFlow(&checked).picture(&[]));
    }
    if let Engine::Blocks(reduction, _) = engine("dynamic") {
        let edges = instrumented(&model.program, reduction.rules());
        let (rules, program) = (reduction.rules().name(), &model.program);
        drawn.push(Instrumented { model: &model.name, rules, program, edges: &edges }.picture(&[]));
    }
    drawn.into_iter().map(|p| p.beginning(MOST)).collect()
}

fn overlap(a: Rectangle, b: Rectangle) -> bool {
    let apart = |from: usize| a[from] + a[from + 2] <= b[from] + 0.1 || b[from] + b[from + 2] <= a[from] + 0.1;
    !apart(0) && !apart(1)
}

/// Whether the first is inside the second, but for a pixel.
fn inside(a: Rectangle, b: Rectangle) -> bool {
    (0..2).all(|i| a[i] >= b[i] - 1.0 && a[i] + a[i + 2] <= b[i] + b[i + 2] + 1.0)
}

fn number(n: &Node<'_, '_>, name: &str) -> f64 {
    n.attribute(name).and_then(|v| v.parse().ok()).unwrap_or_else(|| panic!("{name} of {n:?}"))
}

/// Where the groups around it have moved a shape.
fn shift(n: &Node<'_, '_>) -> (f64, f64) {
    let moves = n.ancestors().filter_map(|a| a.attribute("transform")?.strip_prefix("translate(")?.strip_suffix(')'));
    let pairs = moves.map(|m| m.split_once(' ').expect("two numbers"));
    pairs.fold((0.0, 0.0), |(x, y), (dx, dy)| (x + dx.parse::<f64>().unwrap(), y + dy.parse::<f64>().unwrap()))
}

fn texts(document: &Document<'_>) -> Vec<Rectangle> {
    let texts = document.descendants().filter(|n| n.has_tag_name("text"));
    let place = |n: Node<'_, '_>| {
        let (dx, dy) = shift(&n);
        [number(&n, "x") + dx, number(&n, "y") + dy - 14.0, number(&n, "textLength"), 18.0]
    };
    texts.map(place).collect()
}

fn rectangles(document: &Document<'_>) -> Vec<Rectangle> {
    let all = document.descendants().filter(|n| n.has_tag_name("rect") && n.attribute("x").is_some());
    let place = |n: Node<'_, '_>| {
        let (dx, dy) = shift(&n);
        [number(&n, "x") + dx, number(&n, "y") + dy, number(&n, "width"), number(&n, "height")]
    };
    all.map(place).collect()
}

fn size(document: &Document<'_>) -> Rectangle {
    let view: Vec<f64> =
        document.root_element().attribute("viewBox").unwrap().split(' ').map(|n| n.parse().unwrap()).collect();
    [view[0], view[1], view[2], view[3]]
}

/// Boxes, and the labels of arrows.
fn blocks(picture: &Picture) -> (Vec<Rectangle>, Vec<Rectangle>) {
    let layout = picture.layout();
    let rectangle = |r: &moverlog::report::Rect| [r.x, r.y, r.width, r.height];
    let labels = layout.routes.iter().filter_map(|r| Some(rectangle(&r.label.as_ref()?.rect)));
    (layout.nodes.iter().map(|n| rectangle(&n.rect)).collect(), labels.collect())
}

fn nothing_overlaps(picture: &Picture) {
    let (boxes, labels) = blocks(picture);
    let all: Vec<Rectangle> = boxes.iter().chain(&labels).copied().collect();
    for (i, a) in all.iter().enumerate() {
        for (j, b) in all.iter().enumerate().skip(i + 1) {
            assert!(
                !overlap(*a, *b),
                "{} {}: {i} {a:?}, {j} {b:?} of {} boxes",
                picture.subject,
                picture.heading,
                boxes.len()
            );
        }
    }
}

/// Every text is in the drawing, and those of boxes and labels in their rectangles.
fn nothing_is_cut(picture: &Picture) {
    let svg = picture.svg();
    let document = Document::parse(&svg).unwrap_or_else(|e| panic!("{e}: {svg}"));
    let whole = size(&document);
    let said = format!("{} {}", picture.subject, picture.heading);
    assert!(rectangles(&document).iter().chain(&texts(&document)).all(|r| inside(*r, whole)), "{said}");
    let grounds = rectangles(&document);
    let drawn = |n: &Node<'_, '_>| n.ancestors().any(|a| a.attribute("transform").is_some());
    let within = document.descendants().filter(|n| n.has_tag_name("text")).map(|n| drawn(&n));
    for (text, _) in texts(&document).into_iter().zip(within).filter(|(_, drawn)| *drawn) {
        assert!(grounds.iter().any(|r| inside(text, *r)), "{said}: {text:?}");
    }
}

#[test]
fn nothing_is_cut_and_nothing_overlaps() {
    let mut drawn = 0;
    let folders = ["models/cpc/", "models/qrr/", "models/dyn/", "models/tour/"];
    let chosen = |path: &std::path::PathBuf| folders.iter().any(|f| path.to_string_lossy().contains(f));
    for path in models().into_iter().filter(chosen) {
        for mut picture in pictures(&read(&path, &[])) {
            nothing_is_cut(&picture);
            for direction in [Direction::Down, Direction::Right] {
                picture.direction = Some(direction);
                nothing_overlaps(&picture);
                drawn += 1;
            }
        }
    }
    assert!(drawn > 200, "{drawn}");
}

#[test]
fn a_drawing_is_the_same_each_time() {
    let words = ["graph", "models/dyn/lazy_init.mover", "--what", "instrumented", "--format", "svg"];
    let [first, second] = [command::run(&words), command::run(&words)].map(|o| command::out(&o));
    assert_eq!(first, second);
}

/// Several drawings may be on one page.
#[test]
fn classes_have_a_prefix_and_nothing_has_an_identifier() {
    let svg = command::out(&command::run(&["graph", "models/qrr/example4.mover", "--format", "svg"]));
    let document = Document::parse(&svg).unwrap();
    let nodes: Vec<Node<'_, '_>> = document.descendants().collect();
    assert!(nodes.iter().all(|n| n.attribute("id").is_none()));
    let classes = nodes.iter().filter_map(|n| n.attribute("class")).flat_map(|c| c.split(' ')).collect::<Vec<_>>();
    assert!(!classes.is_empty() && classes.iter().all(|c| c.starts_with("mv-")), "{classes:?}");
}

/// The legend has what occurs, and nothing else.
#[test]
fn a_legend_explains_what_occurs() {
    let said = |words: &[&str]| {
        let svg = command::out(&command::run(&[&["graph", "--format", "svg"], words].concat()));
        let document = Document::parse(&svg).unwrap();
        let legend = document.descendants().find(|n| n.attribute("class") == Some("mv-legend")).expect("a legend");
        let texts = legend.descendants().filter(|n| n.has_tag_name("text"));
        texts.filter_map(|n| n.text().map(str::to_string)).filter(|t| t.len() > 1).collect::<Vec<_>>()
    };
    let figure1 = said(&["models/cpc/figure1.mover", "--what", "transactions", "--rules", "cpc"]);
    let expected = ["thread 1", "thread 2", "both mover", "non-mover", "commits", "pre-commit", "post-commit"];
    assert_eq!(figure1[..7], expected);
    assert_eq!(figure1[7..], ["goes wrong", "begins here"]);
    let flow = said(&["models/qrr/example4.mover"]);
    assert_eq!(flow, ["right mover", "left mover", "both mover", "begins here", "ends here"]);
}
