//! Results of arithmetic, conversions and evaluation order are those of gcc, on random sequential functions.
//!
//! `MOVERLOG_PROGRAMS=200` tries two hundred programs of fifty functions each.

use moverlog::c::Options;
use moverlog::control::Control;
use moverlog::driver::{Decider, Symbolic, Verdict, symbolic, symbolic_sliced};
use moverlog::model::load_c;
use moverlog::prelude::*;
use moverlog::random::Random;
use moverlog_rules::REDUCTIONS;
use std::path::{Path, PathBuf};
use std::process::Command;

const FUNCTIONS: usize = 50;

const TYPES: [&str; 9] =
    ["int", "unsigned", "char", "unsigned char", "short", "unsigned short", "_Bool", "long", "signed char"];

struct Sketch {
    random: Random,
    /// Loops so far, each with a counter of its own.
    loops: usize,
}

impl Sketch {
    fn below(&mut self, n: usize) -> usize {
        self.random.below(n)
    }

    fn variable(&mut self) -> &'static str {
        ["a", "b", "c", "d"][self.below(4)]
    }

    /// A value of any type, which changes nothing.
    fn value(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.below(3) {
                0 => format!("{}", self.below(300) as i64 - 100),
                1 => ["0x7fffffff", "0x80000000u", "65535", "255u", "'x'", "-1"][self.below(6)].into(),
                _ => self.variable().into(),
            };
        }
        let (x, y) = (self.value(depth - 1), self.value(depth - 1));
        match self.below(12) {
            0..=2 => {
                let op = ["+", "-", "*", "&", "|", "^"][self.below(6)];
                format!("((int)({x}) {op} (int)({y}))")
            }
            3 => {
                let op = ["+", "-", "*", "&", "|", "^"][self.below(6)];
                format!("((unsigned)({x}) {op} ({y} & 0xff))")
            }
            4 => format!("({x} {} (int)({y}))", ["<", "<=", ">", ">=", "==", "!="][self.below(6)]),
            5 => format!("((int)({x}) {} (({y} & 7) + 1))", ["/", "%"][self.below(2)]),
            6 => format!("((unsigned)({x}) {} (({y} & 7u) + 1u))", ["/", "%"][self.below(2)]),
            7 => format!("({}({x}) {} ({y} & 7))", ["(int)", "(unsigned)"][self.below(2)], ["<<", ">>"][self.below(2)]),
            8 => format!("({}(int)({x}))", ["-", "~", "!"][self.below(3)]),
            9 => format!("(({})({x}))", TYPES[self.below(7)]),
            10 => format!("(({x}) {} ({y}))", ["&&", "||"][self.below(2)]),
            _ => format!("(({x}) ? (int)({y}) : (int)({}))", self.variable()),
        }
    }

    fn statement(&mut self, depth: usize) -> String {
        let v = self.variable();
        match self.below(if depth == 0 { 4 } else { 7 }) {
            0 => format!("{v} = {};", self.value(3)),
            1 => format!("{v} {} (int)({});", ["+=", "-=", "*=", "&=", "|=", "^="][self.below(6)], self.value(2)),
            2 => format!("{v}{};", ["++", "--"][self.below(2)]),
            3 => self.sequenced(),
            4 => format!("if ({}) {{ {} }} else {{ {} }}", self.value(2), self.block(depth), self.block(depth)),
            5 => {
                self.loops += 1;
                let i = format!("i{}", self.loops);
                let leave = ["break", "continue"][self.below(2)];
                let (rounds, test) = (self.below(4), self.value(1));
                format!("for (int {i} = 0; {i} < {rounds}; {i}++) {{ if ({test}) {leave}; {} }}", self.block(depth))
            }
            _ => {
                let (x, y, z) = (self.block(depth), self.block(depth), self.block(depth));
                format!("switch ({v} & 3) {{ case 0: {x} case 1: {y} break; default: {z} }}")
            }
        }
    }

    /// Parts that change something, in an order that C says.
    fn sequenced(&mut self) -> String {
        let (x, y, z) = (self.value(2), self.value(1), self.value(1));
        let step = ["b++", "--b", "b += 3", "b = !b"][self.below(4)];
        match self.below(3) {
            0 => format!("a = ({x}) {} ({step}, {y});", ["&&", "||"][self.below(2)]),
            1 => format!("a = ({x}) ? ({step}, (int)({y})) : (c--, (int)({z}));"),
            _ => format!("if ((({x}) && ({step})) || (d++ & 1)) c = {z};"),
        }
    }

    fn block(&mut self, depth: usize) -> String {
        (0..1 + self.below(3)).map(|_| self.statement(depth - 1)).collect::<Vec<_>>().join(" ")
    }

    fn function(&mut self, i: usize) -> String {
        let declared: Vec<String> = ["a", "b", "c", "d"]
            .iter()
            .map(|v| {
                let (ty, value) = (TYPES[self.below(7)], self.value(0).replace(['a', 'b', 'c', 'd'], "1"));
                format!("{ty} {v} = {};", if value.contains('\'') { "7".into() } else { value })
            })
            .collect();
        let body = self.block(3);
        format!("int f{i}(void) {{ {} {body} return (int)(a ^ b) + (int)(c - d); }}\n", declared.join(" "))
    }

    /// The same, with numbers of its declarations that are in two global variables.
    fn of_inputs(&mut self, i: usize) -> String {
        let function = self.function(i);
        let mut declarations: Vec<String> = function.split(';').map(String::from).collect();
        for (declaration, input) in declarations.iter_mut().zip(["k", "k ^ l", "l"]) {
            let (head, _) = declaration.split_once('=').expect("a declaration");
            *declaration = format!("{head}= {input}");
        }
        declarations.join(";")
    }

    /// A number of 32 bits, often one at the ends.
    fn wide(&mut self) -> i32 {
        match self.below(4) {
            0 => [i32::MIN, i32::MAX, -1, 0, 0x8000, 0xffff][self.below(6)],
            _ => (self.below(1 << 16) << 16 | self.below(1 << 16)) as i32,
        }
    }
}

