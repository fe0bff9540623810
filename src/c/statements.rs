//! Statements.

use super::forms::Operand;
use super::forms::{At, Located};
use super::function::Body;
use super::types::Type;
use super::unit::Lowered;
use crate::control::Bound;
use crate::ir::build::Mark;
use crate::ir::{Action, Expr, Op, UNSET};
use lang_c::ast::*;
use lang_c::span::{Node, Span};

impl Body<'_, '_> {
    pub(super) fn statement(&mut self, s: &Node<Statement>) {
        if !self.unit.control.goes_on() {
            return;
        }
        let scope = self.visible.len();
        let before = self.here.clone();
        if !matches!(s.node, Statement::Compound(_) | Statement::Labeled(_)) {
            self.here = self.located(s.span, self.headline(s));
        }
        let lowered = self.one(s);
        self.unit.note(lowered);
        self.visible.truncate(scope);
        self.keep_handlers();
        self.here = before;
    }

    /// What handlers are given is there up to their pop, beyond the statement that pushes them.
    fn keep_handlers(&mut self) {
        let gone = self.cleanups.iter().map(|c| c.register).filter(|r| !self.visible.contains(r));
        let gone: Vec<u32> = gone.collect();
        self.visible.extend(gone);
    }

    /// What is shown of a statement: of one with a body, what stands before that.
    fn headline(&self, s: &Node<Statement>) -> String {
        match &s.node {
            Statement::If(i) => self.text_of(&i.node.condition),
            Statement::While(w) => self.text_of(&w.node.expression),
            Statement::DoWhile(w) => self.text_of(&w.node.expression),
            Statement::Switch(w) => self.text_of(&w.node.expression),
            Statement::For(f) => f.node.condition.as_ref().map_or("for (;;)".into(), |c| self.text_of(c)),
            _ => self.text_of(s),
        }
    }

    fn one(&mut self, s: &Node<Statement>) -> Lowered<()> {
        match &s.node {
            Statement::Compound(items) => {
                self.open();
                items.iter().for_each(|item| self.item(item));
                self.close();
                Ok(())
            }
            Statement::Expression(Some(e)) => self.effect(e),
            Statement::Expression(None) => Ok(()),
            Statement::If(i) => self.if_statement(&i.node),
            Statement::While(w) => self.while_statement(&w.node),
            Statement::DoWhile(w) => self.do_while(&w.node),
            Statement::For(f) => self.for_statement(&f.node),
            Statement::Switch(w) => self.switch(&w.node),
            Statement::Labeled(l) => self.labelled(&l.node, s.span),
            Statement::Goto(name) => {
                self.leaves_no_handler(s.span, None)?;
                let mark = self.label(&name.node.name, s.span, false);
                self.goto(mark);
                Ok(())
            }
            Statement::Break => self.leave(s.span, "break", |loops| loops.last().map(|(to, _)| *to)),
            Statement::Continue => self.leave(s.span, "continue", |loops| loops.iter().rev().find_map(|(_, to)| *to)),
            Statement::Return(value) => self.return_statement(value.as_deref(), s.span),
            Statement::Asm(asm) if orders_alone(&asm.node) => Ok(()),
            Statement::Asm(_) => {
                let message = "inline assembly is not supported: what it does is not known";
                let refusal = self.unit.refusal(s.span, message, "not C");
                Err(refusal.help("write it in C, for instance with `__atomic_fetch_add`").into())
            }
        }
    }

    pub(super) fn open(&mut self) {
        self.unit.names.push(Default::default());
        self.unit.tags.push(Default::default());
    }

    pub(super) fn close(&mut self) {
        self.unit.names.pop();
        self.unit.tags.pop();
    }

    pub(super) fn item(&mut self, item: &Node<BlockItem>) {
        match &item.node {
            BlockItem::Statement(s) => self.statement(s),
            BlockItem::Declaration(d) => {
                let before = self.here.clone();
                self.attempt(|this| this.local_declaration(d));
                self.here = before;
            }
            BlockItem::StaticAssert(assertion) => {
                self.attempt(|this| this.unit.asserted(assertion));
            }
        }
    }

    fn leave(&mut self, span: Span, what: &str, to: impl Fn(&[(Mark, Option<Mark>)]) -> Option<Mark>) -> Lowered<()> {
        let inner = match what {
            "break" => self.loops.len().checked_sub(1),
            _ => self.loops.iter().rposition(|(_, again)| again.is_some()),
        };
        self.leaves_no_handler(span, inner)?;
        match to(&self.loops) {
            Some(mark) => {
                self.goto(mark);
                Ok(())
            }
            None => {
                let message = match what {
                    "break" => "`break` is in no loop and no `switch`",
                    _ => "`continue` is in no loop",
                };
                self.refuse(span, message, "nothing to leave")
            }
        }
    }

