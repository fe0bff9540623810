//! BTOR2 and Horn clauses: what is written is read by readers of a few lines and is the same circuit; an installed z3 says
//! of the clauses what IC3 says of the circuit.

use super::aiger::seen;
use super::{circuits, explicit::Explicit};
use moverlog::control::Control;
use moverlog::symbolic::circuit::{Circuit, Lit, Reset};
use moverlog::symbolic::solver::Sat;
use moverlog::symbolic::{btor2, certificate, ic3, smt2};
use std::collections::HashMap;
use std::process::Command;

#[test]
fn what_is_written_is_the_circuit() {
    for (n, circuit, mut random) in circuits() {
        let resets = |c: &Circuit| c.latches().iter().map(|l| l.reset).collect::<Vec<_>>();
        for (format, again) in
            [("BTOR2", read_btor2(&btor2::write(&circuit))), ("SMT", read_smt2(&smt2::write(&circuit)))]
        {
            assert_eq!(resets(&again), resets(&circuit), "circuit {n} in {format}");
            for _ in 0..20 {
                let mut bits = |count: usize| (0..count).map(|_| random.bit()).collect::<Vec<bool>>();
                let (state, inputs) = (bits(circuit.latches().len()), bits(circuit.inputs().len()));
                let [read, was] = [&again, &circuit].map(|c| seen(c, &state, &inputs));
                assert_eq!(read, was, "circuit {n} in {format}");
            }
        }
    }
}

/// Nodes of one bit, each line using those above.
fn read_btor2(text: &str) -> Circuit {
    let mut circuit = Circuit::new();
    let mut nodes: HashMap<&str, Lit> = HashMap::new();
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(' ').collect()).collect();
    let reset = |own: &str| {
        let init = lines.iter().find(|line| line[1] == "init" && line[3] == own);
        init.map_or(Reset::Free, |line| if line[4] == "2" { Reset::Zero } else { Reset::One })
    };
    assert_eq!(lines[0], ["1", "sort", "bitvec", "1"]);
    for (i, line) in lines.iter().enumerate() {
        assert_eq!(line[0], (i + 1).to_string(), "lines are numbered");
        let lit = match line[1] {
            "zero" => Lit::FALSE,
            "one" => Lit::TRUE,
            "input" => circuit.input(line[3]),
            "state" => circuit.latch(line[3], reset(line[0])),
            "and" => circuit.and(nodes[line[3]], nodes[line[4]]),
            "not" => !nodes[line[3]],
            "next" => {
                circuit.next(nodes[line[3]], nodes[line[4]]);
                continue;
            }
            "constraint" => {
                circuit.constraint(nodes[line[2]]);
                continue;
            }
            "bad" => {
                circuit.bad(line[3], nodes[line[2]]);
                continue;
            }
            "sort" | "init" => continue,
            other => panic!("`{other}` is not written"),
        };
        nodes.insert(line[0], lit);
    }
    circuit
}

/// A word, or several in parentheses.
#[derive(Clone, Debug)]
enum Term {
    Word(String),
    List(Vec<Term>),
}

impl Term {
    fn list(&self) -> &[Term] {
        let Term::List(parts) = self else { panic!("{self:?} is no list") };
        parts
    }

    /// The parts, if it is an application of this.
    fn of(&self, head: &str) -> Option<&[Term]> {
        let Term::List(parts) = self else { return None };
        matches!(&parts[0], Term::Word(word) if word == head).then(|| &parts[1..])
    }
}

fn terms(text: &str) -> Vec<Term> {
    let code: String = text.lines().map(|line| line.split(';').next().expect("a part").to_string() + " ").collect();
    let spaced = code.replace('(', " ( ").replace(')', " ) ");
    let mut open: Vec<Vec<Term>> = vec![vec![]];
    for word in spaced.split_whitespace() {
        match word {
            "(" => open.push(vec![]),
            ")" => {
                let list = Term::List(open.pop().expect("it was opened"));
                open.last_mut().expect("it was opened").push(list);
            }
            word => open.last_mut().expect("there is one").push(Term::Word(word.into())),
        }
    }
    assert_eq!(open.len(), 1, "all are closed");
    open.remove(0)
}

/// The conditions of a clause, and what follows.
fn clause(assertion: &Term) -> (Vec<Term>, Term) {
    let body = assertion.of("forall").map_or(assertion, |parts| &parts[1]);
    let Some([conditions, then]) = body.of("=>") else { return (vec![], body.clone()) };
    (conditions.of("and").map_or_else(|| vec![conditions.clone()], <[Term]>::to_vec), then.clone())
}

