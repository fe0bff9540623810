//! `moverlog facts`: from the tables of inputs alone, the tables of what the rules derive are computed
//! again, by loops that know nothing but files.

use crate::support::command::{lacks, run};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

/// With procedures and without, with errors and without, with locks inferred, with recursion.
const MODELS: [&str; 7] = [
    "models/cpc/figure3.mover",
    "models/qrr/figure4.mover",
    "models/qrr/figure8.mover",
    "models/language/everything.mover",
    "models/recursive/endless_after_commit.mover",
    "models/errata/fx02_double_increment.mover",
    "models/dyn/hash_table_half_present.mover",
];

/// A directory of the test's own, removed at its end.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Directory {
        let path = std::env::temp_dir().join(format!("moverlog-facts-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Directory(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn facts(words: &[&str], directory: &Directory) -> Output {
    let words = [&["facts"], words, &["--out", directory.path()]].concat();
    run(&words)
}

type Rows = BTreeSet<Vec<u32>>;

/// The rows of a file.
fn rows(directory: &Path, name: &str) -> Rows {
    let text = fs::read_to_string(directory.join(format!("{name}.facts"))).unwrap();
    let row = |line: &str| line.split('\t').map(|w| w.parse().unwrap()).collect();
    text.lines().map(row).collect()
}

/// The inputs: the rows of a table by its first columns, each with the rest.
struct Inputs(BTreeMap<String, Rows>);

impl Inputs {
    fn read(directory: &Path) -> Inputs {
        let names = ["At", "N", "Initial", "Thread", "U", "UPlus", "UMinus", "Top", "Set", "Push", "Pop"];
        Inputs(names.iter().map(|n| (n.to_string(), rows(directory, n))).collect())
    }

    fn of(&self, table: &str, first: &[u32]) -> Vec<Vec<u32>> {
        let from = self.0[table].range(first.to_vec()..);
        from.take_while(|r| r.starts_with(first)).map(|r| r[first.len()..].to_vec()).collect()
    }

    fn one(&self, table: &str, first: &[u32]) -> u32 {
        let found = self.of(table, first);
        assert_eq!(found.len(), 1, "{table} {first:?}");
        found[0][0]
    }

    fn is_outside(&self, t: u32, n: u32) -> bool {
        self.0["N"].contains(&vec![t, n])
    }

    fn threads(&self) -> Vec<u32> {
        self.0["Thread"].iter().map(|r| r[0]).collect()
    }

    fn others_outside(&self, t: u32, s: u32) -> bool {
        self.threads().iter().all(|u| *u == t || self.is_outside(*u, self.one("At", &[*u, s])))
    }

    fn top(&self, t: u32, s: u32) -> Option<u32> {
        self.of("Top", &[t, s]).first().map(|r| r[0])
    }
}

/// QRR Ruleset 1 with a list of work.
fn reached(p: &Inputs) -> Rows {
    let mut work: Vec<u32> = p.of("Initial", &[]).iter().map(|r| r[0]).collect();
    let mut found = Rows::new();
    while let Some(s) = work.pop() {
        if !found.insert(vec![s]) {
            continue;
        }
        for t in p.threads().into_iter().filter(|t| p.others_outside(*t, s)) {
            let n = p.one("At", &[t, s]);
            work.extend(p.of("U", &[t, n]).iter().map(|r| p.one("Set", &[s, t, r[0]])));
            for step in p.of("UPlus", &[t, n]) {
                work.extend(p.of("Push", &[s, t, step[0], step[1]]).iter().map(|r| r[0]));
            }
            if let Some(f) = p.top(t, s) {
                work.extend(p.of("UMinus", &[t, n, f]).iter().map(|r| p.one("Pop", &[s, t, r[0]])));
            }
        }
    }
    found
}

#[test]
fn states_are_reached_again() {
    for model in MODELS {
        let out = Directory::new("reduction");
        let done = facts(&[model, "--rules", "reduction", "--max-stack", "6"], &out);
        // figure8 grows its stack without end: where it was cut, `Push` has no row.
        assert!(matches!(done.status.code(), Some(0 | 3)), "{model}");
        let sigma = rows(&out.0, "Sigma");
        assert!(sigma.len() > 2 && reached(&Inputs::read(&out.0)) == sigma, "{model}");
    }
}

/// QRR Rulesets 2 and 3, every rule tried on all facts until none adds any.
fn summarized(p: &Inputs) -> BTreeMap<&'static str, Rows> {
    let names = ["Omega", "PathEdge", "Sum", "SumPlus", "SumMinus", "Mark", "Call", "Wanted"];
    let mut found: BTreeMap<&str, Rows> = names.map(|n| (n, Rows::new())).into();
    found.insert("Omega", p.of("Initial", &[]).into_iter().collect());
    loop {
        let mut new = level_one(p, &found);
        new.extend(level_two(p, &found));
        let before: usize = found.values().map(Rows::len).sum();
        for (name, row) in new {
            found.get_mut(name).unwrap().insert(row);
        }
        if found.values().map(Rows::len).sum::<usize>() == before {
            return found;
        }
    }
}

