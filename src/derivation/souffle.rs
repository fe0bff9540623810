//! Rules as Horn clauses in the syntax of [Soufflé](https://souffle-lang.github.io/), over tables: what the program is
//! asked is a relation there, with what it is asked of and what it answers.

use super::rules::{Aggregator, Clause, Expr, Operator, Pattern, Rule, Rules};
use moverlog_rules::{Question, Type};

/// Every rule, the relations by the names that they are given; in words what no such clause says.
///
/// A question that rules answer themselves is a table like any other.
pub fn souffle(rules: &Rules, names: &dyn Fn(usize) -> String) -> Result<String, String> {
    let written = rules.rules.iter().map(|rule| {
        let heads = rule.heads.iter().map(|(relation, columns)| {
            let mut clause = Written { names, premises: vec![], made: 0 };
            clause.rule(rule, &names(*relation), columns).map_err(|what| format!("{} has {what}", rule.tag))
        });
        Ok(format!("// {}\n{}", rule.tag, heads.collect::<Result<String, String>>()?))
    });
    Ok(written.collect::<Result<Vec<_>, String>>()?.join("\n"))
}

/// A clause on its way.
struct Written<'n> {
    names: &'n dyn Fn(usize) -> String,
    premises: Vec<String>,
    /// So many variables were made for answers.
    made: usize,
}

impl Written<'_> {
    fn rule(&mut self, rule: &Rule, head: &str, columns: &[Expr]) -> Result<String, String> {
        rule.body.iter().try_for_each(|clause| self.clause(clause))?;
        let columns = self.terms(columns)?.join(", ");
        let body = if self.premises.is_empty() {
            String::new()
        } else {
            format!(" :-\n    {}", self.premises.join(",\n    "))
        };
        Ok(format!("{head}({columns}){body}.\n"))
    }

    fn clause(&mut self, clause: &Clause) -> Result<(), String> {
        match clause {
            Clause::Relation(r, _) if (self.names)(*r) == "Prog" => Ok(()),
            Clause::Relation(r, patterns) => self.fact("", *r, patterns),
            Clause::Without(r, patterns) => self.fact("!", *r, patterns),
            Clause::Aggregate { result, by, of, relation, patterns } => {
                let what = match (by, of) {
                    (Aggregator::Count, _) => "count".into(),
                    (by, of) => format!("{} {}", by.name(), of.as_deref().map_or("_".into(), variable)),
                };
                let facts = self.atom(*relation, patterns)?;
                self.premises.push(format!("{} = {what} : {{ {facts} }}", column(result)?));
                Ok(())
            }
            Clause::If(e) => self.truth(e, true),
            Clause::For(pattern, Expr::Ask { question, arguments, .. }) => self.answer(*question, arguments, pattern),
            Clause::Let(pattern, e) => self.bind(pattern, e),
            Clause::For(..) => Err("answers that are no table".into()),
        }
    }

    fn fact(&mut self, sign: &str, relation: usize, patterns: &[Pattern]) -> Result<(), String> {
        let atom = self.atom(relation, patterns)?;
        self.premises.push(format!("{sign}{atom}"));
        Ok(())
    }

    fn atom(&self, relation: usize, patterns: &[Pattern]) -> Result<String, String> {
        let columns = patterns.iter().map(column).collect::<Result<Vec<_>, _>>()?;
        Ok(format!("{}({})", (self.names)(relation), columns.join(", ")))
    }

    fn bind(&mut self, pattern: &Pattern, e: &Expr) -> Result<(), String> {
        match e {
            Expr::Ask { question, arguments, .. } if !question.is_truth() => self.answer(*question, arguments, pattern),
            e => {
                let value = self.term(e)?;
                self.premises.push(format!("{} = {value}", column(pattern)?));
                Ok(())
            }
        }
    }

    /// What was asked, and what the pattern matches of the answer.
    fn answer(&mut self, question: Question, arguments: &[Expr], pattern: &Pattern) -> Result<(), String> {
        let mut columns = self.terms(arguments)?;
        columns.extend(parts(pattern).into_iter().map(column).collect::<Result<Vec<_>, _>>()?);
        self.premises.push(format!("{}({})", question.relation(), columns.join(", ")));
        Ok(())
    }

    fn terms(&mut self, all: &[Expr]) -> Result<Vec<String>, String> {
        all.iter().map(|e| self.term(e)).collect()
    }

    fn term(&mut self, e: &Expr) -> Result<String, String> {
        Ok(match e {
            Expr::Truth(b) => u32::from(*b).to_string(),
            Expr::Number(n) => n.to_string(),
            Expr::Variable(name) => variable(name),
            Expr::Ask { question, arguments, .. }
                if matches!(question.answer(), Type::One(_)) && !question.is_truth() =>
            {
                self.made += 1;
                let found = Pattern::Variable(format!("?{}", self.made));
                self.answer(*question, arguments, &found)?;
                column(&found)?
            }
            Expr::Operate(Operator::Plus, a, b) => format!("({} + {})", self.term(a)?, self.term(b)?),
            Expr::Operate(Operator::Minus, a, b) => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                format!("({a} - min({a}, {b}))")
            }
            Expr::Make(..) => return Err("values that are made of others".into()),
            _ => return Err("a truth among its values".into()),
        })
    }

    /// That an expression is true, or that it is not.
    fn truth(&mut self, e: &Expr, holds: bool) -> Result<(), String> {
        match e {
            Expr::Truth(b) if *b == holds => Ok(()),
            Expr::Ask { question: Question::GoesOn, .. } if holds => Ok(()),
            Expr::Truth(_) | Expr::Ask { question: Question::GoesOn, .. } => self.says("0 = 1".into()),
            Expr::Variable(name) => self.says(format!("{} = {}", variable(name), u32::from(holds))),
            Expr::Not(a) => self.truth(a, !holds),
            Expr::And(a, b) if holds => self.truth(a, true).and_then(|()| self.truth(b, true)),
            Expr::Or(a, b) if !holds => self.truth(a, false).and_then(|()| self.truth(b, false)),
            Expr::And(a, b) | Expr::Or(a, b) => {
                let [a, b] = [self.alone(a, holds)?, self.alone(b, holds)?];
                self.says(format!("( {a} ; {b} )"))
            }
            Expr::Ask { question, arguments, .. } => {
                let sign = if holds { "" } else { "!" };
                let asked = self.terms(arguments)?.join(", ");
                self.says(format!("{sign}{}({asked})", question.relation()))
            }
            Expr::Operate(operator, a, b) if !operator.counts() => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                self.says(format!("{a} {} {b}", compared(*operator, holds)))
            }
            Expr::All { .. } => Err("`for all`".into()),
            _ => Err("a number for a truth".into()),
        }
    }

    fn says(&mut self, premise: String) -> Result<(), String> {
        self.premises.push(premise);
        Ok(())
    }

    /// One of two ways.
    fn alone(&mut self, e: &Expr, holds: bool) -> Result<String, String> {
        let mut inner = Written { names: self.names, premises: vec![], made: self.made };
        inner.truth(e, holds)?;
        self.made = inner.made;
        let always = || vec!["0 = 0".to_string()];
        Ok(if inner.premises.is_empty() { always() } else { inner.premises }.join(", "))
    }
}

