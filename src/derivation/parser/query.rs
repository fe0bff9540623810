//! Queries: premises with words of the caller's, and questions as relations.

use super::{Macros, Out, Parsed, Parser, error, inside};
use crate::derivation::index::collect;
use crate::derivation::query::{Premise, Query, Reader, Slot};
use crate::derivation::rules::{Clause, Expr, Pattern, Rule, Rules};
use crate::derivation::token::{Placed, Token, tokens};
use crate::derivation::types::Scope;
use crate::diagnostics::{Diagnostic, Span, nearest};
use indexmap::IndexSet;
use moverlog_rules::{Kind, Question, Type};

/// What is known while a query is read.
pub(super) struct Asked<'o> {
    text: &'o str,
    /// The rules that were asked.
    rules: &'o Rules,
    reader: &'o mut Reader<'o>,
    premises: Vec<(Result<usize, Question>, Vec<Pattern>)>,
    /// How many columns have no name of their own.
    nameless: usize,
}

pub(in crate::derivation) fn query<'o>(rules: &'o Rules, text: &'o str, reader: &'o mut Reader<'o>) -> Parsed<Query> {
    let (macros, mut scope) = (Macros::new(), Scope::default());
    let mut out = Out::default();
    out.add_relation("Prog", vec![Kind::Oracle]);
    scope.bind(&Pattern::Variable("p".into()), Type::One(Kind::Oracle)).expect("it is the first");
    let query = Some(Asked { text, rules, reader, premises: vec![], nameless: 0 });
    let mut parser =
        Parser { tokens: tokens(text), at: 0, macros: &macros, scope, depth: 0, level: 1, query, out: &mut out };
    let body = parser.asked_body()?;
    let scope = std::mem::take(&mut parser.scope);
    let premises = parser.query.take().map_or(vec![], |q| q.premises);
    Ok(finished(out.rules, body, &scope, premises))
}

/// The query as a rule whose head is all that it binds.
fn finished(
    mut rules: Rules,
    body: Vec<Clause>,
    scope: &Scope,
    premises: Vec<(Result<usize, Question>, Vec<Pattern>)>,
) -> Query {
    let mut names = IndexSet::new();
    premises.iter().flat_map(|(_, patterns)| patterns).for_each(|p| collect(p, &mut names));
    for clause in &body {
        if let Clause::For(p, _) | Clause::Let(p, _) | Clause::Aggregate { result: p, .. } = clause {
            collect(p, &mut names);
        }
    }
    let kind = |name: &str| scope.kind_of(&Expr::Variable(name.into())).ok();
    let columns: Vec<(String, Kind)> = names.iter().filter_map(|n| Some((n.to_string(), kind(n)?))).collect();
    let column = |p: &Pattern| match p {
        Pattern::Variable(name) => columns.iter().position(|(n, _)| n == name),
        _ => None,
    };
    let premise =
        |(of, patterns): &(_, Vec<Pattern>)| Premise { of: *of, columns: patterns.iter().map(column).collect() };
    let premises = premises.iter().map(premise).collect();
    let head = columns.iter().map(|(name, _)| Expr::Variable(name.clone())).collect();
    let heads = vec![(rules.relations.len(), head)];
    rules.relations.push(("answers".into(), columns.len()));
    rules.rules = vec![Rule { tag: String::new(), paper_form: String::new(), heads, body, span: Span::default() }];
    Query { rules, columns, premises }
}

impl Out {
    fn add_relation(&mut self, name: &str, kinds: Vec<Kind>) -> usize {
        self.rules.relations.push((name.into(), kinds.len()));
        self.rules.kinds.push(kinds);
        self.rules.docs.push(String::new());
        self.rules.relations.len() - 1
    }
}

