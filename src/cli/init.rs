//! `moverlog init`: a first model.

use super::args::InitArgs;
use super::failure::Failure;
use super::{Status, answer};
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};

/// Small, safe, and wrong without its lock.
const MODEL: &str = include_str!("init.mover");

pub(super) fn run(args: &InitArgs) -> Result<Status, Failure> {
    let name = &args.name;
    let path = if name.ends_with(".mover") { name.clone() } else { format!("{name}.mover") };
    let written = OpenOptions::new().write(true).create_new(true).open(&path);
    written.and_then(|mut file| file.write_all(MODEL.as_bytes())).map_err(|why| match why.kind() {
        ErrorKind::AlreadyExists => {
            Failure::refused(format!("there is a file `{path}`")).with_help("choose another name; nothing was written")
        }
        _ => Failure::refused(format!("cannot write `{path}`: {why}")),
    })?;
    answer(&next(&path));
    Ok(Status::Yes)
}

fn next(path: &str) -> String {
    format!(
        "{path}: two threads and a lock\n\n  moverlog check {path}      is it safe?\n  moverlog movers {path}     \
         which steps move, and where transactions commit\n  moverlog challenge {path}  what the verdict rests on\n  \
         moverlog studio {path}     the same in a browser\n  moverlog tour{}  six lessons\n",
        " ".repeat(path.len() + 6)
    )
}
