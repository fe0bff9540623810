//! The colours of all drawings: the same for the same thing everywhere, and no hue for two things in one picture.
//! Letters have Okabe and Ito's, chosen for every eye; threads and MATs have hues between them, and names beside.

use super::picture::Tone;

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

/// How a piece of text looks in a terminal, in its 256 colours.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Shade {
    pub ink: Option<u8>,
    pub ground: Option<u8>,
    pub bold: bool,
}

/// The same hues, light enough for dark terminals and dark enough for light ones.
pub fn terminal(tone: Tone) -> Shade {
    const THREADS: [u8; 6] = [99, 130, 106, 102, 62, 134];
    const BLACK: u8 = 16;
    const WHITE: u8 = 231;
    let inked = |ink| Shade { ink: Some(ink), ground: None, bold: true };
    let ground = |ground, ink, bold| Shade { ink: Some(ink), ground: Some(ground), bold };
    match tone {
        Tone::Plain | Tone::Raised => Shade::default(),
        Tone::Strong | Tone::Commits => Shade { bold: true, ..Shade::default() },
        Tone::Faint => Shade { ink: Some(245), ..Shade::default() },
        Tone::Thread(t) => inked(THREADS[(t.max(1) as usize - 1) % THREADS.len()]),
        Tone::Mover('R') => ground(25, WHITE, true),
        Tone::Mover('L') => ground(178, BLACK, true),
        Tone::Mover('B') => ground(36, BLACK, true),
        Tone::Mover(_) => ground(175, BLACK, true),
        Tone::PreCommit => ground(189, BLACK, false),
        Tone::PostCommit => ground(110, BLACK, false),
        Tone::Changed => ground(230, BLACK, true),
        Tone::GoesWrong | Tone::Wrong => inked(160),
        Tone::Safe => inked(36),
        Tone::Open => inked(172),
    }
}
