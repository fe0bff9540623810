//! A program without calls, step for step the same: in place of each call stands what is called, with registers of its
//! own. A call that is too deep meets the bound on stacks.

use super::shift::Shift;
use crate::control::Bound;
use crate::ir::*;

/// The program with all calls in place.
pub struct Inlined {
    /// Without calls.
    pub program: Program,
    /// What each location was before.
    pub origin: Vec<Loc>,
}

/// Why calls cannot be put in place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// This procedure calls itself, and nobody has said how deep.
    Recursion(u32),
    /// There would be more locations than this.
    Size(usize),
}

/// More is no program that circuits are made of.
const MOST: usize = 20_000;

/// Puts calls in place: of a procedure that calls itself, so many at once.
pub fn inlined(program: &Program, most: Option<u32>) -> Result<Inlined, Refused> {
    let mut inliner = Inliner { program, most, locations: vec![], origin: vec![], scopes: vec![], registers: vec![] };
    let (mut procedures, mut threads): (Vec<Procedure>, Vec<Thread>) = (vec![], vec![]);
    let mut made: Vec<u32> = vec![];
    for thread in &program.threads {
        let number = match made.iter().position(|p| *p == thread.procedure) {
            Some(number) => number,
            None => {
                made.push(thread.procedure);
                procedures.push(inliner.procedure(thread.procedure, procedures.len() as u32)?);
                procedures.len() - 1
            }
        };
        threads.push(Thread { procedure: number as u32, arguments: thread.arguments.clone() });
    }
    let Inliner { locations, origin, .. } = inliner;
    let program = Program { procedures, threads, locations, interchangeable: vec![], ..program.clone() };
    Ok(Inlined { program, origin })
}

struct Inliner<'p> {
    program: &'p Program,
    most: Option<u32>,
    locations: Vec<Location>,
    origin: Vec<Loc>,
    /// The registers in scope at each location of the procedure that is being made.
    scopes: Vec<Vec<Reg>>,
    /// Those of that procedure.
    registers: Vec<Register>,
}

/// A running procedure: where its registers are, where it returns to.
struct Activation<'a> {
    procedure: u32,
    /// The number in the new program.
    within: u32,
    shift: Shift,
    back: Option<Back>,
    /// The callers' registers that are kept.
    kept: Vec<Reg>,
    /// What is running, this one last.
    stack: &'a [u32],
}

/// What a return does.
struct Back {
    next: Loc,
    result: Option<(Reg, Domain)>,
}

