//! Concurrent pushdown systems: random ones against all that they do, step by step, while stacks are low.
//!
//! `MOVERLOG_RANDOM` and `MOVERLOG_SEED` make a longer campaign of it, `MOVERLOG_SUMMARY` names a file for its numbers.

pub mod systems;

use crate::support::command::{err, run, status};
use crate::support::setting;
use moverlog::driver::{Bound, Control, Engine, Instance, Limits, Options, Partition, Verdict, check};
use moverlog::ir::{Loc, Op, Program};
use moverlog::model::{Model, load_pushdown};
use moverlog::movers::{Movers, Protection};
use moverlog::pushdown::{self, System, Told};
use moverlog::random::Random;
use moverlog::semantics::{Configuration, Semantics};
use moverlog_rules::{Claim, State, Tid};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;
use systems::{Found, Key, explored, random_system};

/// Symbols that a stack may hold at most where everything is tried.
const HEIGHT: usize = 5;

const ENGINES: [&str; 7] = ["interleaving", "reduction", "summaries", "cpc", "dynamic", "phase", "locks"];

fn text(system: &System) -> String {
    pushdown::written(system, &[], &Told::default())
}

fn model(text: &str) -> Model {
    let (model, said) = load_pushdown("random.cpds", text, &pushdown::Options::default(), &Control::default());
    model.unwrap_or_else(|| panic!("{said:?}\n{text}"))
}

#[test]
fn random_systems_are_what_all_their_steps_say() {
    let (count, seed) = (setting("MOVERLOG_RANDOM", 150), setting("MOVERLOG_SEED", 1));
    let (mut random, mut kinds) = (Random::new(seed), BTreeMap::<&str, u64>::new());
    for i in 0..count {
        let system = random_system(&mut random);
        let examined = std::panic::AssertUnwindSafe(|| examine(&system, ENGINES[i as usize % ENGINES.len()]));
        match std::panic::catch_unwind(examined) {
            Ok(found) => found.into_iter().for_each(|kind| *kinds.entry(kind).or_default() += 1),
            Err(_) => panic!("system {i} of seed {seed}:\n{}", text(&system)),
        }
    }
    let of = |kind| kinds.get(kind).copied().unwrap_or(0) * 100 / count;
    assert!(of("safe") > 15 && of("wrong") > 30 && of("open") < 30, "too few of a kind: {kinds:?}");
    if let Ok(file) = std::env::var("MOVERLOG_SUMMARY") {
        std::fs::write(file, format!("seed {seed}: {count} systems, {kinds:?}\n")).expect("it can be written");
    }
}

