//! `why-not`: on faults seeded into models that are right, the removed thing is among the first three leaves.
//!
//! A fault is one change of a model by which a fact vanishes: that the fact was derived before the change
//! and is not afterwards is checked with `explain`. Or it is one premise dropped from a rule, by which a fact
//! appears: `why-not` on the rules as they stand has to name that premise.

use crate::support::command::fed;
use moverlog::derivation::{Rules, derive};
use moverlog::driver::{Control, Instance, Options, settled};
use moverlog::model::load;
use moverlog::semantics::Semantics;
use moverlog_rules::{Node, ruleset};
use serde_json::Value;
use std::process::Output;

/// Two threads that count under one lock.
const COUNTER: &str = "\
mutex m;
mutex n;
int x = 0;
int y = 0;
void T1() {
L0: acquire(m);
L1: x = x + 1;
L2: y = y + x;
L3: release(m);
}
void T2() {
M0: acquire(m);
M1: x = x + 1;
M2: y = y + x;
M3: release(m);
M4: skip;
}
void T3() {
N0: skip;
}
P = { T1() } || { T2() } || { T3() }
";

/// One thread lets the other one go, which then finds that x has changed.
const HANDSHAKE: &str = "\
mutex m;
bool flag = false;
bool open = true;
int x = 0;
void T1() {
L0: acquire(m);
L1: x = 1;
L2: flag = true;
L3: release(m);
}
void T2() {
M0: assume(flag);
M1: assume(open);
M2: skip;
M3: assert(x == 0);
}
P = { T1() } || { T2() }
";

/// x is 1 for a while only, under a lock.
const BRIEFLY: &str = "\
mutex m;
int x = 0;
void T1() {
L0: acquire(m);
L1: x = 1;
L2: x = 0;
L3: release(m);
}
void T2() {
M0: skip;
M1: assert(x == 0);
}
P = { T1() } || { T2() }
";

/// A procedure that is one transaction.
const CALLS: &str = "\
mutex m;
int g = 0;
void foo(int r) {
F0: acquire(m);
F1: g = g + r;
F2: g = g + 1;
F3: skip;
F4: release(m);
}
void main() {
M0: foo(1);
M1: skip;
}
void other() {
O0: skip;
O1: skip;
O2: skip;
}
P = { main() } || { main() } || { other() }
";

/// A procedure that another thread disturbs.
const DISTURBED: &str = "\
mutex m;
int g = 0;
void foo() {
F0: acquire(m);
F1: g = g + 1;
F2: g = g + 2;
F3: release(m);
}
void main() {
M0: foo();
}
void other() {
O0: skip;
O1: g = 7;
O2: skip;
}
P = { main() } || { other() }
";

/// Threads that meet at every step.
const MEETING: &str = "\
mutex m;
int x = 0;
int y = 0;
void T1() {
K0: skip;
L0: x = x + 1;
L1: x = x + 2;
K1: skip;
}
void T2() {
J0: skip;
M0: x = x + 3;
M1: x = x + 4;
J1: skip;
}
P = { T1() } || { T2() }
";

/// One thread hands the lock on to the other.
const HANDED: &str = "\
mutex m;
int x = 0;
int count = 0;
bool done = false;
void T1() {
L0: acquire(m);
L1: x = 1;
L2: release(m);
L3: count++;
L4: done = true;
}
void T2() {
M0: count++;
M1: assume(done);
M2: acquire(m);
M3: x = 2;
M4: release(m);
M5: assume(count == 2);
M6: skip;
}
P = { T1() } || { T2() }
";

/// One thread waits until the other one notifies.
const NOTIFIED: &str = "\
mutex m;
void T1() {
L0: acquire(m);
L1: wait(m);
L2: release(m);
}
void T2() {
M0: acquire(m);
M1: notify(m);
M2: release(m);
}
P = { T1() } || { T2() }
";

