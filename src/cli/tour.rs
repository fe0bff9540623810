//! `moverlog tour`: the lessons, as words and commands.

use super::args::TourArgs;
use super::failure::Failure;
use super::{Status, answer};
use crate::studio::{LESSONS, Lesson};
use std::fmt::Write;
use std::path::Path;

pub(super) fn run(args: &TourArgs) -> Result<Status, Failure> {
    let lesson = args.lesson.map(|n| nth(n).ok_or_else(|| unknown(n))).transpose()?;
    if let Some(dir) = &args.write {
        write(dir)?;
    }
    answer(&match (lesson, args.lesson) {
        (Some(lesson), Some(n)) => one(lesson, n, args.write.as_deref()),
        _ => all(args.write.as_deref()),
    });
    Ok(Status::Yes)
}

fn nth(n: usize) -> Option<&'static Lesson> {
    LESSONS.get(n.checked_sub(1)?)
}

fn unknown(n: usize) -> Failure {
    Failure::refused(format!("there is no lesson {n}")).with_help(format!("there are 1 to {}", LESSONS.len()))
}

/// The models, each as a file; one that is there and says something else is left alone.
fn write(dir: &str) -> Result<(), Failure> {
    std::fs::create_dir_all(dir).map_err(|why| Failure::refused(format!("cannot write into `{dir}`: {why}")))?;
    for lesson in LESSONS {
        let path = Path::new(dir).join(file(lesson));
        let shown = path.display();
        match std::fs::read_to_string(&path) {
            Ok(text) if text == lesson.text => continue,
            Ok(_) => return Err(Failure::refused(format!("`{shown}` has been changed")).with_help("move it away")),
            Err(_) => {}
        }
        std::fs::write(&path, lesson.text).map_err(|why| Failure::refused(format!("cannot write `{shown}`: {why}")))?;
    }
    Ok(())
}

/// Without its folder.
fn file(lesson: &Lesson) -> &'static str {
    lesson.path.rsplit('/').next().unwrap_or(lesson.path)
}

/// What is typed, about the files where they are.
fn typed(command: &str, lesson: &Lesson, dir: Option<&str>) -> String {
    let Some(dir) = dir else { return command.to_string() };
    command.replace(lesson.path, &Path::new(dir).join(file(lesson)).display().to_string())
}

fn all(dir: Option<&str>) -> String {
    let mut out = String::new();
    for (i, lesson) in LESSONS.iter().enumerate() {
        let first = lesson.steps.first().map_or(String::new(), |step| typed(step.command, lesson, dir));
        let _ = writeln!(out, "{}. {:18} {first}", i + 1, lesson.title);
    }
    let files = "The models are in models/tour of the sources; `moverlog tour --write DIR` writes them.\n";
    out + "\n`moverlog tour N` is a lesson.\n" + if dir.is_none() { files } else { "" }
}

fn one(lesson: &Lesson, n: usize, dir: Option<&str>) -> String {
    let mut out = format!("{n}. {}\n\n{}\n", lesson.title, lesson.text.trim_end());
    for (i, step) in lesson.steps.iter().enumerate() {
        let _ = write!(out, "\n{}) {}\n\n       {}\n", i + 1, step.say, typed(step.command, lesson, dir));
        step.goal.into_iter().for_each(|goal| out += &format!("       then the verdict is {goal}\n"));
    }
    let more = if n < LESSONS.len() { format!("\nGo on with `moverlog tour {}`.\n", n + 1) } else { String::new() };
    out + &more
}
