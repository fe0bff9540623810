//! Random systems: every ruleset that is sound against the plain interleaving of the same adapter, and
//! against a breadth-first search written here. `MOVERLOG_PROGRAMS` and `MOVERLOG_SEED` make a longer
//! campaign of it.

use moverlog_rules::*;
use std::collections::{BTreeSet, HashSet};

/// What stands at one program counter.
#[derive(Clone, Copy, Debug)]
enum Code {
    Acquire(usize),
    Release(usize),
    Set(usize, u8),
    Load(usize),
    /// Goes on only if the variable has this value.
    Assume(usize, u8),
    /// Goes wrong if the variable has this value.
    Fail(usize, u8),
    /// Both variables at once.
    Swap,
    /// To either of two places.
    Choose(usize, usize),
    /// Calls the procedure, which begins there.
    Call(usize),
    Return,
    Stop,
}

/// The letters of accesses to variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Letters {
    /// None moves.
    Non,
    /// They move where the variable's lock is held.
    Held,
    /// All do, which is for lock inference to restrict.
    Both,
}

/// Two variables, guarded by a lock each; a program for each thread and a procedure behind them.
#[derive(Debug)]
struct Random {
    code: Vec<Code>,
    starts: Vec<usize>,
    accesses: Letters,
    /// The letters that some locations have instead.
    claimed: Vec<Option<Mover>>,
}

/// The variables, and who holds their locks.
type Store = ([u8; 2], [u32; 2]);

/// Program counter and register.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct At(usize, u8);

const WRONG: At = At(usize::MAX, 0);

impl Random {
    /// The letter of an access by `t` to variable `x`.
    fn access(&self, t: Tid, (_, owners): &Store, x: usize) -> Mover {
        match self.accesses {
            Letters::Both => Mover::Both,
            Letters::Held if owners[x] == t.0 => Mover::Both,
            Letters::Held | Letters::Non => Mover::Non,
        }
    }
}

impl System for Random {
    type Global = Store;
    type Local = At;

    fn start(&self) -> (Store, Vec<At>) {
        (([0; 2], [0; 2]), self.starts.iter().map(|pc| At(*pc, 0)).collect())
    }

    fn steps(&self, t: Tid, g: &Store, at: &At) -> Vec<Step<Store, At>> {
        let mut steps = self.outcomes(t, g, *at);
        if let Some(mover) = self.claimed[at.0] {
            steps.iter_mut().for_each(|s| s.mover = mover);
        }
        steps
    }

    fn is_wrong(&self, l: &At) -> bool {
        *l == WRONG
    }

    /// The register is the result.
    fn resume(&self, l: &At, frame: &At) -> At {
        At(frame.0, l.1)
    }

    fn holders(&self, (_, owners): &Store) -> Option<Vec<Option<Tid>>> {
        Some(owners.iter().map(|t| (*t > 0).then_some(Tid(*t))).collect())
    }

    fn accesses(&self, _: Tid, _: &Store, at: &At) -> Option<Vec<Variable>> {
        Some(match self.code[at.0] {
            Code::Set(x, _) | Code::Load(x) | Code::Assume(x, _) | Code::Fail(x, _) => vec![Variable(x as u32)],
            Code::Swap => vec![Variable(0), Variable(1)],
            _ => vec![],
        })
    }
}

