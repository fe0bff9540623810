//! The small commands: `fmt` on files, `init`, `tour`, `completions`, `man`.

use crate::support::command::{err, fed, out, run, status};
use moverlog::studio::LESSONS;
use std::path::PathBuf;

/// A directory of one's own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("moverlog-small-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("it can be made");
    folder
}

fn path(folder: &std::path::Path, name: &str) -> String {
    folder.join(name).display().to_string()
}

#[test]
fn files_are_laid_out_or_left_alone() {
    let folder = folder("fmt");
    let (good, bad) = (path(&folder, "good.mover"), path(&folder, "bad.mover"));
    let (crooked, straight) = ("int x;void T(){x++;}P={T()};", "int x;\nvoid T() { x++; }\nP = { T() };\n");
    std::fs::write(&good, crooked).expect("written");
    std::fs::write(&bad, "void T() { x = ; }").expect("written");
    let both = run(&["fmt", &good, &bad]);
    assert_eq!((status(&both), out(&both)), (2, String::new()));
    assert!(err(&both).contains("bad.mover:1:16"), "{}", err(&both));
    assert_eq!(std::fs::read_to_string(&good).expect("read"), crooked, "nothing is written where a file is bad");
    let check = run(&["fmt", "--check", &good]);
    assert_eq!((status(&check), out(&check)), (1, format!("{good}\n")));
    assert_eq!(out(&run(&["fmt", "--stdout", &good])), straight);
    assert_eq!(status(&run(&["fmt", &good])), 0);
    assert_eq!(std::fs::read_to_string(&good).expect("read"), straight);
    assert_eq!(status(&run(&["fmt", "--check", &good])), 0);
    assert_eq!(out(&fed(&["fmt", "-"], crooked)), straight);
    assert_eq!(status(&run(&["fmt", "--check", "--stdout", &good])), 2);
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn a_first_model_is_safe_and_needs_its_lock() {
    let folder = folder("init");
    let name = path(&folder, "counter");
    let made = run(&["init", &name]);
    let model = format!("{name}.mover");
    assert_eq!((status(&made), out(&made).contains(&format!("moverlog check {model} "))), (0, true));
    assert_eq!(status(&run(&["check", &model, "--strict"])), 0);
    assert_eq!(status(&run(&["fmt", "--check", &model])), 0);
    let text = std::fs::read_to_string(&model).expect("read");
    let open: String =
        text.lines().filter(|l| !l.contains("acquire(") && !l.contains("release(")).map(|l| format!("{l}\n")).collect();
    assert_eq!(status(&fed(&["check", "-"], &open)), 1);
    let again = run(&["init", &model]);
    assert_eq!((status(&again), err(&again).contains("there is a file")), (2, true));
    assert_eq!(std::fs::read_to_string(&model).expect("read"), text);
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn the_tour_is_written_and_its_commands_run() {
    let folder = folder("tour");
    let dir = folder.display().to_string();
    for n in 1..=LESSONS.len() {
        let lesson = run(&["tour", &n.to_string(), "--write", &dir]);
        assert_eq!(status(&lesson), 0, "{}", err(&lesson));
        let text = out(&lesson);
        let commands: Vec<&str> = text.lines().filter_map(|l| l.strip_prefix("       moverlog ")).collect();
        assert!(commands.len() == LESSONS[n - 1].steps.len() && commands.iter().all(|c| c.contains(&dir)), "{text}");
        for command in commands {
            let words: Vec<&str> = command
                .split('\'')
                .enumerate()
                .flat_map(|(i, part)| if i % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
                .collect();
            let done = run(&words);
            assert!([0, 1, 3].contains(&status(&done)), "{command}: {}", err(&done));
        }
    }
    std::fs::write(folder.join("01_race.mover"), "mine").expect("written");
    let again = run(&["tour", "--write", &dir]);
    assert_eq!(
        (status(&again), std::fs::read_to_string(folder.join("01_race.mover")).expect("read")),
        (2, "mine".into())
    );
    for n in ["0", "7", "x"] {
        assert_eq!(status(&run(&["tour", n])), 2);
    }
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn shells_and_manuals_know_every_command() {
    let commands = ["check", "compare", "completions", "fmt", "init", "lsp", "man", "studio", "tour", "why-not"];
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(&["completions", shell]);
        let text = out(&script);
        assert!(status(&script) == 0 && commands.iter().all(|c| text.contains(c)), "{shell}");
    }
    assert_eq!(status(&run(&["completions", "csh"])), 2);
    assert!(out(&run(&["man"])).contains(".TH moverlog 1"));
    let folder = folder("man");
    assert_eq!(status(&run(&["man", &folder.display().to_string()])), 0);
    for command in commands {
        let page = std::fs::read_to_string(folder.join(format!("moverlog-{command}.1"))).expect("a page");
        assert!(page.contains(".SH SYNOPSIS"), "{command}");
    }
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn shells_know_the_numbers_of_exercises() {
    let script = |shell| out(&run(&["completions", shell]));
    let bash = script("bash");
    let line = bash.lines().find(|l| l.contains("opts=") && l.contains("--solution")).expect("its words");
    assert!(line.ends_with(" 1 2 3 4 5 6 7 8 9 10\""), "{line}");
    let zsh = script("zsh");
    assert!(zsh.contains("1\\:\"A lock too few\"\n2\\:") && zsh.contains("\n10\\:\"Break it\""), "{zsh}");
    let fish = script("fish");
    let words = fish.split("using_subcommand exercise\" -a \"").nth(1).expect("its words");
    assert!(words.starts_with("1\\t'A lock too few'\n2\\t") && words.contains("\n10\\t'Break it'\"\n"), "{words}");
    let none = run(&["exercise", "99"]);
    assert!(status(&none) == 2 && err(&none).contains("there is no exercise 99"), "{}", err(&none));
}

#[test]
fn what_is_no_model_is_not_laid_out() {
    for path in ["models/c/assign_right.c", "models/bp/copies.bp", "models/pushdown/climb.cpds"] {
        let said = run(&["fmt", "--check", path]);
        assert_eq!(status(&said), 2);
        assert!(err(&said).contains("and `fmt` lays out models"), "{}", err(&said));
    }
}
