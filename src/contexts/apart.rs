//! What is reached if each thread has its own stack as it is, and sees of the others no more than their local stores.
//!
//! A thread is a pushdown system once more: its control is the global store and the local stores of the others, who
//! move there without warning. A return of another one leads where the stack of that one lets it return from there, as
//! far as that is known by itself; so all are saturated together until none has a return that is new.

use super::thread::{frame, frame_of, local, local_of};
use crate::control::Control;
use crate::semantics::{Effect, LocalStore, Semantics, Step};
use crate::stacks::{Language, Place, Rule, Saturation, Symbol, System, Word};
use indexmap::{IndexMap, IndexSet};
use moverlog_rules::{Frame, Global, Tid};
use rustc_hash::FxBuildHasher;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A visible state: the global store, and the local store of each thread.
type Visible = (Global, Rc<[LocalStore]>);

/// A global store, and the local store of who has returned.
type Ends = IndexSet<(Global, LocalStore), FxBuildHasher>;

/// What stands for the local store of the thread itself, which is on its stack.
const OWN: LocalStore = LocalStore(u32::MAX);

/// Where threads return to, from each visible state.
#[derive(Default)]
struct Returns {
    to: IndexMap<(Tid, Visible), Ends, FxBuildHasher>,
    /// From these some are new.
    new: Vec<(Tid, Visible)>,
}

struct Thread<'m> {
    semantics: &'m Semantics<'m>,
    t: Tid,
    returns: &'m RefCell<Returns>,
    wrong: &'m Cell<bool>,
    places: RefCell<IndexSet<Visible, FxBuildHasher>>,
    /// Returns on their way: from where, and by which outcome.
    returning: RefCell<IndexSet<(Visible, usize), FxBuildHasher>>,
}

/// The number of transitions of all automata if no thread goes wrong; nothing if one does, or a bound was hit. Every
/// state that is reached is, for each thread, a configuration that is reached here, so nothing ever goes wrong.
pub fn stacks_apart(semantics: &Semantics<'_>, control: &Control<'_>) -> Option<usize> {
    let (returns, wrong) = (RefCell::default(), Cell::new(false));
    let thread = |t| Thread {
        semantics,
        t,
        returns: &returns,
        wrong: &wrong,
        places: RefCell::default(),
        returning: RefCell::default(),
    };
    let threads: Vec<Thread<'_>> = semantics.tids().map(thread).collect();
    let mut saturations: Vec<Saturation> = threads.iter().map(Thread::begin).collect();
    loop {
        for (thread, saturation) in threads.iter().zip(&mut saturations) {
            saturation.saturate(thread, control.most_nodes(0), control);
        }
        let new = std::mem::take(&mut returns.borrow_mut().new);
        if wrong.get() || control.hit().is_some() {
            return None;
        }
        if new.is_empty() {
            return Some(saturations.iter().map(Saturation::size).sum());
        }
        for (t, visible) in new {
            let others = threads.iter().zip(&mut saturations).filter(|(thread, _)| thread.t != t);
            others.for_each(|(thread, saturation)| thread.revisit(saturation, &visible));
        }
    }
}

impl Thread<'_> {
    fn begin(&self) -> Saturation {
        let initial = self.semantics.initial();
        let visible = (initial.global, initial.locals.into());
        Saturation::new(self.place(&visible), &Language::word(&[local(visible.1[self.own()])]))
    }

    fn own(&self) -> usize {
        self.t.0 as usize - 1
    }

    fn place(&self, (g, locals): &Visible) -> Place {
        let others = with(locals, self.t, OWN);
        Place((self.places.borrow_mut().insert_full((*g, others)).0 as u32) << 1)
    }

    fn revisit(&self, saturation: &mut Saturation, visible: &Visible) {
        saturation.revisit(self.place(visible), local(visible.1[self.own()]));
    }

    /// Its own steps, and those of others.
    fn steps(&self, visible: &Visible) -> Vec<Rule> {
        let mut rules = self.own_steps(visible);
        for u in self.semantics.tids().filter(|u| *u != self.t) {
            let top = local(visible.1[self.own()]);
            let led = self.led(visible, u);
            rules.extend(led.iter().map(|after| Rule { to: self.place(after), word: Word::Swap(top) }));
        }
        rules
    }

    fn own_steps(&self, visible: &Visible) -> Vec<Rule> {
        let (g, locals) = visible;
        let steps = &self.semantics.transitions(self.t, *g, locals[self.own()]).steps;
        let rule = |(outcome, step): (usize, &Step)| {
            let to = self.place(&(step.global, locals.clone()));
            match &step.effect {
                Effect::Internal(l) => Rule { to, word: Word::Swap(local(*l)) },
                Effect::Push(l, f) => Rule { to, word: Word::Push(local(*l), frame(*f)) },
                Effect::Wrong(_) => Rule { to, word: Word::Swap(local(self.semantics.wrong())) },
                Effect::Pop(_) => {
                    let (number, _) = self.returning.borrow_mut().insert_full((visible.clone(), outcome));
                    Rule { to: Place((number as u32) << 1 | 1), word: Word::Pop }
                }
            }
        };
        steps.iter().enumerate().map(rule).collect()
    }

    /// Where another thread leads.
    fn led(&self, visible: &Visible, u: Tid) -> Vec<Visible> {
        let (g, locals) = visible;
        let transitions = self.semantics.transitions(u, *g, locals[u.0 as usize - 1]);
        let to = transitions.steps.iter().filter_map(|step| match step.effect {
            Effect::Internal(l) | Effect::Push(l, _) => Some((step.global, with(locals, u, l))),
            // Its own automaton knows both.
            Effect::Wrong(_) | Effect::Pop(_) => None,
        });
        let returns = self.returns.borrow();
        let back = returns.to.get(&(u, visible.clone())).into_iter().flatten();
        to.chain(back.map(|(g, l)| (*g, with(locals, u, *l)))).collect()
    }

    fn back(&self, number: usize, f: Frame) -> Rule {
        let (visible, outcome) = self.returning.borrow().get_index(number).cloned().expect("it is on its way");
        let l = visible.1[self.own()];
        let step = self.semantics.transitions(self.t, visible.0, l).steps[outcome].clone();
        let Effect::Pop(value) = step.effect else { unreachable!("it returns") };
        let after = self.semantics.pop(l, value, f).unwrap_or(self.semantics.wrong());
        let returns = &mut *self.returns.borrow_mut();
        if returns.to.entry((self.t, visible.clone())).or_default().insert((step.global, after)) {
            returns.new.push((self.t, visible.clone()));
        }
        Rule { to: self.place(&(step.global, visible.1)), word: Word::Swap(local(after)) }
    }
}

fn with(locals: &[LocalStore], t: Tid, l: LocalStore) -> Rc<[LocalStore]> {
    let own = t.0 as usize - 1;
    locals.iter().enumerate().map(|(i, old)| if i == own { l } else { *old }).collect()
}

impl System for Thread<'_> {
    fn rules(&self, place: Place, top: Symbol) -> Rc<[Rule]> {
        let number = place.0 as usize >> 1;
        match (place.0 & 1, local_of(top), frame_of(top)) {
            (0, Some(l), _) if self.semantics.is_wrong(l) => {
                self.wrong.set(true);
                Rc::from([])
            }
            (0, Some(l), _) => {
                let (g, others) = self.places.borrow().get_index(number).cloned().expect("it was reached");
                self.steps(&(g, with(&others, self.t, l))).into()
            }
            (1, _, Some(f)) => Rc::from([self.back(number, f)]),
            _ => Rc::from([]),
        }
    }
}
