//! The allocator of the program: the system's, with what is in use counted. Blocks grow in place where they can.

use cap::Cap;
use peakmem_alloc::{PeakMemAlloc, PeakMemAllocTrait};
use std::alloc::System;
use std::sync::atomic::{AtomicUsize, Ordering};

static PEAK: PeakMemAlloc<System> = PeakMemAlloc::system();

#[global_allocator]
static ALLOCATOR: Cap<&PeakMemAlloc<System>> = Cap::new(&PEAK, usize::MAX);

/// What was in use when the peak began.
static BASE: AtomicUsize = AtomicUsize::new(0);

/// Bytes in use.
pub fn current() -> usize {
    ALLOCATOR.allocated()
}

/// The most bytes in use since the peak began.
pub fn peak() -> usize {
    BASE.load(Ordering::Relaxed) + PEAK.get_peak_memory()
}

/// Begins a new peak.
pub fn reset_peak() {
    BASE.store(current(), Ordering::Relaxed);
    PEAK.reset_peak_memory();
}
