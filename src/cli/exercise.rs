//! `moverlog exercise`.

use super::args::ExerciseArgs;
use super::failure::Failure;
use super::{Memory, Status, answer, print, read_text};
use crate::diagnostics::{Diagnostic, Span};
use crate::driver::Control;
use crate::exercise::{EXERCISES, Exercise, Filling, Strayed, judge};
use crate::model::load;
use crate::report::{Exercises, Judged};

pub(super) fn run(args: &ExerciseArgs, memory: Memory) -> Result<Status, Failure> {
    let Some(number) = args.number else {
        print(&Exercises, args.format);
        return Ok(Status::Yes);
    };
    let exercise = find(number)?;
    match &args.answer {
        Some(file) => judged(args, exercise, file, memory),
        None => {
            let given = exercise.given();
            answer(if args.solution { exercise.solution } else { &given });
            Ok(Status::Yes)
        }
    }
}

fn find(number: usize) -> Result<&'static Exercise, Failure> {
    let none =
        || Failure::refused(format!("there is no exercise {number}")).with_help("`moverlog exercise` lists them");
    EXERCISES.iter().find(|e| e.number == number).ok_or_else(none)
}

fn judged(args: &ExerciseArgs, exercise: &Exercise, file: &str, memory: Memory) -> Result<Status, Failure> {
    let text = read_text(file)?;
    let refused = |found| Failure::drawn(file, &text, found, args.color);
    let (model, found) = load(file, &text, &[]);
    let model = model.ok_or_else(|| refused(found))?;
    if let Some(strayed) = exercise.leaves(&text) {
        return Err(refused(vec![strayed_from(&text, exercise.filling(), &strayed)]));
    }
    let control = Control::new(args.bounds.limits(memory), &|_| {});
    let fault = judge(exercise, &model.program, &control);
    let judged = Judged { exercise, model: &model.name, answer: &model.program, fault: fault.as_ref() };
    print(&judged, args.format);
    Ok(match judged.right_or_unknown() {
        Some(true) => Status::Yes,
        Some(false) => Status::No,
        None => Status::Inconclusive,
    })
}

fn strayed_from(text: &str, filling: Filling, strayed: &Strayed) -> Diagnostic {
    let span = strayed.line.map_or_else(|| span(text.len(), text.len()), |n| span_of(text, n));
    let expected = |e: &String| match strayed.line {
        Some(_) => format!("the exercise has `{e}` here"),
        None => format!("`{e}` of the exercise is missing, or stands in a gap"),
    };
    let label = strayed.expected.as_ref().map_or("the exercise ends before this".into(), expected);
    let found = Diagnostic::error("this is not the exercise with its gaps filled", span, label);
    found.help(format!("put {} where `//?` stands, and leave the other lines as they are", filling.said()))
}

/// A line without what is around it, by its number from 1 on.
fn span_of(text: &str, number: usize) -> Span {
    let line = text.split('\n').nth(number - 1).unwrap_or_default();
    let start = text.split_inclusive('\n').take(number - 1).map(str::len).sum::<usize>();
    span(start + line.len() - line.trim_start().len(), start + line.trim_end().len())
}

fn span(start: usize, end: usize) -> Span {
    Span { start: start as u32, end: end as u32 }
}
