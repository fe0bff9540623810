//! How objects lie in memory: sizes, alignments and offsets, as gcc and clang have them on Linux (System V ABI).

use super::types::{Arrangement, DataModel, Leaf, Structs, Sync, Type};
use crate::ir::Bytes;

/// Where the members of a structure begin, and where the last one ends, in bits.
struct Layout {
    starts: Vec<u64>,
    end: u64,
}

impl Sync {
    /// As glibc has them.
    fn size(self, model: DataModel) -> u32 {
        let lp64 = model == DataModel::Lp64;
        match self {
            Sync::Mutex if lp64 => 40,
            Sync::Mutex => 24,
            Sync::Cond => 48,
            Sync::RwLock | Sync::Attributes if lp64 => 56,
            Sync::RwLock => 32,
            Sync::Attributes => 36,
            Sync::Barrier | Sync::Semaphore if lp64 => 32,
            Sync::Barrier => 20,
            Sync::Semaphore => 16,
            Sync::Once => 4,
        }
    }
}

impl Structs {
    /// Bytes: `sizeof`.
    pub(super) fn size(&self, ty: &Type, model: DataModel) -> u32 {
        let pointer = u32::from(model.long()) / 8;
        match ty.plain() {
            Type::Void | Type::Function(_) => 1,
            Type::Int(int) | Type::Bits(int, _) => u32::from(int.bits.max(8)) / 8,
            Type::Pointer(_) | Type::Atomic(_) => pointer,
            Type::Float(bytes) => *bytes,
            Type::Complex(bytes) => 2 * bytes,
            Type::Sync(sync) => sync.size(model),
            Type::Array(of, len) => self.size(of, model).saturating_mul(*len),
            Type::Struct(s) => bytes(up(self.layout(*s, model).end, self.alignment(ty, model))),
        }
    }

    pub(super) fn alignment(&self, ty: &Type, model: DataModel) -> u32 {
        match ty.plain() {
            Type::Array(of, _) => self.alignment(of, model),
            Type::Struct(s) => {
                let Arrangement { packed, aligned, .. } = self.all[*s].arrangement;
                let members = self.all[*s].listed().filter(|_| !packed);
                members.map(|(_, ty)| self.alignment(ty, model)).max().unwrap_or(1).max(aligned)
            }
            Type::Sync(Sync::Once) => 4,
            Type::Float(16..) if model == DataModel::Lp64 => 16,
            Type::Complex(of) => self.alignment(&Type::Float(*of), model),
            other => self.size(other, model).clamp(1, model.alignment()),
        }
    }

    /// The structure because of which it is not known how the bytes of a type lie.
    pub(super) fn arranged(&self, ty: &Type) -> Option<usize> {
        match ty.plain() {
            Type::Array(of, _) => self.arranged(of),
            Type::Struct(s) if self.all[*s].arrangement.unknown => Some(*s),
            Type::Struct(s) => self.all[*s].fields.iter().find_map(|(_, ty)| self.arranged(ty)),
            _ => None,
        }
    }

    /// How many bytes stand before a member.
    pub(super) fn offset(&self, s: usize, name: &str, model: DataModel) -> Option<u32> {
        let at = self.all[s].fields.iter().position(|(field, _)| field == name)?;
        Some(bytes(self.layout(s, model).starts[at]))
    }

    /// Where the cells of an object lie, which are those of `leaves`.
    pub(super) fn bytes(&self, ty: &Type, model: DataModel) -> Bytes {
        let mut offsets = vec![];
        self.add_offsets(ty, 0, model, &mut offsets);
        Bytes::new(offsets, self.size(ty, model))
    }

    fn add_offsets(&self, ty: &Type, at: u32, model: DataModel, offsets: &mut Vec<u32>) {
        match ty.plain() {
            Type::Array(of, len) => {
                let size = self.size(of, model);
                (0..*len).for_each(|i| self.add_offsets(of, at.saturating_add(i.saturating_mul(size)), model, offsets));
            }
            Type::Struct(s) if !self.all[*s].is_of_bits() => {
                let layout = self.layout(*s, model);
                for (ty, start) in self.in_cells(*s).map(|i| (&self.all[*s].fields[i].1, layout.starts[i])) {
                    self.add_offsets(ty, at.saturating_add(bytes(start)), model, offsets);
                }
            }
            ty => offsets.extend((0..self.cells(ty)).map(|_| at)),
        }
    }

    fn layout(&self, s: usize, model: DataModel) -> Layout {
        let mut layout = Layout { starts: vec![], end: 0 };
        let packed = self.all[s].arrangement.packed;
        for (_, ty) in &self.all[s].fields {
            let alignment = if packed { 1 } else { self.alignment(ty, model) };
            let before = if self.all[s].union { 0 } else { layout.end };
            let (start, bits) = match ty {
                Type::Bits(_, width) => (bits_from(before, *width, alignment), u64::from(*width)),
                _ => (up(before, alignment), 8 * u64::from(self.size(ty, model))),
            };
            layout.starts.push(start);
            layout.end = layout.end.max(start + bits);
        }
        layout
    }

    /// Whether all alternatives of a union have the same cells.
    pub(super) fn is_even(&self, s: usize, model: DataModel) -> bool {
        let one = |(_, ty): Leaf| (ty.domain(), self.size(&ty, model));
        let cells = |ty: &Type| self.leaves(ty).into_iter().map(one).collect::<Vec<_>>();
        let mut all = self.all[s].fields.iter().map(|(_, ty)| cells(ty));
        let first = all.next().unwrap_or_default();
        all.all(|other| other.len() <= first.len() && first.starts_with(&other) || other.starts_with(&first))
    }
}

/// Where a bit field begins: within as many bytes as its type has, and of width 0 where the next of these begin.
fn bits_from(at: u64, width: u8, size: u32) -> u64 {
    let unit = 8 * u64::from(size);
    if width == 0 || at % unit + u64::from(width) > unit { up(at, size) } else { at }
}

/// The next offset in bits that is a multiple of an alignment in bytes.
fn up(at: u64, alignment: u32) -> u64 {
    at.next_multiple_of(8 * u64::from(alignment))
}

fn bytes(bits: u64) -> u32 {
    bits.div_ceil(8).try_into().unwrap_or(u32::MAX)
}
