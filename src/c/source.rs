//! From offsets of the preprocessed text to places in the user's file.

use super::attributes::Attributes;
use crate::diagnostics::Span;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

/// The user's file, and what the preprocessor made of it.
pub(super) struct Source<'t> {
    original: &'t str,
    /// What is parsed.
    pub(super) text: String,
    /// Where lines of `original` begin.
    starts: Vec<usize>,
    lines: Vec<Line>,
    /// What the parser does not see.
    pub(super) attributes: Attributes,
}

/// A line of what is parsed.
struct Line {
    /// Where it begins.
    at: usize,
    /// Which line of the user's file it is (from 0), or which one includes it.
    original: usize,
    /// Of another file: which, and which line it is there, from 1.
    of: Option<(Rc<Included>, usize)>,
}

/// A file that the user's file includes.
struct Included {
    name: String,
    /// Its lines; none if it cannot be read again.
    lines: Vec<String>,
}

impl Included {
    fn new(path: &str) -> Self {
        let bytes = std::fs::read(path).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let name = path.rsplit('/').next().unwrap_or(path).to_string();
        Included { name, lines: text.lines().map(String::from).collect() }
    }
}

impl<'t> Source<'t> {
    /// `name` is what line markers call the user's file.
    pub(super) fn new(original: &'t str, name: &str, text: String) -> Self {
        let starts = line_starts(original);
        let marked = text.lines().any(|l| marker(l).is_some());
        let (mut lines, mut next, mut place) = (vec![], 0, 0);
        let (mut first, mut other) = (None, None);
        let mut all: BTreeMap<String, Rc<Included>> = BTreeMap::new();
        let mut included = |file: &str| all.entry(file.into()).or_insert_with(|| Rc::new(Included::new(file))).clone();
        for (at, line) in line_starts(&text).into_iter().zip(text.split('\n')) {
            if let Some((number, file)) = marker(line).filter(|_| marked) {
                let main = first.get_or_insert_with(|| file.to_string());
                let inside = file == main || file == name;
                place = if inside { number.saturating_sub(1) } else { place };
                other = (!inside).then(|| included(file));
                next = number;
                continue;
            }
            lines.push(Line { at, original: place, of: other.clone().map(|file| (file, next)) });
            next += 1;
            place += usize::from(other.is_none());
        }
        Source { original, text, starts, lines, attributes: Attributes::default() }
    }

    /// Of a file that needs no preprocessor: it is itself what is shown, whatever its markers say. Before it there may
    /// stand lines of ours.
    pub(super) fn of_itself(original: &'t str, before: &str, text: String) -> Self {
        let starts = line_starts(original);
        let lines = starts.iter().enumerate().map(|(i, at)| Line { at: before.len() + at, original: i, of: None });
        Source { original, text, lines: lines.collect(), starts, attributes: Attributes::default() }
    }

    /// With the attributes that are blank in the text.
    pub(super) fn with(self, attributes: Attributes) -> Self {
        Source { attributes, ..self }
    }

    /// The 1-based line of the user's file.
    pub(super) fn line(&self, offset: usize) -> u32 {
        1 + self.original_line(offset).0 as u32
    }

    /// The line from 0, and where it begins in what was parsed.
    fn original_line(&self, offset: usize) -> (usize, usize) {
        let (line, start) = self.line_at(offset).map_or((0, 0), |l| (l.original, l.at));
        (line.min(self.starts.len() - 1), start)
    }

    fn line_at(&self, offset: usize) -> Option<&Line> {
        self.lines.get(self.lines.partition_point(|line| line.at <= offset).saturating_sub(1))
    }

    fn original_text(&self, line: usize) -> Range<usize> {
        let start = self.starts[line];
        let end = self.original[start..].find('\n').map_or(self.original.len(), |i| start + i);
        start..end
    }

    /// Where an offset lies in the user's file, if the line is the same up to there.
    fn exactly(&self, offset: usize) -> Option<usize> {
        self.line_at(offset).filter(|line| line.of.is_none())?;
        let (line, start) = self.original_line(offset);
        let before = self.text.get(start..offset)?;
        let original = self.original.get(self.original_text(line))?;
        prepared_to(original.as_bytes(), before.as_bytes()).map(|length| self.starts[line] + length)
    }

