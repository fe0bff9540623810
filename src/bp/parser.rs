//! From tokens to declarations and procedures; what is wrong is noted, and reading goes on behind it.

mod expressions;
mod statements;

use super::ast::{Declared, File, Name, Procedure};
use super::lexer::{self, Token};
use crate::diagnostics::{Diagnostic, Span, nearest};

/// So many statements or expressions may stand inside of each other.
const DEEPEST: u32 = 150;

/// The words that are no names.
pub(super) const WORDS: [&str; 34] = [
    "begin",
    "end",
    "decl",
    "void",
    "bool",
    "dfs",
    "goto",
    "if",
    "then",
    "else",
    "elsif",
    "fi",
    "while",
    "do",
    "od",
    "skip",
    "return",
    "assert",
    "assume",
    "enforce",
    "abortif",
    "dead",
    "constrain",
    "schoose",
    "start_thread",
    "end_thread",
    "atomic_begin",
    "atomic_end",
    "sync",
    "thread_local",
    "T",
    "F",
    "true",
    "false",
];

/// It was not understood, and has been complained about.
pub(super) struct Lost;
type Read<A> = Result<A, Lost>;

/// What was understood, and what was not.
pub(super) fn parse(text: &str) -> (File, Vec<Diagnostic>) {
    let (tokens, diagnostics) = lexer::tokens(text);
    let mut parser = Parser { tokens, at: 0, depth: 0, gave_up: false, diagnostics };
    let file = parser.file();
    (file, parser.diagnostics)
}

struct Parser {
    tokens: Vec<(Token, Span)>,
    at: usize,
    depth: u32,
    /// What follows is not read.
    gave_up: bool,
    diagnostics: Vec<Diagnostic>,
}

impl Parser {
    fn file(&mut self) -> File {
        let mut file = File::default();
        while *self.token() != Token::End {
            let from = self.at;
            if self.item(&mut file).is_err() {
                self.skip_item(from);
            }
        }
        file
    }

    fn item(&mut self, file: &mut File) -> Read<()> {
        if self.takes_word("decl") {
            file.globals.extend(self.declared()?);
            if !self.takes(";") {
                self.missing_semicolon();
            }
            return Ok(());
        }
        if self.begins_procedure() {
            let procedure = self.procedure()?;
            file.procedures.push(procedure);
            return Ok(());
        }
        let near = self.word_near(&["decl", "void", "bool"]);
        let help = near.unwrap_or_else(|| "write `decl x;`, or `void f() begin .. end`".into());
        Err(self.unexpected_with("a declaration or a procedure", Some(help)))
    }

    fn begins_procedure(&self) -> bool {
        ["void", "bool", "dfs"].iter().any(|word| self.is_word(word))
    }

    /// To the next declaration or procedure behind a place.
    fn skip_item(&mut self, from: usize) {
        if self.at == from {
            self.skip();
        }
        while *self.token() != Token::End && !self.is_word("decl") && !self.begins_procedure() {
            self.skip();
        }
    }

    /// `x, y := e`
    fn declared(&mut self) -> Read<Vec<Declared>> {
        self.list(|parser| {
            let name = parser.name("a name of a variable")?;
            let value = if parser.takes(":=") { Some(parser.expression()?) } else { None };
            Ok(Declared { name, value })
        })
    }

    fn procedure(&mut self) -> Read<Procedure> {
        self.takes_word("dfs");
        let results = self.results()?;
        let name = self.name("a name of a procedure")?;
        if !self.takes("(") {
            let variable = format!("a variable is declared by `decl {};`", name.text);
            return Err(self.unexpected_with("`(`", Some(variable)));
        }
        let parameters = if self.is(")") { vec![] } else { self.list(|parser| parser.name("a name of a parameter"))? };
        self.sign(")")?;
        self.word("begin")?;
        let body = self.statements();
        let end = self.span();
        self.word("end")?;
        self.takes(";");
        Ok(Procedure { name, results, parameters, body, end })
    }

    /// `void`, `bool`, `bool<2>`
    fn results(&mut self) -> Read<u32> {
        if self.takes_word("void") {
            return Ok(0);
        }
        self.word("bool")?;
        if !self.takes("<") {
            return Ok(1);
        }
        let (token, span) = self.tokens[self.at].clone();
        let Token::Word(word) = token else { return Err(self.unexpected("a number of results")) };
        self.skip();
        self.sign(">")?;
        let number = word.parse().ok().filter(|n| (1..=MOST_RESULTS).contains(n));
        number.ok_or_else(|| {
            let message = format!("a procedure has no {word} results");
            self.report(Diagnostic::error(message, span, format!("from 1 to {MOST_RESULTS}")))
        })
    }

