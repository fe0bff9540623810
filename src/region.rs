//! Atomic regions: the steps between a beginning and its ends become one step, in C and in boolean programs.
//!
//! A region is a part of the control-flow graph. As a step it is a tree of statements: behind a branch both ways are
//! written down up to where they meet again; a loop is written down round by round, so often as a region may have
//! rounds, and what would follow then is beyond a bound. Where there are several ends a register says which was taken.

mod meeting;

use crate::control::{Bound, Control};
use crate::ir::build::{Hop, Mark, Steps, redirect};
use crate::ir::*;
use std::collections::BTreeMap;

/// A part of a graph that becomes one step.
pub(crate) struct Region<'s> {
    pub(crate) start: Mark,
    pub(crate) exits: &'s [Mark],
    /// Says by which exit it was left, if there are several.
    pub(crate) register: Option<u32>,
    /// So many rounds of a loop are written down.
    pub(crate) rounds: u32,
    /// And so many statements.
    pub(crate) statements: usize,
}

impl Region<'_> {
    /// What is done there.
    pub(crate) fn statements(&self, steps: &Steps, control: &Control<'_>) -> Vec<Statement> {
        Tree::new(steps, self, control).statements()
    }
}

/// A node of the graph inside of a region.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum At {
    Step(usize),
    Exit(usize),
    /// Where nothing leads on.
    Stuck,
}

struct Tree<'s> {
    steps: &'s Steps,
    exits: &'s [Mark],
    start: At,
    register: Option<u32>,
    /// Where both ways of a branch meet again.
    meets: BTreeMap<usize, Option<At>>,
    /// How often each branch stands around what is being written: a loop, so many rounds on.
    rounds: BTreeMap<usize, u32>,
    most: u32,
    /// How many more statements may be written.
    left: usize,
    control: &'s Control<'s>,
}

impl<'s> Tree<'s> {
    fn new(steps: &'s Steps, region: &Region<'s>, control: &'s Control<'s>) -> Self {
        let mut tree = Tree {
            steps,
            exits: region.exits,
            start: At::Stuck,
            register: region.register,
            meets: BTreeMap::new(),
            rounds: BTreeMap::new(),
            most: region.rounds,
            left: region.statements,
            control,
        };
        tree.start = tree.follow(region.start);
        tree.meets = tree.meetings();
        tree
    }

    fn follow(&self, mark: Mark) -> At {
        let mut mark = mark;
        for _ in 0..1 << 20 {
            if let Some(i) = self.exits.iter().position(|e| *e == mark) {
                return At::Exit(i);
            }
            match self.steps.hop(mark) {
                Hop::Step(i) => return At::Step(i),
                Hop::Mark(next) => mark = next,
                Hop::Unbound => return At::Stuck,
            }
        }
        At::Stuck
    }

    fn next(&self, at: At) -> Vec<At> {
        match at {
            At::Step(i) => self.steps.op(i).targets().into_iter().map(|l| self.follow(Mark(l.0))).collect(),
            _ => vec![],
        }
    }

    /// For each branch the first node that all ways from it come to; nothing if there is none.
    fn meetings(&self) -> BTreeMap<usize, Option<At>> {
        let (mut nodes, mut numbers) = (vec![self.start], BTreeMap::from([(self.start, 0)]));
        let mut next = vec![];
        while let Some(at) = nodes.get(next.len()) {
            let behind = self.next(*at);
            for to in &behind {
                numbers.entry(*to).or_insert_with(|| {
                    nodes.push(*to);
                    nodes.len() - 1
                });
            }
            next.push(behind.iter().map(|to| numbers[to]).collect());
        }
        let meets = meeting::meetings(&next);
        let steps = nodes.iter().zip(meets).filter(|(n, _)| matches!(n, At::Step(_)));
        steps.map(|(n, meet)| (index(n), meet.map(|m| nodes[m]))).collect()
    }

    fn statements(mut self) -> Vec<Statement> {
        let start = self.start;
        self.until(start, None)
    }

    /// What is done from a node on, up to another.
    fn until(&mut self, from: At, stop: Option<At>) -> Vec<Statement> {
        let (mut done, mut at) = (vec![], from);
        while Some(at) != stop {
            let At::Step(i) = at else {
                done.extend(self.leave(at));
                break;
            };
            let rounds = self.rounds.get(&i).copied().unwrap_or(0);
            if self.left == 0 || rounds >= self.most || !self.control.goes_on() {
                done.push(Statement::Action(Action::Fail(Fault::Limit(Bound::Region))));
                break;
            }
            self.left -= 1;
            match self.steps.op(i).clone() {
                Op::Do { action, .. } => {
                    let ends = leads_nowhere(&action);
                    done.push(Statement::Action(action));
                    if ends {
                        break;
                    }
                }
                Op::Atomic { body, .. } => done.extend(body),
                Op::Branch { .. } | Op::Choose { .. } => {
                    let meet = self.meets.get(&i).copied().flatten();
                    done.push(self.ways(i, rounds, meet));
                    match meet {
                        Some(meet) => at = meet,
                        None => break,
                    }
                    continue;
                }
                Op::Skip { .. } => {}
                // Calls are expanded in atomic regions; nothing leaves a function from there.
                Op::Call { .. } | Op::Return { .. } | Op::End => break,
            }
            at = self.next(At::Step(i)).first().copied().unwrap_or(At::Stuck);
        }
        done
    }