fn starting<'a>(facts: &'a Rows, first: &'a [u32]) -> impl Iterator<Item = &'a Vec<u32>> {
    facts.range(first.to_vec()..).take_while(move |r| r.starts_with(first))
}

fn level_one(p: &Inputs, found: &BTreeMap<&'static str, Rows>) -> Vec<(&'static str, Vec<u32>)> {
    let mut new = vec![];
    for s in found["Omega"].iter().map(|r| r[0]) {
        for t in p.threads().into_iter().filter(|t| p.others_outside(*t, s)) {
            let n = p.one("At", &[t, s]);
            new.push(("PathEdge", vec![t, n, n, 1]));
            new.extend(starting(&found["Sum"], &[t, n]).map(|r| ("Omega", vec![p.one("Set", &[s, t, r[2]])])));
            for r in starting(&found["SumPlus"], &[t, n]) {
                new.extend(p.of("Push", &[s, t, r[2], r[3]]).into_iter().map(|s2| ("Omega", s2)));
            }
            if let Some(f) = p.top(t, s) {
                new.push(("Wanted", vec![t, n, f]));
                let back = |r: &Vec<u32>| ("Omega", vec![p.one("Pop", &[s, t, r[3]])]);
                new.extend(starting(&found["SumMinus"], &[t, n, f]).map(back));
            }
        }
    }
    new
}

fn level_two(p: &Inputs, found: &BTreeMap<&'static str, Rows>) -> Vec<(&'static str, Vec<u32>)> {
    let mut new = vec![];
    for r in &found["PathEdge"] {
        let [t, n1, n2, fresh] = r[..] else { panic!("four columns") };
        if fresh == 0 && p.is_outside(t, n2) {
            new.extend([("Sum", vec![t, n1, n2]), ("Mark", vec![t, n1])]);
            continue;
        }
        new.extend(p.of("U", &[t, n2]).iter().map(|n3| ("PathEdge", vec![t, n1, n3[0], 0])));
        new.extend(p.of("UPlus", &[t, n2]).iter().map(|call| ("Call", vec![t, n1, call[0], call[1]])));
        for f in starting(&found["Wanted"], &[t, n1]).map(|r| r[2]) {
            new.extend(p.of("UMinus", &[t, n2, f]).iter().map(|n3| ("SumMinus", vec![t, n1, f, n3[0]])));
        }
    }
    for r in &found["Call"] {
        let [t, n1, n3, f] = r[..] else { panic!("four columns") };
        new.extend([("PathEdge", vec![t, n3, n3, 0]), ("Wanted", vec![t, n3, f])]);
        new.extend(starting(&found["SumMinus"], &[t, n3, f]).map(|r| ("PathEdge", vec![t, n1, r[3], 0])));
        if found["Mark"].contains(&vec![t, n3]) {
            new.extend([("SumPlus", vec![t, n1, n3, f]), ("Mark", vec![t, n1])]);
        }
    }
    new
}

#[test]
fn summaries_are_derived_again() {
    for model in MODELS {
        let out = Directory::new("summaries");
        facts(&[model, "--max-stack", "6"], &out);
        for (name, derived) in summarized(&Inputs::read(&out.0)) {
            assert!(derived == rows(&out.0, name), "{model}: {name}");
        }
        assert!(!rows(&out.0, "PathEdge").is_empty(), "{model}");
    }
}

