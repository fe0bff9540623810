//! Model checkers of others, by scripts that say what the test wants said.

use super::{circuits, explicit::Explicit};
use moverlog::control::{Bound, Control, Limits};
use moverlog::random::Random;
use moverlog::symbolic::aiger::{Form, write};
use moverlog::symbolic::circuit::{Circuit, Lit, Node, Reset};
use moverlog::symbolic::process::Outcome;
use moverlog::symbolic::solver::Sat;
use moverlog::symbolic::trace::Trace;
use moverlog::symbolic::{certificate, external, ic3};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A folder of this test alone.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("moverlog-external-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

/// What is made of a program that prints this, and writes this as a certificate.
fn said(folder: &Path, circuit: &Circuit, text: &str, certificate: &[u8]) -> Outcome {
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).expect("the file can be written");
        path.display().to_string()
    };
    let (answer, certificate) = (file("answer", text.as_bytes()), file("written", certificate));
    let script = file("script.sh", b"cat \"$2\"\ncp \"$3\" \"$4\"\ntest -s \"$1\"\n");
    let command = format!("sh {script} {{}} {answer} {certificate} {{certificate}}");
    external::check(circuit, &command, Sat::default(), &Control::default())
}

fn witness(trace: &Trace) -> String {
    let line = |bits: &Vec<bool>| bits.iter().map(|bit| if *bit { '1' } else { '0' }).collect::<String>() + "\n";
    let steps = trace.inputs.iter().map(line).collect::<String>();
    format!("c a comment\n1\nb0\n{}{steps}.\n", line(&trace.initial))
}

/// Executions and invariants are believed where they are such, and nowhere else.
#[test]
fn what_it_says_is_checked() {
    let folder = folder("checked");
    let (mut believed, mut refused) = (0, 0);
    for (n, circuit, mut random) in circuits() {
        let explicit = Explicit::new(&circuit);
        for outcome in [
            match ic3::check(&circuit, Sat::default(), &Control::default()).0 {
                ic3::Outcome::Violated(trace) => of_an_execution(&folder, &circuit, trace, &mut random),
                ic3::Outcome::Safe { invariant } => of_an_invariant(&folder, &circuit, &invariant, &mut random),
                ic3::Outcome::Stopped => panic!("circuit {n}"),
            },
            said(&folder, &circuit, "0\nb0\n.\n", b"aag 0 0 0 0 0 1\n0\n"),
        ] {
            match outcome {
                Outcome::Violated(trace) => assert!(trace.replay(&circuit).is_some(), "circuit {n}"),
                Outcome::Safe { clauses } => assert_eq!((clauses, explicit.violated()), (None, None), "circuit {n}"),
                Outcome::Unchecked(_) => refused += 1,
                Outcome::Stopped => panic!("circuit {n}"),
            }
            believed += 1;
        }
    }
    assert!(refused > 20 && believed > refused + 20, "{refused} of {believed}");
    std::fs::remove_dir_all(folder).ok();
}

/// The execution, or once in a while one that is changed somewhere.
fn of_an_execution(folder: &Path, circuit: &Circuit, mut trace: Trace, random: &mut Random) -> Outcome {
    let flipped = random.below(2) == 0 && !trace.initial.is_empty();
    if flipped {
        let latch = random.below(trace.initial.len());
        trace.initial[latch] = !trace.initial[latch];
    }
    let outcome = said(folder, circuit, &witness(&trace), b"");
    assert!(flipped || matches!(outcome, Outcome::Violated(_)), "{outcome:?}");
    outcome
}

/// The invariant as a circuit with the same latches, or once in a while without one of its clauses.
fn of_an_invariant(folder: &Path, circuit: &Circuit, clauses: &[Vec<Lit>], random: &mut Random) -> Outcome {
    let mut clauses = clauses.to_vec();
    let dropped = random.below(2) == 0 && !clauses.is_empty();
    if dropped {
        clauses.remove(random.below(clauses.len()));
    }
    let mut other = circuit.clone();
    let parts = certificate::parts(&mut other, &clauses);
    let holds = other.all(parts);
    other.only_bad("wrong", !holds);
    let outcome = said(folder, circuit, "0\n", &write(&other, Form::Binary));
    assert!(dropped || matches!(outcome, Outcome::Safe { .. }), "{outcome:?}");
    outcome
}

