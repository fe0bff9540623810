//! What may hold of each thread and of each two, where threads that do the same are told apart by nothing: candidates
//! for an invariant of any number of them.

use super::crowd::Crowd;
use super::kin::{Kin, Sort, Variable};
use super::layout::Number;
use super::relations::{Known, Relations};
use super::says::{Related, Relation, Says, Term, What};
use super::shape::{shape_of, shape_of_cells};
use super::system::System;
use crate::control::Control;
use crate::ir::*;
use crate::operators;
use crate::symbolic::circuit::{Circuit, Lit, Node};
use crate::symbolic::words::{Arithmetic, WIDTH, Word};
use moverlog_rules::Tid;
use std::collections::BTreeSet;

/// Something that may hold of every thread of a group, of each two, or of what all share.
pub struct Candidate {
    /// Of each that it may be said of.
    pub lits: Vec<Lit>,
    /// In terms of the program.
    pub says: Says,
}

/// More are too many to try.
const MOST: usize = 40_000;

/// And so are more gates.
const GATES: usize = 3_000_000;

/// Elements of longer arrays are related to nothing.
const ELEMENTS: u32 = 8;

/// All that are tried; nothing if they are too many, or a bound was hit.
pub fn candidates(
    program: &Program,
    system: &mut System,
    crowd: &Crowd,
    control: &Control<'_>,
) -> Option<Vec<Candidate>> {
    let found = layout(program, system, crowd);
    let circuit = std::mem::take(&mut system.circuit);
    let relations =
        Relations { kin: Kin::of(program, crowd), some_unset: program.unset.is_some(), far: crowd.is_all() };
    let mut making = Making { program, system, crowd, relations, control, circuit, found };
    let made = making.all();
    let Making { circuit, found, .. } = making;
    system.circuit = circuit;
    made.map(|()| found)
}

/// What the layout says, of all of a group at once.
fn layout(program: &Program, system: &mut System, crowd: &Crowd) -> Vec<Candidate> {
    let candidate = |lits| Candidate { lits, says: Says { at: vec![], what: What::Layout } };
    let mut found = vec![];
    for group in &crowd.groups {
        let shapes: Vec<Vec<Lit>> = group.iter().map(|t| shape_of(program, system, t.0 as usize - 1)).collect();
        found.extend((0..shapes[0].len()).map(|i| candidate(shapes.iter().map(|shape| shape[i]).collect())));
    }
    let cells: Vec<Lit> = shape_of_cells(program, system).into_iter().map(|(_, lit)| lit).collect();
    let owned = crowd.owned();
    let shared = (0..).map(Cell).zip(&cells).filter(|(cell, _)| !owned.contains(cell));
    found.extend(shared.map(|(_, lit)| candidate(vec![*lit])));
    for group in &crowd.groups {
        let own = |i: usize| group.iter().map(|t| cells[crowd.private(*t)[i].0 as usize]).collect();
        found.extend((0..crowd.private(group[0]).len()).map(|i| candidate(own(i))));
    }
    found
}

struct Making<'m> {
    program: &'m Program,
    system: &'m System,
    crowd: &'m Crowd,
    relations: Relations,
    control: &'m Control<'m>,
    circuit: Circuit,
    found: Vec<Candidate>,
}

/// Threads, each with whether it is at a place, or two with whether both are.
struct There<'a, T> {
    who: &'a [T],
    at: &'a [Lit],
    places: Vec<Loc>,
}

