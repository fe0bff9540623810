//! C programs on their way to steps: no register loses its scope, and with it its value, while somebody may still read
//! it. A location that forgets a register which is alive would be a wrong verdict without a trace.

use moverlog::c::Options;
use moverlog::ir::visit::{Visitor, walk_op, walk_place};
use moverlog::ir::*;
use moverlog::model::load_c;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

type Registers = BTreeSet<u32>;

#[derive(Default)]
struct Reads(Registers);

impl<'p> Visitor<'p> for Reads {
    fn load(&mut self, place: &'p Place) {
        if let PlaceKind::Reg(Reg(r)) = place.kind {
            self.0.insert(r);
        }
        walk_place(self, place);
    }
}

/// What one action reads.
fn looks(action: &Action) -> Registers {
    let mut reads = Reads::default();
    reads.action(action);
    reads.0
}

fn sets(action: &Action) -> Option<u32> {
    let register = |place: &Place| if let PlaceKind::Reg(Reg(r)) = place.kind { Some(r) } else { None };
    match action {
        Action::Assign { place, .. } | Action::Choose { place, .. } | Action::ChooseRange { place, .. } => {
            register(place)
        }
        Action::Cas { result, .. } => result.as_ref().and_then(register),
        _ => None,
    }
}

/// What statements read before they set it; `set` gets what they set whichever way they go.
fn read_first(body: &[Statement], set: &mut Registers) -> Registers {
    let mut found = Registers::new();
    for statement in body {
        match statement {
            Statement::Action(action) => {
                found.extend(looks(action).difference(set));
                set.extend(sets(action));
            }
            Statement::If { cond, then, otherwise } => {
                let mut reads = Reads::default();
                reads.expr(cond);
                found.extend(reads.0.difference(set));
                found.extend(ways(&[then, otherwise], set));
            }
            Statement::Choose(bodies) => found.extend(ways(&bodies.iter().collect::<Vec<_>>(), set)),
        }
    }
    found
}

fn ways(bodies: &[&Vec<Statement>], set: &mut Registers) -> Registers {
    let (mut found, mut all) = (Registers::new(), vec![]);
    for body in bodies {
        let mut inside = set.clone();
        found.extend(read_first(body, &mut inside));
        all.push(inside);
    }
    *set = all.into_iter().reduce(|a, b| &a & &b).unwrap_or_else(|| set.clone());
    found
}

/// What a step reads before it sets it, and what it sets whichever way it goes.
fn use_of(op: &Op) -> (Registers, Registers) {
    let mut set = Registers::new();
    if let Op::Atomic { body, .. } = op {
        return (read_first(body, &mut set), set);
    }
    let mut reads = Reads::default();
    walk_op(&mut reads, op);
    match op {
        Op::Do { action, .. } => set.extend(sets(action)),
        Op::Call { result: Some(Reg(r)), .. } => set.extend([*r]),
        _ => {}
    }
    (reads.0, set)
}

/// For each location the registers that may be read from there on before they are set.
fn alive(p: &Program) -> Vec<Registers> {
    let mut alive = vec![Registers::new(); p.locations.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (i, location) in p.locations.iter().enumerate().rev() {
            let behind = location.op.targets().into_iter().flat_map(|l| alive[l.0 as usize].clone());
            let (read, set) = use_of(&location.op);
            let mut now: Registers = behind.filter(|r| !set.contains(r)).collect();
            now.extend(read);
            changed |= now != alive[i];
            alive[i] = now;
        }
    }
    alive
}

/// Registers that are in scope at a location, are read later, and are out of scope where it leads to.
fn lost(p: &Program) -> Vec<String> {
    let alive = alive(p);
    let mut lost = vec![];
    for location in &p.locations {
        for to in location.op.targets() {
            let next = p.location(to);
            let names = &p.procedures[location.procedure as usize].registers;
            let (_, set) = use_of(&location.op);
            let goes = |r: &&u32| {
                let scope = |l: &Location| l.in_scope.get(**r as usize).copied().unwrap_or(false);
                (scope(location) || set.contains(*r)) && !scope(next)
            };
            let gone = alive[to.0 as usize].iter().filter(goes);
            lost.extend(gone.map(|r| format!("{} at {} -> {}", names[*r as usize].name, location.name, next.name)));
        }
    }
    lost
}

fn programs(folder: &str) -> Vec<PathBuf> {
    crate::corpus::files(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), "c")
}

#[test]
fn nothing_is_forgotten_that_is_read() {
    let (mut tried, mut wrong) = (0, vec![]);
    for path in programs("models/c") {
        let text = std::fs::read_to_string(&path).expect("readable");
        let (model, found) = load_c(&path.to_string_lossy(), &text, &Options::default());
        let model = model.unwrap_or_else(|| panic!("{}: {found:?}", path.display()));
        tried += 1;
        wrong.extend(lost(&model.program).into_iter().map(|l| format!("{}: {l}", path.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried > 200, "{tried}");
}
