//! Do bounds hold? Ten models that nothing can finish, under `--timeout`, `--max-memory` and Ctrl-C: how much longer
//! the program goes on, and how much more it takes. With `--check` it fails where a cell misses its goal.
//! Words that are given besides are part of the names of models or engines and leave out all others.

#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

mod child;
mod models;

use child::Used;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const ENGINES: [&str; 8] = ["interleaving", "reduction", "summaries", "locks", "cpc", "scc", "dynamic", "static"];
/// Seconds of `--timeout`, and after which Ctrl-C comes.
const SECONDS: u32 = 1;
/// Of `--max-memory`.
const MEGABYTES: u32 = 64;
/// What a run may go on for: seconds, or a part of its time if that is more.
const SECONDS_PAST: f64 = 0.3;
const PART_PAST: f64 = 0.1;
/// What a run may have resident besides the bound and what an empty run has: megabytes, or a part of the bound if
/// that is more. The allocator keeps pages that nobody uses, and the code and the text of the model are in memory too.
const MEGABYTES_MORE: f64 = 16.0;
const PART_MORE: f64 = 0.1;
/// A run that breaks a goal has so many tries in all, unless it had to be killed; the best counts.
const TRIES: usize = 3;

/// Bounds that are not meant to be hit.
const WIDE: &str = "--max-states 1000000000 --max-stack 100000";

/// Other commands, each on models that hurt it; `runs` of them have a time-out each.
const COMMANDS: [(&str, &[&str], &str, u32); 13] = [
    ("termination", &["growing", "deep"], "", 1),
    ("explain", &["statements", "unlocked"], "wrong --rules reduction", 1),
    ("conditions", &["pointers", "threads"], "", 1),
    ("tsg", &["statements", "threads"], "--steps 20000", 1),
    ("separate", &[""], "--rules cpc,interleaving", 1),
    ("movers", &["statements", "arrays"], "--rules dynamic", 1),
    ("compare", &["choose", "counter"], "--rules reduction,cpc", 2),
    ("challenge", &["counter", "atomic"], "", 1),
    ("graph", &["unlocked", "pointers"], "--what transactions", 1),
    ("locksets", &["pointers", "arrays"], "", 1),
    ("why-not", &["unlocked", "atomic"], "wrong --rules reduction", 1),
    ("diff", &["threads", "choose"], "--rules reduction,interleaving", 1),
    ("facts", &["counter", "unlocked"], "--rules reduction --out OUT", 1),
];

/// What gets a Ctrl-C.
const INTERRUPTED: [(&str, &str); 3] = [("counter", "interleaving"), ("unlocked", "summaries"), ("deep", "dynamic")];

/// One run of the program.
struct Case {
    row: String,
    column: String,
    words: Vec<String>,
    /// Seconds after which it should end.
    end: u32,
    interrupt: bool,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let only: Vec<&String> = words.iter().filter(|w| !w.starts_with('-')).collect();
    let wanted = |c: &Case| only.iter().all(|w| c.row.contains(*w) || c.column.contains(*w));
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bounds");
    std::fs::create_dir_all(&directory).expect("a directory can be made");
    models::write_all(&directory).expect("models can be written");
    let empty = child::run(&["rules".into()], Duration::from_secs(60), false).resident as f64;
    let cases = |all: Vec<Case>| all.into_iter().filter(&wanted).collect::<Vec<_>>();
    let mut kept = true;
    println!("Seconds past --timeout {SECONDS} (goal {SECONDS_PAST}; – for a run that ended before)\n");
    kept &= table(&cases(checks(&directory, &format!("--timeout {SECONDS} --max-memory 4096"))), &seconds_past);
    println!("\nSeconds past --timeout {SECONDS}, for other commands\n");
    kept &= table(&cases(commands(&directory)), &seconds_past);
    println!("\nSeconds from Ctrl-C to the end\n");
    kept &= table(&cases(interruptions(&directory)), &seconds_past);
    println!("\nResident megabytes over {MEGABYTES} (--max-memory) and {:.1} (an empty run)\n", empty / MEGA);
    let bounds = format!("--timeout {SECONDS} --max-memory {MEGABYTES}");
    kept &= table(&cases(checks(&directory, &bounds)), &|_, used| megabytes_more(used, empty));
    assert!(kept || !words.iter().any(|w| w == "--check"), "a bound does not hold");
}

const MEGA: f64 = 1048576.0;

/// What was measured, where anything was, and what may be.
type Measured = (Option<f64>, f64);

fn seconds_past(case: &Case, used: &Used) -> Measured {
    (used.past, SECONDS_PAST.max(PART_PAST * f64::from(case.end)))
}

fn megabytes_more(used: &Used, empty: f64) -> Measured {
    let bound = f64::from(MEGABYTES);
    (Some((used.resident as f64 - empty) / MEGA - bound), MEGABYTES_MORE.max(PART_MORE * bound))
}

fn checks(directory: &Path, bounds: &str) -> Vec<Case> {
    let case = |model: &str, engine: &str| {
        let words = format!("--rules {engine} -q {WIDE} {bounds}");
        Case::new("check", model, &words, directory).at(model, engine)
    };
    models::models().iter().flat_map(|(model, _)| ENGINES.map(|e| case(model, e))).collect()
}

