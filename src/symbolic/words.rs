//! Numbers as bits of a circuit: two's complement, as narrow as is known, so that small numbers stay small. Those that
//! come from numbers of the state are terms besides.

use super::circuit::{Circuit, Lit};
use super::numbers::{Integer, Term, Truth};
use std::rc::Rc;

/// A number; the last bit is its sign, and stands for all bits behind it.
#[derive(Clone, Debug)]
pub struct Word {
    bits: Rc<[Lit]>,
    /// The same as a term, if there is one.
    whole: Option<Whole>,
}

/// A term, or what it is in a range: its first number, and how many there are.
type Whole = (Term, Option<(i64, i64)>);

impl PartialEq for Word {
    fn eq(&self, other: &Word) -> bool {
        self.bits == other.bits
    }
}

impl Eq for Word {}

/// The widest number that a program holds.
pub const WIDTH: usize = 32;

impl Word {
    /// From its bits, the sign last.
    pub fn new(mut bits: Vec<Lit>) -> Word {
        while bits.len() > 1 && bits[bits.len() - 1] == bits[bits.len() - 2] {
            bits.pop();
        }
        Word { bits: bits.into(), whole: None }
    }

    /// The same, which is this term.
    pub fn with_term(self, term: Term) -> Word {
        Word { whole: Some((term, None)), ..self }
    }

    /// The same, which is what another number is among so many from this one on: `lo + (value - lo) mod size`.
    pub fn within(self, value: &Word, lo: i64, size: i64) -> Word {
        let whole = value.whole.filter(|(_, range)| range.is_none_or(|(_, of)| of % size == 0));
        Word { whole: whole.map(|(term, _)| (term, Some((lo, size)))), ..self }
    }

    pub fn constant(value: i64) -> Word {
        Word::new((0..64).map(|i| Lit::from(value >> i & 1 == 1)).collect())
    }

    /// 1 or 0.
    pub fn truth(lit: Lit) -> Word {
        Word::new(vec![lit, Lit::FALSE])
    }

    pub fn len(&self) -> usize {
        self.bits.len()
    }

    pub fn bit(&self, i: usize) -> Lit {
        self.bits[i.min(self.bits.len() - 1)]
    }

    pub fn sign(&self) -> Lit {
        self.bits[self.bits.len() - 1]
    }

    /// All of its bits.
    pub fn all(&self) -> Vec<Lit> {
        self.bits.to_vec()
    }

    /// So many of its bits, the lowest first.
    pub fn bits(&self, n: usize) -> Vec<Lit> {
        (0..n).map(|i| self.bit(i)).collect()
    }

    /// What is left in so many bits.
    pub fn wrapped(&self, n: usize) -> Word {
        if self.len() <= n { self.clone() } else { Word::new(self.bits(n)).within(self, -1 << (n - 1), 1 << n) }
    }

    /// The number that its 32 bits are without a sign.
    pub fn unsigned(&self) -> Word {
        let mut bits = self.bits(WIDTH);
        bits.push(Lit::FALSE);
        Word::new(bits).within(self, 0, 1 << WIDTH)
    }

    /// The number, if it is one and the same in all states.
    pub fn known(&self) -> Option<i64> {
        let value = |(i, lit): (usize, &Lit)| if *lit == Lit::TRUE { 1 << i } else { 0 };
        let bits = self.bits.iter().enumerate();
        let known = self.bits.iter().all(|lit| lit.is_constant());
        let sign = if self.sign() == Lit::TRUE { -1 << self.len() } else { 0 };
        known.then(|| sign | bits.map(value).sum::<i64>())
    }
}

/// The bits that a number of this range takes, its sign among them.
pub fn width(lo: i64, hi: i64) -> usize {
    Word::constant(lo).len().max(Word::constant(hi).len())
}

