//! AIGER as a circuit. Nothing in a file is taken on trust.

use super::MOST_VARIABLES;
use crate::symbolic::circuit::{Circuit, Lit, Reset};

/// What is wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct Unreadable {
    /// From 1; the gates of a binary file are all in the line where they begin.
    pub line: usize,
    /// In words, lower case, no full stop.
    pub message: String,
}

/// Reads either form.
pub fn read(file: &[u8]) -> Result<Circuit, Unreadable> {
    let mut reader = Reader { file, at: 0, line: 0 };
    let header = reader.header()?;
    let parts = reader.parts(&header)?;
    let names = reader.names(&parts)?;
    build(&header, &parts, names)
}

struct Header {
    binary: bool,
    last: u32,
    inputs: u32,
    latches: u32,
    outputs: u32,
    gates: u32,
    bads: u32,
    constraints: u32,
}

/// A number of the file, with its line.
#[derive(Clone, Copy)]
struct At<T> {
    line: usize,
    what: T,
}

/// What the file has, by its numbers.
struct Parts {
    inputs: Vec<At<u32>>,
    /// The latch, the next value, the reset.
    latches: Vec<At<[u32; 3]>>,
    bads: Vec<At<u32>>,
    constraints: Vec<At<u32>>,
    gates: Vec<At<[u32; 3]>>,
}

struct Reader<'f> {
    file: &'f [u8],
    at: usize,
    line: usize,
}

impl<'f> Reader<'f> {
    fn wrong<T>(&self, message: impl Into<String>) -> Result<T, Unreadable> {
        wrong(self.line, message)
    }

