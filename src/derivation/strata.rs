//! When rules run: a rule that asks that a relation lack a fact, or what its facts come to, runs when the relation
//! is complete. That there is such an order is seen to here.

use super::rules::Rules;
use crate::diagnostics::Diagnostic;
use std::collections::{BTreeSet, VecDeque};

impl Rules {
    /// The stratum of each rule; or which relation needs itself to be complete, and along which relations.
    pub(super) fn stratified(&self) -> Result<Vec<usize>, Vec<Diagnostic>> {
        let mut of = vec![0; self.relations.len()];
        let mut rising = true;
        while rising && of.iter().all(|stratum| *stratum <= self.relations.len()) {
            let before = of.clone();
            (0..self.rules.len()).for_each(|rule| self.raise(rule, &mut of));
            rising = before != of;
        }
        let circles = if rising { self.circles() } else { vec![] };
        let least = |rule| self.least(rule, &of);
        if circles.is_empty() { Ok((0..self.rules.len()).map(least).collect()) } else { Err(circles) }
    }

    /// The first stratum in which the rule may run.
    fn least(&self, rule: usize, of: &[usize]) -> usize {
        let rule = &self.rules[rule];
        let heads = rule.heads.iter().map(|(r, _)| of[*r]);
        heads.chain(rule.needs().map(|(r, complete)| of[r] + usize::from(complete))).max().unwrap_or(0)
    }

    fn raise(&self, rule: usize, of: &mut [usize]) {
        let least = self.least(rule, of);
        self.rules[rule].heads.iter().for_each(|(r, _)| of[*r] = least);
    }

    /// Each rule that needs a relation to be complete which needs what the rule derives.
    fn circles(&self) -> Vec<Diagnostic> {
        let needs =
            |rule: usize| self.rules[rule].needs().filter(|(_, complete)| *complete).map(move |(r, _)| (rule, r));
        let needed = (0..self.rules.len()).flat_map(needs);
        let circle = |(rule, needed): (usize, usize)| {
            let way = self.rules[rule].heads.iter().find_map(|(head, _)| self.way(needed, *head))?;
            let names: Vec<String> = way.iter().map(|r| format!("`{}`", self.relations[*r].0)).collect();
            let message = format!("{} would have to be complete before it is derived", names[0]);
            let help = format!("it needs {}, and that needs {} complete", names[1..].join(", which needs "), names[0]);
            let help =
                if way.len() == 1 { format!("this rule derives {}, which it needs complete", names[0]) } else { help };
            Some(Diagnostic::error(message, self.rules[rule].span, "this rule runs when it is").help(help))
        };
        needed.filter_map(circle).collect()
    }

    /// Relations from one to another, each derived from the next.
    fn way(&self, from: usize, to: usize) -> Option<Vec<usize>> {
        let (mut open, mut seen) = (VecDeque::from([vec![from]]), BTreeSet::from([from]));
        while let Some(way) = open.pop_front() {
            let last = way[way.len() - 1];
            if last == to {
                return Some(way);
            }
            let deriving = self.rules.iter().filter(|rule| rule.heads.iter().any(|(head, _)| *head == last));
            let needed = deriving.flat_map(|rule| rule.needs()).filter(|(r, _)| seen.insert(*r));
            open.extend(needed.map(|(r, _)| [way.as_slice(), &[r]].concat()));
        }
        None
    }
}
