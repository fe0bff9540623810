//! Reads rules. What is wrong with one rule does not hide what is wrong with the next.

mod expressions;
mod items;
mod query;

pub(super) use query::query;

use super::rules::{Aggregator, Clause, Definition, Expr, Pattern, Rule, Rules};
use super::token::{Placed, Token, shown};
use super::types::{COLUMNS, Scope, kind_named, listed};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;
use moverlog_rules::{Kind, Question, Type};
use std::collections::{BTreeSet, HashMap};

/// Parameters and body of an ascent macro.
type Macro<'t> = (Vec<&'t str>, Vec<Placed<'t>>);

type Macros<'t> = HashMap<&'t str, Macro<'t>>;

type Parsed<T> = Result<T, Box<Diagnostic>>;

/// Expressions with their places.
type Placings = Vec<(Expr, Span)>;

fn unplaced(head: Placings) -> Vec<Expr> {
    head.into_iter().map(|(e, _)| e).collect()
}

fn error(message: impl Into<String>, span: Span, label: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(message, span, label))
}

/// Macros do not call themselves.
const MAX_DEPTH: u32 = 16;

/// Some of the text, and whether other text builds on it.
pub(super) struct Block<'t> {
    pub tokens: Vec<Placed<'t>>,
    pub included: bool,
}

