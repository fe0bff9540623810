//! What a boolean program does not say.

use super::*;
use crate::bp::Options as Program;

const BOOLEAN: &str = "Boolean programs";

#[derive(Args, Clone)]
pub(in crate::cli) struct BooleanProgram {
    /// The label that no thread may come to [default: SLIC_ERROR]
    #[arg(long, hide_short_help = true, value_name = "LABEL", help_heading = BOOLEAN)]
    error_label: Option<String>,
}

impl BooleanProgram {
    /// A flag that was given.
    pub(in crate::cli) fn asked_for(&self) -> Option<&'static str> {
        self.error_label.as_ref().map(|_| "--error-label")
    }

    pub(in crate::cli) fn options(&self, common: &Common) -> Program {
        let known = Program::default();
        Program {
            threads: common.pool(),
            entry: common.c.entry().into(),
            atomic_rounds: common.c.atomic_rounds(),
            error_label: self.error_label.clone().unwrap_or(known.error_label),
        }
    }
}
