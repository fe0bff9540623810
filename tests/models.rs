//! Every model under every engine: verdicts against the claim in the model's header, counts
//! against `tests/models.expect` (`UPDATE_EXPECT=1` rewrites that file, never a claim).
//! A test is named by its model: `cargo test --test models treiber`.

mod corpus;
mod support;

use corpus::{models, read};
use libtest_mimic::{Arguments, Trial};
use moverlog::driver::{Bound, Control, Engine, Limits, MoverMode, Options, Outcome, Phases, Verdict, check};
use moverlog::model::Model;
use moverlog_rules::Claim;
use pretty_assertions::assert_eq;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use support::{expect::expect_lines, setting};

const TABLE: &str = "tests/models.expect";

fn main() -> std::process::ExitCode {
    let named = |name: &str, test: fn()| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    };
    let each = |what: &str, test: fn(&Path)| {
        let trial = |path: PathBuf| {
            Trial::test(format!("{what} {}", path.display()), move || {
                test(&path);
                Ok(())
            })
        };
        models().into_iter().map(trial).collect::<Vec<_>>()
    };
    let mut trials = each("verdict", verdicts_are_as_claimed_and_counts_as_measured);
    trials.extend(each("sizes", engines_agree_at_other_sizes));
    trials.extend([
        named("the_table_is_of_the_models", the_table_is_of_the_models),
        named("table_1_of_cpc_is_as_its_models_say", table_1_of_cpc_is_as_its_models_say),
        named("lazy_initialisation_in_closed_form", lazy_initialisation_in_closed_form),
        named("every_model_says_where_it_comes_from", every_model_says_where_it_comes_from),
        named("the_tour_says_what_is_seen", the_tour_says_what_is_seen),
        named("theorem_3_is_as_predicted", theorem_3_is_as_predicted),
    ]);
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn directive<'m>(model: &'m Model, key: &str) -> Option<&'m str> {
    model.directives.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str())
}

fn run(model: &Model, engine: Engine, max_states: usize) -> Outcome {
    let limits = Limits { max_states, max_stack: 20, ..Limits::default() };
    let claims = model.program.locations.iter().any(|l| l.claimed.is_some());
    let movers = if claims { MoverMode::Declared } else { MoverMode::Lockset };
    let options = Options { movers, ..Options::default() };
    check(&model.program, engine, &options, &Control::from(limits)).unwrap()
}

/// What the header claims, whoever asks; the oracle for everything else.
fn claim(model: &Model) -> Verdict {
    match directive(model, "verdict") {
        Some("safe") => Verdict::Safe,
        Some("wrong") => Verdict::Wrong,
        other => panic!("{}: `//@ verdict: safe` or `wrong`, not {other:?}", model.name),
    }
}

/// Whether the outcome is one that an engine with this claim may have.
fn admissible(model: &Model, engine: Engine, outcome: &Outcome) -> bool {
    let endless = directive(model, "unbounded").is_some() && outcome.bound == Some(Bound::Stack);
    match (outcome.verdict, claim(model)) {
        (Verdict::Safe, _) if engine.claim() == Claim::MissesErrors => false,
        (Verdict::Inconclusive, Verdict::Safe) => endless || engine.claim() == Claim::MissesErrors,
        (Verdict::Inconclusive, Verdict::Wrong) => engine.claim() == Claim::MissesErrors,
        (verdict, claim) => verdict == claim,
    }
}

/// Its rows of the table of counts.
fn verdicts_are_as_claimed_and_counts_as_measured(path: &Path) {
    let mut rows = String::new();
    let model = read(path, &[]);
    for engine in Engine::all() {
        let outcome = run(&model, engine, usize::MAX);
        assert!(admissible(&model, engine, &outcome), "{} {}: {:?}", model.name, engine.name(), outcome.verdict);
        let (verdict, bound) = (outcome.verdict.name(), outcome.bound.map_or("", |b| b.name()));
        let counts = format!("{} states, {} transitions", outcome.states, outcome.transitions);
        let row = format!("{} {}: {verdict} {bound} {counts}", model.name, engine.name());
        let _ = writeln!(rows, "{}", row.replace("  ", " "));
        if ["reduction", "summaries", "cpc"].contains(&engine.name()) {
            flags_add_no_states(&model, engine, &outcome);
        }
    }
    expect_lines(TABLE, &model.name, &rows);
}

