//! Questions that rules answer in place of the program: for whoever asks, a program like any other.
//!
//! An answer is worked out when it is first asked for, top down, from what is asked and from other questions, and
//! kept. Inside its own definition a question is the one that is replaced. A question that is made of others, as
//! [`OthersOutside`](Question::OthersOutside) is of N, follows them.

use super::eval::{Bindings, as_list, atom, bind, eval, is_true};
use super::instance::{Leaf, grounds};
use super::rules::{Clause, Definition, Rules};
use crate::diagnostics::Diagnostic;
use moverlog_rules::{Answers, Frame, Mutex, Node, Program, Question, State, Tid, Value, Variable};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::LazyLock;

type Rows = Rc<[Vec<u32>]>;

/// What was answered before, by the question, the level and what was asked of.
type Memo = RefCell<FxHashMap<(Question, usize, Vec<u32>), Rows>>;

/// See the module's documentation.
pub struct Answering<'a> {
    program: &'a dyn Program,
    rules: &'a Rules,
    memo: Rc<Memo>,
    /// The question that is being answered, and at which level.
    within: Option<(Question, usize)>,
    /// The lowest level at which rules answer.
    least: usize,
}

impl<'a> Answering<'a> {
    /// As the rules say, whatever they answer.
    pub fn new(program: &'a dyn Program, rules: &'a Rules) -> Self {
        Answering { program, rules, memo: Rc::default(), within: None, least: 0 }
    }

    /// The same where a file answers something itself: what it includes follows that. Otherwise what is included is
    /// answered by the program, which is faster.
    pub fn own(program: &'a dyn Program, rules: &'a Rules) -> Self {
        let least = usize::from(rules.definitions.iter().all(|d| d.level == 0));
        Answering { least, ..Answering::new(program, rules) }
    }

    /// The program's answers alone.
    pub fn none(program: &'a dyn Program) -> Self {
        static NONE: LazyLock<Rules> = LazyLock::new(Rules::default);
        Answering::new(program, &NONE)
    }

    /// The rows that rules give, if any answer: what follows what the question is asked of.
    fn rows(&self, question: Question, asked: &[u32]) -> Option<Rows> {
        let level = self.level(question)?;
        let key = (question, level, asked.to_vec());
        if let Some(known) = self.memo.borrow().get(&key) {
            return Some(known.clone());
        }
        let rows: Rows = self.work_out(question, level, asked).into();
        // Once a bound has ended the run, nobody answers any more.
        if self.program.goes_on() {
            self.memo.borrow_mut().insert(key, rows.clone());
        }
        Some(rows)
    }

    /// Each answer once, in the order of the rules.
    fn work_out(&self, question: Question, level: usize, asked: &[u32]) -> Vec<Vec<u32>> {
        let within = Some((question, level));
        let inner = Answering { memo: self.memo.clone(), within, ..*self };
        let mut found = indexmap::IndexSet::new();
        for definition in self.rules.definitions.iter().filter(|d| d.question == question && d.level == level) {
            let mut bound = definition.given(asked);
            let columns = &definition.head[asked.len()..];
            satisfy(&inner, &definition.rule.body, &mut bound, &mut |bound| {
                found.insert(columns.iter().map(|e| atom(&inner, e, bound)).collect::<Vec<u32>>());
            });
        }
        found.into_iter().collect()
    }

    /// The level of the rules that answer it here, if any do.
    fn level(&self, question: Question) -> Option<usize> {
        let below = self.within.filter(|(q, _)| *q == question).map_or(usize::MAX, |(_, level)| level);
        let of = self.rules.definitions.iter().filter(|d| d.question == question);
        of.map(|d| d.level).filter(|level| (self.least..below).contains(level)).max()
    }

    /// The name of the rule that answers this question so, with what it asks in turn, and of whom; where the answer
    /// is no, what the first rule lacks.
    pub fn reason(&self, question: Question, columns: &[u32]) -> Option<(&'a str, Vec<Leaf>, Answering<'a>)> {
        let level = self.level(question).filter(|_| !self.follows(question))?;
        let inner = Answering { memo: self.memo.clone(), within: Some((question, level)), ..*self };
        let of = self.rules.definitions.iter().filter(|d| d.question == question && d.level == level);
        let (tag, leaves) = of
            .flat_map(|d| {
                grounds(self.rules, &inner, d, columns).into_iter().map(|leaves| (d.rule.tag.as_str(), leaves))
            })
            .next()?;
        Some((tag, leaves, inner))
    }

    /// Whether it is R, and what a file's own N and L leave over. Inside answers it is what rule (R) says, from which
    /// N is worked out.
    fn follows(&self, question: Question) -> bool {
        let own = |q| self.rules.definitions.iter().any(|d| d.question == q && d.level > 0);
        let parts = || own(Question::N) || own(Question::L);
        question == Question::R && self.within.is_none() && !own(Question::R) && parts()
    }

    fn answers(&self, question: Question) -> bool {
        self.level(question).is_some()
    }

    fn threads(&self) -> impl Iterator<Item = Tid> + use<> {
        (1..=self.program.thread_count()).map(Tid)
    }

