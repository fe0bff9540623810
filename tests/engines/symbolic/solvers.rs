//! SAT solvers on random clauses, against all values of all variables.

use super::setting;
use moverlog::control::{Bound, Control, Limits};
use moverlog::random::Random;
use moverlog::symbolic::solver::{Answer, Sat, SatLit, Solver};
use std::time::{Duration, Instant};

/// Few enough for all their values.
const VARIABLES: usize = 6;

fn literal(random: &mut Random, variables: &[SatLit]) -> SatLit {
    let (variable, negated) = (random.below(variables.len()), random.below(2) == 0);
    variables[variable].negated_if(negated)
}

/// Whether these values of the variables satisfy a clause.
fn satisfies(values: usize, variables: &[SatLit], clause: &[SatLit]) -> bool {
    clause.iter().any(|lit| {
        let n = variables.iter().position(|v| v == lit || *v == !*lit).expect("it is one of them");
        (values >> n & 1 == 1) == (variables[n] == *lit)
    })
}

/// Whether some values satisfy all clauses and all assumptions.
fn satisfiable(variables: &[SatLit], clauses: &[Vec<SatLit>], assumed: &[SatLit]) -> bool {
    let all = |values: usize| {
        clauses.iter().all(|clause| satisfies(values, variables, clause))
            && assumed.iter().all(|lit| satisfies(values, variables, &[*lit]))
    };
    (0..1 << variables.len()).any(all)
}

#[test]
fn answers_models_and_cores_are_right() {
    for n in 0..setting("MOVERLOG_RANDOM", 200) {
        for &sat in Sat::ALL {
            let control = Control::default();
            asked(&mut *sat.solver(&control), &mut Random::new(n));
        }
    }
}

/// Questions between which clauses are added. A model and a core are those of the last answer, also after a clause.
fn asked(solver: &mut dyn Solver, random: &mut Random) {
    let variables: Vec<SatLit> = (0..VARIABLES).map(|_| solver.variable()).collect();
    let mut clauses: Vec<Vec<SatLit>> = vec![];
    for _ in 0..12 {
        for _ in 0..3 {
            let clause = (0..=random.below(3)).map(|_| literal(random, &variables)).collect::<Vec<_>>();
            solver.clause(&clause);
            clauses.push(clause);
        }
        let assumed: Vec<SatLit> = (0..random.below(4)).map(|_| literal(random, &variables)).collect();
        let answer = solver.solve(&assumed);
        let free = solver.variable();
        solver.clause(&[free]);
        match answer {
            Answer::Satisfiable => {
                let holds = |lit: &SatLit| solver.value(*lit);
                assert!(clauses.iter().all(|clause| clause.iter().any(holds)) && assumed.iter().all(holds));
            }
            Answer::Unsatisfiable => {
                let core: Vec<SatLit> = assumed.iter().copied().filter(|lit| solver.in_core(*lit)).collect();
                assert!(!satisfiable(&variables, &clauses, &core), "{clauses:?} {core:?}");
            }
            Answer::Stopped => panic!("no bound was set"),
        }
        assert!(answer != Answer::Satisfiable || solver.value(SatLit::TRUE));
    }
}

/// So many pigeons and one more in so many holes, which no solver decides soon by resolution.
fn pigeons(solver: &mut dyn Solver, holes: usize) {
    let at: Vec<Vec<SatLit>> = (0..=holes).map(|_| (0..holes).map(|_| solver.variable()).collect()).collect();
    at.iter().for_each(|pigeon| solver.clause(pigeon));
    for (i, one) in at.iter().enumerate() {
        for other in &at[..i] {
            one.iter().zip(other).for_each(|(a, b)| solver.clause(&[!*a, !*b]));
        }
    }
}

#[test]
fn bounds_end_a_long_question() {
    let memory = Limits { max_memory: Some(1000), memory: || 1001, ..Limits::default() };
    let time = Limits { timeout: Some(Duration::from_millis(100)), ..Limits::default() };
    for (limits, bound) in [(memory, Bound::Memory), (time, Bound::Time)] {
        for &sat in Sat::ALL {
            let (begun, control) = (Instant::now(), Control::from(limits.clone()));
            let mut solver = sat.solver(&control);
            pigeons(&mut *solver, 30);
            assert_eq!(solver.solve(&[]), Answer::Stopped);
            assert_eq!(control.hit(), Some(bound));
            assert!(begun.elapsed() < Duration::from_secs(2), "{sat:?}: {:?}", begun.elapsed());
        }
    }
    let control = Control::default();
    for &sat in Sat::ALL {
        let mut solver = sat.within(&control, 100);
        pigeons(&mut *solver, 30);
        assert_eq!((solver.solve(&[]), control.hit()), (Answer::Stopped, None));
    }
}

/// What a solver in another language uses is not in the count of the allocator.
#[cfg(all(feature = "cadical", target_os = "linux"))]
#[test]
fn the_memory_of_the_process_is_bounded() {
    let control = Control::from(Limits { max_memory: Some(1000), ..Limits::default() });
    let mut solver = Sat::Cadical.solver(&control);
    pigeons(&mut *solver, 30);
    assert_eq!((solver.solve(&[]), control.hit()), (Answer::Stopped, Some(Bound::Memory)));
}