/// Arithmetic, without loss: results are wider where they must be.
pub trait Arithmetic {
    fn sum(&mut self, a: &Word, b: &Word) -> Word;
    fn difference(&mut self, a: &Word, b: &Word) -> Word;
    fn product(&mut self, a: &Word, b: &Word) -> Word;
    /// Quotient and remainder, rounded to zero; any for a divisor 0.
    fn quotient(&mut self, a: &Word, b: &Word) -> (Word, Word);
    fn equal(&mut self, a: &Word, b: &Word) -> Lit;
    fn less(&mut self, a: &Word, b: &Word) -> Lit;
    /// Whether it is not 0.
    fn is_true(&mut self, a: &Word) -> Lit;
    fn select(&mut self, condition: Lit, then: &Word, otherwise: &Word) -> Word;
    fn bitwise(&mut self, a: &Word, b: &Word, f: impl FnMut(&mut Circuit, Lit, Lit) -> Lit) -> Word;
    /// 32 bits, moved up by the low five bits of the amount.
    fn shifted_left(&mut self, a: &Word, by: &Word) -> Word;
    /// Moved down; the sign comes in from above.
    fn shifted_right(&mut self, a: &Word, by: &Word) -> Word;
}

impl Arithmetic for Circuit {
    fn sum(&mut self, a: &Word, b: &Word) -> Word {
        let (n, before) = (a.len().max(b.len()) + 1, self.variables());
        let sum = Word::new(add(self, &a.bits(n), &b.bits(n), Lit::FALSE));
        named(self, before, sum, [a, b], Integer::Sum)
    }

    fn difference(&mut self, a: &Word, b: &Word) -> Word {
        let before = self.variables();
        let difference = subtract(self, a, b);
        named(self, before, difference, [a, b], Integer::Difference)
    }

    fn product(&mut self, a: &Word, b: &Word) -> Word {
        let (n, before) = (a.len() + b.len(), self.variables());
        let (up, by) = (a.bits(n), b.bits(n));
        let mut sum = vec![Lit::FALSE; n];
        for i in 0..n {
            let row: Vec<Lit> = (0..n).map(|j| if j < i { Lit::FALSE } else { self.and(by[i], up[j - i]) }).collect();
            sum = add(self, &sum, &row, Lit::FALSE);
        }
        named(self, before, Word::new(sum), [a, b], Integer::Product)
    }

    fn quotient(&mut self, a: &Word, b: &Word) -> (Word, Word) {
        let (up, down) = (magnitude(self, a), magnitude(self, b));
        let (quotient, rest) = divide(self, &up, &down);
        let negative = self.xor(a.sign(), b.sign());
        (signed(self, quotient, negative), signed(self, rest, a.sign()))
    }

    fn equal(&mut self, a: &Word, b: &Word) -> Lit {
        let (n, before) = (a.len().max(b.len()), self.variables());
        let bits: Vec<Lit> = (0..n).map(|i| self.iff(a.bit(i), b.bit(i))).collect();
        let equal = self.all(bits);
        observed(self, before, equal, [a, b], Truth::Equal)
    }

    fn less(&mut self, a: &Word, b: &Word) -> Lit {
        let before = self.variables();
        let less = subtract(self, a, b).sign();
        observed(self, before, less, [a, b], Truth::Less)
    }

    fn is_true(&mut self, a: &Word) -> Lit {
        let before = self.variables();
        let is_true = self.any(a.bits(a.len()));
        !observed(self, before, !is_true, [a, &Word::constant(0)], Truth::Equal)
    }

    fn select(&mut self, condition: Lit, then: &Word, otherwise: &Word) -> Word {
        if then == otherwise || condition == Lit::TRUE {
            return then.clone();
        }
        if condition == Lit::FALSE {
            return otherwise.clone();
        }
        let before = self.variables();
        let selected = self.bitwise(then, otherwise, |c, a, b| c.mux(condition, a, b));
        named(self, before, selected, [then, otherwise], |a, b| Integer::Select(condition, a, b))
    }

