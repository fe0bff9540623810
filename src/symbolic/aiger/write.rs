//! A circuit as AIGER.

use crate::symbolic::circuit::{Circuit, Lit, Reset};

/// The two forms of the format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `aag`: numbers in lines.
    Ascii,
    /// `aig`: gates as differences, in bytes.
    Binary,
}

/// The text, or the bytes. Inputs come first, latches follow, then gates.
pub fn write(circuit: &Circuit, form: Form) -> Vec<u8> {
    let numbers = numbers(circuit);
    let code = |lit: Lit| numbers[lit.variable()].negated_if(lit.is_negated()).code();
    let mut out = header(circuit, form).into_bytes();
    if form == Form::Ascii {
        lines(&mut out, circuit.inputs().iter().map(|input| code(input.lit).to_string()));
    }
    lines(
        &mut out,
        circuit.latches().iter().map(|latch| {
            let own = code(latch.lit);
            let reset = match latch.reset {
                Reset::Zero => String::new(),
                Reset::One => " 1".to_string(),
                Reset::Free => format!(" {own}"),
            };
            let name = if form == Form::Ascii { format!("{own} ") } else { String::new() };
            format!("{name}{}{reset}", code(latch.next))
        }),
    );
    lines(&mut out, circuit.bads().iter().map(|bad| code(bad.lit).to_string()));
    lines(&mut out, circuit.constraints().iter().map(|&lit| code(lit).to_string()));
    for (gate, a, b) in circuit.ands() {
        let (gate, a, b) = (code(gate), code(a).max(code(b)), code(a).min(code(b)));
        match form {
            Form::Ascii => lines(&mut out, [format!("{gate} {a} {b}")]),
            Form::Binary => [gate - a, a - b].into_iter().for_each(|delta| bytes(&mut out, delta)),
        }
    }
    symbols(&mut out, circuit);
    out
}

fn header(circuit: &Circuit, form: Form) -> String {
    let word = if form == Form::Ascii { "aag" } else { "aig" };
    let (inputs, latches, gates) = (circuit.inputs().len(), circuit.latches().len(), circuit.ands().count());
    let (bads, constraints) = (circuit.bads().len(), circuit.constraints().len());
    let last = inputs + latches + gates;
    format!("{word} {last} {inputs} {latches} 0 {gates} {bads} {constraints}\n")
}

/// The literal that each variable is in the file.
fn numbers(circuit: &Circuit) -> Vec<Lit> {
    let mut numbers = vec![Lit::FALSE; circuit.variables()];
    let inputs = circuit.inputs().iter().map(|input| input.lit);
    let latches = circuit.latches().iter().map(|latch| latch.lit);
    let all = inputs.chain(latches).chain(circuit.ands().map(|(gate, _, _)| gate));
    all.enumerate().for_each(|(n, lit)| numbers[lit.variable()] = Lit::of(n + 1));
    numbers
}

fn lines(out: &mut Vec<u8>, lines: impl IntoIterator<Item = String>) {
    lines.into_iter().for_each(|line| out.extend(line.bytes().chain([b'\n'])));
}

/// Seven bits at a time, the lowest first.
fn bytes(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn symbols(out: &mut Vec<u8>, circuit: &Circuit) {
    let inputs = circuit.inputs().iter().map(|input| ('i', &input.name));
    let latches = circuit.latches().iter().map(|latch| ('l', &latch.name));
    let bads = circuit.bads().iter().map(|bad| ('b', &bad.name));
    for mut names in
        [&mut inputs.enumerate() as &mut dyn Iterator<Item = _>, &mut latches.enumerate(), &mut bads.enumerate()]
    {
        lines(out, (&mut names).map(|(n, (kind, name))| format!("{kind}{n} {}", name.replace('\n', " "))));
    }
}
