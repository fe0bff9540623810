//! `moverlog facts --format parquet`: read back, every table has the rows of the other format, on models and random
//! programs (`MOVERLOG_PROGRAMS` sets how many, `MOVERLOG_SEED` where they begin), and its further columns say what the
//! dictionaries say.

use crate::generator::generate;
use crate::support::command::{err, out, run, status};
use crate::support::setting;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::atomic::{AtomicUsize, Ordering};

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
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = format!("moverlog-columns-{}-{number}-{name}", std::process::id());
        Directory(std::env::temp_dir().join(path))
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn facts(words: &[&str], directory: &Directory) -> Output {
    run(&[&["facts"], words, &["--out", directory.0.to_str().unwrap()]].concat())
}

fn schema(directory: &Directory) -> Value {
    serde_json::from_str(&fs::read_to_string(directory.0.join("schema.json")).unwrap()).unwrap()
}

fn reader(path: &Path) -> SerializedFileReader<fs::File> {
    SerializedFileReader::new(fs::File::open(path).unwrap()).unwrap()
}

fn text(field: &Field) -> String {
    match field {
        Field::Null => "nothing".into(),
        Field::Bool(holds) => u32::from(*holds).to_string(),
        Field::UInt(atom) => atom.to_string(),
        Field::Long(value) => value.to_string(),
        Field::Str(text) => text.clone(),
        other => panic!("no column holds {other:?}"),
    }
}

/// A table: the names of its columns, and its rows as text.
struct Read {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Read {
    fn parquet(path: &Path) -> Read {
        let reader = reader(path);
        let fields = reader.metadata().file_metadata().schema().get_fields().to_vec();
        let columns = fields.iter().map(|field| field.name().to_string()).collect();
        let rows = reader.get_row_iter(None).unwrap().map(Result::unwrap);
        let rows = rows.map(|row| row.get_column_iter().map(|(_, field)| text(field)).collect()).collect();
        Read { columns, rows }
    }

    /// As `schema.json` lists it.
    fn lines(directory: &Directory, relation: &Value) -> Read {
        let text = fs::read_to_string(directory.0.join(relation["file"].as_str().unwrap())).unwrap();
        let rows = text.lines().map(|line| line.split('\t').map(str::to_string).collect()).collect();
        Read { columns: names(relation), rows }
    }

    fn column(&self, name: &str) -> usize {
        self.columns.iter().position(|c| c == name).unwrap_or_else(|| panic!("{name} of {:?}", self.columns))
    }

