//! Slicing: on every model and on random models the sliced program goes wrong if and only if the program does, its
//! states are the program's without what is not stored, and its errors are executions of the program.
//!
//! `MOVERLOG_RANDOM` sets how many models, `MOVERLOG_SEED` where they begin.

use crate::corpus;
use crate::generator::generate;
use crate::instructions;
use crate::instructions::frames::random_frames;
use crate::instructions::listing;
use crate::instructions::pointers::random_pointers;
use crate::instructions::procedures::random_procedures;
use crate::instructions::random::random_program;
use crate::support::setting;
use moverlog::driver::{Bound, Control, Engine, Instance, Limits, Options, Outcome, Partition, Shown, Verdict, check};
use moverlog::execution::replay;
use moverlog::ir::{Cell, Program, Value};
use moverlog::model::load;
use moverlog::movers::{Movers, Protection};
use moverlog::random::Random;
use moverlog::semantics::{Configuration, Semantics};
use moverlog::slice::{Slice, slice};
use moverlog_rules::{Claim, State, ruleset};
use std::collections::{BTreeMap, BTreeSet};

const STATES: usize = 20_000;

fn limits(max_states: usize) -> Limits {
    Limits { max_states, max_stack: 6, ..Limits::default() }
}

fn run(program: &Program, engine: Engine, slice: bool, max_states: usize) -> Outcome {
    let options = Options { slice, ..Options::default() };
    check(program, engine, &options, &Control::from(limits(max_states))).expect("claims are no part")
}

/// What slicing keeps of a configuration.
type Kept = Vec<Value>;

/// The reachable configurations, by every interleaving; nothing if there are too many.
fn configurations(semantics: &Semantics<'_>, kept: &dyn Fn(&Configuration) -> Kept) -> Option<BTreeSet<Kept>> {
    let control = Control::from(limits(STATES));
    let movers = Movers::Protection(Protection::initial(semantics.program));
    let all = Instance::new(semantics, &movers, Partition { phases: None, ..Partition::default() }, &control);
    (ruleset("interleaving").expect("it is there").solve)(&all);
    control.hit().is_none().then(|| (0..all.state_count() as u32).map(|s| kept(&all.configuration(State(s)))).collect())
}

fn kept(slice: &Slice, semantics: &Semantics<'_>, c: &Configuration) -> Kept {
    let cells = (0..semantics.program.cells.len() as u32).map(Cell).filter(|cell| slice.stores(*cell));
    let mut row: Kept = cells.map(|cell| semantics.cell(c.global, cell)).collect();
    for (l, s) in c.locals.iter().zip(&c.stacks) {
        let Some(loc) = semantics.loc(*l) else {
            row.push(-1);
            continue;
        };
        row.extend([loc.0 as Value, semantics.is_outermost(*l).into()]);
        let registers = semantics.registers(*l);
        row.extend((0..registers.len()).filter(|r| slice.knows(loc, *r)).map(|r| registers[r]));
        for f in semantics.frames(*s) {
            let (loc, shared) = (semantics.return_location(f), semantics.program.thread_locals.len());
            let known = semantics.saved_registers(f).into_iter().enumerate();
            row.push(loc.0 as Value);
            row.extend(known.filter(|(r, _)| slice.knows(loc, r + shared)).map(|(_, v)| v));
        }
    }
    row
}

/// The states of the sliced program are those of the program without what is not stored.
fn same_states(program: &Program, slice: &Slice) -> Result<Option<[usize; 2]>, String> {
    let [full, thin] = [program, &slice.program].map(Semantics::new);
    let Some(of_program) = configurations(&full, &|c| kept(slice, &full, c)) else { return Ok(None) };
    let Some(of_slice) = configurations(&thin, &|c| kept(slice, &thin, c)) else {
        return Err("the sliced program has more states".into());
    };
    let Some(missing) = of_program.symmetric_difference(&of_slice).next() else {
        return Ok(Some([of_program.len(), of_slice.len()]));
    };
    Err(format!(
        "{missing:?} is a state of {} alone",
        ["the slice", "the program"][usize::from(of_program.contains(missing))]
    ))
}

