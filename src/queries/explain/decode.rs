//! Facts and answers as names and values.

use super::part::Part;
use super::world::World;
use crate::derivation::{Answering, Leaf, Rules};
use crate::ir::Loc;
use moverlog_rules::{Kind, Node, Program, Question, State, Tid};

/// A fact that was derived.
#[derive(Clone, PartialEq, Debug)]
pub struct Fact {
    /// Its number in the order of derivation.
    pub id: u32,
    pub relation: String,
    pub columns: Vec<Part>,
}

/// What an instance of a rule rests on besides facts.
#[derive(Clone, PartialEq, Debug)]
pub struct Input {
    /// `U`, `N`, ..., or a relation that lacks a fact.
    pub name: String,
    pub holds: bool,
    pub columns: Vec<Part>,
    /// Of a step: where it is taken, and its mover letter if movers matter.
    pub step: Option<(Loc, Option<char>)>,
    /// Where the rules answer it, which one does and on what that rests, if that was asked for.
    pub by: Option<Box<Given>>,
}

/// The rule that gives an answer, and what it rests on; where the answer is no, what it lacks.
#[derive(Clone, PartialEq, Debug)]
pub struct Given {
    pub rule: String,
    pub inputs: Vec<Input>,
}

/// The columns to show of a question whose answers are premises of the papers' rules; nothing for another.
fn columns_shown(question: Question) -> Option<&'static [usize]> {
    use Question::*;
    match question {
        U | UPlus | UMinus | T | TPlus | TMinus | N | L | R | RM | LM => Some(&[0, 1, 2, 3]),
        PreCommit | Starts | Restarts | LFS | Returns | Chosen | Ended => Some(&[0, 1, 2, 3]),
        Alpha | Mz | Holds | Intrudes | Acquires | Releases => Some(&[0, 1, 2, 3]),
        Enabled | HoldsLocks | Unheld | Kept => Some(&[0, 1, 2, 3]),
        Top | OnStack => Some(&[0, 2]),
        Steps => Some(&[0, 1, 2, 3]),
        At | GoesOn | Initial | Thread | Caller | OthersOutside | StartsPreCommit | ForgetsOutside | InPhase => None,
        EndedAt | Set | Push | Pop => None,
    }
}

fn outside((t, n): (Tid, Node)) -> Leaf {
    Leaf::Asked { question: Question::N, columns: vec![t.0, n.0], holds: true }
}

pub(in crate::queries) struct Decoder<'a> {
    pub(super) rules: &'a Rules,
    pub(super) world: World<'a>,
    /// Whom the rules ask.
    pub(super) program: &'a Answering<'a>,
}

impl Decoder<'_> {
    pub(super) fn fact(&self, id: u32, relation: usize, columns: &[u32]) -> Fact {
        let kinds = self.rules.kinds(relation);
        let columns = kinds.iter().zip(columns).map(|(k, c)| self.part(*k, *c)).collect();
        Fact { id, relation: self.rules.relations[relation].0.clone(), columns }
    }

    /// That all others are outside is said of each; what is no premise of the paper's rule, of none.
    pub(super) fn inputs(&self, leaf: &Leaf) -> Vec<Input> {
        match leaf {
            Leaf::Asked { question: Question::OthersOutside, columns, .. } => {
                self.others(Tid(columns[0]), State(columns[1]))
            }
            Leaf::Asked { question, columns, holds } => self.asked(*question, columns, *holds).into_iter().collect(),
            Leaf::Lacks { relation, columns } => {
                let name = self.rules.relations[*relation].0.clone();
                vec![Input { name, holds: false, columns: self.some(*relation, columns), step: None, by: None }]
            }
            Leaf::Comes { by, relation, columns, to } => {
                let name = format!("{to} = {} {}", by.name(), self.rules.relations[*relation].0);
                vec![Input { name, holds: true, columns: self.some(*relation, columns), step: None, by: None }]
            }
        }
    }

    /// The same with what rules answer traced to what they ask, down to the program's own answers.
    pub(super) fn traced(&self, leaf: &Leaf, program: &Answering<'_>) -> Vec<Input> {
        let apart = match leaf {
            Leaf::Asked { question: Question::OthersOutside, columns, .. } => {
                self.places_of_others(Tid(columns[0]), State(columns[1])).map(outside).collect()
            }
            leaf => vec![leaf.clone()],
        };
        let given = |leaf: &Leaf, input| Input { by: self.given(leaf, program), ..input };
        apart.iter().flat_map(|leaf| self.inputs(leaf).into_iter().map(|i| given(leaf, i))).collect()
    }

    fn given(&self, leaf: &Leaf, program: &Answering<'_>) -> Option<Box<Given>> {
        let Leaf::Asked { question, columns, .. } = leaf else { return None };
        let (rule, leaves, inner) = program.reason(*question, columns)?;
        let mut inputs: Vec<Input> = vec![];
        for input in leaves.iter().flat_map(|leaf| self.traced(leaf, &inner)) {
            if !inputs.contains(&input) {
                inputs.push(input);
            }
        }
        Some(Box::new(Given { rule: rule.into(), inputs }))
    }

    /// Columns of which not all are known.
    fn some(&self, relation: usize, columns: &[Option<u32>]) -> Vec<Part> {
        let part = |(k, c): (&Kind, &Option<u32>)| c.map_or(Part::Any, |c| self.part(*k, c));
        self.rules.kinds(relation).iter().zip(columns).map(part).collect()
    }

    /// As a rule would need it that asked this in vain.
    pub(super) fn required(&self, leaf: &Leaf) -> Vec<Input> {
        let inside = |i: &Input| match (&i.columns[0], leaf) {
            (Part::Thread(u), Leaf::Asked { columns, .. }) => {
                !self.program.is_outside(*u, self.program.node(*u, State(columns[1])))
            }
            _ => true,
        };
        match leaf {
            Leaf::Asked { question: Question::OthersOutside, .. } => {
                self.inputs(leaf).into_iter().filter(inside).collect()
            }
            leaf => self.inputs(leaf).into_iter().map(|i| Input { holds: !i.holds, ..i }).collect(),
        }
    }

    fn others(&self, t: Tid, s: State) -> Vec<Input> {
        let places = self.places_of_others(t, s);
        places.filter_map(|(u, n)| self.asked(Question::N, &[u.0, n.0], true)).collect()
    }

    fn places_of_others(&self, t: Tid, s: State) -> impl Iterator<Item = (Tid, Node)> {
        let others = self.world.semantics().tids().filter(move |u| *u != t);
        others.map(move |u| (u, self.program.node(u, s)))
    }

    fn asked(&self, question: Question, columns: &[u32], holds: bool) -> Option<Input> {
        let shown = columns_shown(question)?;
        let kinds = question.columns();
        // A question that found no answer has no last column.
        let shown = shown.iter().filter(|i| **i < columns.len());
        Some(Input {
            name: question.notation().to_string(),
            holds,
            columns: shown.map(|i| self.part(kinds[*i], columns[*i])).collect(),
            by: None,
            step: self.step(question, columns),
        })
    }

    fn step(&self, question: Question, columns: &[u32]) -> Option<(Loc, Option<char>)> {
        let node = match question {
            Question::Steps => *columns.get(2)?,
            _ if question.is_step() => columns[1],
            _ => return None,
        };
        self.world.step(Tid(columns[0]), Node(node), self.program)
    }

    pub(in crate::queries) fn part(&self, kind: Kind, atom: u32) -> Part {
        self.world.part(kind, atom)
    }
}
