//! Random boolean programs, as a tree and as text.

use moverlog::random::Random;
use std::fmt::Write;

/// Global variables first, then those of the procedure.
pub type Variable = usize;

pub const GLOBALS: usize = 3;
pub const LOCALS: usize = 2;

#[derive(Clone, Debug)]
pub enum E {
    Const(bool),
    Any,
    Var(Variable),
    Next(Variable),
    Schoose(Box<E>, Box<E>),
    Not(Box<E>),
    Op(char, Box<E>, Box<E>),
    If(Box<E>, Box<E>, Box<E>),
}

#[derive(Clone, Debug)]
pub enum S {
    Skip,
    Assign(Vec<Variable>, Vec<E>, Option<E>),
    Call(Vec<Option<Variable>>, usize, Vec<E>),
    Start(usize, Vec<E>),
    StartGoto(String),
    EndThread,
    Goto(Vec<String>),
    Label(String),
    If(E, Vec<S>, Vec<S>),
    While(E, Vec<S>),
    Return(Vec<E>),
    Assert(E),
    Assume(E),
    Enforce(E),
    Havoc(Variable),
    Atomic(Vec<S>),
}

/// Procedure 0 is `main`; each has `parameters` of its local variables first.
#[derive(Debug)]
pub struct Procedure {
    pub parameters: usize,
    pub results: usize,
    pub body: Vec<S>,
}

#[derive(Debug)]
pub struct Sketch {
    /// What globals begin with; nothing is any.
    pub globals: [Option<bool>; GLOBALS],
    pub procedures: Vec<Procedure>,
}

pub struct Maker {
    pub random: Random,
    labels: usize,
    procedures: Vec<(usize, usize)>,
    starts: usize,
}

/// What may stand at a place.
#[derive(Clone, Copy)]
struct Place {
    procedure: usize,
    depth: usize,
    atomic: bool,
    looped: bool,
}

impl Maker {
    pub fn new(random: Random) -> Self {
        Maker { random, labels: 0, procedures: vec![], starts: 0 }
    }

    pub fn sketch(&mut self) -> Sketch {
        let any = |r: &mut Random| match r.below(4) {
            0 => None,
            _ => Some(r.below(2) == 0),
        };
        let globals = std::array::from_fn(|_| any(&mut self.random));
        let count = 2 + self.random.below(3);
        self.procedures = vec![(0, 0)];
        for _ in 1..count {
            let shape = (self.random.below(LOCALS + 1), self.random.below(3));
            self.procedures.push(shape);
        }
        let procedures = (0..count).map(|p| self.procedure(p)).collect();
        Sketch { globals, procedures }
    }

    fn procedure(&mut self, procedure: usize) -> Procedure {
        let (parameters, results) = self.procedures[procedure];
        let place = Place { procedure, depth: 2, atomic: false, looped: false };
        let mut body = vec![];
        if self.random.percent(10) {
            body.push(S::Enforce(self.deterministic(1)));
        }
        body.extend(self.block(place, 3));
        if procedure == 0 && self.starts < 2 {
            let at = self.random.below(body.len() + 1);
            let start = self.start();
            body.insert(at, start);
        }
        if results > 0 && self.random.percent(80) {
            body.push(S::Return(self.values(results)));
        }
        Procedure { parameters, results, body }
    }

    fn values(&mut self, n: usize) -> Vec<E> {
        (0..n).map(|_| self.value(1)).collect()
    }

    fn block(&mut self, place: Place, n: usize) -> Vec<S> {
        let mut all: Vec<S> = (0..1 + self.random.below(n)).map(|_| self.statement(place)).collect();
        if self.random.percent(15) {
            self.with_goto(&mut all, place);
        }
        all
    }

    /// A label at one place of a list, and a jump to it from another one.
    fn with_goto(&mut self, all: &mut Vec<S>, place: Place) {
        self.labels += 1;
        let label = format!("L{}", self.labels);
        let (from, to) = (self.random.below(all.len() + 1), self.random.below(all.len() + 1));
        // No start may be passed twice.
        if from >= to && starts(&all[to..from]) {
            return;
        }
        self.labels += 1;
        let other = format!("L{}", self.labels);
        let jump = match self.random.below(4) {
            0 => vec![S::Goto(vec![label.clone()])],
            1 if self.starts < 2 && !place.atomic && !place.looped && from < to && place.procedure == 0 => {
                self.starts += 1;
                vec![S::StartGoto(label.clone())]
            }
            _ => vec![S::Goto(vec![label.clone(), other.clone()]), S::Label(other)],
        };
        if from < to {
            all.insert(to, S::Label(label));
            all.splice(from..from, jump);
        } else {
            all.splice(from..from, jump);
            all.insert(to, S::Label(label));
        }
    }

