//! Files that include a ruleset and change some of it: what the examples do, how aggregates, quantifiers and strata
//! come out, and what is said of mistakes.

use crate::support::command;
use moverlog::derivation::{Answering, Rules, RulesFile, derive};
use moverlog::driver::{
    Confirmation, Control, Engine, Instance, Limits, Options, Outcome, Partition, Phases, Verdict, check,
};
use moverlog::ir::Program;
use moverlog::model::load;
use moverlog::movers::{Class, Movers, Protection};
use moverlog::semantics::Semantics;

fn program(path: &str) -> Program {
    load(path, &std::fs::read_to_string(format!("models/{path}.mover")).unwrap(), &[]).0.unwrap().program
}

fn example(name: &str) -> RulesFile {
    file(&std::fs::read_to_string(format!("rules/examples/{name}.rules")).unwrap())
}

fn file(text: &str) -> RulesFile {
    RulesFile::load("file", text).unwrap_or_else(|wrong| panic!("{wrong:?}"))
}

fn run(model: &str, engine: Engine) -> Outcome {
    run_with(model, engine, None)
}

/// Threads that come back to their start keep their phase.
fn run_as_printed(model: &str, engine: Engine) -> Outcome {
    run_with(model, engine, Some(Phases::Printed))
}

fn run_with(model: &str, engine: Engine, phases: Option<Phases>) -> Outcome {
    let options = Options { phases, ..Options::default() };
    let limits = Limits { max_stack: 6, ..Limits::default() };
    check(&program(model), engine, &options, &Control::new(limits, &|_| {})).unwrap()
}

/// Sound rules find the error, the example loses it.
fn loses(example_name: &str, sound: &str, model: &str) {
    assert_eq!(run(model, Engine::named(sound).unwrap()).verdict, Verdict::Wrong, "{sound} {model}");
    let lost = run(model, Engine::File(&example(example_name)));
    assert_eq!((lost.verdict, lost.failed.is_some()), (Verdict::Inconclusive, false), "{example_name} {model}");
}

#[test]
fn examples_lose_the_errors_they_are_to_lose() {
    loses("n_per_store", "reduction", "errata/fx03_class_not_stable");
    loses("acquire_precommit", "reduction", "errata/fx05_reentrant");
    loses("access_enabled", "locks", "errata/fx07_access_enabledness");
    loses("acquire_inside", "reduction", "errata/fx06_double_acquire");
    loses("blocked_inside", "reduction", "errata/fx06_double_acquire");
}

#[test]
fn examples_are_short() {
    let names = ["n_per_store", "acquire_precommit", "access_enabled", "pop_anywhere", "twice", "mutexes_alone"];
    let more = ["fq_phases", "p_sharp", "acquire_inside", "blocked_inside", "phases_at_once", "r4_without_enabled"];
    for name in names.into_iter().chain(more) {
        let text = std::fs::read_to_string(format!("rules/examples/{name}.rules")).unwrap();
        let lines = text.lines().filter(|l| !l.is_empty() && !l.starts_with("//"));
        assert!(lines.count() <= 15, "{name}");
    }
}

/// What a ruleset says, its file includes.
#[test]
fn an_empty_overlay_changes_nothing() {
    for name in ["reduction", "summaries", "locks", "interleaving", "stoller-cohen", "locks-incremental"] {
        let included = &file(&format!("include {name};"));
        for model in ["cpc/figure1", "qrr/example4", "classic/peterson", "fq/wait_notify"] {
            let (a, b) = (run(model, Engine::named(name).unwrap()), run(model, Engine::File(included)));
            assert_eq!(
                (a.states, a.failed.is_some(), &a.lfs),
                (b.states, b.failed.is_some(), &b.lfs),
                "{name} {model}"
            );
        }
        let engine = Engine::named(name).unwrap();
        let said = Engine::File(included);
        assert_eq!((said.completion(), said.inference()), (engine.completion(), engine.inference()), "{name}");
    }
}

/// The facts of a relation after a run of these rules over every interleaving of a model.
fn facts(model: &str, text: &str, relation: &str) -> Vec<Vec<u32>> {
    let (program, rules) = (program(model), Rules::parse_text(text).unwrap_or_else(|wrong| panic!("{wrong:?}")));
    let (semantics, control) = (Semantics::new(&program), Control::new(Limits::default(), &|_| {}));
    let movers = Movers::Protection(Protection::initial(&program));
    let partition = Partition { phases: None, ..Partition::default() };
    let instance = Instance::new(&semantics, &movers, partition, &control);
    let found = derive(&rules, &Answering::new(&instance, &rules));
    found.facts(rules.relation(relation).unwrap()).map(|(_, columns)| columns.to_vec()).collect()
}

