//! Where pointers lead, and how they are moved within objects.

use super::failure::{Failure, FailureKind};
use crate::control::Bound;
use crate::ir::numbers::is_address;
use crate::ir::{Cell, Domain, GlobalKind, Object, Program, Stride, Value};

/// Where a pointer may be inside of its object, if that is one of smaller elements.
const DIVIDED: &str = "an object may have more elements of a smaller type";

/// The cell that tells whether the object of a cell was given back, if one does; where pointers are computed with,
/// there must be an object.
/// It holds what the pointer says.
pub(crate) fn pointed_to(program: &Program, c: Cell, domain: Domain) -> Result<Option<Cell>, Failure> {
    match program.object_of(c) {
        Some(object) if program.global_of(c).kind.holds(domain) => Ok(object.freed),
        Some(object) if object.allocated || may_be_the_same_bytes(program, c, domain) => {
            let message = "the bytes of an object are accessed as another number";
            Err(Failure::new(FailureKind::Limit(Bound::Pointers), message))
        }
        Some(_) => Err(Failure::new(FailureKind::Undefined, "an object is accessed as one of another type")),
        None if program.objects.is_empty() => Ok(None),
        None if c.0 as usize >= program.cells.len() => Err(no_object((c.0 + 1) as Value)),
        None if c.0.checked_sub(1).and_then(|last| program.object_of(Cell(last))).is_some_and(|o| o.divisible) => {
            Err(Failure::new(FailureKind::Limit(Bound::Pointers), DIVIDED))
        }
        None => Err(Failure::new(FailureKind::Bounds, "pointer outside of its object dereferenced")),
    }
}

/// A number that was made a pointer leads to no object; what was computed with an address as a number may.
fn no_object(pointer: Value) -> Failure {
    match is_address(pointer) {
        true => Failure::new(FailureKind::Undefined, "a number is followed as a pointer"),
        false => Failure::new(FailureKind::Limit(Bound::Pointers), "an address that was computed as a number"),
    }
}

/// What is wrong with an access to an object that is no more there.
pub(super) fn gone(program: &Program, c: Cell) -> &'static str {
    match program.object_of(c) {
        Some(object) if !object.allocated => "a local is used after its function or thread has ended",
        _ => "use after free",
    }
}

/// What C11 6.5p7 allows, and is not followed: a number as one of another sign, and anything as characters.
fn may_be_the_same_bytes(program: &Program, c: Cell, domain: Domain) -> bool {
    let values = |domain: Domain| match domain {
        Domain::Bool => Some(256),
        Domain::Range { lo, hi } => Some(i64::from(hi) - i64::from(lo) + 1),
        _ => None,
    };
    match program.global_of(c).kind {
        _ if values(domain) == Some(256) => true,
        GlobalKind::Data(stored) => values(stored).is_some() && values(stored) == values(domain),
        GlobalKind::Mutex { .. } => false,
    }
}

/// A pointer moved by so many elements, inside of its object or to behind its end.
pub(crate) fn moved(program: &Program, pointer: Value, count: Value, stride: Stride) -> Result<Value, Failure> {
    let by = i64::from(count) * i64::from(stride.cells);
    if by == 0 {
        return Ok(pointer);
    }
    let Some(at) = (pointer as u32).checked_sub(1) else {
        return Err(Failure::new(FailureKind::Null, "null pointer computed with"));
    };
    let outside = || Failure::new(FailureKind::Bounds, "pointer moved outside of its object");
    let object = home(program, at).ok_or_else(|| if beyond(program, at) { no_object(pointer) } else { outside() })?;
    let unclear = |message| Err(Failure::new(FailureKind::Limit(Bound::Pointers), message));
    let behind = object.base.0 + object.len;
    match moved_inside(object, at, count, stride) {
        Moved::To(cell) if cell == behind && program.object_of(Cell(cell)).is_some() => {
            unclear("a pointer behind an object that is no array")
        }
        Moved::To(cell) => Ok((cell + 1) as Value),
        Moved::Between => unclear("a pointer between the numbers of its object"),
        Moved::Outside if object.divisible && !object.bytes.agrees_with(stride) => unclear(DIVIDED),
        Moved::Outside => Err(outside()),
    }
}

/// Whether there is no cell, nor an end of any.
fn beyond(program: &Program, at: u32) -> bool {
    at as usize > program.cells.len()
}

/// The pointer to the beginning of the object of a pointer; the same where it leads into none.
pub(crate) fn beginning(program: &Program, pointer: Value) -> Value {
    let object = (pointer as u32).checked_sub(1).and_then(|cell| home(program, cell));
    object.map_or(pointer, |object| (object.base.0 + 1) as Value)
}

/// The object of a pointer to a cell, which may stand behind it, where none begins.
fn home(program: &Program, cell: u32) -> Option<&Object> {
    program.object_of(Cell(cell)).or_else(|| program.object_of(Cell(cell.checked_sub(1)?)))
}

/// How many elements lie between two pointers into one object.
pub(crate) fn distance(program: &Program, to: Value, from: Value, stride: Stride) -> Result<Value, Failure> {
    if to == from {
        return Ok(0);
    }
    let lost = |pointer: &Value| *pointer != 0 && beyond(program, (*pointer as u32).wrapping_sub(1));
    if let Some(pointer) = [to, from].into_iter().find(lost) {
        return Err(no_object(pointer));
    }
    let [to, from] = [to, from].map(|pointer| (pointer as u32).checked_sub(1));
    let object = from.and_then(|cell| home(program, cell));
    let same = to.and_then(|cell| home(program, cell)).zip(object).filter(|(a, b)| a.base == b.base);
    let Some(((_, object), (to, from))) = same.zip(to.zip(from)) else {
        return Err(Failure::new(FailureKind::Bounds, "pointers into different objects have no difference"));
    };
    let (apart, each) = match object.bytes.agrees_with(stride) {
        true => (i64::from(to) - i64::from(from), stride.cells),
        false => (object.bytes.byte(to - object.base.0) - object.bytes.byte(from - object.base.0), stride.bytes),
    };
    match (apart / i64::from(each), apart % i64::from(each)) {
        (elements, 0) => Ok(elements as Value),
        _ => Err(Failure::new(FailureKind::Limit(Bound::Pointers), "the bytes between two pointers are no elements")),
    }
}

/// Where a pointer comes to.
enum Moved {
    /// A cell of its object, or the one behind.
    To(u32),
    /// Bytes of the object where no cell begins.
    Between,
    Outside,
}

fn moved_inside(object: &Object, at: u32, count: Value, stride: Stride) -> Moved {
    let (from, by) = (i64::from(at - object.base.0), i64::from(count) * i64::from(stride.cells));
    let cell = u32::try_from(from + by).ok().filter(|to| *to <= object.len);
    let byte = |cell: u32| object.bytes.byte(cell);
    let to = byte(from as u32) + i64::from(count) * i64::from(stride.bytes);
    match cell {
        Some(cell) if object.bytes.agrees_with(stride) || byte(cell) == to => Moved::To(object.base.0 + cell),
        None if object.bytes.agrees_with(stride) => Moved::Outside,
        _ if (0..=byte(object.len)).contains(&to) => Moved::Between,
        _ => Moved::Outside,
    }
}
