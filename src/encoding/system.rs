//! The transition system of a program under one of DYN's reductions (DYN 4.2, 4.3): states between blocks, a step for
//! each block.
//!
//! In a step one thread is chosen. All that is open in its block is chosen by inputs, so that a step is a function of
//! the state and of the inputs. A block that blocks, or comes to no visible place, changes nothing.

use super::blocks::Blocks;
use super::formulas::Here;
use super::guards::Guards;
use super::layout::{Layout, Number};
use super::machine::{Builder, Data, Inputs};
use super::step::{Performed, entering, perform};
use crate::control::Control;
use crate::ir::*;
use crate::symbolic::circuit::{Circuit, Lit, Values};
use crate::symbolic::words::{Arithmetic, Word, term};
use moverlog_rules::{Copy, Edge, Guard, Place, Tid};
use std::collections::{BTreeMap, BTreeSet};

/// A program as a circuit.
pub struct System {
    /// Without bad states: whoever looks for some says which.
    pub circuit: Circuit,
    /// What its latches are.
    pub layout: Layout,
    /// Of each thread.
    pub blocks: Vec<Blocks>,
    /// The inputs that say who moves, as a number; thread 1 is 0.
    pub mover: Vec<Lit>,
    /// The inputs that decide what is open at each location.
    pub open: Inputs,
    /// Some thread has gone wrong.
    pub wrong: Lit,
    /// Some thread is where nothing is known.
    pub beyond: Lit,
    /// Some number does not fit into its bits.
    pub outgrown: Lit,
}

/// What is in a state.
impl System {
    /// The thread that moves.
    pub fn moved(&self, values: &Values) -> Tid {
        let bits = self.mover.iter().enumerate();
        Tid(1 + bits.map(|(i, bit)| u32::from(values[*bit]) << i).sum::<u32>())
    }

    /// Where a thread is, unless it has gone wrong, or is where nothing is known.
    pub fn location(&self, t: Tid, values: &Values) -> Option<Loc> {
        self.place(t, values).map(|place| Loc(place.0.0))
    }

    /// Whether a thread is inside a transaction.
    pub fn is_inside(&self, t: Tid, values: &Values) -> bool {
        self.place(t, values).is_some_and(|place| place.1 != Copy::N)
    }

    fn place(&self, t: Tid, values: &Values) -> Option<Place> {
        let thread = t.0 as usize - 1;
        let number = self.layout.at[thread].value(values);
        self.blocks[thread].visible.get(number as usize).copied()
    }

    /// The numbers that are chosen at each location, of those that it comes to.
    pub fn chosen(&self, values: &Values) -> Vec<(Loc, Value)> {
        let number = |bits: &Vec<Lit>| Number::of(bits.clone()).value(values);
        self.open.iter().map(|((loc, _), bits)| (*loc, number(bits))).collect()
    }

    /// What all threads share.
    pub fn cells(&self, values: &Values) -> Vec<Value> {
        self.layout.cells.iter().map(|number| number.value(values)).collect()
    }

    /// What a thread holds by itself.
    pub fn registers(&self, t: Tid, values: &Values) -> Vec<Value> {
        self.layout.registers[t.0 as usize - 1].iter().map(|number| number.value(values)).collect()
    }
}

/// The way on which a thread comes to a place: where its condition holds, with these data.
struct Ways(BTreeMap<Place, (Lit, Data)>);

impl Ways {
    fn add(&mut self, c: &mut Circuit, place: Place, condition: Lit, data: Data) {
        if condition == Lit::FALSE {
            return;
        }
        let merged = match self.0.remove(&place) {
            None => (condition, data),
            Some((other, before)) => (c.or(condition, other), Data::select(c, condition, &data, &before)),
        };
        self.0.insert(place, merged);
    }
}

/// Where a block ends.
struct Ends {
    visible: Ways,
    wrong: Lit,
    beyond: Lit,
}

/// The system of a program without calls, with so many bits for a number without a range; nothing if a bound has ended
/// the run.
pub fn system(
    program: &Program,
    blocks: Vec<Blocks>,
    guards: &Guards<'_>,
    wide: u32,
    control: &Control<'_>,
) -> Option<System> {
    let mut builder = Builder::new(program);
    let layout = Layout::new(&mut builder.circuit, program, &blocks, &written(program, guards), wide);
    let threads = program.threads.len();
    let bits = threads.next_power_of_two().trailing_zeros() as usize;
    let mover = (0..bits).map(|i| builder.circuit.input(format!("mover[{i}]"))).collect();
    let mut making = Making { builder, layout: &layout, blocks: &blocks, guards, mover, at: vec![], control };
    making.at = (0..threads).map(|t| making.places(t)).collect();
    let may_move = making.schedule();
    let ends: Option<Vec<Ends>> = (0..threads).map(|t| making.block(t)).collect();
    let ends = ends?;
    making.connect(&may_move, ends)?;
    let [wrong, beyond, outgrown] = making.bad();
    let Making { builder, mover, .. } = making;
    Some(System { circuit: builder.circuit, open: builder.inputs, layout, blocks, mover, wrong, beyond, outgrown })
}

