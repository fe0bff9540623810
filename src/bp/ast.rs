//! Boolean programs as they are written.

use crate::diagnostics::Span;

/// A word and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) span: Span,
}

#[derive(Default, Debug)]
pub(super) struct File {
    pub(super) globals: Vec<Declared>,
    pub(super) procedures: Vec<Procedure>,
}

/// `x`, `x := e`
#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub(super) name: Name,
    pub(super) value: Option<Expr>,
}

#[derive(Debug)]
pub(super) struct Procedure {
    pub(super) name: Name,
    pub(super) results: u32,
    pub(super) parameters: Vec<Name>,
    pub(super) body: Vec<Statement>,
    /// Its `end`.
    pub(super) end: Span,
}

#[derive(Debug)]
pub(super) struct Statement {
    pub(super) labels: Vec<Name>,
    pub(super) kind: Kind,
    /// Of the statement without its labels; of one that holds others, up to the first of them.
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) enum Kind {
    /// `skip`, `dead x`, and what follows a label where nothing does.
    Skip,
    Declare(Vec<Declared>),
    Assign {
        targets: Vec<Name>,
        values: Vec<Expr>,
        constrain: Option<Expr>,
    },
    Call(Call),
    Start(Start),
    EndThread,
    AtomicBegin,
    AtomicEnd,
    Goto(Vec<Name>),
    If {
        /// With the place of each condition.
        cases: Vec<(Expr, Span, Vec<Statement>)>,
        otherwise: Vec<Statement>,
    },
    While(Expr, Vec<Statement>),
    Return(Vec<Expr>),
    Assert(Expr),
    Assume(Expr),
    Enforce(Expr),
    /// It was not understood, and has been complained about.
    Wrong,
}

/// `a, _ := f(e)`
#[derive(Debug)]
pub(super) struct Call {
    pub(super) targets: Vec<Name>,
    pub(super) procedure: Name,
    pub(super) arguments: Vec<Expr>,
}

#[derive(Debug)]
pub(super) enum Start {
    /// `start_thread f(e)`, and a call whose label begins with `ASYNC_`.
    Call(Call),
    /// `start_thread goto L`: the thread goes on there, with a copy of all local variables.
    Goto(Name),
}

#[derive(Clone, Debug)]
pub(super) enum Expr {
    Const(bool),
    /// `*`
    Any,
    Variable(Name),
    /// `'x`: the new value.
    Next(Name),
    /// `schoose[a, b]`: true if `a`, else false if `b`, else any.
    Schoose(Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Operator {
    Implies,
    Equals,
    Differs,
    Xor,
    Or,
    And,
}

impl Expr {
    /// The variables that are named, and whether it is their new value that is meant.
    pub(super) fn names(&self) -> Vec<(&Name, bool)> {
        let mut names = vec![];
        self.note_names(&mut names);
        names
    }

    fn note_names<'e>(&'e self, names: &mut Vec<(&'e Name, bool)>) {
        match self {
            Expr::Const(_) | Expr::Any => {}
            Expr::Variable(name) => names.push((name, false)),
            Expr::Next(name) => names.push((name, true)),
            Expr::Not(a) => a.note_names(names),
            Expr::Schoose(a, b) | Expr::Binary(_, a, b) => [a, b].iter().for_each(|e| e.note_names(names)),
            Expr::Conditional(c, a, b) => [c, a, b].iter().for_each(|e| e.note_names(names)),
        }
    }
}

/// All statements of a list, those inside of others too, in the order of the text.
pub(super) fn each<'s>(statements: &'s [Statement], f: &mut impl FnMut(&'s Statement)) {
    for statement in statements {
        f(statement);
        match &statement.kind {
            Kind::If { cases, otherwise } => {
                cases.iter().for_each(|(_, _, body)| each(body, f));
                each(otherwise, f);
            }
            Kind::While(_, body) => each(body, f),
            _ => {}
        }
    }
}
