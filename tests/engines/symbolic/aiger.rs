//! AIGER: written and read again, files from elsewhere, mistakes, and an installed ABC's verdicts.

use super::{circuits, explicit::Explicit};
use moverlog::control::Control;
use moverlog::symbolic::aiger::{Form, read, write};
use moverlog::symbolic::circuit::{Circuit, Reset};
use moverlog::symbolic::ic3;
use moverlog::symbolic::solver::Sat;
use std::process::Command;

#[test]
fn what_is_written_is_read() {
    for (n, circuit, mut random) in circuits() {
        let texts = [Form::Ascii, Form::Binary].map(|form| write(&circuit, form));
        let again = texts.clone().map(|text| read(&text).unwrap_or_else(|e| panic!("circuit {n}: {e}")));
        for read in &again {
            assert_eq!([Form::Ascii, Form::Binary].map(|form| write(read, form)), texts, "circuit {n}");
            assert!(read.inputs().iter().map(|i| &i.name).eq(circuit.inputs().iter().map(|i| &i.name)));
            let resets = |c: &Circuit| c.latches().iter().map(|l| (l.name.clone(), l.reset)).collect::<Vec<_>>();
            assert_eq!(resets(read), resets(&circuit), "circuit {n}");
        }
        for _ in 0..20 {
            let mut bits = |count: usize| (0..count).map(|_| random.bit()).collect::<Vec<bool>>();
            let (state, inputs) = (bits(circuit.latches().len()), bits(circuit.inputs().len()));
            assert_eq!(seen(&again[0], &state, &inputs), seen(&circuit, &state, &inputs), "circuit {n}");
        }
    }
}

/// The state after a step, bad outputs, constraints.
pub fn seen(circuit: &Circuit, state: &[bool], inputs: &[bool]) -> Vec<bool> {
    let values = circuit.eval(state, inputs);
    let outputs = circuit.bads().iter().map(|bad| bad.lit).chain(circuit.constraints().iter().copied());
    let mut seen = circuit.after(&values);
    seen.extend(outputs.map(|lit| values[lit]));
    seen
}

/// The toggle flip-flop with enable and reset of the format's report, and gates in the wrong order.
#[test]
fn files_from_elsewhere() {
    let text =
        "aag 7 2 1 2 4\n2\n4\n6 8\n6\n7\n8 4 10\n10 13 15\n12 2 6\n14 3 7\ni0 enable\ni1 reset\no0 Q\no1 !Q\nc\nx\n";
    let circuit = read(text.as_bytes()).expect("it is well-formed");
    let [q] = circuit.latches() else { panic!("one latch") };
    assert_eq!((q.reset, circuit.bads()[0].lit, circuit.bads()[1].name.as_str()), (Reset::Zero, q.lit, "!Q"));
    for (inputs, after) in [([true, true], true), ([false, true], false), ([true, false], false)] {
        assert_eq!(circuit.after(&circuit.eval(&[false], &inputs)), [after]);
    }
    let binary = b"aig 3 1 1 0 1 1 1\n6 1\n4\n2\n\x02\x02l0 x\n";
    let circuit = read(binary).expect("it is well-formed");
    assert_eq!((circuit.latches()[0].reset, circuit.constraints()[0]), (Reset::One, circuit.inputs()[0].lit));
    assert_eq!(circuit.latches()[0].next, circuit.ands().next().expect("a gate").0);
}