    /// The range in the user's file: the whole line where macros have changed it.
    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        let line = self.original_text(self.original_line(start).0);
        let found = self.exactly(start).zip(self.exactly(end)).filter(|(a, b)| a < b && *b <= self.original.len());
        let (start, end) = found.unwrap_or_else(|| {
            let text = &self.original[line.clone()];
            (line.start + text.len() - text.trim_start().len(), line.start + text.trim_end().len())
        });
        // What a macro stands for may be shorter than its name.
        let word =
            |at: usize| self.original.as_bytes().get(at).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
        let end = (end..).find(|at| !(word(*at) && word(at.wrapping_sub(1)))).unwrap_or(end);
        Span { start: start as u32, end: end as u32 }
    }

    /// What is said of a place in the user's file; where that includes another one, what stands there, too.
    pub(super) fn label(&self, at: usize, what: &str) -> String {
        match self.included(at, at) {
            Some((text, place)) => format!("{what} ({place}: `{text}`)"),
            None => what.into(),
        }
    }

    /// Lines of an included file, and where they stand.
    fn included(&self, start: usize, end: usize) -> Option<(String, String)> {
        let (file, line) = self.line_at(start)?.of.as_ref()?;
        let last = self.line_at(end).and_then(|line| line.of.as_ref()).map_or(*line, |(_, last)| *last);
        let text = file.lines.get(line.saturating_sub(1)..last).map_or(String::new(), |lines| lines.join("\n"));
        Some((on_one_line(&text), format!("{}:{line}", file.name)))
    }

    /// Whether the user's files speak of atomic objects.
    pub(super) fn has_atomics(&self) -> bool {
        let users = |line: &&Line| line.of.as_ref().is_none_or(|(file, _)| !file.lines.is_empty());
        let text = |line: &Line| self.text[line.at..].split('\n').next().unwrap_or_default();
        self.lines.iter().filter(users).map(text).any(|text| text.contains("_Atomic") || text.contains("atomic_"))
    }

    /// The user's text, on one line; of an included file it is said where it stands.
    pub(super) fn words(&self, start: usize, end: usize) -> String {
        if let Some((text, place)) = self.included(start, end) {
            return format!("{text} ({place})");
        }
        let span = self.span(start, end);
        let text = on_one_line(self.original.get(span.start as usize..span.end as usize).unwrap_or_default());
        if !text.is_empty() {
            return text;
        }
        let line = self.original_text(self.original_line(start).0);
        on_one_line(self.original.get(line).unwrap_or_default())
    }
}

fn on_one_line(text: &str) -> String {
    without_comments(text).split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches(';').trim().to_string()
}

/// A macro's text reaches to the end of its line.
fn without_comments(text: &str) -> String {
    let (mut kept, mut rest, mut quote) = (String::new(), text, None);
    while let Some(c) = rest.chars().next() {
        let skipped = match (quote, rest.get(..2).unwrap_or_default()) {
            (None, "//") => rest.find('\n').unwrap_or(rest.len()),
            (None, "/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            _ => 0,
        };
        if skipped > 0 {
            rest = &rest[skipped..];
            continue;
        }
        let taken = if c == '\\' { rest.chars().take(2).map(char::len_utf8).sum() } else { c.len_utf8() };
        if matches!(c, '"' | '\'') && quote.is_none_or(|open| open == c) {
            quote = if quote.is_some() { None } else { Some(c) };
        }
        kept.push_str(&rest[..taken]);
        rest = &rest[taken..];
    }
    kept
}

/// How much of a line has become this beginning of another one, if nothing was changed in it but what no one sees.
fn prepared_to(original: &[u8], prepared: &[u8]) -> Option<usize> {
    // Of a tabulator at the beginning of a line the preprocessor makes several blanks.
    let tabs =
        original.iter().take_while(|b| b.is_ascii_whitespace()).any(|b| *b == b'\t') && prepared.starts_with(b" ");
    let same = !tabs && original.len() >= prepared.len() && prepared_alike(original, prepared);
    if same { Some(prepared.len()) } else { spaced_to(original, prepared) }
}

/// The same where several blanks have become one.
fn spaced_to(original: &[u8], prepared: &[u8]) -> Option<usize> {
    let mut at = 0;
    for byte in prepared {
        match byte {
            b' ' => at += original[at..].iter().take_while(|b| b.is_ascii_whitespace()).count(),
            _ if original.get(at) == Some(byte) => at += 1,
            _ => return None,
        }
    }
    Some(at)
}

/// Comments were replaced by spaces, and a few letters by others.
fn prepared_alike(original: &[u8], prepared: &[u8]) -> bool {
    original.iter().zip(prepared).all(|(o, p)| o == p || *p == b' ' || *o == b'$' || *p == b'r' || *o == b'\t')
}

fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1)).collect()
}

/// `# 12 "f.c" 1` or `#line 12 "f.c"`: the next line is the twelfth of that file.
fn marker(line: &str) -> Option<(usize, &str)> {
    let rest = line.strip_prefix("# ").or_else(|| line.strip_prefix("#line "))?;
    let (number, rest) = rest.split_once(' ')?;
    let file = rest.strip_prefix('"')?.split('"').next()?;
    Some((number.parse().ok()?, file))
}
