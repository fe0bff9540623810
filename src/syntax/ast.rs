//! The syntax tree: what the source says, before names and types mean anything.

use crate::diagnostics::Span;
use crate::ir::{Binary, Mover, Unary};

#[derive(Default, Debug)]
pub struct Ast {
    pub items: Vec<Item>,
    pub directives: Vec<(String, String)>,
}

impl Ast {
    /// The names of its `const` declarations.
    pub fn constants(&self) -> impl Iterator<Item = &str> {
        self.items.iter().filter_map(|item| match item {
            Item::Const { name, .. } => Some(name.text.as_str()),
            _ => None,
        })
    }
}

#[derive(Debug)]
pub enum Item {
    Const {
        name: Name,
        value: Expr,
    },
    Enum {
        name: Name,
        members: Vec<Name>,
    },
    Variables {
        thread_local: bool,
        declaration: Declaration,
    },
    Procedure(Procedure),
    /// `P = ..`
    Threads {
        span: Span,
        groups: Vec<ThreadGroup>,
    },
}

#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

/// `T a = e, b[N] = e;`
#[derive(Debug)]
pub struct Declaration {
    pub ty: Type,
    pub declarators: Vec<Declarator>,
}

#[derive(Debug)]
pub struct Declarator {
    pub name: Name,
    /// `*` before the name.
    pub pointer: bool,
    pub length: Option<Expr>,
    pub protection: Option<Protection>,
    pub init: Option<Init>,
    pub span: Span,
}

#[derive(Debug)]
pub enum Init {
    Value(Value),
    /// `{e1, e2}`
    List(Vec<Expr>, Span),
}

#[derive(Debug)]
pub enum Protection {
    GuardedBy(Vec<Guard>, Span),
    Exclusive(Expr, Span),
}

#[derive(Debug)]
pub struct Guard {
    pub name: Name,
    pub index: GuardIndex,
    pub span: Span,
}

#[derive(Debug)]
pub enum GuardIndex {
    None,
    /// `m[_]`
    Same,
    At(Expr),
}

#[derive(Debug)]
pub struct Type {
    pub kind: TypeKind,
    pub span: Span,
}

#[derive(Debug)]
pub enum TypeKind {
    Void,
    Int,
    Range(Box<Expr>, Box<Expr>),
    Bool,
    Mutex { reentrant: bool },
    Named(String),
}

#[derive(Debug)]
pub struct Procedure {
    pub result: Type,
    pub result_is_pointer: bool,
    pub name: Name,
    pub parameters: Vec<Parameter>,
    pub body: Vec<Statement>,
    /// The closing brace.
    pub close: Span,
}

#[derive(Debug)]
pub struct Parameter {
    pub ty: Type,
    pub pointer: bool,
    pub name: Name,
}

/// `{ f(e) }` or `[i in lo..hi] { f(e) }`
#[derive(Debug)]
pub struct ThreadGroup {
    pub replicated: Option<Replication>,
    pub call: Call,
}

/// `[i in low..high]`, or `[i in low..=high]`, which `high` belongs to.
#[derive(Debug)]
pub struct Replication {
    pub name: Name,
    pub low: Expr,
    pub high: Expr,
    pub inclusive: bool,
}

#[derive(Debug)]
pub struct Call {
    pub name: Name,
    pub arguments: Vec<Expr>,
    pub span: Span,
}

#[derive(Debug)]
pub struct Statement {
    pub labels: Vec<Name>,
    pub claim: Option<(Mover, Span)>,
    pub kind: StatementKind,
    /// Without labels, claim and final `;`.
    pub span: Span,
}

