//! `check --hosts`, each process one of the system: what they print, how they end, and that they end.

use super::support::command::{command, err, out, run, status};
use super::support::setting;
use super::together::ports;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const BAKERY: &str = "models/classic/bakery.mover";

/// Nobody takes longer to end, once another has.
const SOON: Duration = Duration::from_secs(20);

/// A file of hosts on ports that were free a moment ago.
fn hosts(name: &str, count: usize) -> String {
    let (_, addresses) = ports(count);
    written(name, &(addresses.join("\n") + "\n"))
}

fn written(name: &str, text: &str) -> String {
    let path: PathBuf = [env!("CARGO_TARGET_TMPDIR"), &format!("{name}.hosts")].iter().collect();
    std::fs::write(&path, text).expect("it is written");
    path.display().to_string()
}

fn start(words: &[&str], hosts: &str, process: usize) -> Child {
    let number = process.to_string();
    let words: Vec<&str> = words.iter().copied().chain(["--hosts", hosts, "--process", &number]).collect();
    command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs")
}

/// What all say and how they end, which they do.
fn all(children: Vec<Child>) -> Vec<Output> {
    children.into_iter().map(|child| child.wait_with_output().expect("it ends")).collect()
}

fn together(words: &[&str], name: &str, count: usize) -> Vec<Output> {
    let file = hosts(name, count);
    all((0..count).map(|process| start(words, &file, process)).collect())
}

