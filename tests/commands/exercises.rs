//! Exercises: the solutions are right, what students answer wrong most often is said to be wrong, and why.

use crate::support::command::run as moverlog;
use crate::support::expect::expect;
use moverlog::driver::Control;
use moverlog::exercise::{EXERCISES, Exercise, judge};
use moverlog::ir::{Mover, Program};
use moverlog::model::load;
use std::path::{Path, PathBuf};
use std::process::Output;

fn folder(e: &Exercise) -> PathBuf {
    Path::new("exercises").join(e.name)
}

fn program(text: &str) -> Program {
    load("answer", text, &[]).0.expect("it is a model").program
}

/// The answers of that kind, by name.
fn answers(e: &Exercise, kind: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder(e)).expect("a folder").map(|f| f.expect("readable").path());
    let of = |p: &PathBuf| p.file_name().is_some_and(|n| n.to_string_lossy().starts_with(kind));
    let mut found: Vec<PathBuf> = files.filter(of).collect();
    found.sort();
    found
}

fn answered(e: &Exercise, file: &Path) -> Output {
    moverlog(&["exercise", &e.number.to_string(), file.to_str().expect("a name")])
}

#[test]
fn every_folder_is_an_exercise() {
    let folders = std::fs::read_dir("exercises").expect("a folder").count();
    assert_eq!(folders, EXERCISES.len());
    for (i, e) in EXERCISES.iter().enumerate() {
        assert_eq!(e.number, i + 1);
        assert!(e.question().starts_with(&format!("{}. ", e.number)), "{}", e.question());
        assert!(!e.title().is_empty() && e.question().len() > e.title().len() + 10, "{}", e.title());
        let asked = e.text.lines().find_map(|l| l.strip_prefix("//@ wants: ")).expect("it wants something");
        assert_eq!(e.wants().len(), asked.split(", ").count(), "each of `{asked}` is known");
    }
}

#[test]
fn solutions_are_right_and_the_exercise_as_it_is_is_not() {
    for e in EXERCISES {
        let right = answered(e, &folder(e).join("right.mover"));
        assert_eq!(right.status.code(), Some(0), "{}: {right:?}", e.name);
        let untouched = answered(e, &folder(e).join("exercise.mover"));
        assert_eq!(untouched.status.code(), Some(1), "{}: {untouched:?}", e.name);
    }
}

#[test]
fn wrong_answers_are_told_apart_from_each_other() {
    let mut said = String::new();
    for e in EXERCISES {
        let wrong = answers(e, "wrong_");
        assert!(wrong.len() >= 2, "{}", e.name);
        for file in wrong {
            let answer = answered(e, &file);
            assert_eq!(answer.status.code(), Some(1), "{file:?}: {answer:?}");
            said += &format!("== {}\n{}\n", file.display(), String::from_utf8_lossy(&answer.stdout));
        }
    }
    expect("tests/exercises.expect", &said);
}

/// A claim that says less than the solution is refused, so the solution has to say all that is true.
#[test]
fn claims_of_solutions_are_the_greatest() {
    let unbounded = Control::new(Default::default(), &|_| {});
    for e in EXERCISES.iter().filter(|e| e.text.contains("wants: claims")) {
        let solved = program(e.solution);
        let claimed: Vec<usize> =
            (0..solved.locations.len()).filter(|l| solved.locations[*l].claimed.is_some()).collect();
        for l in claimed {
            let mover = solved.locations[l].claimed.expect("it is claimed");
            for more in [Mover::Both, Mover::Right, Mover::Left].into_iter().filter(|m| says_more(*m, mover)) {
                let mut p = solved.clone();
                p.locations[l].claimed = Some(more);
                let (_, fault) = judge(e, &p, &unbounded).expect("it is not right");
                assert!(matches!(fault, moverlog::exercise::Fault::FalseClaims(_)), "{} {l} {more:?}", e.name);
            }
        }
    }
}

fn says_more(a: Mover, b: Mover) -> bool {
    a != b && a.is_right() >= b.is_right() && a.is_left() >= b.is_left()
}

#[test]
fn an_answer_that_leaves_the_exercise_is_refused() {
    let text = EXERCISES[0].solution.replace("done++;", "done = 2;");
    let file = std::env::temp_dir().join(format!("moverlog-exercise-{}.mover", std::process::id()));
    std::fs::write(&file, text).expect("it can be written");
    let answer = answered(&EXERCISES[0], &file);
    std::fs::remove_file(&file).expect("it is there");
    let said = String::from_utf8_lossy(&answer.stderr).into_owned();
    assert_eq!(answer.status.code(), Some(2), "{said}");
    assert!(said.contains("the exercise has `done++;` here") && said.contains(":8:"), "{said}");
}

#[test]
fn exercises_are_listed_and_printed() {
    let list = moverlog(&["exercise"]);
    let list = String::from_utf8_lossy(&list.stdout);
    assert!(EXERCISES.iter().all(|e| list.contains(&e.title())), "{list}");
    let one = moverlog(&["exercise", "4"]);
    let one = String::from_utf8_lossy(&one.stdout);
    assert!(one.contains("//?") && !one.contains("hint") && EXERCISES[3].leaves(&one).is_none(), "{one}");
    let solved = moverlog(&["exercise", "4", "--solution"]);
    assert_eq!(String::from_utf8_lossy(&solved.stdout), EXERCISES[3].solution);
    let none = moverlog(&["exercise", "99"]);
    assert_eq!(none.status.code(), Some(2));
    let json = moverlog(&["exercise", "1", "exercises/01_lost_update/wrong_a_lock_too_few.mover", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("it is JSON");
    assert_eq!((&json["right"], &json["fault"]["asked"]), (&false.into(), &"safe".into()));
}
