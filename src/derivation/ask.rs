//! Asking the program what a rule asks; `types` lists the questions.

use moverlog_rules::{Frame, Node, Oracle, Program, State, Tid};

/// What an expression is.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    /// Also 1 for true and 0 for false.
    Atom(u32),
    Tuple(Vec<Value>),
    Option(Option<Box<Value>>),
    List(Vec<Value>),
}

pub(super) fn truth(b: bool) -> Value {
    Value::Atom(u32::from(b))
}

/// The questions of [`Program`] by name.
pub(super) fn ask(p: &dyn Program, question: &str, a: &[u32]) -> Value {
    let (t, n, s) = (|i: usize| Tid(a[i]), |i: usize| Node(a[i]), |i: usize| State(a[i]));
    let atom = |v: u32| Value::Atom(v);
    let option = |v: Option<u32>| Value::Option(v.map(|v| Box::new(Value::Atom(v))));
    match question {
        "initial" => atom(p.initial().0),
        "threads" => Value::List(Oracle(p).threads().map(|t| atom(t.0)).collect()),
        "node" => atom(p.node(t(0), s(1)).0),
        "top" => option(p.top(t(0), s(1)).map(|f| f.0)),
        "goes_on" => truth(p.goes_on()),
        "is_outside" => truth(p.is_outside(t(0), n(1))),
        "is_left" => truth(p.is_left(t(0), n(1))),
        "returns" => truth(p.returns(t(0), n(1))),
        "frames" => Value::List(p.frames(t(0), s(1)).map(|f| atom(f.0)).collect()),
        "others_outside" => truth(p.others_outside(t(0), s(1))),
        "u" => Value::List(p.u(t(0), n(1)).map(|n| atom(n.0)).collect()),
        "u_plus" => {
            let pairs = p.u_plus(t(0), n(1)).map(|(n, f)| Value::Tuple(vec![atom(n.0), atom(f.0)]));
            Value::List(pairs.collect())
        }
        "u_minus" => Value::List(p.u_minus(t(0), n(1), Frame(a[2])).map(|n| atom(n.0)).collect()),
        "unheld" => {
            let pairs = p.unheld(t(0), n(1)).map(|(z, m)| Value::Tuple(vec![atom(z.0), atom(m.0)]));
            Value::List(pairs.collect())
        }
        "holds_locks" => truth(p.holds_locks(t(0), n(1))),
        "is_enabled" => truth(p.is_enabled(t(0), n(1))),
        "kept" => Value::List(p.kept().map(|s| atom(s.0)).collect()),
        "set" => atom(p.set(s(0), t(1), n(2)).0),
        "push" => option(p.push(s(0), t(1), n(2), Frame(a[3])).map(|s| s.0)),
        "pop" => atom(p.pop(s(0), t(1), n(2)).0),
        other => unreachable!("no program answers `{other}`"),
    }
}
