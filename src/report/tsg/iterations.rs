//! Range propagation iteration by iteration (TSG Figure 4(b)): what each iteration brings to the nodes of a graph,
//! and R, the intervals at the nodes in the end.

use super::super::table::{self, Line};
use super::Traced;
use crate::trace::analysis::Analysed;
use crate::trace::ctp::{Ctp, Scope, VariableId};
use crate::trace::environment::Environment;
use crate::trace::interval::Interval;
use crate::trace::mat::ControlState;
use serde_json::{Map, Value, json};

/// So many nodes stand in one line.
const ABREAST: usize = 13;

/// So many variables that have one value everywhere are named.
const NAMED: usize = 8;

/// The iterations on one graph.
struct Shown<'a> {
    ctp: &'a Ctp,
    g: &'a Analysed,
    nodes: Vec<ControlState>,
}

/// Where something is known of nodes: after an iteration, or in the end.
#[derive(Clone, Copy)]
enum Moment {
    Iteration(usize),
    End,
}

impl Moment {
    fn name(self) -> String {
        match self {
            Moment::Iteration(i) => i.to_string(),
            Moment::End => "R".into(),
        }
    }
}

fn all<'a>(t: &Traced<'a>) -> impl Iterator<Item = Shown<'a>> {
    let kept = t.analysis.graphs.iter().filter(|g| !g.ranges.steps.is_empty());
    let ctp = t.ctp;
    kept.map(move |g| Shown { ctp, g, nodes: nodes(g) })
}

fn nodes(g: &Analysed) -> Vec<ControlState> {
    let of_thread = |(thread, states): (usize, &Vec<usize>)| {
        states.iter().map(move |at| ControlState { thread, at: *at }).collect::<Vec<_>>()
    };
    g.graph.boundaries.iter().enumerate().flat_map(of_thread).collect()
}

impl<'a> Shown<'a> {
    fn moments(&self) -> impl Iterator<Item = Moment> + use<> {
        (0..self.g.ranges.steps.len()).map(Moment::Iteration).chain([Moment::End])
    }

    fn environment(&self, moment: Moment, node: usize) -> Option<&'a Environment> {
        match moment {
            Moment::Iteration(i) => self.g.ranges.steps[i].met.get(&node),
            Moment::End => self.g.ranges.at.iter().flatten().nth(node)?.as_ref(),
        }
    }

    /// What a variable holds at a node, where something has come there.
    fn interval(&self, moment: Moment, node: usize, v: VariableId) -> Option<Interval> {
        let env = self.environment(moment, node).filter(|_| self.sees(node, v))?;
        env.0.get(self.g.ranges.layout.slot(v)).copied()
    }

    /// Whether the thread at a node can see a variable.
    fn sees(&self, node: usize, v: VariableId) -> bool {
        match self.ctp.variable(v).scope {
            Scope::Local(thread) => thread == self.nodes[node].thread,
            Scope::Shared | Scope::Lock => true,
        }
    }

    /// Whether the next iteration starts from a node.
    fn is_end(&self, moment: Moment, node: usize) -> bool {
        matches!(moment, Moment::Iteration(i) if self.g.ranges.steps[i].ends.contains(&node))
    }

    fn variables(&self) -> impl Iterator<Item = VariableId> + use<> {
        (0..self.ctp.variables.len()).map(VariableId)
    }

    /// The one value of a variable, if it has only one.
    fn only(&self, v: VariableId) -> Option<i64> {
        let everywhere = (0..self.nodes.len()).filter_map(|node| self.interval(Moment::End, node, v));
        let mut values = everywhere.map(|i| (i.lo == i.hi).then_some(i.lo));
        let first = values.next()??;
        values.all(|value| value == Some(first)).then_some(first)
    }

    /// The rows of a moment: in an iteration, as in the paper, those of shared variables.
    fn rows(&self, moment: Moment, nodes: &[usize], mark: impl Fn(String) -> String) -> Vec<Line> {
        let varies = self.variables().filter(|v| self.only(*v).is_none());
        let shown = varies.filter(|v| matches!(moment, Moment::End) || self.ctp.is_shared(*v));
        let cell = |node: &usize, v: VariableId| match self.interval(moment, *node, v) {
            Some(i) if self.is_end(moment, *node) => mark(interval(i)),
            Some(i) => interval(i),
            None if self.sees(*node, v) => "-".into(),
            None => String::new(),
        };
        let row = |v: VariableId| {
            let begin = [moment.name(), self.ctp.variable(v).name.clone()];
            begin.into_iter().chain(nodes.iter().map(|node| cell(node, v))).collect()
        };
        let known = nodes.iter().any(|node| self.environment(moment, *node).is_some());
        if known { shown.map(row).collect() } else { vec![] }
    }

    /// Tables of the nodes that stand in one line.
    fn tables(&self, mark: impl Fn(String) -> String + Copy) -> Vec<Vec<Line>> {
        let name = |node: &usize| {
            let state = self.nodes[*node];
            format!("{} {}", self.ctp.threads[state.thread].name, state.at)
        };
        let numbers: Vec<usize> = (0..self.nodes.len()).collect();
        let table = |nodes: &[usize]| {
            let headings = ["i", "variable"].map(String::from).into_iter().chain(nodes.iter().map(name)).collect();
            let rows = self.moments().flat_map(|moment| self.rows(moment, nodes, mark));
            [headings].into_iter().chain(rows).collect()
        };
        numbers.chunks(ABREAST).map(table).collect()
    }

    /// The variables that have one value wherever they are seen.
    fn constant(&self) -> String {
        let one = |v: VariableId| Some(format!("{} = {}", self.ctp.variable(v).name, self.only(v)?));
        let all: Vec<String> = self.variables().filter_map(one).collect();
        let rest = all.len().saturating_sub(NAMED);
        let more = if rest == 0 { String::new() } else { format!(" and {rest} more") };
        let named = all[..all.len() - rest].join(", ");
        if all.is_empty() { String::new() } else { format!("; everywhere {named}{more}") }
    }

    fn heading(&self) -> String {
        format!("{}: intervals at nodes{}", self.g.kind.name(), self.constant())
    }
}

