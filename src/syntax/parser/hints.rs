//! What to say about mistakes that people bring from other languages.

use super::{Parsed, Parser, Reported};
use crate::diagnostics::{Diagnostic, Span, nearest};
use crate::syntax::ast::Call;
use crate::syntax::other::LOCKED_COUNTER;
use crate::syntax::token::Token;

/// Names of other languages and what to write instead.
const FOREIGN: &[(&str, &str)] = &[
    ("printf", "a model prints nothing; `assert(e);` checks a value"),
    ("puts", "a model prints nothing; `assert(e);` checks a value"),
    ("print", "a model prints nothing; `assert(e);` checks a value"),
    ("malloc", "there is no heap; declare an array: `int a[8];`"),
    ("free", "there is no heap; declare an array: `int a[8];`"),
    ("sizeof", "there are no sizes; use a `const`"),
    ("switch", "write `if (e) .. else if (e) .. else ..`"),
    ("do", "write `while (e) { .. }`"),
    ("elif", "write `else if (e)`"),
    ("elseif", "write `else if (e)`"),
    ("then", "write `if (e) { .. }`"),
    ("struct", "there are no structs; declare one variable or array for each field"),
    ("typedef", "write the type itself: `int[0..7]`, or `enum Name { A, B }`"),
    ("static", "leave it out"),
    ("volatile", "leave it out: every access is sequentially consistent"),
    ("unsigned", "write `int` (32 bits, signed) or a range: `int[0..7]`"),
    ("char", "write a range: `int[0..255]`"),
    ("long", "write `int` (32 bits) or a range: `int[0..7]`"),
    ("short", "write a range: `int[0..255]`"),
    ("byte", "write a range: `int[0..255]`"),
    ("float", WHOLE),
    ("double", WHOLE),
    ("pthread_mutex_t", "write `mutex m;`"),
    ("pthread_mutex_lock", "write `acquire(m);`"),
    ("pthread_mutex_unlock", "write `release(m);`"),
    ("pthread_create", THREADS),
    ("pthread_join", JOIN),
    ("chan", "there are no channels; an array and two indices under a mutex make one"),
];

const WHOLE: &str = "numbers are integers: count a smaller unit, `int cents = 150;` and not `1.50`";
const THREADS: &str = "threads are listed at the end, and all run from the start: `P = { f() } || { g() };`";
const JOIN: &str = "let each thread count itself as done at its end, and wait: `assume(done == 2);`";

/// Words of other languages that may well be names in a model.
const MAY_BE_NAMES: &[(&str, &str)] = &[
    ("fork", THREADS),
    ("spawn", THREADS),
    ("start", THREADS),
    ("run", THREADS),
    ("go", THREADS),
    ("thread", THREADS),
    ("join", JOIN),
];

/// What to write instead of a word of another language.
pub(crate) fn foreign(word: &str) -> Option<&'static str> {
    let known = FOREIGN.iter().chain(MAY_BE_NAMES);
    known.into_iter().find(|(name, _)| *name == word).map(|(_, help)| *help)
}

fn may_be_name(word: &str) -> bool {
    MAY_BE_NAMES.iter().any(|(name, _)| *name == word)
}

impl Parser<'_> {
    /// A hint for the token that is in the way.
    pub(super) fn hint(&self) -> Option<String> {
        let word = match self.peek() {
            Token::Assign => "did you mean `==`? `=` assigns and is a statement of its own",
            Token::AndAndAssign => "write `x = x && e;`",
            Token::OrOrAssign => "write `x = x || e;`",
            Token::Increment | Token::Decrement => "`x++;` and `x--;` are statements of their own",
            Token::Choose => "a choice stands alone on the right of `=`: `x = choose({0, 1});`",
            Token::Name => match self.slice(self.span()) {
                "and" => "write `&&`",
                "or" => "write `||`",
                "not" => "write `!`",
                "mod" => "write `%`",
                word => foreign(word)?,
            },
            _ => return None,
        };
        Some(word.into())
    }

    /// Refuses a statement that begins with a word of another language.
    pub(super) fn refuse_foreign(&mut self) -> Parsed<()> {
        let span = self.span();
        let Some(help) = foreign(self.slice(span)) else { return Ok(()) };
        let starts_thread = self.peek_at(1) == Token::Name && self.peek_at(2) == Token::OpenParen;
        if may_be_name(self.slice(span)) && (self.open.is_empty() || !starts_thread) {
            return Ok(());
        }
        if self.peek_at(1) == Token::Assign {
            return Ok(());
        }
        Err(self.no_such_word(span, help))
    }

    /// `t = spawn f();`: the word just read is of another language.
    pub(super) fn refuse_foreign_before(&mut self) -> Parsed<()> {
        let span = self.previous();
        foreign(self.slice(span)).map_or(Ok(()), |help| Err(self.no_such_word(span, help)))
    }

    fn no_such_word(&mut self, span: Span, help: &str) -> Reported {
        let message = format!("there is no `{}` in this language", self.slice(span));
        let mut diagnostic = Diagnostic::error(message, span, "not part of the language").help(help);
        if help == THREADS {
            diagnostic = diagnostic.note(format!("two threads that share a counter:\n{LOCKED_COUNTER}"));
        }
        self.report(diagnostic)
    }

    /// `whlie (e) {`: no call is followed by a block.
    pub(super) fn refuse_misspelled(&mut self, call: &Call) -> Parsed<()> {
        if self.peek() != Token::OpenBrace {
            return Ok(());
        }
        let message = format!("`{}` is no statement that has a body", call.name.text);
        let help = nearest(&call.name.text, ["while", "if", "for"]).map(|word| format!("did you mean `{word}`?"));
        Err(self.report(Diagnostic::error(message, call.name.span, "read as a call").maybe_help(help)))
    }

    /// `f(..)` where an expression must stand.
    pub(super) fn nested_call(&mut self) -> Reported {
        let diagnostic = Diagnostic::error("a call inside an expression", self.span(), "this is a call")
            .note("evaluating a call takes several steps, an expression takes none of its own")
            .help("a call is a statement of its own: `x = f(..);`");
        self.report(diagnostic)
    }
}
