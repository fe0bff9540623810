//! Statements, one after the other.

use super::actions::{assigned, assumed, chosen};
use super::ast::{Declared, Expr as Written, Kind, Name, Operator, Statement as Line};
use super::body::Body;
use crate::diagnostics::Span;
use crate::ir::build::Mark;
use crate::ir::*;

impl<'f> Body<'_, 'f> {
    /// The statements of the procedure of the frame, up to its `end`.
    pub(super) fn procedure(&mut self) {
        let procedure = &self.unit.file.procedures[self.frame.procedure];
        let leading = |line: &&Line| line.labels.is_empty() && matches!(line.kind, Kind::Declare(_));
        let leading = procedure.body.iter().take_while(leading).count();
        self.block(&procedure.body, leading);
        self.text = "end".into();
        self.span = procedure.end;
    }

    fn block(&mut self, lines: &'f [Line], leading: usize) {
        let before = self.enforced.len();
        for (i, line) in lines.iter().enumerate() {
            self.line(line, i < leading);
        }
        self.enforced.truncate(before);
    }

    fn line(&mut self, line: &'f Line, leads: bool) {
        for label in &line.labels {
            let mark = self.frame.labels[label.text.as_str()];
            self.steps.alias(mark, self.at);
        }
        self.span = line.span;
        if line.labels.iter().any(|l| l.text == self.unit.options.error_label) {
            self.text = format!("{} is reached", self.unit.options.error_label);
            self.perform(vec![Statement::Action(Action::Assert(Expr::Const(0)))]);
        }
        self.text = self.unit.words(line.span);
        self.used = 0;
        match &line.kind {
            Kind::Skip => self.perform(vec![]),
            Kind::Declare(declared) => self.declared(declared, leads),
            Kind::Assign { targets, values, constrain } => self.assign(targets, values, constrain.as_ref()),
            Kind::Call(call) => self.call(call),
            Kind::Start(start) => self.start(start),
            Kind::EndThread => self.end_thread(),
            Kind::AtomicBegin => self.section_begins(),
            Kind::AtomicEnd => self.section_ends(),
            Kind::Goto(labels) => self.goto(labels),
            Kind::If { cases, otherwise } => self.cases(cases, otherwise),
            Kind::While(condition, body) => self.repeat(condition, body),
            Kind::Return(values) => self.returns(values),
            Kind::Assert(e) => self.about(e, Action::Assert),
            Kind::Assume(e) => self.about(e, Action::Assume),
            Kind::Enforce(e) => self.enforced.push(e),
            Kind::Wrong => {}
        }
    }

    fn about(&mut self, e: &'f Written, action: impl Fn(Expr) -> Action) {
        let mut body = vec![];
        let value = self.value(e, &mut body);
        body.push(Statement::Action(action(value)));
        self.perform(body);
    }

    /// Those that a procedure begins with hold any values when it begins.
    fn declared(&mut self, declared: &'f [Declared], leads: bool) {
        let mut body = vec![];
        for Declared { name, value } in declared {
            match value {
                Some(Written::Any) | None if leads => {}
                Some(Written::Any) | None => body.push(chosen(self.place(name))),
                Some(e) => {
                    let value = self.value(e, &mut body);
                    body.push(assigned(self.place(name), value));
                }
            }
        }
        if !body.is_empty() {
            self.perform(body);
        }
    }

    /// One step: values are those before it, and in `constrain` `'x` is the one behind it.
    fn assign(&mut self, targets: &'f [Name], values: &'f [Written], constrain: Option<&'f Written>) {
        let reads = |name: &Name| values.iter().flat_map(Written::names).any(|(read, _)| read.text == name.text);
        let mut body = vec![];
        if constrain.is_none() && (targets.len() == 1 || !targets.iter().any(reads)) {
            for (target, value) in targets.iter().zip(values) {
                body.extend(self.stored(target, value));
            }
            return self.perform(body);
        }
        let mut left: Vec<&Written> = constrain.map_or(vec![], conjuncts);
        let mut open: Vec<&str> = targets.iter().map(|t| t.text.as_str()).collect();
        for (target, value) in targets.iter().zip(values) {
            let value = self.new_value(value, &mut body);
            self.next.insert(&target.text, value);
            open.retain(|name| *name != target.text);
            let known =
                |e: &&Written| e.names().iter().all(|(name, next)| !next || !open.contains(&name.text.as_str()));
            let (ready, rest): (Vec<&Written>, Vec<&Written>) = left.into_iter().partition(known);
            self.constrained(&ready, &mut body);
            left = rest;
        }
        self.constrained(&left, &mut body);
        for (name, value) in std::mem::take(&mut self.next) {
            let target = targets.iter().find(|t| t.text == name).expect("it is one of them");
            body.push(assigned(self.place(target), value));
        }
        self.perform(body);
    }

    fn stored(&mut self, target: &Name, value: &'f Written) -> Vec<Statement> {
        let mut body = vec![];
        let place = self.place(target);
        match self.value_or_any(value, &mut body) {
            Some(value) => body.push(assigned(place, value)),
            None => body.push(chosen(place)),
        }
        body
    }

    /// Nothing where it is any.
    fn value_or_any(&mut self, value: &'f Written, body: &mut Vec<Statement>) -> Option<Expr> {
        let value = self.value(value, body);
        let (Expr::Load(place), Some(Statement::Action(Action::Choose { place: last, .. }))) = (&value, body.last())
        else {
            return Some(value);
        };
        if place != last {
            return Some(value);
        }
        body.pop();
        None
    }

    /// A value that stays what it is while others are computed and assigned.
    fn new_value(&mut self, value: &'f Written, body: &mut Vec<Statement>) -> Expr {
        let before = body.len();
        let value = self.value(value, body);
        if matches!(value, Expr::Const(_)) {
            return value;
        }
        if body.len() == before + 1
            && let (Expr::Load(place), Some(Statement::Action(Action::Choose { place: chosen, .. }))) =
                (&value, body.last())
            && place == chosen
        {
            return value;
        }
        let place = self.spare();
        body.push(assigned(place.clone(), value));
        Expr::Load(place)
    }

    fn constrained(&mut self, all: &[&'f Written], body: &mut Vec<Statement>) {
        for e in all {
            let value = self.value(e, body);
            body.push(assumed(value));
        }
    }

    fn goto(&mut self, labels: &'f [Name]) {
        let marks: Vec<Mark> = labels.iter().map(|l| self.frame.labels[l.text.as_str()]).collect();
        match marks[..] {
            [only] => {
                self.perform(vec![]);
                self.steps.alias(self.at, only);
            }
            _ => {
                self.demanded_alone();
                self.push(Op::Choose { next: marks.into_iter().map(Mark::loc).collect() });
            }
        }
        self.at = self.steps.fresh();
    }

    fn cases(&mut self, cases: &'f [(Written, Span, Vec<Line>)], otherwise: &'f [Line]) {
        let end = self.steps.fresh();
        for (i, (condition, span, body)) in cases.iter().enumerate() {
            if i > 0 {
                self.span = *span;
                self.text = format!("elsif {}", self.unit.words(*span));
            }
            let [then, other] = [(); 2].map(|()| self.steps.fresh());
            self.branch(condition, then, other);
            self.at = then;
            self.block(body, 0);
            self.steps.alias(self.at, end);
            self.at = other;
        }
        self.block(otherwise, 0);
        self.steps.alias(self.at, end);
        self.at = end;
    }

    fn repeat(&mut self, condition: &'f Written, lines: &'f [Line]) {
        let head = self.at;
        let [inside, behind] = [(); 2].map(|()| self.steps.fresh());
        self.branch(condition, inside, behind);
        self.at = inside;
        self.block(lines, 0);
        self.steps.alias(self.at, head);
        self.at = behind;
    }

    fn branch(&mut self, condition: &'f Written, then: Mark, other: Mark) {
        let (then, otherwise) = (then.loc(), other.loc());
        let mut body = vec![];
        let Some(cond) = self.value_or_any(condition, &mut body) else {
            if !body.is_empty() || !self.enforced.is_empty() {
                self.perform(body);
            }
            return self.push(Op::Choose { next: vec![then, otherwise] });
        };
        let cond = self.before(body, vec![cond]).remove(0);
        self.push(Op::Branch { cond, then, otherwise });
    }
}

/// What has to hold for all of it to hold.
fn conjuncts(e: &Written) -> Vec<&Written> {
    match e {
        Written::Binary(Operator::And, a, b) => [conjuncts(a), conjuncts(b)].concat(),
        e => vec![e],
    }
}
