//! The tokens of a model, and how a message names each of them.

use crate::diagnostics::Span;
use logos::Logos;

/// A token and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lexeme {
    pub token: Token,
    pub span: Span,
}

#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n\f\x0B\u{FEFF}]+")]
pub enum Token {
    #[regex(r"//[^\n]*", allow_greedy = true)]
    LineComment,
    #[regex(r"/\*[^*]*\*+([^/*][^*]*\*+)*/")]
    BlockComment,
    #[token("/*")]
    OpenComment,

    #[regex(r"[A-Za-z_][A-Za-z0-9_]*")]
    Name,
    #[regex(r"[0-9][A-Za-z0-9_]*")]
    Number,
    #[regex(r#""[^"\n]*"?"#)]
    String,

    #[token("const")]
    Const,
    #[token("enum")]
    Enum,
    #[token("int")]
    Int,
    #[token("bool")]
    #[token("boolean")]
    Bool,
    #[token("mutex")]
    #[token("Mutex")]
    Mutex,
    #[token("rmutex")]
    Rmutex,
    #[token("void")]
    Void,
    #[token("thread_local")]
    ThreadLocal,
    #[token("if")]
    If,
    #[token("else")]
    Else,
    #[token("while")]
    While,
    #[token("for")]
    For,
    #[token("break")]
    Break,
    #[token("continue")]
    Continue,
    #[token("return")]
    Return,
    #[token("goto")]
    Goto,
    #[token("skip")]
    Skip,
    #[token("atomic")]
    Atomic,
    #[token("choose")]
    Choose,
    #[token("assert")]
    Assert,
    #[token("assume")]
    Assume,
    #[token("true")]
    True,
    #[token("false")]
    False,
    #[token("null")]
    Null,
    #[token("tid")]
    Tid,

    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token("(")]
    OpenParen,
    #[token(")")]
    CloseParen,
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[token(";")]
    Semicolon,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("?")]
    Question,
    #[token("..")]
    DotDot,
    #[token("@")]
    At,

    #[token("=")]
    #[token(":=")]
    Assign,
    #[token("+=")]
    AddAssign,
    #[token("-=")]
    SubAssign,
    #[token("*=")]
    MulAssign,
    #[token("/=")]
    DivAssign,
    #[token("%=")]
    RemAssign,
    #[token("&=")]
    AndAssign,
    #[token("|=")]
    OrAssign,
    #[token("^=")]
    XorAssign,
    #[token("<<=")]
    ShlAssign,
    #[token(">>=")]
    ShrAssign,
    #[token("&&=")]
    AndAndAssign,
    #[token("||=")]
    OrOrAssign,
    #[token("++")]
    Increment,
    #[token("--")]
    Decrement,

    #[token("||")]
    OrOr,
    #[token("&&")]
    AndAnd,
    #[token("|")]
    Or,
    #[token("^")]
    Xor,
    #[token("&")]
    And,
    #[token("==")]
    EqEq,
    #[token("!=")]
    NotEq,
    #[token("<")]
    Less,
    #[token("<=")]
    LessEq,
    #[token(">")]
    Greater,
    #[token(">=")]
    GreaterEq,
    #[token("=>")]
    FatArrow,
    #[token("=<")]
    EqLess,
    #[token("<<")]
    Shl,
    #[token(">>")]
    Shr,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("%")]
    Percent,
    #[token("!")]
    Not,
    #[token("~")]
    Tilde,

    /// After the last token.
    End,
}

/// The reserved words.
pub const KEYWORDS: &[&str] = &[
    "const",
    "enum",
    "int",
    "bool",
    "boolean",
    "mutex",
    "Mutex",
    "rmutex",
    "void",
    "thread_local",
    "if",
    "else",
    "while",
    "for",
    "break",
    "continue",
    "return",
    "goto",
    "skip",
    "atomic",
    "choose",
    "assert",
    "assume",
    "true",
    "false",
    "null",
    "tid",
];

impl Token {
    /// Whether a global declaration or a procedure may begin with this token (names excepted).
    pub fn starts_declaration(self) -> bool {
        use Token::*;
        matches!(self, Const | Enum | Int | Bool | Mutex | Rmutex | Void | ThreadLocal)
    }

    /// Whether only a statement begins with this token.
    pub fn starts_statement(self) -> bool {
        use Token::*;
        matches!(
            self,
            If | While | For | Break | Continue | Return | Goto | Skip | Atomic | Choose | Assert | Assume | Int | Bool
        )
    }
}
