//! The `moverlog` program.

use peak_alloc::PeakAlloc;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    let memory = moverlog::cli::Memory { current: || ALLOCATOR.current_usage(), peak: || ALLOCATOR.peak_usage() };
    moverlog::cli::main(memory)
}
