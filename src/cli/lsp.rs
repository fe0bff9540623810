//! `moverlog lsp`: the server that editors start.

use super::args::LspArgs;
use super::{Memory, Status};
use crate::lsp::serve;
use std::io::{BufReader, stdin, stdout};

pub(super) fn run(args: &LspArgs, memory: Memory) -> Status {
    let in_order = serve(BufReader::new(stdin()), stdout().lock(), args.bounds.limits(memory));
    if in_order { Status::Yes } else { Status::Usage }
}
