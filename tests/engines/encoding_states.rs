//! States of circuits against those of the explicit engine on the same blocks: every state that steps reach under all
//! inputs, one by one.
//!
//! `MOVERLOG_PROGRAMS` sets how many random programs, `MOVERLOG_SEED` where they begin.

use crate::instructions::listing;
use crate::instructions::objects::random_objects;
use crate::instructions::procedures::random_procedures;
use crate::instructions::random::{Random, random_program};
use crate::instructions::run::bounded;
use crate::support::setting;
use moverlog::driver::{Control, Engine, Options, Verdict, check};
use moverlog::dynamic::{Analysis, Heuristics};
use moverlog::encoding::{self, Blocks, Guards, System, inlined};
use moverlog::ir::{Op, Program};
use moverlog::semantics::Semantics;
use moverlog_rules::{Copy, REDUCTIONS, Reduction, Tid};
use std::collections::HashSet;

/// So many inputs are tried in all ways.
const INPUTS: usize = 9;

fn system(program: &Program, reduction: &Reduction) -> Option<System> {
    let semantics = Semantics::new(program);
    let analysis = Analysis::new(&semantics, Heuristics::ALL);
    let guards = Guards::of(&analysis, reduction)?;
    let blocks = |t| Blocks::of(program, Tid(t), &guards.edges, &analysis.flow.lfs);
    let blocks: Option<Vec<Blocks>> = (1..=program.threads.len() as u32).map(blocks).collect();
    encoding::system(program, blocks?, &guards, 32, &Control::default())
}

/// Every state that steps reach; nothing if there are more than so many.
fn reached(system: &System, most: usize) -> Option<HashSet<Vec<bool>>> {
    let circuit = &system.circuit;
    let first: Vec<bool> = circuit.latches().iter().map(|l| l.reset.value().expect("it is one state")).collect();
    let inputs = circuit.inputs().len();
    let (mut seen, mut open) = (HashSet::from([first.clone()]), vec![first]);
    while let Some(state) = open.pop() {
        for bits in 0..1u32 << inputs {
            let values = circuit.eval(&state, &(0..inputs).map(|i| bits >> i & 1 == 1).collect::<Vec<_>>());
            let next: Vec<bool> = circuit.latches().iter().map(|l| values[l.next]).collect();
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(seen)
}

/// Whether every thread is external.
fn is_external(system: &System, state: &[bool]) -> bool {
    let values = system.circuit.eval(state, &vec![false; system.circuit.inputs().len()]);
    let external = |(t, blocks): (usize, &Blocks)| {
        let place = system.layout.at[t].value(&values);
        blocks.visible[place as usize].1 == Copy::N
    };
    system.blocks.iter().enumerate().all(external)
}

/// Inputs may choose a way on which a step blocks that has others, or have `notify` choose a thread that does not wait.
/// Where a reduction asks whether the step can be made the transaction may then end before it, in a state more.
fn may_choose_to_block(program: &Program) -> bool {
    let chooses = |op: &Op| {
        let text = format!("{op:?}");
        text.contains("Notify(") || matches!(op, Op::Atomic { .. }) && text.contains("Choose(")
    };
    program.locations.iter().any(|location| chooses(&location.op))
}

#[test]
fn circuits_reach_the_states_of_the_explicit_engine() {
    let (count, seed) = (setting("MOVERLOG_PROGRAMS", 200), setting("MOVERLOG_SEED", 1));
    let (mut compared, mut reduced) = (0, 0);
    for n in seed..seed + count {
        let random = &mut Random::new(n);
        let program = match n % 6 {
            0 | 3 => random_procedures(random, false),
            5 => random_objects(random),
            _ => random_program(random),
        };
        let Ok(inlined) = inlined(&program, None) else { continue };
        let program = &inlined.program;
        for name in ["nored", "static", "phase", "dynamic-table2"] {
            let reduction = REDUCTIONS.iter().find(|r| r.name == name).expect("it is listed");
            let explicit = check(program, Engine::from(reduction), &Options::default(), &bounded(150));
            let explicit = explicit.expect("nothing is claimed");
            if explicit.verdict != Verdict::Safe || encoding::refused(program).is_some() {
                continue;
            }
            let system = system(program, reduction).unwrap_or_else(|| panic!("program {n}: {name} makes blocks"));
            if system.circuit.inputs().len() > INPUTS {
                continue;
            }
            let Some(all) = reached(&system, 600) else { continue };
            let external = all.iter().filter(|s| is_external(&system, s)).count();
            let most = if may_choose_to_block(program) { external } else { explicit.states };
            assert!((explicit.states..=most).contains(&external), "program {n}, {name}\n{}", listing(program));
            compared += 1;
            reduced += u64::from(name != "nored" && all.len() > external);
        }
    }
    assert!(compared * 4 > count && reduced * 20 > count, "{compared} of {count} were compared, {reduced} reduced");
}
