//! Expressions.

use super::{Lost, Parser, Read};
use crate::bp::ast::{Expr, Operator};
use crate::bp::lexer::Token;
use crate::diagnostics::{Diagnostic, Span};

/// An operator and where it stands.
type Sign = (Operator, Span);

impl Parser {
    pub(super) fn expression(&mut self) -> Read<Expr> {
        self.deeper(|parser| {
            let condition = parser.chain()?;
            if !parser.takes("?") {
                return Ok(condition);
            }
            let then = parser.expression()?;
            parser.sign(":")?;
            let otherwise = parser.expression()?;
            Ok(Expr::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise)))
        })
    }

    pub(super) fn expressions(&mut self) -> Read<Vec<Expr>> {
        self.list(Self::expression)
    }

    /// Operands with operators between them.
    fn chain(&mut self) -> Read<Expr> {
        let mut operands = vec![self.operand()?];
        let mut signs = vec![];
        while let Some(operator) = self.operator() {
            signs.push((operator, self.span()));
            self.skip();
            operands.push(self.operand()?);
        }
        self.refuse_two_readings(&signs)?;
        Ok(grouped(operands, &signs.into_iter().map(|(operator, _)| operator).collect::<Vec<_>>()))
    }

    fn operator(&self) -> Option<Operator> {
        let Token::Sign(sign) = self.token() else { return None };
        Some(match *sign {
            "&" | "&&" => Operator::And,
            "|" | "||" => Operator::Or,
            "^" => Operator::Xor,
            "=" | "==" => Operator::Equals,
            "!=" => Operator::Differs,
            "=>" => Operator::Implies,
            _ => return None,
        })
    }

    /// In SATABS `a & b = c` is `(a & b) = c`, elsewhere it is `a & (b = c)`.
    fn refuse_two_readings(&mut self, signs: &[Sign]) -> Read<()> {
        let compares = |o: Operator| matches!(o, Operator::Equals | Operator::Differs);
        let clash = |(a, _): &Sign, (b, _): &Sign| {
            compares(*a) != compares(*b)
                || matches!((a, b), (Operator::Xor, Operator::Or) | (Operator::Or, Operator::Xor))
        };
        let Some((first, rest)) = signs.split_first() else { return Ok(()) };
        let mut known = vec![*first];
        for sign in rest {
            if let Some((_, other)) = known.iter().find(|known| clash(known, sign)) {
                let message = "which of the two operators binds tighter differs from tool to tool";
                let diagnostic = Diagnostic::error(message, sign.1, "beside another one").also(*other, "that one");
                self.report(diagnostic.help("put one of them into parentheses"));
                return Ok(());
            }
            if known.iter().all(|known| known.0 != sign.0) {
                known.push(*sign);
            }
        }
        Ok(())
    }

    fn operand(&mut self) -> Read<Expr> {
        self.deeper(|parser| {
            if parser.takes("!") || parser.takes("~") {
                return Ok(Expr::Not(Box::new(parser.operand()?)));
            }
            if parser.takes("'") {
                return parser.name("a name of a variable").map(Expr::Next);
            }
            if parser.takes("*") {
                return Ok(Expr::Any);
            }
            if parser.takes("(") {
                let inside = parser.expression()?;
                parser.sign(")")?;
                return Ok(inside);
            }
            parser.word_of_expression()
        })
    }

    fn word_of_expression(&mut self) -> Read<Expr> {
        let Token::Word(word) = self.token().clone() else { return Err(self.unexpected("an expression")) };
        match word.as_str() {
            "T" | "1" | "true" => Ok(self.constant(true)),
            "F" | "0" | "false" => Ok(self.constant(false)),
            "schoose" => self.schoose(),
            number if number.starts_with(|c: char| c.is_ascii_digit()) => Err(self.no_constant(number)),
            _ => self.name("an expression").map(Expr::Variable),
        }
    }

    fn constant(&mut self, value: bool) -> Expr {
        self.skip();
        Expr::Const(value)
    }

    fn no_constant(&mut self, number: &str) -> Lost {
        let diagnostic = Diagnostic::error(format!("`{number}` is no truth value"), self.span(), "neither 0 nor 1");
        self.report(diagnostic.help("write `T` or `1`, `F` or `0`, or `*` for any of the two"))
    }

    fn schoose(&mut self) -> Read<Expr> {
        self.skip();
        self.sign("[")?;
        let is_true = self.expression()?;
        self.sign(",")?;
        let is_false = self.expression()?;
        self.sign("]")?;
        Ok(Expr::Schoose(Box::new(is_true), Box::new(is_false)))
    }
}

/// The operator that binds least splits a chain; one that others like it follow is split in the middle, so that no
/// tree is deep. `=` and `!=` may be taken together in any order.
fn grouped(mut operands: Vec<Expr>, operators: &[Operator]) -> Expr {
    let Some(least) = operators.iter().map(|o| rank(*o)).min() else { return operands.remove(0) };
    let splits: Vec<usize> = (0..operators.len()).filter(|i| rank(operators[*i]) == least).collect();
    let at = if least == rank(Operator::Implies) { splits[0] } else { splits[splits.len() / 2] };
    let right = grouped(operands.split_off(at + 1), &operators[at + 1..]);
    let left = grouped(operands, &operators[..at]);
    Expr::Binary(operators[at], Box::new(left), Box::new(right))
}

fn rank(operator: Operator) -> u32 {
    match operator {
        Operator::Implies => 0,
        Operator::Equals | Operator::Differs => 1,
        Operator::Xor | Operator::Or => 2,
        Operator::And => 3,
    }
}
