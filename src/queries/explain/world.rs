//! What atoms stand for: states and nodes of an instance, or of blocks, which also have an instrumented graph.

use super::part::{Part, Spots};
use crate::driver::{Instance, Kept, Point, kept, point, point_at};
use crate::dynamic::Exploration;
use crate::execution::globals;
use crate::ir::Loc;
use crate::semantics::{Configuration, LocalStore, Semantics};
use moverlog_rules::{Copy, Edge, Frame, Global, Guard, Kind, Location, Node, Place, Stack, State, Tid};

/// See the module's documentation.
#[derive(Clone, Copy)]
pub(in crate::queries) enum World<'a> {
    States(&'a Instance<'a>),
    Blocks(&'a Exploration<'a>),
}

impl<'a> World<'a> {
    pub fn semantics(self) -> &'a Semantics<'a> {
        match self {
            World::States(instance) => instance.semantics,
            World::Blocks(exploration) => exploration.analysis.semantics,
        }
    }

    pub fn control(self) -> &'a crate::control::Control<'a> {
        match self {
            World::States(instance) => instance.control,
            World::Blocks(exploration) => exploration.control,
        }
    }

    /// A location, of which the sink has no name, with the copy if there is one.
    fn place(location: Location, copy: Option<Copy>, locations: usize) -> Part {
        let loc = Some(Loc(location.0)).filter(|l| (l.0 as usize) < locations);
        Part::Place(loc, copy)
    }

    pub fn part(self, kind: Kind, atom: u32) -> Part {
        let locations = self.semantics().program.locations.len();
        match kind {
            Kind::Tid => Part::Thread(Tid(atom)),
            Kind::Node => Part::Point(self.point(Node(atom))),
            Kind::Frame => Part::Frame(kept(self.semantics(), Frame(atom))),
            Kind::State => Part::State(self.spots(State(atom))),
            Kind::Number => Part::Number(atom),
            Kind::Truth => Part::Truth(atom != 0),
            Kind::Variable | Kind::Mutex => Part::Name(self.semantics().program.cell_name(crate::ir::Cell(atom))),
            Kind::Location => World::place(Location(atom), None, locations),
            Kind::Place => {
                let Place(location, copy) = Place::read(atom);
                World::place(location, Some(copy), locations)
            }
            Kind::Action => Part::Action(Some(Loc(atom))),
            Kind::Taken => Part::Action(Edge::action(atom).map(|a| Loc(a.0))),
            Kind::Guard => Part::Guard(Guard::read(atom)),
            Kind::Condition => Part::Guard(Guard::If(moverlog_rules::Condition::read(atom))),
            Kind::Copy | Kind::Stack | Kind::Global | Kind::Local | Kind::Text | Kind::Oracle => Part::Any,
        }
    }

    fn point(self, n: Node) -> Point {
        point_at(self.semantics(), self.stores(n), self.copy(n))
    }

    pub fn state_count(self) -> usize {
        match self {
            World::States(instance) => instance.state_count(),
            World::Blocks(exploration) => exploration.state_count(),
        }
    }

    /// The stores and the phase of a node; blocks have no phases.
    pub fn stores(self, n: Node) -> (Global, LocalStore, bool) {
        match self {
            World::States(instance) => instance.stores(n),
            World::Blocks(exploration) => {
                let share = exploration.share(n);
                (share.g, share.local, false)
            }
        }
    }

    /// The stack of a thread, where nodes have one.
    pub fn stack(self, n: Node) -> Option<Stack> {
        if let World::Blocks(exploration) = self { Some(exploration.share(n).stack) } else { None }
    }

    /// The copy in which a thread is at a location, where there are copies.
    pub fn copy(self, n: Node) -> Option<Copy> {
        if let World::Blocks(exploration) = self { Some(exploration.share(n).place.1) } else { None }
    }

    pub fn configuration(self, s: State) -> Configuration {
        match self {
            World::States(instance) => instance.configuration(s),
            World::Blocks(exploration) => exploration.configuration(s),
        }
    }

    /// In a state of blocks every thread is external.
    fn standing(self, t: Tid, s: State, c: &Configuration) -> Point {
        match self {
            World::States(instance) => point(instance, moverlog_rules::Program::node(instance, t, s)),
            World::Blocks(exploration) => {
                let local = c.locals[t.0 as usize - 1];
                point_at(exploration.analysis.semantics, (c.global, local, false), None)
            }
        }
    }

    fn spots(self, s: State) -> Spots {
        let configuration = self.configuration(s);
        spots_by(self.semantics(), &configuration, |t| self.standing(t, s, &configuration))
    }

    /// Where a step is taken from a node, and its mover letter where movers are said of nodes.
    pub fn step(self, t: Tid, n: Node, by: &dyn moverlog_rules::Program) -> Option<(Loc, Option<char>)> {
        match self {
            World::States(instance) => {
                let letter = |_| crate::movers::Moves::answered(by, t, n).letter();
                Some((instance.node_loc(n)?, instance.partition.phases.map(letter)))
            }
            World::Blocks(_) => Some((self.semantics().loc(self.stores(n).1)?, None)),
        }
    }
}

/// Where threads are in a configuration, of no phase in particular.
pub(in crate::queries) fn spots(semantics: &Semantics<'_>, c: &Configuration) -> Spots {
    spots_by(semantics, c, |t| point_at(semantics, (c.global, c.locals[t.0 as usize - 1], false), None))
}

fn spots_by(semantics: &Semantics<'_>, c: &Configuration, standing: impl Fn(Tid) -> Point) -> Spots {
    let spot = |t: Tid| {
        let mut frames: Vec<Kept> = semantics.frames(c.stacks[t.0 as usize - 1]).map(|f| kept(semantics, f)).collect();
        frames.reverse();
        (standing(t), frames)
    };
    Spots { threads: semantics.tids().map(spot).collect(), globals: globals(semantics, c.global) }
}