/// A change of a model, the fact that it destroys, and what the leaf that names the change says: all the
/// words of one of the lists.
struct Fault {
    name: &'static str,
    model: &'static str,
    /// What stands where, and what stands there instead.
    change: &'static [(&'static str, &'static str)],
    rules: &'static str,
    fact: &'static str,
    names: &'static [&'static [&'static str]],
}

const WHOLE: &str = "Sum(T1, L0 -> T1:end)";

const FAULTS: &[Fault] = &[
    Fault {
        name: "the other thread's lock is removed",
        model: COUNTER,
        change: &[("M0: acquire(m)", "M0: skip"), ("M3: release(m)", "M3: skip")],
        rules: "summaries",
        fact: WHOLE,
        names: &[&["`m`", "M1"], &["`m`", "M2"]],
    },
    Fault {
        name: "the other thread's lock is another one",
        model: COUNTER,
        change: &[("M0: acquire(m)", "M0: acquire(n)"), ("M3: release(m)", "M3: release(n)")],
        rules: "summaries",
        fact: WHOLE,
        names: &[&["`m`", "M1"], &["`m`", "M2"], &["`n`", "M1"], &["`n`", "M2"]],
    },
    Fault {
        name: "a third thread writes without the lock",
        model: COUNTER,
        change: &[("N0: skip", "N0: x = 0")],
        rules: "summaries",
        fact: WHOLE,
        names: &[&["`m`", "N0"]],
    },
    Fault {
        name: "a read after the release",
        model: COUNTER,
        change: &[("M4: skip", "int r = 0; M4: r = x")],
        rules: "summaries",
        fact: WHOLE,
        names: &[&["`m`", "M4"]],
    },
    Fault {
        name: "the own lock is removed",
        model: COUNTER,
        change: &[("L0: acquire(m)", "L0: skip"), ("L3: release(m)", "L3: skip")],
        rules: "summaries",
        fact: WHOLE,
        names: &[&["`m`", "L1"], &["`m`", "L2"]],
    },
    Fault {
        name: "the own lock is another one",
        model: COUNTER,
        change: &[("L0: acquire(m)", "L0: acquire(n)"), ("L3: release(m)", "L3: release(n)")],
        rules: "summaries",
        fact: WHOLE,
        names: &[&["`m`", "L1"], &["`m`", "L2"], &["`n`", "L1"], &["`n`", "L2"]],
    },
    Fault {
        name: "a declared lock is taken back",
        model: COUNTER,
        change: &[("int x = 0", "int x guarded_by() = 0")],
        rules: "summaries",
        fact: WHOLE,
        names: &[&["`x`", "guarded_by()"]],
    },
    Fault {
        name: "the lock is given back in between",
        model: COUNTER,
        change: &[("L2: y", "R: release(m); A: acquire(m); L2: y")],
        rules: "summaries",
        fact: WHOLE,
        names: &[&["A (line"], &["R (line"]],
    },
    Fault {
        name: "the flag is never set",
        model: HANDSHAKE,
        change: &[("L2: flag = true", "L2: skip")],
        rules: "summaries",
        fact: "wrong",
        names: &[&["M0", "flag"]],
    },
    Fault {
        name: "the write that is noticed is removed",
        model: HANDSHAKE,
        change: &[("L1: x = 1", "L1: skip")],
        rules: "summaries",
        fact: "wrong",
        names: &[&["M3", "x"]],
    },
    Fault {
        name: "a guard is stronger",
        model: HANDSHAKE,
        change: &[("assume(flag)", "assume(flag && x == 0)")],
        rules: "reduction",
        fact: "wrong",
        names: &[&["M0", "x"]],
    },
    Fault {
        name: "a branch around the assertion",
        model: HANDSHAKE,
        change: &[("M3: assert(x == 0)", "B: if (x == 2) { M3: assert(x == 0); }")],
        rules: "summaries",
        fact: "wrong",
        names: &[&["B (line", "x"]],
    },
    Fault {
        name: "another initial value",
        model: HANDSHAKE,
        change: &[("open = true", "open = false")],
        rules: "summaries",
        fact: "wrong",
        names: &[&["M1", "open"]],
    },
    Fault {
        name: "the flag is never set, and a state is asked for",
        model: HANDSHAKE,
        change: &[("L2: flag = true", "L2: skip")],
        rules: "reduction",
        fact: "Sigma(pc2=M3)",
        names: &[&["M0", "flag"]],
    },
    Fault {
        name: "a guard is added before the assertion",
        model: BRIEFLY,
        change: &[("M0: skip", "M0: acquire(m)")],
        rules: "summaries",
        fact: "wrong",
        names: &[&["`m`", "M0"]],
    },
    Fault {
        name: "a step is removed in between",
        model: BRIEFLY,
        change: &[("L1: x = 1", "L1: atomic { x = 1; x = 0; }")],
        rules: "interleaving",
        fact: "wrong",
        names: &[&["M1", "x"]],
    },
    Fault {
        name: "another thread disturbs a procedure",
        model: CALLS,
        change: &[("O0: skip", "O0: g = 7")],
        rules: "summaries",
        fact: "Sum-(foo, F0)",
        names: &[&["O0", "g"]],
    },
    Fault {
        name: "the lock is given back in the procedure",
        model: CALLS,
        change: &[("F3: skip", "R: release(m); A: acquire(m)")],
        rules: "summaries",
        fact: "Sum-(foo, F0)",
        names: &[&["A (line"], &["R (line"]],
    },
    Fault {
        name: "a condition that never holds in the procedure",
        model: CALLS,
        change: &[("F3: skip", "F3: assume(g == 100)")],
        rules: "summaries",
        fact: "Sum-(foo, F0)",
        names: &[&["F3", "g"]],
    },
    Fault {
        name: "a loop in the procedure",
        model: CALLS,
        change: &[("F3: skip", "F3: while (true) { skip; }")],
        rules: "summaries",
        fact: "Sum-(foo, F0)",
        names: &[&["F3"]],
    },
    Fault {
        name: "the disturbing write is guarded",
        model: DISTURBED,
        change: &[("O0: skip", "O0: acquire(m)"), ("O2: skip", "O2: release(m)")],
        rules: "summaries",
        fact: "Mark(foo)",
        names: &[&["F2", "`m`"]],
    },
    Fault {
        name: "the disturbing write is removed",
        model: DISTURBED,
        change: &[("O1: g = 7", "O1: skip")],
        rules: "summaries",
        fact: "Sum(foo, F0 -> F2)",
        names: &[&["F2", "g"]],
    },
    Fault {
        name: "locks around both",
        model: MEETING,
        change: &[
            ("K0: skip", "K0: acquire(m)"),
            ("K1: skip", "K1: release(m)"),
            ("J0: skip", "J0: acquire(m)"),
            ("J1: skip", "J1: release(m)"),
        ],
        rules: "reduction",
        fact: "Sigma(pc1=L1, pc2=M1)",
        names: &[&["`m`", "K0"], &["`m`", "J0"]],
    },
    Fault {
        name: "the other thread uses a variable of its own",
        model: MEETING,
        change: &[("M0: x = x + 3", "M0: y = 3"), ("M1: x = x + 4", "M1: y = 4")],
        rules: "reduction",
        fact: "Sigma(pc1=L1, pc2=M1)",
        names: &[&["thread 1", "inside", "L1"], &["thread 2", "inside", "M1"], &["inside", "L0"], &["inside", "M0"]],
    },
    Fault {
        name: "a lock is not given back",
        model: HANDED,
        change: &[("L2: release(m)", "L2: skip")],
        rules: "reduction",
        fact: "Sigma(pc2=M3)",
        names: &[&["M2", "`m`", "thread 1"]],
    },
    Fault {
        name: "one of two increments is removed",
        model: HANDED,
        change: &[("L3: count++", "L3: skip")],
        rules: "summaries",
        fact: "Omega(pc2=T2:end)",
        names: &[&["M5", "count"]],
    },
    Fault {
        name: "nobody notifies",
        model: NOTIFIED,
        change: &[("M1: notify(m)", "M1: skip")],
        rules: "reduction",
        fact: "Sigma(pc1=L2)",
        names: &[&["L1", "m"]],
    },
];

/// A premise whose loss lets a fact appear.
struct Dropped {
    model: &'static str,
    rules: &'static str,
    /// The rule, and how the mutant says what was dropped.
    tag: &'static str,
    change: &'static str,
    fact: &'static str,
    /// The locations of the fact's nodes.
    nodes: &'static [&'static str],
    names: &'static str,
}

