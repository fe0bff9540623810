//! What commands say about small models, seen from outside.

use crate::support::command::{fed, out, run};
use serde_json::Value;

fn text(arguments: &[&str], model: &str) -> String {
    out(&fed(arguments, model))
}

fn json(arguments: &[&str], model: &str) -> Value {
    serde_json::from_slice(&fed(&[arguments, &["--format", "json"]].concat(), model).stdout).expect("JSON")
}

/// A result on its way to a global variable is in no variable of the source.
#[test]
fn nodes_that_differ_in_a_pending_result_are_told_apart() {
    let model =
        "int x; int y; int f() { y = 1; if (*) { return 1; } return 2; } void T() { x = f(); } P = { T() } || { T() }";
    let lines = text(&["summaries", "-", "--proc", "T"], model);
    for value in [1, 2] {
        assert!(lines.contains(&format!("(T:1.result, .result={value}, x=0, y=1, -)")), "{lines}");
    }
    let summaries = json(&["summaries", "-"], model);
    let edges = summaries["procedures"]["T"].as_array().expect("edges");
    assert!(edges.iter().all(|e| e["edges"] == 1), "{edges:#?}");
    let ends = |v: i64| edges.iter().any(|e| e["from"]["locals"][".result"] == v);
    assert!(ends(1) && ends(2), "{edges:#?}");
}

/// A schedule for each assertion that fails, not for the first one alone.
#[test]
fn every_assertion_that_fails_is_violated() {
    let model = "int x; int y; void a() { x = 1; y = 1; } void b() { assert(x == 0); } void c() { assert(y == 0); }
        void d() { assert(y < 2); int z = x - y; assert(z * z != 5); }
        P = { a() } || { b() } || { c() } || { d() }";
    let run = text(&["run", "-", "--schedule", "2,3,4,4,4,1,1"], model);
    let answers = json(&["tsg", "-"], &run);
    let of = |label: &str| {
        let all = answers["assertions"].as_array().expect("assertions");
        all.iter().find(|a| a["label"] == label).map(|a| a["answer"].as_str().expect("text").to_string())
    };
    assert_eq!([of("b:1"), of("c:1"), of("d:2")].map(|a| a.unwrap_or_default()), ["violated", "violated", "proved"]);
    assert_eq!(of("d:2.3").as_deref(), Some("proved"), "{answers:#}");
    let schedules = answers["schedules"].as_array().expect("schedules");
    let last: Vec<_> =
        schedules.iter().map(|s| s.as_array().expect("steps").last().expect("a step")["thread"].clone()).collect();
    assert_eq!(last, ["b", "c"]);
    assert_eq!(text(&["tsg", "-", "--quiet"], &run).matches("a schedule in which").count(), 2);
}

const GROWING: &str =
    "mutex m; void rec(int d) { if (*) { rec(d + 1); } } void main() { acquire(m); rec(0); release(m); }
    P = { main() } || { main() }";

/// What grows without end is named, with a range that ends it, by every engine and under every bound.
#[test]
fn ever_more_values_are_named() {
    let line =
        "  the parameter d of rec takes ever more values (0, 1, 2, 3, ..): as `int[0..3] d` it has an end, but wraps\n";
    for bound in [["--timeout", "1"], ["--max-memory", "30"]] {
        let said = text(&[&["check", "-", "--slice", "off"], &bound[..]].concat(), GROWING);
        assert!(said.contains(line) && said.contains(" path edges inside transactions"), "{said}");
    }
    for rules in ["reduction", "dynamic", "interleaving", "cpc"] {
        let said = text(&["check", "-", "--rules", rules], GROWING);
        assert!(said.contains(line), "{rules}: {said}");
    }
    assert!(text(&["termination", "-", "--timeout", "1"], GROWING).contains(line));
    let growing = &json(&["check", "-", "--slice", "off", "--timeout", "1"], GROWING)["growing"];
    let expected = serde_json::json!([{"variable": "d", "kind": "parameter", "procedure": "rec", "first": [0, 1, 2, 3], "proposed": "int[0..3] d"}]);
    assert_eq!(*growing, expected);
    // Nobody looks at it.
    assert!(text(&["check", "-"], GROWING).starts_with("safe"));
    // Taken at its word, it comes to its end; what does not grow is not named.
    let ended = text(&["check", "-"], &GROWING.replace("int d", "int[0..3] d"));
    assert!(ended.starts_with("safe") && !ended.contains("ever more"), "{ended}");
}

