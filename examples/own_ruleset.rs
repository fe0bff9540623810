//! A ruleset of one's own over a program of one's own: all executions with so many switches of threads,
//! and no more. Few are enough for most errors; that there is none it cannot say, and so it claims.

#![allow(clippy::print_stdout, reason = "an example prints")]
#![allow(non_snake_case, reason = "relations begin with capitals")]

use moverlog_rules::*;

ascent::ascent! {
    struct Rules<'p>;
    relation Prog(Oracle<'p>);
    relation Most(u32);

    /// `Within(s, t, k)`: s is reached with k switches, the last one to thread t.
    relation Within(State, Tid, u32);

    Within(p.initial(), t, 0) <--
        Prog(p), for t in p.threads();

    Within(p.set(*s, *t, n2), t, k) <--
        Within(s, t, k), Prog(p),
        for n2 in p.u(*t, p.node(*t, *s));

    Within(s, u, k + 1) <--
        Within(s, t, k), Prog(p), Most(most), if k < most,
        for u in p.threads(), if u != *t;
}

fn within<const MOST: u32>(program: &dyn Program) -> Solution {
    let mut rules = Rules { Prog: vec![(Oracle(program),)], Most: vec![(MOST,)], ..Default::default() };
    rules.run();
    Solution { relations: vec![("Within".into(), rules.Within.len())], ..Solution::default() }
}

const fn ruleset(name: &'static str, run: fn(&dyn Program) -> Solution) -> Ruleset {
    let summary = "executions with few switches";
    let solve = Solve { relations: &["Within"], run };
    let (claim, completion, inference, sources) = (Claim::MissesErrors, None, None, &[] as &[&str]);
    Ruleset { name, paper: "", claim, summary, completion, inference, sources, solve }
}

/// Two threads add 1 to x without a lock; a local store is a line and what was read.
struct Race;

impl System for Race {
    type Global = u32;
    type Local = (&'static str, u32);

    fn start(&self) -> (u32, Vec<Self::Local>) {
        (0, vec![("read", 0); 2])
    }

    fn steps(&self, _: Tid, &x: &u32, &(line, read): &Self::Local) -> Vec<Step<u32, Self::Local>> {
        match line {
            "read" => vec![Step::to(Mover::Non, x, ("write", x))],
            "write" if x == read => vec![Step::to(Mover::Non, x + 1, ("end", read))],
            "write" => vec![Step::to(Mover::Non, x, ("wrong", read))],
            _ => vec![],
        }
    }

    fn is_wrong(&self, l: &Self::Local) -> bool {
        l.0 == "wrong"
    }
}

fn main() {
    print!("{}", report());
}

pub fn report() -> String {
    let rulesets = [ruleset("one switch", within::<1>), ruleset("two switches", within::<2>)];
    let checked = rulesets.map(|rules| {
        let outcome = check(&Race, &rules, Bounds::default());
        format!("{}: {:?}, {}\n", rules.name, outcome.solution.relations, outcome.verdict)
    });
    checked.concat()
}