/// `OthersOutside` is what follows from `At` and `N`; every place is in one part of the partition.
#[test]
fn tables_agree() {
    let out = Directory::new("agree");
    facts(&["models/qrr/figure4.mover", "--rules", "reduction"], &out);
    let p = Inputs::read(&out.0);
    let claimed = rows(&out.0, "OthersOutside");
    let places = p.0["At"].iter().filter(|r| p.others_outside(r[0], r[1])).map(|r| vec![r[0], r[1]]);
    assert_eq!(claimed, places.collect::<Rows>());
    let parts = ["N", "L", "R"].map(|name| rows(&out.0, name));
    for r in &p.0["At"] {
        assert_eq!(parts.iter().filter(|part| part.contains(&vec![r[0], r[2]])).count(), 1, "{r:?}");
    }
}

#[test]
fn the_schema_says_what_is_in_the_files() {
    let out = Directory::new("schema");
    facts(&["models/qrr/figure4.mover"], &out);
    let schema = fs::read_to_string(out.0.join("schema.json")).unwrap();
    let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    assert_eq!(
        (&schema["tool"], &schema["complete"], &schema["rules"]),
        (&"moverlog".into(), &true.into(), &"summaries".into())
    );
    let declared = fs::read_to_string(out.0.join("facts.dl")).unwrap();
    let relations = schema["relations"].as_array().unwrap();
    for relation in relations {
        let (name, columns) = (relation["name"].as_str().unwrap(), relation["columns"].as_array().unwrap());
        let text = fs::read_to_string(out.0.join(relation["file"].as_str().unwrap())).unwrap();
        assert_eq!(relation["rows"], text.lines().count(), "{name}");
        assert!(text.lines().all(|l| l.split('\t').count() == columns.len()), "{name}");
        assert!(declared.contains(&format!(".decl {name}(")), "{name}");
        assert_eq!(declared.contains(&format!(".input {name}\n")), relation["role"] != "derived", "{name}");
        assert!(!relation["says"].as_str().unwrap().is_empty(), "{name}");
    }
    assert_eq!(fs::read_dir(&out.0).unwrap().count(), relations.len() + 3);
}

/// Every atom in a table of numbers is in the dictionary of its kind.
#[test]
fn names_lead_back_to_the_program() {
    let out = Directory::new("names");
    facts(&["models/qrr/figure4.mover"], &out);
    let nodes: BTreeMap<u32, Vec<u32>> = rows(&out.0, "node").into_iter().map(|r| (r[0], r)).collect();
    let local = fs::read_to_string(out.0.join("local.facts")).unwrap();
    let place = |n: u32| {
        let l = nodes[&n][2].to_string();
        local.lines().find_map(|line| line.strip_prefix(&format!("{l}\t"))).unwrap().to_string()
    };
    let sums: BTreeSet<(String, String)> = rows(&out.0, "Sum").iter().map(|r| (place(r[1]), place(r[2]))).collect();
    assert!(sums.contains(&("main:24".into(), "M1".into())), "{sums:?}");
    let global = fs::read_to_string(out.0.join("global.facts")).unwrap();
    let at_start = nodes[&rows(&out.0, "At").first().unwrap()[2]][1];
    assert!(global.contains(&format!("{at_start}\tg\t0\n{at_start}\tm\t0\n")), "{global}");
}

