//! The words of one line, and the expressions among them. Names are looked up by the reader.

use super::write::PREFIX;
use super::{DEEPEST, LONGEST};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;
use crate::ir::{Binary, Unary, Value};
use crate::trace::ctp::{Expr, VariableId};

pub(super) type Parsed<T> = Result<T, Box<Diagnostic>>;

pub(super) fn fail<T>(diagnostic: Diagnostic) -> Parsed<T> {
    Err(Box::new(diagnostic))
}

pub(super) fn wrong<T>(message: impl Into<String>, span: Span, label: impl Into<String>) -> Parsed<T> {
    fail(Diagnostic::error(message, span, label))
}

/// What is left of a line. `start` is where the line begins in the log.
#[derive(Clone, Copy)]
pub(super) struct Line<'t> {
    text: &'t str,
    at: usize,
    start: usize,
}

impl<'t> Line<'t> {
    pub(super) fn new(text: &'t str, start: usize) -> Self {
        Line { text, at: 0, start }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub(super) fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    pub(super) fn is_done(&mut self) -> bool {
        self.skip_blanks();
        self.rest().is_empty()
    }

    /// From a byte of the line up to here.
    pub(super) fn span_from(&self, at: usize) -> Span {
        Span { start: (self.start + at) as u32, end: (self.start + self.at) as u32 }
    }

    pub(super) fn whole(&self) -> Span {
        Span { start: self.start as u32, end: (self.start + self.text.trim_end().len()) as u32 }
    }

    /// The word that comes next, up to a blank; a whole line's end is an empty one.
    fn next_word(&self) -> &'t str {
        self.rest().split_whitespace().next().unwrap_or_default()
    }

    pub(super) fn expected(&mut self, what: &str) -> Diagnostic {
        self.skip_blanks();
        let word = self.next_word();
        let start = (self.start + self.at) as u32;
        let span = Span { start, end: start + word.len() as u32 };
        let found = if word.is_empty() { "the line ends".into() } else { format!("found `{word}`") };
        Diagnostic::error(format!("{what} is missing, {found}"), span, format!("{what} belongs here"))
    }

    /// Everything up to the next blank.
    pub(super) fn word(&mut self, what: &str) -> Parsed<(&'t str, Span)> {
        self.skip_blanks();
        let (word, from) = (self.next_word(), self.at);
        if word.is_empty() {
            return fail(self.expected(what));
        }
        self.at += word.len();
        Ok((word, self.span_from(from)))
    }

    pub(super) fn eat(&mut self, sign: &str) -> bool {
        self.skip_blanks();
        let found = self.rest().starts_with(sign);
        self.at += if found { sign.len() } else { 0 };
        found
    }

    /// Eats a word that stands alone.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        self.skip_blanks();
        let found = self.name_length() == word.len() && self.rest().starts_with(word);
        self.at += if found { word.len() } else { 0 };
        found
    }

    pub(super) fn expect(&mut self, sign: &str) -> Parsed<()> {
        if self.eat(sign) { Ok(()) } else { fail(self.expected(&format!("`{sign}`"))) }
    }

    fn name_length(&self) -> usize {
        let rest = self.rest();
        if !rest.starts_with(|c: char| c.is_alphabetic() || "_$".contains(c)) {
            return 0;
        }
        let part = |c: char| c.is_alphanumeric() || "_$.#".contains(c);
        let mut length = 0;
        loop {
            let after = &rest[length..];
            length += after.find(|c| !part(c)).unwrap_or(after.len());
            let Some(index) = rest[length..].strip_prefix('[') else { return length };
            let digits = index.bytes().take_while(u8::is_ascii_digit).count();
            if digits == 0 || !index[digits..].starts_with(']') {
                return length;
            }
            length += digits + 2;
        }
    }

    /// A variable's name: `x`, `a[2]`, `node.next`.
    pub(super) fn name(&mut self, what: &str) -> Parsed<(&'t str, Span)> {
        self.skip_blanks();
        let (length, from) = (self.name_length(), self.at);
        if length == 0 {
            return fail(self.expected(what));
        }
        self.at += length;
        Ok((&self.text[from..self.at], self.span_from(from)))
    }

    /// A number of 32 bits, perhaps negative; `true` and `false` are 1 and 0.
    pub(super) fn value(&mut self) -> Parsed<i64> {
        if self.eat_word("true") {
            return Ok(1);
        }
        if self.eat_word("false") {
            return Ok(0);
        }
        self.skip_blanks();
        let from = self.at;
        self.eat("-");
        let digits = self.rest().bytes().take_while(u8::is_ascii_alphanumeric).count();
        if digits == 0 || !self.rest().starts_with(|c: char| c.is_ascii_digit()) {
            self.at = from;
            return fail(self.expected("a value"));
        }
        self.at += digits;
        let span = self.span_from(from);
        let text = &self.text[from..self.at];
        match number(text) {
            Some(value) => Ok(value),
            None => {
                let message = format!("`{text}` is not a number of 32 bits");
                let diagnostic = Diagnostic::error(message, span, "from -2147483648 to 2147483647");
                fail(diagnostic.help("for a pointer or a long number, log a small number that stands for it"))
            }
        }
    }
}

