//! Reading rules: the part of ascent's syntax in which this project writes them.
//!
//! Bodies hold relations (`Sigma(s)`, `!Completes(t, n1, n2)`), `for x in e`, `if e`, `if let Some(x) = e`, `let x = e`, and
//! calls of macros that some source of the ruleset defines. Expressions are variables, questions
//! to the program (`p.u(t, n)`), `!`, `==`, `!=`, `&&`, `||`, `true` and `false`.

use super::token::{Token, tokens};
use std::collections::HashMap;

/// The rules of one ruleset.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// Names of the relations, and how many columns each has.
    pub relations: Vec<(String, usize)>,
    /// For each relation, the types of its columns.
    pub types: Vec<Vec<String>>,
    pub rules: Vec<Rule>,
}

#[derive(Clone, Debug)]
pub struct Rule {
    /// The paper's name: `(STEP)`.
    pub tag: String,
    /// The inference rule as the paper draws it, and remarks.
    pub paper_form: String,
    pub(super) heads: Vec<(usize, Vec<Expr>)>,
    pub(super) body: Vec<Clause>,
}

/// Text that is not in the subset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake(pub String);

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Clause {
    Relation(usize, Vec<Pattern>),
    /// The relation holds no such fact.
    Without(usize, Vec<Pattern>),
    For(Pattern, Expr),
    If(Expr),
    /// Also `if let`.
    Let(Pattern, Expr),
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Pattern {
    Any,
    Variable(String),
    Tuple(Vec<Pattern>),
    Some(Box<Pattern>),
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Expr {
    Truth(bool),
    Variable(String),
    Ask(String, Vec<Expr>),
    Not(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Equal(bool, Box<Expr>, Box<Expr>),
}

/// Parameters and body of an ascent macro.
type Macros<'t> = HashMap<&'t str, (Vec<&'t str>, Vec<Token<'t>>)>;

impl Rule {
    /// Whether it asks that some relation lack a fact, so that it runs when that relation is complete.
    pub(super) fn negates(&self) -> bool {
        self.body.iter().any(|c| matches!(c, Clause::Without(..)))
    }
}

impl Rules {
    /// The rules in those `ascent_source!` blocks of these texts that the first text includes.
    pub fn parse(sources: &[&str]) -> Result<Rules, Mistake> {
        let included = sources.first().map_or(vec![], |s| included(s));
        let all = sources.iter().flat_map(|s| blocks(s));
        let blocks: Vec<Vec<Token<'_>>> = all.filter(|b| name(b).is_some_and(|n| included.contains(&n))).collect();
        let mut rules = Rules::default();
        let mut macros = Macros::new();
        for block in &blocks {
            collect_macros(block, &mut macros);
            collect_relations(block, &mut rules);
        }
        for block in &blocks {
            Parser { tokens: block.clone(), at: 0, macros: &macros, out: &mut rules }.items()?;
        }
        Ok(rules)
    }

    pub fn relation(&self, name: &str) -> Option<usize> {
        self.relations.iter().position(|(n, _)| n == name)
    }
}

/// The names of the sources that a file assembles: `include_source!(path::name);`.
pub fn included(source: &str) -> Vec<&str> {
    let calls = source.split("include_source!(").skip(1).filter_map(|rest| rest.split(')').next());
    calls.filter_map(|path| path.rsplit("::").next()).collect()
}

/// The name of a source: the word before its first colon.
fn name<'t>(block: &[Token<'t>]) -> Option<&'t str> {
    let first = block.iter().find(|t| !matches!(t, Token::Comment(_)))?;
    match first {
        Token::Word(word) => Some(word),
        _ => None,
    }
}

/// The contents of the `ascent_source! { name: .. }` blocks of a file.
fn blocks(source: &str) -> Vec<Vec<Token<'_>>> {
    let all = tokens(source);
    let starts = |w: &[Token<'_>]| w[0] == Token::Word("ascent_source") && w[2] == Token::Mark("{");
    let opens = all.windows(3).enumerate().filter(|(_, w)| starts(w)).map(|(i, _)| i + 3);
    opens.map(|from| all[from..from + matching(&all[from..])].to_vec()).collect()
}

/// Where the bracket closes that was opened before `tokens`.
fn matching(tokens: &[Token<'_>]) -> usize {
    let mut depth = 0;
    let closes = |t: &Token<'_>| {
        match t {
            Token::Mark("(" | "{" | "[") => depth += 1,
            Token::Mark(")" | "}" | "]") => depth -= 1,
            _ => {}
        }
        depth < 0
    };
    tokens.iter().position(closes).unwrap_or(tokens.len())
}