/// Movers from flags and from what commutes lead to the claimed verdict, in no more states than those from locks.
fn flags_add_no_states(model: &Model, engine: Engine, locksets: &Outcome) {
    let options = Options { movers: MoverMode::Ordered, ..Options::default() };
    let limits = Limits { max_stack: 20, ..Limits::default() };
    let outcome = check(&model.program, engine, &options, &Control::from(limits)).unwrap();
    let name = engine.name();
    assert!(admissible(model, engine, &outcome), "{} {name}, ordered: {:?}", model.name, outcome.verdict);
    let declared = model.program.locations.iter().any(|l| l.claimed.is_some());
    assert!(declared || outcome.states <= locksets.states, "{} {name}: {}", model.name, outcome.states);
}

/// Whoever takes a model away takes its rows away.
fn the_table_is_of_the_models() {
    let table = std::fs::read_to_string(TABLE).expect("the table is there");
    let mut named: Vec<_> = table.lines().filter_map(|row| row.split(' ').next()).map(Path::new).collect();
    named.dedup();
    assert_eq!(named, models());
}

/// `// here: 966 unsound, 966 CPC, 2558 cycle detection (58 lines)` in the models of CPC's Table 1, with
/// threads that start post-commit and keep their phase at the start, as in the paper.
fn table_1_of_cpc_is_as_its_models_say() {
    let mut rows = 0;
    for path in models().iter().filter(|p| p.starts_with("models/cpc/table1")) {
        let model = read(path, &[]);
        let said = model.text.lines().find_map(|l| l.strip_prefix("// here: ")).expect("it says what was measured");
        let options = Options { initial_phase: false, phases: Some(Phases::Printed), ..Options::default() };
        let states = ["unsound", "cpc", "cycle"].map(|name| {
            let engine = Engine::named(name).expect("it is listed");
            check(&model.program, engine, &options, &Control::default()).unwrap().states
        });
        let [unsound, cpc, cycle] = states;
        let measured = format!("{unsound} unsound, {cpc} CPC, {cycle} cycle detection");
        assert!(said.starts_with(&measured), "{}: {measured}", model.name);
        rows += 1;
    }
    assert_eq!(rows, 10, "rows of Table 1");
}

/// DYN Figure 4, two workers with k reads: while x is 0 either is at its read, its test or its cas; then
/// either is at one of 6 + k places, but not both at the five where nobody has done the cas.
fn lazy_initialisation_in_closed_form() {
    for k in [1, 2, 4, 8] {
        let model = read(Path::new(&format!("models/dyn/lazy_init_k{k}.mover")), &[]);
        let outcome = run(&model, Engine::named("interleaving").expect("it is listed"), usize::MAX);
        assert_eq!(outcome.states, 3 * 3 + (6 + k) * (6 + k) - 5 * 5, "k = {k}");
    }
}

/// `//@ const: N=2..4`: the sizes worth running, one constant at a time.
fn sizes(model: &Model) -> Vec<(String, i64)> {
    let ranges = model.directives.iter().filter(|(k, _)| k == "const");
    let range = |v: &str| {
        let (name, values) = v.split_once('=').unwrap_or_else(|| panic!("{}: `{v}`", model.name));
        let (lo, hi) = values.split_once("..").unwrap_or((values, values));
        let number = |s: &str| s.trim().parse::<i64>().unwrap_or_else(|_| panic!("{}: `{v}`", model.name));
        (number(lo)..=number(hi)).map(move |n| (name.trim().to_string(), n)).collect::<Vec<_>>()
    };
    ranges.flat_map(|(_, v)| range(v)).collect()
}

