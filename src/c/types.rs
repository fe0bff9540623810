//! The types of C, how many cells and bytes they take, and the usual arithmetic conversions (C11 6.3.1).

use crate::ir::{Domain, Value};
use std::ops::Range;
use std::rc::Rc;

/// How wide `long` and pointers are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataModel {
    /// 32 bits.
    Ilp32,
    /// 64 bits.
    Lp64,
}

impl DataModel {
    pub(super) fn long(self) -> u8 {
        if self == DataModel::Lp64 { 64 } else { 32 }
    }

    /// The bytes of a `long double`.
    pub(super) fn long_double(self) -> u32 {
        if self == DataModel::Lp64 { 16 } else { 12 }
    }

    /// To how many bytes numbers and pointers are aligned at most, but for a `long double`.
    pub(super) fn alignment(self) -> u32 {
        u32::from(self.long()) / 8
    }

    pub(super) fn size(self) -> Type {
        Type::Int(Int { bits: self.long(), signed: false })
    }

    /// `long`
    pub(super) fn number(self) -> Type {
        Type::Int(Int { bits: self.long(), signed: true })
    }
}

/// An integer type: 1 bit is `_Bool`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Int {
    pub(super) bits: u8,
    pub(super) signed: bool,
}

pub(super) const INT: Type = Type::Int(Int { bits: 32, signed: true });
pub(super) const CHAR: Type = Type::Int(Int { bits: 8, signed: true });
pub(super) const BOOL: Type = Type::Int(Int { bits: 1, signed: false });

/// What the library's own objects are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sync {
    Mutex,
    Cond,
    RwLock,
    Barrier,
    Semaphore,
    Once,
    /// Attributes, which hold a number.
    Attributes,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Type {
    Void,
    Int(Int),
    Pointer(Rc<Type>),
    Array(Rc<Type>, u32),
    /// By its number.
    Struct(usize),
    Function(Rc<Function>),
    Sync(Sync),
    /// `_Atomic`.
    Atomic(Rc<Type>),
    /// Of so many bytes; which number it is is [not followed](super::floats).
    Float(u32),
    /// Two of these: known by name and by its bytes, and nothing can be computed with it.
    Complex(u32),
    /// A bit field, by the type that it is declared with and its width; it has a place among bytes, and none among
    /// cells, since nobody may access it.
    Bits(Int, u8),
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Function {
    pub(super) result: Type,
    pub(super) parameters: Vec<Type>,
}

#[derive(Clone, Debug)]
pub(super) struct Struct {
    pub(super) name: String,
    pub(super) fields: Vec<(String, Type)>,
    pub(super) union: bool,
    pub(super) complete: bool,
    /// A union whose members do not share their cells: none of them can be accessed.
    pub(super) uneven: bool,
    /// What attributes say of its bytes.
    pub(super) arrangement: Arrangement,
}

/// How the members of a structure lie, if that is not as their types say.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Arrangement {
    /// One behind the other.
    pub(super) packed: bool,
    /// To so many bytes at least.
    pub(super) aligned: u32,
    /// In a way that is not followed.
    pub(super) unknown: bool,
}

/// One cell of an object: how it is called behind the object's name, and its type.
pub(super) type Leaf = (String, Type);

#[derive(Default)]
pub(super) struct Structs {
    pub(super) all: Vec<Struct>,
    /// Whether mutexes are of several kinds: then each has an owner, a depth and a kind.
    pub(super) kinds: bool,
}

impl Type {
    pub(super) fn pointer(to: Type) -> Type {
        Type::Pointer(Rc::new(to))
    }

    /// Without `_Atomic`.
    pub(super) fn plain(&self) -> &Type {
        match self {
            Type::Atomic(inner) => inner.plain(),
            other => other,
        }
    }

    pub(super) fn is_atomic(&self) -> bool {
        matches!(self, Type::Atomic(_))
    }

    /// Whether it is one of complex numbers.
    pub(super) fn is_complex(&self) -> bool {
        match self.plain() {
            Type::Array(of, _) => of.is_complex(),
            other => matches!(other, Type::Complex(_)),
        }
    }

    pub(super) fn is_scalar(&self) -> bool {
        matches!(self.plain(), Type::Int(_) | Type::Pointer(_) | Type::Function(_) | Type::Float(_))
    }

    pub(super) fn pointee(&self) -> Option<&Type> {
        match self.plain() {
            Type::Pointer(to) => Some(to),
            _ => None,
        }
    }

    pub(super) fn int(&self) -> Option<Int> {
        match self.plain() {
            Type::Int(int) => Some(*int),
            _ => None,
        }
    }