    /// Whether it holds, for a question with the answers yes and no.
    fn truth(&self, question: Question, asked: &[u32]) -> Option<bool> {
        self.rows(question, asked).map(|rows| !rows.is_empty())
    }

    fn each<T>(&self, question: Question, asked: &[u32], one: impl Fn(&[u32]) -> T) -> Option<Answers<T>> {
        let rows = self.rows(question, asked)?;
        let all: Rc<[T]> = rows.iter().map(|row| one(row)).collect();
        Some(Answers::from(&all))
    }
}

impl Definition {
    pub(super) fn given(&self, asked: &[u32]) -> Bindings<'_> {
        let mut bound = Bindings::new();
        for (e, atom) in self.head.iter().zip(asked) {
            if let super::rules::Expr::Variable(name) = e {
                bound.push((name, Value::Atom(*atom)));
            }
        }
        bound
    }
}

/// Satisfies clauses that name no relations in every way.
fn satisfy<'a>(
    program: &dyn Program,
    clauses: &'a [Clause],
    bound: &mut Bindings<'a>,
    then: &mut dyn FnMut(&Bindings<'a>),
) {
    let Some((clause, rest)) = clauses.split_first() else { return then(bound) };
    let quiet = &mut |_: Question, _: &[u32], _: &Value| {};
    let (pattern, items) = match clause {
        Clause::Relation(..) => return satisfy(program, rest, bound, then),
        Clause::If(e) if !is_true(&eval(program, e, bound, quiet)) => return,
        Clause::If(_) => return satisfy(program, rest, bound, then),
        Clause::For(pattern, e) => (pattern, as_list(eval(program, e, bound, quiet))),
        Clause::Let(pattern, e) => (pattern, vec![eval(program, e, bound, quiet)]),
        Clause::Without(..) | Clause::Aggregate { .. } => unreachable!("what answers a question names no relation"),
    };
    let mark = bound.len();
    for item in items {
        if bind(pattern, item, bound) {
            satisfy(program, rest, bound, then);
        }
        bound.truncate(mark);
    }
}

impl Rules {
    /// Questions that rules answer by asking, in turn, for what they are to answer.
    pub(super) fn circular(&self) -> Vec<Diagnostic> {
        let asks = |q: Question| {
            let of = self.definitions.iter().filter(move |d| d.question == q);
            of.flat_map(|d| d.questions()).filter(move |other| *other != q)
        };
        let mut wrong = vec![];
        for definition in &self.definitions {
            let (mut seen, mut open) = (BTreeSet::new(), vec![definition.question]);
            while let Some(question) = open.pop() {
                open.extend(asks(question).filter(|other| seen.insert(*other)));
            }
            if seen.contains(&definition.question) {
                let name = definition.question.relation();
                let others = seen.iter().filter(|q| **q != definition.question && asks(**q).next().is_some());
                let names: Vec<&str> = others.map(|q| q.relation()).collect();
                let message = format!("the answer to `{name}` would have to be known before it is worked out");
                let help = format!("it asks {}, which is answered by asking `{name}`", names.join(", "));
                wrong.push(Diagnostic::error(message, definition.rule.span, "this answers it").help(help));
            }
        }
        wrong
    }
}