const HERE: &str = "include interleaving;
relation Here(Tid, Node, State);
Here(t, p.node(t, s), s) <-- Sigma(s), Prog(p), for t in p.threads();
";

/// Counted again from the facts themselves.
#[test]
fn aggregates_come_to_what_facts_say() {
    let model = "cpc/figure1";
    let here = facts(model, HERE, "Here");
    let of = |rule: &str| facts(model, &format!("{HERE}relation A(Tid, Node, Number);\n{rule}"), "A");
    for row in of("A(t, n, k) <-- Here(t, n, _), agg k = count() in Here(t, n, _);") {
        assert_eq!(row[2] as usize, here.iter().filter(|h| h[..2] == row[..2]).count());
    }
    let nodes: std::collections::BTreeSet<_> = here.iter().map(|h| h[..2].to_vec()).collect();
    let several = nodes.iter().filter(|n| here.iter().filter(|h| h[..2] == n[..]).count() >= 2).count();
    assert!(several > 0 && several < nodes.len());
    assert_eq!(of("A(t, n, k) <-- Here(t, n, _), agg k = count() in Here(t, n, _), if k >= 2;").len(), several);
    let states = |rule: &str| facts(model, &format!("{HERE}relation A(State);\n{rule}"), "A");
    let all: Vec<u32> = here.iter().map(|h| h[2]).collect();
    assert_eq!(states("A(s) <-- agg s = min(x) in Here(_, _, x);"), [[*all.iter().min().unwrap()]]);
    assert_eq!(states("A(s) <-- agg s = max(x) in Here(_, _, x);"), [[*all.iter().max().unwrap()]]);
    let sums = "relation A(Number);\nrelation K(Number);\nK(k) <-- agg k = count() in Sigma(_);\n";
    let sum = facts(model, &format!("{HERE}{sums}A(k + 1) <-- agg k = sum(x) in K(x);"), "A");
    assert_eq!(sum, [[facts(model, HERE, "Sigma").len() as u32 + 1]]);
}

#[test]
fn strata_follow_each_other() {
    let rules = "relation Last(State);\nrelation Others(State);\nrelation All(Number);
        All(k) <-- agg k = count() in Others(_);
        Others(s) <-- Sigma(s), !Last(s);
        Last(s) <-- agg s = max(x) in Sigma(x);";
    let of = |relation| facts("cpc/figure1", &format!("include interleaving;\n{rules}"), relation);
    assert_eq!(of("Last").len(), 1);
    assert_eq!(of("Others").len() + 1, of("Sigma").len());
    assert_eq!(of("All"), [[of("Others").len() as u32]]);
}

#[test]
fn quantifiers_range_over_answers() {
    let of = |premise: &str| {
        let rule = format!("relation A(State);\nA(s) <-- Sigma(s), Prog(p), {premise};");
        facts("cpc/figure1", &format!("include interleaving;\n{rule}"), "A").len()
    };
    let all = of("if true");
    assert_eq!(of("for all t in p.threads(): p.node(t, s) == p.node(t, s)"), all);
    assert_eq!(of("for some t in p.threads(): p.node(t, s) != p.node(t, s)"), 0);
    let (every, some) = ("for all t in p.threads()", "for some t in p.threads()");
    let start = "p.starts(t, p.node(t, s))";
    assert_eq!(of(&format!("{some}: {start}")) + of(&format!("{every}: !({start})")), all);
    assert_eq!(of(&format!("{every}: {start}")) + of(&format!("{some}: !({start})")), all);
    let second = "for all t in p.threads() if for some u in p.threads(): u < t";
    assert!(of(&format!("{second}: {start}")) > of(&format!("{every}: {start}")));
}

