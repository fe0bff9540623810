//! Groups of threads that do not notice each other, explored one by one. Two random models side by side are one model
//! whose threads fall into groups; it says what the two say. `tests/engines/random.rs` does the same with single ones.
//!
//! `MOVERLOG_PROGRAMS` sets how many pairs, `MOVERLOG_SEED` where they begin.

use crate::generator;
use crate::support::setting;
use moverlog::driver::{Control, Engine, Limits, Options, Outcome, Verdict, check};
use moverlog::dynamic::groups;
use moverlog::ir::Program;
use moverlog::model::load;
use moverlog::semantics::Semantics;
use moverlog::symmetry;
use moverlog_rules::{Claim, RULESETS, Tid};
use std::collections::BTreeSet;

/// Small enough for all interleavings of both together.
const MAX_STATES: usize = 2000;

/// What the generator calls what all threads share.
const SHARED: [&str; 22] = [
    "m", "n", "owner", "x", "y", "z", "p", "own", "f0", "f1", "f2", "Color", "RED", "GREEN", "f", "h", "T1", "T2",
    "T3", "S1", "S2", "g",
];

fn program(text: &str) -> Program {
    let (model, diagnostics) = load("pair.mover", text, &[]);
    model.unwrap_or_else(|| panic!("{:?}\n{text}", diagnostics.iter().map(|d| &d.message).collect::<Vec<_>>())).program
}

fn run(program: &Program, rules: &str, groups: bool) -> Outcome {
    let control = Control::from(Limits { max_states: MAX_STATES, max_stack: 20, ..Limits::default() });
    let engine = Engine::named(rules).expect("it is listed");
    check(program, engine, &Options { groups, ..Options::default() }, &control).expect("no claims are read")
}

/// The same model with other names.
fn renamed(text: &str) -> String {
    let mut out = String::new();
    for part in text.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_') {
        let word = part.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_');
        out += word;
        out += if SHARED.contains(&word) { "_" } else { "" };
        out += &part[word.len()..];
    }
    out
}

/// Both, all threads at once.
fn side_by_side(a: &str, b: &str) -> String {
    let ((a, threads_of_a), (b, threads_of_b)) = (split(a), split(b));
    format!("{a}\n{b}\nP =\n{threads_of_a}\n  ||\n{threads_of_b}\n")
}

fn split(text: &str) -> (&str, &str) {
    text.split_once("\nP =\n").expect("threads are declared last")
}

/// Every engine that knows groups and misses no error.
fn engines() -> impl Iterator<Item = Engine<'static>> {
    let sound = |e: &Engine<'_>| e.knows_groups() && e.claim() != Claim::MissesErrors;
    RULESETS.iter().map(Engine::from).filter(sound)
}

#[derive(Default)]
struct Seen {
    pairs: usize,
    wrong: usize,
    safe: usize,
    one_by_one: usize,
    together: usize,
}

impl Seen {
    /// Two models, and what they say together.
    fn pair(&mut self, seed: u64) {
        let texts = [generator::generate(seed).text, renamed(&generator::generate(seed ^ 0x5555_5555).text)];
        let each = texts.each_ref().map(|t| run(&program(t), "interleaving", false));
        // Threads have other numbers, and there are more of them.
        let names_threads = |t: &String| {
            ["tid", "m == ", "n == ", "m != ", "n != ", "m_ == ", "n_ == ", "m_ != ", "n_ != "]
                .iter()
                .any(|w| t.contains(w))
        };
        if texts.iter().any(names_threads) || each.iter().any(|o| o.cut().is_some()) {
            return;
        }
        let text = side_by_side(&texts[0], &texts[1]);
        let both = program(&text);
        self.pairs += 1;
        let wrong = each.iter().any(|o| o.verdict == Verdict::Wrong);
        for engine in engines() {
            let outcome = run(&both, engine.name(), true);
            self.by_all_ways(&both, engine, wrong, &text);
            if outcome.cut().is_some() {
                continue;
            }
            assert_eq!(outcome.verdict == Verdict::Wrong, wrong, "{} of {seed}\n{text}", engine.name());
            self.wrong += usize::from(wrong);
            self.safe += usize::from(!wrong);
        }
        self.counts(&both, &text);
    }

