//! Rules of one's own, as they are written from the docs alone: an error that they derive is shown, they end at
//! bounds, and what is said of them is so.

use crate::instructions::listing;
use crate::instructions::procedures::random_procedures;
use crate::instructions::random::Random;
use crate::support::{command, setting};
use moverlog::derivation::{Rules, RulesFile};
use moverlog::driver::{Bound, Control, Engine, Limits, Options, Outcome, Verdict, check};
use moverlog::ir::Program;
use moverlog::model::load;
use std::time::{Duration, Instant};

const LEFT_WITHOUT_LM: &str = "//@ claim: misses errors
include summaries;
L(t, n) <-- Prog(p), if !p.starts(t, n), if !p.is_pre_commit(n), if !p.is_feedback(n), if p.is_enabled(t, n);";

const ALWAYS_PRE: &str = "include summaries;
U(t, n, n3) <-- Prog(p), for n2 in p.u(t, n), let n3 = p.in_phase(n2, true);";

const OUTSIDE_AT_START: &str = "//@ claim: misses errors\ninclude summaries;\nN(t, n) <-- Prog(p), if p.starts(t, n);";

/// Whose summaries go on where a transaction has ended, and whose phases are said in a rule, not in U.
const GOES_ON: &str = "include summaries;
override macro continues(p, t, n1, n2, fresh) { if true }
drop (CFL STEP);
PathEdge(t, n1, n3, false) <--
    PathEdge(t, n1, n2, fresh), Prog(p), for m in p.t(t, n2), let n3 = p.in_phase(m, true);";

fn file(text: &str) -> RulesFile {
    RulesFile::load("file", text).unwrap_or_else(|wrong| panic!("{wrong:?}"))
}

fn model(text: &str) -> Program {
    load("model", text, &[]).0.unwrap().program
}

fn run(program: &Program, engine: Engine, limits: Limits) -> Outcome {
    check(program, engine, &Options::default(), &Control::from(limits)).unwrap()
}

/// The rules as a file of this name, for the program.
fn written(name: &str, text: &str) -> String {
    let path = format!("{}/{name}.rules", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&path, text).unwrap();
    path
}

const RIGHT_AWAY: &str = "int g = 0; void T1() { g = 1; assert(false); } void T2() { g = 2; } P = { T1() } || { T2() }";

/// The second one needs no help of the first.
const ALONE: &str = "int g = 0; void T1() { g = 0; } void T2() { g = 1; assert(g == 0); } P = { T1() } || { T2() }";

#[test]
fn errors_that_rules_derive_are_shown() {
    for text in [LEFT_WITHOUT_LM, ALWAYS_PRE, OUTSIDE_AT_START, GOES_ON] {
        for program in [RIGHT_AWAY, ALONE] {
            let found = run(&model(program), Engine::File(&file(text)), Limits::default());
            assert_eq!((found.verdict, found.astray), (Verdict::Wrong, false), "{text}\n{program}");
        }
    }
}

/// These answer L, U and N otherwise, and make no step that the program does not make.
#[test]
fn random_programs_lead_no_file_astray() {
    let (count, seed) = (setting("MOVERLOG_PROGRAMS", setting("MOVERLOG_RANDOM", 300)), setting("MOVERLOG_SEED", 1));
    let files = [LEFT_WITHOUT_LM, ALWAYS_PRE, OUTSIDE_AT_START].map(file);
    // Recursion may count without end inside a transaction.
    let timeout = Some(Duration::from_secs(1));
    let limits = || Limits { max_states: 2000, max_stack: 3, timeout, ..Limits::default() };
    let (mut random, mut shown) = (Random::new(seed), 0);
    for i in 0..count {
        let p = random_procedures(&mut random, i % 2 == 0);
        for file in &files {
            let found = run(&p, Engine::File(file), limits());
            assert!(!found.astray, "program {i} of seed {seed}\n{}\n{}", listing(&p), file.text);
            shown += u64::from(found.failed.is_some());
        }
    }
    assert!(shown * 5 > count, "{shown} errors of {count} programs");
}

