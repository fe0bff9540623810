//! What docs/language.md says of corners of the language, each on the smallest model that shows it.

use moverlog::driver::{Bound, Control, Engine, Options, Outcome, Verdict, Wanted, check, hazards};
use moverlog::model::{Model, load, load_with_pools};
use moverlog::movers::Use;
use moverlog::semantics::{Configuration, Semantics};

fn model(text: &str) -> Model {
    let (model, diagnostics) = load("text", text, &[]);
    model.unwrap_or_else(|| panic!("{text}\n{diagnostics:?}"))
}

fn run(model: &Model) -> Outcome {
    run_by("interleaving", model)
}

fn run_by(engine: &str, model: &Model) -> Outcome {
    let engine = Engine::named(engine).unwrap();
    let options = Options::default();
    check(&model.program, engine, &options, &Control::default()).unwrap()
}

/// Where a thread goes wrong, and why.
fn wrong(text: &str) -> (String, String) {
    let model = model(text);
    let failed = run(&model).failed.unwrap_or_else(|| panic!("safe:\n{text}"));
    (model.program.location(failed.loc).name.clone(), failed.failure.message)
}

fn is_safe(text: &str) -> bool {
    run(&model(text)).verdict == Verdict::Safe
}

/// The message about an ill-formed text.
fn refused(text: &str) -> String {
    let (model, diagnostics) = load("text", text, &[]);
    assert!(model.is_none(), "accepted:\n{text}");
    diagnostics[0].message.clone()
}

/// The statements that are steps of the first procedure, in the order of its locations.
fn steps(body: &str) -> Vec<String> {
    let text = format!(
        "const ZERO = 0, N = 3;\nenum C {{ RED, GREEN }}\nint g;\nint one() {{ return 1; }}\nvoid f(int n) {{ {body} }}\nP = {{ f(0) }}"
    )
    .replace("const ZERO = 0, N = 3;", "const ZERO = 0; const N = 3;");
    let program = model(&text).program;
    let of_f = program.locations.iter().filter(|l| program.procedures[l.procedure as usize].name == "f");
    of_f.map(|l| l.text.clone()).filter(|text| text != "}").collect()
}

#[test]
fn leading_initialisers_with_what_a_local_begins_with_take_no_step() {
    assert_eq!(steps("int a = 0; bool b = false; int* p = null; int[0..3] r = 0;"), [""; 0]);
    assert_eq!(steps("int a = ZERO; C c = RED; int d = 0x0;"), [""; 0], "also by the name of a constant");
    assert_eq!(steps("int s; ; { int i = 0; }"), [""; 0], "after what takes no step, and in blocks");
    assert_eq!(steps("int a = N - 3;"), ["int a = N - 3"], "an expression is evaluated");
    assert_eq!(steps("int a = n;"), ["int a = n"], "a parameter too");
    assert_eq!(steps("int a = 1; int b = 0;"), ["int a = 1", "int b = 0"], "after a step all are");
    assert_eq!(steps("int a[2] = 0;"), ["int a[2] = 0"], "an array's are a step");
    assert_eq!(steps("L: int a = 0;"), ["int a = 0"], "with a label as well");
}

/// The local stores of thread 1 along its only run: location and registers.
fn locals(text: &str) -> Vec<(String, Vec<i32>)> {
    let model = model(text);
    let semantics = Semantics::new(&model.program);
    let shown = |c: &Configuration| {
        let loc = semantics.loc(c.locals[0]).unwrap();
        (model.program.location(loc).name.clone(), semantics.registers(c.locals[0]))
    };
    let (mut at, t) = (semantics.initial(), semantics.tids().next().unwrap());
    let mut seen = vec![shown(&at)];
    while let Some(step) = semantics.transitions_in(&at, t).steps.first() {
        at = semantics.after(&at, t, step);
        seen.push(shown(&at));
    }
    seen
}

#[test]
fn the_end_of_a_procedure_keeps_parameters_and_thread_locals() {
    let seen = locals(
        "thread_local int q = 5;\nvoid g(int a) { int b = 7; a = 3; }\nvoid f(int c) { g(1); c = 2; }\nP = { f(9) }",
    );
    let at = |name: &str| &seen.iter().find(|(n, _)| n == name).unwrap().1;
    assert_eq!(*at("g:end"), [5, 3, 0], "q and a, and b no more");
    assert_eq!(*at("f:end"), [0, 0], "a thread that has ended keeps nothing");
}

#[test]
fn cas_evaluates_its_new_value_also_where_it_stores_nothing() {
    assert_eq!(wrong("int x;\nvoid f() { cas(x, 1, 1 / x); }\nP = { f() }").1, "division by zero");
}

#[test]
fn an_empty_choice_accesses_nothing() {
    let guarded = |value: &str| format!("mutex m;\nint x guarded_by(m);\nvoid f() {{ x = {value}; }}\nP = {{ f() }}");
    assert!(is_safe(&guarded("choose(1..0)")), "it blocks, and never stores into x");
    assert!(wrong(&guarded("choose(0..0)")).1.contains("guarded by"));
    assert!(wrong(&guarded("choose(1..x)")).1.contains("guarded by"), "bounds are read");
}

