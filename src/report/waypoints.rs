//! The execution of a C program that goes wrong, as the waypoints of SV-COMP's violation witnesses (format 2.2): who
//! comes where, in the order of all threads.

use crate::diagnostics::Span;
use crate::driver::Failed;
use crate::execution::{Event, replay};
use crate::ir::{Action, Expr, Loc, Op, PlaceKind, Statement, UNSET, Value};
use crate::model::Model;
use crate::semantics::Semantics;
use moverlog_rules::Tid;
use std::collections::BTreeMap;

/// One place of a witness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waypoint {
    /// What happens there.
    pub kind: Waymark,
    /// `main` is 0, and the k-th thread that is created is k.
    pub thread: usize,
    /// From 1.
    pub line: usize,
    /// In characters, from 1; nothing for a statement, of which the line is enough.
    pub column: Option<usize>,
    /// The function whose text it is.
    pub function: String,
}

/// What happens at a waypoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Waymark {
    /// The thread comes to a statement that looks at what is shared, or changes it.
    Comes,
    /// It creates the thread with the next number.
    Creates,
    /// A function that gives a value from outside gives this one.
    Gives(Value),
    /// It goes wrong.
    Target,
}

/// Of the execution that a failure is told with.
pub fn waypoints(model: &Model, failed: &Failed) -> Vec<Waypoint> {
    let semantics = Semantics::new(failed.narrowed.as_deref().unwrap_or(&model.program));
    let events = replay(&semantics, &failed.schedule).expect("every printed run can be replayed");
    let mut way = Way {
        model,
        semantics: &semantics,
        threads: vec![Tid(1)],
        inside: BTreeMap::new(),
        given: vec![],
        all: vec![],
    };
    events.iter().for_each(|event| way.passes(event));
    way.all
}

struct Way<'w> {
    model: &'w Model,
    semantics: &'w Semantics<'w>,
    /// Who has been created, in this order.
    threads: Vec<Tid>,
    /// The statement at which each thread was last.
    inside: BTreeMap<Tid, Span>,
    /// Where values from outside were given last, and by how many calls.
    given: Vec<(Tid, Span)>,
    all: Vec<Waypoint>,
}

impl Way<'_> {
    fn passes(&mut self, event: &Event) {
        let (t, span) = (event.choice.t, self.span(event.loc));
        let goes_on = self.inside.insert(t, span) == Some(span);
        if event.failure.is_some() {
            return self.add(Waymark::Target, t, event.loc, span.start as usize);
        }
        if let Some(child) = self.created(event) {
            self.threads.push(child);
            return self.add(Waymark::Creates, t, event.loc, self.closing(event.loc, "_create", 0));
        }
        if let Some(value) = self.given(event) {
            let before = self.given.iter().filter(|(who, at)| *who == t && *at == span).count();
            self.given.retain(|(who, at)| *who != t || *at == span);
            self.given.push((t, span));
            return self.add(Waymark::Gives(value), t, event.loc, self.closing(event.loc, NONDET, before));
        }
        // Of a statement that takes several steps the format knows the beginning alone.
        if !goes_on && is_shared(event) && self.is_written(event.loc) {
            self.add(Waymark::Comes, t, event.loc, span.start as usize);
        }
    }

    fn span(&self, loc: Loc) -> Span {
        self.model.program.location(loc).span
    }

    fn text(&self, loc: Loc) -> &str {
        let span = self.span(loc);
        self.model.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// Whether a step is one that the author has written: no beginning or end of a function, and no declaration of what
    /// holds nothing yet.
    fn is_written(&self, loc: Loc) -> bool {
        let location = self.model.program.location(loc);
        let forgets = |s: &Statement| matches!(s, Statement::Action(Action::Assign { value: Expr::Const(UNSET), .. }));
        let unsets = matches!(&location.op, Op::Atomic { body, .. } if body.iter().all(forgets));
        let ends_or_begins =
            matches!(location.op, Op::End) || location.text == "}" || location.text.ends_with(" begins");
        !unsets && !ends_or_begins && !location.text.ends_with(" is set by nobody")
    }

    /// Who is created; of those who never move it is not said who.
    fn created(&self, event: &Event) -> Option<Tid> {
        let program = &self.model.program;
        let [before, after] = [&event.before, &event.after].map(|c| c.global);
        let value = |cell| [before, after].map(|g| self.semantics.cell(g, cell));
        let started = program.starts.iter().find(|s| value(s.started)[0] == 0 && value(s.started)[1] != 0);
        let idle = program.idle.filter(|idle| value(*idle)[0] != value(*idle)[1]);
        started.map(|s| s.thread).or(idle.map(|_| Tid(0)))
    }

    /// The value that the step takes from outside.
    fn given(&self, event: &Event) -> Option<Value> {
        let Op::Do { action: Action::Choose { place, .. } | Action::ChooseRange { place, .. }, .. } =
            &self.model.program.location(event.loc).op
        else {
            return None;
        };
        let PlaceKind::Reg(register) = place.kind else { return None };
        let local = event.after.locals[event.choice.t.0 as usize - 1];
        let value = self.semantics.registers(local).get(register.0 as usize).copied();
        value.filter(|_| self.text(event.loc).contains(NONDET))
    }

    /// The parenthesis that closes the call of a function with this in its name; of several calls in a statement one
    /// after the other.
    fn closing(&self, loc: Loc, name: &str, which: usize) -> usize {
        let (text, start) = (self.text(loc), self.span(loc).start as usize);
        let calls: Vec<usize> = text.match_indices(name).map(|(at, _)| at).collect();
        let Some(call) = calls.get(which % calls.len().max(1)) else { return start };
        let mut depth = 0;
        let closes = |(_, c): &(usize, char)| {
            depth += i32::from(*c == '(') - i32::from(*c == ')');
            *c == ')' && depth == 0
        };
        start + text[*call..].char_indices().find(closes).map_or(0, |(at, _)| call + at)
    }

    fn add(&mut self, kind: Waymark, t: Tid, loc: Loc, at: usize) {
        let before = self.model.text.get(..at).unwrap_or_default();
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let line = before.matches('\n').count() + 1;
        let thread = self.threads.iter().position(|known| *known == t).unwrap_or(0);
        let procedure = self.model.program.location(loc).procedure;
        let function = self.model.program.procedures[procedure as usize].name.clone();
        let column = (kind != Waymark::Comes).then_some(column);
        self.all.push(Waypoint { kind, thread, line, column, function });
    }
}

/// What functions begin with that give values from outside.
const NONDET: &str = "nondet_";

/// Whether a step has to do with what threads share.
fn is_shared(event: &Event) -> bool {
    let accesses = &event.transitions.accesses;
    !accesses.reads.is_empty() || !accesses.writes.is_empty()
}