/// A yes or no that is given a name is asked once.
#[test]
fn a_truth_may_have_a_name() {
    let path = written("named_truth", "include reduction;\nN(t, n) <-- Prog(p), let k = p.starts(t, n), if k;");
    let model = "models/errata/fx04_left_mover_disabled.mover";
    let out = command::run(&["explain", model, "1", "--rules", &path, "--deep"]);
    assert_eq!(command::status(&out), 0, "{}", command::err(&out));
    assert!(command::out(&out).contains("- Starts("), "{}", command::out(&out));
}

/// A number for each number.
const COUNTS: &str = "relation K(Number); K(0) <-- Prog(p); K(k + 1) <-- K(k);\n";

/// Of numbers alone, which ask nothing of the program.
const ENDLESS: [&str; 4] = [
    COUNTS,
    "relation K(Number); K(0) <-- Prog(p); K(k + 1) <-- K(k); relation Two(Number, Number); Two(a, b) <-- K(a), K(b);\n",
    "relation K(Number); K(0) <-- Prog(p); K(k + n) <-- K(k), K(n); K(k + 1) <-- K(k);\n",
    "relation K(Number); K(0) <-- Prog(p); K(k + 1) <-- K(k);
     relation Last(Number); Last(k) <-- K(_), agg k = max(x) in K(x);\n",
];

#[test]
fn rules_that_count_without_end_end_at_bounds() {
    let program = model(RIGHT_AWAY.replace("false", "true").as_str());
    for rules in ENDLESS {
        let file = file(&format!("include reduction;\n{rules}"));
        let (timeout, start) = (Some(Duration::from_millis(400)), Instant::now());
        let time = run(&program, Engine::File(&file), Limits { timeout, ..Limits::default() });
        assert_eq!(time.bound, Some(Bound::Time), "{rules}");
        assert!(start.elapsed() < Duration::from_secs(4), "{rules} {:?}", start.elapsed());
    }
    let file = file(&format!("include reduction;\n{}", ENDLESS[1]));
    let facts = run(&program, Engine::File(&file), Limits { max_states: 10, ..Limits::default() });
    assert_eq!((facts.verdict, facts.bound), (Verdict::Inconclusive, Some(Bound::Facts)));
    let enough = Limits { max_memory: Some(1000), memory: || 1001, ..Limits::default() };
    assert_eq!(run(&program, Engine::File(&file), enough).bound, Some(Bound::Memory));
}

/// Also while a graph is instrumented, where nobody can be asked.
#[test]
fn every_command_ends_at_bounds() {
    let growing = written("growing", &format!("include reduction;\n{COUNTS}"));
    let edges = "relation K(Number); K(0) <-- At(_); K(k + 1) <-- K(k);
        Instrumented(Place(l, N), True, None, Place(l, N)) <-- At(l), K(1000000000);\n";
    let graph = written("growing_graph", &format!("include dynamic;\n{edges}"));
    let model = "models/tour/01_race.mover";
    let fact = |command: &'static str| vec![command, model, "wrong"];
    let cases = [vec!["check", model], vec!["graph", model], vec!["movers", model], vec!["conditions", model]];
    for words in cases.into_iter().chain(["explain", "why-not"].map(fact)) {
        for path in [&growing, &graph] {
            let start = Instant::now();
            let out = command::run(&[&words[..], &["--rules", path, "--timeout", "1"]].concat());
            assert!(start.elapsed() < Duration::from_secs(5), "{words:?} {:?}", start.elapsed());
            assert!(command::status(&out) < 4, "{words:?} {}", command::err(&out));
        }
    }
}

fn said(words: &[&str]) -> (i32, String) {
    let out = command::run(words);
    (command::status(&out), command::out(&out) + &command::err(&out))
}

