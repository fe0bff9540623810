//! Atomic sections: what stands between `atomic_begin` and each `atomic_end` to which control comes from there becomes
//! one step. Calls in it are replaced by the bodies of what they call.

use super::actions::{binary, register as place_of};
use super::body::{Body, Section};
use crate::diagnostics::{Diagnostic, Span};
use crate::ir::build::{Hop, Mark};
use crate::ir::*;
use crate::region::Region;
use std::collections::{BTreeMap, BTreeSet};

/// A section has at most so many statements once its loops are written down.
const LONGEST: usize = 2_000;

/// A body has at most so many steps once calls are replaced.
const LARGEST: usize = 20_000;

/// What control comes to.
enum At {
    Step(usize),
    /// The beginning of a section, by its number.
    Begin(usize),
    /// The end of one, by its number.
    End(usize),
}

/// What control comes to inside of a section, or outside of all.
#[derive(Default)]
struct Inside {
    steps: BTreeSet<usize>,
    ends: BTreeSet<usize>,
    /// Calls that were replaced.
    calls: Vec<usize>,
}

impl Body<'_, '_> {
    pub(super) fn section_begins(&mut self) {
        let (begin, start) = (self.at, self.steps.fresh());
        self.sections.begins.push(Section { begin, start, span: self.span });
        self.at = start;
    }

    pub(super) fn section_ends(&mut self) {
        self.sections.ends.push((self.at, self.span));
        let behind = self.steps.fresh();
        self.steps.alias(self.at, behind);
        self.at = behind;
    }

    fn control_at(&self, mark: Mark) -> Option<At> {
        let mut mark = mark;
        for _ in 0..=self.steps.marks() {
            if let Some(i) = self.sections.ends.iter().position(|(end, _)| *end == mark) {
                return Some(At::End(i));
            }
            if let Some(i) = self.sections.begins.iter().position(|s| s.begin == mark) {
                return Some(At::Begin(i));
            }
            match self.steps.hop(mark) {
                Hop::Step(step) => return Some(At::Step(step)),
                Hop::Mark(next) => mark = next,
                Hop::Unbound => return None,
            }
        }
        None
    }

    /// Everything that control comes to inside of a section.
    fn inside(&mut self, section: Section) -> Inside {
        let mut inside = Inside::default();
        let mut chains: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut open = vec![section.start];
        while let Some(mark) = open.pop() {
            match self.control_at(mark) {
                Some(At::End(i)) => {
                    inside.ends.insert(i);
                }
                Some(At::Begin(i)) => {
                    let (again, message) =
                        (self.sections.begins[i].span, "an atomic section begins inside of another one");
                    let diagnostic = Diagnostic::error(message, again, "begins again");
                    self.refuse(if again == section.span {
                        diagnostic
                    } else {
                        diagnostic.also(section.span, "began here")
                    });
                }
                Some(At::Step(step)) if inside.steps.insert(step) => {
                    if let Op::Call { .. } = self.steps.op(step) {
                        self.replace_call(step, &mut chains);
                        inside.calls.push(step);
                    }
                    self.refuse_inside(step, section);
                    open.extend(self.steps.op(step).targets().into_iter().map(|l| Mark(l.0)));
                }
                Some(At::Step(_)) | None => {}
            }
        }
        inside
    }

    /// What is no part of a section.
    fn refuse_inside(&mut self, step: usize, section: Section) {
        let message = match self.steps.op(step) {
            Op::Return { .. } | Op::End => "an atomic section is still open where the procedure is left",
            Op::Do { action: Action::Halt, .. } => "a thread ends inside of an atomic section",
            _ if self.sites.iter().any(|(site, _)| *site == step) => "a thread is started inside of an atomic section",
            _ => return,
        };
        let diagnostic = Diagnostic::error(message, self.steps.span(step), "here").also(section.span, "begins here");
        self.refuse(diagnostic.help("write `atomic_end` before"));
    }

    /// `chains` has for each step by which calls it came there.
    fn replace_call(&mut self, step: usize, chains: &mut BTreeMap<usize, Vec<usize>>) {
        let Op::Call { procedure, arguments, result, next } = self.steps.op(step).clone() else { return };
        let (callee, _) = self.unit.form(procedure);
        let mut chain = chains.get(&step).cloned().unwrap_or_default();
        let name = &self.unit.file.procedures[callee].name.text;
        let span = self.steps.span(step);
        let message = match (chain.contains(&callee), self.steps.count() > LARGEST) {
            (true, _) => format!("`{name}` calls itself inside of an atomic section"),
            (_, true) => format!("`{name}` makes an atomic section too large"),
            _ => {
                chain.push(callee);
                let (first, entry) = (self.steps.count(), self.steps.fresh());
                self.at = entry;
                self.in_place(callee, arguments, (Mark(next.0), result));
                chains.extend((first..self.steps.count()).map(|step| (step, chain.clone())));
                return self.steps.replace(step, Op::Skip { next: entry.loc() });
            }
        };
        self.steps.replace(step, Op::Skip { next });
        self.refuse(Diagnostic::error(message, span, "called here"));
    }

