//! Facts of QRR's examples, counted on programs built instruction by instruction, and the summaries
//! that the paper prints, from our models of its figures.

mod machine;

use machine::*;
use moverlog::driver::{Bound, Control, EndReason, Limits, MoverMode, Options, Outcome, Point, Shown, Verdict, check};
use moverlog::ir::Loc;
use moverlog::model::{Model, load};
use moverlog::queries::{ByProcedure, EdgeKind, SummaryEdge, summaries, termination};
use moverlog_rules::{Bounds, Program, Solution, Tid, ruleset};
use std::collections::{BTreeMap, BTreeSet};

/// Omega, PathEdge, Sum, SumPlus, SumMinus, Mark.
type Counts = [usize; 6];

fn solve(machine: &Machine, rules: &str) -> Solution {
    (ruleset(rules).expect("the ruleset is listed").solve)(machine)
}

fn counts(solution: &Solution) -> Counts {
    let sizes: Vec<usize> = solution.relations.iter().map(|(_, n)| *n).collect();
    sizes.try_into().expect("six relations are counted")
}

/// (CFL SUM-) as printed has a summary for every frame there is, not only for those that occur above.
fn sum_minus_for_all_frames(machine: &Machine, solution: &Solution) -> usize {
    let mut found = BTreeSet::new();
    for &(t, n1, n2, fresh) in &solution.summaries.as_ref().expect("it summarizes").path_edges {
        if fresh || !machine.is_outside(t, n2) {
            let back = |f| machine.u_minus(t, n2, f).map(move |n3| (t, n1, f, n3));
            found.extend(machine.all_frames().flat_map(back));
        }
    }
    found.len()
}

fn measures(name: &str, make: fn() -> Machine, rules: &str, expected: Counts) {
    let machine = make();
    assert_eq!(counts(&solve(&machine, rules)), expected, "{name}, {rules}");
    assert_eq!(machine.cut(), [], "{name}, {rules}");
}

/// As a search in another language counts them; the paper gives no numbers.
#[test]
fn facts_of_the_examples() {
    measures("Example 1", example1, "summaries", [109, 856, 24, 240, 48, 44]);
    measures("Example 1", example1, "summaries-post", [109, 530, 24, 102, 48, 44]);
    measures("Example 1", example1, "summaries-f1", [109, 820, 32, 240, 48, 44]);
    measures("Example 2", example2, "summaries", [213, 696, 32, 154, 48, 54]);
    measures("Example 2", example2, "summaries-post", [213, 554, 32, 100, 48, 54]);
    measures("Example 2", example2, "summaries-f1", [213, 660, 56, 154, 48, 66]);
    measures("Example 3", example3, "summaries", [15, 68, 4, 4, 8, 8]);
    measures("Example 3", example3, "summaries-post", [15, 68, 4, 4, 8, 8]);
    measures("Example 3", example3, "summaries-f1", [15, 64, 16, 4, 8, 16]);
    measures("Example 4", example4, "summaries", [3, 32, 1, 1, 3, 2]);
    measures("Example 4", example4, "summaries-post", [3, 31, 1, 1, 3, 2]);
    measures("Example 4", example4, "summaries-f1", [3, 31, 4, 1, 3, 4]);
}

#[test]
fn summaries_for_all_frames_as_printed() {
    for (make, expected) in [(example1 as fn() -> Machine, 144), (example2, 144), (example3, 32), (example4, 14)] {
        let machine = make();
        let solution = solve(&machine, "summaries");
        assert_eq!(sum_minus_for_all_frames(&machine, &solution), expected);
    }
}

#[test]
fn rules_to_the_letter_explore_nothing() {
    for make in [example1, example2, example3, example4, || figure8(4)] {
        measures("as printed", make, "summaries-literal", [1, 2, 2, 0, 0, 2]);
    }
}

/// foo never puts a frame on a stack of level I, and its body is summarized from both stores.
#[test]
fn example3_keeps_only_the_frame_of_main() {
    let machine = example3();
    let solution = solve(&machine, "summaries");
    assert_eq!(machine.deepest(), 1);
    let facts = solution.summaries.expect("it summarizes");
    assert_eq!((facts.endless, facts.non_transactional), (vec![], vec![]), "C3' and Theorem 3 hold");
    let pushed: BTreeSet<(u32, u32)> = facts.sum_plus.iter().map(|s| machine.frame(s.3)).collect();
    assert_eq!(pushed, [(6, 9)].into());
    assert_eq!(machine.first_wrong(), None);
}

