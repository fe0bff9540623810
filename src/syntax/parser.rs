//! A recursive-descent parser that recovers: it reports, skips to a safe token and goes on.
//!
//! This file holds the parser's state and how it moves; the grammar is in the files below it.
//! It never fails: what could not be read is missing from the tree and has a diagnostic.

mod expressions;
mod hints;
pub(crate) use hints::foreign;
mod items;
mod simple;
mod starts;
pub(crate) use simple::is_statement_word;
mod statements;
mod switch;
#[cfg(test)]
mod tests;

use super::ast::{Ast, Expr, Name};
use super::lexer::lex;
use super::token::{Lexeme, Token};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;
use std::collections::BTreeSet;

/// Deeper nesting of expressions is refused.
const MAX_EXPRESSION_DEPTH: u32 = 200;
/// Deeper nesting of statements is refused.
const MAX_STATEMENT_DEPTH: u32 = 100;

/// More `else if` in one statement are refused.
const MAX_ARMS: usize = 200;

/// The tree, and everything wrong with the text. The tree is complete iff there is no error.
/// A line with unknown characters gets no other message.
pub fn parse(text: &str) -> (Ast, Vec<Diagnostic>) {
    let lexed = lex(text);
    let mut parser = Parser::new(text, lexed.tokens);
    let items = parser.items();
    let mut diagnostics = lexed.diagnostics;
    let newlines: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    let line = |d: &Diagnostic| newlines.partition_point(|at| *at < d.primary.0.start as usize);
    let unreadable: BTreeSet<usize> = diagnostics.iter().map(line).collect();
    diagnostics.extend(parser.diagnostics.into_iter().filter(|d| !unreadable.contains(&line(d))));
    (Ast { items, directives: lexed.directives }, diagnostics)
}

/// The expressions of a text that has one in each line, besides comments, and everything wrong with it.
pub fn expressions(text: &str) -> (Vec<Expr>, Vec<Diagnostic>) {
    let lexed = lex(text);
    let (mut found, mut diagnostics) = (vec![], lexed.diagnostics);
    let same_line = |a: &Lexeme, b: &Lexeme| !text[a.span.end as usize..b.span.start as usize].contains('\n');
    for line in lexed.tokens.chunk_by(same_line) {
        let line = line.strip_suffix(&[Lexeme { token: Token::End, span: line[line.len() - 1].span }]).unwrap_or(line);
        let Some(last) = line.last() else { continue };
        let end = Lexeme { token: Token::End, span: Span { start: last.span.end, end: last.span.end } };
        let mut parser = Parser::new(text, line.iter().copied().chain([end]).collect());
        let read = parser.expression().and_then(|e| parser.expect(Token::End, "the end of the line").map(|_| e));
        found.extend(read);
        diagnostics.extend(parser.diagnostics);
    }
    (found, diagnostics)
}

/// The construct could not be read and a diagnostic says why.
struct Reported;

type Parsed<T> = Result<T, Reported>;

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Lexeme>,
    at: usize,
    /// The token of the last report: one message for each place.
    reported_at: Option<usize>,
    /// A procedure begins inside another: all blocks end here.
    leaving: bool,
    /// Braces not yet closed.
    open: Vec<Span>,
    expression_depth: u32,
    statement_depth: u32,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, tokens: Vec<Lexeme>) -> Parser<'t> {
        Parser {
            text,
            tokens,
            at: 0,
            reported_at: None,
            leaving: false,
            open: vec![],
            expression_depth: 0,
            statement_depth: 0,
            diagnostics: vec![],
        }
    }
}

