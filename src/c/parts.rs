//! Members around which structures are looked for, and where others of their types lie.

use super::types::Type;
use crate::ir::Cell;
use std::collections::BTreeMap;

/// More places than these are not told apart.
pub(super) const MOST: usize = 32;

/// A structure, and how many cells are before a member of it.
pub(super) type Part = (usize, u32);

/// Of each member places of its type that are no such member, each with the cell that is the structure around it.
pub(super) type Elsewhere = BTreeMap<Part, Vec<(Cell, Cell)>>;

/// What is known of members around which structures are looked for.
#[derive(Default, Debug)]
pub(super) struct Containers {
    /// Their types.
    pub(super) asked: BTreeMap<Part, Type>,
    /// Known once all objects are.
    pub(super) elsewhere: Elsewhere,
    /// Where objects lie, and what they are.
    pub(super) laid_out: Vec<(Cell, Type)>,
    /// Behind them.
    pub(super) end: u32,
    /// The name of bytes that are a member, and what that is.
    pub(super) member: Option<(String, Type)>,
}

impl Containers {
    /// With what lies where, before anything is laid out again.
    pub(super) fn again(self, elsewhere: Elsewhere) -> Containers {
        Containers { asked: self.asked, elsewhere, ..Containers::default() }
    }

    /// Whether there are as few that they can be told apart.
    pub(super) fn are_few(&self, part: Part) -> bool {
        self.elsewhere.get(&part).is_none_or(|places| places.len() <= MOST)
    }
}
