//! Tables: the first line has the headings.

pub(super) type Line = Vec<String>;

/// The columns one below the other, the first to the left and the others to the right.
pub(super) fn aligned(lines: &[Line]) -> Vec<String> {
    let width = |c: usize| lines.iter().filter_map(|l| l.get(c)).map(|cell| cell.chars().count()).max().unwrap_or(0);
    let cell = |(c, text): (usize, &String)| {
        if c == 0 { format!("{text:0$}", width(c)) } else { format!("{text:>0$}", width(c)) }
    };
    lines.iter().map(|l| l.iter().enumerate().map(cell).collect::<Vec<_>>().join("  ")).collect()
}

/// The columns one below the other, all to the left.
pub(super) fn lined(lines: &[Line]) -> String {
    let width = |c: usize| lines.iter().filter_map(|l| l.get(c)).map(|cell| cell.chars().count()).max().unwrap_or(0);
    let line =
        |l: &Line| l.iter().enumerate().map(|(c, text)| format!("{text:0$}", width(c))).collect::<Vec<_>>().join("  ");
    lines.iter().map(|l| line(l).trim_end().to_string() + "\n").collect()
}

pub(super) fn markdown(lines: &[Line]) -> String {
    let line = |l: &Line| format!("| {} |\n", l.iter().map(|c| c.replace('|', "\\|")).collect::<Vec<_>>().join(" | "));
    let Some((headings, rows)) = lines.split_first() else { return String::new() };
    let rule = format!("|{}\n", "---|".repeat(headings.len()));
    line(headings) + &rule + &rows.iter().map(line).collect::<String>()
}

pub(super) fn csv(lines: &[Line]) -> String {
    lines.iter().map(|l| l.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",") + "\n").collect()
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.into() }
}