/// Only foo2, post-commit, may end a transaction inside bar.
#[test]
fn example4_pushes_bar_once() {
    let machine = example4();
    let facts = solve(&machine, "summaries").summaries.expect("it summarizes");
    let pushed: Vec<(Tid, u32)> = facts.sum_plus.iter().map(|s| (s.0, machine.frame(s.3).0)).collect();
    assert_eq!(pushed, [(Tid(2), 24)]);
}

/// Their letters are tried wherever threads may get, which is finite although stacks are not.
#[test]
fn recursive_programs_are_safe_by_their_summaries() {
    let verdict = |machine: Machine, rules: &str| {
        let rules = ruleset(rules).expect("the ruleset is listed");
        let outcome = moverlog_rules::check(&machine.system, rules, Bounds { stack: 9, ..Bounds::default() });
        outcome.verdict.to_string()
    };
    for make in [example1, example2, example3, example4] {
        assert_eq!(verdict(make(), "summaries"), "safe");
    }
    assert_eq!(verdict(example3(), "reduction"), "inconclusive: the bound on stacks was hit");
    assert_eq!(verdict(figure8(9), "summaries"), "inconclusive: the bound on stacks was hit");
}

/// Level I has a frame more with every bound; level II is complete from 3 on.
#[test]
fn figure8_grows_with_the_bound() {
    for k in [2, 3, 4, 6, 8] {
        let machine = figure8(k);
        let solution = solve(&machine, "summaries");
        let [omega, path_edges, ..] = counts(&solution);
        let k = k as usize;
        assert_eq!((omega, path_edges), (8 * k * k + 4 * k, if k == 2 { 136 } else { 196 }), "bound {k}");
        let cut: Vec<_> = machine.cut().iter().map(|(t, f)| (*t, machine.frame(*f))).collect();
        assert_eq!(cut, [(Tid(1), (14, 0)), (Tid(2), (14, 0))], "the frame of the call at L3, bound {k}");
        assert_eq!(machine.deepest() as usize, k);
        let facts = solution.summaries.expect("it summarizes");
        let violating: BTreeSet<_> = facts.non_transactional.iter().map(|v| (v.0, machine.frame(v.1))).collect();
        // Below bound 3 no stack has shown the frame twice yet.
        let twice = [(Tid(1), (14, 0)), (Tid(2), (14, 0))];
        assert_eq!(violating, if k > 2 { twice.into() } else { BTreeSet::new() }, "bound {k}");
        assert_eq!(machine.first_wrong(), None);
    }
}

/// With transactions from call to call there is a state for each choice of rounds done.
#[test]
fn counter_has_one_state_for_each_choice_of_rounds() {
    for (n, k, path_edges, sum) in [(3, 3, 372, 63), (5, 4, 1705, 340)] {
        let states = (k + 1_usize).pow(n as u32);
        for rules in ["summaries", "summaries-post"] {
            let machine = counter(n, k);
            let found = counts(&solve(&machine, rules));
            assert_eq!(found, [states, path_edges, sum, 0, sum, sum], "n = {n}, k = {k}, {rules}");
        }
    }
}

/// As `counter` above, rounds beginning in the caller; 262144 for (6, 7).
#[test]
fn counter_with_calls() {
    for (n, k) in [(3, 3), (5, 4)] {
        let model = model("classic/counter_calls", &[("N", n), ("K", k)]);
        let outcome = run(&model, 8).0;
        assert_eq!((outcome.verdict, outcome.states), (Verdict::Safe, (k as usize + 1).pow(n as u32)));
    }
}

const ROUNDS: &str = "const N = 3; const K = 3; mutex m; int c = 0;
    void add() { acquire(m); int t = c; c = t + 1; release(m); }
    void worker() { for (int k = 0; k < K; k++) { CLAIM add(); } }
    P = [i in 0..N] { worker() };";

fn rounds(claim: &str, movers: MoverMode, n: i64, k: i64) -> usize {
    let constants = [("N".to_string(), n), ("K".to_string(), k)];
    let model = load("rounds", &ROUNDS.replace("CLAIM", claim), &constants).0.expect("it is accepted");
    let (rules, control) = (ruleset("summaries").expect("listed"), Control::default());
    let outcome = check(&model.program, rules, &Options { movers, ..Options::default() }, &control);
    outcome.expect("a call is a right mover").states
}

