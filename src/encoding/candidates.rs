//! What may hold of each thread and of each two, where threads that do the same are told apart by nothing: candidates
//! for an invariant of any number of them.

use super::crowd::Crowd;
use super::kin::{Kin, Sort, Variable};
use super::layout::Number;
use super::says::{Relation, Says, Term, What};
use super::shape::{shape_of, shape_of_cells};
use super::system::System;
use crate::ir::*;
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

/// All that are tried; nothing if they are too many.
pub fn candidates(program: &Program, system: &mut System, crowd: &Crowd) -> Option<Vec<Candidate>> {
    let mut found = layout(program, system, crowd);
    let circuit = std::mem::take(&mut system.circuit);
    let kin = Kin::of(program, crowd);
    let mut making = Making { program, system, crowd, kin, circuit, found: vec![] };
    making.kept();
    making.shared();
    crowd.groups.iter().for_each(|group| making.each(group));
    for (i, group) in crowd.groups.iter().enumerate() {
        crowd.groups[i..].iter().for_each(|other| making.pairs(group, other));
        crowd.groups.iter().filter(|alone| alone.len() == 1).for_each(|alone| making.untouched(alone[0], group));
    }
    found.append(&mut making.found);
    system.circuit = making.circuit;
    (found.len() <= MOST).then_some(found)
}

/// What the layout says, of all of a group at once.
fn layout(program: &Program, system: &mut System, crowd: &Crowd) -> Vec<Candidate> {
    let says = Says { at: vec![], what: What::Layout };
    let candidate = |lits| Candidate { lits, says: says.clone() };
    let mut found = vec![];
    for group in &crowd.groups {
        let shapes: Vec<Vec<Lit>> = group.iter().map(|t| shape_of(program, system, t.0 as usize - 1)).collect();
        found.extend((0..shapes[0].len()).map(|i| candidate(shapes.iter().map(|shape| shape[i]).collect())));
    }
    let cells: Vec<Lit> = shape_of_cells(program, system).into_iter().map(|(_, lit)| lit).collect();
    let owned: BTreeSet<Cell> = crowd.private.iter().flat_map(|(_, cells)| cells.clone()).collect();
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
    kin: Kin,
    circuit: Circuit,
    found: Vec<Candidate>,
}

