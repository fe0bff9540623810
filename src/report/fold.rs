//! Lines of pieces for a terminal of so many columns: what is longer goes on below, hung in where the last column of
//! the line begins, and is broken between words. A sign is what a reader takes for one, and may take two columns.

use super::listing::{columns, trimmed, width_of};
use super::picture::{Line, Span};
use unicode_segmentation::UnicodeSegmentation;

/// A sign and its columns.
type Sign<'t> = (&'t str, usize);

fn signs(text: &str) -> impl Iterator<Item = Sign<'_>> {
    text.graphemes(true).map(|sign| (sign, width_of(sign)))
}

/// The signs at the beginning for which there is room.
fn beginning(text: &str, width: usize) -> &str {
    let mut used = 0;
    let fits = signs(text).take_while(|(_, columns)| {
        used += columns;
        used <= width
    });
    &text[..fits.map(|(sign, _)| sign.len()).sum()]
}

/// The beginning of a text, and `…` where it is cut.
pub(super) fn cut(text: &str, width: usize) -> String {
    match width_of(text) > width {
        true => format!("{}…", beginning(text, width.saturating_sub(1))),
        false => text.into(),
    }
}

/// The beginning of a line, and `…` where it is cut.
pub(super) fn cut_line(line: Line, width: usize) -> Line {
    if columns(&line) <= width {
        return line;
    }
    let mut room = width.saturating_sub(1);
    let mut kept = vec![];
    for span in line {
        let text = beginning(&span.text, room);
        let whole = text.len() == span.text.len();
        room = if whole { room - width_of(text) } else { 0 };
        kept.extend((!text.is_empty()).then(|| Span::new(text, span.tone)));
        if !whole {
            break;
        }
    }
    kept.push(Span::plain("…"));
    kept
}

/// No line is longer than so many columns.
pub fn folded(lines: Vec<Line>, width: usize) -> Vec<Line> {
    lines.into_iter().flat_map(|line| if columns(&line) > width { fold(&line, width) } else { vec![line] }).collect()
}

fn fold(line: &Line, width: usize) -> Vec<Line> {
    let text: Vec<Sign<'_>> = line.iter().flat_map(|span| signs(&span.text)).collect();
    let hang = hang(&text, width);
    let (mut rows, mut from) = (vec![], 0);
    while from < text.len() {
        let indent = if rows.is_empty() { 0 } else { hang };
        let to = end(&text, from, width - indent, indent);
        let mut row = if indent == 0 { vec![] } else { vec![Span::plain(" ".repeat(indent))] };
        row.extend(piece(line, from, to));
        rows.push(trimmed(row));
        from = (to..text.len()).find(|at| !is_blank(text[*at])).unwrap_or(text.len());
    }
    rows
}

fn is_blank((sign, _): Sign<'_>) -> bool {
    sign == " "
}

