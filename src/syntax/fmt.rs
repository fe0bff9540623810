//! A model laid out: four spaces, one statement a line, labels at the margin.
//!
//! It works on the words of the text, comments among them, and changes nothing but what stands between them: nothing
//! can be lost. What was written on one line stays there if it is an `atomic` block or holds one statement.

mod gaps;
mod page;
mod words;

use super::token::Token;
use crate::diagnostics::Diagnostic;
use gaps::gaps;
use page::Page;
use words::{Word, words};

/// Levels are so many columns apart.
const STEP: usize = 4;

/// Blocks on one line are not longer.
const WIDTH: usize = 100;

/// The text laid out, or why it cannot be read.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let (_, mut wrong) = super::parse(text);
    wrong.retain(Diagnostic::is_error);
    if wrong.is_empty() { Ok(laid_out(text)) } else { Err(wrong) }
}

/// Of a well-formed text.
fn laid_out(text: &str) -> String {
    let (mark, body) = text.strip_prefix('\u{FEFF}').map_or(("", text), |rest| ("\u{FEFF}", rest));
    let windows = body.find('\n').is_some_and(|at| body[..at].ends_with('\r'));
    let body = body.replace("\r\n", "\n");
    let words = words(&body);
    let gaps = gaps(&words);
    let mut layout = Layout { words: &words, gaps, at: 0, page: Page::default() };
    layout.items();
    let laid_out = layout.page.text();
    mark.to_string() + &if windows { laid_out.replace('\n', "\r\n") } else { laid_out }
}

struct Layout<'w, 't> {
    words: &'w [Word<'t>],
    /// Whether a blank stands before the word, where no line ends.
    gaps: Vec<bool>,
    at: usize,
    page: Page,
}

