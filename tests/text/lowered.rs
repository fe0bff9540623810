//! What statements are lowered to.

use moverlog::ir::{Action, GlobalKind, Guard, Location, Op, Program, Protection};
use moverlog::model::load;

fn program(text: &str) -> Program {
    let (model, diagnostics) = load("test.mover", text, &[]);
    model.unwrap_or_else(|| panic!("{diagnostics:?}")).program
}

/// `name: text -> names of targets`, for the first procedure.
fn listing(text: &str) -> Vec<String> {
    let program = program(text);
    let own = program.locations.iter().filter(|location| location.procedure == 0);
    let line = |location: &Location| {
        let targets: Vec<&str> = location.op.targets().iter().map(|l| program.location(*l).name.as_str()).collect();
        format!("{}: {} -> {}", location.name, location.text, targets.join(" ")).trim_end().to_string()
    };
    own.map(line).collect()
}

/// The listing of `void f() { body }`, with some variables declared.
fn body(body: &str) -> Vec<String> {
    listing(&format!(
        "void f() {{\n{body}\n}}\nint g() {{ return 1; }}\nint x, a[2]; bool b; mutex m; rmutex r; thread_local int t;\nP = {{ f() }}"
    ))
}

#[test]
fn one_location_for_each_simple_statement() {
    assert_eq!(
        body("L: x  =  1; x++; /* two */\nint y; ; {}\nint z = /* c */ 2;"),
        ["L: x = 1 -> f:2", "f:2: x++ -> f:4", "f:4: int z = 2 -> f:end", "f:end: } ->"]
    );
}

#[test]
fn loops() {
    assert_eq!(
        body("while (true) { if (*) break; continue; }\nfor (x = 0; x < 2; x++) skip;\nfor (;;) { }"),
        [
            "f:2: while (true) -> f:2.2 f:3",
            "f:2.2: if (*) -> f:2.3 f:2.4",
            "f:2.3: break -> f:3",
            "f:2.4: continue -> f:2",
            "f:3: x = 0 -> f:3.2",
            "f:3.2: for (x < 2) -> f:3.4 f:4",
            "f:3.3: x++ -> f:3.2",
            "f:3.4: skip -> f:3.3",
            "f:4: for (;;) -> f:4 f:end",
            "f:end: } ->",
        ]
    );
}

#[test]
fn cases_are_tried_one_after_the_other() {
    assert_eq!(
        body("switch (x) { case 0: x = 1; break;\ndefault: x = 2;\ncase 1, 3..5: continue_here: skip; }\nskip;"),
        [
            "f:2: switch (x) -> f:2.2",
            "f:2.2: case 0 -> f:2.3 f:4",
            "f:4: case 1, 3..5 -> continue_here f:3",
            "f:2.3: x = 1 -> f:2.4",
            "f:2.4: break -> f:5",
            "f:3: x = 2 -> continue_here",
            "continue_here: skip -> f:5",
            "f:5: skip -> f:end",
            "f:end: } ->",
        ]
    );
}

#[test]
fn a_choice_of_statements_enters_a_branch() {
    assert_eq!(
        body("choose { x = 1; x = 2; [] [] goto L; }\nL: skip;"),
        [
            "f:2: choose -> f:2.2 L f:2.4",
            "f:2.2: x = 1 -> f:2.3",
            "f:2.3: x = 2 -> L",
            "f:2.4: goto L -> L",
            "L: skip -> f:end",
            "f:end: } ->",
        ]
    );
}

#[test]
fn results_go_to_registers_directly_and_to_cells_in_a_further_step() {
    assert_eq!(
        body("int y = g();\ny = g();\nt = g();\nL: a[1] = g();"),
        [
            "f:2: int y = g() -> f:3",
            "f:3: y = g() -> f:4",
            "f:4: t = g() -> L",
            "L: a[1] = g() -> L.result",
            "L.result: a[1] = g() -> f:end",
            "f:end: } ->",
        ]
    );
}