fn number(text: &str) -> Option<i64> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let value = match digits.strip_prefix("0x") {
        Some(hex) => i64::from(u32::from_str_radix(hex, 16).ok()? as Value),
        None => digits.parse().ok()?,
    };
    Value::try_from(sign * value).ok().map(i64::from)
}

/// Reads one expression; names are looked up with `find`.
pub(super) struct Expressions<'f, F> {
    find: &'f F,
    operators: usize,
    depth: usize,
}

impl<'f, F: Fn(&str, Span) -> Parsed<VariableId>> Expressions<'f, F> {
    pub(super) fn read(line: &mut Line<'_>, find: &'f F) -> Parsed<Expr> {
        Expressions { find, operators: 0, depth: 0 }.conditional(line)
    }

    fn conditional(&mut self, line: &mut Line<'_>) -> Parsed<Expr> {
        self.deeper(line)?;
        let condition = self.binary(line, 1)?;
        let e = if line.eat("?") {
            let yes = self.conditional(line)?;
            line.expect(":")?;
            let no = self.conditional(line)?;
            Expr::Conditional(Box::new(condition), Box::new(yes), Box::new(no))
        } else {
            condition
        };
        self.depth -= 1;
        Ok(e)
    }

    fn deeper(&mut self, line: &Line<'_>) -> Parsed<()> {
        self.depth += 1;
        self.operators += 1;
        let limit = |message: String| wrong(message, line.whole(), "in this line");
        match () {
            () if self.depth > DEEPEST => limit(format!("an expression nests more than {DEEPEST} levels deep")),
            () if self.operators > LONGEST => limit(format!("an expression has more than {LONGEST} operators")),
            () => Ok(()),
        }
    }

    fn binary(&mut self, line: &mut Line<'_>, at_least: u8) -> Parsed<Expr> {
        let mut left = self.prefixed(line)?;
        while let Some((op, binds)) = operator(line, at_least) {
            self.deeper(line)?;
            let right = self.binary(line, binds + 1)?;
            self.depth -= 1;
            left = Expr::Binary(op, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn prefixed(&mut self, line: &mut Line<'_>) -> Parsed<Expr> {
        line.skip_blanks();
        let negative = line.rest().strip_prefix('-').is_some_and(|r| r.starts_with(|c: char| c.is_ascii_digit()));
        if negative {
            return line.value().map(Expr::Const);
        }
        let op = match line.rest().chars().next() {
            Some('-') => Unary::Neg,
            Some('~') => Unary::BitNot,
            Some('!') => Unary::Not,
            _ => return self.primary(line),
        };
        line.at += 1;
        self.deeper(line)?;
        let operand = self.prefixed(line)?;
        self.depth -= 1;
        Ok(Expr::Unary(op, Box::new(operand)))
    }

    fn primary(&mut self, line: &mut Line<'_>) -> Parsed<Expr> {
        if line.eat("(") {
            let inner = self.conditional(line)?;
            line.expect(")")?;
            return Ok(inner);
        }
        if line.eat("?") {
            return Ok(Expr::Any);
        }
        line.skip_blanks();
        let number = line.rest().starts_with(|c: char| c.is_ascii_digit());
        if number || ["true", "false"].contains(&&line.rest()[..line.name_length()]) {
            return line.value().map(Expr::Const);
        }
        let (name, span) = line.name("an expression")?;
        (self.find)(name, span).map(Expr::Var)
    }
}

const _: () = assert!(PREFIX > 10, "prefixes bind tighter than every operator");

/// Eats an operator that binds tightly enough.
fn operator(line: &mut Line<'_>, at_least: u8) -> Option<(Binary, u8)> {
    line.skip_blanks();
    if line.rest().starts_with("->") {
        return None;
    }
    let op = Binary::ALL.into_iter().find(|op| line.rest().starts_with(op.sign()))?;
    let (sign, binds) = (op.sign(), op.binds());
    (binds >= at_least).then(|| {
        line.at += sign.len();
        (op, binds)
    })
}
