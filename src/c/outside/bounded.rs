//! Values from outside that an assumption leaves: `n = nondet(); assume(n >= 0 && n < 6);`, or `if (n > 5) abort();`.
//!
//! All values below some number are followed at once, as an interval, and all above another one. Where they lead to the
//! end of the program by steps that touch nothing but registers, few of them stand for the others: no other thread, no
//! later step and no question tells them apart. The same is so of variables that all threads share, where none but the
//! first one has been started. Between the two numbers there are few, and all of them are followed.

use crate::control::Bound;
use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// No more values than these are followed one by one.
const MOST: usize = 100;

/// No longer ways than this are looked at.
const STEPS: usize = 300;

/// Calls in calls.
const DEPTH: usize = 3;

/// The values that lead somewhere, and some of those that do not.
pub(super) fn values(
    (program, alone): (&Program, &[bool]),
    source: (u32, u32),
    range: (Value, Value),
) -> Option<Vec<Value>> {
    let range = (i64::from(range.0), i64::from(range.1));
    let from = chosen(program, source)?;
    let ends = |part: Interval| part.0 > part.1 || Ways::new((program, alone), from).all_end((source.1, part));
    let numbers: Vec<i64> = Ways::new((program, alone), from).numbers((source.1, range)).into_iter().collect();
    let greatest = *numbers.iter().find(|k| ends((**k + 1, range.1)))?;
    let least = *numbers.iter().rev().find(|k| ends((range.0, **k - 1)))?;
    let followed = least.max(range.0)..=greatest.min(range.1);
    if followed.is_empty() || greatest - least >= MOST as i64 {
        return None;
    }
    let beyond = numbers.into_iter().filter(|k| (range.0..=range.1).contains(k) && *k != i64::from(UNSET));
    let values: BTreeSet<Value> = followed.chain(beyond).map(|k| k as Value).collect();
    (values.len() <= MOST).then(|| values.into_iter().collect())
}

/// Where control goes once the register has its value, if that is one place, and no atomic region.
fn chosen(program: &Program, (procedure, register): (u32, u32)) -> Option<Loc> {
    let own = || program.locations.iter().filter(|l| l.procedure == procedure);
    let chooses = |action: &Action| match action {
        Action::Choose { place, .. } | Action::ChooseRange { place, .. } => place.kind == PlaceKind::Reg(Reg(register)),
        _ => false,
    };
    if own().any(|l| matches!(&l.op, Op::Atomic { body, .. } if within(body, &chooses))) {
        return None;
    }
    let mut found = own().filter_map(|l| match &l.op {
        Op::Do { action, next } if chooses(action) => Some(*next),
        _ => None,
    });
    found.next().filter(|_| found.next().is_none())
}

fn within(body: &[Statement], is: &dyn Fn(&Action) -> bool) -> bool {
    body.iter().any(|statement| match statement {
        Statement::Action(action) => is(action),
        Statement::Choose(bodies) => bodies.iter().any(|body| within(body, is)),
        Statement::If { then, otherwise, .. } => within(then, is) || within(otherwise, is),
    })
}

/// Numbers from the first to the second.
type Interval = (i64, i64);

const ANY: Interval = (Value::MIN as i64, Value::MAX as i64);

/// What holds a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Holder {
    Register(u32),
    Cell(Cell),
}

/// Of whose numbers something is known.
type Known = BTreeMap<Holder, Interval>;

/// Control in a procedure, and where its callers go on.
#[derive(Clone)]
struct Way {
    at: Loc,
    known: Known,
    callers: Vec<(Loc, Option<Reg>, Known)>,
}

/// All ways from a place.
struct Ways<'p> {
    program: &'p Program,
    /// Where the first thread is alone.
    alone: &'p [bool],
    from: Loc,
    /// The numbers that were met.
    numbers: BTreeSet<i64>,
    left: usize,
}

impl<'p> Ways<'p> {
    fn new((program, alone): (&'p Program, &'p [bool]), from: Loc) -> Self {
        Ways { program, alone, from, numbers: BTreeSet::from([0]), left: STEPS }
    }

    /// The numbers on the ways of these values, 0, and those beside them.
    fn numbers(mut self, values: (u32, Interval)) -> BTreeSet<i64> {
        let mut open = vec![self.first(values)];
        while let Some(way) = open.pop().filter(|_| self.goes_on()) {
            open.extend(self.step(way).into_iter().flatten());
        }
        self.numbers.iter().flat_map(|k| [k - 1, *k, k + 1]).collect()
    }

    /// Whether all of these values lead to ends, and touch nothing on the way.
    fn all_end(mut self, values: (u32, Interval)) -> bool {
        let mut open = vec![self.first(values)];
        while let Some(way) = open.pop() {
            match self.step(way).filter(|_| self.goes_on()) {
                Some(next) => open.extend(next),
                None => return false,
            }
        }
        true
    }