#[test]
fn a_result_is_checked_where_it_is_stored() {
    let two = "enum C { RED, GREEN }\nint two() {\nR: return 2;\n}\n";
    let (at, why) = wrong(&format!("{two}void f() {{ C c = two(); }}\nP = {{ f() }}"));
    assert_eq!((at.as_str(), why.as_str()), ("R", "2 stored into an enum of 2 values (0..1)"));
    let (at, _) = wrong(&format!("{two}C c;\nvoid f() {{\nF: c = two();\n}}\nP = {{ f() }}"));
    assert_eq!(at, "F.result");
}

#[test]
fn choices_and_calls_stand_alone_behind_a_plain_assignment() {
    let f = |body: &str| format!("int x;\nint one() {{ return 1; }}\nvoid f() {{ {body} }}\nP = {{ f() }}");
    assert_eq!(refused(&f("x += choose(0..1);")), "expected an expression, found `choose`");
    assert_eq!(refused(&f("x += one();")), "a call inside an expression");
    assert!(is_safe(&f("int i = choose(0..1); int j = one(); x = choose({0, 1}); x = one();")));
    assert_eq!(refused("int x = choose(0..1);\nvoid f() { }\nP = { f() }"), "an initial value is a constant");
    assert_eq!(refused("int x = f();\nint f() { }\nP = { f() }"), "an initial value is a constant");
}

#[test]
fn a_local_array_has_no_initialiser_inside_atomic() {
    let f = |body: &str| format!("void f() {{ atomic {{ {body} }} }}\nP = {{ f() }}");
    assert_eq!(refused(&f("int a[2] = 0;")), "an array's initialiser inside `atomic`");
    assert_eq!(refused(&f("int a[2] = { 1, 2 };")), "an array's initialiser inside `atomic`");
    assert!(is_safe(&f("int a[2]; a[0] = 1; assert(a[0] == 1 && a[1] == 0);")));
}

#[test]
fn exclusive_is_evaluated_before_the_step() {
    let owned = |body: &str| {
        format!("int owner, w exclusive(owner == tid);\nvoid f() {{ {body} }}\nP = {{ f() }} || {{ f() }}")
    };
    assert!(wrong(&owned("atomic { owner = tid; w = 1; }")).1.contains("while thread 1 has it exclusively"));
    assert!(is_safe(&owned("atomic { assume(owner == 0); w = 1; owner = tid; }")), "whoever is late blocks");
}

#[test]
fn evaluating_exclusive_breaks_no_protection_and_counts_as_a_read() {
    let text = |owner: &str, w: &str| {
        let f = "void f() { acquire(m); owner = 0; release(m); }";
        format!(
            "mutex m;\nint owner{owner};\nint w{w};\n{f}\nvoid g() {{ w = 1; }}\nP = {{ f() }} || {{ f() }} || {{ g() }}"
        )
    };
    assert!(is_safe(&text(" guarded_by(m)", " exclusive(owner == tid)")));
    let locks_of_owner = |w: &str| {
        let model = model(&text("", w));
        let uses = run_by("reduction", &model).uses.unwrap_or_else(|| panic!("movers come from locksets"));
        uses[1].clone()
    };
    assert!(matches!(locks_of_owner(""), Use::Shared(locks) if locks.len() == 1), "m");
    assert!(matches!(locks_of_owner(" exclusive(owner == tid)"), Use::Shared(locks) if locks.is_empty()));
}

#[test]
fn ranges_of_threads_leave_out_their_end_unless_told() {
    let threads = |range: &str| {
        let text = format!("void f(int i) {{ }}\nP = [i in {range}] {{ f(i) }}");
        model(&text).program.threads.iter().map(|t| t.arguments[0]).collect::<Vec<_>>()
    };
    assert_eq!(threads("0..3"), [0, 1, 2]);
    assert_eq!(threads("0..=2"), [0, 1, 2]);
    assert_eq!(threads("1..=1"), [1]);
    assert_eq!(threads("2147483647..=2147483647"), [i32::MAX]);
    assert!(is_safe("int[0..=2] x;\nvoid f() { x = choose(1..=2); assert(x > 0); x++; }\nP = { f() }"));
}

/// How many threads a model may start, in a pool of so many where nobody counts.
fn started(procedures: &str, threads: &str, pool: usize) -> usize {
    let text = format!("int x;\nvoid w() {{ x++; }}\n{procedures}\nP = {threads};");
    let (model, diagnostics) = load_with_pools("text", &text, &[], pool);
    model.unwrap_or_else(|| panic!("{text}\n{diagnostics:?}")).program.starts.len()
}