/// Verdicts of every interleaving, of summaries, of one engine more, and as where no engine is named; configurations
/// where nothing is cut.
fn examine(system: &System, engine: &'static str) -> Vec<&'static str> {
    let (found, model) = (explored(system, HEIGHT, 2000), model(&text(system)));
    for engine in BTreeSet::from(["interleaving", "summaries", engine]) {
        verdict(&model.program, engine, &Options::default(), &found, system);
    }
    let fewest = model.marked().program;
    verdict(&fewest, "summaries", &Options::fewest(&fewest), &found, system);
    if !found.cut && system.initial.stacks.iter().all(|s| s.len() < 2) {
        let silent = System { targets: vec![], ..system.clone() };
        let program = self::model(&text(&silent)).program;
        assert_eq!(configurations(&program), found.all, "configurations");
        return vec![if found.reached { "wrong" } else { "safe" }, "counted"];
    }
    vec![match (found.reached, found.cut) {
        (true, _) => "wrong",
        (false, false) => "safe",
        (false, true) => "open",
    }]
}

fn verdict(program: &Program, engine: &str, options: &Options, found: &Found, system: &System) {
    let (reached, cut) = (found.reached, found.cut);
    let limits = Limits { max_states: 20_000, max_stack: HEIGHT as u32 + 3, ..Limits::default() };
    let ruleset = Engine::named(engine).expect("it is listed");
    let outcome = check(program, ruleset, options, &Control::from(limits)).expect("nothing is claimed");
    match (outcome.verdict, reached) {
        (Verdict::Safe, true) => panic!("{engine} misses the target"),
        (Verdict::Wrong, false) => {
            let deeper = explored(system, HEIGHT + 5, 20_000);
            assert!(cut && (deeper.reached || deeper.cut), "{engine} reaches what cannot be reached");
        }
        (Verdict::Inconclusive, reached) => {
            let open = cut && !reached || outcome.bound == Some(Bound::States);
            assert!(open, "{engine}: {:?}", outcome.bound);
        }
        _ => {}
    }
}

/// What every interleaving comes to, as configurations of the system, those apart in which a rule is half done.
fn configurations(program: &Program) -> BTreeSet<Key> {
    let semantics = Semantics::new(program);
    let movers = Movers::Protection(Protection::initial(program));
    let partition = Partition { phases: None, ..Partition::default() };
    let control = Control::default();
    let instance = Instance::new(&semantics, &movers, partition, &control);
    (moverlog_rules::ruleset("interleaving").expect("it is listed").solve)(&instance);
    let all = (0..instance.state_count() as u32).map(|s| instance.configuration(State(s)));
    all.filter_map(|c| configuration(&semantics, &c)).collect()
}

fn configuration(semantics: &Semantics<'_>, c: &Configuration) -> Option<Key> {
    let stacks: Option<Vec<Vec<u32>>> = semantics.tids().map(|t| stack(semantics, c, t)).collect();
    Some((semantics.globals(c.global)[0] as u32, stacks?))
}

/// Bottom first; nothing where a rule is half done.
fn stack(semantics: &Semantics<'_>, c: &Configuration, t: Tid) -> Option<Vec<u32>> {
    let i = t.0 as usize - 1;
    let top = semantics.loc(c.locals[i]).expect("no thread is wrong");
    let below = semantics.frames(c.stacks[i]).map(|f| semantics.return_location(f));
    let mut symbols: Vec<u32> = vec![];
    for loc in std::iter::once(top).chain(below) {
        symbols.extend(symbol(semantics.program, loc)?);
    }
    symbols.reverse();
    Some(symbols)
}

/// The symbol that a location stands for, if it is one: none for an empty stack.
fn symbol(program: &Program, loc: Loc) -> Option<Option<u32>> {
    let location = program.location(loc);
    match location.name.strip_prefix('s').map(str::parse) {
        Some(Ok(symbol)) => Some(Some(symbol)),
        _ => (location.name == "empty" || matches!(location.op, Op::End)).then_some(None),
    }
}

/// A text is what is written of what was read.
#[test]
fn systems_are_read_as_they_are_written() {
    let mut random = Random::new(setting("MOVERLOG_SEED", 3));
    for _ in 0..200 {
        let text = text(&random_system(&mut random));
        let words = |text: &str| text.lines().filter(|l| !l.starts_with("# ")).collect::<Vec<_>>().join("\n");
        let (system, said) = pushdown::read(&text, &pushdown::Options::default());
        assert!(said.iter().all(|d| !d.is_error()), "{said:?}");
        assert_eq!(words(&self::text(&system)), words(&text));
    }
}

#[test]
fn threads_with_the_same_rules_run_the_same_procedures() {
    let rules = "0 1 -> 0 1 2\n0 2 -> 0 -\n0 1 -> 1 1\n";
    let program = model(&format!("#@ initial: 0|1,1\n#@ target: 1\n2\nPDA 1 2\n{rules}PDA 1 2\n{rules}")).program;
    assert_eq!(program.threads[0].procedure, program.threads[1].procedure);
}

/// Every symbol begins a frame in which all others may follow.
#[test]
fn systems_that_are_too_large_are_refused() {
    let n = 600;
    let rules: String = (0..n).map(|a| format!("0 {a} -> 0 {}\n0 {a} -> 1 {a} 0\n", (a + 1) % n)).collect();
    let text = format!("#@ initial: 0|0\n#@ target: 1\n2\nPDA 0 {}\n{rules}", n - 1);
    let (model, said) = load_pushdown("large.cpds", &text, &pushdown::Options::default(), &Control::default());
    assert!(
        model.is_none() && said.iter().any(|d| d.message.starts_with("there are more than 300000 pairs")),
        "{said:?}"
    );
}

/// Every engine on every system of ours: the verdict of its header, or none where its stacks grow without end; and what
/// the header says of QRR Theorem 3.
#[test]
fn our_systems_are_as_their_headers_say() {
    for path in std::fs::read_dir("models/pushdown").expect("a folder").map(|e| e.expect("readable").path()) {
        if path.extension().is_none_or(|e| e != "cpds") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("readable");
        let model = model(&text);
        let says = |key: &str| model.directives.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str());
        assert!(text.starts_with("# ") && says("source").is_some(), "{}: says nothing of itself", path.display());
        let verdict = if says("verdict") == Some("safe") { Verdict::Safe } else { Verdict::Wrong };
        for engine in Engine::all() {
            let limits = Limits { max_states: 200_000, max_stack: 8, ..Limits::default() };
            let control = Control::from(limits);
            let outcome = check(&model.program, engine, &Options::default(), &control).expect("nothing is claimed");
            let grows = says("unbounded").is_some() && outcome.bound == Some(Bound::Stack);
            let open = grows && verdict == Verdict::Safe || engine.claim() == Claim::MissesErrors;
            let fits = outcome.verdict == verdict || outcome.verdict == Verdict::Inconclusive && open;
            assert!(fits, "{} {}: {:?}", path.display(), engine.name(), outcome.verdict);
        }
        theorem_3(&model.program, says("theorem3").expect("the header says"), &path);
    }
}

