//! Runs: recorded from models, written down, read again, merged; and what their concurrent trace
//! programs can do, against everything that the model can do.

use crate::corpus::{models, read};
use crate::generator::generate;
use crate::support::command::run;
use crate::support::expect::expect;
use crate::support::setting;
use moverlog::diagnostics::render::render;
use moverlog::driver::{Control, Engine, Limits, Options, check};
use moverlog::execution::{self, Choice};
use moverlog::ir::{Cell, GlobalKind, Program, Value};
use moverlog::model::{Model, load};
use moverlog::random::Random;
use moverlog::semantics::{Configuration, Semantics};
use moverlog::trace::ctp::{Ctp, VariableId};
use moverlog::trace::record::{End, Plan, Recording, record};
use moverlog::trace::run::Run;
use moverlog::trace::state::{Attempt, State};
use moverlog::trace::{log, merge};
use moverlog_rules::Tid;
use pretty_assertions::assert_eq;
use std::collections::{HashSet, VecDeque};

fn model(text: &str) -> Model {
    let (model, diagnostics) = load("test.mover", text, &[]);
    model.unwrap_or_else(|| panic!("{diagnostics:?}\n{text}"))
}

fn recorded(program: &Program, plan: &Plan, steps: usize) -> Recording {
    let control = Control::default();
    record(program, plan, steps, &control).unwrap_or_else(|e| panic!("step {}: {}", e.step, e.why))
}

/// The values of the data cells.
fn data(program: &Program, values: impl Fn(usize) -> i64) -> Vec<i64> {
    let is_data = |c: &usize| matches!(program.global_of(Cell(*c as u32)).kind, GlobalKind::Data(_));
    (0..program.cells.len()).filter(is_data).map(values).collect()
}

fn data_of(semantics: &Semantics<'_>, c: &Configuration) -> Vec<i64> {
    let globals: Vec<Value> = semantics.globals(c.global);
    data(semantics.program, |c| globals[c].into())
}

fn data_in(program: &Program, ctp: &Ctp, state: &State) -> Vec<i64> {
    data(program, |c| state.value(ctp, VariableId(c)).expect("the model explains every value"))
}

/// Performs the transitions in the order of the run, without a look at the values that were seen.
fn again(run: &Run) -> State {
    let mut state = State::initial(&run.ctp);
    for (event, transition) in run.steps() {
        let attempt = state.follow(&run.ctp, event.slice, &[]);
        let done = matches!(attempt, Attempt::Performed(_) | Attempt::Wrong);
        assert!(done, "{transition:?}: {attempt:?}\n{}", log::write(run));
    }
    state
}

/// Log and back, and the program of the run performed in the run's own order.
fn examine(program: &Program, recording: &Recording) {
    let text = log::write(&recording.run);
    let (back, diagnostics) = log::read(&text);
    let drawn = || render(&diagnostics, "run", &text, false);
    assert_eq!(back.as_ref(), Some(&recording.run), "{}\n{text}", drawn());
    let semantics = Semantics::new(program);
    let events = execution::replay(&semantics, &recording.schedule).expect("the schedule is one of the model");
    let last = events.last().map_or(semantics.initial(), |e| e.after.clone());
    assert_eq!(data_in(program, &recording.run.ctp, &again(&recording.run)), data_of(&semantics, &last), "{text}");
    let wrong = matches!(recording.end, End::Wrong(..));
    assert_eq!(recording.run.wrong().is_some(), wrong, "{text}");
}

/// Every final store of the model, and whether a thread can go wrong; nothing if there are too many states.
fn everything(program: &Program) -> Option<(HashSet<Vec<i64>>, bool)> {
    let semantics = Semantics::new(program);
    let (mut seen, mut queue) = (HashSet::new(), VecDeque::from([semantics.initial()]));
    let (mut stores, mut wrong) = (HashSet::new(), false);
    seen.insert(semantics.initial());
    while let Some(c) = queue.pop_front() {
        wrong |= c.locals.iter().any(|l| semantics.is_wrong(*l));
        stores.insert(data_of(&semantics, &c));
        for t in semantics.tids() {
            for step in &semantics.transitions_in(&c, t).steps {
                let next = semantics.after(&c, t, step);
                if semantics.depth(next.stacks[t.0 as usize - 1]) > 8 || seen.len() > 20_000 {
                    return None;
                }
                if seen.insert(next.clone()) {
                    queue.push_back(next);
                }
            }
        }
    }
    Some((stores, wrong))
}

