//! A strict reader of the part of Graphviz's DOT language that we write.
//!
//! `graph: "digraph" id "{" (statement ";"?)* "}"`; a statement is an attribute, a node, an edge or a
//! subgraph. Strings are always quoted. Anything else panics.

use std::collections::BTreeMap;

/// What a text in DOT says.
#[derive(Default, Debug)]
pub struct Drawn {
    /// The label of each node, as it is shown.
    pub nodes: BTreeMap<String, String>,
    /// From, to, label.
    pub edges: Vec<(String, String, String)>,
    /// The labels of the graph and of its clusters.
    pub titles: Vec<String>,
}

#[derive(Clone, PartialEq, Debug)]
enum Token {
    Id(String),
    Text(String),
    Mark(&'static str),
}

pub fn parse(text: &str) -> Drawn {
    let mut parser = Parser { tokens: tokens(text), next: 0, drawn: Drawn::default() };
    parser.word("digraph");
    parser.id();
    parser.block();
    assert_eq!(parser.next, parser.tokens.len(), "nothing follows the graph");
    for (from, to, _) in &parser.drawn.edges {
        assert!(parser.drawn.nodes.contains_key(from) && parser.drawn.nodes.contains_key(to), "{from} -> {to}");
    }
    parser.drawn
}

fn tokens(mut rest: &str) -> Vec<Token> {
    let mut tokens = vec![];
    loop {
        rest = rest.trim_start_matches([' ', '\n']);
        let Some(first) = rest.chars().next() else { return tokens };
        let mark = ["->", "{", "}", "[", "]", "=", ",", ";"].into_iter().find(|m| rest.starts_with(m));
        let len = match mark {
            Some(mark) => {
                tokens.push(Token::Mark(mark));
                mark.len()
            }
            None if first == '"' => {
                let len = quoted(rest);
                tokens.push(Token::Text(shown(&rest[1..len - 1])));
                len
            }
            None => {
                let len = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
                assert!(len > 0 && !first.is_ascii_digit(), "no token: {rest:.20}");
                tokens.push(Token::Id(rest[..len].into()));
                len
            }
        };
        rest = &rest[len..];
    }
}

/// The length of the string at the front, with its quotes. Only `\"` keeps a quote inside it.
fn quoted(text: &str) -> usize {
    let mut escaped = false;
    for (i, c) in text.char_indices().skip(1) {
        assert!(c != '\n', "a string ends on its line");
        if c == '"' && !escaped {
            return i + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    panic!("a string without end: {text:.20}");
}

/// What Graphviz makes of a label: its escapes, and the entities of XML.
fn shown(label: &str) -> String {
    let mut out = String::new();
    let mut rest = label.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => match rest.next().expect("a character is escaped") {
                'l' => out.push('\n'),
                c @ ('\\' | '"') => out.push(c),
                c => panic!("Graphviz replaces \\{c}"),
            },
            c => out.push(c),
        }
    }
    for part in out.split('&').skip(1) {
        assert!(part.starts_with("amp;"), "Graphviz may read an entity: &{part}");
    }
    out.replace("&amp;", "&")
}

struct Parser {
    tokens: Vec<Token>,
    next: usize,
    drawn: Drawn,
}

impl Parser {
    fn take(&mut self) -> Token {
        self.next += 1;
        self.tokens[self.next - 1].clone()
    }

    fn eat(&mut self, mark: &'static str) -> bool {
        let found = self.tokens.get(self.next) == Some(&Token::Mark(mark));
        self.next += usize::from(found);
        found
    }

    fn mark(&mut self, mark: &'static str) {
        assert!(self.eat(mark), "`{mark}` before {:?}", self.tokens.get(self.next));
    }

    fn id(&mut self) -> String {
        match self.take() {
            Token::Id(id) => id,
            other => panic!("a name, not {other:?}"),
        }
    }

    fn word(&mut self, word: &str) {
        assert_eq!(self.id(), word);
    }

    fn text(&mut self) -> String {
        match self.take() {
            Token::Text(text) => text,
            other => panic!("a string, not {other:?}"),
        }
    }

    fn block(&mut self) {
        self.mark("{");
        while !self.eat("}") {
            self.statement();
            self.eat(";");
        }
    }

    fn statement(&mut self) {
        let id = self.id();
        match id.as_str() {
            "subgraph" => {
                self.id();
                self.block();
            }
            "graph" | "node" | "edge" => {
                let attributes = self.attributes();
                self.drawn.titles.extend(attributes.get("label").cloned());
            }
            _ if self.eat("=") => {
                let text = self.text();
                self.drawn.titles.push(text);
            }
            _ if self.eat("->") => {
                let to = self.id();
                let label = self.attributes()["label"].clone();
                self.drawn.edges.push((id, to, label));
            }
            _ => {
                let label = self.attributes()["label"].clone();
                let before = self.drawn.nodes.insert(id, label);
                assert!(before.is_none(), "a node is declared once");
            }
        }
    }

    fn attributes(&mut self) -> BTreeMap<String, String> {
        let mut found = BTreeMap::new();
        self.mark("[");
        while !self.eat("]") {
            let name = self.id();
            self.mark("=");
            found.insert(name, self.text());
            self.eat(",");
        }
        found
    }
}
