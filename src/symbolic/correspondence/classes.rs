//! Latches by what is known of them: those of one class have not been told apart, up to the value that they begin with.

use crate::symbolic::circuit::{Circuit, Lit, Reset};
use rustc_hash::FxHashMap;

/// A partition of the constant, which is member 0, and of all latches, latch `n` being member `n + 1`. A latch that is
/// 1 at first stands there negated, so that all members begin with 0.
#[derive(Clone)]
pub struct Classes {
    class: Vec<u32>,
    /// The first member of each class.
    leaders: Vec<usize>,
}

/// Whether a latch is 1 at first.
pub fn is_one(circuit: &Circuit, n: usize) -> bool {
    circuit.latches()[n].reset == Reset::One
}

impl Classes {
    /// Nothing is known but how latches begin: those that begin with either value are by themselves.
    pub fn at_first(circuit: &Circuit) -> Classes {
        let mut classes = Classes { class: vec![0; circuit.latches().len() + 1], leaders: vec![0] };
        let open = circuit.latches().iter().enumerate().filter(|(_, latch)| latch.reset == Reset::Free);
        open.for_each(|(n, _)| classes.part(n));
        classes
    }

    /// Every latch is by itself.
    pub fn apart(circuit: &Circuit) -> Classes {
        let members = circuit.latches().len() + 1;
        Classes { class: (0..members as u32).collect(), leaders: (0..members).collect() }
    }

    pub fn count(&self) -> usize {
        self.leaders.len()
    }

    /// A latch that is not the first of its class, as itself; and that first one, if it is no constant.
    pub fn led(&self, n: usize) -> Option<(Option<usize>, usize)> {
        let leader = self.leaders[self.class[n + 1] as usize];
        (leader != n + 1).then(|| (leader.checked_sub(1), n))
    }

    /// What stands for a latch: the first of its class, or a constant.
    pub fn literal(&self, circuit: &Circuit, n: usize) -> Lit {
        match self.leaders[self.class[n + 1] as usize].checked_sub(1) {
            None => Lit::from(is_one(circuit, n)),
            Some(leader) => circuit.latches()[leader].lit.negated_if(is_one(circuit, leader) != is_one(circuit, n)),
        }
    }

    /// A latch is by itself from now on. It is not the first of others.
    pub fn part(&mut self, n: usize) {
        self.class[n + 1] = self.leaders.len() as u32;
        self.leaders.push(n + 1);
    }

    /// Tells apart latches that have different values in some of the states that the mask has, a bit for each.
    pub fn refine(&mut self, circuit: &Circuit, mask: u64, values: impl Fn(usize) -> u64) {
        let ones = |n: usize| if is_one(circuit, n) { mask } else { 0 };
        self.refine_members(|member| member.checked_sub(1).map_or(0, |n| values(n) & mask ^ ones(n)));
    }

    fn refine_members(&mut self, value: impl Fn(usize) -> u64) {
        let mut numbers: FxHashMap<(u32, u64), u32> = FxHashMap::default();
        self.leaders.clear();
        for member in 0..self.class.len() {
            let next = self.leaders.len() as u32;
            let number = *numbers.entry((self.class[member], value(member))).or_insert(next);
            if number == next {
                self.leaders.push(member);
            }
            self.class[member] = number;
        }
    }
}
