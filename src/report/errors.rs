//! Every error of a model, one after the other.

use super::effort::effort;
use super::json::{check_json, wrong};
use super::orders::{orders, origins_json};
use super::picture::{Line, Span, Tone};
use super::story::{original, story, thread_name};
use super::text::goes_wrong;
use super::{Checked, Report, count, listing};
use crate::driver::{Class, Wrong};
use crate::ir::Loc;
use serde_json::Value;

/// All errors; the check is of the exploration that met no further one.
pub struct AllErrors<'a> {
    pub checked: &'a Checked<'a>,
    pub found: &'a [Wrong],
    /// See [`Errors::stays`](crate::driver::Errors::stays).
    pub stays: Option<Loc>,
}

impl AllErrors<'_> {
    fn complete(&self) -> bool {
        self.checked.outcome.cut().is_none() && self.stays.is_none()
    }

    /// Why there may be more.
    fn more(&self) -> String {
        match (self.stays, self.checked.outcome.cut()) {
            (Some(loc), _) => {
                let at = &self.checked.program.location(loc).name;
                format!(", and perhaps more: what is behind the result at {at} is not known")
            }
            (None, Some(_)) => ", and perhaps more: a bound was hit".into(),
            (None, None) => String::new(),
        }
    }

    fn one(&self, i: usize, wrong: &Wrong, width: usize) -> Vec<Line> {
        let (c, of, failed) = (self.checked, self.found.len(), &wrong.classes[0].failed);
        let who = Span::new(thread_name(c.program, failed.thread), Tone::Thread(failed.thread.0));
        let rest = Span::plain(format!(" {}", goes_wrong(c.program, failed)));
        let number = Span::plain(format!(" {} of {of}: ", i + 1));
        let mut lines = vec![vec![Span::new("error", Tone::Wrong), number, who, rest]];
        for k in 0..wrong.classes.len() {
            lines.extend(self.class(&wrong.classes, k, width));
        }
        if wrong.more {
            lines.push(vec![Span::plain("  perhaps of further classes: not all schedules to it were looked at")]);
            lines.extend((!c.quiet).then(Vec::new));
        }
        lines
    }

    /// The first class as an error, and all of them.
    fn one_json(&self, of: &Wrong) -> Value {
        let c = self.checked;
        let class = |class: &Class| {
            let mut object = wrong(c.program, &class.failed, c.original);
            object["reads"] = origins_json(c.program, class);
            object
        };
        let mut object = wrong(c.program, &of.classes[0].failed, c.original);
        object["classes"] = of.classes.iter().map(class).collect();
        object["all_classes"] = (!of.more).into();
        object
    }

    /// What tells it from the others, and an execution.
    fn class(&self, classes: &[Class], k: usize, width: usize) -> Vec<Line> {
        let (c, failed, mut lines) = (self.checked, &classes[k].failed, vec![]);
        lines.extend((!c.quiet).then(Vec::new));
        if classes.len() > 1 {
            let number = format!("  class {} of {}: ", k + 1, classes.len());
            let orders = orders(c.program, classes, k);
            let said = orders.into_iter().enumerate();
            lines.extend(said.map(|(i, o)| {
                let beside = if i == 0 { number.clone() } else { " ".repeat(number.len()) };
                vec![Span::new(beside, Tone::Strong), Span::plain(o)]
            }));
        }
        if !c.quiet {
            lines.extend(match c.original {
                true => original(c.program, &failed.original, width),
                false => story(c.program, failed, width),
            });
            lines.extend((k + 1 == classes.len()).then(Vec::new));
        }
        lines
    }

    /// `2 errors, in 3 classes of schedules`
    fn counts(&self) -> String {
        let classes: usize = self.found.iter().map(|f| f.classes.len()).sum();
        let errors = count(self.found.len(), "error");
        if classes > self.found.len() { format!("{errors}, in {classes} classes of schedules") } else { errors }
    }
}

impl Report for AllErrors<'_> {
    fn text(&self) -> String {
        listing::joined(&self.lines(usize::MAX))
    }

    fn lines(&self, width: usize) -> Vec<Line> {
        let (places, more) = (self.counts(), self.more());
        let mut lines = vec![vec![Span::new("wrong", Tone::Wrong), Span::plain(format!(": {places}{more}"))], vec![]];
        lines.extend(self.found.iter().enumerate().flat_map(|(i, failed)| self.one(i, failed, width)));
        lines.extend(listing::plain(&effort(self.checked)));
        lines
    }

    /// The object of the check, with the first error as `wrong` and every one in `errors`.
    fn json(&self) -> Value {
        let c = self.checked;
        let mut object = check_json(c);
        let errors: Vec<Value> = self.found.iter().map(|f| self.one_json(f)).collect();
        object["verdict"] = "wrong".into();
        object["wrong"] = errors.first().cloned().unwrap_or_default();
        object["errors"] = errors.into();
        object["all_errors"] = self.complete().into();
        object
    }
}
