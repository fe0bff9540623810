//! Every error of a model, one after the other.

use super::effort::effort;
use super::json::{check_json, wrong};
use super::picture::{Line, Span, Tone};
use super::story::{original, story, thread_name};
use super::text::goes_wrong;
use super::{Checked, Report, count, listing};
use crate::driver::Failed;
use crate::ir::Loc;
use serde_json::Value;

/// All errors; the check is of the exploration that met no further one.
pub struct AllErrors<'a> {
    pub checked: &'a Checked<'a>,
    pub found: &'a [Failed],
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

    fn one(&self, i: usize, failed: &Failed, width: usize) -> Vec<Line> {
        let (c, of) = (self.checked, self.found.len());
        let who = Span::new(thread_name(c.program, failed.thread), Tone::Thread(failed.thread.0));
        let rest = Span::plain(format!(" {}", goes_wrong(c.program, failed)));
        let number = Span::plain(format!(" {} of {of}: ", i + 1));
        let mut lines = vec![vec![Span::new("error", Tone::Wrong), number, who, rest]];
        if !c.quiet {
            lines.push(vec![]);
            lines.extend(match c.original {
                true => original(c.program, &failed.original, width),
                false => story(c.program, failed, width),
            });
            lines.push(vec![]);
        }
        lines
    }
}

impl Report for AllErrors<'_> {
    fn text(&self) -> String {
        listing::joined(&self.lines(usize::MAX))
    }

    fn lines(&self, width: usize) -> Vec<Line> {
        let (places, more) = (count(self.found.len(), "error"), self.more());
        let mut lines = vec![vec![Span::new("wrong", Tone::Wrong), Span::plain(format!(": {places}{more}"))], vec![]];
        lines.extend(self.found.iter().enumerate().flat_map(|(i, failed)| self.one(i, failed, width)));
        lines.extend(listing::plain(&effort(self.checked)));
        lines
    }

    /// The object of the check, with the first error as `wrong` and every one in `errors`.
    fn json(&self) -> Value {
        let c = self.checked;
        let mut object = check_json(c);
        let errors: Vec<Value> = self.found.iter().map(|f| wrong(c.program, f, c.original)).collect();
        object["verdict"] = "wrong".into();
        object["wrong"] = errors.first().cloned().unwrap_or_default();
        object["errors"] = errors.into();
        object["all_errors"] = self.complete().into();
        object
    }
}
