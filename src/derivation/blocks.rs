//! Files of rules that instrument control-flow graphs, and explore what comes of it (DYN 4).

use super::answered::Answered;
use super::answers::Answering;
use super::file::RulesFile;
use super::rules::{Rule, Rules};
use super::run::{Derivations, derive_from, note_from, solve_from};
use crate::diagnostics::Diagnostic;
use moverlog_rules::*;
use std::collections::BTreeSet;
use std::rc::Rc;

impl Instrument for RulesFile {
    fn name(&self) -> &str {
        &self.name
    }

    fn conditions(&self) -> Conditions {
        self.conditions.unwrap_or(Conditions::Static)
    }

    fn edges(&self, graph: &Graph) -> Vec<Edge> {
        self.edges_within(graph, &|_| true)
    }

    fn edges_within(&self, graph: &Graph, affords: &dyn Fn(usize) -> bool) -> Vec<Edge> {
        let rules = self.rules().instrumentation();
        let found = solve_from(&rules, &Blocks(Followed::ByNobody(affords)), &given(&rules, graph));
        let rows = rules.instrumented().map(|r| found.facts(r)).into_iter().flatten();
        let mut edges: Vec<Edge> = rows.map(|(_, row)| Edge::read(row)).collect();
        edges.sort_unstable();
        edges
    }

    fn explore(&self, graph: &Graph, program: &dyn Instrumented) -> Solution {
        let rules = self.rules();
        let blocks = Blocks::of(program);
        let found: Derivations = solve_from(rules, &Answering::new(&blocks, rules), &given(rules, graph));
        let size = |name| rules.relation(name).map_or(0, |r| found.facts(r).count());
        let relations = self.relations().map(|name| (name.to_string().into(), size(name))).collect();
        Solution { relations, ..Solution::default() }
    }
}

/// All derivations of rules that instrument a graph and explore what comes of it. What is given has none.
pub fn derive_blocks(rules: &Rules, graph: &Graph, program: &dyn Program) -> Derivations {
    derive_from(rules, program, &given(rules, graph))
}

/// One derivation a fact at most, with everything that the program answered.
pub fn note_blocks(rules: &Rules, graph: &Graph, program: &dyn Program) -> (Derivations, Answered) {
    note_from(rules, program, &given(rules, graph))
}

impl RulesFile {
    /// Other rules, of which everything is said that is said of a reduction.
    pub fn instead_of_reduction(reduction: &Reduction, rules: Rules) -> RulesFile {
        let (completion, inference, conditions) = (None, None, Some(reduction.conditions));
        RulesFile {
            name: reduction.name.into(),
            claim: Some(reduction.claim),
            completion,
            inference,
            conditions,
            text: String::new(),
            path: None,
            rules,
        }
    }
}

/// The graph in those of its relations that rules declare.
fn given(rules: &Rules, graph: &Graph) -> Vec<(usize, Vec<u32>)> {
    let relations = Graph::RELATIONS.iter().zip(graph.facts());
    let declared = relations.filter_map(|((name, _), facts)| Some((rules.relation(name)?, facts)));
    declared.flat_map(|(r, facts)| facts.into_iter().map(move |columns| (r, columns))).collect()
}

impl Rules {
    /// The relation of instrumented edges, if it is declared.
    fn instrumented(&self) -> Option<usize> {
        let (name, kinds) = Edge::RELATION;
        self.relation(name).filter(|r| self.kinds[*r] == kinds)
    }

    /// Whether they are about control-flow graphs.
    pub(super) fn instruments(&self) -> bool {
        self.instrumented().is_some()
    }

    /// The relations on which the instrumented edges rest.
    fn below_edges(&self) -> BTreeSet<usize> {
        let mut found: BTreeSet<usize> = self.instrumented().into_iter().collect();
        let mut open: Vec<usize> = found.iter().copied().collect();
        while let Some(at) = open.pop() {
            let deriving = self.rules.iter().filter(|rule| rule.heads.iter().any(|(head, _)| *head == at));
            open.extend(deriving.flat_map(|rule| rule.needs()).map(|(r, _)| r).filter(|r| found.insert(*r)));
        }
        found
    }

    /// The rules that derive the edges, and what these rest on.
    fn instrumentation(&self) -> Rules {
        let below = self.below_edges();
        let derives = |i: &usize| self.rules[*i].heads.iter().any(|(r, _)| below.contains(r));
        let chosen: Vec<usize> = (0..self.rules.len()).filter(derives).collect();
        let rules = chosen.iter().map(|i| self.rules[*i].clone()).collect();
        let strata = chosen.iter().map(|i| self.strata[*i]).collect();
        Rules { rules, strata, ..self.clone() }
    }

