//! What assumptions leave of values from outside: explicit engines, which follow some of them, against circuits, which
//! take all.
//!
//! `MOVERLOG_PROGRAMS` sets how many random programs, `MOVERLOG_SEED` where they begin.

use crate::support::command::{err, out, run, status};
use crate::support::setting;
use moverlog::random::Random;
use std::path::Path;

const TYPES: [(&str, &str); 4] =
    [("int", "int"), ("unsigned", "uint"), ("short", "short"), ("unsigned short", "ushort")];

/// How a program goes no further where `@` does not hold.
const ENDS: [&str; 5] = [
    "__VERIFIER_assume(@);",
    "assume_abort_if_not(@);",
    "if (!(@)) abort();",
    "if (!(@)) exit(0);",
    "if (!(@)) { shown = 1; abort(); }",
];

const HEAD: &str = "#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void __VERIFIER_assume(int);
void assume_abort_if_not(int cond) { if (!cond) { abort(); } }
int g, shown, t[8];
";

struct Writer(Random);

impl Writer {
    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.0.below(all.len())]
    }

    fn number(&mut self) -> i32 {
        self.pick(&[-20, -3, -1, 0, 1, 2, 3, 5, 7, 10, 20, 100])
    }

    fn condition(&mut self, held: &[String], depth: usize) -> String {
        if depth > 0 && self.0.percent(45) {
            let (a, b) = (self.condition(held, depth - 1), self.condition(held, depth - 1));
            return format!("({a} {} {b})", self.pick(&["&&", "||"]));
        }
        let name = &held[self.0.below(held.len())];
        let of = self.pick(&["@", "@", "@", "@ % 3", "(@ & 3)", "@ / 2"]).replace('@', name);
        format!("{of} {} {}", self.pick(&["<", "<=", ">", ">=", "==", "!="]), self.number())
    }

    fn assumes(&mut self, condition: &str) -> String {
        self.pick(&ENDS).replace('@', condition)
    }

    /// A value from outside, of which mostly few are left, in a local or in memory.
    fn takes(&mut self, name: &str) -> Vec<String> {
        let (ty, outside) = self.pick(&TYPES);
        let declared = match self.0.percent(30) {
            true => format!("static {ty} {name}; {name}"),
            false => format!("{ty} {name}"),
        };
        let mut lines = vec![format!("{declared} = __VERIFIER_nondet_{outside}();")];
        if self.0.percent(75) {
            let (a, b) = (self.number(), self.number());
            let even = self.pick(&["", "", "", "% 2 == 0 && "]);
            let even = if even.is_empty() { String::new() } else { format!("{name} {even}") };
            lines.push(self.assumes(&format!("{even}{name} >= {} && {name} <= {}", a.min(b), a.max(b))));
        }
        if self.0.percent(50) {
            let condition = self.condition(&[name.to_string()], 2);
            lines.push(self.assumes(&condition));
        }
        lines
    }

    /// What is done to each in its order, that of one between that of others.
    fn mixed(&mut self, mut all: Vec<Vec<String>>) -> Vec<String> {
        let (mut lines, in_turn) = (vec![], self.0.percent(40));
        while let Some(last) = all.len().checked_sub(1) {
            let which = if in_turn { 0 } else { self.0.below(last + 1) };
            lines.push(all[which].remove(0));
            all.retain(|rest| !rest.is_empty());
        }
        lines
    }

    fn uses(&mut self, held: &[String]) -> String {
        let (name, k, condition) = (held[self.0.below(held.len())].clone(), self.number(), self.condition(held, 1));
        match self.0.below(5) {
            0 => format!("g = g + ({name} & 7);"),
            1 => format!("if ({condition}) g = {name} / 2;"),
            2 => self.assumes(&condition),
            3 => {
                let again = self.assumes(&format!("{name} >= {k} && {name} <= {}", k + 4));
                format!("if ({condition}) {{ {name} = __VERIFIER_nondet_short(); {again} }}")
            }
            _ => format!("t[{name} & 7] = {k}; g = g + t[{name} & 3];"),
        }
    }

    fn asserts(&mut self, held: &[String]) -> String {
        let (name, k, condition) = (held[self.0.below(held.len())].clone(), self.number(), self.condition(held, 1));
        match self.0.below(5) {
            0 => format!("g + ({name} & 15) != {k}"),
            1 => format!("({name} % 7) * ({name} % 5) != {k}"),
            2 => condition,
            3 => format!("({name} & 63) <= {}", k.abs() + 10),
            _ => format!("{name} / 2 != {k} && !shown"),
        }
    }
}

fn program(seed: u64) -> String {
    let mut writer = Writer(Random::new(seed));
    let held: Vec<String> = (0..1 + writer.0.below(3)).map(|i| format!("x{i}")).collect();
    let taken = held.iter().map(|name| writer.takes(name)).collect();
    let mut lines = writer.mixed(taken);
    lines.extend((0..writer.0.below(3)).map(|_| writer.uses(&held)));
    let asserted = writer.asserts(&held);
    format!("{HEAD}int main(void) {{\n    {}\n    assert({asserted});\n    return 0;\n}}\n", lines.join("\n    "))
}

#[test]
fn what_assumptions_leave_is_followed() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c_assumed");
    std::fs::create_dir_all(&folder).expect("writable");
    let path = folder.join("assumed.c");
    let (first, count) = (setting("MOVERLOG_SEED", 1), setting("MOVERLOG_PROGRAMS", 60).min(20_000));
    let mut decided = 0;
    for seed in first..first + count {
        std::fs::write(&path, program(seed)).expect("writable");
        let answers = [&["--rules", "interleaving"][..], &["--nondet", "all", "--engine", "ic3"]].map(|flags| {
            let output = run(&[&["check", &path.to_string_lossy(), "--quiet", "--timeout", "5"], flags].concat());
            assert!([0, 1, 3].contains(&status(&output)), "{seed}: {}\n{}", err(&output), program(seed));
            (status(&output), out(&output))
        });
        let open = answers.iter().any(|(status, _)| *status == 3);
        assert!(open || answers[0].0 == answers[1].0, "{seed}: {answers:?}\n{}", program(seed));
        decided += u64::from(!open);
    }
    assert!(decided * 3 > count, "{decided} of {count}");
}
