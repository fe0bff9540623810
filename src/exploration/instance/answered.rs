//! Answers that were given before, by what was asked.

use moverlog_rules::{Answers, Frame, Mutex, Node, Stack, Tid, Variable};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::hash::Hash;
use std::rc::Rc;

#[derive(Default)]
pub(super) struct Answered {
    /// The distinct frames on a stack.
    pub(super) frames: Memo<Stack, Frame>,
    /// U-.
    pub(super) returned: Memo<(Tid, Node, Frame), Node>,
    /// Locks of protecting sets that are not held at an access.
    pub(super) unheld: Memo<(Tid, Node), (Variable, Mutex)>,
}

pub(super) struct Memo<K, T>(RefCell<FxHashMap<K, Rc<[T]>>>);

impl<K, T> Default for Memo<K, T> {
    fn default() -> Self {
        Memo(RefCell::default())
    }
}

impl<K: Copy + Eq + Hash, T> Memo<K, T> {
    /// Computes what was not asked before.
    pub(super) fn get(&self, asked: K, compute: impl FnOnce() -> Rc<[T]>) -> Answers<T> {
        if let Some(known) = self.0.borrow().get(&asked) {
            return Answers::from(known);
        }
        let computed = compute();
        let answers = Answers::from(&computed);
        self.0.borrow_mut().insert(asked, computed);
        answers
    }
}
