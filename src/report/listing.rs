//! Lines of text with the common colours, as a piece of LaTeX or of a page.

use super::escape;
use super::palette;
use super::picture::{Line, Span, Tone};
use unicode_width::UnicodeWidthStr;

/// Text without colours.
pub fn plain(text: &str) -> Vec<Line> {
    text.lines().map(|line| vec![Span::plain(line)]).collect()
}

/// Pieces as text.
pub(super) fn joined(lines: &[Line]) -> String {
    let text = |line: &Line| line.iter().map(|span| span.text.as_str()).chain(["\n"]).collect::<String>();
    lines.iter().map(text).collect()
}

/// Columns of a line.
pub(super) fn columns(line: &Line) -> usize {
    line.iter().map(|span| width_of(&span.text)).sum()
}

/// Columns of a text on a terminal.
pub(super) fn width_of(text: &str) -> usize {
    text.width()
}

/// Without blanks at its end.
pub(super) fn trimmed(mut line: Line) -> Line {
    while let Some(last) = line.last_mut() {
        last.text.truncate(last.text.trim_end().len());
        if !last.text.is_empty() {
            break;
        }
        line.pop();
    }
    line
}

fn commits(line: &Line) -> bool {
    line.iter().any(|span| span.tone == Tone::Commits)
}

/// To be pasted into a document or a frame of a slide.
pub(super) fn latex(lines: &[Line]) -> String {
    let mut out = String::from(
        "% needs \\usepackage[T1]{fontenc} and \\usepackage{xcolor}\n\
         {\\ttfamily\\footnotesize\\noindent\\setlength{\\fboxsep}{1.5pt}%\n",
    );
    for line in lines {
        out += &format!("\\mbox{{}}{}\\\\\n", line.iter().map(latex_span).collect::<String>());
        if commits(line) {
            out += &format!(
                "\\mbox{{}}\\textcolor[HTML]{{{}}}{{\\rule{{0.9\\linewidth}}{{1.5pt}}}}\\\\\n",
                bare(palette::COMMITS)
            );
        }
    }
    out + "\\par}\n"
}

fn latex_span(span: &Span) -> String {
    let text = escape::latex(&span.text).replace(' ', "~");
    let inked = |ink: &str, text: &str| format!("\\textcolor[HTML]{{{}}}{{{text}}}", bare(ink));
    let ground =
        |ground: &str, ink: &str, text: &str| format!("\\colorbox[HTML]{{{}}}{{{}}}", bare(ground), inked(ink, text));
    let bold = format!("\\textbf{{{text}}}");
    match span.tone {
        Tone::Plain => text,
        Tone::Strong | Tone::Safe | Tone::Open => bold,
        Tone::Raised => format!("\\textsuperscript{{{text}}}"),
        Tone::Faint => inked(palette::SOFT, &text),
        Tone::Thread(t) => inked(palette::thread(t), &bold),
        Tone::Wrong => inked(palette::WRONG, &bold),
        Tone::GoesWrong => format!("~~{}", inked(palette::WRONG, &bold)),
        Tone::Commits => format!("~~{bold}"),
        Tone::Changed => ground(palette::CHANGED, palette::INK, &bold),
        Tone::PreCommit => ground(palette::PRE_COMMIT, palette::INK, &text),
        Tone::PostCommit => ground(palette::POST_COMMIT, palette::INK, &text),
        Tone::Mover(letter) => {
            let (under, ink) = palette::mover(letter);
            ground(under, ink, &bold)
        }
    }
}

/// A colour as LaTeX has it.
fn bare(colour: &str) -> String {
    colour.trim_start_matches('#').to_uppercase()
}

/// To be pasted into a page: it needs no script, no style sheet and no other file.
pub(super) fn html(lines: &[Line]) -> String {
    let mut out = format!(
        "<pre class=\"mv-listing\" style=\"font: 16px/1.5 'DejaVu Sans Mono', Menlo, Consolas, monospace; \
         color: {}; background: #ffffff; padding: 12px\">\n",
        palette::INK
    );
    for line in lines {
        let text: String = line.iter().map(html_span).collect();
        out += &match commits(line) {
            true => format!(
                "<span style=\"border-bottom: 4px solid {}; padding-bottom: 2px\">{text}</span>\n",
                palette::COMMITS
            ),
            false => format!("{text}\n"),
        };
    }
    out + "</pre>\n"
}

fn html_span(span: &Span) -> String {
    let text = escape::xml(&span.text);
    let styled = |style: String| format!("<span style=\"{style}\">{text}</span>");
    let inked = |ink: &str| styled(format!("color: {ink}; font-weight: bold"));
    let ground = |ground: &str, ink: &str, weight: &str| {
        styled(format!("background: {ground}; color: {ink}; font-weight: {weight}; border-radius: 3px"))
    };
    match span.tone {
        Tone::Plain => text,
        Tone::Strong | Tone::Safe | Tone::Open => inked(palette::INK),
        Tone::Raised => format!("<sup>{text}</sup>"),
        Tone::Faint => styled(format!("color: {}", palette::SOFT)),
        Tone::Thread(t) => inked(palette::thread(t)),
        Tone::Wrong => inked(palette::WRONG),
        Tone::GoesWrong => format!("  {}", inked(palette::WRONG)),
        Tone::Commits => format!("  {}", inked(palette::INK)),
        Tone::Changed => ground(palette::CHANGED, palette::INK, "bold"),
        Tone::PreCommit => ground(palette::PRE_COMMIT, palette::INK, "normal"),
        Tone::PostCommit => ground(palette::POST_COMMIT, palette::INK, "normal"),
        Tone::Mover(letter) => {
            let (under, ink) = palette::mover(letter);
            ground(under, ink, "bold")
        }
    }
}
