//! Reads rules. What is wrong with one rule does not hide what is wrong with the next.

mod expressions;
mod items;

use super::rules::{Clause, Expr, Pattern, Rule, Rules};
use super::token::{Placed, Token, shown};
use super::types::{COLUMNS, Scope, kind_named, listed};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;
use moverlog_rules::{Kind, Type};
use std::collections::HashMap;

/// Parameters and body of an ascent macro.
type Macros<'t> = HashMap<&'t str, (Vec<&'t str>, Vec<Placed<'t>>)>;

type Parsed<T> = Result<T, Box<Diagnostic>>;

fn error(message: impl Into<String>, span: Span, label: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(message, span, label))
}

/// Macros do not call themselves.
const MAX_DEPTH: u32 = 16;

pub(super) fn parse(blocks: Vec<Vec<Placed<'_>>>) -> Result<Rules, Vec<Diagnostic>> {
    let mut out = Out::default();
    let mut macros = Macros::new();
    for block in &blocks {
        collect_macros(block, &mut macros, &mut out);
        collect_relations(block, &mut out);
    }
    for block in blocks {
        Parser { tokens: block, at: 0, macros: &macros, scope: Scope::default(), depth: 0, out: &mut out }.items();
    }
    out.complain_of_strata();
    out.wrong.sort_by_key(|d| d.primary.0.start);
    if out.wrong.is_empty() { Ok(out.rules) } else { Err(out.wrong) }
}

/// Where the bracket closes that was opened before `tokens`.
pub(super) fn matching(tokens: &[Placed<'_>]) -> usize {
    let mut depth = 0;
    let closes = |(t, _): &Placed<'_>| {
        match t {
            Token::Mark("(" | "{" | "[") => depth += 1,
            Token::Mark(")" | "}" | "]") => depth -= 1,
            _ => {}
        }
        depth < 0
    };
    tokens.iter().position(closes).unwrap_or(tokens.len())
}

/// The tokens from `from` on up to the bracket that closes.
fn inside<'a, 't>(tokens: &'a [Placed<'t>], from: usize) -> &'a [Placed<'t>] {
    let rest = tokens.get(from..).unwrap_or_default();
    &rest[..matching(rest)]
}

/// Where words like `word` stand before a name: the name, its place, and the index behind it.
fn named_after<'t>(block: &[Placed<'t>], word: &'static str) -> Vec<(&'t str, Span, usize)> {
    let named = |(i, pair): (usize, &[Placed<'t>])| match (pair[0].0, pair[1]) {
        (Token::Word(first), (Token::Word(name), span)) if first == word => Some((name, span, i + 2)),
        _ => None,
    };
    block.windows(2).enumerate().filter_map(named).collect()
}

fn collect_macros<'t>(block: &[Placed<'t>], macros: &mut Macros<'t>, out: &mut Out) {
    for (name, span, at) in named_after(block, "macro") {
        let parameters = inside(block, at + 1);
        let named = parameters.iter().filter_map(|(t, _)| match t {
            Token::Word(w) if w.starts_with('$') => Some(*w),
            _ => None,
        });
        let body = inside(block, at + parameters.len() + 3);
        if macros.insert(name, (named.collect(), body.to_vec())).is_some() {
            out.complain(span, format!("there are two macros `{name}`"), "defined again");
        }
    }
}