/// A file's claim is tried where that is quick; what a file answers itself is not safe otherwise.
#[test]
fn what_a_file_claims_is_tried() {
    let of = |model: &str, text: &str| {
        let file = file(text);
        let found = run(model, Engine::File(&file));
        (found.verdict, found.confirmation.expect("a claim is tried where nothing goes wrong"))
    };
    let included = "//@ claim: sound\ninclude reduction;";
    assert!(matches!(of("classic/counter", included), (Verdict::Safe, Confirmation::Agrees(_))));
    let changed =
        std::fs::read_to_string("rules/examples/n_per_store.rules").unwrap().replace("misses errors", "sound");
    let refuted = of("errata/fx03_class_not_stable", &changed);
    assert!(matches!(refuted, (Verdict::Inconclusive, Confirmation::Refutes(_))), "{refuted:?}");
    let large = "classic/transfer";
    assert!(matches!(of(large, included), (Verdict::Safe, Confirmation::Open)));
    let own = "R(t, n) <-- Prog(p), if p.is_right(t, n);";
    assert!(matches!(of(large, &format!("{included}\n{own}")), (Verdict::Inconclusive, Confirmation::Open)));
}

/// In margins, drawings and tables, and not what the program would answer.
#[test]
fn what_a_file_answers_is_what_is_shown() {
    let shown = |text: &str| {
        let file = file(text);
        let profiles = run("errata/fx05_reentrant", Engine::File(&file)).profiles;
        let moves: Vec<_> = profiles.iter().flat_map(|p| p.moves.clone()).collect();
        let classes: Vec<_> = profiles.iter().flat_map(|p| p.classes.clone()).collect();
        (moves.iter().any(|m| m.left), classes.contains(&Class::Left), classes.contains(&Class::Right))
    };
    for ruleset in ["reduction", "summaries"] {
        let of = |rule: &str| shown(&format!("include {ruleset};\n{rule}"));
        assert_eq!(of(""), (true, true, true), "{ruleset}");
        assert_eq!(of("LM(t, n) <-- Prog(p), if false;"), (false, false, true), "{ruleset}");
        assert_eq!(of("L(t, n) <-- Prog(p), if false;"), (true, false, true), "{ruleset}");
        assert_eq!(of("N(t, n) <-- Prog(p);"), (true, false, false), "{ruleset}");
    }
    let lines = |rule: &str| {
        let path = format!("{}/shown.rules", env!("CARGO_TARGET_TMPDIR"));
        std::fs::write(&path, format!("include reduction;\n{rule}\n")).unwrap();
        let words = ["graph", "models/errata/fx05_reentrant.mover", "--what", "transactions", "--rules", &path];
        String::from_utf8(command::run(&words).stdout).unwrap()
    };
    assert!(lines("").contains("[R]") && !lines("RM(t, n) <-- Prog(p), if false;").contains("[R]"));
}

/// Rules that lead a thread where no execution does say nothing, whatever they claim.
#[test]
fn rules_that_stray_are_inconclusive() {
    let text = "//@ claim: sound\ninclude interleaving;\n\
        Sigma(p.set(s, t, n)) <-- Sigma(s), Sigma(s2), Prog(p), for t in p.threads(), let n = p.node(t, s2);";
    let found = run("classic/lost_notify", Engine::File(&file(text)));
    assert_eq!((found.verdict, found.astray, found.failed.is_some()), (Verdict::Inconclusive, true, false));
}

#[test]
fn a_file_is_shown_as_it_is_written() {
    let path = "rules/examples/n_per_store.rules";
    let shown = String::from_utf8(command::run(&["rules", path]).stdout).unwrap();
    assert!(shown.contains(&std::fs::read_to_string(path).unwrap()), "{shown}");
    let checked =
        String::from_utf8(command::run(&["check", "models/cpc/figure1.mover", "--rules", path]).stdout).unwrap();
    assert!(checked.contains("side conditions: not known of what the file answers itself"), "{checked}");
}

/// In every command that takes a ruleset's name.
#[test]
fn a_path_stands_where_a_name_may() {
    let (figure1, figure4) = ("models/cpc/figure1.mover", "models/qrr/figure4.mover");
    let [n, pop, access] =
        ["n_per_store", "pop_anywhere", "access_enabled"].map(|f| format!("rules/examples/{f}.rules"));
    let both = format!("reduction,{n}");
    let cases: [&[&str]; 14] = [
        &["check", figure1, "--rules", &n],
        &["compare", figure1, "--rules", &both],
        &["diff", figure1, "--rules", &both],
        &["separate", "--rules", &both, "--size", "2", "--random", "0"],
        &["summaries", figure4, "--rules", &pop, "--max-stack", "4"],
        &["termination", figure4, "--rules", &pop, "--max-stack", "4"],
        &["movers", figure1, "--rules", &n],
        &["graph", figure1, "--rules", &n],
        &["locksets", figure1, "--rules", &access],
        &["explain", figure1, "wrong", "--rules", &n],
        &["why-not", figure1, "wrong", "--rules", &n],
        &["challenge", figure1, "--rules", &n],
        &["run", figure1, "--to", "wrong", "--rules", &n],
        &["rules", &n],
    ];
    for words in cases {
        let out = command::run(words);
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(out.status.code().is_some_and(|code| code != 2), "{words:?}: {said}");
    }
}