    /// Beside the other ways to store fewer states.
    fn by_all_ways(&mut self, both: &Program, engine: Engine<'_>, wrong: bool, text: &str) {
        let control = Control::from(Limits { max_states: MAX_STATES, max_stack: 20, ..Limits::default() });
        let options = Options { groups: true, slice: true, ..Options::default() };
        let outcome = check(&symmetry::marked(both), engine, &options, &control).expect("no claims are read");
        if outcome.cut().is_none() {
            assert_eq!(outcome.verdict == Verdict::Wrong, wrong, "{} by all ways\n{text}", engine.name());
        }
    }

    /// Never more states than without.
    fn counts(&mut self, both: &Program, text: &str) {
        let [with, without] = [true, false].map(|groups| run(both, "reduction", groups));
        if without.cut().is_none() && with.rounds == without.rounds && with.lfs == without.lfs {
            assert!(with.states <= without.states, "{} and {} states\n{text}", with.states, without.states);
            self.one_by_one += with.states;
            self.together += without.states;
        }
    }
}

#[test]
fn two_models_side_by_side_say_what_each_says() {
    let (count, first) = (setting("MOVERLOG_PROGRAMS", 150), setting("MOVERLOG_SEED", 1));
    let mut seen = Seen::default();
    (0..count).for_each(|i| seen.pair(first.wrapping_mul(0x1_0000_0001).wrapping_add(i)));
    let Seen { pairs, wrong, safe, one_by_one, together } = seen;
    let found =
        format!("{pairs} pairs, {wrong} runs with an error, {safe} without; {one_by_one} states for {together}");
    assert!(wrong > 0 && safe > 0 && one_by_one < together, "{found}");
}

/// How many groups a model has.
fn count(text: &str) -> usize {
    let program = program(text);
    groups(&Semantics::new(&program)).into_iter().collect::<BTreeSet<Tid>>().len()
}

#[test]
fn threads_that_may_notice_each_other_are_one_group() {
    let two = |globals: &str, a: &str, b: &str| {
        count(&format!("{globals} void A() {{ {a} }} void B() {{ {b} }} P = {{ A() }} || {{ B() }};"))
    };
    assert_eq!(two("int x; int y;", "x = 1;", "y = x;"), 1);
    assert_eq!(two("int x; int y; int z;", "y = x;", "z = x;"), 2, "nobody writes x");
    assert_eq!(two("int x; int y;", "x = 1;", "y = 1;"), 2);
    assert_eq!(two("mutex m; int x; int y;", "acquire(m); x = 1; release(m);", "acquire(m); y = 1; release(m);"), 1);
    assert_eq!(two("mutex m; int y;", "acquire(m); wait(m); release(m);", "acquire(m); notify(m); release(m);"), 1);
    assert_eq!(two("int a[2];", "a[0] = 1;", "a[1] = 1;"), 2);
    assert_eq!(two("int a[2]; int i = 1;", "a[i] = 1;", "a[1] = 1;"), 1, "an index that is read");
    assert_eq!(two("int x; int y; int* p = &x;", "*p = 1;", "x = 1;"), 1);
    assert_eq!(two("int x; int y; int* p = &y;", "p = &x; *p = 1;", "x = 1;"), 1);
    assert_eq!(two("int x;", "cas(x, 0, 1);", "cas(x, 0, 2);"), 1);
    assert_eq!(two("int x; int y exclusive(x == tid);", "y = 1;", "x = 2;"), 1, "what an access is checked against");
    let by_number = |body: &str| {
        count(&format!("const N = 5; mutex m[N]; int x[N]; void T(int i) {{ {body} }} P = [i in 0..N] {{ T(i) }};"))
    };
    assert_eq!(by_number("acquire(m[i]); x[i] = x[i] + 1; release(m[i]);"), 5);
    assert_eq!(by_number("acquire(m[i]); x[(i + 1) % N] = 1; release(m[i]);"), 5, "each has a cell of its own");
    assert_eq!(by_number("acquire(m[i]); acquire(m[(i + 1) % N]);"), 1, "a ring");
    assert_eq!(by_number("acquire(m[i / 2]);"), 3);
    assert_eq!(by_number("if (i > 0) { i = 0; } x[i] = 1;"), 1, "the index changes");
}
