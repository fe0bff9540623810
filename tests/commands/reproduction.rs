//! Every command of `docs/reproduction.md` prints what the page says it does.

use crate::support::command;

/// A number of the page.
struct Row<'p> {
    command: Vec<&'p str>,
    /// What the command prints.
    ours: Vec<&'p str>,
}

fn rows(page: &str) -> Vec<Row<'_>> {
    page.lines().filter(|l| l.starts_with("| ") && !l.starts_with("| number")).map(row).collect()
}

fn row(line: &str) -> Row<'_> {
    let cells: Vec<&str> = line.split(" | ").collect();
    assert_eq!(cells.len(), 5, "{line}");
    let command = cells[1].trim_matches('`').strip_prefix("moverlog ").unwrap_or_else(|| panic!("no command: {line}"));
    Row { command: command.split(' ').collect(), ours: cells[3].split("; ").collect() }
}

/// Spaces and backslashes of Markdown do not count.
fn plain(text: &str) -> String {
    text.replace('\\', "").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether it stands there, no digit before or behind it.
fn stands_in(text: &str, part: &str) -> bool {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let whole = |(at, _): (usize, &str)| {
        !(is_digit(part.chars().next()) && is_digit(text[..at].chars().last())
            || is_digit(part.chars().last()) && is_digit(text[at + part.len()..].chars().next()))
    };
    text.match_indices(part).any(whole)
}

#[test]
fn every_number_can_be_had_by_its_command() {
    let page = std::fs::read_to_string("docs/reproduction.md").unwrap();
    let rows = rows(&page);
    let mut wrong = vec![];
    for row in &rows {
        let output = command::run(&row.command);
        let printed = plain(&(command::err(&output) + &command::out(&output)));
        let missing = row.ours.iter().filter(|part| part.is_empty() || !stands_in(&printed, &plain(part)));
        wrong.extend(missing.map(|part| format!("`{}` does not print `{part}`", row.command.join(" "))));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(rows.len() > 80, "{} rows", rows.len());
}

#[test]
fn a_number_within_another_does_not_count() {
    assert!(stands_in("cpc: 11 states", "11 states") && stands_in("a,407,b", "407"));
    assert!(!stands_in("cpc: 111 states", "11 states") && !stands_in("4070", "407"));
}
