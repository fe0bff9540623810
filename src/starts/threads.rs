//! The threads that are started: their procedures, their hidden variables, and the steps that use these.

use super::Site;
use crate::control::Bound;
use crate::diagnostics::Span;
use crate::ir::build::redirect;
use crate::ir::*;
use moverlog_rules::Tid;
use std::collections::BTreeMap;

/// For each procedure that a `spawn` names the one that started threads run.
pub(super) type Bodies = BTreeMap<u32, u32>;

/// Procedures that begin and end as started threads do: those that are named, or copies of them where others use them.
pub(super) fn bodies(program: &mut Program, sites: &mut Vec<(Loc, Site)>) -> Bodies {
    let mut bodies = Bodies::new();
    for i in 0..sites.len() {
        if let Site::Spawn { procedure, .. } = sites[i].1
            && !bodies.contains_key(&procedure)
        {
            let body = if is_used(program, procedure) { copy(program, sites, procedure) } else { procedure };
            bodies.insert(procedure, body);
        }
    }
    bodies
}

fn is_used(program: &Program, procedure: u32) -> bool {
    let calls = |l: &Location| matches!(l.op, Op::Call { procedure: callee, .. } if callee == procedure);
    program.threads.iter().any(|t| t.procedure == procedure) || program.locations.iter().any(calls)
}

fn copy(program: &mut Program, sites: &mut Vec<(Loc, Site)>, procedure: u32) -> u32 {
    let new = program.procedures.len() as u32;
    let own: Vec<Loc> = locations_of(program, procedure).collect();
    let first = program.locations.len() as u32;
    let moved = |l: Loc| own.iter().position(|o| *o == l).map_or(l, |i| Loc(first + i as u32));
    for l in &own {
        let location = program.location(*l).clone();
        program.locations.push(Location { procedure: new, op: redirect(location.op.clone(), &moved), ..location });
    }
    let copied = &program.procedures[procedure as usize];
    program.procedures.push(Procedure { entry: moved(copied.entry), ..copied.clone() });
    let inside: Vec<_> = sites.iter().filter(|(l, _)| own.contains(l)).map(|(l, s)| (moved(*l), s.clone())).collect();
    sites.extend(inside);
    new
}

fn locations_of(program: &Program, procedure: u32) -> impl Iterator<Item = Loc> + use<'_> {
    let all = (0..program.locations.len() as u32).map(Loc);
    all.filter(move |l| program.location(*l).procedure == procedure)
}

/// One more thread, which is started.
pub(super) fn thread(program: &mut Program, procedure: u32) -> Tid {
    let Procedure { parameters, registers, .. } = &program.procedures[procedure as usize];
    let shared = program.thread_locals.len();
    let parameters = &registers[shared..shared + *parameters as usize];
    let arguments = parameters.iter().map(|r| r.domain.stored(0).unwrap_or(0)).collect();
    program.threads.push(Thread { procedure, arguments });
    let thread = Tid(program.threads.len() as u32);
    let unknown = Cell(0);
    program.starts.push(Started { thread, started: unknown, ended: unknown });
    thread
}

/// The threads that one `spawn` may start.
pub(super) struct Pool {
    pub(super) threads: Vec<Tid>,
    /// It starts no more.
    pub(super) exact: bool,
}

/// The hidden variables.
pub(super) struct Cells {
    /// The first thread that is started.
    first: Tid,
    started: Variable,
    ended: Variable,
    /// Those of the parameters of each procedure.
    arguments: BTreeMap<u32, Vec<Variable>>,
}

/// A hidden variable: one cell for each thread from the first on.
struct Variable {
    first: Tid,
    base: Cell,
    len: u32,
    domain: Domain,
}

impl Variable {
    /// At the end of the store.
    fn new(program: &mut Program, name: String, domain: Domain, (first, last): (Tid, Tid)) -> Variable {
        let (base, len) = (Cell(program.cells.len() as u32), last.0 - first.0 + 1);
        let kind = GlobalKind::Data(domain);
        let (protection, span) = (Protection::Inferred, Span { start: 0, end: 0 });
        program.globals.push(GlobalVariable { name, base, len, is_array: true, kind, protection, span });
        program.cells.extend(vec![domain.stored(0).unwrap_or(0); len as usize]);
        Variable { first, base, len, domain }
    }

    /// The cell of one thread.
    fn of(&self, t: Tid) -> Place {
        Place { kind: PlaceKind::Cell(self.cell(t)), domain: self.domain }
    }