    fn first(&self, (register, interval): (u32, Interval)) -> Way {
        Way { at: self.from, known: Known::from([(Holder::Register(register), interval)]), callers: vec![] }
    }

    fn goes_on(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left > 0
    }

    /// Where it goes on; nothing if it touches something.
    fn step(&mut self, way: Way) -> Option<Vec<Way>> {
        let to = |at: Loc, way: Way| Way { at, ..way };
        if let Op::Do { action, next } = &self.program.location(way.at).op
            && let Some(r) = chosen_at_will(action)
        {
            return Some(vec![self.set(to(*next, way), r, ANY)?]);
        }
        Some(match &self.program.location(way.at).op {
            Op::Skip { next } => vec![to(*next, way)],
            Op::Choose { next } => match next[..] {
                // All values of another source, of which a bound leaves some out.
                [on, other] if self.leaves_out(on, other) => vec![to(on, way)],
                _ => next.iter().map(|next| to(*next, way.clone())).collect(),
            },
            Op::Branch { cond, then, otherwise } => {
                let cond = self.value(cond, &way.known)?;
                let ways = [(cond != (0, 0), *then), (holds(cond) != Some(true), *otherwise)];
                ways.into_iter().filter(|(may, _)| *may).map(|(_, next)| to(next, way.clone())).collect()
            }
            Op::Do { action: Action::Exit, .. } => vec![],
            Op::Do { action: Action::Assert(e), next } => match holds(self.value(e, &way.known)?) {
                Some(true) => vec![to(*next, way)],
                _ => return None,
            },
            Op::Do { action: Action::Assign { place: Place { kind: PlaceKind::Reg(r), .. }, value }, next } => {
                let value = self.value(value, &way.known)?;
                vec![self.set(to(*next, way), *r, value)?]
            }
            Op::Do { action: Action::Assign { place: Place { kind: PlaceKind::Cell(cell), domain }, value }, next }
                if self.alone[way.at.0 as usize] =>
            {
                let value = stored(*domain, self.value(value, &way.known)?)?;
                let mut way = to(*next, way);
                way.known.insert(Holder::Cell(*cell), value);
                vec![way]
            }
            Op::Call { procedure, arguments, result, next } => {
                let arguments: Option<Vec<Interval>> = arguments.iter().map(|e| self.value(e, &way.known)).collect();
                vec![self.called(way, *procedure, arguments?, (*next, *result))?]
            }
            Op::Return { value: Some(e) } => {
                let value = self.value(e, &way.known)?;
                vec![self.returned(way, value)?]
            }
            Op::Return { value: None } | Op::End => vec![self.returned(way, ANY)?],
            _ => return None,
        })
    }

    /// Whether a value is chosen here or a bound says that there are others.
    fn leaves_out(&self, on: Loc, other: Loc) -> bool {
        let limit = |op: &Op| matches!(op, Op::Do { action: Action::Fail(Fault::Limit(Bound::Inputs)), .. });
        let chooses = |op: &Op| matches!(op, Op::Do { action, .. } if chosen_at_will(action).is_some());
        limit(&self.program.location(other).op) && chooses(&self.program.location(on).op)
    }

    fn called(
        &self,
        way: Way,
        procedure: u32,
        arguments: Vec<Interval>,
        (next, result): (Loc, Option<Reg>),
    ) -> Option<Way> {
        let Way { known, mut callers, .. } = way;
        let first = self.program.thread_locals.len() as u32;
        let cells = shared(&known).collect();
        callers.push((next, result, known));
        let at = self.program.procedures[procedure as usize].entry;
        let way = (callers.len() <= DEPTH).then_some(Way { at, known: cells, callers })?;
        (first..).map(Reg).zip(arguments).try_fold(way, |way, (r, value)| self.set(way, r, value))
    }

    /// Where the caller goes on; nothing if there is none.
    fn returned(&self, mut way: Way, value: Interval) -> Option<Way> {
        let (at, result, mut known) = way.callers.pop()?;
        known.extend(shared(&way.known));
        let way = Way { at, known, callers: way.callers };
        result.into_iter().try_fold(way, |way, r| self.set(way, r, value))
    }

    /// Variables of a thread are those of its callers, too: of them nothing is known.
    fn set(&self, mut way: Way, r: Reg, value: Interval) -> Option<Way> {
        let procedure = &self.program.procedures[self.program.location(way.at).procedure as usize];
        let value = stored(procedure.registers.get(r.0 as usize)?.domain, value)?;
        if r.0 >= self.program.thread_locals.len() as u32 {
            way.known.insert(Holder::Register(r.0), value);
        }
        Some(way)
    }

