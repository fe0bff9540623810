//! Loops that take all rounds at once, and loops that go round any number of times: if nobody goes wrong in the program
//! that is made, nobody does in the model, by every interleaving of it; on random models that count in many ways, seen
//! and unseen.
//!
//! `MOVERLOG_PROGRAMS` sets how many, `MOVERLOG_SEED` where they begin.

use crate::support::setting;
use moverlog::acceleration::{Accelerated, accelerated};
use moverlog::driver::{Control, Engine, Limits, Options, Outcome, Verdict, check};
use moverlog::ir::Program;
use moverlog::model::load;
use moverlog::random::Random;
use moverlog::uncounted::{Uncounted, uncounted};

const STATES: usize = 4_000;

/// What is done in each round.
const ROUNDS: [&str; 32] = [
    "acquire(m); x = x + 1; release(m);",
    "acquire(m); x = x + 1; release(m);",
    "acquire(m); t = x; x = t + 2; release(m);",
    "acquire(m); t = x; t = t - 1; x = t; release(m);",
    "acquire(m); x = x + 1; y = y + 1; release(m);",
    "acquire(m); x = x + 1; release(m); acquire(k); y = y + 1; release(k);",
    "acquire(k); y = 1 + y; release(k);",
    "acquire(k); x = x + 1; release(k);",
    "x = x + 1;",
    "y = y - 1;",
    "acquire(m); release(m);",
    "skip;",
    "t = x; x = t + 1;",
    "acquire(m); t = x; release(m); acquire(m); x = t + 1; release(m);",
    "acquire(m); y = x; release(m);",
    "acquire(m); x = x + t; release(m);",
    "t = x; acquire(m); v = x; x = t + 1; release(m);",
    "acquire(m); t = x; release(m); acquire(m); v = x; x = t + 1; release(m);",
    "atomic { t = x; x = t + 1; }",
    "t = x; atomic { v = x; x = t + 1; }",
    "v = v + 1;",
    "t = t + 2; v = t;",
    "y = i;",
    "w[i & 1] = w[i & 1] + 1;",
    "w[i] = 1;",
    "if (x > K) { y = 1; } else { y = 0; }",
    "if (i == K) { y = y + 1; }",
    "acquire(m); if (x < K) { x = x + 1; } release(m);",
    "acquire(m); x = x + 1; assert(x <= K); release(m);",
    "assert(i < K);",
    "if (*) { break; }",
    "acquire(m); x = 1 - x; release(m);",
];

/// What is done besides.
const OTHERS: [&str; 16] = [
    "acquire(m); x = x + 1; release(m);",
    "acquire(m); assert(x != K); release(m);",
    "acquire(m); assert(x != K); t = x; release(m);",
    "assert(x != K);",
    "assert(x + y != K);",
    "y = x;",
    "x = 0;",
    "assume(x >= K);",
    "if (x == K) { y = 7; }",
    "acquire(k); acquire(m); release(m); release(k);",
    "acquire(k); y = y + 1; release(k);",
    "assert(y != K);",
    "acquire(m); acquire(k); assert(y != K); release(k); release(m);",
    "atomic { assume(y >= 1); assert(x != K); }",
    "t = t + 1;",
    "assert(t != K);",
];

const HEADS: [&str; 12] = [
    "i < N",
    "N > i",
    "i <= N - 1",
    "N - 1 >= i",
    "i != N",
    "i < N",
    "x < N",
    "y < N",
    "i < x",
    "i < N && x < K",
    "i - N != 0",
    "t < N",
];

fn part(r: &mut Random) -> String {
    if r.percent(35) {
        return r.pick(&OTHERS).to_string();
    }
    let (head, round) = (r.pick(&HEADS), r.pick(&ROUNDS));
    format!("i = 0; while ({head}) {{ {round} i = i + 1; }}")
}

fn procedure(name: &str, r: &mut Random) -> String {
    let parts: String = (0..1 + r.below(3)).map(|_| part(r) + "\n    ").collect();
    format!("void {name}() {{\n    int i = 0; int t = 0; int v = 0;\n    {parts}\n}}\n")
}

