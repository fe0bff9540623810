//! A ruleset that is a text file: its rules, and in `//@ key: value` lines what is said of them.

use super::rules::{Rules, mentions_rules};
use super::run::{Derivations, solve};
use crate::diagnostics::Diagnostic;
use crate::ir::Span;
use moverlog_rules::{
    Claim, Frame, Inference, Kind, Mutex, Node, Program, Ruleset, Solution, Summaries, Tid, Variable,
};

/// What `moverlog_rules::Ruleset` is for rules that are compiled.
#[derive(Clone, Debug)]
pub struct RulesFile {
    pub name: String,
    /// What the file says of its rules; nothing is safe under rules of which nobody claims that they are sound.
    pub claim: Option<Claim>,
    pub completion: Option<String>,
    pub inference: Option<Inference>,
    rules: Rules,
}

impl RulesFile {
    /// Everything wrong with the text, or its rules. Unless it says otherwise, it may miss errors.
    pub fn load(name: &str, text: &str) -> Result<RulesFile, Vec<Diagnostic>> {
        let rules = some_rules(text);
        // What rules with mistakes lack is not known.
        let summarizes = rules.as_ref().map_or(true, Rules::summarizes);
        let completion = Some(if summarizes { "C3'" } else { "C3" }.to_string());
        let rules = rules.map(|rules| (rules, vec![])).unwrap_or_else(|wrong| (Rules::default(), wrong));
        let (name, claim) = (name.to_string(), None);
        let mut file = RulesFile { name, claim, completion, inference: None, rules: rules.0 };
        let mut wrong = rules.1;
        for (key, value, span) in directives(text) {
            let known = file.set(key, value, summarizes);
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
            rules,
        }
    }

    /// What a header line says; a message and help if it is wrong.
    fn set(&mut self, key: &str, value: &str, summarizes: bool) -> Result<(), (String, &'static str)> {
        match (key, value) {
            ("name", _) => self.name = value.to_string(),
            ("claim", "sound") => self.claim = Some(Claim::Sound),
            ("claim", "misses errors") => self.claim = Some(Claim::MissesErrors),
            ("claim", "sound, counts depend on the order") => self.claim = Some(Claim::OrderDependent),
            ("completion", "none") => self.completion = None,
            ("completion", "C3") => self.completion = Some(value.to_string()),
            ("completion", "C3'") if summarizes => self.completion = Some(value.to_string()),
            ("completion", "C3'") => return Err(("C3' is about summaries".into(), LEVEL_II)),
            ("inference", words) => self.inference = Some(inference(words)?),
            _ => return Err((format!("a ruleset has no `{key}: {value}`"), HEADERS)),
        }
        Ok(())
    }

    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Runs the rules to their fixpoint.
    pub fn solve(&'static self, program: &dyn Program) -> Solution {
        let found = solve(&self.rules, program);
        let sizes = self.rules.relations.iter().enumerate().filter(|(_, (name, _))| name != "Prog");
        let relations = sizes.map(|(r, (name, _))| (name.as_str(), found.facts(r).count())).collect();
        let facts = Facts { rules: &self.rules, found: &found };
        let removed = self.inference.map_or(vec![], |_| facts.of("Removed", |c| (Variable(c[0]), Mutex(c[1]))));
        Solution { relations, removed, summaries: self.rules.summarizes().then(|| facts.summaries()) }
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

const HEADERS: &str =
    "`claim` is sound or misses errors; `completion` is C3, C3' or none; `name` and `inference` are the others";

const LEVEL_II: &str = "it needs the relations of `summaries`, from PathEdge to NonTransactional, under their names";

const INFERENCE: &str = "any of: keeps states, right movers, blocked accesses, with commas";

fn inference(words: &str) -> Result<Inference, (String, &'static str)> {
    let mut found = Inference { keeps_states: false, right_movers: false, blocked_accesses: false };
    for word in words.split(',').map(str::trim).filter(|w| !w.is_empty()) {
        match word {
            "keeps states" => found.keeps_states = true,
            "right movers" => found.right_movers = true,
            "blocked accesses" => found.blocked_accesses = true,
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
    /// Whether the relations of level II are there, with the columns that they have in `summaries`.
    fn summarizes(&self) -> bool {
        use Kind::{Frame, Node, Tid, Truth};
        let level_ii: [(&str, &[Kind]); 9] = [
            ("PathEdge", &[Tid, Node, Node, Truth]),
            ("Sum", &[Tid, Node, Node]),
            ("SumPlus", &[Tid, Node, Node, Frame]),
            ("SumMinus", &[Tid, Node, Frame, Node]),
            ("Mark", &[Tid, Node]),
            ("Call", &[Tid, Node, Node, Frame]),
            ("Endless", &[Tid, Node, Node]),
            ("Recursive", &[Tid, Frame]),
            ("NonTransactional", &[Tid, Frame, Node, Node]),
        ];
        level_ii.iter().all(|(name, kinds)| self.relation(name).is_some_and(|r| self.kinds[r] == *kinds))
    }
}

/// The facts of a run, by relation.
struct Facts<'a> {
    rules: &'a Rules,
    found: &'a Derivations,
}

impl Facts<'_> {
    fn of<T>(&self, name: &str, fact: impl Fn(&[u32]) -> T) -> Vec<T> {
        let relation = self.rules.relation(name);
        relation.map_or(vec![], |r| self.found.facts(r).map(|(_, columns)| fact(columns)).collect())
    }

    fn summaries(&self) -> Summaries {
        let (t, n, f) = (Tid, Node, Frame);
        Summaries {
            path_edges: self.of("PathEdge", |c| (t(c[0]), n(c[1]), n(c[2]), c[3] != 0)),
            sum: self.of("Sum", |c| (t(c[0]), n(c[1]), n(c[2]))),
            sum_plus: self.of("SumPlus", |c| (t(c[0]), n(c[1]), n(c[2]), f(c[3]))),
            sum_minus: self.of("SumMinus", |c| (t(c[0]), n(c[1]), f(c[2]), n(c[3]))),
            mark: self.of("Mark", |c| (t(c[0]), n(c[1]))),
            call: self.of("Call", |c| (t(c[0]), n(c[1]), n(c[2]), f(c[3]))),
            endless: self.of("Endless", |c| (t(c[0]), n(c[1]), n(c[2]))),
            recursive: self.of("Recursive", |c| (t(c[0]), f(c[1]))),
            non_transactional: self.of("NonTransactional", |c| (t(c[0]), f(c[1]), n(c[2]), n(c[3]))),
        }
    }
}
