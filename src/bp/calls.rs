//! Calls, returns, and threads that are started and end.

use super::actions::{assigned, binary, chosen, register};
use super::ast::{Call, Expr as Written, Name, Start};
use super::body::{Body, Frame, labels};
use super::unit::Form;
use crate::ir::build::Mark;
use crate::ir::*;
use crate::starts::Site;

impl<'f> Body<'_, 'f> {
    /// The arguments are evaluated when it is called, the results stored in a step behind the return.
    pub(super) fn call(&mut self, call: &'f Call) {
        let callee = self.unit.names.procedures[call.procedure.text.as_str()];
        let (before, arguments) = self.arguments(call);
        let arguments = self.before(before, arguments);
        let procedure = self.unit.procedure(callee, Form::Called);
        let stored = call.targets.iter().any(|t| t.text != "_");
        let result = stored.then(|| self.results());
        let next = self.steps.fresh();
        self.push(Op::Call { procedure, arguments, result, next: next.loc() });
        self.at = next;
        match result {
            Some(results) => self.unpack(results, &call.targets),
            None => self.demanded_alone(),
        }
    }

    fn arguments(&mut self, call: &'f Call) -> (Vec<Statement>, Vec<Expr>) {
        let mut before = vec![];
        let values = call.arguments.iter().map(|e| self.value(e, &mut before)).collect();
        (before, values)
    }

    /// The register for the results of a call, as one number: the first is its lowest bit.
    fn results(&mut self) -> Reg {
        *self.results.get_or_insert_with(|| {
            self.registers.push(Register { name: "results#".into(), domain: Domain::Int, hidden: true });
            Reg(self.registers.len() as u32 - 1)
        })
    }

    fn unpack(&mut self, results: Reg, targets: &'f [Name]) {
        let packed = || Expr::Load(register(results, Domain::Int));
        let bit = |i: usize| match targets.len() {
            1 => packed(),
            _ => binary(Binary::BitAnd, binary(Binary::Shr, packed(), Expr::Const(i as Value)), Expr::Const(1)),
        };
        let named = targets.iter().enumerate().filter(|(_, t)| t.text != "_");
        let body = named.map(|(i, target)| assigned(self.place(target), bit(i))).collect();
        self.visible = vec![results.0];
        self.perform(body);
    }

    pub(super) fn returns(&mut self, values: &'f [Written]) {
        let mut before = vec![];
        let values: Vec<Expr> = values.iter().map(|e| self.value(e, &mut before)).collect();
        self.leave(before, packed(values));
        self.at = self.steps.fresh();
    }

    /// Leaves the procedure with these results.
    fn leave(&mut self, mut before: Vec<Statement>, results: Option<Expr>) {
        let wanted = results.filter(|_| self.form == Form::Called || self.frame.returns.is_some());
        if let Some((next, register_of_results)) = self.frame.returns {
            if let (Some(to), Some(value)) = (register_of_results, wanted) {
                before.push(assigned(register(to, Domain::Int), value));
            }
            self.perform(before);
            return self.steps.alias(self.at, next);
        }
        let value = match wanted {
            Some(value) if !before.is_empty() || !self.demanded().is_empty() => {
                let to = self.results();
                before.push(assigned(register(to, Domain::Int), value));
                self.perform(before);
                self.visible = vec![to.0];
                Some(Expr::Load(register(to, Domain::Int)))
            }
            wanted => {
                self.demanded_alone();
                wanted
            }
        };
        self.push(Op::Return { value });
    }

    /// Leaves the procedure with any results.
    pub(super) fn returns_any(&mut self, results: u32) {
        let to = self.results();
        let place = register(to, Domain::Int);
        let hi = Expr::Const(((1_i64 << results) - 1) as Value);
        let any = Statement::Action(Action::ChooseRange { place: place.clone(), lo: Expr::Const(0), hi });
        self.perform(vec![any]);
        self.visible = vec![to.0];
        self.leave(vec![], Some(Expr::Load(place)));
    }

    /// What it starts with is known when it is started.
    pub(super) fn start(&mut self, start: &'f Start) {
        let (before, site) = match start {
            Start::Goto(label) => {
                let procedure = self.unit.procedure(self.frame.procedure, Form::At(&label.text));
                let variables = self.frame.variables.iter().map(|r| Expr::Load(register(*r, Domain::Bool)));
                (vec![], Site::Spawn { procedure, arguments: variables.collect(), result: None })
            }
            Start::Call(call) => {
                let callee = self.unit.names.procedures[call.procedure.text.as_str()];
                let procedure = self.unit.procedure(callee, Form::Called);
                let (before, arguments) = self.arguments(call);
                (before, Site::Spawn { procedure, arguments, result: None })
            }
        };
        if !before.is_empty() {
            self.chosen_before(before);
        }
        let demands = self.demanded();
        let (step, next) = (self.steps.count(), self.steps.fresh());
        self.push(Op::Skip { next: next.loc() });
        self.at = next;
        self.sites.push((step, site));
        if !demands.is_empty() {
            self.demands.push((step, demands));
        }
    }

    /// Choices of a step, made in one before.
    fn chosen_before(&mut self, choices: Vec<Statement>) {
        let visible = choices.iter().filter_map(|s| match s {
            Statement::Action(Action::Choose { place: Place { kind: PlaceKind::Reg(r), .. }, .. }) => Some(r.0),
            _ => None,
        });
        let visible = visible.collect();
        let next = self.steps.fresh();
        self.push(Op::Atomic { body: choices, next: next.loc() });
        self.at = next;
        self.visible = visible;
    }

    pub(super) fn end_thread(&mut self) {
        self.demanded_alone();
        let op = match (self.form, &self.frame.returns) {
            (Form::Entry, None) => Op::Return { value: None },
            _ => Op::Do { action: Action::Halt, next: self.at.loc() },
        };
        self.push(op);
        self.at = self.steps.fresh();
    }

    /// The body of a procedure in place of a call of it; where it begins.
    pub(super) fn in_place(&mut self, procedure: usize, arguments: Vec<Expr>, returns: (Mark, Option<Reg>)) {
        let unit = &self.unit;
        let (file, names) = (unit.file, unit.names);
        let labels = labels(unit, procedure, &mut self.steps);
        let variables: Vec<Reg> =
            names.locals[procedure].iter().map(|l| self.hidden(format!("{}#", l.text), Domain::Bool)).collect();
        let given = file.procedures[procedure].parameters.len();
        let set = variables.iter().zip(arguments).map(|(r, value)| assigned(register(*r, Domain::Bool), value));
        let mut body: Vec<Statement> = set.collect();
        body.extend(variables[given..].iter().map(|r| chosen(register(*r, Domain::Bool))));
        let outside =
            std::mem::replace(&mut self.frame, Frame { procedure, variables, labels, returns: Some(returns) });
        self.perform(body);
        self.procedure();
        match file.procedures[procedure].results {
            0 => self.steps.alias(self.at, returns.0),
            results => self.returns_any(results),
        }
        self.frame = outside;
    }
}

/// The first is the lowest bit.
fn packed(values: Vec<Expr>) -> Option<Expr> {
    let shifted = |(i, value): (usize, Expr)| match i {
        0 => value,
        _ => binary(Binary::Shl, value, Expr::Const(i as Value)),
    };
    values.into_iter().enumerate().map(shifted).reduce(|a, b| binary(Binary::BitOr, a, b))
}
