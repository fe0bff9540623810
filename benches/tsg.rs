//! Table 1 of TSG on our families: the graphs, their intervals and times. With `--check` it fails if the graphs
//! of many threads are not much smaller than the CCFG, or a violation is not found.

#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use moverlog::control::{Control, Limits};
use moverlog::model::load;
use moverlog::trace::analysis::{Analysed, Analysis, GraphKind, Settings, Verdict, analyse};
use moverlog::trace::ctp::Ctp;
use moverlog::trace::record::{End, Plan, record};
use std::time::Duration;

/// For all graphs of a case. What the paper had was 20 minutes.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A model, its constants, the seed of its run, whether that shows a violation, and the least ratio
/// of switches between CCFG and TSG'.
type Case = (&'static str, &'static [(&'static str, i64)], u64, bool, f64);

const CASES: [Case; 12] = [
    ("counters", &[("N", 2)], 1, false, 2.0),
    ("counters", &[("N", 10)], 1, false, 2.0),
    ("counters", &[("N", 50)], 1, false, 2.0),
    ("atom_initialisation", &[], INITIALISED, true, 1.0),
    ("atom_log_buffer", &[], 12, true, 1.0),
    ("atom_reference_count", &[], 1, true, 1.0),
    ("atom_two_fields", &[], 1, true, 1.0),
    ("bank", &[("CLERKS", 8)], 1, false, 3.0),
    ("indexer", &[("THREADS", 9)], 1, false, 100.0),
    ("indexer", &[("THREADS", 19)], 1, false, 5.0),
    ("indexer", &[("THREADS", 31), ("WORDS", 4), ("SIZE", 240)], 1, false, 4.0),
    ("indexer", &[("THREADS", 33), ("WORDS", 4), ("SIZE", 240)], 1, false, 4.0),
];

/// A seed with which the second thread finds the flag raised before it takes the lock.
const INITIALISED: u64 = 23;

fn main() {
    let check = std::env::args().any(|a| a == "--check");
    println!("| program | n | #L | #G | #A | #I | graph | #M | #C | #TE | t(s) | RB_l | RB_g | verdict |");
    println!("|{}", "---|".repeat(14));
    for case in &CASES {
        let analysis = analysis(case);
        rows(case, &analysis);
        if check {
            hold_to_limits(case, &analysis);
        }
    }
}

/// Of a run that goes to its end.
fn program((name, constants, seed, ..): &Case) -> Ctp {
    let path = format!("{}/models/tsg/{name}.mover", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the model is there");
    let constants: Vec<(String, i64)> = constants.iter().map(|(n, v)| (n.to_string(), *v)).collect();
    let model = load(name, &text, &constants).0.expect("the model is well-formed");
    let control = Control::default();
    let recording = record(&model.program, &Plan::Random(*seed), 1_000_000, &control).expect("chance is possible");
    assert!(matches!(recording.end, End::Still(_) | End::Wrong(..)), "{name}: {:?}", recording.end);
    recording.run.ctp
}

fn analysis(case: &Case) -> Analysis {
    let limits = Limits { timeout: Some(TIMEOUT), max_states: usize::MAX, ..Limits::default() };
    let settings = Settings { max_search: 20_000, ..Settings::default() };
    analyse(&program(case), &settings, &Control::from(limits))
}

/// One row for each graph.
fn rows((name, constants, ..): &Case, analysis: &Analysis) {
    let sizes: String = constants.iter().map(|(n, v)| format!(" {n}={v}")).collect();
    let c = &analysis.characteristics;
    let of_run = [c.threads, c.locals, c.globals, c.accesses, c.transitions].map(|n| n.to_string()).join(" | ");
    for g in &analysis.graphs {
        println!("| {name}{sizes} | {of_run} | {} | {} |", cells(g), analysis.verdict().name());
    }
}

/// Without intervals where the bound was hit.
fn cells(g: &Analysed) -> String {
    let mats = if g.kind == GraphKind::Ccfg { "–".into() } else { g.graph.count_mats().to_string() };
    let (switches, transactions) = (g.graph.switches.len(), g.graph.transactions());
    let found = match g.ranges.bound {
        None => format!("{:.2} | {} | {}", g.time.as_secs_f64(), g.metric.0, g.metric.1),
        Some(bound) => format!("> {} ({}) | – | –", TIMEOUT.as_secs(), bound.name()),
    };
    format!("{} | {mats} | {switches} | {transactions} | {found}", g.kind.name())
}

fn hold_to_limits((name, _, _, violated, least): &Case, analysis: &Analysis) {
    let [ccfg, tsg, feasible] = [0, 1, 2].map(|g| analysis.graphs[g].graph.switches.len() as f64);
    assert!(feasible <= tsg && tsg <= ccfg, "{name}: {ccfg}, {tsg}, {feasible} switches");
    assert!(feasible * least <= ccfg, "{name}: {ccfg} switches, and {feasible}");
    assert_eq!(analysis.verdict() == Verdict::Violated, *violated, "{name}: the violation");
    let last = &analysis.graphs[2];
    assert!(last.ranges.bound.is_none(), "{name}: TSG' took more than {TIMEOUT:?}");
}