/// A thread that leaves L has not come to N.
#[test]
fn transactions_end_where_a_file_says() {
    let path = written("at_start", &OUTSIDE_AT_START.replace("summaries", "reduction"));
    let (status, text) = said(&["conditions", "models/cpc/figure1.mover", "--rules", &path]);
    assert_eq!(status, 1);
    let c3 = text.lines().find(|l| l.trim_start().starts_with("C3 ")).unwrap_or_default();
    assert!(c3.contains("fails") && c3.contains("3 violations"), "{text}");
}

/// Nothing of what a file may have changed.
#[test]
fn side_conditions_of_a_file_are_not_known() {
    let of = |model: &str, name: &str, text: &str| {
        let path = written(name, text);
        said(&["check", model, "--rules", &path])
    };
    let dropped = "//@ claim: misses errors\ninclude dynamic;\ndrop (R6);";
    let (status, text) = of("models/errata/fx09_dyn_terminal.mover", "no_r6", dropped);
    assert!(status == 3 && text.contains("Definition 5 not known of rules from a file"), "{text}");
    let kept = "//@ claim: misses errors\ninclude locks;\ndrop (ACCESS);";
    let (_, text) = of("models/cpc/figure3.mover", "no_access", kept);
    assert!(!text.contains("C1, C2, C4 by construction"), "{text}");
    let nobody = "//@ claim: sound\ninclude reduction;\noverride macro may_run(p, t, s) { if false }";
    let (_, text) = of("models/tour/03_transaction.mover", "nobody", nobody);
    assert!(text.contains("warning: these rules let no thread make a step"), "{text}");
}

const NO_PHASES: &str = "include reduction;
U(t, n, n3) <-- Prog(p), for n2 in p.t(t, n), let n3 = p.in_phase(n2, true);
UPlus(t, n, n3, f) <-- Prog(p), for (n2, f) in p.t_plus(t, n), let n3 = p.in_phase(n2, true);
UMinus(t, n, f, n3) <-- Prog(p), for n2 in p.t_minus(t, n, f), let n3 = p.in_phase(n2, true);";

/// A claim is no bound.
#[test]
fn bounds_are_said_to_be_hit_where_they_are() {
    let path = written("no_phases", &format!("//@ claim: misses errors\n{NO_PHASES}"));
    let model = "models/tour/03_transaction.mover";
    for words in [vec!["check", model, "--check-reduction"], vec!["movers", model]] {
        let (status, text) = said(&[&words[..], &["--rules", &path]].concat());
        assert!(!["so far", "partial", "bound"].iter().any(|w| text.contains(w)), "{text}");
        assert_eq!(status, if words[0] == "check" { 3 } else { 0 }, "{text}");
    }
    let sound = written("no_phases_sound", &format!("//@ claim: sound\n{NO_PHASES}"));
    let (status, text) = said(&["check", "models/classic/transfer.mover", "--rules", &sound, "--check-reduction"]);
    assert_eq!(status, 0, "{text}");
    assert!(text.contains("every interleaving agrees (27426 states)"), "{text}");
}

#[test]
fn facts_are_asked_for_as_they_are_printed() {
    let inside = "include reduction;
relation Inside(Tid, State);
Inside(t, s) <-- Sigma(s), Prog(p), for t in p.threads(), if !p.is_outside(t, p.node(t, s));
relation InsideCount(Tid, Number);
InsideCount(t, k) <-- Prog(p), for t in p.threads(), agg k = count() in Inside(t, _);";
    let path = written("inside_count", inside);
    let model = "models/tour/03_transaction.mover";
    let (_, all) = said(&["query", model, "InsideCount(1, k)", "--rules", &path]);
    let k = all.lines().find_map(|l| l.trim().parse::<u32>().ok()).unwrap_or_else(|| panic!("{all}"));
    let explained = |k: u32| said(&["explain", model, &format!("InsideCount(1, {k})"), "--rules", &path]);
    assert_eq!((explained(k).0, explained(k + 1).0), (0, 1), "{}", explained(k).1);
    let (status, text) = said(&["why-not", "models/cpc/figure3.mover", "Removed(y, m)", "--rules", "locks"]);
    assert!(status == 1 && text.contains("`Removed(y, m)` is not derived"), "{text}");
    for command in ["explain", "why-not"] {
        let (status, text) = said(&[command, model, "Omega(pc1=A, t=0)"]);
        assert!(status == 2 && text.contains("`t` is a local variable"), "{text}");
    }
}

