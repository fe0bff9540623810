//! Lines of a session: at a terminal with a prompt, a history and completion, otherwise as they come.

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::io::{IsTerminal, stdin};

/// See the module's documentation.
pub(super) enum Lines {
    Typed(Box<Editor<Words, MemHistory>>),
    Piped(std::io::Lines<std::io::StdinLock<'static>>),
}

impl Lines {
    /// Typed ones are completed by these words.
    pub(super) fn new(words: Vec<String>) -> Self {
        let typed = || {
            let mut editor = Editor::with_history(
                Config::builder().auto_add_history(true).completion_type(CompletionType::List).build(),
                MemHistory::new(),
            )?;
            editor.set_helper(Some(Words(words)));
            Ok::<_, ReadlineError>(Lines::Typed(Box::new(editor)))
        };
        let piped = || Lines::Piped(stdin().lines());
        if stdin().is_terminal() { typed().unwrap_or_else(|_| piped()) } else { piped() }
    }

    /// The next one that says something. Ctrl-C gives up a line, Ctrl-D ends the session, and so do the words
    /// that end sessions elsewhere.
    pub(super) fn next(&mut self) -> Option<String> {
        loop {
            let line = match self {
                Lines::Typed(editor) => match editor.readline("query> ") {
                    Err(ReadlineError::Interrupted) => continue,
                    line => line.ok()?,
                },
                Lines::Piped(lines) => lines.next()?.ok()?,
            };
            match line.trim() {
                "quit" | "exit" => return None,
                text if text.is_empty() || text.starts_with("//") => {}
                text => return Some(text.to_string()),
            }
        }
    }
}

/// Completes the word before the cursor.
pub(super) struct Words(Vec<String>);

impl Words {
    /// Where the word begins, and the words that begin so; none before its first letter.
    fn fitting(&self, before: &str) -> (usize, Vec<String>) {
        let of_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
        let start =
            before.rfind(|c| !of_word(c)).map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        let fits = |word: &&String| start < before.len() && word.starts_with(&before[start..]);
        (start, self.0.iter().filter(fits).cloned().collect())
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.fitting(&line[..at]))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::Words;

    #[test]
    fn words_are_completed_from_where_they_begin() {
        let words = Words(["L0", "L1", "Sum", "SumPlus", "main:24"].map(String::from).to_vec());
        assert_eq!(words.fitting("Su"), (0, vec!["Sum".into(), "SumPlus".into()]));
        assert_eq!(words.fitting("Sum(foo, L"), (9, vec!["L0".into(), "L1".into()]));
        assert_eq!(words.fitting("U(1, "), (5, vec![]));
        assert_eq!(words.fitting("U(1, main:"), (5, vec!["main:24".into()]));
    }
}
