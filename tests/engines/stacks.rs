//! post* of random pushdown systems against a search on bounded stacks; executions against the rules; languages as
//! sets of words.
//!
//! `MOVERLOG_RANDOM` sets the number of systems, `MOVERLOG_SEED` their seed.

use crate::support::setting;
use moverlog::control::Control;
use moverlog::random::Random;
use moverlog::stacks::{Language, Place, Rule, Symbol, System, Word, post_star};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

const SYMBOLS: u32 = 3;
const PLACES: u32 = 3;

/// Stacks are searched up to this depth.
const DEPTH: usize = 7;

/// Words of up to this length are looked for in languages.
const LENGTH: usize = 5;

type Stack = Vec<Symbol>;

struct Rules(BTreeMap<(Place, Symbol), Rc<[Rule]>>);

impl System for Rules {
    fn rules(&self, place: Place, top: Symbol) -> Rc<[Rule]> {
        self.0.get(&(place, top)).cloned().unwrap_or_else(|| Rc::from([]))
    }
}

impl Rules {
    fn random(random: &mut Random) -> Self {
        let mut rules: BTreeMap<(Place, Symbol), Vec<Rule>> = BTreeMap::new();
        for _ in 0..2 + random.below(9) {
            let head = (Place(random.below(PLACES as usize) as u32), symbol(random));
            let word = match random.below(3) {
                0 => Word::Pop,
                1 => Word::Swap(symbol(random)),
                _ => Word::Push(symbol(random), symbol(random)),
            };
            rules.entry(head).or_default().push(Rule { to: Place(random.below(PLACES as usize) as u32), word });
        }
        Rules(rules.into_iter().map(|(head, rules)| (head, rules.into())).collect())
    }

    fn next(&self, (place, stack): &(Place, Stack)) -> Vec<(Place, Stack)> {
        let Some(top) = stack.first() else { return vec![] };
        self.rules(*place, *top).iter().map(|rule| (rule.to, after(rule.word, &stack[1..]))).collect()
    }
}

fn after(word: Word, rest: &[Symbol]) -> Stack {
    let top = match word {
        Word::Pop => vec![],
        Word::Swap(a) => vec![a],
        Word::Push(a, b) => vec![a, b],
    };
    top.into_iter().chain(rest.iter().copied()).collect()
}

fn symbol(random: &mut Random) -> Symbol {
    Symbol(random.below(SYMBOLS as usize) as u32)
}

fn words() -> Vec<Stack> {
    let mut all: Vec<Stack> = vec![vec![]];
    let mut last = all.clone();
    for _ in 0..LENGTH {
        last = last.iter().flat_map(|w| (0..SYMBOLS).map(|s| w.iter().copied().chain([Symbol(s)]).collect())).collect();
        all.extend(last.clone());
    }
    all
}

/// All that is reached on stacks of bounded depth.
fn searched(rules: &Rules, from: Place, stacks: &[Stack]) -> BTreeSet<(Place, Stack)> {
    let mut seen: BTreeSet<(Place, Stack)> = stacks.iter().map(|s| (from, s.clone())).collect();
    let mut open: VecDeque<(Place, Stack)> = seen.iter().cloned().collect();
    while let Some(at) = open.pop_front() {
        for next in rules.next(&at) {
            if next.1.len() <= DEPTH && seen.insert(next.clone()) {
                open.push_back(next);
            }
        }
    }
    seen
}

#[test]
fn post_star_is_what_a_search_reaches() {
    let (count, seed) = (setting("MOVERLOG_RANDOM", 400), setting("MOVERLOG_SEED", 1));
    let mut random = Random::new(seed);
    let (words, mut deep) = (words(), 0);
    for i in 0..count {
        let rules = Rules::random(&mut random);
        let first: Stack = (0..1 + random.below(3)).map(|_| symbol(&mut random)).collect();
        let (one, two) = (Place(0), Place(random.below(PLACES as usize) as u32));
        deep += u32::from(agrees(&rules, one, &Language::word(&first), &words));
        // From what that reaches on, which is a language that is not one word.
        let control = Control::default();
        let reached = post_star(&rules, (one, &Language::word(&first)), &|_, _| false, 10_000, &control);
        if let Some(language) = reached.language(two, &control) {
            agrees(&rules, two, &language, &words);
            let again = post_star(&rules, (two, &language), &|_, _| false, 10_000, &control);
            let more = again.language(two, &control).expect("what one begins with is reached");
            assert_eq!(more, language, "system {i} of seed {seed}: post* of post* is nothing new");
        }
    }
    assert!(deep > 0, "stacks without bound are among them");
}

/// Whether the search and post* agree, and how each short stack is reached; whether some stack is too deep to search.
fn agrees(rules: &Rules, from: Place, language: &Language, words: &[Stack]) -> bool {
    let control = Control::default();
    let saturation = post_star(rules, (from, language), &|_, _| false, 10_000, &control);
    let given: Vec<Stack> = words.iter().filter(|w| language.contains(w)).cloned().collect();
    let found = searched(rules, from, &given);
    let mut languages = BTreeMap::new();
    for place in saturation.places() {
        languages.extend(saturation.language(place, &control).map(|l| (place, l)));
    }
    let contains = |place, stack: &Stack| languages.get(&place).is_some_and(|l: &Language| l.contains(stack));
    found.iter().for_each(|(place, stack)| assert!(contains(*place, stack), "{place:?} {stack:?} is missed"));
    for (place, l) in &languages {
        let shortest = l.shortest();
        assert!(contains(*place, &shortest) && words.iter().all(|w| w.len() >= shortest.len() || !l.contains(w)));
        for stack in words.iter().filter(|w| l.contains(w)).chain([&shortest]) {
            let (begins, applied) = saturation.execution(*place, stack, &control).expect("it is reached");
            assert!(language.contains(&begins));
            let mut at = (from, begins);
            for step in applied {
                assert_eq!((step.place, Some(&step.top)), (at.0, at.1.first()));
                at = rules.next(&at).swap_remove(step.rule);
            }
            assert_eq!(at, (*place, stack.clone()));
        }
    }
    found.iter().any(|(_, stack)| stack.len() == DEPTH)
}

/// Equal sets of stacks are one language, and inclusion is that of sets.
#[test]
fn languages_are_sets() {
    let (count, seed) = (setting("MOVERLOG_RANDOM", 400), setting("MOVERLOG_SEED", 1));
    let mut random = Random::new(seed);
    let words = words();
    let control = Control::default();
    let mut seen: Vec<(BTreeSet<&Stack>, Language)> = vec![];
    for _ in 0..count {
        let rules = Rules::random(&mut random);
        let first = Language::word(&[symbol(&mut random)]);
        let saturation = post_star(&rules, (Place(0), &first), &|_, _| false, 10_000, &control);
        for language in saturation.places().filter_map(|place| saturation.language(place, &control)) {
            let short = words.iter().filter(|w| language.contains(w)).collect();
            seen.push((short, language));
        }
        seen.truncate(60);
        let (a, b) = (&seen[random.below(seen.len())], &seen[random.below(seen.len())]);
        assert_eq!(a.1.includes(&b.1) && b.1.includes(&a.1), a.1 == b.1);
        assert!(!a.1.includes(&b.1) || a.0.is_superset(&b.0));
        assert!(a.1.includes(&b.1) || !a.0.is_superset(&b.0) || a.1.states().max(b.1.states()) > 2);
        if random.percent(10) {
            seen.clear();
            seen.push((BTreeSet::from([&words[1]]), Language::word(&words[1])));
        }
    }
}
