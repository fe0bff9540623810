//! Several runs of one program as concurrent trace programs (TSG 2, `merge`).
//!
//! Where runs follow different paths, their union branches, and the analyses of the paper are for
//! straight lines (TSG 4 leaves branching threads to other work). So the union is given as the
//! straight-line programs in it: one for each choice of a path per thread.

use super::ctp::{Ctp, Effect, Expr, Scope, Slice, Transition, Variable, VariableId};
use thiserror::Error;

/// More combinations of paths are refused.
pub const MAX_PROGRAMS: usize = 256;

/// One of the straight-line programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Merged {
    pub ctp: Ctp,
    /// For each thread the run, counted from 0, that its path is from.
    pub runs: Vec<usize>,
}

/// Why runs have no union.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum MergeError {
    /// They have nothing in common.
    #[error("runs without a common thread or variable; they are of different programs")]
    Unrelated,
    /// This variable has another scope or another value at the start.
    #[error("`{0}` is not declared alike in these runs; they are of different programs")]
    Declared(String),
    /// This thread begins otherwise.
    #[error("`{0}` is forked in one of these runs and there from the beginning in another one")]
    Forked(String),
    /// These threads take so many paths each.
    #[error(
        "the threads take too many different paths in these runs ({}): more than {MAX_PROGRAMS} straight-line programs; \
         give fewer runs",
        .0.iter().map(|(name, paths)| format!("{name} {paths}")).collect::<Vec<_>>().join(", ")
    )]
    TooMany(Vec<(String, usize)>),
}

/// All combinations of the paths that the threads took.
///
/// # Errors
/// Why the runs have no union.
pub fn merge(runs: &[Ctp]) -> Result<Vec<Merged>, MergeError> {
    let mut union = Union::default();
    runs.iter().enumerate().try_for_each(|(k, run)| union.add(k, run))?;
    union.check_forks(runs)?;
    union.paths.iter_mut().for_each(drop_beginnings);
    let programs = union.paths.iter().try_fold(1, |n: usize, paths| n.checked_mul(paths.len()));
    match programs {
        Some(n) if n <= MAX_PROGRAMS => Ok(union.programs(n)),
        _ => Err(union.too_many()),
    }
}

/// What a thread did in some run.
struct Path {
    run: usize,
    transitions: Vec<Transition>,
    /// Somebody waited for its end, so that it has one.
    joined: bool,
}

/// The variables of all runs, and the different paths of every thread.
#[derive(Default)]
struct Union {
    variables: Vec<Variable>,
    names: Vec<String>,
    paths: Vec<Vec<Path>>,
}

impl Union {
    fn add(&mut self, run: usize, ctp: &Ctp) -> Result<(), MergeError> {
        let known = |v: &Variable| self.variables.iter().any(|w| w.name == v.name);
        if run > 0 && !ctp.variables.iter().any(known) && !ctp.threads.iter().any(|s| self.names.contains(&s.name)) {
            return Err(MergeError::Unrelated);
        }
        let slices: Vec<usize> = ctp.threads.iter().map(|s| self.slice(&s.name)).collect();
        let variables = ctp.variables.iter().map(|v| self.variable(v, &slices)).collect::<Result<Vec<_>, _>>()?;
        let renaming = Renaming { variables, slices };
        for (slice, to) in ctp.threads.iter().zip(&renaming.slices) {
            let transitions: Vec<Transition> = slice.transitions.iter().map(|t| renaming.transition(t)).collect();
            let joined = mentions(ctp, &slice.name, |e, s| matches!(e, Effect::Join(t) if *t == s));
            match self.paths[*to]
                .iter_mut()
                .find(|known| begins(&transitions, &known.transitions) && begins(&known.transitions, &transitions))
            {
                Some(known) => known.joined |= joined,
                None => self.paths[*to].push(Path { run, transitions, joined }),
            }
        }
        Ok(())
    }

    fn mentions(&self, effect: &Effect) -> bool {
        self.paths.iter().flatten().any(|path| path.transitions.iter().any(|t| t.effect == *effect))
    }

    /// A thread that is forked in one run may not do something in another one without that.
    fn check_forks(&self, runs: &[Ctp]) -> Result<(), MergeError> {
        let forks = |run: &Ctp, name: &str| mentions(run, name, |e, s| matches!(e, Effect::Fork(t) if *t == s));
        let moves = |run: &Ctp, name: &str| run.threads.iter().any(|s| s.name == name && !s.transitions.is_empty());
        let unforked = |name: &str| runs.iter().any(|run| moves(run, name) && !forks(run, name));
        let forked = self.names.iter().enumerate().filter(|(k, _)| self.mentions(&Effect::Fork(*k)));
        match forked.into_iter().find(|(_, name)| unforked(name)) {
            Some((_, name)) => Err(MergeError::Forked(name.clone())),
            None => Ok(()),
        }
    }

    fn slice(&mut self, name: &str) -> usize {
        self.names.iter().position(|n| n == name).unwrap_or_else(|| {
            self.names.push(name.into());
            self.paths.push(vec![]);
            self.names.len() - 1
        })
    }

