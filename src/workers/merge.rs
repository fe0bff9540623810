//! What all workers have found, as if one had met it.

use super::cluster::Cluster;
use super::exchange::{Found, Said, Standing};
use super::task::{Rules, Task, Way};
use super::worker::work;
use super::{blocks, rulesets};
use crate::control::Control;
use crate::dynamic::Exploration;
use crate::exploration::{Instance, Step};
use crate::ir;
use moverlog_rules::{Instrumented, Program, Reduction, Solution, summaries_whole};

/// The end of an exploration.
pub struct Explored<E> {
    /// How many states there are.
    pub states: usize,
    /// How many steps between them.
    pub transitions: u64,
    /// How many states a worker told another of.
    pub sent: usize,
    /// The states on the way to the first one in which a thread has gone wrong, as one worker finds it.
    pub way: Option<E>,
    /// What rules have derived that look at more than one state.
    pub solution: Option<Solution>,
}

/// Lets all workers explore what `instance` explores. Then it knows of all nodes what they have met, and of states those
/// alone that matter for the ends of transactions.
///
/// Nothing if an assumption on accesses is broken, or a bound of the program is met: then the exploration ends early,
/// at a state that depends on the order of what is done, so one worker is to repeat it. So it is with summaries where a
/// thread goes wrong, a stack is cut, or a transaction does not end.
pub fn explore<'a>(
    instance: &Instance<'a>,
    rules: Rules,
    cluster: &Cluster,
    control: &Control<'_>,
) -> Option<Explored<Instance<'a>>> {
    let way = Way::Rules(Box::new((instance.movers.clone(), instance.partition.clone())), rules);
    let mut found = by_all(instance.semantics.program, way, cluster, control)?;
    instance.initial();
    let said = found.iter_mut().map(|found| std::mem::replace(&mut found.said, Said::Nothing));
    let relations = rulesets::united(said.map(|said| rulesets::absorb(instance, said, control)).collect());
    let explored = explored(&found, control, |way| instance.along(way));
    let solution = matches!(rules, Rules::Summaries).then(|| summaries_whole(instance, &relations, explored.states));
    let ends = solution.iter().flat_map(|s| &s.summaries).all(|s| s.endless.is_empty());
    (!instance.met_news() && (ends || control.stopped())).then_some(Explored { solution, ..explored })
}

/// The same of what `exploration` explores by blocks: then it knows of all nodes, and of the initial state alone.
pub fn explore_blocks<'a>(
    exploration: &Exploration<'a>,
    reduction: &'static Reduction,
    cluster: &Cluster,
    control: &Control<'_>,
) -> Option<Explored<Exploration<'a>>> {
    let analysis = exploration.analysis;
    let way = Way::Blocks(reduction, analysis.heuristics);
    let found = by_all(analysis.semantics.program, way, cluster, control)?;
    exploration.initial();
    found.iter().for_each(|found| blocks::absorb(exploration, &found.said));
    Some(explored(&found, control, |way| exploration.along(way)))
}

/// What each has found, in their order; nothing if one worker is to repeat it.
fn by_all(program: &ir::Program, way: Way, cluster: &Cluster, control: &Control<'_>) -> Option<Vec<Found>> {
    let task = Task { program: program.clone(), way, terms: control.terms(), enough: control.stops_after_error() };
    let mut found: Vec<Found> = cluster.run(move |exchange| work(&task, exchange)).into_iter().flatten().collect();
    if found[0].standing == Standing::Alone {
        return None;
    }
    found.sort_by_key(|found| found.worker);
    Some(found)
}

fn explored<E>(found: &[Found], control: &Control<'_>, along: impl FnOnce(&[Step]) -> E) -> Explored<E> {
    let way: Vec<Step> = found[0].way.iter().map(|word| Step::of(*word)).collect();
    let way = (!way.is_empty()).then(|| along(&way));
    found.iter().filter_map(|found| found.bound).for_each(|bound| control.record(bound));
    Explored {
        states: found[0].states,
        transitions: found.iter().map(|found| found.transitions).sum(),
        sent: found.iter().map(|found| found.sent).sum(),
        way,
        solution: None,
    }
}