impl Making<'_> {
    /// Of what all share.
    fn shared(&mut self) {
        let terms = self.cells();
        for (a, relation, b) in self.relations(&terms, &[]) {
            let lit = self.holds(Tid(1), (a, relation, b));
            self.found
                .push(Candidate { lits: vec![lit], says: Says { at: vec![], what: What::Holds(a, relation, b) } });
        }
    }

    /// Of each thread of a group, where it is.
    fn each(&mut self, group: &[Tid]) {
        let shared = self.cells();
        for (i, loc) in self.places(group[0]) {
            if self.found.len() > MOST {
                return;
            }
            let at: Vec<Lit> = group.iter().map(|t| self.is_at(*t, i)).collect();
            let never = at.iter().map(|at| !*at).collect();
            self.found.push(Candidate { lits: never, says: Says { at: vec![loc], what: What::Never } });
            let own = self.own(group[0], loc);
            let flags = self.flags(&own, &shared);
            let related = [self.relations(&own, &shared), self.leads(group[0], &own)].concat();
            for (a, relation, b) in related {
                let holds: Vec<Lit> = group.iter().map(|t| self.holds(*t, (a, relation, b))).collect();
                self.said((group, &at), &holds, Says { at: vec![loc], what: What::Holds(a, relation, b) });
                let constant = [a, b].iter().any(|term| matches!(term, Term::Const(_) | Term::At(_) | Term::Me));
                for (flag, is_set) in
                    flags.iter().filter(|_| !constant).flat_map(|flag| [(*flag, true), (*flag, false)])
                {
                    let unless = |(t, holds): (&Tid, &Lit)| {
                        let word = self.word(*t, flag);
                        let set = self.circuit.is_true(&word);
                        self.circuit.or(set.negated_if(!is_set), *holds)
                    };
                    let holds: Vec<Lit> = group.iter().zip(&holds).map(unless).collect();
                    let what = What::Unless(flag, is_set, (a, relation, b));
                    self.said((group, &at), &holds, Says { at: vec![loc], what });
                }
            }
        }
    }

    /// Where its pointers may lead.
    fn leads(&self, t: Tid, own: &[(Term, Sort)]) -> Vec<(Term, Relation, Term)> {
        let procedure = self.program.threads[t.0 as usize - 1].procedure;
        let of = |(term, _): &(Term, Sort)| match term {
            Term::Reg(r) => self.kin.cells(procedure, *r),
            _ => BTreeSet::new(),
        };
        let pairs = own.iter().flat_map(|own| of(own).into_iter().map(move |cell| (own.0, Term::At(cell))));
        pairs.flat_map(|(a, b)| [Relation::Equal, Relation::Different].map(|relation| (a, relation, b))).collect()
    }

    /// Something holds of each thread of a group where it is there.
    fn said(&mut self, (group, at): (&[Tid], &[Lit]), holds: &[Lit], says: Says) {
        let lits = (0..group.len()).map(|i| self.circuit.implies(at[i], holds[i])).collect();
        self.found.push(Candidate { lits, says });
    }

    /// What is 0 or not.
    fn flags(&self, own: &[(Term, Sort)], shared: &[(Term, Sort)]) -> Vec<Term> {
        let is_flag = |sort: &Sort| matches!(sort, Sort::Number(class) if self.kin.are_flags(*class));
        own.iter().chain(shared).filter(|(_, sort)| is_flag(sort)).map(|(term, _)| *term).collect()
    }

    /// Of each two threads of two groups, where they are.
    fn pairs(&mut self, first: &[Tid], second: &[Tid]) {
        let same = first[0] == second[0];
        if same && first.len() == 1 {
            return;
        }
        let pairs = first.iter().flat_map(|t| second.iter().map(move |u| (*t, *u)));
        let pairs: Vec<(Tid, Tid)> = pairs.filter(|(t, u)| t != u).collect();
        for (i, loc) in self.places(first[0]) {
            if self.found.len() > MOST {
                return;
            }
            for (j, other) in self.places(second[0]).into_iter().filter(|(j, _)| !same || i <= *j) {
                let both = |m: &mut Self, (t, u): &(Tid, Tid)| {
                    let (at, there) = (m.is_at(*t, i), m.is_at(*u, j));
                    m.circuit.and(at, there)
                };
                let both: Vec<Lit> = pairs.iter().map(|pair| both(self, pair)).collect();
                let never = both.iter().map(|both| !*both).collect();
                let at = vec![loc, other];
                self.found.push(Candidate { lits: never, says: Says { at: at.clone(), what: What::Never } });
                for term in self.common(first[0], loc, other).into_iter().filter(|_| same) {
                    self.apart(&pairs, &both, &at, term);
                }
            }
        }
    }

    /// Where a thread is that does something alone, others have done nothing.
    fn untouched(&mut self, alone: Tid, group: &[Tid]) {
        for (place, loc) in self.places(alone) {
            let at = self.is_at(alone, place);
            for i in 0..self.crowd.private(group[0]).len() {
                let initial = |m: &mut Self, t: &Tid| {
                    let cell = m.crowd.private(*t)[i];
                    let (word, initial) = (m.word(*t, Term::Own(i)), m.program.cells[cell.0 as usize]);
                    let same = m.circuit.equal(&word, &Word::constant(initial.into()));
                    m.circuit.implies(at, same)
                };
                let lits = group.iter().map(|t| initial(self, t)).collect();
                self.found.push(Candidate { lits, says: Says { at: vec![loc], what: What::Untouched(group[0], i) } });
            }
        }
    }

    /// Of something that two threads have.
    fn apart(&mut self, pairs: &[(Tid, Tid)], both: &[Lit], at: &[Loc], term: Term) {
        for relation in [Relation::Equal, Relation::Different] {
            let lits = pairs.iter().zip(both).map(|((t, u), both)| {
                let (a, b) = (self.word(*t, term), self.word(*u, term));
                let holds = related(&mut self.circuit, &a, relation, &b);
                self.circuit.implies(*both, holds)
            });
            let lits = lits.collect();
            self.found.push(Candidate { lits, says: Says { at: at.to_vec(), what: What::Apart(term, relation) } });
        }
    }

    fn places(&self, t: Tid) -> Vec<(usize, Loc)> {
        let visible = &self.system.blocks[t.0 as usize - 1].visible;
        visible.iter().enumerate().map(|(i, place)| (i, Loc(place.0.0))).collect()
    }

    fn is_at(&mut self, t: Tid, place: usize) -> Lit {
        self.system.layout.is_at(&mut self.circuit, t.0 as usize - 1, place)
    }

    /// Whether some step changes it.
    fn changes(&self, number: &Number) -> bool {
        let latches = self.circuit.latches();
        number.latches().any(|lit| matches!(self.circuit.kind(lit), Node::Latch(n) if latches[n].next != lit))
    }

    /// What nobody changes is what it is at first.
    fn kept(&mut self) {
        let cells = self.program.cells.iter().zip(&self.system.layout.cells);
        let kept: Vec<_> =
            cells.filter(|(_, number)| number.latches().next().is_some() && !self.changes(number)).collect();
        for (initial, number) in kept {
            let same = self.circuit.equal(&number.word(), &Word::constant((*initial).into()));
            self.found.push(Candidate { lits: vec![same], says: Says { at: vec![], what: What::Layout } });
        }
    }

    /// What all share that changes.
    fn cells(&self) -> Vec<(Term, Sort)> {
        let owned: BTreeSet<Cell> = self.crowd.private.iter().flat_map(|(_, cells)| cells.clone()).collect();
        let numbers = (0..).map(Cell).zip(&self.system.layout.cells);
        let shared = numbers.filter(|(cell, number)| self.changes(number) && !owned.contains(cell));
        shared.filter_map(|(cell, _)| Some((Term::Cell(cell), self.sort(cell)?))).collect()
    }

    /// What belongs to a thread, where it is there.
    fn own(&self, t: Tid, loc: Loc) -> Vec<(Term, Sort)> {
        let registers = self.registers(t, loc);
        let own = self.crowd.private(t).iter().enumerate();
        let own = own.filter(|(_, cell)| self.changes(&self.system.layout.cells[cell.0 as usize]));
        let own = own.filter_map(|(i, cell)| Some((Term::Own(i), self.sort(*cell)?)));
        registers.into_iter().map(|(r, sort)| (Term::Reg(r), sort)).chain(own).collect()
    }

    /// The registers of a thread that are in scope.
    fn registers(&self, t: Tid, loc: Loc) -> Vec<(Reg, Sort)> {
        let procedure = self.program.threads[t.0 as usize - 1].procedure;
        let registers = self.program.procedures[procedure as usize].registers.iter();
        let in_scope = |r: &Reg| self.program.location(loc).in_scope.get(r.0 as usize) != Some(&false);
        let numbers = &self.system.layout.registers[t.0 as usize - 1];
        let known = (0..).map(Reg).zip(registers).filter(|(r, _)| in_scope(r) && self.changes(&numbers[r.0 as usize]));
        known.map(|(r, register)| (r, self.kin.sort(Variable::Reg(procedure, r), register.domain))).collect()
    }

    /// The numbers that two threads of a group have, where they are.
    fn common(&self, t: Tid, loc: Loc, other: Loc) -> Vec<Term> {
        let there = self.own(t, other);
        let is_number = |sort: &Sort| matches!(sort, Sort::Number(class) if !self.kin.are_flags(*class));
        let here = self.own(t, loc).into_iter();
        here.filter(|known| is_number(&known.1) && there.contains(known)).map(|(term, _)| term).collect()
    }

    fn sort(&self, cell: Cell) -> Option<Sort> {
        let global = self.program.global_of(cell);
        match global.kind {
            GlobalKind::Data(domain) => Some(self.kin.sort(Variable::Cell(cell), domain)),
            GlobalKind::Mutex { .. } => global.elements().any(|c| c == cell).then_some(Sort::Owner),
        }
    }

    /// How some may be related, to each other, to others, and to what does not change.
    fn relations(&self, terms: &[(Term, Sort)], others: &[(Term, Sort)]) -> Vec<(Term, Relation, Term)> {
        use Relation::*;
        let mut found = vec![];
        for (i, (a, sort)) in terms.iter().enumerate() {
            // Two owners that are not seen have one name.
            let alike = |(_, other): &&(Term, Sort)| other == sort && *sort != Sort::Owner;
            for (b, _) in terms[i + 1..].iter().chain(others).filter(alike) {
                found.extend([Equal, Different].map(|relation| (*a, relation, *b)));
                if let Sort::Number(class) = sort {
                    let ordered = [Less, AtMost, UnsignedLess, UnsignedAtMost, Next];
                    let ordered = ordered.into_iter().filter(|relation| self.is_meant(*class, *relation));
                    found.extend(ordered.flat_map(|relation| [(*a, relation, *b), (*b, relation, *a)]));
                }
            }
        }
        for (a, sort) in terms.iter().chain(others) {
            found.extend(self.to_constants(*a, *sort, others));
        }
        found
    }

    fn to_constants(&self, a: Term, sort: Sort, others: &[(Term, Sort)]) -> Vec<(Term, Relation, Term)> {
        use Relation::*;
        let with = |relations: &[Relation], b: Term| relations.iter().map(|r| (a, *r, b)).collect::<Vec<_>>();
        match sort {
            Sort::Pointer => with(&[Equal, Different], Term::Const(0)),
            // Others are told of where a thread is alone.
            Sort::Owner if others.is_empty() => with(&[Equal], Term::Const(0)),
            Sort::Owner => with(&[Equal, Different], Term::Me),
            Sort::Number(class) => {
                let against = |b: Term| {
                    let below = [Less, UnsignedLess].into_iter().filter(|relation| self.is_meant(class, *relation));
                    let below = below.flat_map(move |relation| [(a, relation, b), (b, relation, a)]);
                    with(&[Equal, Different], b).into_iter().chain(below)
                };
                let constants = self.kin.constants(class).into_iter().flat_map(|value| against(Term::Const(value)));
                let unset = self.program.unset.is_some().then_some((a, Different, Term::Const(UNSET)));
                constants.chain(unset).collect()
            }
        }
    }

    fn is_meant(&self, class: Variable, relation: Relation) -> bool {
        match relation {
            Relation::Less | Relation::AtMost => self.kin.are_ordered(class, false),
            Relation::UnsignedLess | Relation::UnsignedAtMost => self.kin.are_ordered(class, true),
            Relation::Equal | Relation::Different | Relation::Next => true,
        }
    }

    fn holds(&mut self, t: Tid, (a, relation, b): (Term, Relation, Term)) -> Lit {
        let (a, b) = (self.word(t, a), self.word(t, b));
        related(&mut self.circuit, &a, relation, &b)
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
}

fn related(c: &mut Circuit, a: &Word, relation: Relation, b: &Word) -> Lit {
    match relation {
        Relation::Equal => c.equal(a, b),
        Relation::Different => !c.equal(a, b),
        Relation::Less => c.less(a, b),
        Relation::AtMost => !c.less(b, a),
        Relation::UnsignedLess => c.less(&a.unsigned(), &b.unsigned()),
        Relation::UnsignedAtMost => !c.less(&b.unsigned(), &a.unsigned()),
        Relation::Next => {
            let next = c.sum(b, &Word::constant(1)).wrapped(WIDTH);
            c.equal(a, &next)
        }
    }
}