/// Lets chance choose among the slices that can go on; the data after every transition, and
/// whether a slice went wrong.
fn wander(program: &Program, ctp: &Ctp, random: &mut Random) -> (Vec<Vec<i64>>, bool) {
    let (mut state, mut stores) = (State::initial(ctp), vec![]);
    loop {
        let mut able: Vec<usize> = (0..ctp.threads.len()).collect();
        let moved = loop {
            if able.is_empty() {
                return (stores, false);
            }
            let slice = able.swap_remove(random.below(able.len()));
            let mut next = state.clone();
            match next.follow(ctp, slice, &[]) {
                Attempt::Performed(_) => break (next, true),
                Attempt::Wrong => break (next, false),
                Attempt::Blocked(_) | Attempt::Unknown => {}
            }
        };
        if !moved.1 {
            return (stores, true);
        }
        state = moved.0;
        stores.push(data_in(program, ctp, &state));
    }
}

#[test]
fn runs_of_random_models_are_written_and_read() {
    let from = setting("MOVERLOG_SEED", 1);
    for seed in from..from + setting("MOVERLOG_RANDOM", 511) {
        let text = generate(seed).text;
        for model in [model(&text), model(&without_zero(&text))] {
            for run in 0..3 {
                examine(&model.program, &recorded(&model.program, &Plan::Random(run), 150));
            }
        }
    }
}

/// Ranges to which 0 does not belong, of parameters, locals and thread-locals.
fn without_zero(text: &str) -> String {
    let other = |line: &str| {
        let line = line.replace("int[0..2] a)", "int[1..3] a)").replace("int[0..2] k;", "int[-3..-1] k = -1;");
        line.replace("thread_local int[0..2] own;", "thread_local int[5..6] own = 6;")
    };
    text.lines().map(|line| other(line) + "\n").collect()
}

/// Locals without 0 that are first assigned what a variable holds, what a call returns, or what is passed.
#[test]
fn locals_whose_range_has_no_zero_are_written_and_read() {
    let text = "
        int[1..2] g = 2; int x; thread_local int[3..4] own = 3; enum Color { RED, GREEN } Color c = GREEN;
        int same(int[1..2] n) { int[5..6] m = n; return m; }
        Color hue(Color d) { Color e = d; return e; }
        void f(int[1..2] k) {
            k = x; own = x; own = same(x);
            int[-2..-1] below = g; x = below; below = same(x);
            int[7..8] a[2] = { 7, 8 }; a[0] = g; a[1] = same(g); x = a[0];
            atomic { k = x; if (k == 2) { below = g; } x = below; }
            Color e = hue(c); c = e; g = own;
        }
        P = { f(1) } || { f(2) }";
    let program = model(text).program;
    (0..20).for_each(|seed| examine(&program, &recorded(&program, &Plan::Random(seed), 200)));
}

/// Steps that compute with what they have just stored, and expressions as long as the language lets them be.
#[test]
fn what_is_too_long_for_a_log_is_left_open() {
    let times = |n: usize, text: &str| text.repeat(n);
    let sum = vec!["x"; 150].join(" + ");
    let sums = vec![format!("({sum})"); 40].join(" + ");
    let bodies = [
        format!("atomic {{ {} }}", times(1200, "if (y == 0) { x = 1; }")),
        format!("atomic {{ {} }}", times(250, "x = 1 + x;")),
        format!("atomic {{ {} }}", times(40, "x = x + x;")),
        format!("atomic {{ {} }}", times(250, "x = -x;")),
        format!("x = {}x{};", times(35, "x - (x * ("), times(35, "))")),
        format!("x = {}x{};", times(60, "x == 1 ? x : ("), times(60, ")")),
        format!("x = {}x;", times(190, "~")),
        format!("x = {sums};"),
        format!("assert(({sums}) == ({sums}));"),
    ];
    let mut open = 0;
    for body in bodies {
        let program =
            model(&format!("int x; int[0..1] y;\nvoid f() {{ {body} int q = x; y = q; }}\nP = {{ f() }}")).program;
        let run = recorded(&program, &Plan::Random(1), 100).run;
        let text = log::write(&run);
        let (back, diagnostics) = log::read(&text);
        assert_eq!(back.as_ref(), Some(&run), "{}", render(&diagnostics, "run", &text, false));
        open +=
            usize::from(text.lines().any(|l| l.contains('?') && !l.contains(" : ") || l.starts_with("f write x 0 @")));
    }
    assert!(open >= 5, "{open}");
}