impl Random {
    fn outcomes(&self, t: Tid, g: &Store, At(pc, r): At) -> Vec<Step<Store, At>> {
        let next = At(pc + 1, r);
        let with = |x: usize, v: u8| {
            let mut g = *g;
            g.0[x] = v;
            g
        };
        let owned = |m: usize, t: u32| {
            let mut g = *g;
            g.1[m] = t;
            g
        };
        match self.code[pc] {
            Code::Acquire(m) if g.1[m] == 0 => vec![Step::to(Mover::Right, owned(m, t.0), next)],
            Code::Release(m) if g.1[m] == t.0 => vec![Step::to(Mover::Left, owned(m, 0), next)],
            Code::Set(x, v) => vec![Step::to(self.access(t, g, x), with(x, v), next)],
            Code::Load(x) => vec![Step::to(self.access(t, g, x), *g, At(pc + 1, g.0[x]))],
            Code::Assume(x, v) if g.0[x] == v => vec![Step::to(self.access(t, g, x), *g, next)],
            Code::Fail(x, v) if g.0[x] == v => vec![Step::to(self.access(t, g, x), *g, WRONG)],
            Code::Fail(x, _) => vec![Step::to(self.access(t, g, x), *g, next)],
            Code::Swap => vec![Step::to(Mover::Non, ([g.0[1], g.0[0]], g.1), next)],
            Code::Choose(one, other) => [one, other].map(|pc| Step::to(Mover::Both, *g, At(pc, r))).into(),
            Code::Call(entry) => vec![Step::call(Mover::Both, *g, At(entry, r), next)],
            Code::Return => vec![Step::back(Mover::Both, *g)],
            Code::Acquire(_) | Code::Release(_) | Code::Assume(..) | Code::Stop => vec![],
        }
    }
}

/// SplitMix64.
struct Seed(u64);

impl Seed {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % n as u64) as usize
    }

    fn code(&mut self, (from, to): (usize, usize), procedure: Option<usize>) -> Code {
        let (x, v) = (self.below(2), self.below(2) as u8);
        match self.below(if procedure.is_some() { 12 } else { 10 }) {
            0 | 1 => Code::Acquire(x),
            2 | 3 => Code::Release(x),
            4 => Code::Set(x, v),
            5 => Code::Load(x),
            6 => Code::Assume(x, v),
            7 => Code::Fail(x, v),
            8 => {
                if self.below(2) == 0 {
                    Code::Swap
                } else {
                    Code::Set(x, 1)
                }
            }
            9 => Code::Choose(from + self.below(to - from), from + self.below(to - from)),
            _ => Code::Call(procedure.expect("calls are drawn where there is a procedure")),
        }
    }

    /// Sections under locks are likely, so that there is something to reduce.
    fn program(&mut self) -> Random {
        let (threads, mut code, mut starts) = (2 + self.below(2), vec![], vec![]);
        let lengths: Vec<usize> = (0..=threads).map(|_| 2 + self.below(6 - threads)).collect();
        let entry: usize = lengths[..threads].iter().map(|n| n + 1).sum();
        for (i, length) in lengths.iter().enumerate() {
            let (from, callee) = (code.len(), (i < threads).then_some(entry));
            starts.extend(callee.map(|_| from));
            code.extend((0..*length).map(|_| self.code((from, from + length), callee)));
            code.push(if i < threads { Code::Stop } else { Code::Return });
        }
        let movers = [Mover::Right, Mover::Left, Mover::Both, Mover::Non];
        let claims = [0, 0, 1, 4][self.below(4)];
        let claimed = code.iter().map(|_| (self.below(8) < claims).then(|| movers[self.below(4)])).collect();
        Random { code, starts, accesses: [Letters::Non, Letters::Held, Letters::Both][self.below(3)], claimed }
    }
}

/// What is found by hand.
struct Searched {
    /// Whether some thread goes wrong.
    wrong: bool,
    /// How many configurations there are.
    size: usize,
    /// The locks that are held at every access to each variable.
    held: [BTreeSet<Mutex>; 2],
}

fn search(p: &Random) -> Searched {
    let (g, locals) = p.start();
    let first: (Store, Vec<(At, Vec<At>)>) = (g, locals.into_iter().map(|l| (l, vec![])).collect());
    let (mut seen, mut queue) = (HashSet::from([first.clone()]), vec![first]);
    let (mut at, mut held) = (0, [(); 2].map(|_| BTreeSet::from([Mutex(0), Mutex(1)])));
    while let Some((g, threads)) = queue.get(at).cloned() {
        for (i, (l, stack)) in threads.iter().enumerate().filter(|(_, (l, _))| *l != WRONG) {
            for z in p.accesses(Tid(i as u32 + 1), &g, l).into_iter().flatten() {
                held[z.0 as usize].retain(|m| g.1[m.0 as usize] == i as u32 + 1);
            }
            for step in p.steps(Tid(i as u32 + 1), &g, l) {
                let (mut threads, mut stack) = (threads.clone(), stack.clone());
                let l = match step.effect {
                    Effect::To(l) => l,
                    Effect::Call { entry, frame } => (stack.push(frame), entry).1,
                    Effect::Return => p.resume(l, &stack.pop().expect("only callees return")),
                };
                threads[i] = (l, stack);
                let next = (step.global, threads);
                queue.extend(seen.insert(next.clone()).then_some(next));
            }
        }
        at += 1;
    }
    let wrong = seen.iter().any(|(_, threads)| threads.iter().any(|(l, _)| *l == WRONG));
    Searched { wrong, size: seen.len(), held }
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

fn ruleset_named(name: &str) -> &'static Ruleset {
    ruleset(name).expect("it is listed")
}

