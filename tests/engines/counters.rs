//! Any number of threads: whoever is said to be safe then is so with every number of threads that can be tried.
//!
//! `MOVERLOG_PROGRAMS` sets how many random programs, `MOVERLOG_SEED` where they begin.

use crate::support::setting;
use moverlog::driver::{Control, Limits, Options, Outcome, Verdict, any_number, check};
use moverlog::model::load_with_pools;
use moverlog::random::Random;
use moverlog_rules::ruleset;

const MAX_STATES: usize = 20_000;

fn within(max_states: usize) -> Control<'static> {
    Control::from(Limits { max_states, max_stack: 8, ..Limits::default() })
}

/// With pools of so many threads.
fn program(text: &str, pool: usize) -> moverlog::ir::Program {
    let (model, found) = load_with_pools("crowd.mover", text, &[], pool);
    model.unwrap_or_else(|| panic!("{text}\n{found:?}")).program
}

fn counted(text: &str) -> Outcome {
    any_number(&program(text, 3), &within(MAX_STATES))
}

/// Whether some thread goes wrong where there are up to so many.
fn goes_wrong(text: &str, pool: usize) -> bool {
    let interleaving = ruleset("interleaving").expect("it is there");
    let outcome = check(&program(text, pool), interleaving, &Options::default(), &within(MAX_STATES));
    outcome.expect("it claims no movers").verdict == Verdict::Wrong
}

/// Statements of a worker, of which some of the inner ones belong together.
fn statements(r: &mut Random, depth: usize) -> String {
    (0..1 + r.below(3)).map(|_| statement(r, depth)).collect()
}

fn statement(r: &mut Random, depth: usize) -> String {
    let (v, w) = (r.pick(&["x", "y"]), r.pick(&["x", "y"]));
    let (c, d) = (r.below(3), r.below(3));
    if depth > 0 && r.percent(40) {
        let inner = statements(r, depth - 1);
        return match r.below(5) {
            0 => format!("if ({v} == {c}) {{ {inner} }} "),
            1 => format!("if ({v} == l) {{ {inner} }} else {{ {w} = {d}; }} "),
            2 => format!("acquire(m); {inner} release(m); "),
            3 => format!("ok = cas(b, 0, 1); if (ok) {{ {inner} b = 0; }} "),
            _ => format!("while ({v} == {c}) {{ {inner} {v} = {d}; }} "),
        };
    }
    match r.below(13) {
        0 => format!("{v} = {c}; "),
        1 => format!("{v} = l; "),
        2 => format!("l = {v}; "),
        3 => format!("{v} = {v} + 1; "),
        4 => format!("assume({v} == {c}); "),
        5 => format!("atomic {{ assume({v} == {c}); {v} = {d}; }} "),
        6 => format!("atomic {{ assume({v} == {c}); {w} = {d}; l = {c}; }} "),
        7 => format!("assert({v} != {c}); "),
        8 => format!("assert({v} == {c} || l != {d}); "),
        9 => format!("acquire(m); while ({v} == {c}) {{ wait(m); }} {w} = {d}; notifyAll(m); release(m); "),
        10 => "other(l); ".into(),
        11 => format!("assert(m != tid || {v} != {c}); "),
        _ => "l = choose(0..2); ".into(),
    }
}