pub fn is_sound(engine: &Engine<'_>) -> bool {
    engine.claim() != Claim::MissesErrors
}

/// A trace is one of the program as it is.
pub fn is_replayed(program: &Program, outcome: &Outcome) -> Result<(), String> {
    let Some(failed) = &outcome.failed else { return Ok(()) };
    let semantics = Semantics::new(program);
    let events = replay(&semantics, &failed.schedule).ok_or("the trace is none of the program")?;
    let last = events.last().ok_or("no thread starts out wrong")?;
    let end = (last.choice.t, last.loc, last.failure.clone());
    match end == (failed.thread, failed.loc, Some(failed.failure.clone())) {
        true => Ok(()),
        false => Err(format!("the trace ends in {end:?}, not in {:?}", (failed.thread, failed.loc))),
    }
}

/// Every sound engine with slicing, against every interleaving without.
fn engines_agree(program: &Program, expected: Verdict) -> Result<(), String> {
    for engine in Engine::all().filter(is_sound) {
        let on = run(program, engine, true, 2 * STATES);
        let cut = on.verdict == Verdict::Inconclusive && on.bound == Some(Bound::Stack);
        if on.verdict != expected && !cut {
            return Err(format!("{}: {:?} with slicing, should be {expected:?}", engine.name(), on.verdict));
        }
        is_replayed(program, &on).map_err(|e| format!("{}: {e}", engine.name()))?;
    }
    Ok(())
}

#[test]
fn models_are_as_they_are_without() {
    let (mut sliced, mut more) = (0, BTreeSet::new());
    let mut sums = [0, 0];
    for path in corpus::models() {
        let model = corpus::read(&path, &[]);
        let (program, name) = (model.program, path.display().to_string());
        let claim = model.directives.iter().find(|(key, _)| key == "verdict").map(|(_, claim)| claim.as_str());
        let Some(slice) = slice(&program) else { continue };
        same_states(&program, &slice).unwrap_or_else(|e| panic!("{name}: {e}"));
        sliced += 1;
        for engine in Engine::all().filter(is_sound) {
            let [off, on] = [false, true].map(|slice| run(&program, engine, slice, STATES));
            let what = format!("{name}, {}", engine.name());
            let better = off.verdict == Verdict::Inconclusive && claim == Some(on.verdict.name());
            assert!(on.verdict == off.verdict || better, "{what}: {:?}, without {:?}", on.verdict, off.verdict);
            is_replayed(&program, &on).unwrap_or_else(|e| panic!("{what}: {e}"));
            let counts = off.verdict == Verdict::Safe && on.verdict == Verdict::Safe;
            more.extend(
                (counts && on.states > off.states).then(|| format!("{what}: {} for {}", on.states, off.states)),
            );
            if counts && engine.name() == "reduction" {
                sums = [sums[0] + off.states, sums[1] + on.states];
            }
        }
    }
    assert!(sliced > 20, "{sliced} models have something to slice");
    assert!(more.is_empty(), "{more:#?}");
    assert!(sums[1] * 10 < sums[0] * 9, "{sums:?}");
}

/// Pointers and what they lead to are of C: where a sliced program is safe or wrong, the program is. Each program is
/// explored by a third of the engines in turn.
#[test]
fn c_programs_are_as_they_are_without() {
    let (mut sliced, mut turn) = (0, 0);
    for path in corpus::files("models/c", "c") {
        let (name, text) = (path.display().to_string(), std::fs::read_to_string(&path).expect("it can be read"));
        let Some(program) = load(&name, &text, &[]).0.map(|model| model.program) else { continue };
        if slice(&program).is_none() {
            continue;
        }
        let expected = run(&program, Engine::interleaving(), false, STATES).verdict;
        sliced += usize::from(expected != Verdict::Inconclusive);
        turn += 1;
        let engines = Engine::all().filter(is_sound).skip(turn % 3).step_by(3);
        for engine in engines.filter(|_| expected != Verdict::Inconclusive) {
            let on = run(&program, engine, true, STATES);
            let what = format!("{name}, {}", engine.name());
            assert!(on.verdict == expected || on.verdict == Verdict::Inconclusive, "{what}: {:?}", on.verdict);
            is_replayed(&program, &on).unwrap_or_else(|e| panic!("{what}: {e}"));
        }
    }
    assert!(sliced > 20, "{sliced} programs have something to slice");
}

