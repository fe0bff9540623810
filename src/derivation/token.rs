//! Words of the rules' text.

use crate::diagnostics::Span;
use logos::Logos;

#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n\f]+")]
pub(super) enum Token<'t> {
    #[regex(r"//[^\n]*", |lex| lex.slice(), allow_greedy = true)]
    Comment(&'t str),
    #[regex(r"[A-Za-z_$][A-Za-z0-9_]*")]
    Word(&'t str),
    #[regex(r"[0-9]+", |lex| lex.slice().parse().ok())]
    Number(u32),
    #[regex(r"'[a-z]+")]
    Lifetime,
    #[token("<--")]
    If,
    #[regex(r"\|\||&&|==|!=|<=|>=|->|::|[-(){}\[\],;:.*!&|=<>#+]")]
    Mark(&'t str),
}

/// A token and its place in the text.
pub(super) type Placed<'t> = (Token<'t>, Span);

/// The tokens of `text`; a character that starts none stands for itself.
pub(super) fn tokens(text: &str) -> Vec<Placed<'_>> {
    let mut lexer = Token::lexer(text);
    let mut found = vec![];
    while let Some(token) = lexer.next() {
        let span = Span { start: lexer.span().start as u32, end: lexer.span().end as u32 };
        found.push((token.unwrap_or(Token::Mark(lexer.slice())), span));
    }
    found
}

/// As a message names it.
pub(super) fn shown(token: Token<'_>) -> String {
    match token {
        Token::Lifetime => "a lifetime".into(),
        token => format!("`{}`", written(token)),
    }
}

/// As it is written.
pub(super) fn written(token: Token<'_>) -> String {
    match token {
        Token::Comment(text) | Token::Word(text) | Token::Mark(text) => text.into(),
        Token::Number(n) => n.to_string(),
        Token::Lifetime => "'p".into(),
        Token::If => "<--".into(),
    }
}
