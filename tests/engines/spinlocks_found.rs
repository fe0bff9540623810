//! Which numbers are locks, and which loops wait for one.

use moverlog::ir::{Action, Op, Program};
use moverlog::model::load;
use moverlog::spinlocks::{Locked, locked};

/// The model with threads that run `body`, as often as is said.
fn made(body: &str) -> Option<Locked> {
    let body = format!("bool got = false; int n = 0; {body}");
    made_of(&format!("int l = 0; int x = 0; void f() {{ {body} }} P = {{ f() }} || {{ f() }};"))
}

fn made_of(text: &str) -> Option<Locked> {
    let (model, found) = load("test.mover", text, &[]);
    locked(&model.unwrap_or_else(|| panic!("{found:?}\n{text}")).program)
}

/// What is held, where `l` is a lock.
fn held(body: &str) -> Option<Option<i32>> {
    made(body).map(|made| made.locks[0].held)
}

#[test]
fn locks_are_found_by_what_steps_do() {
    assert_eq!(held("atomic { assume(l == 0); l = 1; } x++; l = 0;"), Some(Some(1)));
    assert_eq!(held("while (!got) { got = cas(l, 0, 7); } x++; l = 0;"), Some(Some(7)));
    assert_eq!(held("while (!got) { got = cas(l, 0, tid); } x++; atomic { assume(l == tid); l = 0; }"), Some(None));
    assert_eq!(held("got = cas(l, 0, 1); if (got) { x++; l = 0; }"), Some(Some(1)));
}

#[test]
fn what_is_none_is_left() {
    let taken = "atomic { assume(l == 0); l = 1; }";
    assert_eq!(held(taken), None, "nobody gives it back");
    assert_eq!(held("l = 1; x++; l = 0;"), None, "nobody looks whether it is free");
    assert_eq!(held(&format!("{taken} l = 2; l = 0;")), None, "it has three values");
    assert_eq!(held(&format!("{taken} l = x; l = 0;")), None, "it has any");
    assert_eq!(held("l = tid; atomic { assume(l == tid); l = 0; }"), None, "it is stolen");
    assert_eq!(held(&format!("{taken} atomic {{ l = 0; l = 1; }} l = 0;")), None, "it is given back and not free");
}

#[test]
fn what_pointers_lead_to_from_the_start_is_left() {
    let is_lock = |pointer: &str, argument: &str| {
        let text = format!(
            "{pointer} int l = 0; void f(int* q) {{ atomic {{ assume(l == 0); l = 1; }} l = 0; }} \
             P = {{ f({argument}) }};"
        );
        made_of(&text).is_some()
    };
    assert!(is_lock("", "null") && is_lock("int k = 0; int* p = &k;", "&k"));
    assert!(!is_lock("", "&l"));
    assert!(!is_lock("int* p = &l;", "null") && !is_lock("thread_local int* p = &l;", "null"));
}

/// Pointers lead to all of an object.
#[test]
fn what_pointers_lead_to_is_left() {
    let text = "struct s { int a; int l; } s; int x; extern void __VERIFIER_assume(int);\n\
                void __VERIFIER_atomic_take(void) { __VERIFIER_assume(s.l == 0); s.l = 1; }\n\
                int main(void) { POINTER __VERIFIER_atomic_take(); x = 1; s.l = 0; return x; }\n";
    let is_lock = |pointer: &str| {
        let (model, found) = load("test.c", &text.replace("POINTER", pointer), &[]);
        locked(&model.unwrap_or_else(|| panic!("{found:?}")).program).is_some()
    };
    assert!(is_lock(""));
    assert!(!is_lock("struct s *p = &s; x = p->l;"));
}