/// Counts, facts and a program on one page, in every format.
#[test]
fn a_change_is_shown_on_one_page() {
    let stops = "reduction,rules/examples/stops_after_commit.rules";
    let words = ["contrast", "models/cpc/figure1.mover", "--rules", stops, "--quiet", "--format"];
    let of = |format: &str| {
        let out = command::run(&[&words[..], &[format]].concat());
        assert_eq!(out.status.code(), Some(1));
        String::from_utf8(out.stdout).unwrap()
    };
    let page: serde_json::Value = serde_json::from_str(&of("json")).unwrap();
    let verdict = |rules: &str| page["compare"]["rows"][0]["results"][rules]["verdict"].clone();
    assert_eq!([verdict("reduction"), verdict("stops-after-commit")], ["wrong", "inconclusive"]);
    assert_eq!(page["diff"]["models"][0]["differ"], true);
    assert_eq!(page["separate"]["statements"], 3, "{}", page["separate"]);
    let headings = ["# reduction against stops-after-commit", "## verdicts and counts", "## facts that differ"];
    let markdown = of("markdown");
    assert!(headings.iter().all(|h| markdown.contains(h)), "{markdown}");
    let same =
        command::run(&["contrast", "models/cpc/figure1.mover", "--rules", "reduction,reduction", "--search", "1"]);
    assert!(same.status.code().is_some_and(|code| code != 1), "{}", String::from_utf8_lossy(&same.stdout));
}

/// The first message names the mistake.
#[test]
fn mistakes_in_overlays_are_named() {
    let cases = [
        ("include reducton;", "no ruleset `reducton`"),
        ("include dynamik;", "no ruleset `dynamik`"),
        ("include reduction;\noverride macro may_rum(p, t, s) { if true }", "no macro `may_rum` to override"),
        ("include reduction;\noverride macro may_run(p, t) { if true }", "`may_run` has 3 parameters, not 2"),
        ("include reduction;\nmacro may_run(p, t, s) { if true }", "there are two macros `may_run`"),
        ("include reduction;\noverride macro may_run(p, t, s) { if p.others_outsid(t, *s) }", "no program answers"),
        ("include reduction;\ndrop (CFL POP);", "no rule `(CFL POP)` is included"),
        ("include reduction;\ndrop (STEPP);", "no rule `(STEPP)` is included"),
        ("include reduction;\nrelation Sigma(State);", "there are two relations `Sigma`"),
        ("include reduction;\nN(t) <-- Prog(p);", "`N` has 2 columns, not 1"),
        ("include reduction;\nN(t, t) <-- Prog(p);", "`N` is asked of (Tid, Node)"),
        ("include reduction;\nN(t, n) <-- Sigma(s);", "what answers a question may ask questions"),
        ("include reduction;\nN(t, n) <-- Prog(p), if p.is_enabled(n, t);", "a Node where a Tid is expected"),
        ("include reduction;\nR(t, n) <-- Prog(p), if !p.is_outside(t, n);", "would have to be known"),
        ("include reduction;\nrelation A(State);\nA(s) <-- Sigma(s), !A(s);", "`A` would have to be complete"),
        ("include reduction;\nrelation A(Number);\nA(k) <-- agg k = cont() in Sigma(_);", "no aggregate `cont`"),
        ("include reduction;\nrelation A(Number);\nA(k) <-- agg k = sum(s) in Sigma(s);", "only numbers have a sum"),
        ("include reduction;\nrelation A(Number);\nA(k) <-- Sigma(k);", "a State where a Number is expected"),
        ("include reduction;\nrelation A(State);\nA(s) <-- Sigma(s), for all t in s: true;", "`for` ranges over"),
        ("include reduction;\nSigma(s) <-- Sigma(s), if s < 3;", "a Number where a State is expected"),
        ("include reduction;\nU+(t, n, n2, f) <-- Prog(p), for (n2, f) in p.u_plus(t, n);", "no relation `U+`"),
        ("include reduction;\nis_left(t, n) <-- Prog(p), if p.is_enabled(t, n);", "no relation `is_left`"),
        ("include reduction;\nL(t, n) <-- if p.is_enabled(t, n);", "binds `p`, as `Prog(p)` does"),
    ];
    for (number, (text, message)) in cases.iter().enumerate() {
        let path = std::env::temp_dir().join(format!("moverlog-{}-overlay{number}.rules", std::process::id()));
        std::fs::write(&path, text).unwrap();
        let out = command::run(&["check", "models/cpc/figure1.mover", "--rules-file", path.to_str().unwrap()]);
        std::fs::remove_file(&path).unwrap();
        let said = String::from_utf8(out.stderr).unwrap();
        assert_eq!(out.status.code(), Some(2), "{text}\n{said}");
        let first = said.lines().find(|l| l.starts_with("error:")).unwrap_or_default();
        assert!(first.contains(message), "{text}\n{said}");
    }
}

