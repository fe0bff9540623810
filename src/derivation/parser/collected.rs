//! What is collected before rules are read: macros and relations, so that a rule may use what comes behind it; and what
//! is made of it all in the end.

use super::*;
use std::collections::BTreeSet;

/// Where words like `word` stand before a name: the name, its place, and the index behind it.
fn named_after<'t>(block: &[Placed<'t>], word: &'static str) -> Vec<(&'t str, Span, usize)> {
    let named = |(i, pair): (usize, &[Placed<'t>])| match (pair[0].0, pair[1]) {
        (Token::Word(first), (Token::Word(name), span)) if first == word => Some((name, span, i + 2)),
        _ => None,
    };
    block.windows(2).enumerate().filter_map(named).collect()
}

pub(super) fn collect_macros<'t>(block: &[Placed<'t>], macros: &mut Macros<'t>, out: &mut Out) {
    for (name, span, at) in named_after(block, "macro") {
        let parameters = inside(block, at + 1);
        // `$p: expr`, or `p`
        let named = parameters.split(|(t, _)| *t == Token::Mark(",")).filter_map(|p| match p.first()?.0 {
            Token::Word(word) => Some(word),
            _ => None,
        });
        let body = inside(block, at + parameters.len() + 3);
        let overrides = at > 2 && block[at - 3].0 == Token::Word("override");
        let own = (named.collect(), body.to_vec());
        if out.allows_macro((name, &own, span), overrides, macros) {
            macros.insert(name, own);
        }
    }
}

pub(super) fn collect_relations(block: &[Placed<'_>], out: &mut Out) {
    for (name, span, at) in named_after(block, "relation") {
        let columns = inside(block, at + 1).split(|(t, _)| *t == Token::Mark(",")).filter(|c| !c.is_empty());
        let kinds: Vec<Kind> = columns.filter_map(|c| out.kind(c)).collect();
        if kinds.contains(&Kind::Oracle) != (name == "Prog") || (name == "Prog" && kinds.len() > 1) {
            out.complain(span, "`Prog(Oracle)` holds the program, and no other relation does", "not this one");
        }
        if out.rules.relation(name).is_some() {
            out.complain(span, format!("there are two relations `{name}`"), "declared again");
        }
        out.rules.relations.push((name.to_string(), kinds.len()));
        out.rules.kinds.push(kinds);
        out.rules.docs.push(doc_before(&block[..at - 2]));
    }
}

/// The doc comment at the end of these tokens, behind which attributes may stand.
fn doc_before(tokens: &[Placed<'_>]) -> String {
    let mut lines = vec![];
    let mut bracketed = false;
    for (token, _) in tokens.iter().rev() {
        match token {
            Token::Comment(text) if text.starts_with("///") && !bracketed => lines.push(text[3..].trim()),
            Token::Mark("]") if lines.is_empty() => bracketed = true,
            Token::Mark("#") if bracketed => bracketed = false,
            _ if bracketed => {}
            _ => break,
        }
    }
    lines.reverse();
    lines.join(" ")
}

/// What has been read.
#[derive(Default)]
pub(super) struct Out {
    pub(super) rules: Rules,
    pub(super) wrong: Vec<Diagnostic>,
    /// How many rules are included; they come first.
    pub(super) included: usize,
    /// Names of rules that are to be left out.
    pub(super) dropped: Vec<(String, Span)>,
}

impl Out {
    pub(super) fn complain(&mut self, span: Span, message: impl Into<String>, label: &str) {
        self.wrong.push(Diagnostic::error(message, span, label));
    }

    /// The kind that a column is declared with: its first word.
    pub(super) fn kind(&mut self, column: &[Placed<'_>]) -> Option<Kind> {
        let (token, span) = column[0];
        let kind = if let Token::Word(word) = token { kind_named(word) } else { None };
        if kind.is_none() {
            let [first @ .., last] = COLUMNS;
            let known = format!("a column holds {} or {}", listed(&first), last.name());
            self.wrong
                .push(Diagnostic::error(format!("no kind of column {}", shown(token)), span, "unknown").help(known));
        }
        kind
    }

    /// A macro is there once, or in place of one with as many parameters.
    pub(super) fn allows_macro(
        &mut self,
        (name, own, span): (&str, &Macro<'_>, Span),
        overrides: bool,
        all: &Macros<'_>,
    ) -> bool {
        let wrong = match all.get(name) {
            Some((before, _)) if overrides && before.len() == own.0.len() => return true,
            None if !overrides => return true,
            Some((before, _)) if overrides => {
                let message = format!("`{name}` has {} parameters, not {}", before.len(), own.0.len());
                Diagnostic::error(message, span, "overrides that one").help(format!("({})", before.join(", ")))
            }
            Some(_) => Diagnostic::error(format!("there are two macros `{name}`"), span, "defined again")
                .help("`override macro` takes the place of one that is included"),
            None => {
                let others: BTreeSet<&str> = all.keys().copied().collect();
                let near = crate::diagnostics::nearest(name, others.iter().copied());
                let known = others.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
                let help = near.map_or(format!("included: {known}"), |n| format!("did you mean `{n}`?"));
                Diagnostic::error(format!("no macro `{name}` to override"), span, "unknown").help(help)
            }
        };
        self.wrong.push(wrong);
        false
    }

    /// `drop (TAG);` leaves out what is included under that name.
    pub(super) fn drop_rules(&mut self) {
        for (tag, span) in std::mem::take(&mut self.dropped) {
            let is = |other: &str| without_spaces(other) == without_spaces(&tag);
            let (rules, definitions) = (&mut self.rules.rules, &mut self.rules.definitions);
            let before = rules.len() + definitions.len();
            let tags: Vec<String> = rules[..self.included].iter().map(|r| r.tag.clone()).collect();
            let answering = definitions.iter().filter(|d| d.level == 0).map(|d| d.rule.tag.clone());
            let known: Vec<String> = tags.iter().cloned().chain(answering).collect();
            let mut number = 0..;
            rules.retain(|r| number.next() >= Some(self.included) || !is(&r.tag));
            definitions.retain(|d| d.level > 0 || !is(&d.rule.tag));
            self.included -= tags.iter().filter(|t| is(t)).count();
            if before == rules.len() + definitions.len() {
                let near = crate::diagnostics::nearest(&tag, known.iter().map(String::as_str));
                let meant = near.map_or(String::new(), |n| format!("did you mean `{n}`? "));
                let help = format!("{meant}included: {}", known.join(", "));
                self.wrong.push(Diagnostic::error(format!("no rule `{tag}` is included"), span, "unknown").help(help));
            }
        }
    }

    pub(super) fn finish(mut self) -> Result<Rules, Vec<Diagnostic>> {
        self.drop_rules();
        match self.rules.stratified() {
            Ok(strata) => self.rules.strata = strata,
            Err(circles) => self.wrong.extend(circles),
        }
        self.wrong.extend(self.rules.circular());
        self.wrong.sort_by_key(|d| d.primary.0.start);
        // What is wrong in a macro is wrong wherever it is called.
        self.wrong.dedup();
        if self.wrong.is_empty() { Ok(self.rules) } else { Err(self.wrong) }
    }
}

fn without_spaces(tag: &str) -> String {
    tag.chars().filter(|c| !c.is_whitespace()).collect()
}
