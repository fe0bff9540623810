//! The library as a program without the command line uses it: the prelude alone.

use moverlog::prelude::*;
use std::error::Error as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const RACE: &str = "int x; void T() { int y = x; x = y + 1; } void look() { assert(x < 2); }
P = { T() } || { T() } || { look() };";

#[test]
fn a_wrong_model_has_an_execution() {
    let model = Model::parse("race.mover", RACE).expect("it is well-formed");
    for rules in ["interleaving", "reduction", "summaries", "locks", "cpc", "dynamic"] {
        let outcome =
            Checker::new(&model.program).rules(rules).expect("it is listed").run().expect("nothing is claimed");
        let failed = outcome.failed.expect("both may have counted");
        assert_eq!((outcome.verdict, failed.thread), (Verdict::Wrong, Tid(3)), "{rules}");
        assert_eq!(failed.schedule.last().map(|choice| choice.t), Some(Tid(3)), "{rules}");
    }
}

#[test]
fn what_is_wrong_with_a_text_is_told_line_by_line() {
    let error =
        Model::parse("bad.mover", "int x;\nvoid T() { y = 1; z = 2; }\nP = { T() };").expect_err("y is not declared");
    let lines = error.to_string();
    assert!(lines.starts_with("bad.mover:2:12: error: "), "{lines}");
    assert_eq!(lines.lines().count(), 2, "{lines}");
}

#[test]
fn a_file_that_is_not_there_is_an_error_with_its_cause() {
    let error = Model::read("nowhere.mover").expect_err("there is no such file");
    assert_eq!(error.to_string(), "cannot read `nowhere.mover`");
    assert!(error.source().is_some());
}

#[test]
fn rules_that_do_not_exist_are_told_with_those_that_do() {
    let model = Model::parse("race.mover", RACE).expect("it is well-formed");
    let error = Checker::new(&model.program).rules("sumaries").err().expect("there is none of that name");
    assert!(error.to_string().contains("no ruleset `sumaries`; there are interleaving, "), "{error}");
}

#[test]
fn a_false_claim_is_an_error() {
    let model =
        Model::parse("claim.mover", "int x; void T() { int y; @both y = x; x = y + 1; } P = { T() } || { T() };");
    let model = model.expect("it is well-formed");
    let error = Checker::new(&model.program).run().expect_err("the steps do not commute with themselves");
    assert!(matches!(&error, Error::FalseClaims(claims) if !claims.is_empty()), "{error:?}");
    let outcome = Checker::new(&model.program).movers(MoverMode::Lockset).run().expect("claims are left aside");
    assert_eq!(outcome.verdict, Verdict::Safe);
}

#[test]
fn bounds_make_an_outcome_inconclusive() {
    let model = Model::parse("race.mover", &RACE.replace("x < 2", "x < 3")).expect("it is well-formed");
    let checker = Checker::new(&model.program).rules("interleaving").expect("it is listed");
    let bound = |c: Checker<'_>| c.run().expect("nothing is claimed").bound;
    assert_eq!(bound(checker.clone()), None);
    assert_eq!(bound(checker.clone().max_states(3)), Some(Bound::States));
    assert_eq!(bound(checker.clone().timeout(Duration::ZERO)), Some(Bound::Time));
    assert_eq!(bound(checker.cancelled_by(Arc::new(AtomicBool::new(true)))), Some(Bound::Interrupted));
}
