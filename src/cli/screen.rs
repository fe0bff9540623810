//! What the terminal is like on which answers are read: whether it shows colours, and how wide it is.

use super::answer;
use super::args::Color;
use crate::report::{Line, Span, folded, terminal};
use anstream::{AutoStream, ColorChoice};
use anstyle::{Ansi256Color, Color as Hue, Style};
use clap::ArgMatches;
use std::io::IsTerminal;
use std::sync::OnceLock;

/// Whether answers are coloured, as the command line says.
static COLOURED: OnceLock<bool> = OnceLock::new();

/// Below this nobody reads anything.
const NARROWEST: usize = 40;

/// Takes what the command line says of colours.
pub(super) fn prepare(matches: &ArgMatches) {
    let values = matches.subcommand().map(|(_, values)| values);
    let asked = values.and_then(|v| v.try_get_one::<Color>("color").ok().flatten().copied());
    COLOURED.get_or_init(|| on_output(asked.unwrap_or(Color::Auto)));
}

/// As `NO_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE` and `TERM` have it, unless the user says something else.
pub(super) fn on_output(color: Color) -> bool {
    match color {
        Color::Auto => AutoStream::choice(&std::io::stdout()) != ColorChoice::Never,
        Color::Always => true,
        Color::Never => false,
    }
}

/// The same for diagnostics.
pub(super) fn on_errors(color: Color) -> bool {
    match color {
        Color::Auto => AutoStream::choice(&std::io::stderr()) != ColorChoice::Never,
        Color::Always => true,
        Color::Never => false,
    }
}

/// Columns of a line: `COLUMNS`, or the terminal's; no limit where answers do not go to a terminal.
pub(super) fn width() -> usize {
    let terminal = || terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| usize::from(width.0));
    limit().or_else(|| std::io::stdout().is_terminal().then(terminal).flatten()).map_or(usize::MAX, at_least)
}

/// The same for diagnostics.
pub(super) fn width_of_errors() -> Option<usize> {
    let terminal = || terminal_size::terminal_size_of(std::io::stderr()).map(|(width, _)| usize::from(width.0));
    limit().or_else(|| std::io::stderr().is_terminal().then(terminal).flatten()).map(at_least)
}

fn limit() -> Option<usize> {
    std::env::var("COLUMNS").ok()?.parse().ok().filter(|width| *width > 0)
}

fn at_least(width: usize) -> usize {
    width.max(NARROWEST)
}

/// Prints an answer, no line of it wider than the terminal.
pub(super) fn show(lines: Vec<Line>) {
    let coloured = COLOURED.get().copied().unwrap_or(false);
    let text = |line: &Line| line.iter().map(|span| piece(span, coloured)).chain(["\n".into()]).collect::<String>();
    answer(&folded(lines, width()).iter().map(text).collect::<String>());
}

fn piece(span: &Span, coloured: bool) -> String {
    let style = style(span);
    match coloured && style != Style::new() && !span.text.is_empty() {
        true => format!("{style}{}{style:#}", span.text),
        false => span.text.clone(),
    }
}

fn style(span: &Span) -> Style {
    let (shade, hue) = (terminal(span.tone), |number: u8| Hue::Ansi256(Ansi256Color(number)));
    let style = Style::new().fg_color(shade.ink.map(hue)).bg_color(shade.ground.map(hue));
    if shade.bold { style.bold() } else { style }
}
