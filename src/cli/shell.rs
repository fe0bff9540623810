//! `moverlog completions` and `moverlog man`: what shells and readers of manuals need.

use super::args::{Arguments, CompletionsArgs, ManArgs};
use super::failure::Failure;
use super::{Status, answer};
use clap::builder::PossibleValue;
use clap::{Arg, Command, CommandFactory};
use clap_complete::Shell;

pub(super) fn completions(args: &CompletionsArgs) -> Status {
    let mut script = vec![];
    clap_complete::generate(args.shell, &mut Arguments::command(), "moverlog", &mut script);
    answer(&String::from_utf8_lossy(&script));
    if args.shell == Shell::Fish {
        answer(&words_for_fish());
    }
    Status::Yes
}

/// The words that may stand beside flags, as numbers of exercises: what is generated for fish leaves them out.
fn words_for_fish() -> String {
    let line = |command: &Command, arg: &Arg| {
        let value = |v: &PossibleValue| {
            let help = v.get_help().map(ToString::to_string).unwrap_or_default();
            format!("{}\\t'{}'", v.get_name(), help.replace('\'', ""))
        };
        let values: Vec<String> = arg.get_possible_values().iter().map(value).collect();
        let condition = format!("__fish_moverlog_using_subcommand {}", command.get_name());
        (!values.is_empty()).then(|| format!("complete -c moverlog -n \"{condition}\" -a \"{}\"\n", values.join("\n")))
    };
    let commands = Arguments::command();
    let of = |command: &Command| command.get_positionals().filter_map(|arg| line(command, arg)).collect::<String>();
    commands.get_subcommands().map(of).collect()
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
