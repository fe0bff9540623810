//! Which threads a program may have, and the procedures with which they begin.

use super::threads::{Cell0, Threads};
use super::types::{INT, Type};
use super::unit::Unit;
use crate::c::Options;
use crate::ir::{GlobalKind, Thread};
use lang_c::span::Span;
use std::collections::BTreeMap;

/// So many threads are created at one place if it is known to be passed so often.
const MOST_KNOWN: u32 = 16;

impl Unit<'_> {
    /// Who may be created, and where.
    pub(super) fn plan_threads(&mut self) {
        self.structs.kinds = self.facts.kinds;
        let entry = self.options.entry.clone();
        self.entry_is_no_thread(&entry);
        let first = u32::from(!["pthread_self", "thrd_current"].iter().any(|f| self.facts.is_called(f)));
        let mut threads = Threads { all: vec![(entry.clone(), entry)], first, ..Threads::default() };
        let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
        for (site, times) in self.facts.sites() {
            let many = times.filter(|n| *n <= MOST_KNOWN).unwrap_or(self.options.threads);
            // More are tried where those were too few.
            let raised = site.guessed && self.options.threads > Options::default().threads;
            let many = if raised { many.max(self.options.threads) } else { many };
            let functions = site.function.map_or_else(|| self.beginnings(), |f| vec![f]);
            for function in functions.iter().flat_map(|f| (0..many).map(move |_| f)) {
                let number = numbers.entry(function.clone()).or_default();
                *number += 1;
                threads.sites.entry(site.at).or_default().push(threads.all.len() as u32);
                threads.all.push((format!("{function}#{number}"), function.clone()));
            }
        }
        self.threads = threads;
        self.threads.started = self.flags("started");
        self.threads.ended = self.flags("ended");
        self.threads.argument = self.flags("argument");
        self.threads.result = self.flags("result");
        self.threads.joined = self.flags("joined");
        if self.options.idle_threads {
            let data = GlobalKind::Data(INT.domain());
            self.program.idle = Some(self.variable("threads that never move", 1, false, data, Span::none()));
        }
    }

    /// The functions with which a thread may begin that is created through a variable.
    fn beginnings(&self) -> Vec<String> {
        let fits = |f: &&String| matches!(self.types.get(*f), Some(Type::Function(t)) if t.parameters.len() < 2);
        self.facts.taken.iter().filter(fits).cloned().collect()
    }

    /// A created thread waits for its creator, the first one for nobody: no function is both.
    fn entry_is_no_thread(&mut self, entry: &str) {
        let by_variable =
            self.facts.taken.iter().any(|f| f == entry) && self.facts.sites().iter().any(|(s, _)| s.function.is_none());
        if let Some(definition) = self.functions.get(entry)
            && (by_variable || self.facts.is_created(entry))
        {
            let message = format!("`{entry}` is what the program begins with, and threads may be created with it");
            let refusal = self.refusal(definition.declarator.span, message, "begins here");
            self.diagnostics.push(refusal.help("begin with a function that calls it"));
        }
    }

    fn flags(&mut self, what: &str) -> Cell0 {
        let first = self.next_cell().0;
        for thread in self.threads.first..self.threads.count() {
            let name = format!("{}.{what}", self.threads.name(thread));
            self.variable(&name, 1, false, GlobalKind::Data(INT.domain()), Span::none());
        }
        first
    }
}

/// The procedures with which threads begin.
pub(super) fn roots(unit: &mut Unit<'_>) {
    for thread in 0..unit.threads.count() as usize {
        let function = unit.threads.all[thread].1.clone();
        let procedure = unit.procedure(&function, true);
        unit.program.threads.push(Thread { procedure, arguments: vec![] });
    }
}