    /// Reports once what is met in several forms of a procedure.
    fn refuse(&mut self, diagnostic: Diagnostic) {
        if !self.unit.diagnostics.contains(&diagnostic) {
            self.unit.diagnostics.push(diagnostic);
        }
    }

    /// All steps and ends of sections that control comes to from `entry` outside of sections.
    fn outside(&self, entry: Mark, insides: &[Inside]) -> Inside {
        let mut outside = Inside::default();
        let mut begun = BTreeSet::new();
        let mut open = vec![entry];
        while let Some(mark) = open.pop() {
            match self.control_at(mark) {
                Some(At::Begin(i)) if begun.insert(i) => {
                    open.extend(insides.get(i).into_iter().flat_map(|i| &i.ends).map(|end| self.behind(*end)));
                }
                Some(At::End(i)) if outside.ends.insert(i) => open.push(self.behind(i)),
                Some(At::Step(step)) if outside.steps.insert(step) => {
                    open.extend(self.steps.op(step).targets().into_iter().map(|l| Mark(l.0)));
                }
                _ => {}
            }
        }
        outside
    }

    /// Where control goes on behind an `atomic_end`.
    fn behind(&self, end: usize) -> Mark {
        match self.steps.hop(self.sections.ends[end].0) {
            Hop::Mark(next) => next,
            _ => self.sections.ends[end].0,
        }
    }
}

/// Makes one step of each section of a body that begins at `entry`.
pub(super) fn make(body: &mut Body<'_, '_>, entry: Mark) {
    let own = body.sections.begins.clone();
    let insides: Vec<Inside> = own.iter().map(|section| body.inside(*section)).collect();
    let outside = body.outside(entry, &insides);
    for end in outside.ends.iter().filter(|end| insides.iter().all(|i| !i.ends.contains(end))) {
        let (_, span) = body.sections.ends[*end];
        body.refuse(Diagnostic::error("no atomic section ends here", span, "without `atomic_begin`"));
    }
    for call in insides.iter().flat_map(|i| &i.calls).filter(|call| outside.steps.contains(call)) {
        let message = "control comes to this call both inside and outside of an atomic section";
        let diagnostic = Diagnostic::error(message, body.steps.span(*call), "called here");
        body.refuse(diagnostic.help("write it twice"));
    }
    if body.unit.diagnostics.is_empty() {
        own.iter().zip(&insides).for_each(|(section, inside)| one(body, *section, inside));
    }
}

fn one(body: &mut Body<'_, '_>, section: Section, inside: &Inside) {
    let ends: Vec<(Mark, Span)> = inside.ends.iter().map(|end| body.sections.ends[*end]).collect();
    let exits: Vec<Mark> = ends.iter().map(|(mark, _)| *mark).collect();
    let register = (exits.len() > 1).then(|| body.hidden("exit#".into(), Domain::Int).0);
    let rounds = body.unit.options.atomic_rounds;
    let part = Region { start: section.start, exits: &exits, register, rounds, statements: LONGEST };
    let statements = part.statements(&body.steps, body.unit.control);
    let end = ends.iter().map(|(_, span)| span.end).max().unwrap_or(0).max(section.span.end);
    body.span = section.span;
    body.text = body.unit.words(Span { start: section.span.start, end });
    (body.at, body.visible) = (section.begin, vec![]);
    let next = body.steps.fresh();
    body.push(Op::Atomic { body: statements, next: next.loc() });
    body.at = next;
    let behind: Vec<Mark> = inside.ends.iter().map(|end| body.behind(*end)).collect();
    go_on(body, &behind, register);
}

/// Goes on behind the end that was taken.
fn go_on(body: &mut Body<'_, '_>, behind: &[Mark], register: Option<u32>) {
    let Some((last, others)) = behind.split_last() else {
        // No way leads out of it.
        return body.push(Op::Do { action: Action::Halt, next: body.at.loc() });
    };
    for (i, exit) in others.iter().enumerate() {
        let otherwise = body.steps.fresh();
        let register = Reg(register.expect("there are several ends"));
        let taken = Expr::Load(place_of(register, Domain::Int));
        let cond = binary(Binary::Eq, taken, Expr::Const(i as Value));
        body.visible = vec![register.0];
        body.push(Op::Branch { cond, then: exit.loc(), otherwise: otherwise.loc() });
        body.at = otherwise;
    }
    body.steps.alias(body.at, *last);
}
