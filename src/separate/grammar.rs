//! Small programs as trees of statements, and their text.

use std::fmt::Write;

/// A shared variable, 0 at the start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Var {
    G,
    X,
}

/// A sequence of statements.
pub type Body = Vec<Statement>;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Statement {
    Assign(Var, bool),
    Assume(Var, bool),
    Assert(Var, bool),
    /// `assert(false)`
    Fail,
    /// `assume(false)`
    Block,
    Acquire,
    Release,
    Skip,
    /// `while (true) { skip; }`
    Loop,
    /// `while (true) { .. }`: all that a thread does, which brings it back to its start.
    Forever(Body),
    /// `if (*) { .. } else { .. }`
    If(Body, Body),
    /// `choose { A [] A [] B }`: who skips every second choice explores all that it can do.
    Choose(Body, Body),
}

use Statement::{Acquire, Assert, Assign, Assume, Block, Choose, Fail, Forever, If, Loop, Release, Skip};

/// Statements that a search may leave out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Assign,
    Assume,
    Assert,
    Lock,
    Skip,
    Loop,
    Forever,
    If,
    Choose,
}

impl Kind {
    pub const ALL: [(&'static str, Kind); 9] = [
        ("assign", Kind::Assign),
        ("assume", Kind::Assume),
        ("assert", Kind::Assert),
        ("lock", Kind::Lock),
        ("skip", Kind::Skip),
        ("loop", Kind::Loop),
        ("forever", Kind::Forever),
        ("if", Kind::If),
        ("choose", Kind::Choose),
    ];

    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.iter().find(|(n, _)| *n == name).map(|(_, kind)| *kind)
    }
}

impl Statement {
    pub fn kind(&self) -> Kind {
        match self {
            Assign(..) => Kind::Assign,
            Assume(..) | Block => Kind::Assume,
            Assert(..) | Fail => Kind::Assert,
            Acquire | Release => Kind::Lock,
            Skip => Kind::Skip,
            Loop => Kind::Loop,
            Forever(_) => Kind::Forever,
            If(..) => Kind::If,
            Choose(..) => Kind::Choose,
        }
    }

    /// How many statements it is; a branch that stands there twice counts once.
    pub fn size(&self) -> usize {
        match self {
            If(a, b) | Choose(a, b) => 1 + size(a) + size(b),
            Forever(a) => 1 + size(a),
            Loop => 2,
            _ => 1,
        }
    }

    /// The bodies that it is made of.
    fn parts(&self) -> Vec<&Body> {
        match self {
            If(a, b) | Choose(a, b) => vec![a, b],
            Forever(a) => vec![a],
            _ => vec![],
        }
    }

    /// Whether control never comes to what follows.
    pub fn is_last(&self) -> bool {
        let ends = |body: &Body| body.last().is_some_and(Statement::is_last);
        match self {
            Fail | Block | Loop | Forever(_) => true,
            If(a, b) | Choose(a, b) => ends(a) && ends(b),
            _ => false,
        }
    }

    pub fn var(&self) -> Option<Var> {
        match self {
            Assign(v, _) | Assume(v, _) | Assert(v, _) => Some(*v),
            _ => None,
        }
    }

    /// The same with other variables.
    pub fn renamed(&self, to: &impl Fn(Var) -> Var) -> Statement {
        match self {
            Assign(v, b) => Assign(to(*v), *b),
            Assume(v, b) => Assume(to(*v), *b),
            Assert(v, b) => Assert(to(*v), *b),
            If(a, b) => If(renamed(a, to), renamed(b, to)),
            Choose(a, b) => Choose(renamed(a, to), renamed(b, to)),
            Forever(a) => Forever(renamed(a, to)),
            other => other.clone(),
        }
    }