fn read_smt2(text: &str) -> Circuit {
    let terms = terms(text);
    let clauses: Vec<_> = terms.iter().filter_map(|term| term.of("assert")).map(|parts| clause(&parts[0])).collect();
    let sorts = terms.iter().find_map(|term| term.of("declare-fun")).expect("Inv is declared")[1].clone();
    let mut circuit = Circuit::new();
    let mut known: HashMap<String, Lit> = HashMap::new();
    known.extend([("true".to_string(), Lit::TRUE), ("false".to_string(), Lit::FALSE)]);
    let is = |lit: &Term, name: &str| matches!(lit, Term::Word(word) if word == name);
    for n in 0..sorts.list().len() {
        let name = format!("l{n}");
        let one = clauses[0].0.iter().any(|lit| is(lit, &name));
        let zero = clauses[0].0.iter().any(|lit| lit.of("not").is_some_and(|parts| is(&parts[0], &name)));
        let reset = if one {
            Reset::One
        } else if zero {
            Reset::Zero
        } else {
            Reset::Free
        };
        known.insert(name.clone(), circuit.latch(name, reset));
    }
    for line in text.lines().filter(|line| line.starts_with("; i") && line[3..].starts_with(|c: char| c.is_numeric())) {
        let name = line[2..].split(' ').next().expect("a name").to_string();
        known.insert(name.clone(), circuit.input(name));
    }
    let mut held = vec![];
    for (conditions, _) in &clauses[1..] {
        held.push(conditions.iter().filter_map(|c| condition(&mut circuit, &mut known, c)).collect::<Vec<Lit>>());
    }
    let nexts = clauses[1].1.of("Inv").map_or(vec![], <[Term]>::to_vec);
    for (n, next) in nexts.iter().enumerate() {
        let (own, next) = (known[&format!("l{n}")], lit(&known, next));
        circuit.next(own, next);
    }
    held[0].iter().for_each(|constraint| circuit.constraint(*constraint));
    for lits in &held[1..] {
        let (bad, constraints) = lits.split_last().expect("something is bad");
        assert_eq!(constraints, held[0], "constraints hold in each rule");
        circuit.bad("bad", *bad);
    }
    circuit
}

/// A literal that is to hold; a gate is built, and the state before is no literal.
fn condition(circuit: &mut Circuit, known: &mut HashMap<String, Lit>, term: &Term) -> Option<Lit> {
    if term.of("Inv").is_some() || matches!(term, Term::Word(word) if word == "Inv") {
        return None;
    }
    let Some([Term::Word(gate), and]) = term.of("=") else { return Some(lit(known, term)) };
    let sides = and.of("and").expect("gates are ands");
    let built = circuit.and(lit(known, &sides[0]), lit(known, &sides[1]));
    known.insert(gate.clone(), built);
    None
}

fn lit(known: &HashMap<String, Lit>, term: &Term) -> Lit {
    match (term, term.of("not")) {
        (_, Some([inner])) => !lit(known, inner),
        (Term::Word(word), _) => known[word],
        _ => panic!("{term:?} is no literal"),
    }
}

#[test]
fn an_installed_z3_agrees() {
    if Command::new("z3").arg("--version").output().is_err() {
        return;
    }
    let path = std::env::temp_dir().join(format!("moverlog-horn-{}.smt2", std::process::id()));
    for (n, circuit, _) in circuits().take(40) {
        std::fs::write(&path, smt2::write(&circuit)).expect("the file can be written");
        let output = Command::new("z3").arg("-T:20").arg(&path).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stdout).trim().to_string();
        let expected = if Explicit::new(&circuit).violated().is_some() { "unsat" } else { "sat" };
        assert_eq!(said, expected, "circuit {n}");
    }
    std::fs::remove_file(path).ok();
}

/// What z3 says of the three questions of an invariant, one of which fails if a clause is missing that is needed.
#[test]
fn an_installed_z3_checks_invariants() {
    if Command::new("z3").arg("--version").output().is_err() {
        return;
    }
    let path = std::env::temp_dir().join(format!("moverlog-invariant-{}.smt2", std::process::id()));
    let mut refuted = 0;
    for (n, circuit, mut random) in circuits().take(60) {
        let ic3::Outcome::Safe { invariant: mut clauses } = ic3::check(&circuit, Sat::default(), &Control::default()).0
        else {
            continue;
        };
        for fewer in [false, true] {
            if fewer && !clauses.is_empty() {
                clauses.remove(random.below(clauses.len()));
            }
            let mut with_parts = circuit.clone();
            let parts = certificate::parts(&mut with_parts, &clauses);
            let holds = Explicit::new(&circuit).is_invariant(&with_parts, &parts);
            std::fs::write(&path, smt2::invariant::write(&circuit, &clauses)).expect("the file can be written");
            let output = Command::new("z3").arg("-T:20").arg(&path).output().expect("it runs");
            let said: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(String::from).collect();
            assert!(said.len() == 3 && said.iter().all(|line| line.contains("sat")), "circuit {n}: {said:?}");
            assert_eq!(said.iter().all(|line| line == "unsat"), holds, "circuit {n}: {said:?}");
            refuted += usize::from(!holds);
        }
    }
    assert!(refuted > 5, "{refuted} are refuted");
    std::fs::remove_file(path).ok();
}
