//! What every action does, stated once for every [`Machine`].

use super::eval::Slot;
use super::machine::Machine;
use super::mutex::Lock;
use crate::ir::*;

/// Performs an action on one way; false if it blocks there.
pub(crate) fn perform<M: Machine>(m: &mut M, action: &Action) -> Result<bool, M::Failure> {
    match action {
        Action::Assign { place, value } => match m.assigned(value)? {
            Some(value) => m.assign(place, value)?,
            None => {
                let slot = m.slot(place)?;
                m.store(slot, UNSET.into());
            }
        },
        Action::Choose { place, values } => {
            let values = values.iter().map(|v| m.eval(v)).collect::<Result<Vec<_>, _>>()?;
            let taken = m.choose(values.len() as u64) as usize;
            let Some(value) = values.into_iter().nth(taken) else { return Ok(false) };
            m.assign(place, value)?;
        }
        Action::ChooseRange { place, lo, hi } => return choose_range(m, place, lo, hi),
        Action::Assert(e) => {
            let asserted = m.eval(e)?;
            if M::value(&asserted) == 0 {
                return Err(m.refuted(asserted));
            }
            m.branch(&asserted);
        }
        Action::Exit | Action::Halt => return Ok(false),
        Action::Look(place) => {
            let slot = m.slot(place)?;
            m.load(slot, place.domain);
        }
        Action::Free(pointer) => free(m, pointer)?,
        Action::Fail(fault) => return Err(m.faulty(fault)),
        Action::Assume(e) => {
            let assumed = m.eval(e)?;
            return Ok(m.truth(&assumed));
        }
        Action::Acquire(mutex) => return Lock::of(mutex, m)?.acquire(m),
        Action::Release(mutex) => return Lock::of(mutex, m)?.release(m),
        Action::WaitRelease { mutex, depth } => return Lock::of(mutex, m)?.wait_release(*depth, m),
        Action::WaitAcquire { mutex, depth } => return Lock::of(mutex, m)?.wait_acquire(*depth, m),
        Action::Notify(mutex) => return Lock::of(mutex, m)?.notify(m),
        Action::NotifyAll(mutex) => return Ok(Lock::of(mutex, m)?.notify_all(m)),
        Action::Cas { result, place, old, new } => compare_and_swap(m, result.as_ref(), place, [old, new])?,
    }
    Ok(true)
}

fn choose_range<M: Machine>(m: &mut M, place: &Place, lo: &Expr, hi: &Expr) -> Result<bool, M::Failure> {
    let (lo, hi) = (m.eval(lo)?, m.eval(hi)?);
    let (lo, hi) = (m.pinned(&lo), m.pinned(&hi));
    if lo > hi {
        return Ok(false);
    }
    let taken = m.choose((i64::from(hi) - i64::from(lo) + 1) as u64);
    m.assign(place, lo.wrapping_add(taken as Value).into())?;
    Ok(true)
}

fn free<M: Machine>(m: &mut M, pointer: &Expr) -> Result<(), M::Failure> {
    let pointer = m.eval(pointer)?;
    let pointer = m.pinned(&pointer);
    if pointer == 0 {
        return Ok(());
    }
    let base = Cell((pointer as u32).wrapping_sub(1));
    let freed = m.program().object_of(base).filter(|o| o.base == base).and_then(Object::given_back);
    let Some(freed) = freed else {
        return Err(m.faulty(&Fault::Undefined("what is given back was not allocated".into())));
    };
    let before = m.load(Slot::Cell(freed), Domain::Bool);
    if m.pinned(&before) != 0 {
        return Err(m.faulty(&Fault::Undefined("an object is given back twice".into())));
    }
    m.store(Slot::Cell(freed), 1.into());
    Ok(())
}

fn compare_and_swap<M: Machine>(
    m: &mut M,
    result: Option<&Place>,
    place: &Place,
    [old, new]: [&Expr; 2],
) -> Result<(), M::Failure> {
    m.slot(place)?;
    let (old, new) = (m.eval(old)?, m.eval(new)?);
    let found = m.eval(&Expr::Load(place.clone()))?;
    let equal = m.binary(Binary::Eq, found, old)?;
    let swaps = m.truth(&equal);
    if swaps {
        m.assign(place, new)?;
    }
    result.map_or(Ok(()), |result| m.assign(result, Value::from(swaps).into()))
}
