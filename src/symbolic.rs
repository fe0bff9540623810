//! The symbolic core: finite transition systems as circuits of bits. Nothing here knows of programs.

pub mod circuit;
