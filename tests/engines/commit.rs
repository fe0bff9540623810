//! Commit Point Completion on summaries: what each of its rules is for, what they choose, and that they end where
//! locations do not.

use crate::corpus::read;
use moverlog::derivation::RulesFile;
use moverlog::driver::{Bound, Control, Engine, Limits, Options, Outcome, Verdict, check};
use moverlog::ir::Program;
use moverlog::report;
use moverlog_rules::{Claim, ruleset};
use std::path::Path;

fn model(name: &str) -> Program {
    read(Path::new(&format!("models/{name}.mover")), &[]).program
}

fn found(p: &Program, engine: Engine<'_>, initial_phase: bool) -> Outcome {
    let limits = Limits { max_stack: 6, max_states: 20_000, ..Limits::default() };
    let options = Options { initial_phase, ..Options::default() };
    check(p, engine, &options, &Control::from(limits)).expect("nothing is claimed")
}

fn named(name: &str) -> Engine<'static> {
    Engine::named(name).expect("it is listed")
}

/// The ruleset as a file in which the rule of that name is another, of which is claimed what is claimed of the ruleset.
fn with(rule: &str, change: impl Fn(&str) -> String) -> RulesFile {
    let text = report::rules_file(ruleset("summaries-cpc").expect("it is listed"));
    let tag = format!("// ({rule})\n");
    let start = text.find(&tag).unwrap_or_else(|| panic!("no rule ({rule})"));
    let end = start + text[start..].find(";\n").expect("a rule ends") + 2;
    let changed = [&text[..start], &change(&text[start..end]), &text[end..]].concat();
    let mut file = RulesFile::load(rule, &changed).expect("it is still a ruleset");
    file.claim = Some(Claim::Sound);
    file
}

fn without(rule: &str) -> RulesFile {
    with(rule, |_| String::new())
}

#[test]
fn every_rule_is_for_an_error() {
    let cases = [
        ("COMMITS STEP", "cpc/figure1"),
        ("COMMITS INSIDE", "repro/commit_in_callee"),
        ("COMMITS INSIDE", "repro/commit_in_callee_of_callee"),
        ("COMMITS INSIDE", "repro/release_in_callee"),
        ("DIRTY", "repro/commit_in_callee"),
        ("BEHIND STEP", "repro/commit_in_callee"),
        ("BEHIND", "repro/commit_in_callee"),
        ("COMMIT POINT", "cpc/figure1"),
        ("COMMIT POINT BETWEEN", "repro/commit_before_pop"),
        ("OPEN", "cpc/figure1"),
        ("CHOOSE", "cpc/figure1"),
        ("CFL CHOSEN", "cpc/figure1"),
    ];
    for (rule, name) in cases {
        let p = model(name);
        for phase in [true, false] {
            let outcome = found(&p, named("summaries-cpc"), phase);
            assert_eq!(outcome.verdict, Verdict::Wrong, "{name}, initial phase {phase}");
        }
        let lost = |phase| found(&p, Engine::File(&without(rule)), phase).failed.is_none();
        assert!(lost(true) || lost(false), "{name} without ({rule})");
    }
}

#[test]
fn later_left_movers_are_commit_points() {
    let p = model("repro/release_behind_commit");
    let not_right = "if !p.is_right_mover(*t, *n2),";
    let first_alone = with("COMMITS STEP", |rule| {
        assert!(rule.contains(not_right), "{rule}");
        rule.replace(not_right, "if !p.is_right_mover(*t, *n2), if p.is_pre_commit(*n2),")
    });
    assert_eq!(found(&p, named("summaries-cpc"), true).verdict, Verdict::Wrong);
    assert!(found(&p, Engine::File(&first_alone), true).failed.is_none());
}

/// What does not end although it was to is never `safe`.
#[test]
fn a_choice_that_ends_nothing_leaves_the_answer_open() {
    let outcome = found(&model("cpc/figure1"), Engine::File(&without("CFL CHOSEN")), true);
    assert_eq!((outcome.verdict, outcome.bound), (Verdict::Inconclusive, Some(Bound::Completion)));
}

/// Where threads start post-commit, C3' puts locations in LFS that outlast procedures, and stacks grow (QRR Example 3).
#[test]
fn summaries_end_where_locations_would_let_stacks_grow() {
    for (name, states) in [("qrr/example3", 32), ("qrr/figure4", 24)] {
        let [by_location, by_node] = ["summaries", "summaries-cpc"].map(|r| found(&model(name), named(r), false));
        assert_eq!(by_location.bound, Some(Bound::Stack), "{name}");
        assert_eq!((by_node.verdict, by_node.states), (Verdict::Safe, states), "{name}");
        assert_eq!((by_node.rounds, by_node.lfs.len()), (1, 0), "{name}: nothing is chosen");
    }
}
