//! A function on its way to a procedure: registers, marks, and where control is.

use super::forms::Ahead;
use super::forms::Located;
use super::forms::Operand;
use super::types::Type;
use super::unit::{Lowered, Pool, Refusal, Unit};
use crate::diagnostics::{Span as Place_, nearest};
use crate::ir::build::{Mark, Naming, Step, Steps};
use crate::ir::{Action, Cell, Domain, Expr, Loc, Op, Place, PlaceKind, Reg, Register, Statement, Value};
use lang_c::span::{Node, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// With fewer registers each hidden one is used once: then it is seen better what comes to be in it.
const FEW: usize = 100;

/// What is being lowered: a function, and those that are expanded in it.
pub(super) struct Body<'b, 'u> {
    pub(super) unit: &'b mut Unit<'u>,
    pub(super) function: String,
    pub(super) steps: Steps,
    /// Where control is.
    pub(super) at: Mark,
    pub(super) registers: Vec<Register>,
    /// Registers in scope, parameters apart.
    pub(super) visible: Vec<u32>,
    /// Hidden ones that hold nothing else later.
    pub(super) reserved: BTreeSet<u32>,
    /// How many elements there are behind pointers in registers.
    pub(super) rooms: BTreeMap<u32, Expr>,
    /// What was evaluated before the expression that it stands in.
    pub(super) ahead: Ahead,
    /// Where `break` and `continue` go.
    pub(super) loops: Vec<(Mark, Option<Mark>)>,
    labels: BTreeMap<String, Label>,
    /// Of the functions that are expanded at the moment.
    pub(super) expanded: Vec<Expanded>,
    /// Where atomic regions begin, and their ends.
    pub(super) regions: Vec<Region>,
    /// The one that control is inside of, by its number.
    pub(super) region: Option<usize>,
    /// How many are open that began inside of one, which is refused.
    pub(super) regions_inside: u32,
    /// The steps that are lowered as part of one.
    pub(super) inside: BTreeMap<usize, usize>,
    /// How many functions have been expanded so far.
    pub(super) expansions: usize,
    pub(super) is_root: bool,
    pub(super) result: Type,
    pub(super) here: Here,
    /// Whether the next step synchronises.
    pub(super) synchronizes: bool,
    pub(super) switches: Vec<Switch>,
    /// Declarations of locals without initialiser.
    pub(super) unset: Vec<Unset>,
    /// What tells of locals in memory that they are gone.
    pub(super) mortal: Vec<Located>,
    /// What else goes when the function returns.
    pub(super) late: Vec<Late>,
    /// Which one of a function that calls itself.
    pub(super) activation: Option<Activation>,
    /// Handlers that wait for the end of the thread, the last one last.
    pub(super) cleanups: Vec<Cleanup>,
}

/// A handler that `pthread_cleanup_push` has pushed.
#[derive(Clone, Debug)]
pub(super) struct Cleanup {
    pub(super) handler: String,
    /// What it is given.
    pub(super) register: u32,
    pub(super) ty: Type,
    /// How many loops are around the push.
    pub(super) loops: usize,
}

struct Label {
    mark: Mark,
    defined: bool,
    used: Span,
}

/// A function that is expanded where it is called.
pub(super) struct Expanded {
    pub(super) name: String,
    /// Which expansion it is: each has labels of its own.
    pub(super) number: usize,
    pub(super) end: Mark,
    pub(super) result: Option<(u32, Type)>,
}

pub(super) struct Region {
    pub(super) start: Mark,
    pub(super) exits: Vec<Mark>,
    pub(super) here: Here,
    /// The registers in scope where it begins or ends.
    pub(super) visible: BTreeSet<u32>,
}

/// The cases of a `switch`, and where control goes for each.
pub(super) struct Switch {
    /// Of what is switched over; the labels are converted to it.
    pub(super) ty: Type,
    pub(super) cases: Vec<(Value, Value, Mark, Span)>,
    pub(super) default: Option<Mark>,
}

/// What of the source is being lowered.
#[derive(Clone, Default, Debug)]
pub(super) struct Here {
    pub(super) text: String,
    pub(super) span: Place_,
    pub(super) line: u32,
}

impl<'b, 'u> Body<'b, 'u> {
    pub(super) fn new(unit: &'b mut Unit<'u>, name: &str, is_root: bool) -> Self {
        let result = match unit.types.get(name) {
            Some(Type::Function(f)) => f.result.clone(),
            _ => Type::Void,
        };
        let thread_locals = unit.program.thread_locals.iter();
        let registers = thread_locals
            .map(|(name, _)| Register { name: name.clone(), domain: Domain::Int, hidden: false })
            .collect();
        let mut steps = Steps::default();
        let at = steps.fresh();
        Body {
            unit,
            function: name.into(),
            steps,
            at,
            registers,
            visible: vec![],
            reserved: BTreeSet::new(),
            rooms: BTreeMap::new(),
            ahead: Ahead::new(),
            loops: vec![],
            labels: BTreeMap::new(),
            expanded: vec![],
            regions: vec![],
            region: None,
            regions_inside: 0,
            inside: BTreeMap::new(),
            expansions: 0,
            is_root,
            result,
            here: Here::default(),
            synchronizes: false,
            switches: vec![],
            unset: vec![],
            mortal: vec![],
            late: vec![],
            activation: None,
            cleanups: vec![],
        }
    }

    /// Whether the program begins with the function.
    pub(super) fn is_entry(&self) -> bool {
        self.is_root && self.function == self.unit.options.entry
    }

    /// The function whose text is being lowered.
    pub(super) fn function_inside(&self) -> String {
        self.expanded.last().map_or_else(|| self.function.clone(), |e| e.name.clone())
    }

    pub(super) fn located(&self, span: Span, text: String) -> Here {
        Here { text, span: self.unit.span(span), line: self.unit.source.line(span.start) }
    }

    /// A register in scope.
    pub(super) fn register(&mut self, name: &str, ty: &Type, hidden: bool) -> u32 {
        let register = self.registers.len() as u32;
        let domain = match ty.pointee() {
            Some(Type::Function(_)) => Domain::Int,
            _ => ty.domain(),
        };
        self.registers.push(Register { name: name.into(), domain, hidden });
        self.visible.push(register);
        register
    }

    pub(super) fn temporary(&mut self, ty: &Type) -> u32 {
        let domain = ty.domain();
        let again = self.registers.len() >= FEW;
        let free = (0..self.registers.len() as u32).filter(|_| again).find(|r| {
            let known = &self.registers[*r as usize];
            known.hidden && known.domain == domain && !self.visible.contains(r) && !self.reserved.contains(r)
        });
        match free {
            Some(r) => {
                self.visible.push(r);
                r
            }
            None => self.register(&format!("t{}", self.registers.len()), ty, true),
        }
    }

    /// Registers for the cells of an object, one behind the other.
    pub(super) fn registers_for(&mut self, name: &str, ty: &Type, hidden: bool) -> u32 {
        let first = self.registers.len() as u32;
        for (part, ty) in self.unit.structs.leaves(ty) {
            self.register(&format!("{name}{part}"), &ty, hidden);
        }
        first
    }

    pub(super) fn temporaries(&mut self, ty: &Type) -> u32 {
        match ty.plain() {
            Type::Struct(_) => self.registers_for(&format!("t{}", self.registers.len()), ty, true),
            _ => self.temporary(ty),
        }
    }

    pub(super) fn register_place(&self, register: u32, ty: &Type) -> Place {
        let domain = self.registers.get(register as usize).map_or(ty.domain(), |r| r.domain);
        Place { kind: PlaceKind::Reg(Reg(register)), domain }
    }

    pub(super) fn set(&mut self, register: u32, ty: &Type, value: Expr) {
        let place = self.register_place(register, ty);
        self.act(Action::Assign { place, value });
    }

    /// One step, behind which control goes on.
    pub(super) fn step(&mut self, op: impl FnOnce(Loc) -> Op) {
        let next = self.steps.fresh();
        self.push(op(next.loc()));
        self.at = next;
    }

    pub(super) fn act(&mut self, action: Action) {
        self.step(|next| Op::Do { action, next });
    }

    /// One step that does all this at once.
    pub(super) fn atomically(&mut self, body: Vec<Statement>) {
        self.synchronizes = true;
        self.step(|next| Op::Atomic { body, next });
    }

    fn push(&mut self, op: Op) {
        let visible = Rc::new(self.visible.clone());
        let Here { text, span, line } = self.here.clone();
        let synchronizes = std::mem::take(&mut self.synchronizes);
        let step = Step { op, text, span, line, claimed: None, visible, naming: Naming::Own, synchronizes };
        let number = self.steps.push(self.at, step);
        self.inside.extend(self.region.map(|region| (number, region)));
    }

    /// Control never comes here.
    pub(super) fn nowhere(&mut self) {
        self.at = self.steps.fresh();
    }

    pub(super) fn end_with(&mut self, op: Op) {
        self.push(op);
        self.nowhere();
    }

    /// Nothing leads on from here.
    pub(super) fn stands(&mut self, action: Action) {
        let next = self.at.loc();
        self.end_with(Op::Do { action, next });
    }

    pub(super) fn branch(&mut self, cond: Expr, then: Mark, otherwise: Mark) {
        match cond {
            Expr::Const(v) => self.goto(if v != 0 { then } else { otherwise }),
            cond => self.end_with(Op::Branch { cond, then: then.loc(), otherwise: otherwise.loc() }),
        }
    }

    pub(super) fn goto(&mut self, mark: Mark) {
        self.steps.alias(self.at, mark);
        self.nowhere();
    }

    /// From here control goes on at a mark.
    pub(super) fn land(&mut self, mark: Mark) {
        self.steps.alias(self.at, mark);
        self.at = mark;
    }

    /// The mark of a label, which may stand further down.
    pub(super) fn label(&mut self, name: &str, span: Span, defines: bool) -> Mark {
        let key = format!("{}:{name}", self.expanded.last().map_or(0, |e| e.number));
        let fresh = if self.labels.contains_key(&key) { None } else { Some(self.steps.fresh()) };
        let label = self.labels.entry(key).or_insert_with(|| Label {
            mark: fresh.expect("it is new"),
            defined: false,
            used: span,
        });
        label.defined |= defines;
        label.mark
    }

    /// Whether something may be jumped back to.
    pub(super) fn has_labels(&self) -> bool {
        !self.labels.is_empty()
    }

    pub(super) fn refuse<T>(&self, at: Span, message: impl Into<String>, what: &str) -> Lowered<T> {
        self.unit.refuse(at, message, what)
    }

    /// The last step of a created thread.
    pub(super) fn ends(&mut self, result: Option<Operand>) {
        let ended = Statement::Action(Action::Assign { place: self.unit.threads.my_end(), value: Expr::Const(1) });
        let result = result.filter(|_| self.unit.facts.results).map(|r| {
            let place = self.unit.threads.my_result();
            Statement::Action(Action::Assign { place, value: r.expr })
        });
        match result {
            Some(result) => self.atomically(vec![result, ended]),
            None => {
                let Statement::Action(action) = ended else { return };
                self.synchronizes = true;
                self.act(action);
            }
        }
    }

    pub(super) fn undefined_labels(&mut self) {
        let (defined, missing): (Vec<_>, Vec<_>) = self.labels.iter().partition(|(_, label)| label.defined);
        let called = |key: &'_ str| key.split(':').nth(1).unwrap_or_default().to_string();
        let known: Vec<String> = defined.iter().map(|(key, _)| called(key)).collect();
        let missing = missing.into_iter().map(|(key, label)| {
            let name = called(key);
            let help = nearest(&name, known.iter().map(String::as_str)).map(|near| format!("did you mean `{near}`?"));
            let message = format!("there is no label `{name}` in `{}`", self.function);
            Refusal::from(self.unit.refusal(label.used, message, "jumps to it").maybe_help(help))
        });
        let missing: Vec<Refusal> = missing.collect();
        for refusal in missing {
            self.unit.note::<()>(Err(refusal));
        }
    }

    /// Lowers one thing; what is refused is noted, and the rest goes on.
    pub(super) fn attempt<T>(&mut self, lower: impl FnOnce(&mut Self) -> Lowered<T>) -> Option<T> {
        let lowered = lower(self);
        self.unit.note(lowered)
    }

    pub(super) fn text_of<T>(&self, node: &Node<T>) -> String {
        super::unit::text_of(self.unit, node)
    }
}

/// The declaration of a local without initialiser: a step that does nothing, until it is known what it is to be.
#[derive(Clone, Debug)]
pub(super) struct Unset {
    pub(super) register: u32,
    pub(super) ty: Type,
    pub(super) gap: Gap,
}

/// A place for steps that come later: a step that does nothing, until it is known what it is to be.
#[derive(Clone, Debug)]
pub(super) struct Gap {
    pub(super) at: Mark,
    pub(super) next: Mark,
    pub(super) here: Here,
    /// The registers in scope.
    pub(super) visible: Rc<Vec<u32>>,
    /// The atomic region that it is inside of.
    pub(super) region: Option<usize>,
}

impl Gap {
    pub(super) fn step(&self, text: String, op: Op) -> Step {
        Step {
            op,
            text,
            span: self.here.span,
            line: self.here.line,
            claimed: None,
            visible: self.visible.clone(),
            naming: Naming::Own,
            synchronizes: false,
        }
    }
}

/// The activation that is lowered, of a function that calls itself.
pub(super) struct Activation {
    /// The register of its number.
    pub(super) register: u32,
    /// Whether some local lies in memory.
    pub(super) used: bool,
    pub(super) begins: Gap,
    pub(super) ends: Vec<Gap>,
}

/// Objects of a pool that may have to go where the function returns.
#[derive(Clone, Debug)]
pub(super) struct Late {
    /// One more than the number of the one that was allocated first; 0 if none was.
    pub(super) register: u32,
    /// What tells of the first one of the pool that it is gone.
    pub(super) gone: Cell,
    pub(super) pool: Pool,
}