    /// What a variable of this type holds.
    pub(super) fn domain(&self) -> Domain {
        match self.plain() {
            Type::Int(Int { bits: 1, .. }) => Domain::Bool,
            Type::Int(int) if int.bits < 32 => {
                let (lo, hi) = int.range();
                Domain::Range { lo, hi }
            }
            Type::Int(int) if int.is_wide() => Domain::Long,
            Type::Pointer(_) => Domain::Pointer,
            Type::Float(_) => Domain::Float,
            _ => Domain::Int,
        }
    }
}

impl Struct {
    pub(super) fn has_bits(&self) -> bool {
        self.fields.iter().any(|(_, ty)| matches!(ty, Type::Bits(..)))
    }

    /// Whether it has bit fields and nothing else: then it is one cell, which gives it an address.
    pub(super) fn is_of_bits(&self) -> bool {
        !self.fields.is_empty() && self.fields.iter().all(|(_, ty)| matches!(ty, Type::Bits(..)))
    }

    /// The members that a list of values has values for, in their order, and by which a structure is aligned: a bit
    /// field without a name is none.
    pub(super) fn listed(&self) -> impl Iterator<Item = &(String, Type)> {
        self.fields.iter().filter(|(name, ty)| !(name.is_empty() && matches!(ty, Type::Bits(..))))
    }
}

impl Sync {
    pub(super) fn words(self) -> &'static str {
        match self {
            Sync::Mutex => "pthread_mutex_t",
            Sync::Cond => "pthread_cond_t",
            Sync::RwLock => "pthread_rwlock_t",
            Sync::Barrier => "pthread_barrier_t",
            Sync::Semaphore => "sem_t",
            Sync::Once => "pthread_once_t",
            Sync::Attributes => "pthread_attr_t",
        }
    }
}

impl Int {
    pub(super) fn words(self) -> &'static str {
        match (self.bits, self.signed) {
            (1, _) => "_Bool",
            (8, true) => "char",
            (8, false) => "unsigned char",
            (16, true) => "short",
            (16, false) => "unsigned short",
            (32, true) => "int",
            (32, false) => "unsigned",
            (_, true) => "long",
            (_, false) => "unsigned long",
        }
    }

    /// The least and the greatest value of a type of less than 32 bits.
    pub(super) fn range(self) -> (Value, Value) {
        let size = 1 << self.bits.min(30);
        if self.signed { (-size / 2, size / 2 - 1) } else { (0, size - 1) }
    }

    /// The least and the greatest number that one of its values is.
    pub(super) fn values(self) -> (Value, Value) {
        if self.bits < 32 { self.range() } else { (Value::MIN, Value::MAX) }
    }

    pub(super) fn is_wide(self) -> bool {
        self.bits == 64
    }

    /// Integer promotions: C11 6.3.1.1.
    pub(super) fn promoted(self) -> Int {
        if self.bits < 32 { Int { bits: 32, signed: true } } else { self }
    }

    /// Usual arithmetic conversions: C11 6.3.1.8.
    pub(super) fn common(self, other: Int) -> Int {
        let (a, b) = (self.promoted(), other.promoted());
        let bits = a.bits.max(b.bits);
        let unsigned = |i: Int| !i.signed && i.bits == bits;
        Int { bits, signed: !unsigned(a) && !unsigned(b) }
    }
}

impl Structs {
    /// `struct queue`.
    pub(super) fn called(&self, s: usize) -> String {
        let Struct { name, union, .. } = &self.all[s];
        format!("{} {name}", if *union { "union" } else { "struct" }).trim_end().to_string()
    }

    /// The structure by which a type has no size yet.
    pub(super) fn incomplete(&self, ty: &Type) -> Option<usize> {
        match ty.plain() {
            Type::Array(of, _) => self.incomplete(of),
            Type::Struct(s) => (!self.all[*s].complete).then_some(*s),
            _ => None,
        }
    }

    /// How types are written.
    pub(super) fn words(&self, ty: &Type) -> String {
        match ty {
            Type::Void => "void".into(),
            Type::Int(int) => int.words().into(),
            Type::Pointer(to) => match &**to {
                Type::Function(f) => self.signature(f, "(*)"),
                other => format!("{} *", self.words(other)).replace("* *", "**"),
            },
            Type::Array(of, len) => format!("{}[{len}]", self.words(of)),
            Type::Struct(s) => self.called(*s),
            Type::Function(f) => self.signature(f, ""),
            Type::Sync(sync) => sync.words().into(),
            Type::Atomic(of) => format!("_Atomic {}", self.words(of)),
            Type::Float(4) => "float".into(),
            Type::Float(8) => "double".into(),
            Type::Float(_) => "long double".into(),
            Type::Complex(of) => format!("_Complex {}", self.words(&Type::Float(*of))),
            Type::Bits(int, width) => format!("{} : {width}", int.words()),
        }
    }

