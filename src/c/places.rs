//! Where things are: registers, cells, elements, members, and what pointers lead to.

use super::convert::binary;
use super::forms::At;
use super::forms::Located;
use super::forms::Operand;
use super::forms::moved;
use super::function::Body;
use super::tree::is_name_of_function;
use super::types::{INT, Type};
use super::unit::{Entity, Home, Lowered};
use crate::ir::*;
use lang_c::ast::*;
use lang_c::span::{Node, Span};

impl Body<'_, '_> {
    /// Where an expression that stands for an object is.
    pub(super) fn locate(&mut self, e: &Node<Expression>) -> Lowered<Located> {
        match &e.node {
            Expression::Identifier(name) => self.named_object(&name.node.name, e.span),
            Expression::Member(m) => self.member(&m.node, e.span),
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Indirection => {
                self.followed_from(&u.node.operand, e.span)
            }
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                let all = self.operands_of_place(e);
                self.in_every_order(&all, |this| this.element(&b.node.lhs, &b.node.rhs, e.span))
            }
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Assign => {
                let to = self.locate(&b.node.lhs)?;
                if !matches!(to.ty.plain(), Type::Struct(_)) {
                    return self.refuse(e.span, "this has no place in memory", "no variable, member or element");
                }
                self.assign_whole(&to, &b.node.rhs, e.span)?;
                Ok(to)
            }
            Expression::StringLiteral(text) => self.string(&text.node, e.span),
            Expression::CompoundLiteral(literal) => self.compound(&literal.node, e.span),
            Expression::Call(call) => match self.call(&call.node, call.span, true)? {
                Some(Operand { expr: Expr::Load(Place { kind: PlaceKind::Reg(Reg(r)), .. }), ty, .. })
                    if matches!(ty, Type::Struct(_)) =>
                {
                    Ok(Located { at: At::Register(r), ty })
                }
                _ => self.refuse(e.span, "this has no place in memory", "no variable, member or element"),
            },
            Expression::Conditional(c) => self.one_or_the_other(&c.node, e.span),
            Expression::Comma(all) => {
                let last = self.last_of(all, e.span)?;
                self.locate(last)
            }
            Expression::Cast(cast) if self.is_same_type(&cast.node) => self.locate(&cast.node.expression),
            _ => self.refuse(e.span, "this has no place in memory", "no variable, member or element"),
        }
    }

    /// `c ? s : *p`: the members of the structure that is taken, each in a register.
    fn one_or_the_other(&mut self, c: &ConditionalExpression, span: Span) -> Lowered<Located> {
        let ty = self.unit.type_of_conditional(c)?;
        if !matches!(ty, Type::Struct(_)) {
            return self.refuse(span, "this has no place in memory", "no variable, member or element");
        }
        let (then, otherwise, end) = (self.steps.fresh(), self.steps.fresh(), self.steps.fresh());
        let to = Located { at: At::Register(self.temporaries(&ty)), ty };
        self.condition(&c.condition, then, otherwise)?;
        for (mark, e) in [(then, &c.then_expression), (otherwise, &c.else_expression)] {
            self.land(mark);
            let from = self.locate(e)?;
            self.copied(&to, &from, e.span)?;
            self.goto(end);
        }
        self.land(end);
        Ok(to)
    }

    fn is_same_type(&mut self, cast: &CastExpression) -> bool {
        let to = self.unit.type_name(&cast.type_name.node).ok();
        to.is_some() && to == self.unit.type_of_expression(&cast.expression).ok()
    }

    fn named_object(&mut self, name: &str, span: Span) -> Lowered<Located> {
        match self.unit.lookup(name).cloned() {
            Some(Entity::Object(home, ty)) => Ok(self.home_place(&home, &ty)),
            Some(Entity::Declared(_)) => Err(self.unit.undefined(name, span)),
            Some(_) => self.refuse(span, format!("`{name}` is no variable"), "no place in memory"),
            None if is_name_of_function(name) => Ok(self.name_of_function(name, span)),
            None => Err(self.unit.undeclared(name, span)),
        }
    }

    pub(super) fn home_place(&self, home: &Home, ty: &Type) -> Located {
        let threads = self.unit.threads.count();
        let mine = || binary(Binary::Sub, Expr::Tid, Expr::Const(1));
        let at = match *home {
            Home::Registers(r) => At::Register(r),
            Home::Cells(cell) => At::Cell(cell),
            Home::PerThread { base, stride } => At::Index { base, len: threads, stride, index: mine() },
            Home::PerActivation { base, stride, len, slot } => {
                let before = binary(Binary::Mul, mine(), Expr::Const(len as Value));
                let slot = Expr::Load(self.register_place(slot, &INT));
                At::Index { base, len: len * threads, stride, index: binary(Binary::Add, before, slot) }
            }
        };
        Located { at, ty: ty.clone() }
    }

    /// Where a pointer leads. `*(p + i)` is `p[i]` (C11 6.5.2.1p2).
    pub(super) fn followed_from(&mut self, pointer: &Node<Expression>, span: Span) -> Lowered<Located> {
        if let Expression::BinaryOperator(sum) = &pointer.node
            && sum.node.operator.node == BinaryOperator::Plus
            && self.evaluated_ahead(pointer).is_none()
        {
            let all = self.operands(pointer);
            return self.in_every_order(&all, |this| this.element(&sum.node.lhs, &sum.node.rhs, span));
        }
        let pointer = self.value(pointer)?;
        self.pointed_to(pointer, span)
    }

    pub(super) fn pointed_to(&mut self, pointer: Operand, span: Span) -> Lowered<Located> {
        let ty = match pointer.ty.plain() {
            Type::Pointer(to) if **to != Type::Void => (**to).clone(),
            Type::Pointer(_) => return self.refuse(span, "a `void *` leads to nothing", "cast it first"),
            _ => return self.refuse(span, "this is no pointer", "followed here"),
        };
        let pointer = self.settled(pointer);
        Ok(Located { at: At::Pointer(pointer.expr), ty })
    }

    fn member(&mut self, m: &MemberExpression, span: Span) -> Lowered<Located> {
        let inside = match m.operator.node {
            MemberOperator::Direct => self.locate(&m.expression)?,
            MemberOperator::Indirect => self.followed_from(&m.expression, m.expression.span)?,
        };
        let Type::Struct(s) = inside.ty.plain() else {
            return self.refuse(span, "this is no structure", "it has no members");
        };
        let name = &m.identifier.node.name;
        if self.unit.structs.is_uneven(*s, name) {
            return self.refuse(span, "the members of this union do not share their cells", "its bytes would be mixed");
        }
        match self.unit.structs.field(*s, name) {
            Some((before, ty)) => {
                self.unit.is_accessible(name, &ty, m.identifier.span)?;
                let member = self.member_inside((*s, before), &ty, &inside);
                Ok(member.unwrap_or_else(|| inside.further(before, ty)))
            }
            None if !self.unit.structs.all[*s].complete => {
                let name = self.unit.structs.all[*s].name.clone();
                self.refuse(span, format!("`struct {name}` is declared and not defined"), "its members are unknown")
            }
            None => Err(self.unit.no_member(*s, name, m.identifier.span)),
        }
    }

    /// `a[i]`: of an array where its bounds are known, otherwise by a pointer.
    fn element(&mut self, lhs: &Node<Expression>, rhs: &Node<Expression>, span: Span) -> Lowered<Located> {
        let is_array = self.unit.type_of_expression(lhs).is_ok_and(|ty| matches!(ty.plain(), Type::Array(..)));
        if !is_array {
            let [base, index] = self.pointer_and_index(lhs, rhs)?;
            let [base, index] = self.stays_inside(base, index);
            return self.beside(base, index, span);
        }
        let array = self.locate(lhs)?;
        let index = self.whole_value(rhs)?;
        let index = if matches!(array.at, At::Cell(_)) { self.settled(index) } else { self.counted(index) };
        let Type::Array(of, len) = array.ty.plain().clone() else { return self.refuse(span, "no array", "here") };
        let index = self.within(lhs, &array, index, len);
        Ok(self.element_of(array, index.expr, (*of).clone(), len))
    }

    /// The two of which one is a pointer.
    fn pointer_and_index(&mut self, lhs: &Node<Expression>, rhs: &Node<Expression>) -> Lowered<[Operand; 2]> {
        let base = self.whole_value(lhs)?;
        let base = self.settled(base);
        let index = self.whole_value(rhs)?;
        let index = self.settled(index);
        let [base, index] = if base.ty.pointee().is_some() { [base, index] } else { [index, base] };
        Ok([base, self.counted(index)])
    }

    /// The index of an element of an array by its name, to which a pointer leads.
    fn within(&mut self, lhs: &Node<Expression>, array: &Located, index: Operand, len: u32) -> Operand {
        let is_there = matches!(index.expr, Expr::Const(i) if (0..len as Value).contains(&i));
        let is_member = matches!(lhs.node, Expression::Member(_));
        if is_there || !matches!(array.at, At::Pointer(_)) || is_member && self.unit.room(lhs).is_none() {
            return index;
        }
        let index = self.fixed(index);
        self.is_inside(index.expr.clone(), Expr::Const(len as Value));
        index
    }

    /// The value of a pointer, or of a number by which one moves: C11 6.5.2.1p1.
    fn whole_value(&mut self, e: &Node<Expression>) -> Lowered<Operand> {
        let value = self.value(e)?;
        match value.ty.float() {
            Some(_) => self.refuse(e.span, "pointers move by whole numbers", "a floating-point number"),
            None => Ok(value),
        }
    }

    pub(super) fn element_of(&mut self, array: Located, index: Expr, of: Type, len: u32) -> Located {
        let cells = self.unit.structs.cells(&of);
        if let Expr::Const(i) = index
            && (0..len as Value).contains(&i)
        {
            return array.further(i as u32 * cells, of);
        }
        let at = match array.at {
            At::Register(base) if cells == 1 => At::Element { base, len, index },
            At::Register(base) => self.element_further((base, 1, Expr::Const(0)), index, (len, cells)),
            At::Element { base, len: outer, index: row } => {
                self.element_further((base, outer, row), index, (len, cells))
            }
            At::Cell(base) => At::Index { base, len, stride: cells, index },
            At::Index { base, len: outer, stride, index: row } if stride == len * cells => {
                let row = binary(Binary::Mul, row, Expr::Const(len as Value));
                let index = binary(Binary::Add, row, index);
                At::Index { base, len: outer * len, stride: cells, index }
            }
            at => {
                let whole = Located { at, ty: Type::Array(of.clone().into(), len) };
                let pointer = whole.address().unwrap_or(Expr::Const(0));
                At::Pointer(moved(pointer, index, self.unit.stride(&of)))
            }
        };
        Located { at, ty: of }
    }

    /// In registers, with several of them for each element: which element it is is asked first, for what comes of it may
    /// be a place of another one.
    fn element_further(&mut self, (base, outer, row): (u32, u32, Expr), index: Expr, (len, cells): (u32, u32)) -> At {
        self.demand(
            binary(Binary::UnsignedLt, index.clone(), Expr::Const(len as Value)),
            "an element that is not there",
        );
        let before = binary(Binary::Mul, index, Expr::Const(cells as Value));
        let index = if row == Expr::Const(0) { before } else { binary(Binary::Add, row, before) };
        At::Element { base, len: outer + len.saturating_sub(1) * cells, index }
    }

    fn beside(&mut self, base: Operand, index: Operand, span: Span) -> Lowered<Located> {
        let stride = base.ty.pointee().map_or(0.into(), |to| self.unit.stride(to));
        let pointer = base.clone().with(moved(base.expr, index.expr, stride), base.ty.clone());
        self.pointed_to(pointer, span)
    }

    /// The address of an expression: an array's is that of its first element, a function's is its number.
    pub(super) fn address(&mut self, e: &Node<Expression>) -> Lowered<Operand> {
        if let Expression::Identifier(name) = &e.node
            && let Some(Entity::Function(name)) = self.unit.lookup(&name.node.name).cloned()
        {
            return Ok(self.function_value(&name));
        }
        // `&*p` is `p` (C11 6.5.3.2p3).
        if let Expression::UnaryOperator(u) = &e.node
            && u.node.operator.node == UnaryOperator::Indirection
        {
            return self.value(&u.node.operand);
        }
        if let Expression::BinaryOperator(b) = &e.node
            && b.node.operator.node == BinaryOperator::Index
            && let Some(beside) = self.address_of_element(&b.node.lhs, &b.node.rhs)?
        {
            return Ok(beside);
        }
        self.unit.has_known_length(e, e.span)?;
        let located = match &e.node {
            // It may be behind the last one.
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                let all = self.operands_of_place(e);
                self.in_every_order(&all, |this| {
                    let [base, index] = this.pointer_and_index(&b.node.lhs, &b.node.rhs)?;
                    this.beside(base, index, e.span)
                })?
            }
            _ => self.locate(e)?,
        };
        match located.address() {
            Some(expr) => Ok(Operand::new(expr, Type::pointer(located.ty))),
            None => self.refuse(e.span, "the address of this variable is not known", "lives in a register"),
        }
    }

    /// `&a[i]` is `a + i`: one behind the last is no element, and may be pointed to (C11 6.5.3.2p3).
    fn address_of_element(&mut self, lhs: &Node<Expression>, rhs: &Node<Expression>) -> Lowered<Option<Operand>> {
        let Ok(Type::Array(of, len)) = self.unit.type_of_expression(lhs).map(|ty| ty.plain().clone()) else {
            return Ok(None);
        };
        let array = self.locate(lhs)?;
        let index = self.whole_value(rhs)?;
        let index = self.counted(index);
        let stride = self.unit.stride(&of);
        let inside = matches!(index.expr, Expr::Const(i) if (0..len as Value).contains(&i));
        let element = self.element_of(array.clone(), index.expr.clone(), (*of).clone(), len).address();
        let address = match (element, array.address()) {
            (Some(element), _) if inside => element,
            (Some(element), Some(first)) => self.or_end(&array, (first, element), index.expr, (len, stride)),
            _ => return self.refuse(lhs.span, "the address of this variable is not known", "lives in a register"),
        };
        let ty = Type::Pointer(of);
        Ok(Some(Operand::new(address, ty)))
    }

    /// Where a place was left behind the array nothing has to be computed with.
    fn or_end(
        &self,
        array: &Located,
        (first, element): (Expr, Expr),
        index: Expr,
        (len, stride): (u32, Stride),
    ) -> Expr {
        let At::Cell(base) = &array.at else { return moved(first, index, stride) };
        let end = Cell(base.0 + len * stride.cells);
        let mut objects = self.unit.objects.all.iter();
        if self.unit.next_cell() <= end || objects.any(|o| (o.base.0..o.base.0 + o.len).contains(&end.0)) {
            return moved(first, index, stride);
        }
        let end = array.clone().further(len * stride.cells, INT);
        let behind = Expr::Binary(Binary::Eq, Box::new(index), Box::new(Expr::Const(len as Value)));
        let end = Expr::AddressOf(end.place());
        Expr::Conditional(Box::new(behind), Box::new(end), Box::new(element))
    }

    pub(super) fn function_value(&mut self, name: &str) -> Operand {
        let number = self.unit.function_number(name);
        let ty = self.unit.types.get(name).cloned().unwrap_or(Type::Void);
        Operand::constant(number, Type::pointer(ty))
    }
}