/// A variable that Soufflé takes for a word of its own is marked; those that are made are numbers behind the mark.
fn variable(name: &str) -> String {
    let words =
        ["as", "band", "bnot", "bor", "bxor", "cat", "choice", "count", "eqrel", "inline", "land", "lnot", "lor"];
    let others = ["lxor", "match", "max", "mean", "min", "nil", "ord", "override", "range", "sum", "true", "false"];
    let mark = if words.contains(&name) || others.contains(&name) { "?" } else { "" };
    format!("{mark}{name}")
}

/// The columns that an answer has.
fn parts(pattern: &Pattern) -> Vec<&Pattern> {
    match pattern {
        Pattern::Tuple(all) => all.iter().flat_map(parts).collect(),
        Pattern::Some(inner) => parts(inner),
        one => vec![one],
    }
}

fn column(pattern: &Pattern) -> Result<String, String> {
    match pattern {
        Pattern::Any => Ok("_".into()),
        Pattern::Variable(name) => Ok(variable(name)),
        _ => Err("a pattern inside of a column".into()),
    }
}

/// The sign of a comparison, or of its opposite.
fn compared(operator: Operator, holds: bool) -> &'static str {
    match (operator, holds) {
        (Operator::Equal, true) | (Operator::Unequal, false) => "=",
        (Operator::Unequal, true) | (Operator::Equal, false) => "!=",
        (Operator::Less, true) | (Operator::AtLeast, false) => "<",
        (Operator::AtMost, true) | (Operator::More, false) => "<=",
        (Operator::More, true) | (Operator::AtMost, false) => ">",
        _ => ">=",
    }
}
