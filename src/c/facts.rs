//! What is known of functions before they are lowered: which locals escape into memory, who calls whom, and how often.

use super::allocators::Allocators;
use super::fixed::Fixed;
use super::mathematics::is_mathematics;
use super::tree::name_of;
use super::types::Sync;
use super::walk::{Fact, Site, Times, Walk, product};
use lang_c::ast::*;
use lang_c::visit::{self, Visit};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What tells numbers of 64 bits of which those that fit into 32 are followed.
const BEYOND: [&str; 6] =
    ["time", "clock", "clock_gettime", "timespec_get", "gettimeofday", "pthread_attr_getstacksize"];

#[derive(Default, Debug)]
pub(super) struct Facts {
    functions: BTreeMap<String, Fact>,
    /// What the program begins with.
    entry: String,
    /// Where mutexes are of several kinds.
    pub(super) kinds: bool,
    /// Numbers that values are compared with, and those beside them.
    pub(super) numbers: BTreeSet<i32>,
    /// Functions whose address is taken.
    pub(super) taken: Vec<String>,
    /// Objects are given back, or grow.
    pub(super) frees: bool,
    /// Which objects of the library are destroyed.
    pub(super) destroys: Vec<Sync>,
    /// Somebody asks what a thread has returned.
    pub(super) results: bool,
    /// Handlers wait for the end of a thread.
    pub(super) cleanups: bool,
    /// Objects that are constants.
    pub(super) fixed: Rc<Fixed>,
    /// Functions that do nothing but allocate.
    pub(super) allocators: Rc<Allocators>,
}

impl Facts {
    pub(super) fn of(unit: &TranslationUnit, entry: &str) -> Facts {
        let fixed = Rc::new(Fixed::of(unit));
        let allocators = Rc::new(Allocators::of(unit));
        let known =
            || Walk { times: Some(1), fixed: Rc::clone(&fixed), allocators: Rc::clone(&allocators), ..Walk::default() };
        let mut facts = Facts {
            entry: entry.into(),
            fixed: Rc::clone(&fixed),
            allocators: Rc::clone(&allocators),
            ..Facts::default()
        };
        for external in &unit.0 {
            let mut walk = known();
            let name = match &external.node {
                ExternalDeclaration::FunctionDefinition(definition) => {
                    let body = &definition.node.statement;
                    visit::visit_statement(&mut walk, &body.node, &body.span);
                    walk.parameters(&definition.node);
                    name_of(&definition.node.declarator)
                }
                ExternalDeclaration::Declaration(declaration) => {
                    walk.visit_declaration(&declaration.node, &declaration.span);
                    // What stands in initialisers is done once, by nobody.
                    format!("={}", external.span.start)
                }
                ExternalDeclaration::StaticAssert(_) => continue,
            };
            facts.kinds |= walk.kinds;
            facts.frees |= walk.frees;
            facts.destroys.extend(walk.destroys);
            facts.numbers.extend(walk.numbers.iter().flat_map(|n| [n.saturating_sub(1), *n, n.saturating_add(1)]));
            facts.results |= walk.results;
            facts.cleanups |= walk.cleanups;
            facts.functions.insert(name, walk.fact);
        }
        facts.resolve();
        facts
    }

    /// Calls and threads through variables may lead to every function whose address is taken.
    fn resolve(&mut self) {
        let all: BTreeSet<String> = self.functions.keys().filter(|f| !f.starts_with('=')).cloned().collect();
        let taken: Vec<String> = all.iter().filter(|f| self.takes(f)).cloned().collect();
        let global = |name: &String| name.starts_with('=');
        let globals = self.functions.iter().filter(|(name, _)| global(name)).flat_map(|(_, f)| f.variables.clone());
        let globals: BTreeSet<String> = globals.collect();
        for fact in self.functions.values_mut() {
            let variable = |c: &String| fact.variables.contains(c) || globals.contains(c);
            for site in &mut fact.creates {
                site.function = site.function.take().filter(|f| all.contains(f) && !variable(f));
            }
            let unknown: Vec<Times> = fact
                .calls
                .iter()
                .filter(|(c, _)| variable(c) || !all.contains(c) && !is_library(c))
                .map(|(_, times)| *times)
                .collect();
            let calls = unknown.into_iter().flat_map(|times| taken.iter().map(move |f| (f.clone(), times)));
            fact.calls.extend(calls);
        }
        self.taken = taken;
        self.resolve_endings();
    }

    /// Whoever ends a thread calls the destructors of keys, and whoever ends the program its handlers.
    fn resolve_endings(&mut self) {
        let (destructors, handlers) = (self.destructors(), self.handlers());
        let begins = |f: &String, facts: &Facts| facts.is_created(f) || facts.taken.contains(f);
        for name in self.functions.keys().cloned().collect::<Vec<_>>() {
            let calls = |callee: &[&str]| self.functions[&name].calls.iter().any(|(c, _)| callee.contains(&c.as_str()));
            let thread = begins(&name, self) || calls(&["pthread_exit", "thrd_exit"]);
            let program = name == self.entry || calls(&["exit"]);
            let ended = [(thread, &destructors), (program, &handlers)].into_iter().filter(|(ends, _)| *ends);
            let called = ended.flat_map(|(_, all)| all.iter().map(|f| (f.clone(), None))).collect::<Vec<_>>();
            self.functions.entry(name).or_default().calls.extend(called);
        }
    }

