//! The binary, run.

use std::ffi::OsStr;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The binary of these tests, or `MOVERLOG_BIN`: one that was built in another way, say as a release.
pub fn binary() -> PathBuf {
    std::env::var_os("MOVERLOG_BIN").map_or_else(|| env!("CARGO_BIN_EXE_moverlog").into(), PathBuf::from)
}

/// Whether the binary lacks a feature that these tests may have; `MOVERLOG_BIN` has those that are there by default.
pub fn lacks(feature_of_tests: bool) -> bool {
    !feature_of_tests || std::env::var_os("MOVERLOG_BIN").is_some()
}

pub fn command<W: AsRef<OsStr>>(words: &[W]) -> Command {
    let mut command = Command::new(binary());
    command.args(words);
    // Whatever the terminal is like in which the tests run.
    for name in ["COLUMNS", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command
}

pub fn run<W: AsRef<OsStr>>(words: &[W]) -> Output {
    command(words).output().expect("the binary runs")
}

/// Runs it with a text on standard input.
pub fn fed<W: AsRef<OsStr>>(words: &[W], text: &str) -> Output {
    let mut command = command(words);
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("the binary runs");
    // Whoever refuses the words may end before it reads.
    let _ = child.stdin.take().expect("a pipe").write_all(text.as_bytes());
    child.wait_with_output().expect("it ends")
}

pub fn status(output: &Output) -> i32 {
    output.status.code().expect("no signal ended it")
}

/// What it says on standard output.
pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// What it says on standard error.
pub fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}
