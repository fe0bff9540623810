//! Rules from a text file: they say what the compiled rules say, end at bounds, and mistakes in them are drawn.

use crate::support::command;
use moverlog::derivation::{Rules, RulesFile};
use moverlog::driver::{Bound, Control, Engine, Limits, Options, Outcome, Verdict, check};
use moverlog::ir::Program;
use moverlog::model::load;
use moverlog::report;
use moverlog_rules::{RULESETS, Ruleset, ruleset};
use std::path::PathBuf;
use std::time::Duration;

fn programs() -> Vec<(String, Program)> {
    let folders = ["classic", "cpc", "errata", "fq", "qrr", "tour"];
    let files = folders.iter().flat_map(|f| std::fs::read_dir(format!("models/{f}")).unwrap());
    let mut paths: Vec<PathBuf> = files.map(|e| e.unwrap().path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "mover"));
    paths.sort();
    let program = |p: &PathBuf| load("model", &std::fs::read_to_string(p).unwrap(), &[]).0.map(|m| m.program);
    paths.iter().filter_map(|p| Some((p.display().to_string(), program(p)?))).collect()
}

fn run(program: &Program, engine: Engine, limits: Limits) -> Outcome {
    let options = Options::default();
    check(program, engine, &options, &Control::from(limits)).unwrap()
}

fn small() -> Limits {
    Limits { max_stack: 6, max_states: 2001, ..Limits::default() }
}

/// The ruleset as a file, of which is claimed what is claimed of the ruleset.
fn as_file(ruleset: &Ruleset) -> RulesFile {
    let text = report::rules_file(ruleset);
    let mut file = RulesFile::load("file", &text).unwrap_or_else(|e| panic!("{}: {e:?}", ruleset.name));
    assert_eq!(file.claim.replace(ruleset.claim), None, "a copy claims nothing");
    file
}

fn from_text(text: &str) -> RulesFile {
    RulesFile::load("file", text).unwrap()
}

/// The size that the file's run gives each relation that the compiled ruleset measures.
fn measured(compiled: &Outcome, file: &Outcome) -> Vec<(String, usize)> {
    let of = |name: &str| file.relations.iter().find(|(n, _)| *n == name).map(|(_, size)| (name.to_string(), *size));
    compiled.relations.iter().filter_map(|(name, _)| of(name)).collect()
}

