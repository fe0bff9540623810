//! Any text as a file of rules: `cargo +nightly fuzz run rules`.
#![no_main]

#[path = "../parsers.rs"]
mod parsers;

libfuzzer_sys::fuzz_target!(|text: &str| parsers::rules(text));
