//! What a safe model never does, by all interleavings and by what engines say.

use super::{Examination, Result, ensure};
use moverlog::driver::{Control, Engine, Options, Vacuity, Verdict, check, vacuity};
use moverlog::ir::{Action, Expr, Loc, Op};
use moverlog_rules::{Claim, Tid};
use std::collections::BTreeSet;

/// How many of the engines are asked, in percent.
const SHARE: usize = 25;

impl Examination<'_> {
    /// Some of the sound engines; interleaving always.
    pub(super) fn vacuity(&mut self) -> Result<()> {
        if !self.full.failing.is_empty() {
            return Ok(());
        }
        let (blocked, unreached) = self.by_hand();
        self.seen.vacuous += usize::from(!blocked.is_empty() || !unreached.is_empty());
        let untested = self.said_by(Engine::named("interleaving").expect("it is listed")).untested;
        for engine in Engine::all().filter(|e| e.claim() != Claim::MissesErrors) {
            if engine.name() == "interleaving" || self.random.percent(SHARE) {
                let said = self.said_by(engine);
                let same = said.bound.is_none() && said.blocked == blocked && said.unreached == unreached;
                ensure(same, || format!("{}: {said:?}, should be {blocked:?}, {unreached:?}", engine.name()))?;
                ensure(said.untested.is_subset(&untested), || format!("{}: assertions in atomic", engine.name()))?;
            }
        }
        Ok(())
    }

    fn said_by(&self, engine: Engine) -> Vacuity {
        let control = Control::from(self.limits.clone());
        let options = Options::default();
        let outcome = check(self.program, engine, &options, &control).expect("no claims");
        assert_eq!(outcome.verdict, Verdict::Safe, "{}", engine.name());
        vacuity(self.program, engine, &options, &control, &outcome)
    }

    /// Where threads stay for ever, and where nobody comes.
    fn by_hand(&self) -> (BTreeSet<(Tid, Loc)>, BTreeSet<Loc>) {
        let semantics = self.full.semantics;
        let (mut stood, mut moved) = (BTreeSet::new(), BTreeSet::new());
        self.full.configurations.iter().for_each(|c| {
            for t in semantics.tids() {
                let Some(loc) = semantics.loc(c.locals[t.0 as usize - 1]) else { continue };
                stood.insert((t, loc));
                moved.extend((!semantics.transitions_in(c, t).steps.is_empty()).then_some((t, loc)));
            }
        });
        let ended = |loc: Loc| matches!(self.program.location(loc).op, Op::End | Op::Return { .. });
        let refuted =
            |loc: Loc| matches!(self.program.location(loc).op, Op::Do { action: Action::Assert(Expr::Const(0)), .. });
        let reached: BTreeSet<Loc> = stood.iter().map(|(_, loc)| *loc).collect();
        let all = (0..self.program.locations.len() as u32).map(Loc);
        let source = |loc: &Loc| !matches!(self.program.location(*loc).op, Op::End) && !refuted(*loc);
        let unreached = all.filter(|loc| source(loc) && !reached.contains(loc)).collect();
        let stays = |at: &&(Tid, Loc)| !ended(at.1) && !self.is_spare(**at, &moved);
        (stood.difference(&moved).filter(stays).copied().collect(), unreached)
    }

    /// Whether a thread waits at its entry to be started where another one is, by what a step there may store.
    fn is_spare(&self, (t, entry): (Tid, Loc), moved: &BTreeSet<(Tid, Loc)>) -> bool {
        let starts = &self.program.starts;
        let Some(own) = starts.iter().find(|s| s.thread == t) else { return false };
        let is_entry = self.program.procedures.iter().any(|p| p.entry == entry);
        let others = starts.iter().filter(|s| moved.contains(&(s.thread, entry)));
        let ops: Vec<String> = self.program.locations.iter().map(|l| format!("{:?}", l.op)).collect();
        let both = |a, b| ops.iter().any(|op| [a, b].iter().all(|c| op.contains(&format!("Cell({c:?})"))));
        let limited = |c| ops.iter().any(|op| op.contains("Limit(Threads)") && op.contains(&format!("Cell({c:?})")));
        is_entry && limited(own.started) && others.into_iter().any(|other| both(own.started, other.started))
    }
}
