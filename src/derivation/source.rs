//! Where rules are read from: the sources that a compiled ruleset is assembled from, or a text of their own.

use super::parser::{self, Block, matching};
use super::rules::Rules;
use super::token::{Placed, Token, tokens, written};
use crate::diagnostics::{Diagnostic, Span};
use moverlog_rules::{Conditions, Inference, REDUCTIONS, RULESETS, Reduction, Ruleset, reduction, ruleset};

impl Rules {
    /// The rules in those `ascent_source!` blocks of these texts that the first text includes. Places
    /// of messages are in the text that holds the rule.
    pub fn parse(sources: &[&str]) -> Result<Rules, Vec<Diagnostic>> {
        parser::parse(assembled(sources).map(|tokens| Block { tokens, included: false }).collect())
    }

    /// The rules of a ruleset, with those that answer what it asks.
    pub fn of(ruleset: &Ruleset) -> Result<Rules, Vec<Diagnostic>> {
        parser::parse(Included::Rules(ruleset).blocks().map(|tokens| Block { tokens, included: true }).collect())
    }

    /// The rules of a reduction by blocks, those of Theorem 4.1 with it.
    pub fn of_reduction(reduction: &Reduction) -> Result<Rules, Vec<Diagnostic>> {
        parser::parse(Included::Blocks(reduction).blocks().map(|tokens| Block { tokens, included: true }).collect())
    }

    /// The rules of a text that holds relations, macros and rules without any wrapping, and of the rulesets that
    /// it includes. Places of messages are in the text: what is wrong with an included rule is wrong where it
    /// is included.
    pub fn parse_text(text: &str) -> Result<Rules, Vec<Diagnostic>> {
        let tokens = tokens(text);
        let mut blocks = vec![];
        for (included, span) in inclusions(&tokens).map_err(|wrong| vec![*wrong])? {
            let placed = |tokens: Vec<Placed<'static>>| tokens.into_iter().map(|(token, _)| (token, span)).collect();
            blocks.extend(included.blocks().map(placed).map(|tokens| Block { tokens, included: true }));
        }
        blocks.push(Block { tokens, included: false });
        parser::parse(blocks)
    }
}

/// What a text may include.
#[derive(Clone, Copy)]
pub(super) enum Included<'r> {
    Rules(&'r Ruleset),
    Blocks(&'r Reduction),
}

impl<'r> Included<'r> {
    fn named(name: &str) -> Option<Included<'static>> {
        ruleset(name).map(Included::Rules).or_else(|| reduction(name).map(Included::Blocks))
    }

    pub fn completion(self) -> Option<&'r str> {
        if let Included::Rules(r) = self { r.completion } else { None }
    }

    pub fn inference(self) -> Option<Inference> {
        if let Included::Rules(r) = self { r.inference } else { None }
    }

    pub fn conditions(self) -> Option<Conditions> {
        if let Included::Blocks(r) = self { Some(r.conditions) } else { None }
    }

    fn blocks(self) -> impl Iterator<Item = Vec<Placed<'static>>> + use<> {
        let (sources, others): (_, Vec<&'static str>) = match self {
            Included::Rules(r) => (r.sources, r.instrumentation().collect()),
            Included::Blocks(r) => (r.sources, vec![r.blocks()]),
        };
        assembled(sources).chain(others.into_iter().map(tokens))
    }
}

/// The rulesets that a text includes: `include summaries;`.
pub(super) fn inclusions(tokens: &[Placed<'_>]) -> Result<Vec<(Included<'static>, Span)>, Box<Diagnostic>> {
    (0..tokens.len()).filter(|i| includes(tokens, *i)).map(|i| inclusion(&tokens[i..])).collect()
}

/// Whether an inclusion begins there.
fn includes(tokens: &[Placed<'_>], i: usize) -> bool {
    let starts = i == 0 || matches!(tokens[i - 1].0, Token::Mark(";" | "}") | Token::Comment(_));
    tokens[i].0 == Token::Word("include") && starts
}

fn inclusion(tokens: &[Placed<'_>]) -> Result<(Included<'static>, Span), Box<Diagnostic>> {
    // A name is one word, with `-` inside.
    let joined = |i: &usize| *i == 1 || tokens[*i - 1].1.end == tokens[*i].1.start;
    let named = (1..tokens.len()).take_while(|i| tokens[*i].0 != Token::Mark(";") && joined(i));
    let (name, last) = named.fold((String::new(), 0), |(name, _), i| (name + &written(tokens[i].0), i));
    let span = Span { start: tokens[0].1.start, end: tokens[last].1.end };
    let unknown = || {
        let names: Vec<&str> = RULESETS.iter().map(|r| r.name).chain(REDUCTIONS.iter().map(|r| r.name)).collect();
        let near = crate::diagnostics::nearest(&name, names.iter().copied());
        let help = near.map_or(format!("there are {}", names.join(", ")), |n| format!("did you mean `{n}`?"));
        Box::new(Diagnostic::error(format!("no ruleset `{name}`"), span, "unknown").help(help))
    };
    let included = Included::named(&name).ok_or_else(unknown)?;
    if tokens.get(last + 1).is_none_or(|(token, _)| *token != Token::Mark(";")) {
        return Err(Box::new(Diagnostic::error(format!("expected `;` after `include {name}`"), span, "ends here")));
    }
    Ok((included, span))
}

/// The blocks of these texts that the first one includes.
fn assembled<'t>(sources: &[&'t str]) -> impl Iterator<Item = Vec<Placed<'t>>> {
    let names = sources.first().map_or(vec![], |s| included(s));
    let all: Vec<_> = sources.iter().flat_map(|s| blocks(s)).collect();
    all.into_iter().filter(move |b| name(b).is_some_and(|n| names.contains(&n)))
}

/// Whether anything in the text looks like a rule or a relation.
pub(super) fn mentions_rules(text: &str) -> bool {
    let tokens = tokens(text);
    let rule = |i: usize| [Token::If, Token::Word("relation")].contains(&tokens[i].0);
    (0..tokens.len()).any(|i| rule(i) || includes(&tokens, i))
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
