//! Drawings: well-formed, nothing cut, nothing on top of something else, the same each time.

use crate::corpus::{models, read};
use crate::support::command;
use crate::support::expect::expect;
use moverlog::driver::{Control, Engine, Limits, MoverMode, Options, instrumented};
use moverlog::model::Model;
use moverlog::queries::{Grain, graph};
use moverlog::report::{Checked, ControlFlow, Direction, Instrumented, Picture, Pictured, StateGraph};
use roxmltree::{Document, Node};

/// The pictures of the documentation, and the commands that it names for them.
const SLIDES: [(&str, &str); 6] = [
    ("figure", "graph models/dyn/figure9.mover --what instrumented --rules dynamic-literal --format svg"),
    ("transactions", "graph models/tour/03_transaction.mover --what transactions --format svg"),
    ("commit", "graph models/cpc/figure3.mover --what transactions --rules cpc --only error-path --format svg"),
    ("summary", "summaries models/qrr/figure4.mover --hide phase,frame,m --format svg"),
    ("derivation", "explain models/qrr/figure4.mover Sum(main) --first --depth 3 --format svg"),
    ("lattice", "tsg models/tsg/running.mover --graph tsg --format svg"),
];

/// No more boxes of a graph are drawn here.
const MOST: usize = 40;

type Rectangle = [f64; 4];

fn engine(name: &str) -> Engine<'static> {
    Engine::named(name).expect("it is listed")
}

fn pictures(model: &Model) -> Vec<Picture> {
    pictures_of(model, MOST, 150)
}

