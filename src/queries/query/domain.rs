//! What a question is asked of where nothing says: everything of its kind that occurs in the fixpoint.

use super::Fixpoint;
use crate::derivation::Leaf;
use crate::ir::{Cell, GlobalKind};
use indexmap::IndexSet;
use moverlog_rules::{Kind, Mutex, Node, Program, Question, State, Tid, Variable};

type Rows = IndexSet<Vec<u32>>;

impl Fixpoint<'_> {
    /// What the question may be asked of, in the order of derivation.
    pub(super) fn domain(&self, question: Question) -> Vec<Vec<u32>> {
        use Kind::{Frame, Node, State, Tid, Truth, Variable};
        let rows: Rows = match question.asked_of() {
            [Tid, State] => {
                self.states().into_iter().flat_map(|s| self.threads().map(move |t| vec![t.0, s.0])).collect()
            }
            [Tid, Node] => self.places(),
            [Node] => self.places().iter().map(|place| vec![place[1]]).collect(),
            [Node, Truth] => self.places().iter().flat_map(|place| [0, 1].map(|pre| vec![place[1], pre])).collect(),
            [Tid, Node, Node] => self.pairs(),
            [Tid, Node, Frame] => self.returns(),
            [Variable] => self.cells(false),
            [Tid, Node, Variable, Kind::Mutex] => self.accesses(),
            _ => Rows::new(),
        };
        rows.into_iter().collect()
    }

    fn program(&self) -> &dyn Program {
        self.proofs.program
    }

    fn threads(&self) -> impl Iterator<Item = Tid> + use<> {
        (1..=self.program().thread_count()).map(Tid)
    }

    /// The columns of every fact with their kinds.
    fn facts(&self) -> impl Iterator<Item = (&[Kind], &[u32])> {
        let fact = |id| self.proofs.found.fact(id);
        self.proofs.facts().map(fact).map(|(relation, columns)| (self.proofs.rules.kinds(relation), columns))
    }

    fn states(&self) -> IndexSet<State> {
        let of = |(kinds, columns)| atoms(kinds, columns, Kind::State).map(State).collect::<Vec<_>>();
        self.facts().flat_map(of).collect()
    }

    /// Where threads are: in states, and in facts that name a thread with nodes.
    fn places(&self) -> Rows {
        let mut found = Rows::new();
        for (kinds, columns) in self.facts() {
            for s in atoms(kinds, columns, Kind::State).map(State) {
                found.extend(self.threads().map(|t| vec![t.0, self.program().node(t, s).0]));
            }
            for t in atoms(kinds, columns, Kind::Tid) {
                found.extend(atoms(kinds, columns, Kind::Node).map(|n| vec![t, n]));
            }
        }
        found
    }

    /// From where to where facts lead a thread.
    fn pairs(&self) -> Rows {
        let pair = |(kinds, columns)| {
            let nodes: Vec<u32> = atoms(kinds, columns, Kind::Node).collect();
            let t = atoms(kinds, columns, Kind::Tid).next()?;
            (nodes.len() > 1).then(|| vec![t, nodes[0], nodes[1]])
        };
        self.facts().filter_map(pair).collect()
    }

    /// Where a thread has a frame to return through: in states, and wherever the rules took a return.
    fn returns(&self) -> Rows {
        let top = |t: Tid, s: State| Some(vec![t.0, self.program().node(t, s).0, self.program().top(t, s)?.0]);
        let states = self.states();
        let mut found: Rows = states.iter().flat_map(|s| self.threads().filter_map(move |t| top(t, *s))).collect();
        for leaf in self.proofs.facts().flat_map(|id| self.proofs.of(id).flatten().flatten().collect::<Vec<_>>()) {
            if let Leaf::Asked { question: Question::UMinus, columns, .. } = leaf {
                found.insert(columns[..3].to_vec());
            }
        }
        found
    }

    /// Variables, or mutexes, of which the first cell is one.
    fn cells(&self, mutexes: bool) -> Rows {
        let program = self.proofs.world.semantics().program;
        let is = |c: &u32| {
            let global = program.global_of(Cell(*c));
            let first = (c - global.base.0).is_multiple_of(global.stride());
            first && matches!(global.kind, GlobalKind::Mutex { .. }) == mutexes
        };
        (0..program.cells.len() as u32).filter(is).map(|c| vec![c]).collect()
    }

    /// Each access of each place, with each mutex.
    fn accesses(&self) -> Rows {
        let mutexes = self.cells(true);
        let of = |place: &Vec<u32>| {
            let alpha = self.program().alpha(Tid(place[0]), Node(place[1])).collect::<Vec<Variable>>();
            let with = |z: Variable| mutexes.iter().map(move |m| Mutex(m[0])).map(move |m| (z, m));
            let pairs: Vec<_> = alpha.into_iter().flat_map(with).collect();
            pairs.into_iter().map(|(z, m)| vec![place[0], place[1], z.0, m.0]).collect::<Vec<_>>()
        };
        self.places().iter().flat_map(of).collect()
    }
}

fn atoms(kinds: &[Kind], columns: &[u32], kind: Kind) -> impl Iterator<Item = u32> {
    kinds.iter().zip(columns).filter(move |(k, _)| **k == kind).map(|(_, a)| *a)
}