    /// The next line, if there is one.
    fn next(&mut self) -> Option<&'f [u8]> {
        let rest = self.file.get(self.at..).filter(|rest| !rest.is_empty())?;
        let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        self.at += end + 1;
        self.line += 1;
        Some(rest[..end].strip_suffix(b"\r").unwrap_or(&rest[..end]))
    }

    fn header(&mut self) -> Result<Header, Unreadable> {
        let line = self.next().unwrap_or_default();
        let text = String::from_utf8_lossy(line);
        let (word, rest) = text.split_once(' ').unwrap_or((&text, ""));
        if !["aag", "aig"].contains(&word) {
            self.line = 1;
            return self.wrong("an AIGER file begins with `aag` or `aig`");
        }
        let mut numbers = self.numbers(rest)?;
        if !(5..=9).contains(&numbers.len()) {
            return self.wrong("the header is `aag M I L O A` with up to four further numbers, `B C J F`");
        }
        numbers.resize(9, 0);
        let [last, inputs, latches, outputs, gates, bads, constraints, justice, fairness] = numbers[..] else {
            unreachable!("there are nine")
        };
        if justice + fairness > 0 {
            return self.wrong("justice and fairness are not supported");
        }
        if last > MOST_VARIABLES
            || [inputs, latches, gates].iter().try_fold(0, |a: u32, &b| a.checked_add(b)) > Some(last)
        {
            return self.wrong(format!("more variables than M says, or than {MOST_VARIABLES}"));
        }
        let binary = word == "aig";
        if binary && last != inputs + latches + gates {
            return self.wrong("in a binary file M is I + L + A");
        }
        Ok(Header { binary, last, inputs, latches, outputs, gates, bads, constraints })
    }

    fn numbers(&self, text: &str) -> Result<Vec<u32>, Unreadable> {
        let number = |word: &str| word.parse().or_else(|_| self.wrong(format!("`{word}` is not a number")));
        text.split_ascii_whitespace().map(number).collect()
    }

    /// A line of numbers, the last ones of which may be missing.
    fn row(&mut self, fewest: usize, most: usize, of: &str) -> Result<At<Vec<u32>>, Unreadable> {
        let Some(line) = self.next() else {
            self.line += 1;
            return self.wrong(format!("the file ends where {of} should be"));
        };
        let numbers = self.numbers(&String::from_utf8_lossy(line))?;
        if !(fewest..=most).contains(&numbers.len()) {
            return self.wrong(format!("{of} has {fewest} to {most} numbers, this has {}", numbers.len()));
        }
        Ok(At { line: self.line, what: numbers })
    }

    fn single(&mut self, of: &str) -> Result<At<u32>, Unreadable> {
        self.row(1, 1, of).map(|row| At { line: row.line, what: row.what[0] })
    }

    fn parts(&mut self, header: &Header) -> Result<Parts, Unreadable> {
        let input = |n| if header.binary { Ok(At { line: 1, what: 2 * n + 2 }) } else { self.single("an input") };
        let inputs = (0..header.inputs).map(input).collect::<Result<_, _>>()?;
        let latch = |n| self.latch(header.binary.then_some(2 * (header.inputs + n + 1)));
        let latches = (0..header.latches).map(latch).collect::<Result<_, _>>()?;
        let outputs: Vec<At<u32>> = (0..header.outputs).map(|_| self.single("an output")).collect::<Result<_, _>>()?;
        let bads: Vec<At<u32>> = (0..header.bads).map(|_| self.single("a bad output")).collect::<Result<_, _>>()?;
        let constraints = (0..header.constraints).map(|_| self.single("a constraint")).collect::<Result<_, _>>()?;
        let first = header.inputs + header.latches + 1;
        let gate = |n| if header.binary { self.binary_gate(2 * (first + n)) } else { self.gate() };
        let gates = (0..header.gates).map(gate).collect::<Result<_, _>>()?;
        Ok(Parts { inputs, latches, bads: if header.bads > 0 { bads } else { outputs }, constraints, gates })
    }

    fn latch(&mut self, own: Option<u32>) -> Result<At<[u32; 3]>, Unreadable> {
        let numbers = if own.is_some() { 1 } else { 2 };
        let row = self.row(numbers, numbers + 1, "a latch")?;
        let reset = row.what.get(numbers).copied().unwrap_or(0);
        let what = [own.unwrap_or(row.what[0]), row.what[numbers - 1], reset];
        Ok(At { line: row.line, what })
    }

    fn gate(&mut self) -> Result<At<[u32; 3]>, Unreadable> {
        let row = self.row(3, 3, "a gate")?;
        Ok(At { line: row.line, what: [row.what[0], row.what[1], row.what[2]] })
    }

    fn binary_gate(&mut self, own: u32) -> Result<At<[u32; 3]>, Unreadable> {
        let line = self.line + 1;
        let a = own.checked_sub(self.number()?).filter(|&a| a < own);
        let second = self.number()?;
        let b = a.and_then(|a| a.checked_sub(second));
        match a.zip(b) {
            Some((a, b)) => Ok(At { line, what: [own, a, b] }),
            None => wrong(line, format!("gate {own} uses what comes later")),
        }
    }

    /// Seven bits at a time, the lowest first.
    fn number(&mut self) -> Result<u32, Unreadable> {
        let mut number = 0u64;
        for shift in (0..35).step_by(7) {
            let Some(&byte) = self.file.get(self.at) else { return wrong(self.line + 1, "the file ends in its gates") };
            self.at += 1;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return u32::try_from(number).or_else(|_| wrong(self.line + 1, "a difference has more than 32 bits"));
            }
        }
        wrong(self.line + 1, "a difference has more than 32 bits")
    }

    /// Names, up to the comment.
    fn names(&mut self, parts: &Parts) -> Result<Names, Unreadable> {
        let default = |kind: char, count: usize| (0..count).map(|n| format!("{kind}{n}")).collect();
        let mut names = Names {
            inputs: default('i', parts.inputs.len()),
            latches: default('l', parts.latches.len()),
            bads: default('b', parts.bads.len()),
        };
        while let Some(line) = self.next().filter(|&line| line != b"c") {
            let text = String::from_utf8_lossy(line);
            if text.split_once(' ').and_then(|(place, name)| names.set(place, name)).is_none() {
                return self
                    .wrong(format!("`{text}` names nothing: a name is `i0 NAME`, `l0 NAME`, `b0 NAME` and the like"));
            }
        }
        Ok(names)
    }
}

struct Names {
    inputs: Vec<String>,
    latches: Vec<String>,
    bads: Vec<String>,
}

impl Names {
    /// Nothing if there is no such place. Constraints, and outputs beside bad outputs, have names that nobody keeps.
    fn set(&mut self, place: &str, name: &str) -> Option<()> {
        let n: usize = place.get(1..)?.parse().ok()?;
        let names = match place.as_bytes()[0] {
            b'i' => &mut self.inputs,
            b'l' => &mut self.latches,
            b'b' | b'o' => &mut self.bads,
            b'c' => return Some(()),
            _ => return None,
        };
        match names.get_mut(n) {
            Some(slot) => *slot = name.to_string(),
            None if place.starts_with('o') => {}
            None => return None,
        }
        Some(())
    }
}

