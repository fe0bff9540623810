//! Where rules are read from: the sources that a compiled ruleset is assembled from, or a text of their own.

use super::parser::{self, matching};
use super::rules::Rules;
use super::token::{Placed, Token, tokens};
use crate::diagnostics::Diagnostic;

impl Rules {
    /// The rules in those `ascent_source!` blocks of these texts that the first text includes. Places
    /// of messages are in the text that holds the rule.
    pub fn parse(sources: &[&str]) -> Result<Rules, Vec<Diagnostic>> {
        let included = sources.first().map_or(vec![], |s| included(s));
        let all = sources.iter().flat_map(|s| blocks(s));
        parser::parse(all.filter(|b| name(b).is_some_and(|n| included.contains(&n))).collect())
    }

    /// The rules of a text that holds relations, macros and rules without any wrapping.
    pub fn parse_text(text: &str) -> Result<Rules, Vec<Diagnostic>> {
        parser::parse(vec![tokens(text)])
    }
}

/// Whether anything in the text looks like a rule or a relation.
pub(super) fn mentions_rules(text: &str) -> bool {
    tokens(text).iter().any(|(token, _)| [Token::If, Token::Word("relation")].contains(token))
}

/// The names of the sources that a file assembles: `include_source!(path::name);`.
pub fn included(source: &str) -> Vec<&str> {
    let calls = source.split("include_source!(").skip(1).filter_map(|rest| rest.split(')').next());
    calls.filter_map(|path| path.rsplit("::").next()).collect()
}

/// The name of a source: the word before its first colon.
fn name<'t>(block: &[Placed<'t>]) -> Option<&'t str> {
    let first = block.iter().find(|(t, _)| !matches!(t, Token::Comment(_)))?;
    match first.0 {
        Token::Word(word) => Some(word),
        _ => None,
    }
}

/// The contents of the `ascent_source! { name: .. }` blocks of a file.
fn blocks(source: &str) -> Vec<Vec<Placed<'_>>> {
    let all = tokens(source);
    let starts = |w: &[Placed<'_>]| w[0].0 == Token::Word("ascent_source") && w[2].0 == Token::Mark("{");
    let opens = all.windows(3).enumerate().filter(|(_, w)| starts(w)).map(|(i, _)| i + 3);
    opens.map(|from| all[from..from + matching(&all[from..])].to_vec()).collect()
}