/// Threads that count; they are there from the start, or are started and joined by another one.
fn model(r: &mut Random) -> String {
    let procedures: String = ["f", "g"].map(|name| procedure(name, r)).concat();
    let second = if r.percent(50) { "f" } else { "g" };
    let threads = match r.below(3) {
        0 => format!("P = {{ f() }} || {{ {second}() }};\n"),
        _ => {
            let (before, after) = (if r.percent(20) { part(r) } else { String::new() }, part(r));
            let join = if r.percent(80) { "join(a); join(b);" } else { "join(a);" };
            let last = r.pick(&["assert(x != K);", "assert(x == K);", "assert(x >= 0);", "assert(y != K);"]);
            format!(
                "void h() {{\n    int i = 0; int t = 0; int v = 0; {before}\n    thread a = spawn f(); thread b = spawn {second}();\n    \
                 {join}\n    {after}\n    {last}\n}}\nP = {{ h() }};\n"
            )
        }
    };
    let text = format!("mutex m;\nmutex k;\nint x = 0;\nint y = 0;\nint w[4];\n{procedures}{threads}");
    text.replace('N', &(1 + r.below(4)).to_string()).replace('K', &r.below(9).to_string())
}

fn run(program: &Program, engine: Engine, options: &Options) -> Outcome {
    let control = Control::from(Limits { max_states: STATES, ..Limits::default() });
    check(program, engine, options, &control).expect("claims are no part")
}

fn loaded(text: &str) -> Program {
    let (model, found) = load("random.mover", text, &[]);
    model.unwrap_or_else(|| panic!("{found:?}\n{text}")).program
}

#[test]
fn who_is_safe_in_what_is_made_is_safe_round_by_round() {
    let (programs, seed) = (setting("MOVERLOG_PROGRAMS", 150), setting("MOVERLOG_SEED", 2026));
    let (mut safe, mut safe_uncounted, mut wrong) = (0, 0, 0);
    for n in 0..programs {
        let text = model(&mut Random::new(seed.wrapping_mul(1_000_003).wrapping_add(n)));
        let program = loaded(&text);
        let at_once = accelerated(&program, 2).map(|Accelerated { program, .. }| program);
        let any_number = uncounted(&program, 1).map(|Uncounted { program, .. }| program);
        if at_once.is_none() && any_number.is_none() {
            continue;
        }
        let expected = run(&program, Engine::interleaving(), &Options::default()).verdict;
        let is_safe = |made: &Program| {
            let summaries = Engine::named("summaries").expect("it is there");
            let thin = Options { slice: true, ..Options::default() };
            let ways = [(Engine::interleaving(), thin), (summaries, Options::fewest(made))];
            let found = ways.map(|(engine, options)| run(made, engine, &options).verdict);
            let agrees = expected != Verdict::Wrong || !found.contains(&Verdict::Safe);
            assert!(agrees, "program {n} of seed {seed}: it is wrong\n{text}");
            usize::from(found.contains(&Verdict::Safe))
        };
        safe += at_once.as_ref().map_or(0, is_safe);
        safe_uncounted += any_number.as_ref().map_or(0, is_safe);
        is_safe(&program);
        wrong += usize::from(expected == Verdict::Wrong);
    }
    let programs = programs as usize;
    let enough = [(safe, 50), (safe_uncounted, 10), (wrong, 15)].into_iter().all(|(n, of)| n * of > programs);
    assert!(enough, "{safe} and {safe_uncounted} safe, {wrong} wrong of {programs}");
}

/// What is taken at once of a program, for each loop: the numbers that it adds.
fn taken(body: &str, others: &str) -> Option<Vec<Vec<i32>>> {
    let text = format!("mutex m;\nmutex k;\nint x;\nint y;\nint* p;\nvoid f() {{ int t = 0; {body} }}\n{others}");
    let made = accelerated(&loaded(&text), 10)?;
    Some(made.loops.iter().map(|l| l.adds.iter().map(|(_, by)| *by).collect()).collect())
}