/// What stands under another name is named.
#[test]
fn names_that_are_meant_are_said() {
    let help = |text: &str| {
        let wrong = Rules::parse_text(text).expect_err("it is wrong");
        wrong[0].help.clone().unwrap_or_default()
    };
    let cases = [
        ("U+(t, n, n2, f) <-- Prog(p), for (n2, f) in p.u_plus(t, n);", "about `UPlus`"),
        ("is_left(t, n) <-- Prog(p), if p.is_enabled(t, n);", "about `L`"),
        ("Sigma(s) <-- Sigma(s), Prog(p), for t in p.threads(), may_run(p, t, s);", "`may_run!(..)`"),
    ];
    for (rule, meant) in cases {
        let said = help(&format!("include reduction;\n{rule}"));
        assert!(said.contains(meant), "{rule}: {said}");
    }
}

/// One line or premise as printed each.
#[test]
fn printed_readings_lose_errors() {
    loses("fq_phases", "locks", "errata/fx05_reentrant");
    let lines = |model, name| run(model, Engine::named(name).unwrap()).failed.is_some();
    for (model, found) in [("errata/fx01_l19", false), ("errata/fx02_double_increment", true)] {
        assert!(lines(model, "cpc") && !lines(model, "cpc-literal"), "{model}");
        assert_eq!(lines(model, "cpc-l19"), found, "{model}: every choice is explored");
    }
}

/// P# as printed goes wrong wherever a thread has no exclusive access: also where nobody else has, and behind that no
/// error is found.
#[test]
fn the_printed_instrumented_program_goes_wrong_for_nothing() {
    let wrong = |model| {
        let o = run(model, Engine::File(&example("p_sharp")));
        o.relations.iter().find(|(name, _)| *name == "GoesWrong").unwrap().1
    };
    loses("p_sharp", "reduction", "fq/exclusive_revoked");
    assert!(wrong("fq/exclusive_revoked") > 0);
    assert_eq!(wrong("fq/thread_local"), 0);
    assert_eq!(run("fq/guard_violated", Engine::named("reduction").unwrap()).verdict, Verdict::Wrong);
    assert!(wrong("fq/guard_violated") > 0, "a guard must be held, as here");
}

/// What FQ has operations for: these words of the language stand for others.
const NOT_IN_FQ: [&str; 6] = ["atomic", "exclusive", "guarded_by", "wait", "cas(", "@"];

fn models_of_fq() -> impl Iterator<Item = String> {
    let folders = ["classic", "cpc", "errata", "fq", "qrr", "repro", "tour"];
    let files = folders.iter().flat_map(|f| std::fs::read_dir(format!("models/{f}")).unwrap());
    let mut paths: Vec<String> = files.map(|e| e.unwrap().path().display().to_string()).collect();
    paths.sort();
    let code = |text: &str| text.lines().map(|l| l.split("//").next().unwrap_or("").to_string()).collect::<String>();
    let is_plain = |path: &String| {
        let text = || code(&std::fs::read_to_string(path).unwrap());
        path.ends_with(".mover") && !NOT_IN_FQ.iter().any(|word| text().contains(word))
    };
    let name = |path: String| path["models/".len()..path.len() - ".mover".len()].to_string();
    paths.into_iter().filter(is_plain).map(name).collect::<Vec<_>>().into_iter()
}