    fn bitwise(&mut self, a: &Word, b: &Word, mut f: impl FnMut(&mut Circuit, Lit, Lit) -> Lit) -> Word {
        let n = a.len().max(b.len());
        Word::new((0..n).map(|i| f(self, a.bit(i), b.bit(i))).collect())
    }

    fn shifted_left(&mut self, a: &Word, by: &Word) -> Word {
        let mut bits = a.bits(WIDTH);
        for k in 0..5 {
            let moved = |i: usize| i.checked_sub(1 << k).map_or(Lit::FALSE, |j| bits[j]);
            bits = (0..WIDTH).map(|i| self.mux(by.bit(k), moved(i), bits[i])).collect();
        }
        Word::new(bits)
    }

    fn shifted_right(&mut self, a: &Word, by: &Word) -> Word {
        let mut word = a.clone();
        for k in 0..5 {
            let moved = Word::new((0..word.len()).map(|i| word.bit(i + (1 << k))).collect());
            word = self.select(by.bit(k), &moved, &word);
        }
        word
    }
}

/// A word, which is this of two that are terms or constants; its gates are those that were not there before.
fn named(
    c: &mut Circuit,
    before: usize,
    word: Word,
    [a, b]: [&Word; 2],
    integer: impl FnOnce(Term, Term) -> Integer,
) -> Word {
    if a.whole.or(b.whole).is_none() || word.known().is_some() {
        return word;
    }
    let (a, b) = (term(c, a), term(c, b));
    let word = word.with_term(c.numbers.term(integer(a, b)));
    observed(c, before, word.sign(), [&word, &Word::constant(0)], Truth::Less);
    word
}

/// A literal, which says this of two words. A gate that was there before may be part of what they are.
fn observed(c: &mut Circuit, before: usize, lit: Lit, [a, b]: [&Word; 2], truth: fn(Term, Term) -> Truth) -> Lit {
    if lit.variable() >= before && a.whole.or(b.whole).is_some() {
        let truth = truth(term(c, a), term(c, b));
        c.numbers.says(lit, truth);
    }
    lit
}

/// The term of a word: the sum of its bits, where nothing better is known.
pub fn term(c: &mut Circuit, word: &Word) -> Term {
    match (word.whole, word.known()) {
        (Some((value, Some((lo, size)))), _) => c.numbers.term(Integer::Wrapped { value, lo, size }),
        (Some((term, None)), _) => term,
        (None, Some(value)) => c.numbers.term(Integer::Constant(value)),
        (None, None) => {
            let none = c.numbers.term(Integer::Constant(0));
            let last = word.len() - 1;
            let weights = word.bits.iter().enumerate().map(|(i, bit)| (*bit, if i == last { -1 << i } else { 1 << i }));
            weights.filter(|(bit, _)| *bit != Lit::FALSE).fold(none, |sum, (bit, weight)| {
                let weight = c.numbers.term(Integer::Weight(bit, weight));
                c.numbers.term(Integer::Sum(sum, weight))
            })
        }
    }
}

/// The difference as bits alone.
fn subtract(c: &mut Circuit, a: &Word, b: &Word) -> Word {
    let n = a.len().max(b.len()) + 1;
    let negated: Vec<Lit> = b.bits(n).into_iter().map(|bit| !bit).collect();
    Word::new(add(c, &a.bits(n), &negated, Lit::TRUE))
}

/// A ripple of full adders; the carry out is lost.
fn add(c: &mut Circuit, a: &[Lit], b: &[Lit], mut carry: Lit) -> Vec<Lit> {
    let mut sum = Vec::with_capacity(a.len());
    for (&a, &b) in a.iter().zip(b) {
        let half = c.xor(a, b);
        sum.push(c.xor(half, carry));
        carry = c.mux(half, carry, a);
    }
    sum
}

/// Its bits without a sign.
fn magnitude(c: &mut Circuit, a: &Word) -> Vec<Lit> {
    let negated = c.difference(&Word::constant(0), a);
    let word = c.select(a.sign(), &negated, a);
    word.bits(a.len())
}

