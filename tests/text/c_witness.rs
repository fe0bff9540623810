//! Violation witnesses: what a validator would do with one, by the program's semantics. Threads move in the order of
//! the waypoints, whoever is inside of a statement may end it, and it ends at the target.

use moverlog::c::Options;
use moverlog::execution::{Choice, Event, perform};
use moverlog::ir::{Action, Expr, Op, Statement, UNSET};
use moverlog::model::{Model, load_c};
use moverlog::semantics::{Configuration, Semantics};
use moverlog_rules::Tid;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use yaml_rust2::{Yaml, YamlLoader};

fn wrong_programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/c");
    let files = std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("readable").path());
    let says = |text: &str| text.starts_with("//@ expect: wrong (assertion") && !text.contains("//@ property");
    let wrong =
        |p: &PathBuf| p.extension().is_some_and(|e| e == "c") && std::fs::read_to_string(p).is_ok_and(|t| says(&t));
    let mut files: Vec<PathBuf> = files.filter(wrong).collect();
    files.sort();
    files
}

fn write_to(witness: &Path, program: &Path) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_moverlog"));
    command.arg("check").arg(program).args(["--quiet", "--witness"]).arg(witness).env("SOURCE_DATE_EPOCH", "0");
    assert_eq!(command.output().expect("it runs").status.code(), Some(1), "{}", program.display());
    std::fs::read_to_string(witness).expect("it was written")
}

/// One waypoint, as it is read back.
struct Mark {
    kind: String,
    thread: i64,
    line: i64,
    value: Option<i32>,
}

fn read(text: &str) -> Vec<Mark> {
    let all = YamlLoader::load_from_str(text).expect("it is YAML");
    let entry = &all[0][0];
    assert_eq!(entry["entry_type"].as_str(), Some("violation_sequence"));
    assert_eq!(entry["metadata"]["format_version"].as_str(), Some("2.2"));
    let segments = entry["content"].as_vec().expect("it has segments");
    segments.iter().map(|s| mark(&s["segment"][0]["waypoint"])).collect()
}

fn mark(w: &Yaml) -> Mark {
    let number = |y: &Yaml| y.as_i64().expect("a number");
    let result = w["constraint"]["value"].as_str().and_then(|v| v.strip_prefix("\\result == "));
    Mark {
        kind: w["type"].as_str().expect("a word").into(),
        thread: number(&w["thread_id"]),
        line: number(&w["location"]["line"]),
        value: result.map(|v| v.parse().expect("a number")),
    }
}

/// How far along the waypoints an execution is.
#[derive(Clone, PartialEq, Eq, Hash)]
struct At {
    c: Configuration,
    passed: usize,
    /// Who was created, in this order.
    threads: Vec<Tid>,
    /// The statement that each thread is in.
    inside: Vec<Option<(u32, u32)>>,
}

struct Validator<'v> {
    model: &'v Model,
    semantics: Semantics<'v>,
    marks: Vec<Mark>,
}

impl Validator<'_> {
    /// Whether some execution that the waypoints lead goes wrong at the last one.
    fn confirms(&self) -> bool {
        let c = self.semantics.initial();
        let inside = vec![None; c.locals.len()];
        let mut open = vec![At { c, passed: 0, threads: vec![Tid(1)], inside }];
        let mut seen = HashSet::new();
        while let Some(at) = open.pop() {
            for event in self.events(&at) {
                match self.next(&at, &event) {
                    Some(_) if event.failure.is_some() => return true,
                    Some(next) if seen.insert(next.clone()) => open.push(next),
                    _ => {}
                }
            }
        }
        false
    }

    fn events(&self, at: &At) -> Vec<Event> {
        let of = |t| (0..).map_while(move |outcome| perform(&self.semantics, &at.c, Choice { t, outcome }));
        self.semantics.tids().flat_map(of).collect()
    }

    /// Where the step leads, if the next waypoint allows it.
    fn next(&self, at: &At, event: &Event) -> Option<At> {
        let (t, i) = (event.choice.t, event.choice.t.0 as usize - 1);
        let location = self.model.program.location(event.loc);
        let statement = Some((location.span.start, location.span.end));
        let mark = self.marks.get(at.passed)?;
        let its = at.threads.get(mark.thread as usize) == Some(&t);
        if !its && at.inside[i] != statement && !self.is_free(event) {
            return None;
        }
        let mut next = At { c: event.after.clone(), ..at.clone() };
        next.inside[i] = statement;
        let started = self.created(event);
        next.threads.extend(started);
        let here = i64::from(location.line) == mark.line;
        let passes = its
            && match mark.kind.as_str() {
                "function_enter" => started.is_some(),
                "function_return" => {
                    mark.value.is_some_and(|v| self.semantics.registers(event.after.locals[i]).contains(&v))
                }
                "target" => event.failure.is_some() && here,
                _ => here && at.inside[i] != statement && !self.is_free(event),
            };
        next.passed += usize::from(passes);
        let may_fail = passes && mark.kind == "target";
        (event.failure.is_none() || may_fail).then_some(next)
    }

    fn created(&self, event: &Event) -> Option<Tid> {
        let set = |g, cell| self.semantics.cell(g, cell) != 0;
        let starts = self.model.program.starts.iter();
        starts
            .filter(|s| !set(event.before.global, s.started) && set(event.after.global, s.started))
            .map(|s| s.thread)
            .next()
    }

    /// Whether nobody else notices the step, or the author has not written it.
    fn is_free(&self, event: &Event) -> bool {
        let (location, accesses) = (self.model.program.location(event.loc), &event.transitions.accesses);
        let forgets = |s: &Statement| matches!(s, Statement::Action(Action::Assign { value: Expr::Const(UNSET), .. }));
        let unsets = matches!(&location.op, Op::Atomic { body, .. } if body.iter().all(forgets));
        let alone = accesses.reads.is_empty() && accesses.writes.is_empty();
        alone || unsets || location.text == "}" || location.text.ends_with(" begins")
    }
}