/// The five rules of FQ 6 are what the compiled rules are, state by state; but for `l = Init`, for which the compiled
/// ones have an initial phase.
#[test]
fn lock_inference_rule_by_rule_is_the_compiled_one() {
    let text = std::fs::read_to_string("rules/examples/fq6.rules").unwrap();
    let without_init = text.replace("(p.is_pre_commit(n) || p.starts(t, n))", "p.is_pre_commit(n)");
    assert_eq!(without_init.matches("p.starts").count() + 3, text.matches("p.starts").count());
    let keeping = without_init.replace("inference: right movers", "inference: keeps states, right movers");
    let (restarted, keeping) = (file(&without_init), file(&keeping));
    let alone = example("mutexes_alone");
    let (mut compared, mut inferred) = (0, 0);
    for model in models_of_fq() {
        let of = |engine| {
            let o = run_as_printed(&model, engine);
            (o.bound.is_none() || o.failed.is_some()).then_some((o.states, o.failed.is_some(), o.protecting, o.lfs))
        };
        let pairs = [
            (Engine::File(&alone), Engine::File(&restarted)),
            (Engine::named("locks-incremental").unwrap(), Engine::File(&keeping)),
        ];
        for (compiled, rules) in pairs {
            let (a, b) = (of(compiled), of(rules));
            assert_eq!(a, b, "{model}");
            compared += usize::from(a.is_some());
            inferred += usize::from(a.is_some_and(|a| a.2.is_some_and(|sets| sets.iter().any(|set| !set.is_empty()))));
        }
    }
    assert!(compared >= 60 && inferred >= 20, "{compared} {inferred}");
}

/// States from Mz = MutexVar alone (Theorem 6.1), and from what nobody writes or one thread alone accesses too. In FQ's
/// own models all that is shared is written, and what belongs to one thread says so.
const STARTS: [(&str, usize, usize); 10] = [
    ("fq/counter", 1175, 1175),
    ("fq/counter_as_printed", 647, 647),
    ("fq/exclusive_revoked", 29, 29),
    ("fq/exclusive_violated", 12, 12),
    ("fq/guard_violated", 8, 8),
    ("fq/reentrant", 226, 226),
    ("fq/thread_local", 252, 252),
    ("fq/wait_notify", 107, 107),
    ("classic/parallel_search", 79, 64),
    ("dyn/hash_table_all_present", 1575, 55),
];

#[test]
fn inference_from_mutexes_alone() {
    for (model, alone, stronger) in STARTS {
        let of = |engine| run_as_printed(model, engine);
        let (a, b) = (of(Engine::File(&example("mutexes_alone"))), of(Engine::named("locks").unwrap()));
        assert_eq!((a.states, b.states), (alone, stronger), "{model}");
        assert_eq!((a.verdict, a.failed.is_some()), (b.verdict, b.failed.is_some()), "{model}");
        assert!(a.protecting.is_some() && a.protecting == b.protecting, "{model}");
    }
}

/// FQ 5: a thread that is back at Init begins as at first, whatever its phase. Fewer states, the same answers.
#[test]
fn what_is_back_at_init_is_pre_commit() {
    let of = |model, name| run_as_printed(model, Engine::File(&example(name)));
    for (model, printed, phases) in [("fq/counter", 397, 1175), ("fq/reentrant", 135, 226), ("fq/wait_notify", 75, 107)]
    {
        let (a, b) = (of(model, "fq6"), of(model, "mutexes_alone"));
        assert_eq!((a.states, b.states, a.verdict), (printed, phases, Verdict::Safe), "{model}");
        assert_eq!((a.verdict, a.protecting), (b.verdict, b.protecting), "{model}");
    }
}

/// A file that keeps the phase at the start does what the option does.
#[test]
fn phases_may_be_kept_at_the_start() {
    let file = example("printed_phases");
    for (model, kept, restarted) in [("fq/counter", 1175, 196), ("classic/philosophers", 1053, 37)] {
        let reduction = Engine::named("reduction").unwrap();
        assert_eq!(run(model, reduction).states, restarted, "{model}");
        assert_eq!(run_as_printed(model, reduction).states, kept, "{model}");
        for of in [run, run_as_printed] {
            let found = of(model, Engine::File(&file));
            assert_eq!((found.states, found.failed.is_none()), (kept, true), "{model}");
        }
    }
}

/// In the order that `locks-incremental` has; the states that an earlier start left behind made 10 of it.
#[test]
fn states_of_the_incremental_algorithm() {
    let of = |name| run("errata/fx08_inference_order", Engine::named(name).unwrap()).states;
    assert_eq!((of("interleaving"), of("locks"), of("locks-incremental")), (9, 8, 9));
}