#[derive(Debug)]
pub enum StatementKind {
    Empty,
    Block(Vec<Statement>),
    Declaration(Declaration),
    Assign {
        place: Expr,
        op: Option<Binary>,
        value: Value,
    },
    Call(Call),
    /// `spawn T(e);`
    Spawn(Call),
    /// `join e;`
    Join(Expr),
    Cas(Cas),
    Mutex {
        op: MutexOp,
        mutex: Expr,
    },
    Assert(Expr),
    Assume(Expr),
    Skip,
    Goto(Name),
    Break,
    Continue,
    Return(Option<Expr>),
    If {
        arms: Vec<Arm>,
        otherwise: Option<Box<Statement>>,
    },
    While {
        condition: Condition,
        head: Span,
        body: Box<Statement>,
    },
    For(Box<For>),
    Choose {
        head: Span,
        branches: Vec<Vec<Statement>>,
    },
    Switch(Box<Switch>),
    Atomic(Vec<Statement>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MutexOp {
    Acquire,
    Release,
    Wait,
    Notify,
    NotifyAll,
}

/// `if (condition) body`, also as `else if`. `head` spans from `if` to the closing parenthesis.
#[derive(Debug)]
pub struct Arm {
    pub condition: Condition,
    pub head: Span,
    pub body: Statement,
}

#[derive(Debug)]
pub struct For {
    pub init: Option<Statement>,
    pub condition: Option<Condition>,
    pub step: Option<Statement>,
    pub head: Span,
    pub body: Statement,
}

/// `switch (value) { sections }`; `head` spans from `switch` to the closing parenthesis.
#[derive(Debug)]
pub struct Switch {
    pub value: Expr,
    pub head: Span,
    pub sections: Vec<Section>,
}

/// `case 1, 3..5:` or, without values, `default:`, and the statements up to the next label.
#[derive(Debug)]
pub struct Section {
    pub values: Option<Vec<Values>>,
    /// Without the colon.
    pub head: Span,
    pub body: Vec<Statement>,
}

/// `lo`, or `lo..hi` with both ends.
#[derive(Debug)]
pub struct Values {
    pub lo: Expr,
    pub hi: Option<Expr>,
    pub span: Span,
}

#[derive(Debug)]
pub enum Condition {
    /// `*`
    Free,
    Expr(Expr),
}

/// What may stand on the right of `=`.
#[derive(Debug)]
pub enum Value {
    Expr(Expr),
    Choose(Vec<Expr>),
    ChooseRange(Expr, Expr),
    Call(Call),
    /// `spawn T(e)`, the id of the thread that is started
    Spawn(Call),
    Cas(Cas),
}

#[derive(Debug)]
pub struct Cas {
    pub place: Expr,
    pub old: Expr,
    pub new: Expr,
    pub span: Span,
}

#[derive(Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
    /// Height of the tree; the parser keeps it below its limit.
    pub depth: u32,
}

#[derive(Debug)]
pub enum ExprKind {
    /// The magnitude and whether it was written in hexadecimal.
    Number(i64, bool),
    Bool(bool),
    Null,
    Tid,
    Name(Name),
    Index(Name, Box<Expr>),
    Deref(Box<Expr>),
    AddressOf(Box<Expr>),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// From the start of `a` to the end of `b`.
pub fn join(a: Span, b: Span) -> Span {
    Span { start: a.start, end: b.end.max(a.start) }
}

impl Statement {
    /// Visits this statement and every statement in it, in source order.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Statement)) {
        visit(self);
        match &self.kind {
            StatementKind::Block(body) | StatementKind::Atomic(body) => body.iter().for_each(|s| s.walk(visit)),
            StatementKind::If { arms, otherwise } => {
                arms.iter().for_each(|arm| arm.body.walk(visit));
                otherwise.iter().for_each(|s| s.walk(visit));
            }
            StatementKind::While { body, .. } => body.walk(visit),
            StatementKind::For(parts) => {
                parts.init.iter().chain(&parts.step).for_each(|s| s.walk(visit));
                parts.body.walk(visit);
            }
            StatementKind::Switch(switch) => switch.sections.iter().flat_map(|s| &s.body).for_each(|s| s.walk(visit)),
            StatementKind::Choose { branches, .. } => branches.iter().flatten().for_each(|s| s.walk(visit)),
            _ => {}
        }
    }
}
