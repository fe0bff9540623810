//! Any number of threads: whoever is said to be safe then is so with every number of threads that can be tried.
//!
//! `MOVERLOG_PROGRAMS` sets how many random programs, `MOVERLOG_SEED` where they begin.

use crate::generator::generate;
use crate::support::setting;
use moverlog::c::Options;
use moverlog::driver::{
    self, Bound, Control, Counted, Limits, Outcome, Verdict, all_by_views, any_number, any_number_by_views, check,
    without_regard_to_names,
};
use moverlog::model::{load_c, load_with_pools};
use moverlog::random::Random;
use moverlog_rules::ruleset;
use std::time::Duration;

const MAX_STATES: usize = 20_000;

fn within(max_states: usize) -> Control<'static> {
    Control::from(Limits { max_states, max_stack: 8, ..Limits::default() })
}

/// With pools of so many threads; of a program in C, if it has `main` as such.
fn program(text: &str, pool: usize) -> moverlog::ir::Program {
    let (model, found) = match text.contains("int main") {
        true => load_c("crowd.c", text, &Options { threads: pool as u32, ..Options::default() }),
        false => load_with_pools("crowd.mover", text, &[], pool),
    };
    model.unwrap_or_else(|| panic!("{text}\n{found:?}")).program
}

fn counted(text: &str) -> Outcome {
    any_number(&program(text, 3), &within(MAX_STATES))
}

/// By what holds of each two of any number.
fn viewed(text: &str) -> Outcome {
    any_number_by_views(&program(text, 3), &soon())
}

/// By what holds of each two of those that there are.
fn all_viewed(text: &str) -> Outcome {
    all_by_views(&program(text, 3), &soon())
}

fn soon() -> Control<'static> {
    Control::from(Limits { timeout: Some(Duration::from_secs(3)), ..Limits::default() })
}

/// Whether some thread goes wrong where there are up to so many.
fn goes_wrong(text: &str, pool: usize) -> bool {
    let interleaving = ruleset("interleaving").expect("it is there");
    let outcome = check(&program(text, pool), interleaving, &driver::Options::default(), &within(MAX_STATES));
    outcome.expect("it claims no movers").verdict == Verdict::Wrong
}

/// Statements of a worker, of which some of the inner ones belong together.
fn statements(r: &mut Random, depth: usize) -> String {
    (0..1 + r.below(3)).map(|_| statement(r, depth)).collect()
}

fn statement(r: &mut Random, depth: usize) -> String {
    let (v, w) = (r.pick(&["x", "y"]), r.pick(&["x", "y"]));
    let (c, d) = (r.below(3), r.below(3));
    if depth > 0 && r.percent(40) {
        let inner = statements(r, depth - 1);
        return match r.below(5) {
            0 => format!("if ({v} == {c}) {{ {inner} }} "),
            1 => format!("if ({v} == l) {{ {inner} }} else {{ {w} = {d}; }} "),
            2 => format!("acquire(m); {inner} release(m); "),
            3 => format!("ok = cas(b, 0, 1); if (ok) {{ {inner} b = 0; }} "),
            _ => format!("while ({v} == {c}) {{ {inner} {v} = {d}; }} "),
        };
    }
    match r.below(18) {
        17 => format!("me = {}; ", c + 3),
        14 => "me = tid; ".into(),
        15 => format!("assert(me != tid || {v} != {c}); "),
        16 => format!("last = tid; if ({v} == {c}) {{ assert(last == tid); }} "),
        0 => format!("{v} = {c}; "),
        1 => format!("{v} = l; "),
        2 => format!("l = {v}; "),
        3 => format!("{v} = {v} + 1; "),
        4 => format!("assume({v} == {c}); "),
        5 => format!("atomic {{ assume({v} == {c}); {v} = {d}; }} "),
        6 => format!("atomic {{ assume({v} == {c}); {w} = {d}; l = {c}; }} "),
        7 => format!("assert({v} != {c}); "),
        8 => format!("assert({v} == {c} || l != {d}); "),
        9 => format!("acquire(m); while ({v} == {c}) {{ wait(m); }} {w} = {d}; notifyAll(m); release(m); "),
        10 => "other(l); ".into(),
        11 => format!("assert(m != tid || {v} != {c}); "),
        12 => format!("while (l == {c}) {{ }} "),
        _ => "l = choose(0..2); ".into(),
    }
}

