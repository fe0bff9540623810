//! Ten models that no engine can finish, each for another reason.

use std::path::{Path, PathBuf};

/// Name and text.
pub fn models() -> [(&'static str, String); 10] {
    let own = |text: &str| text.to_string();
    [
        ("statements", format!("int x;\nvoid T() {{\n{}}}\nP = {{ T() }} || {{ T() }}\n", "x++;\n".repeat(20_000))),
        ("arrays", own(ARRAYS)),
        ("threads", own(THREADS)),
        ("choose", own(CHOOSE)),
        ("atomic", format!("int x;\nvoid T() {{ atomic {{\n{}}} }}\nP = {{ T() }} || {{ T() }}\n", IF.repeat(28))),
        ("growing", own(GROWING)),
        ("counter", own(COUNTER)),
        ("unlocked", own(UNLOCKED)),
        ("pointers", own(POINTERS)),
        ("deep", own(DEEP)),
    ]
}

/// Writes them as files into a directory.
pub fn write_all(directory: &Path) -> std::io::Result<()> {
    models().into_iter().try_for_each(|(name, text)| std::fs::write(path(directory, name), text))
}

pub fn path(directory: &Path, name: &str) -> PathBuf {
    directory.join(format!("{name}.mover"))
}

/// Stores of 200,000 cells.
const ARRAYS: &str = "\
int a[65536];
int b[65536];
int c[65536];
void T() { int i = 0; while (i < 65536) { a[i] = b[i] + c[i]; i++; } }
P = { T() } || { T() }
";

const THREADS: &str = "\
int x;
mutex m;
void T() { acquire(m); x++; release(m); x++; }
P = [i in 0..64] { T() }
";

/// A step with two thousand million outcomes.
const CHOOSE: &str = "\
int x;
void T() { x = choose(0..2147483647); assert(x >= 0); }
P = { T() } || { T() }
";

/// Many of these in one atomic step: twice as many outcomes each time.
const IF: &str = "if (*) { x = x*2; } else { x = x*2+1; }\n";

/// One transaction in which an argument grows for ever.
const GROWING: &str = "\
mutex m;
int x;
void rec(int d) { if (*) { rec(d + 1); } }
void T() { acquire(m); rec(0); x++; release(m); }
P = { T() } || { T() }
";

/// 51^6 states under any reduction.
const COUNTER: &str = "\
mutex m;
int x;
void add() { acquire(m); x++; release(m); }
void T() { int i = 0; while (i < 50) { add(); i++; } }
P = [i in 0..6] { T() }
";

const UNLOCKED: &str = "\
int x; int y; int z;
void T() { while (true) { x++; y = y + x; z = y ^ x; } }
P = [i in 0..3] { T() }
";

const POINTERS: &str = "\
int a[64];
mutex m[64];
void T(int k) { int i = k; while (true) { acquire(m[i & 63]); int* p = &a[i & 63]; *p = *p + 1; release(m[i & 63]); i = i * 5 + *p; } }
P = [i in 0..4] { T(i) }
";

/// Recursion that takes 2^30 calls.
const DEEP: &str = "\
int x; int y;
void f(int n) { x++; if (n > 0) { f(n - 1); y++; f(n - 1); } x--; }
void T() { f(30); }
P = { T() } || { T() } || { T() }
";
