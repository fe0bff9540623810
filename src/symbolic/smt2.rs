//! A circuit as Horn clauses in SMT-LIB 2: initial states are in `Inv`, steps lead from there to there, and no bad state is
//! in it. A solver answers `sat` where there is such a set, so that no bad state is reached, and `unsat` where one is.

pub mod integers;
pub mod invariant;

use super::circuit::{Circuit, Lit, Node};
use super::cone::support;

/// The text. Latches are `l0`, `l1` and so on, inputs `i0`, gates `g` with their variable; comments have the names.
pub fn write(circuit: &Circuit) -> String {
    let numbered = |kind: &'static str| move |(n, name): (usize, &String)| format!("{kind}{n} {name}");
    let latches = circuit.latches().iter().map(|latch| &latch.name).enumerate().map(numbered("l"));
    let inputs = circuit.inputs().iter().map(|input| &input.name).enumerate().map(numbered("i"));
    let mut out = header(latches.chain(inputs), vec!["Bool"; circuit.latches().len()]);
    out += &initial(circuit);
    let next: Vec<Lit> = circuit.latches().iter().map(|latch| latch.next).collect();
    out += &rule(circuit, "step", &[], &applied(circuit, &next), &next);
    for bad in circuit.bads() {
        out += &rule(circuit, &bad.name, &[bad.lit], "false", &[]);
    }
    out + "(check-sat)\n"
}

/// What the letters are, and `Inv` of these sorts.
fn header<'s>(comments: impl Iterator<Item = String>, sorts: impl IntoIterator<Item = &'s str>) -> String {
    let comments: String = comments.map(|comment| format!("; {comment}\n")).collect();
    let sorts: Vec<&str> = sorts.into_iter().collect();
    format!(
        "; sat: no bad state is reached; unsat: one is\n(set-logic HORN)\n{comments}(declare-fun Inv ({}) Bool)\n",
        sorts.join(" ")
    )
}

fn initial(circuit: &Circuit) -> String {
    let resets = circuit.latches().iter().filter_map(|l| Some(word(circuit, l.lit.negated_if(!l.reset.value()?))));
    let own: Vec<Lit> = circuit.latches().iter().map(|latch| latch.lit).collect();
    clause("initial states", &declared(circuit, &own), &resets.collect::<Vec<_>>(), &applied(circuit, &own))
}

/// From a state under inputs, where constraints and these literals hold, follows this; it uses the last literals.
fn rule(circuit: &Circuit, what: &str, hold: &[Lit], then: &str, uses: &[Lit]) -> String {
    let own: Vec<Lit> = circuit.latches().iter().map(|latch| latch.lit).collect();
    let holds: Vec<Lit> = circuit.constraints().iter().chain(hold).copied().collect();
    let used = support(circuit, holds.iter().chain(uses).copied());
    let gates: Vec<(Lit, Lit, Lit)> = circuit.ands().filter(|(gate, ..)| used[gate.variable()]).collect();
    let inputs = circuit.inputs().iter().map(|input| input.lit).filter(|lit| used[lit.variable()]);
    let variables: Vec<Lit> = own.iter().copied().chain(inputs).chain(gates.iter().map(|(gate, ..)| *gate)).collect();
    let mut conditions = vec![applied(circuit, &own)];
    conditions.extend(gates.iter().map(|(gate, a, b)| {
        let [gate, a, b] = [gate, a, b].map(|lit| word(circuit, *lit));
        format!("(= {gate} (and {a} {b}))")
    }));
    conditions.extend(holds.iter().map(|lit| word(circuit, *lit)));
    clause(what, &declared(circuit, &variables), &conditions, then)
}

fn clause(what: &str, variables: &str, conditions: &[String], then: &str) -> String {
    let implied = match conditions {
        [] => then.to_string(),
        [one] => format!("(=> {one} {then})"),
        many => format!("(=> (and {}) {then})", many.join("\n  ")),
    };
    let all = if variables.is_empty() { implied } else { format!("(forall ({variables})\n  {implied})") };
    format!("; {what}\n(assert {all})\n")
}

/// `(l0 Bool) (l1 Bool)`
fn declared(circuit: &Circuit, variables: &[Lit]) -> String {
    variables.iter().map(|lit| format!("({} Bool)", word(circuit, *lit))).collect::<Vec<_>>().join(" ")
}

/// `Inv` of these.
fn applied(circuit: &Circuit, state: &[Lit]) -> String {
    let words: Vec<String> = state.iter().map(|lit| word(circuit, *lit)).collect();
    if words.is_empty() { "Inv".into() } else { format!("(Inv {})", words.join(" ")) }
}

fn word(circuit: &Circuit, lit: Lit) -> String {
    let name = match circuit.kind(lit) {
        Node::False => return lit.is_negated().to_string(),
        Node::Input(n) => format!("i{n}"),
        Node::Latch(n) => format!("l{n}"),
        Node::And(..) => format!("g{}", lit.variable()),
    };
    if lit.is_negated() { format!("(not {name})") } else { name }
}
