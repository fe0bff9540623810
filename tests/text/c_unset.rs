//! What nobody has set is any value: a program is what the same program is that sets it from outside.
//!
//! `MOVERLOG_PROGRAMS` sets how many random programs, `MOVERLOG_SEED` where they begin.

use crate::support::command::{err, out, run, status};
use crate::support::setting;
use moverlog::random::Random;
use std::fmt::Write;
use std::path::Path;

/// The types of variables, and where values of them come from.
const TYPES: [(&str, &str); 6] = [
    ("int", "int"),
    ("unsigned", "uint"),
    ("short", "short"),
    ("char", "char"),
    ("unsigned char", "uchar"),
    ("_Bool", "bool"),
];

/// How a variable is declared, with its name for `@` and its type for `%`, and the numbers that it has.
const SHAPES: [(&str, &[&str]); 6] = [
    ("% @;", &["@"]),
    ("% @;", &["@"]),
    ("% @; % *p@ = &@;", &["*p@"]),
    ("% @[2];", &["@[0]", "@[1]"]),
    ("struct { % a; % b; } @;", &["@.a", "@.b"]),
    ("% *@ = malloc(2 * sizeof(%));", &["@[0]", "@[1]"]),
];

struct Writer {
    random: Random,
    /// Whether values from outside are stored to all variables at once.
    sets: bool,
    text: String,
    variables: usize,
}

impl Writer {
    fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.random.below(all.len())]
    }

    /// Declares a variable; the numbers that it has.
    fn declares(&mut self) -> Vec<String> {
        let (ty, outside) = *self.pick(&TYPES);
        let (shape, parts) = *self.pick(&SHAPES);
        self.variables += 1;
        let name = format!("v{}", self.variables);
        let named = |text: &str| text.replace('@', &name).replace('%', ty);
        let parts: Vec<String> = parts.iter().map(|part| named(part)).collect();
        writeln!(self.text, "    {}", named(shape)).expect("memory");
        for part in parts.iter().filter(|_| self.sets) {
            writeln!(self.text, "    {part} = __VERIFIER_nondet_{outside}();").expect("memory");
        }
        parts
    }

    fn condition(&mut self, held: &[String]) -> String {
        let (left, k) = (self.pick(held).clone(), *self.pick(&[-1, 0, 1, 2, 7, 200, 70_000]));
        let compares = *self.pick(&["==", "!=", "<", ">", "<=", ">="]);
        let right = if self.random.below(4) == 0 { self.pick(held).clone() } else { k.to_string() };
        format!("{left} {compares} {right}")
    }

    fn value(&mut self, held: &[String]) -> String {
        let (a, b) = (self.pick(held).clone(), self.pick(held).clone());
        let k = *self.pick(&[0, 1, 3, 7]);
        let forms =
            [format!("{k}"), a.clone(), a.clone(), format!("{a} + {k}"), format!("{a} & {k}"), format!("{a} ^ {b}")];
        self.pick(&forms).clone()
    }

    fn statements(&mut self, held: &[String], most: usize) {
        for _ in 0..self.random.below(most) {
            let (condition, value, to) = (self.condition(held), self.value(held), self.pick(held).clone());
            match self.random.below(3) {
                0 => writeln!(self.text, "    {to} = {value};"),
                _ => writeln!(self.text, "    if ({condition}) {to} = {value};"),
            }
            .expect("memory");
        }
    }

    /// A function with variables of its own; sometimes they are new in each round of a loop, or in an atomic region.
    fn function(&mut self, head: &str, before: &str, end: &str) {
        writeln!(self.text, "{head} {{\n{before}").expect("memory");
        let rounds = self.random.below(4) == 0;
        if rounds {
            self.text.push_str("    for (int i = 0; i < 2; i++) {\n");
        }
        let region = self.random.below(4) == 0;
        let [begins, ends] = ["begin", "end"].map(|end| format!("    __VERIFIER_atomic_{end}();\n"));
        self.text.push_str(if region { &begins } else { "" });
        let mut held: Vec<String> = (0..1 + self.random.below(2)).flat_map(|_| self.declares()).collect();
        held.push("g".into());
        self.statements(&held, 4);
        self.text.push_str(if region { &ends } else { "" });
        let (a, b) = (self.condition(&held), self.condition(&held));
        let asserts = if self.random.below(3) == 0 { format!("({a}) || !({a})") } else { format!("!({a} && {b})") };
        writeln!(self.text, "    assert({asserts});{}\n{end}\n}}", if rounds { " }" } else { "" }).expect("memory");
    }
}

/// A program that sets its variables from outside, or leaves that to nobody: else they are the same.
fn program(seed: u64, sets: bool) -> String {
    let mut writer = Writer { random: Random::new(seed), sets, text: String::new(), variables: 0 };
    writer.text.push_str("#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n");
    for (ty, outside) in TYPES {
        writeln!(writer.text, "extern {ty} __VERIFIER_nondet_{outside}(void);").expect("memory");
    }
    writer.text.push_str("extern void __VERIFIER_atomic_begin(void);\nextern void __VERIFIER_atomic_end(void);\n");
    writer.text.push_str("int g;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n");
    writer.function("void f(void)", "", "");
    let (lock, unlock) = ("    pthread_mutex_lock(&m);", "    pthread_mutex_unlock(&m);\n    return 0;");
    writer.function("void *work(void *arg)", lock, unlock);
    let starts = "    pthread_t t;\n    pthread_create(&t, 0, work, 0);\n    pthread_mutex_lock(&m);\n    f();";
    let calls = if writer.random.below(2) == 0 { "    f();" } else { starts };
    writer.function("int main(void)", calls, "    return 0;");
    writer.text
}

#[test]
fn what_nobody_has_set_is_any_value() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c_unset");
    std::fs::create_dir_all(&folder).expect("writable");
    let (first, count) = (setting("MOVERLOG_SEED", 1), setting("MOVERLOG_PROGRAMS", 16).min(20_000));
    let mut decided = 0;
    for seed in first..first + count {
        let answers = [true, false].map(|sets| {
            let path = folder.join(if sets { "set.c" } else { "unset.c" });
            std::fs::write(&path, program(seed, sets)).expect("writable");
            let output = run(&["check", &path.to_string_lossy(), "--quiet", "--timeout", "3"]);
            assert!([0, 1, 3].contains(&status(&output)), "{seed}: {}\n{}", err(&output), program(seed, sets));
            (status(&output), out(&output))
        });
        let [(set, _), (unset, _)] = &answers;
        let open = [set, unset].contains(&&3);
        assert!(open || set == unset, "{seed}: {answers:?}\n{}", program(seed, false));
        decided += u64::from(!open);
    }
    assert!(decided * 3 > count, "{decided} of {count}");
}