fn sum(text: &[Sign<'_>]) -> usize {
    text.iter().map(|(_, columns)| columns).sum()
}

/// How many signs from one on have room; at least one.
fn fitting(text: &[Sign<'_>], room: usize) -> usize {
    (1..=text.len()).take_while(|n| *n == 1 || sum(&text[..*n]) <= room).last().unwrap_or(0)
}

/// Where a line goes on: below the last of its columns, which stand two blanks apart, if that leaves a third of the
/// width, or else two columns to the right of its beginning.
fn hang(text: &[Sign<'_>], width: usize) -> usize {
    let begins = text.iter().position(|s| !is_blank(*s)).unwrap_or(0);
    let column = |at: &usize| !is_blank(text[*at]) && is_blank(text[at - 1]) && is_blank(text[at - 2]);
    let last = (begins + 3..fitting(text, width * 2 / 3)).rev().find(column);
    last.map_or(if begins < width / 2 { begins + 2 } else { 2 }, |at| sum(&text[..at]))
}

/// Where a row ends that begins here: behind the last word that it has room for, or in the middle of one that no row
/// has room for.
fn end(text: &[Sign<'_>], from: usize, room: usize, indent: usize) -> usize {
    let full = from + fitting(&text[from..], room);
    if full >= text.len() {
        return text.len();
    }
    let first = if indent == 0 { text.iter().position(|s| !is_blank(*s)).unwrap_or(0) } else { from };
    (first + 1..=full).rev().find(|at| is_blank(text[*at])).unwrap_or(full)
}

/// The signs of a line from one place to another.
fn piece(line: &Line, from: usize, to: usize) -> Line {
    let mut at = 0;
    let part = |span: &Span| {
        let begins = at;
        let all: Vec<Sign<'_>> = signs(&span.text).collect();
        at += all.len();
        let (skipped, taken) = (from.saturating_sub(begins), to.saturating_sub(begins.max(from)));
        Span::new(all.iter().skip(skipped).take(taken).map(|(sign, _)| *sign).collect::<String>(), span.tone)
    };
    line.iter().map(part).filter(|span| !span.text.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::listing::{joined, plain};
    use super::super::picture::Tone;
    use super::*;

    fn rows(text: &str, width: usize) -> String {
        joined(&folded(plain(text), width))
    }

    #[test]
    fn words_hang_below_the_last_column() {
        assert_eq!(rows("name  one two three four", 16), "name  one two\n      three four\n");
        assert_eq!(rows("  a list: one, two, three", 16), "  a list: one,\n    two, three\n");
    }

    #[test]
    fn what_has_room_stays() {
        assert_eq!(rows("a  b\n\n  c", 4), "a  b\n\n  c\n");
    }

    #[test]
    fn words_longer_than_a_row_are_broken() {
        assert_eq!(rows("abcdefgh", 4), "abcd\n  ef\n  gh\n");
    }

    #[test]
    fn nothing_is_lost_at_any_width() {
        let text = "  kind  (L0, r=1, m=0) -> (L5, r=1, m=1)  pushes main:M1; threads 1, 2";
        for width in 8..90 {
            let rows = rows(text, width);
            assert!(rows.lines().all(|row| row.chars().count() <= width), "{rows}");
            let letters = |s: &str| s.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            assert_eq!(letters(&rows), letters(text));
        }
    }

    #[test]
    fn signs_are_not_broken_and_columns_are_counted() {
        // A family, a flag and a letter with an accent of its own are a sign each, and two, two and one columns wide.
        let [family, flag, letter] = ["\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}", "\u{1f1e9}\u{1f1ea}", "e\u{301}"];
        let text = format!("{family}{flag}{letter}漢字");
        assert_eq!(width_of(&text), 9);
        assert_eq!(cut(&text, 4), format!("{family}…"));
        assert_eq!(cut(&text, 6), format!("{family}{flag}{letter}…"));
        assert_eq!(cut(&text, 9), text);
        let line = || vec![Span::plain("a "), Span::plain(text.as_str()), Span::plain("b")];
        for width in 4..14 {
            assert!(columns(&cut_line(line(), width)) <= width);
            for row in folded(vec![line()], width) {
                assert!(columns(&row) <= width, "{width}");
            }
        }
        assert_eq!(joined(&[cut_line(line(), 7)]), format!("a {family}{flag}…\n"));
    }

    #[test]
    fn pieces_keep_what_they_mean() {
        let line = vec![Span::plain("ab "), Span::new("cd ef", Tone::Strong)];
        let rows = folded(vec![line], 6);
        assert!(rows[0] == vec![Span::plain("ab "), Span::new("cd", Tone::Strong)]);
        assert!(rows[1][1] == Span::new("ef", Tone::Strong));
    }

    #[test]
    fn what_is_cut_says_so() {
        assert_eq!((cut("abcdef", 4), cut("abcd", 4)), ("abc…".into(), "abcd".into()));
        assert_eq!(joined(&[cut_line(vec![Span::plain("ab"), Span::plain("cdef")], 4)]), "abc…\n");
    }
}