fn build(header: &Header, parts: &Parts, names: Names) -> Result<Circuit, Unreadable> {
    let mut circuit = Circuit::new();
    let mut known = Known { lits: vec![None; header.last as usize + 1], gates: vec![None; header.last as usize + 1] };
    known.lits[0] = Some(Lit::FALSE);
    for (input, name) in parts.inputs.iter().zip(names.inputs) {
        let lit = circuit.input(name);
        *known.slot(*input)? = Some(lit);
    }
    for (latch, name) in parts.latches.iter().zip(names.latches) {
        let lit = circuit.latch(name, reset(latch)?);
        *known.slot(At { line: latch.line, what: latch.what[0] })? = Some(lit);
    }
    for (n, gate) in parts.gates.iter().enumerate() {
        known.slot(At { line: gate.line, what: gate.what[0] })?;
        known.gates[gate.what[0] as usize / 2] = Some(n);
    }
    for gate in &parts.gates {
        known.lit(&mut circuit, parts, At { line: gate.line, what: gate.what[0] })?;
    }
    for latch in &parts.latches {
        let [own, next] = [0, 1].map(|n| At { line: latch.line, what: latch.what[n] });
        let (own, next) = (known.lit(&mut circuit, parts, own)?, known.lit(&mut circuit, parts, next)?);
        circuit.next(own, next);
    }
    for (&bad, name) in parts.bads.iter().zip(names.bads) {
        let lit = known.lit(&mut circuit, parts, bad)?;
        circuit.bad(name, lit);
    }
    for &constraint in &parts.constraints {
        let lit = known.lit(&mut circuit, parts, constraint)?;
        circuit.constraint(lit);
    }
    Ok(circuit)
}

fn reset(latch: &At<[u32; 3]>) -> Result<Reset, Unreadable> {
    match latch.what[2] {
        0 => Ok(Reset::Zero),
        1 => Ok(Reset::One),
        reset if reset == latch.what[0] => Ok(Reset::Free),
        reset => wrong(latch.line, format!("latch {} is reset to 0, 1 or itself, not to {reset}", latch.what[0])),
    }
}

/// What each variable of the file is.
struct Known {
    /// In the circuit.
    lits: Vec<Option<Lit>>,
    /// The number of the gate.
    gates: Vec<Option<usize>>,
}

impl Known {
    /// Where a variable is defined, which it is once.
    fn slot(&mut self, At { line, what: code }: At<u32>) -> Result<&mut Option<Lit>, Unreadable> {
        let variable = code as usize / 2;
        if code % 2 == 1 || variable == 0 || variable >= self.lits.len() {
            return wrong(line, format!("{code} is no even number between 2 and 2 M"));
        }
        if self.lits[variable].is_some() || self.gates[variable].is_some() {
            return wrong(line, format!("{code} is defined twice"));
        }
        Ok(&mut self.lits[variable])
    }

    /// The literal in the circuit; gates on which it depends are built, in whichever order they stand in the file.
    fn lit(&mut self, circuit: &mut Circuit, parts: &Parts, of: At<u32>) -> Result<Lit, Unreadable> {
        let mut open = vec![of];
        while let Some(&at) = open.last() {
            let variable = at.what as usize / 2;
            let Some(known) = self.lits.get(variable) else {
                return wrong(at.line, format!("{} is above 2 M + 1", at.what));
            };
            if known.is_some() {
                open.pop();
                continue;
            }
            let Some(n) = self.gates[variable] else { return wrong(at.line, format!("{} is not defined", at.what)) };
            let gate = &parts.gates[n];
            let sides = [gate.what[1], gate.what[2]];
            match sides.map(|side| self.built(side)) {
                [Some(a), Some(b)] => self.lits[variable] = Some(circuit.and(a, b)),
                _ if open.len() > parts.gates.len() + 1 => {
                    return wrong(gate.line, format!("gate {} depends on itself", gate.what[0]));
                }
                [None, _] => open.push(At { line: gate.line, what: sides[0] }),
                [_, None] => open.push(At { line: gate.line, what: sides[1] }),
            }
        }
        Ok(self.built(of.what).expect("it was built"))
    }

    fn built(&self, code: u32) -> Option<Lit> {
        let lit = *self.lits.get(code as usize / 2)?;
        Some(lit?.negated_if(code % 2 == 1))
    }
}

fn wrong<T>(line: usize, message: impl Into<String>) -> Result<T, Unreadable> {
    Err(Unreadable { line, message: message.into() })
}
