//! `moverlog COMMAND --help`: every flag in a line or two, and what their values mean below.

use super::args::{Arguments, Color};
use super::screen;
use clap::builder::PossibleValue;
use clap::{Arg, Command, CommandFactory};

/// The help that these words ask for, if it is that of a command.
pub(super) fn asked(words: &[String]) -> Option<String> {
    let (command, rest) = words.get(1..)?.split_first()?;
    let flags = rest.iter().take_while(|word| *word != "--");
    let (name, long) = match command.as_str() {
        "help" => (rest.first()?, true),
        _ => (command, flags.clone().any(|w| w == "--help")),
    };
    let first = flags.into_iter().find(|w| ["-h", "--help"].contains(&w.as_str()));
    long.then_some(()).filter(|()| first.is_none_or(|w| w == "--help"))?;
    let mut all = Arguments::command();
    all.build();
    let command = all.find_subcommand_mut(name)?;
    let values = values(command);
    let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let below = [values, examples].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n");
    let shown = |arg: Arg| match arg.get_id() == "help" {
        true => arg.help("Print this; `-h` prints less"),
        false => arg.hide_short_help(false),
    };
    let help = command.clone().mut_args(shown).after_help(below).render_help();
    Some(if screen::on_output(Color::Auto) { help.ansi().to_string() } else { help.to_string() })
}

/// `--movers lockset: From the locks held at every reachable access`, for each value that is explained.
fn values(command: &Command) -> String {
    let one = |arg: &Arg| {
        let values = arg.get_possible_values().into_iter();
        let flag = arg.get_long().map_or_else(|| arg.get_id().to_string(), |long| format!("--{long}"));
        let told = move |v: PossibleValue| Some(format!("  {flag} {}: {}", v.get_name(), v.get_help()?));
        values.filter_map(told).collect::<Vec<_>>()
    };
    let lines: Vec<String> = command.get_arguments().flat_map(one).collect();
    if lines.is_empty() { String::new() } else { format!("Values:\n{}", lines.join("\n")) }
}
