//! `moverlog errata`: every command of the catalogue shows what is said of it, and literal readings lose what the
//! mended ones find.

use crate::support::command;
use moverlog::errata::{Erratum, Kind, Reading, all, file};
use serde_json::Value;
use std::collections::BTreeSet;

fn shown(e: &Erratum) -> Value {
    let output = command::run(&["errata", e.name, "--format", "json"]);
    let value: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", e.name));
    let missing: Vec<&Value> = value["runs"].as_array().unwrap().iter().filter(|r| r["holds"] != true).collect();
    assert!(command::status(&output) == 0 && missing.is_empty(), "{}: {missing:#?}", e.name);
    value
}

fn statuses(value: &Value, reading: Reading) -> Vec<i64> {
    let runs = value["runs"].as_array().unwrap().iter();
    runs.filter(|r| r["reading"] == reading.name()).map(|r| r["status"].as_i64().unwrap()).collect()
}

#[test]
fn every_run_shows_what_is_said_of_it() {
    for e in all() {
        let value = shown(e);
        let runs = value["runs"].as_array().unwrap();
        assert!(runs.iter().all(|r| r["status"] != 2), "{}", e.name);
        assert!(runs.iter().all(|r| r["answer"].is_object()), "{}: every command has an answer as JSON", e.name);
    }
}

/// Without an error as printed, with it as mended; of traces, a graph that may leave schedules out.
#[test]
fn unsound_readings_lose_what_mended_ones_find() {
    let unsound: Vec<&Erratum> = all().filter(|e| e.kind == Kind::Unsound).collect();
    for e in &unsound {
        let value = shown(e);
        let [printed, mended] = [Reading::Printed, Reading::Mended].map(|r| statuses(&value, r));
        assert!(!printed.is_empty() && !mended.is_empty(), "{}", e.name);
        if e.name.starts_with("tsg") {
            let adequate =
                |run: &&Value| run["answer"]["graphs"].as_array().unwrap().iter().all(|g| g["adequate"] == true);
            let runs = value["runs"].as_array().unwrap();
            let found: Vec<bool> = runs.iter().map(|r| adequate(&r)).collect();
            let expected: Vec<bool> = e.runs.iter().map(|r| r.reading == Reading::Mended).collect();
            assert_eq!(found, expected, "{}", e.name);
        } else {
            assert!(printed.iter().all(|s| *s == 3) && mended.iter().all(|s| *s == 1), "{}", e.name);
        }
    }
    assert!(unsound.len() >= 12);
}

#[test]
fn names_are_different_and_papers_are_known() {
    let names: BTreeSet<&str> = all().map(|e| e.name).collect();
    assert_eq!(names.len(), all().count());
    for paper in ["CPC", "FQ", "QRR", "DYN", "TSG"] {
        let of_it: Vec<_> = all().filter(|e| e.place.split(' ').next() == Some(paper)).collect();
        assert!(of_it.len() >= 8, "{paper}");
        assert!(of_it.iter().all(|e| e.name.starts_with(&paper.to_lowercase())));
    }
    assert!(all().all(|e| !e.runs.is_empty() || e.kind != Kind::Unsound), "a loss is shown");
}

/// A file of the catalogue can be named wherever a file can.
#[test]
fn files_of_the_catalogue_need_no_folder() {
    let elsewhere = |words: &[&str]| command::command(words).current_dir(std::env::temp_dir()).output().unwrap();
    assert_eq!(command::status(&elsewhere(&["check", "errata:fx01_l19.mover", "--quiet"])), 1);
    assert_eq!(command::status(&elsewhere(&["errata", "fq-access"])), 0);
    let unknown = elsewhere(&["check", "errata:fx99.mover"]);
    assert_eq!(command::status(&unknown), 2);
    assert!(command::err(&unknown).contains("the catalogue has no such file"));
    for e in all().filter(|e| !e.runs.is_empty()) {
        let words = e.runs.iter().flat_map(|r| r.command.split(' '));
        assert!(words.filter_map(|w| w.strip_prefix("errata:")).all(|name| file(name).is_some()), "{}", e.name);
    }
}

#[test]
fn a_name_that_is_not_there_is_told_what_is_near() {
    let said = |name: &str| {
        let output = command::run(&["errata", name]);
        assert_eq!(command::status(&output), 2);
        command::err(&output)
    };
    assert!(said("cpc-l91").contains("did you mean `cpc-l19`?"));
    assert!(said("reentrant-lock").contains("`moverlog errata` lists them"));
    assert!(said("theorem").contains("there are cpc-theorem-7-proof, "));
    assert!(said("0").contains("no erratum `0`"));
    let by_number = command::out(&command::run(&["errata", "2"]));
    assert!(by_number.starts_with("cpc-l19: CPC Figure 8, line L19 (unsound)\nprinted: "), "{by_number}");
}
