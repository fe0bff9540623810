//! Members that `container_of` is asked of and that lie in no such structure, as the head of a list, to which the last
//! node leads back. The structure around such a place is a cell of its own: back from it to the member is where one
//! came from (as the last step of `list_for_each_entry` has it), and whoever accesses something else of it goes wrong.

use super::convert::binary;
use super::forms::{At, Located, Operand, moved};
use super::function::Body;
use super::parts::{MOST, Part};
use super::types::{Structs, Type};
use super::unit::Unit;
use crate::ir::*;
use std::collections::BTreeMap;

impl Unit<'_> {
    /// Of each member the places that are none, as all objects lie now.
    pub(super) fn members_elsewhere(&self) -> BTreeMap<Part, Vec<(Cell, Cell)>> {
        let mut free = (self.containers.end..).map(Cell);
        let mut of = |(part, member): (&Part, &Type)| {
            let mut found = vec![];
            for (base, ty) in &self.containers.laid_out {
                elsewhere(&self.structs, (*part, member), (*base, ty), &mut found);
            }
            found.sort_unstable();
            found.dedup();
            (*part, found.into_iter().zip(free.by_ref()).collect::<Vec<_>>())
        };
        let all: BTreeMap<_, _> = self.containers.asked.iter().map(&mut of).collect();
        all.into_iter().filter(|(_, places)| !places.is_empty()).collect()
    }

    /// The cells of structures that are not there, behind all others.
    pub(super) fn lay_out_containers(&mut self) {
        self.containers.end = self.next_cell().0;
        let heads: Vec<Cell> = self.containers.elsewhere.values().flatten().map(|(head, _)| *head).collect();
        for head in heads {
            let span = lang_c::span::Span::none();
            let name = format!("around@{}", self.program.cell_name(head));
            self.variable(&name, 1, false, GlobalKind::Data(Domain::Int), span);
        }
    }
}

/// The places of a type in an object that are no such member.
fn elsewhere(structs: &Structs, (part, member): (Part, &Type), (at, ty): (Cell, &Type), found: &mut Vec<Cell>) {
    match ty.plain() {
        ty if ty == member.plain() => found.push(at),
        Type::Array(of, len) => {
            let each = structs.cells(of);
            (0..*len).for_each(|i| elsewhere(structs, (part, member), (Cell(at.0 + i * each), of), found));
        }
        Type::Struct(s) => {
            let (mut inside, mut before) = (vec![], 0);
            for (_, ty) in &structs.all[*s].fields {
                elsewhere(structs, (part, member), (Cell(at.0 + before), ty), &mut inside);
                before += if structs.all[*s].union { 0 } else { structs.cells(ty) };
            }
            found.extend(inside.into_iter().filter(|cell| (*s, cell.0 - at.0) != part));
        }
        _ => {}
    }
}

impl Body<'_, '_> {
    /// The structure around what a pointer leads to.
    pub(super) fn around(&mut self, part: Part, member: Operand, whole: &Type) -> Operand {
        let places = self.unit.containers.elsewhere.get(&part).cloned().unwrap_or_default();
        let around = |e| if part.1 == 0 { e } else { moved(e, Expr::Const(-1), part.1.into()) };
        self.exchanged_places(&places, member, around).with_type(whole.clone())
    }

    /// The member of the structure that a pointer leads to.
    pub(super) fn member_inside(&mut self, (s, before): Part, ty: &Type, whole: &Located) -> Option<Located> {
        let At::Pointer(pointer) = &whole.at else { return None };
        self.unit.containers.asked.get(&(s, before)).filter(|member| member.plain() == ty.plain())?;
        let back = self.back((s, before))?;
        let pointer = Operand::new(pointer.clone(), Type::pointer(whole.ty.clone()));
        let inside = |e| if before == 0 { e } else { moved(e, Expr::Const(1), before.into()) };
        let member = self.exchanged_places(&back, pointer, inside);
        Some(Located { at: At::Pointer(member.expr), ty: ty.clone() })
    }

    /// A pointer that is used as one of another type: the first member is where the structure is.
    pub(super) fn first_member(&mut self, whole: Operand) -> Operand {
        let Some(Type::Struct(s)) = whole.ty.pointee().map(Type::plain) else { return whole };
        match self.back((*s, 0)) {
            Some(back) => self.exchanged_places(&back, whole, |e| e),
            None => whole,
        }
    }

    /// From the structure around each place to the place.
    fn back(&self, part: Part) -> Option<Vec<(Cell, Cell)>> {
        let places = self.unit.containers.elsewhere.get(&part).filter(|places| places.len() <= MOST)?;
        Some(places.iter().map(|(head, around)| (*around, *head)).collect())
    }

    /// Where a pointer leads to the first of a pair the second, and otherwise what this says.
    fn exchanged_places(
        &mut self,
        pairs: &[(Cell, Cell)],
        pointer: Operand,
        otherwise: impl Fn(Expr) -> Expr,
    ) -> Operand {
        if pairs.is_empty() {
            return pointer.clone().with(otherwise(pointer.expr), pointer.ty);
        }
        let pointer = self.fixed(pointer);
        let to = |cell: Cell| Expr::AddressOf(Place { kind: PlaceKind::Cell(cell), domain: Domain::Pointer });
        let mut expr = otherwise(pointer.expr.clone());
        for (from, into) in pairs {
            let is = binary(Binary::Eq, pointer.expr.clone(), to(*from));
            expr = Expr::Conditional(Box::new(is), Box::new(to(*into)), Box::new(expr));
        }
        self.kept(Operand::new(expr, pointer.ty))
    }
}
