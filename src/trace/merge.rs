//! Several runs of one program as concurrent trace programs (TSG 2, `merge`).
//!
//! Where runs follow different paths, their union branches, and the analyses of the paper are for
//! straight lines (TSG 4 leaves branching threads to other work). So the union is given as the
//! straight-line programs in it: one for each choice of a path per thread.

use super::ctp::{Ctp, Effect, Expr, Scope, Slice, Transition, Variable, VariableId};

/// More combinations of paths are refused.
pub const MAX_PROGRAMS: usize = 256;

/// All combinations of the paths that the threads took. An error says why the runs have no union.
pub fn merge(runs: &[Ctp]) -> Result<Vec<Ctp>, String> {
    let mut union = Union::default();
    runs.iter().try_for_each(|run| union.add(run))?;
    let programs = union.paths.iter().try_fold(1, |n: usize, paths| n.checked_mul(paths.len()));
    match programs {
        Some(n) if n <= MAX_PROGRAMS => Ok(union.programs(n)),
        _ => Err(union.too_many()),
    }
}

/// The variables of all runs, and the different paths of every thread.
#[derive(Default)]
struct Union {
    variables: Vec<Variable>,
    names: Vec<String>,
    paths: Vec<Vec<Vec<Transition>>>,
}

impl Union {
    fn add(&mut self, run: &Ctp) -> Result<(), String> {
        let slices: Vec<usize> = run.threads.iter().map(|s| self.slice(&s.name)).collect();
        let variables = run.variables.iter().map(|v| self.variable(v, &slices)).collect::<Result<Vec<_>, _>>()?;
        let renaming = Renaming { variables, slices };
        for (slice, to) in run.threads.iter().zip(&renaming.slices) {
            let path: Vec<Transition> = slice.transitions.iter().map(|t| renaming.transition(t)).collect();
            add_path(&mut self.paths[*to], path);
        }
        Ok(())
    }

    fn slice(&mut self, name: &str) -> usize {
        self.names.iter().position(|n| n == name).unwrap_or_else(|| {
            self.names.push(name.into());
            self.paths.push(vec![]);
            self.names.len() - 1
        })
    }

    /// The variable of the union that is this one.
    fn variable(&mut self, v: &Variable, slices: &[usize]) -> Result<VariableId, String> {
        let scope = match v.scope {
            Scope::Local(slice) => Scope::Local(slices[slice]),
            scope => scope,
        };
        let new = Variable { scope, ..v.clone() };
        let local = |s: Scope| matches!(s, Scope::Local(_));
        let same = |old: &Variable| old.name == v.name && (old.scope == scope || !local(old.scope) && !local(scope));
        match self.variables.iter().position(same) {
            Some(i) if self.variables[i] == new => Ok(VariableId(i)),
            Some(_) => Err(format!("`{}` is not declared alike in these runs; they are of different programs", v.name)),
            None => {
                self.variables.push(new);
                Ok(VariableId(self.variables.len() - 1))
            }
        }
    }

    fn programs(self, n: usize) -> Vec<Ctp> {
        let nth = |mut k: usize| {
            let slice = |(name, paths): (&String, &Vec<Vec<Transition>>)| {
                let transitions = paths[k % paths.len()].clone();
                k /= paths.len();
                Slice { name: name.clone(), transitions }
            };
            let threads = self.names.iter().zip(&self.paths).map(slice).collect();
            Ctp { variables: self.variables.clone(), threads }
        };
        (0..n).map(nth).collect()
    }

    fn too_many(&self) -> String {
        let paths = self.names.iter().zip(&self.paths).filter(|(_, paths)| paths.len() > 1);
        let paths: Vec<String> = paths.map(|(name, paths)| format!("{name} {}", paths.len())).collect();
        format!(
            "the threads take too many different paths in these runs ({}): more than {MAX_PROGRAMS} straight-line programs; \
             give fewer runs",
            paths.join(", ")
        )
    }
}

/// Adds a path unless it is known; the beginning of a path is no path of its own.
fn add_path(paths: &mut Vec<Vec<Transition>>, path: Vec<Transition>) {
    if !paths.iter().any(|known| known.starts_with(&path)) {
        paths.retain(|known| !path.starts_with(known));
        paths.push(path);
    }
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
        Transition { guard: t.guard.as_ref().map(|g| self.expr(g)), effect, ..t.clone() }
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
