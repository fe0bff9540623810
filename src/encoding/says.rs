//! What is said of threads without names, and in words.

use super::crowd::Crowd;
use crate::ir::{Binary, Cell, Loc, Program, Reg, Value};
use moverlog_rules::Tid;

/// Something that may hold where these threads are; of all where nobody is named.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Says {
    /// Of each of a group, or of each two.
    pub at: Vec<Loc>,
    /// What is so there.
    pub what: What,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum What {
    /// Nobody is there; of two places, no two at once.
    Never,
    /// Of a thread, or of what all share.
    Holds(Related),
    /// The same unless this is not 0, or unless it is.
    Unless(Term, bool, Related),
    /// Of what two threads have.
    Apart(Term, Binary),
    /// What belongs to the threads of a group is what it is at first, by its number.
    Untouched(Tid, usize),
    /// What the layout of the circuit says.
    Layout,
}

/// Something that has a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Term {
    Cell(Cell),
    /// Of the thread.
    Reg(Reg),
    /// The cell with this number among those that belong to the thread.
    Own(usize),
    Const(Value),
    /// The address of a cell; of one that belongs to the first thread of a group, that of the thread.
    At(Cell),
    /// The thread itself.
    Me,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Relation {
    /// What this comparison says.
    Is(Binary),
    /// One more than.
    Next,
    /// At most one more than.
    UpToNext,
    /// The remainder of a division by 2 is.
    Halved,
}

/// That one term is in a relation to another.
pub type Related = (Term, Relation, Term);

impl Says {
    /// Others from any one of which this follows.
    pub fn stronger(&self) -> Vec<Says> {
        let never = |at: &[Loc]| Says { at: at.to_vec(), what: What::Never };
        let mut found: Vec<Says> = self.at.iter().map(|loc| never(&[*loc])).chain([never(&self.at)]).collect();
        if let What::Unless(_, _, related) = self.what {
            found.push(Says { at: self.at.clone(), what: What::Holds(related) });
        }
        found.retain(|says| says != self);
        found
    }

    /// Whether it relates what changes to what changes, and not to a constant.
    pub fn relates(&self) -> bool {
        let changes = |term: Term| !matches!(term, Term::Const(_) | Term::At(_) | Term::Me);
        match self.what {
            What::Holds((a, _, b)) | What::Unless(_, _, (a, _, b)) => changes(a) && changes(b),
            _ => false,
        }
    }

    /// In words; nothing of what the layout says.
    pub fn told(&self, program: &Program, crowd: &Crowd) -> Option<String> {
        let at: Vec<&str> = self.at.iter().map(|loc| program.location(*loc).name.as_str()).collect();
        let named = Named { program, crowd, procedure: self.at.first().map(|loc| program.location(*loc).procedure) };
        let says = match self.what {
            What::Layout => return None,
            What::Never => return Some(never(&at)),
            What::Holds(related) => named.related(related),
            What::Unless(flag, is_set, related) => {
                let is = if is_set { "!=" } else { "==" };
                format!("{} {is} 0 or {}", named.term(flag), named.related(related))
            }
            What::Apart(term, Binary::Eq) => format!("{} of both is the same", named.term(term)),
            What::Apart(term, _) => format!("{} of one is not that of the other", named.term(term)),
            What::Untouched(first, i) => named.untouched(first, i),
        };
        let places = if at.is_empty() { "always".into() } else { at.join(" and ") };
        Some(format!("{places}: {says}"))
    }
}

/// Of `thr#2.started` and `thr:1.f.x` the last part.
fn last(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(_, last)| last)
}

fn never(at: &[&str]) -> String {
    match at {
        [a, b] if a == b => format!("no two threads are at {a}"),
        [a, b] => format!("no thread is at {a} while one is at {b}"),
        _ => format!("no thread is at {}", at.concat()),
    }
}

/// The names of terms, those of the threads that run a procedure.
struct Named<'s> {
    program: &'s Program,
    crowd: &'s Crowd,
    procedure: Option<u32>,
}

impl Named<'_> {
    fn related(&self, (a, relation, b): Related) -> String {
        let (a, b) = (self.term(a), self.term(b));
        match relation {
            Relation::Is(op @ (Binary::UnsignedLt | Binary::UnsignedLe)) => format!("{a} {} {b} (unsigned)", op.sign()),
            Relation::Is(op) => format!("{a} {} {b}", op.sign()),
            Relation::Next => format!("{a} == {b} + 1"),
            Relation::UpToNext => format!("{a} <= {b} + 1"),
            Relation::Halved => format!("{a} % 2 == {b}"),
        }
    }

    fn term(&self, term: Term) -> String {
        match term {
            Term::Cell(cell) => self.program.cell_name(cell),
            Term::Const(value) => value.to_string(),
            Term::At(cell) => format!("&{}", last(&self.program.cell_name(cell))),
            Term::Me => "itself".into(),
            Term::Reg(r) => {
                let procedure = self.procedure.map(|p| &self.program.procedures[p as usize]);
                procedure.map_or(String::new(), |p| p.registers[r.0 as usize].name.clone())
            }
            Term::Own(i) => {
                let runs = |t: &Tid| Some(self.program.threads[t.0 as usize - 1].procedure) == self.procedure;
                let first = self.crowd.groups.iter().map(|group| group[0]).find(runs);
                first.map_or(String::new(), |t| self.own(t, i))
            }
        }
    }

    fn own(&self, t: Tid, i: usize) -> String {
        last(&self.program.cell_name(self.crowd.private(t)[i])).into()
    }

    fn untouched(&self, first: Tid, i: usize) -> String {
        let initial = self.program.cells[self.crowd.private(first)[i].0 as usize];
        let procedure = self.program.threads[first.0 as usize - 1].procedure as usize;
        format!("{} == {initial} of every {}", self.own(first, i), self.program.procedures[procedure].name)
    }
}
