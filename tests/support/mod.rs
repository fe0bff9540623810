//! What tests share.

#![allow(dead_code, reason = "each test uses some of it")]

pub mod command;
pub mod expect;
pub mod studio;

/// A number that the environment may set: how many programs, from which seed.
pub fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |v| v.parse().unwrap_or_else(|_| panic!("{name} is not a number: {v}")))
}
