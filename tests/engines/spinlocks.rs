//! Numbers that are locks: random models that take and give them back in many ways, right and wrong, by every sound
//! engine with mutexes in their place, against every interleaving of the models as they are.
//!
//! `MOVERLOG_PROGRAMS` sets how many, `MOVERLOG_SEED` where they begin.

use crate::corpus;
use crate::slice::{is_replayed, is_sound};
use crate::support::setting;
use moverlog::driver::{Bound, Control, Engine, Limits, Options, Outcome, Verdict, check};
use moverlog::ir::Program;
use moverlog::model::load;
use moverlog::random::Random;
use moverlog::spinlocks::locked as locked_in;
use moverlog::symmetry;

const STATES: usize = 40_000;

/// Ways to take L, which is FREE or HELD; behind it the lock is taken, but for those that are wrong.
const TAKES: [&str; 18] = [
    "atomic { assume(L == FREE); L = HELD; }",
    "got = false; while (!got) { got = cas(L, FREE, HELD); }",
    "got = cas(L, FREE, HELD); while (!got) { got = cas(L, FREE, HELD); }",
    "busy = 1; while (busy == 1) { atomic { busy = 0; if (L != FREE) busy = 1; else L = HELD; } }",
    "got = false; while (!got) { while (L != FREE) { } got = cas(L, FREE, HELD); }",
    "got = cas(L, FREE, HELD); assume(got);",
    "atomic { assume(L == FREE); L = HELD; x = x + 1; }",
    "got = false; while (!got) { got = cas(L, FREE, HELD); n = n + 1; }",
    "got = false; while (!got) { got = cas(L, FREE, HELD); y = 1; }",
    "got = false; while (!got) { got = cas(L, FREE, HELD); assert(x < 2); }",
    "if (L == FREE) { L = HELD; }",
    "atomic { assert(x < 2); assume(L == FREE); L = HELD; }",
    "atomic { if (x == 1) { y = 1; } assume(L == FREE); L = HELD; }",
    "atomic { if (x == 2) { assert(y == 0); } assume(L == FREE); L = HELD; }",
    "atomic { y = 1 / (2 - x); assume(L == FREE); L = HELD; }",
    "if (n == late) { atomic { assume(n == late); assume(L == FREE); L = HELD; } } else { atomic { assume(L == FREE); L = HELD; } }",
    "if (late == 0) { atomic { assume(late == 0); assume(L == FREE); L = HELD; } x = 2; } else { atomic { assume(L == FREE); L = HELD; } }",
    "take();",
];

/// Ways to give it back.
const GIVES: [&str; 10] = [
    "L = FREE;",
    "L = FREE;",
    "L = FREE;",
    "atomic { assume(L == HELD); L = FREE; }",
    "got = cas(L, HELD, FREE);",
    "assert(L == HELD); L = FREE;",
    "atomic { L = FREE; y = x; }",
    "atomic { L = FREE; y = x; L = HELD; } L = FREE;",
    "atomic { assert(x < 2); assume(L != FREE); y = x; L = FREE; }",
    "",
];

const WORK: [&str; 10] = [
    "x = x + 1; x = x - 1;",
    "x = y;",
    "y = x; assert(y == x);",
    "assert(x != 2);",
    "n = x; x = n;",
    "assert(L == HELD);",
    "if (L == HELD) { y = 1; }",
    "LOOK",
    "x = 1; assert(x == 1); x = 0;",
    "assert(n == 0 || x <= 1);",
];

/// What a thread does once.
fn round(r: &mut Random) -> String {
    match r.below(12) {
        0 => r.pick(&WORK).to_string(),
        1 => r.pick(&GIVES).to_string(),
        2 => format!("got = cas(L, FREE, HELD); if (got) {{ {} {} }}", r.pick(&WORK), r.pick(&GIVES)),
        _ => format!("{} {} {} {}", r.pick(&TAKES), r.pick(&WORK), r.pick(&WORK), r.pick(&GIVES)),
    }
}

fn procedure(name: &str, r: &mut Random) -> String {
    let rounds: String = (0..1 + r.below(2)).map(|_| round(r) + "\n    ").collect();
    let body = if r.percent(30) { format!("while (true) {{ {rounds} }}") } else { rounds };
    format!("void {name}() {{\n    {}\n    {body}\n}}\n", locals(r))
}

/// Control may pass by the last one, which is 0 then.
fn locals(r: &mut Random) -> String {
    let late = if r.percent(20) { "if (*) { goto Late; } int[3..4] late = 3; Late: skip;" } else { "int late = 1;" };
    format!("bool got = false; int[0..1] busy = 0; int[0..2] n = 0; {late}")
}

