//! Texts in the languages of other model checkers, and texts without anything: what to say once about all of it.

use super::lexer::lex;
use super::token::{Lexeme, Token};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;

/// A counter that a mutex protects.
pub const LOCKED_COUNTER: &str = "\
mutex m;
int x = 0;
void T() { acquire(m); x++; release(m); }
P = { T() } || { T() };";

/// A counter without a lock.
pub const LOCK_FREE_COUNTER: &str = "\
int x = 0;
void T() {
  int old; bool done;
  while (!done) { old = x; done = cas(x, old, old + 1); }
}
P = { T() } || { T() };";

/// The one message about an ill-formed text that is empty, or written in another language.
pub fn whole_text(text: &str) -> Option<Diagnostic> {
    let tokens = lex(text).tokens;
    if tokens.len() == 1 {
        let end = tokens[0].span;
        let diagnostic = Diagnostic::error("the model is empty", end, "nothing but blanks and comments before this");
        return Some(diagnostic.help(example("a counter under a mutex", LOCKED_COUNTER)));
    }
    let at = |i: usize| Words { text, tokens: &tokens, at: i };
    let found = |is: fn(&Words<'_>) -> bool| (0..tokens.len()).find(|i| is(&at(*i))).map(|i| tokens[i].span);
    if let Some(span) = found(|w| w.is_promela()) {
        return Some(foreign("Promela, the language of SPIN", span, ("a counter under a mutex", LOCKED_COUNTER)));
    }
    let span = found(|w| w.is_tla())?;
    Some(foreign("TLA+ or PlusCal", span, ("a counter without a lock", LOCK_FREE_COUNTER)))
}

fn foreign(language: &str, span: Span, (what, model): (&str, &str)) -> Diagnostic {
    let message = format!("this is {language}, and not a model of moverlog");
    Diagnostic::error(message, span, "a word of that language").help(example(what, model))
}

fn example(what: &str, model: &str) -> String {
    format!("docs/language.md has the language; {what} is\n{model}")
}

/// The tokens from one on.
struct Words<'t> {
    text: &'t str,
    tokens: &'t [Lexeme],
    at: usize,
}

impl Words<'_> {
    fn token(&self, ahead: usize) -> Token {
        self.tokens.get(self.at + ahead).map_or(Token::End, |t| t.token)
    }

    fn word(&self, ahead: usize) -> &str {
        let span = self.tokens.get(self.at + ahead).map_or(Span::default(), |t| t.span);
        &self.text[span.start as usize..span.end as usize]
    }

    fn is_promela(&self) -> bool {
        match self.word(0) {
            "proctype" => self.token(1) == Token::Name,
            "active" => self.word(1) == "proctype" || self.token(1) == Token::OpenBracket,
            "do" | "if" => self.token(1) == Token::Colon && self.token(2) == Token::Colon,
            "init" => self.token(1) == Token::OpenBrace,
            "mtype" => matches!(self.token(1), Token::Assign | Token::OpenBrace | Token::Colon),
            _ => false,
        }
    }

    fn is_tla(&self) -> bool {
        let name = self.token(1) == Token::Name;
        match self.word(0) {
            "MODULE" => {
                name && self.at > 0 && matches!(self.tokens[self.at - 1].token, Token::Decrement | Token::Minus)
            }
            "algorithm" => name && self.at > 0 && self.tokens[self.at - 1].token == Token::Decrement,
            "EXTENDS" | "VARIABLES" | "VARIABLE" | "CONSTANTS" => name,
            _ => false,
        }
    }
}