impl Parser<'_> {
    fn peek(&self) -> Token {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> Token {
        self.tokens.get(self.at + ahead).map_or(Token::End, |t| t.token)
    }

    fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// The token just consumed.
    fn previous(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    fn slice(&self, span: Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }

    fn advance(&mut self) -> Span {
        let span = self.span();
        if self.peek() != Token::End {
            self.at += 1;
        }
        span
    }

    fn eat(&mut self, token: Token) -> bool {
        let found = self.peek() == token;
        if found {
            self.advance();
        }
        found
    }

    /// Whether the next token is a name spelled `word`.
    fn at_word(&self, word: &str) -> bool {
        self.peek() == Token::Name && self.slice(self.span()) == word
    }

    /// `..`, or `..=`, which is true.
    fn dots(&mut self, what: &str) -> Parsed<bool> {
        self.expect(Token::DotDot, what)?;
        let inclusive = self.peek() == Token::Assign && self.slice(self.span()) == "=";
        if inclusive {
            self.advance();
        }
        Ok(inclusive)
    }

    /// From the start of `start` to the end of the token just consumed.
    fn span_from(&self, start: Span) -> Span {
        super::ast::join(start, self.previous())
    }

    /// Whether a line ends between the previous token and the next.
    fn on_new_line(&self) -> bool {
        let (end, start) = (self.previous().end as usize, self.span().start as usize);
        end <= start && self.text[end..start].contains('\n')
    }

    fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        if self.reported_at != Some(self.at) && !self.leaving {
            self.diagnostics.push(diagnostic);
        }
        self.reported_at = Some(self.at);
        Reported
    }

    /// How a message names the next token.
    fn found(&self) -> String {
        match self.peek() {
            Token::End => "the end of the file".into(),
            _ => format!("`{}`", self.slice(self.span())),
        }
    }

    /// `expected <what>, found <token>`, with a hint where the mistake is a known one.
    fn expected(&mut self, what: &str) -> Reported {
        let help = self.hint();
        self.expected_so(what, help)
    }

    /// The same, with what to write.
    fn expected_so(&mut self, what: &str, help: Option<String>) -> Reported {
        let diagnostic = Diagnostic::error(
            format!("expected {what}, found {}", self.found()),
            self.span(),
            format!("expected {what}"),
        );
        self.report(diagnostic.maybe_help(help))
    }

    fn expect(&mut self, token: Token, what: &str) -> Parsed<Span> {
        if self.peek() == token { Ok(self.advance()) } else { Err(self.expected(what)) }
    }

    fn name(&mut self, what: &str) -> Parsed<Name> {
        if self.peek() != Token::Name {
            return Err(self.reserved_or(what));
        }
        let span = self.advance();
        Ok(Name { text: self.slice(span).to_string(), span })
    }

    /// Reports that a name is expected, and says so if a reserved word is in its place.
    fn reserved_or(&mut self, what: &str) -> Reported {
        let found = self.slice(self.span()).to_string();
        if !found.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return self.expected(what);
        }
        let message = format!("expected {what}, found `{found}`");
        let help = format!("`{found}` is a word of the language; choose another name");
        self.report(Diagnostic::error(message, self.span(), "a reserved word").help(help))
    }

    /// The `;` that ends a statement or declaration. A forgotten one is reported and assumed.
    fn semicolon(&mut self) -> Parsed<()> {
        if self.eat(Token::Semicolon) {
            return Ok(());
        }
        let next = self.peek();
        let forgotten = self.on_new_line()
            || matches!(next, Token::CloseBrace | Token::End | Token::Name)
            || next.starts_statement()
            || next.starts_declaration();
        if !forgotten {
            return Err(self.expected("`;`"));
        }
        if next == Token::Name && !self.on_new_line() {
            self.refuse_foreign_before()?;
        }
        let end = Span { start: self.previous().end, end: self.previous().end };
        self.report(
            Diagnostic::error("missing `;`", end, "`;` expected here")
                .help("add `;` after the statement or declaration"),
        );
        Ok(())
    }

    /// Skips to where a statement may begin: after a `;`, before a brace, or at a keyword that
    /// begins a line.
    fn skip_statement(&mut self) {
        loop {
            let before = self.tokens[self.at.saturating_sub(1)].token;
            match self.peek() {
                Token::OpenBrace if matches!(before, Token::OpenParen | Token::Assign) => {
                    self.skip_braces();
                    continue;
                }
                Token::End | Token::OpenBrace | Token::CloseBrace => return,
                Token::Semicolon => {
                    self.advance();
                    return;
                }
                token if self.on_new_line() && (token.starts_statement() || token.starts_declaration()) => return,
                _ => self.advance(),
            };
        }
    }

    /// Skips to where a declaration may begin.
    fn skip_item(&mut self) {
        loop {
            match self.peek() {
                Token::End => return,
                Token::OpenBrace => return self.skip_braces(),
                Token::Semicolon => {
                    self.advance();
                    return;
                }
                token if self.on_new_line() && token.starts_declaration() => return,
                _ if self.on_new_line() && self.at_threads() => return,
                _ => self.advance(),
            };
        }
    }

    /// Skips from an opening brace past its closing one.
    fn skip_braces(&mut self) {
        let mut depth = 0;
        loop {
            match self.peek() {
                Token::End => return,
                Token::OpenBrace => depth += 1,
                Token::CloseBrace => depth -= 1,
                _ => {}
            }
            self.advance();
            if depth <= 0 {
                return;
            }
        }
    }

    /// Skips to the end of a list in braces that could not be read.
    fn skip_list(&mut self) {
        while !matches!(self.peek(), Token::End | Token::Semicolon | Token::OpenBrace | Token::CloseBrace) {
            self.advance();
        }
        self.eat(Token::CloseBrace);
    }

    /// Elements separated by commas up to `close`, which is consumed.
    fn list<T>(
        &mut self,
        close: Token,
        expected: &str,
        mut element: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let mut elements = vec![];
        if self.eat(close) {
            return Ok(elements);
        }
        loop {
            elements.push(element(self)?);
            if self.eat(Token::Comma) {
                continue;
            }
            self.expect(close, expected)?;
            return Ok(elements);
        }
    }
}