/// Workers of one or two kinds, started in a loop, maybe by each other too.
fn random(seed: u64) -> String {
    let mut r = Random::new(seed);
    let [worker, second, other] = [2, 1, 1].map(|depth| statements(&mut r, depth));
    let assigned = format!("x = {}; ", r.below(3));
    let between = r.pick(&["", "acquire(m); x = 1; release(m); ", "y = x; ", assigned.as_str()]).to_string();
    let argument = r.below(3);
    let main = match r.below(6) {
        4 => format!(
            "int t; while (true) {{ t = spawn worker({argument}); {between}if (last == t) {{ assert(x != 1); }} }}"
        ),
        5 => format!("int t; int u; while (true) {{ u = t; t = spawn worker(0); {between}assert(t != u || y != 1); }}"),
        0 => format!("while (true) {{ spawn worker({argument}); {between}}}"),
        1 => format!("{between}while (true) {{ spawn worker(0); spawn second(); }}"),
        2 => format!("while (true) {{ acquire(m); spawn worker(x); release(m); {between}}}"),
        _ => format!("spawn second(); while (x == 0) {{ spawn worker({argument}); }} {between}"),
    };
    let more = r.pick(&["", "", "", "", "while (y == 2) { spawn second(); }", "spawn second();"]);
    format!(
        "mutex m; int[0..2] x; int[0..2] y; int b; int last;
void main() {{ {main} }}
void other(int[0..2] l) {{ bool ok; int me; {} }}
void worker(int[0..2] l) {{ bool ok; int me; {worker} {more} }}
void second() {{ int[0..2] l; bool ok; int me; {second} }}
P = {{ main() }};
",
        other.replace("other(l); ", "")
    )
}

/// Statements of a worker in C, some of whose variables are in memory.
fn c_statements(r: &mut Random, depth: usize) -> String {
    (0..1 + r.below(3)).map(|_| c_statement(r, depth)).collect()
}

fn c_statement(r: &mut Random, depth: usize) -> String {
    let (v, p) = (r.pick(&["x", "y", "l"]), r.pick(&["&x", "&y", "&l", "&k"]));
    let (c, d) = (r.below(3), r.below(3));
    if depth > 0 && r.percent(40) {
        let inner = c_statements(r, depth - 1);
        return match r.below(4) {
            0 => format!("if ({v} == {c}) {{ {inner} }} "),
            1 => format!("pthread_mutex_lock(&m); {inner} pthread_mutex_unlock(&m); "),
            2 => format!("__VERIFIER_atomic_cas(&b, 0, 1, &k); if (k == 1) {{ {inner} b = 0; }} "),
            _ => format!("while ({v} == {c}) {{ {inner} {v} = {d}; }} "),
        };
    }
    match r.below(18) {
        17 => format!("me = {}; ", c + 2),
        13 => "me = pthread_self(); ".into(),
        14 => format!("assert(!pthread_equal(me, pthread_self()) || {v} != {c}); "),
        15 => format!("last = pthread_self(); if ({v} == {c}) assert(pthread_equal(last, pthread_self())); "),
        16 => format!("if (pthread_equal(last, pthread_self()) && {v} == {c}) {{ pthread_detach(last); }} "),
        0 => format!("{v} = {c}; "),
        1 => format!("x = {v}; "),
        2 => format!("l = {v}; "),
        3 => format!("bump({p}); "),
        4 => format!("assume({v} == {c}); "),
        5 => format!("__VERIFIER_atomic_cas({p}, {c}, {d}, &k); "),
        6 => format!("assert({v} != {c}); "),
        7 => format!("assert({v} == {c} || l != {d}); "),
        8 => format!("{{ int *q = {p}; *q = {c}; assert(q != &l || l == {c}); }} "),
        9 => format!("l = larger({p}, &l); "),
        10 => format!("while (k == {c}) {{ }} "),
        11 => format!("a[{c}] = {v}; assert(a[{d}] != {c} || {v} != {d}); "),
        _ => format!("y = *(&l + 0) + {c} == 2; "),
    }
}