fn commands(directory: &Path) -> Vec<Case> {
    let all = COMMANDS
        .iter()
        .flat_map(|(command, models, words, runs)| models.iter().map(move |m| (command, *m, words, runs)));
    let case = |(command, model, words, runs): (&&str, &str, &&str, &u32)| {
        let wide = if model.is_empty() { "" } else { WIDE };
        let out = directory.join(format!("facts-{model}")).display().to_string();
        let words = format!("{} {wide} --timeout {SECONDS}", words.replace("OUT", &out));
        let case = Case::new(command, model, &words, directory).at(&format!("{command} {model}"), "past");
        Case { end: runs * SECONDS, ..case }
    };
    all.map(case).collect()
}

fn interruptions(directory: &Path) -> Vec<Case> {
    let case = |(model, engine): (&str, &str)| {
        let words = format!("--rules {engine} -q {WIDE}");
        Case {
            interrupt: true,
            ..Case::new("check", model, &words, directory).at(&format!("{model} {engine}"), "past")
        }
    };
    INTERRUPTED.map(case).into()
}

impl Case {
    fn new(command: &str, model: &str, words: &str, directory: &Path) -> Case {
        let path = (!model.is_empty()).then(|| models::path(directory, model).display().to_string());
        let words = words.split_whitespace().map(String::from);
        let words = [command.to_string()].into_iter().chain(path).chain(words).collect();
        Case { row: String::new(), column: String::new(), words, end: SECONDS, interrupt: false }
    }

    fn at(self, row: &str, column: &str) -> Case {
        Case { row: row.to_string(), column: column.to_string(), ..self }
    }

    /// The best of a few runs, or the first that keeps to the goal.
    fn measured(&self, measure: &(dyn Fn(&Case, &Used) -> Measured + Sync)) -> Cell {
        let mut best: Option<Cell> = None;
        for _ in 0..TRIES {
            let used = child::run(&self.words, Duration::from_secs(self.end.into()), self.interrupt);
            let (value, most) = measure(self, &used);
            let ends_well = match self.interrupt {
                true => used.status == Some(3),
                false => matches!(used.status, Some(0 | 1 | 3)),
            };
            let kept = ends_well && value.is_none_or(|v| v <= most);
            let cell = Cell { value, status: used.status, kept };
            if best.as_ref().is_none_or(|b| (!b.kept, b.value) > (!kept, value)) {
                best = Some(cell);
            }
            if kept || used.status.is_none() {
                break;
            }
        }
        best.expect("it was tried")
    }
}

/// What came of a case.
struct Cell {
    value: Option<f64>,
    status: Option<i32>,
    /// Whether it kept to the goal and ended with a status that tells a verdict.
    kept: bool,
}

impl Cell {
    fn text(&self) -> String {
        let value = self.value.map_or("–".into(), |v| format!("{v:.2}"));
        let died = match self.status {
            Some(0 | 1 | 3) => String::new(),
            Some(s) => format!(" exit {s}"),
            None => " killed".into(),
        };
        let mark = if self.kept { "" } else { "**" };
        format!("{mark}{value}{died}{mark}")
    }
}

/// Runs the cases, one on each core, and prints them; false if a goal is broken.
fn table(cases: &[Case], measure: &(dyn Fn(&Case, &Used) -> Measured + Sync)) -> bool {
    let (next, cells) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some((i, case)) = Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, cases.get(i)?))) {
            let cell = case.measured(measure);
            cells.lock().expect("nobody panics").push((i, cell));
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    std::thread::scope(|s| (0..cores.min(2)).for_each(|_| drop(s.spawn(work))));
    let mut cells = cells.into_inner().expect("nobody panics");
    cells.sort_by_key(|(i, _)| *i);
    print(cases, &cells.into_iter().map(|(_, cell)| cell).collect::<Vec<_>>())
}

fn print(cases: &[Case], cells: &[Cell]) -> bool {
    let mut columns: Vec<&str> = vec![];
    cases.iter().for_each(|c| {
        if !columns.contains(&c.column.as_str()) {
            columns.push(&c.column)
        }
    });
    println!("| | {} |\n|---|{}", columns.join(" | "), "---|".repeat(columns.len()));
    let row = |chunk: &[(&Case, &Cell)]| {
        println!("| {} | {} |", chunk[0].0.row, chunk.iter().map(|(_, c)| c.text()).collect::<Vec<_>>().join(" | "));
    };
    let both: Vec<(&Case, &Cell)> = cases.iter().zip(cells).collect();
    both.chunk_by(|a, b| a.0.row == b.0.row).for_each(row);
    let worst = cells.iter().filter_map(|c| c.value).fold(f64::NEG_INFINITY, f64::max);
    println!("\nworst {worst:.2}, {} of {} above the goal", cells.iter().filter(|c| !c.kept).count(), cells.len());
    for (case, _) in both.iter().filter(|(_, cell)| !cell.kept) {
        println!("  moverlog {}", case.words.join(" "));
    }
    cells.iter().all(|c| c.kept)
}
