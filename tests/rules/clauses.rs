//! `rules.dl` of `moverlog facts`: evaluated from the inputs alone, by an evaluator that knows nothing but these files,
//! the clauses derive the tables of what our own rules derive.

use crate::support::command::run;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const MODELS: [&str; 4] = [
    "models/cpc/figure3.mover",
    "models/qrr/figure4.mover",
    "models/recursive/endless_after_commit.mover",
    "models/errata/fx02_double_increment.mover",
];

/// With clauses, and one without.
const RULES: [&str; 10] = [
    "interleaving",
    "reduction",
    "summaries",
    "summaries-post",
    "summaries-cpc",
    "summaries-f1",
    "summaries-literal",
    "stoller-cohen",
    "locks",
    "dynamic",
];

type Rows = BTreeSet<Vec<u32>>;
type Tables = BTreeMap<String, Rows>;
type Bound = BTreeMap<String, u32>;

#[derive(Clone, Debug)]
enum Premise {
    Holds(String, Vec<String>),
    Lacks(String, Vec<String>),
    Compared(String, String, String),
    Either(Vec<Premise>, Vec<Premise>),
}

#[derive(Debug)]
struct Clause {
    head: (String, Vec<String>),
    body: Vec<Premise>,
}

/// At signs outside of brackets.
fn split<'t>(text: &'t str, sign: &str) -> Vec<&'t str> {
    let (mut depth, mut from, mut parts) = (0, 0, vec![]);
    for (i, c) in text.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth == 0 && text[i..].starts_with(sign) {
            parts.push(text[from..i].trim());
            from = i + sign.len();
        }
    }
    parts.push(text[from..].trim());
    parts
}

fn atom(text: &str) -> (String, Vec<String>) {
    let (name, columns) = text.strip_suffix(')').unwrap().split_once('(').unwrap();
    let columns = split(columns, ",").into_iter().filter(|c| !c.is_empty());
    (name.to_string(), columns.map(String::from).collect())
}

fn premise(text: &str) -> Premise {
    if let Some(inner) = text.strip_prefix("( ") {
        let ways = split(inner.strip_suffix(" )").unwrap(), ";");
        let [a, b] = [ways[0], ways[1]].map(|way| split(way, ",").into_iter().map(premise).collect());
        return Premise::Either(a, b);
    }
    if let Some(absent) = text.strip_prefix('!') {
        let (name, columns) = atom(absent);
        return Premise::Lacks(name, columns);
    }
    match text.split(' ').collect::<Vec<_>>()[..] {
        [a, sign, b] if "!=<>=".contains(sign) => Premise::Compared(a.into(), sign.into(), b.into()),
        _ => {
            let (name, columns) = atom(text);
            Premise::Holds(name, columns)
        }
    }
}

fn clauses(text: &str) -> Vec<Clause> {
    let is_clause = |line: &&str| !["//", "#", ".output"].iter().any(|begin| line.starts_with(begin));
    let text = text.lines().filter(is_clause).collect::<Vec<_>>().join("\n");
    let one = |text: &str| {
        let (head, body) = text.split_once(":-").map_or((text, ""), |(head, body)| (head, body));
        let body = split(body, ",").into_iter().filter(|p| !p.is_empty()).map(premise).collect();
        Clause { head: atom(head.trim()), body }
    };
    text.split(".\n").map(str::trim).filter(|clause| !clause.is_empty()).map(one).collect()
}

/// What a column is, if it is known.
fn value(column: &str, bound: &Bound) -> Option<u32> {
    column.parse().ok().or_else(|| bound.get(column).copied())
}

fn matched(columns: &[String], row: &[u32], bound: &Bound) -> Option<Bound> {
    let mut bound = bound.clone();
    for (column, atom) in columns.iter().zip(row) {
        match value(column, &bound) {
            Some(known) if known != *atom => return None,
            None if column != "_" => drop(bound.insert(column.clone(), *atom)),
            _ => {}
        }
    }
    Some(bound)
}

/// The ways in which the premises hold.
fn satisfy(premises: &[Premise], tables: &Tables, bound: Bound, then: &mut dyn FnMut(&Bound)) {
    let Some((first, rest)) = premises.split_first() else { return then(&bound) };
    let rows = |name: &str| tables.get(name).unwrap_or_else(|| panic!("no table {name}"));
    match first {
        Premise::Holds(name, columns) => {
            for inner in rows(name).iter().filter_map(|row| matched(columns, row, &bound)) {
                satisfy(rest, tables, inner, then);
            }
        }
        Premise::Lacks(name, columns) => {
            if rows(name).iter().all(|row| matched(columns, row, &bound).is_none()) {
                satisfy(rest, tables, bound, then);
            }
        }
        Premise::Compared(a, sign, b) => match (value(a, &bound), value(b, &bound)) {
            (None, Some(b)) if sign == "=" => {
                let inner = bound.into_iter().chain([(a.clone(), b)]).collect();
                satisfy(rest, tables, inner, then);
            }
            (a, b) => {
                let ordering = a.unwrap().cmp(&b.unwrap());
                let holds = match sign.as_str() {
                    "=" => ordering.is_eq(),
                    "!=" => ordering.is_ne(),
                    "<" => ordering.is_lt(),
                    "<=" => ordering.is_le(),
                    ">" => ordering.is_gt(),
                    _ => ordering.is_ge(),
                };
                if holds {
                    satisfy(rest, tables, bound, then);
                }
            }
        },
        Premise::Either(a, b) => {
            for way in [a, b] {
                let all: Vec<Premise> = way.iter().chain(rest).cloned().collect();
                satisfy(&all, tables, bound.clone(), then);
            }
        }
    }
}