fn random_c(seed: u64) -> String {
    let mut r = Random::new(seed);
    let [worker, second] = [2, 1].map(|depth| c_statements(&mut r, depth));
    let argument = r.below(3);
    let started = r.pick(&["second", "worker"]);
    let detached = r.pick(&["", "", "pthread_detach(pthread_self());"]);
    let own = "int l = (int)(long)arg, k = 0, a[3] = {0, 0, 0}; int *u = &l, *w = &k; u = 0; w = 0;
    pthread_t me = pthread_self();";
    let after =
        r.pick(&["", "pthread_detach(t);", "pthread_join(t, 0);", "u = t;", "assert(!pthread_equal(t, u)); u = t;"]);
    format!(
        "#include <assert.h>
#include <pthread.h>
void __VERIFIER_assume(int);
#define assume __VERIFIER_assume
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y, b;
pthread_t last;
void __VERIFIER_atomic_cas(int *v, int old, int new, int *r) {{ if (*v == old) {{ *v = new; *r = 1; }} else *r = 0; }}
void bump(int *p) {{ *p = *p == 2 ? 0 : *p + 1; }}
int larger(int *p, int *q) {{ return *p > *q ? *p : *q; }}
void *second(void *arg) {{ {own} {second} return 0; }}
void *worker(void *arg) {{ {own} {detached} {worker} return 0; }}
int main(void) {{
    pthread_t t, u = 0;
    while (1) {{ pthread_create(&t, 0, {started}, 0); pthread_create(&t, 0, worker, (void *){argument}L); {after} }}
}}
"
    )
}

/// How many go wrong with as many threads as are tried, and how many are safe with any number; none is both.
fn tried(programs: u64, first: u64, most: usize, random: fn(u64) -> String, says: fn(&str) -> Outcome) {
    let (mut safe, mut wrong) = (0, 0);
    for seed in first..first + programs {
        let text = random(seed);
        let pools = (2..=most).find(|pool| goes_wrong(&text, *pool));
        let said = says(&text).verdict;
        wrong += u64::from(pools.is_some());
        safe += u64::from(said == Verdict::Safe);
        assert!(said != Verdict::Safe || pools.is_none(), "{pools:?} threads go wrong, seed {seed}:\n{text}");
    }
    assert!(safe * 20 > programs && wrong * 20 > programs, "{safe} safe, {wrong} wrong of {programs}");
}

#[test]
fn any_number_is_no_fewer_than_those_that_can_be_tried() {
    tried(setting("MOVERLOG_PROGRAMS", 150), setting("MOVERLOG_SEED", 7_000), 4, random, counted);
}

#[test]
fn so_it_is_of_programs_in_c() {
    tried(setting("MOVERLOG_PROGRAMS", 150) / 4, setting("MOVERLOG_SEED", 7_000), 3, random_c, counted);
}

/// As `random`, and no ids are kept.
fn random_alike(seed: u64) -> String {
    let numbers = [("me = tid; ", "l = 2; "), ("last = tid; ", "y = 1; "), ("last == tid", "l == y")];
    let plain = numbers.iter().fold(random(seed), |text, (id, number)| text.replace(id, number));
    plain.replace("me != tid", "m != tid").replace("t = spawn", "spawn").replace("u = spawn", "spawn")
}

#[test]
fn what_holds_of_each_two_holds_of_any_number() {
    let (programs, first) = (setting("MOVERLOG_PROGRAMS", 150) / 4, setting("MOVERLOG_SEED", 7_000));
    tried(programs, first, 4, random_alike, viewed);
}

/// As `random_c`, with threads of one kind, and no ids are kept.
fn random_c_alike(seed: u64) -> String {
    let numbers = [
        ("pthread_t me = pthread_self();", "int me = 1;"),
        ("me = pthread_self();", "k = 1;"),
        ("last = pthread_self();", "y = 1;"),
        ("pthread_equal(me, pthread_self())", "(me == x)"),
        ("pthread_equal(last, pthread_self())", "(l == y)"),
        ("pthread_detach(last);", "y = 0;"),
        ("assert(!pthread_equal(t, u)); u = t;", "x = 2;"),
        ("u = t;", "x = 1;"),
        ("pthread_detach(t);", "y = 0;"),
        ("pthread_join(t, 0);", ""),
        ("pthread_create(&t, 0, second, 0);", ""),
        ("pthread_create(&t, 0, worker, 0); pthread_create", "pthread_create"),
        (" int *u = &l, *w = &k; u = 0; w = 0;", ""),
    ];
    numbers.iter().fold(random_c(seed), |text, (id, number)| text.replace(id, number))
}

#[test]
fn what_holds_of_each_two_holds_in_c() {
    let (programs, first) = (setting("MOVERLOG_PROGRAMS", 150) / 10, setting("MOVERLOG_SEED", 7_000));
    tried(programs, first, 3, random_c_alike, viewed);
}

