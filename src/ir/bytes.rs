//! How the cells of an object lie among its bytes.

/// How far an element of the type that a pointer has is from the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stride {
    pub cells: u32,
    /// What C moves the pointer by; 0 where it goes from cell to cell, whatever they are.
    pub bytes: u32,
}

/// Where the cells of one element of an object begin, and last where the next element does, in bytes from the first.
/// Nothing is said of the bytes of objects without one.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Bytes(Vec<u32>);

impl From<u32> for Stride {
    fn from(cells: u32) -> Stride {
        Stride { cells, bytes: 0 }
    }
}

impl Bytes {
    /// Of an element whose cells begin at these offsets, and which has so many bytes.
    pub fn new(mut offsets: Vec<u32>, size: u32) -> Bytes {
        let count = offsets.len() as u32;
        if count == 0 {
            return Bytes(offsets);
        }
        let each = size / count;
        if (0..count).zip(&offsets).all(|(i, at)| *at == i * each) && size == count * each {
            return Bytes(vec![0, each]);
        }
        offsets.push(size);
        Bytes(offsets)
    }

    /// The cells of an element.
    pub fn period(&self) -> u32 {
        self.0.len().saturating_sub(1) as u32
    }

    /// Where a cell begins: that of its element, and the element.
    pub fn byte(&self, cell: u32) -> i64 {
        let element = i64::from(self.0.last().copied().unwrap_or(0));
        let at = |period| i64::from(cell / period) * element + i64::from(self.0[(cell % period) as usize]);
        Some(self.period()).filter(|p| *p > 0).map_or(0, at)
    }

    /// Whether moving by elements is the same among cells and among bytes, from wherever it begins.
    pub fn agrees_with(&self, stride: Stride) -> bool {
        let period = self.period();
        let whole =
            |size: u32| u64::from(stride.bytes) * u64::from(period) == u64::from(stride.cells) * u64::from(size);
        let alike = |size: &u32| stride.cells.is_multiple_of(period) && whole(*size);
        stride.bytes == 0 || self.0.last().is_none_or(alike)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAIR: Stride = Stride { cells: 2, bytes: 12 };
    const INT: Stride = Stride { cells: 1, bytes: 4 };
    const CHAR: Stride = Stride { cells: 1, bytes: 1 };

    #[test]
    fn elements_follow_each_other() {
        let mixed = Bytes::new(vec![0, 4], 12);
        assert_eq!([0, 1, 2, 3].map(|cell| mixed.byte(cell)), [0, 4, 12, 16]);
        assert_eq!([PAIR, INT, CHAR].map(|s| mixed.agrees_with(s)), [true, false, false]);
    }

    #[test]
    fn numbers_of_one_size_are_walked_by_that_size() {
        let ints = Bytes::new(vec![0, 4, 8], 12);
        assert_eq!([PAIR, INT, CHAR].map(|s| ints.agrees_with(s)), [false, true, false]);
        assert_eq!([PAIR, CHAR].map(|s| Bytes::default().agrees_with(s)), [true, true]);
        assert!(ints.agrees_with(7.into()) && Bytes::default().byte(3) == 0);
    }
}
