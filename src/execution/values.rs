//! Names and values of variables: what a store holds, and what a step changes.

use super::Event;
use crate::ir::numbers::{is_address, told_apart};
use crate::ir::{Cell, Domain, GlobalKind, Loc, Object, Program, Reg, Register, UNSET, Value};
use crate::semantics::{Effect, Semantics};
use moverlog_rules::Global;

/// A value as its type has it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Shown {
    Int(Value),
    Bool(bool),
    /// A value of an enum, and its name.
    Name(Value, String),
    /// `null`, `&x`, a wait set.
    Text(String),
}

/// Variables by name.
pub type Values = Vec<(String, Shown)>;

/// Every variable of the global store; hidden ones once they are set.
pub fn globals(semantics: &Semantics<'_>, g: Global) -> Values {
    let program = semantics.program;
    let cell = |(i, v): (usize, &Value)| {
        let cell = Cell(i as u32);
        (program.cell_name(cell), show_cell(program, cell, *v))
    };
    let told = |(i, v): &(usize, &Value)| **v != program.cells[*i] || !program.global_of(Cell(*i as u32)).is_hidden();
    semantics.globals(g).iter().take(program.cells.len()).enumerate().filter(told).map(cell).collect()
}

/// The variables in scope at a location, the values being those of the registers from `first` on. What waits
/// there to be stored is told as `.result` or `.depth`, as its location is.
pub fn locals(program: &Program, loc: Loc, values: &[Value], first: usize) -> Values {
    let location = program.location(loc);
    let registers = &program.procedures[location.procedure as usize].registers;
    let shown = registers.iter().enumerate().skip(first).zip(values);
    let visible = shown.filter(|((i, _), _)| location.in_scope.get(*i).copied().unwrap_or(true));
    let name = |r: &Register| if r.hidden { format!(".{}", r.name) } else { r.name.clone() };
    visible.map(|((_, r), v)| (name(r), show(program, r.domain, *v))).collect()
}

/// The variables whose values a step changes, globals first.
pub fn changes(semantics: &Semantics<'_>, event: &Event) -> Values {
    let program = semantics.program;
    let (before, after) = (semantics.globals(event.before.global), semantics.globals(event.after.global));
    let differs = |i: &usize| before[*i] != after[*i];
    let cell = |i: usize| (program.cell_name(Cell(i as u32)), show_cell(program, Cell(i as u32), after[i]));
    let written = event.transitions.accesses.writes.iter().map(|c| c.0 as usize);
    let mut changes: Vec<_> = written.filter(differs).map(cell).collect();
    changes.extend(register_changes(semantics, event));
    changes
}

/// Registers of the running procedure that changed; after a call, the callee's parameters.
fn register_changes(semantics: &Semantics<'_>, event: &Event) -> Values {
    let i = event.choice.t.0 as usize - 1;
    let (l, l2) = (event.before.locals[i], event.after.locals[i]);
    let (Some(from), Some(to)) = (semantics.loc(l), semantics.loc(l2)) else { return vec![] };
    let program = semantics.program;
    let procedure = |loc| &program.procedures[program.location(loc).procedure as usize];
    let after = semantics.registers(l2);
    let (old, shown) = match &event.step().effect {
        Effect::Internal(_) => (semantics.registers(l), procedure(to).registers.len()),
        Effect::Push(..) => {
            let shared = program.thread_locals.len();
            (semantics.registers(l)[..shared].to_vec(), shared + procedure(to).parameters as usize)
        }
        _ => (caller_registers(semantics, event, i), procedure(to).registers.len()),
    };
    let ended = procedure(from).name == procedure(to).name
        && semantics.transitions_in(&event.after, event.choice.t).steps.is_empty();
    let in_scope = |r: usize| program.location(to).in_scope.get(r).copied().unwrap_or(true);
    // A caller's frame does not keep what the result is stored over.
    let received = receiver(semantics, event, i);
    let differs = |r: usize| old.get(r) != Some(&after[r]) || received == Some(Reg(r as u32));
    let named = |r: &usize| !procedure(to).registers[*r].hidden && in_scope(*r) && differs(*r);
    if ended && after.iter().all(|v| *v == 0) {
        return vec![];
    }
    let show = |r: usize| {
        let register = &procedure(to).registers[r];
        (register.name.clone(), show(program, register.domain, after[r]))
    };
    (0..shown).filter(named).map(show).collect()
}

