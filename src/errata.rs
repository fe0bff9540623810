//! The known errors of the five papers, as a table: what is printed, what it does, the mend, and commands that show
//! both. The models and the files of rules that the commands name are part of the program.

mod cpc;
mod dynamic;
mod files;
mod fq;
mod qrr;
mod tsg;

pub use files::file;

/// An error, a slip or a gap of a paper.
pub struct Erratum {
    /// `cpc-l19`; the paper's short name comes first.
    pub name: &'static str,
    /// Section, figure, theorem or rule.
    pub place: &'static str,
    pub kind: Kind,
    /// What the paper says.
    pub printed: &'static str,
    /// What comes of it, taken literally.
    pub effect: &'static str,
    /// What moverlog does.
    pub mend: &'static str,
    /// Commands that show the one and the other. A slip of the pen needs none.
    pub runs: &'static [Run],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Errors or schedules are lost.
    Unsound,
    /// A statement that does not hold, or a proof with a gap.
    Claim,
    /// A slip: what is meant is clear.
    Typo,
    /// Something that has to be decided, or that looks wrong and is right.
    Note,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Unsound => "unsound",
            Kind::Claim => "claim",
            Kind::Typo => "typo",
            Kind::Note => "note",
        }
    }
}

/// A command and what it shows.
pub struct Run {
    pub reading: Reading,
    /// Without the program's name.
    pub command: &'static str,
    /// Stands in its output.
    pub shows: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    Printed,
    Mended,
}

impl Reading {
    pub fn name(self) -> &'static str {
        match self {
            Reading::Printed => "as printed",
            Reading::Mended => "as mended",
        }
    }
}

const fn printed(command: &'static str, shows: &'static str) -> Run {
    Run { reading: Reading::Printed, command, shows }
}

const fn mended(command: &'static str, shows: &'static str) -> Run {
    Run { reading: Reading::Mended, command, shows }
}

/// All of them, paper by paper.
pub fn all() -> impl Iterator<Item = &'static Erratum> {
    [cpc::ERRATA, fq::ERRATA, qrr::ERRATA, dynamic::ERRATA, tsg::ERRATA].into_iter().flatten()
}

/// The one of that name, or of that number in the list.
pub fn named(name: &str) -> Option<&'static Erratum> {
    let number = name.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
    all().find(|e| e.name == name).or_else(|| all().nth(number?))
}
