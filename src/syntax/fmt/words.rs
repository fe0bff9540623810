//! The words of a text, each with the comments before it.

use crate::syntax::token::Token;
use logos::Logos;

pub(super) struct Word<'t> {
    pub(super) token: Token,
    pub(super) text: &'t str,
    /// Between the word before and this one.
    pub(super) comments: Vec<Comment<'t>>,
    /// Lines that end between the last of them, or the word before, and this one.
    pub(super) newlines: usize,
}

pub(super) struct Comment<'t> {
    /// Without the blanks at its end.
    pub(super) text: &'t str,
    /// Lines that end between what stands before and the comment.
    pub(super) newlines: usize,
    /// Where it begins, from 0.
    pub(super) column: usize,
    /// Whether nothing may follow on its line, or nothing does.
    pub(super) breaks: bool,
}

impl Word<'_> {
    /// Whether a line ends between the word before and this one.
    pub(super) fn is_on_new_line(&self) -> bool {
        self.newlines + self.comments.iter().map(|c| c.newlines).sum::<usize>() > 0
    }

    /// Characters, with those of its comments and blanks between them.
    pub(super) fn length(&self) -> usize {
        self.text.chars().count() + self.comments.iter().map(|c| c.text.chars().count() + 1).sum::<usize>()
    }
}

/// The last one is the end.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let (mut words, mut comments, mut end) = (vec![], vec![], 0);
    let mut lexer = Token::lexer(text);
    while let Some(token) = lexer.next() {
        let token = token.unwrap_or(Token::String);
        let open = token == Token::OpenComment;
        let range = if open { lexer.span().start..text.len() } else { lexer.span() };
        if open {
            lexer.bump(lexer.remainder().len());
        }
        let newlines = text[end..range.start].matches('\n').count();
        end = range.end;
        let own = text[range.clone()].trim_end();
        match token {
            Token::LineComment | Token::BlockComment | Token::OpenComment => {
                let breaks = token != Token::BlockComment || own.contains('\n') || ends_line(&text[end..]);
                comments.push(Comment { text: own, newlines, column: column(&text[..range.start]), breaks });
            }
            token => {
                words.push(Word { token, text: &text[range], comments: std::mem::take(&mut comments), newlines });
            }
        }
    }
    let newlines = text[end..].matches('\n').count();
    words.push(Word { token: Token::End, text: "", comments, newlines });
    contextual(&mut words);
    words
}

/// Words that are reserved at their places alone are taken for keywords with the same blanks around them.
fn contextual(words: &mut [Word<'_>]) {
    use Token::*;
    for i in 0..words.len() {
        let begins =
            i == 0 || matches!(words[i - 1].token, Semicolon | OpenBrace | CloseBrace | CloseParen | Colon | Else);
        let next = words.get(i + 1).map_or(End, |w| w.token);
        let value = matches!(next, Name | Number | True | False | Minus | Tilde | Not | OpenParen);
        match words[i].text {
            "switch" if begins && next == OpenParen => words[i].token = While,
            "case" if begins && value => words[i].token = Return,
            _ => {}
        }
    }
}

/// Whether nothing stands before the end of the line.
fn ends_line(rest: &str) -> bool {
    rest.split('\n').next().unwrap_or_default().trim().is_empty()
}

/// The column behind the text, where tabs lead to multiples of 4.
fn column(before: &str) -> usize {
    let line = before.rsplit('\n').next().unwrap_or_default();
    line.chars().fold(0, |column, c| if c == '\t' { column / 4 * 4 + 4 } else { column + 1 })
}
