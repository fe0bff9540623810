//! Reading a run log. As with models, what is wrong is reported with its place, all that is found
//! in one go; only a log without errors is a run.

use super::expression::{Expressions, Line, Parsed, fail, wrong};
use super::{HEADER, NOWHERE, RESERVED, check};
use crate::diagnostics::{Diagnostic, Span, nearest};
use crate::ir::Value;
use crate::trace::ctp::{Effect, Expr, Scope, Slice, Transition, Variable, VariableId};
use crate::trace::run::Run;
use rustc_hash::FxHashMap;

/// The reader gives up after so many errors.
const MAX_ERRORS: usize = 20;

const INT: (i64, i64) = (Value::MIN as i64, Value::MAX as i64);

/// The run that a log tells of; nothing iff a diagnostic is an error.
pub fn read(text: &str) -> (Option<Run>, Vec<Diagnostic>) {
    let mut reader = Reader::default();
    let mut diagnostics = vec![];
    let mut start = 0;
    let mut headed = false;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let mut words = Line::new(without_comment(line), start);
        start += line.len();
        if words.is_done() {
            continue;
        }
        let result = if headed { reader.line(words, number + 1) } else { header(words) };
        headed = true;
        diagnostics.extend(result.err().map(|d| *d));
        if diagnostics.len() == MAX_ERRORS {
            return (None, diagnostics);
        }
    }
    if !headed {
        diagnostics.push(*header(Line::new("", 0)).expect_err("an empty line is no header"));
    }
    if diagnostics.is_empty() {
        diagnostics.extend(check::check(&mut reader.run, &reader.spans).err().map(|d| *d));
    }
    (diagnostics.is_empty().then_some(reader.run), diagnostics)
}

/// A comment begins at a `#` at the beginning of the line or after a blank.
fn without_comment(line: &str) -> &str {
    let begins = |at: &usize| line[..*at].chars().next_back().is_none_or(char::is_whitespace);
    let comment = line.match_indices('#').map(|(at, _)| at).find(begins);
    comment.map_or(line, |at| &line[..at])
}

fn header(mut line: Line<'_>) -> Parsed<()> {
    let whole = line.whole();
    let words: Vec<&str> = std::iter::from_fn(|| line.word("").ok().map(|(word, _)| word)).collect();
    match words.join(" ") == HEADER {
        true => Ok(()),
        false => wrong(format!("a run log begins with the line `{HEADER}`"), whole, "this comes first"),
    }
}

/// The run as far as it has been read.
#[derive(Default)]
struct Reader<'t> {
    run: Run,
    /// The line of every event.
    spans: Vec<Span>,
    threads: FxHashMap<&'t str, usize>,
    shared: FxHashMap<&'t str, VariableId>,
    locals: FxHashMap<(usize, &'t str), VariableId>,
}

impl<'t> Reader<'t> {
    fn line(&mut self, mut line: Line<'t>, number: usize) -> Parsed<()> {
        let (first, span) = line.word("a thread")?;
        match first {
            "thread" => self.thread_line(&mut line)?,
            "var" => self.var(&mut line)?,
            "lock" => self.lock(&mut line)?,
            "local" => self.local_line(&mut line)?,
            "moverlog" => {
                return wrong("the header stands at the top", span, "here it is out of place");
            }
            _ => {
                let slice = self.thread(first);
                self.event(slice, &mut line, number)?;
            }
        }
        if line.is_done() {
            return Ok(());
        }
        let (word, span) = line.word("")?;
        wrong(format!("`{word}` is left over"), span, "nothing more belongs in this line")
    }

    /// The number of a thread; one that is new is added.
    fn thread(&mut self, name: &'t str) -> usize {
        let threads = &mut self.run.ctp.threads;
        *self.threads.entry(name).or_insert_with(|| {
            threads.push(Slice { name: name.into(), transitions: vec![] });
            threads.len() - 1
        })
    }

    fn thread_line(&mut self, line: &mut Line<'t>) -> Parsed<()> {
        let (name, span) = line.word("the thread's name")?;
        self.new_thread(name, span)?;
        if self.run.ctp.threads.iter().any(|s| s.name == name) {
            return wrong(format!("there is a thread `{name}` already"), span, "declared or used before");
        }
        self.thread(name);
        Ok(())
    }

    fn new_thread(&self, name: &str, span: Span) -> Parsed<()> {
        match RESERVED.contains(&name) {
            true => wrong(format!("no thread can be called `{name}`"), span, "a word of the log format"),
            false => Ok(()),
        }
    }

