//! Makes a program smaller as long as it keeps what makes it interesting.

use super::grammar::{Body, Sketch, Statement, Var, renamed};

/// The smallest program that single changes lead to. `keeps` says whether a program is still of interest.
pub fn shrink(mut sketch: Sketch, keeps: &mut dyn FnMut(&Sketch) -> bool) -> Sketch {
    while let Some(smaller) = smaller(&sketch).into_iter().find(&mut *keeps) {
        sketch = smaller;
    }
    sketch
}

/// How much is left to take away: statements, names, and what is not as simple as it could be.
fn weight(sketch: &Sketch) -> (usize, usize, usize) {
    let mut more = 0;
    sketch.each(&mut |s| more += complexity(s));
    (sketch.size(), sketch.names(), more + usize::from(sketch.uses(Var::X)))
}

fn complexity(statement: &Statement) -> usize {
    match statement {
        Statement::Skip | Statement::Fail | Statement::Block => 0,
        Statement::Choose(..) => 2,
        _ => 1,
    }
}

/// Every program that is one change away and weighs less, the lightest first.
fn smaller(sketch: &Sketch) -> Vec<Sketch> {
    let Sketch(threads) = sketch;
    let mut found = vec![Sketch(renamed_all(threads))];
    for (i, body) in threads.iter().enumerate() {
        let with = |b: Body| {
            let mut threads = threads.clone();
            threads[i] = b;
            Sketch(threads)
        };
        found.push(Sketch([&threads[..i], &threads[i + 1..]].concat()));
        found.extend(changed(body).into_iter().map(with));
    }
    found.retain(|s| !s.0.is_empty() && weight(s) < weight(sketch));
    found.sort_by_key(weight);
    found
}

/// One variable in place of two.
fn renamed_all(threads: &[Body]) -> Vec<Body> {
    threads.iter().map(|b| renamed(b, &|_| Var::G)).collect()
}

/// The body with one statement replaced by something simpler.
fn changed(body: &Body) -> Vec<Body> {
    let mut found = vec![];
    for (i, statement) in body.iter().enumerate() {
        let with = |new: Body| [&body[..i], &new, &body[i + 1..]].concat();
        found.extend(simpler(statement).into_iter().map(with));
    }
    found
}

/// What may stand in place of a statement.
fn simpler(statement: &Statement) -> Vec<Body> {
    let mut found = vec![vec![], vec![Statement::Skip]];
    match statement {
        Statement::Assert(..) => found.push(vec![Statement::Fail]),
        Statement::Assume(..) | Statement::Acquire | Statement::Release => found.push(vec![Statement::Block]),
        Statement::Forever(a) => {
            found.push(a.clone());
            found.extend(changed(a).into_iter().map(|a| vec![Statement::Forever(a)]));
        }
        Statement::If(a, b) => found.extend(in_branches(a, b, Statement::If)),
        Statement::Choose(a, b) => {
            found.push(vec![Statement::If(a.clone(), b.clone())]);
            found.extend(in_branches(a, b, Statement::Choose));
        }
        _ => (),
    }
    found
}

/// A branch alone, or a change in one of them.
fn in_branches(a: &Body, b: &Body, make: fn(Body, Body) -> Statement) -> Vec<Body> {
    let left = changed(a).into_iter().map(|a| vec![make(a, b.clone())]);
    let right = changed(b).into_iter().map(|b| vec![make(a.clone(), b)]);
    [a.clone(), b.clone()].into_iter().chain(left).chain(right).collect()
}