/// Whatever order the transitions of a run take, the model can do the same.
#[test]
fn other_orders_are_executions_of_the_model_too() {
    let from = setting("MOVERLOG_SEED", 1);
    let (mut walks, mut wrong_turns) = (0, 0);
    for seed in from..from + setting("MOVERLOG_RANDOM", 200) {
        let model = model(&generate(seed).text);
        let Some((stores, wrong)) = everything(&model.program) else { continue };
        let mut random = Random::new(seed);
        for run in 0..3 {
            let recording = recorded(&model.program, &Plan::Random(run), 60);
            if log::write(&recording.run).contains("assert ?") {
                continue; // declared protection, which is looked at in the run alone
            }
            for _ in 0..10 {
                let (seen, goes_wrong) = wander(&model.program, &recording.run.ctp, &mut random);
                let known = seen.iter().find(|store| !stores.contains(*store));
                assert_eq!(known, None, "seed {seed}, run {run}\n{}\n{}", log::write(&recording.run), model.text);
                assert!(wrong || !goes_wrong, "seed {seed}, run {run}\n{}\n{}", log::write(&recording.run), model.text);
                walks += 1;
                wrong_turns += usize::from(goes_wrong && !matches!(recording.end, End::Wrong(..)));
            }
        }
    }
    assert!(walks > 1000 && wrong_turns > 0, "{walks} walks, {wrong_turns} of them went wrong where the run did not");
}

#[test]
fn runs_of_every_model_are_written_and_read() {
    for path in models() {
        let model = read(&path, &[]);
        for seed in 0..3 {
            examine(&model.program, &recorded(&model.program, &Plan::Random(seed), 300));
        }
    }
}

#[test]
fn a_run_to_wrong_ends_there() {
    let mut found = 0;
    for path in models() {
        let model = read(&path, &[]);
        if !model.directives.iter().any(|d| *d == ("verdict".to_string(), "wrong".to_string())) {
            continue;
        }
        let options = Options::default();
        let control = Control::from(Limits { max_stack: 20, ..Limits::default() });
        let summaries = Engine::named("summaries").unwrap();
        let outcome = check(&model.program, summaries, &options, &control).unwrap();
        let failed = outcome.failed.unwrap_or_else(|| panic!("{}", model.name));
        let recording = recorded(&model.program, &Plan::Given(failed.schedule), 0);
        assert!(
            matches!(recording.end, End::Wrong(t, loc, _) if (t, loc) == (failed.thread, failed.loc)),
            "{}",
            model.name
        );
        examine(&model.program, &recording);
        found += 1;
    }
    assert!(found > 20, "{found}");
}

/// The schedule of a run gives the run again, and so does the seed.
#[test]
fn schedules_and_seeds_repeat_a_run() {
    for path in models().into_iter().filter(|p| p.starts_with("models/classic")) {
        let program = read(&path, &[]).program;
        let one = recorded(&program, &Plan::Random(3), 200);
        let same = recorded(&program, &Plan::Random(3), 200);
        let followed = recorded(&program, &Plan::Given(one.schedule.clone()), 0);
        assert_eq!((&one.run, &one.schedule), (&same.run, &same.schedule), "{}", path.display());
        assert_eq!(one.run, followed.run, "{}", path.display());
    }
}

