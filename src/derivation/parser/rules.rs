//! Rules as wholes: heads, names, and rules that answer questions.

use super::*;
use crate::derivation::rules::{Definition, Rule};
use moverlog_rules::Question;

impl<'t> Parser<'t, '_> {
    pub(super) fn rule(&mut self, comment: &[&str]) -> Parsed<()> {
        let from = self.at;
        self.scope = Scope::default();
        let question = self.question();
        let heads = if question.is_none() { self.heads()? } else { vec![] };
        let asked = question.map(|q| self.asked(q)).transpose()?;
        let body = self.body()?;
        let span = self.span_from(from);
        if (self.peek(0), self.peek(1)) == (Some(Token::Mark(":")), Some(Token::Mark("-"))) {
            self.at += 2;
            return Err(error("expected `<--`, found `:-`", self.span_from(self.at - 2), "a rule is `A(x) <-- B(x);`"));
        }
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
    pub(super) fn tag(&self, comment: &[&str], derives: &str) -> String {
        if let Some(first) = comment.first().filter(|c| c.starts_with('(')) {
            return first.split_inclusive(')').next().unwrap_or_default().to_string();
        }
        let rules = &self.out.rules;
        // What a file answers takes the place of what is included.
        let answers = rules.definitions.iter().filter(|d| d.level == self.level).map(|d| &d.rule);
        let all = || rules.rules.iter().chain(answers.clone()).map(|r| r.tag.as_str());
        let mut names = (1..).map(|n| if n == 1 { format!("({derives})") } else { format!("({derives} {n})") });
        names.find(|name| !all().any(|tag| tag == name)).unwrap_or_default()
    }

    pub(super) fn heads(&mut self) -> Parsed<Vec<(usize, Placings)>> {
        let mut heads = vec![self.head()?];
        while self.eat(Token::Mark(",")) {
            heads.push(self.head()?);
        }
        Ok(heads)
    }

    pub(super) fn body(&mut self) -> Parsed<Vec<Clause>> {
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
    pub(super) fn question(&self) -> Option<Question> {
        // `U+` is a paper's name.
        let (Some(Token::Word(name)), Some(Token::Mark("("))) = (self.peek(0), self.peek(1)) else { return None };
        let question = Question::ALL.iter().copied().find(|q| q.relation() == name && q.may_be_answered());
        question.filter(|_| self.out.rules.relation(name).is_none())
    }

    /// The head of a rule that answers a question: what it is asked of is given.
    pub(super) fn asked(&mut self, question: Question) -> Parsed<Placings> {
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
    pub(super) fn define(&mut self, definition: Definition) {
        let uses = definition.rule.needs().find(|(r, _)| self.out.rules.relations[*r].0 != "Prog");
        if let Some((relation, _)) = uses {
            let name = &self.out.rules.relations[relation].0;
            let message = format!("what answers a question may ask questions, and `{name}` is a relation");
            self.out.complain(definition.rule.span, message, "this is worked out whenever a rule asks");
        }
        self.out.rules.definitions.push(definition);
    }

    /// A relation with expressions, each with its place: the body that binds their variables comes later.
    pub(super) fn head(&mut self) -> Parsed<(usize, Placings)> {
        let from = self.at;
        let relation = self.relation()?;
        let columns = self.columns()?;
        self.check_count(relation, columns.len(), from)?;
        if self.out.rules.relations[relation].0 == "Prog" {
            return Err(error("no rule derives the program", self.span_from(from), "given"));
        }
        Ok((relation, columns))
    }

    pub(super) fn columns(&mut self) -> Parsed<Placings> {
        self.list(")", |p: &mut Self| {
            let from = p.at;
            let e = p.expr()?;
            Ok((e, p.span_from(from)))
        })
    }

    pub(super) fn complain_of_columns(&mut self, head: &Placings, kinds: &[Kind]) {
        for ((e, span), kind) in head.iter().zip(kinds) {
            if let Err(message) = self.scope.expect(e, *kind) {
                self.out.complain(*span, message, "here");
            }
        }
    }
}