const DROPPED: &[Dropped] = &[
    Dropped {
        model: COUNTER,
        rules: "summaries",
        tag: "(CFL SUM)",
        change: "is_outside",
        fact: "Sum(T1, L0 -> L2)",
        nodes: &["L0", "L2"],
        names: "N(",
    },
    Dropped {
        model: DISTURBED,
        rules: "summaries",
        tag: "(CFL STEP)",
        change: "is_outside",
        fact: "P(foo, F0 -> F3)",
        nodes: &["F0", "F3"],
        names: "N(",
    },
    Dropped {
        model: CALLS,
        rules: "summaries",
        tag: "(CFL SUM+)",
        change: "Mark",
        fact: "Sum+(main, M0 -> F0)",
        nodes: &["M0", "F0"],
        names: "Mark(",
    },
];

fn run(command: &str, model: &str, fact: &str, rules: &str, more: &[&str]) -> Output {
    fed(&[&[command, "-", fact, "--rules", rules], more].concat(), model)
}

fn status(output: &Output) -> i32 {
    output.status.code().unwrap()
}

/// The first three leaves, each as all that is said of it.
fn leaves(model: &str, fact: &str, rules: &str) -> Vec<String> {
    let output = run("why-not", model, fact, rules, &["--format", "json"]);
    assert_eq!(status(&output), 1, "{fact}: {}", String::from_utf8_lossy(&output.stderr));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let leaf = |l: &Value| format!("{} {}", l["text"], l["path"]);
    json["leaves"].as_array().unwrap().iter().take(3).map(leaf).collect()
}

