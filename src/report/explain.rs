//! Derivations as trees, the conclusion first: text, Markdown and JSON; LaTeX and drawings are in their own files.

mod latex;
mod tree;
mod walk;

use super::copies::{copied, guarded};
use super::picture::{Line, Span, Tone, faint};
use super::places::located;
use super::summaries::{frame_text, point_text};
use super::{Report, count, listing};
use crate::driver::Point;
use crate::ir::Program;
use crate::queries::{Application, Derived, Fact, Input, Near, Part, Spots, Tree};
use moverlog_rules::Tid;
use serde_json::{Value, json};
use walk::{Visit, Walk};

/// What was asked of a fixpoint.
pub struct Asked<'a> {
    pub model: &'a str,
    pub rules: &'a str,
    /// What `--rules` takes for them.
    pub argument: &'a str,
    /// The fact, as it was asked for.
    pub fact: &'a str,
    pub program: &'a Program,
    /// Whether steps carry phases.
    pub phases: bool,
    /// A bound that was hit, by name.
    pub bound: Option<&'a str>,
}

/// A derivation, as it is reported.
pub struct Explanation<'a> {
    pub asked: &'a Asked<'a>,
    pub tree: &'a Tree,
    /// How many of its derivations; the first alone is told down to its beginnings.
    pub ways: usize,
    /// How deep facts are unfolded, if others than the first derivation are too.
    pub others: Option<usize>,
    /// How deep facts of the first one are.
    pub depth: usize,
}

/// How facts are written.
#[derive(Clone, Copy)]
pub(super) struct Writer<'a> {
    pub(super) program: &'a Program,
    pub(super) phases: bool,
}

impl Writer<'_> {
    /// `Sum(1, (L0, r=1, g=0, +), (L5, r=1, g=1, -))`.
    pub(super) fn fact(self, fact: &Fact) -> String {
        self.atom(&fact.relation, &fact.columns)
    }

    fn atom(self, name: &str, columns: &[Part]) -> String {
        let columns: Vec<String> = columns.iter().map(|c| self.part(c)).collect();
        format!("{name}({})", columns.join(", "))
    }

    pub(super) fn part(self, part: &Part) -> String {
        match part {
            Part::Thread(t) => t.0.to_string(),
            Part::Point(p) => point_text(self.program, p, self.phases),
            Part::Frame(f) => frame_text(self.program, f),
            Part::State(s) => self.state(s),
            Part::Number(n) => n.to_string(),
            Part::Truth(b) => b.to_string(),
            Part::Name(name) => name.clone(),
            Part::Place(loc, copy) => {
                let name = loc.map_or("wrong", |loc| self.program.location(loc).name.as_str());
                copied(name, *copy)
            }
            Part::Action(loc) => loc.map_or("none".into(), |loc| self.program.location(loc).text.clone()),
            Part::Guard(guard) => guarded(self.program, *guard),
            Part::Any => "_".into(),
        }
    }

    /// `1 (L0, r=1, +) under main:M1 (q=1); 2 (main:24, +); g=0, m=0`.
    fn state(self, s: &Spots) -> String {
        let mut parts: Vec<String> = (1..).map(Tid).zip(&s.threads).map(|(t, spot)| self.spot(t, spot)).collect();
        let globals: Vec<String> = s.globals.iter().map(|(n, v)| format!("{n}={v}")).collect();
        if !globals.is_empty() {
            parts.push(globals.join(", "));
        }
        parts.join("; ")
    }

    fn spot(self, t: Tid, (p, stack): &(Point, Vec<crate::driver::Kept>)) -> String {
        let alone = Point { globals: vec![], ..p.clone() };
        let frames: Vec<String> = stack.iter().rev().map(|f| frame_text(self.program, f)).collect();
        let under = if frames.is_empty() { String::new() } else { format!(" under {}", frames.join(", ")) };
        format!("{} {}{under}", t.0, point_text(self.program, &alone, self.phases))
    }

    /// `U(1, (L3, ..), (L4, ..)): L3 (line 19) g++, mover B`.
    pub(super) fn input(self, input: &Input) -> String {
        let not = if input.holds { "" } else { "not " };
        let step = input.step.map_or(String::new(), |(loc, letter)| {
            let mover = letter.map_or(String::new(), |l| format!(", mover {l}"));
            format!(": {} {}{mover}", located(self.program, loc), self.program.location(loc).text)
        });
        let by = input.by.as_ref().map_or(String::new(), |by| format!("  {}", by.rule));
        format!("{not}{}{step}{by}", self.atom(&input.name, &input.columns))
    }

    /// `(CFL SUM), 1 of 2`.
    fn rule(self, node: &Derived) -> String {
        let of = if node.of > 1 { format!(", 1 of {}", node.of) } else { String::new() };
        format!("{}{of}", node.by.rule)
    }
}

