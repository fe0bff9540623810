//! A program of any number of threads as a few of them see it (Abdulla, Haziza, Holík, *All for the price of few*,
//! VMCAI 2013): of each pool two are seen, and others may be started at any time. Whatever one of them does is a step of
//! this program, seen together with any other one.

use super::Pools;
use super::site::Site;
use crate::control::Bound;
use crate::ir::visit::{Visitor, walk_action, walk_expr};
use crate::ir::*;
use moverlog_rules::Tid;
use std::collections::BTreeSet;

/// So many threads of a pool are seen: whoever moves, and another one.
const SEEN: usize = 2;

/// The program of those who are seen; the last name of each pool stands for all others, and does nothing.
pub struct View {
    pub program: Program,
    /// Those of each pool that are seen.
    pub seen: Vec<Vec<Tid>>,
    /// The cells that belong to each name, in the same order for all of a pool.
    pub private: Vec<(Tid, Vec<Cell>)>,
}

impl View {
    /// All threads, each by itself.
    pub fn all(program: &Program) -> View {
        View { program: program.clone(), seen: vec![], private: vec![] }
    }

    /// Nothing where a step depends on others than those who make it: where ids are kept or told apart, where threads of
    /// a pool start others, and where a pool has no name left for those who are not seen.
    pub fn of(program: &Program, pools: &Pools) -> Option<View> {
        let names = pools.names();
        if names.iter().any(|names| names.len() <= SEEN) || pools.tell_of_others() || tells_apart(program) {
            return None;
        }
        let seen: Vec<Vec<Tid>> = names.iter().map(|names| names[..SEEN].to_vec()).collect();
        let others: Vec<Tid> = names.iter().flat_map(|names| names[SEEN..].to_vec()).collect();
        let mut view = program.clone();
        let mut starting = Starting { pools, others: &others, everybody: names.concat(), strange: false };
        for location in &mut view.locations {
            starting.rewrite(&mut location.op);
        }
        if starting.strange || started_by_them(program, names) {
            return None;
        }
        idle(&mut view, &others);
        let private = names.iter().flatten().map(|t| (*t, once(pools.private(*t)))).collect();
        Some(View { program: view, seen, private })
    }
}

/// Each cell once.
fn once(cells: &[Cell]) -> Vec<Cell> {
    let first = cells.iter().enumerate().filter(|(i, cell)| !cells[..*i].contains(cell));
    first.map(|(_, cell)| *cell).collect()
}

/// Threads that are not seen do nothing by themselves.
fn idle(program: &mut Program, others: &[Tid]) {
    let procedure = program.procedures.len() as u32;
    let entry = Loc(program.locations.len() as u32);
    let model = &program.procedures[program.threads[others[0].0 as usize - 1].procedure as usize];
    let of_all = program.thread_locals.len();
    let idle = Procedure {
        name: "others".into(),
        parameters: 0,
        registers: model.registers[..of_all].to_vec(),
        entry,
        ..model.clone()
    };
    let end = program.locations.iter().find(|l| matches!(l.op, Op::End)).expect("every procedure ends").clone();
    program.procedures.push(idle);
    program.locations.push(Location { procedure, in_scope: vec![true; of_all], ..end });
    for t in others {
        program.threads[t.0 as usize - 1] = Thread { procedure, arguments: vec![] };
    }
}

/// Whether a thread of a pool may start others: then there are more than those whom the text counts, and more than two
/// are needed to see it.
fn started_by_them(program: &Program, names: &[Vec<Tid>]) -> bool {
    let procedures = names.iter().map(|names| program.threads[names[0].0 as usize - 1].procedure);
    let theirs: BTreeSet<u32> = procedures.flat_map(|procedure| program.procedures_from(procedure)).collect();
    let mut starts = Starts { program, found: false };
    program.locations.iter().filter(|l| theirs.contains(&l.procedure)).for_each(|l| starts.op(&l.op));
    starts.found
}

/// Looks for what starts a thread.
struct Starts<'p> {
    program: &'p Program,
    found: bool,
}

impl<'p> Visitor<'p> for Starts<'p> {
    fn action(&mut self, action: &'p Action) {
        if let Action::Assign { place, .. } = action {
            self.found |= place.cells().iter().any(|c| self.program.starts.iter().any(|s| s.started == *c));
        }
    }
}

