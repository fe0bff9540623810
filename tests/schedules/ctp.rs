//! Concurrent trace programs for tests, written down as short texts.

use moverlog::ir::Binary;
use moverlog::trace::ctp::*;

/// Builds a program: the shared variables with their values, and for each thread its transitions,
/// separated by `;`. `L` and `U` lock and unlock the lock `m` or the one named; `r=X`, `X=r+1`,
/// `X=2`, `X=Y+Z`, `assert X<=5`; names in lower case are the thread's own, `L`... see [`transition`].
pub fn program(shared: &[(&str, i64)], threads: &[&str]) -> Ctp {
    let mut ctp = Ctp::default();
    for (name, initial) in shared {
        declare(&mut ctp, name, Scope::Shared, *initial);
    }
    for (t, text) in threads.iter().enumerate() {
        let parts = text.split(';').map(str::trim).filter(|p| !p.is_empty());
        let transitions = parts.map(|p| transition(&mut ctp, t, p)).collect();
        ctp.threads.push(Slice { name: ((b'a' + t as u8) as char).to_string(), transitions });
    }
    ctp
}

pub const INT: (i64, i64) = (i32::MIN as i64, i32::MAX as i64);

fn declare(ctp: &mut Ctp, name: &str, scope: Scope, initial: i64) -> VariableId {
    let range = if scope == Scope::Lock { (0, 1) } else { INT };
    ctp.variables.push(Variable { name: name.into(), scope, initial, range });
    VariableId(ctp.variables.len() - 1)
}

/// The variable of this name that the thread sees; a new one if there is none.
fn variable(ctp: &mut Ctp, scope: Scope, name: &str) -> VariableId {
    let fits = |v: &Variable| v.name == name && (v.scope == scope || v.scope == Scope::Shared);
    let found = ctp.variables.iter().position(fits);
    found.map_or_else(|| declare(ctp, name, scope, 0), VariableId)
}

fn transition(ctp: &mut Ctp, t: usize, text: &str) -> Transition {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let (guard, effect) = match word {
        "lock" => (None, Effect::Lock(variable(ctp, Scope::Lock, rest))),
        "unlock" => (None, Effect::Unlock(variable(ctp, Scope::Lock, rest))),
        "fork" => (None, Effect::Fork(rest.parse().unwrap())),
        "join" => (None, Effect::Join(rest.parse().unwrap())),
        "assert" => (None, Effect::Assert(expression(ctp, t, rest))),
        "assume" => (Some(expression(ctp, t, rest)), Effect::Skip),
        "skip" => (None, Effect::Skip),
        _ => {
            let (place, value) = text.split_once('=').unwrap();
            let value = expression(ctp, t, value.trim());
            (None, Effect::Assign(vec![(variable(ctp, Scope::Local(t), place.trim()), value)]))
        }
    };
    Transition { label: text.into(), line: None, guard, effect, constants: vec![] }
}

fn expression(ctp: &mut Ctp, t: usize, text: &str) -> Expr {
    use Binary::*;
    for (sign, op) in
        [("==", Eq), ("!=", Ne), ("<=", Le), (">=", Ge), ("<", Lt), (">", Gt), ("+", Add), ("*", Mul), ("/", Div)]
    {
        if let Some((a, b)) = text.split_once(sign) {
            let (a, b) = (expression(ctp, t, a.trim()), expression(ctp, t, b.trim()));
            return Expr::Binary(op, a.into(), b.into());
        }
    }
    match text.parse() {
        Ok(value) => Expr::Const(value),
        Err(_) => Expr::Var(variable(ctp, Scope::Local(t), text)),
    }
}