    /// The variable of the union that is this one.
    fn variable(&mut self, v: &Variable, slices: &[usize]) -> Result<VariableId, MergeError> {
        let scope = match v.scope {
            Scope::Local(slice) => Scope::Local(slices[slice]),
            scope => scope,
        };
        let new = Variable { scope, ..v.clone() };
        let local = |s: Scope| matches!(s, Scope::Local(_));
        let same = |old: &Variable| old.name == v.name && (old.scope == scope || !local(old.scope) && !local(scope));
        match self.variables.iter().position(same) {
            Some(i) if self.variables[i] == new => Ok(VariableId(i)),
            Some(_) => Err(MergeError::Declared(v.name.clone())),
            None => {
                self.variables.push(new);
                Ok(VariableId(self.variables.len() - 1))
            }
        }
    }

    /// The first `n` combinations, without those that come again.
    fn programs(self, n: usize) -> Vec<Merged> {
        let mut programs: Vec<Merged> = Vec::new();
        for k in 0..n {
            let program = self.program(k);
            if !programs.iter().any(|known| known.ctp == program.ctp) {
                programs.push(program);
            }
        }
        programs
    }

    /// A combination. A thread that is forked elsewhere, but not along these paths, does nothing.
    fn program(&self, mut k: usize) -> Merged {
        let mut chosen = Vec::new();
        for paths in &self.paths {
            chosen.push(&paths[k % paths.len()]);
            k /= paths.len();
        }
        let forks = |fork: &Effect| chosen.iter().any(|path| path.transitions.iter().any(|t| t.effect == *fork));
        let slice = |(s, name): (usize, &String)| {
            let starts = forks(&Effect::Fork(s)) || !self.mentions(&Effect::Fork(s));
            Slice { name: name.clone(), transitions: if starts { chosen[s].transitions.clone() } else { vec![] } }
        };
        let threads = self.names.iter().enumerate().map(slice).collect();
        let runs = chosen.iter().map(|path| path.run).collect();
        Merged { ctp: Ctp { variables: self.variables.clone(), threads }, runs }
    }

    fn too_many(&self) -> MergeError {
        let paths = self.names.iter().zip(&self.paths).filter(|(_, paths)| paths.len() > 1);
        MergeError::TooMany(paths.map(|(name, paths)| (name.clone(), paths.len())).collect())
    }
}

/// Whether a transition of the run does this with the thread of this name.
fn mentions(run: &Ctp, name: &str, does: impl Fn(&Effect, usize) -> bool) -> bool {
    let slice = run.threads.iter().position(|s| s.name == name);
    slice.is_some_and(|s| run.threads.iter().flat_map(|other| &other.transitions).any(|t| does(&t.effect, s)))
}

/// Whether a path goes on as another one, wherever its steps stand: logs may know no places but their own lines.
fn begins(path: &[Transition], other: &[Transition]) -> bool {
    let same = |(a, b): (&Transition, &Transition)| a.guard == b.guard && a.effect == b.effect;
    path.len() <= other.len() && path.iter().zip(other).all(same)
}

/// The beginning of a path is no path of its own, unless the thread is known to have ended there.
fn drop_beginnings(paths: &mut Vec<Path>) {
    let all: Vec<Vec<Transition>> = paths.iter().map(|path| path.transitions.clone()).collect();
    let goes_on = |path: &Path| all.iter().any(|p| p.len() > path.transitions.len() && begins(&path.transitions, p));
    paths.retain(|path| path.joined || !goes_on(path));
}

/// Where the variables and slices of a run went.
struct Renaming {
    variables: Vec<VariableId>,
    slices: Vec<usize>,
}

impl Renaming {
    fn transition(&self, t: &Transition) -> Transition {
        let effect = match &t.effect {
            Effect::Assign(assignments) => {
                Effect::Assign(assignments.iter().map(|(v, e)| (self.variables[v.0], self.expr(e))).collect())
            }
            Effect::Lock(m) => Effect::Lock(self.variables[m.0]),
            Effect::Unlock(m) => Effect::Unlock(self.variables[m.0]),
            Effect::Fork(slice) => Effect::Fork(self.slices[*slice]),
            Effect::Join(slice) => Effect::Join(self.slices[*slice]),
            Effect::Assert(e) => Effect::Assert(self.expr(e)),
            Effect::Skip => Effect::Skip,
        };
        let constants = t.constants.iter().map(|(v, x)| (self.variables[v.0], *x)).collect();
        Transition { guard: t.guard.as_ref().map(|g| self.expr(g)), effect, constants, ..t.clone() }
    }

    fn expr(&self, e: &Expr) -> Expr {
        let boxed = |e: &Expr| Box::new(self.expr(e));
        match e {
            Expr::Const(_) | Expr::Any => e.clone(),
            Expr::Var(v) => Expr::Var(self.variables[v.0]),
            Expr::Unary(op, a) => Expr::Unary(*op, boxed(a)),
            Expr::Binary(op, a, b) => Expr::Binary(*op, boxed(a), boxed(b)),
            Expr::Conditional(c, a, b) => Expr::Conditional(boxed(c), boxed(a), boxed(b)),
        }
    }
}
