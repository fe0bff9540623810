//! What expressions are: which questions a program answers, of what, and with what.
//!
//! Atoms are numbers when rules run; that a node is not taken for a state is seen to here, before.

use super::rules::{Expr, Pattern};
use std::collections::HashMap;

/// What a column or a variable holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Tid,
    Node,
    State,
    Frame,
    Variable,
    Mutex,
    Truth,
    /// The program that answers questions.
    Oracle,
}

/// What an expression is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Type {
    One(Kind),
    /// `Some` of it, or nothing.
    Maybe(Kind),
    /// All answers to a question; one with two parts is a tuple.
    Each(&'static [Kind]),
}

use Kind::{Frame, Mutex, Node, State, Tid, Truth, Variable};
use Type::{Each, Maybe, One};

/// Every question of [`moverlog_rules::Program`] that rules may ask, what it is asked of, and what
/// the answer is.
const QUESTIONS: &[(&str, &[Kind], Type)] = &[
    ("initial", &[], One(State)),
    ("threads", &[], Each(&[Tid])),
    ("node", &[Tid, State], One(Node)),
    ("top", &[Tid, State], Maybe(Frame)),
    ("goes_on", &[], One(Truth)),
    ("is_outside", &[Tid, Node], One(Truth)),
    ("is_left", &[Tid, Node], One(Truth)),
    ("returns", &[Tid, Node], One(Truth)),
    ("frames", &[Tid, State], Each(&[Frame])),
    ("others_outside", &[Tid, State], One(Truth)),
    ("u", &[Tid, Node], Each(&[Node])),
    ("u_plus", &[Tid, Node], Each(&[Node, Frame])),
    ("u_minus", &[Tid, Node, Frame], Each(&[Node])),
    ("unheld", &[Tid, Node], Each(&[Variable, Mutex])),
    ("holds_locks", &[Tid, Node], One(Truth)),
    ("is_enabled", &[Tid, Node], One(Truth)),
    ("kept", &[], Each(&[State])),
    ("set", &[State, Tid, Node], One(State)),
    ("push", &[State, Tid, Node, Frame], Maybe(State)),
    ("pop", &[State, Tid, Node], One(State)),
];

/// Whether the answer is yes or no.
pub(super) fn is_truth(question: &str) -> bool {
    QUESTIONS.iter().any(|(name, _, answer)| *name == question && *answer == One(Truth))
}

/// What a question is asked of and, unless that is yes or no, what each answer is: the columns of
/// the table of its answers.
pub fn columns_of(question: &str) -> Option<Vec<&'static str>> {
    let (_, asked, answer) = QUESTIONS.iter().find(|(name, ..)| *name == question)?;
    let answer = match answer {
        One(Truth) => &[],
        One(kind) | Maybe(kind) => std::slice::from_ref(kind),
        Each(kinds) => kinds,
    };
    Some(asked.iter().chain(answer).map(|k| k.name()).collect())
}

impl Kind {
    /// As relations name it.
    pub(super) fn named(word: &str) -> Option<Kind> {
        let all = [Tid, Node, State, Frame, Variable, Mutex, Truth, Kind::Oracle];
        all.into_iter().find(|k| k.name() == word)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Tid => "Tid",
            Node => "Node",
            State => "State",
            Frame => "Frame",
            Variable => "Variable",
            Mutex => "Mutex",
            Truth => "bool",
            Kind::Oracle => "Oracle",
        }
    }
}

/// The variables that a rule has bound so far.
#[derive(Clone, Default, Debug)]
pub(super) struct Scope(HashMap<String, Kind>);