fn theorem_3(program: &Program, said: &str, path: &Path) {
    let control = Control::from(Limits { max_stack: 8, ..Limits::default() });
    let summaries = moverlog_rules::ruleset("summaries").expect("it is listed");
    let (_, found) =
        moverlog::queries::termination(program, summaries, &Options::default(), &control).expect("no claim");
    let answer = if found.violation.is_some() { "violated" } else { "met" };
    assert_eq!(answer, said, "{}", path.display());
}

const HANDOVER: &str = "models/pushdown/handover.cpds";

#[test]
fn flags_go_before_the_text() {
    assert_eq!(status(&run(&["check", HANDOVER])), 0);
    assert_eq!(status(&run(&["check", HANDOVER, "--target", "1|*,3"])), 1);
    assert_eq!(status(&run(&["check", HANDOVER, "--initial", "2|1,3"])), 1);
    let bad = run(&["check", HANDOVER, "--initial", "0|1"]);
    assert_eq!(status(&bad), 2);
    assert!(err(&bad).contains("`0|1` speaks of 1 stacks, and there are 2 threads"), "{}", err(&bad));
    assert_eq!(status(&run(&["check", "models/qrr/figure4.mover", "--initial", "0|1"])), 2);
    let file = std::env::temp_dir().join(format!("moverlog-target-{}", std::process::id()));
    std::fs::write(&file, "1|*,3\n").expect("it can be written");
    assert_eq!(status(&run(&["check", HANDOVER, "--target", &file.to_string_lossy()])), 1);
    std::fs::remove_file(file).expect("it is there");
}

/// Reading obeys time, too.
#[test]
fn a_large_system_is_read_within_time() {
    let n = 500;
    let rules: String = (0..n).map(|a| format!("0 {a} -> 0 {}\n0 {a} -> 1 {a} 0\n", (a + 1) % n)).collect();
    let text = format!("#@ initial: 0|0\n#@ target: 1\n2\nPDA 0 {}\n{rules}", n - 1);
    let control = Control::from(Limits { timeout: Some(Duration::ZERO), ..Limits::default() });
    let (model, said) = load_pushdown("large.cpds", &text, &pushdown::Options::default(), &control);
    assert!(model.is_none() && said.is_empty() && control.hit() == Some(Bound::Time), "{said:?}");
}
