//! Pointers of one type into objects of another, moved, compared, read and stored through: what is said of them is what
//! gcc's programs do, or nothing.
//!
//! `MOVERLOG_PROGRAMS=200` tries two hundred times fifty functions.

use moverlog::c::Options;
use moverlog::driver::Verdict;
use moverlog::model::load_c;
use moverlog::prelude::*;
use moverlog::random::Random;
use std::path::Path;
use std::process::Command;

const FUNCTIONS: usize = 50;

const TYPES: [&str; 7] = ["char", "unsigned char", "short", "int", "unsigned", "long", "_Bool"];

/// A function with objects of its own.
struct Sketch {
    objects: String,
    body: String,
}

/// One to four members, some of them arrays, and where each begins.
fn structure(random: &mut Random, name: &str) -> (String, Vec<String>) {
    let (mut members, mut places) = (String::new(), vec![]);
    for member in ["a", "b", "c", "d"].iter().take(1 + random.below(4)) {
        let (ty, len) = (TYPES[random.below(TYPES.len())], random.below(4));
        let is_array = len > 1;
        members += &if is_array { format!("{ty} {member}[{len}]; ") } else { format!("{ty} {member}; ") };
        places.push(if is_array { format!("{member}[{}]", random.below(len)) } else { member.to_string() });
    }
    (format!("struct {name} {{ {members}}};\n"), places)
}

fn sketch(random: &mut Random, i: usize) -> Sketch {
    let name = format!("s{i}");
    let (structure, members) = structure(random, &name);
    let values: String = (0..24).map(|k| format!("{}, ", (5 * k + 3) % 97)).collect();
    let objects = format!("{structure}struct {name} v{i}[2] = {{ {} }};\n", flat(&values, &structure));
    let place = |random: &mut Random| format!("v{i}[{}].{}", random.below(2), members[random.below(members.len())]);
    let is_whole = random.percent(15);
    let ty = if is_whole { format!("struct {name}") } else { TYPES[random.below(TYPES.len())].into() };
    let (first, second) = match is_whole {
        true => (format!("v{i}[{}]", random.below(2)), format!("v{i}[0]")),
        false => (place(random), place(random)),
    };
    let mut body = format!("void *any = &{first}; {ty} *p = any; any = &{second}; {ty} *q = any; ");
    for _ in 0..random.below(4) {
        let moves = ["p++;", "p--;", "q++;", "p += 2;", "q -= 3;", "p = p + 1;", "p = &p[1];", "p = q;"];
        body += &format!("{} STAYS(p, 0); STAYS(q, 0); ", moves[random.below(moves.len())]);
    }
    let through = if is_whole { format!(".{}", members[random.below(members.len())]) } else { String::new() };
    let target = format!("(*p){through}");
    body += &match random.below(5) {
        0 => "return (int)(p - q);".to_string(),
        1 => "return (p == q) + 2 * (p < q);".into(),
        2 | 3 => format!("STAYS(p, sizeof *p); return (int){target};"),
        _ => format!("STAYS(p, sizeof *p); {target} = 9; return (int){};", place(random)),
    };
    Sketch { objects, body }
}

/// So many values as there are numbers in two of the structures.
fn flat(values: &str, structure: &str) -> String {
    let lengths = structure.split(';').filter_map(|member| match member.split_once('[') {
        Some((_, len)) => len.trim_end_matches(']').parse::<usize>().ok(),
        None => member.contains(' ').then_some(1),
    });
    let numbers: usize = lengths.sum::<usize>().saturating_sub(1);
    values.split(", ").take(2 * numbers).collect::<Vec<_>>().join(", ")
}

/// What gcc computes, and whether a pointer left its object on the way.
fn computed(sketches: &[Sketch], folder: &Path) -> Option<Vec<(i32, bool)>> {
    let (source, program) = (folder.join("p.c"), folder.join("p"));
    let mut text = "#include <stdio.h>\nstatic int strayed;\n".to_string();
    let mut calls = String::new();
    for (i, sketch) in sketches.iter().enumerate() {
        let inside = format!("(char *)(p) >= (char *)v{i} && (char *)(p) + (size) <= (char *)(v{i} + 2)");
        text += &format!("#define STAYS(p, size) if ((strayed |= !({inside}))) return 0\n{}", sketch.objects);
        text += &format!("int f{i}(void) {{ {} }}\n#undef STAYS\n", sketch.body);
        calls += &format!("strayed = 0; printf(\"%d \", f{i}()); printf(\"%d\\n\", strayed);\n");
    }
    std::fs::write(&source, format!("{text}int main(void) {{ {calls} }}")).ok()?;
    let flags = ["-w", "-O0", "-fno-strict-aliasing", "-o"];
    let compiled = Command::new("gcc").args(flags).arg(&program).arg(&source).status().ok()?;
    assert!(compiled.success(), "gcc refuses {text}");
    let output = Command::new(&program).output().expect("it runs");
    let line = |line: &str| {
        let (result, strayed) = line.split_once(' ').expect("two numbers");
        (result.parse().expect("a number"), strayed == "1")
    };
    Some(String::from_utf8_lossy(&output.stdout).lines().map(line).collect())
}

/// The verdict of a program that claims the result, and what failed.
fn checked(sketch: &Sketch, result: i32) -> Option<(Verdict, String)> {
    let text = format!(
        "void __moverlog_assert(int);\n{}int f(void) {{ {} }}\n\
         int main(void) {{ __moverlog_assert(f() == (int)0x{result:x}u); return 0; }}\n",
        sketch.objects,
        sketch.body.replace("STAYS(p, 0);", "").replace("STAYS(q, 0);", "").replace("STAYS(p, sizeof *p);", "")
    );
    let (model, _) = load_c("p.c", &text, &Options::default());
    let outcome = Checker::new(&model?.program).rules("interleaving").expect("known").run().expect("no claims");
    Some((outcome.verdict, outcome.failed.map(|f| f.failure.message).unwrap_or_default()))
}

#[test]
fn pointers_do_what_those_of_gcc_do() {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let (programs, seed) = (number("MOVERLOG_PROGRAMS").unwrap_or(6), number("MOVERLOG_SEED").unwrap_or(1));
    let folder = std::env::temp_dir().join(format!("moverlog-pointers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (mut right, mut strays) = (0, 0);
    for program in 0..programs {
        let mut random = Random::new(seed.wrapping_mul(1_000_003) + program);
        let sketches: Vec<Sketch> = (0..FUNCTIONS).map(|i| sketch(&mut random, i)).collect();
        // There is no gcc.
        let Some(results) = computed(&sketches, &folder) else { return };
        for (sketch, (result, strayed)) in sketches.iter().zip(results) {
            let Some((verdict, failed)) = checked(sketch, result) else { continue };
            let at =
                || format!("seed {seed}, program {program}: {result}, {failed}\n{}{}", sketch.objects, sketch.body);
            match verdict {
                Verdict::Safe => assert!(!strayed, "{}", at()),
                Verdict::Inconclusive => continue,
                Verdict::Wrong if failed.contains("outside of its object") => assert!(strayed, "{}", at()),
                Verdict::Wrong => assert!(failed.contains("of another type"), "{}", at()),
            }
            right += u64::from(verdict == Verdict::Safe);
            strays += u64::from(strayed);
        }
    }
    assert!(right > 5 * programs && strays > programs, "{right} are safe, {strays} stray");
    std::fs::remove_dir_all(&folder).ok();
}