impl Asked<'_> {
    pub(super) fn writer(&self) -> Writer<'_> {
        Writer { program: self.program, phases: self.phases }
    }

    /// What every answer begins with.
    pub(super) fn json(&self) -> Value {
        json!({"model": self.model, "rules": self.rules, "fact": self.fact, "bound": self.bound})
    }

    /// Several facts match: which.
    pub fn candidates(&self, facts: &[Fact], total: usize) -> String {
        let more = if total > facts.len() { format!("\n  and {} more", total - facts.len()) } else { String::new() };
        format!("{} match{}{more}", count(total, "fact"), listed(self.writer(), facts))
    }

    /// No fact matches; which come near.
    pub fn nothing_matches(&self, near: &Near) -> String {
        let all = match near.facts {
            0 => "its relation is empty".to_string(),
            n => format!("there is no such fact among {}", count(n, "fact")),
        };
        let some = |said: &str, facts: &[Fact]| match facts {
            [] => String::new(),
            facts => format!("{said}{}", listed(self.writer(), facts)),
        };
        let of_relation = some("; some that are near:", &near.of_relation);
        let of_others = some("\nrelations that begin with the same columns have one:", &near.of_others);
        format!("`{}` is not derived: {all}{of_relation}{of_others}", self.fact)
    }
}

impl Explanation<'_> {
    /// The lines of the first derivation, each indented by its depth, and below their headings those of others.
    fn told<A>(
        &self,
        line: impl Fn(Visit<'_>, &str) -> Option<A>,
        heading: impl Fn(&Application, usize) -> Vec<A>,
        indent: usize,
    ) -> Vec<A> {
        let indented = |depth: usize, visit| line(visit, &"  ".repeat(depth));
        let mut walk = Walk::over(self.tree);
        let first = walk.first(self.depth).into_iter();
        let mut out: Vec<A> = first.filter_map(|(depth, visit)| indented(depth, visit)).collect();
        for (i, way) in self.others().iter().enumerate() {
            let visits = self.others.map_or_else(|| Walk::named(way), |depth| walk.way(way, depth)).into_iter();
            out.extend(heading(way, i + 2));
            out.extend(visits.filter_map(|(depth, visit)| indented(depth - 1 + indent, visit)));
        }
        out
    }

    /// The other derivations of the fact that are asked for.
    fn others(&self) -> &[Application] {
        self.tree.ways.get(1..self.ways.min(self.tree.ways.len())).unwrap_or_default()
    }
}

impl Report for Explanation<'_> {
    fn latex(&self) -> String {
        latex::latex(self)
    }

    /// As boxes and arrows.
    fn svg(&self) -> String {
        tree::picture(self).svg()
    }

    /// An indented tree.
    fn text(&self) -> String {
        listing::joined(&self.lines(usize::MAX))
    }

    fn lines(&self, _width: usize) -> Vec<Line> {
        let of = self.tree.ways.len();
        let heading =
            |way: &Application, i| vec![vec![], vec![Span::plain(format!("also by {}, {i} of {of}", way.rule))]];
        self.told(|visit, indent| shown(self.asked.writer(), &visit, indent), heading, 1)
    }

    /// A nested list.
    fn markdown(&self) -> String {
        let w = self.asked.writer();
        let node = |n: &Derived| format!("- \\#{} {} **{}**", n.fact.id, code(&w.fact(&n.fact)), w.rule(n));
        let line = |visit: Visit<'_>| match visit {
            Visit::Enter(n) => Some(node(n)),
            Visit::Cut(n) => Some(node(n) + " ..."),
            Visit::Named(fact) => Some(format!("- \\#{} {}", fact.id, code(&w.fact(fact)))),
            Visit::Input(input) => Some(format!("- {}", code(&w.input(input)))),
            Visit::See(id) => Some(format!("- see \\#{id}")),
            Visit::Exit(_) => None,
        };
        let of = self.tree.ways.len();
        let line = |visit: Visit<'_>, indent: &str| line(visit).map(|text| format!("{indent}{text}\n"));
        self.told(line, |way, i| vec![format!("\nAlso by **{}**, {i} of {of}:\n\n", way.rule)], 0).concat()
    }

    fn json(&self) -> Value {
        let w = self.asked.writer();
        let nodes = self.tree.nodes.iter().map(|n| node_json(w, n));
        let mut object = self.asked.json();
        object["root"] = json!(self.tree.nodes[0].fact.id);
        object["nodes"] = nodes.collect();
        if self.ways > 1 {
            object["derivations"] = self.tree.ways.iter().take(self.ways).map(|way| application_json(w, way)).collect();
        }
        object
    }
}

