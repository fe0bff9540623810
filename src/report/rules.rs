//! The list of engines, and the text of one.

use crate::derivation::included;
use crate::driver::{Blocks, Engine};
use moverlog_rules::{Claim, Conditions, Inference, Reduction, Ruleset};
use serde_json::{Value, json};
use std::fmt::Write;

pub(super) fn claim(c: Claim) -> &'static str {
    match c {
        Claim::Sound => "sound",
        Claim::MissesErrors => "misses errors",
        Claim::OrderDependent => "sound, counts depend on the order",
    }
}

/// The papers, as pages of docs/ name them.
const PAPERS: [(&str, &str); 5] = [
    ("", "no paper"),
    ("QRR", "QRR: Qadeer, Rajamani, Rehof, Summarizing procedures in concurrent programs"),
    ("FQ", "FQ: Flanagan, Qadeer, Transactions for software model checking"),
    ("CPC", "CPC: Levin, Palmer, Qadeer, Rajamani, Sound transaction-based reduction without cycle detection"),
    (
        "DYN",
        "DYN: Günther, Laarman, Sokolova, Weissenbacher, Dynamic reductions for model checking concurrent software",
    ),
];

/// What an engine is: rules to a fixpoint, a depth-first search, or rules that instrument a control-flow graph.
fn kind(e: Engine) -> &'static str {
    match e {
        Engine::Rules(_) | Engine::File(_) => "ruleset",
        Engine::Search(_) => "search",
        Engine::Blocks(..) => "reduction",
    }
}

/// Below each paper what is made of it.
pub fn engines_text() -> String {
    let width = |f: fn(Engine<'static>) -> usize| Engine::all().map(f).max().unwrap_or(0);
    let (name, place) = (width(|e| e.name().len()), width(|e| e.paper().len()));
    let line = |e: Engine| {
        let (claim, kind) = (claim(e.claim()), kind(e));
        format!("  {:name$}  {kind:9}  {:place$}  {claim:13}  {}\n", e.name(), e.paper(), e.summary())
    };
    let of = |(short, full): &(&str, &str)| {
        let here = |e: &Engine| e.paper().split([' ', ',']).next() == Some(short);
        format!("{full}\n{}\n", Engine::all().filter(here).map(line).collect::<String>())
    };
    PAPERS.iter().map(of).collect::<String>() + KINDS
}

const KINDS: &str = "\
ruleset    rules that run to their fixpoint, whatever the order
search     a depth-first search that decides on its way where transactions end
reduction  rules that instrument the control-flow graph, which is then explored by blocks
";

pub fn engines_json() -> Value {
    let one = |e: Engine| {
        let (paper, claim) = (e.paper(), claim(e.claim()));
        json!({"name": e.name(), "kind": kind(e), "paper": paper, "claim": claim, "summary": e.summary()})
    };
    json!({"schema": 1, "rulesets": Engine::all().map(one).collect::<Vec<_>>()})
}

/// What the engine is about, and its rules as they run, each under its paper form; of a search, its
/// program.
pub fn engine_text(e: Engine) -> String {
    let paper = if e.paper().is_empty() { "no paper" } else { e.paper() };
    let heading = format!("{} ({paper}; {})\n", e.name(), claim(e.claim()));
    match e {
        Engine::Rules(ruleset) => heading + &rules_text(ruleset.sources) + &answers_text(ruleset),
        Engine::Blocks(Blocks::Compiled(r), _) => heading + &rules_text(r.sources) + "\n" + &without_marks(r.blocks()),
        Engine::Blocks(Blocks::File(file), _) | Engine::File(file) => format!("{heading}\n{}", file.text),
        Engine::Search(search) => heading + &search.sources.map(|s| format!("\n{s}")).concat(),
    }
}

fn rules_text(sources: &[&str]) -> String {
    let mut out = String::new();
    let included: Vec<&str> = sources.iter().flat_map(|s| included(s)).collect();
    let is_included = |block: &&String| included.iter().any(|name| block.contains(&format!("\n{name}:\n")));
    for source in sources {
        let doc = source.lines().map_while(|l| l.strip_prefix("//!"));
        let _ = write!(out, "\n{}", doc.map(|l| format!("{}\n", l.strip_prefix(' ').unwrap_or(l))).collect::<String>());
        for block in blocks(source).iter().filter(is_included) {
            let _ = write!(out, "\n{block}");
        }
    }
    out
}

/// The rules that answer what its rules ask.
fn answers_text(ruleset: &Ruleset) -> String {
    ruleset.instrumentation().map(|text| format!("\n{}", without_marks(text))).collect()
}

/// With the comment that begins it as plain text.
fn without_marks(text: &str) -> String {
    let line = |l: &str| l.strip_prefix("//! ").or(l.strip_prefix("//!")).unwrap_or(l).to_string() + "\n";
    text.lines().map(line).collect()
}

/// The rules as one file to start from. What is claimed of the ruleset is not claimed of what becomes of it.
pub fn rules_file(r: &Ruleset) -> String {
    let mut out = format!("//@ name: my-{}\n", r.name);
    let _ = writeln!(out, "//@ completion: {}", r.completion.unwrap_or("none"));
    out += &r.inference.map_or(String::new(), |i| format!("//@ inference: {}\n", inference(i)));
    out + &included_text(r.sources)
}

/// The same of a reduction by blocks: its instrumentation, and the rules of Theorem 4.1.
pub fn blocks_file(r: &Reduction) -> String {
    let conditions = match r.conditions {
        Conditions::Dynamic => "dynamic",
        Conditions::Formulas => "formulas",
        Conditions::Static => "static",
    };
    let heading = format!("//@ name: my-{}\n//@ conditions: {conditions}\n", r.name);
    format!("{heading}{}\n{}", included_text(r.sources), r.blocks().replace("//!", "//"))
}

fn included_text(sources: &[&str]) -> String {
    let mut out = String::new();
    for (name, block) in included_blocks(sources).iter().filter_map(|block| block.split_once(":\n\n")) {
        let doc: String = name.lines().filter(|l| l.starts_with("///")).map(|l| format!("{l}\n")).collect();
        let _ = write!(out, "\n{}\n{block}", doc.replacen("///", "//", usize::MAX).trim_end());
    }
    out
}

fn inference(i: Inference) -> String {
    let all = [
        ("keeps states", i.keeps_states),
        ("right movers", i.right_movers),
        ("blocked accesses", i.blocked_accesses),
        ("mutexes alone", i.mutexes_alone),
    ];
    all.iter().filter(|(_, holds)| *holds).map(|(word, _)| *word).collect::<Vec<_>>().join(", ")
}

fn included_blocks(sources: &[&str]) -> Vec<String> {
    let included = sources.first().map_or(vec![], |s| included(s));
    let is_included = |block: &String| included.iter().any(|name| block.contains(&format!("\n{name}:\n")));
    sources.iter().flat_map(|s| blocks(s)).filter(is_included).collect()
}

/// The bodies of the `ascent_source!` blocks of a file, without their indentation.
fn blocks(source: &str) -> Vec<String> {
    let mut blocks = vec![];
    let mut lines = source.lines();
    while lines.by_ref().any(|l| l.contains("ascent_source! {")) {
        let body = lines.by_ref().take_while(|l| *l != "}");
        blocks.push(body.map(|l| format!("{}\n", l.strip_prefix("    ").unwrap_or(l))).collect());
    }
    blocks
}