    fn start(&mut self) -> S {
        self.starts += 1;
        let callee = 1 + self.random.below(self.procedures.len() - 1);
        S::Start(callee, self.values(self.procedures[callee].0))
    }

    fn statement(&mut self, place: Place) -> S {
        let nested = Place { depth: place.depth.saturating_sub(1), ..place };
        match self.random.below(if place.depth == 0 { 13 } else { 18 }) {
            0 => S::Skip,
            1..=4 => self.assignment(),
            5 | 6 => S::Assert(self.value(2)),
            7 => S::Assume(self.value(1)),
            8 => S::Havoc(self.variable()),
            9 | 10 => self.call(place),
            11 if !place.atomic && place.procedure != 0 => match self.random.below(3) {
                0 if !self.is_last(place) => S::EndThread,
                _ => S::Return(self.values(self.procedures[place.procedure].1)),
            },
            12 if self.starts < 2 && !place.atomic && !place.looped && place.procedure == 0 => self.start(),
            13 | 14 => S::If(self.value(1), self.block(nested, 2), self.block(nested, 2)),
            15 if !place.atomic => S::While(self.value(1), self.block(Place { looped: true, ..nested }, 2)),
            16 | 17 if !place.atomic && !self.is_last(place) => {
                // Deep enough for a choice inside of a branch.
                S::Atomic(self.block(Place { atomic: true, ..place }, 3))
            }
            _ => self.assignment(),
        }
    }

    /// Atomic sections call the last procedure alone, which has none of its own, and ends no thread.
    fn is_last(&self, place: Place) -> bool {
        place.procedure + 1 == self.procedures.len()
    }

    /// Calls go to procedures with greater numbers, or, seldom, to any: then stacks may grow.
    fn call(&mut self, place: Place) -> S {
        let first = if place.atomic && !self.is_last(place) { self.procedures.len() - 1 } else { place.procedure + 1 };
        let recursive = self.random.percent(15) && !place.atomic && !self.is_last(place);
        if first >= self.procedures.len() && !recursive {
            return self.assignment();
        }
        let callee = if recursive {
            1 + self.random.below(self.procedures.len() - 1)
        } else {
            first + self.random.below(self.procedures.len() - first)
        };
        let (parameters, results) = self.procedures[callee];
        let mut targets = vec![];
        if results > 0 && self.random.percent(85) {
            for target in self.some_variables(results) {
                targets.push(if self.random.percent(15) { None } else { Some(target) });
            }
        }
        S::Call(targets, callee, self.values(parameters))
    }

    fn assignment(&mut self) -> S {
        let count = 1 + self.random.below(3);
        let targets = self.some_variables(count);
        let values = (0..count).map(|_| self.value(2)).collect();
        let constrain = self.random.percent(25).then(|| self.constraint(2));
        S::Assign(targets, values, constrain)
    }

    fn variable(&mut self) -> Variable {
        self.random.below(GLOBALS + LOCALS)
    }

    /// Different ones.
    fn some_variables(&mut self, n: usize) -> Vec<Variable> {
        let mut found: Vec<Variable> = vec![];
        while found.len() < n {
            let v = self.variable();
            if !found.contains(&v) {
                found.push(v);
            }
        }
        found
    }

    fn deterministic(&mut self, depth: usize) -> E {
        self.expression(depth, false, false)
    }

    fn value(&mut self, depth: usize) -> E {
        self.expression(depth, true, false)
    }

    fn constraint(&mut self, depth: usize) -> E {
        self.expression(depth, true, true)
    }

    fn expression(&mut self, depth: usize, free: bool, next: bool) -> E {
        let inside = |maker: &mut Maker| Box::new(maker.expression(depth.saturating_sub(1), free, next));
        match self.random.below(if depth == 0 { 6 } else { 12 }) {
            0 => E::Const(self.random.below(2) == 0),
            1 if free => E::Any,
            1..=5 if next && self.random.percent(50) => E::Next(self.variable()),
            1..=5 => E::Var(self.variable()),
            6 => E::Not(inside(self)),
            7 if free => E::Schoose(inside(self), inside(self)),
            8 => E::If(inside(self), inside(self), inside(self)),
            _ => E::Op(['&', '|', '^', '=', '#', '>'][self.random.below(6)], inside(self), inside(self)),
        }
    }
}

fn starts(all: &[S]) -> bool {
    all.iter().any(|s| match s {
        S::Start(..) | S::StartGoto(_) => true,
        S::If(_, a, b) => starts(a) || starts(b),
        S::While(_, a) | S::Atomic(a) => starts(a),
        _ => false,
    })
}

