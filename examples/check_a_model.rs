//! A model's text, checked: with its lock, and without.

#![allow(clippy::print_stdout, reason = "an example prints")]

use moverlog::prelude::*;

const COUNTER: &str = "
    mutex m;
    int c = 0;
    void add() { acquire(m); int t = c; assert(c == t); c = t + 1; release(m); }
    P = [i in 0..3] { add() };
";

fn main() -> Result<(), Error> {
    print!("{}", report()?);
    Ok(())
}

pub fn report() -> Result<String, Error> {
    let unlocked = COUNTER.replace("acquire(m);", "").replace("release(m);", "");
    Ok(verdict(COUNTER)? + &verdict(&unlocked)?)
}

fn verdict(text: &str) -> Result<String, Error> {
    let model = Model::parse("counter", text)?;
    let outcome = Checker::new(&model.program).rules("reduction")?.run()?;
    let mut said = format!("{}: {} states\n", outcome.verdict.name(), outcome.states);
    if let Some(failed) = outcome.failed {
        let steps = failed.schedule.iter().map(|step| step.t.0.to_string()).collect::<Vec<_>>();
        said += &format!("thread {} goes wrong after steps of threads {}\n", failed.thread.0, steps.join(" "));
    }
    Ok(said)
}
