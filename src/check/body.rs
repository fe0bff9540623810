//! The body of one procedure: its registers, scopes, labels and loops while it is lowered.

use super::Checker;
use super::globals::register_names;
use super::names::Entity;
use super::types::Type;
use crate::diagnostics::{Diagnostic, Span, nearest};
use crate::ir::build::{Mark, Naming, Scope, Step, Steps};
use crate::ir::{Action, Domain, Loc, Location, Mover, Op, Reg, Register};
use crate::starts::Site;
use crate::syntax::ast::{self, Name};
use std::collections::BTreeMap;
use std::rc::Rc;

pub(super) struct Body<'c, 'a> {
    pub(super) checker: &'c mut Checker<'a>,
    pub(super) steps: Steps,
    procedure: usize,
    registers: Vec<Register>,
    /// Thread-locals and parameters.
    always: usize,
    /// Registers of the locals in scope.
    visible: Rc<Vec<u32>>,
    /// Where `continue` and `break` go, the innermost loop or `switch` last; `continue` leaves none of these.
    pub(super) loops: Vec<(Option<Mark>, Mark)>,
    labels: BTreeMap<String, Label>,
    gotos: Vec<Name>,
    /// The claimed mover of the next step.
    pub(super) claim: Option<Mover>,
    /// Steps that start or join threads.
    pub(super) sites: Vec<(usize, Site)>,
}

struct Label {
    mark: Mark,
    defined: Option<Span>,
    /// The first `goto` that names it.
    used: Option<Span>,
}

impl<'c, 'a> Body<'c, 'a> {
    pub(super) fn new(checker: &'c mut Checker<'a>, procedure: usize, source: &ast::Procedure) -> Self {
        let thread_locals = checker.program.thread_locals.iter().zip(&checker.thread_local_domains);
        let registers = thread_locals
            .map(|((name, _), domain)| Register { name: name.clone(), domain: *domain, hidden: false })
            .collect();
        let mut body = Body {
            checker,
            steps: Steps::default(),
            procedure,
            registers,
            always: 0,
            visible: Rc::default(),
            loops: vec![],
            labels: BTreeMap::new(),
            gotos: vec![],
            claim: None,
            sites: vec![],
        };
        body.checker.names.open();
        body.parameters(source);
        body
    }

    fn parameters(&mut self, source: &ast::Procedure) {
        let types = self.checker.signatures[self.procedure].parameters.clone();
        for (parameter, ty) in source.parameters.iter().zip(types) {
            self.declare(&parameter.name, ty, None);
        }
        self.always = self.registers.len();
        self.visible = Rc::default();
    }

    /// The registers, the locations numbered from `first`, and the entry.
    pub(super) fn lower(mut self, source: &ast::Procedure, first: u32) -> (Vec<Register>, Vec<Location>, u32) {
        let (entry, end) = (self.steps.fresh(), self.steps.fresh());
        self.sequence(&source.body, entry, end);
        self.visible = Rc::default();
        self.push(end, Op::End, "}".into(), source.close, Naming::End);
        self.undefined_labels();
        self.checker.names.close();
        let mut scope = Scope { registers: self.registers.len(), always: self.always };
        if self.checker.diagnostics.iter().any(Diagnostic::is_error) {
            scope = Scope { registers: 0, always: 0 }; // nobody will run it
        }
        self.checker.sites.extend(self.sites.drain(..).map(|(step, site)| (Loc(first + step as u32), site)));
        let (locations, entry) = self.steps.finish(entry, first, (self.procedure as u32, &source.name.text), scope);
        (self.registers, locations, entry)
    }

    pub(super) fn result(&self) -> Type {
        self.checker.signatures[self.procedure].result
    }

    pub(super) fn name(&self) -> &Name {
        &self.checker.signatures[self.procedure].name
    }

    pub(super) fn push(&mut self, mark: Mark, op: Op, text: String, span: Span, naming: Naming) -> usize {
        let line = self.checker.line(span);
        let (claimed, visible) = (self.claim.take(), self.visible.clone());
        let synchronizes = matches!(op, Op::Atomic { .. } | Op::Do { action: Action::Cas { .. }, .. });
        self.steps.push(mark, Step { op, text, span, line, claimed, visible, naming, synchronizes })
    }