/// Starts of threads, of which any may be one of somebody who is not seen.
struct Starting<'p> {
    pools: &'p Pools,
    others: &'p [Tid],
    everybody: Vec<Tid>,
    /// Something else happens where a thread is started.
    strange: bool,
}

impl Starting<'_> {
    fn rewrite(&mut self, op: &mut Op) {
        if Site::of(op).is_none() {
            return;
        }
        match op {
            Op::Atomic { body, .. } => self.all(body),
            _ => self.strange = true,
        }
    }

    fn all(&mut self, body: &mut Vec<Statement>) {
        for statement in body {
            match statement {
                Statement::If { .. } if self.starts(statement) => {
                    let kept = self.kept(std::slice::from_ref(statement));
                    *statement = Statement::Choose(vec![kept, vec![]]);
                }
                Statement::If { then, otherwise, .. } => {
                    self.all(then);
                    self.all(otherwise);
                }
                Statement::Choose(bodies) => bodies.iter_mut().for_each(|body| self.all(body)),
                Statement::Action(action) => self.strange |= is_limit(action) || self.owner(action).is_some(),
            }
        }
    }

    /// Whether the statement asks first whether somebody was started.
    fn starts(&self, statement: &Statement) -> bool {
        let Statement::If { cond, .. } = statement else { return false };
        let flag = match cond {
            Expr::Binary(Binary::Eq, flag, none) if matches!(**none, Expr::Const(0)) => flag,
            flag => flag,
        };
        let Expr::Load(Place { kind: PlaceKind::Cell(c), .. }) = flag else { return false };
        self.everybody.iter().any(|t| self.pools.started(*t) == Some(*c))
    }

    /// What is done to those who are seen.
    fn kept(&mut self, body: &[Statement]) -> Vec<Statement> {
        let mut kept = vec![];
        for statement in body {
            match statement {
                Statement::Action(action) if is_limit(action) => {}
                Statement::Action(action) => match self.owner(action) {
                    Some(t) if self.others.contains(&t) => {}
                    Some(_) => kept.push(statement.clone()),
                    None => self.strange = true,
                },
                Statement::If { cond, then, otherwise } if self.starts(statement) => {
                    let [then, otherwise] = [then, otherwise].map(|body| self.kept(body));
                    kept.push(Statement::If { cond: cond.clone(), then, otherwise });
                }
                _ => self.strange = true,
            }
        }
        kept
    }

    /// To whom what is assigned belongs.
    fn owner(&self, action: &Action) -> Option<Tid> {
        let Action::Assign { place: Place { kind: PlaceKind::Cell(c), .. }, .. } = action else { return None };
        self.everybody.iter().copied().find(|t| self.pools.is_private(*t, *c))
    }
}

fn is_limit(action: &Action) -> bool {
    matches!(action, Action::Fail(Fault::Limit(Bound::Threads)))
}

/// Whether two who are not seen may be told apart, or somebody looks at all.
fn tells_apart(program: &Program) -> bool {
    let declared = |g: &GlobalVariable| !matches!(g.protection, Protection::Inferred);
    let mut found = Compared { program, found: program.globals.iter().any(declared) };
    program.locations.iter().for_each(|l| found.op(&l.op));
    found.found || !program.known_errors.is_empty()
}

/// Looks for owners of mutexes that are compared with anything but whoever asks, and nobody.
struct Compared<'p> {
    program: &'p Program,
    found: bool,
}

impl Compared<'_> {
    fn is_owner(&self, e: &Expr) -> bool {
        matches!(e, Expr::Load(place) if self.program.is_owner(place))
    }
}

impl<'p> Visitor<'p> for Compared<'p> {
    fn expr(&mut self, e: &'p Expr) {
        match e {
            Expr::Binary(Binary::Eq | Binary::Ne, a, b) if self.is_owner(a) || self.is_owner(b) => {
                let known = |e: &Expr| matches!(e, Expr::Tid | Expr::Const(..=0));
                self.found |= !known(a) && !known(b);
            }
            _ => walk_expr(self, e),
        }
    }

    fn load(&mut self, place: &'p Place) {
        self.found |= self.program.is_owner(place);
        self.place(place);
    }

    fn action(&mut self, action: &'p Action) {
        match action {
            Action::Look(place) => self.place(place),
            _ => walk_action(self, action),
        }
    }
}
