//! Bits that are counted, of numbers of 32 bits: GCC's built-in functions, and POSIX's `ffs`.

use super::{Call, Result, binary, constant};
use crate::c::forms::Operand;
use crate::c::function::Body;
use crate::c::types::{INT, Int, Type};
use crate::c::unit::Lowered;
use crate::ir::*;

const UNSIGNED: Type = Type::Int(Int { bits: 32, signed: false });

fn shifted(e: &Expr, by: Value) -> Expr {
    binary(Binary::UnsignedShr, e.clone(), constant(by))
}

impl Body<'_, '_> {
    pub(super) fn bit_call(&mut self, call: &Call<'_>) -> Lowered<Option<Result>> {
        let count = match call.name {
            "__builtin_popcount" => {
                let number = self.bits_given(call)?;
                self.bits_set(number)
            }
            "__builtin_parity" => {
                let number = self.bits_given(call)?;
                binary(Binary::BitAnd, self.bits_set(number), constant(1))
            }
            "__builtin_ctz" => {
                let number = self.some_bits_given(call)?;
                self.zeros_behind(number)
            }
            "__builtin_clz" => {
                let number = self.some_bits_given(call)?;
                self.zeros_before(number)
            }
            "__builtin_ffs" | "ffs" => {
                let number = self.bits_given(call)?;
                let place = binary(Binary::Add, self.zeros_behind(number.clone()), constant(1));
                Expr::Conditional(Box::new(number), Box::new(place), Box::new(constant(0)))
            }
            _ => return Ok(None),
        };
        Ok(Some(Result::of(Operand::new(count, INT))))
    }

    fn bits_given(&mut self, call: &Call<'_>) -> Lowered<Expr> {
        Ok(self.worth_fixed_as(call, 0, &UNSIGNED)?.expr)
    }

    /// Of 0 the result is undefined.
    fn some_bits_given(&mut self, call: &Call<'_>) -> Lowered<Expr> {
        let number = self.bits_given(call)?;
        self.demand(number.clone(), &format!("`{}` of 0", call.name));
        Ok(number)
    }

    fn in_a_register(&mut self, e: Expr) -> Expr {
        self.fixed(Operand::new(e, UNSIGNED)).expr
    }

    /// Counted side by side in pairs of bits, in fours, in bytes, and all together.
    fn bits_set(&mut self, number: Expr) -> Expr {
        let masked = |e: Expr, mask: Value| binary(Binary::BitAnd, e, constant(mask));
        let number = self.in_a_register(number);
        let pairs = self.in_a_register(binary(Binary::Sub, number.clone(), masked(shifted(&number, 1), 0x5555_5555)));
        let next = masked(shifted(&pairs, 2), 0x3333_3333);
        let fours = self.in_a_register(binary(Binary::Add, masked(pairs, 0x3333_3333), next));
        let bytes = masked(binary(Binary::Add, fours.clone(), shifted(&fours, 4)), 0x0f0f_0f0f);
        shifted(&binary(Binary::Mul, bytes, constant(0x0101_0101)), 24)
    }

    /// The lowest bit that is set, less 1, has a bit for each zero behind it.
    fn zeros_behind(&mut self, number: Expr) -> Expr {
        let number = self.in_a_register(number);
        let minus = binary(Binary::Sub, constant(0), number.clone());
        let lowest = binary(Binary::BitAnd, number, minus);
        self.bits_set(binary(Binary::Sub, lowest, constant(1)))
    }

    /// With all bits behind the highest one set, too, those that are not are before it.
    fn zeros_before(&mut self, number: Expr) -> Expr {
        let filled = [1, 2, 4, 8, 16].into_iter().fold(number, |number, by| {
            let number = self.in_a_register(number);
            binary(Binary::BitOr, number.clone(), shifted(&number, by))
        });
        let set = self.bits_set(filled);
        binary(Binary::Sub, constant(32), set)
    }
}
