//! Random models: every reduction agrees with all interleavings.
//!
//! `MOVERLOG_RANDOM` sets how many models, `MOVERLOG_SEED` where they begin; the same numbers give
//! the same models. A disagreement is printed as the smallest model that still shows it.

mod oracle;
mod shrink;

use crate::generator::generate;
use crate::support::setting;
use oracle::{Seen, examine};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// As `examine`; a panic is a disagreement too.
fn outcome(text: &str, seed: u64) -> Result<Seen, String> {
    catch_unwind(AssertUnwindSafe(|| examine(text, seed))).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().cloned();
        let message = message.or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string()));
        Err(format!("panicked: {}", message.unwrap_or_default()))
    })
}

/// The same complaint, numbers and phases apart.
fn sort_of(complaint: &str) -> String {
    let kept: Vec<&str> =
        complaint.split(|c: char| !c.is_alphabetic()).filter(|w| !["true", "false"].contains(w)).collect();
    kept.concat()
}

fn smallest(text: &str, seed: u64, complaint: &str) -> String {
    let sort = sort_of(complaint);
    let (here, known) = (std::thread::current().id(), std::panic::take_hook());
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().id() != here {
            known(panic);
        }
    }));
    let small = shrink::shrink(text, |t| outcome(t, seed).err().is_some_and(|c| sort_of(&c) == sort));
    drop(std::panic::take_hook());
    small
}

#[derive(Default)]
struct Totals {
    models: usize,
    skipped: usize,
    wrong: usize,
    states: usize,
    reduced: usize,
    greatest: (usize, usize),
    fewer_threads: usize,
    reductions: usize,
    claims_refuted: usize,
    cut: usize,
    several_rounds: usize,
    lfs: usize,
    ordered: usize,
    vacuous: usize,
    too_few_threads: usize,
    features: BTreeMap<&'static str, usize>,
}

impl Totals {
    fn add(&mut self, features: BTreeMap<&'static str, usize>, seen: &Seen) {
        self.models += 1;
        for feature in features.keys() {
            *self.features.entry(feature).or_default() += 1;
        }
        self.skipped += usize::from(seen.skipped);
        self.wrong += usize::from(seen.wrong);
        self.states += seen.states;
        self.reduced += seen.reduced;
        if let Some(greatest) = seen.greatest {
            self.greatest.0 += greatest;
            self.greatest.1 += seen.states;
        }
        self.fewer_threads += seen.fewer_threads;
        self.reductions += seen.reductions;
        self.claims_refuted += usize::from(seen.claims_refuted);
        self.cut += seen.cut;
        self.several_rounds += usize::from(seen.rounds > 1);
        self.lfs += usize::from(seen.lfs);
        self.ordered += usize::from(seen.ordered);
        self.vacuous += seen.vacuous;
        self.too_few_threads += usize::from(seen.too_few_threads);
    }

    fn report(&self) -> String {
        let looked_at = self.models - self.skipped;
        let percent = |n: usize, of: usize| 100.0 * n as f64 / of.max(1) as f64;
        let mut lines = vec![
            format!("{} models, {} skipped for their size", self.models, self.skipped),
            format!("{} go wrong ({:.1} %)", self.wrong, percent(self.wrong, looked_at)),
            format!("{} states, {} reduced ({:.1} %)", self.states, self.reduced, percent(self.reduced, self.states)),
            format!("greatest movers: {:.1} % of the states", percent(self.greatest.0, self.greatest.1)),
            format!("{} of {} reductions show fewer threads going wrong", self.fewer_threads, self.reductions),
            format!("{} bounds hit, {} false claims", self.cut, self.claims_refuted),
            format!("{} in several rounds, {} with LFS", self.several_rounds, self.lfs),
            format!("{} with accesses in order", self.ordered),
            format!("{} safe with something out of reach", self.vacuous),
            format!("{} with too few threads", self.too_few_threads),
        ];
        lines.extend(self.features.iter().map(|(f, n)| format!("  {f}: {n} ({:.1} %)", percent(*n, self.models))));
        lines.join("\n")
    }
}

#[test]
fn random_models() {
    let (count, first) = (setting("MOVERLOG_RANDOM", 1250), setting("MOVERLOG_SEED", 1));
    let mut totals = Totals::default();
    let mut disagreements = BTreeMap::new();
    for i in 0..count {
        let seed = first.wrapping_mul(0x1_0000_0001).wrapping_add(i);
        let model = generate(seed);
        match outcome(&model.text, seed) {
            Ok(seen) => totals.add(model.features, &seen),
            Err(complaint) => {
                let (times, _) =
                    disagreements.entry(sort_of(&complaint)).or_insert((0, (i, seed, complaint, model.text)));
                *times += 1;
            }
        }
    }
    let mut complaints = vec![];
    for (times, (i, seed, complaint, text)) in disagreements.into_values() {
        let small = smallest(&text, seed, &complaint);
        let now = outcome(&small, seed).err().unwrap_or_default();
        complaints.push(format!("{times} times, first in model {i} (seed {seed}): {complaint}\nnow: {now}\n{small}"));
    }
    let complaints = complaints.join("\n");
    assert!(complaints.is_empty(), "\n{complaints}\n{}", totals.report());
    if std::env::var_os("MOVERLOG_RANDOM").is_some() {
        use std::io::Write;
        writeln!(std::io::stderr(), "{}", totals.report()).expect("standard error is open");
    }
}

#[test]
fn the_same_seed_gives_the_same_model() {
    for seed in 0..50 {
        assert_eq!(generate(seed).text, generate(seed).text);
    }
}

/// Models on which a disagreement was found once, whatever the bounds and phases chosen for them.
#[test]
fn models_that_once_disagreed() {
    let mut paths: Vec<_> = std::fs::read_dir("models/repro").unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        for seed in 0..10 {
            let seen = outcome(&text, seed).unwrap_or_else(|complaint| panic!("{}: {complaint}", path.display()));
            let claim = if seen.wrong { "//@ verdict: wrong" } else { "//@ verdict: safe" };
            assert!(text.contains(claim), "{}: not {claim}", path.display());
        }
    }
}
