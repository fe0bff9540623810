//! Colours for answers that are text: verdicts at the head, threads, commits and errors wherever they are told.

use super::picture::{Line, Span, Tone};

/// Words with which an answer begins, and what they mean.
const HEADS: [(&str, Tone); 8] = [
    ("safe", Tone::Safe),
    ("met", Tone::Safe),
    ("wrong", Tone::Wrong),
    ("violated", Tone::Wrong),
    ("deadlock", Tone::Wrong),
    ("inconclusive", Tone::Open),
    ("not known at this bound", Tone::Open),
    ("partial", Tone::Open),
];

/// Words with which a line ends.
const ENDS: [(&str, Tone); 2] = [("<- commits", Tone::Commits), ("<- goes wrong", Tone::GoesWrong)];

pub(super) fn marked(text: &str) -> Vec<Line> {
    text.lines().map(line).collect()
}

fn line(text: &str) -> Line {
    let head = HEADS.iter().find(|(word, _)| text.strip_prefix(word).is_some_and(|rest| rest.starts_with(':')));
    let (mut spans, rest) = match head {
        Some((word, tone)) => (vec![Span::new(*word, *tone)], &text[word.len()..]),
        None => (vec![], text),
    };
    let end = ENDS.iter().find(|(word, _)| rest.ends_with(word));
    let middle = end.map_or(rest, |(word, _)| &rest[..rest.len() - word.len()]);
    threads(middle, &mut spans);
    spans.extend(end.map(|(word, tone)| Span::new(*word, *tone)));
    spans
}

/// `thread 2 (T2)` wherever it stands.
fn threads(mut text: &str, spans: &mut Line) {
    while let Some((at, len, number)) = thread(text) {
        spans.push(Span::plain(&text[..at]));
        spans.push(Span::new(&text[at..at + len], Tone::Thread(number)));
        text = &text[at + len..];
    }
    spans.push(Span::plain(text));
}

/// Where the first thread is named, how long its name is, and its number.
fn thread(text: &str) -> Option<(usize, usize, u32)> {
    text.match_indices("thread ").find_map(|(at, word)| {
        let rest = &text[at + word.len()..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let number = rest[..digits].parse().ok()?;
        let name = rest[digits..].strip_prefix(" (").and_then(closed).map_or(0, |n| n + 2);
        Some((at, word.len() + digits + name, number))
    })
}

/// How far it is to the parenthesis that closes, that one included.
fn closed(text: &str) -> Option<usize> {
    let mut depth = 1;
    text.char_indices().find_map(|(i, c)| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(i + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tones(text: &str) -> Vec<(String, Tone)> {
        let spans = marked(text).concat().into_iter();
        spans.filter(|s| s.tone != Tone::Plain).map(|s| (s.text.to_string(), s.tone)).collect()
    }

    #[test]
    fn threads_verdicts_and_ends_are_marked_and_nothing_is_lost() {
        let text = "violated: thread 2 (f(1, g)) and thread 13 go on\n  x = 1  <- commits\nthreads met: 3 (a)";
        let found = tones(text);
        let wanted = [
            ("violated", Tone::Wrong),
            ("thread 2 (f(1, g))", Tone::Thread(2)),
            ("thread 13", Tone::Thread(13)),
            ("<- commits", Tone::Commits),
        ];
        assert_eq!(found, wanted.map(|(word, tone)| (word.to_string(), tone)));
        let joined: Vec<String> = marked(text).iter().map(|l| l.iter().map(|s| s.text.as_str()).collect()).collect();
        assert_eq!(joined.join("\n"), text);
    }
}
