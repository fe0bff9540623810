//! Draws diagnostics over the source text. Returns the drawing; nothing here prints.

use super::{Diagnostic, Severity, Span};
use ariadne::{Color, Config, IndexType, Label, Report, ReportKind, Source};

/// All diagnostics, one after the other, with file name, line and column.
pub fn render(diagnostics: &[Diagnostic], name: &str, text: &str, color: bool) -> String {
    diagnostics.iter().map(|diagnostic| drawing(diagnostic, name, text, color)).collect::<Vec<_>>().join("\n")
}

/// Longer lines are not drawn.
const MAX_WIDTH: usize = 400;

fn drawing(diagnostic: &Diagnostic, name: &str, text: &str, color: bool) -> String {
    let (kind, hue) = match diagnostic.severity {
        Severity::Error => (ReportKind::Error, Color::Red),
        Severity::Warning => (ReportKind::Warning, Color::Yellow),
    };
    let line = || diagnostic.in_line(name, text) + "\n";
    if labelled_lines(diagnostic, text).any(|line| line.len() > MAX_WIDTH) {
        return line();
    }
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

/// The source lines that labels stand on.
fn labelled_lines<'t>(diagnostic: &'t Diagnostic, text: &'t str) -> impl Iterator<Item = &'t str> {
    let spans = diagnostic.secondary.iter().map(|(span, _)| *span).chain([diagnostic.primary.0]);
    spans.map(|span| {
        let range = span.clamped(text);
        let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[range.end..].find('\n').map_or(text.len(), |at| range.end + at);
        &text[start..end]
    })
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
    fn long_lines_are_not_drawn() {
        assert_eq!(drawn(&"x".repeat(5000), 9, 12), "m.mover:1:10: error: message (help: help)\n");
    }

    #[test]
    fn nothing_is_drawn_for_nothing() {
        assert_eq!(render(&[], "m.mover", "", false), "");
    }
}