/// A model with a lock of one kind.
fn model(r: &mut Random) -> String {
    let kinds = [("bool", "false", "true"), ("int", "0", "1"), ("int[0..7]", "3", "5"), ("int", "0", "tid")];
    let (of, free, held) = kinds[r.below(kinds.len())];
    let pointed = r.percent(15);
    let pointer = if pointed { format!("{of}* p = &L;") } else { String::new() };
    let look = if pointed { "assert(*p != HELD);" } else { "skip;" };
    let take = TAKES[r.below(TAKES.len() - 1)];
    let take = format!("void take() {{ {} {take} }}\n", locals(r));
    let procedures: String = ["f", "g"].map(|name| procedure(name, r)).concat();
    let third = if r.percent(40) { " || { f() }" } else { "" };
    let shared = format!("{of} L = {free};\n{pointer}\nint[0..2] x = 0;\nint[0..2] y = 0;\n");
    let text = format!("{shared}{take}{procedures}P = {{ f() }} || {{ g() }}{third};\n");
    text.replace("LOOK", look).replace("FREE", free).replace("HELD", held)
}

fn run(program: &Program, engine: Engine, options: &Options) -> Outcome {
    let control = Control::from(Limits { max_states: STATES, max_stack: 6, ..Limits::default() });
    check(program, engine, options, &control).expect("claims are no part")
}

/// All sound engines, plain and together with other ways to store less.
fn engines_agree(program: &Program, expected: Verdict, r: &mut Random) -> Result<usize, String> {
    let mut found = 0;
    for engine in Engine::all().filter(is_sound) {
        let plain = Options { spinlocks: true, slice: r.percent(50), ..Options::default() };
        let all = Options { spinlocks: true, ..Options::fewest(program) };
        let options = if r.percent(70) { plain } else { all };
        let outcome = run(program, engine, &options);
        if outcome.verdict != expected && outcome.bound != Some(Bound::States) {
            return Err(format!("{}: {:?}, should be {expected:?}", engine.name(), outcome.verdict));
        }
        is_replayed(program, &outcome).map_err(|e| format!("{}: {e}", engine.name()))?;
        found += usize::from(!outcome.spinlocks.is_empty());
    }
    Ok(found)
}

#[test]
fn random_models_keep_their_verdicts() {
    let (programs, seed) = (setting("MOVERLOG_PROGRAMS", 150), setting("MOVERLOG_SEED", 2026));
    let (mut locked, mut wrong) = (0, 0);
    for n in 0..programs {
        let r = &mut Random::new(seed.wrapping_mul(1_000_003).wrapping_add(n));
        let text = model(r);
        let (model, found) = load("random.mover", &text, &[]);
        let program = model.unwrap_or_else(|| panic!("{found:?}\n{text}")).program;
        let program = if r.percent(30) { symmetry::marked(&program) } else { program };
        let expected = run(&program, Engine::interleaving(), &Options::default());
        if expected.verdict == Verdict::Inconclusive {
            continue;
        }
        let by = engines_agree(&program, expected.verdict, r);
        locked += usize::from(by.unwrap_or_else(|e| panic!("program {n} of seed {seed}: {e}\n{text}")) > 0);
        wrong += usize::from(expected.verdict == Verdict::Wrong);
    }
    let programs = programs as usize;
    assert!(locked * 10 > programs && wrong * 10 > programs && wrong * 10 < programs * 9, "{locked}, {wrong}");
}

/// By the engines of `check`: C programs whose numbers may be locks, also where pointers lead to them.
#[test]
fn c_programs_keep_their_verdicts() {
    let mut locked = 0;
    for path in corpus::files("models/c", "c") {
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let (model, _) = load(&path.display().to_string(), &text, &[]);
        let Some(program) = model.map(|m| m.program).filter(|_| looks_atomic(&text)) else { continue };
        let run = |spinlocks| {
            let options = Options { spinlocks, ..Options::fewest(&program) };
            run(&program, Engine::named("summaries").expect("it is listed"), &options)
        };
        let [off, on] = [false, true].map(run);
        let what = path.display();
        assert!(on.verdict == off.verdict || off.verdict == Verdict::Inconclusive, "{what}: {:?}", on.verdict);
        is_replayed(&program, &on).unwrap_or_else(|e| panic!("{what}: {e}"));
        locked += usize::from(!on.spinlocks.is_empty());
    }
    assert!(locked >= 7, "{locked} programs have such locks");
}

/// Whether a number may be a lock there.
fn looks_atomic(text: &str) -> bool {
    ["atomic", "__sync", "lock"].iter().any(|word| text.contains(word))
}

#[test]
fn models_keep_their_verdicts() {
    let mut locked = 0;
    for path in corpus::models() {
        let model = corpus::read(&path, &[]);
        if locked_in(&model.program).is_none() {
            continue;
        }
        locked += 1;
        for engine in
            ["reduction", "summaries", "cpc", "dynamic"].map(|name| Engine::named(name).expect("it is listed"))
        {
            let [off, on] = [false, true].map(|spinlocks| {
                run(&model.program, engine, &Options { spinlocks, slice: true, ..Options::default() })
            });
            let what = format!("{}, {}", path.display(), engine.name());
            assert!(on.verdict == off.verdict || off.verdict == Verdict::Inconclusive, "{what}: {:?}", on.verdict);
            assert!(on.states <= off.states, "{what}: {} states, {} without", on.states, off.states);
            is_replayed(&model.program, &on).unwrap_or_else(|e| panic!("{what}: {e}"));
        }
    }
    assert!(locked >= 4, "{locked} models have such locks");
}