impl Layout<'_, '_> {
    fn peek(&self) -> Token {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> Token {
        self.words.get(self.at + ahead).map_or(Token::End, |w| w.token)
    }

    /// The next word, on the line that is being written; where it cannot be, on one at that column.
    fn put(&mut self, column: usize) {
        let Some(word) = self.words.get(self.at).filter(|w| w.token != Token::End) else { return };
        self.page.word(word, self.gaps[self.at], column);
        self.at += 1;
    }

    /// As `put`, and a line that ended before the word ends there still.
    fn put_as_written(&mut self, base: usize) {
        let closes = matches!(self.peek(), Token::CloseBrace | Token::CloseParen | Token::CloseBracket);
        let column = if closes { base } else { base + STEP };
        let tight = matches!(self.peek(), Token::Semicolon | Token::Comma);
        if self.words[self.at].is_on_new_line() && !tight && !self.page.is_fresh() {
            self.page.fresh(column, column);
        }
        self.put(column);
    }

    fn items(&mut self) {
        while self.peek() != Token::End {
            self.item();
        }
        self.page.fresh(0, 0);
        if let Some(end) = self.words.last() {
            self.page.comments(end, 0);
        }
    }

    fn item(&mut self) {
        if self.peek() == Token::Semicolon {
            return self.put(0);
        }
        self.page.fresh(0, 0);
        match self.peek() {
            Token::Enum => self.until(0, |token, _| token == Token::CloseBrace),
            Token::Name if self.peek_at(1) == Token::Assign => self.threads(),
            _ if self.at_procedure() => self.procedure(),
            Token::CloseBrace => self.put(0),
            _ => self.until(0, |token, _| token == Token::Semicolon),
        }
    }

    /// A type, and a name with parameters.
    fn at_procedure(&self) -> bool {
        let star = usize::from(self.peek_at(1) == Token::Star);
        self.peek_at(1 + star) == Token::Name && self.peek_at(2 + star) == Token::OpenParen
    }

    fn procedure(&mut self) {
        while !matches!(self.peek(), Token::OpenParen | Token::End) {
            self.put(STEP);
        }
        self.parentheses(0);
        if self.peek() == Token::OpenBrace {
            self.block(0);
        }
    }

    /// `P = {..} || {..}`
    fn threads(&mut self) {
        loop {
            self.until(0, |token, _| token == Token::CloseBrace);
            if self.peek() == Token::Semicolon {
                return self.put(0);
            }
            if self.peek() != Token::OrOr {
                return;
            }
        }
    }

    /// Words up to the first that `is_last`, told the next one and outside all brackets that opened since.
    fn until(&mut self, base: usize, is_last: fn(Token, Token) -> bool) {
        let mut depth = 0usize;
        while self.peek() != Token::End {
            let token = self.peek();
            depth = match token {
                Token::OpenBrace | Token::OpenParen | Token::OpenBracket => depth + 1,
                Token::CloseBrace | Token::CloseParen | Token::CloseBracket => depth.saturating_sub(1),
                _ => depth,
            };
            let last = depth == 0 && is_last(token, self.peek_at(1));
            self.put_as_written(base);
            if last {
                return;
            }
        }
    }

    fn parentheses(&mut self, base: usize) {
        if self.peek() == Token::OpenParen {
            self.until(base, |token, _| token == Token::CloseParen);
        }
    }

    /// `{ .. }`, behind what it belongs to.
    fn block(&mut self, base: usize) {
        if let Some(close) = self.on_one_line() {
            while self.at <= close {
                self.put(base);
            }
            return;
        }
        self.put(base);
        while !matches!(self.peek(), Token::CloseBrace | Token::End) {
            if self.peek() == Token::OpenBracket {
                self.page.fresh(base + STEP, base);
                self.put(base);
                self.put(base);
            } else {
                self.page.fresh(base + STEP, base + STEP);
                self.statement(base + STEP);
            }
        }
        self.page.fresh_close(base + STEP, base);
        self.put(base);
    }

    /// The closing brace of the block that begins here, if the block stays on one line.
    fn on_one_line(&self) -> Option<usize> {
        let close = self.closing();
        let inside = &self.words[self.at + 1..=close];
        let written = inside.iter().all(|w| !w.is_on_new_line() && w.comments.iter().all(|c| !c.breaks));
        let has = |token| inside.iter().filter(move |w| w.token == token).count();
        let labelled = has(Token::Colon) > has(Token::Question);
        let ends = inside.split(|w| w.token == Token::OpenBracket);
        let simple = has(Token::CloseBrace) == 1
            && ends.map(|branch| branch.iter().filter(|w| w.token == Token::Semicolon).count()).all(|n| n <= 1);
        let atomic = self.at > 0 && self.words[self.at - 1].token == Token::Atomic;
        let length: usize = (self.at..=close).map(|i| self.words[i].length() + usize::from(self.gaps[i])).sum();
        let fits = self.page.width() + length <= WIDTH;
        (written && !labelled && (simple || atomic) && fits).then_some(close)
    }

    /// Where the brace that opens here is closed.
    fn closing(&self) -> usize {
        let mut depth = 0;
        for (i, word) in self.words.iter().enumerate().skip(self.at) {
            depth += i32::from(word.token == Token::OpenBrace) - i32::from(word.token == Token::CloseBrace);
            if depth == 0 {
                return i;
            }
        }
        self.words.len() - 1
    }

    fn statement(&mut self, base: usize) {
        if !self.labels(base) {
            return;
        }
        while self.peek() == Token::At {
            self.put(base);
            self.put(base);
        }
        match self.peek() {
            Token::OpenBrace => self.block(base),
            Token::If => self.if_statement(base),
            Token::While if self.at_text("switch") => self.switch_statement(base),
            Token::While | Token::For => {
                self.put(base);
                self.parentheses(base);
                self.body(base);
            }
            Token::Atomic => self.headed(base),
            Token::Choose if self.peek_at(1) == Token::OpenBrace => self.headed(base),
            _ => self.until(base, |token, next| token == Token::Semicolon || next == Token::CloseBrace),
        }
    }

    /// Cases one level inside, their statements two.
    fn switch_statement(&mut self, base: usize) {
        self.put(base);
        self.parentheses(base);
        self.put(base);
        while !matches!(self.peek(), Token::CloseBrace | Token::End) {
            if self.at_text("case") || self.at_text("default") && self.peek_at(1) == Token::Colon {
                self.page.fresh(base + STEP, base + STEP);
                self.case(base + STEP);
                if self.peek() == Token::OpenBrace && !self.words[self.at].is_on_new_line() {
                    self.block(base + STEP);
                }
            } else {
                self.page.fresh(base + 2 * STEP, base + 2 * STEP);
                self.statement(base + 2 * STEP);
            }
        }
        self.page.fresh_close(base + STEP, base);
        self.put(base);
    }

    /// Up to the colon that no `?` waits for.
    fn case(&mut self, base: usize) {
        let mut questions = 0;
        while self.peek() != Token::End {
            let token = self.peek();
            self.put_as_written(base);
            match token {
                Token::Question => questions += 1,
                Token::Colon if questions == 0 => return,
                Token::Colon => questions -= 1,
                _ => {}
            }
        }
    }

    fn at_text(&self, text: &str) -> bool {
        self.words.get(self.at).is_some_and(|w| w.text == text)
    }

    /// A word and a block.
    fn headed(&mut self, base: usize) {
        self.put(base);
        if self.peek() == Token::OpenBrace {
            self.block(base);
        }
    }

    /// The labels of a statement, at the margin; whether a statement follows.
    fn labels(&mut self, base: usize) -> bool {
        if !self.at_label() {
            return true;
        }
        self.page.fresh(base, 0);
        while self.at_label() {
            self.put(0);
            self.put(0);
        }
        let none = matches!(self.peek(), Token::CloseBrace | Token::OpenBracket | Token::End);
        if !none && self.words[self.at].is_on_new_line() {
            self.page.fresh(base, base);
        } else if !none {
            self.page.pad(base);
        }
        !none
    }

    fn at_label(&self) -> bool {
        self.peek() == Token::Name && self.peek_at(1) == Token::Colon
    }

    fn if_statement(&mut self, base: usize) {
        self.put(base);
        self.parentheses(base);
        let braces = self.peek() == Token::OpenBrace;
        self.body(base);
        if self.peek() != Token::Else {
            return;
        }
        if !braces || self.words[self.at].comments.iter().any(|c| c.breaks || c.newlines > 0) {
            self.page.fresh(base, base);
        }
        self.put(base);
        if self.peek() == Token::If {
            return self.if_statement(base);
        }
        self.body(base);
    }

    /// What a condition speaks of: a block, or a statement on the same line or the next.
    fn body(&mut self, base: usize) {
        if self.peek() == Token::OpenBrace {
            return self.block(base);
        }
        if self.words[self.at].is_on_new_line() || self.at_label() {
            self.page.fresh(base + STEP, base + STEP);
            return self.statement(base + STEP);
        }
        self.statement(base);
    }
}
