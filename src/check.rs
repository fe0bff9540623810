//! Names, types and constants; then lowering to the intermediate representation.
//!
//! The order is: constants and enums, global variables, procedure signatures, initialisers,
//! procedure bodies, threads. Nothing here knows how a step is executed.

mod actions;
mod atomics;
mod body;
mod calls;
mod claims;
mod constants;
mod declared;
mod expressions;
mod globals;
mod locals;
mod lower;
mod names;
mod places;
mod procedures;
mod starts;
mod switch;
pub mod symbols;
mod threads;
mod types;

pub use claims::claims;

use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;
use crate::ir::{Domain, Loc, Program};
use crate::starts::Site;
use crate::syntax::ast::{Ast, Item};
use crate::syntax::parser::foreign;
use expressions::Mode;
use names::{Entity, Names};
use procedures::Signature;
use std::collections::{BTreeMap, BTreeSet};
use symbols::Symbols;
use types::Type;

/// The program, meaningful iff no diagnostic is an error; what starts threads without end has a pool of so many.
pub fn check(ast: &Ast, text: &str, constants: &[(String, i64)], pool: usize) -> (Program, Vec<Diagnostic>) {
    let checker = Checker::of(ast, text, constants, pool);
    (checker.program, checker.diagnostics)
}

/// The constants and variables of the model, by name.
fn declared_names(ast: &Ast) -> BTreeMap<String, Span> {
    let mut names = BTreeMap::new();
    for item in &ast.items {
        match item {
            Item::Const { name, .. } => names.extend([(name.text.clone(), name.span)]),
            Item::Variables { declaration, .. } => {
                names.extend(declaration.declarators.iter().map(|d| (d.name.text.clone(), d.name.span)));
            }
            _ => {}
        }
    }
    names
}

/// The 1-based line of the start of `span`, where lines begin at these bytes.
fn line(lines: &[u32], span: Span) -> u32 {
    lines.partition_point(|start| *start <= span.start) as u32
}

struct Checker<'a> {
    text: &'a str,
    /// What was declared and used so far.
    symbols: Symbols,
    /// Where each line begins.
    lines: Vec<u32>,
    names: Names,
    /// What is declared outside procedures, while constants are read.
    later: BTreeMap<String, Span>,
    /// Names of the enum types, by their number.
    enums: Vec<String>,
    signatures: Vec<Signature>,
    thread_local_domains: Vec<Domain>,
    /// Where variables are declared that are used as mutexes, and are none.
    not_mutexes: BTreeSet<u32>,
    /// What an expression may use at the moment.
    mode: Mode,
    /// Where threads are started and joined.
    sites: Vec<(Loc, Site)>,
    program: Program,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Checker<'a> {
    /// After all of the text was checked.
    fn of(ast: &Ast, text: &'a str, constants: &[(String, i64)], pool: usize) -> Checker<'a> {
        let mut checker = Checker::new(text);
        checker.later = declared_names(ast);
        checker.constants(ast, constants);
        checker.later.clear();
        checker.globals(ast);
        checker.signatures(ast);
        checker.initialisers(ast);
        checker.bodies(ast);
        checker.threads(ast);
        checker.starts(pool);
        checker.diagnostics.sort_by_key(|d| d.primary.0.start);
        checker
    }

    fn new(text: &'a str) -> Checker<'a> {
        let newlines = text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
        Checker {
            text,
            symbols: Symbols::default(),
            lines: std::iter::once(0).chain(newlines.map(|(i, _)| i as u32 + 1)).collect(),
            names: Names::default(),
            later: BTreeMap::new(),
            enums: vec![],
            signatures: vec![],
            thread_local_domains: vec![],
            not_mutexes: BTreeSet::new(),
            mode: Mode::Free,
            sites: vec![],
            program: Program::default(),
            diagnostics: vec![],
        }
    }

    fn line(&self, span: Span) -> u32 {
        line(&self.lines, span)
    }

    fn slice(&self, span: Span) -> &'a str {
        &self.text[span.start as usize..span.end as usize]
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Enters a name into the innermost scope; the earlier of two wins.
    fn declare(&mut self, name: &crate::syntax::ast::Name, entity: Entity) {
        self.note_declared(name, entity);
        let Some(other) = self.names.declare(name, entity) else { return };
        let (first, second) = if other.start <= name.span.start { (other, name.span) } else { (name.span, other) };
        self.report(
            Diagnostic::error(format!("`{}` is declared twice", name.text), second, "declared again")
                .also(first, "first declared here")
                .help("rename or remove one of them"),
        );
    }

    /// Finds a name; an unknown one is reported once.
    fn lookup(&mut self, text: &str, span: Span, what: &str) -> Option<(Entity, Span)> {
        if let Some(found) = self.names.lookup(text) {
            self.note_used(text, span, found);
            return (!matches!(found.0, Entity::Broken | Entity::Unknown)).then_some(found);
        }
        self.report(match self.later.get(text) {
            Some(later) => {
                Diagnostic::error(format!("`{text}` is not known here"), span, "not a constant declared before")
                    .also(*later, "declared here")
                    .help("a constant is made of the constants and enums above it")
            }
            None => Diagnostic::error(format!("unknown {what} `{text}`"), span, "not declared")
                .help(self.unknown_help(text, what)),
        });
        self.names.poison(text, span);
        None
    }

    fn unknown_help(&self, text: &str, what: &str) -> String {
        match (self.names.similar(text), what) {
            (_, "procedure") if foreign(text).is_some() => foreign(text).unwrap_or_default().into(),
            (Some(name), _) if name != text => format!("did you mean `{name}`?"),
            (_, "mutex") => format!("declare it: `mutex {text};`"),
            (_, "procedure") => format!("write it: `void {text}() {{ .. }}`"),
            (_, _) => format!("declare it: `int {text} = 0;`"),
        }
    }

    /// Reports `found` where `wanted` must stand.
    fn require(&mut self, wanted: Type, found: Type, span: Span) {
        if wanted.accepts(found) {
            return;
        }
        let help = types::conversion(wanted, found, self.slice(span));
        self.refuse(wanted, found, span, help);
    }

    fn refuse(&mut self, wanted: Type, found: Type, span: Span, help: Option<String>) {
        let (wanted_name, found_name) = (self.describe(wanted), self.describe(found));
        let message = format!("expected {wanted_name}, found {found_name}");
        self.report(Diagnostic::error(message, span, format!("this is {found_name}")).maybe_help(help));
    }
}