#[test]
fn only_an_earlier_output_is_replaced() {
    let out = Directory::new("again");
    assert_eq!(facts(&["models/tour/05_procedure.mover"], &out).status.code(), Some(0));
    let first = fs::read(out.0.join("schema.json")).unwrap();
    assert_eq!(facts(&["models/tour/05_procedure.mover", "--rules", "reduction"], &out).status.code(), Some(0));
    assert!(out.0.join("Sigma.facts").exists() && !out.0.join("Sum.facts").exists());
    assert_eq!(facts(&["models/tour/05_procedure.mover"], &out).status.code(), Some(0));
    assert_eq!(fs::read(out.0.join("schema.json")).unwrap(), first, "the same again");
    let other = Directory::new("other");
    fs::create_dir_all(&other.0).unwrap();
    fs::write(other.0.join("thesis.tex"), "precious").unwrap();
    let refused = facts(&["models/tour/05_procedure.mover"], &other);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("holds other files"));
    assert_eq!(fs::read_dir(&other.0).unwrap().count(), 1);
    let file = Directory(other.0.join("thesis.tex"));
    assert_eq!(facts(&["models/tour/05_procedure.mover"], &file).status.code(), Some(2));
    assert_eq!(facts(&["models/tour/05_procedure.mover", "--rules", "cpc"], &out).status.code(), Some(2));
}

/// What a cut run has found is kept, and holds.
#[test]
fn a_cut_run_is_partial_and_says_so() {
    let (cut, whole) = (Directory::new("cut"), Directory::new("whole"));
    let words = ["models/classic/philosophers.mover", "--rules", "reduction"];
    assert_eq!(facts(&words, &whole).status.code(), Some(0));
    let done = facts(&[&words[..], &["--max-states", "20"]].concat(), &cut);
    assert_eq!(done.status.code(), Some(3));
    assert!(String::from_utf8(done.stdout).unwrap().contains("partial: a bound was hit"));
    let schema = fs::read_to_string(cut.0.join("schema.json")).unwrap();
    assert!(schema.contains("\"complete\": false"), "{schema}");
    assert_eq!(rows(&cut.0, "Sigma").len(), 20);
    assert!(rows(&cut.0, "Sigma").is_subset(&rows(&whole.0, "Sigma")));
    let set = rows(&cut.0, "Set");
    assert!(!set.is_empty() && set.iter().all(|r| r[0] != r[3] || rows(&whole.0, "Set").contains(r)));
}

/// A relation of a file that is called as a table of inputs gets another name.
#[test]
fn names_do_not_clash() {
    let (out, rules) = (Directory::new("clash"), Directory::new("clash-rules"));
    fs::create_dir_all(&rules.0).unwrap();
    let path = rules.0.join("clash.rules");
    let text = "relation Prog(Oracle<'p>);\nrelation u(State);\nrelation N(State);\n\
                u(p.initial()) <-- Prog(p);\nN(p.set(s, t, n)) <-- u(s), Prog(p), for t in p.threads(),\n\
                for n in p.u(t, p.node(t, s));\n";
    fs::write(&path, text).unwrap();
    let done = facts(&["models/qrr/figure4.mover", "--rules-file", path.to_str().unwrap()], &out);
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!((rows(&out.0, "u_").len(), rows(&out.0, "N_").len()), (1, 4), "each thread chooses one of two values");
    assert!(rows(&out.0, "U").len() > 1);
}

/// Movers of tables are of stores by their numbers, and facts are derived with numbers of their own.
#[test]
fn as_many_states_as_a_check_has_under_greatest_movers() {
    for model in ["classic/bakery", "classic/counter", "classic/dekker", "classic/indexer"] {
        let path = format!("models/{model}.mover");
        let by = [path.as_str(), "--rules", "reduction", "--movers", "greatest"];
        let directory = Directory::new(&model.replace('/', "_"));
        assert!(facts(&by, &directory).status.success());
        let answer = run(&[&["check"][..], &by, &["--quiet"]].concat());
        let answer = String::from_utf8_lossy(&answer.stdout).into_owned();
        let states = rows(&directory.0, "Sigma").len();
        assert!(answer.contains(&format!("reduction: {states} states")), "{states}: {answer}");
    }
}

#[test]
fn what_the_program_was_built_without_is_refused() {
    if !lacks(cfg!(feature = "parquet")) {
        return;
    }
    let out = Directory::new("without");
    let done = facts(&["models/qrr/figure4.mover", "--format", "parquet"], &out);
    let said = String::from_utf8(done.stderr).unwrap();
    assert_eq!((done.status.code(), out.0.exists()), (Some(2), false), "{said}");
    assert!(said.contains("built without what `--format parquet` needs"), "{said}");
    assert!(said.contains("cargo build --release --features parquet"), "{said}");
}