/// Without what a run has taken.
fn untimed(text: &str) -> String {
    let timed = |word: &str| word.parse::<f64>().is_ok() && word.contains('.');
    let lines = text.lines().map(|line| line.split(' ').filter(|word| !timed(word)).collect::<Vec<_>>().join(" "));
    lines
        .filter(|line| !line.contains("\"seconds\"") && !line.contains("\"peak_bytes\""))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn the_first_process_reports_what_one_worker_does() {
    let models = [
        vec!["models/cpc/figure3.mover", "--rules", "reduction", "--verbose"],
        vec!["models/classic/philosophers.mover", "--rules", "interleaving"],
        vec!["models/dyn/load_balancing.mover", "--rules", "reduction", "--format", "json"],
        vec!["models/language/everything.mover", "--rules", "reduction", "--movers", "ordered", "--strict"],
    ];
    for (number, model) in models.iter().enumerate() {
        let words: Vec<&str> = ["check"].iter().chain(model).copied().collect();
        let (one, several) = (run(&words), together(&words, &format!("reports{number}"), 2));
        assert_eq!(untimed(&out(&several[0])), untimed(&out(&one)), "{words:?}\n{}", err(&several[0]));
        assert_eq!([status(&several[0]), status(&several[1])], [status(&one); 2], "{words:?}");
        let brief = out(&several[1]);
        let json = model.contains(&"json");
        let expected = if json { "\"process\": 1" } else { "process 1 of 2: " };
        assert!(brief.contains(expected) && (json || brief.lines().count() == 1), "{words:?}: {brief}");
    }
}

#[test]
fn the_first_process_compares_with_one_worker() {
    let words = ["check", BAKERY, "--rules", "reduction", "--workers", "2", "--check-workers"];
    let found = together(&words, "compares", 2);
    assert!(out(&found[0]).contains("check of 4 workers against one: all is equal"), "{}", out(&found[0]));
    assert_eq!(found.iter().map(status).collect::<Vec<_>>(), [0, 0]);
}

#[test]
fn files_of_hosts_are_read_with_care() {
    let bad = [
        ("nobody", "# none\n\n", "no host is listed"),
        ("port", "127.0.0.1:7000\n127.0.0.1\n", "port.hosts:2:10: error: a port is missing"),
        ("number", "127.0.0.1:70000\n", "number.hosts:1:11: error: this is no port"),
        ("host", ":7000\n", "host.hosts:1:1: error: a host is missing"),
        ("twice", "a:1\n  a:1\n", "twice.hosts:2:3: error: `a:1` is listed twice"),
        ("words", "a:1 b:2\n", "there is more than one word on a line"),
        ("brackets", "::1:7000\n", "this address is not in brackets"),
    ];
    for (name, text, expected) in bad {
        let file = written(name, text);
        let refused = run(&["check", BAKERY, "--rules", "interleaving", "--hosts", &file, "--process", "0"]);
        let (said, first) = (err(&refused), expected.split(": error: ").last().expect("a message"));
        assert_eq!(status(&refused), 2, "{name}: {said}");
        assert!(said.contains(first) && out(&refused).is_empty(), "{name}: {said}");
        let place = expected.split(": error: ").next().filter(|_| expected.contains(": error: "));
        let place = place.map(|place| place.split_once(".hosts").expect("a file").1);
        assert!(place.is_none_or(|place| said.contains(place)), "{name}: {said}");
    }
}

#[test]
fn processes_that_cannot_begin_say_why() {
    let refused = |words: &[&str], process: &str, file: &str| {
        let more = ["--hosts", file, "--process", process];
        let words: Vec<&str> = ["check", BAKERY].iter().chain(words).chain(&more).copied().collect();
        let found = run(&words);
        (status(&found), err(&found))
    };
    let rules = ["--rules", "interleaving", "--timeout", "1"];
    let file = hosts("begin", 2);
    let (code, said) = refused(&rules, "2", &file);
    assert!(code == 2 && said.contains("there is no process 2") && said.contains("give one of 0 to 1"), "{said}");
    let (code, said) = refused(&rules, "0", &file);
    assert!(code == 2 && said.contains("was not there within 1 s") && said.contains("--process 1"), "{said}");
    let (_listeners, addresses) = ports(2);
    let taken = written("taken", &addresses.join("\n"));
    let (code, said) = refused(&rules, "0", &taken);
    assert!(code == 2 && said.contains("cannot listen on") && said.contains("change the port"), "{said}");
    let (code, said) = refused(&["--rules", "cpc"], "0", &file);
    assert!(code == 2 && said.contains("`cpc` runs with one worker"), "{said}");
    let (code, said) = refused(&["--rules", "interleaving", "--auto"], "0", &file);
    assert!(code == 2 && said.contains("--auto"), "{said}");
}

#[test]
fn processes_that_differ_do_not_begin() {
    let file = hosts("differ", 2);
    let begin = |process, words: &[&str]| {
        let words: Vec<&str> = ["check", BAKERY, "--rules"].iter().chain(words).copied().collect();
        start(&words, &file, process)
    };
    for (one, other, what) in [
        (vec!["reduction", "--const", "N=3"], vec!["reduction", "--const", "N=2"], "its model"),
        (
            vec!["reduction", "--max-states", "10"],
            vec!["reduction", "--max-states", "20"],
            "its bound on states: 20 there, 10 here",
        ),
        (
            vec!["reduction", "--movers", "lockset"],
            vec!["reduction", "--movers", "ordered"],
            "its movers: ordered there, lockset here",
        ),
        (vec!["reduction", "--workers", "2"], vec!["reduction", "--workers", "1"], "its --workers: 1 there, 2 here"),
        (vec!["dynamic"], vec!["phase"], "its rules: phase there, dynamic here"),
        (
            vec!["dynamic", "--heuristics", "reach,atomic"],
            vec!["dynamic"],
            "its heuristics: reach,pointer,atomic,locks there, reach,atomic here",
        ),
    ] {
        let found = all(vec![begin(0, &one), begin(1, &other)]);
        assert_eq!(found.iter().map(status).collect::<Vec<_>>(), [2, 2], "{what}: {}", err(&found[0]));
        assert!(err(&found[0]).contains(&format!("process 1 differs in {what}")), "{}", err(&found[0]));
        assert!(err(&found[1]).contains("process 0 differs in its"), "{}", err(&found[1]));
    }
}

/// A model that takes some time, its trace and counts left out.
const LONG: [&str; 9] = ["check", BAKERY, "--const", "N=3", "--const", "M=2", "--rules", "interleaving", "--quiet"];

fn ended(child: &mut Child) -> Option<i32> {
    child.try_wait().expect("it is ours").map(|status| status.code().unwrap_or(-1))
}

/// What a process says that is not killed; it must end soon.
fn soon(mut child: Child, what: &str) -> Output {
    let begun = Instant::now();
    while ended(&mut child).is_none() {
        if begun.elapsed() > SOON {
            child.kill().expect("it is ours");
            panic!("{what}: it has not ended");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().expect("it has ended")
}

/// Numbers that look random.
fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    *seed >> 33
}

/// A clear end: with all that was asked for, or inconclusive, or told not to begin.
fn is_clear(output: &Output, process: usize) -> bool {
    let (said, told) = (out(output), err(output));
    let panicked = told.contains("panicked");
    !panicked
        && match status(output) {
            0 => said.contains("no thread goes wrong"),
            3 => {
                let why = ["before another process was lost", "before a bound was hit (time)"];
                why.iter().any(|why| said.contains(why)) && (process > 0 || said.contains(" states, "))
            }
            2 => ["was not there within", "ended before the exploration began"].iter().any(|why| told.contains(why)),
            _ => false,
        }
}

/// By other rules, and for longer.
fn by(rules: &'static str) -> [&'static str; 9] {
    LONG.map(|word| match word {
        "interleaving" => rules,
        "M=2" => "M=3",
        _ => word,
    })
}

/// Two or three processes, one of which is killed after a part of the time that all take: how many of the others end
/// with each status, which they do soon and clearly.
fn one_is_killed(number: usize, (rules, whole): (&'static str, Duration), seed: &mut u64) -> [usize; 4] {
    let (processes, after) = (2 + next(seed) as usize % 2, whole.as_millis() as u64 * (next(seed) % 1000) / 900);
    let victim = next(seed) as usize % processes;
    let file = hosts(&format!("kill{number}"), processes);
    let words: Vec<&str> = by(rules).into_iter().chain(["--timeout", "15"]).collect();
    let mut children: Vec<Child> = (0..processes).map(|process| start(&words, &file, process)).collect();
    std::thread::sleep(Duration::from_millis(after));
    children[victim].kill().expect("it is ours");
    let what = format!("{rules}: process {victim} of {processes} is killed after {after} ms");
    let mut ends = [0; 4];
    for (process, child) in children.into_iter().enumerate().filter(|(process, _)| *process != victim) {
        let output = soon(child, &what);
        assert!(is_clear(&output, process), "{what}, {process}: {output:?}");
        ends[status(&output) as usize] += 1;
    }
    ends
}

#[test]
fn whoever_is_left_ends_soon_and_clearly() {
    let (count, mut seed) = (setting("MOVERLOG_KILLS", 6) as usize, setting("MOVERLOG_SEED", 1));
    let timed = ["interleaving", "summaries", "reduction", "dynamic"].map(|rules| {
        let begun = Instant::now();
        assert!(together(&by(rules), "whole", 2).iter().all(|output| status(output) == 0), "{rules}");
        (rules, begun.elapsed())
    });
    let mut ends = [0; 4];
    // When processes begin and end is up to the machine: some more are killed where none of the first was exploring.
    for number in 0..3 * count {
        if number >= count && (count < 6 || ends[3] > 0) {
            break;
        }
        let more = one_is_killed(number, timed[number % timed.len()], &mut seed);
        ends = std::array::from_fn(|status| ends[status] + more[status]);
    }
    assert!(count < 6 || ends[3] > 0, "none was cut: {ends:?}");
    eprintln!("kills: {} complete, {} not begun, {} inconclusive", ends[0], ends[2], ends[3]);
}

#[test]
fn an_interrupt_in_one_process_ends_all() {
    let file = hosts("interrupt", 2);
    for interrupted in [0, 1] {
        let words: Vec<&str> = LONG.iter().map(|word| if *word == "M=2" { "M=60" } else { *word }).collect();
        let children: Vec<Child> = (0..2).map(|process| start(&words, &file, process)).collect();
        std::thread::sleep(Duration::from_millis(2500));
        let id = children[interrupted].id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().expect("it runs").success());
        for child in children {
            let output = soon(child, "after an interrupt");
            assert_eq!(status(&output), 3, "{output:?}");
            assert!(out(&output).contains("before the run was interrupted"), "{output:?}");
        }
    }
}
