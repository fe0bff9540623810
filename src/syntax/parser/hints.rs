//! What to say about mistakes that people bring from other languages.

use super::{Parsed, Parser, Reported};
use crate::diagnostics::{Diagnostic, Span, nearest};
use crate::syntax::ast::{Call, Expr, Name};
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
    ("pthread_t", "write `thread t;`"),
    ("pthread_create", SPAWN),
    ("pthread_join", JOIN),
    ("chan", "there are no channels; an array and two indices under a mutex make one"),
];

const WHOLE: &str = "numbers are integers: count a smaller unit, `int cents = 150;` and not `1.50`";
const SPAWN: &str = "a thread is started by `t = spawn f(e);`, or listed at the end: `P = { f() } || { g() };`";
const JOIN: &str = "a thread that `t = spawn f(e);` started is waited for by `join t;`";
const THREAD_HEAD: &str =
    "a thread runs a procedure: `void T() { .. }`, and is started by `spawn T();` or at the end: `P = { T() };`";
const CRITICAL: &str = "write `acquire(m);` before and `release(m);` after what is to be done under the mutex";
const AWAIT: &str = "`assume(e);` waits until a condition holds, `wait(m);` until somebody notifies";

/// Words of other languages that may well be names in a model.
const MAY_BE_NAMES: &[(&str, &str)] = &[
    ("fork", SPAWN),
    ("spawn", SPAWN),
    ("start", SPAWN),
    ("run", SPAWN),
    ("go", SPAWN),
    ("thread", SPAWN),
    ("join", JOIN),
    ("await", AWAIT),
    ("synchronized", CRITICAL),
    ("with", CRITICAL),
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
            Token::Assign if self.peek_at(1) == Token::Assign => "write `==`, without a blank between",
            Token::Assign if self.behind(Token::Assign) => {
                "`x = 2;` assigns; to compare, write `==`, without a blank between"
            }
            Token::Assign => "did you mean `==`? `=` assigns and is a statement of its own",
            Token::Plus if self.behind(Token::Assign) => "to add to a variable write `x += 1;`",
            Token::Comma if self.peek_at(1) == Token::String => "leave the text out, or put it into a comment: `// ..`",
            Token::At => "a mover annotation stands before its statement: `@right x++;`",
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

    /// Whether the token before is this one.
    fn behind(&self, token: Token) -> bool {
        self.at > 0 && self.tokens[self.at - 1].token == token
    }

    /// `thread T { .. }` and `thread T() { .. }`, where no type can be called so.
    pub(super) fn refuse_thread_head(&mut self) -> Parsed<()> {
        let span = self.span();
        let word = self.slice(span);
        let head = self.peek_at(1) == Token::Name && matches!(self.peek_at(2), Token::OpenBrace | Token::OpenParen);
        let is_type = self.tokens.windows(2).any(|w| w[0].token == Token::Enum && self.slice(w[1].span) == word);
        if !head || is_type || !["thread", "process"].contains(&word) {
            return Ok(());
        }
        Err(self.no_such_word(span, THREAD_HEAD))
    }

    /// Refuses a statement that begins with a word of another language.
    pub(super) fn refuse_foreign(&mut self) -> Parsed<()> {
        let span = self.span();
        let Some(help) = foreign(self.slice(span)) else { return Ok(()) };
        let starts_thread = self.peek_at(1) == Token::Name && self.peek_at(2) == Token::OpenParen;
        let waits = self.slice(span) == "await" && matches!(self.peek_at(1), Token::Name | Token::Not);
        if may_be_name(self.slice(span)) && (self.open.is_empty() || !starts_thread) && !waits {
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
        if self.slice(span) == "thread" {
            let diagnostic = Diagnostic::error("a thread is started by `spawn`", span, "declares a variable");
            let help = if help == THREAD_HEAD { help } else { "write `thread t = spawn f(e);`" };
            return self.report(diagnostic.help(help));
        }
        let message = format!("there is no `{}` in this language", self.slice(span));
        let mut diagnostic = Diagnostic::error(message, span, "not part of the language").help(help);
        if help == SPAWN {
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
        let critical = ["synchronized", "with", "critical", "lock_guard"].contains(&call.name.text.as_str());
        let help = match call.arguments.first().filter(|_| critical) {
            Some(mutex) => Some(self.critical(mutex.span)),
            None => nearest(&call.name.text, ["while", "if", "for"]).map(|word| format!("did you mean `{word}`?")),
        };
        Err(self.report(Diagnostic::error(message, call.name.span, "read as a call").maybe_help(help)))
    }

    /// `lock (m) { .. }`
    pub(super) fn refuse_body(&mut self, name: &Name, mutex: &Expr) -> Parsed<()> {
        if self.peek() != Token::OpenBrace {
            return Ok(());
        }
        let message = format!("`{}` is no statement that has a body", name.text);
        let help = self.critical(mutex.span);
        Err(self.report(Diagnostic::error(message, name.span, "ends with `;`").help(help)))
    }

    fn critical(&self, mutex: Span) -> String {
        let m = self.slice(mutex);
        format!("write `acquire({m});` before and `release({m});` after what is done under the mutex")
    }

    /// `f(..)` where an expression must stand.
    pub(super) fn nested_call(&mut self) -> Reported {
        let diagnostic = Diagnostic::error("a call inside an expression", self.span(), "this is a call")
            .note("evaluating a call takes several steps, an expression takes none of its own")
            .help("a call is a statement of its own: `x = f(..);`");
        self.report(diagnostic)
    }
}
