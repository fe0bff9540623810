//! Whatever is made of floating-point numbers, an integer is what gcc computes, or nothing is known of it: random
//! functions that mix both, with constants, conversions to all types, and what depends on values that are not followed.
//!
//! `MOVERLOG_PROGRAMS=20` tries twenty times fifty functions.

use crate::c_arithmetic::{asked, computed};
use moverlog::c::Options;
use moverlog::control::Control;
use moverlog::driver::{self, Engine, Verdict};
use moverlog::model::load_c;
use moverlog::random::Random;

const FUNCTIONS: usize = 50;

/// In whatever order its calls are made, what they count is the same.
const BEFORE: &str = "void __moverlog_assert(int);\ndouble sqrt(double);\ndouble x, y;\nfloat f;\nint a, b, c, calls;\n\
                      double scaled(double p, int q) { calls += q > 1; return p * q; }\n";

const CONSTANTS: [&str; 10] = ["0.5", "2.5", "1e2", "3.0", "-1.75", "1e9", "2.0f", "0.1", "7", "-0.0"];

const TYPES: [&str; 8] =
    ["int", "unsigned char", "signed char", "short", "unsigned short", "_Bool", "long", "unsigned"];

struct Sketch(Random);

impl Sketch {
    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.0.below(all.len())]
    }

    fn integer(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.of(&["a", "b", "c", "-2", "0", "1", "3", "5"]).into();
        }
        let (i, j, k) = (self.integer(depth - 1), self.integer(depth - 1), self.of(&CONSTANTS));
        let compares = self.of(&["<", "<=", "==", "!=", ">", ">="]);
        match self.0.below(9) {
            0 => format!("({i} + {j})"),
            1 => format!("({i} % 8 * ({j} % 8))"),
            2 => format!("({i} {compares} {k})"),
            3 => format!("({k} {compares} {i})"),
            4 => format!(
                "(int)({} {} {})",
                self.of(&CONSTANTS[..5]),
                self.of(&["+", "-", "*", "/"]),
                k.replace("1e9", "4.0")
            ),
            5 => format!("({i} {} {j})", self.of(&["&&", "||", "<"])),
            6 => format!("({i} ? {j} : 2)"),
            7 => format!("(({})({}))", self.of(&TYPES[..7]), self.of(&["1.5", "0.25", "3.9f", "1e1"])),
            _ => i,
        }
    }

    fn float(&mut self, depth: usize) -> String {
        if depth == 0 {
            return if self.0.percent(50) { self.of(&["x", "y", "f"]).into() } else { self.of(&CONSTANTS).into() };
        }
        let (p, q, i) = (self.float(depth - 1), self.float(depth - 1), self.integer(depth - 1));
        match self.0.below(6) {
            0 => format!("({p} {} {q})", self.of(&["+", "-", "*", "/"])),
            1 => format!("sqrt({p})"),
            2 => format!("(double)({i})"),
            3 => format!("({i} ? {p} : {q})"),
            4 => format!("scaled({p}, {i})"),
            _ => p,
        }
    }

    fn statement(&mut self, depth: usize) -> String {
        let (v, w) = (self.of(&["a", "b", "c"]), self.of(&["x", "y", "f"]));
        match self.0.below(if depth == 0 { 8 } else { 10 }) {
            0..=2 => format!("{v} = {} % 50;", self.integer(2)),
            3 => format!("{w} {} {};", self.of(&["=", "+=", "*=", "-="]), self.float(2)),
            4 => format!("{w}{};", self.of(&["++", "--"])),
            5 => format!("{v} = {};", self.of(&["2.9", "-3.5", "1e1", "(int)3.99f"])),
            // Nothing is known of what becomes of it, in any type, and it is rarely asked for.
            6 => format!("{{ {} k = {}; {} }}", self.of(&TYPES), self.of(&["x > y", "!f", "(x != 0)", "f < 2"]), {
                if self.0.percent(15) { format!("{v} = k;") } else { String::new() }
            }),
            7 => format!("{{ {} k = 0; k += {}; }}", self.of(&TYPES[..7]), self.of(&["0.5", "1.5f", "0.25"])),
            8 => {
                format!("if ({}) {{ {} }} else {{ {} }}", self.integer(1), self.statement(depth - 1), self.statement(0))
            }
            _ => format!(
                "for (int i = 0; i < {}; i++) {{ {} }}",
                self.of(&["2.5", "3", "1e0"]),
                self.statement(depth - 1)
            ),
        }
    }

    fn function(&mut self, i: usize) -> String {
        let body: String = (0..4 + self.0.below(6)).map(|_| self.statement(2)).collect::<Vec<_>>().join(" ");
        format!(
            "int f{i}(void) {{ x = 1.5; y = 0; f = 2; a = 1; b = 2; c = 3; calls = 0; {body} \
             return calls * 1000000 + a * 10000 + b * 100 + c; }}\n"
        )
    }
}

fn verdict(function: &str, i: usize, result: i32) -> Verdict {
    let text = format!("{BEFORE}{function}int main(void) {{ __moverlog_assert(f{i}() == {result}); return 0; }}\n");
    let (model, found) = load_c("f.c", &text, &Options::default());
    let Some(model) = model else { panic!("{found:?}\n{text}") };
    let run = driver::Options { slice: true, ..driver::Options::default() };
    let found = driver::check(&model.program, Engine::interleaving(), &run, &Control::default());
    found.expect("no claims").verdict
}

#[test]
fn integers_are_those_of_gcc_or_not_known() {
    let (programs, seed, folder) = asked(3, "floats");
    let (mut safe, mut wrong) = (0, 0);
    for program in 0..programs {
        let mut sketch = Sketch(Random::new(seed.wrapping_mul(1_000_003) + program));
        let functions: Vec<String> = (0..FUNCTIONS).map(|i| sketch.function(i)).collect();
        let Some(results) = computed(&format!("{BEFORE}{}", functions.concat()), FUNCTIONS, &folder) else {
            // There is no gcc.
            return;
        };
        for (i, (function, result)) in functions.iter().zip(results).enumerate() {
            let [right, other] = [result, result + 1].map(|result| verdict(function, i, result));
            assert!(right != Verdict::Wrong, "seed {seed}, program {program}: {result}\n{function}");
            assert!(other != Verdict::Safe, "seed {seed}, program {program}: not {result} + 1\n{function}");
            safe += u64::from(right == Verdict::Safe);
            wrong += u64::from(other == Verdict::Wrong);
        }
    }
    std::fs::remove_dir_all(&folder).ok();
    assert!(safe * 3 > programs * 50 && wrong * 3 > programs * 50, "{safe} safe, {wrong} wrong");
}
