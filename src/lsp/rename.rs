//! New names for what has one, without a change of what any name stands for.

use super::source::{Language, Source};
use crate::control::Limits;
use crate::diagnostics::Span;
use crate::syntax::token::Token;
use logos::Logos;

/// The name at a byte that may be another one.
pub(super) fn prepare(source: &Source, at: u32) -> Option<Span> {
    source.symbols.at(at).map(|(_, span)| span)
}

/// Where the new name is to be written, or why it cannot be.
pub(super) fn rename(source: &Source, text: &str, at: u32, new: &str) -> Result<Vec<Span>, String> {
    let (symbol, _) = source.symbols.at(at).ok_or("nothing here has a name of its own")?;
    let mut words = Token::lexer(new).spanned();
    match (words.next(), words.next()) {
        (Some((Ok(Token::Name), range)), None) if range == (0..new.len()) => {}
        (Some((Ok(token), range)), None)
            if range == (0..new.len()) && token != Token::Number && new.starts_with(char::is_alphabetic) =>
        {
            return Err(format!("`{new}` is a word of the language"));
        }
        _ => return Err(format!("`{new}` is no name: letters, digits and `_`, the first no digit")),
    }
    if source.wrong.iter().any(|d| d.is_error()) {
        return Err("the text has mistakes, in which names would be missed".into());
    }
    let places = source.symbols.places(symbol);
    if new == symbol.name {
        return Ok(places);
    }
    means_the_same(source, text, &places, new)?;
    Ok(places)
}

/// Every name has to stand for what it stood for.
fn means_the_same(source: &Source, text: &str, places: &[Span], new: &str) -> Result<(), String> {
    let renamed = Source::of(Language::Model, "", &written(text, places, new), &Limits::default());
    let errors = |s: &Source| s.wrong.iter().filter(|d| d.is_error()).count();
    if errors(&renamed) > errors(source) {
        let first = renamed.wrong.iter().find(|d| d.is_error() && !source.wrong.iter().any(|w| w.message == d.message));
        return Err(first.map_or(format!("`{new}` cannot be its name"), |d| d.message.clone()));
    }
    let moved = |at: u32| {
        let before = places.iter().filter(|p| p.start < at);
        before.fold(i64::from(at), |at, p| at + new.len() as i64 - i64::from(p.end - p.start))
    };
    let wanted: Vec<(i64, i64)> =
        source.symbols.resolved().map(|(at, declared)| (moved(at), moved(declared))).collect();
    let found: Vec<(i64, i64)> = renamed.symbols.resolved().map(|(at, d)| (i64::from(at), i64::from(d))).collect();
    if wanted == found { Ok(()) } else { Err(format!("`{new}` is the name of something else there")) }
}

/// The text with the new name.
pub(super) fn written(text: &str, places: &[Span], new: &str) -> String {
    let mut written = String::new();
    let mut end = 0;
    for place in places {
        written += &text[end..place.start as usize];
        written += new;
        end = place.end as usize;
    }
    written + &text[end..]
}