impl Scope {
    pub(super) fn binds(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The kind of an expression that is one atom.
    pub(super) fn kind_of(&self, e: &Expr) -> Result<Kind, String> {
        match self.type_of(e)? {
            One(kind) => Ok(kind),
            _ => Err("many answers, where one is expected; write `for x in ..` or `if let Some(x) = ..`".into()),
        }
    }

    pub(super) fn expect(&self, e: &Expr, kind: Kind) -> Result<(), String> {
        let found = self.kind_of(e)?;
        if found == kind { Ok(()) } else { Err(format!("a {} where a {} is expected", found.name(), kind.name())) }
    }

    pub(super) fn type_of(&self, e: &Expr) -> Result<Type, String> {
        match e {
            Expr::Truth(_) => Ok(One(Truth)),
            Expr::Variable(name) => self.of_variable(name).map(One),
            Expr::Ask { program, question, arguments } => self.answer(program, question, arguments),
            Expr::Not(a) => self.expect(a, Truth).map(|()| One(Truth)),
            Expr::And(a, b) | Expr::Or(a, b) => {
                self.expect(a, Truth)?;
                self.expect(b, Truth).map(|()| One(Truth))
            }
            Expr::Equal(_, a, b) => self.expect(b, self.kind_of(a)?).map(|()| One(Truth)),
        }
    }

    fn of_variable(&self, name: &str) -> Result<Kind, String> {
        self.0.get(name).copied().ok_or_else(|| format!("nothing before this binds `{name}`"))
    }

    fn answer(&self, program: &str, question: &str, arguments: &[Expr]) -> Result<Type, String> {
        if self.of_variable(program)? != Kind::Oracle {
            return Err(format!("`{program}` is not the program; the premise `Prog(p)` gives it"));
        }
        let known = QUESTIONS.iter().find(|(name, ..)| *name == question);
        let (_, expected, answer) = known.ok_or_else(|| unknown(question))?;
        if expected.len() != arguments.len() {
            let kinds: Vec<&str> = expected.iter().map(|k| k.name()).collect();
            return Err(format!("`{question}` is asked of ({}), not of {} things", kinds.join(", "), arguments.len()));
        }
        arguments.iter().zip(*expected).try_for_each(|(a, k)| self.expect(a, *k))?;
        Ok(*answer)
    }

    /// A column of a relation: a variable that is bound already must be of its kind.
    pub(super) fn meet(&mut self, pattern: &Pattern, kind: Kind) -> Result<(), String> {
        match pattern {
            Pattern::Variable(name) if self.binds(name) => {
                self.expect(&Expr::Variable(name.clone()), kind).map_err(|m| format!("`{name}` is {m}"))
            }
            Pattern::Any | Pattern::Variable(_) => self.bind(pattern, One(kind)),
            _ => Err("a column is a variable or `_`".into()),
        }
    }

    /// An answer, whose variables are new.
    pub(super) fn bind(&mut self, pattern: &Pattern, is: Type) -> Result<(), String> {
        match (pattern, is) {
            (Pattern::Any, _) => Ok(()),
            (Pattern::Variable(name), One(_) | Each(&[_])) if self.binds(name) => {
                Err(format!("`{name}` is bound already; take another name and compare with `if`"))
            }
            (Pattern::Variable(name), One(kind) | Each(&[kind])) => {
                self.0.insert(name.clone(), kind);
                Ok(())
            }
            (Pattern::Some(inner), Maybe(kind)) => self.bind(inner, One(kind)),
            (Pattern::Tuple(parts), Each(kinds)) if parts.len() == kinds.len() => {
                parts.iter().zip(kinds).try_for_each(|(p, k)| self.bind(p, One(*k)))
            }
            (_, One(kind) | Each(&[kind])) => Err(format!("this is one {}", kind.name())),
            (_, Maybe(kind)) => {
                Err(format!("this is `Some` of a {}, or nothing; write `if let Some(x) = ..`", kind.name()))
            }
            (_, Each(kinds)) => {
                let names: Vec<&str> = kinds.iter().map(|k| k.name()).collect();
                Err(format!("these are pairs ({})", names.join(", ")))
            }
        }
    }
}

fn unknown(question: &str) -> String {
    let names: Vec<&str> = QUESTIONS.iter().map(|(name, ..)| *name).collect();
    let near = crate::diagnostics::nearest(question, names.iter().copied());
    let hint = near.map_or(format!("; it answers {}", names.join(", ")), |n| format!("; did you mean `{n}`?"));
    format!("no program answers `{question}`{hint}")
}