/// A random model whose assertions are mostly gone and that writes variables which few of its steps look at.
fn with_idle_data(text: &str, r: &mut Random) -> String {
    let mut out =
        "int[0..2] ghost = 1;\nbool flag;\nint[0..1] extra[2];\nthread_local int[0..2] mine = 1;\n".to_string();
    let declares = text.contains("guarded_by") || text.contains("exclusive");
    let mut inside = false;
    for line in text.lines() {
        let code = line.trim();
        inside &= line.starts_with(' ');
        let body = inside || line.starts_with("  ") && code == "bool b;";
        if inside && code.ends_with(';') && r.percent(if declares { 5 } else { 20 }) {
            out += &format!("{}\n", idle(r));
        }
        if code.starts_with("assert") && r.percent(60) {
            out += "skip;\n";
        } else {
            out += &format!("{line}\n");
        }
        inside = body;
    }
    out
}

/// A statement on data that few others look at.
fn idle(r: &mut Random) -> &'static str {
    r.pick(&[
        "ghost = choose(0..2);",
        "ghost = k;",
        "flag = b;",
        "flag = choose({true, false});",
        "mine = k;",
        "ghost = mine;",
        "mine = ghost;",
        "extra[0] = k % 2;",
        "extra[ghost % 2] = mine;",
        "extra[k] = 1;",
        "k = choose(0..2);",
        "k = k;",
        "k = choose(k..1);",
        "ghost = 2 / (k + 1);",
        "ghost = 2 / k;",
        "flag = cas(ghost, k, 1);",
        "cas(ghost, 1, extra[1]);",
        "b = cas(ghost, mine, k);",
        "atomic { ghost = k; extra[1] = mine; if (ghost == 1) { flag = true; } }",
        "atomic { k = choose(0..1); mine = k; choose { ghost = 1; [] flag = b; } }",
        "atomic { ghost = choose(0..1); if (flag) { mine = ghost; } else { mine = 2; } assume(mine != 1); }",
        "if (ghost == 1) { flag = true; }",
        "mine = extra[mine % 2];",
        "flag = k == 2 && 1 / k == 1;",
        "k = mine;",
    ])
}

/// Every value that is kept at a location is needed there: forgotten it is missed, if it is ever anything but 0.
#[test]
fn whatever_is_forgotten_too_early_is_missed() {
    let mut missed = 0;
    for name in ["models/slice/calls.mover", "models/slice/dead.mover", "models/qrr/figure8.mover"] {
        let program = corpus::read(name.as_ref(), &[]).program;
        let slice = slice(&program).expect("it has something to slice");
        for (i, location) in slice.program.locations.iter().enumerate() {
            for r in (0..location.in_scope.len()).filter(|r| location.in_scope[*r] && is_ever_set(&program, i, *r)) {
                let mut mutant = slice.clone();
                mutant.program.locations[i].in_scope[r] = false;
                assert!(same_states(&program, &mutant).is_err(), "{name}: register {r} at {}", location.name);
                missed += 1;
            }
        }
    }
    assert!(missed > 30, "{missed}");
}

/// Whether some thread comes to the location with another value than 0 in the register.
fn is_ever_set(program: &Program, loc: usize, r: usize) -> bool {
    let semantics = Semantics::new(program);
    let set = |c: &Configuration| {
        let here = |l| semantics.loc(l).is_some_and(|at| at.0 as usize == loc && semantics.registers(l)[r] != 0);
        vec![c.locals.iter().any(|l| here(*l)).into()]
    };
    configurations(&semantics, &set).is_some_and(|seen| seen.contains(&vec![1]))
}

