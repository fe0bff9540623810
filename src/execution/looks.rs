//! What a thread looks at: the variables that a step names, with the values they have before it.

use super::{Event, Shown, Values, show, show_cell};
use crate::ir::visit::{Visitor, walk_place};
use crate::ir::*;
use crate::semantics::{Configuration, FailureKind, LocalStore, Semantics, Slot};
use moverlog_rules::Tid;

/// A thread in a configuration.
pub(crate) struct At<'a> {
    pub(crate) semantics: &'a Semantics<'a>,
    pub(crate) c: &'a Configuration,
    pub(crate) t: Tid,
}

/// The variables that a failing step looked at, with their values, in the order in which it names them; what
/// an `atomic` block looked at, with the values that it found when it began. An access that breaks a declared
/// protection says what it looks at in its message.
pub fn looked_at(semantics: &Semantics<'_>, event: &Event) -> Values {
    if event.failure.as_ref().is_none_or(|f| f.kind == FailureKind::Protection) {
        return vec![];
    }
    let at = At { semantics, c: &event.before, t: event.choice.t };
    let mut places = Read(vec![]);
    places.op(&semantics.program.location(event.loc).op);
    let read = |slot: &Slot| slot.cell().is_none_or(|c| event.transitions.accesses.reads.contains(&c));
    let in_scope = |slot: &Slot| !matches!(slot, Slot::Reg(r) if !at.sees(event.loc, *r));
    at.named(places.0.into_iter().filter_map(|p| at.slot(p)).filter(|s| read(s) && in_scope(s)))
}

/// Of an assertion of several parts, `assert(a && b)`, that fails: the first part that is false, as it is written.
pub fn false_part(semantics: &Semantics<'_>, event: &Event) -> Option<String> {
    event.failure.as_ref()?;
    let location = semantics.program.location(event.loc);
    let Op::Do { action: Action::Assert(condition), .. } = &location.op else { return None };
    let (parts, written) = (parts(condition), written(&location.text)?);
    let is_false = |part: &Expr| semantics.holds(&event.before, event.choice.t, part) == Some(false);
    let several = parts.len() > 1 && parts.len() == written.len();
    several
        .then(|| parts.iter().zip(written).find(|(part, _)| is_false(part)).map(|(_, text)| text.to_string()))
        .flatten()
}

/// What `&&` joins, from the left.
fn parts(condition: &Expr) -> Vec<&Expr> {
    match condition {
        Expr::Binary(Binary::And, left, right) => parts(left).into_iter().chain([&**right]).collect(),
        one => vec![one],
    }
}

/// The same in the text of an assertion.
fn written(text: &str) -> Option<Vec<&str>> {
    let condition = text.strip_prefix("assert(")?.strip_suffix(')')?;
    let (mut parts, mut depth, mut from) = (vec![], 0i32, 0);
    for (at, c) in condition.char_indices() {
        depth += i32::from(matches!(c, '(' | '[')) - i32::from(matches!(c, ')' | ']'));
        if depth == 0 && at >= from && condition[at..].starts_with("&&") {
            parts.push(condition[from..at].trim());
            from = at + 2;
        }
    }
    parts.push(condition[from..].trim());
    Some(parts)
}

/// The value that a free choice stored, if the variable had it before.
pub fn chosen(semantics: &Semantics<'_>, event: &Event) -> Option<(String, Shown)> {
    let Op::Do { action: Action::Choose { place, .. } | Action::ChooseRange { place, .. }, next } =
        &semantics.program.location(event.loc).op
    else {
        return None;
    };
    let t = event.choice.t;
    let before = At { semantics, c: &event.before, t };
    let slot = before.slot(place).filter(|_| event.failure.is_none())?;
    let seen = !matches!(slot, Slot::Reg(r) if !before.sees(*next, r));
    seen.then(|| At { semantics, c: &event.after, t }.value(slot)).flatten()
}

impl At<'_> {
    /// The variables that some expressions name.
    pub(crate) fn values(&self, expressions: &[&Expr]) -> Values {
        let mut places = Read(vec![]);
        expressions.iter().for_each(|e| places.expr(e));
        self.named(places.0.into_iter().filter_map(|p| self.slot(p)))
    }

    fn named(&self, slots: impl Iterator<Item = Slot>) -> Values {
        let mut values: Values = vec![];
        for value in slots.filter_map(|s| self.value(s)) {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }

    /// Every cell that the step reads, up to where it blocks.
    pub(crate) fn everything_read(&self) -> Values {
        let transitions = self.semantics.transitions_in(self.c, self.t);
        transitions.accesses.reads.iter().map(|c| self.cell(*c)).collect()
    }

    fn value(&self, slot: Slot) -> Option<(String, Shown)> {
        match slot {
            Slot::Cell(c) => Some(self.cell(c)),
            Slot::Reg(r) => self.register(r),
        }
    }

    fn cell(&self, c: Cell) -> (String, Shown) {
        let program = self.semantics.program;
        (program.cell_name(c), show_cell(program, c, self.semantics.cell(self.c.global, c)))
    }

    fn register(&self, r: Reg) -> Option<(String, Shown)> {
        let program = self.semantics.program;
        let register = &self.procedure(self.semantics.loc(self.local())?).registers[r.0 as usize];
        let value = self.semantics.registers(self.local())[r.0 as usize];
        (!register.hidden).then(|| (register.name.clone(), show(program, register.domain, value)))
    }

    fn procedure(&self, loc: Loc) -> &Procedure {
        let program = self.semantics.program;
        &program.procedures[program.location(loc).procedure as usize]
    }

    /// Whether a register is in scope at a location.
    fn sees(&self, loc: Loc, r: Reg) -> bool {
        self.semantics.program.location(loc).in_scope.get(r.0 as usize).copied().unwrap_or(true)
    }

    pub(crate) fn slot(&self, place: &Place) -> Option<Slot> {
        self.semantics.slot(self.t, self.c.global, self.local(), place)
    }

    fn local(&self) -> LocalStore {
        self.c.locals[self.t.0 as usize - 1]
    }
}

/// The places whose values an operation may need, in the order in which they stand there.
struct Read<'e>(Vec<&'e Place>);

impl<'e> Visitor<'e> for Read<'e> {
    fn load(&mut self, place: &'e Place) {
        walk_place(self, place);
        self.0.push(place);
    }
}