#[test]
fn shared_and_local_variables_that_grow_are_named_too() {
    let shared = "int a[2]; void T() { while (true) { a[1] = a[1] + 5; } } P = { T() }";
    let said = text(&["check", "-", "--max-states", "2000", "--rules", "interleaving"], shared);
    assert!(
        said.contains("the shared variable a[1] takes ever more values (0, 5, 10, 15, ..): as `int[0..15] a`"),
        "{said}"
    );
    let local = "int x; thread_local int t; void T() { int i = 3; while (true) { i--; t = t + 2; x = 0; } } P = { T() } || { T() }";
    let growing = &json(&["check", "-", "--slice", "off", "--max-states", "5000"], local)["growing"];
    let named: Vec<_> =
        growing.as_array().expect("a list").iter().map(|g| (g["kind"].clone(), g["proposed"].clone())).collect();
    assert!(
        named.contains(&("local".into(), "int[0..3] i".into()))
            || named.contains(&("local".into(), "int[1..3] i".into())),
        "{growing}"
    );
    assert!(named.iter().any(|(kind, _)| kind == "thread_local") && named.len() == 2, "{growing}");
    let bounded = "int x; void T() { while (true) { x = (x + 1) % 10; } } P = { T() } || { T() } || { T() }";
    assert_eq!(json(&["check", "-", "--max-states", "10"], bounded)["growing"], serde_json::json!([]));
}

/// The frame is pushed twice, and no other thread has a part in it.
#[test]
fn the_witness_of_theorem_3_pushes_the_frame_twice() {
    for n in ["int[0..1] n", "int[0..3] n"] {
        let model = format!(
            "mutex m; {n} = 0; void rec() {{ acquire(m); n++; release(m); if (*) {{ rec(); }} }} P = {{ rec() }} || {{ rec() }}"
        );
        let said = json(&["termination", "-"], &model);
        let transactions = said["violation"]["transactions"].as_array().expect("an execution");
        assert!(transactions.iter().all(|t| t["thread"] == 1), "{said:#}");
        let steps = transactions.iter().flat_map(|t| t["steps"].as_array().expect("steps"));
        let calls = steps.filter(|s| s["action"] == "rec()").count();
        // The frame of the outermost activation is shown as the same, and counts as the same.
        assert_eq!(calls, 2, "{said:#}");
    }
}

#[test]
fn procedures_that_call_themselves_without_a_recursive_frame_are_explained() {
    let gcd = "int gcd(int a, int b) { int r = a; if (b != 0) { r = gcd(b, a % b); } return r; } void T() { int x = gcd(12, 18); assert(x == 6); } P = { T() }";
    let said = text(&["termination", "-"], gcd);
    assert!(
        said.starts_with("met: no frame is recursive;") && said.contains("  gcd calls itself, but a frame is"),
        "{said}"
    );
    assert_eq!(json(&["termination", "-"], gcd)["calls_itself"], serde_json::json!(["gcd"]));
    let straight = text(&["termination", "-"], "void f() { } void T() { f(); } P = { T() }");
    assert!(straight.starts_with("met: no frame is recursive;") && !straight.contains("calls itself"), "{straight}");
}

/// Who is blocked inside a transaction is said to be in a deadlock where there is one, and not told of where there is
/// none.
#[test]
fn who_is_stuck_is_told_of_deadlocks_alone() {
    let waits = "mutex m; bool go; int x; void other() { acquire(m); go = true; release(m); }
        void waits() { acquire(m); assume(go); x = 1; release(m); } P = { waits() } || { other() }";
    let waits_outside = "bool go; int x; void other() { go = true; } void waits() { int y = x; assume(go); x = y; }
        P = { waits() } || { other() }";
    for (model, note) in [(waits, "; there is a deadlock, check --deadlock shows it"), (waits_outside, "")] {
        let stuck = |flags: &[&str]| {
            let told = text(&[&["check", "-"], flags].concat(), model);
            assert!(told.starts_with("safe"), "{told}");
            told.lines().find(|l| l.contains("is stuck pre-commit")).map_or(String::new(), str::to_string)
        };
        assert!(stuck(&[]).ends_with(note) && stuck(&[]).is_empty() == note.is_empty(), "{}", stuck(&[]));
        assert!(stuck(&["--rules", "summaries"]).ends_with("; a deadlock is possible, check --deadlock looks for it"));
    }
}

/// Who is blocked when `main` returns is in no deadlock: the program is over.
#[test]
fn main_may_return_before_others() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("blocked_at_the_end.c");
    let program = "#include <pthread.h>
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        void *f(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); return 0; }
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); WAIT return 0; }";
    for (wait, there_is) in [("", false), ("pthread_join(t, 0);", true)] {
        std::fs::write(&path, program.replace("WAIT", wait)).expect("writable");
        let told = out(&run(&["check", &path.to_string_lossy()]));
        assert_eq!(told.contains("there is a deadlock, check --deadlock shows it"), there_is, "{told}");
        assert!(!told.contains("a deadlock is possible"), "{told}");
    }
}