    /// What is called with the values of keys when a thread ends.
    pub(super) fn destructors(&self) -> Vec<String> {
        self.registered(|f| &f.keys)
    }

    /// What is called when the program ends.
    pub(super) fn handlers(&self) -> Vec<String> {
        self.registered(|f| &f.handlers)
    }

    /// Whether something is called when a thread or the program ends.
    pub(super) fn ends_call(&self) -> bool {
        self.functions.values().any(|f| !f.keys.is_empty() || !f.handlers.is_empty())
    }

    /// Whether a function may come to a call of one of these.
    pub(super) fn may_call(&self, function: &str, callees: &[&str]) -> bool {
        self.reached(function).iter().any(|f| callees.contains(&f.as_str()))
    }

    fn registered(&self, sites: impl Fn(&Fact) -> &Vec<Site>) -> Vec<String> {
        let named = self.functions.values().flat_map(|f| sites(f).iter().filter_map(|s| s.function.clone()));
        let all: BTreeSet<String> = named.filter(|f| f == "free" || self.functions.contains_key(f)).collect();
        all.into_iter().collect()
    }

    /// How many keys are created.
    pub(super) fn keys(&self) -> Times {
        self.all_times(|f| &f.keys)
    }

    /// How many handlers there are.
    pub(super) fn handled(&self) -> Times {
        self.all_times(|f| &f.handlers)
    }

    fn all_times(&self, sites: impl Fn(&Fact) -> &Vec<Site>) -> Times {
        let of = |(name, fact): (&String, &Fact)| {
            let times = sites(fact).iter().map(|s| s.times);
            times.map(|t| product(self.times(name), t)).collect::<Vec<_>>()
        };
        self.functions.iter().flat_map(of).try_fold(0u32, |all, t| t.map(|t| all.saturating_add(t)))
    }

    /// Whether a local of this name needs a place in memory; `array`: if it is one.
    pub(super) fn escapes(&self, function: &str, name: &str, array: bool) -> bool {
        let fact = self.functions.get(function);
        fact.is_some_and(|f| f.escaping.contains(name) || array && f.bare.contains(name))
    }

    /// Whether a function uses a name.
    pub(super) fn mentions(&self, function: &str, name: &str) -> bool {
        let all =
            |f: &Fact| [&f.bare, &f.escaping].iter().any(|names| names.contains(name)) || f.indexed.contains_key(name);
        self.functions.get(function).is_some_and(all)
    }

    /// The last element that a function names, if it asks nothing else of what has this name, and all are known.
    pub(super) fn last_named(&self, function: &str, name: &str) -> Option<u32> {
        let fact = self.functions.get(function)?;
        let other = fact.bare.contains(name) || fact.escaping.contains(name);
        fact.indexed.get(name).copied().flatten().filter(|_| !other)
    }

    /// The names of functions that are called.
    pub(super) fn called(&self) -> impl Iterator<Item = &str> {
        self.functions.values().flat_map(|f| f.calls.iter().map(|(callee, _)| callee.as_str()))
    }

    pub(super) fn is_called(&self, function: &str) -> bool {
        self.called().any(|callee| callee == function)
    }

    /// Whether the program calls one of these once at most: where it begins, and in no loop.
    pub(super) fn calls_once(&self, functions: &[&str]) -> bool {
        let of = |fact: &Fact| fact.calls.iter().filter(|(callee, _)| functions.contains(&callee.as_str())).count();
        let Some(entry) = self.functions.get(&self.entry) else { return false };
        let all: usize = self.functions.values().map(of).sum();
        let jumps = entry.calls.iter().any(|(callee, times)| functions.contains(&callee.as_str()) && times.is_none());
        all == 1 && of(entry) == 1 && !jumps && functions.iter().all(|f| !entry.repeated.contains(*f))
    }

    /// Whether values from outside may take more than 32 bits.
    pub(super) fn goes_on(&self) -> bool {
        BEYOND.iter().any(|function| self.is_called(function))
    }

    /// Whether some place creates threads that begin with this function by its name.
    pub(super) fn is_created(&self, function: &str) -> bool {
        let begins = |s: &Site| s.function.as_deref() == Some(function);
        self.functions.values().any(|f| f.creates.iter().any(begins))
    }

    /// Whether somebody may ask for the result of a function.
    pub(super) fn asks(&self, function: &str) -> bool {
        let by_pointer = self.taken.iter().any(|f| f == function);
        let may_be = |callee: &String| callee == function || by_pointer && !self.functions.contains_key(callee);
        self.functions.values().any(|f| f.asked.iter().any(may_be))
    }

