//! The locations of one procedure while it is lowered, and the arrows between them.
//!
//! An arrow leads to a *mark*, which is bound later: to a location or to another mark.

use super::{Loc, Location, Mover, Op};
use crate::diagnostics::Span;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Where control may go; stands in for a [`Loc`] until all locations are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark(pub(crate) u32);

impl Mark {
    pub(crate) fn loc(self) -> Loc {
        Loc(self.0)
    }
}

/// A location to be: its arrows are marks.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) op: Op,
    pub(crate) text: String,
    pub(crate) span: Span,
    pub(crate) line: u32,
    pub(crate) claimed: Option<Mover>,
    /// The registers in scope besides thread-locals and parameters.
    pub(crate) visible: Rc<Vec<u32>>,
    pub(crate) naming: Naming,
    /// See [`Location::synchronizes`].
    pub(crate) synchronizes: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Naming {
    /// By label or line.
    Own,
    /// `<name of that step><suffix>`
    After(usize, &'static str),
    /// The closing brace.
    End,
}

/// What a mark is bound to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Hop {
    Unbound,
    Step(usize),
    Mark(Mark),
}

#[derive(Default)]
pub(crate) struct Steps {
    steps: Vec<Step>,
    marks: Vec<Hop>,
    /// Labels in source order.
    labels: Vec<(String, Mark)>,
}

impl Steps {
    pub(crate) fn fresh(&mut self) -> Mark {
        self.marks.push(Hop::Unbound);
        Mark(self.marks.len() as u32 - 1)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// How many steps there are.
    pub(crate) fn count(&self) -> usize {
        self.steps.len()
    }

    /// How many marks there are.
    pub(crate) fn marks(&self) -> usize {
        self.marks.len()
    }

    /// Control that comes to `mark` is at the new step.
    pub(crate) fn push(&mut self, mark: Mark, step: Step) -> usize {
        self.steps.push(step);
        self.marks[mark.0 as usize] = Hop::Step(self.steps.len() - 1);
        self.steps.len() - 1
    }

    pub(crate) fn hop(&self, mark: Mark) -> Hop {
        self.marks[mark.0 as usize]
    }

    /// What a step does; its arrows are marks.
    pub(crate) fn op(&self, step: usize) -> &Op {
        &self.steps[step].op
    }

    /// It does something else.
    pub(crate) fn replace(&mut self, step: usize, op: Op) {
        self.steps[step].op = op;
    }

    /// These registers are in scope at all steps.
    pub(crate) fn keep_everywhere(&mut self, registers: &[u32]) {
        self.steps.iter_mut().for_each(|step| Rc::make_mut(&mut step.visible).extend(registers));
    }

    pub(crate) fn span(&self, step: usize) -> Span {
        self.steps[step].span
    }

    /// Control that comes to `mark` goes on to `next` without a step.
    pub(crate) fn alias(&mut self, mark: Mark, next: Mark) {
        if mark != next {
            self.marks[mark.0 as usize] = Hop::Mark(next);
        }
    }

    pub(crate) fn label(&mut self, name: &str, mark: Mark) {
        self.labels.push((name.to_string(), mark));
    }

    /// The step that control at `mark` comes to, and through how many other marks. Every mark is
    /// bound when the procedure is complete; otherwise there is an error and any step will do.
    fn resolve(&self, mark: Mark) -> (usize, u32) {
        let (mut mark, mut hops) = (mark, 0);
        loop {
            match self.marks[mark.0 as usize] {
                Hop::Step(step) => return (step, hops),
                Hop::Mark(next) if hops < self.marks.len() as u32 => (mark, hops) = (next, hops + 1),
                _ => return (0, hops),
            }
        }
    }

    /// The locations, numbered from `first`; and the one that control at `entry` comes to.
    pub(crate) fn finish(self, entry: Mark, first: u32, procedure: (u32, &str), scope: Scope) -> (Vec<Location>, u32) {
        let names = self.names(procedure.1);
        let labels = self.label_names();
        let labelled: Vec<bool> = (0..self.steps.len()).map(|i| labels.contains_key(&i)).collect();
        let loc = |mark: Loc| Loc(first + self.resolve(Mark(mark.0)).0 as u32);
        let entry = loc(entry.loc()).0;
        let ops: Vec<Op> = self.steps.iter().map(|step| redirect(step.op.clone(), &loc)).collect();
        let parts = self.steps.into_iter().zip(ops).zip(names).enumerate();
        let locations = parts.map(|(i, ((step, op), name))| Location {
            synchronizes: step.synchronizes,
            procedure: procedure.0,
            name,
            labelled: labelled[i],
            text: step.text,
            op,
            in_scope: scope.bits(&step.visible),
            claimed: step.claimed,
            span: step.span,
            line: step.line,
        });
        (locations.collect(), entry)
    }

    /// The display label of each labelled step: the first that stands directly before it,
    /// otherwise the first from which control comes to it without a step.
    fn label_names(&self) -> BTreeMap<usize, &str> {
        let mut names = BTreeMap::new();
        let resolved: Vec<_> = self.labels.iter().map(|(name, mark)| (name.as_str(), self.resolve(*mark))).collect();
        let (direct, indirect): (Vec<_>, Vec<_>) = resolved.into_iter().partition(|(_, (_, hops))| *hops <= 1);
        for (name, (step, _)) in direct.into_iter().chain(indirect) {
            names.entry(step).or_insert(name);
        }
        names
    }

    fn names(&self, procedure: &str) -> Vec<String> {
        let labels = self.label_names();
        let mut names: Vec<String> = vec![];
        let mut on_line = BTreeMap::<u32, u32>::new();
        for (i, step) in self.steps.iter().enumerate() {
            let name = match (labels.get(&i), step.naming) {
                (Some(label), _) => label.to_string(),
                (None, Naming::End) => format!("{procedure}:end"),
                (None, Naming::After(base, suffix)) => format!("{}{suffix}", names[base]),
                (None, Naming::Own) => {
                    let count = on_line.entry(step.line).or_insert(0);
                    *count += 1;
                    let suffix = if *count == 1 { String::new() } else { format!(".{count}") };
                    format!("{procedure}:{}{suffix}", step.line)
                }
            };
            names.push(name);
        }
        names
    }
}

/// The registers of a procedure.
#[derive(Clone, Copy)]
pub(crate) struct Scope {
    pub(crate) registers: usize,
    /// Thread-locals and parameters: in scope everywhere.
    pub(crate) always: usize,
}

impl Scope {
    fn bits(self, visible: &[u32]) -> Vec<bool> {
        let mut bits = vec![false; self.registers];
        bits[..self.always].fill(true);
        for reg in visible {
            if let Some(bit) = bits.get_mut(*reg as usize) {
                *bit = true;
            }
        }
        bits
    }
}

pub(crate) fn redirect(op: Op, loc: &impl Fn(Loc) -> Loc) -> Op {
    match op {
        Op::Skip { next } => Op::Skip { next: loc(next) },
        Op::Choose { next } => Op::Choose { next: next.into_iter().map(loc).collect() },
        Op::Branch { cond, then, otherwise } => Op::Branch { cond, then: loc(then), otherwise: loc(otherwise) },
        Op::Do { action, next } => Op::Do { action, next: loc(next) },
        Op::Atomic { body, next } => Op::Atomic { body, next: loc(next) },
        Op::Call { procedure, arguments, result, next } => Op::Call { procedure, arguments, result, next: loc(next) },
        Op::Return { .. } | Op::End => op,
    }
}
