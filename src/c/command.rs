//! The command line: how many words there are, and where they stand; what they say is not known, unless the
//! user says so.

use super::forms::{At, Located};
use super::function::Body;
use super::tree::function_suffix;
use super::types::{CHAR, Type, decayed};
use super::unit::{Entity, Home, Unit, Words};
use crate::control::Bound;
use crate::ir::{Action, Binary, Cell, Expr, Place, UNSET, Value};
use lang_c::ast::{Declarator, DerivedDeclarator, ParameterDeclaration};
use lang_c::span::{Node, Span};
use std::rc::Rc;

/// So many words there are at most, unless the user says which.
const MOST: Value = 4;

/// So many if the program names each of those it looks at: then there may be any number of them.
const MOST_NAMED: Value = 16;

/// The first of the words, where the user says which they are.
const PROGRAM: &str = "a.out";

impl Unit<'_> {
    pub(super) fn lay_out_words(&mut self) {
        let Some((name, span)) = self.looked_at_words() else { return };
        let said = self.said_words();
        let named = self.facts.last_named("main", &name).filter(|last| (*last as Value) < MOST_NAMED);
        let each_named = said.is_none() && named.is_some();
        let named = named.map_or(MOST as usize, |last| last as usize + 1);
        let most = said.as_ref().map_or(named, Vec::len);
        let array = self.allocate(&name, &Type::Array(Rc::new(Type::pointer(CHAR)), most as u32 + 1), span);
        let text = |this: &mut Self, i: usize| match &said {
            Some(words) => this.said_word(&format!("{name}[{i}]:text"), &words[i], span),
            None => this.any_word(&format!("{name}[{i}]:text"), span),
        };
        let texts = (0..most).map(|i| text(self, i)).collect();
        self.words = Some(Words { name, array, texts, each_named });
    }

    /// What the user says that they are, behind a name for the program.
    fn said_words(&self) -> Option<Vec<String>> {
        let words = self.options.words.as_ref()?;
        Some([PROGRAM.to_string()].into_iter().chain(words.iter().cloned()).collect())
    }

    /// Of a word one character is there, and nothing is known of it: it may be the zero.
    fn any_word(&mut self, name: &str, span: Span) -> Cell {
        let cell = self.allocate(name, &Type::Array(Rc::new(CHAR), 1), span);
        self.begins_unset(&Home::Cells(cell), &[(0, UNSET)]);
        cell
    }

    fn said_word(&mut self, name: &str, word: &str, span: Span) -> Cell {
        let cell = self.allocate(name, &Type::Array(Rc::new(CHAR), word.len() as u32 + 1), span);
        for (i, byte) in (0..).zip(word.bytes()) {
            self.set_cell(Cell(cell.0 + i), (byte as i8).into());
        }
        cell
    }

    /// The second parameter of `main`, if `main` uses it.
    fn looked_at_words(&mut self) -> Option<(String, Span)> {
        let definition = self.functions.get("main").filter(|_| self.options.entry == "main")?.clone();
        let parameter = second_parameter(&definition.declarator)?;
        let (name, ty) = self.parameter(&parameter.node).ok()?;
        let is_text = |ty: &Type| ty.pointee().is_some_and(|to| *to == CHAR);
        let fits = decayed(ty).pointee().is_some_and(is_text);
        (fits && self.facts.mentions("main", &name)).then_some((name, definition.declarator.span))
    }
}

fn second_parameter(declarator: &Node<Declarator>) -> Option<&Node<ParameterDeclaration>> {
    match function_suffix(declarator)? {
        DerivedDeclarator::Function(f) => f.node.parameters.get(1),
        _ => None,
    }
}

impl Body<'_, '_> {
    /// The parameters of `main`. No more than one word is there unless somebody looks at the words.
    pub(super) fn command_line(&mut self, parameters: Vec<(String, Type)>, span: Span) {
        let mut count = Expr::Const(1);
        for (i, (name, ty)) in parameters.into_iter().enumerate() {
            let is_words = self.unit.words.as_ref().is_some_and(|words| words.name == name);
            match i {
                0 if ty.int().is_some() => count = self.word_count(&name, &ty, span),
                1 if is_words => self.words(&name, ty, &count, span),
                _ => self.is_not_known(&name, span),
            }
        }
    }

    fn is_not_known(&mut self, name: &str, span: Span) {
        let refusal = self.unit.refusal(span, format!("what `{name}` holds is not known"), "from outside");
        let refusal = refusal.help("take what you need of it from `__VERIFIER_nondet_int()`");
        self.unit.refused.insert(name.into(), refusal);
    }

    /// `argc`, in a register.
    fn word_count(&mut self, name: &str, ty: &Type, span: Span) -> Expr {
        let register = self.registers_for(name, ty, false);
        self.unit.declare(name, Entity::Object(Home::Registers(register), ty.clone()));
        let place = self.register_place(register, ty);
        if self.unit.facts.mentions("main", name) || self.unit.words.is_some() {
            self.any_count(name, place.clone(), span);
        }
        Expr::Load(place)
    }

    fn any_count(&mut self, name: &str, place: Place, span: Span) {
        if let Some(words) = self.unit.said_words() {
            self.here = self.located(span, format!("{name} is {}", words.len()));
            return self.act(Action::Assign { place, value: Expr::Const(words.len() as Value) });
        }
        if self.unit.words.as_ref().is_none_or(|words| words.each_named) {
            self.here = self.located(span, format!("{name} is 1 or more"));
            let value = self.at_least(1).expr;
            return self.act(Action::Assign { place, value });
        }
        let values = self.word_counts();
        let said: Vec<String> = values.iter().map(Value::to_string).collect();
        self.here = self.located(span, format!("{name} is {}", said.join(" or ")));
        self.perhaps_stops(Bound::Inputs);
        self.act(Action::Choose { place, values: values.into_iter().map(Expr::Const).collect() });
    }

    /// How many words there may be.
    fn word_counts(&self) -> Vec<Value> {
        let mut values = self.unit.inputs();
        values.retain(|n| (1..=MOST).contains(n));
        if values.is_empty() { vec![1] } else { values }
    }

    /// `argv`: a pointer for each word, and one that is null behind them.
    fn words(&mut self, name: &str, ty: Type, count: &Expr, span: Span) {
        let Some(Words { array, texts, .. }) = &self.unit.words else { return };
        let (array, texts) = (*array, texts.clone());
        self.here = self.located(span, format!("{name} leads to the words"));
        let pointer = |cell: Cell| Located { at: At::Cell(cell), ty: Type::pointer(CHAR) };
        for (i, text) in (0..).zip(texts) {
            let there = Expr::Binary(Binary::Lt, Box::new(Expr::Const(i)), Box::new(count.clone()));
            let word = pointer(text).address().unwrap_or(Expr::Const(0));
            let value = Expr::Conditional(Box::new(there), Box::new(word), Box::new(Expr::Const(0)));
            self.act(Action::Assign { place: pointer(Cell(array.0 + i as u32)).place(), value });
        }
        let register = self.registers_for(name, &ty, false);
        self.set(register, &ty, pointer(array).address().unwrap_or(Expr::Const(0)));
        self.unit.declare(name, Entity::Object(Home::Registers(register), ty));
    }
}
