//! A circuit as BTOR2 (Niemetz, Preiner, Wolf, Biere, CAV 2018), the format of word-level model checkers: every node is a
//! vector of one bit. Names have `_` where they have blanks.

use super::circuit::{Circuit, Lit, Reset};
use std::fmt::Write;

/// The text. Inputs come first, latches follow, then gates.
pub fn write(circuit: &Circuit) -> String {
    let mut writer = Writer { out: "1 sort bitvec 1\n2 zero 1\n3 one 1\n".into(), last: 3, known: vec![] };
    writer.known = vec![[None; 2]; circuit.variables()];
    writer.known[Lit::FALSE.variable()] = [Some(2), Some(3)];
    for input in circuit.inputs() {
        writer.define(input.lit, &format!("input 1 {}", named(&input.name)));
    }
    for latch in circuit.latches() {
        let own = writer.define(latch.lit, &format!("state 1 {}", named(&latch.name)));
        match latch.reset {
            Reset::Zero => writer.line(&format!("init 1 {own} 2")),
            Reset::One => writer.line(&format!("init 1 {own} 3")),
            Reset::Free => own,
        };
    }
    for (gate, a, b) in circuit.ands() {
        let (a, b) = (writer.number(a), writer.number(b));
        writer.define(gate, &format!("and 1 {a} {b}"));
    }
    for latch in circuit.latches() {
        let (own, next) = (writer.number(latch.lit), writer.number(latch.next));
        writer.line(&format!("next 1 {own} {next}"));
    }
    for &lit in circuit.constraints() {
        let number = writer.number(lit);
        writer.line(&format!("constraint {number}"));
    }
    for bad in circuit.bads() {
        let number = writer.number(bad.lit);
        writer.line(&format!("bad {number} {}", named(&bad.name)));
    }
    writer.out
}

fn named(name: &str) -> String {
    name.replace(char::is_whitespace, "_")
}

struct Writer {
    out: String,
    /// The number of the last line.
    last: usize,
    /// The numbers of each variable: as it is, and negated.
    known: Vec<[Option<usize>; 2]>,
}

impl Writer {
    /// The number of the new line.
    fn line(&mut self, rest: &str) -> usize {
        self.last += 1;
        let _ = writeln!(self.out, "{} {rest}", self.last);
        self.last
    }

    fn define(&mut self, lit: Lit, rest: &str) -> usize {
        let number = self.line(rest);
        self.known[lit.variable()][0] = Some(number);
        number
    }

    /// The number of a literal; a negation gets its line when it is needed first.
    fn number(&mut self, lit: Lit) -> usize {
        let side = usize::from(lit.is_negated());
        if let Some(number) = self.known[lit.variable()][side] {
            return number;
        }
        let positive = self.known[lit.variable()][0].expect("gates stand behind those they use");
        let number = self.line(&format!("not 1 {positive}"));
        self.known[lit.variable()][side] = Some(number);
        number
    }
}