fn engines_agree_at_other_sizes(path: &Path) {
    let limit = setting("MOVERLOG_STATES", 6_000) as usize;
    for size in sizes(&read(path, &[])) {
        let model = read(path, std::slice::from_ref(&size));
        let outcomes: Vec<Outcome> = Engine::all().map(|e| run(&model, e, limit)).collect();
        let verdict = |v| outcomes.iter().any(|o| o.verdict == v);
        let both = verdict(Verdict::Safe) && verdict(Verdict::Wrong);
        assert!(!both, "{} {size:?}: engines disagree", model.name);
        for (engine, outcome) in Engine::all().zip(&outcomes).filter(|(_, o)| o.verdict == Verdict::Inconclusive) {
            let cut = matches!(outcome.bound, Some(Bound::States | Bound::Stack));
            assert!(cut || engine.claim() == Claim::MissesErrors, "{} {}", model.name, engine.name());
        }
    }
}

fn every_model_says_where_it_comes_from() {
    for path in models() {
        let model = read(&path, &[]);
        assert!(directive(&model, "source").is_some(), "{}: no `//@ source: ..`", model.name);
        assert!(model.text.starts_with("//"), "{}: no comment that says what it is", model.name);
    }
}

/// `// non-mover      commits here`: what the comments of the tour say of a line is what its margin says.
fn the_tour_says_what_is_seen() {
    let (mut movers, mut phases) = (0, 0);
    for path in models().iter().filter(|p| p.starts_with("models/tour")) {
        let model = read(path, &[]);
        let profiles = run(&model, Engine::named("summaries").expect("it is listed"), usize::MAX).profiles;
        for (i, line) in model.text.lines().enumerate().filter(|(_, l)| !l.starts_with("//")) {
            let at = model.program.locations.iter().zip(&profiles);
            let here: Vec<_> =
                at.filter(|(l, p)| l.line == i as u32 + 1 && !p.moves.is_empty()).map(|(_, p)| p).collect();
            let comment = line.split_once("//").map_or("", |(_, c)| c);
            let said = [("right mover", 'R'), ("left mover", 'L'), ("both mover", 'B'), ("non-mover", 'N')];
            for (_, letter) in said.iter().filter(|(word, _)| comment.contains(word)) {
                let shown: Vec<char> = here.iter().flat_map(|p| &p.moves).map(|m| m.letter()).collect();
                assert!(
                    shown.contains(letter) && shown.iter().all(|c| c == letter),
                    "{}: {line} {shown:?}",
                    model.name
                );
                movers += 1;
            }
            for (_, phase) in [("pre-commit", true), ("post-commit", false)].iter().filter(|(w, _)| comment.contains(w))
            {
                assert!(here.iter().all(|p| p.phases.iter().all(|q| q == phase)), "{}: {line}", model.name);
                phases += 1;
            }
        }
    }
    assert!(movers > 15 && phases == 5, "{movers} {phases}");
}

/// `//@ theorem3: met` or `violated`: what the header predicts of QRR Theorem 3.
fn theorem_3_is_as_predicted() {
    let ruleset = moverlog_rules::ruleset("summaries").unwrap();
    let options = Options::default();
    for path in models() {
        let model = read(&path, &[]);
        let Some(predicted) = directive(&model, "theorem3") else { continue };
        let limits = Limits { max_stack: 8, ..Limits::default() };
        let control = Control::from(limits);
        let (outcome, found) = moverlog::queries::termination(&model.program, ruleset, &options, &control).unwrap();
        let answer = if found.violation.is_some() { "violated" } else { "met" };
        assert_eq!(answer, predicted, "{}", model.name);
        assert!(outcome.bound.is_none() || answer == "violated", "{}", model.name);
    }
}
