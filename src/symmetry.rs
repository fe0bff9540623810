//! Threads that may be taken for one another: a check of the text (scalarsets of Ip and Dill, for thread ids).
//!
//! Threads of a group run the same procedure with the same arguments, and a thread id is compared with another one, or
//! with that of nobody, and used in no other way. So whoever renames the threads of a group in a state, with the owners
//! and the wait sets of mutexes, gets a state with the same steps, renamed. Nothing else holds the id of a thread:
//! pointers lead to global data alone, and a thread's variables go with it.

use crate::ir::visit::{Visitor, walk_expr, walk_place};
use crate::ir::{Binary, Expr, Place, Program, Protection};
use moverlog_rules::Tid;
use std::collections::{BTreeMap, BTreeSet};

/// The program with its interchangeable threads marked.
pub fn marked(program: &Program) -> Program {
    Program { interchangeable: groups(program), ..program.clone() }
}

/// The groups of interchangeable threads.
pub fn groups(program: &Program) -> Vec<Vec<Tid>> {
    let said = Said::everywhere(program);
    if said.owner {
        return vec![];
    }
    let mut alike: BTreeMap<_, Vec<Tid>> = BTreeMap::new();
    for (t, thread) in (1..).map(Tid).zip(&program.threads).filter(|(t, _)| !said.named.contains(&(t.0 as i32))) {
        alike.entry((thread.procedure, &thread.arguments)).or_default().push(t);
    }
    let silent = |((procedure, _), _): &((u32, _), _)| !Said::by_threads(program, *procedure).id;
    let mut groups: Vec<_> = alike.into_iter().filter(|(_, g)| g.len() > 1).filter(silent).map(|(_, g)| g).collect();
    groups.sort_unstable();
    groups
}

/// What is made of thread ids, besides comparing them with each other and with that of nobody.
struct Said<'p> {
    program: &'p Program,
    /// The id of whoever evaluates is used as a number.
    id: bool,
    /// The owner of a mutex is.
    owner: bool,
    /// Numbers that ids are compared with.
    named: BTreeSet<i32>,
}

impl<'p> Said<'p> {
    fn nothing(program: &'p Program) -> Self {
        Said { program, id: false, owner: false, named: BTreeSet::new() }
    }

    /// By whomever it is said; what says who has exclusive access is evaluated for every thread.
    fn everywhere(program: &'p Program) -> Self {
        let mut said = Said::nothing(program);
        for global in &program.globals {
            if let Protection::Exclusive(e, _) = &global.protection {
                said.expr(e);
            }
        }
        said.owner |= said.id;
        program.locations.iter().for_each(|location| said.op(&location.op));
        said
    }

    /// In a procedure and those that it calls.
    fn by_threads(program: &'p Program, procedure: u32) -> Self {
        let mut said = Said::nothing(program);
        let theirs = program.procedures_from(procedure);
        program.locations.iter().filter(|l| theirs.contains(&l.procedure)).for_each(|l| said.op(&l.op));
        said
    }

    /// An id that is compared: where it is looked for may depend on more.
    fn compared(&mut self, id: &'p Expr) {
        if let Expr::Load(place) = id {
            walk_place(self, place);
        }
    }
}

impl<'p> Visitor<'p> for Said<'p> {
    fn expr(&mut self, e: &'p Expr) {
        match e {
            Expr::Binary(Binary::Eq | Binary::Ne, a, b) if self.program.is_id(a) && self.program.is_id(b) => {
                self.compared(a);
                self.compared(b);
            }
            Expr::Binary(Binary::Eq | Binary::Ne, a, b) => match (&**a, &**b) {
                (Expr::Const(c), id) | (id, Expr::Const(c)) if self.program.is_id(id) => {
                    self.named.insert(*c);
                    self.compared(id);
                }
                _ => walk_expr(self, e),
            },
            Expr::Tid => self.id = true,
            _ => walk_expr(self, e),
        }
    }

    fn place(&mut self, place: &'p Place) {
        walk_place(self, place);
    }

    fn load(&mut self, place: &'p Place) {
        self.owner |= self.program.is_owner(place);
        walk_place(self, place);
    }
}