    /// Where several ways lead on: each up to where they meet.
    fn ways(&mut self, i: usize, rounds: u32, meet: Option<At>) -> Statement {
        self.rounds.insert(i, rounds + 1);
        let mut ways: Vec<_> = self.next(At::Step(i)).into_iter().map(|to| self.until(to, meet)).collect();
        self.rounds.insert(i, rounds);
        match self.steps.op(i).clone() {
            Op::Branch { cond, .. } => {
                let otherwise = ways.pop().unwrap_or_default();
                Statement::If { cond, then: ways.pop().unwrap_or_default(), otherwise }
            }
            _ => Statement::Choose(ways),
        }
    }

    /// Says by which end the region was left.
    fn leave(&self, at: At) -> Option<Statement> {
        match (at, self.register) {
            (At::Exit(i), Some(register)) => {
                let place = Place { kind: PlaceKind::Reg(Reg(register)), domain: Domain::Int };
                Some(Statement::Action(Action::Assign { place, value: Expr::Const(i as Value) }))
            }
            (At::Exit(_), None) => None,
            // It goes round and round, or nowhere.
            _ => Some(Statement::Action(Action::Assume(Expr::Const(0)))),
        }
    }
}

/// Whether nothing follows this, whatever its location says.
fn leads_nowhere(action: &Action) -> bool {
    matches!(action, Action::Fail(_) | Action::Exit | Action::Halt | Action::Assert(Expr::Const(0)))
}

fn index(at: &At) -> usize {
    match at {
        At::Step(i) => *i,
        _ => usize::MAX,
    }
}

/// The locations of a procedure, and the one that it begins at.
pub(crate) struct Pruned {
    pub(crate) locations: Vec<Location>,
    pub(crate) entry: u32,
    /// What became of each location, if it is left.
    pub(crate) moved: Vec<Option<Loc>>,
}

/// Without locations that control does not come to; the closing brace stays.
pub(crate) fn pruned(locations: Vec<Location>, entry: u32, first: u32) -> Pruned {
    let at = |loc: Loc| (loc.0 - first) as usize;
    let mut reached = vec![false; locations.len()];
    let mut open = vec![Loc(entry)];
    open.extend((0..locations.len()).filter(|i| matches!(locations[*i].op, Op::End)).map(|i| Loc(first + i as u32)));
    while let Some(loc) = open.pop() {
        if !std::mem::replace(&mut reached[at(loc)], true) {
            open.extend(locations[at(loc)].op.targets());
        }
    }
    let mut number = first;
    let numbers: Vec<u32> = reached
        .iter()
        .map(|r| {
            number += u32::from(*r);
            number - u32::from(*r)
        })
        .collect();
    let moved = |loc: Loc| Loc(numbers[at(loc)]);
    let names = names(&locations, entry, first);
    let kept = locations.into_iter().zip(names).zip(&reached).filter(|(_, r)| **r);
    let kept = kept.map(|((l, name), _)| Location { op: redirect(l.op.clone(), &moved), name, ..l }).collect();
    let entry = numbers[at(Loc(entry))];
    let moved = numbers.iter().zip(&reached).map(|(n, reached)| reached.then_some(Loc(*n))).collect();
    Pruned { locations: kept, entry, moved }
}

/// `function:line`, and `.2`, `.3` for further steps of the line, in the order in which control comes to them.
fn names(locations: &[Location], entry: u32, first: u32) -> Vec<String> {
    let mut names: Vec<Option<String>> =
        locations.iter().map(|l| matches!(l.op, Op::End).then(|| l.name.clone())).collect();
    let mut lines: BTreeMap<u32, u32> = BTreeMap::new();
    let mut open = vec![Loc(entry)];
    while let Some(loc) = open.pop() {
        let i = (loc.0 - first) as usize;
        if names[i].is_some() {
            continue;
        }
        let location = &locations[i];
        let function = location.name.split(':').next().unwrap_or_default();
        let count = lines.entry(location.line).or_default();
        *count += 1;
        let suffix = if *count == 1 { String::new() } else { format!(".{count}") };
        names[i] = Some(format!("{function}:{}{suffix}", location.line));
        open.extend(location.op.targets().into_iter().rev());
    }
    names.into_iter().zip(locations).map(|(name, l)| name.unwrap_or_else(|| l.name.clone())).collect()
}
