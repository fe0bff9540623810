//! The atomic regions of a function: where they begin and end, and each as one step.

use super::function::{Body, Region};
use super::types::INT;
use crate::ir::build::{Mark, Naming, Step};
use crate::ir::*;
use crate::region;
use std::rc::Rc;

/// So many statements a region has at most.
const LARGEST: usize = 50_000;

impl Body<'_, '_> {
    /// An atomic region begins here, unless one is open.
    pub(super) fn region_begins(&mut self) -> bool {
        if self.is_atomic() {
            return false;
        }
        let start = self.steps.fresh();
        self.land(start);
        self.regions.push(Region {
            start,
            exits: vec![],
            here: self.here.clone(),
            visible: self.visible.iter().copied().collect(),
        });
        self.region = Some(self.regions.len() - 1);
        true
    }

    /// The region ends here that began there.
    pub(super) fn region_ends(&mut self, began: bool) {
        if began {
            self.region_exit();
        }
    }

    pub(super) fn region_exit(&mut self) {
        let exit = self.steps.fresh();
        self.land(exit);
        if let Some(region) = self.region.take().map(|i| &mut self.regions[i]) {
            region.exits.push(exit);
            region.visible.extend(&self.visible);
        }
        let behind = self.steps.fresh();
        self.goto(behind);
        self.at = behind;
    }
}

/// Makes one step of each region of a function.
pub(super) fn make(body: &mut Body<'_, '_>) {
    for region in std::mem::take(&mut body.regions).into_iter().rev() {
        one(body, region);
    }
}

fn one(body: &mut Body<'_, '_>, region: Region) {
    let register = (region.exits.len() > 1).then(|| {
        // One that nothing else has used: others may be alive across the region.
        let register = body.register("exit", &INT, true);
        body.visible.clear();
        register
    });
    let rounds = body.unit.options.atomic_rounds;
    let part = region::Region { start: region.start, exits: &region.exits, register, rounds, statements: LARGEST };
    let tree = part.statements(&body.steps, body.unit.control);
    let visible = Rc::new(region.visible.iter().copied().chain(register).collect::<Vec<u32>>());
    let next = body.steps.fresh();
    let step = |op, naming, synchronizes| Step {
        op,
        text: region.here.text.clone(),
        span: region.here.span,
        line: region.here.line,
        claimed: None,
        visible: visible.clone(),
        naming,
        synchronizes,
    };
    let atomic = Op::Atomic { body: tree, next: next.loc() };
    body.steps.push(region.start, step(atomic, Naming::Own, true));
    dispatch(body, &region, next, register, step);
}

/// Goes on behind the end that was taken.
fn dispatch(
    body: &mut Body<'_, '_>,
    region: &Region,
    from: Mark,
    register: Option<u32>,
    step: impl Fn(Op, Naming, bool) -> Step,
) {
    let mut at = from;
    let Some((last, others)) = region.exits.split_last() else {
        // No way leads out of it.
        body.steps.push(at, step(Op::Do { action: Action::Exit, next: at.loc() }, Naming::Own, false));
        return;
    };
    for (i, exit) in others.iter().enumerate() {
        let otherwise = body.steps.fresh();
        let taken = Expr::Load(body.register_place(register.expect("there are several ends"), &INT));
        let cond = Expr::Binary(Binary::Eq, Box::new(taken), Box::new(Expr::Const(i as Value)));
        let branch = Op::Branch { cond, then: exit.loc(), otherwise: otherwise.loc() };
        body.steps.push(at, step(branch, Naming::Own, false));
        at = otherwise;
    }
    body.steps.alias(at, *last);
}
