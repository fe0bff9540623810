//! Random boolean programs: what engines say of them is what a brute force says that shares nothing with them.
//! `MOVERLOG_RANDOM` sets how many, `MOVERLOG_SEED` where they begin.

mod brute;
mod sketch;

use crate::support::setting;
use brute::Found;
use moverlog::driver::Verdict;
use moverlog::model::load;
use moverlog::prelude::*;
use moverlog::random::Random;
use std::time::Duration;

const ENGINES: [&str; 6] = ["interleaving", "reduction", "summaries", "cpc", "dynamic", "dynamic-both"];

#[derive(Default)]
struct Counts {
    safe: usize,
    wrong: usize,
    open: usize,
}

#[test]
fn engines_agree_with_brute_force() {
    let (count, seed) = (setting("MOVERLOG_RANDOM", 300), setting("MOVERLOG_SEED", 1));
    let mut counts = Counts::default();
    for n in 0..count {
        let sketch = sketch::Maker::new(Random::after(seed, n)).sketch();
        one(&sketch, &mut counts);
    }
    // Of six answers for each program.
    let told = format!("{} safe, {} wrong, {} open", counts.safe, counts.wrong, counts.open);
    assert!(counts.safe.min(counts.wrong) as u64 > count, "{told}");
    assert!((counts.open as u64) < count, "{told}");
}

fn one(sketch: &sketch::Sketch, counts: &mut Counts) {
    let text = sketch.text();
    let (model, found) = load("random.bp", &text, &[]);
    let Some(model) = model else { panic!("{found:?}\n{text}") };
    let expected = brute::explored(sketch);
    for (i, engine) in ENGINES.iter().enumerate() {
        let checker = Checker::new(&model.program).rules(engine).expect("it is known");
        // The first as the rules have it, the others with all that makes it cheaper.
        let checker = checker.slice(i > 0).symmetry(i > 1);
        let outcome =
            checker.max_states(20_000).max_stack(8).timeout(Duration::from_secs(60)).run().expect("no claims");
        match (outcome.verdict, expected) {
            (Verdict::Wrong, Found::Safe) | (Verdict::Safe, Found::Wrong) => {
                panic!("{engine} says {:?}, brute force {expected:?}:\n{text}", outcome.verdict)
            }
            (Verdict::Safe, _) => counts.safe += 1,
            (Verdict::Wrong, _) => counts.wrong += 1,
            _ => counts.open += 1,
        }
    }
}