fn collect_macros<'t>(block: &[Token<'t>], macros: &mut Macros<'t>) {
    for (i, token) in block.iter().enumerate() {
        if *token != Token::Word("macro") {
            continue;
        }
        let Some(Token::Word(name)) = block.get(i + 1) else { continue };
        let parameters = &block[i + 3..i + 3 + matching(&block[i + 3..])];
        let named = parameters.iter().filter_map(|t| match t {
            Token::Word(w) if w.starts_with('$') => Some(*w),
            _ => None,
        });
        let from = i + 3 + parameters.len() + 2;
        let body = block[from..from + matching(&block[from..])].to_vec();
        macros.insert(name, (named.collect(), body));
    }
}

fn collect_relations(block: &[Token<'_>], rules: &mut Rules) {
    for (i, token) in block.iter().enumerate() {
        let Some(Token::Word(name)) = block.get(i + 1).filter(|_| *token == Token::Word("relation")) else { continue };
        let columns = &block[i + 3..i + 3 + matching(&block[i + 3..])];
        let types = columns.split(|t| *t == Token::Mark(","));
        let types: Vec<String> = types.map(|t| first_word(t).to_string()).collect();
        rules.relations.push((name.to_string(), types.len()));
        rules.types.push(types);
    }
}

fn first_word<'t>(tokens: &[Token<'t>]) -> &'t str {
    let word = |t: &Token<'t>| match t {
        Token::Word(word) => Some(*word),
        _ => None,
    };
    tokens.iter().find_map(word).unwrap_or("")
}

struct Parser<'t, 'o> {
    tokens: Vec<Token<'t>>,
    at: usize,
    macros: &'o Macros<'t>,
    out: &'o mut Rules,
}