/// The whole section is in the callee. Its entry is outside after the first commit, and a return leads
/// into the caller's L(t), from where only that thread goes on: k - 1 more states for each choice of
/// rounds that the others have done. Claiming that calls move right only, transactions end before them.
#[test]
fn counter_with_sections_in_the_callee() {
    for (n, k) in [(2, 4), (3, 3), (5, 4)] {
        let boundaries = (k as usize + 1).pow(n as u32);
        let resumed = n as usize * (k as usize - 1) * (k as usize + 1).pow(n as u32 - 1);
        assert_eq!(rounds("", MoverMode::Lockset, n, k), boundaries + resumed, "n = {n}, k = {k}");
    }
    assert_eq!(rounds("@right", MoverMode::Declared, 3, 3), 64);
}

fn model(name: &str, constants: &[(&str, i64)]) -> Model {
    let path = format!("models/{name}.mover");
    let text = std::fs::read_to_string(&path).expect("the model is there");
    let constants: Vec<(String, i64)> = constants.iter().map(|(n, v)| (n.to_string(), *v)).collect();
    load(&path, &text, &constants).0.expect("the model is accepted")
}

fn run(model: &Model, max_stack: u32) -> (Outcome, ByProcedure) {
    let control = Control::from(Limits { max_stack, ..Limits::default() });
    let options = Options::default();
    let rules = ruleset("summaries").expect("the ruleset is listed");
    summaries(&model.program, rules, &options, &control).expect("nothing is claimed")
}

/// `L0 i=0 available[0]=true m=0`; shared variables only if they are named.
fn shown(model: &Model, point: &Point, globals: &[&str]) -> String {
    let loc = point.loc.expect("nothing goes wrong");
    let shared = point.globals.iter().filter(|(n, _)| globals.contains(&n.split('[').next().unwrap_or(n)));
    let values = point.locals.iter().chain(shared).map(|(n, v)| format!(" {n}={v}"));
    format!("{}{}", model.program.location(loc).name, values.collect::<String>())
}

/// The edges of one procedure, phases and frames left out.
fn edges(name: &str, procedure: &str, globals: &[&str], keep: fn(&SummaryEdge) -> bool) -> Vec<String> {
    let model = model(name, &[]);
    let (outcome, edges) = run(&model, 8);
    assert_eq!(outcome.verdict, Verdict::Safe, "{name}");
    let number = model.program.procedures.iter().position(|p| p.name == procedure).expect("it is declared");
    let edge = |e: &SummaryEdge| format!("{} -> {}", shown(&model, &e.from, globals), shown(&model, &e.to, globals));
    let of_it = edges[&(number as u32)].iter();
    let kept = of_it.filter(|(e, threads)| keep(e) && threads.len() == model.program.threads.len());
    let set: BTreeSet<String> = kept.map(|(e, _)| edge(e)).collect();
    set.into_iter().collect()
}

/// The edges of Example 1 as printed, which leaves out the lock.
#[test]
fn example1_edges_of_get_resource() {
    let printed = [
        "L0 i=0 available[0]=false available[1]=false -> L8 i=2 available[0]=false available[1]=false",
        "L0 i=0 available[0]=false available[1]=true -> L5 i=1 available[0]=false available[1]=false",
        "L0 i=0 available[0]=true available[1]=false -> L5 i=0 available[0]=false available[1]=false",
        "L0 i=0 available[0]=true available[1]=true -> L5 i=0 available[0]=false available[1]=true",
    ];
    assert_eq!(edges("qrr/example1", "getResource", &["available"], |_| true), printed);
}

/// The edges of Example 2 as printed: those from a pre-commit entry, and from L1 in the second round.
#[test]
fn example2_edges_of_get_resource() {
    let printed = [
        "L0 i=0 available[0]=false available[1]=false -> L1 i=1 available[0]=false available[1]=false",
        "L0 i=0 available[0]=false available[1]=true -> L1 i=1 available[0]=false available[1]=true",
        "L0 i=0 available[0]=true available[1]=false -> L5 i=0 available[0]=false available[1]=false",
        "L0 i=0 available[0]=true available[1]=true -> L5 i=0 available[0]=false available[1]=true",
        "L1 i=1 available[0]=false available[1]=false -> L8 i=2 available[0]=false available[1]=false",
        "L1 i=1 available[0]=false available[1]=true -> L5 i=1 available[0]=false available[1]=false",
        "L1 i=1 available[0]=true available[1]=false -> L8 i=2 available[0]=true available[1]=false",
        "L1 i=1 available[0]=true available[1]=true -> L5 i=1 available[0]=true available[1]=false",
    ];
    fn printed_only(e: &SummaryEdge) -> bool {
        e.from.phase || e.from.locals == [("i".into(), Shown::Int(1))]
    }
    assert_eq!(edges("qrr/example2", "getResource", &["available"], printed_only), printed);
}