/// The cells that some action may change: those of mutexes, and data that are written.
fn written(program: &Program, guards: &Guards<'_>) -> BTreeSet<Cell> {
    let mutexes = program.globals.iter().filter(|g| matches!(g.kind, GlobalKind::Mutex { .. }));
    let parts = mutexes.flat_map(|g| g.base.0..g.base.0 + g.len * g.stride()).map(Cell);
    parts.chain(guards.written()).collect()
}

struct Making<'m, 'p> {
    builder: Builder<'p>,
    layout: &'m Layout,
    blocks: &'m [Blocks],
    guards: &'m Guards<'m>,
    mover: Vec<Lit>,
    /// For each thread its locations, each with whether it is there.
    at: Vec<Vec<(Loc, Lit)>>,
    control: &'m Control<'m>,
}

impl Making<'_, '_> {
    /// For each thread whether it moves: it is chosen, and no other one is inside a transaction.
    fn schedule(&mut self) -> Vec<Lit> {
        let inside: Vec<Lit> = (0..self.blocks.len()).map(|t| self.inside(t)).collect();
        let c = &mut self.builder.circuit;
        let mut chosen = self.mover.clone();
        chosen.push(Lit::FALSE);
        let chosen = Word::new(chosen);
        let moves = |t: usize| {
            let others: Vec<Lit> = (0..inside.len()).filter(|u| *u != t).map(|u| !inside[u]).collect();
            let (free, is_chosen) = (c.all(others), c.equal(&chosen, &Word::constant(t as i64)));
            c.and(free, is_chosen)
        };
        (0..inside.len()).map(moves).collect()
    }

    /// Where a thread may be, and when it is there.
    fn places(&mut self, t: usize) -> Vec<(Loc, Lit)> {
        let places = self.blocks[t].visible.iter().enumerate();
        let at = |(i, place): (usize, &Place)| (Loc(place.0.0), self.layout.is_at(&mut self.builder.circuit, t, i));
        places.map(at).collect()
    }

    /// Whether a thread is inside a transaction, at a location of the feedback set.
    fn inside(&mut self, t: usize) -> Lit {
        let inner = |(_, place): &(usize, &Place)| place.1 != Copy::N;
        let places: Vec<usize> = self.blocks[t].visible.iter().enumerate().filter(inner).map(|(i, _)| i).collect();
        let at: Vec<Lit> = places.into_iter().map(|i| self.layout.is_at(&mut self.builder.circuit, t, i)).collect();
        self.builder.circuit.any(at)
    }

    /// All that a block of a thread may do, from where it is; nothing if a bound has ended the run.
    fn block(&mut self, t: usize) -> Option<Ends> {
        let blocks = &self.blocks[t];
        let mut inner = Ways(BTreeMap::new());
        let mut ends = Ends { visible: Ways(BTreeMap::new()), wrong: Lit::FALSE, beyond: Lit::FALSE };
        for place in &blocks.order {
            if !self.control.check() {
                return None;
            }
            let from = match blocks.number(*place) {
                Some(i) => Some((self.layout.is_at(&mut self.builder.circuit, t, i), self.layout.data(t))),
                None => inner.0.remove(place),
            };
            let Some((condition, data)) = from else { continue };
            for (to, condition, data) in self.leave(t, *place, condition, &data, &mut ends) {
                let ways = if blocks.number(to).is_some() { &mut ends.visible } else { &mut inner };
                ways.add(&mut self.builder.circuit, to, condition, data);
            }
        }
        Some(ends)
    }

    /// Where the edges out of a place lead.
    fn leave(&mut self, t: usize, from: Place, at: Lit, data: &Data, ends: &mut Ends) -> Vec<(Place, Lit, Data)> {
        let edges = self.blocks[t].edges(from);
        let asks = edges.iter().any(|e| e.action.is_some() || self.guards.asks(e));
        let done = asks.then(|| perform(&mut self.builder, Loc(from.0.0), tid(t).0 as Value, data.clone()));
        let mut found = vec![];
        for edge in edges {
            let guard = self.guard(t, edge, data, done.as_ref());
            let taken = self.builder.circuit.and(at, guard);
            match &done {
                Some(done) if edge.action.is_some() => found.extend(self.along(edge, taken, done)),
                _ => found.push((edge.to, taken, data.clone())),
            }
        }
        if let Some(done) = done.filter(|_| edges.iter().any(|e| e.action.is_some())) {
            self.fail((tid(t), Loc(from.0.0)), at, &done, ends);
        }
        found
    }

    /// Whether an edge can be taken, as far as its guard says.
    fn guard(&mut self, t: usize, edge: &Edge, data: &Data, done: Option<&Performed>) -> Lit {
        if edge.guard == Guard::True {
            return Lit::TRUE;
        }
        let layout = self.layout;
        let here = Here {
            analysis: self.guards.analysis,
            tid: tid(t),
            loc: Loc(edge.from.0.0),
            data,
            other: &|u| layout.data(u.0 as usize - 1),
            at: &self.at,
        };
        let formulas = self.guards.moves(tid(t), edge).into_iter();
        let mut holds: Vec<Lit> = formulas.map(|formula| here.holds(&mut self.builder, &formula)).collect();
        let c = &mut self.builder.circuit;
        if let Some(done) = done.filter(|_| self.guards.asks(edge)) {
            let outcomes = done.next.iter().map(|(_, condition)| *condition).chain([done.wrong, done.beyond]);
            holds.push(c.any(outcomes));
        }
        c.all(holds).negated_if(matches!(edge.guard, Guard::Unless(_)))
    }