#[test]
fn wide_data_cost_nothing() {
    let program = corpus::read("models/slice/wide.mover".as_ref(), &[("V".into(), 65_535)]).program;
    for engine in Engine::all().filter(is_sound) {
        let outcome = run(&program, engine, true, STATES);
        assert!(outcome.verdict == Verdict::Safe && outcome.states < 20, "{}: {}", engine.name(), outcome.states);
    }
}

/// An error whose steps choose among many values that the sliced program does not know.
#[test]
fn values_that_are_not_stored_are_in_the_trace() {
    let text = "int x; int y; void T() { x = choose(5..20000); y = 1; assert(y == 0); } P = { T() } || { T() };";
    let program = load("wide.mover", text, &[]).0.expect("it is a model").program;
    let outcome = run(&program, Engine::interleaving(), true, 20);
    is_replayed(&program, &outcome).expect("it is an execution of the program");
    let failed = outcome.failed.expect("y is 1");
    let changes: Vec<_> = failed.story.iter().flat_map(|t| &t.steps).flat_map(|s| s.changes.clone()).collect();
    assert!(changes.contains(&("x".into(), Shown::Int(5))), "{changes:?}");
}

#[test]
fn random_models_are_as_they_are_without() {
    let (count, first) = (setting("MOVERLOG_RANDOM", 400), setting("MOVERLOG_SEED", 1));
    let mut seen: BTreeMap<&str, u64> = BTreeMap::new();
    for i in 0..count {
        let seed = first.wrapping_mul(0x1_0000_0001).wrapping_add(i);
        let text = with_idle_data(&generate(seed).text, &mut Random::new(seed));
        let kind = examine(&text).unwrap_or_else(|e| panic!("model {i} of seed {first}: {e}\n{text}"));
        *seen.entry(kind).or_default() += 1;
    }
    let of = |kind: &str| seen.get(kind).copied().unwrap_or(0) * 100 / count;
    assert!(of("safe") > 25 && of("wrong") > 10, "too few of a kind: {seen:?}");
    assert!(of("ill-formed") < 3 && of("too large") < 25 && of("nothing to slice") < 25, "{seen:?}");
}

/// What one random model is, if everything agrees on it.
fn examine(text: &str) -> Result<&'static str, String> {
    let Some(model) = load("random.mover", text, &[]).0 else { return Ok("ill-formed") };
    examine_program(&model.program)
}

fn examine_program(program: &Program) -> Result<&'static str, String> {
    let Some(slice) = slice(program) else { return Ok("nothing to slice") };
    let all = run(program, Engine::interleaving(), false, STATES);
    if all.verdict == Verdict::Inconclusive || same_states(program, &slice)?.is_none() {
        return Ok("too large");
    }
    engines_agree(program, all.verdict)?;
    Ok(all.verdict.name())
}

/// Without the source language: calls in any order, frames that keep registers, pointers.
#[test]
fn random_programs_are_as_they_are_without() {
    let (count, seed) = (setting("MOVERLOG_PROGRAMS", 600), setting("MOVERLOG_SEED", 1));
    let mut random = instructions::random::Random::new(seed);
    let mut seen: BTreeMap<&str, u64> = BTreeMap::new();
    for i in 0..count {
        let program = match i % 4 {
            0 => random_program(&mut random),
            1 => random_procedures(&mut random, i % 8 == 1),
            2 => random_frames(&mut random),
            _ => random_pointers(&mut random),
        };
        let kind = examine_program(&program);
        let kind = kind.unwrap_or_else(|e| panic!("program {i} of seed {seed}: {e}\n{}", listing(&program)));
        *seen.entry(kind).or_default() += 1;
    }
    let of = |kind: &str| seen.get(kind).copied().unwrap_or(0) * 100 / count;
    assert!(of("safe") > 10 && of("wrong") > 10, "too few of a kind: {seen:?}");
}
