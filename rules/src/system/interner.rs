//! Things and their numbers.

use std::collections::HashMap;
use std::hash::Hash;
use std::rc::Rc;

/// Numbers things from 0 in the order in which they come.
pub(super) struct Interner<T> {
    ids: HashMap<Rc<T>, u32>,
    items: Vec<Rc<T>>,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Interner { ids: HashMap::new(), items: vec![] }
    }
}

impl<T: Eq + Hash> Interner<T> {
    pub(super) fn find(&self, item: &T) -> Option<u32> {
        self.ids.get(item).copied()
    }

    pub(super) fn intern(&mut self, item: T) -> u32 {
        if let Some(id) = self.find(&item) {
            return id;
        }
        let (id, item) = (self.items.len() as u32, Rc::new(item));
        self.items.push(item.clone());
        self.ids.insert(item, id);
        id
    }

    pub(super) fn get(&self, id: u32) -> Rc<T> {
        self.items[id as usize].clone()
    }

    pub(super) fn len(&self) -> usize {
        self.items.len()
    }
}
