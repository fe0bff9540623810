//! Rulesets on systems that are listed by hand: what anybody may do with this package alone.

mod bounds;
mod letters;
mod locks;
mod random;