    /// The ways of an action that follow an edge.
    fn along(&mut self, edge: &Edge, taken: Lit, done: &Performed) -> Vec<(Place, Lit, Data)> {
        let location = self.builder.program.locations.get(edge.to.0.0 as usize);
        let ways = done.next.iter().filter(|(loc, _)| loc.0 == edge.to.0.0);
        let c = &mut self.builder.circuit;
        let way = |(_, condition): &(Loc, Lit)| {
            Some((edge.to, c.and(taken, *condition), entering(location?, done.data.clone())))
        };
        ways.filter_map(way).collect()
    }

    /// What goes wrong in an action, unless it is known already, and what is not known.
    fn fail(&mut self, at: (Tid, Loc), here: Lit, done: &Performed, ends: &mut Ends) {
        let c = &mut self.builder.circuit;
        let beyond = c.and(here, done.beyond);
        ends.beyond = c.or(ends.beyond, beyond);
        if !self.builder.program.known_errors.contains(&at) {
            let wrong = c.and(here, done.wrong);
            ends.wrong = c.or(ends.wrong, wrong);
        }
    }

    /// Says what each latch is after a step; nothing if a bound has ended the run.
    fn connect(&mut self, may_move: &[Lit], ends: Vec<Ends>) -> Option<()> {
        let mut cells: Vec<Word> = self.layout.cells.iter().map(Number::word).collect();
        for (t, (moves, ends)) in may_move.iter().zip(ends).enumerate() {
            let end = self.end(t, *moves, ends)?;
            let c = &mut self.builder.circuit;
            for (cell, after) in cells.iter_mut().zip(&end.data.cells) {
                *cell = c.select(end.moved, after, cell);
            }
            for (number, after) in self.layout.registers[t].iter().zip(&end.data.registers) {
                let kept = c.select(end.moved, after, &number.word());
                next(c, number, &kept);
            }
            next(c, &self.layout.at[t], &end.at);
        }
        for (number, after) in self.layout.cells.iter().zip(&cells) {
            next(&mut self.builder.circuit, number, after);
        }
        self.control.check().then_some(())
    }

    /// Where a thread is after its block, and what it sees there; nothing if a bound has ended the run.
    fn end(&mut self, t: usize, moves: Lit, ends: Ends) -> Option<End> {
        let (mut at, mut data, mut arrives) = (self.layout.place(t), self.layout.data(t), Lit::FALSE);
        let blocks = &self.blocks[t];
        let c = &mut self.builder.circuit;
        for (place, (condition, after)) in ends.visible.0 {
            if !self.control.check() {
                return None;
            }
            let number = blocks.number(place).expect("blocks end at visible places");
            at = c.select(condition, &Word::constant(number as i64), &at);
            data = Data::select(c, condition, &after, &data);
            arrives = c.or(arrives, condition);
        }
        let fits = self.layout.fits(c, t, &data);
        let outgrown = c.and(arrives, !fits);
        let special = [
            (outgrown, self.layout.outgrown(t)),
            (ends.beyond, self.layout.beyond(t)),
            (ends.wrong, self.layout.wrong(t)),
        ];
        for (condition, place) in special {
            at = c.select(condition, &Word::constant(place as i64), &at);
        }
        let changed = c.any([ends.beyond, ends.wrong]);
        let (ends_here, moved) = (c.or(arrives, changed), c.and(moves, arrives));
        let acts = c.and(moves, ends_here);
        Some(End { at: c.select(acts, &at, &self.layout.place(t)), data, moved })
    }

    /// Whether some thread has gone wrong, is where nothing is known, has a number that does not fit.
    fn bad(&mut self) -> [Lit; 3] {
        let (layout, threads) = (self.layout, 0..self.blocks.len());
        [Layout::wrong, Layout::beyond, Layout::outgrown].map(|place: fn(&Layout, usize) -> usize| {
            let c = &mut self.builder.circuit;
            let at: Vec<Lit> = threads.clone().map(|t| layout.is_at(c, t, place(layout, t))).collect();
            c.any(at)
        })
    }
}

/// A thread after its block.
struct End {
    at: Word,
    data: Data,
    /// It has come to a visible place.
    moved: Lit,
}

fn tid(thread: usize) -> Tid {
    Tid(thread as u32 + 1)
}

/// What a number becomes, as far as its bits are latches.
fn next(c: &mut Circuit, kept: &Number, number: &Word) {
    for (i, bit) in kept.bits().iter().enumerate().filter(|(_, bit)| !bit.is_constant()) {
        c.next(*bit, number.bit(i));
    }
    let after = term(c, number);
    c.numbers.next(kept.bits(), after);
}
