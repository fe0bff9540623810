//! Of several layouts the one that is largest on a slide.

use super::apart::apart;
use super::fold::folded;
use super::layout::{Layout, laid_out, scale};
use super::{Direction, Picture};

impl Picture {
    /// Laid out in its direction, or else in the one in which it is larger on a slide; a way alone in two columns,
    /// where that is larger.
    pub fn layout(&self) -> Layout {
        match self.direction {
            Some(direction) => placed(self, direction),
            None => {
                // With title and legend.
                let slide = |l: &Layout| scale((l.size.0 + 40.0, l.size.1 + 130.0));
                let [down, right] = [Direction::Down, Direction::Right].map(|d| placed(self, d));
                let best = if slide(&right) > 1.1 * slide(&down) { right } else { down.clone() };
                folded(self, &down).filter(|f| slide(f) > 1.1 * slide(&best)).unwrap_or(best)
            }
        }
    }
}

/// Frames in their order, where nothing leads from one to another.
fn placed(picture: &Picture, direction: Direction) -> Layout {
    apart(picture, direction).unwrap_or_else(|| laid_out(picture, direction))
}