    fn if_statement(&mut self, i: &IfStatement) -> Lowered<()> {
        if let Some(blocked) = assumed(i).filter(|_| !self.unit.is_of_the_program("abort")) {
            return self.assume_negated(blocked);
        }
        let (then, otherwise, end) = (self.steps.fresh(), self.steps.fresh(), self.steps.fresh());
        self.condition(&i.condition, then, otherwise)?;
        let region = self.region;
        self.land(then);
        self.statement(&i.then_statement);
        let after_then = std::mem::replace(&mut self.region, region);
        self.goto(end);
        self.land(otherwise);
        if let Some(other) = &i.else_statement {
            self.statement(other);
            if ends(other) {
                self.region = after_then;
            }
        }
        self.land(end);
        Ok(())
    }

    /// `if (!c) abort();`: the thread goes no further.
    pub(super) fn assume_negated(&mut self, c: &Node<Expression>) -> Lowered<()> {
        let (stuck, on) = (self.steps.fresh(), self.steps.fresh());
        self.condition(c, stuck, on)?;
        self.land(stuck);
        self.blocks();
        self.land(on);
        Ok(())
    }

    /// The thread goes no further, and others do.
    pub(super) fn blocks(&mut self) {
        self.stands(Action::Exit);
    }

    fn body(&mut self, s: &Node<Statement>, end: Mark, next: Mark) {
        self.loops.push((end, Some(next)));
        self.statement(s);
        self.loops.pop();
    }

    /// A loop without a step would never come anywhere.
    pub(super) fn skip(&mut self) {
        self.step(|next| Op::Skip { next });
    }

    fn while_statement(&mut self, w: &WhileStatement) -> Lowered<()> {
        if self.is_idle(&w.expression, &w.statement) {
            return self.assume_negated(&w.expression);
        }
        let (head, inside, end) = (self.steps.fresh(), self.steps.fresh(), self.steps.fresh());
        self.land(head);
        let constant = self.unit.constant(&w.expression).is_ok();
        if constant {
            self.skip();
        }
        self.condition(&w.expression, inside, end)?;
        self.land(inside);
        self.body(&w.statement, end, head);
        self.goto(head);
        self.land(end);
        Ok(())
    }

    fn do_while(&mut self, w: &DoWhileStatement) -> Lowered<()> {
        if self.is_idle(&w.expression, &w.statement) {
            return self.assume_negated(&w.expression);
        }
        let (head, test, end) = (self.steps.fresh(), self.steps.fresh(), self.steps.fresh());
        self.land(head);
        if !matches!(self.unit.constant(&w.expression), Ok(0)) {
            self.skip();
        }
        self.body(&w.statement, end, test);
        self.land(test);
        self.condition(&w.expression, head, end)?;
        self.land(end);
        Ok(())
    }

    fn for_statement(&mut self, f: &ForStatement) -> Lowered<()> {
        self.open();
        let (head, inside, next, end) =
            (self.steps.fresh(), self.steps.fresh(), self.steps.fresh(), self.steps.fresh());
        let headline = self.here.clone();
        match &f.initializer.node {
            ForInitializer::Expression(e) => {
                self.here = self.located(e.span, self.text_of(e));
                self.effect(e)?;
            }
            ForInitializer::Declaration(d) => self.local_declaration(d)?,
            _ => {}
        }
        self.here = headline.clone();
        self.land(head);
        match &f.condition {
            Some(condition) if f.step.is_none() && self.is_idle(condition, &f.statement) => {
                self.assume_negated(condition)?;
                self.close();
                return Ok(());
            }
            Some(condition) => self.condition(condition, inside, end)?,
            None => {
                self.skip();
                self.goto(inside);
            }
        }
        self.land(inside);
        self.body(&f.statement, end, next);
        self.land(next);
        if let Some(step) = &f.step {
            self.here = self.located(step.span, self.text_of(step));
            self.effect(step)?;
        }
        self.here = headline;
        self.goto(head);
        self.land(end);
        self.close();
        Ok(())
    }

    fn return_statement(&mut self, value: Option<&Node<Expression>>, span: Span) -> Lowered<()> {
        self.leaves_no_handler(span, None)?;
        if let Some(expanded) = self.expanded.last() {
            let (end, result) = (expanded.end, expanded.result.clone());
            if let (Some(e), Some((register, ty @ Type::Struct(_)))) = (value, result.clone()) {
                let from = self.locate(e)?;
                self.copied(&Located { at: At::Register(register), ty }, &from, e.span)?;
            } else if let (Some(e), Some((register, ty))) = (value, result) {
                let value = self.value_as(e, &ty)?;
                self.used(&value);
                self.set(register, &ty, value.expr);
            } else if let Some(e) = value {
                self.effect(e)?;
            } else {
                self.without_value();
            }
            self.goto(end);
            return Ok(());
        }
        let ty = self.result.clone();
        let value = match value {
            Some(e) if ty == Type::Void => {
                self.effect(e)?;
                None
            }
            Some(e) => Some(self.value_as(e, &ty)?),
            None => {
                self.without_value();
                None
            }
        };
        self.returns(value, span)
    }

