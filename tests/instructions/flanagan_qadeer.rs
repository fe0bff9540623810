//! The example of FQ section 2.

use super::{Ins, Ins::*, R, S, assign, atomic, bin, c, cell, eq, mutex, plus, program, r, register, s, then, x};
use moverlog::ir::{Action, Binary, Program, Value};

/// FQ 2: `incr`, `decr` and `read` of a pair of variables that two locks protect, and of their
/// difference that none does, all modulo `k`. A thread chooses a method again and again, and
/// forgets its temporaries when it returns. The printed `decr` releases the lock of the other.
pub fn flanagan_qadeer(k: Value, printed: bool) -> Program {
    let (xx, y, mx, my, count) = (0, 1, 2, 3, 4);
    let (read_x, read_y) = (Rd(xx), Do(assign(register(S), x(y))));
    let returns = |m| {
        let forget = [R, S].map(|r| assign(register(r), c(0)));
        then(atomic([Action::Release(mutex(m))].into_iter().chain(forget)), 0)
    };
    let add = |e, v| Do(assign(cell(count), plus(e, c(v), k)));
    let incr = [Acq(mx), read_x.clone(), add(x(count), 1), Do(assign(cell(xx), plus(r(), c(1), k))), returns(mx)];
    let other = if printed { mx } else { my };
    let decr = [Acq(my), read_y.clone(), add(x(count), k - 1), Do(assign(cell(y), plus(s(), c(1), k))), returns(other)];
    let difference = bin(Binary::Rem, bin(Binary::Add, bin(Binary::Sub, r(), s()), c(k)), c(k));
    let assertion = Do(Action::Assert(eq(x(count), difference)));
    let read = [Acq(mx), read_x, Acq(my), read_y, assertion, Rel(my), returns(mx)];
    let code: Vec<Ins> = [Nd(vec![1, 6, 11])].into_iter().chain(incr).chain(decr).chain(read).collect();
    program(&[0; 5], &[mx, my], &[code.clone(), code])
}
