//! Random pushdown systems, and all that they can do, step by step, while no stack is higher than a bound.

use moverlog::pushdown::{Automaton, Configuration, Rule, System, Target, Top};
use moverlog::random::Random;
use std::collections::BTreeSet;

/// One to three threads over one to four shared states and two to four symbols each.
pub fn random_system(random: &mut Random) -> System {
    let (states, symbols) = (1 + random.below(4) as u32, 2 + random.below(3) as u32);
    let count = if random.percent(20) { 1 } else { 2 + usize::from(random.percent(30)) };
    let empty = random.percent(15);
    let alike = random.percent(25);
    let first = automaton(random, states, symbols, empty);
    let again = |random: &mut Random| if alike { first.clone() } else { automaton(random, states, symbols, empty) };
    let threads = (0..count).map(|_| again(random)).collect();
    let stack = |random: &mut Random| {
        let height = if random.percent(80) { 1 } else { random.below(3) };
        (0..height).map(|_| random.below(symbols as usize) as u32).collect()
    };
    let initial = Configuration { state: 0, stacks: (0..count).map(|_| stack(random)).collect() };
    let targets = (0..1 + random.below(2)).map(|_| target(random, states, symbols, count)).collect();
    System { states, threads, initial, targets, ..System::default() }
}

fn automaton(random: &mut Random, states: u32, symbols: u32, empty: bool) -> Automaton {
    let count = 2 + random.below(3 * symbols as usize);
    let mut rules: Vec<Rule> = (0..count).flat_map(|_| rules(random, states, symbols)).collect();
    if empty {
        let (q, to) = (random.below(states as usize) as u32, random.below(states as usize) as u32);
        let word = (0..random.below(2)).map(|_| random.below(symbols as usize) as u32).collect();
        rules.push(Rule { from: (q, None), to: (to, word), span: Default::default() });
    }
    Automaton { symbols: (0, symbols - 1), rules, ..Automaton::default() }
}

/// A rule, or one for each shared state, which stays.
fn rules(random: &mut Random, states: u32, symbols: u32) -> Vec<Rule> {
    let any = |random: &mut Random, n: u32| random.below(n as usize) as u32;
    let a = any(random, symbols);
    let height = [0, 0, 0, 1, 1, 1, 1, 2, 2][random.below(9)];
    let word: Vec<u32> = (0..height).map(|_| any(random, symbols)).collect();
    let rule = |q, to| Rule { from: (q, Some(a)), to: (to, word.clone()), span: Default::default() };
    if random.percent(30) {
        return (0..states).map(|q| rule(q, q)).collect();
    }
    let (q, to) = (any(random, states), any(random, states));
    vec![rule(q, to)]
}

fn target(random: &mut Random, states: u32, symbols: u32, threads: usize) -> Target {
    let state = random.below(states as usize) as u32;
    let top = |random: &mut Random| match random.below(4) {
        0 => Top::Empty,
        1 => Top::Any,
        _ => Top::Symbol(random.below(symbols as usize) as u32),
    };
    let tops = if random.percent(50) { (0..threads).map(|_| top(random)).collect() } else { vec![] };
    Target { state, tops }
}

/// What was found by single steps.
pub struct Found {
    pub all: BTreeSet<Key>,
    /// Whether a target was reached; nothing is looked for behind it.
    pub reached: bool,
    /// Whether some stack would have been higher, or there were too many.
    pub cut: bool,
}

/// A configuration: the shared state, and the stacks, bottom first.
pub type Key = (u32, Vec<Vec<u32>>);

/// Every configuration with stacks of at most so many symbols, and at most about so many of them.
pub fn explored(system: &System, height: usize, most: usize) -> Found {
    let first = (system.initial.state, system.initial.stacks.clone());
    let mut found = Found { all: BTreeSet::from([first.clone()]), reached: false, cut: false };
    let mut next = vec![first];
    while let Some(key) = next.pop() {
        let c = Configuration { state: key.0, stacks: key.1.clone() };
        found.reached |= system.targets.iter().any(|t| t.is_met_by(&c));
        for after in steps(system, &key) {
            if after.1.iter().any(|s| s.len() > height) || found.all.len() > most {
                found.cut = true;
            } else if found.all.insert(after.clone()) {
                next.push(after);
            }
        }
    }
    found
}

fn steps(system: &System, (q, stacks): &Key) -> Vec<Key> {
    let mut after = vec![];
    for (i, automaton) in system.threads.iter().enumerate() {
        let top = stacks[i].last().copied();
        for rule in automaton.rules.iter().filter(|r| r.from == (*q, top)) {
            let mut stacks = stacks.clone();
            stacks[i].pop();
            stacks[i].extend(rule.to.1.iter().rev());
            after.push((rule.to.0, stacks));
        }
    }
    after
}