/// With the letters that follow from protecting sets (FQ 4.2), computed once more.
struct Restricted<'a> {
    p: &'a Random,
    protection: &'a Protection,
    inference: Inference,
}

impl Restricted<'_> {
    /// Whether every variable that is accessed has locks, all held by t.
    fn all_held(&self, t: Tid, (_, owners): &Store, accessed: &[Variable]) -> bool {
        let sets = accessed.iter().map(|z| self.protection.of(*z).map(|m| owners[m.0 as usize]).collect::<Vec<_>>());
        sets.into_iter().all(|holders| !holders.is_empty() && holders.iter().all(|u| *u == t.0))
    }
}

impl System for Restricted<'_> {
    type Global = Store;
    type Local = At;

    fn start(&self) -> (Store, Vec<At>) {
        self.p.start()
    }

    fn steps(&self, t: Tid, g: &Store, at: &At) -> Vec<Step<Store, At>> {
        let accessed = self.p.accesses(t, g, at).expect("it is answered");
        let mut steps = self.p.steps(t, g, at);
        let left = self.all_held(t, g, &accessed);
        let right = self.inference.right_movers && steps.iter().all(|s| self.all_held(t, &s.global, &accessed));
        for step in &mut steps {
            step.mover = match (step.mover.is_right() && right, step.mover.is_left() && left) {
                (true, true) => Mover::Both,
                (true, false) => Mover::Right,
                (false, true) => Mover::Left,
                (false, false) => Mover::Non,
            };
        }
        steps
    }

    fn is_wrong(&self, l: &At) -> bool {
        self.p.is_wrong(l)
    }

    fn resume(&self, l: &At, frame: &At) -> At {
        self.p.resume(l, frame)
    }
}

/// The path is an execution, by a check that shares nothing with the one in the adapter.
fn goes_wrong(p: &Random, path: &[(Tid, Step<Store, At>)]) -> bool {
    let (mut g, mut locals) = p.start();
    let mut stacks = vec![vec![]; locals.len()];
    for (t, step) in path {
        let i = t.0 as usize - 1;
        assert!(p.steps(*t, &g, &locals[i]).contains(step), "{step:?} is no step at {:?}", locals[i]);
        g = step.global;
        locals[i] = match &step.effect {
            Effect::To(l) => *l,
            Effect::Call { entry, frame } => (stacks[i].push(*frame), *entry).1,
            Effect::Return => p.resume(&locals[i], &stacks[i].pop().expect("only callees return")),
        };
    }
    path.last().is_some_and(|(t, _)| locals[t.0 as usize - 1] == WRONG)
}

/// What the programs were like.
#[derive(Default, Debug)]
struct Tally {
    /// They go wrong, and all letters are true.
    wrong: usize,
    safe: usize,
    false_letters: usize,
    /// Safe, in fewer states than there are configurations.
    smaller: usize,
    /// Some committed transaction had to be ended at a local store.
    resting: usize,
    /// Lock inference says so.
    inferred: usize,
    /// It has found locks that protect a variable of several.
    protected: usize,
    /// It has kept states that are not reached under the final sets.
    kept: usize,
}