impl Making<'_> {
    fn all(&mut self) -> Option<()> {
        let groups = &self.crowd.groups;
        self.kept()?;
        self.shared()?;
        groups.iter().try_for_each(|group| self.each(group))?;
        for (i, group) in groups.iter().enumerate() {
            groups[i..].iter().try_for_each(|other| self.pairs(group, other))?;
            let mut alone = groups.iter().filter(|alone| alone.len() == 1);
            alone.try_for_each(|alone| self.untouched(alone[0], group))?;
        }
        Some(())
    }

    /// One more, unless they are too many.
    fn add(&mut self, lits: Vec<Lit>, at: Vec<Loc>, what: What) -> Option<()> {
        self.found.push(Candidate { lits, says: Says { at, what } });
        let few = self.found.len() <= MOST && self.circuit.variables() <= GATES;
        (few && self.control.check()).then_some(())
    }

    /// What nobody changes is what it is at first.
    fn kept(&mut self) -> Option<()> {
        let cells = self.program.cells.iter().zip(&self.system.layout.cells);
        let kept = |number: &Number| number.latches().next().is_some() && !self.changes(number);
        let kept: Vec<_> = cells.filter(|(_, number)| kept(number)).collect();
        kept.into_iter().try_for_each(|(initial, number)| {
            let same = self.circuit.equal(&number.word(), &Word::constant((*initial).into()));
            self.add(vec![same], vec![], What::Layout)
        })
    }

    /// Of what all share.
    fn shared(&mut self) -> Option<()> {
        let terms = self.cells();
        self.relations.of(&terms, &[]).into_iter().try_for_each(|related| {
            let lit = self.holds(Tid(1), related);
            self.add(vec![lit], vec![], What::Holds(related))
        })
    }

    /// Of each thread of a group, where it is.
    fn each(&mut self, group: &[Tid]) -> Option<()> {
        let shared = self.cells();
        for (i, loc) in self.places(group[0]) {
            let at: Vec<Lit> = group.iter().map(|t| self.is_at(*t, i)).collect();
            let there = There { who: group, at: &at, places: vec![loc] };
            self.never(&there)?;
            let own = self.own(group[0], loc);
            let flags = self.flags(group[0], own.iter().chain(&shared));
            let numbers = [self.relations.of(&own, &shared), self.relations.among(&shared)].concat();
            let related = [numbers, self.leads(group[0], &own)].concat();
            related.into_iter().try_for_each(|related| self.related(&there, &flags, related))?;
        }
        Some(())
    }

    fn never<T>(&mut self, there: &There<'_, T>) -> Option<()> {
        self.add(there.at.iter().map(|at| !*at).collect(), there.places.clone(), What::Never)
    }

    /// Two terms are related where threads are, or unless a flag is set, or is not; whether a number is odd may count
    /// unless it is 0, and what all share is not 0 unless a thread says so.
    fn related(&mut self, there: &There<'_, Tid>, flags: &[Term], related: Related) -> Option<()> {
        let holds: Vec<Lit> = there.who.iter().map(|t| self.holds(*t, related)).collect();
        self.said(there, &holds, What::Holds(related))?;
        let changes = |term: Term| matches!(term, Term::Cell(_) | Term::Reg(_) | Term::Own(_));
        let of_thread = |flag: &Term| matches!(flag, Term::Reg(_) | Term::Own(_));
        let flags = match related {
            (a, Relation::Halved, _) => vec![a],
            (a, _, b) if changes(a) && changes(b) => flags.to_vec(),
            (a @ Term::Cell(_), Relation::Is(Binary::Ne), Term::Const(0)) if !flags.contains(&a) => {
                flags.iter().copied().filter(of_thread).collect()
            }
            _ => vec![],
        };
        for (flag, is_set) in flags.into_iter().flat_map(|flag| [(flag, true), (flag, false)]) {
            let unless = |(t, holds): (&Tid, &Lit)| {
                let word = self.word(*t, flag);
                let set = self.circuit.is_true(&word);
                self.circuit.or(set.negated_if(!is_set), *holds)
            };
            let holds: Vec<Lit> = there.who.iter().zip(&holds).map(unless).collect();
            self.said(there, &holds, What::Unless(flag, is_set, related))?;
        }
        Some(())
    }

    /// Something holds of each, where it is there.
    fn said<T>(&mut self, there: &There<'_, T>, holds: &[Lit], what: What) -> Option<()> {
        let lits = there.at.iter().zip(holds).map(|(at, holds)| self.circuit.implies(*at, *holds)).collect();
        self.add(lits, there.places.clone(), what)
    }

    /// Of each two threads of two groups, where they are.
    fn pairs(&mut self, first: &[Tid], second: &[Tid]) -> Option<()> {
        let same = first[0] == second[0];
        let pairs = first.iter().flat_map(|t| second.iter().map(move |u| (*t, *u)));
        let pairs: Vec<(Tid, Tid)> = pairs.filter(|(t, u)| t != u).collect();
        for (i, loc) in self.places(first[0]).into_iter().filter(|_| !pairs.is_empty()) {
            for (j, other) in self.places(second[0]).into_iter().filter(|(j, _)| !same || i <= *j) {
                let both = |(t, u): &(Tid, Tid)| {
                    let (at, there) = (self.is_at(*t, i), self.is_at(*u, j));
                    self.circuit.and(at, there)
                };
                let at: Vec<Lit> = pairs.iter().map(both).collect();
                let there = There { who: &pairs, at: &at, places: vec![loc, other] };
                self.never(&there)?;
                let common = if same { self.common(first[0], loc, other) } else { vec![] };
                common.into_iter().try_for_each(|term| self.apart(&there, term))?;
            }
        }
        Some(())
    }

    /// Of something that two threads have.
    fn apart(&mut self, there: &There<'_, (Tid, Tid)>, term: Term) -> Option<()> {
        let same = |(t, u): &(Tid, Tid)| {
            let (a, b) = (self.word(*t, term), self.word(*u, term));
            self.circuit.equal(&a, &b)
        };
        let same: Vec<Lit> = there.who.iter().map(same).collect();
        self.said(there, &same, What::Apart(term, Binary::Eq))?;
        let differ: Vec<Lit> = same.iter().map(|same| !*same).collect();
        self.said(there, &differ, What::Apart(term, Binary::Ne))
    }

    /// Where a thread is that does something alone, others have done nothing.
    fn untouched(&mut self, alone: Tid, group: &[Tid]) -> Option<()> {
        for (place, loc) in self.places(alone) {
            let at = vec![self.is_at(alone, place); group.len()];
            let there = There { who: group, at: &at, places: vec![loc] };
            for i in 0..self.crowd.private(group[0]).len() {
                let initial = |t: &Tid| {
                    let initial = self.program.cells[self.crowd.private(*t)[i].0 as usize];
                    self.circuit.equal(&self.word(*t, Term::Own(i)), &Word::constant(initial.into()))
                };
                let initial: Vec<Lit> = group.iter().map(initial).collect();
                self.said(&there, &initial, What::Untouched(group[0], i))?;
            }
        }
        Some(())
    }

    fn holds(&mut self, t: Tid, (a, relation, b): Related) -> Lit {
        let (a, b, c) = (self.word(t, a), self.word(t, b), &mut self.circuit);
        match relation {
            Relation::Is(op) => operators::binary(c, op, &a, &b).bit(0),
            Relation::Next => {
                let next = c.sum(&b, &Word::constant(1)).wrapped(WIDTH);
                c.equal(&a, &next)
            }
            Relation::UpToNext => {
                let next = c.sum(&b, &Word::constant(1));
                operators::binary(c, Binary::Le, &a, &next).bit(0)
            }
            Relation::Halved => c.equal(&Word::truth(a.bit(0)), &b),
        }
    }
}

