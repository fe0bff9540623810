//! Names: numbers that stand for values of which nothing is known but which of them are the same one.
//!
//! A program that [has names](super::Program::names) may copy one and compare it with itself. Whoever does anything else
//! with it goes wrong, or meets a bound.

use super::{Domain, Value};

/// The first of them.
const FIRST: Value = 0x4e00_0000;

/// So many there are.
pub const COUNT: Value = 1 << 20;

/// A place of this domain makes a name of a number from 0 on that is stored there.
pub const DOMAIN: Domain = Domain::Range { lo: FIRST, hi: FIRST + COUNT - 1 };

/// Whether a number is one, in a program that has names.
pub fn is_name(value: Value) -> bool {
    (FIRST..FIRST + COUNT).contains(&value)
}

/// The number of which that name was made.
pub fn number(name: Value) -> Value {
    name - FIRST
}

/// Whether some number from `lo` to `hi` is one.
pub fn is_among(lo: Value, hi: Value) -> bool {
    lo < FIRST + COUNT && FIRST <= hi
}

#[cfg(test)]
mod tests {
    use super::{COUNT, DOMAIN, is_name, number};

    #[test]
    fn each_number_has_its_name() {
        for n in [0, 1, 77, COUNT - 1] {
            let name = DOMAIN.stored(n).unwrap_or(n);
            assert!(is_name(name) && !is_name(n));
            assert_eq!(number(name), n);
        }
    }
}
