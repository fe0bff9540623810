//! Control states beside a run that no schedule reaches: the branches of the models in `models/tsg` that intervals
//! refute, against all schedules of the run's transitions and against the models' own claims.

use crate::support::command;
use crate::trace_random::concrete;
use moverlog::control::Control;
use moverlog::model::load;
use moverlog::trace::analysis::{Analysis, Settings, analyse};
use moverlog::trace::ctp::Ctp;
use moverlog::trace::merge::merge;
use moverlog::trace::record::{Plan, record};
use std::collections::BTreeSet;

fn recorded(name: &str, constants: &[(&str, i64)], seed: u64) -> Ctp {
    let text = std::fs::read_to_string(format!("models/tsg/{name}.mover")).unwrap();
    let constants: Vec<(String, i64)> = constants.iter().map(|(n, v)| (n.to_string(), *v)).collect();
    let model = load(name, &text, &constants).0.expect("the model is well-formed");
    record(&model.program, &Plan::Random(seed), 10_000, &Control::default()).expect("chance is possible").run.ctp
}

fn analysed(ctp: &Ctp, constants: bool) -> Analysis {
    let settings = Settings { constants, max_search: 1, ..Settings::default() };
    analyse(ctp, &settings, &Control::default())
}

/// How many on each graph.
fn counts(ctp: &Ctp, constants: bool) -> [usize; 3] {
    let analysis = analysed(ctp, constants);
    [0, 1, 2].map(|k| analysis.graphs[k].refuted.len())
}

#[test]
fn no_schedule_reaches_what_is_unreachable() {
    let families = [
        ("counters", &[][..]),
        ("bank", &[]),
        ("bank_withdrawals", &[("CLERKS", 3)]),
        ("indexer", &[("THREADS", 3), ("WORDS", 2)]),
        ("indexer_room", &[]),
        ("atom_initialisation", &[]),
        ("atom_log_buffer", &[]),
        ("atom_reference_count", &[]),
    ];
    for ((name, sizes), seed) in families.into_iter().flat_map(|f| (1..=5).map(move |seed| (f, seed))) {
        let ctp = recorded(name, sizes, seed);
        let found = concrete(&ctp);
        for constants in [false, true] {
            let analysis = analysed(&ctp, constants);
            let by_constants = analysis.constants.iter().flat_map(|c| &c.guards);
            let by_intervals = analysis.graphs.iter().flat_map(|g| &g.refuted);
            let refuted: BTreeSet<_> = by_constants.chain(by_intervals).map(|s| (s.thread, s.at)).collect();
            assert!(refuted.is_disjoint(&found.refused), "{name}, seed {seed}: {refuted:?}");
            assert!(analysis.graphs.iter().all(|g| g.unreachable.is_empty()), "{name}: the run is a schedule");
        }
    }
}

/// The models whose branches are never taken: as in TSG 5, TSG and TSG' show it and the CCFG does not.
#[test]
fn intervals_along_transactions_refute_what_those_along_the_ccfg_do_not() {
    let bank = recorded("bank_withdrawals", &[("CLERKS", 8)], 1);
    assert_eq!([false, true].map(|constants| counts(&bank, constants)), [[0, 8, 8]; 2]);
    let initialisation = recorded("atom_initialisation", &[], 23);
    assert_eq!([false, true].map(|constants| counts(&initialisation, constants)), [[0, 1, 1], [0, 0, 0]]);
    let room = recorded("indexer_room", &[("THREADS", 8), ("WORDS", 4)], 1);
    assert_eq!(counts(&room, true), [0, 32, 32]);
}

/// Fewer transactions need not be the better ones.
#[test]
fn on_fewer_transactions_less_may_be_refuted() {
    let bank = recorded("bank_withdrawals", &[("CLERKS", 8), ("START", 200)], 1);
    assert_eq!(counts(&bank, false), [0, 8, 0]);
}

#[test]
fn the_branches_are_never_taken_in_the_models() {
    for words in [["bank_withdrawals", "CLERKS=8"], ["indexer_room", "THREADS=3"]] {
        let path = format!("models/tsg/{}.mover", words[0]);
        let output = command::run(&["check", &path, "--const", words[1]]);
        assert_eq!(output.status.code(), Some(0), "{words:?}");
    }
}

/// A run reaches all its own control states; a combination of paths of several runs need not.
#[test]
fn a_combination_of_paths_may_be_impossible() {
    let run = |writer: &str, reader: &str| crate::ctp::program(&[("X", 0)], &[writer, reader]);
    let runs = [run("X=1", "assume X==1; r=X"), run("X=2", "assume X==2; q=X")];
    let programs = merge(&runs).unwrap();
    let unreachable = |ctp: &Ctp| analysed(ctp, false).graphs.last().map_or(0, |g| g.unreachable.len());
    assert_eq!(programs.iter().map(|p| unreachable(&p.ctp)).collect::<Vec<_>>(), [0, 2, 2, 0]);
}
