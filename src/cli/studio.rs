//! `moverlog studio`: a page in the browser, served to this machine.

use super::args::StudioArgs;
use super::failure::Failure;
use super::{INTERRUPTED, Memory, Status, answer, read_text};
use crate::studio::{self, Desk, Folder, Server};
use std::path::Path;
use std::thread::available_parallelism;

pub(super) fn run(args: &StudioArgs, memory: Memory) -> Result<Status, Failure> {
    match (&args.export, &args.engine) {
        (Some(folder), Some(engine)) => export(folder, engine),
        _ => serve(args, memory),
    }
}

fn serve(args: &StudioArgs, memory: Memory) -> Result<Status, Failure> {
    let (mut opened, mut folder) = (None, None);
    if let Some(path) = &args.model {
        opened = Some((name(path), read_text(path)?));
        folder = Some(Folder::of(Path::new(path)).map_err(|why| Failure::unreadable(path, &why))?);
    }
    let desk = Desk { limits: args.bounds.limits(memory), opened };
    let at_once = available_parallelism().map_or(1, usize::from);
    let server = Server::new(args.port, desk, folder, at_once);
    let server =
        server.map_err(|why| Failure::refused(format!("no page can be served at port {}: {why}", args.port)))?;
    answer(&format!("{}\nOpen this address in a browser; Ctrl-C ends it.\n", server.address()));
    server.run(&INTERRUPTED);
    Ok(Status::Yes)
}

/// Without its folder.
fn name(path: &str) -> String {
    Path::new(path).file_name().map_or(path.into(), |name| name.to_string_lossy().into_owned())
}

/// What every file of WebAssembly begins with.
const MAGIC: &[u8] = b"\0asm";

/// Writes the page and its engine.
fn export(folder: &str, engine: &str) -> Result<Status, Failure> {
    let program = std::fs::read(engine).map_err(|why| {
        Failure::unreadable(engine, &why)
            .with_help("`web/engine.sh FILE` builds it where the target wasm32-wasip1 is installed")
    })?;
    if !program.starts_with(MAGIC) {
        return Err(Failure::refused(format!("`{engine}` is not WebAssembly")));
    }
    let unwritten = |why| Failure::refused(format!("cannot write into `{folder}`: {why}"));
    std::fs::create_dir_all(folder).map_err(unwritten)?;
    for (name, text) in studio::alone().iter().map(|(n, t)| (*n, t.as_bytes())).chain([(studio::ENGINE, &program[..])])
    {
        std::fs::write(Path::new(folder).join(name), text).map_err(unwritten)?;
    }
    answer(&format!("{folder}: a page for any web server\n"));
    Ok(Status::Yes)
}