/// Of as many threads as there are, in models of all kinds.
#[test]
fn what_holds_of_each_two_holds_of_as_many_as_there_are() {
    let (programs, first) = (setting("MOVERLOG_PROGRAMS", 150) / 4, setting("MOVERLOG_SEED", 7_000));
    tried(programs, first, 3, |seed| generate(seed).text, all_viewed);
}

/// Where all names are seen, whoever needs another one is beyond what is known.
#[test]
fn names_that_run_out_leave_it_open() {
    let text = |worker: &str, main: &str| {
        format!(
            "int[0..9] n; int x; void worker() {{ x = tid; assert(x > 0); {worker} }} void main() {{ {main} }}
            P = {{ main() }};"
        )
    };
    let endless = "while (true) { spawn worker(); }";
    let counts = "atomic { n = n + 1; } assert(n <= 3);";
    assert!(goes_wrong(&text(counts, endless), 4));
    assert_eq!(all_viewed(&text(counts, endless)).verdict, Verdict::Inconclusive);
    assert_eq!(all_viewed(&text("", endless)).verdict, Verdict::Inconclusive);
    assert_eq!(all_viewed(&text("", "spawn worker(); spawn worker();")).verdict, Verdict::Safe);
    let (programs, first) = (setting("MOVERLOG_PROGRAMS", 150) / 10, setting("MOVERLOG_SEED", 7_000));
    for seed in first..first + programs {
        for text in [random(seed), random_c(seed)] {
            let safe = all_viewed(&text).verdict == Verdict::Safe;
            assert!(!safe || !(2..=4).any(|pool| goes_wrong(&text, pool)), "seed {seed}:\n{text}");
        }
    }
}

/// As `random_c`, with two threads of each kind and no more.
fn random_few(seed: u64) -> String {
    random_c(seed).replace("while (1) {", "for (int i = 0; i < 2; i++) {")
}

/// What is said of as many threads as there are is what every interleaving says, where both are known.
#[test]
fn as_many_as_there_are_do_what_they_do_with_names() {
    let (programs, first) = (setting("MOVERLOG_PROGRAMS", 150) / 4, setting("MOVERLOG_SEED", 7_000));
    let mut known = 0;
    for seed in first..first + programs {
        let text = random_few(seed);
        let program = program(&text, 3);
        let found = without_regard_to_names(&program, &within(MAX_STATES));
        if found.verdict == Verdict::Safe {
            known += 1;
            assert!(!goes_wrong(&text, 3), "seed {seed}:\n{text}");
        }
    }
    assert!(known * 10 > programs, "{known} of {programs} are known to be safe");
}

/// Of a program with `mutex m; int x;`, whose `main` starts workers without end.
fn of_workers(worker: &str, main: &str) -> Verdict {
    counted(&format!("mutex m; int x; int b; void worker() {{ {worker} }} void main() {{ {main} }} P = {{ main() }};"))
        .verdict
}

#[test]
fn what_is_locked_is_safe_for_any_number() {
    let safe = |worker: &str| {
        assert_eq!(of_workers(worker, "while (true) { spawn worker(); }"), Verdict::Safe, "{worker}");
    };
    safe("acquire(m); x = x + 1; assert(x == 1); x = x - 1; release(m);");
    safe("bool ok; ok = cas(b, 0, 1); if (ok) { x = x + 1; assert(x == 1); x = 0; b = 0; }");
    safe("while (true) { acquire(m); assert(m == tid); x = 1 - x; release(m); }");
    safe("int l; l = 3; while (l > 0) { l = l - 1; } assert(l == 0);");
}

#[test]
fn three_are_counted_where_two_are_not_any_number() {
    let worker = "atomic { assume(x < 3); x = x + 1; } assert(x <= 3); atomic { x = x - 1; } assert(x >= 0);";
    let text = format!(
        "int[0..4] x; void worker() {{ {worker} }} void main() {{ while (true) {{ spawn worker(); }} }} P = {{ main() }};"
    );
    let outcome = counted(&text);
    assert_eq!((outcome.verdict, outcome.counted), (Verdict::Safe, Some(Counted::UpTo(3))));
}

