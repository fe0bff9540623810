//! Whether an answer is the exercise with its gaps filled.

/// What may stand in a gap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Filling {
    /// Statements; no declaration, which could give another meaning to what follows.
    Statements,
    /// `@right`, `@left`, `@both` or `@non`.
    Claims,
    /// `COMMIT:`.
    Label,
}

/// Words with which a declaration begins.
const DECLARES: [&str; 9] = ["int", "bool", "mutex", "rmutex", "const", "enum", "thread_local", "void", "P"];

impl Filling {
    fn allows(self, line: &str) -> bool {
        let mut words = line.split(|c: char| !(c.is_alphanumeric() || "_@".contains(c))).filter(|w| !w.is_empty());
        match self {
            Filling::Statements => words.all(|w| !DECLARES.contains(&w)),
            Filling::Claims => words.all(|w| ["@right", "@left", "@both", "@non"].contains(&w)) && !line.contains(';'),
            Filling::Label => line.replace(' ', "") == "COMMIT:",
        }
    }

    /// In words.
    pub fn said(self) -> &'static str {
        match self {
            Filling::Statements => "statements, and no declarations,",
            Filling::Claims => "`@right`, `@left`, `@both` or `@non`",
            Filling::Label => "nothing, or the label `COMMIT:`,",
        }
    }
}

/// Where an answer is no longer the exercise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strayed {
    /// The line of the answer, from 1 on; nothing where a gap goes on to the end, since what is expected never comes.
    pub line: Option<usize>,
    /// What the exercise has there; nothing after its last line.
    pub expected: Option<String>,
}

/// A line of an exercise.
enum Line<'a> {
    Text(&'a str),
    Gap,
}

/// The first line that is neither in the exercise nor in one of its gaps. Comments, empty lines and indentation are
/// free.
pub fn strayed(exercise: &str, filling: Filling, answer: &str) -> Option<Strayed> {
    let expected: Vec<Line<'_>> = exercise.lines().map(str::trim).filter_map(line_of).collect();
    let given: Vec<(usize, &str)> = code(answer).collect();
    let at = furthest(&expected, filling, &given)?;
    let next = |gaps: usize| expected[gaps..].iter().find_map(|l| if let Line::Text(t) = l { Some(*t) } else { None });
    Some(Strayed { line: given.get(at.1).map(|(n, _)| *n), expected: next(at.0).map(str::to_string) })
}

fn line_of(line: &str) -> Option<Line<'_>> {
    match line {
        "//?" => Some(Line::Gap),
        _ => Some(bare(line)).filter(|l| !l.is_empty()).map(Line::Text),
    }
}

fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(i, l)| (i + 1, bare(l))).filter(|(_, l)| !l.is_empty())
}

/// Without comment and indentation.
fn bare(line: &str) -> &str {
    line.split("//").next().unwrap_or_default().trim()
}

/// Nothing if all lines fit; otherwise how far both can be followed. `fits[i]` after the first `j` lines of the
/// answer: these may be the first `i` lines of the exercise.
fn furthest(expected: &[Line<'_>], filling: Filling, given: &[(usize, &str)]) -> Option<(usize, usize)> {
    let mut fits = past_gaps(expected, vec![true]);
    let mut best = last(&fits);
    for (j, (_, line)) in given.iter().enumerate() {
        let mut next = vec![false; expected.len() + 1];
        for i in (0..expected.len()).filter(|i| fits.get(*i) == Some(&true)) {
            match expected[i] {
                Line::Gap => next[i] |= filling.allows(line),
                Line::Text(text) => next[i + 1] |= text == *line,
            }
        }
        fits = past_gaps(expected, next);
        match last(&fits) {
            Some(i) => best = Some(i),
            None => return best.map(|i| (i, j)),
        }
    }
    (fits.last() != Some(&true)).then(|| (best.unwrap_or_default(), given.len()))
}

/// A gap may stay empty.
fn past_gaps(expected: &[Line<'_>], mut fits: Vec<bool>) -> Vec<bool> {
    fits.resize(expected.len() + 1, false);
    for (i, line) in expected.iter().enumerate() {
        fits[i + 1] |= fits[i] && matches!(line, Line::Gap);
    }
    fits
}

fn last(fits: &[bool]) -> Option<usize> {
    fits.iter().rposition(|f| *f)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXERCISE: &str = "mutex m;\nvoid f() {\n    //?\n    x = 1; // both\n    //?\n}\n";

    #[test]
    fn gaps_may_be_filled_or_empty() {
        for answer in [
            "mutex m; // mine\n\nvoid f() {\nx = 1;\n}",
            "mutex m;\nvoid f() {\n  acquire(m);\n  x = 1;\n  release(m);\n}",
            "mutex m;\nvoid f() {\n  x = 1;\n  x = 1;\n}",
        ] {
            assert_eq!(strayed(EXERCISE, Filling::Statements, answer), None, "{answer}");
        }
    }

    #[test]
    fn what_is_changed_elsewhere_is_told() {
        let at = |answer: &str| strayed(EXERCISE, Filling::Statements, answer).map(|s| (s.line, s.expected));
        let line = |n, text: &str| Some((n, Some(text.to_string())));
        assert_eq!(at("int y;\nmutex m;\nvoid f() {\n}"), line(Some(1), "mutex m;"));
        assert_eq!(at("mutex m;\nvoid f() {\n  x = 2;\n}"), line(None, "x = 1;"));
        assert_eq!(at("mutex m;\nvoid f() {\n  x = 1;\n}\nint y;"), Some((Some(5), None)));
    }

    #[test]
    fn gaps_hold_what_is_asked_for() {
        let at = |filling, gap: &str| {
            let answer = EXERCISE.replacen("//?", gap, 1);
            strayed(EXERCISE, filling, &answer).and_then(|s| s.line)
        };
        let (claims, label) = (Filling::Claims, Filling::Label);
        for (filling, gap) in [(Filling::Statements, "acquire(m); x = 2;"), (claims, "@both"), (label, "COMMIT :")] {
            assert_eq!(at(filling, gap), None, "{gap}");
        }
        for (filling, gap) in [(Filling::Statements, "int x = 1;"), (claims, "skip;"), (claims, ";"), (label, "L:")] {
            assert_eq!(at(filling, gap), Some(3), "{gap}");
        }
    }
}