    fn var(&mut self, line: &mut Line<'t>) -> Parsed<()> {
        let (name, span) = line.name("the variable's name")?;
        let (initial, range) = initial(line)?;
        let scope = Scope::Shared;
        self.share(name, span, Variable { name: name.into(), scope, initial, range })
    }

    fn lock(&mut self, line: &mut Line<'t>) -> Parsed<()> {
        let (name, span) = line.name("the lock's name")?;
        self.share(name, span, Variable { name: name.into(), scope: Scope::Lock, initial: 0, range: (0, 1) })
    }

    fn share(&mut self, name: &'t str, span: Span, variable: Variable) -> Parsed<()> {
        let local = self.locals.keys().any(|(_, n)| *n == name);
        if local || self.shared.contains_key(name) {
            return wrong(format!("`{name}` is declared twice"), span, "known before");
        }
        let id = self.declare(variable);
        self.shared.insert(name, id);
        Ok(())
    }

    fn declare(&mut self, variable: Variable) -> VariableId {
        self.run.ctp.variables.push(variable);
        VariableId(self.run.ctp.variables.len() - 1)
    }

    fn local_line(&mut self, line: &mut Line<'t>) -> Parsed<()> {
        let (thread, span) = line.word("the thread's name")?;
        self.new_thread(thread, span)?;
        let slice = self.thread(thread);
        let (name, span) = line.name("the variable's name")?;
        let (initial, range) = initial(line)?;
        if self.shared.contains_key(name) || self.locals.contains_key(&(slice, name)) {
            return wrong(format!("`{name}` is declared twice"), span, "known before");
        }
        self.local(slice, name, initial, range);
        Ok(())
    }

    fn local(&mut self, slice: usize, name: &'t str, initial: i64, range: (i64, i64)) -> VariableId {
        let id = self.declare(Variable { name: name.into(), scope: Scope::Local(slice), initial, range });
        self.locals.insert((slice, name), id);
        id
    }

    /// What a name means in a line of this thread.
    fn find(&self, slice: usize, name: &str, span: Span) -> Parsed<VariableId> {
        let known = self.locals.get(&(slice, name)).or_else(|| self.shared.get(name));
        known.copied().ok_or_else(|| unknown(name, span))
    }

    fn expression(&self, slice: usize, line: &mut Line<'t>) -> Parsed<Expr> {
        let find = |name: &str, span: Span| self.find(slice, name, span);
        Expressions::read(line, &find)
    }

    fn event(&mut self, slice: usize, line: &mut Line<'t>, number: usize) -> Parsed<()> {
        let whole = line.whole();
        let (kind, span) = line.word("an event")?;
        let mut guard = None;
        let (effect, values) = match kind {
            "read" => self.read(slice, line)?,
            "write" => self.write(slice, line)?,
            "lock" => (Effect::Lock(self.lock_name(line)?), vec![]),
            "unlock" => (Effect::Unlock(self.lock_name(line)?), vec![]),
            "fork" => (Effect::Fork(self.other(slice, line)?), vec![]),
            "join" => (Effect::Join(self.other(slice, line)?), vec![]),
            "assert" => {
                let e = self.expression(slice, line)?;
                let fails = line.eat_word("fails");
                (Effect::Assert(e), vec![i64::from(!fails)])
            }
            "branch" => {
                guard = Some(self.expression(slice, line)?);
                (Effect::Skip, vec![])
            }
            "skip" => (Effect::Skip, vec![]),
            _ => return fail(no_event(kind, span)),
        };
        if guard.is_none() && line.eat_word("if") {
            guard = Some(self.expression(slice, line)?);
        }
        let (label, at) = self.place(slice, line, number)?;
        self.run.push(slice, Transition { label, line: at, guard, effect, constants: vec![] }, values);
        self.spans.push(whole);
        Ok(())
    }

    /// `@ label line`; without it the place is the line of the log.
    fn place(&self, slice: usize, line: &mut Line<'t>, number: usize) -> Parsed<(String, Option<usize>)> {
        if !line.eat("@") {
            let slice = &self.run.ctp.threads[slice];
            return Ok((format!("{}:{}", slice.name, slice.transitions.len() + 1), Some(number)));
        }
        let (label, _) = line.word("the name of the place")?;
        if line.is_done() {
            return Ok((label.into(), None));
        }
        let (word, span) = line.word("the line of the source")?;
        let at = word
            .parse()
            .map_err(|_| Diagnostic::error(format!("`{word}` is no line number"), span, "a number belongs here"))?;
        Ok((label.into(), Some(at)))
    }