    /// All places that create threads, with how often each is passed, in the order of the text.
    pub(super) fn sites(&self) -> Vec<(Site, Times)> {
        let mut sites = vec![];
        for (name, fact) in &self.functions {
            for site in &fact.creates {
                let site = Site { guessed: site.guessed || self.is_guessed(name), ..site.clone() };
                let times = product(self.times(name), site.times);
                sites.push((site, times));
            }
        }
        sites.sort_by_key(|(site, _)| site.at);
        sites
    }

    /// Whether how often a function is called is a guess.
    fn is_guessed(&self, function: &str) -> bool {
        self.functions.values().any(|fact| fact.guessed.contains(function))
    }

    /// Whether how often a place allocates is a guess.
    pub(super) fn allocates_about(&self, function: &str, at: usize) -> bool {
        let site = self.functions.get(function).and_then(|fact| fact.allocates.iter().find(|s| s.at == at));
        site.is_some_and(|site| site.guessed || self.is_guessed(function))
    }

    /// How often a place that allocates is passed.
    pub(super) fn allocations(&self, function: &str, at: usize) -> Times {
        let fact = self.functions.get(function)?;
        let site = fact.allocates.iter().find(|s| s.at == at)?;
        product(self.times(function), site.times)
    }

    /// The offset of the allocation inside of an expression.
    pub(super) fn allocation_within(&self, function: &str, start: usize, end: usize) -> Option<usize> {
        let sites = &self.functions.get(function)?.allocates;
        sites.iter().map(|s| s.at).find(|at| (start..end).contains(at))
    }

    /// How often a function is entered, by calls and as a thread.
    pub(super) fn times(&self, function: &str) -> Times {
        self.times_from(function, &mut BTreeMap::new())
    }

    /// `known`: what was found, and nothing for those on the way to which this is needed: they lie on a circle.
    fn times_from<'f>(&'f self, function: &'f str, known: &mut BTreeMap<&'f str, Times>) -> Times {
        if let Some(times) = known.get(function) {
            return *times;
        }
        known.insert(function, None);
        let mut all = Some(u32::from(function == self.entry));
        for (caller, fact) in &self.functions {
            let starts = fact.creates.iter().filter(|s| s.function.as_deref().is_none_or(|f| f == function));
            let calls = fact.calls.iter().filter(|(callee, _)| callee == function).map(|(_, times)| *times);
            for times in calls.chain(starts.map(|s| s.times)) {
                let entered = product(self.times_from(caller, known), times);
                all = all.zip(entered).map(|(a, b)| a.saturating_add(b));
            }
        }
        known.insert(function, all);
        all
    }

    /// Whether a function may call itself.
    pub(super) fn is_recursive(&self, function: &str) -> bool {
        let mut open = vec![function];
        let mut seen = BTreeSet::new();
        while let Some(f) = open.pop() {
            for (callee, _) in self.functions.get(f).into_iter().flat_map(|f| &f.calls) {
                if callee == function {
                    return true;
                }
                if seen.insert(callee) {
                    open.push(callee);
                }
            }
        }
        false
    }

    /// The functions that a thread may run which begins with this one.
    pub(super) fn reached(&self, function: &str) -> BTreeSet<String> {
        let mut seen = BTreeSet::from([function.to_string()]);
        let mut open = vec![function.to_string()];
        while let Some(f) = open.pop() {
            for (callee, _) in self.functions.get(&f).into_iter().flat_map(|f| &f.calls) {
                if seen.insert(callee.clone()) {
                    open.push(callee.clone());
                }
            }
        }
        seen
    }
}

/// Whether a function without a body does nothing but what the library says.
fn is_library(name: &str) -> bool {
    const PREFIXES: [&str; 12] =
        ["pthread_", "sem_", "mtx_", "cnd_", "thrd_", "tss_", "atomic_", "__", "call_once", "mem", "str", "nondet_"];
    const OTHERS: [&str; 48] = [
        "sigemptyset",
        "sigfillset",
        "sigaddset",
        "sigdelset",
        "sigprocmask",
        "sched_setaffinity",
        "close",
        "fclose",
        "fgets",
        "fopen",
        "fwrite",
        "gettimeofday",
        "rand_r",
        "setbuf",
        "setlocale",
        "write",
        "scanf",
        "sscanf",
        "fscanf",
        "malloc",
        "calloc",
        "free",
        "printf",
        "fprintf",
        "puts",
        "putchar",
        "abort",
        "exit",
        "reach_error",
        "assert",
        "sleep",
        "usleep",
        "rand",
        "srand",
        "srand48",
        "time",
        "sched_yield",
        "fflush",
        "perror",
        "nanosleep",
        "alloca",
        "assume",
        "realloc",
        "aligned_alloc",
        "atexit",
        "atoi",
        "atol",
        "ffs",
    ];
    PREFIXES.iter().any(|p| name.starts_with(p)) || OTHERS.contains(&name) || is_mathematics(name)
}

impl Facts {
    /// Whether some function takes the address of this one.
    pub(super) fn takes(&self, function: &str) -> bool {
        self.functions.values().any(|f| f.bare.contains(function) || f.escaping.contains(function))
    }
}
