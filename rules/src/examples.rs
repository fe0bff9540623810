//! The files of rules in `rules/examples`, which are part of the program.

macro_rules! examples {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../examples/", $name)))),*] };
}

/// The literal readings of printed rules, and other small overlays: name and text.
pub const EXAMPLES: &[(&str, &str)] = examples! {
    "access_enabled.rules" "acquire_inside.rules" "acquire_precommit.rules" "blocked_inside.rules"
    "n_per_store.rules" "phases_at_once.rules"
};