    /// Whether the procedure has done nothing so far, and nothing can jump to where it is.
    pub(super) fn is_opening(&self) -> bool {
        self.steps.is_empty() && self.labels.is_empty()
    }

    /// Registers for a local variable, in scope from now on.
    pub(super) fn declare(&mut self, name: &Name, ty: Type, len: Option<u32>) -> Option<u32> {
        let reg = self.registers.len() as u32;
        let count = len.unwrap_or(1);
        if !self.checker.registers_fit((reg + count) as usize, name.span) || ty == Type::Broken {
            self.checker.declare(name, Entity::Broken);
            return None;
        }
        let domain = ty.domain();
        self.registers.extend(register_names(&name.text, len).map(|name| Register { name, domain, hidden: false }));
        Rc::make_mut(&mut self.visible).extend(reg..reg + count);
        self.checker.declare(name, Entity::Register { reg, len, ty });
        Some(reg)
    }

    /// The register that the next declaration gets.
    pub(super) fn next_register(&self) -> u32 {
        self.registers.len() as u32
    }

    /// A register that the source does not name. It lives in one location only, so that all of
    /// its kind are the same register.
    pub(super) fn hidden(&mut self, name: &str, domain: Domain) -> Reg {
        let same = |r: &Register| r.hidden && r.name == name && r.domain == domain;
        if let Some(found) = self.registers.iter().position(same) {
            return Reg(found as u32);
        }
        self.registers.push(Register { name: name.into(), domain, hidden: true });
        Reg(self.registers.len() as u32 - 1)
    }

    /// Runs `lower` with `reg` in scope.
    pub(super) fn while_live(&mut self, reg: Option<Reg>, lower: impl FnOnce(&mut Self)) {
        let before = self.visible.len();
        Rc::make_mut(&mut self.visible).extend(reg.map(|reg| reg.0));
        lower(self);
        if self.visible.len() > before {
            Rc::make_mut(&mut self.visible).truncate(before);
        }
    }

    /// Runs `lower` in a scope of its own.
    pub(super) fn scoped(&mut self, lower: impl FnOnce(&mut Self)) {
        let before = self.visible.len();
        self.checker.names.open();
        lower(self);
        self.checker.names.close();
        if self.visible.len() > before {
            Rc::make_mut(&mut self.visible).truncate(before);
        }
    }

    fn label(&mut self, name: &str) -> &mut Label {
        let steps = &mut self.steps;
        self.labels.entry(name.to_string()).or_insert_with(|| Label { mark: steps.fresh(), defined: None, used: None })
    }

    pub(super) fn define_label(&mut self, name: &Name, mark: Mark) {
        let procedure = self.name().text.clone();
        self.checker.symbols.label(name, procedure);
        let label = self.label(&name.text);
        let (own, before) = (label.mark, label.defined.replace(name.span));
        if let Some(first) = before {
            self.checker.report(
                Diagnostic::error(format!("the label `{}` is used twice", name.text), name.span, "used again")
                    .also(first, "first used here")
                    .help("labels are unique in a procedure; rename one"),
            );
            return;
        }
        self.steps.alias(own, mark);
        self.steps.label(&name.text, own);
    }

    pub(super) fn goto(&mut self, name: &Name) -> Mark {
        self.gotos.push(name.clone());
        let label = self.label(&name.text);
        label.used.get_or_insert(name.span);
        label.mark
    }

    fn undefined_labels(&mut self) {
        for goto in &self.gotos {
            let defined = self.labels.get(&goto.text).and_then(|label| label.defined);
            defined.into_iter().for_each(|place| self.checker.symbols.used(&goto.text, goto.span, place));
        }
        let defined = || self.labels.iter().filter(|(_, label)| label.defined.is_some()).map(|(name, _)| name.as_str());
        for (name, label) in &self.labels {
            let (None, Some(span)) = (label.defined, label.used) else { continue };
            let help = match nearest(name, defined()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("put `{name}:` before a statement of this procedure"),
            };
            let message = format!("unknown label `{name}`");
            self.checker
                .diagnostics
                .push(Diagnostic::error(message, span, "no such label in this procedure").help(help));
        }
    }
}