/// In queries as among the side conditions.
#[test]
fn what_n_and_l_leave_is_r() {
    let path = written("r_is_left", &OUTSIDE_AT_START.replace("summaries", "reduction"));
    let query = "At(t, s, n), !N(t, n), !L(t, n), !R(t, n)";
    assert_eq!(said(&["query", "models/cpc/figure1.mover", query, "--rules", &path]).0, 1);
}

/// What is printed as a command can be run.
#[test]
fn commands_name_the_file() {
    let path = written("named_otherwise", "//@ name: another\n//@ claim: misses errors\ninclude reduction;");
    let (status, text) = said(&["why-not", "models/cpc/figure1.mover", "wrong", "--rules", &path]);
    assert!(status == 0 && text.contains(&format!("--rules {path}")), "{text}");
}

#[test]
fn a_file_called_like_a_ruleset_is_told_apart() {
    let path = written("reduction", &format!("//@ claim: misses errors\n{NO_PHASES}"));
    let (_, text) = said(&["compare", "models/cpc/figure1.mover", "--rules", &format!("reduction,{path}")]);
    assert!(text.contains("reduction.rules"), "{text}");
}

#[test]
fn facts_that_are_not_known_have_a_reason() {
    let pair = "cpc,reduction";
    let (_, text) = said(&["contrast", "models/cpc/figure1.mover", "--rules", pair, "--search", "1"]);
    assert!(text.contains("not known: `cpc` is a search, without rules"), "{text}");
}

/// The first message, and the help.
#[test]
fn mistakes_are_told_with_what_to_do() {
    let cases = [
        ("include reduction;\nT(t, n, n2) <-- Prog(p), for n2 in p.u(t, n);", "no relation `T`", "`p.t(..)`"),
        ("include reduction;\nPreCommit(n) <-- Prog(p);", "no relation `PreCommit`", "`p.is_pre_commit(..)`"),
        ("include reduction\nN(t, n) <-- Prog(p), if p.starts(t, n);", "expected `;` after `include reduction`", ""),
        ("include reduction;\nN(t, n) :- Prog(p);", "expected `<--`, found `:-`", ""),
        ("include reduction;\ndrop (R7);", "no rule `(R7)`", "(U-)"),
        ("include reduction;\nrelation A(Number);\nA(k) <-- Prog(p), let k = 9223372036854775807;", "too large", ""),
        ("include dynamic;\nRM(t, n) <-- Prog(p), if false;", "`RM` is not asked of blocks", ""),
    ];
    for (text, message, help) in cases {
        let wrong = RulesFile::load("file", text).expect_err(text);
        assert!(wrong[0].message.contains(message), "{text}: {}", wrong[0].message);
        assert!(wrong[0].help.as_deref().unwrap_or_default().contains(help), "{text}: {:?}", wrong[0].help);
    }
    let (status, text) = said(&["query", "models/cpc/figure1.mover", "Omega(pc1=L0"]);
    assert!(status == 2 && text.contains("closing bracket"), "{text}");
}

#[test]
fn the_only_answer_of_a_file_has_no_number() {
    let rules = Rules::parse_text(ALWAYS_PRE).unwrap();
    let tags: Vec<&str> = rules.definitions.iter().map(|d| d.rule.tag.as_str()).collect();
    assert_eq!(tags.iter().filter(|tag| **tag == "(U)").count(), 2, "{tags:?}");
}
