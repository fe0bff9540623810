//! A ruleset that is a text file: its rules, and in `//@ key: value` lines what is said of them.

use super::answers::Answering;
use super::rules::Rules;
use super::run::solve;
use super::source::{inclusions, mentions_rules};
use super::token::tokens;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;
use moverlog_rules::{
    Claim, Conditions, Inference, Kind, Mutex, Program, Question, Ruleset, Solution, Summaries, THEOREM_6, Variable,
};
use std::collections::BTreeSet;

/// What `moverlog_rules::Ruleset` is for rules that are compiled.
#[derive(Clone, Debug)]
pub struct RulesFile {
    pub name: String,
    /// What the file says of its rules; nothing is safe under rules of which nobody claims that they are sound.
    pub claim: Option<Claim>,
    pub completion: Option<String>,
    pub inference: Option<Inference>,
    /// When moving conditions are tested, of rules that instrument control-flow graphs (DYN); nothing of others.
    pub conditions: Option<Conditions>,
    /// As it was written; nothing of rules that were never a file.
    pub text: String,
    /// Where it was read, if it is a file.
    pub path: Option<String>,
    pub(super) rules: Rules,
}

impl RulesFile {
    /// Everything wrong with the text, or its rules. Unless it says otherwise, it may miss errors.
    pub fn load(name: &str, text: &str) -> Result<RulesFile, Vec<Diagnostic>> {
        let (rules, mut wrong) = some_rules(text).map_or_else(|wrong| (Rules::default(), wrong), |r| (r, vec![]));
        // What rules with mistakes lack is not known.
        let mistaken = !wrong.is_empty();
        let included = inclusions(&tokens(text)).unwrap_or_default();
        let conditions = included.iter().find_map(|(r, _)| r.conditions()).unwrap_or(Conditions::Dynamic);
        let conditions = rules.instruments().then_some(conditions);
        let usual = || conditions.is_none().then_some(if rules.summarizes() { "C3'" } else { "C3" });
        let completion = included.first().map_or_else(usual, |(r, _)| r.completion()).map(str::to_string);
        let inference = included.iter().find_map(|(r, _)| r.inference());
        wrong.extend(rules.wrong_for_blocks());
        let mut file = RulesFile {
            name: name.to_string(),
            claim: None,
            completion,
            inference,
            conditions,
            text: text.to_string(),
            path: None,
            rules,
        };
        for (key, value, span) in directives(text) {
            let known = file.set(key, value, mistaken);
            wrong.extend(known.err().map(|(message, help)| Diagnostic::error(message, span, "here").help(help)));
        }
        wrong.sort_by_key(|d| d.primary.0.start);
        if wrong.is_empty() { Ok(file) } else { Err(wrong) }
    }

    /// Other rules, of which everything is said that is said of a ruleset.
    pub fn instead_of(ruleset: &Ruleset, rules: Rules) -> RulesFile {
        let completion = ruleset.completion.map(str::to_string);
        RulesFile {
            name: ruleset.name.to_string(),
            claim: Some(ruleset.claim),
            completion,
            inference: ruleset.inference,
            conditions: None,
            text: String::new(),
            path: None,
            rules,
        }
    }

    /// What a header line says; a message and help if it is wrong.
    fn set(&mut self, key: &str, value: &str, mistaken: bool) -> Result<(), (String, &'static str)> {
        match (key, value) {
            ("name", _) => self.name = value.to_string(),
            ("claim", "sound") => self.claim = Some(Claim::Sound),
            ("claim", "misses errors") => self.claim = Some(Claim::MissesErrors),
            ("claim", "sound, counts depend on the order") => self.claim = Some(Claim::OrderDependent),
            ("conditions", "dynamic") if mistaken || self.conditions.is_some() => {
                self.conditions = Some(Conditions::Dynamic);
            }
            ("conditions", "formulas") if mistaken || self.conditions.is_some() => {
                self.conditions = Some(Conditions::Formulas);
            }
            ("conditions", "static") if mistaken || self.conditions.is_some() => {
                self.conditions = Some(Conditions::Static);
            }
            ("conditions", "dynamic" | "formulas" | "static") => {
                return Err(("no moving condition is tested here".into(), DYN_4));
            }
            ("completion" | "inference", _) if self.conditions.is_some() => {
                return Err((format!("blocks have no {key}"), "where they end is for R1 to R6 to say"));
            }
            ("completion", "none") => self.completion = None,
            ("completion", "C3") => self.completion = Some(value.to_string()),
            ("completion", "C3'" | THEOREM_6) if mistaken || self.rules.summarizes() => {
                self.completion = Some(value.to_string());
            }
            ("completion", "C3'" | THEOREM_6) => return Err((format!("{value} is about summaries"), LEVEL_II)),
            ("inference", words) if mistaken || self.rules.infers() => self.inference = Some(inference(words)?),
            ("inference", _) => return Err(("nothing here infers protecting sets".into(), FQ_6)),
            _ => return Err((format!("a ruleset has no `{key}: {value}`"), HEADERS)),
        }
        Ok(())
    }

    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The questions that it answers in place of the program.
    pub fn answered(&self) -> BTreeSet<Question> {
        self.rules.definitions.iter().filter(|d| d.level > 0).map(|d| d.question).collect()
    }