    /// `x 3 -> r`: the value goes to a local, which is declared by being used here.
    fn read(&mut self, slice: usize, line: &mut Line<'t>) -> Parsed<(Effect, Vec<i64>)> {
        let (name, span) = line.name("the variable that is read")?;
        let from = self.find(slice, name, span)?;
        let value = line.value()?;
        let (to, span) = if line.eat("->") { line.name("the local that receives it")? } else { (NOWHERE, span) };
        if self.shared.contains_key(to) {
            return wrong(format!("`{to}` is shared"), span, "a local variable receives what is read");
        }
        let to = match self.locals.get(&(slice, to)) {
            Some(known) => *known,
            None => self.local(slice, to, 0, INT),
        };
        Ok((Effect::Assign(vec![(to, Expr::Var(from))]), vec![value]))
    }

    /// `x 3 = r + 1, y 2`: one step; what no expression explains may be anything.
    fn write(&mut self, slice: usize, line: &mut Line<'t>) -> Parsed<(Effect, Vec<i64>)> {
        let (mut assignments, mut values) = (vec![], vec![]);
        loop {
            let (name, span) = line.name("the variable that is written")?;
            let to = self.find(slice, name, span)?;
            if self.run.ctp.variable(to).scope == Scope::Lock {
                let diagnostic = Diagnostic::error(format!("`{name}` is a lock"), span, "not a variable");
                return fail(diagnostic.help(format!("write `lock {name}` or `unlock {name}`")));
            }
            values.push(line.value()?);
            let e = if line.eat("=") { self.expression(slice, line)? } else { Expr::Any };
            assignments.push((to, e));
            if !line.eat(",") {
                return Ok((Effect::Assign(assignments), values));
            }
        }
    }

    fn lock_name(&self, line: &mut Line<'t>) -> Parsed<VariableId> {
        let (name, span) = line.name("the lock")?;
        let known = self.shared.get(name).copied();
        known.filter(|v| self.run.ctp.variable(*v).scope == Scope::Lock).ok_or_else(|| {
            let diagnostic = Diagnostic::error(format!("there is no lock `{name}`"), span, "not declared as a lock");
            Box::new(diagnostic.help(format!("declare it above: `lock {name}`")))
        })
    }

    /// Another thread.
    fn other(&mut self, slice: usize, line: &mut Line<'t>) -> Parsed<usize> {
        let (name, span) = line.word("the other thread")?;
        self.new_thread(name, span)?;
        match self.thread(name) {
            other if other != slice => Ok(other),
            _ => wrong("a thread neither forks nor joins itself", span, "the same thread"),
        }
    }
}

/// `= 3 in 0..7`; both parts may be missing.
fn initial(line: &mut Line<'_>) -> Parsed<(i64, (i64, i64))> {
    let given = line.eat("=");
    let value = if given { line.value()? } else { 0 };
    let range = match line.eat_word("in") {
        true => {
            let lo = line.value()?;
            line.expect("..")?;
            (lo, line.value()?)
        }
        false => INT,
    };
    if range.0 > range.1 {
        return wrong("the range is empty", line.whole(), "its lower bound comes first");
    }
    if !(range.0..=range.1).contains(&value) {
        let message = format!("the initial value {value} is outside the range {}..{}", range.0, range.1);
        return wrong(message, line.whole(), "declared here");
    }
    Ok((value, range))
}

fn unknown(name: &str, span: Span) -> Box<Diagnostic> {
    let diagnostic = Diagnostic::error(format!("there is no variable `{name}`"), span, "not declared above");
    Box::new(diagnostic.help(format!("declare it: `var {name} = 0`, or `local THREAD {name}`")))
}

fn no_event(kind: &str, span: Span) -> Diagnostic {
    const KINDS: [&str; 9] = ["read", "write", "lock", "unlock", "branch", "assert", "fork", "join", "skip"];
    let near = nearest(kind, KINDS);
    let diagnostic = Diagnostic::error(format!("there is no event `{kind}`"), span, "an event belongs here");
    diagnostic.note(format!("events are {}", KINDS.join(", "))).maybe_help(near.map(|k| format!("did you mean `{k}`?")))
}
