//! For each state the one from which it was found. States are found in layers, so mostly that is the one before of the
//! state found just before, or one a little behind it: how far behind takes a byte.

use moverlog_rules::State;

/// Every so many states the one before is kept as it is.
const APART: usize = 64;

/// In place of a distance: it is not from 0 to 254.
const FAR: u8 = u8::MAX;

/// The states before, in the order of the states behind them.
#[derive(Clone, Default)]
pub(super) struct Before {
    /// From that of the state found just before.
    distances: Vec<u8>,
    /// Of every [`APART`]th state.
    kept: Vec<State>,
    /// Those that are far, beside the number of the state behind, in their order.
    far: Vec<(u32, State)>,
    latest: u32,
}

impl Before {
    pub(super) fn push(&mut self, before: State) {
        let at = self.distances.len();
        let distance = before.0.checked_sub(self.latest).and_then(|d| u8::try_from(d).ok()).unwrap_or(FAR);
        if distance == FAR {
            self.far.push((at as u32, before));
        }
        if at.is_multiple_of(APART) {
            self.kept.push(before);
        }
        self.distances.push(distance);
        self.latest = before.0;
    }

    pub(super) fn get(&self, s: State) -> State {
        let at = s.0 as usize;
        let first = at / APART * APART;
        self.follow(first, self.kept[first / APART]).nth(at - first).expect("the state is there")
    }

    /// Of all states, in their order.
    pub(super) fn iter(&self) -> impl Iterator<Item = State> {
        self.follow(0, self.kept.first().copied().unwrap_or(State(0)))
    }

    /// From the state with this number on, whose one before is given.
    fn follow(&self, first: usize, start: State) -> impl Iterator<Item = State> {
        let mut far = self.far[self.far.partition_point(|(at, _)| (*at as usize) <= first)..].iter();
        let step = move |before: State, distance: &u8| match *distance {
            FAR => far.next().expect("one for each").1,
            d => State(before.0 + u32::from(d)),
        };
        let behind = self.distances.get(first + 1..).unwrap_or_default();
        let rest = behind.iter().scan((start, step), |(before, step), distance| {
            *before = step(*before, distance);
            Some(*before)
        });
        self.distances.get(first).map(|_| start).into_iter().chain(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_before_is_found_again() {
        let mut all = vec![State(0)];
        let mut seed = 7_u32;
        for at in 1..5000_u32 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let last = all[at as usize - 1].0;
            let behind = [last, last + 1, last + 253, last + 254, last + 255, seed % at, 0][seed as usize / 3 % 7];
            all.push(State(behind));
        }
        let mut before = Before::default();
        all.iter().for_each(|s| before.push(*s));
        assert_eq!(before.iter().collect::<Vec<_>>(), all);
        assert!((0..5000).map(State).all(|s| before.get(s) == all[s.0 as usize]));
    }
}
