//! Where a blank stands between two words of one line.

use super::words::Word;
use crate::syntax::token::Token::{self, *};
use logos::Logos;

/// For each word whether a blank stands before it.
pub(super) fn gaps(words: &[Word<'_>]) -> Vec<bool> {
    let mut reader = Reader { begins: true, ..Reader::default() };
    let mut gaps = vec![];
    for (i, word) in words.iter().enumerate() {
        let before = i.checked_sub(1).map(|b| &words[b]);
        let here = Here { token: word.token, before, next: words.get(i + 1).map(|w| w.token) };
        let role = reader.role(&here);
        let blank = before
            .is_some_and(|b| is_apart((reader.role, b.token), (role, word.token)) || would_merge(b.text, word.text));
        gaps.push(blank);
        reader.read(&here, role);
    }
    gaps
}

/// A word and what stands beside it.
struct Here<'w, 't> {
    token: Token,
    before: Option<&'w Word<'t>>,
    next: Option<Token>,
}

impl Here<'_, '_> {
    fn behind(&self, token: Token) -> bool {
        self.before.is_some_and(|b| b.token == token)
    }
}

/// What a sign is there.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Role {
    #[default]
    Plain,
    /// Before its operand.
    Prefix,
    /// The star of a pointer type.
    Pointer,
    /// The colon of a label.
    Label,
    /// What stands between two branches, or before a group of threads.
    Apart,
    /// A brace of values from which one is chosen.
    Tight,
    /// A statement begins.
    Begins,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    /// `if (`
    Condition,
    /// `int[`
    Range,
    /// Parameters.
    Header,
    /// `({`
    Choice,
    /// `= {`
    Values,
    Other,
}

/// What has been read so far.
#[derive(Default)]
struct Reader {
    /// What the last word is.
    role: Role,
    open: Vec<Open>,
    /// Of so many `?` the `:` is still to come.
    questions: usize,
    /// A statement or a declaration begins.
    begins: bool,
    /// The last word ended a type.
    typed: bool,
}

impl Reader {
    fn role(&self, here: &Here<'_, '_>) -> Role {
        let operand = here.before.is_some_and(|b| ends_operand(b.token)) && !self.begins;
        match here.token {
            Star if self.typed && here.next == Some(Name) => Role::Pointer,
            Minus | Star | And | Not | Tilde if !operand => Role::Prefix,
            Assign if here.behind(DotDot) => Role::Prefix,
            Colon if self.questions == 0 => Role::Label,
            OpenBracket if here.next == Some(CloseBracket) || here.behind(Assign) || here.behind(OrOr) => Role::Apart,
            OpenBrace if here.behind(OpenParen) => Role::Tight,
            CloseBrace if self.open.last() == Some(&Open::Choice) => Role::Tight,
            _ if self.begins => Role::Begins,
            _ => Role::Plain,
        }
    }

    fn read(&mut self, here: &Here<'_, '_>, role: Role) {
        let first = self.begins || here.behind(ThreadLocal) || self.begins_parameter(here);
        let closed = self.brackets(here);
        let token = here.token;
        self.typed = matches!(token, Int | Bool) || token == Name && first || closed == Some(Open::Range);
        self.begins = self.begins_behind(here, closed);
        self.questions = match token {
            Question => self.questions + 1,
            Colon => self.questions.saturating_sub(1),
            Semicolon => 0,
            _ => self.questions,
        };
        self.role = role;
    }

    fn begins_parameter(&self, here: &Here<'_, '_>) -> bool {
        self.open.last() == Some(&Open::Header) && (here.behind(OpenParen) || here.behind(Comma))
    }

    /// Opens or closes a bracket; what was closed.
    fn brackets(&mut self, here: &Here<'_, '_>) -> Option<Open> {
        match here.token {
            OpenBrace | OpenBracket | OpenParen => self.open.push(self.opened(here)),
            CloseBrace | CloseBracket | CloseParen => return self.open.pop(),
            _ => {}
        }
        None
    }

    fn opened(&self, here: &Here<'_, '_>) -> Open {
        match (here.token, here.before.map(|b| b.token)) {
            (OpenParen, Some(If | While | For)) => Open::Condition,
            (OpenBracket, Some(Int)) => Open::Range,
            (OpenBrace, Some(OpenParen)) => Open::Choice,
            (OpenBrace, Some(Assign)) => Open::Values,
            (OpenParen, Some(Name)) if self.open.is_empty() && !is_protection(here.before) => Open::Header,
            _ => Open::Other,
        }
    }

    /// Whether a statement or a declaration may begin behind this word.
    fn begins_behind(&self, here: &Here<'_, '_>, closed: Option<Open>) -> bool {
        let inner = self.open.last();
        match here.token {
            Semicolon => !matches!(inner, Some(Open::Condition)),
            OpenBrace => !matches!(inner, Some(Open::Choice | Open::Values)),
            CloseBrace => !matches!(closed, Some(Open::Choice | Open::Values)),
            Else => true,
            Colon => self.questions == 0,
            Name => here.behind(At),
            CloseBracket => here.behind(OpenBracket),
            _ => closed == Some(Open::Condition),
        }
    }
}

/// Whether the word begins a protection, not parameters.
fn is_protection(word: Option<&Word<'_>>) -> bool {
    word.is_some_and(|w| matches!(w.text, "guarded_by" | "exclusive"))
}

/// Whether an operand may end with it, so that what follows is no prefix.
fn ends_operand(token: Token) -> bool {
    matches!(token, Name | Number | String | CloseParen | CloseBracket | True | False | Null | Tid)
}

/// Whether a blank stands between two words.
fn is_apart((role_before, before): (Role, Token), (role, token): (Role, Token)) -> bool {
    match (before, token) {
        _ if role_before == Role::Prefix || (role_before, before) == (Role::Tight, OpenBrace) => false,
        (At | OpenParen | OpenBracket | DotDot, _) => false,
        (_, Semicolon | Comma | CloseParen | CloseBracket | DotDot | Increment | Decrement) => false,
        _ if matches!(role, Role::Label | Role::Pointer) || (role, token) == (Role::Tight, CloseBrace) => false,
        _ if matches!(role, Role::Apart | Role::Begins) => true,
        (Name | Assert | Assume | Choose | CloseParen | CloseBracket, OpenParen) => false,
        (Name | Int | CloseParen | CloseBracket, OpenBracket) => false,
        _ => true,
    }
}

/// Whether two words would be read as others without a blank between them.
fn would_merge(first: &str, second: &str) -> bool {
    let both = format!("{first}{second}");
    let mut lexer = Token::lexer(&both);
    lexer.next();
    lexer.span().end != first.len()
}
