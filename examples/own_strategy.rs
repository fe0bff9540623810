//! A strategy of one's own for the depth-first search of CPC: after its commit every step of a thread
//! is a transaction by itself. That is as sound as Commit Point Completion, and takes more states.

#![allow(clippy::print_stdout, reason = "an example prints")]

use moverlog::driver::{Control, Engine, Instance, Options, settled};
use moverlog::model::load;
use moverlog::movers::Moves;
use moverlog::search::{Record, Strategy, explore};
use moverlog::semantics::Semantics;

#[derive(Default)]
struct Impatient;

impl Strategy for Impatient {
    fn ends_before(&self, q: &Record<'_>, _: Moves) -> bool {
        !q.phase() // L7
    }

    fn completes(&mut self, q: &Record<'_>) -> bool {
        !q.phase() // L18, L19
    }
}

const PIPELINE: &str = "
    mutex a; mutex b;
    int x = 5; int y = 0;
    void work() { acquire(a); x = x - 1; acquire(b); release(a); y = y + 1; release(b); }
    P = [i in 0..3] { work() };
";

fn main() {
    print!("{}", report());
}

pub fn report() -> String {
    let program = load("pipeline", PIPELINE, &[]).0.expect("it is well-formed").program;
    let cpc = Engine::named("cpc").expect("it is listed");
    let options = Options::default();
    let control = Control::default();
    let semantics = Semantics::new(&program);
    let settled = settled(&semantics, cpc, &options, &control).expect("nothing is claimed");
    let (movers, partition) = settled.expect("it is small");
    let search = |name: &str| {
        let instance = Instance::new(&semantics, &movers, partition.clone(), &control);
        let table = match name {
            "impatient" => explore(&instance, Impatient),
            known => {
                let search = moverlog::search::SEARCHES.iter().find(|s| s.name == known);
                search.expect("it is listed").run(&instance)
            }
        };
        let (states, ends) = (table.states().count(), table.scheduling().count());
        let wrong = instance.first_wrong().is_some();
        format!("{name}: {states} states, transactions end in {ends}, wrong: {wrong}\n")
    };
    search("cpc") + &search("impatient")
}