    fn cell(&self, t: Tid) -> Cell {
        Cell(self.base.0 + t.0 - self.first.0)
    }

    /// The cell of the thread with this id, which is one of them.
    fn at(&self, id: &Expr) -> Place {
        if self.len == 1 {
            return self.of(self.first);
        }
        let index = Expr::Binary(Binary::Sub, Box::new(id.clone()), Box::new(Expr::Const(self.first.0 as Value)));
        let kind = PlaceKind::Index { base: self.base, len: self.len, stride: 1, index: Box::new(index) };
        Place { kind, domain: self.domain }
    }
}

impl Cells {
    /// Once all threads are there.
    pub(super) fn of(program: &mut Program, first: u32) -> Cells {
        let all = (Tid(first), Tid(program.threads.len() as u32));
        let started = Variable::new(program, "#started".into(), Domain::Bool, all);
        let ended = Variable::new(program, "#ended".into(), Domain::Bool, all);
        let mut ids: BTreeMap<u32, (Tid, Tid)> = BTreeMap::new();
        for s in &mut program.starts {
            (s.started, s.ended) = (started.cell(s.thread), ended.cell(s.thread));
            let procedure = program.threads[s.thread.0 as usize - 1].procedure;
            ids.entry(procedure).or_insert((s.thread, s.thread)).1 = s.thread;
        }
        let arguments = ids.into_iter().map(|(p, ids)| (p, parameters(program, p, ids))).collect();
        Cells { first: Tid(first), started, ended, arguments }
    }

    fn arguments(&self, procedure: u32) -> &[Variable] {
        self.arguments.get(&procedure).map_or(&[], Vec::as_slice)
    }

    /// The procedure waits until the thread is started, takes its arguments, and tells when it has ended.
    pub(super) fn begin_and_end(&self, program: &mut Program, procedure: u32, line: u32) {
        self.end(program, procedure);
        let own = &program.procedures[procedure as usize];
        let (entry, span) = (own.entry, own.span);
        let begun = self.take_arguments(program, procedure, (entry, line));
        let action = Action::Assume(Expr::Load(self.flag(program, procedure, &self.started)));
        let text = format!("{} begins", program.procedures[procedure as usize].name);
        let entry = add(program, procedure, ("start", text), (span, line), Op::Do { action, next: begun });
        program.procedures[procedure as usize].entry = entry;
    }

    /// The flag of the thread that runs a procedure.
    fn flag(&self, program: &Program, procedure: u32, flags: &Variable) -> Place {
        let mut own = program.starts.iter().filter(|s| program.threads[s.thread.0 as usize - 1].procedure == procedure);
        match (own.next(), own.next()) {
            (Some(only), None) => flags.of(only.thread),
            _ => flags.at(&Expr::Tid),
        }
    }

    fn take_arguments(&self, program: &mut Program, procedure: u32, (entry, line): (Loc, u32)) -> Loc {
        let shared = program.thread_locals.len() as u32;
        let own = &program.procedures[procedure as usize];
        let take = |(i, variable): (u32, &Variable)| {
            let place = Place { kind: PlaceKind::Reg(Reg(shared + i)), domain: variable.domain };
            Statement::Action(Action::Assign { place, value: Expr::Load(variable.at(&Expr::Tid)) })
        };
        let body: Vec<Statement> = (0..).zip(self.arguments(procedure)).map(take).collect();
        if body.is_empty() {
            return entry;
        }
        let names = own.registers[shared as usize..][..body.len()].iter().map(|r| r.name.as_str());
        let text = format!("{} takes {}", own.name, names.collect::<Vec<_>>().join(", "));
        let span = own.span;
        add(program, procedure, ("arguments", text), (span, line), Op::Atomic { body, next: entry })
    }

    fn end(&self, program: &mut Program, procedure: u32) {
        let own: Vec<Loc> = locations_of(program, procedure).collect();
        let Some(end) = own.iter().copied().find(|l| matches!(program.location(*l).op, Op::End)) else { return };
        let place = self.flag(program, procedure, &self.ended);
        let action = Action::Assign { place, value: Expr::Const(1) };
        let Location { span, line, .. } = *program.location(end);
        let text = format!("{} ends", program.procedures[procedure as usize].name);
        let exit = add(program, procedure, ("exit", text), (span, line), Op::Do { action, next: end });
        let to = |l: Loc| if l == end { exit } else { l };
        for l in own {
            let op = &mut program.locations[l.0 as usize].op;
            *op = match op.clone() {
                Op::Return { value: None } => Op::Skip { next: exit },
                Op::Return { value: Some(cond) } => Op::Branch { cond, then: exit, otherwise: exit },
                op => redirect(op, &to),
            };
        }
        let entry = &mut program.procedures[procedure as usize].entry;
        *entry = to(*entry);
    }