impl<'t> Parser<'t, '_> {
    fn asked_body(&mut self) -> Parsed<Vec<Clause>> {
        let mut body = vec![];
        self.clause(&mut body)?;
        while self.eat(Token::Mark(",")) {
            self.clause(&mut body)?;
        }
        self.eat(Token::Mark(";"));
        if self.at < self.tokens.len() { Err(self.expected("`,` or the end")) } else { Ok(body) }
    }

    /// A premise of a query, whose columns need be no variables.
    pub(super) fn asked_premise(&mut self, body: &mut Vec<Clause>) -> Parsed<()> {
        let from = self.at;
        let negated = self.eat(Token::Mark("!"));
        if self.peek(0) == Some(Token::Word("Prog")) {
            return self.premise(body);
        }
        let (of, relation, columns) = self.read(negated, body)?;
        match of {
            Ok(_) => self.meet(from, negated, relation, columns, body),
            Err(question) => self.ask((from, negated), question, relation, columns, body),
        }
    }

    /// A relation of which facts are counted.
    pub(super) fn counted(&mut self, body: &mut Vec<Clause>) -> Parsed<(usize, Vec<Pattern>)> {
        let from = self.at;
        let (of, relation, columns) = self.read(true, body)?;
        let none = |q: Question| {
            error(
                format!("`{}` is a question, of which no facts are counted", q.relation()),
                self.span_from(from),
                "here",
            )
        };
        of.map(|_| (relation, columns)).map_err(none)
    }

    /// A relation or a question with its columns, and the relation that has its rows here. What is a value is bound
    /// before; where variables are bound, what is not named is one too.
    fn read(
        &mut self,
        negated: bool,
        body: &mut Vec<Clause>,
    ) -> Parsed<(Result<usize, Question>, usize, Vec<Pattern>)> {
        let from = self.at;
        let (of, name) = self.asked_name()?;
        self.expect(Token::Mark("("))?;
        let words = self.words();
        if self.at > self.tokens.len() {
            return Err(error(format!("`{name}(` lacks its closing bracket"), self.span_from(from), "not closed"));
        }
        let span = self.span_from(from);
        let Some(query) = self.query.as_mut() else { return Err(error("no query is read", span, "here")) };
        let kinds = of.map_or_else(Question::columns, |r| query.rules.kinds(r).to_vec());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let slots = (query.reader)(&kinds, &words).map_err(|message| error(message, span, "here"))?;
        let mut columns = vec![];
        for (slot, kind) in slots.into_iter().zip(&kinds) {
            columns.push(self.column(slot, *kind, negated, body));
        }
        let rows = of.map_or_else(|q| q.asked_of().to_vec(), |_| kinds);
        let relation = self.out.add_relation(&name, rows);
        let bound = if negated { vec![Pattern::Any; columns.len()] } else { columns.clone() };
        if let Some(query) = self.query.as_mut() {
            query.premises.push((of, bound));
        }
        Ok((of, relation, columns))
    }

    fn column(&mut self, slot: Slot, kind: Kind, negated: bool, body: &mut Vec<Clause>) -> Pattern {
        match slot {
            Slot::Variable(name) => Pattern::Variable(name),
            Slot::Any if negated => Pattern::Any,
            Slot::Any => self.nameless(),
            Slot::Atom(atom) => {
                let pattern = self.nameless();
                self.scope.bind(&pattern, Type::One(kind)).expect("its name is new");
                body.push(Clause::Let(pattern.clone(), Expr::Number(atom)));
                pattern
            }
        }
    }

    fn nameless(&mut self) -> Pattern {
        let number = self.query.as_mut().map_or(0, |query| {
            query.nameless += 1;
            query.nameless
        });
        Pattern::Variable(format!("#{number}"))
    }

    /// The name of a relation, or else of a question.
    fn asked_name(&mut self) -> Parsed<(Result<usize, Question>, String)> {
        let from = self.at;
        let mut name = self.word()?.to_string();
        let sign = ["+", "-"].into_iter().find(|sign| self.eat(Token::Mark(sign)));
        name.extend(sign);
        let Some(rules) = self.query.as_ref().map(|query| query.rules) else { return Err(self.expected("a query")) };
        let is = |q: &&Question| [q.relation(), q.notation()].contains(&name.as_str());
        let question = Question::ALL.iter().find(is).copied();
        let relation = rules.relation(&name).filter(|_| name != "Prog");
        let meant = || if question.is_none() { rules.relation_meant(&name) } else { None };
        if let Some(relation) = relation.or_else(meant) {
            return Ok((Ok(relation), name));
        }
        let unknown = || {
            let listed = || rules.relations.iter().map(|(n, _)| n.as_str()).filter(|n| *n != "Prog");
            let questions = Question::ALL.iter().map(|q| q.relation());
            let help = match nearest(&name, listed().chain(questions)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are {}, and the questions", listed().collect::<Vec<_>>().join(", ")),
            };
            let message = format!("no relation and no question `{name}`");
            Box::new(Diagnostic::error(message, self.span_from(from), "unknown").help(help))
        };
        question.map(|q| (Err(q), name.clone())).ok_or_else(unknown)
    }

    /// What stands between commas up to the bracket that closes, past which it reads.
    fn words(&mut self) -> Vec<String> {
        let tokens = inside(&self.tokens, self.at);
        let text = self.query.as_ref().map_or("", |query| query.text);
        let mut depth = 0;
        let between = |(token, _): &Placed<'_>| {
            depth += match token {
                Token::Mark("(" | "[") => 1,
                Token::Mark(")" | "]") => -1,
                _ => 0,
            };
            depth == 0 && *token == Token::Mark(",")
        };
        let word = |tokens: &[Placed<'_>]| {
            let (first, last) = (tokens.first()?.1, tokens.last()?.1);
            text.get(first.start as usize..last.end as usize).map(str::to_string)
        };
        let words = tokens.split(between).filter_map(word).collect();
        self.at += tokens.len() + 1;
        words
    }

    /// A question as a relation, whose rows are what it may be asked of where that is not bound.
    fn ask(
        &mut self,
        (from, negated): (usize, bool),
        question: Question,
        relation: usize,
        columns: Vec<Pattern>,
        body: &mut Vec<Clause>,
    ) -> Parsed<()> {
        let (of, answer) = columns.split_at(question.asked_of().len());
        let unbound = |p: &Pattern| !matches!(p, Pattern::Variable(name) if self.scope.binds(name));
        let ranges = of.iter().any(unbound);
        let made = matches!(question, Question::Set | Question::Push | Question::Pop);
        if ranges && (negated || made) {
            let message = format!("nothing before this binds what `{}` is asked of", question.relation());
            return Err(error(message, self.span_from(from), "put a premise before it that does"));
        }
        // A frame belongs to the places from which it is popped.
        if ranges || matches!(question, Question::UMinus | Question::TMinus) {
            self.meet(from, false, relation, of.to_vec(), body)?;
        }
        let kinds = question.columns();
        self.checked(from, |scope| {
            columns.iter().zip(kinds).try_for_each(|(c, k)| match c {
                Pattern::Variable(name) if negated && !scope.binds(name) => {
                    Err("a premise with `!` binds no variable; write `_`".into())
                }
                c => scope.meet(c, k),
            })
        })?;
        let arguments = of.iter().map(|p| Expr::Variable(name(p))).collect();
        let asked = Expr::Ask { program: "p".into(), question, arguments };
        body.push(self.answered(from, negated, question.answer(), asked, answer)?);
        Ok(())
    }

    fn answered(&self, from: usize, negated: bool, is: Type, asked: Expr, answer: &[Pattern]) -> Parsed<Clause> {
        let pattern = match answer {
            [one] => one.clone(),
            several => Pattern::Tuple(several.to_vec()),
        };
        Ok(match (is, negated) {
            (Type::One(Kind::Truth), false) => Clause::If(asked),
            (Type::One(Kind::Truth), true) => Clause::If(Expr::Not(Box::new(asked))),
            (Type::One(_), false) => Clause::Let(pattern, asked),
            (Type::Maybe(_), false) => Clause::Let(Pattern::Some(Box::new(pattern)), asked),
            (Type::Each(_), false) => Clause::For(pattern, asked),
            (Type::Each(_), true) => {
                let (domain, holds) = (Box::new(asked), Box::new(Expr::Truth(false)));
                Clause::If(Expr::All { pattern, domain, holds })
            }
            (Type::One(_) | Type::Maybe(_), true) => {
                let message = "`!` is for questions that are answered by yes or no, or by each of several";
                return Err(error(message, self.span_from(from), "compare with `if`"));
            }
        })
    }
}

fn name(pattern: &Pattern) -> String {
    if let Pattern::Variable(name) = pattern { name.clone() } else { String::new() }
}
