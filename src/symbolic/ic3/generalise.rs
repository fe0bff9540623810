//! Generalisation: a cube that is not reached grows as long as it stays so. Where a state leads into the larger cube it
//! is itself excluded first, if that can be done at once (counterexamples to generalisation: Hassan, Bradley, Somenzi,
//! FMCAD 2013, Figures 3 and 4).

use super::cube::Cube;
use super::frames::{Frames, Reached};
use super::relation::Hit;
use crate::symbolic::circuit::Lit;

/// How many states are excluded for one larger cube, and how deep for each other.
const MOST: usize = 3;
const DEPTH: usize = 1;

/// A cube around this one that is not reached from the frame either.
pub fn generalise(frames: &mut Frames, cube: Cube, from: usize) -> Result<Cube, Hit> {
    larger(frames, cube, from, 1)
}

fn larger(frames: &mut Frames, mut cube: Cube, from: usize, depth: usize) -> Result<Cube, Hit> {
    let mut order = cube.lits().to_vec();
    frames.by_activity(&mut order);
    let mut needed = vec![];
    for lit in order {
        if !cube.contains(lit) || cube.lits().len() == 1 {
            continue;
        }
        match down(frames, cube.without(lit), from, depth, &needed)? {
            Some(larger) => cube = larger,
            None => needed.push(lit),
        }
    }
    Ok(cube)
}

/// A cube around this one, without literals that are needed less, that is not reached.
fn down(frames: &mut Frames, mut cube: Cube, from: usize, depth: usize, needed: &[Lit]) -> Result<Option<Cube>, Hit> {
    let mut excluded = 0;
    while !frames.system.meets_initial(&cube) {
        let leaves = match frames.reached(&cube, from)? {
            Reached::Not(part) => return Ok(Some(part)),
            Reached::From(leaves) => leaves,
        };
        if depth > DEPTH {
            return Ok(None);
        }
        let before = frames.lift.to(&leaves, &cube)?;
        if excluded < MOST && exclude(frames, before, from, depth)? {
            excluded += 1;
            continue;
        }
        excluded = 0;
        cube = cube.common(&leaves.state);
        if needed.iter().any(|&lit| !cube.contains(lit)) {
            return Ok(None);
        }
    }
    Ok(None)
}

/// Whether the cube is not reached from the frame before; then it is excluded, as far as may be.
fn exclude(frames: &mut Frames, cube: Cube, frame: usize, depth: usize) -> Result<bool, Hit> {
    if frame == 0 || frames.system.meets_initial(&cube) {
        return Ok(false);
    }
    let Reached::Not(part) = frames.reached(&cube, frame - 1)? else { return Ok(false) };
    let until = frames.furthest(&part, frame)?;
    let lemma = larger(frames, part, until - 1, depth + 1)?;
    frames.exclude(lemma, until);
    Ok(true)
}