/// Workers of one or two kinds, started in a loop, maybe by each other too.
fn random(seed: u64) -> String {
    let mut r = Random::new(seed);
    let [worker, second, other] = [2, 1, 1].map(|depth| statements(&mut r, depth));
    let assigned = format!("x = {}; ", r.below(3));
    let between = r.pick(&["", "acquire(m); x = 1; release(m); ", "y = x; ", assigned.as_str()]).to_string();
    let argument = r.below(3);
    let main = match r.below(4) {
        0 => format!("while (true) {{ spawn worker({argument}); {between}}}"),
        1 => format!("{between}while (true) {{ spawn worker(0); spawn second(); }}"),
        2 => format!("while (true) {{ acquire(m); spawn worker(x); release(m); {between}}}"),
        _ => format!("spawn second(); while (x == 0) {{ spawn worker({argument}); }} {between}"),
    };
    let more = if r.percent(15) { "while (y == 2) { spawn second(); }" } else { "" };
    format!(
        "mutex m; int[0..2] x; int[0..2] y; int b;
void other(int[0..2] l) {{ bool ok; {} }}
void second() {{ int[0..2] l; bool ok; {second} }}
void worker(int[0..2] l) {{ bool ok; {worker} {more} }}
void main() {{ {main} }}
P = {{ main() }};
",
        other.replace("other(l); ", "")
    )
}

#[test]
fn any_number_is_no_fewer_than_those_that_can_be_tried() {
    let programs = setting("MOVERLOG_PROGRAMS", 300);
    let first = setting("MOVERLOG_SEED", 7_000);
    let (mut safe, mut wrong) = (0u64, 0u64);
    for seed in first..first + programs {
        let text = random(seed);
        let pools = [2, 3, 4].into_iter().find(|pool| goes_wrong(&text, *pool));
        let counted = counted(&text);
        wrong += u64::from(pools.is_some());
        safe += u64::from(counted.verdict == Verdict::Safe);
        assert!(
            counted.verdict != Verdict::Safe || pools.is_none(),
            "{pools:?} threads go wrong, seed {seed}:\n{text}"
        );
    }
    println!("{programs} programs: {wrong} wrong, {safe} safe for any number of threads");
    assert!(safe * 10 > programs && wrong * 10 > programs, "{safe} safe, {wrong} wrong of {programs}");
}

/// Of a program with `mutex m; int x;`, whose `main` starts workers without end.
fn of_workers(worker: &str, main: &str) -> Verdict {
    counted(&format!("mutex m; int x; int b; void worker() {{ {worker} }} void main() {{ {main} }} P = {{ main() }};"))
        .verdict
}

#[test]
fn what_is_locked_is_safe_for_any_number() {
    let safe = |worker: &str| {
        assert_eq!(of_workers(worker, "while (true) { spawn worker(); }"), Verdict::Safe, "{worker}");
    };
    safe("acquire(m); x = x + 1; assert(x == 1); x = x - 1; release(m);");
    safe("bool ok; ok = cas(b, 0, 1); if (ok) { x = x + 1; assert(x == 1); x = 0; b = 0; }");
    safe("while (true) { acquire(m); assert(m == tid); x = 1 - x; release(m); }");
    safe("int l; l = 3; while (l > 0) { l = l - 1; } assert(l == 0);");
}

#[test]
fn three_are_counted_where_two_are_not_any_number() {
    let worker = "atomic { assume(x < 3); x = x + 1; } assert(x <= 3); atomic { x = x - 1; } assert(x >= 0);";
    let text = format!(
        "int[0..4] x; void worker() {{ {worker} }} void main() {{ while (true) {{ spawn worker(); }} }} P = {{ main() }};"
    );
    let outcome = counted(&text);
    assert_eq!((outcome.verdict, outcome.counted), (Verdict::Safe, Some(3)));
}

#[test]
fn nothing_is_known_where_threads_are_told_apart() {
    let open = |worker: &str, main: &str| {
        assert_eq!(of_workers(worker, main), Verdict::Inconclusive, "{worker} {main}");
    };
    open("x = 1;", "while (true) { int t; t = spawn worker(); join(t); }");
    open("x = 1;", "int t; int u; while (true) { u = t; t = spawn worker(); assert(t != u); }");
    open("x = tid; assert(x > 0);", "while (true) { spawn worker(); }");
    open("acquire(m); ", "while (true) { spawn worker(); assert(m != 3); }");
    open("x = x + 1; assert(x < 9);", "while (true) { spawn worker(); }");
    open("assert(x != 1);", "spawn worker(); x = 1;");
}