fn interval(i: Interval) -> String {
    format!("[{},{}]", i.lo, i.hi)
}

/// Where the next iteration starts there is a star.
pub(super) fn text(t: &Traced<'_>) -> String {
    let of_graph = |s: Shown<'_>| {
        let tables = s.tables(|interval| interval + "*");
        let lines = tables.iter().flat_map(|lines| table::aligned(lines)).map(|line| format!("{}\n", line.trim_end()));
        format!("{}\n{}", s.heading(), lines.collect::<String>())
    };
    all(t).map(of_graph).collect()
}

/// Where the next iteration starts an interval is bold, as in the paper.
pub(super) fn markdown(t: &Traced<'_>) -> String {
    let of_graph = |s: Shown<'_>| {
        let tables = s.tables(|interval| format!("**{interval}**"));
        let tables = tables.iter().map(|lines| format!("\n{}", table::markdown(lines))).collect::<String>();
        format!("\n{}\n{tables}", s.heading())
    };
    all(t).map(of_graph).collect()
}

/// One line for each variable at each node in each iteration.
pub(super) fn table(t: &Traced<'_>) -> Vec<Line> {
    let headings = ["graph", "iteration", "thread", "at", "next", "variable", "lo", "hi"];
    let lines: Vec<Line> = all(t).flat_map(|s| lines(&s)).collect();
    if lines.is_empty() { lines } else { [headings.map(String::from).to_vec()].into_iter().chain(lines).collect() }
}

fn lines(s: &Shown<'_>) -> Vec<Line> {
    let mut lines = vec![];
    for moment in s.moments() {
        for (node, state) in s.nodes.iter().enumerate() {
            let next = if s.is_end(moment, node) { "yes" } else { "no" };
            let thread = &s.ctp.threads[state.thread].name;
            for (v, i) in s.variables().filter_map(|v| Some((v, s.interval(moment, node, v)?))) {
                let name = &s.ctp.variable(v).name;
                let [at, lo, hi] = [state.at.to_string(), i.lo.to_string(), i.hi.to_string()];
                let line = [s.g.kind.name(), &moment.name(), thread, &at, next, name, &lo, &hi];
                lines.push(line.map(String::from).to_vec());
            }
        }
    }
    lines
}

/// The nodes that each iteration comes to, and in the end all that were reached; nothing if iterations were not kept.
pub(super) fn json(t: &Traced<'_>, g: &Analysed) -> Value {
    if g.ranges.steps.is_empty() {
        return Value::Null;
    }
    let s = Shown { ctp: t.ctp, g, nodes: nodes(g) };
    let moment = |m: Moment| json!({"iteration": m.name(), "nodes": nodes_json(&s, m)});
    s.moments().map(moment).collect()
}

fn nodes_json(s: &Shown<'_>, moment: Moment) -> Value {
    let node = |(node, state): (usize, &ControlState)| {
        s.environment(moment, node)?;
        let one = |v: VariableId| {
            let i = s.interval(moment, node, v)?;
            Some((s.ctp.variable(v).name.clone(), json!([i.lo, i.hi])))
        };
        let variables: Map<String, Value> = s.variables().filter_map(one).collect();
        let thread = &s.ctp.threads[state.thread].name;
        Some(json!({"thread": thread, "at": state.at, "next": s.is_end(moment, node), "variables": variables}))
    };
    s.nodes.iter().enumerate().filter_map(node).collect()
}