#[test]
fn impossible_schedules_are_refused() {
    let text = "mutex m; void f() { L: acquire(m); choose { [] } release(m); } void g() { M: acquire(m); } P = { f() } || { g() }";
    let program = model(text).program;
    let refused = |threads: &[(u32, usize)]| {
        let schedule = threads.iter().map(|(t, n)| Choice { t: Tid(*t), outcome: n - 1 }).collect();
        let control = Control::default();
        let refused = record(&program, &Plan::Given(schedule), 0, &control).unwrap_err();
        format!("{}: {}", refused.step, refused.why)
    };
    assert_eq!(refused(&[(3, 1)]), "1: there is no thread 3; threads are 1 to 2");
    assert_eq!(refused(&[(0, 1)]), "1: there is no thread 0; threads are 1 to 2");
    assert_eq!(refused(&[(1, 1), (2, 1)]), "2: thread 2 is blocked at M (line 1): acquire(m)");
    assert_eq!(refused(&[(1, 2)]), "1: thread 1 has no choice at L (line 1)");
    assert_eq!(refused(&[(1, 1), (1, 3)]), "2: thread 1 has 2 choices at f:1 (line 1)");
    assert_eq!(refused(&[(2, 1), (2, 1)]), "2: thread 2 has ended");
}

/// How a model's statements are written down.
#[test]
fn what_a_log_says() {
    let text = "
        mutex m; rmutex r; int x = 1; int[0..3] k; bool b; int a[2]; int* p = &x; enum E { RED, GREEN } E e;
        int twice(int n) { int t = n; return t + n; }
        void f() {
            int i = 1;
            acquire(m);
            x = x + i;
            i = x;
            a[i - 1] = 5;
            *p = 7;
            release(m);
            if (x > 3 && b || k < 2) { k = 6; }
            acquire(r); acquire(r); release(r);
            i = twice(x);
            x = twice(3);
            b = cas(x, 6, 8);
            atomic { assume(x == 8); x = 9; if (x == 9) { a[0] = x; } }
            e = GREEN;
            assert(a[0] == 9);
            assert(x != 9);
        }
        P = { f() }";
    let run = recorded(&model(text).program, &Plan::Random(1), 100).run;
    let text = log::write(&run);
    let events = text.lines().filter_map(|l| l.strip_prefix("f ")?.split(" @").next()).collect::<Vec<_>>();
    assert_eq!(
        events,
        [
            "write i 1 = 1",
            "lock m",
            "write x 2 = x + i",
            "read x 2 -> i",
            "write a[1] 5 = 5 if i - 1 == 1",
            "write x 7 = 7 if p == 4",
            "unlock m",
            "branch x > 3 && b || k < 2",
            "write k 2 = 2",
            "write r 1 = 1, r.depth 1 = r.depth + 1 if r == 0",
            "write r 1 = 1, r.depth 2 = r.depth + 1 if r == 1",
            "write r.depth 1 = r.depth - 1 if r == 1 && r.depth == 2",
            "read x 7 -> twice.n",
            "write twice.t 7 = twice.n",
            "write i 14 = twice.t + twice.n",
            "write twice.t#2 3 = 3",
            "write result 6 = twice.t#2 + 3",
            "write x 6 = result",
            "write x 8 = 8, b 1 = 1 if x == 6",
            "write x 9 = 9, a[0] 9 = 9 if x == 8",
            "write e 1 = 1",
            "assert a[0] == 9",
            "assert x != 9 fails",
        ]
    );
}

fn parsed(text: &str) -> Run {
    let (run, diagnostics) = log::read(text);
    run.unwrap_or_else(|| panic!("{}", render(&diagnostics, "run", text, false)))
}

/// The least that a program has to print.
#[test]
fn a_log_from_outside() {
    let run = parsed(
        "# from a real program\nmoverlog run 1\nvar x = 5\nlock m\n\nT1 fork T2\nT2 lock m # comment\nT2 read x 5\nT2 write x 6\n\
         T2 unlock m\nT1 join T2\nT1 read x 6 -> r @ main.c:42\nT1 assert r <= 5\n",
    );
    let labels: Vec<_> = run.steps().map(|(_, t)| (t.label.as_str(), t.line)).collect();
    assert_eq!(labels[0], ("T1:1", Some(6)));
    assert_eq!(labels[6], ("main.c:42", None));
    assert_eq!(run.wrong().map(|(e, t)| (e.slice, t.label.as_str())), Some((0, "T1:4")));
    assert_eq!(parsed(&log::write(&run)), run);
    let names: Vec<_> = run.ctp.variables.iter().map(|v| v.name.as_str()).collect();
    assert_eq!(names, ["x", "m", "_", "r"]);
}