#[test]
fn mistakes_have_a_line() {
    let wrong = |text: &[u8]| read(text).expect_err("it is ill-formed").to_string();
    for (text, message) in [
        ("", "line 1: an AIGER file begins with `aag` or `aig`"),
        ("aag 1 1 0\n", "line 1: the header is `aag M I L O A` with up to four further numbers, `B C J F`"),
        ("aag 1 x 0 0 0\n", "line 1: `x` is not a number"),
        ("aag 1 1 1 0 0\n", "line 1: more variables than M says, or than 20000000"),
        ("aag 4000000000 0 0 0 0\n", "line 1: more variables than M says, or than 20000000"),
        ("aag 1 1 0 0 0 0 0 1\n", "line 1: justice and fairness are not supported"),
        ("aag 1 1 0 0 0\n", "line 2: the file ends where an input should be"),
        ("aag 1 1 0 0 0\n3\n", "line 2: 3 is no even number between 2 and 2 M"),
        ("aag 2 2 0 0 0\n2\n2\n", "line 3: 2 is defined twice"),
        ("aag 2 1 1 0 0\n2\n4\n", "line 3: a latch has 2 to 3 numbers, this has 1"),
        ("aag 2 1 1 0 0\n2\n4 2 3\n", "line 3: latch 4 is reset to 0, 1 or itself, not to 3"),
        ("aag 2 1 0 1 0\n2\n4\n", "line 3: 4 is not defined"),
        ("aag 2 1 0 1 0\n2\n9\n", "line 3: 9 is above 2 M + 1"),
        ("aag 3 1 0 0 2\n2\n4 6 2\n6 4 2\n", "line 4: gate 6 depends on itself"),
        (
            "aag 1 1 0 0 0\n2\ni1 x\n",
            "line 3: `i1 x` names nothing: a name is `i0 NAME`, `l0 NAME`, `b0 NAME` and the like",
        ),
        ("aig 3 1 0 0 1\n", "line 1: in a binary file M is I + L + A"),
        ("aig 2 1 0 0 1\n", "line 2: the file ends in its gates"),
        ("aig 2 1 0 0 1\n\u{0}\u{0}", "line 2: gate 4 uses what comes later"),
        ("aig 2 1 0 0 1\n\u{7f}\u{0}", "line 2: gate 4 uses what comes later"),
    ] {
        assert_eq!(wrong(text.as_bytes()), message, "{text:?}");
    }
    assert_eq!(wrong(b"aig 2 1 0 0 1\n\xff\xff\xff\xff\xff\x01"), "line 2: a difference has more than 32 bits");
}

/// No bytes make the reader panic.
#[test]
fn hostile_files() {
    for (_, circuit, mut random) in circuits() {
        let form = if random.bit() { Form::Ascii } else { Form::Binary };
        let mut file = write(&circuit, form);
        for _ in 0..20 {
            let at = random.below(file.len());
            match random.below(3) {
                0 => file[at] = random.below(256) as u8,
                1 => file[at] = b"0123456789 \n"[random.below(12)],
                _ => drop(file.remove(at)),
            }
            let _ = read(&file);
        }
    }
}

/// `pdr` of an installed ABC on circuits whose latches all begin with a value: it does not keep others apart.
#[test]
fn abc_says_the_same() {
    if Command::new("berkeley-abc").arg("-h").output().is_err() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("moverlog-abc-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for a while");
    for (n, circuit, _) in circuits().take(300) {
        if circuit.bads().is_empty() || circuit.latches().iter().any(|latch| latch.reset == Reset::Free) {
            continue;
        }
        let file = folder.join("circuit.aig");
        std::fs::write(&file, write(&circuit, Form::Binary)).expect("it is written");
        let script = format!("read_aiger {}; zero; fold; orpos; pdr", file.display());
        let said = Command::new("berkeley-abc").args(["-q", &script]).output().expect("ABC runs");
        let said = String::from_utf8_lossy(&said.stdout).into_owned();
        let (outcome, _) = ic3::check(&circuit, Sat::default(), &Control::default());
        let violated = Explicit::new(&circuit).violated().is_some();
        assert_eq!(matches!(outcome, ic3::Outcome::Violated(_)), violated);
        assert_eq!(said.contains("was asserted"), violated, "circuit {n}: {said}");
        assert_eq!(said.contains("Property proved"), !violated, "circuit {n}: {said}");
    }
    std::fs::remove_dir_all(folder).expect("it was there");
}
