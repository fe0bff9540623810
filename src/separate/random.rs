//! Random programs, without the restrictions of the enumeration: branches in branches, locks and
//! assertions anywhere. The same seed gives the same programs.

use super::enumerate::Space;
use super::grammar::{Body, Kind, Sketch, Statement, Var, size};
use crate::random::Random;

/// A program of two or three threads, or of more if the space has more.
pub fn sketch(random: &mut Random, space: &Space) -> Sketch {
    let threads = 2 + random.below(space.threads.max(3) - 1);
    Sketch(
        (0..threads)
            .map(|_| {
                let n = 1 + random.below(space.steps);
                thread(random, n, space)
            })
            .collect(),
    )
}

/// At most `n` statements, of a thread that comes back to its start now and then.
fn thread(random: &mut Random, n: usize, space: &Space) -> Body {
    if n > 1 && !space.without.contains(&Kind::Forever) && random.below(3) == 0 {
        return vec![Statement::Forever(body(random, n - 1, space))];
    }
    body(random, n, space)
}

/// At most `n` statements.
fn body(random: &mut Random, n: usize, space: &Space) -> Body {
    let mut body = Body::new();
    while size(&body) < n && !body.last().is_some_and(Statement::is_last) {
        body.extend(statement(random, n - size(&body), space));
    }
    body
}

/// At most `n` statements; now and then none.
fn statement(random: &mut Random, n: usize, space: &Space) -> Option<Statement> {
    let kinds =
        Kind::ALL.iter().map(|(_, kind)| *kind).filter(|kind| *kind != Kind::Forever && !space.without.contains(kind));
    let kinds: Vec<Kind> = kinds.collect();
    let kind = kinds[random.below(kinds.len())];
    let statement = match kind {
        Kind::Assign => Statement::Assign(var(random), random.bit()),
        Kind::Assume => Statement::Assume(var(random), random.bit()),
        Kind::Assert if random.below(4) == 0 => Statement::Fail,
        Kind::Assert => Statement::Assert(var(random), random.bit()),
        Kind::Lock if random.bit() => Statement::Acquire,
        Kind::Lock => Statement::Release,
        Kind::Skip => Statement::Skip,
        Kind::Loop | Kind::Forever => Statement::Loop,
        Kind::If => Statement::If(branch(random, n, space), branch(random, n, space)),
        Kind::Choose => Statement::Choose(branch(random, n, space), branch(random, n, space)),
    };
    (statement.size() <= n).then_some(statement)
}

fn branch(random: &mut Random, n: usize, space: &Space) -> Body {
    let most = random.below(n.min(3));
    body(random, most, space)
}

fn var(random: &mut Random) -> Var {
    if random.bit() { Var::X } else { Var::G }
}