#[test]
fn files_say_what_compiled_rules_say() {
    let files: Vec<_> = RULESETS.iter().map(|r| (r, as_file(r))).collect();
    let interleaving = Engine::named("interleaving").unwrap();
    let mut compared = 0;
    for (name, program) in programs() {
        if run(&program, interleaving, small()).states > 2000 {
            continue;
        }
        for (ruleset, file) in &files {
            let compiled = run(&program, Engine::Rules(ruleset), small());
            let read = run(&program, Engine::File(file), small());
            let of = |o: &Outcome| (o.verdict, o.bound, o.states, o.lfs.clone(), o.failed.is_some());
            assert_eq!(of(&compiled), of(&read), "{name} {}", ruleset.name);
            assert_eq!(measured(&compiled, &compiled), measured(&compiled, &read), "{name} {}", ruleset.name);
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn headers_are_those_of_the_ruleset() {
    for ruleset in RULESETS {
        let file = as_file(ruleset);
        assert_eq!(file.name, format!("my-{}", ruleset.name));
        assert_eq!(file.inference, ruleset.inference);
        assert_eq!(file.completion.as_deref(), ruleset.completion);
    }
}

/// The rules of `reduction`, without a word about them.
fn reduction() -> String {
    let text = report::rules_file(ruleset("reduction").unwrap());
    text.lines().filter(|l| !l.starts_with("//@")).map(|l| format!("{l}\n")).collect()
}

#[test]
fn a_file_is_sound_only_if_it_says_so() {
    let silent = from_text(&reduction());
    assert_eq!((silent.claim, silent.completion.as_deref()), (None, Some("C3")));
    let sound = from_text(&format!("//@ claim: sound\n{}", reduction()));
    let (_, program) = programs().into_iter().find(|(n, _)| n.contains("tour/03")).unwrap();
    let of = |file: &RulesFile| run(&program, Engine::File(file), small());
    assert_eq!((of(&silent).verdict, of(&silent).bound), (Verdict::Inconclusive, Some(Bound::Claim)));
    assert_eq!((of(&sound).verdict, of(&sound).bound), (Verdict::Safe, None));
}

const ENDLESS: &str = "models/qrr/figure8.mover";

/// Whatever it claims.
#[test]
fn a_file_that_derives_nothing_is_never_safe() {
    let rule = "relation Prog(Oracle);\nrelation Sigma(State);\nSigma(s) <-- Sigma(s);\n";
    let file = from_text(&format!("//@ claim: sound\n{rule}"));
    let program = &programs()[0].1;
    assert_eq!(run(program, Engine::File(&file), small()).verdict, Verdict::Inconclusive);
}

#[test]
fn runs_end_at_bounds() {
    let program = load("model", &std::fs::read_to_string(ENDLESS).unwrap(), &[]).0.unwrap().program;
    let file = Engine::File(&as_file(ruleset("summaries").unwrap()));
    let states = run(&program, file, Limits { max_states: 50, ..Limits::default() });
    assert_eq!((states.bound, states.verdict), (Some(Bound::States), Verdict::Inconclusive));
    // All pairs, triples ... of states: many facts, and no new states.
    let wide = from_text(&format!("{}{WIDE}", reduction()));
    let timeout = Some(Duration::from_millis(300));
    let start = std::time::Instant::now();
    let time = run(&program, Engine::File(&wide), Limits { timeout, ..Limits::default() });
    assert_eq!(time.bound, Some(Bound::Time));
    assert!(start.elapsed() < Duration::from_secs(20));
}

const WIDE: &str = "
    relation Wide(State, State, State, State);
    Wide(a, b, c, d) <-- Sigma(a), Sigma(b), Sigma(c), Sigma(d);
";

/// What a file of these rules is told, as text.
fn complaints(name: &str, text: &str) -> String {
    let path = std::env::temp_dir().join(format!("moverlog-{}-{name}.rules", std::process::id()));
    std::fs::write(&path, text).unwrap();
    let out = command::run(&["check", "models/cpc/figure1.mover", "--rules-file", path.to_str().unwrap()]);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(out.status.code(), Some(2), "{text}");
    let text = String::from_utf8(out.stderr).unwrap();
    assert!(text.contains(&format!("{name}.rules:")) && !text.contains("panicked"), "{text}");
    text
}

#[test]
fn every_mistake_is_drawn() {
    let cases = [
        ("Sigma(s) <-- Sigmma(s);", "no relation `Sigmma`"),
        ("Sigma(s) <-- Sigma(s, s);", "`Sigma` has 1 column, not 2"),
        ("Sigma(s, s) <-- Sigma(s);", "`Sigma` has 1 column, not 2"),
        ("Sigma(p.initail()) <-- Prog(p);", "no program answers `initail`; did you mean `initial`?"),
        ("Sigma(p.set(s)) <-- Sigma(s), Prog(p);", "`set` is asked of (State, Tid, Node), not of 1 things"),
        ("Sigma(x) <-- Sigma(s);", "nothing before this binds `x`"),
        ("Sigma(n) <-- Sigma(s), Prog(p), for t in p.threads(), let n = p.node(t, s);", "a Node where a State"),
        ("Sigma(s) <-- Prog(p), for s in p.initial();", "`for` ranges over the answers"),
        ("Sigma(s) <-- Sigma(s), Prog(p), let s = p.initial();", "`s` is bound already"),
        ("Sigma(s) <-- Sigma(s), Prog(p), if p.initial();", "a State where a bool is expected"),
        ("Sigma(s) <-- Sigma(s), !Sigma(x);", "binds no variable"),
        ("Sigma(s) <-- Sigma(s), !Sigma(s);", "`Sigma` would have to be complete before it is derived"),
        ("Sigma(s) <-- nothing!(s);", "no macro `nothing`"),
        ("macro again($s: expr) { again!($s) } Sigma(s) <-- Sigma(s), again!(s);", "`again` calls itself"),
        ("Prog(p) <-- Prog(p);", "no rule derives the program"),
        ("relation R(Oracle, Tid);", "no other relation does"),
        ("relation R(Store);", "no kind of column `Store`"),
        ("relation Sigma(State);", "there are two relations `Sigma`"),
        ("Sigma(s) <-- Sigma(s", "found the end of the text"),
        ("Sigma(s) < Sigma(s);", "expected `;`, found `<`"),
        ("# a remark\nSigma(s) <-- Sigma(s);", "`#` begins an attribute, `#[..]`; comments are `//`"),
        ("#[ds(dense)\nSigma(s) <-- Sigma(s);", "`[` is never closed"),
        ("relation R(State)\nSigma(s) <-- Sigma(s);", "expected `;`, found `Sigma`"),
        ("relation R(State;\nSigma(s) <-- Sigma(s);", "`(` is never closed"),
        ("macro m($s: expr) { if true\nSigma(s) <-- Sigma(s);", "`{` is never closed"),
        ("macro m($s: expr] { if true }\nSigma(s) <-- Sigma(s);", "`(` is never closed"),
        ("macro m() { if true } macro m() { if false }\nSigma(s) <-- Sigma(s);", "there are two macros `m`"),
        ("//@ claim: perhaps", "a ruleset has no `claim: perhaps`"),
        ("//@ completion: C3'\nSigma(s) <-- Sigma(s);", "C3' is about summaries"),
        ("//@ inference: luck", "inference does not know `luck`"),
        ("//@ inference: right movers\nSigma(s) <-- Sigma(s);", "nothing here infers protecting sets"),
        ("//@ inference:\nrelation Removed(State);\nSigma(s) <-- Sigma(s);", "nothing here infers protecting sets"),
        ("", "the file has no rules"),
    ];
    for (number, (text, message)) in cases.iter().enumerate() {
        let text = format!("relation Prog(Oracle<'p>);\nrelation Sigma(State);\n{text}\n");
        let said = complaints(&format!("case{number}"), &text);
        assert!(said.contains(message), "{text}{said}");
    }
}

#[test]
fn a_file_without_rules_is_refused() {
    let readme = std::fs::read_to_string("README.md").unwrap();
    for (name, text) in [("empty", ""), ("remark", "# hello\nworld"), ("readme", readme.as_str())] {
        let said = complaints(name, text);
        assert!(said.contains("the file has no rules") && said.matches("error:").count() == 1, "{said}");
    }
}

/// The two rules without which nothing goes wrong.
#[test]
fn no_rule_is_lost_behind_a_remark() {
    let sound = |text: String| format!("//@ claim: sound\n{text}");
    let (step, remark) = ("Sigma(p.set(*s, t, n2)) <--", "# the step rule\n");
    let lost = sound(reduction().replace(step, &format!("{remark}{step}")));
    assert!(complaints("lost", &lost).contains("comments are `//`"));
    let kept = sound(reduction().replace(step, &format!("// the step rule\n{step}")));
    let (_, program) = programs().into_iter().find(|(n, _)| n.contains("cpc/figure1.mover")).unwrap();
    assert_eq!(run(&program, Engine::File(&from_text(&kept)), small()).verdict, Verdict::Wrong);
}

/// What summaries lack that have a mistake is not known.
#[test]
fn one_mistake_in_a_copy_is_one_error() {
    for name in ["summaries", "reduction", "locks"] {
        let text = report::rules_file(ruleset(name).unwrap()).replacen("p.threads()", "p.thread()", 1);
        assert_eq!(complaints("copy", &text).matches("error:").count(), 1, "{name}");
    }
}

/// A premise too many: the copy of a sound ruleset must not inherit its claim.
#[test]
fn a_changed_copy_is_not_safe() {
    let premise = "if $p.others_outside($t, *$s)";
    let text = report::rules_file(ruleset("reduction").unwrap());
    let text = text.replace(premise, &format!("{premise} && !$p.is_left($t, $p.node($t, *$s))"));
    let path = std::env::temp_dir().join(format!("moverlog-{}-changed.rules", std::process::id()));
    let of = |text: &str| {
        std::fs::write(&path, text).unwrap();
        let out = command::run(&["check", "models/cpc/figure1.mover", "-q", "--rules-file", path.to_str().unwrap()]);
        (out.status.code(), String::from_utf8(out.stdout).unwrap())
    };
    let (code, said) = of(&text);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.starts_with("inconclusive: no error found; these rules claim nothing"), "{said}");
    let (code, said) = of(&format!("//@ claim: sound\n{text}"));
    std::fs::remove_file(&path).unwrap();
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("the claim of my-reduction is refuted: thread 2 (T2) goes wrong at M0"), "{said}");
}

#[test]
fn one_run_names_several_mistakes() {
    let said = complaints("several", "relation Sigma(State);\nSigma(a) <-- Sigma(b);\nOmega(a) <-- Sigma(a);\n");
    assert_eq!(said.matches("error:").count(), 2, "{said}");
}

/// Cut anywhere, a file is refused, or every rule that begins in it has been read.
#[test]
fn broken_files_are_refused() {
    let text = report::rules_file(ruleset("summaries").unwrap());
    for end in (0..text.len()).step_by(7).filter(|i| text.is_char_boundary(*i)) {
        if let Ok(rules) = Rules::parse_text(&text[..end]) {
            let begun = text[..end].lines().filter(|l| !l.starts_with("//") && l.contains(" <--")).count();
            assert_eq!(rules.rules.len(), begun, "{}", &text[..end]);
        }
    }
}

#[test]
fn a_printed_ruleset_runs() {
    let path = std::env::temp_dir().join(format!("moverlog-{}-printed.rules", std::process::id()));
    let printed = String::from_utf8(command::run(&["rules", "summaries", "--source"]).stdout).unwrap();
    std::fs::write(&path, format!("//@ claim: sound\n{printed}")).unwrap();
    let model = "models/classic/stack_recursion.mover";
    let read = command::run(&["check", model, "--quiet", "--rules-file", path.to_str().unwrap()]);
    let compiled = command::run(&["check", model, "--quiet"]);
    let fact = ["explain", "models/qrr/figure4.mover", "Sum(main)", "--first"];
    let why = command::run(&[&fact[..], &["--rules-file", path.to_str().unwrap()]].concat());
    assert_eq!((why.status.code(), why.stdout), (Some(0), command::run(&fact).stdout));
    std::fs::remove_file(&path).unwrap();
    assert_eq!(read.status.code(), compiled.status.code());
    let verdict = "safe: no thread goes wrong";
    assert!([&read, &compiled].iter().all(|o| o.stdout.starts_with(verdict.as_bytes())));
    assert_eq!(command::run(&["rules", "cpc", "--source"]).status.code(), Some(2));
}
