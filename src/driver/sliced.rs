//! Checks of a sliced program, whose executions are told as those of the program itself.

use super::engine::Engine;
use super::outcome::{Options, Outcome, Verdict};
use super::retell::{Likeness, Telling};
use super::spinlocks;
use super::symbolic::{Symbolic, symbolic};
use crate::control::{Bound, Control};
use crate::ir::{Cell, Loc, Program, Value};
use crate::movers::FalseClaim;
use crate::slice::{Slice, slice, slice_beside_addresses, slice_for_circuits};

/// Longer programs are left as they are: no bound is looked at while a program is sliced.
const LOCATIONS: usize = 4000;

/// The program without the data on which nothing depends, if that is asked for and there are any. Claims of movers
/// are about the program as it is, and QRR's two properties are there to lose errors. DYN's moving conditions go by
/// addresses that nothing changes any more (DYN Table 2), so there registers in addresses are left as they are.
fn wanted(program: &Program, engine: Engine, options: &Options) -> Option<Slice> {
    let depends = options.goes_by_text();
    match engine {
        _ if !options.slice || depends || is_long(program) => None,
        Engine::Blocks(..) => slice_beside_addresses(program),
        _ => slice(program),
    }
}

/// The same where nothing is asked but the verdict.
pub(super) fn thin(program: &Program) -> Option<Slice> {
    if is_long(program) { None } else { slice(program) }
}

/// Whether a program is left as it is.
pub(super) fn is_long(program: &Program) -> bool {
    program.locations.len() > LOCATIONS
}

/// Checks a program, sliced if that is wanted.
pub(super) fn check(
    program: &Program,
    engine: Engine,
    options: &Options,
    control: &Control<'_>,
) -> Result<Outcome, Vec<FalseClaim>> {
    match wanted(program, engine, options) {
        Some(slice) => by_slice(program, slice, engine, options, control),
        None => spinlocks::check(program, engine, options, control),
    }
}

/// Checks `slice` in the place of `program`, or that one itself where an error cannot be told in it within the bounds.
fn by_slice(
    program: &Program,
    slice: Slice,
    engine: Engine,
    options: &Options,
    control: &Control<'_>,
) -> Result<Outcome, Vec<FalseClaim>> {
    let outcome = spinlocks::check(&slice.program, engine, options, control)?;
    let told = Telling::new([&slice.program, program], &slice, &control.anew()).outcome(outcome);
    let told = told.map(|told| Outcome { left_out: Some(slice.left_out.clone()), ..told });
    told.map_or_else(|| spinlocks::check(program, engine, options, &control.anew()), Ok)
}

/// Decides a program by a circuit that leaves out the data on which nothing depends, and where that finds an error, which
/// is told in the program, or one that could not be followed, by a circuit of the program as it is.
pub fn symbolic_sliced(program: &Program, engine: Symbolic, control: &Control<'_>) -> Outcome {
    let slice = if is_long(program) { None } else { slice_for_circuits(program) };
    let Some(Slice { program: thin, left_out, .. }) = slice else { return symbolic(program, engine, control) };
    let outcome = symbolic(&thin, engine, control);
    if outcome.verdict == Verdict::Wrong || outcome.bound == Some(Bound::Encoding) {
        return symbolic(program, engine, &control.anew());
    }
    Outcome { left_out: Some(left_out), certificate: None, ..outcome }
}

impl Likeness for Slice {
    fn agrees_on(&self, cell: Cell, thin: Value, full: Value) -> bool {
        !self.stores(cell) || thin == full
    }

    fn knows(&self, loc: Loc, register: usize) -> bool {
        Slice::knows(self, loc, register)
    }
}
