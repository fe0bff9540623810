//! Draws diagnostics over the source text. Returns the drawing; nothing here prints.

use super::clip::clip;
use super::{Diagnostic, Severity, Span};
use ariadne::{Color, Config, IndexType, Label, Report, ReportKind, Source};

/// All diagnostics, one after the other, with file name, line and column.
pub fn render(diagnostics: &[Diagnostic], name: &str, text: &str, color: bool) -> String {
    render_within(diagnostics, name, text, color, MAX_WIDTH)
}

/// The same; of lines that are longer than so many columns what is around the caret is shown.
pub fn render_within(diagnostics: &[Diagnostic], name: &str, text: &str, color: bool, width: usize) -> String {
    let drawn = |d: &Diagnostic| match clip(d, text, width.clamp(NARROWEST, MAX_WIDTH)) {
        Some((clipped, around)) => {
            let drawn = drawing(&clipped, name, &around, color);
            drawn.replacen(&header(name, clipped.place(&around)), &header(name, d.place(text)), 1)
        }
        None => drawing(d, name, text, color),
    };
    diagnostics.iter().map(drawn).collect::<Vec<_>>().join("\n")
}

/// As it stands above a drawing.
fn header(name: &str, (line, column): (usize, usize)) -> String {
    format!("{name}:{line}:{column} ")
}

/// Columns that a drawing needs.
const NARROWEST: usize = 60;

/// Longer lines are clipped everywhere.
const MAX_WIDTH: usize = 160;

fn drawing(diagnostic: &Diagnostic, name: &str, text: &str, color: bool) -> String {
    let (kind, hue) = match diagnostic.severity {
        Severity::Error => (ReportKind::Error, Color::Red),
        Severity::Warning => (ReportKind::Warning, Color::Yellow),
    };
    let line = || diagnostic.in_line(name, text) + "\n";
    let place = |span: Span| (name, span.clamped(text));
    let config = Config::default().with_index_type(IndexType::Byte).with_color(color).with_tab_width(4);
    let others = diagnostic.secondary.iter().map(|(span, what)| (*span, what, Color::Cyan));
    let mut labels: Vec<_> = others.chain([(diagnostic.primary.0, &diagnostic.primary.1, hue)]).collect();
    labels.sort_by_key(|(span, ..)| span.start); // otherwise ariadne draws them in separate groups
    let mut report = Report::build(kind, place(diagnostic.primary.0))
        .with_config(config)
        .with_message(&diagnostic.message)
        .with_labels(
            labels.into_iter().map(|(span, what, hue)| Label::new(place(span)).with_message(what).with_color(hue)),
        );
    report.with_notes(&diagnostic.notes);
    report.with_helps(&diagnostic.help);
    let mut drawn = vec![];
    match report.finish().write((name, Source::from(text)), &mut drawn) {
        Ok(()) => tidied(&String::from_utf8_lossy(&drawn), diagnostic.severity.name()),
        Err(_) => line(),
    }
}

/// With the severity in lower case, as in other compilers, and no blanks at the ends of lines.
fn tidied(drawn: &str, word: &str) -> String {
    let capital = if word == "error" { "Error:" } else { "Warning:" };
    let drawn = drawn.replacen(capital, &format!("{word}:"), 1);
    drawn.lines().map(|line| line.trim_end().to_string() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str, start: u32, end: u32) -> String {
        let diagnostic = Diagnostic::error("message", Span { start, end }, "label").help("help").note("note");
        render(&[diagnostic], "m.mover", text, false)
    }

    #[test]
    fn name_line_and_column_are_there() {
        assert!(drawn("int x;\n  int y;\n", 9, 12).contains("[ m.mover:2:3 ]"));
        assert!(drawn("int x;\r\n\tint y;\r\n", 9, 12).contains("[ m.mover:2:2 ]"));
    }

    #[test]
    fn any_span_can_be_drawn() {
        for text in ["", "\n", "\r\n", "ä\tö", "int x;", "\u{FEFF}x\u{2028}y"] {
            for (start, end) in [(0, 0), (0, 99), (1, 2), (2, 1), (3, 3), (50, 60)] {
                let drawing = drawn(text, start, end);
                assert!(drawing.contains("m.mover:"), "{drawing}");
                assert!(!drawing.contains('\u{1b}'), "{drawing}");
            }
        }
    }

    #[test]
    fn of_long_lines_what_is_around_the_caret_is_drawn() {
        let text = format!("int x;\n{}BAD{}\n", "é".repeat(700), "y".repeat(700));
        let at = text.find("BAD").unwrap() as u32;
        let diagnostic = Diagnostic::error("message", Span { start: at, end: at + 3 }, "label")
            .also(Span { start: 9, end: 11 }, "far away")
            .also(Span { start: 0, end: 3 }, "above");
        for width in [0, 80, 120, 5000] {
            let drawn = render_within(std::slice::from_ref(&diagnostic), "m.mover", &text, false, width);
            assert!(drawn.contains("[ m.mover:2:701 ]"), "{drawn}");
            assert!(drawn.lines().all(|l| l.chars().count() <= width.clamp(NARROWEST, MAX_WIDTH)), "{drawn}");
            assert!(drawn.contains("éBADy") && drawn.contains("above"), "{drawn}");
            assert!(drawn.contains("far away: line 2, column 2"), "{drawn}");
        }
    }

    #[test]
    fn nothing_is_drawn_for_nothing() {
        assert_eq!(render(&[], "m.mover", "", false), "");
    }
}