impl Fault {
    fn faulty(&self) -> String {
        let change = |text: String, (from, to): &(&str, &str)| {
            assert_eq!(text.matches(from).count(), 1, "{}: {from}", self.name);
            text.replace(from, to)
        };
        self.change.iter().fold(self.model.to_string(), change)
    }

    /// What is said, if the removed thing is not among it.
    fn miss(&self) -> Option<String> {
        let faulty = self.faulty();
        let holds = |text: &str| status(&run("explain", text, self.fact, self.rules, &["--first"]));
        let held = (holds(self.model), holds(&faulty));
        if held != (0, 1) {
            return Some(format!("{}: {} is not destroyed: {held:?}", self.name, self.fact));
        }
        let leaves = leaves(&faulty, self.fact, self.rules);
        let named = |l: &String| self.names.iter().any(|words| words.iter().all(|w| l.contains(w)));
        (!leaves.iter().any(named)).then(|| format!("{}:\n  {}", self.name, leaves.join("\n  ")))
    }
}

impl Dropped {
    fn miss(&self) -> Option<String> {
        if !self.appears() {
            return Some(format!("{}: {} does not appear without its premise", self.tag, self.fact));
        }
        let leaves = leaves(self.model, self.fact, self.rules);
        let named = |l: &String| l.contains(self.tag) && l.contains(self.names);
        (!leaves.iter().any(named)).then(|| format!("{} {}:\n  {}", self.tag, self.change, leaves.join("\n  ")))
    }