    /// One column by another one.
    fn map(&self, from: &str, to: &str) -> BTreeMap<&str, &str> {
        let (from, to) = (self.column(from), self.column(to));
        self.rows.iter().map(|row| (row[from].as_str(), row[to].as_str())).collect()
    }
}

fn relations(schema: &Value) -> &Vec<Value> {
    schema["relations"].as_array().unwrap()
}

fn names(relation: &Value) -> Vec<String> {
    relation["columns"].as_array().unwrap().iter().map(|c| c["name"].as_str().unwrap().to_string()).collect()
}

/// Writes both formats and compares all tables; how many rows there are.
fn compare(words: &[&str]) -> usize {
    let [lines, columns] = ["lines", "columns"].map(Directory::new);
    let done = [facts(words, &lines), facts(&[words, &["--format", "parquet"]].concat(), &columns)];
    assert_eq!(status(&done[0]), status(&done[1]), "{words:?}: {}", err(&done[1]));
    if !lines.0.exists() {
        // A bound was hit before there were facts.
        assert!(status(&done[0]) != 0 && !columns.0.exists(), "{words:?}");
        return 0;
    }
    let (plain, typed) = (schema(&lines), schema(&columns));
    assert_eq!(relations(&plain).len(), relations(&typed).len(), "{words:?}");
    let pairs = relations(&plain).iter().zip(relations(&typed));
    let rows = pairs.map(|(plain, typed)| compare_table((&lines, plain), (&columns, typed))).sum();
    assert_eq!(fs::read_dir(&columns.0).unwrap().count(), relations(&typed).len() + 1, "{words:?}");
    say_what_dictionaries_say(&lines, &columns, &plain);
    rows
}

fn compare_table((lines, plain): (&Directory, &Value), (columns, typed): (&Directory, &Value)) -> usize {
    for field in ["name", "role", "rows", "says"] {
        assert_eq!(plain[field], typed[field]);
    }
    let name = plain["name"].as_str().unwrap();
    let mut read = Read::parquet(&columns.0.join(typed["file"].as_str().unwrap()));
    assert_eq!(read.columns, names(typed), "{name}");
    let known = Read::lines(lines, plain);
    let own = known.columns.len();
    assert_eq!(read.columns[..own], known.columns, "{name}");
    read.rows.iter_mut().for_each(|row| row.truncate(own));
    assert!(read.rows == known.rows, "{name}");
    known.rows.len()
}

/// Where nodes are, what their variables are, and where the threads of states are, by the tables of the other format.
fn say_what_dictionaries_say(lines: &Directory, columns: &Directory, plain: &Value) {
    let of = |name: &str| {
        let relation = relations(plain).iter().find(|r| r["name"] == name).unwrap();
        Read::lines(lines, relation)
    };
    let (node, local, global, register, at, state) =
        (of("node"), of("local"), of("global"), of("register"), of("At"), of("state"));
    let (store_of, local_of, place) = (node.map("n", "g"), node.map("n", "l"), local.map("l", "location"));
    let wide = Read::parquet(&columns.0.join("node.parquet"));
    for (n, place_of_n) in wide.map("n", "n_at") {
        assert_eq!(place_of_n, place[local_of[n]]);
    }
    check_variables(&wide, "n", &global, &store_of);
    check_variables(&wide, "n", &register, &local_of);
    let wide = Read::parquet(&columns.0.join("state.parquet"));
    check_variables(&wide, "s", &global, &state.map("s", "g"));
    for row in &at.rows {
        let [t, s, n] = &row[..] else { panic!("three columns") };
        assert_eq!(wide.map("s", &format!("at{t}"))[s.as_str()], place[local_of[n.as_str()]]);
    }
}

/// The column of each variable has the value that its store has, or nothing.
fn check_variables(wide: &Read, atom: &str, values: &Read, store_of: &BTreeMap<&str, &str>) {
    let mut known: BTreeMap<&str, BTreeMap<&str, &str>> = BTreeMap::new();
    for row in &values.rows {
        known.entry(&row[1]).or_default().insert(&row[0], &row[2]);
    }
    for (variable, known) in known {
        // What is taken already has `_` behind it; two variables of one name are told apart so too.
        let behind = format!("{variable}_");
        let Some(name) = [variable, &behind].into_iter().find(|name| {
            let first = wide.columns.iter().position(|c| c.eq_ignore_ascii_case(name));
            first.is_some_and(|at| at > 3 && wide.columns[at] == **name)
        }) else {
            continue;
        };
        for (atom, value) in wide.map(atom, name) {
            let truth = |v: &str| v.replace("true", "1").replace("false", "0");
            let known = known.get(store_of[atom]).copied().unwrap_or("nothing");
            assert!(value == known || value == truth(known), "{variable} of {atom}: {value}, {known}");
        }
    }
}

#[test]
fn tables_have_the_rows_of_the_other_format() {
    let engines = ["summaries", "reduction", "interleaving", "locks", "dynamic"];
    let mut rows = 0;
    for (model, rules) in MODELS.iter().flat_map(|m| engines.map(|r| (m, r))) {
        rows += compare(&[model, "--rules", rules, "--max-stack", "4", "--max-states", "400"]);
    }
    assert!(rows > 40_000, "{rows}");
}

#[test]
fn tables_of_random_programs_have_the_rows_of_the_other_format() {
    let first = setting("MOVERLOG_SEED", 1);
    for seed in first..first + setting("MOVERLOG_PROGRAMS", 20) {
        let model = Directory::new("random");
        fs::create_dir_all(&model.0).unwrap();
        let path = model.0.join("random.mover");
        fs::write(&path, generate(seed).text).unwrap();
        let rules = ["summaries", "reduction", "dynamic"][seed as usize % 3];
        compare(&[path.to_str().unwrap(), "--rules", rules, "--max-stack", "4", "--max-states", "200"]);
    }
}

fn files(directory: &Directory) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(&directory.0).unwrap().map(|e| e.unwrap());
    entries.map(|e| (e.file_name().into_string().unwrap(), fs::read(e.path()).unwrap())).collect()
}