    fn text(&self) -> String {
        let name = |v: Var| if v == Var::G { "g" } else { "x" };
        match self {
            Assign(v, b) => format!("{} = {};", name(*v), *b as u8),
            Assume(v, b) => format!("assume({} == {});", name(*v), *b as u8),
            Assert(v, b) => format!("assert({} == {});", name(*v), *b as u8),
            Fail => "assert(false);".into(),
            Block => "assume(false);".into(),
            Acquire => "acquire(m);".into(),
            Release => "release(m);".into(),
            Skip => "skip;".into(),
            Loop => "while (true) { skip; }".into(),
            Forever(_) => "while (true) {".into(),
            If(..) => "if (*) {".into(),
            Choose(..) => "choose {".into(),
        }
    }
}

pub fn size(body: &[Statement]) -> usize {
    body.iter().map(Statement::size).sum()
}

pub fn renamed(body: &[Statement], to: &impl Fn(Var) -> Var) -> Body {
    body.iter().map(|s| s.renamed(to)).collect()
}

/// Calls `f` with every statement, also inside of others.
pub fn each<'a>(body: &'a [Statement], f: &mut impl FnMut(&'a Statement)) {
    for statement in body {
        f(statement);
        statement.parts().into_iter().for_each(|part| each(part, f));
    }
}

/// A program: a body for each thread.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Sketch(pub Vec<Body>);

impl Sketch {
    /// Statements of all threads.
    pub fn size(&self) -> usize {
        self.0.iter().map(|b| size(b)).sum()
    }

    pub fn each<'a>(&'a self, f: &mut impl FnMut(&'a Statement)) {
        self.0.iter().for_each(|b| each(b, f));
    }

    fn has(&self, test: impl Fn(&Statement) -> bool) -> bool {
        let mut found = false;
        self.each(&mut |s| found |= test(s));
        found
    }

    /// Whether there are statements of these kinds.
    pub fn has_any(&self, kinds: &[Kind]) -> bool {
        self.has(|s| kinds.contains(&s.kind()))
    }

    pub fn uses(&self, v: Var) -> bool {
        self.has(|s| s.var() == Some(v))
    }

    pub fn locks(&self) -> bool {
        self.has_any(&[Kind::Lock])
    }

    pub fn asserts(&self) -> bool {
        self.has_any(&[Kind::Assert])
    }

    /// Variables and locks.
    pub fn names(&self) -> usize {
        usize::from(self.uses(Var::G)) + usize::from(self.uses(Var::X)) + usize::from(self.locks())
    }

    /// The text of a model. Threads that do nothing are left out.
    pub fn render(&self) -> String {
        let mut out = self.declarations();
        let mut threads: Vec<&Body> = self.0.iter().filter(|b| !b.is_empty()).collect();
        let nothing = Body::new();
        if threads.is_empty() {
            threads.push(&nothing);
        }
        for (i, body) in threads.iter().enumerate() {
            let _ = writeln!(out, "void T{}() {{", i + 1);
            write_body(&mut out, body, 1);
            out += "}\n\n";
        }
        let calls: Vec<String> = (1..=threads.len()).map(|i| format!("{{ T{i}() }}")).collect();
        out + &format!("P = {}\n", calls.join(" || "))
    }

    fn declarations(&self) -> String {
        let vars: Vec<&str> =
            [(Var::G, "g = 0"), (Var::X, "x = 0")].into_iter().filter(|(v, _)| self.uses(*v)).map(|(_, t)| t).collect();
        let data = if vars.is_empty() { String::new() } else { format!("int {};\n", vars.join(", ")) };
        let all = data + if self.locks() { "mutex m;\n" } else { "" };
        if all.is_empty() { all } else { all + "\n" }
    }
}

fn write_body(out: &mut String, body: &[Statement], depth: usize) {
    let indent = "    ".repeat(depth);
    for statement in body {
        let _ = writeln!(out, "{indent}{}", statement.text());
        let (parts, between): (Vec<&Body>, _) = match statement {
            If(a, b) => (vec![a, b], "} else {"),
            Choose(a, b) => (vec![a, a, b], "[]"),
            Forever(a) => (vec![a], ""),
            _ => continue,
        };
        for (i, part) in parts.into_iter().enumerate() {
            if i > 0 {
                let _ = writeln!(out, "{indent}{between}");
            }
            write_body(out, part, depth + 1);
        }
        let _ = writeln!(out, "{indent}}}");
    }
}
