//! The clauses of a body, and macros, which stand for some.

use super::*;
use crate::derivation::rules::Aggregator;
use moverlog_rules::{Question, Type};

impl<'t> Parser<'t, '_> {
    /// The name of a relation and its opening bracket.
    pub(super) fn relation(&mut self) -> Parsed<usize> {
        let from = self.at;
        let name = self.word()?;
        let span = self.span_from(from);
        let unknown = |p: &Self, name: &str| {
            let help = p.instead_of_relation(name);
            Box::new(Diagnostic::error(format!("no relation `{name}`"), span, "unknown").help(help))
        };
        if let Some(Token::Mark(sign @ ("+" | "-"))) = self.peek(0) {
            return Err(unknown(self, &format!("{name}{sign}")));
        }
        self.expect(Token::Mark("("))?;
        self.out.rules.relation(name).ok_or_else(|| unknown(self, name))
    }

    /// What may be meant by a word that is no relation.
    fn instead_of_relation(&self, name: &str) -> String {
        let rules = &self.out.rules.relations;
        let question = Question::named(name)
            .or(Question::ALL.iter().copied().find(|q| [q.notation(), q.relation()].contains(&name)));
        match crate::diagnostics::nearest(name, rules.iter().map(|(n, _)| n.as_str())) {
            _ if self.macros.contains_key(name) => format!("a macro is called: `{name}!(..)`"),
            _ if question.is_some_and(Question::may_be_answered) => {
                let relation = question.map_or("", Question::relation);
                format!("rules that answer it are about `{relation}`")
            }
            _ if question.is_some() => {
                let question = question.map_or("", Question::name);
                format!("the program alone answers that: rules ask it, `p.{question}(..)`")
            }
            Some(near) => format!("did you mean `{near}`?"),
            None => "relations are declared: `relation Sigma(State);`".into(),
        }
    }

    pub(super) fn check_count(&self, relation: usize, count: usize, from: usize) -> Parsed<()> {
        let (name, columns) = &self.out.rules.relations[relation];
        if *columns == count {
            return Ok(());
        }
        let s = if *columns == 1 { "" } else { "s" };
        let message = format!("`{name}` has {columns} column{s}, not {count}");
        let declared = format!("declared as {name}({})", listed(&self.out.rules.kinds[relation]));
        Err(error(message, self.span_from(from), declared))
    }

    pub(super) fn clause(&mut self, body: &mut Vec<Clause>) -> Parsed<()> {
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
    pub(super) fn each(&mut self, body: &mut Vec<Clause>) -> Parsed<()> {
        let from = self.at;
        let pattern = self.pattern()?;
        self.expect(Token::Word("in"))?;
        let e = self.expr()?;
        self.checked(from, |scope| scope.range(&pattern, &e))?;
        body.push(Clause::For(pattern, e));
        Ok(())
    }

    /// What follows `let`.
    pub(super) fn binding(&mut self, body: &mut Vec<Clause>) -> Parsed<()> {
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

    pub(super) fn premise(&mut self, body: &mut Vec<Clause>) -> Parsed<()> {
        let from = self.at;
        let negated = self.eat(Token::Mark("!"));
        let (relation, columns) = self.columns_of()?;
        self.meet(from, negated, relation, columns, body)
    }

    /// A relation with the patterns of its columns.
    pub(super) fn columns_of(&mut self) -> Parsed<(usize, Vec<Pattern>)> {
        let from = self.at;
        let relation = self.relation()?;
        let columns = self.list(")", Self::pattern)?;
        self.check_count(relation, columns.len(), from)?;
        Ok((relation, columns))
    }

    pub(super) fn meet(
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
    pub(super) fn aggregate(&mut self, body: &mut Vec<Clause>) -> Parsed<()> {
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
    pub(super) fn checked(&mut self, from: usize, test: impl FnOnce(&mut Scope) -> Result<(), String>) -> Parsed<()> {
        let span = self.span_from(from);
        test(&mut self.scope).map_err(|message| error(message, span, "here"))
    }

    /// A macro call stands for the clauses of its body.
    pub(super) fn expand(&mut self, body: &mut Vec<Clause>) -> Parsed<()> {
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