#[test]
fn what_is_an_element_is_left() {
    let text = "union { int l; int a[1]; } u; int x; extern void __VERIFIER_assume(int);\n\
                void __VERIFIER_atomic_take(void) { __VERIFIER_assume(u.l == 0); u.l = 1; }\n\
                int main(void) { __VERIFIER_atomic_take(); x = u.a[x]; u.l = 0; return x; }\n";
    let (model, found) = load("test.c", text, &[]);
    assert!(locked(&model.unwrap_or_else(|| panic!("{found:?}")).program).is_none());
}

/// A look at a variable without its lock is an error.
#[test]
fn accesses_that_may_go_wrong_are_no_waiting() {
    let looks = |protection: &str| {
        let text = format!(
            "int l = 0; mutex m; int x {protection} = 0; void f() {{ bool got = false; \
             while (!got) {{ if (x == 0) {{ }} got = cas(l, 0, 1); }} l = 0; }} P = {{ f() }} || {{ f() }};"
        );
        let (model, found) = load("test.mover", &text, &[]);
        let made = locked(&model.unwrap_or_else(|| panic!("{found:?}")).program).expect("l is a lock");
        made.program.locations.iter().any(|l| format!("{:?}", l.op).contains("Assume"))
    };
    assert!(!looks(""));
    assert!(looks("guarded_by(m)"));
}

#[test]
fn numbers_wrap_where_they_are_stored() {
    let range = |held: &str| {
        let text =
            format!("int[0..3] l = 0; void f() {{ atomic {{ assume(l == 0); l = {held}; }} l = 0; }} P = {{ f() }};");
        let (model, found) = load("test.mover", &text, &[]);
        locked(&model.unwrap_or_else(|| panic!("{found:?}")).program).is_some()
    };
    assert!(range("3"));
    assert!(!range("4") && !range("5"));
}

fn waits(body: &str) -> bool {
    cannot_fail(&made(body).expect("l is a lock").program)
}

fn waits_in(text: &str) -> bool {
    cannot_fail(&made_of(text).expect("l is a lock").program)
}

/// Whether the step that takes the lock cannot fail.
fn cannot_fail(program: &Program) -> bool {
    let fails = |op: &Op| matches!(op, Op::Atomic { body, .. } if format!("{body:?}").contains("Assume"));
    let takes = |op: &Op| format!("{op:?}").contains("Acquire");
    let is_one = |op: &Op| matches!(op, Op::Do { action: Action::Acquire(_), .. });
    program.locations.iter().any(|l| takes(&l.op) && (is_one(&l.op) || !fails(&l.op)))
        && !program.locations.iter().any(|l| takes(&l.op) && fails(&l.op))
}

#[test]
fn loops_that_change_nothing_are_waits() {
    assert!(waits("while (!got) { got = cas(l, 0, 1); } x++; l = 0;"));
    assert!(waits("while (!got) { while (l == 1) { } got = cas(l, 0, 1); } x++; l = 0;"));
    assert!(waits("while (!got) { if (l == 0) { got = cas(l, 0, 1); } } x++; l = 0;"));
}

#[test]
fn loops_that_change_something_are_not() {
    assert!(!waits("while (!got) { got = cas(l, 0, 1); n = n + 1; } assert(n < 3); l = 0;"));
    assert!(!waits("while (!got) { got = cas(l, 0, 1); x = 1; } l = 0;"));
    assert!(!waits("while (!got) { got = cas(l, 0, 1); assert(x == 0); } l = 0;"));
    assert!(!waits("while (!got) { got = cas(l, 0, 1); n = 1 / x; } l = 0;"));
    let seen = "int l = 0; int w[3] = 0; int* p = &w[1]; void f() { bool got = false; w[tid] = 0; while (!got) { \
                got = cas(l, 0, 1); if (!got) { w[tid] = 1; } w[tid] = 0; } l = 0; } P = { f() } || { f() };";
    assert!(waits_in(&seen.replace("int* p = &w[1];", "")) && !waits_in(seen));
    assert!(!waits("got = cas(l, 0, 1); if (got) { x++; l = 0; }"));
}