pub(super) fn parse(blocks: Vec<Block<'_>>) -> Result<Rules, Vec<Diagnostic>> {
    let mut out = Out::default();
    let mut macros = Macros::new();
    for block in &blocks {
        collect_macros(&block.tokens, &mut macros, &mut out);
        collect_relations(&block.tokens, &mut out);
    }
    for Block { tokens, included } in blocks {
        let level = usize::from(!included);
        Parser { tokens, at: 0, macros: &macros, scope: Scope::default(), depth: 0, level, query: None, out: &mut out }
            .items();
    }
    out.finish()
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
        // `$p: expr`, or `p`
        let named = parameters.split(|(t, _)| *t == Token::Mark(",")).filter_map(|p| match p.first()?.0 {
            Token::Word(word) => Some(word),
            _ => None,
        });
        let body = inside(block, at + parameters.len() + 3);
        let overrides = at > 2 && block[at - 3].0 == Token::Word("override");
        let own = (named.collect(), body.to_vec());
        if out.allows_macro((name, &own, span), overrides, macros) {
            macros.insert(name, own);
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
    /// How many rules are included; they come first.
    included: usize,
    /// Names of rules that are to be left out.
    dropped: Vec<(String, Span)>,
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

    /// A macro is there once, or in place of one with as many parameters.
    fn allows_macro(&mut self, (name, own, span): (&str, &Macro<'_>, Span), overrides: bool, all: &Macros<'_>) -> bool {
        let wrong = match all.get(name) {
            Some((before, _)) if overrides && before.len() == own.0.len() => return true,
            None if !overrides => return true,
            Some((before, _)) if overrides => {
                let message = format!("`{name}` has {} parameters, not {}", before.len(), own.0.len());
                Diagnostic::error(message, span, "overrides that one").help(format!("({})", before.join(", ")))
            }
            Some(_) => Diagnostic::error(format!("there are two macros `{name}`"), span, "defined again")
                .help("`override macro` takes the place of one that is included"),
            None => {
                let others: BTreeSet<&str> = all.keys().copied().collect();
                let near = crate::diagnostics::nearest(name, others.iter().copied());
                let known = others.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
                let help = near.map_or(format!("included: {known}"), |n| format!("did you mean `{n}`?"));
                Diagnostic::error(format!("no macro `{name}` to override"), span, "unknown").help(help)
            }
        };
        self.wrong.push(wrong);
        false
    }

    /// `drop (TAG);` leaves out what is included under that name.
    fn drop_rules(&mut self) {
        for (tag, span) in std::mem::take(&mut self.dropped) {
            let is = |other: &str| without_spaces(other) == without_spaces(&tag);
            let (rules, definitions) = (&mut self.rules.rules, &mut self.rules.definitions);
            let before = rules.len() + definitions.len();
            let tags: Vec<String> = rules[..self.included].iter().map(|r| r.tag.clone()).collect();
            let mut number = 0..;
            rules.retain(|r| number.next() >= Some(self.included) || !is(&r.tag));
            definitions.retain(|d| d.level > 0 || !is(&d.rule.tag));
            self.included -= tags.iter().filter(|t| is(t)).count();
            if before == rules.len() + definitions.len() {
                let near = crate::diagnostics::nearest(&tag, tags.iter().map(String::as_str));
                let help = near.map_or(format!("included: {}", tags.join(", ")), |n| format!("did you mean `{n}`?"));
                self.wrong.push(Diagnostic::error(format!("no rule `{tag}` is included"), span, "unknown").help(help));
            }
        }
    }

    fn finish(mut self) -> Result<Rules, Vec<Diagnostic>> {
        self.drop_rules();
        match self.rules.stratified() {
            Ok(strata) => self.rules.strata = strata,
            Err(circles) => self.wrong.extend(circles),
        }
        self.wrong.extend(self.rules.circular());
        self.wrong.sort_by_key(|d| d.primary.0.start);
        // What is wrong in a macro is wrong wherever it is called.
        self.wrong.dedup();
        if self.wrong.is_empty() { Ok(self.rules) } else { Err(self.wrong) }
    }
}

fn without_spaces(tag: &str) -> String {
    tag.chars().filter(|c| !c.is_whitespace()).collect()
}

struct Parser<'t, 'o> {
    tokens: Vec<Placed<'t>>,
    at: usize,
    macros: &'o Macros<'t>,
    /// What the body has bound so far.
    scope: Scope,
    /// Of macros.
    depth: u32,
    /// 0 for what is included, 1 for what builds on it.
    level: usize,
    /// What is known of the query that is read, if one is.
    query: Option<query::Asked<'o>>,
    out: &'o mut Out,
}

impl<'t> Parser<'t, '_> {
    fn rule(&mut self, comment: &[&str]) -> Parsed<()> {
        let from = self.at;
        self.scope = Scope::default();
        let question = self.question();
        let heads = if question.is_none() { self.heads()? } else { vec![] };
        let asked = question.map(|q| self.asked(q)).transpose()?;
        let body = self.body()?;
        let span = self.span_from(from);
        self.expect(Token::Mark(";"))?;
        let paper_form = comment.iter().skip(1).map(|c| format!("{c}\n")).collect();
        let mut rule = Rule { tag: String::new(), paper_form, heads: vec![], body, span };
        match question.zip(asked) {
            Some((question, head)) => {
                self.complain_of_columns(&head, &question.columns());
                rule.tag = self.tag(comment, question.relation());
                self.define(Definition { question, head: unplaced(head), rule, level: self.level });
            }
            None => {
                heads.iter().for_each(|(r, head)| self.complain_of_columns(head, &self.out.rules.kinds[*r].clone()));
                rule.tag = self.tag(comment, &self.out.rules.relations[heads[0].0].0);
                rule.heads = heads.into_iter().map(|(r, head)| (r, unplaced(head))).collect();
                self.out.rules.rules.push(rule);
                self.out.included += 1 - self.level;
            }
        }
        Ok(())
    }

    /// The paper's name of a rule, which its comment begins with, or one of its own.
    fn tag(&self, comment: &[&str], derives: &str) -> String {
        if let Some(first) = comment.first().filter(|c| c.starts_with('(')) {
            return first.split_inclusive(')').next().unwrap_or_default().to_string();
        }
        let rules = &self.out.rules;
        let all = || rules.rules.iter().chain(rules.definitions.iter().map(|d| &d.rule)).map(|r| r.tag.as_str());
        let mut names = (1..).map(|n| if n == 1 { format!("({derives})") } else { format!("({derives} {n})") });
        names.find(|name| !all().any(|tag| tag == name)).unwrap_or_default()
    }

    fn heads(&mut self) -> Parsed<Vec<(usize, Placings)>> {
        let mut heads = vec![self.head()?];
        while self.eat(Token::Mark(",")) {
            heads.push(self.head()?);
        }
        Ok(heads)
    }

    fn body(&mut self) -> Parsed<Vec<Clause>> {
        let mut body = vec![];
        if self.eat(Token::If) {
            self.clause(&mut body)?;
            while self.eat(Token::Mark(",")) {
                self.clause(&mut body)?;
            }
        }
        Ok(body)
    }

    /// The question whose relation the next rule is about, if the file declares no relation of that name.
    fn question(&self) -> Option<Question> {
        let Some(Token::Word(name)) = self.peek(0) else { return None };
        let question = Question::ALL.iter().copied().find(|q| q.relation() == name && q.may_be_answered());
        question.filter(|_| self.out.rules.relation(name).is_none())
    }

    /// The head of a rule that answers a question: what it is asked of is given.
    fn asked(&mut self, question: Question) -> Parsed<Placings> {
        let from = self.at;
        self.at += 1;
        self.expect(Token::Mark("("))?;
        let head = self.columns()?;
        let expected = question.columns();
        if head.len() != expected.len() {
            let message = format!("`{}` has {} columns, not {}", question.relation(), expected.len(), head.len());
            let declared = format!("{}({})", question.relation(), listed(&expected));
            return Err(error(message, self.span_from(from), declared));
        }
        let given: Vec<Expr> = head.iter().take(question.asked_of().len()).map(|(e, _)| e.clone()).collect();
        self.checked(from, |scope| scope.given(&given, question))?;
        Ok(head)
    }

    /// Answers are found when they are asked for: facts are not there yet.
    fn define(&mut self, definition: Definition) {
        let uses = definition.rule.needs().find(|(r, _)| self.out.rules.relations[*r].0 != "Prog");
        if let Some((relation, _)) = uses {
            let name = &self.out.rules.relations[relation].0;
            let message = format!("what answers a question may ask questions, and `{name}` is a relation");
            self.out.complain(definition.rule.span, message, "this is worked out whenever a rule asks");
        }
        self.out.rules.definitions.push(definition);
    }

    /// A relation with expressions, each with its place: the body that binds their variables comes later.
    fn head(&mut self) -> Parsed<(usize, Placings)> {
        let from = self.at;
        let relation = self.relation()?;
        let columns = self.columns()?;
        self.check_count(relation, columns.len(), from)?;
        if self.out.rules.relations[relation].0 == "Prog" {
            return Err(error("no rule derives the program", self.span_from(from), "given"));
        }
        Ok((relation, columns))
    }

    fn columns(&mut self) -> Parsed<Placings> {
        self.list(")", |p: &mut Self| {
            let from = p.at;
            let e = p.expr()?;
            Ok((e, p.span_from(from)))
        })
    }

    fn complain_of_columns(&mut self, head: &Placings, kinds: &[Kind]) {
        for ((e, span), kind) in head.iter().zip(kinds) {
            if let Err(message) = self.scope.expect(e, *kind) {
                self.out.complain(*span, message, "here");
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
        let quantifies = [Some(Token::Word("all")), Some(Token::Word("some"))].contains(&self.peek(1));
        if self.peek(0) == Some(Token::Word("for")) && !quantifies {
            self.at += 1;
            return self.each(body);
        }
        if self.eat(Token::Word("agg")) {
            return self.aggregate(body);
        }
        let condition = self.eat(Token::Word("if")) || self.peek(0) == Some(Token::Word("for"));
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
        } else if self.query.is_some() {
            self.asked_premise(body)
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
        self.checked(from, |scope| scope.range(&pattern, &e))?;
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
        let (relation, columns) = self.columns_of()?;
        self.meet(from, negated, relation, columns, body)
    }

    /// A relation with the patterns of its columns.
    fn columns_of(&mut self) -> Parsed<(usize, Vec<Pattern>)> {
        let from = self.at;
        let relation = self.relation()?;
        let columns = self.list(")", Self::pattern)?;
        self.check_count(relation, columns.len(), from)?;
        Ok((relation, columns))
    }

    fn meet(
        &mut self,
        from: usize,
        negated: bool,
        relation: usize,
        columns: Vec<Pattern>,
        body: &mut Vec<Clause>,
    ) -> Parsed<()> {
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

    /// What follows `agg`: `k = count() in R(x, _)`.
    fn aggregate(&mut self, body: &mut Vec<Clause>) -> Parsed<()> {
        let from = self.at;
        let result = self.pattern()?;
        self.expect(Token::Mark("="))?;
        let name = self.word()?;
        let known = || Aggregator::ALL.map(|(n, _)| n).join(", ");
        let unknown = || error(format!("no aggregate `{name}`: there are {}", known()), self.span_from(from), "here");
        let by = Aggregator::ALL.iter().find(|(n, _)| *n == name).map(|(_, by)| *by).ok_or_else(unknown)?;
        self.expect(Token::Mark("("))?;
        let of = if self.peek(0) == Some(Token::Mark(")")) { None } else { Some(self.word()?.to_string()) };
        self.expect(Token::Mark(")"))?;
        self.expect(Token::Word("in"))?;
        let (relation, patterns) = if self.query.is_some() { self.counted(body)? } else { self.columns_of()? };
        let kinds = self.out.rules.kinds[relation].clone();
        self.checked(from, |scope| scope.aggregate(&result, (by, of.as_deref()), &patterns, &kinds))?;
        body.push(Clause::Aggregate { result, by, of, relation, patterns });
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
        let level = self.level;
        let mut inner = Parser { tokens: replaced, at: 0, macros, scope, depth, level, query: None, out: self.out };
        while inner.at < inner.tokens.len() {
            inner.clause(body)?;
            inner.eat(Token::Mark(","));
        }
        self.scope = inner.scope;
        Ok(())
    }
}