impl Sketch {
    pub fn text(&self) -> String {
        let mut out = String::new();
        for (i, value) in self.globals.iter().enumerate() {
            let value = value.map_or(String::new(), |v| format!(" := {}", if v { "T" } else { "F" }));
            writeln!(out, "decl g{i}{value};").unwrap();
        }
        for (i, p) in self.procedures.iter().enumerate() {
            let results = match p.results {
                0 => "void".to_string(),
                1 => "bool".into(),
                n => format!("bool<{n}>"),
            };
            let parameters: Vec<String> = (0..p.parameters).map(|l| format!("l{l}")).collect();
            writeln!(out, "{results} {}({}) begin", procedure(i), parameters.join(", ")).unwrap();
            let rest: Vec<String> = (p.parameters..LOCALS).map(|l| format!("l{l}")).collect();
            if !rest.is_empty() {
                writeln!(out, "  decl {};", rest.join(", ")).unwrap();
            }
            block(&p.body, 1, &mut out);
            out += "end\n";
        }
        out
    }
}

fn procedure(i: usize) -> String {
    if i == 0 { "main".into() } else { format!("f{i}") }
}

fn variable(v: Variable) -> String {
    if v < GLOBALS { format!("g{v}") } else { format!("l{}", v - GLOBALS) }
}

fn list<A>(all: &[A], one: impl Fn(&A) -> String) -> String {
    all.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn block(all: &[S], depth: usize, out: &mut String) {
    for s in all {
        let indent = "  ".repeat(depth);
        match s {
            S::If(e, a, b) => {
                writeln!(out, "{indent}if {} then", e.text()).unwrap();
                block(a, depth + 1, out);
                if !b.is_empty() {
                    writeln!(out, "{indent}else").unwrap();
                    block(b, depth + 1, out);
                }
                writeln!(out, "{indent}fi;").unwrap();
            }
            S::While(e, a) => {
                writeln!(out, "{indent}while {} do", e.text()).unwrap();
                block(a, depth + 1, out);
                writeln!(out, "{indent}od;").unwrap();
            }
            S::Atomic(a) => {
                writeln!(out, "{indent}atomic_begin;").unwrap();
                block(a, depth, out);
                writeln!(out, "{indent}atomic_end;").unwrap();
            }
            simple => writeln!(out, "{indent}{};", simple.simple()).unwrap(),
        }
    }
}

impl S {
    fn simple(&self) -> String {
        match self {
            S::Skip => "skip".into(),
            S::Assign(targets, values, constrain) => {
                let constrain = constrain.as_ref().map_or(String::new(), |e| format!(" constrain {}", e.text()));
                format!("{} := {}{constrain}", list(targets, |v| variable(*v)), list(values, E::text))
            }
            S::Call(targets, callee, arguments) => {
                let call = format!("{}({})", procedure(*callee), list(arguments, E::text));
                let name = |v: &Option<Variable>| v.map_or("_".into(), variable);
                if targets.is_empty() { call } else { format!("{} := {call}", list(targets, name)) }
            }
            S::Start(callee, arguments) => {
                format!("start_thread {}({})", procedure(*callee), list(arguments, E::text))
            }
            S::StartGoto(label) => format!("start_thread goto {label}"),
            S::EndThread => "end_thread".into(),
            S::Goto(labels) => format!("goto {}", labels.join(", ")),
            S::Label(label) => format!("{label}: skip"),
            S::Return(values) => format!("return {}", list(values, E::text)).trim_end().into(),
            S::Assert(e) => format!("assert({})", e.text()),
            S::Assume(e) => format!("assume({})", e.text()),
            S::Enforce(e) => format!("enforce {}", e.text()),
            S::Havoc(v) => format!("{} := *", variable(*v)),
            S::If(..) | S::While(..) | S::Atomic(_) => unreachable!("it holds others"),
        }
    }
}

impl E {
    fn text(&self) -> String {
        match self {
            E::Const(v) => if *v { "T" } else { "F" }.into(),
            E::Any => "*".into(),
            E::Var(v) => variable(*v),
            E::Next(v) => format!("'{}", variable(*v)),
            E::Schoose(a, b) => format!("schoose[{}, {}]", a.text(), b.text()),
            E::Not(a) => format!("!{}", a.text()),
            E::Op('#', a, b) => format!("({} != {})", a.text(), b.text()),
            E::Op('>', a, b) => format!("({} => {})", a.text(), b.text()),
            E::Op(op, a, b) => format!("({} {op} {})", a.text(), b.text()),
            E::If(c, a, b) => format!("({} ? {} : {})", c.text(), a.text(), b.text()),
        }
    }
}