#[test]
fn the_same_input_is_the_same_bytes_and_replaces_the_other_format() {
    let out = Directory::new("again");
    let write = |format| {
        assert_eq!(status(&facts(&["models/qrr/figure4.mover", "--format", format], &out)), 0);
        files(&out)
    };
    let (lines, columns) = (write("tsv"), write("parquet"));
    let endings = |files: &BTreeMap<String, Vec<u8>>, ending| files.keys().filter(|f| f.ends_with(ending)).count();
    assert_eq!([".facts", ".dl", ".parquet"].map(|e| endings(&columns, e)), [0, 0, lines.len() - 3]);
    assert!(write("parquet") == columns && write("tsv") == lines && write("parquet") == columns);
}

#[test]
fn files_say_what_they_are_and_that_they_are_partial() {
    let directory = Directory::new("partial");
    let words = ["models/classic/philosophers.mover", "--rules", "reduction", "--max-states", "20"];
    let done = facts(&[&words[..], &["--format", "parquet"]].concat(), &directory);
    assert_eq!((status(&done), out(&done).contains("partial: a bound was hit (states)")), (3, true));
    let told = schema(&directory);
    assert_eq!((&told["complete"], &told["bound"]), (&false.into(), &"states".into()));
    let reader = reader(&directory.0.join("Sigma.parquet"));
    let about = reader.metadata().file_metadata();
    let kept = about.key_value_metadata().unwrap().iter().map(|kv| (kv.key.as_str(), kv.value.as_deref().unwrap()));
    let kept: BTreeMap<&str, &str> = kept.collect();
    assert_eq!((kept["moverlog.complete"], kept["moverlog.rules"]), ("false", "reduction"));
    assert_eq!(about.created_by(), Some(concat!("moverlog ", env!("CARGO_PKG_VERSION"))));
    assert_eq!(about.num_rows(), 20);
}

/// More rows than are held in memory at once.
#[test]
fn many_rows_are_written_group_by_group() {
    let directory = Directory::new("groups");
    let words = ["models/classic/bakery.mover", "--rules", "interleaving", "--max-states", "70000"];
    facts(&[&words[..], &["--const", "N=3", "--format", "parquet"]].concat(), &directory);
    let reader = reader(&directory.0.join("At.parquet"));
    let groups: Vec<i64> = reader.metadata().row_groups().iter().map(|g| g.num_rows()).collect();
    assert!(groups.len() > 1 && groups[0] == 1 << 17, "{groups:?}");
    assert_eq!(groups.iter().sum::<i64>(), reader.metadata().file_metadata().num_rows());
}

/// Files have to have a column.
#[test]
fn a_relation_without_columns_says_that_it_holds() {
    let [rules, found] = ["rules", "without-columns"].map(Directory::new);
    fs::create_dir_all(&rules.0).unwrap();
    let path = rules.0.join("none.rules");
    let text = "relation Prog(Oracle<'p>);\nrelation Any();\nrelation None_();\n\
                Any() <-- Prog(p), for t in p.threads();\nNone_() <-- Any(), if false;\n";
    fs::write(&path, text).unwrap();
    let words = ["models/qrr/figure4.mover", "--rules-file", path.to_str().unwrap(), "--format", "parquet"];
    let done = facts(&words, &found);
    assert_eq!(status(&done), 0, "{}", err(&done));
    for (name, rows) in [("Any", vec![vec!["1".to_string()]]), ("None_", vec![])] {
        let read = Read::parquet(&found.0.join(format!("{name}.parquet")));
        assert_eq!((read.columns, read.rows), (vec!["holds".to_string()], rows));
    }
}

/// A variable called as a column, and a name that differs in case alone.
#[test]
fn names_are_told_apart() {
    let directory = Directory::new("names");
    fs::create_dir_all(&directory.0).unwrap();
    let model = directory.0.join("names.mover");
    fs::write(&model, "int g, S, X, x, at1;\nvoid f() { g = 1; X = 2; x = 3; }\nP = { f() };\n").unwrap();
    let found = Directory::new("names-out");
    let done = facts(&[model.to_str().unwrap(), "--rules", "interleaving", "--format", "parquet"], &found);
    assert_eq!(status(&done), 0, "{}", err(&done));
    let state = Read::parquet(&found.0.join("state.parquet"));
    assert_eq!(state.columns[..8], ["s", "g", "at1", "g_", "S_", "X", "x_", "at1_"]);
    let last = state.rows.iter().map(|row| row[3..7].join(" ")).max().unwrap();
    assert_eq!(last, "1 0 2 3");
}