#[test]
fn threads_are_counted_where_they_can_be() {
    let main = "{ main() }";
    assert_eq!(started("void main() { spawn w(); spawn w(); }", main, 3), 2, "one for each");
    assert_eq!(started("void main() { while (*) { spawn w(); } }", main, 5), 5, "a pool in a loop");
    assert_eq!(started("void main() { L: spawn w(); goto L; }", main, 2), 2, "also one of jumps");
    assert_eq!(started("void main() { spawn w(); }", "{ main() } || { main() }", 3), 2, "one for each thread");
    assert_eq!(started("void f() { spawn w(); } void main() { f(); f(); f(); f(); }", main, 3), 4, "and for each call");
    assert_eq!(started("void f() { if (*) { f(); } spawn w(); } void main() { f(); }", main, 3), 3, "recursion");
    assert_eq!(started("void v() { spawn w(); } void main() { while (*) { spawn v(); } }", main, 2), 4, "by a pool");
    assert_eq!(started("void v() { spawn v(); } void main() { spawn v(); }", main, 2), 3, "what starts itself");
    assert_eq!(started("void never() { spawn w(); } void main() { spawn w(); }", main, 3), 1, "nobody calls it");
}

#[test]
fn more_threads_than_there_are_is_not_safe() {
    let text = "int x; void w() { x++; } void main() { while (true) { spawn w(); } } P = { main() };";
    for engine in ["interleaving", "reduction", "summaries", "cpc", "dynamic"] {
        let outcome = run_by(engine, &model(text));
        assert_eq!((outcome.verdict, outcome.bound), (Verdict::Inconclusive, Some(Bound::Threads)), "{engine}");
    }
    let wrong = text.replace("x++;", "assert(x < 2); x++;");
    assert_eq!(run_by("summaries", &model(&wrong)).verdict, Verdict::Wrong);
}

#[test]
fn the_words_for_threads_are_names_elsewhere() {
    let text = "enum thread { ON, OFF } int join, spawn; void start(int thread) { spawn = join + thread; } \
        void main() { thread t = ON; t = OFF; start(t); join = spawn; assert(join == 1); } P = { main() };";
    assert!(is_safe(text));
    assert!(is_safe("int x; void join(int y) { x = y; } void main() { join(3); assert(x == 3); } P = { main() };"));
}

#[test]
fn a_procedure_that_is_called_may_be_started_too() {
    let text = |last: &str| {
        format!(
            "int x; void w(int n) {{ if (n > 0) {{ w(n - 1); }} x = x + 1; }} \
             void main() {{ w(1); thread t = spawn w(2); join t; join(t); assert(x {last} 5); }} P = {{ main() }};"
        )
    };
    assert!(is_safe(&text("==")));
    assert_eq!(wrong(&text("!=")).0, "main:1.5");
}

#[test]
fn a_join_needs_a_thread_that_was_started() {
    let main = |body: &str| format!("thread t; void w() {{ }} void main() {{ {body} }} P = {{ main() }} || {{ w() }};");
    let message = "the thread that is joined was not started by `spawn`";
    assert_eq!(wrong(&main("L: join t; t = spawn w();")), ("L.wait".into(), message.into()));
    assert_eq!(wrong(&main("thread u = tid + 1; L: join u; spawn w();")), ("L".into(), message.into()), "one of P");
    assert_eq!(wrong(&main("thread u = tid + 2; L: join u; spawn w();")), ("L".into(), message.into()), "too early");
    assert!(is_safe(&main("t = spawn w(); join t; join t;")));
    assert_eq!(refused(&main("spawn w(); join 1;")), "thread 1 is not started by `spawn`");
}

/// What is done before a start and behind a join needs no lock, also where movers come from locks alone.
#[test]
fn a_thread_that_is_not_started_counts_for_nothing() {
    let text = std::fs::read_to_string("models/threads/create_join.mover").unwrap();
    let states = |text: &str| run_by("reduction", &model(text)).states;
    let by_flags = text.replace("thread a = spawn worker(1);", "go1 = true;").replace("join a;", "assume(end1);");
    let by_flags = by_flags.replace("thread b = spawn worker(2);", "go2 = true;").replace("join b;", "assume(end2);");
    let by_flags = by_flags
        .replace(
            "void worker(int by) {",
            "bool go1, go2, end1, end2; void worker(int by) { assume(by == 1 ? go1 : go2);",
        )
        .replace("release(m);", "release(m); if (by == 1) { end1 = true; } else { end2 = true; }")
        .replace("{ main() }", "{ main() } || { worker(1) } || { worker(2) }");
    assert_eq!(run_by("reduction", &model(&by_flags)).verdict, Verdict::Safe);
    assert!(states(&text) < states(&by_flags), "{} and {}", states(&text), states(&by_flags));
}

#[test]
fn who_finds_no_thread_left_to_start_is_in_no_deadlock() {
    let deadlocked = |more: &str| {
        let text = format!("void w() {{ }} void main() {{ while (true) {{ spawn w(); }} }} {more}");
        let model = model(&text);
        let wanted = Wanted { deadlock: true, races: false };
        let found = hazards(&model.program, wanted, &Options::default(), &Control::default());
        found.unwrap().1.deadlock.is_some()
    };
    assert!(!deadlocked("P = { main() };"));
    assert!(!deadlocked("void v() { assume(false); } P = { main() } || { v() };"), "it may be in one, or not");
}