/// What `graph` draws of a model, with so many boxes and arrows at most.
fn pictures_of(model: &Model, boxes: usize, arrows: usize) -> Vec<Picture> {
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
            deadlock: None,
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
    drawn.into_iter().map(|p| p.beginning(boxes, arrows)).collect()
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

/// The beginning has as many boxes as may be, or as their arrows allow.
#[test]
fn a_beginning_is_as_large_as_it_may_be() {
    let model = read(std::path::Path::new("models/dyn/figure8.mover"), &[]);
    let whole = &pictures_of(&model, usize::MAX, usize::MAX)[0];
    let (boxes, arrows) = (whole.nodes.len(), whole.edges.len());
    assert_eq!((boxes, arrows), (29, 42));
    for most in 1..=boxes {
        assert_eq!(whole.clone().beginning(most, usize::MAX).nodes.len(), most);
    }
    let sizes: Vec<(usize, usize)> = (0..=arrows)
        .map(|most| whole.clone().beginning(usize::MAX, most))
        .map(|picture| (picture.nodes.len(), picture.edges.len()))
        .collect();
    assert!(sizes.iter().enumerate().all(|(most, (_, arrows))| *arrows <= most), "{sizes:?}");
    assert!(sizes.is_sorted() && sizes[0] == (1, 0) && sizes[arrows] == (29, 42), "{sizes:?}");
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

/// What the page on a lecture shows is what its commands print.
#[test]
fn the_documented_pictures_are_current() {
    let page = std::fs::read_to_string("docs/lecture.md").expect("it can be read");
    for (name, command) in SLIDES {
        let output = command::run(&command.split(' ').collect::<Vec<_>>());
        expect(format!("docs/pictures/{name}.svg"), &command::out(&output));
        let typed = command.replace("Sum(main)", "'Sum(main)'");
        assert!(page.contains(&format!("moverlog {typed} > {name}.svg")), "{typed}");
        assert!(page.contains(&format!("](pictures/{name}.svg)")), "{name}");
    }
}

/// The hue of a colour in degrees, unless it is grey.
fn hue(colour: &str) -> Option<f64> {
    let part = |i: usize| f64::from(u8::from_str_radix(&colour[i..i + 2], 16).expect("a number"));
    let [r, g, b] = [1, 3, 5].map(part);
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    let turn = match most {
        m if m == r => (g - b) / (most - least),
        m if m == g => 2.0 + (b - r) / (most - least),
        _ => 4.0 + (r - g) / (most - least),
    };
    (most - least > 0.3 * most).then(|| (60.0 * turn).rem_euclid(360.0))
}

/// Pages and drawings have the same colours, and no thread has the hue of a letter, or of what is wrong.
#[test]
fn threads_and_letters_share_no_hue() {
    let sheet = std::fs::read_to_string("web/src/theme.css").expect("it can be read");
    let drawings = std::fs::read_to_string("src/report/palette.rs").expect("it can be read");
    let (light, dark) = sheet.split_once("[data-theme=\"dark\"]").expect("two themes");
    for (theme, is_light) in [(light, true), (dark, false)] {
        let colours = |kind: &str| -> Vec<&str> {
            let lines = theme.lines().filter_map(|l| l.trim().strip_prefix("--")?.strip_suffix(';')?.split_once(": "));
            lines.filter(|(name, _)| name.starts_with(kind)).map(|(_, colour)| colour).collect()
        };
        let (threads, letters) = (colours("thread-"), [colours("mover-"), colours("wrong")].concat());
        assert_eq!((threads.len(), letters.len()), (6, 5));
        for (a, b) in threads.iter().flat_map(|a| letters.iter().map(move |b| (a, b))) {
            let apart = |(a, b): (f64, f64)| (a - b).abs().min(360.0 - (a - b).abs());
            assert!(hue(a).zip(hue(b)).is_none_or(|both| apart(both) > 15.0), "{a} and {b}");
        }
        let missing = threads.iter().chain(&letters).find(|colour| is_light && !drawings.contains(**colour));
        assert_eq!(missing, None);
    }
}

/// The names of mutually atomic transactions, of runs that have many in few control states.
#[test]
fn names_in_a_lattice_are_not_on_top_of_each_other() {
    for run in ["atom_two_fields.mover", "publish_first.run", "atom_log_buffer.mover", "running.mover"] {
        let svg = command::out(&command::run(&["tsg", &format!("models/tsg/{run}"), "--format", "svg"]));
        let document = Document::parse(&svg).unwrap_or_else(|e| panic!("{run}: {e}"));
        let names = document.descendants().filter(|n| n.attribute("class").is_some_and(|c| c.contains("mv-name")));
        let places: Vec<Rectangle> =
            names.map(|n| [number(&n, "x") - 15.0, number(&n, "y") - 14.0, 30.0, 18.0]).collect();
        assert!(places.len() > 1, "{run}");
        for (i, a) in places.iter().enumerate() {
            assert!(places[i + 1..].iter().all(|b| !overlap(*a, *b)), "{run}: m{}", i + 1);
        }
    }
}

#[test]
fn three_threads_are_no_lattice_and_that_is_said() {
    let words = ["tsg", "models/tsg/counters.mover", "--format", "svg"];
    let said = |more: &[&str]| command::err(&command::run(&[&words[..], more].concat()));
    assert!(said(&[]).contains("a lattice is of two threads, and here are 3"), "{}", said(&[]));
    assert_eq!((said(&["--view", "graph"]), said(&["--quiet"])), (String::new(), String::new()));
    assert_eq!(command::status(&command::run(&[&words[..], &["--view", "lattice"]].concat())), 2);
}

/// Procedures stand in the order of the source.
#[test]
fn frames_are_in_their_order() {
    for (model, names) in [("cpc/figure3", ["T1", "T2", "T3"]), ("dyn/figure8", ["T1", "T2", "observer"])] {
        let words = ["graph", &format!("models/{model}.mover"), "--direction", "down", "--format", "svg"];
        let svg = command::out(&command::run(&words));
        let document = Document::parse(&svg).unwrap_or_else(|e| panic!("{model}: {e}"));
        let texts = || document.descendants().filter(|n| n.has_tag_name("text"));
        let left = |name: &str| texts().find(|n| n.text() == Some(name)).map(|n| number(&n, "x")).expect("a frame");
        assert!(names.map(left).is_sorted(), "{model}");
    }
}

#[test]
fn a_tall_way_has_two_columns() {
    let words =
        ["graph", "models/dyn/figure8.mover", "--what", "transactions", "--only", "error-path", "--format", "svg"];
    let size_of = |more: &[&str]| {
        let svg = command::out(&command::run(&[&words[..], more].concat()));
        let document = Document::parse(&svg).unwrap_or_else(|e| panic!("{e}"));
        let boxes = document.descendants().filter(|n| n.attribute("class").is_some_and(|c| c.starts_with("mv-node ")));
        let rect = |n: Node<'_, '_>| n.descendants().find(|n| n.has_tag_name("rect")).map(|n| number(&n, "x"));
        let mut columns: Vec<i64> = boxes.filter_map(rect).map(|x| x as i64 / 200).collect();
        columns.dedup();
        let [width, height] = ["width", "height"].map(|side| number(&document.root_element(), side));
        (columns.len(), width / height)
    };
    let ((_, tall), (columns, wide)) = (size_of(&["--direction", "down"]), size_of(&[]));
    assert!(tall < 1.0 && wide > tall && columns > 1, "{tall} {wide} {columns}");
}

#[test]
fn a_transaction_tells_which_way_it_went() {
    let model = "int x; void T() { int i = choose({1, 2}); if (*) { x = i; } if (x > 0) { x = 0; } } P = { T() };";
    let words = ["graph", "-", "--what", "states", "--rules", "reduction", "--format", "dot"];
    let dot = command::out(&command::fed(&words, model));
    for way in ["if (*): true", "if (*): false", "if (x > 0): true", "if (x > 0): false", ": i = 1", ": i = 2"] {
        assert!(dot.contains(way), "{way}: {dot}");
    }
}

/// Each is larger than it would be by itself until it fills a slide, and no wider or higher than one.
#[test]
fn small_pictures_fill_a_slide() {
    for (name, _) in SLIDES {
        let svg = std::fs::read_to_string(format!("docs/pictures/{name}.svg")).expect("it can be read");
        let document = Document::parse(&svg).unwrap_or_else(|e| panic!("{name}: {e}"));
        let [width, height] = ["width", "height"].map(|side| number(&document.root_element(), side));
        let [_, _, own, _] = size(&document);
        let fills = (1230.0..=1281.0).contains(&width) || (690.0..=721.0).contains(&height);
        assert!(fills || width >= 1.99 * own || width > 1280.0 || height > 720.0, "{name}: {width} x {height}");
    }
}

#[test]
fn a_derivation_is_drawn_as_deep_as_asked() {
    let words = ["explain", "models/qrr/figure4.mover", "Sum(main)", "--first", "--format", "svg"];
    let count = |svg: &str| svg.matches("<rect x=").count();
    let all = command::out(&command::run(&words));
    let part = command::out(&command::run(&[&words[..], &["--depth", "3"]].concat()));
    assert!(all.contains("14 facts") && count(&part) < count(&all), "{part}");
    assert!(part.contains("of 14;"), "{part}");
    let refused = command::run(&[&words[..], &["--all"]].concat());
    assert_eq!(command::status(&refused), 2);
}

const LISTED: [&[&str]; 5] = [
    &["check", "models/cpc/figure3.mover"],
    &["check", "models/tour/02_lock.mover"],
    &["movers", "models/language/everything.mover"],
    &["movers", "models/dyn/figure9.mover", "--rules", "dynamic"],
    &["summaries", "models/tour/05_procedure.mover"],
];

/// As a piece of a page: one element that is well-formed, without scripts and without other files.
#[test]
fn html_is_a_piece_of_a_page() {
    for words in LISTED {
        let text = command::out(&command::run(&[words, &["--format", "html"]].concat()));
        let document = Document::parse(&text).unwrap_or_else(|e| panic!("{words:?}: {e}"));
        assert_eq!(document.root_element().attribute("class"), Some("mv-listing"));
        let names = document.descendants().filter(|n| n.is_element()).map(|n| n.tag_name().name());
        assert!(names.into_iter().all(|name| ["pre", "span", "sup"].contains(&name)), "{words:?}");
        assert!(!text.contains("url("), "{words:?}");
    }
    let text = command::out(&command::run(&[LISTED[0], &["--format", "html"]].concat()));
    assert!(text.contains("commits") && text.contains("goes wrong") && text.contains("#5f3dc4"), "{text}");
}

/// Commands that a document knows with xcolor, braces in pairs, and nothing else that TeX would take for its own.
#[test]
fn latex_has_what_xcolor_has() {
    const KNOWN: [&str; 19] = [
        "ttfamily",
        "footnotesize",
        "noindent",
        "setlength",
        "fboxsep",
        "mbox",
        "textcolor",
        "colorbox",
        "textbf",
        "rule",
        "linewidth",
        "par",
        "textbackslash",
        "textasciitilde",
        "textasciicircum",
        "textless",
        "textgreater",
        "textbar",
        "textsuperscript",
    ];
    for words in LISTED {
        let text = command::out(&command::run(&[words, &["--format", "latex"]].concat()));
        let (first, body) = text.split_once('\n').expect("a line");
        assert!(first.starts_with("% needs "), "{first}");
        let mut depth = 0;
        let mut rest = body;
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            match c {
                '\\' => {
                    let name = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
                    assert!(name == 0 || KNOWN.contains(&&rest[..name]), "{words:?}: {}", &rest[..name]);
                    let one = usize::from(name == 0);
                    assert!(name > 0 || rest.starts_with(|c| "&%$#_{}\\".contains(c)), "{words:?}: {rest:.20}");
                    rest = &rest[name + one..];
                }
                '{' => depth += 1,
                '}' => depth -= 1,
                '%' => assert!(rest.starts_with('\n'), "{words:?}"),
                '&' | '$' | '#' | '_' | '^' => panic!("{words:?}: `{c}` before {rest:.20}"),
                c => assert!(c <= '\u{ff}', "{words:?}: {c}"),
            }
            assert!(depth >= 0, "{words:?}");
        }
        assert_eq!(depth, 0, "{words:?}");
    }
}

#[test]
fn what_has_no_such_form_is_refused() {
    for flag in ["--deadlock", "--races", "--timeline", "--check-reduction", "--original"] {
        let output = command::run(&["check", "models/cpc/figure3.mover", "--format", "latex", flag]);
        assert_eq!(command::status(&output), 2, "{flag}");
        assert!(command::err(&output).contains("has no effect here"), "{flag}");
    }
    for words in [&["--view", "graph"][..], &["--view", "graph", "--format", "dot"]] {
        let output = command::run(&[&["tsg", "models/tsg/running.mover"], words].concat());
        assert_eq!(command::status(&output), 2, "{words:?}");
    }
}
