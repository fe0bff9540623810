//! In which orders of steps an error happens: what tells one class of its schedules from the others.

use crate::driver::{Class, Origin, Told, Who};
use crate::ir::Program;
use moverlog_rules::Tid;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// `thread 1 writes x at L0 before thread 2 reads it at M0`, for each order that is not one of all these classes.
pub(super) fn orders(program: &Program, classes: &[Class], i: usize) -> Vec<String> {
    let class = &classes[i];
    let shared = |o: &&Origin| classes.iter().all(|c| c.origins.contains(o));
    let naming = Naming { program, class };
    let own: Vec<&Origin> = class.origins.iter().filter(|o| !shared(o)).collect();
    let between: Vec<&Origin> = own.iter().copied().filter(|o| naming.is_between_threads(o, classes)).collect();
    let told = if between.is_empty() { own } else { between };
    let said: BTreeSet<String> = told.into_iter().map(|o| naming.order(o, classes)).collect();
    let more = said.len().saturating_sub(TOLD);
    said.into_iter().take(TOLD).chain((more > 0).then(|| format!("and {more} more"))).collect()
}

/// So many orders of a class are told.
const TOLD: usize = 4;

struct Naming<'a> {
    program: &'a Program,
    class: &'a Class,
}

impl Naming<'_> {
    fn order(&self, o: &Origin, classes: &[Class]) -> String {
        let (name, reader) = (&self.program.global_of(o.variable).name, self.who(&o.reader));
        let (reads, again) = (self.at(&o.reader), o.writer.is_some_and(|w| self.is_same(&w, &o.reader)));
        match o.writer {
            Some(w) if again => {
                format!("{reader} reads {name} at {reads} with no other write since its own at {}", self.at(&w))
            }
            Some(w) => format!("{} writes {name} at {} before {reader} reads it at {reads}", self.who(&w), self.at(&w)),
            None => format!("{reader} reads {name} at {reads} {}", self.before(o, classes)),
        }
    }

    /// Whether it says who came first: the write of one thread, or another's read of what was there before it.
    fn is_between_threads(&self, o: &Origin, classes: &[Class]) -> bool {
        o.writer.map_or_else(|| !self.others(o, classes).is_empty(), |w| !self.is_same(&w, &o.reader))
    }

    fn others(&self, o: &Origin, classes: &[Class]) -> BTreeSet<&str> {
        let same = |other: &&Origin| (other.variable, other.reader) == (o.variable, o.reader);
        let others = classes.iter().flat_map(|c| c.origins.iter().filter(same)).filter_map(|o| o.writer);
        others.map(|w| self.at(&w)).collect()
    }

    /// What has not been written yet, by what the other classes read there.
    fn before(&self, o: &Origin, classes: &[Class]) -> String {
        let others = self.others(o, classes);
        match others.is_empty() {
            true => "as it was at the start".into(),
            false => {
                let others = others.into_iter().collect::<Vec<_>>().join(" or ");
                format!("before it is written at {others}")
            }
        }
    }

    fn at(&self, who: &Who) -> &str {
        &self.program.location(who.loc).name
    }

    fn is_same(&self, a: &Who, b: &Who) -> bool {
        a.itself && b.itself
            || !a.itself && !b.itself && self.threads(a) == self.threads(b) && self.threads(a).len() == 1
    }

    /// The threads that make this step in the execution that is shown.
    fn threads(&self, who: &Who) -> BTreeSet<Tid> {
        let failed = &self.class.failed;
        let is = |t: Tid, step: &Told| {
            let procedure = self.program.threads[t.0 as usize - 1].procedure;
            step.loc == who.loc && procedure == who.procedure && (t == failed.thread) == who.itself
        };
        let makes = failed.story.iter().filter(|t| t.steps.iter().any(|step| is(t.thread, step)));
        makes.map(|t| t.thread).collect()
    }

    fn who(&self, who: &Who) -> String {
        let threads: Vec<String> = self.threads(who).iter().map(|t| t.0.to_string()).collect();
        format!("thread {}", threads.join(" or "))
    }
}

/// Everything that its reads see.
pub(super) fn origins_json(program: &Program, class: &Class) -> Value {
    let naming = Naming { program, class };
    let step = |who: &Who| {
        let threads: Vec<u32> = naming.threads(who).iter().map(|t| t.0).collect();
        json!({"threads": threads, "location": naming.at(who), "line": program.location(who.loc).line})
    };
    let one = |o: &Origin| {
        json!({
            "variable": program.global_of(o.variable).name,
            "read_by": step(&o.reader),
            "written_by": o.writer.as_ref().map(step),
        })
    };
    class.origins.iter().map(one).collect()
}