#[test]
fn example3_edges() {
    let foo = ["L0 r=1 g=0 -> L5 r=1 g=1", "L0 r=1 g=1 -> L5 r=1 g=2"];
    let main = [
        "M0 q=1 g=0 -> M1 q=1 g=1",
        "M0 q=1 g=1 -> M1 q=1 g=2",
        "M1 q=1 g=1 -> M4 q=1 g=1",
        "M1 q=1 g=2 -> M4 q=1 g=2",
    ];
    assert_eq!(edges("qrr/example3", "foo", &["g"], |_| true), foo);
    assert_eq!(edges("qrr/example3", "main", &["g"], |_| true), main);
    assert_eq!(edges("qrr/figure4", "foo", &["g"], |_| true), foo);
    let main = [
        "M1 q=1 g=1 -> M4 q=1 g=1",
        "M1 q=1 g=2 -> M4 q=1 g=2",
        "main:24 g=0 -> M1 q=1 g=1",
        "main:24 g=1 -> M1 q=1 g=2",
    ];
    assert_eq!(edges("qrr/figure4", "main", &["g"], |_| true), main);
}

/// In the model foo2 may come before or after foo1, so its call of bar is pushed from two stores.
#[test]
fn example4_pushes_from_foo2_only() {
    let model = model("qrr/example4", &[]);
    let (outcome, edges) = run(&model, 8);
    assert_eq!(outcome.verdict, Verdict::Safe);
    let pushes = |(p, edges): (&u32, &BTreeMap<SummaryEdge, BTreeSet<Tid>>)| {
        let pushed = edges.keys().filter(|e| e.kind == EdgeKind::SumPlus).count();
        (model.program.procedures[*p as usize].name.clone(), pushed)
    };
    let pushes: Vec<_> = edges.iter().map(pushes).filter(|(_, pushed)| *pushed > 0).collect();
    assert_eq!(pushes, [("foo2".to_string(), 2)]);
}

#[test]
fn figure8_violates_theorem_3() {
    let model = model("qrr/figure8", &[]);
    let control = Control::from(Limits { max_stack: 6, ..Limits::default() });
    let options = Options::default();
    let rules = ruleset("summaries").expect("the ruleset is listed");
    let (outcome, found) = termination(&model.program, rules, &options, &control).expect("nothing is claimed");
    assert_eq!((outcome.verdict, outcome.bound), (Verdict::Inconclusive, Some(Bound::Stack)));
    let violation = found.violation.expect("Theorem 3 does not apply");
    let name = |loc: Option<Loc>| loc.map(|loc| model.program.location(loc).name.clone());
    assert_eq!((name(violation.commit).as_deref(), name(violation.end).as_deref()), (Some("L1"), Some("L2")));
    assert_eq!(violation.reason, EndReason::NotLeft);
    assert_eq!(model.program.location(violation.frame.loc).name, "L7");
    assert!(!violation.execution.is_empty());
}

/// A thread's own procedure calls itself: two calls are enough to push what is shown as one frame twice.
#[test]
fn an_execution_has_as_few_calls_as_make_the_stack_grow() {
    let model = model("pushdown/counters_even", &[]);
    let control = Control::from(Limits { max_stack: 8, ..Limits::default() });
    let rules = ruleset("summaries").expect("the ruleset is listed");
    let (_, found) = termination(&model.program, rules, &Options::default(), &control).expect("nothing is claimed");
    let execution = found.violation.expect("Theorem 3 does not apply").execution;
    let calls = |loc: &Loc| model.program.location(*loc).text == "up()";
    assert_eq!(execution.iter().flat_map(|t| &t.steps).filter(|s| calls(&s.loc)).count(), 2);
}

