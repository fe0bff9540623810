//! The types of variables and expressions.

use super::Checker;
use crate::ir::{Domain, Value};

/// What a pointer may lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scalar {
    Int,
    Bool,
    Range { lo: Value, hi: Value },
    Enum { id: usize, size: Value },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Type {
    Scalar(Scalar),
    Pointer(Scalar),
    /// The type of `null`.
    Null,
    Mutex {
        reentrant: bool,
    },
    Void,
    /// Of something that has been reported; fits everywhere.
    Broken,
}

impl Type {
    pub(super) const INT: Type = Type::Scalar(Scalar::Int);
    pub(super) const BOOL: Type = Type::Scalar(Scalar::Bool);

    /// The type of the value that reading a variable of this type gives.
    pub(super) fn value(self) -> Type {
        match self {
            Type::Scalar(Scalar::Bool) => Type::BOOL,
            Type::Scalar(_) | Type::Mutex { .. } => Type::INT,
            other => other,
        }
    }

    /// Whether a value of type `found` may stand where this type is wanted.
    pub(super) fn accepts(self, found: Type) -> bool {
        match (self.value(), found.value()) {
            (Type::Broken, _) | (_, Type::Broken) => true,
            (Type::Pointer(_) | Type::Null, Type::Null) | (Type::Null, Type::Pointer(_)) => true,
            (wanted, found) => wanted == found,
        }
    }

    pub(super) fn domain(self) -> Domain {
        match self {
            Type::Scalar(Scalar::Bool) => Domain::Bool,
            Type::Scalar(Scalar::Range { lo, hi }) => Domain::Range { lo, hi },
            Type::Scalar(Scalar::Enum { id, size }) => Domain::Enum { id, size },
            Type::Pointer(_) | Type::Null => Domain::Pointer,
            _ => Domain::Int,
        }
    }
}

/// How to turn `source` of type `found` into `wanted`.
pub(super) fn conversion(wanted: Type, found: Type, source: &str) -> Option<String> {
    let source = if source.len() > 30 || source.contains('\n') { "e" } else { source };
    let simple = source.chars().all(|c| c.is_alphanumeric() || c == '_') || source.starts_with('(');
    let source = if simple { source.to_string() } else { format!("({source})") };
    match (wanted.value(), found.value()) {
        (Type::BOOL, Type::INT) if source == "0" => Some("write `false`".into()),
        (Type::BOOL, Type::INT) if source == "1" => Some("write `true`".into()),
        (Type::INT, Type::BOOL) if source == "false" => Some("write `0`".into()),
        (Type::INT, Type::BOOL) if source == "true" => Some("write `1`".into()),
        (Type::BOOL, Type::INT) => Some(format!("compare it: `{source} != 0`")),
        (Type::BOOL, Type::Pointer(_)) => Some(format!("compare it: `{source} != null`")),
        (Type::INT, Type::BOOL) => Some(format!("write `{source} ? 1 : 0`")),
        (Type::INT, Type::Pointer(_)) => Some(format!("write `*{source}` for the value it points to")),
        (Type::Pointer(_), Type::INT) if source == "0" => Some("write `null`".into()),
        _ => None,
    }
}

fn with_article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']) { "an" } else { "a" };
    format!("{article} `{name}`")
}

impl Checker<'_> {
    /// How a message names a type.
    pub(super) fn describe(&self, ty: Type) -> String {
        match ty {
            Type::Scalar(scalar) => with_article(&self.scalar_name(scalar)),
            Type::Pointer(scalar) => with_article(&format!("{}*", self.scalar_name(scalar))),
            Type::Null => "`null`".into(),
            Type::Mutex { .. } => "a mutex".into(),
            Type::Void => "nothing".into(),
            Type::Broken => "something else".into(),
        }
    }

    /// As it is written.
    pub(super) fn type_name(&self, ty: Type) -> String {
        match ty {
            Type::Scalar(scalar) => self.scalar_name(scalar),
            Type::Pointer(scalar) => format!("{}*", self.scalar_name(scalar)),
            Type::Mutex { reentrant: false } => "mutex".into(),
            Type::Mutex { reentrant: true } => "rmutex".into(),
            Type::Null | Type::Broken => String::new(),
            Type::Void => "void".into(),
        }
    }

    fn scalar_name(&self, scalar: Scalar) -> String {
        match scalar {
            Scalar::Int => "int".into(),
            Scalar::Bool => "bool".into(),
            Scalar::Range { lo, hi } => format!("int[{lo}..{hi}]"),
            Scalar::Enum { id, .. } => self.enums[id].clone(),
        }
    }
}
