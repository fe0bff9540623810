//! Propagation: lemmas that hold after one more step are handed on. A frame that has none of its own is the next one.

use super::cube::Cube;
use super::frames::{Frames, Reached};
use super::relation::Hit;

/// The lemmas of a frame that is the same as the next one.
pub fn propagate(frames: &mut Frames) -> Result<Option<Vec<Cube>>, Hit> {
    for frame in 1..frames.last() {
        let mut lemmas = frames.lemmas[frame].clone();
        lemmas.sort_by_key(|lemma| lemma.lits().len());
        for lemma in lemmas {
            hand_on(frames, &lemma, frame)?;
        }
        if frames.lemmas[frame].is_empty() {
            return Ok(Some(frames.lemmas[frame..].concat()));
        }
    }
    Ok(None)
}

fn hand_on(frames: &mut Frames, lemma: &Cube, frame: usize) -> Result<(), Hit> {
    if frames.lemmas[frame].contains(lemma)
        && let Reached::Not(part) = frames.lemma_reached(lemma, frame)?
    {
        frames.exclude(part, frame + 1);
    }
    Ok(())
}
