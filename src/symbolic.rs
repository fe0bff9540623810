//! The symbolic core: finite transition systems as circuits of bits, and engines that decide whether a bad state is
//! reached. Nothing here knows of programs.

pub mod aiger;
pub mod btor2;
pub mod circuit;
pub mod lit;
pub mod numbers;
pub mod smt2;
pub mod trace;
pub(crate) mod words;

pub mod cnf;
pub mod cone;
pub mod correspondence;
pub mod question;
pub mod simulation;
pub mod solver;

pub mod abc;
pub mod bmc;
pub mod certificate;
pub mod external;
pub mod houdini;
pub mod ic3;
pub mod process;
pub mod witness;
