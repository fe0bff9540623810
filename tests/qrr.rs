//! Facts of QRR's examples, counted on programs built instruction by instruction, and the summaries
//! that the paper prints, from our models of its figures.

mod machine;

use machine::*;
use moverlog::driver::{Control, Limits, MoverMode, Options, Point, SummaryEdge, Verdict, check, summaries, termination};
use moverlog::driver::{ByProcedure, EdgeKind, Shown};
use moverlog::model::{Model, load};
use moverlog_rules::{Program, Solution, ruleset};
use std::collections::BTreeSet;

/// Omega, PathEdge, Sum, SumPlus, SumMinus, Mark.
type Counts = [usize; 6];

const READINGS: [&str; 4] = ["summaries", "summaries-post", "summaries-f1", "summaries-literal"];

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

#[test]
fn probe() {
    for (name, m) in [("1", example1 as fn() -> Machine), ("2", example2), ("3", example3), ("4", example4)] {
        for r in READINGS {
            let m = m();
            let s = solve(&m, r);
            println!("{name} {r} {:?} all {} cut {:?} deep {}", counts(&s), sum_minus_for_all_frames(&m, &s), m.cut(), m.deepest());
        }
    }
    for k in [1, 2, 3, 4, 6, 8] {
        let m = figure8(k);
        let s = solve(&m, "summaries");
        println!("8 {k} {:?} all {} cut {:?} deep {}", counts(&s), sum_minus_for_all_frames(&m, &s), m.cut(), m.deepest());
    }
    for (n, k) in [(3, 3), (5, 4)] {
        let m = counter(n, k);
        println!("{n} {k} {:?}", counts(&solve(&m, "summaries")));
    }
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
    Machine::new(globals, &[(0, 0); 2], &code, 9)
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
    Machine::new(&[0; 4], &[(0, 9); 2], &code, max_stack)
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
    Machine::new(&[0; 4], &[(0, 0), (1, 0)], &code, 9)
}

/// `n` threads call `k` times what adds 1 to a counter under its lock.
fn counter(n: usize, k: usize) -> Machine {
    let (m, c) = (Fixed(0), Fixed(1));
    let calls = (0..k).map(|i| (i, CallRight(100, |_| vec![0], i + 1)));
    let body = [Acquire(m), Local(|r| vec![(r, 102)]), Count(c), Local(|r| vec![(r, 104)]), Release(m), Return];
    let code: Vec<(usize, Code)> = calls.chain((100..).zip(body)).collect();
    Machine::new(&[0, 0], &vec![(0, 0); n], &code, 9)
}