    fn signature(&self, f: &Function, middle: &str) -> String {
        let parameters: Vec<String> = f.parameters.iter().map(|p| self.words(p)).collect();
        let parameters = if parameters.is_empty() { "void".into() } else { parameters.join(", ") };
        format!("{} {middle}({parameters})", self.words(&f.result)).replace("* (", "*(")
    }

    /// How many cells an object of this type has; nothing if it is not known.
    pub(super) fn cells(&self, ty: &Type) -> u32 {
        match ty.plain() {
            Type::Array(of, len) => self.cells(of).saturating_mul(*len),
            Type::Struct(s) if self.all[*s].is_of_bits() => 1,
            Type::Struct(s) => {
                let cells = self.all[*s].fields.iter().map(|(_, ty)| self.cells(ty));
                if self.all[*s].union { cells.max().unwrap_or(0) } else { cells.fold(0, u32::saturating_add) }
            }
            Type::Void | Type::Bits(..) => 0,
            Type::Sync(Sync::Barrier) => 3,
            Type::Sync(Sync::Mutex) if self.kinds => 3,
            _ => 1,
        }
    }

    /// The cells of an object, in their order.
    pub(super) fn leaves(&self, ty: &Type) -> Vec<Leaf> {
        let mut leaves = vec![];
        self.add_leaves(ty, String::new(), &mut leaves);
        leaves
    }

    fn add_leaves(&self, ty: &Type, name: String, leaves: &mut Vec<Leaf>) {
        match ty.plain() {
            Type::Array(of, len) => (0..*len).for_each(|i| self.add_leaves(of, format!("{name}[{i}]"), leaves)),
            Type::Struct(s) if self.all[*s].is_of_bits() => leaves.push((name, INT)),
            Type::Struct(s) => {
                for (field, ty) in self.in_cells(*s).map(|i| &self.all[*s].fields[i]) {
                    self.add_leaves(ty, format!("{name}.{field}"), leaves);
                }
            }
            Type::Sync(Sync::Barrier) => {
                leaves.extend([".count", ".waiting", ".leaving"].map(|part| (format!("{name}{part}"), ty.clone())));
            }
            Type::Sync(Sync::Mutex) if self.kinds => {
                leaves.extend(["", ".depth", ".kind"].map(|part| (format!("{name}{part}"), ty.clone())));
            }
            Type::Void | Type::Bits(..) => {}
            _ => leaves.push((name, ty.clone())),
        }
    }

    /// The members of a structure whose cells it has, by their places: of a union the largest one.
    pub(super) fn in_cells(&self, s: usize) -> Range<usize> {
        let Struct { fields, union, .. } = &self.all[s];
        let largest = || (0..fields.len()).max_by_key(|i| self.cells(&fields[*i].1));
        match union {
            true => largest().map_or(0..0, |i| i..i + 1),
            false => 0..fields.len(),
        }
    }

    /// Whether a member lies in a union whose members do not share their cells.
    pub(super) fn is_uneven(&self, s: usize, name: &str) -> bool {
        let all = &self.all[s];
        all.uneven
            || all.fields.iter().any(|(field, ty)| match ty.plain() {
                Type::Struct(inner) if field.is_empty() => {
                    self.field(*inner, name).is_some() && self.is_uneven(*inner, name)
                }
                _ => false,
            })
    }

    /// The type of a field, and how many cells stand before it.
    pub(super) fn field(&self, s: usize, name: &str) -> Option<(u32, Type)> {
        let s = &self.all[s];
        let mut before = 0;
        for (field, ty) in &s.fields {
            if field == name {
                return Some((before, ty.clone()));
            }
            if let (true, Type::Struct(inner)) = (field.is_empty(), ty.plain())
                && let Some((further, ty)) = self.field(*inner, name)
            {
                return Some((before + further, ty));
            }
            before += if s.union { 0 } else { self.cells(ty) };
        }
        None
    }
}

/// What an array or a function is as a value.
pub(super) fn decayed(ty: Type) -> Type {
    match ty {
        Type::Array(of, _) => Type::Pointer(of),
        Type::Function(_) => Type::pointer(ty),
        other => other,
    }
}