#[test]
fn loops_that_only_add_are_taken_at_once() {
    let twice = "P = { f() } || { f() };";
    let round = |body: &str| format!("for (int i = 0; i < 50; i++) {{ {body} }}");
    for (body, adds) in [
        ("acquire(m); x = x + 1; release(m);", Some(vec![vec![1]])),
        ("acquire(m); t = x; x = t - 3; release(m);", None),
        ("acquire(m); int u = x; x = u - 3; y = y + 2; release(m);", Some(vec![vec![-3, 2]])),
        ("x = x + 1;", Some(vec![vec![1]])),
        ("skip;", Some(vec![vec![]])),
        ("int u = x; x = u + 1;", None),
        ("acquire(m); int u = x; release(m); acquire(m); x = u + 1; release(m);", None),
        ("acquire(m); x = x + 1; x = x + 1; release(m);", None),
        ("int u = x; acquire(m); int v = x; x = u + 1; release(m);", None),
        ("int u = x; atomic { int v = x; x = u + 1; }", None),
        ("atomic { int v = x; x = v + 1; }", Some(vec![vec![1]])),
        ("acquire(m); x = 2 * x; release(m);", None),
        ("acquire(m); x = x + i; release(m);", None),
        ("acquire(m); x = y + 1; release(m);", None),
        ("acquire(m); x = x + 1; release(m); assert(i < 7);", None),
        ("acquire(m); x = x + 1;", None),
        ("if (x == 1) { x = x + 1; }", None),
    ] {
        assert_eq!(taken(&round(body), twice), adds, "{body}");
    }
    let counts = round("acquire(m); x = x + 1; release(m);");
    let few = counts.replace("50", "9");
    let other = counts.replace("m)", "k)");
    let two = format!("void g() {{ {other} }}\nP = {{ f() }} || {{ g() }};");
    assert_eq!((taken(&few, twice), taken(&counts, &two)), (None, None));
    let pointed = "void g() { p = &x; *p = 1; }\nP = { f() } || { g() };";
    let waits = "void g() { while (x < 3) { skip; } }\nP = { f() } || { g() };";
    assert_eq!((taken(&counts, pointed), taken(&counts, waits)), (None, Some(vec![vec![1]])));
}

/// The heads of loops that go round any number of times, of a procedure that another one stands beside.
fn heads(body: &str, others: &str) -> usize {
    let text = format!(
        "mutex m;\nint x;\nint y;\nint a[99];\nbool on;\nvoid f() {{ int t = 0; {body} }}\nvoid g(int n) {{ int t = 0; {others} }}\n\
         P = {{ f() }} || {{ g(50) }} || {{ g(60) }};"
    );
    uncounted(&loaded(&text), 10).map_or(0, |made| made.heads.len())
}

#[test]
fn loops_that_nobody_counts_go_round_any_number_of_times() {
    for (body, others, number) in [
        ("for (int i = 0; i < 50; i++) { acquire(m); x = 1 - x; release(m); }", "", 1),
        ("for (int i = 50; i > 0; i--) { t = x; }", "", 1),
        ("for (int i = 0; i < 9; i++) { t = x; }", "", 0),
        ("for (int i = 0; i < 50; i++) { a[i] = 1; }", "", 0),
        ("for (int i = 0; i < 50; i++) { t = i; } assert(t == 49);", "", 0),
        ("for (int i = 0; i < 50; i++) { t = i; }", "", 1),
        ("", "for (int i = 0; i < n; i++) { on = !on; }", 1),
        ("", "for (int i = 0; i < n; i++) { assert(i < 70); }", 0),
        ("while (x < 50) { acquire(m); x = x + 1; release(m); }", "", 1),
        ("while (x < 50) { acquire(m); x = x + 1; release(m); }", "assert(x < 60);", 0),
        ("while (x < 50) { x = x + 1; for (int i = 0; i < 20; i++) { y = y + i; } }", "", 2),
        ("while (!on) { skip; }", "on = true;", 0),
        ("for (int i = 1; 100 / i > 1; i++) { skip; }", "", 0),
    ] {
        assert_eq!(heads(body, others), number, "{body} {others}");
    }
}