impl<'t> Parser<'t, '_> {
    fn items(&mut self) -> Result<(), Mistake> {
        let mut comment: Vec<&str> = vec![];
        while let Some(&token) = self.tokens.get(self.at) {
            match token {
                Token::Comment(text) => {
                    if text.starts_with("// (") {
                        comment.clear();
                    }
                    comment.push(text.trim_start_matches('/').strip_prefix(' ').unwrap_or(""));
                    self.at += 1;
                }
                Token::Mark("#") => self.skip_brackets(1),
                Token::Word("relation") => self.skip_past(Token::Mark(";")),
                Token::Word("macro") => {
                    self.skip_brackets(2);
                    self.skip_brackets(0);
                }
                Token::Word(_) if self.tokens.get(self.at + 1) == Some(&Token::Mark(":")) => self.at += 2,
                _ => self.rule(&std::mem::take(&mut comment))?,
            }
        }
        Ok(())
    }

    /// Past `skipped` tokens and the brackets that follow.
    fn skip_brackets(&mut self, skipped: usize) {
        self.at += skipped + 1;
        self.at += matching(&self.tokens[self.at.min(self.tokens.len())..]) + 1;
    }

    fn skip_past(&mut self, end: Token<'_>) {
        while self.tokens.get(self.at).is_some_and(|t| *t != end) {
            self.at += 1;
        }
        self.at += 1;
    }

    fn rule(&mut self, comment: &[&str]) -> Result<(), Mistake> {
        let mut heads = vec![];
        loop {
            let relation = self.relation()?;
            heads.push((relation, self.list(")", Self::expr)?));
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
        self.expect(Token::Mark(";"))?;
        let tag = comment.first().and_then(|c| c.split_inclusive(')').next()).unwrap_or("").to_string();
        let paper_form = comment.iter().skip(1).map(|c| format!("{c}\n")).collect();
        self.out.rules.push(Rule { tag, paper_form, heads, body });
        Ok(())
    }

    /// The name of a relation and its opening bracket.
    fn relation(&mut self) -> Result<usize, Mistake> {
        let name = self.word()?;
        self.expect(Token::Mark("("))?;
        self.out.relation(name).ok_or_else(|| Mistake(format!("no relation {name}")))
    }

    fn clause(&mut self, body: &mut Vec<Clause>) -> Result<(), Mistake> {
        if self.eat(Token::Word("for")) {
            let pattern = self.pattern()?;
            self.expect(Token::Word("in"))?;
            body.push(Clause::For(pattern, self.expr()?));
            return Ok(());
        }
        let condition = self.eat(Token::Word("if"));
        if self.eat(Token::Word("let")) {
            let pattern = self.pattern()?;
            self.expect(Token::Mark("="))?;
            body.push(Clause::Let(pattern, self.expr()?));
        } else if condition {
            body.push(Clause::If(self.expr()?));
        } else if self.tokens.get(self.at + 1) == Some(&Token::Mark("!")) {
            self.expand(body)?;
        } else {
            let clause = if self.eat(Token::Mark("!")) { Clause::Without } else { Clause::Relation };
            let relation = self.relation()?;
            body.push(clause(relation, self.list(")", Self::pattern)?));
        }
        Ok(())
    }

    /// A macro call stands for the clauses of its body.
    fn expand(&mut self, body: &mut Vec<Clause>) -> Result<(), Mistake> {
        let name = self.word()?;
        self.at += 2;
        let arguments = self.tokens[self.at..self.at + matching(&self.tokens[self.at..])].to_vec();
        self.at += arguments.len() + 1;
        let (parameters, text) = self.macros.get(name).ok_or_else(|| Mistake(format!("no macro {name}")))?;
        let arguments: Vec<&[Token<'t>]> = arguments.split(|t| *t == Token::Mark(",")).collect();
        let value = |token: &Token<'t>| {
            let named = |p: &str| matches!(token, Token::Word(w) if *w == p);
            parameters.iter().position(|p| named(p)).and_then(|i| arguments.get(i).copied())
        };
        let replaced = text.iter().flat_map(|t| value(t).map_or(vec![*t], <[Token<'t>]>::to_vec)).collect();
        let mut inner = Parser { tokens: replaced, at: 0, macros: self.macros, out: self.out };
        while inner.at < inner.tokens.len() {
            inner.clause(body)?;
            inner.eat(Token::Mark(","));
        }
        Ok(())
    }

    fn pattern(&mut self) -> Result<Pattern, Mistake> {
        if self.eat(Token::Mark("(")) {
            return Ok(Pattern::Tuple(self.list(")", Self::pattern)?));
        }
        self.eat(Token::Mark("&"));
        match self.word()? {
            "_" => Ok(Pattern::Any),
            "Some" => {
                self.expect(Token::Mark("("))?;
                let inner = self.pattern()?;
                self.expect(Token::Mark(")"))?;
                Ok(Pattern::Some(Box::new(inner)))
            }
            name => Ok(Pattern::Variable(name.to_string())),
        }
    }

    fn expr(&mut self) -> Result<Expr, Mistake> {
        let mut left = self.conjunction()?;
        while self.eat(Token::Mark("||")) {
            left = Expr::Or(Box::new(left), Box::new(self.conjunction()?));
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Result<Expr, Mistake> {
        let mut left = self.comparison()?;
        while self.eat(Token::Mark("&&")) {
            left = Expr::And(Box::new(left), Box::new(self.comparison()?));
        }
        Ok(left)
    }

    fn comparison(&mut self) -> Result<Expr, Mistake> {
        let left = self.operand()?;
        let equal = self.eat(Token::Mark("=="));
        if !equal && !self.eat(Token::Mark("!=")) {
            return Ok(left);
        }
        Ok(Expr::Equal(equal, Box::new(left), Box::new(self.operand()?)))
    }

    fn operand(&mut self) -> Result<Expr, Mistake> {
        if self.eat(Token::Mark("!")) {
            return Ok(Expr::Not(Box::new(self.operand()?)));
        }
        if self.eat(Token::Mark("*")) || self.eat(Token::Mark("&")) {
            return self.operand();
        }
        if self.eat(Token::Mark("(")) {
            let inner = self.expr()?;
            self.expect(Token::Mark(")"))?;
            return Ok(inner);
        }
        match self.word()? {
            "true" => Ok(Expr::Truth(true)),
            "false" => Ok(Expr::Truth(false)),
            _ if self.eat(Token::Mark(".")) => {
                let question = self.word()?.to_string();
                self.expect(Token::Mark("("))?;
                Ok(Expr::Ask(question, self.list(")", Self::expr)?))
            }
            name => Ok(Expr::Variable(name.to_string())),
        }
    }

    fn list<T>(
        &mut self,
        end: &'static str,
        item: impl Fn(&mut Self) -> Result<T, Mistake>,
    ) -> Result<Vec<T>, Mistake> {
        let mut items = vec![];
        while !self.eat(Token::Mark(end)) {
            items.push(item(self)?);
            if !self.eat(Token::Mark(",")) {
                self.expect(Token::Mark(end))?;
                break;
            }
        }
        Ok(items)
    }

    fn word(&mut self) -> Result<&'t str, Mistake> {
        match self.tokens.get(self.at) {
            Some(Token::Word(word)) => {
                self.at += 1;
                Ok(word)
            }
            other => Err(Mistake(format!("expected a name, found {other:?}"))),
        }
    }

    fn eat(&mut self, token: Token<'_>) -> bool {
        let found = self.tokens.get(self.at) == Some(&token);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, token: Token<'_>) -> Result<(), Mistake> {
        match self.eat(token) {
            true => Ok(()),
            false => Err(Mistake(format!("expected {token:?}, found {:?}", self.tokens.get(self.at)))),
        }
    }
}
