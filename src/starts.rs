//! Threads that others start, of models and of boolean programs alike.
//!
//! A started thread is an ordinary one. It waits for a flag in its first step and sets one in its last; starting it is
//! one step that stores its arguments and sets the first, joining it is one that waits for the second. How many threads
//! there are is known once all bodies are, so both stand for nothing until then.

mod ids;
mod pools;
mod sites;
mod threads;

pub(crate) use sites::Site;

use crate::diagnostics::Span;
use crate::ir::{Loc, Op, Program};
use threads::{Cells, Pool};

/// So many threads are started without end, unless something else is said.
pub(crate) const POOL: usize = 3;

/// A program has so many threads at most.
pub(crate) const MOST_THREADS: usize = 64;

/// Makes the threads that are started, and the steps that start and join them; `line` is that of a place in the text.
/// If there would be more threads than `most` it ends at the location that starts one too many.
pub(crate) fn make(
    program: &mut Program,
    sites: &mut Vec<(Loc, Site)>,
    (pool, most): (usize, usize),
    line: impl Fn(Span) -> u32,
) -> Result<(), Loc> {
    let first = program.threads.len() as u32 + 1;
    let bodies = threads::bodies(program, sites);
    let spawns: Vec<(Loc, u32)> =
        sites.iter().filter_map(|(at, site)| Some((*at, *bodies.get(&site.procedure()?)?))).collect();
    let counts = pools::instances(program, &spawns, pool);
    let pools = pools_of(program, &spawns, &counts, most)?;
    if program.starts.is_empty() {
        return Ok(());
    }
    program.makes_up_ids = ids::are_made_up(program, sites, &bodies);
    let cells = Cells::of(program, first);
    for body in bodies.into_values() {
        let line = line(program.procedures[body as usize].span);
        cells.begin_and_end(program, body, line);
    }
    perform(program, sites, &cells, &pools);
    Ok(())
}

/// The threads that each site may start, as many as are counted.
fn pools_of(
    program: &mut Program,
    spawns: &[(Loc, u32)],
    counts: &[(usize, bool)],
    most: usize,
) -> Result<Vec<Pool>, Loc> {
    let mut pools = vec![];
    for ((at, body), (count, exact)) in spawns.iter().zip(counts) {
        let threads = (0..*count).map(|_| threads::thread(program, *body)).collect();
        pools.push(Pool { threads, exact: *exact });
        if program.threads.len() > most {
            return Err(*at);
        }
    }
    Ok(pools)
}

/// What the sites stand for.
fn perform(program: &mut Program, sites: &[(Loc, Site)], cells: &Cells, pools: &[Pool]) {
    let mut pools = pools.iter();
    for (at, site) in sites {
        let body = match site {
            Site::Spawn { .. } => pools.next().map_or(vec![], |pool| cells.start(program, site, pool)),
            Site::Join { thread } => cells.join(thread),
        };
        let location = &mut program.locations[at.0 as usize];
        location.op = Op::Atomic { body, next: location.op.targets()[0] };
        location.synchronizes = true;
    }
}
