//! The colours of all drawings: the same for the same thing everywhere, and no hue for two things in one picture.
//! Letters have Okabe and Ito's, chosen for every eye; threads and MATs have hues between them, and names beside.

/// The colour of a thread; after six they come again.
pub(super) fn thread(t: u32) -> &'static str {
    const THREADS: [&str; 6] = ["#5f3dc4", "#86400f", "#5f7a00", "#52606d", "#2b3a9e", "#9c2fae"];
    THREADS[(t.max(1) as usize - 1) % THREADS.len()]
}

/// The colour of a MAT with this number, in a lattice of the first two threads.
pub(super) fn mat(k: usize) -> &'static str {
    const MATS: [&str; 4] = ["#007a5a", "#b0307a", "#0b6fa4", "#5f6a76"];
    MATS[k % MATS.len()]
}

/// The ground of a mover letter, and the letter on it.
pub(super) fn mover(letter: char) -> (&'static str, &'static str) {
    match letter {
        'R' => ("#0072b2", "#ffffff"),
        'L' => ("#e69f00", "#000000"),
        'B' => ("#009e73", "#ffffff"),
        _ => ("#cc79a7", "#000000"),
    }
}

pub(super) const INK: &str = "#1d2129";
pub(super) const SOFT: &str = "#5b6472";
pub(super) const FRAME: &str = "#aab1bd";
pub(super) const PRE_COMMIT: &str = "#dce9f5";
pub(super) const POST_COMMIT: &str = "#a9c8e6";
pub(super) const COMMITS: &str = "#444444";
pub(super) const CHANGED: &str = "#fff3bf";
pub(super) const WRONG: &str = "#c0392b";
/// What is wrong, as a ground.
pub(super) const WRONG_GROUND: &str = "#fbe9e7";