    fn list<A>(&mut self, mut one: impl FnMut(&mut Self) -> Read<A>) -> Read<Vec<A>> {
        let mut all = vec![one(self)?];
        while self.takes(",") {
            all.push(one(self)?);
        }
        Ok(all)
    }
}

/// All results are handed on as one number.
const MOST_RESULTS: u32 = 31;

/// Tokens, one by one.
impl Parser {
    fn token(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    /// Just behind what was read last.
    fn behind(&self) -> Span {
        let end = self.at.checked_sub(1).map_or(0, |before| self.tokens[before].1.end);
        Span { start: end.saturating_sub(1), end }
    }

    fn token_after(&self) -> &Token {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)].0
    }

    fn skip(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    fn is(&self, sign: &str) -> bool {
        matches!(self.token(), Token::Sign(s) if *s == sign)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.token(), Token::Word(w) if w == word)
    }

    fn takes(&mut self, sign: &str) -> bool {
        let is = self.is(sign);
        if is {
            self.skip();
        }
        is
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let is = self.is_word(word);
        if is {
            self.skip();
        }
        is
    }

    fn sign(&mut self, sign: &str) -> Read<()> {
        if self.takes(sign) { Ok(()) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    fn word(&mut self, word: &str) -> Read<()> {
        if self.takes_word(word) { Ok(()) } else { Err(self.unexpected(&format!("`{word}`"))) }
    }

    /// A name that is neither a word of the language nor a number.
    fn name(&mut self, what: &str) -> Read<Name> {
        match self.token().clone() {
            Token::Word(text) if is_name(&text) => {
                let span = self.span();
                self.skip();
                Ok(Name { text, span })
            }
            _ => Err(self.unexpected(what)),
        }
    }

    /// A name or a number.
    fn label(&mut self) -> Read<Name> {
        match self.token().clone() {
            Token::Word(text) if is_label(&text) => {
                let span = self.span();
                self.skip();
                Ok(Name { text, span })
            }
            _ => Err(self.unexpected("a label")),
        }
    }

    fn unexpected(&mut self, wanted: &str) -> Lost {
        self.unexpected_with(wanted, None)
    }

    fn unexpected_with(&mut self, wanted: &str, help: Option<String>) -> Lost {
        let found = match self.token() {
            Token::Word(word) if WORDS.contains(&word.as_str()) => format!("the word `{word}`"),
            Token::Word(word) => format!("`{word}`"),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::End => "the end of the file".into(),
        };
        let message = format!("expected {wanted}, found {found}");
        let span = if *self.token() == Token::End { self.behind() } else { self.span() };
        self.report(Diagnostic::error(message, span, format!("{wanted} belongs here")).maybe_help(help))
    }

    /// What was meant by the word that stands here.
    fn word_near(&self, words: &[&str]) -> Option<String> {
        let Token::Word(found) = self.token() else { return None };
        nearest(found, words.iter().copied()).map(|near| format!("did you mean `{near}`?"))
    }

    fn report(&mut self, diagnostic: Diagnostic) -> Lost {
        if !self.gave_up {
            self.diagnostics.push(diagnostic);
        }
        Lost
    }

    /// Reads what may stand inside of itself.
    fn deeper<A>(&mut self, read: impl FnOnce(&mut Self) -> Read<A>) -> Read<A> {
        if self.depth == DEEPEST {
            let label = format!("more than {DEEPEST} levels");
            let diagnostic = Diagnostic::error("this nests too deeply", self.span(), label);
            let lost = self.report(diagnostic);
            // Whatever stands around it would be complained about once for each level.
            (self.at, self.gave_up) = (self.tokens.len() - 1, true);
            return Err(lost);
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }
}

fn is_name(word: &str) -> bool {
    !WORDS.contains(&word) && !word.starts_with(|c: char| c.is_ascii_digit()) && word != "_"
}

fn is_label(word: &str) -> bool {
    is_name(word) || word.bytes().all(|b| b.is_ascii_digit())
}
