//! `moverlog fmt`: models laid out.

use super::args::{Color, FmtArgs};
use super::failure::{Failure, all};
use super::{Status, answer, read_text};
use crate::model::Language;
use crate::syntax::fmt::format;
use std::fs;

pub(super) fn run(args: &FmtArgs) -> Result<Status, Failure> {
    let laid_out = all(args.files.iter().map(|path| laid_out(path)))?;
    let mut changed = false;
    for (path, text, new) in &laid_out {
        let differs = text != new;
        changed |= differs;
        let no_file = *path == "-" || path.starts_with("errata:");
        match (args.check, args.stdout || no_file) {
            (true, _) if differs => answer(&format!("{path}\n")),
            (true, _) => {}
            (_, true) => answer(new),
            (_, _) if differs => write(path, new)?,
            _ => {}
        }
    }
    Ok(if args.check && changed { Status::No } else { Status::Yes })
}

/// The path, its text, and the text laid out.
fn laid_out(path: &str) -> Result<(&str, String, String), Failure> {
    let language = Language::of(path);
    let refused = || Failure::refused(format!("`{path}` is {}, and `fmt` lays out models", language.a_text()));
    match language {
        Language::Model => {}
        Language::C => return Err(refused().with_help("clang-format does it for C")),
        Language::Boolean | Language::Pushdown => return Err(refused()),
    }
    let text = read_text(path)?;
    let new = format(&text).map_err(|wrong| Failure::drawn(path, &text, wrong, Color::Auto))?;
    Ok((path, text, new))
}

/// In place of what the file said.
fn write(path: &str, text: &str) -> Result<(), Failure> {
    let unwritten = |why| Failure::refused(format!("cannot write `{path}`: {why}"));
    fs::write(path, text).map_err(unwritten)
}