/// What must be derived before: relations that a clause says lack something, by a lower number than its head.
fn strata(clauses: &[Clause]) -> BTreeMap<&str, usize> {
    let mut strata: BTreeMap<&str, usize> = clauses.iter().map(|c| (c.head.0.as_str(), 0)).collect();
    for _ in 0..=clauses.len() {
        for clause in clauses {
            let least = clause.body.iter().map(|p| match p {
                Premise::Holds(name, _) => strata.get(name.as_str()).copied().unwrap_or(0),
                Premise::Lacks(name, _) => strata.get(name.as_str()).map_or(0, |s| s + 1),
                _ => 0,
            });
            let least = least.max().unwrap_or(0);
            let own = strata.get_mut(clause.head.0.as_str()).unwrap();
            *own = least.max(*own);
        }
    }
    strata
}

fn derive(clauses: &[Clause], tables: &mut Tables) {
    let strata = strata(clauses);
    for stratum in 0..=strata.values().copied().max().unwrap_or(0) {
        loop {
            let mut new = vec![];
            for clause in clauses.iter().filter(|c| strata[c.head.0.as_str()] == stratum) {
                let (name, columns) = &clause.head;
                satisfy(&clause.body, tables, Bound::new(), &mut |bound| {
                    let row: Vec<u32> = columns.iter().map(|c| value(c, bound).unwrap()).collect();
                    if !tables[name].contains(&row) {
                        new.push((name.clone(), row));
                    }
                });
            }
            if new.is_empty() {
                break;
            }
            for (name, row) in new {
                tables.get_mut(&name).unwrap().insert(row);
            }
        }
    }
}

fn rows(path: &Path) -> Rows {
    let row = |line: &str| line.split('\t').map(|w| w.parse().unwrap()).collect();
    fs::read_to_string(path).unwrap().lines().map(row).collect()
}

/// A directory of the test's own, removed at its end.
struct Directory(PathBuf);

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Whether there are clauses; they derive what our rules derive.
fn compared(model: &str, rules: &str) -> bool {
    let out = std::env::temp_dir().join(format!("moverlog-clauses-{}-{rules}", std::process::id()));
    let out = Directory(out);
    let words = ["facts", model, "--rules", rules, "--max-stack", "6", "--out", out.0.to_str().unwrap()];
    assert!(matches!(run(&words).status.code(), Some(0 | 3)), "{model} by {rules}");
    let schema = fs::read_to_string(out.0.join("schema.json")).unwrap();
    let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    let tables = |role: &str| {
        let of = schema["relations"].as_array().unwrap().iter().filter(|r| r["role"] == role);
        of.map(|r| (r["name"].as_str().unwrap(), rows(&out.0.join(r["file"].as_str().unwrap())))).collect::<Vec<_>>()
    };
    let Ok(text) = fs::read_to_string(out.0.join("rules.dl")) else {
        let declared = fs::read_to_string(out.0.join("facts.dl")).unwrap();
        assert!(declared.contains("// There is no rules.dl: "), "{declared}");
        return false;
    };
    let expected = tables("derived");
    let mut found: Tables = tables("input").into_iter().map(|(name, rows)| (name.to_string(), rows)).collect();
    found.extend(expected.iter().map(|(name, _)| (name.to_string(), Rows::new())));
    derive(&clauses(&text), &mut found);
    for (name, rows) in expected {
        assert_eq!(found[name], rows, "{name} of {model} by {rules}\n{text}");
        assert!(text.contains(&format!(".output {name}\n")), "{text}");
    }
    true
}

#[test]
fn clauses_derive_what_the_rules_derive() {
    let mut without = BTreeSet::new();
    for rules in RULES {
        for model in MODELS {
            if !compared(model, rules) {
                without.insert(rules);
            }
        }
    }
    assert_eq!(without, BTreeSet::from(["dynamic"]));
}

#[test]
fn aggregates_comparisons_and_words_of_souffle_are_written() {
    let out = Directory(std::env::temp_dir().join(format!("moverlog-clauses-{}-own", std::process::id())));
    let own = Directory(std::env::temp_dir().join(format!("moverlog-clauses-{}-rules", std::process::id())));
    fs::create_dir_all(&own.0).unwrap();
    let path = own.0.join("own.rules");
    let text = "relation Prog(Oracle<'p>);\nrelation Later(Tid, Tid);\nrelation Many(Number);\n\
                Later(t, max) <-- Prog(p), for t in p.threads(), for max in p.threads(), if t < max || !(t == max);\n\
                Many(count) <-- agg count = count() in Later(_, _);\n";
    fs::write(&path, text).unwrap();
    let words = ["models/qrr/figure4.mover", "--rules-file", path.to_str().unwrap(), "--out", out.0.to_str().unwrap()];
    let done = run(&[&["facts"][..], &words].concat());
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    let written = fs::read_to_string(out.0.join("rules.dl")).unwrap();
    let later = "Later(t, ?max) :-\n    Thread(t),\n    Thread(?max),\n    ( t < ?max ; t != ?max ).\n";
    let many = "Many(?count) :-\n    ?count = count : { Later(_, _) }.\n";
    assert!(written.contains(later) && written.contains(many), "{written}");
}
