//! Any text as the log of a run: `cargo +nightly fuzz run log`.
#![no_main]

#[path = "../parsers.rs"]
mod parsers;

libfuzzer_sys::fuzz_target!(|text: &str| parsers::log(text));
