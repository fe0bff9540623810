//! What all workers have found, as if one instance had met it.

use super::batch::Receiver;
use super::cluster::Cluster;
use super::exchange::Found;
use super::exchange::Standing;
use super::worker::{Task, work};
use crate::control::Control;
use crate::exploration::{Halves, Instance, Step};
use moverlog_rules::{Node, Program, Tid};

/// The end of an exploration.
pub struct Explored<'a> {
    /// How many states there are.
    pub states: usize,
    /// How many steps between them.
    pub transitions: u64,
    /// How many states a worker told another of.
    pub sent: usize,
    /// The states on the way to the first one in which a thread has gone wrong, as one worker finds it.
    pub way: Option<Instance<'a>>,
}

/// Lets all workers explore what `instance` explores by the rules of [`layer`](moverlog_rules::layer). Then it
/// knows of all nodes what they have met, and of states those alone that matter for the ends of transactions.
///
/// Nothing if an assumption on accesses is broken, or a bound of the program is met: then the exploration ends early,
/// at a state that depends on the order of what is done, so one worker is to repeat it.
pub fn explore<'a>(
    instance: &Instance<'a>,
    layer: fn(&dyn Program),
    cluster: &Cluster,
    control: &Control<'_>,
) -> Option<Explored<'a>> {
    let task = Task {
        program: instance.semantics.program.clone(),
        movers: instance.movers.clone(),
        partition: instance.partition.clone(),
        terms: control.terms(),
        run: layer,
        enough: control.stops_after_error(),
    };
    let mut found: Vec<Found> = cluster.run(move |exchange| work(&task, exchange)).into_iter().flatten().collect();
    if found[0].standing == Standing::Alone {
        return None;
    }
    found.sort_by_key(|found| found.worker);
    instance.initial();
    found.iter().for_each(|found| absorb(instance, found, control));
    let way: Vec<Step> = found[0].way.iter().map(|word| Step::of(*word)).collect();
    let way = (!way.is_empty()).then(|| instance.along(&way));
    found.iter().filter_map(|found| found.bound).for_each(|bound| control.record(bound));
    let transitions = found.iter().map(|found| found.transitions).sum();
    let sent = found.iter().map(|found| found.sent).sum();
    (!instance.met_news()).then_some(Explored { states: found[0].states, transitions, sent, way })
}

/// Nodes first, so that they are counted though a bound ends what is asked of them.
fn absorb(instance: &Instance<'_>, found: &Found, control: &Control<'_>) {
    let mut receiver = Receiver::default();
    receiver.learn(instance, &found.nodes);
    let node = |words: &[u32]| receiver.node(words);
    let nodes: Vec<Node> =
        found.nodes.words.chunks_exact(2).map(node).map(|(g, l)| instance.node_elsewhere(g, l)).collect();
    for (n, t, scheduled) in &found.asked {
        if !control.goes_on() {
            return;
        }
        instance.ask(nodes[*n as usize], Tid(*t), *scheduled);
    }
    let mut receiver = Receiver::default();
    receiver.learn(instance, &found.committed);
    let committed: Vec<(Halves, Tid)> = receiver.states(&found.committed).map(|state| (state, Tid(0))).collect();
    instance.found_elsewhere(&committed).for_each(drop);
}