    /// Whether the rules without the premise derive a fact with these locations, and the rules do not.
    fn appears(&self) -> bool {
        let model = load("faults", self.model, &[]).0.unwrap();
        let rules = Rules::parse(ruleset(self.rules).unwrap().sources).unwrap();
        let dropped = |change: &str| change.starts_with("without") && change.contains(self.change);
        let mutant = rules.mutants().into_iter().find(|m| m.tag == self.tag && dropped(&m.change)).unwrap();
        let control = Control::default();
        let options = Options::default();
        let semantics = Semantics::new(&model.program);
        let found = settled(&semantics, ruleset(self.rules).unwrap(), &options, &control).unwrap().unwrap();
        let instance = Instance::new(&semantics, &found.0, found.1, &control);
        let relation = self.fact.split('(').next().unwrap();
        let relation = rules.relation(match relation {
            "P" => "PathEdge",
            "Sum+" => "SumPlus",
            other => other,
        });
        let is = |rules: &Rules| {
            let found = derive(rules, &instance);
            let at = |n: &u32| instance.node_loc(Node(*n)).map(|l| model.program.location(l).name.clone());
            let same = |columns: &[u32]| self.nodes.iter().zip(&columns[1..]).all(|(l, n)| at(n).as_deref() == Some(l));
            found.facts(relation.unwrap()).any(|(_, columns)| same(columns))
        };
        is(&mutant.rules) && !is(&rules)
    }
}

/// What is asked of `why-not`: at least 27 of 30.
#[test]
fn the_removed_thing_is_among_the_first_three_leaves() {
    assert_eq!(FAULTS.len() + DROPPED.len(), 30);
    let misses: Vec<String> =
        FAULTS.iter().filter_map(Fault::miss).chain(DROPPED.iter().filter_map(Dropped::miss)).collect();
    assert!(misses.len() <= 3, "{} of 30 are missed:\n{}", misses.len(), misses.join("\n"));
}

fn json(model: &str, fact: &str, rules: &str) -> Value {
    serde_json::from_slice(&run("why-not", model, fact, rules, &["--format", "json"]).stdout).unwrap()
}

fn fault(name: &str) -> String {
    FAULTS.iter().find(|f| f.name == name).unwrap().faulty()
}

/// A state that no interleaving has is explained by interleavings, another one by transactions.
#[test]
fn unreachable_states_are_told_from_those_left_out() {
    let fact = "Sigma(pc1=L1, pc2=M1)";
    let locked = json(&fault("locks around both"), fact, "reduction");
    assert_eq!(locked["explained_by"], "interleaving");
    let own = fault("the other thread uses a variable of its own");
    assert_eq!(json(&own, fact, "reduction")["explained_by"], "reduction");
    assert_eq!(json(&own, fact, "interleaving")["holds"], true);
}

/// Edits name every variable and place that keeps the step from moving; done, the fact is derived.
#[test]
fn edits_are_complete() {
    let faulty = fault("the other thread's lock is removed");
    let edit = json(&faulty, WHOLE, "summaries")["edit"].as_str().unwrap().to_string();
    for word in ["guard `x` by `m` at M1 (line 13), M2 (line 14)", "guard `y` by `m` at M2 (line 14)"] {
        assert!(edit.contains(word), "{edit}");
    }
    let repaired = faulty.replace("M0: skip", "M0: acquire(m)").replace("M3: skip", "M3: release(m)");
    assert_eq!(status(&run("why-not", &repaired, WHOLE, "summaries", &[])), 0);
    let held = json(&fault("a lock is not given back"), "Sigma(pc2=M3)", "reduction");
    assert_eq!(held["edit"], "release `m` in thread 1 before it ends");
}

/// The erratum of the printed rules: (CFL STEP) asks that the initial node be inside a transaction.
#[test]
fn the_printed_rules_never_start() {
    let text = std::fs::read_to_string("models/errata/fx01_l19.mover").unwrap();
    let said = leaves(&text, "wrong", "summaries-literal").join("\n");
    assert!(said.contains("outside any transaction at L0") && said.contains("(CFL STEP)"), "{said}");
}

#[test]
fn exit_statuses() {
    let exit = |fact: &str, rules: &str, more: &[&str]| status(&run("why-not", COUNTER, fact, rules, more));
    assert_eq!(exit("wrong", "summaries", &[]), 1);
    assert_eq!(exit(WHOLE, "summaries", &[]), 0);
    assert_eq!(exit("wrong", "reduction", &["--max-states", "3"]), 3);
    assert_eq!(exit("wrong", "cpc", &[]), 2);
    assert_eq!(exit("#3", "summaries", &[]), 2);
    assert_eq!(exit("Sum(T9)", "summaries", &[]), 2);
}