#[test]
fn rulesets_agree_with_a_search() {
    let (programs, seed) = (setting("MOVERLOG_PROGRAMS", 3000), setting("MOVERLOG_SEED", 1));
    let mut random = Seed(seed);
    let mut tally = Tally::default();
    for number in 0..programs {
        let p = random.program();
        let context = format!("program {number}, seed {seed}: {p:?}");
        let searched = search(&p);
        let Searched { wrong, size, .. } = searched;
        let doubts = doubts(&p, Bounds::default());
        for ruleset in RULESETS {
            let context = format!("{}, {context}", ruleset.name);
            let outcome = check(&p, ruleset, Bounds::default());
            let found = outcome.program.first_wrong().is_some();
            assert!(wrong || !found, "{context}");
            match &outcome.verdict {
                Verdict::Safe => assert!(!wrong && ruleset.claim != Claim::MissesErrors, "{context}"),
                Verdict::Wrong(path) => assert!(goes_wrong(&p, path), "{context}"),
                Verdict::Inconclusive(reason) => assert!(says_why(ruleset, reason), "{reason}: {context}"),
            }
            let is_sound = ruleset.claim == Claim::Sound && ruleset.inference.is_none();
            if let Some(inference) = ruleset.inference {
                tally.inferred(&p, ruleset, inference, &outcome, &searched, &context);
            }
            match (is_sound, ruleset.reduces()) {
                (true, false) => assert_eq!((found, outcome.states), (wrong, size), "{context}"),
                // By its own means: `check` also looks at the interleavings on which it tries letters.
                (true, true) if doubts.is_none() => {
                    assert_eq!(found, wrong, "{context}");
                    tally.note(&outcome, size);
                }
                _ => {}
            }
        }
        tally.false_letters += usize::from(doubts.is_some());
    }
    tally.write(programs, seed);
    let Tally { wrong, safe, false_letters, smaller, resting, inferred, protected, kept } = tally;
    let kinds = [wrong, safe, false_letters, smaller, resting, inferred, protected, kept];
    assert!(kinds.iter().all(|n| *n > 0), "all kinds of programs are met");
}

impl Tally {
    fn note(&mut self, outcome: &Outcome<'_, Random>, size: usize) {
        let safe = outcome.verdict == Verdict::Safe;
        self.safe += usize::from(safe);
        self.wrong += usize::from(!safe);
        self.smaller += usize::from(safe && outcome.states < size);
        self.resting += usize::from(!outcome.resting.is_empty());
    }

    /// Lock inference against reduction under the final sets, and against the locks that are held.
    fn inferred(
        &mut self,
        p: &Random,
        ruleset: &Ruleset,
        inference: Inference,
        outcome: &Outcome<'_, Random>,
        searched: &Searched,
        context: &str,
    ) {
        let protection = outcome.protection.as_ref().expect("everything is answered");
        let found = outcome.program.first_wrong().is_some();
        if found {
            return;
        }
        let restricted = Restricted { p, protection, inference };
        let reduced = check(&restricted, ruleset_named("reduction"), Bounds::default());
        if outcome.resting == reduced.resting {
            assert!(outcome.states >= reduced.states, "{context}");
            assert!(inference.keeps_states || outcome.states == reduced.states, "{context}");
            self.kept += usize::from(outcome.states > reduced.states);
        }
        if ruleset.claim == Claim::MissesErrors {
            return;
        }
        match (&outcome.verdict, &reduced.verdict) {
            (Verdict::Wrong(_), Verdict::Wrong(_)) => {} // the letters on their ways differ
            (one, other) => assert_eq!(one, other, "{context}"),
        }
        assert!(!searched.wrong || doubts(&restricted, Bounds::default()).is_some(), "{context}");
        if outcome.verdict == Verdict::Safe {
            let sets = [Variable(0), Variable(1)].map(|z| protection.of(z).collect::<BTreeSet<_>>());
            assert_eq!(sets, searched.held, "{context}");
            self.inferred += 1;
            self.protected += usize::from(sets.iter().any(|set| set.len() == 1));
        }
    }
}

#[allow(clippy::print_stderr, reason = "a campaign is told what it was")]
impl Tally {
    fn write(&self, programs: u64, seed: u64) {
        eprintln!("{programs} programs, seed {seed}: {self:?}");
    }
}

fn says_why(ruleset: &Ruleset, reason: &Reason<Store, At>) -> bool {
    match reason {
        Reason::Mover(_) => ruleset.reduces(),
        Reason::Claim => ruleset.claim == Claim::MissesErrors,
        _ => false,
    }
}