impl Inliner<'_> {
    fn procedure(&mut self, procedure: u32, within: u32) -> Result<Procedure, Refused> {
        let (first, old) = (self.locations.len(), &self.program.procedures[procedure as usize]);
        let shared = self.program.thread_locals.len();
        self.registers = old.registers[..shared].to_vec();
        self.scopes.clear();
        let shift = self.registers_of(procedure);
        let stack = [procedure];
        let activation = Activation { procedure, within, shift, back: None, kept: vec![], stack: &stack };
        let entry = self.expand(&activation)?;
        for (location, scope) in self.locations[first..].iter_mut().zip(&self.scopes) {
            location.in_scope = vec![false; self.registers.len()];
            location.in_scope[..shared].fill(true);
            scope.iter().for_each(|r| location.in_scope[r.0 as usize] = true);
        }
        Ok(Procedure { entry, registers: std::mem::take(&mut self.registers), ..old.clone() })
    }

    /// Registers for one more activation.
    fn registers_of(&mut self, procedure: u32) -> Shift {
        let shared = self.program.thread_locals.len();
        let shift = Shift { shared: shared as u32, by: (self.registers.len() - shared) as u32 };
        self.registers.extend_from_slice(&self.program.procedures[procedure as usize].registers[shared..]);
        shift
    }

    /// All locations of an activation, and of those that it calls; where it begins.
    fn expand(&mut self, activation: &Activation<'_>) -> Result<Loc, Refused> {
        let all = (0..).map(Loc).zip(&self.program.locations);
        let own: Vec<Loc> = all.filter(|(_, l)| l.procedure == activation.procedure).map(|(loc, _)| loc).collect();
        let first = self.locations.len();
        if first + own.len() > MOST {
            return Err(Refused::Size(MOST));
        }
        for loc in &own {
            let old = self.program.location(*loc);
            self.scopes.push(self.scope(activation, old));
            self.origin.push(*loc);
            self.locations.push(Location { procedure: activation.within, ..old.clone() });
        }
        let to = |loc: Loc| Loc((first + own.binary_search(&loc).expect("steps stay in their procedure")) as u32);
        for (i, loc) in own.iter().enumerate() {
            self.locations[first + i].op = self.op(activation, *loc, &to)?;
        }
        Ok(to(self.program.procedures[activation.procedure as usize].entry))
    }

    /// What is in scope at a location, besides what all procedures share.
    fn scope(&self, activation: &Activation<'_>, old: &Location) -> Vec<Reg> {
        let shared = self.program.thread_locals.len();
        let count = self.program.procedures[activation.procedure as usize].registers.len();
        let own = (shared..count).filter(|r| old.in_scope.get(*r) != Some(&false));
        own.map(|r| activation.shift.reg(Reg(r as u32))).chain(activation.kept.iter().copied()).collect()
    }

    fn op(&mut self, activation: &Activation<'_>, loc: Loc, to: &impl Fn(Loc) -> Loc) -> Result<Op, Refused> {
        let shift = &activation.shift;
        Ok(match &self.program.location(loc).op {
            Op::Skip { next } => Op::Skip { next: to(*next) },
            Op::Choose { next } => Op::Choose { next: next.iter().map(|l| to(*l)).collect() },
            Op::Branch { cond, then, otherwise } => {
                Op::Branch { cond: shift.expr(cond), then: to(*then), otherwise: to(*otherwise) }
            }
            Op::Do { action, next } => Op::Do { action: shift.action(action), next: to(*next) },
            Op::Atomic { body, next } => Op::Atomic { body: shift.statements(body), next: to(*next) },
            Op::Call { procedure, arguments, result, next } => {
                let arguments = arguments.iter().map(|e| shift.expr(e)).collect();
                self.call(activation, (*procedure, arguments), *result, (*next, to(*next)))?
            }
            Op::Return { value } => activation.leave(value.as_ref()),
            Op::End => activation.end(),
        })
    }

    /// The arguments become the registers of the activation that stands here in place of the call.
    fn call(
        &mut self,
        caller: &Activation<'_>,
        (procedure, arguments): (u32, Vec<Expr>),
        result: Option<Reg>,
        (old_next, next): (Loc, Loc),
    ) -> Result<Op, Refused> {
        let depth = caller.stack.iter().filter(|p| **p == procedure).count() as u32;
        match self.most {
            None if depth > 0 => return Err(Refused::Recursion(procedure)),
            Some(most) if depth > 0 && depth >= most => {
                return Ok(Op::Do { action: Action::Fail(Fault::Limit(Bound::Stack)), next });
            }
            _ => {}
        }
        let shift = self.registers_of(procedure);
        let domain = |r: Reg| self.program.procedures[caller.procedure as usize].registers[r.0 as usize].domain;
        let back = Back { next, result: result.map(|r| (caller.shift.reg(r), domain(r))) };
        let mut kept = self.scope(caller, self.program.location(old_next));
        kept.retain(|r| Some(*r) != back.result.map(|(r, _)| r));
        let stack: Vec<u32> = caller.stack.iter().copied().chain([procedure]).collect();
        let callee = Activation { procedure, within: caller.within, shift, back: Some(back), kept, stack: &stack };
        let body = self.parameters(&callee, arguments);
        Ok(Op::Atomic { body, next: self.expand(&callee)? })
    }

    fn parameters(&self, callee: &Activation<'_>, arguments: Vec<Expr>) -> Vec<Statement> {
        let shared = self.program.thread_locals.len();
        let registers = &self.program.procedures[callee.procedure as usize].registers[shared..];
        let assign = |(i, (value, register)): (usize, (Expr, &Register))| {
            let kind = PlaceKind::Reg(callee.shift.reg(Reg((shared + i) as u32)));
            Statement::Action(Action::Assign { place: Place { kind, domain: register.domain }, value })
        };
        arguments.into_iter().zip(registers).enumerate().map(assign).collect()
    }
}

impl Activation<'_> {
    /// A return with this value.
    fn leave(&self, value: Option<&Expr>) -> Op {
        let value = value.map(|e| self.shift.expr(e));
        match &self.back {
            None => Op::Return { value },
            Some(back) => back.with(value.unwrap_or(Expr::Const(0))),
        }
    }

    fn end(&self) -> Op {
        self.back.as_ref().map_or(Op::End, |back| back.with(Expr::Const(0)))
    }
}

impl Back {
    /// Goes back with a value, which is evaluated also where nobody receives it.
    fn with(&self, value: Expr) -> Op {
        match self.result {
            None => Op::Branch { cond: value, then: self.next, otherwise: self.next },
            Some((r, domain)) => {
                let place = Place { kind: PlaceKind::Reg(r), domain };
                Op::Do { action: Action::Assign { place, value }, next: self.next }
            }
        }
    }
}
