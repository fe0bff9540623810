//! A model's text, checked: with its lock, and without.

#![allow(clippy::print_stdout, reason = "an example prints")]

use moverlog::driver::{Control, Engine, Limits, MoverMode, Options, check};
use moverlog::model::load;

const COUNTER: &str = "
    mutex m;
    int c = 0;
    void add() { acquire(m); int t = c; assert(c == t); c = t + 1; release(m); }
    P = [i in 0..3] { add() };
";

fn main() {
    print!("{}", report());
}

pub fn report() -> String {
    let unlocked = COUNTER.replace("acquire(m);", "").replace("release(m);", "");
    verdict(COUNTER) + &verdict(&unlocked)
}

fn verdict(text: &str) -> String {
    let (model, diagnostics) = load("counter", text, &[]);
    let Some(model) = model else { return format!("{} messages\n", diagnostics.len()) };
    let engine = Engine::named("reduction").expect("it is listed");
    let options = Options { movers: MoverMode::Lockset, initial_phase: true };
    let control = Control::new(Limits::default(), &|_| {});
    let outcome = check(&model.program, engine, &options, &control).expect("nothing is claimed");
    let mut said = format!("{}: {} states\n", outcome.verdict.name(), outcome.states);
    if let Some(failed) = outcome.failed {
        let steps = failed.schedule.iter().map(|step| step.t.0.to_string()).collect::<Vec<_>>();
        said += &format!("thread {} goes wrong after steps of threads {}\n", failed.thread.0, steps.join(" "));
    }
    said
}
