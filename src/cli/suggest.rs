//! The first word of a command line: a command, a model, or a misspelling.

use super::args;
use super::failure::Failure;
use crate::diagnostics::nearest;
use std::path::Path;

/// `moverlog MODEL` is `moverlog check MODEL`; what to say of a word that is neither a command nor a file.
pub(super) fn with_default_command(mut words: Vec<String>) -> Result<Vec<String>, Failure> {
    let Some(first) = words.get(1).cloned() else { return Ok(words) };
    if first == "version" && words.len() == 2 {
        words[1] = "--version".into();
    } else if first == "help" && words.get(2).is_some_and(|w| w.starts_with('-')) {
        words.remove(1);
    } else if !is_known(&first) {
        if let Some(why) = not_a_model(&first) {
            return Err(why);
        }
        words.insert(1, "check".into());
    }
    Ok(words)
}

fn is_known(word: &str) -> bool {
    args::is_command(word) || ["help", "-h", "--help", "-V", "--version"].contains(&word)
}

/// A word that looks like no file and is none.
fn not_a_model(word: &str) -> Option<Failure> {
    let is_word = word.chars().all(|c| c.is_ascii_alphabetic() || c == '-') && !word.starts_with('-');
    if !is_word || Path::new(word).exists() {
        return None;
    }
    let commands = args::commands();
    let near = || nearest(word, commands.iter().map(String::as_str));
    let advice = match if word == "version" { Some("--version") } else { near() } {
        Some(meant) => format!("did you mean `moverlog {meant}`?"),
        None => "`moverlog --help` lists the commands".into(),
    };
    Some(Failure::refused(format!("`{word}` is neither a command nor a file")).with_help(advice))
}
