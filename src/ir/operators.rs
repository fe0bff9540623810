//! Signs of operators, and how tightly they bind, as in C.

use super::{Binary, Unary};

impl Binary {
    /// Those that the language of models has; longer signs before their prefixes.
    pub const ALL: [Binary; 18] = [
        Binary::Or,
        Binary::And,
        Binary::Shl,
        Binary::Shr,
        Binary::Eq,
        Binary::Ne,
        Binary::Le,
        Binary::Ge,
        Binary::Lt,
        Binary::Gt,
        Binary::BitOr,
        Binary::BitXor,
        Binary::BitAnd,
        Binary::Add,
        Binary::Sub,
        Binary::Mul,
        Binary::Div,
        Binary::Rem,
    ];

    pub fn sign(self) -> &'static str {
        self.sign_and_tightness().0
    }

    /// From 1, the loosest, to 10; what stands before one operand binds more tightly than all of these.
    pub fn binds(self) -> u8 {
        self.sign_and_tightness().1
    }

    pub fn divides(self) -> bool {
        matches!(self, Binary::Div | Binary::Rem | Binary::UnsignedDiv | Binary::UnsignedRem)
    }

    /// Whether results must fit into 32 bits.
    pub fn is_wide(self) -> bool {
        matches!(self, Binary::WideAdd | Binary::WideSub | Binary::WideMul)
    }

    fn sign_and_tightness(self) -> (&'static str, u8) {
        match self {
            Binary::Or => ("||", 1),
            Binary::And => ("&&", 2),
            Binary::BitOr => ("|", 3),
            Binary::BitXor => ("^", 4),
            Binary::BitAnd => ("&", 5),
            Binary::Eq => ("==", 6),
            Binary::Ne => ("!=", 6),
            Binary::Lt | Binary::UnsignedLt => ("<", 7),
            Binary::Le | Binary::UnsignedLe => ("<=", 7),
            Binary::Gt => (">", 7),
            Binary::Ge => (">=", 7),
            Binary::Shl => ("<<", 8),
            Binary::Shr | Binary::UnsignedShr => (">>", 8),
            Binary::Add | Binary::WideAdd => ("+", 9),
            Binary::Sub | Binary::WideSub => ("-", 9),
            Binary::Mul | Binary::WideMul => ("*", 10),
            Binary::Div | Binary::UnsignedDiv => ("/", 10),
            Binary::Rem | Binary::UnsignedRem => ("%", 10),
        }
    }
}

impl Unary {
    /// How tightly they all bind.
    pub const BINDS: u8 = 11;

    pub fn sign(self) -> &'static str {
        match self {
            Unary::Neg => "-",
            Unary::BitNot => "~",
            Unary::Not => "!",
            Unary::ObjectOf => "object of ",
        }
    }
}