    /// Starts the first thread of the pool that was not started yet.
    pub(super) fn start(&self, program: &Program, site: &Site, pool: &Pool) -> Vec<Statement> {
        let unless = |rest: Vec<Statement>, t: &Tid| vec![self.unless_started(program, site, *t, rest)];
        match pool.threads.split_last() {
            Some((last, others)) if pool.exact => {
                others.iter().rev().fold(self.start_one(program, site, *last), unless)
            }
            _ => pool.threads.iter().rev().fold(vec![beyond()], unless),
        }
    }

    fn unless_started(&self, program: &Program, site: &Site, t: Tid, then: Vec<Statement>) -> Statement {
        Statement::If { cond: Expr::Load(self.started.of(t)), then, otherwise: self.start_one(program, site, t) }
    }

    fn start_one(&self, program: &Program, site: &Site, t: Tid) -> Vec<Statement> {
        let Site::Spawn { arguments, result, .. } = site else { return vec![] };
        let variables = self.arguments(program.threads[t.0 as usize - 1].procedure);
        let given = variables.iter().zip(arguments).map(|(variable, value)| (variable.of(t), value.clone()));
        let stored = result.iter().map(|place| (place.clone(), Expr::Const(t.0 as Value)));
        let all = given.chain([(self.started.of(t), Expr::Const(1))]).chain(stored);
        all.map(|(place, value)| Statement::Action(Action::Assign { place, value })).collect()
    }

    /// Waits until the thread with this id has ended; goes wrong if that was never started.
    pub(super) fn join(&self, id: &Expr) -> Vec<Statement> {
        let flag = |flags: &Variable| Box::new(Expr::Load(flags.at(id)));
        let bound =
            |op, value: u32| Box::new(Expr::Binary(op, Box::new(id.clone()), Box::new(Expr::Const(value as Value))));
        let is_one = Expr::Binary(
            Binary::And,
            bound(Binary::Ge, self.first.0),
            bound(Binary::Lt, self.first.0 + self.started.len),
        );
        let was_started = Expr::Binary(Binary::Or, flag(&self.ended), flag(&self.started));
        let cond = Expr::Binary(Binary::And, Box::new(is_one), Box::new(was_started));
        let fault = Fault::Undefined("the thread that is joined was not started by `spawn`".into());
        let otherwise = vec![Statement::Action(Action::Fail(fault))];
        let ended = Statement::Action(Action::Assume(*flag(&self.ended)));
        vec![Statement::If { cond, then: vec![], otherwise }, ended]
    }
}

/// The variables of the parameters of a procedure, for the threads from the first to the last that runs it.
fn parameters(program: &mut Program, procedure: u32, ids: (Tid, Tid)) -> Vec<Variable> {
    let shared = program.thread_locals.len();
    let Procedure { name, registers, parameters, .. } = &program.procedures[procedure as usize];
    let parameters = registers[shared..shared + *parameters as usize].iter();
    let named: Vec<_> = parameters.map(|r| (format!("{name}#{}", r.name), r.domain)).collect();
    named.into_iter().map(|(name, domain)| Variable::new(program, name, domain, ids)).collect()
}

/// A step that the text does not have.
fn add(program: &mut Program, procedure: u32, (name, text): (&str, String), (span, line): (Span, u32), op: Op) -> Loc {
    let own = &program.procedures[procedure as usize];
    let always = program.thread_locals.len() + own.parameters as usize;
    let in_scope = (0..own.registers.len()).map(|r| r < always).collect();
    let name = format!("{}:{name}", own.name);
    let (labelled, synchronizes, claimed) = (false, true, None);
    program.locations.push(Location {
        procedure,
        name,
        labelled,
        text,
        op,
        in_scope,
        synchronizes,
        claimed,
        span,
        line,
    });
    Loc(program.locations.len() as u32 - 1)
}

/// More threads than there are.
fn beyond() -> Statement {
    Statement::Action(Action::Fail(Fault::Limit(Bound::Threads)))
}
