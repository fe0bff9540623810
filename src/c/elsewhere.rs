//! Members that `container_of` is asked of and that lie in no such structure, as the head of a list, to which the last
//! node leads back. The structure around such a place is a cell of its own: back from it to the member is where one
//! came from (as the last step of `list_for_each_entry` has it), and whoever accesses something else of it goes wrong.

use super::convert::binary;
use super::forms::{At, Located, Operand, moved};
use super::function::Body;
use super::parts::{Elsewhere, MOST, Part};
use super::types::{Structs, Type};
use super::unit::Unit;
use crate::control::Bound;
use crate::ir::*;
use std::collections::BTreeSet;

impl Unit<'_> {
    /// Of each member the places that are none, as all objects lie now; the structure around one may be a member itself.
    pub(super) fn members_elsewhere(&self) -> Elsewhere {
        let mut all = Elsewhere::new();
        let mut free = (self.containers.end..).map(Cell);
        loop {
            let whole = |(part, places): (&Part, &Vec<(Cell, Cell)>)| {
                let ty = Type::Struct(part.0);
                places.iter().map(|(_, around)| (*around, ty.clone())).collect::<Vec<_>>()
            };
            let around: Vec<(Cell, Type)> = all.iter().flat_map(whole).collect();
            let mut news = false;
            for (part, member) in &self.containers.asked {
                let known = all.entry(*part).or_default();
                for cell in self.places_of(member, *part, &around) {
                    if known.iter().all(|(place, _)| *place != cell) {
                        known.extend(free.next().map(|to| (cell, to)));
                        news = true;
                    }
                }
            }
            if !news {
                all.retain(|_, places| !places.is_empty());
                return all;
            }
        }
    }

    /// In the order of their cells, and no more than it takes to know that there are too many.
    fn places_of(&self, member: &Type, part: Part, around: &[(Cell, Type)]) -> Vec<Cell> {
        let (mut places, mut members) = (BTreeSet::new(), BTreeSet::new());
        for (base, ty) in &self.containers.laid_out {
            elsewhere(&self.structs, (part, member), (*base, ty), &mut [&mut places, &mut members]);
        }
        places.extend(around.iter().filter(|(_, ty)| ty == member.plain()).map(|(cell, _)| *cell));
        places.difference(&members).take(MOST + 1).copied().collect()
    }

    /// Whether a pointer is one to a structure that is not there; nothing if there are none.
    pub(super) fn is_around(&self, pointer: &Expr) -> Option<Expr> {
        let all = || self.containers.elsewhere.values().flatten().map(|(_, around)| around.0);
        let (first, last) = (all().min()?, all().max()?);
        let before = binary(Binary::Sub, pointer.clone(), Expr::Const((first + 1) as Value));
        Some(binary(Binary::UnsignedLe, before, Expr::Const((last - first) as Value)))
    }

    /// The cells of structures that are not there, behind all others.
    pub(super) fn lay_out_containers(&mut self) {
        self.containers.end = self.next_cell().0;
        let heads: Vec<Cell> = self.containers.elsewhere.values().flatten().map(|(head, _)| *head).collect();
        for head in heads {
            let span = lang_c::span::Span::none();
            let name = format!("around@{}", head.0);
            self.variable(&name, 1, false, GlobalKind::Data(Domain::Int), span);
        }
    }
}

impl Structs {
    /// Whether a structure has the members of another one, and then more.
    fn goes_on_from(&self, longer: usize, shorter: usize) -> bool {
        let [longer, shorter] = [longer, shorter].map(|s| &self.all[s]);
        let same = longer.fields.iter().zip(&shorter.fields).all(|((_, a), (_, b))| a.plain() == b.plain());
        same && !longer.union && !shorter.union && longer.fields.len() >= shorter.fields.len()
    }
}

/// The places of a type in an object, and those that are such members, which others may share in a union.
fn elsewhere(
    structs: &Structs,
    (part, member): (Part, &Type),
    (at, ty): (Cell, &Type),
    [places, members]: &mut [&mut BTreeSet<Cell>; 2],
) {
    match ty.plain() {
        ty if ty == member.plain() => _ = places.insert(at),
        Type::Array(of, len) => {
            let each = structs.cells(of);
            for i in 0..*len {
                elsewhere(structs, (part, member), (Cell(at.0 + i * each), of), &mut [places, members]);
            }
        }
        Type::Struct(s) => {
            let mut before = 0;
            for (_, ty) in &structs.all[*s].fields {
                elsewhere(structs, (part, member), (Cell(at.0 + before), ty), &mut [places, members]);
                before += if structs.all[*s].union { 0 } else { structs.cells(ty) };
            }
            if *s == part.0 || structs.goes_on_from(*s, part.0) {
                members.insert(Cell(at.0 + part.1));
            }
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

    /// Where a structure lies that is not there is not known: the answer is incomplete where another pointer is compared
    /// with one to it, but for one to a structure of its type that is there.
    pub(super) fn perhaps_around(&mut self, pair: [Operand; 2]) -> [Operand; 2] {
        if self.unit.containers.elsewhere.is_empty() {
            return pair;
        }
        let pair = pair.map(|operand| self.fixed(operand));
        let around = pair.iter().filter_map(|operand| self.unit.is_around(&operand.expr));
        let of = |operand: &Operand| match operand.ty.pointee().map(Type::plain) {
            Some(Type::Struct(s)) => Some(*s),
            _ => None,
        };
        let alike = of(&pair[0]).is_some() && of(&pair[0]) == of(&pair[1]);
        let both = if alike { Binary::And } else { Binary::Or };
        let Some(around) = around.reduce(|a, b| binary(both, a, b)) else { return pair };
        let differ = binary(Binary::Ne, pair[0].expr.clone(), pair[1].expr.clone());
        let (unknown, on) = (self.steps.fresh(), self.steps.fresh());
        self.branch(binary(Binary::And, differ, around), unknown, on);
        self.land(unknown);
        self.stops(Bound::Pointers);
        self.land(on);
        pair
    }
}
