//! `moverlog lsp`: the server that editors start.

use super::args::LspArgs;
use super::{INTERRUPTED, Memory, Status, complain};
use crate::lsp::serve;
use std::io::{BufReader, IsTerminal, stdin, stdout};

pub(super) fn run(args: &LspArgs, memory: Memory) -> Status {
    if stdin().is_terminal() {
        complain("`moverlog lsp` waits for an editor on standard input: docs/editors.md tells how editors start it");
    }
    let in_order = serve(BufReader::new(stdin()), stdout().lock(), args.bounds.limits(memory), &INTERRUPTED);
    if in_order { Status::Yes } else { Status::Usage }
}
