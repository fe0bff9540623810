//! Any text as a model: `cargo +nightly fuzz run model`.
#![no_main]

#[path = "../parsers.rs"]
mod parsers;

libfuzzer_sys::fuzz_target!(|text: &str| parsers::model(text));
