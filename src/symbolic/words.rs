//! Numbers as bits of a circuit: two's complement, as narrow as is known, so that small numbers stay small.

use super::circuit::{Circuit, Lit};
use std::rc::Rc;

/// A number; the last bit is its sign, and stands for all bits behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word(Rc<[Lit]>);

/// The widest number that a program holds.
pub const WIDTH: usize = 32;

impl Word {
    /// From its bits, the sign last.
    pub fn new(mut bits: Vec<Lit>) -> Word {
        while bits.len() > 1 && bits[bits.len() - 1] == bits[bits.len() - 2] {
            bits.pop();
        }
        Word(bits.into())
    }

    pub fn constant(value: i64) -> Word {
        Word::new((0..64).map(|i| Lit::from(value >> i & 1 == 1)).collect())
    }

    /// 1 or 0.
    pub fn truth(lit: Lit) -> Word {
        Word::new(vec![lit, Lit::FALSE])
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn bit(&self, i: usize) -> Lit {
        self.0[i.min(self.0.len() - 1)]
    }

    pub fn sign(&self) -> Lit {
        self.0[self.0.len() - 1]
    }

    /// All of its bits.
    pub fn all(&self) -> Vec<Lit> {
        self.0.to_vec()
    }

    /// So many of its bits, the lowest first.
    pub fn bits(&self, n: usize) -> Vec<Lit> {
        (0..n).map(|i| self.bit(i)).collect()
    }

    /// What is left in so many bits.
    pub fn wrapped(&self, n: usize) -> Word {
        if self.len() <= n { self.clone() } else { Word::new(self.bits(n)) }
    }

    /// The number that its 32 bits are without a sign.
    pub fn unsigned(&self) -> Word {
        let mut bits = self.bits(WIDTH);
        bits.push(Lit::FALSE);
        Word::new(bits)
    }

    /// The number, if it is one and the same in all states.
    pub fn known(&self) -> Option<i64> {
        let value = |(i, lit): (usize, &Lit)| if *lit == Lit::TRUE { 1 << i } else { 0 };
        let bits = self.0.iter().enumerate();
        let known = self.0.iter().all(|lit| lit.is_constant());
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
        let n = a.len().max(b.len()) + 1;
        Word::new(add(self, &a.bits(n), &b.bits(n), Lit::FALSE))
    }

    fn difference(&mut self, a: &Word, b: &Word) -> Word {
        let n = a.len().max(b.len()) + 1;
        let negated: Vec<Lit> = b.bits(n).into_iter().map(|bit| !bit).collect();
        Word::new(add(self, &a.bits(n), &negated, Lit::TRUE))
    }

    fn product(&mut self, a: &Word, b: &Word) -> Word {
        let n = a.len() + b.len();
        let (a, b) = (a.bits(n), b.bits(n));
        let mut sum = vec![Lit::FALSE; n];
        for i in 0..n {
            let row: Vec<Lit> = (0..n).map(|j| if j < i { Lit::FALSE } else { self.and(b[i], a[j - i]) }).collect();
            sum = add(self, &sum, &row, Lit::FALSE);
        }
        Word::new(sum)
    }

    fn quotient(&mut self, a: &Word, b: &Word) -> (Word, Word) {
        let (up, down) = (magnitude(self, a), magnitude(self, b));
        let (quotient, rest) = divide(self, &up, &down);
        let negative = self.xor(a.sign(), b.sign());
        (signed(self, quotient, negative), signed(self, rest, a.sign()))
    }

    fn equal(&mut self, a: &Word, b: &Word) -> Lit {
        let n = a.len().max(b.len());
        let bits: Vec<Lit> = (0..n).map(|i| self.iff(a.bit(i), b.bit(i))).collect();
        self.all(bits)
    }

    fn less(&mut self, a: &Word, b: &Word) -> Lit {
        self.difference(a, b).sign()
    }

    fn is_true(&mut self, a: &Word) -> Lit {
        self.any(a.bits(a.len()))
    }

    fn select(&mut self, condition: Lit, then: &Word, otherwise: &Word) -> Word {
        if then == otherwise || condition == Lit::TRUE {
            return then.clone();
        }
        if condition == Lit::FALSE {
            return otherwise.clone();
        }
        self.bitwise(then, otherwise, |c, a, b| c.mux(condition, a, b))
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
