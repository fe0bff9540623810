//! `moverlog completions` and `moverlog man`: what shells and readers of manuals need.

use super::args::{Arguments, CompletionsArgs, ManArgs};
use super::failure::Failure;
use super::{Status, answer};
use clap::CommandFactory;

pub(super) fn completions(args: &CompletionsArgs) -> Status {
    let mut script = vec![];
    clap_complete::generate(args.shell, &mut Arguments::command(), "moverlog", &mut script);
    answer(&String::from_utf8_lossy(&script));
    Status::Yes
}

pub(super) fn man(args: &ManArgs) -> Result<Status, Failure> {
    let Some(dir) = &args.dir else {
        let mut page = vec![];
        let written = clap_mangen::Man::new(Arguments::command()).render(&mut page);
        written.map_err(|why| Failure::refused(format!("cannot write the page: {why}")))?;
        answer(&String::from_utf8_lossy(&page));
        return Ok(Status::Yes);
    };
    let unwritten = |why| Failure::refused(format!("cannot write into `{dir}`: {why}"));
    std::fs::create_dir_all(dir).map_err(unwritten)?;
    clap_mangen::generate_to(Arguments::command(), dir).map_err(unwritten)?;
    answer(&format!("{dir}: moverlog.1, and a page for each command\n"));
    Ok(Status::Yes)
}
