//! Places and values of a program, written as the source has them.

use crate::execution::show;
use crate::ir::{Domain, Expr, GlobalKind, Loc, Place, PlaceKind, Program, Value};

/// `L3 (line 12)`.
pub(super) fn located(program: &Program, loc: Loc) -> String {
    let at = program.location(loc);
    format!("{} (line {})", at.name, at.line)
}

/// A place, as the action at a location names it.
pub(super) fn place_text(program: &Program, at: Loc, place: &Place) -> String {
    let register = |r: u32| {
        let procedure = &program.procedures[program.location(at).procedure as usize];
        procedure.registers[r as usize].name.clone()
    };
    let array = |name: &str| name.split('[').next().unwrap_or(name).to_string();
    match &place.kind {
        PlaceKind::Reg(r) => register(r.0),
        PlaceKind::Cell(c) => program.cell_name(*c),
        PlaceKind::RegIndex { base, index, .. } => {
            format!("{}[{}]", array(&register(base.0)), text(program, at, index))
        }
        PlaceKind::Index { base, index, .. } => {
            format!("{}[{}]", program.global_of(*base).name, text(program, at, index))
        }
        PlaceKind::Deref { pointer } => format!("*{}", operand(program, at, pointer)),
    }
}

/// A value that a place may hold.
pub(super) fn value_text(program: &Program, place: &Place, value: Value) -> String {
    let domain = match place.kind {
        PlaceKind::Cell(c) => match program.global_of(c).kind {
            GlobalKind::Data(domain) => domain,
            GlobalKind::Mutex { .. } => Domain::Int,
        },
        _ => place.domain,
    };
    show(program, domain, value).to_string()
}

fn text(program: &Program, at: Loc, e: &Expr) -> String {
    let sub = |e: &Expr| operand(program, at, e);
    match e {
        Expr::Const(v) => v.to_string(),
        Expr::Tid => "tid".into(),
        Expr::Load(place) => place_text(program, at, place),
        Expr::AddressOf(place) => format!("&{}", place_text(program, at, place)),
        Expr::Offset { pointer, count, .. } => format!("{} + {}", sub(pointer), sub(count)),
        Expr::Distance { to, from, .. } => format!("{} - {}", sub(to), sub(from)),
        Expr::Unary(op, a) => format!("{}{}", op.sign(), sub(a)),
        Expr::Binary(op, a, b) => format!("{} {} {}", sub(a), op.sign(), sub(b)),
        Expr::Conditional(a, b, c) => format!("{} ? {} : {}", sub(a), sub(b), sub(c)),
    }
}

/// Part of a larger expression.
fn operand(program: &Program, at: Loc, e: &Expr) -> String {
    let text = text(program, at, e);
    match e {
        Expr::Binary(..) | Expr::Offset { .. } | Expr::Distance { .. } | Expr::Conditional(..) => format!("({text})"),
        _ => text,
    }
}
