//! What docs/language.md says of corners of the language, each on the smallest model that shows it.

use moverlog::driver::{Control, Engine, MoverMode, Options, Outcome, Verdict, check};
use moverlog::model::{Model, load};
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
    let options = Options::with(MoverMode::Lockset);
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