/// Both threads choose between getResource and freeResource(i), again and again.
fn allocator(globals: &[u32], get: [Code; 9], free: [Code; 4]) -> Machine {
    let main = [
        Local(|_| vec![(0, 1)]),
        Local(|r| vec![(r, 2), (r, 4)]),
        Call(10, |_| vec![0], 3),
        Local(|_| vec![(0, 1)]),
        Local(|_| vec![(0, 5), (1, 5)]),
        Call(30, |r| vec![r], 6),
        Local(|_| vec![(0, 1)]),
    ];
    let code: Vec<(usize, Code)> = (0..).zip(main).chain((10..).zip(get)).chain((30..).zip(free)).collect();
    machine(globals, &[(0, 0); 2], &code, 9)
}

/// Example 1 for two resources: one lock, then who is available.
fn example1() -> Machine {
    let (m, available) = (Fixed(0), Indexed(1));
    let get = [
        Acquire(m),
        Local(|i| vec![(i, if i < 2 { 12 } else { 17 })]),
        Test(available, 13, 16),
        Set(available, 0),
        Release(m),
        Return,
        Local(|i| vec![(i + 1, 11)]),
        Release(m),
        Return,
    ];
    allocator(&[0, 1, 1], get, [Acquire(m), Set(available, 1), Release(m), Return])
}

/// Example 2: a lock for each resource.
fn example2() -> Machine {
    let (m, available) = (Indexed(0), Indexed(2));
    let get = [
        Local(|i| vec![(i, if i < 2 { 11 } else { 18 })]),
        Acquire(m),
        Test(available, 13, 16),
        Set(available, 0),
        Release(m),
        Return,
        Release(m),
        Local(|i| vec![(i + 1, 10)]),
        Return,
    ];
    allocator(&[0, 0, 1, 1], get, [Acquire(m), Set(available, 1), Release(m), Return])
}

/// main(q) is called with a free choice of q from a start location whose register nothing else has.
fn recursion(down: &[(usize, Code)], max_stack: u32) -> Machine {
    let (m, g) = (Fixed(0), Fixed(1));
    let mut code = vec![(0, Call(1, |_| vec![0, 1], 6)), (1, Call(10, |q| vec![q], 2))];
    code.extend([(2, Acquire(m)), (3, Assert(g)), (4, Release(m)), (5, Return), (6, Stop)]);
    code.push((10, Local(|r| vec![(r, if r == 0 { 11 } else { 15 })])));
    code.extend_from_slice(down);
    code.extend([(14, Local(|r| vec![(r, 18)])), (15, Acquire(m)), (16, Add(g)), (17, Release(m)), (18, Return)]);
    machine(&[0; 4], &[(0, 9); 2], &code, max_stack)
}

fn example3() -> Machine {
    recursion(&[(11, Call(10, |r| vec![r], 14))], 9)
}

fn figure8(max_stack: u32) -> Machine {
    let writes = [(11, Race(Fixed(2), 1)), (12, Race(Fixed(3), 1)), (13, Call(10, |r| vec![r], 14))];
    recursion(&writes, max_stack)
}

fn example4() -> Machine {
    let (m, n, gm, gn) = (Fixed(0), Fixed(1), Fixed(2), Fixed(3));
    let bar = |back| Call(30, |r| vec![r], back);
    let mut code = vec![(0, Local(|r| vec![(r, 10)])), (1, Local(|r| vec![(r, 20)]))];
    code.extend((10..).zip([Acquire(n), Count(gn), bar(13), Release(n), Return]));
    code.extend((20..).zip([Acquire(n), Count(gn), Release(n), bar(24), Return]));
    code.extend((30..).zip([Acquire(m), Count(gm), Release(m), Return]));
    machine(&[0; 4], &[(0, 0), (1, 0)], &code, 9)
}

/// `n` threads call `k` times what adds 1 to a counter under its lock.
fn counter(n: usize, k: usize) -> Machine {
    let (m, c) = (Fixed(0), Fixed(1));
    let rounds = (0..k).flat_map(|i| [(2 * i, CallRight(100, |_| vec![0], 2 * i + 1)), (2 * i + 1, Skip)]);
    let body = [Acquire(m), Local(|_| vec![(1, 102)]), Count(c), Local(|_| vec![(0, 104)]), Release(m), Return];
    let code: Vec<(usize, Code)> = rounds.chain((100..).zip(body)).collect();
    machine(&[0, 0], &vec![(0, 0); n], &code, 9)
}
