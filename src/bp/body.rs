//! A procedure on its way to steps: what is known there, and how a step is made.

use super::actions::{assigned, assumed, register};
use super::ast::Expr as Written;
use super::unit::{Form, Unit};
use crate::diagnostics::Span;
use crate::ir::build::{Mark, Naming, Step, Steps};
use crate::ir::*;
use crate::starts::Site;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What is lowered at the moment: a procedure of the file, for itself or in place of a call.
pub(super) struct Frame<'f> {
    pub(super) procedure: usize,
    /// Of each of its variables.
    pub(super) variables: Vec<Reg>,
    pub(super) labels: BTreeMap<&'f str, Mark>,
    /// In place of a call: where it goes on, and what takes the results.
    pub(super) returns: Option<(Mark, Option<Reg>)>,
}

/// Where sections begin and end.
#[derive(Default)]
pub(super) struct Sections {
    pub(super) begins: Vec<Section>,
    pub(super) ends: Vec<(Mark, Span)>,
}

#[derive(Clone, Copy)]
pub(super) struct Section {
    /// Where control comes to it, and where it is once inside.
    pub(super) begin: Mark,
    pub(super) start: Mark,
    pub(super) span: Span,
}

pub(super) struct Body<'u, 'f> {
    pub(super) unit: &'u mut Unit<'f>,
    pub(super) form: Form<'f>,
    pub(super) steps: Steps,
    pub(super) registers: Vec<Register>,
    /// Where the next step begins.
    pub(super) at: Mark,
    pub(super) frame: Frame<'f>,
    /// New values, inside of `constrain`.
    pub(super) next: BTreeMap<&'f str, Expr>,
    /// What `enforce` demands.
    pub(super) enforced: Vec<&'f Written>,
    pub(super) sections: Sections,
    pub(super) sites: Vec<(usize, Site)>,
    pub(super) demands: Vec<(usize, Vec<Statement>)>,
    /// Text and place of the statement on its way.
    pub(super) text: String,
    pub(super) span: Span,
    /// Hidden registers that the next step reads.
    pub(super) visible: Vec<u32>,
    /// Hidden truth values, and how many of them the statement on its way uses.
    spares: Vec<Reg>,
    pub(super) used: usize,
    /// The results of a call.
    pub(super) results: Option<Reg>,
}

impl<'u, 'f> Body<'u, 'f> {
    pub(super) fn new(unit: &'u mut Unit<'f>, procedure: usize, form: Form<'f>) -> Self {
        let mut steps = Steps::default();
        let at = steps.fresh();
        let names = unit.names.locals[procedure].iter();
        let registers: Vec<Register> =
            names.map(|l| Register { name: l.text.clone(), domain: Domain::Bool, hidden: false }).collect();
        let variables = (0..registers.len() as u32).map(Reg).collect();
        let labels = labels(unit, procedure, &mut steps);
        let span = unit.file.procedures[procedure].name.span;
        Body {
            unit,
            form,
            steps,
            registers,
            at,
            frame: Frame { procedure, variables, labels, returns: None },
            next: BTreeMap::new(),
            enforced: vec![],
            sections: Sections::default(),
            sites: vec![],
            demands: vec![],
            text: String::new(),
            span,
            visible: vec![],
            spares: vec![],
            used: 0,
            results: None,
        }
    }

    /// Values for the next step, which only reads its own registers if anything has to be done before.
    pub(super) fn before(&mut self, mut body: Vec<Statement>, values: Vec<Expr>) -> Vec<Expr> {
        if body.is_empty() && self.enforced.is_empty() {
            return values;
        }
        let places: Vec<Place> = values.iter().map(|_| self.spare()).collect();
        body.extend(places.iter().zip(values).map(|(place, value)| assigned(place.clone(), value)));
        self.perform(body);
        self.visible = places.iter().filter_map(register_of).collect();
        places.into_iter().map(Expr::Load).collect()
    }

    /// A hidden truth value, until the end of the statement.
    pub(super) fn spare(&mut self) -> Place {
        if self.used == self.spares.len() {
            let name = format!("choice#{}", self.used + 1);
            let new = self.hidden(name, Domain::Bool);
            self.spares.push(new);
        }
        self.used += 1;
        register(self.spares[self.used - 1], Domain::Bool)
    }

    pub(super) fn hidden(&mut self, name: String, domain: Domain) -> Reg {
        self.registers.push(Register { name, domain, hidden: true });
        Reg(self.registers.len() as u32 - 1)
    }

    /// What `enforce` demands.
    pub(super) fn demanded(&mut self) -> Vec<Statement> {
        let mut body = vec![];
        for e in self.enforced.clone().into_iter().filter(|e| !matches!(e, Written::Const(true))) {
            let value = self.value(e, &mut body);
            body.push(assumed(value));
        }
        body
    }

    /// A step of its own, if there is anything to demand.
    pub(super) fn demanded_alone(&mut self) {
        if !self.demanded().is_empty() {
            self.perform(vec![]);
        }
    }

    /// One step that does this, and goes on to the next.
    pub(super) fn perform(&mut self, body: Vec<Statement>) {
        let mut all = self.demanded();
        if !body.is_empty() {
            all.extend(body);
            all.extend(self.demanded());
        }
        let next = self.steps.fresh();
        let to = next.loc();
        let op = match (all.len(), all.pop()) {
            (_, None) => Op::Skip { next: to },
            (1, Some(Statement::Action(action))) => Op::Do { action, next: to },
            (_, Some(last)) => {
                all.push(last);
                Op::Atomic { body: all, next: to }
            }
        };
        self.push(op);
        self.at = next;
    }

    /// The step of this place.
    pub(super) fn push(&mut self, op: Op) {
        let naming = if matches!(op, Op::End) { Naming::End } else { Naming::Own };
        let step = Step {
            op,
            text: self.text.clone(),
            span: self.span,
            line: self.unit.line(self.span),
            claimed: None,
            visible: Rc::new(std::mem::take(&mut self.visible)),
            naming,
            synchronizes: false,
        };
        self.steps.push(self.at, step);
    }
}

/// A mark for each label.
pub(super) fn labels<'f>(unit: &Unit<'f>, procedure: usize, steps: &mut Steps) -> BTreeMap<&'f str, Mark> {
    let mut labels = BTreeMap::new();
    super::ast::each(&unit.file.procedures[procedure].body, &mut |line| {
        for label in &line.labels {
            labels.entry(label.text.as_str()).or_insert_with(|| steps.fresh());
        }
    });
    labels
}

fn register_of(place: &Place) -> Option<u32> {
    match place.kind {
        PlaceKind::Reg(r) => Some(r.0),
        _ => None,
    }
}