    /// A function that has a result is left without one. That of a thread is not set; another one is taken to be 0,
    /// and where somebody asks for it the answer is incomplete from here on.
    pub(super) fn without_value(&mut self) {
        let asked = match self.expanded.last() {
            Some(expanded) => expanded.result.is_some() && self.unit.facts.asks(&expanded.name),
            None if self.is_root => self.unit.facts.results && !self.is_entry(),
            None => self.result != Type::Void && self.unit.facts.asks(&self.function),
        };
        if asked && self.is_root && self.expanded.is_empty() {
            self.result_is_unset();
        } else if asked {
            self.perhaps_stops(Bound::Uninitialised);
        }
    }

    /// The thread ends without a result: whoever looks at it looks at what nobody has set.
    fn result_is_unset(&mut self) {
        let place = self.unit.threads.my_result();
        self.unit.program.unset.get_or_insert_default().cells.extend(place.cells());
        self.act(Action::Assign { place, value: Expr::Const(UNSET) });
    }

    /// Leaves the function that is being lowered.
    pub(super) fn returns(&mut self, value: Option<Operand>, span: Span) -> Lowered<()> {
        if self.is_root {
            return self.root_returns(value, span);
        }
        let value = if self.locals_stay() { value } else { value.map(|v| self.settled(v)) };
        self.locals_go();
        value.iter().for_each(|v| self.used(v));
        self.end_with(Op::Return { value: value.map(|v| v.expr) });
        Ok(())
    }

    /// With its function the thread ends, and with `main` the program.
    fn root_returns(&mut self, value: Option<Operand>, span: Span) -> Lowered<()> {
        let calls = self.unit.facts.ends_call();
        let value = value.map(|v| if calls { self.fixed(v) } else { self.computed(v) });
        if !self.is_entry() {
            self.values_end()?;
            self.late_arrays_go();
            let whole = !self.is_narrow_result();
            if !whole && self.unit.facts.results {
                self.result_is_unset();
            }
            let value = value.filter(|_| whole).map(|value| self.as_result(value, span)).transpose()?;
            self.ends(value);
        } else {
            self.handlers_run(span)?;
            if self.unit.options.deadlocks {
                self.blocks();
                return Ok(());
            }
        }
        self.end_with(Op::Return { value: None });
        Ok(())
    }

    /// Threads of pthread end with pointers, whatever their functions return.
    fn as_result(&mut self, value: Operand, span: Span) -> Lowered<Operand> {
        if self.unit.facts.is_called("thrd_create") {
            return Ok(value);
        }
        self.converted(value, &Type::pointer(Type::Void), span)
    }

    /// Of a result that is narrower than the pointer for which it is taken nobody says what the other bits are.
    fn is_narrow_result(&self) -> bool {
        let width = self.unit.options.data_model.long();
        self.result.int().is_some_and(|int| int.bits < width) && !self.unit.facts.is_called("thrd_create")
    }

    /// Whether control is inside of an atomic region.
    pub(super) fn is_atomic(&self) -> bool {
        self.region.is_some()
    }
}

/// Whether assembly does nothing but order accesses, or wait.
fn orders_alone(asm: &AsmStatement) -> bool {
    let text = match asm {
        AsmStatement::GnuBasic(text) => text,
        AsmStatement::GnuExtended(asm) if asm.outputs.is_empty() && asm.inputs.is_empty() => &asm.template,
        AsmStatement::GnuExtended(_) => return false,
    };
    let text = text.node.concat().replace('"', "");
    matches!(
        text.trim(),
        "" | "mfence" | "lfence" | "sfence" | "pause" | "nop" | "rep; nop" | "rep;nop" | "dmb" | "yield"
    )
}

/// The condition of `if (c) abort();`, where nothing else is done.
fn assumed(i: &IfStatement) -> Option<&Node<Expression>> {
    let mut s = &*i.then_statement;
    while let Statement::Compound(items) = &s.node {
        match items.as_slice() {
            [Node { node: BlockItem::Statement(one), .. }] => s = one,
            _ => return None,
        }
    }
    let Statement::Expression(Some(e)) = &s.node else { return None };
    let Expression::Call(call) = &e.node else { return None };
    let aborts = matches!(super::tree::callee(&call.node), Some("abort"));
    (aborts && i.else_statement.is_none()).then_some(&i.condition)
}

/// Whether control does not come to the end of a statement.
fn ends(s: &Node<Statement>) -> bool {
    match &s.node {
        Statement::Return(_) | Statement::Goto(_) | Statement::Break | Statement::Continue => true,
        Statement::Compound(items) => {
            matches!(items.last().map(|i| &i.node), Some(BlockItem::Statement(s)) if ends(s))
        }
        _ => false,
    }
}
