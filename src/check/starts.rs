//! `spawn` and `join`: threads that others start.
//!
//! A started thread is an ordinary one. It waits for a flag in its first step and sets one in its last; starting it is
//! one step that stores its arguments and sets the first, joining it is one that waits for the second. How many threads
//! there are is known once all bodies are, so both stand for nothing until then.

mod pools;
mod threads;

use super::Checker;
use super::body::Body;
use super::sites::Site;
use super::types::Type;
use crate::diagnostics::{Diagnostic, Span};
use crate::ir::build::{Mark, Naming};
use crate::ir::visit::Visitor;
use crate::ir::{Action, Domain, Expr, Loc, Op, Place, PlaceKind};
use crate::syntax::ast::{self, Call};
use threads::{Cells, Pool};

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
        let first = self.program.threads.len() as u32 + 1;
        let bodies = threads::bodies(&mut self.program, &mut self.sites);
        let spawns: Vec<(Loc, u32)> =
            self.sites.iter().filter_map(|(at, site)| Some((*at, *bodies.get(&site.procedure()?)?))).collect();
        let counts = pools::instances(&self.program, &spawns, pool);
        let Some(pools) = self.pools(&spawns, &counts) else { return };
        if self.program.starts.is_empty() {
            return self.nothing_to_join();
        }
        let cells = Cells::of(&mut self.program, first);
        for body in bodies.into_values() {
            let line = self.line(self.program.procedures[body as usize].span);
            cells.begin_and_end(&mut self.program, body, line);
        }
        self.perform(&cells, &pools, first);
    }

    /// What the sites stand for.
    fn perform(&mut self, cells: &Cells, pools: &[Pool], first: u32) {
        let mut pools = pools.iter();
        for (at, site) in std::mem::take(&mut self.sites) {
            let body = match &site {
                Site::Spawn { .. } => pools.next().map_or(vec![], |pool| cells.start(&self.program, &site, pool)),
                Site::Join { thread } => {
                    self.refuse_others(thread, at, first);
                    cells.join(thread)
                }
            };
            let location = &mut self.program.locations[at.0 as usize];
            location.op = Op::Atomic { body, next: location.op.targets()[0] };
            location.synchronizes = true;
        }
    }

    /// The threads that each site may start, as many as are counted.
    fn pools(&mut self, spawns: &[(Loc, u32)], counts: &[(usize, bool)]) -> Option<Vec<Pool>> {
        let mut pools = vec![];
        for ((at, body), (count, exact)) in spawns.iter().zip(counts) {
            let threads = (0..*count).map(|_| threads::thread(&mut self.program, *body)).collect();
            pools.push(Pool { threads, exact: *exact });
            let before = self.diagnostics.len();
            self.count(self.program.location(*at).span);
            if self.diagnostics.len() > before {
                return None;
            }
        }
        Some(pools)
    }

    /// Reports a variable that holds no int.
    fn holds_an_id(&mut self, ty: Type, span: Span) {
        if !ty.accepts(Type::INT) {
            let found = self.describe(ty);
            let diagnostic = Diagnostic::error("the id of a thread is an `int`", span, format!("stored into {found}"));
            self.report(diagnostic.help("declare a variable for it: `thread t;`"));
        }
    }

    fn nothing_to_join(&mut self) {
        let Some((at, _)) = self.sites.iter().find(|(_, site)| matches!(site, Site::Join { .. })) else { return };
        let diagnostic = Diagnostic::error("there is no thread to join", self.program.location(*at).span, "waits here");
        self.report(diagnostic.note("no step of this model starts a thread").help("start one: `t = spawn f();`"));
    }

    /// A thread of `P` is not joined.
    fn refuse_others(&mut self, thread: &Expr, at: Loc, first: u32) {
        let started = first..first + self.program.starts.len() as u32;
        if let Expr::Const(id) = thread
            && !u32::try_from(*id).is_ok_and(|id| started.contains(&id))
        {
            let message = format!("thread {id} is not started by `spawn`");
            let diagnostic = Diagnostic::error(message, self.program.location(at).span, "cannot be joined");
            self.report(diagnostic.help("join what `t = spawn f();` stores: `join t;`"));
        }
    }
}