#[test]
fn waiting_takes_two_steps() {
    let program = program("mutex m; rmutex r, s; void f() { wait(m); wait(r); acquire(s); }\nP = { f() }");
    let names: Vec<&str> = program.locations.iter().map(|l| l.name.as_str()).collect();
    assert_eq!(names, ["f:1", "f:1.wake", "f:1.2", "f:1.2.wake", "f:1.3", "f:end"]);
    assert!(matches!(program.locations[0].op, Op::Do { action: Action::WaitRelease { depth: None, .. }, .. }));
    assert!(matches!(program.locations[3].op, Op::Do { action: Action::WaitAcquire { depth: Some(_), .. }, .. }));
    assert_eq!(program.locations[3].in_scope, [true]);
    let strides: Vec<u32> = program.globals.iter().map(|g| g.stride()).collect();
    assert_eq!(strides, [2, 3, 2]);
    assert!(matches!(program.globals[2].kind, GlobalKind::Mutex { reentrant: true, waited: false }));
}

#[test]
fn a_label_without_a_step_names_what_follows() {
    assert_eq!(
        body("if (b) { skip; L5: }\nL6: L7: x = 1;\nL8:"),
        ["f:2: if (b) -> f:2.2 L6", "f:2.2: skip -> L6", "L6: x = 1 -> L8", "L8: } ->"]
    );
}

#[test]
fn locals_are_in_scope_after_their_declaration() {
    let program = program("void f(int p) { int x = 1; { int y = x; skip; } skip; }\nP = { f(0) }");
    let scopes: Vec<Vec<bool>> = program.locations.iter().map(|l| l.in_scope.clone()).collect();
    let (t, f) = (true, false);
    assert_eq!(scopes, [[t, f, f], [t, t, f], [t, t, t], [t, t, f], [t, f, f]]);
}

#[test]
fn atomic_is_one_location() {
    let found = body("atomic { if (b) { x = 1; } else if (*) x = 2; int y = x; choose { skip; [] a[y] = 1; } }");
    assert_eq!(found, ["f:2: atomic { if (b) { x = 1; } else if (*) x = 2; int y = .. } -> f:end", "f:end: } ->"]);
}

#[test]
fn initial_values_and_layout() {
    let program = program(
        "const N = 2; enum E { A, B } int[1..3] k = 7, l; E e = B; int a[N] = { 5, 6 }; rmutex r; int* p = &a[1];\n\
         thread_local bool seen[2] = true; void f() { } P = { f() }",
    );
    assert_eq!(program.cells, [1, 3, 1, 5, 6, 0, 0, 5]);
    assert_eq!(program.thread_locals, [("seen[0]".to_string(), 1), ("seen[1]".to_string(), 1)]);
}

#[test]
fn protection() {
    let program = program(
        "int x guarded_by(l[1], m), y guarded_by(), a[2] guarded_by(l[_]), z exclusive(m == tid), w; mutex l[2], m;\n\
         void f() { } P = { f() }",
    );
    let sets: Vec<&Protection> = program.globals.iter().map(|g| &g.protection).collect();
    assert!(
        matches!(sets[0], Protection::GuardedBy(set) if matches!(set[..], [Guard::Mutex(a), Guard::Mutex(b)] if (a.0, b.0) == (7, 8)))
    );
    assert!(matches!(sets[1], Protection::GuardedBy(set) if set.is_empty()));
    assert!(matches!(sets[2], Protection::GuardedBy(set) if matches!(set[..], [Guard::SameIndex { stride: 1, .. }])));
    assert!(matches!(sets[3], Protection::Exclusive(..)));
    assert!(matches!(sets[4], Protection::Inferred));
}

#[test]
fn threads_and_overrides() {
    let text = "const N = 2; void f(int i, int[0..3] k) { }\nP = { f(-1, 5) } || [i in 1..N] { f(i, 2*i); };";
    let (model, _) = load("test.mover", text, &[("N".into(), 4)]);
    let threads = model.expect("checks").program.threads;
    let arguments: Vec<Vec<i32>> = threads.into_iter().map(|thread| thread.arguments).collect();
    assert_eq!(arguments, [[-1, 1], [1, 2], [2, 0], [3, 2]]);
}
