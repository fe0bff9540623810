//! The files of rules in `rules/examples`, which are part of the program.

macro_rules! examples {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../examples/", $name)))),*] };
}

/// The literal readings of printed rules, and other small overlays: name and text.
pub const EXAMPLES: &[(&str, &str)] = examples! {
    "access_enabled.rules" "acquire_inside.rules" "acquire_precommit.rules" "blocked_inside.rules"
    "fq6.rules" "fq_phases.rules" "mutexes_alone.rules" "n_per_store.rules" "p_sharp.rules"
    "phases_at_once.rules" "pop_anywhere.rules" "printed_phases.rules" "r4_without_enabled.rules" "stops_after_commit.rules" "twice.rules"
};