/// C's precedence, and no parentheses that it does not need.
#[test]
fn expressions_are_read_as_in_c() {
    let same = [
        "x + 2 * y - 3",
        "(x + 2) * y",
        "x - (y - 3)",
        "-x < ~y == !x",
        "-(1)",
        "-1 - -2",
        "x ? y : ? ? 1 : 2",
        "(x ? y : 1) + 2",
        "x << 2 >> 1 & 7 ^ y | 1",
        "x && (y || x) && y",
        "a[2] % node.next",
        "!(x == y)",
    ];
    for e in same {
        let run = parsed(
            &format!(
                "moverlog run 1\nvar x\nvar y\nvar a[2] = 1\nvar node.next = 1\nT write x 0\nT assert {e} fails\n"
            )
            .replace("x ? y : ?", "x ? y : y")
            .replace(" fails", ""),
        );
        let text = log::write(&run);
        let e = e.replace("x ? y : ?", "x ? y : y");
        assert!(text.contains(&format!("assert {e}")), "{e}\n{text}");
    }
}

/// Each malformed log, and what is said of it.
#[test]
fn malformed_logs() {
    let bad = [
        "",
        "var x\n",
        "moverlog run 2\n",
        "moverlog run 1\nmoverlog run 1\n",
        "moverlog run 1\nT1 read x 1\n",
        "moverlog run 1\nvar x = 1\nT1 raed x 1\n",
        "moverlog run 1\nvar x = 1\n  T1 read x\n",
        "moverlog run 1\nvar x = 1\nT1 read x one\n",
        "moverlog run 1\nvar x = 1\nT1 read x 2\n",
        "moverlog run 1\nvar x\nT1 write x 3 = x + \n",
        "moverlog run 1\nvar x\nT1 write x 3 = (x + 3\n",
        "moverlog run 1\nvar x\nT1 write x 3 = x + 2\n",
        "moverlog run 1\nvar x\nT1 write x 99999999999\n",
        "moverlog run 1\nvar x\nvar x\n",
        "moverlog run 1\nvar x = 9 in 0..7\n",
        "moverlog run 1\nvar x in 7..0\n",
        "moverlog run 1\nvar x in 0..3\nT1 write x 4\n",
        "moverlog run 1\nlock m\nT1 unlock m\n",
        "moverlog run 1\nlock m\nT1 lock m\nT2 lock m\n",
        "moverlog run 1\nvar m\nT1 lock m\n",
        "moverlog run 1\nlock m\nT1 write m 1\n",
        "moverlog run 1\nvar x\nT1 branch x > 0\n",
        "moverlog run 1\nvar x\nT1 assert x == 0 fails\n",
        "moverlog run 1\nvar x\nT1 assert x > 0\nT1 read x 0\n",
        "moverlog run 1\nvar x\nT2 read x 0\nT1 fork T2\n",
        "moverlog run 1\nvar x\nT1 join T2\nT2 read x 0\n",
        "moverlog run 1\nT1 fork T1\n",
        "moverlog run 1\nT1 fork T2\nT1 fork T2\n",
        "moverlog run 1\nvar x\nT1 read x 0 -> x\n",
        "moverlog run 1\nvar x\nT1 read x 0 @ main twelve\n",
        "moverlog run 1\nvar x\nT1 read x 0 or so\n",
        "moverlog run 1\nlocal var x\n",
        "moverlog run 1\nthread T\nthread T\n",
        "moverlog run 1\nT1\n",
        "moverlog run 1\nvar ä = 0\nvar x\nT1 write ä 1 = ä + y\r\nT1 wirte x 1\n",
    ];
    let said = bad.map(|text| {
        let (run, diagnostics) = log::read(text);
        assert!(run.is_none() && !diagnostics.is_empty(), "{text}");
        render(&diagnostics, "bad.run", text, false)
    });
    expect("tests/runs/malformed.expect", &said.join("\n"));
}

/// A log of a hundred thousand events is read in a second; unoptimized builds get more time.
#[test]
fn long_logs_are_read_fast() {
    let mut text = String::from("moverlog run 1\nvar x = 0\nvar y = 0\nlock m\n");
    for i in 0..20_000 {
        let t = if i % 3 == 0 { "T1" } else { "T2" };
        text += &format!(
            "{t} lock m\n{t} read x {i} -> r @ worker.c:12\n{t} write x {} = r + 1\n{t} branch x > r && y == 0\n{t} unlock m\n",
            i + 1
        );
    }
    let start = std::time::Instant::now();
    let run = parsed(&text);
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(run.events.len(), 100_000);
    assert!(seconds < 3.0, "{seconds}");
}

