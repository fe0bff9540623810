//! Values from outside that are handed on and compared with each other: programs with names in their place against
//! circuits, which take all values.
//!
//! `MOVERLOG_PROGRAMS` sets how many random programs, `MOVERLOG_SEED` where they begin.

use crate::support::command::{err, out, run, status};
use crate::support::setting;
use moverlog::random::Random;
use std::path::Path;

const HEAD: &str = "#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct pair { int a; int b; };
int g, q[3], *p = &g, k = 7;
unsigned u;
char c;
long l;
_Bool b;
struct pair s;
pthread_mutex_t m;
int same(int x) { return x; }
char narrow(int x) { return x; }
_Bool truth(int x) { return x; }
void put(int *to, int x) { *to = x; }
";

const PLACES: [&str; 10] = ["g", "q[0]", "q[1]", "q[2]", "*p", "s.a", "s.b", "x", "y", "u"];

/// Where not all values fit, or more, or what is no value from outside.
const ODD: [&str; 4] = ["c", "l", "b", "k"];

/// Of places `@`.
const VALUES: [&str; 10] =
    ["@", "@", "same(@)", "narrow(@)", "truth(@)", "(short)@", "(@ == 2 ? @ : k)", "@ + 1", "!@", "(@ & 255)"];

/// Of places `@`, `#` and `%`.
const CONDITIONS: [&str; 14] = [
    "@ == #",
    "@ == #",
    "!(@ != #)",
    "!@ != #",
    "!(!@ == #)",
    "@ == # && # == %",
    "@ == # || @ == %",
    "(@ == 0) == (# == 0)",
    "!!@ == !!#",
    "@ - # == 0",
    "@ <= #",
    "@ == # && @ != 5",
    "@ != 7 || @ == #",
    "@",
];

struct Writer(Random);

impl Writer {
    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.0.below(all.len())]
    }

    fn place(&mut self) -> &'static str {
        if self.0.percent(88) { self.pick(&PLACES) } else { self.pick(&ODD) }
    }

    fn value(&mut self) -> String {
        match self.0.below(10) {
            0..3 => "__VERIFIER_nondet_int()".into(),
            3 => "__VERIFIER_nondet_uint()".into(),
            4 => self.pick(&["0", "1", "7"]).into(),
            _ => {
                let place = self.place();
                self.pick(&VALUES).replace('@', place)
            }
        }
    }

    fn condition(&mut self) -> String {
        let (a, b, c) = (self.place(), self.place(), self.place());
        self.pick(&CONDITIONS).replace('@', a).replace('#', b).replace('%', c)
    }

    fn statement(&mut self) -> String {
        let (to, value, condition) = (self.place(), self.value(), self.condition());
        match self.0.below(10) {
            0 => format!("put({}, {value});", self.pick(&["&g", "&q[1]", "&s.b", "p"])),
            1 => format!("p = {};", self.pick(&["&q[1]", "&s.a", "&g"])),
            2 => format!("for (int i = 0; i < 2; i++) q[i] = {value};"),
            3 => format!("if ({condition}) {to} = {value};"),
            4 => format!("if (!({condition})) assert(0);"),
            _ => format!("{to} = {value};"),
        }
    }

    fn statements(&mut self, most: usize) -> String {
        let count = 1 + self.0.below(most);
        (0..count).map(|_| self.statement()).collect::<Vec<_>>().join("\n    ")
    }
}

/// Some begin with values that are handed on as they are.
fn program(seed: u64) -> String {
    let mut writer = Writer(Random::new(seed));
    let first = if writer.0.percent(60) { "x = __VERIFIER_nondet_int(); y = x; g = y; q[1] = x;" } else { "" };
    let thread =
        format!("void *t(void *arg) {{\n    int x = 1, y = 1;\n    {}\n    return 0;\n}}\n", writer.statements(2));
    let locked = thread.replace("y = 1;\n", "y = 1;\n    pthread_mutex_lock(&m);\n");
    let locked = locked.replace("    return", "    pthread_mutex_unlock(&m);\n    return");
    let (thread, starts, locks) = match writer.0.percent(35) {
        true => {
            (locked, "pthread_t id; pthread_create(&id, 0, t, 0); pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);")
        }
        false => (String::new(), "", ""),
    };
    let (body, last) = (writer.statements(4), writer.condition());
    let lines = ["int x = 1, y = 1;", starts, first, &body, &format!("assert({last});"), locks, "return 0;"];
    let lines: Vec<&str> = lines.into_iter().filter(|l| !l.is_empty()).collect();
    format!("{HEAD}{thread}int main(void) {{\n    {}\n}}\n", lines.join("\n    "))
}

#[test]
fn names_stand_for_all_values() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c_names");
    std::fs::create_dir_all(&folder).expect("writable");
    let path = folder.join("named.c");
    let (first, count) = (setting("MOVERLOG_SEED", 1), setting("MOVERLOG_PROGRAMS", 60).min(20_000));
    let (mut safe, mut wrong) = (0, 0);
    for seed in first..first + count {
        std::fs::write(&path, program(seed)).expect("writable");
        let [named, all] = [&[][..], &["--nondet", "all", "--engine", "ic3", "--quiet"]].map(|flags| {
            let output = run(&[&["check", &path.to_string_lossy(), "--timeout", "5"], flags].concat());
            assert!([0, 1, 3].contains(&status(&output)), "{seed}: {}\n{}", err(&output), program(seed));
            (status(&output), out(&output))
        });
        let open = named.0 == 3 || all.0 == 3;
        assert!(open || named.0 == all.0, "{seed}: {named:?} {all:?}\n{}", program(seed));
        safe += u64::from(named.1.contains("inputs: only whether two of them are the same one matters"));
        wrong += u64::from(named.0 == 1);
    }
    assert!(safe * 20 > count && wrong * 5 > count, "{safe} safe by names and {wrong} wrong of {count}");
}