/// A certificate on which inputs and latches stand in another order, and further ones among them.
struct Copied {
    circuit: Circuit,
    /// What each variable of the circuit is there.
    here: Vec<Lit>,
    /// Latches of its own that do what those of the circuit do.
    copies: Vec<Lit>,
}

impl Copied {
    fn of(circuit: &Circuit) -> Copied {
        let mut copied =
            Copied { circuit: Circuit::new(), here: vec![Lit::FALSE; circuit.variables()], copies: vec![] };
        let (inputs, latches) = (circuit.inputs().len(), circuit.latches().len());
        copied.circuit.input("further");
        for (n, input) in circuit.inputs().iter().enumerate().rev() {
            copied.here[input.lit.variable()] = copied.circuit.input(format!("= {}", 2 * n + 2));
        }
        for latch in circuit.latches() {
            copied.copies.push(copied.circuit.latch("further", latch.reset));
        }
        for n in (0..latches).rev() {
            let lit = copied.circuit.latch(format!("= {}", 2 * (inputs + n) + 2), Reset::Zero);
            copied.here[circuit.latches()[n].lit.variable()] = lit;
        }
        copied.gates(circuit);
        for (n, copy) in copied.copies.clone().into_iter().enumerate() {
            let next = copied.lit(circuit.latches()[n].next);
            copied.circuit.next(copy, next);
        }
        copied
    }

    fn lit(&self, lit: Lit) -> Lit {
        self.here[lit.variable()].negated_if(lit.is_negated())
    }

    fn gates(&mut self, circuit: &Circuit) {
        for variable in 0..circuit.variables() {
            if let Node::And(a, b) = circuit.kind(Lit::of(variable)) {
                self.here[variable] = self.circuit.and(self.lit(a), self.lit(b));
            }
        }
    }

    /// Copies are what they are copies of, so that an invariant of these says it of those; and nothing is bad.
    fn certificate(mut self, of: &Circuit, clauses: &[Vec<Lit>], random: &mut Random, broken: bool) -> Circuit {
        let number = |lit: &Lit| of.latches().iter().position(|l| l.lit.variable() == lit.variable()).expect("a latch");
        let over = |lit: &Lit| self.copies[number(lit)].negated_if(lit.is_negated());
        let clauses: Vec<Vec<Lit>> = clauses.iter().map(|clause| clause.iter().map(over).collect()).collect();
        let mut parts: Vec<Lit> = clauses.into_iter().map(|clause| self.circuit.any(clause)).collect();
        for (n, latch) in of.latches().iter().enumerate() {
            let own = self.lit(latch.lit);
            parts.push(self.circuit.iff(self.copies[n], own));
        }
        if broken && !parts.is_empty() {
            let part = random.below(parts.len());
            parts[part] = !parts[part];
        }
        let bads: Vec<Lit> = of.bads().iter().map(|bad| self.lit(bad.lit)).collect();
        let allowed: Vec<Lit> = of.constraints().iter().map(|constraint| self.lit(*constraint)).collect();
        let (bad, allowed) = (self.circuit.any(bads), self.circuit.all(allowed));
        parts.push(!self.circuit.and(bad, allowed));
        let holds = self.circuit.all(parts);
        self.circuit.bad("wrong", !holds);
        self.circuit
    }
}

/// Certificates in the full format: further latches and inputs, in another order, and about inputs.
#[test]
fn certificates_may_have_more_latches_and_look_at_inputs() {
    let folder = folder("further");
    let (mut believed, mut refused) = (0, 0);
    for (n, circuit, mut random) in circuits() {
        let settled = circuit.latches().iter().all(|latch| latch.reset != Reset::Free);
        let invariant = match ic3::check(&circuit, Sat::default(), &Control::default()).0 {
            ic3::Outcome::Safe { invariant } => Some(invariant),
            _ => None,
        };
        for broken in [false, true] {
            let clauses = invariant.clone().unwrap_or_default();
            let certificate = Copied::of(&circuit).certificate(&circuit, &clauses, &mut random, broken);
            let outcome = said(&folder, &circuit, "0\n", &write(&certificate, Form::Binary));
            let safe = matches!(outcome, Outcome::Safe { .. });
            assert!(!safe || invariant.is_some(), "circuit {n} is wrong, and this is believed: {certificate:?}");
            assert!(safe || broken || !settled || invariant.is_none(), "circuit {n}: {outcome:?}");
            believed += u64::from(safe && !certificate.latches().is_empty());
            refused += u64::from(!safe && broken);
        }
        let other = super::explicit::circuit(&mut random, 8);
        let outcome = said(&folder, &circuit, "0\n", &write(&other, Form::Ascii));
        let violated = Explicit::new(&circuit).violated();
        assert!(violated.is_none() || !matches!(outcome, Outcome::Safe { .. }), "circuit {n}");
    }
    assert!(believed > 20 && refused > 20, "{believed} believed, {refused} refused");
    std::fs::remove_dir_all(folder).ok();
}