    /// What rules about control-flow graphs must not say, if they are such rules.
    pub(super) fn wrong_for_blocks(&self) -> Vec<Diagnostic> {
        if !self.instruments() {
            return vec![];
        }
        let below = self.below_edges();
        let asks = |rule: &Rule| rule.needs().any(|(r, _)| self.relations[r].0 == "Prog");
        let early = self.rules.iter().filter(|r| asks(r) && r.heads.iter().any(|(head, _)| below.contains(head)));
        let message = "edges are made before there is a program to ask";
        let early = early.map(|r| Diagnostic::error(message, r.span, "`Instrumented` rests on this"));
        let answered = self.definitions.iter().filter(|d| !d.question.is_of_blocks()).map(|d| {
            let message = format!("`{}` is not asked of blocks, so there is nothing to answer", d.question.relation());
            Diagnostic::error(message, d.rule.span, "answered here")
        });
        let asking = self.rules.iter().map(|r| (r, r.questions()));
        let answering = self.definitions.iter().filter(|d| d.question.is_of_blocks()).map(|d| (&d.rule, d.questions()));
        let foreign = asking.chain(answering).filter_map(|(rule, questions)| {
            let question = questions.into_iter().find(|q| !q.is_of_blocks())?;
            let help = "where blocks are explored, rules may ask node, is_outside, initial, threads, steps and set";
            let message = format!("`{}` is not known of blocks", question.name());
            Some(Diagnostic::error(message, rule.span, "asked here").help(help))
        });
        let given = Graph::RELATIONS.iter().filter_map(|(name, kinds)| {
            let wrong = self.relation(name).filter(|r| self.kinds[*r] != *kinds)?;
            let names = |rule: &&Rule| rule.needs().any(|(r, _)| r == wrong) || rule.heads.iter().any(|h| h.0 == wrong);
            let rule = self.rules.iter().find(names)?;
            let declared = format!("`relation {name}({});`", super::types::listed(kinds));
            Some(Diagnostic::error(format!("`{name}` is given as {declared}"), rule.span, "of other columns"))
        });
        early.chain(answered).chain(foreign).chain(given).collect()
    }
}

/// A program that follows instrumented edges, as far as rules may ask of it; without one, nobody moves.
pub struct Blocks<'p>(Followed<'p>);

/// By whom the edges are followed; while they are made, by nobody, and so many facts may be derived.
#[derive(Clone, Copy)]
enum Followed<'p> {
    By(&'p dyn Instrumented),
    ByNobody(&'p dyn Fn(usize) -> bool),
}

impl<'p> Blocks<'p> {
    pub fn of(program: &'p dyn Instrumented) -> Self {
        Blocks(Followed::By(program))
    }

    fn followed(&self) -> Option<&'p dyn Instrumented> {
        if let Followed::By(program) = self.0 { Some(program) } else { None }
    }
}

/// Questions that rules about blocks do not ask: see [`Question::is_of_blocks`].
macro_rules! not_asked {
    ($($name:ident($($Of:ty),*) -> $Answer:ty = $none:expr;)*) => {$(
        fn $name(&self, $(_: $Of),*) -> $Answer {
            $none
        }
    )*};
}

impl Program for Blocks<'_> {
    fn initial(&self) -> State {
        self.followed().map_or(State(0), |p| p.initial())
    }

    fn thread_count(&self) -> u32 {
        self.followed().map_or(0, |p| p.thread_count())
    }

    fn goes_on(&self) -> bool {
        self.followed().is_none_or(|p| p.goes_on())
    }

    fn affords(&self, facts: usize) -> bool {
        match self.0 {
            Followed::By(program) => program.affords(facts),
            Followed::ByNobody(affords) => affords(facts),
        }
    }

    fn node(&self, t: Tid, s: State) -> Node {
        self.followed().map_or(Node(0), |p| p.node(t, s))
    }

    fn is_outside(&self, t: Tid, n: Node) -> bool {
        self.followed().is_none_or(|p| p.is_outside(t, n))
    }

    fn steps(&self, t: Tid, s: State, n: Node) -> Answers<Node> {
        let next: Rc<[Node]> = self.followed().map_or(vec![], |p| p.steps(t, s, n)).into();
        Answers::from(&next)
    }

    fn set(&self, s: State, t: Tid, n: Node) -> State {
        self.followed().map_or(s, |p| p.set(s, t, n))
    }

    not_asked! {
        top(Tid, State) -> Option<Frame> = None;
        frames(Tid, State) -> Answers<Frame> = Answers::none();
        others_outside(Tid, State) -> bool = false;
        is_left(Tid, Node) -> bool = false;
        returns(Tid, Node) -> bool = false;
        unheld(Tid, Node) -> Answers<(Variable, Mutex)> = Answers::none();
        u(Tid, Node) -> Answers<Node> = Answers::none();
        u_plus(Tid, Node) -> Answers<(Node, Frame)> = Answers::none();
        u_minus(Tid, Node, Frame) -> Answers<Node> = Answers::none();
        t(Tid, Node) -> Answers<Node> = Answers::none();
        t_plus(Tid, Node) -> Answers<(Node, Frame)> = Answers::none();
        t_minus(Tid, Node, Frame) -> Answers<Node> = Answers::none();
        is_right_mover(Tid, Node) -> bool = false;
        is_left_mover(Tid, Node) -> bool = false;
        is_pre_commit(Node) -> bool = false;
        starts_pre_commit() -> bool = false;
        restarts(Tid, Node) -> bool = false;
        in_phase(Node, bool) -> Node = Node(0);
        starts(Tid, Node) -> bool = false;
        is_feedback(Node) -> bool = false;
        alpha(Tid, Node) -> Answers<Variable> = Answers::none();
        mz(Variable) -> Answers<Mutex> = Answers::none();
        holds(Tid, Node, Variable, Mutex) -> bool = false;
        intrudes(Tid, Node) -> Answers<Variable> = Answers::none();
        acquires(Tid, Node) -> Answers<Mutex> = Answers::none();
        releases(Tid, Node) -> Answers<Mutex> = Answers::none();
        push(State, Tid, Node, Frame) -> Option<State> = None;
        pop(State, Tid, Node) -> State = State(0);
    }
}
