//! The `moverlog` program.

use peak_alloc::PeakAlloc;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    moverlog::cli::main(moverlog::cli::Memory {
        current: || ALLOCATOR.current_usage(),
        peak: || ALLOCATOR.peak_usage(),
        reset_peak: || ALLOCATOR.reset_peak_usage(),
        last: true,
    })
}
