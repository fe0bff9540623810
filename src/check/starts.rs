//! `spawn` and `join`: where a model starts threads and waits for them.

use super::body::Body;
use super::types::Type;
use super::{Checker, line};
use crate::diagnostics::{Diagnostic, Span};
use crate::ir::build::{Mark, Naming};
use crate::ir::visit::Visitor;
use crate::ir::{Action, Domain, Expr, Loc, Op, Place, PlaceKind};
use crate::starts::{self, Site};
use crate::syntax::ast::{self, Call};

impl Body<'_, '_> {
    /// `spawn T(e);`, `t = spawn T(e);`
    pub(super) fn spawn(&mut self, target: Option<&ast::Expr>, call: &Call, text: String, at: Mark, next: Mark) {
        let span = target.map_or(call.span, |target| ast::join(target.span, call.span));
        let result = target.and_then(|target| self.checker.target(target));
        self.spawn_into(result, call, (text, span), at, next);
    }

    /// The id of the thread goes to a place of the given type.
    pub(super) fn spawn_into(
        &mut self,
        result: Option<(Place, Type)>,
        call: &Call,
        (text, span): (String, Span),
        at: Mark,
        next: Mark,
    ) {
        let step = self.push(at, Op::Skip { next: next.loc() }, text, span, Naming::Own);
        if let Some((_, ty)) = &result {
            self.checker.holds_an_id(*ty, span);
        }
        let Some(procedure) = self.checker.callee(&call.name) else { return };
        let arguments = self.checker.arguments(procedure, &call.arguments, call.span);
        let result = result.map(|(place, _)| place);
        self.sites.push((step, Site::Spawn { procedure: procedure as u32, arguments, result }));
    }

    /// `join(t);`, where no procedure has that name.
    pub(super) fn joins(&self, call: &Call) -> bool {
        call.name.text == "join" && call.arguments.len() == 1 && self.checker.names.lookup("join").is_none()
    }

    /// `join e;`: what reads a shared variable is a step before the one that waits.
    pub(super) fn join(&mut self, thread: &ast::Expr, text: String, span: Span, at: Mark, next: Mark) {
        let value = self.checker.typed(thread, Type::INT);
        if !reads(&value) {
            return self.wait_for(value, (at, next), text, span, Naming::Own);
        }
        let between = self.steps.fresh();
        let register = self.hidden("joined", Domain::Int);
        let place = Place { kind: PlaceKind::Reg(register), domain: Domain::Int };
        let op = Op::Do { action: Action::Assign { place: place.clone(), value }, next: between.loc() };
        let step = self.push(at, op, text.clone(), span, Naming::Own);
        self.while_live(Some(register), |body| {
            body.wait_for(Expr::Load(place), (between, next), text, span, Naming::After(step, ".wait"));
        });
    }

    fn wait_for(&mut self, thread: Expr, (at, next): (Mark, Mark), text: String, span: Span, naming: Naming) {
        let step = self.push(at, Op::Skip { next: next.loc() }, text, span, naming);
        self.sites.push((step, Site::Join { thread }));
    }
}

/// Whether an expression reads a shared variable.
fn reads(e: &Expr) -> bool {
    struct Reads(bool);
    impl<'p> Visitor<'p> for Reads {
        fn load(&mut self, place: &'p Place) {
            self.0 |= !matches!(place.kind, PlaceKind::Reg(_) | PlaceKind::RegIndex { .. });
            crate::ir::visit::walk_place(self, place);
        }
    }
    let mut found = Reads(false);
    found.expr(e);
    found.0
}

impl Checker<'_> {
    /// Makes the threads that are started, and the steps that start and join them.
    pub(super) fn starts(&mut self, pool: usize) {
        if self.sites.is_empty() || self.diagnostics.iter().any(Diagnostic::is_error) {
            return;
        }
        let mut sites = std::mem::take(&mut self.sites);
        let first = self.program.threads.len() as u32 + 1;
        let (most, lines) = (self.most_threads(), &self.lines);
        let line = |span: Span| line(lines, span);
        match starts::make(&mut self.program, &mut sites, (pool, most), line) {
            Err(at) => self.count(self.program.location(at).span),
            Ok(()) if self.program.starts.is_empty() => self.nothing_to_join(&sites),
            Ok(()) => self.refuse_others(&sites, first),
        }
    }

    /// Reports a variable that holds no int.
    fn holds_an_id(&mut self, ty: Type, span: Span) {
        if !ty.accepts(Type::INT) {
            let found = self.describe(ty);
            let diagnostic = Diagnostic::error("the id of a thread is an `int`", span, format!("stored into {found}"));
            self.report(diagnostic.help("declare a variable for it: `thread t;`"));
        }
    }

    fn nothing_to_join(&mut self, sites: &[(Loc, Site)]) {
        let Some((at, _)) = sites.iter().find(|(_, site)| matches!(site, Site::Join { .. })) else { return };
        let diagnostic = Diagnostic::error("there is no thread to join", self.program.location(*at).span, "waits here");
        self.report(diagnostic.note("no step of this model starts a thread").help("start one: `t = spawn f();`"));
    }

    /// A thread of `P` is not joined.
    fn refuse_others(&mut self, sites: &[(Loc, Site)], first: u32) {
        let started = first..first + self.program.starts.len() as u32;
        for (at, site) in sites {
            if let Site::Join { thread: Expr::Const(id) } = site
                && !u32::try_from(*id).is_ok_and(|id| started.contains(&id))
            {
                let message = format!("thread {id} is not started by `spawn`");
                let diagnostic = Diagnostic::error(message, self.program.location(*at).span, "cannot be joined");
                self.report(diagnostic.help("join what `t = spawn f();` stores: `join t;`"));
            }
        }
    }
}