    /// Whether it answers any.
    pub fn answers(&self) -> bool {
        !self.answered().is_empty()
    }

    /// Runs the rules to their fixpoint.
    pub fn solve(&self, program: &dyn Program) -> Solution {
        let found = solve(&self.rules, &Answering::new(program, &self.rules));
        let rows = |name: &str| {
            let relation = self.rules.relation(name).into_iter();
            relation.flat_map(|r| found.facts(r)).map(|(_, row)| row)
        };
        let relations = self.relations().map(|name| (name.to_string().into(), rows(name).count())).collect();
        let removed = rows("Removed").map(|row| (Variable(row[0]), Mutex(row[1])));
        let removed = self.inference.map_or(vec![], |_| removed.collect());
        let solution =
            Solution { relations, removed, summaries: self.rules.summarizes().then(|| Summaries::read(rows)) };
        if program.leaves_memory() {
            std::mem::forget(found);
        }
        solution
    }

    /// The names of its relations.
    pub fn relations(&self) -> impl Iterator<Item = &str> {
        self.rules.relations.iter().map(|(name, _)| name.as_str()).filter(|name| *name != "Prog")
    }
}

/// The rules of the text, of which there must be some: a file without any was meant to be another one.
fn some_rules(text: &str) -> Result<Rules, Vec<Diagnostic>> {
    let none = || {
        let help = "a rule is `Sigma(p.initial()) <-- Prog(p);`; `moverlog rules reduction --source` prints some";
        vec![Diagnostic::error("the file has no rules", Span::default(), "no rule from here on").help(help)]
    };
    let rules = Rules::parse_text(text);
    match &rules {
        Ok(rules) if rules.rules.is_empty() => Err(none()),
        Err(_) if !mentions_rules(text) => Err(none()),
        _ => rules,
    }
}

const HEADERS: &str = "`claim` is sound or misses errors; `completion` is C3, C3', Theorem 6 or none; `conditions` is dynamic, \
     formulas or static; `name` and `inference` are the others";

const DYN_4: &str = "it needs `relation Instrumented(Place, Guard, Option<Action>, Place);`, as `dynamic` has it";

const LEVEL_II: &str = "it needs the relations of `summaries`, from PathEdge to NonTransactional, under their names";

const FQ_6: &str = "it needs `relation Removed(Variable, Mutex);`, as `locks` has it: locks that do not protect";

const INFERENCE: &str = "any of: keeps states, right movers, blocked accesses, mutexes alone, with commas";

fn inference(words: &str) -> Result<Inference, (String, &'static str)> {
    let mut found =
        Inference { keeps_states: false, right_movers: false, blocked_accesses: false, mutexes_alone: false };
    for word in words.split(',').map(str::trim).filter(|w| !w.is_empty()) {
        match word {
            "keeps states" => found.keeps_states = true,
            "right movers" => found.right_movers = true,
            "blocked accesses" => found.blocked_accesses = true,
            "mutexes alone" => found.mutexes_alone = true,
            _ => return Err((format!("inference does not know `{word}`"), INFERENCE)),
        }
    }
    Ok(found)
}

/// The lines `//@ key: value`, with their places.
fn directives(text: &str) -> Vec<(&str, &str, Span)> {
    let mut start = 0;
    let mut found = vec![];
    for line in text.split_inclusive('\n') {
        let span = Span { start, end: start + line.trim_end().len() as u32 };
        start += line.len() as u32;
        if let Some(rest) = line.trim_end().strip_prefix("//@") {
            let (key, value) = rest.split_once(':').unwrap_or((rest, ""));
            found.push((key.trim(), value.trim(), span));
        }
    }
    found
}

impl Rules {
    /// Whether they may say which locks do not protect what.
    fn infers(&self) -> bool {
        self.relation("Removed").is_some_and(|r| self.kinds[r] == [Kind::Variable, Kind::Mutex])
    }

    /// Whether the relations of level II are there, with the columns that they have in `summaries`.
    fn summarizes(&self) -> bool {
        let holds = |name, kinds| self.relation(name).is_some_and(|r| self.kinds[r] == kinds);
        Summaries::RELATIONS.iter().all(|(name, kinds)| holds(name, *kinds))
    }
}
