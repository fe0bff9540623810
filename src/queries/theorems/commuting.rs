//! Right and left commutativity of steps between states, up to an equivalence of where both orders end.

use super::shown::Breach;
use super::system::System;
use super::trial::Trial;
use crate::movers::Class;
use moverlog_rules::Tid;

/// Whether the ends of two orders of steps of `t` and `u` are the same.
pub(super) type Same<'s> = &'s dyn Fn(Tid, Tid, usize, usize) -> bool;

impl System<'_> {
    /// A step of t into R(t), and then one of u, can be taken the other way round: FQ B.3, CPC Theorem 1 item 3, DYN
    /// Definition 5 item 8.
    pub(super) fn right_commutes(&self, same: Same<'_>) -> Trial {
        let mut trial = Trial::new("pairs of steps");
        for (s1, t, u, s2, s3) in self.pairs() {
            if self.class(t, s2) != Class::Right {
                continue;
            }
            let first = self.next(u, s1).iter().flat_map(|s4| self.next(t, *s4));
            let mut ends = first.filter(|end| self.class(t, **end) == Class::Right);
            let says = "{t} comes into R, and its step cannot be taken after that of {u}";
            let commutes = ends.any(|end| same(t, u, s3, *end));
            trial.tried(commutes, || Breach { u, steps: vec![(s2, t), (s3, u)], ..Breach::of(s1, t, says) });
        }
        trial
    }

    /// A step of u, and then one of t out of L(t), can be taken the other way round: FQ B.4, CPC Theorem 1 item 4, DYN
    /// Definition 5 item 9.
    pub(super) fn left_commutes(&self, same: Same<'_>) -> Trial {
        let mut trial = Trial::new("pairs of steps");
        for (s1, u, t, s2, s3) in self.pairs() {
            if self.class(t, s2) != Class::Left {
                continue;
            }
            let first = self.next(t, s1).iter().filter(|_| self.class(t, s1) == Class::Left);
            let mut ends = first.flat_map(|s4| self.next(u, *s4));
            let says = "{t} is in L, and its step cannot be taken before that of {u}";
            let commutes = ends.any(|end| same(t, u, s3, *end));
            trial.tried(commutes, || Breach { u, steps: vec![(s2, u), (s3, t)], ..Breach::of(s1, t, says) });
        }
        trial
    }

    /// Two steps of different threads, one after the other: from s1 by t to s2, by u to s3.
    fn pairs(&self) -> impl Iterator<Item = (usize, Tid, Tid, usize, usize)> + '_ {
        let threads = move |s1| self.tids.iter().flat_map(move |t| self.others(*t).map(move |u| (s1, *t, u)));
        self.states().flat_map(threads).flat_map(move |(s1, t, u)| {
            let then = move |s2: &usize| {
                let s2 = *s2;
                self.next(u, s2).iter().map(move |s3| (s1, t, u, s2, *s3))
            };
            self.next(t, s1).iter().flat_map(then)
        })
    }
}