/// One line of a tree: facts with their rules, and what was asked of the program.
fn shown(w: Writer<'_>, visit: &Visit<'_>, indent: &str) -> Option<Line> {
    let fact = |fact: &Fact| [faint(format!("#{}", fact.id)), Span::plain(format!(" {}", w.fact(fact)))];
    let derived = |node: &Derived, more: &str| {
        let rule = [Span::plain("  "), Span::new(w.rule(node), Tone::Strong), Span::plain(more)];
        fact(&node.fact).into_iter().chain(rule).collect()
    };
    let line: Line = match visit {
        Visit::Enter(node) => derived(node, ""),
        Visit::Cut(node) => derived(node, " ..."),
        Visit::Named(named) => fact(named).into(),
        Visit::Input(input) => asked(w, input),
        Visit::See(id) => vec![faint(format!("see #{id}"))],
        Visit::Exit(_) => return None,
    };
    Some([Span::plain(indent)].into_iter().chain(line).filter(|span| !span.text.is_empty()).collect())
}

/// What the program answered, with the letter of the step.
fn asked(w: Writer<'_>, input: &Input) -> Line {
    let text = format!("- {}", w.input(input));
    let letter = input.step.and_then(|(_, letter)| letter);
    let split = letter.and_then(|l| Some((l, text.split_once(&format!(", mover {l}"))?)));
    match split {
        Some((l, (before, rest))) => {
            vec![Span::plain(format!("{before}, mover ")), Span::new(l, Tone::Mover(l)), Span::plain(rest)]
        }
        None => vec![Span::plain(text)],
    }
}

/// A code span: longer fences where the text has backticks.
fn code(text: &str) -> String {
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}

pub(super) fn node_json(w: Writer<'_>, node: &Derived) -> Value {
    let mut object = json!({
        "id": node.fact.id,
        "relation": node.fact.relation,
        "shown": w.fact(&node.fact),
        "of": node.of,
    });
    let by = application_json(w, &node.by);
    for key in ["rule", "premises", "inputs"] {
        object[key] = by[key].clone();
    }
    object
}

fn application_json(w: Writer<'_>, way: &Application) -> Value {
    json!({
        "rule": way.rule,
        "premises": way.premises.iter().map(|p| p.id).collect::<Vec<_>>(),
        "inputs": way.inputs.iter().map(|i| input_json(w, i)).collect::<Vec<_>>(),
    })
}

fn input_json(w: Writer<'_>, input: &Input) -> Value {
    let step = input.step.map(|(loc, letter)| {
        let at = w.program.location(loc);
        json!({"location": at.name, "line": at.line, "action": at.text, "mover": letter.map(String::from)})
    });
    let shown = w.atom(&input.name, &input.columns);
    let mut object = json!({"name": input.name, "holds": input.holds, "shown": shown, "step": step});
    if let Some(by) = &input.by {
        let inputs: Vec<Value> = by.inputs.iter().map(|i| input_json(w, i)).collect();
        object["by"] = json!({"rule": by.rule, "inputs": inputs});
    }
    object
}

/// One fact.
pub(super) fn fact_text(program: &Program, phases: bool, fact: &Fact) -> String {
    Writer { program, phases }.fact(fact)
}

/// `(STEP) from Sigma(..), U(..)`.
pub(super) fn application_text(program: &Program, phases: bool, by: &Application) -> String {
    let w = Writer { program, phases };
    let premises = by.premises.iter().map(|f| w.fact(f)).chain(by.inputs.iter().map(|i| w.input(i)));
    let premises = premises.collect::<Vec<_>>().join("; ");
    if premises.is_empty() { by.rule.clone() } else { format!("{} from {premises}", by.rule) }
}

fn listed(w: Writer<'_>, facts: &[Fact]) -> String {
    facts.iter().map(|f| format!("\n  #{} {}", f.id, w.fact(f))).collect()
}
