//! The formulas of DYN's Table 2: their shape on models of the paper's examples, which is written by hand.
//!
//! That they are moving conditions is tried in `tests/engines/dynamic.rs`.

use crate::corpus;
use moverlog::control::Control;
use moverlog::driver::{Engine, Options, Verdict, check};
use moverlog::dynamic::{Analysis, Direction, Formula, Heuristics, Pointee, StaticMovers, Table2, Test};
use moverlog::ir::{Loc, Program};
use moverlog::semantics::Semantics;
use moverlog_rules::Tid;
use std::path::Path;
use std::rc::Rc;

fn model(path: &str) -> Program {
    corpus::read(Path::new(path), &[]).program
}

fn at(p: &Program, label: &str) -> Loc {
    Loc(p.locations.iter().position(|l| l.name == label).expect(label) as u32)
}

/// c^R of what a thread does at a label.
fn right(p: &Program, heuristics: Heuristics, t: u32, label: &str) -> Rc<Formula> {
    let semantics = Semantics::new(p);
    let analysis = Analysis::new(&semantics, heuristics);
    let statics = StaticMovers::new(&analysis);
    Table2::new(&analysis).condition(&statics, Direction::Right, Tid(t), at(p, label))
}

/// `T2 not in {..}`, `a != b`, `*p != c`, with the names of locations.
fn text(p: &Program, f: &Formula) -> String {
    let all = |parts: &[Formula], sign: &str| parts.iter().map(|f| text(p, f)).collect::<Vec<_>>().join(sign);
    match f {
        Formula::True => "true".into(),
        Formula::False => "false".into(),
        Formula::All(parts) => format!("({})", all(parts, " & ")),
        Formula::Any(parts) => format!("({})", all(parts, " | ")),
        Formula::Test(Test::Far(t, locations)) => {
            let names: Vec<&str> = locations.ones().map(|l| p.locations[l].name.as_str()).collect();
            format!("T{} not at {}", t.0, names.join(" "))
        }
        Formula::Test(Test::Differ(a, b)) => format!("{} != {}", whose(a), whose(b)),
        Formula::Test(Test::Unlike(a, c)) => format!("*{} != {c}", whose(a)),
        Formula::Test(Test::Held(a)) => format!("holds {}", whose(a)),
    }
}

fn whose(p: &Pointee) -> String {
    match p {
        Pointee::Cell(c) => format!("&{}", c.0),
        Pointee::Place { t, .. } => format!("p{}", t.0),
    }
}

const REACH: Heuristics = Heuristics::NONE;
const POINTER: Heuristics = Heuristics { pointer: true, ..REACH };
const ATOMIC: Heuristics = Heuristics { atomic: true, ..REACH };
const LOCKS: Heuristics = Heuristics { locks: true, ..REACH };

#[test]
fn lazy_initialisation_asks_where_the_other_is_and_what_the_flag_is() {
    let p = model("models/dyn/lazy_init_flag.mover");
    let reach = text(&p, &right(&p, REACH, 1, "R1"));
    assert_eq!(reach, "T2 not at worker:12 worker:13 W");
    assert_eq!(text(&p, &right(&p, ATOMIC, 1, "R1")), format!("({reach} | *&0 != 0)"));
    assert_eq!(text(&p, &right(&p, POINTER, 1, "R1")), reach, "nothing goes through a pointer");
    assert_eq!(text(&p, &right(&p, LOCKS, 1, "R1")), reach, "there are no mutexes");
}

#[test]
fn pointers_differ_once_nobody_changes_them() {
    let p = model("models/dyn/load_balancing.mover");
    let reach = text(&p, &right(&p, REACH, 2, "R"));
    assert_eq!(reach, "T3 not at worker:17 worker:18 R I");
    let deref = "(T3 not at worker:17 worker:18 & p2 != p3)";
    assert_eq!(text(&p, &right(&p, POINTER, 2, "R")), format!("({reach} | {deref})"));
}

/// What a pointer in a variable of all is, others may change: that is a conflict of its own.
#[test]
fn a_pointer_is_read_before_what_it_points_to() {
    let p = model("models/dyn/load_balancing_global.mover");
    let main = "T1 not at main:25 main:26 main:26.2 main:26.3 main:26.4 main:28 main:28.2 main:28.3 main:28.4";
    let pointer = text(&p, &right(&p, POINTER, 2, "R"));
    assert_eq!(pointer, format!("({main} & (T3 not at worker:17 R I | ({main} & p2 != p3)))"));
}

#[test]
fn a_cell_that_is_set_is_read_alike() {
    let p = model("models/errata/reads_after_cas.mover");
    let reach = "T2 not at worker:10 C";
    assert_eq!(text(&p, &right(&p, ATOMIC, 1, "R1")), format!("({reach} | *p1 != 0)"));
    // Reading and writing are two accesses.
    let swap = text(&p, &right(&p, ATOMIC, 1, "C"));
    assert_eq!(swap, format!("(({reach} | *p1 != 0) & ({reach} R1 R2 | *p1 != 0))"));
}

#[test]
fn who_holds_the_lock_keeps_the_others_out() {
    let p = model("models/dyn/dynamic_locking.mover");
    let (main, writer) =
        ("T1 not at main:31", "T3 not at writer:20 writer:21 writer:21.2 writer:21.3 L writer:23 writer:24 U");
    let reach = format!("({main} main:32 main:33 A & {writer})");
    assert_eq!(text(&p, &right(&p, REACH, 2, "writer:24")), reach);
    let held = format!("({main} main:32 main:33 A & ({writer} | ({main} & holds p3)) & T3 not at writer:23 writer:24)");
    assert_eq!(text(&p, &right(&p, LOCKS, 2, "writer:24")), format!("({reach} | {held})"));
}

fn states(p: &Program, name: &str, heuristics: Heuristics) -> usize {
    let engine = Engine::named(name).expect("it is listed").with_heuristics(heuristics);
    let outcome = check(p, engine, &Options::default(), &Control::default()).expect("nothing is claimed");
    assert_eq!(outcome.verdict, Verdict::Safe);
    outcome.states
}

/// The rows of the paper by themselves, and the one of ours: each has a model that shows it.
#[test]
fn each_heuristic_has_its_model() {
    let both = |path: &str| {
        let p = model(path);
        ["dynamic-table2", "dynamic"]
            .map(|name| [REACH, POINTER, ATOMIC, LOCKS, Heuristics::ALL].map(|h| states(&p, name, h)))
    };
    // Which bucket it is, is looked up in the state: no other heuristic is needed for that.
    assert_eq!(both("models/dyn/hash_table.mover"), [[63, 63, 39, 63, 39]; 2]);
    // The fixpoint asks by `pointer` which mutex it is, the formula of `locks` by itself.
    let [table2, fixpoint] = both("models/dyn/dynamic_locking_inside.mover");
    assert_eq!(table2, [93, 93, 93, 29, 29]);
    assert_eq!(fixpoint, [93, 93, 93, 93, 29]);
}