/// The number with these bits, or its negative.
fn signed(c: &mut Circuit, mut bits: Vec<Lit>, negative: Lit) -> Word {
    bits.push(Lit::FALSE);
    let word = Word::new(bits);
    let negated = c.difference(&Word::constant(0), &word);
    c.select(negative, &negated, &word)
}

/// Division by hand: bit by bit from above, what is left is made smaller where it can be.
fn divide(c: &mut Circuit, up: &[Lit], down: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
    let n = down.len() + 1;
    let negated: Vec<Lit> = down.iter().map(|&bit| !bit).chain([Lit::TRUE]).collect();
    let (mut rest, mut quotient) = (vec![Lit::FALSE; n], vec![]);
    for &bit in up.iter().rev() {
        rest.insert(0, bit);
        rest.truncate(n);
        let less = add(c, &rest, &negated, Lit::TRUE);
        let fits = !less[n - 1];
        rest = rest.iter().zip(&less).map(|(&a, &b)| c.mux(fits, b, a)).collect();
        quotient.insert(0, fits);
    }
    (quotient, rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a word is when the inputs have these values.
    fn value(c: &Circuit, word: &Word, inputs: &[bool]) -> i64 {
        let values = c.eval(&[], inputs);
        let mut value = if values[word.sign()] { -1 } else { 0 };
        for i in (0..word.len()).rev() {
            value = value << 1 | i64::from(values[word.bit(i)]);
        }
        value
    }

    fn number(c: &mut Circuit, n: usize) -> Word {
        Word::new((0..n).map(|i| c.input(format!("{i}"))).collect())
    }

    #[test]
    fn numbers_of_few_bits_are_computed_as_numbers_are() {
        for (n, m) in (1..6).flat_map(|n| (1..6).map(move |m| (n, m))) {
            let mut c = Circuit::new();
            let (a, b) = (number(&mut c, n), number(&mut c, m));
            let (sum, difference, product) = (c.sum(&a, &b), c.difference(&a, &b), c.product(&a, &b));
            let (quotient, rest) = c.quotient(&a, &b);
            let (less, equal) = (c.less(&a, &b), c.equal(&a, &b));
            for bits in 0..1u32 << (n + m) {
                let inputs: Vec<bool> = (0..n + m).map(|i| bits >> i & 1 == 1).collect();
                let of = |word: &Word| value(&c, word, &inputs);
                let (x, y) = (of(&a), of(&b));
                assert_eq!((of(&sum), of(&difference), of(&product)), (x + y, x - y, x * y), "{x} {y}");
                assert!(y == 0 || (of(&quotient), of(&rest)) == (x / y, x % y), "{x} / {y}");
                let values = c.eval(&[], &inputs);
                assert_eq!((values[less], values[equal]), (x < y, x == y));
            }
        }
    }

    #[test]
    fn shifts_take_the_low_five_bits_of_the_amount() {
        let mut c = Circuit::new();
        let (a, by) = (number(&mut c, 4), number(&mut c, 7));
        let (left, right) = (c.shifted_left(&a, &by), c.shifted_right(&a, &by));
        for bits in 0..1u32 << 11 {
            let inputs: Vec<bool> = (0..11).map(|i| bits >> i & 1 == 1).collect();
            let of = |word: &Word| value(&c, word, &inputs) as i32;
            let (x, n) = (of(&a), of(&by) as u32);
            assert_eq!((of(&left), of(&right)), (x.wrapping_shl(n), x.wrapping_shr(n)), "{x} by {n}");
        }
    }

    #[test]
    fn a_constant_is_known() {
        for value in [0, 1, -1, 7, -8, i64::from(i32::MIN), i64::from(u32::MAX)] {
            assert_eq!(Word::constant(value).known(), Some(value));
        }
        assert_eq!((width(0, 1), width(0, 3), width(-4, 3), width(0, 4)), (2, 3, 3, 4));
        assert_eq!(Word::constant(-1).unsigned().known(), Some(i64::from(u32::MAX)));
    }
}