/// What the caller's registers were before the call that returns in this event.
fn caller_registers(semantics: &Semantics<'_>, event: &Event, i: usize) -> Vec<Value> {
    let frame = semantics.top(event.before.stacks[i]).map(|(_, f)| f);
    let shared = semantics.program.thread_locals.len();
    let mut registers = semantics.registers(event.before.locals[i])[..shared].to_vec();
    registers.extend(frame.into_iter().flat_map(|f| semantics.saved_registers(f)));
    registers
}

/// The register that receives a result in this event.
fn receiver(semantics: &Semantics<'_>, event: &Event, i: usize) -> Option<Reg> {
    let returns = matches!(event.step().effect, Effect::Pop(_));
    semantics.top(event.before.stacks[i]).filter(|_| returns).and_then(|(_, f)| semantics.receiver(f))
}

pub fn show_cell(program: &Program, cell: Cell, value: Value) -> Shown {
    let global = program.global_of(cell);
    match global.kind {
        // A number on its way to a thread, or back, as a pointer.
        GlobalKind::Data(Domain::Int) if program.numbers_apart && is_handed_over(&global.name) && is_address(value) => {
            Shown::Int(told_apart(value))
        }
        GlobalKind::Data(domain) => show(program, domain, value),
        GlobalKind::Mutex { reentrant, .. } => {
            let part = (cell.0 - global.base.0) % global.stride();
            let waiting = part == 1 + u32::from(reentrant);
            if waiting { Shown::Text(wait_set(value)) } else { Shown::Int(value) }
        }
    }
}

fn is_handed_over(name: &str) -> bool {
    name.ends_with(".argument") || name.ends_with(".result")
}

fn wait_set(mask: Value) -> String {
    let waiting: Vec<String> = (0..31).filter(|b| mask & (1 << b) != 0).map(|b| (b + 1).to_string()).collect();
    format!("{{{}}}", waiting.join(", "))
}

pub fn show(program: &Program, domain: Domain, value: Value) -> Shown {
    match domain {
        _ if value == UNSET && program.unset.is_some() => Shown::Text("?".into()),
        Domain::Float => Shown::Text("~".into()),
        Domain::Bool => Shown::Bool(value != 0),
        Domain::Pointer if value == 0 => Shown::Text("null".into()),
        Domain::Pointer if is_address_of_some(program, value) => {
            Shown::Text(format!("&{}", pointee(program, Cell(value as u32 - 1))))
        }
        // A number that was made a pointer.
        Domain::Pointer => Shown::Int(if program.numbers_apart { told_apart(value) } else { value }),
        Domain::Enum { id, .. } => member(program, id, value),
        Domain::Int | Domain::Long | Domain::Range { .. } => Shown::Int(value),
    }
}

/// What a pointer to a cell leads to: to the first member of a structure it is told as one to the structure.
fn pointee(program: &Program, cell: Cell) -> String {
    let name = program.cell_name(cell);
    let last = program.object_of(cell).and_then(|object| last_member(object, cell));
    let last = last.map_or(String::new(), |last| program.cell_name(last));
    let common = name.bytes().zip(last.bytes()).take_while(|(a, b)| a == b).count();
    let dot = name.get(..common).and_then(|common| common.rfind('.'));
    dot.filter(|dot| !name[*dot..].contains('[')).map_or(name.clone(), |dot| name[..dot].into())
}

/// The last cell of the element of an object that begins with this one; of the object, where all its cells have the
/// same length.
fn last_member(object: &Object, cell: Cell) -> Option<Cell> {
    let before = cell.0 - object.base.0;
    match object.bytes.period() {
        period @ 2.. => before.is_multiple_of(period).then_some(Cell(cell.0 + period - 1)),
        _ => (before == 0 && object.len > 0).then(|| Cell(object.end().0 - 1)),
    }
}

/// No pointer leads to what starts and ends threads.
fn is_address_of_some(program: &Program, value: Value) -> bool {
    let cell = || Cell(value as u32 - 1);
    (1..=program.cells.len() as Value).contains(&value) && !program.global_of(cell()).is_hidden()
}

/// A value by its name in an enum.
fn member(program: &Program, id: usize, value: Value) -> Shown {
    let name = usize::try_from(value).ok().and_then(|i| program.enums.get(id)?.get(i));
    name.map_or(Shown::Int(value), |name| Shown::Name(value, name.clone()))
}

impl std::fmt::Display for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Shown::Int(v) => write!(f, "{v}"),
            Shown::Bool(b) => write!(f, "{b}"),
            Shown::Name(_, s) | Shown::Text(s) => write!(f, "{s}"),
        }
    }
}