/// What the reason contains for which nothing is known.
fn unchecked(circuit: &Circuit, command: &str) -> String {
    match external::check(circuit, command, Sat::default(), &Control::default()) {
        Outcome::Unchecked(why) => why,
        other => panic!("{command}: {other:?}"),
    }
}

#[test]
fn what_is_no_answer_has_a_reason() {
    let folder = folder("reasons");
    let mut circuit = Circuit::new();
    let (input, latch) = (circuit.input("in"), circuit.latch("l", Reset::Zero));
    circuit.next(latch, input);
    circuit.bad("high", latch);
    for (script, why) in [
        ("echo 2", "does not know"),
        ("echo 0", "no invariant where `{certificate}` says"),
        ("echo 0 > \"$2\"; echo 0", "no AIGER"),
        ("printf 'aag 1 1 0 0 0 1\\n2\\n2\\n' > \"$2\"; echo 0", "what is no invariant"),
        ("printf 'aag 1 1 0 0 0 1\\n2\\n2\\ni0 = 6\\n' > \"$2\"; echo 0", "no input and no latch of the circuit"),
        ("printf 'aag 2 1 1 0 0 1\\n2\\n4 4 2\\n4\\n' > \"$2\"; echo 0", "latch 4 is reset to 0, 1 or itself"),
        ("printf 'aag 1 0 1 0 0 1\\n2 2\\n2\\nc\\nMAPPING 1\\n2 4\\n' > \"$2\"; echo 0", "a mapping in a comment"),
        ("exit 20", "no invariant where"),
        ("exit 10", "no witness"),
        ("echo 1", "no execution"),
        ("printf '1\\nb0\\n0\\n0\\n0\\n.\\n'", "no execution"),
        ("printf '1\\nb0\\n0\\n1?\\n.\\n'", "no execution"),
        ("echo what; echo no such flag >&2; exit 3", "exit status: 3) without a line `0` or `1`: no such flag"),
        ("kill -SEGV $$", "without a line"),
        (":", "exit status: 0) without a line `0` or `1`"),
    ] {
        let file = folder.join("script.sh");
        std::fs::write(&file, script).expect("the file can be written");
        let found = unchecked(&circuit, &format!("sh {} {{}} {{certificate}}", file.display()));
        assert!(found.contains(why), "{script}: {found}");
    }
    assert!(unchecked(&circuit, "/no/such/program {}").contains("`/no/such/program`, which cannot be run"));
    assert!(unchecked(&circuit, &folder.display().to_string()).contains("cannot be run"));
    let right = folder.join("right.sh");
    std::fs::write(&right, "printf '1\\nb0\\nx\\n1\\n0\\n.\\n'").expect("the file can be written");
    let found = external::check(&circuit, &format!("sh {}", right.display()), Sat::default(), &Control::default());
    let inputs = vec![vec![true], vec![false]];
    assert_eq!(found, Outcome::Violated(Trace { initial: vec![false], inputs }));
    std::fs::remove_dir_all(folder).ok();
}

/// Also what it has started itself is ended.
#[test]
fn it_is_ended_on_time() {
    let folder = folder("late");
    let (script, late) = (folder.join("script.sh"), folder.join("late"));
    std::fs::write(&script, format!("(sleep 2; touch {}) & wait", late.display())).expect("the file can be written");
    let limits = Limits { timeout: Some(Duration::from_millis(300)), ..Limits::default() };
    let (begun, control) = (Instant::now(), Control::from(limits));
    let outcome = external::check(&Circuit::new(), &format!("sh {}", script.display()), Sat::default(), &control);
    assert_eq!((outcome, control.hit()), (Outcome::Stopped, Some(Bound::Time)));
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    std::thread::sleep(Duration::from_secs(3));
    assert!(!late.exists());
    std::fs::remove_dir_all(folder).ok();
}