impl Program for Answering<'_> {
    fn initial(&self) -> State {
        self.program.initial()
    }

    fn thread_count(&self) -> u32 {
        self.program.thread_count()
    }

    fn has_calls(&self) -> bool {
        self.program.has_calls()
    }

    fn goes_on(&self) -> bool {
        self.program.goes_on()
    }

    fn affords(&self, facts: usize) -> bool {
        self.program.affords(facts)
    }

    fn leaves_memory(&self) -> bool {
        self.program.leaves_memory()
    }

    fn node(&self, t: Tid, s: State) -> Node {
        self.program.node(t, s)
    }

    fn top(&self, t: Tid, s: State) -> Option<Frame> {
        self.program.top(t, s)
    }

    fn frames(&self, t: Tid, s: State) -> Answers<Frame> {
        self.program.frames(t, s)
    }

    fn kept(&self) -> Answers<State> {
        self.program.kept()
    }

    fn set(&self, s: State, t: Tid, n: Node) -> State {
        self.program.set(s, t, n)
    }

    fn push(&self, s: State, t: Tid, n: Node, f: Frame) -> Option<State> {
        self.program.push(s, t, n, f)
    }

    fn pop(&self, s: State, t: Tid, n: Node) -> State {
        self.program.pop(s, t, n)
    }

    fn others_outside(&self, t: Tid, s: State) -> bool {
        let all = || self.threads().filter(|u| *u != t).all(|u| self.is_outside(u, self.node(u, s)));
        let follows = || if self.answers(Question::N) { all() } else { self.program.others_outside(t, s) };
        self.truth(Question::OthersOutside, &[t.0, s.0]).unwrap_or_else(follows)
    }

    fn is_outside(&self, t: Tid, n: Node) -> bool {
        self.truth(Question::N, &[t.0, n.0]).unwrap_or_else(|| self.program.is_outside(t, n))
    }

    fn is_left(&self, t: Tid, n: Node) -> bool {
        self.truth(Question::L, &[t.0, n.0]).unwrap_or_else(|| self.program.is_left(t, n))
    }

    fn is_right(&self, t: Tid, n: Node) -> bool {
        if self.follows(Question::R) {
            return !self.is_outside(t, n) && !self.is_left(t, n);
        }
        self.truth(Question::R, &[t.0, n.0]).unwrap_or_else(|| self.program.is_right(t, n))
    }

    fn is_right_mover(&self, t: Tid, n: Node) -> bool {
        self.truth(Question::RM, &[t.0, n.0]).unwrap_or_else(|| self.program.is_right_mover(t, n))
    }

    fn is_left_mover(&self, t: Tid, n: Node) -> bool {
        self.truth(Question::LM, &[t.0, n.0]).unwrap_or_else(|| self.program.is_left_mover(t, n))
    }

    fn is_feedback(&self, n: Node) -> bool {
        self.truth(Question::LFS, &[n.0]).unwrap_or_else(|| self.program.is_feedback(n))
    }

    fn returns(&self, t: Tid, n: Node) -> bool {
        self.program.returns(t, n)
    }

    fn t(&self, t: Tid, n: Node) -> Answers<Node> {
        self.program.t(t, n)
    }

    fn t_plus(&self, t: Tid, n: Node) -> Answers<(Node, Frame)> {
        self.program.t_plus(t, n)
    }

    fn t_minus(&self, t: Tid, n: Node, f: Frame) -> Answers<Node> {
        self.program.t_minus(t, n, f)
    }

    fn is_pre_commit(&self, n: Node) -> bool {
        self.program.is_pre_commit(n)
    }

    fn starts_pre_commit(&self) -> bool {
        self.program.starts_pre_commit()
    }

    fn restarts(&self, t: Tid, n: Node) -> bool {
        self.program.restarts(t, n)
    }

    fn is_chosen(&self, t: Tid, n1: Node, n2: Node) -> bool {
        self.program.is_chosen(t, n1, n2)
    }

    fn ended(&self, n: Node) -> Node {
        self.program.ended(n)
    }

    fn has_ended(&self, n: Node) -> bool {
        self.program.has_ended(n)
    }

    fn forgets_outside(&self) -> bool {
        self.program.forgets_outside()
    }

    fn in_phase(&self, n: Node, pre_commit: bool) -> Node {
        self.program.in_phase(n, pre_commit)
    }

    fn starts(&self, t: Tid, n: Node) -> bool {
        self.program.starts(t, n)
    }

    fn alpha(&self, t: Tid, n: Node) -> Answers<Variable> {
        self.program.alpha(t, n)
    }

    fn mz(&self, z: Variable) -> Answers<Mutex> {
        self.program.mz(z)
    }

    fn holds(&self, t: Tid, n: Node, z: Variable, m: Mutex) -> bool {
        self.program.holds(t, n, z, m)
    }

    fn intrudes(&self, t: Tid, n: Node) -> Answers<Variable> {
        self.program.intrudes(t, n)
    }

    fn acquires(&self, t: Tid, n: Node) -> Answers<Mutex> {
        self.program.acquires(t, n)
    }

    fn releases(&self, t: Tid, n: Node) -> Answers<Mutex> {
        self.program.releases(t, n)
    }

    fn is_enabled(&self, t: Tid, n: Node) -> bool {
        self.truth(Question::Enabled, &[t.0, n.0]).unwrap_or_else(|| self.program.is_enabled(t, n))
    }

    fn holds_locks(&self, t: Tid, n: Node) -> bool {
        let all = || self.unheld(t, n).next().is_none();
        let follows = || if self.answers(Question::Unheld) { all() } else { self.program.holds_locks(t, n) };
        self.truth(Question::HoldsLocks, &[t.0, n.0]).unwrap_or_else(follows)
    }

    fn unheld(&self, t: Tid, n: Node) -> Answers<(Variable, Mutex)> {
        let pair = |row: &[u32]| (Variable(row[0]), Mutex(row[1]));
        self.each(Question::Unheld, &[t.0, n.0], pair).unwrap_or_else(|| self.program.unheld(t, n))
    }

    fn u(&self, t: Tid, n: Node) -> Answers<Node> {
        self.each(Question::U, &[t.0, n.0], |row| Node(row[0])).unwrap_or_else(|| self.program.u(t, n))
    }

    fn steps(&self, t: Tid, s: State, n: Node) -> Answers<Node> {
        if self.answers(Question::U) { self.u(t, n) } else { self.program.steps(t, s, n) }
    }

    fn u_plus(&self, t: Tid, n: Node) -> Answers<(Node, Frame)> {
        let pair = |row: &[u32]| (Node(row[0]), Frame(row[1]));
        self.each(Question::UPlus, &[t.0, n.0], pair).unwrap_or_else(|| self.program.u_plus(t, n))
    }

    fn u_minus(&self, t: Tid, n: Node, f: Frame) -> Answers<Node> {
        self.each(Question::UMinus, &[t.0, n.0, f.0], |row| Node(row[0]))
            .unwrap_or_else(|| self.program.u_minus(t, n, f))
    }
}