/// The terms.
impl Making<'_> {
    fn places(&self, t: Tid) -> Vec<(usize, Loc)> {
        let visible = &self.system.blocks[t.0 as usize - 1].visible;
        visible.iter().enumerate().map(|(i, place)| (i, Loc(place.0.0))).collect()
    }

    fn is_at(&mut self, t: Tid, place: usize) -> Lit {
        self.system.layout.is_at(&mut self.circuit, t.0 as usize - 1, place)
    }

    fn word(&self, t: Tid, term: Term) -> Word {
        let layout = &self.system.layout;
        match term {
            Term::Cell(cell) => layout.cells[cell.0 as usize].word(),
            Term::Own(i) => layout.cells[self.crowd.private(t)[i].0 as usize].word(),
            Term::Reg(r) => layout.registers[t.0 as usize - 1][r.0 as usize].word(),
            Term::Const(value) => Word::constant(value.into()),
            Term::At(cell) => Word::constant(i64::from(self.crowd.of(t, cell).0) + 1),
            Term::Me => Word::constant(t.0.into()),
        }
    }

    /// Whether some step changes it.
    fn changes(&self, number: &Number) -> bool {
        let latches = self.circuit.latches();
        number.latches().any(|lit| matches!(self.circuit.kind(lit), Node::Latch(n) if latches[n].next != lit))
    }

    /// What all share that changes.
    fn cells(&self) -> Vec<Known> {
        let owned = self.crowd.owned();
        let numbers = (0..).map(Cell).zip(&self.system.layout.cells);
        let shared = numbers.filter(|(cell, number)| self.changes(number) && !owned.contains(cell));
        let short = shared.filter(|(cell, _)| self.program.global_of(*cell).len <= ELEMENTS);
        short.filter_map(|(cell, _)| Some((Term::Cell(cell), self.sort(cell)?))).collect()
    }

    /// What belongs to a thread, where it is there.
    fn own(&self, t: Tid, loc: Loc) -> Vec<Known> {
        let own = self.crowd.private(t).iter().enumerate();
        let own = own.filter(|(_, cell)| self.changes(&self.system.layout.cells[cell.0 as usize]));
        let own = own.filter_map(|(i, cell)| Some((Term::Own(i), self.sort(*cell)?)));
        self.registers(t, loc).into_iter().chain(own).collect()
    }

    /// The registers of a thread that are in scope.
    fn registers(&self, t: Tid, loc: Loc) -> Vec<Known> {
        let procedure = self.program.threads[t.0 as usize - 1].procedure;
        let registers = self.program.procedures[procedure as usize].registers.iter();
        let in_scope = |r: &Reg| self.program.location(loc).in_scope.get(r.0 as usize) != Some(&false);
        let numbers = &self.system.layout.registers[t.0 as usize - 1];
        let known = (0..).map(Reg).zip(registers).filter(|(r, _)| in_scope(r) && self.changes(&numbers[r.0 as usize]));
        let sort = |r, register: &Register| self.relations.kin.sort(Variable::Reg(procedure, r), register.domain);
        known.map(|(r, register)| (Term::Reg(r), sort(r, register))).collect()
    }

    fn sort(&self, cell: Cell) -> Option<Sort> {
        let global = self.program.global_of(cell);
        match global.kind {
            GlobalKind::Data(domain) => Some(self.relations.kin.sort(Variable::Cell(cell), domain)),
            GlobalKind::Mutex { .. } => global.elements().any(|c| c == cell).then_some(Sort::Owner),
        }
    }

    /// What is 0 or not, unless that is told by where a thread is.
    fn flags<'k>(&self, t: Tid, known: impl Iterator<Item = &'k Known>) -> Vec<Term> {
        let cell = |term: Term| match term {
            Term::Cell(cell) => Some(cell),
            Term::Own(i) => Some(self.crowd.private(t)[i]),
            _ => None,
        };
        let flags = known.filter(|(term, sort)| self.is_flag(*sort) && !cell(*term).is_some_and(|c| self.is_told(c)));
        flags.map(|(term, _)| *term).collect()
    }

    /// Whether the cell says how far a thread is, or whether an object is there.
    fn is_told(&self, cell: Cell) -> bool {
        let is_started = |s: &Started| s.started == cell || s.ended == cell;
        self.program.starts.iter().any(is_started) || self.program.global_of(cell).is_made()
    }

    fn is_flag(&self, sort: Sort) -> bool {
        matches!(sort, Sort::Number(class) if self.relations.kin.are_flags(class))
    }

    /// The numbers that two threads of a group have, where they are.
    fn common(&self, t: Tid, loc: Loc, other: Loc) -> Vec<Term> {
        let there = self.own(t, other);
        let both = self.own(t, loc).into_iter().filter(|known| there.contains(known));
        let numbers = both.filter(|(_, sort)| matches!(sort, Sort::Number(_)) && !self.is_flag(*sort));
        numbers.map(|(term, _)| term).collect()
    }

    /// Where the pointers of a thread may lead.
    fn leads(&self, t: Tid, own: &[Known]) -> Vec<Related> {
        let procedure = self.program.threads[t.0 as usize - 1].procedure;
        let of = |term: Term| match term {
            Term::Reg(r) => self.relations.kin.cells(procedure, r),
            _ => BTreeSet::new(),
        };
        let pairs = own.iter().flat_map(|(term, _)| of(*term).into_iter().map(|cell| (*term, Term::At(cell))));
        pairs.flat_map(|(a, b)| [Binary::Eq, Binary::Ne].map(|op| (a, Relation::Is(op), b))).collect()
    }
}