#[test]
fn runs_are_merged_path_by_path() {
    let program =
        model("int x; void f() { if (x == 0) { x = 1; } else { x = 2; } } void g() { x = 3; } P = { f() } || { g() }")
            .program;
    let along = |threads: &[u32]| {
        let schedule = threads.iter().map(|t| Choice { t: Tid(*t), outcome: 0 }).collect();
        recorded(&program, &Plan::Given(schedule), 0).run.ctp
    };
    let merged =
        |runs: &[Ctp]| merge::merge(runs).map(|programs| programs.into_iter().map(|p| p.ctp).collect::<Vec<_>>());
    let (before, after, short) = (along(&[1, 1, 2]), along(&[2, 1, 1]), along(&[1]));
    assert_eq!(merged(std::slice::from_ref(&before)), Ok(vec![before.clone()]));
    assert_eq!(merged(&[before.clone(), before.clone(), short]), Ok(vec![before.clone()]));
    assert_eq!(merged(&[before.clone(), after.clone()]), Ok(vec![before.clone(), after]));
    let other = parsed("moverlog run 1\nvar x = 7\ng write x 1\n").ctp;
    let refused = merge::merge(&[before, other]).unwrap_err().to_string();
    assert_eq!(refused, "`x` is not declared alike in these runs; they are of different programs");
    let log = |t: usize, k: usize| parsed(&format!("moverlog run 1\nvar x\nT{t} write x {k} = {k}\n")).ctp;
    let many: Vec<_> = (0..3).flat_map(|t| (0..7).map(move |k| (t, k))).map(|(t, k)| log(t, k)).collect();
    let refused = merge::merge(&many).unwrap_err().to_string();
    assert!(refused.contains("too many different paths in these runs (T0 7, T1 7, T2 7)"), "{refused}");
}

#[test]
fn exit_statuses() {
    let status = |words: &[&str]| run(&[&["run"], words].concat()).status.code().unwrap();
    assert_eq!(status(&["models/tour/02_lock.mover"]), 0);
    assert_eq!(status(&["models/tour/02_lock.mover", "--to", "wrong"]), 0);
    assert_eq!(status(&["models/cpc/figure3.mover", "--to", "wrong"]), 1);
    assert_eq!(status(&["models/cpc/figure3.mover", "--schedule", "1,1,2,"]), 2);
    assert_eq!(status(&["models/cpc/figure3.mover", "--schedule", "1,1,2"]), 2);
    assert_eq!(status(&["models/cpc/figure3.mover", "--schedule", "1,3,1:2"]), 2);
    assert_eq!(status(&["models/cpc/figure3.mover", "--schedule", "1,3,1"]), 0);
    assert_eq!(status(&["models/cpc/figure3.mover"]), 3);
    assert_eq!(status(&["models/recursive/ackermann.mover", "--max-stack", "1"]), 3);
    assert_eq!(status(&["models/bad/missing_semicolon.mover"]), 2);
    assert_eq!(status(&["no/such/file.mover"]), 2);
}

/// What `run` prints, `run` reads, and JSON says the same.
#[test]
fn the_printed_log_is_a_log() {
    for (name, code) in [("models/tsg/atom_two_fields.mover", 1), ("models/tsg/running.mover", 0)] {
        let words = if code == 1 { &["run", name, "--to", "wrong"][..] } else { &["run", name, "--seed", "5"] };
        let text = String::from_utf8(run(words).stdout).unwrap();
        let (log, json) = (parsed(&text), run(&[words, &["--format", "json"]].concat()));
        let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
        assert_eq!(json["events"].as_array().unwrap().len(), log.events.len());
        assert_eq!(json["wrong"].is_null(), code == 0);
        assert_eq!((&json["schema"], json["threads"].as_array().unwrap().len()), (&1.into(), 2));
        assert!(text.starts_with(&format!(
            "moverlog run 1\n# moverlog run {name} --schedule {}\n",
            json["schedule"].as_str().unwrap()
        )));
    }
}
