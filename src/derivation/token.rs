//! Words of the rules' text.

use logos::Logos;

#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n\f]+")]
pub(super) enum Token<'t> {
    #[regex(r"//[^\n]*", |lex| lex.slice(), allow_greedy = true)]
    Comment(&'t str),
    #[regex(r"[A-Za-z_$][A-Za-z0-9_]*")]
    Word(&'t str),
    #[regex(r"'[a-z]+")]
    Lifetime,
    #[token("<--")]
    If,
    #[regex(r"\|\||&&|==|!=|->|::|[-(){}\[\],;:.*!&|=<>#+]")]
    Mark(&'t str),
}

/// The tokens of `text`; a character that starts none stands for itself.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut lexer = Token::lexer(text);
    let mut found = vec![];
    while let Some(token) = lexer.next() {
        found.push(token.unwrap_or(Token::Mark(lexer.slice())));
    }
    found
}
