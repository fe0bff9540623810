//! Threads: one that another creates waits at its beginning until a flag is set, and sets one at its end.
//!
//! So a thread that is created is a thread like any other, and to create or join one is to write or wait for a flag.

use crate::ir::*;
use std::collections::BTreeMap;

/// Who there may be, and the cells by which they are created and joined.
#[derive(Default, Debug)]
pub(super) struct Threads {
    /// Name and function of each, `main` first.
    pub(super) all: Vec<(String, String)>,
    /// Who is created at an offset.
    pub(super) sites: BTreeMap<usize, Vec<u32>>,
    pub(super) started: Cell0,
    pub(super) ended: Cell0,
    pub(super) argument: Cell0,
    pub(super) result: Cell0,
    pub(super) joined: Cell0,
    /// The first thread that has such cells: somebody may join `main` where it says who it is, others alone elsewhere.
    pub(super) first: u32,
}

/// The first of the cells that created threads have.
pub(super) type Cell0 = u32;

impl Threads {
    pub(super) fn count(&self) -> u32 {
        self.all.len() as u32
    }

    pub(super) fn function(&self, thread: u32) -> &str {
        &self.all[thread as usize].1
    }

    pub(super) fn name(&self, thread: u32) -> &str {
        &self.all[thread as usize].0
    }

    /// What starts and ends each created thread.
    pub(super) fn starts(&self) -> Vec<Started> {
        let of = |thread: u32| Started {
            thread: moverlog_rules::Tid(thread + 1),
            started: Cell(self.started + thread - self.first),
            ended: self.ended_cell(thread),
        };
        (1..self.count()).map(of).collect()
    }

    /// The threads, by number from 0, that are created at an offset.
    pub(super) fn created_at(&self, offset: usize) -> Vec<u32> {
        self.sites.get(&offset).cloned().unwrap_or_default()
    }

    /// Whether more than one thread may run a function.
    pub(super) fn run_by(&self, facts: &super::facts::Facts, function: &str) -> Vec<u32> {
        let runs = |(_, root): &&(String, String)| facts.reached(root).contains(function);
        (0..).zip(&self.all).filter(|(_, t)| runs(t)).map(|(i, _)| i).collect()
    }

    fn cell(&self, first: Cell0, thread: u32) -> Place {
        Place { kind: PlaceKind::Cell(Cell(first + thread - self.first)), domain: Domain::Int }
    }

    /// What tells of a created thread that it has ended.
    pub(super) fn ended_cell(&self, thread: u32) -> Cell {
        Cell(self.ended + thread - self.first)
    }

    /// The place of one created thread's flag, by its thread id.
    fn by_id(&self, first: Cell0, id: Expr) -> Place {
        let least = Box::new(Expr::Const(self.first as Value + 1));
        let index = Box::new(Expr::Binary(Binary::Sub, Box::new(id), least));
        let kind = PlaceKind::Index { base: Cell(first), len: self.count() - self.first, stride: 1, index };
        Place { kind, domain: Domain::Int }
    }

    /// What tells of a created thread that it was joined or detached.
    pub(super) fn joined_cell(&self, thread: u32) -> Place {
        self.cell(self.joined, thread)
    }

    pub(super) fn started(&self, thread: u32) -> Place {
        self.cell(self.started, thread)
    }

    pub(super) fn argument(&self, thread: u32) -> Place {
        self.cell(self.argument, thread)
    }

    pub(super) fn my_start(&self) -> Place {
        self.by_id(self.started, Expr::Tid)
    }

    pub(super) fn my_argument(&self) -> Place {
        self.by_id(self.argument, Expr::Tid)
    }

    pub(super) fn my_end(&self) -> Place {
        self.by_id(self.ended, Expr::Tid)
    }

    pub(super) fn my_result(&self) -> Place {
        self.by_id(self.result, Expr::Tid)
    }

    pub(super) fn end_of(&self, id: Expr) -> Place {
        self.by_id(self.ended, id)
    }

    pub(super) fn joined(&self, id: Expr) -> Place {
        self.by_id(self.joined, id)
    }

    pub(super) fn result_of(&self, id: Expr) -> Place {
        self.by_id(self.result, id)
    }
}
