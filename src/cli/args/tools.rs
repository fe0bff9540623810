//! Editors, shells, and first steps.

use super::Bounds;
use clap::Args;

#[derive(Args)]
pub(in crate::cli) struct LspArgs {
    #[command(flatten)]
    pub(in crate::cli) bounds: Bounds,
}

#[derive(Args)]
pub(in crate::cli) struct FmtArgs {
    /// The models
    #[arg(required = true)]
    pub(in crate::cli) files: Vec<String>,
    /// Write nothing, and name the files that are not laid out
    #[arg(long)]
    pub(in crate::cli) check: bool,
    /// Print what would be written
    #[arg(long, conflicts_with = "check")]
    pub(in crate::cli) stdout: bool,
}

#[derive(Args)]
pub(in crate::cli) struct CompletionsArgs {
    pub(in crate::cli) shell: clap_complete::Shell,
}

#[derive(Args)]
pub(in crate::cli) struct ManArgs {
    /// Write a page for each command into this directory, in place of one page to standard output
    pub(in crate::cli) dir: Option<String>,
}

#[derive(Args)]
pub(in crate::cli) struct InitArgs {
    /// What the model is called: `counter` and `counter.mover` are the file `counter.mover`
    pub(in crate::cli) name: String,
}

#[derive(Args)]
pub(in crate::cli) struct TourArgs {
    /// The lesson, from 1 on [default: what there is]
    pub(in crate::cli) lesson: Option<usize>,
    /// Write the models of the tour into this directory, and show the commands for them there
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) write: Option<String>,
}
