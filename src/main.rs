//! The `moverlog` program.

mod memory;

use memory::{current, peak, reset_peak};
use moverlog::cli::{self, Memory};
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main(Memory { current, peak, reset_peak, last: true })
}