/// What gcc computes.
pub fn computed(functions: &str, count: usize, folder: &Path) -> Option<Vec<i32>> {
    let (source, program) = (folder.join("f.c"), folder.join("f"));
    let calls: String = (0..count).map(|i| format!("printf(\"%d\\n\", f{i}());")).collect();
    std::fs::write(&source, format!("#include <stdio.h>\n{functions}int main(void) {{ {calls} }}")).ok()?;
    let flags = ["-w", "-O1", "-fwrapv", "-o"];
    let compiled = Command::new("gcc").args(flags).arg(&program).arg(&source).arg("-lm").status().ok()?;
    assert!(compiled.success(), "gcc refuses {functions}");
    let output = Command::new(&program).output().expect("it runs");
    Some(String::from_utf8_lossy(&output.stdout).lines().map(|l| l.parse().expect("a number")).collect())
}

/// How many programs are tried, from which seed, and where.
pub fn asked(programs: u64, what: &str) -> (u64, u64, PathBuf) {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let folder = std::env::temp_dir().join(format!("moverlog-{what}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    (number("MOVERLOG_PROGRAMS").unwrap_or(programs), number("MOVERLOG_SEED").unwrap_or(1), folder)
}

fn sketch(seed: u64, program: u64) -> Sketch {
    Sketch { random: Random::new(seed.wrapping_mul(1_000_003) + program), loops: 0 }
}

#[test]
fn results_are_those_of_gcc() {
    let (programs, seed, folder) = asked(6, "arithmetic");
    for program in 0..programs {
        let mut sketch = sketch(seed, program);
        let functions: String = (0..FUNCTIONS).map(|i| sketch.function(i)).collect();
        let Some(results) = computed(&functions, FUNCTIONS, &folder) else {
            // There is no gcc.
            return;
        };
        let claims: String = results
            .iter()
            .enumerate()
            .map(|(i, r)| format!("    __moverlog_assert(f{i}() == (int)0x{r:x}u);\n"))
            .collect();
        let text = format!("void __moverlog_assert(int);\n{functions}int main(void) {{\n{claims}    return 0;\n}}\n");
        let (model, found) = load_c("f.c", &text, &Options::default());
        let Some(model) = model else { panic!("seed {seed}, program {program}: {found:?}\n{text}") };
        let outcome = Checker::new(&model.program).rules("interleaving").expect("known").run().expect("no claims");
        let failed = outcome.failed.as_ref().map(|f| f.failure.message.clone());
        assert_eq!(outcome.verdict, Verdict::Safe, "seed {seed}, program {program}: {failed:?}\n{text}");
    }
    std::fs::remove_dir_all(&folder).ok();
}

/// Circuits take all values from outside; of these one is assumed, and the result must be gcc's, and no other one.
#[test]
fn circuits_compute_what_gcc_does() {
    let (programs, seed, folder) = asked(12, "circuits");
    for program in 0..programs {
        let mut sketch = sketch(seed.wrapping_add(77), program);
        let (function, [k, l]) = (sketch.of_inputs(0), [(); 2].map(|()| sketch.wide()));
        let given = format!("int k = (int)0x{k:x}u, l = (int)0x{l:x}u;\n");
        let Some(results) = computed(&format!("{given}{function}"), 1, &folder) else {
            // There is no gcc.
            return;
        };
        for (claim, verdict) in [("==", Verdict::Safe), ("!=", Verdict::Wrong)] {
            let text = format!(
                "void __moverlog_assert(int);\nint __VERIFIER_nondet_int(void);\nvoid __VERIFIER_assume(int);\n\
                 int k, l;\n{function}int main(void) {{\n    k = __VERIFIER_nondet_int();\n    \
                 l = __VERIFIER_nondet_int();\n    \
                 __VERIFIER_assume(k == (int)0x{k:x}u && l == (int)0x{l:x}u);\n    \
                 __moverlog_assert(f0() {claim} (int)0x{:x}u);\n    return 0;\n}}\n",
                results[0]
            );
            let (model, found) = load_c("f.c", &text, &Options { nondet: None, ..Options::default() });
            let Some(model) = model else { panic!("seed {seed}, program {program}: {found:?}\n{text}") };
            let phase = REDUCTIONS.iter().find(|r| r.name == "phase").expect("it is listed");
            let bmc = Symbolic { decider: Decider::Bmc, depth: 100, ..Symbolic::ic3(phase) };
            for engine in [bmc, Symbolic::ic3(phase)] {
                let decide = if engine.decider == Decider::Ic3 { symbolic_sliced } else { symbolic };
                let outcome = decide(&model.program, engine, &Control::default());
                let (decider, bound) = (engine.decider, outcome.bound);
                assert_eq!(outcome.verdict, verdict, "seed {seed}, program {program}: {decider:?}, {bound:?}\n{text}");
            }
        }
    }
    std::fs::remove_dir_all(&folder).ok();
}