#[test]
fn nothing_is_known_where_threads_are_told_apart() {
    let open = |worker: &str, main: &str| {
        assert_eq!(of_workers(worker, main), Verdict::Inconclusive, "{worker} {main}");
    };
    open("x = 1;", "while (true) { int t; t = spawn worker(); join(t); }");
    open("x = tid; assert(x > 0);", "while (true) { spawn worker(); }");
    open("acquire(m); ", "while (true) { spawn worker(); assert(m != 3); }");
    // With a larger pool there are these, too.
    open("assert(tid != 5);", "while (true) { spawn worker(); }");
    open("acquire(m); assert(m != 5);", "while (true) { spawn worker(); }");
    open("bool c; c = tid == 7; assert(!c);", "while (true) { spawn worker(); }");
    for array in
        ["int a[3]; void worker() { a[tid - 2] = 1; }", "int a[1]; void worker() { if (b == 4) a[tid - 2] = 1; }"]
    {
        let text = format!("int b = 4; {array} void main() {{ while (true) {{ spawn worker(); }} }} P = {{ main() }};");
        assert_eq!(counted(&text).verdict, Verdict::Inconclusive, "{text}");
    }
    // Where ids may be there are other numbers, too.
    open("int me; me = 7; if (x == 1) { me = tid; } assert(me != tid);", "while (true) { spawn worker(); }");
    open("assert((x == 1 ? tid : 7) != tid || x == 1);", "while (true) { spawn worker(); }");
    open("int me; me = tid; b = x == 1 ? me : 7; assert(b != me || x == 1);", "while (true) { spawn worker(); }");
    open("int me; me = 8; if (x == 1) { me = tid; } b = me; assert(b != tid);", "while (true) { spawn worker(); }");
    // By way of a pointer the owner of a mutex is a number.
    let owner = "#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *arg) { pthread_mutex_lock(&m); int *p = arg; assert(*p < 5); return 0; }
int main(void) { pthread_t t; while (1) pthread_create(&t, 0, worker, &m); }
";
    assert_eq!(counted(owner).verdict, Verdict::Inconclusive);
    open("x = x + 1; assert(x < 9);", "while (true) { spawn worker(); }");
    open("assert(x != 1);", "spawn worker(); x = 1;");
}

/// What a worker does before is seen by the others, though it never touches anything again.
#[test]
fn whoever_goes_round_by_itself_has_done_what_it_did() {
    let worker = "x = 1; while (true) { }";
    assert_eq!(of_workers(worker, "while (x == 0) { spawn worker(); } assert(false);"), Verdict::Inconclusive);
}

/// A worker starts one thread, so a pool of three starts three; of more of them the text has not counted those.
#[test]
fn whoever_starts_others_starts_them_too() {
    let text = "int[0..9] x; void main() { while (true) { spawn worker(); } } void worker() { spawn other(); }
                void other() { x = x + 1; assert(x < 5); } P = { main() };";
    let outcome = counted(text);
    assert_eq!((outcome.verdict, outcome.bound), (Verdict::Inconclusive, Some(Bound::Threads)));
}

/// Of `void worker() { .. }` and what it uses, which `main` starts without end.
fn of_each_two(text: &str) -> Verdict {
    let main = "void main() { while (true) { spawn worker(); } } P = { main() };";
    viewed(&format!("{text} {main}")).verdict
}

#[test]
fn numbers_that_grow_without_end_are_related() {
    let safe = |text: &str| assert_eq!(of_each_two(text), Verdict::Safe, "{text}");
    safe(
        "mutex m; int x; void worker() { int l; acquire(m); l = x; assume(l < 1000); x = l + 1; assert(x > l); release(m); }",
    );
    safe("int x; void worker() { int l; atomic { assume(x < 1000); x = x + 1; l = x; } assert(l <= x); }");
}

/// What is true of two, and of any one more, may be false of three.
#[test]
fn three_may_do_what_two_do_not() {
    let open = |text: &str| assert_eq!(of_each_two(text), Verdict::Inconclusive, "{text}");
    open("int x; void worker() { x = x + 1; assert(x < 3); }");
    open("mutex m; mutex n; int x; void worker() { x = x + 1; acquire(m); assert(x < 4); release(m); }");
    // Whoever holds the mutex may be nobody of the two.
    open("mutex m; int x; void worker() { acquire(m); x = 1; release(m); atomic { assert(m == 0 || m == tid); } }");
    open("int x; void worker() { if (x == 2) { assert(false); } x = x + 1; }");
    // Three workers start three others, and more of them more.
    open("int x; int y; void other() { atomic { y = x; } x = 1; assert(y <= 1); } void worker() { spawn other(); }");
}