    /// Of an expression that looks at registers alone, and at cells that were set on the way, and does not go wrong.
    fn value(&mut self, e: &Expr, known: &Known) -> Option<Interval> {
        Some(match e {
            Expr::Const(k) => {
                self.numbers.insert(i64::from(*k));
                (i64::from(*k), i64::from(*k))
            }
            Expr::Load(Place { kind: PlaceKind::Reg(r), .. }) => {
                known.get(&Holder::Register(r.0)).copied().unwrap_or(ANY)
            }
            Expr::Load(Place { kind: PlaceKind::Cell(cell), .. }) => known.get(&Holder::Cell(*cell)).copied()?,
            Expr::Unary(Unary::Not, e) => truth(holds(self.value(e, known)?).map(|h| !h)),
            Expr::Unary(_, e) => self.value(e, known).map(|_| ANY)?,
            Expr::Binary(Binary::Div | Binary::Rem | Binary::UnsignedDiv | Binary::UnsignedRem, a, b) => {
                let (_, by) = (self.value(a, known)?, self.value(b, known)?);
                (by.0 > 0).then_some(ANY)?
            }
            Expr::Binary(Binary::WideAdd | Binary::WideSub | Binary::WideMul, ..) => return None,
            Expr::Binary(op, a, b) => compared(*op, self.value(a, known)?, self.value(b, known)?),
            Expr::Conditional(c, a, b) => {
                let (c, a, b) = (self.value(c, known)?, self.value(a, known)?, self.value(b, known)?);
                match holds(c) {
                    Some(true) => a,
                    Some(false) => b,
                    None => (a.0.min(b.0), a.1.max(b.1)),
                }
            }
            _ => return None,
        })
    }
}

/// The register that gets some number.
fn chosen_at_will(action: &Action) -> Option<Reg> {
    let place = match action {
        Action::Choose { place, values } if values.iter().all(|value| matches!(value, Expr::Const(_))) => place,
        Action::ChooseRange { place, .. } => place,
        _ => return None,
    };
    if let PlaceKind::Reg(r) = place.kind { Some(r) } else { None }
}

/// What is known of cells, which all procedures have in common.
fn shared(known: &Known) -> impl Iterator<Item = (Holder, Interval)> {
    known.iter().filter(|(holder, _)| matches!(holder, Holder::Cell(_))).map(|(holder, value)| (*holder, *value))
}

/// What storing one of these leaves; nothing if it may go wrong. What nobody has set is outside of any range.
fn stored(domain: Domain, (lo, hi): Interval) -> Option<Interval> {
    match domain {
        Domain::Int | Domain::Long | Domain::Bool | Domain::Pointer | Domain::Float => Some((lo, hi)),
        Domain::Range { lo: least, hi: greatest } => {
            let fits = i64::from(least) <= lo && hi <= i64::from(greatest);
            Some(if fits { (lo, hi) } else { ANY })
        }
        Domain::Enum { .. } => None,
    }
}

/// Whether all of these numbers are true, or all false.
fn holds((lo, hi): Interval) -> Option<bool> {
    match (lo, hi) {
        (0, 0) => Some(false),
        _ if lo > 0 || hi < 0 => Some(true),
        _ => None,
    }
}

fn truth(holds: Option<bool>) -> Interval {
    holds.map_or((0, 1), |h| (h.into(), h.into()))
}

/// What an operator makes of these, as far as it compares.
fn compared(op: Binary, a: Interval, b: Interval) -> Interval {
    let less = |a: Interval, b: Interval| match () {
        () if a.1 < b.0 => Some(true),
        () if a.0 >= b.1 => Some(false),
        () => None,
    };
    let not = |h: Option<bool>| h.map(|h| !h);
    let equal = match () {
        () if a.1 < b.0 || b.1 < a.0 => Some(false),
        () if a == b && a.0 == a.1 => Some(true),
        () => None,
    };
    let unsigned = unsigned(a).zip(unsigned(b));
    truth(match op {
        Binary::Lt => less(a, b),
        Binary::Gt => less(b, a),
        Binary::Le => not(less(b, a)),
        Binary::Ge => not(less(a, b)),
        Binary::Eq => equal,
        Binary::Ne => not(equal),
        Binary::UnsignedLt => unsigned.and_then(|(a, b)| less(a, b)),
        Binary::UnsignedLe => unsigned.and_then(|(a, b)| not(less(b, a))),
        Binary::And => match (holds(a), holds(b)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        },
        Binary::Or => match (holds(a), holds(b)) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        },
        _ => return ANY,
    })
}

/// The same 32 bits without a sign, if all have the same.
fn unsigned((lo, hi): Interval) -> Option<Interval> {
    let wrapped = |k: i64| i64::from(k as Value as u32);
    (lo >= 0 || hi < 0).then(|| (wrapped(lo), wrapped(hi)))
}