/// What comes from outside may also be what the waypoints say.
fn gives(model: &mut Model, marks: &[Mark]) {
    let said = || marks.iter().filter_map(|m| m.value).map(Expr::Const);
    for location in &mut model.program.locations {
        if let Op::Do { action: Action::Choose { values, .. }, .. } = &mut location.op {
            values.extend(said());
        }
    }
}

fn confirmed(path: &Path, marks: Vec<Mark>) -> bool {
    let text = std::fs::read_to_string(path).expect("readable");
    let (model, found) = load_c(&path.to_string_lossy(), &text, &Options::default());
    let mut model = model.unwrap_or_else(|| panic!("{found:?}"));
    gives(&mut model, &marks);
    Validator { semantics: Semantics::new(&model.program), model: &model, marks }.confirms()
}

#[test]
fn witnesses_lead_to_the_error() {
    let witness = std::env::temp_dir().join(format!("moverlog-witness-{}.yml", std::process::id()));
    let programs = wrong_programs();
    assert!(programs.len() > 60, "{}", programs.len());
    for path in programs {
        let text = write_to(&witness, &path);
        assert_eq!(write_to(&witness, &path), text, "the same again");
        let marks = read(&text);
        assert_eq!(marks.last().map(|m| m.kind.as_str()), Some("target"), "{}", path.display());
        assert!(confirmed(&path, marks), "{}:\n{text}", path.display());
    }
    let _ = std::fs::remove_file(&witness);
}

/// Threads in another order, and a target elsewhere, confirm nothing.
#[test]
fn what_is_not_so_is_not_confirmed() {
    let witness = std::env::temp_dir().join(format!("moverlog-witness-{}-not.yml", std::process::id()));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/c/mutex_wrong.c");
    let text = write_to(&witness, &path);
    let _ = std::fs::remove_file(&witness);
    let mut serial = read(&text);
    let turns = serial.iter().filter(|m| m.kind == "assumption").count();
    assert!(turns > 3, "the threads interfere");
    // All of one thread's turns first: no update is lost then.
    serial.sort_by_key(|m| match m.kind.as_str() {
        "function_enter" => (0, 0),
        "assumption" if m.thread > 0 => (1, m.thread),
        _ => (2, 0),
    });
    assert!(!confirmed(&path, serial));
    let mut elsewhere = read(&text);
    elsewhere.last_mut().expect("a target").line -= 1;
    assert!(!confirmed(&path, elsewhere));
}

/// Of a hundred threads at each place three are followed; the others count where threads are numbered.
#[test]
fn threads_that_never_move_are_created_too() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c_witness");
    std::fs::create_dir_all(&folder).expect("writable");
    let [program, witness] = ["idle.c", "idle.yml"].map(|name| folder.join(name));
    let text = "#include <assert.h>
#include <pthread.h>
int set;
void *first(void *arg) { return arg; }
void *second(void *arg) { set = 1; return arg; }
int main(void) {
    pthread_t id;
    for (int i = 0; i < 100; i++) pthread_create(&id, 0, first, 0);
    for (int i = 0; i < 100; i++) pthread_create(&id, 0, second, 0);
    assert(set == 0);
    return 0;
}
";
    std::fs::write(&program, text).expect("writable");
    let marks = read(&write_to(&witness, &program));
    assert_eq!(marks.iter().filter(|mark| mark.kind == "function_enter").count(), 200);
    let movers: Vec<i64> = marks.iter().map(|mark| mark.thread).filter(|thread| *thread != 0).collect();
    assert!(!movers.is_empty() && movers.iter().all(|thread| (101..=103).contains(thread)), "{movers:?}");
}
