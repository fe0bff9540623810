//! From a file to the program: which procedures there are, and which threads.

use super::Options;
use super::ast::File;
use super::names::Names;
use super::procedure;
use super::unit::{Form, Unit, line};
use crate::control::Control;
use crate::diagnostics::Diagnostic;
use crate::ir::{Op, Program, Thread};
use crate::starts::{self, MOST_THREADS};

/// The program, `None` iff a diagnostic is an error or a bound has ended the work.
pub(super) fn lowered<'f>(
    file: &'f File,
    names: &'f Names<'f>,
    text: &'f str,
    options: &'f Options,
    control: &'f Control<'f>,
) -> (Option<Program>, Vec<Diagnostic>) {
    let mut unit = Unit::new(file, names, text, options, control);
    let entry = unit.procedure(names.procedures[options.entry.as_str()], Form::Entry);
    unit.program.threads.push(Thread { procedure: entry, arguments: vec![] });
    let mut lowered = 0;
    while lowered < unit.wanted.len() && control.check() {
        procedure::lower(&mut unit, lowered as u32);
        lowered += 1;
    }
    if unit.diagnostics.is_empty() && !control.stopped() {
        unit.start_threads();
    }
    let whole = unit.diagnostics.iter().all(|d| !d.is_error()) && !control.stopped();
    (whole.then_some(unit.program), unit.diagnostics)
}

impl Unit<'_> {
    fn start_threads(&mut self) {
        let lines = &self.lines;
        let most = (self.options.threads, MOST_THREADS);
        if let Err(at) = starts::make(&mut self.program, &mut self.sites, most, |span| line(lines, span)) {
            let message = format!("more than {MOST_THREADS} threads");
            let span = self.program.location(at).span;
            let diagnostic = Diagnostic::error(message, span, "these are too many");
            self.diagnostics
                .push(diagnostic.help("start fewer: what goes wrong with many goes wrong with two or three as a rule"));
        }
        self.demand();
    }

    /// What `enforce` demands of the steps that start threads.
    fn demand(&mut self) {
        for (at, demands) in std::mem::take(&mut self.demands) {
            if let Op::Atomic { body, .. } = &mut self.program.locations[at.0 as usize].op {
                *body = [demands.clone(), std::mem::take(body), demands].concat();
            }
        }
    }
}