fn collect_relations(block: &[Placed<'_>], out: &mut Out) {
    for (name, span, at) in named_after(block, "relation") {
        let columns = inside(block, at + 1).split(|(t, _)| *t == Token::Mark(",")).filter(|c| !c.is_empty());
        let kinds: Vec<Kind> = columns.filter_map(|c| out.kind(c)).collect();
        if kinds.contains(&Kind::Oracle) != (name == "Prog") || (name == "Prog" && kinds.len() > 1) {
            out.complain(span, "`Prog(Oracle)` holds the program, and no other relation does", "not this one");
        }
        if out.rules.relation(name).is_some() {
            out.complain(span, format!("there are two relations `{name}`"), "declared again");
        }
        out.rules.relations.push((name.to_string(), kinds.len()));
        out.rules.kinds.push(kinds);
        out.rules.docs.push(doc_before(&block[..at - 2]));
    }
}

/// The doc comment at the end of these tokens, behind which attributes may stand.
fn doc_before(tokens: &[Placed<'_>]) -> String {
    let mut lines = vec![];
    let mut bracketed = false;
    for (token, _) in tokens.iter().rev() {
        match token {
            Token::Comment(text) if text.starts_with("///") && !bracketed => lines.push(text[3..].trim()),
            Token::Mark("]") if lines.is_empty() => bracketed = true,
            Token::Mark("#") if bracketed => bracketed = false,
            _ if bracketed => {}
            _ => break,
        }
    }
    lines.reverse();
    lines.join(" ")
}

/// What has been read.
#[derive(Default)]
struct Out {
    rules: Rules,
    wrong: Vec<Diagnostic>,
}

impl Out {
    fn complain(&mut self, span: Span, message: impl Into<String>, label: &str) {
        self.wrong.push(Diagnostic::error(message, span, label));
    }

    /// The kind that a column is declared with: its first word.
    fn kind(&mut self, column: &[Placed<'_>]) -> Option<Kind> {
        let (token, span) = column[0];
        let kind = if let Token::Word(word) = token { kind_named(word) } else { None };
        if kind.is_none() {
            let [first @ .., last] = COLUMNS;
            let known = format!("a column holds {} or {}", listed(&first), last.name());
            self.wrong
                .push(Diagnostic::error(format!("no kind of column {}", shown(token)), span, "unknown").help(known));
        }
        kind
    }

    /// Rules with a negated premise run once, when all others are done.
    fn complain_of_strata(&mut self) {
        let rules = &self.rules.rules;
        let uses = |c: &Clause, r| matches!(c, Clause::Relation(s, _) | Clause::Without(s, _) if *s == r);
        let used = |r: usize| rules.iter().any(|rule| rule.body.iter().any(|c| uses(c, r)));
        let late = rules.iter().filter(|rule| rule.negates() && rule.heads.iter().any(|(r, _)| used(*r)));
        let spans: Vec<Span> = late.map(|rule| rule.span).collect();
        for span in spans {
            let message = "what a rule with `!` derives is used by another rule";
            self.complain(span, message, "this runs once, after all rules without `!`");
        }
    }
}

struct Parser<'t, 'o> {
    tokens: Vec<Placed<'t>>,
    at: usize,
    macros: &'o Macros<'t>,
    /// What the body has bound so far.
    scope: Scope,
    /// Of macros.
    depth: u32,
    out: &'o mut Out,
}

impl<'t> Parser<'t, '_> {
    fn rule(&mut self, comment: &[&str]) -> Parsed<()> {
        let from = self.at;
        self.scope = Scope::default();
        let mut heads = vec![];
        loop {
            heads.push(self.head()?);
            if !self.eat(Token::Mark(",")) {
                break;
            }
        }
        let mut body = vec![];
        if self.eat(Token::If) {
            loop {
                self.clause(&mut body)?;
                if !self.eat(Token::Mark(",")) {
                    break;
                }
            }
        }
        let span = self.span_from(from);
        self.expect(Token::Mark(";"))?;
        self.complain_of_heads(&heads);
        let heads = heads.into_iter().map(|(r, es)| (r, es.into_iter().map(|(e, _)| e).collect())).collect();
        let tag = comment.first().and_then(|c| c.split_inclusive(')').next()).unwrap_or("").to_string();
        let paper_form = comment.iter().skip(1).map(|c| format!("{c}\n")).collect();
        self.out.rules.rules.push(Rule { tag, paper_form, heads, body, span });
        Ok(())
    }

    /// A relation with expressions, each with its place: the body that binds their variables comes later.
    fn head(&mut self) -> Parsed<(usize, Vec<(Expr, Span)>)> {
        let from = self.at;
        let relation = self.relation()?;
        let placed = |p: &mut Self| {
            let from = p.at;
            let e = p.expr()?;
            Ok((e, p.span_from(from)))
        };
        let columns = self.list(")", placed)?;
        self.check_count(relation, columns.len(), from)?;
        if self.out.rules.relations[relation].0 == "Prog" {
            return Err(error("no rule derives the program", self.span_from(from), "given"));
        }
        Ok((relation, columns))
    }

    fn complain_of_heads(&mut self, heads: &[(usize, Vec<(Expr, Span)>)]) {
        for (relation, columns) in heads {
            for (column, (e, span)) in columns.iter().enumerate() {
                if let Err(message) = self.scope.expect(e, self.out.rules.kinds[*relation][column]) {
                    self.out.complain(*span, message, "here");
                }
            }
        }
    }

    /// The name of a relation and its opening bracket.
    fn relation(&mut self) -> Parsed<usize> {
        let from = self.at;
        let name = self.word()?;
        let span = self.span_from(from);
        self.expect(Token::Mark("("))?;
        let unknown = || {
            let rules = &self.out.rules.relations;
            let near = crate::diagnostics::nearest(name, rules.iter().map(|(n, _)| n.as_str()));
            let declare = "relations are declared: `relation Sigma(State);`".to_string();
            let help = near.map_or(declare, |n| format!("did you mean `{n}`?"));
            Box::new(Diagnostic::error(format!("no relation `{name}`"), span, "unknown").help(help))
        };
        self.out.rules.relation(name).ok_or_else(unknown)
    }

    fn check_count(&self, relation: usize, count: usize, from: usize) -> Parsed<()> {
        let (name, columns) = &self.out.rules.relations[relation];
        if *columns == count {
            return Ok(());
        }
        let s = if *columns == 1 { "" } else { "s" };
        let message = format!("`{name}` has {columns} column{s}, not {count}");
        let declared = format!("declared as {name}({})", listed(&self.out.rules.kinds[relation]));
        Err(error(message, self.span_from(from), declared))
    }

    fn clause(&mut self, body: &mut Vec<Clause>) -> Parsed<()> {
        if self.eat(Token::Word("for")) {
            return self.each(body);
        }
        let condition = self.eat(Token::Word("if"));
        let from = self.at;
        if self.eat(Token::Word("let")) {
            self.binding(body)
        } else if condition {
            let e = self.expr()?;
            self.checked(from, |scope| scope.expect(&e, Kind::Truth))?;
            body.push(Clause::If(e));
            Ok(())
        } else if self.peek(1) == Some(Token::Mark("!")) {
            self.expand(body)
        } else {
            self.premise(body)
        }
    }

    /// What follows `for`.
    fn each(&mut self, body: &mut Vec<Clause>) -> Parsed<()> {
        let from = self.at;
        let pattern = self.pattern()?;
        self.expect(Token::Word("in"))?;
        let e = self.expr()?;
        self.checked(from, |scope| match scope.type_of(&e)? {
            Type::Each(kinds) => scope.bind(&pattern, Type::Each(kinds)),
            _ => Err("`for` ranges over the answers to a question".into()),
        })?;
        body.push(Clause::For(pattern, e));
        Ok(())
    }

    /// What follows `let`.
    fn binding(&mut self, body: &mut Vec<Clause>) -> Parsed<()> {
        let from = self.at;
        let pattern = self.pattern()?;
        self.expect(Token::Mark("="))?;
        let e = self.expr()?;
        self.checked(from, |scope| match scope.type_of(&e)? {
            Type::Each(_) => Err("many answers; write `for x in ..`".into()),
            one => scope.bind(&pattern, one),
        })?;
        body.push(Clause::Let(pattern, e));
        Ok(())
    }

    fn premise(&mut self, body: &mut Vec<Clause>) -> Parsed<()> {
        let from = self.at;
        let negated = self.eat(Token::Mark("!"));
        let relation = self.relation()?;
        let columns = self.list(")", Self::pattern)?;
        self.check_count(relation, columns.len(), from)?;
        let kinds = self.out.rules.kinds[relation].clone();
        let known = self.scope.clone();
        let is_bound = |c: &Pattern| !matches!(c, Pattern::Variable(v) if !known.binds(v));
        self.checked(from, |scope| match negated && !columns.iter().all(is_bound) {
            true => Err("a premise with `!` binds no variable; write `_`".into()),
            false => columns.iter().zip(kinds).try_for_each(|(c, k)| scope.meet(c, k)),
        })?;
        let clause = if negated { Clause::Without } else { Clause::Relation };
        body.push(clause(relation, columns));
        Ok(())
    }

    /// Tests, or binds, what has been read since token `from`.
    fn checked(&mut self, from: usize, test: impl FnOnce(&mut Scope) -> Result<(), String>) -> Parsed<()> {
        let span = self.span_from(from);
        test(&mut self.scope).map_err(|message| error(message, span, "here"))
    }

    /// A macro call stands for the clauses of its body.
    fn expand(&mut self, body: &mut Vec<Clause>) -> Parsed<()> {
        let from = self.at;
        let name = self.word()?;
        self.at += 2;
        let arguments = inside(&self.tokens, self.at).to_vec();
        self.at += arguments.len() + 1;
        let span = self.span_from(from);
        let wrong = |what: String| error(what, span, "called here");
        let (parameters, text) = self.macros.get(name).ok_or_else(|| wrong(format!("no macro `{name}`")))?;
        let arguments: Vec<&[Placed<'t>]> = match arguments.is_empty() {
            true => vec![],
            false => arguments.split(|(t, _)| *t == Token::Mark(",")).collect(),
        };
        if arguments.len() != parameters.len() {
            return Err(wrong(format!("`{name}` has {} parameters, not {}", parameters.len(), arguments.len())));
        }
        if self.depth == MAX_DEPTH {
            return Err(wrong(format!("`{name}` calls itself")));
        }
        let value = |(token, _): &Placed<'t>| {
            let named = |p: &str| matches!(token, Token::Word(w) if *w == p);
            parameters.iter().position(|p| named(p)).map(|i| arguments[i])
        };
        let replaced = text.iter().flat_map(|t| value(t).map_or(vec![*t], <[Placed<'t>]>::to_vec)).collect();
        let scope = std::mem::take(&mut self.scope);
        let (macros, depth) = (self.macros, self.depth + 1);
        let mut inner = Parser { tokens: replaced, at: 0, macros, scope, depth, out: self.out };
        while inner.at < inner.tokens.len() {
            inner.clause(body)?;
            inner.eat(Token::Mark(","));
        }
        self.scope = inner.scope;
        Ok(())
    }
}
