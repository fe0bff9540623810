//! Pages: what their data hold, how hostile texts are kept, how large they get; and in a browser, if there is one.

use crate::support::command;
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::Command;

const FIGURE_3: &str = "models/cpc/figure3.mover";

fn page(words: &[&str]) -> Value {
    let output = command::run(&[&["report"], words, &["--format", "json"]].concat());
    serde_json::from_str(&command::out(&output)).unwrap_or_else(|e| panic!("{words:?}: {e}: {}", command::err(&output)))
}

fn html(words: &[&str]) -> String {
    command::out(&command::run(&[&["report"], words].concat()))
}

/// What stands in the element of the data.
fn embedded(html: &str) -> &str {
    let after = html.split_once("id=\"data\">").expect("data").1;
    after.split_once("</script>").expect("it ends").0
}

#[test]
fn states_change_by_the_steps_between_them() {
    let page = page(&[FIGURE_3]);
    let (steps, states) = (page["trace"]["steps"].as_array().unwrap(), page["trace"]["states"].as_array().unwrap());
    assert_eq!(steps.len() + 1, states.len());
    assert!(steps.iter().any(|s| s["commits"] == true) && steps.last().unwrap()["goes_wrong"] == true);
    for (step, around) in steps.iter().zip(states.windows(2)) {
        for (name, value) in step["changes"].as_object().unwrap() {
            assert_eq!(around[1]["globals"][name], *value, "{step}");
            assert_ne!(around[0]["globals"][name], *value, "{step}");
        }
        let others = around[0]["globals"].as_object().unwrap().iter().filter(|(n, _)| step["changes"][*n].is_null());
        others.for_each(|(name, value)| assert_eq!(around[1]["globals"][name], *value, "{step}"));
    }
}

#[test]
fn a_step_before_the_commit_point_is_pre_commit_and_one_after_it_post_commit() {
    let page = page(&[FIGURE_3]);
    let steps = page["trace"]["steps"].as_array().unwrap();
    let first: Vec<_> = steps.iter().filter(|s| s["transaction"] == 0).map(|s| (&s["phase"], &s["commits"])).collect();
    let commit = first.iter().position(|(_, commits)| **commits == true).expect("it commits");
    let expected = |i: usize| if i <= commit { "pre-commit" } else { "post-commit" };
    assert!(commit + 1 < first.len());
    first.iter().enumerate().for_each(|(i, (phase, _))| assert_eq!(**phase, expected(i)));
}

#[test]
fn a_step_of_the_trace_has_the_phase_and_letter_of_its_margin() {
    let second = |steps: &[Value]| steps.iter().any(|s| s["phase"] == "post-commit" && s["transaction"] != 0);
    for (model, later) in [("models/tour/01_race.mover", true), (FIGURE_3, false), ("models/qrr/figure4.mover", false)]
    {
        for rules in [&[][..], &["--rules", "reduction"], &["--rules", "cpc"]] {
            let page = page(&[&[model], rules].concat());
            let marks = page["source"]["marks"].as_array().expect("marks");
            let steps = page["trace"]["steps"].as_array().map_or(&[][..], |steps| steps);
            assert!(!later || second(steps), "{model}: a first step may be post-commit");
            for step in steps {
                let mark = marks.iter().find(|m| m["location"] == step["location"]).expect("it was visited");
                let has = |of: &str, what: &Value| mark[of].as_array().is_some_and(|all| all.contains(what));
                assert!(
                    has("phases", &step["phase"]) && has("letters", &step["mover"]),
                    "{model} {rules:?}: {step} {mark}"
                );
            }
        }
    }
}

#[test]
fn the_derivation_of_an_error_is_of_the_thread_that_the_verdict_names() {
    let two = "int x; int y; mutex m;
        void A() { acquire(m); x = 1; release(m); y = 1; assert(x == 0); }
        void B() { acquire(m); assert(x == 0); release(m); assert(y == 0); }
        P = { A() } || { B() };";
    for rules in ["reduction", "summaries", "dynamic", "interleaving"] {
        let repository = ["models/tour/01_race.mover", FIGURE_3, "models/dyn/figure8.mover"];
        let pages = repository.iter().map(|model| page(&[model, "--rules", rules]));
        for page in pages.chain([fed(&["--rules", rules], two).0]) {
            let last = page["trace"]["steps"].as_array().and_then(|steps| steps.last()).expect("it goes wrong");
            let (all, roots) = (&page["derivations"]["nodes"], page["derivations"]["roots"].as_array().expect("roots"));
            let root = roots.iter().find(|r| r["is"] == "wrong").expect("a thread goes wrong");
            assert_eq!(root["thread"], last["thread"], "{rules} {}", page["model"]);
            let fact = all.as_array().and_then(|all| all.iter().find(|n| n["id"] == root["fact"])).expect("its node");
            let shown = fact["shown"].as_str().unwrap_or_default();
            assert!(shown.contains(&format!("{} (wrong", last["thread"])), "{rules}: {shown}");
        }
    }
}

/// So many threads with a lock each, of which none notices another.
fn locks_of_their_own(threads: usize) -> String {
    let each = |i: usize| {
        format!(
            "mutex m{i}; int x{i}; void T{i}() {{ acquire(m{i}); x{i}++; release(m{i}); acquire(m{i}); release(m{i}); }}\n"
        )
    };
    let all: Vec<String> = (0..threads).map(|i| format!("{{ T{i}() }}")).collect();
    (0..threads).map(each).collect::<String>() + &format!("P = {};\n", all.join(" || "))
}

#[test]
fn where_no_rules_are_named_the_verdict_is_that_of_check() {
    let (page, _) = fed(&["--max-states", "3000"], &locks_of_their_own(20));
    assert_eq!((&page["verdict"]["name"], &page["counts"]["exploration"]), (&"safe".into(), &"check".into()));
    assert!(page["verdict"]["notes"][0].as_str().is_some_and(|n| n.contains("moverlog check")), "{}", page["verdict"]);
    assert_eq!(page["source"]["marks"].as_array().map(Vec::len), Some(100));
    let (small, _) = fed(&[], &locks_of_their_own(2));
    assert_eq!((&small["verdict"]["name"], &small["counts"]["exploration"]), (&"safe".into(), &"rules".into()));
    assert!(small["derivations"].is_object());
}

#[test]
fn the_rules_of_interleaving_hold_nobody_back() {
    let premises = |rules: &str| page(&[FIGURE_3, "--rules", rules])["rules_text"]["inferences"][1]["premises"].clone();
    assert_eq!(premises("interleaving"), serde_json::json!(["Sigma(g, ls, ss)", "T(t, g, ls(t), g', l')"]));
    assert!(premises("reduction").to_string().contains("for all u != t. N(u, g, ls(u))"));
}

#[test]
fn constants_that_were_set_are_told() {
    let model = ["models/classic/counter.mover", "--const", "N=2", "--const", "K=1"];
    assert_eq!(page(&model)["constants"], serde_json::json!({"N": 2, "K": 1}));
    assert_eq!(page(&model[..1])["constants"], serde_json::json!({}));
}

#[test]
fn margins_have_letters_where_there_are_phases() {
    let marks = |rules: &str| page(&[FIGURE_3, "--rules", rules])["source"]["marks"].as_array().map(Vec::len);
    assert!(marks("reduction") > Some(5) && marks("cpc") > Some(5));
    assert_eq!((marks("interleaving"), marks("dynamic")), (Some(0), Some(0)));
    let said = &page(&[FIGURE_3, "--rules", "dynamic"])["source"]["said"];
    assert!(said.to_string().contains("mover"), "{said}");
}

#[test]
fn every_premise_that_is_not_left_out_has_its_derivation() {
    for model in [FIGURE_3, "models/qrr/figure4.mover", "models/dyn/figure8.mover"] {
        let rules = if model.contains("dyn") { "dynamic" } else { "summaries" };
        let page = page(&[model, "--rules", rules]);
        let nodes = page["derivations"]["nodes"].as_array().unwrap();
        let ids: Vec<&Value> = nodes.iter().map(|n| &n["id"]).collect();
        assert_eq!(page["derivations"]["left_out"], 0, "{model}");
        assert_eq!(page["derivations"]["facts"], nodes.len(), "{model}");
        let premises = nodes.iter().flat_map(|n| n["premises"].as_array().unwrap());
        premises.for_each(|p| assert!(ids.contains(&p), "{model}: {p}"));
        let roots = page["derivations"]["roots"].as_array().unwrap();
        assert!(!roots.is_empty() && roots.iter().all(|r| ids.contains(&&r["fact"])), "{model}");
    }
}

#[test]
fn every_rule_of_a_derivation_is_among_the_inference_rules() {
    for words in [
        vec![FIGURE_3],
        vec![FIGURE_3, "--rules", "reduction"],
        vec!["models/fq/counter.mover", "--rules", "locks"],
        vec![FIGURE_3, "--rules-file", "rules/examples/n_per_store.rules"],
    ] {
        let page = page(&words);
        let names: Vec<&Value> =
            page["rules_text"]["inferences"].as_array().unwrap().iter().map(|i| &i["name"]).collect();
        let nodes = page["derivations"]["nodes"].as_array().unwrap();
        assert!(nodes.len() > 5, "{words:?}");
        nodes.iter().for_each(|n| assert!(names.contains(&&n["rule"]), "{words:?}: {} of {names:?}", n["rule"]));
    }
}

#[test]
fn texts_of_the_model_do_not_leave_the_element_that_holds_them() {
    let text = "// </script><script>alert(1)</script> <!-- \u{2028} ]]> & \"\nint x; void T() { assert(x == 1); } P = { T() };";
    let output = command::fed(&["report", "-"], text);
    let html = command::out(&output);
    let data = embedded(&html);
    assert!(!data.contains('<') && !data.contains('\u{2028}'));
    let page: Value = serde_json::from_str(data).expect("it is JSON");
    assert_eq!(page["source"]["text"], text);
    assert_eq!(html.matches("<script").count(), 2);
    assert_eq!(html.matches("</script").count(), 2);
}

#[test]
fn a_page_asks_for_nothing_else() {
    let html = html(&[FIGURE_3]);
    assert!(html.contains("default-src 'none'"));
    for word in ["http://", "https://", " src=", "@import", "url("] {
        let known = html.matches("http://www.w3.org/").count() * usize::from(word == "http://");
        assert_eq!(html.matches(word).count(), known, "{word}");
    }
}

#[test]
fn the_same_run_has_the_same_page() {
    for words in [vec![FIGURE_3], vec![FIGURE_3, "--rules", "cpc"], vec!["models/tsg/publish_first.run"]] {
        assert!(html(&words) == html(&words), "{words:?}");
    }
}

/// A page of a model on standard input, and its file.
fn fed(words: &[&str], model: &str) -> (Value, String) {
    let html = command::out(&command::fed(&[&["report", "-"], words].concat(), model));
    (serde_json::from_str(embedded(&html)).expect("it is JSON"), html)
}

#[test]
fn pages_of_large_models_are_small() {
    let model = "\
const N = 120; int x; int y;
void A() { int i = 0; while (i < N) { x = i; i = i + 1; } }
void B() { int i = 0; while (i < N) { y = i; i = i + 1; } }
void C() { assert(x + y < 2 * N - 2); }
P = { A() } || { B() } || { C() };";
    let (page, html) = fed(&["--rules", "interleaving"], model);
    assert!(page["counts"]["states"].as_u64() >= Some(100_000), "{}", page["counts"]);
    assert!(page["trace"].is_object() && page["derivations"].is_null());
    assert!(page["left_out"].to_string().contains("moverlog explain"), "{}", page["left_out"]);
    assert!(html.len() < 3_000_000, "{} bytes", html.len());
}

#[test]
fn a_run_that_is_cut_has_a_page_of_what_was_found() {
    let model = "int x; int y; void A() { while (true) { x = x + 1; } } void B() { while (true) { y = x; } } \
                 P = { A() } || { B() };";
    let words = ["report", "-", "--rules", "reduction", "--timeout", "0.3", "--format", "json"];
    let output = command::fed(&words, model);
    let page: Value = serde_json::from_str(&command::out(&output)).expect("it is JSON");
    assert_eq!(command::status(&output), 3);
    assert_eq!((&page["verdict"]["name"], &page["counts"]["bound"]), (&"inconclusive".into(), &"time".into()));
    assert!(page["source"]["marks"].as_array().is_some_and(|marks| !marks.is_empty()));
    assert!(page["derivations"].is_null() && page["left_out"].to_string().contains("derivations"));
}

#[test]
fn a_long_trace_has_its_end_on_the_page() {
    let model = "\
const N = 1500; int x;
void A() { int i = 0; while (i < N) { x = i; i = i + 1; } assert(x != N - 1); }
P = { A() };";
    let (page, html) = fed(&["--rules", "reduction"], model);
    let trace = &page["trace"];
    assert_eq!(trace["steps"].as_array().map(Vec::len), Some(2000));
    assert_eq!(trace["states"].as_array().map(Vec::len), Some(2001));
    assert!(trace["left_out"].as_u64() >= Some(1000), "{}", trace["left_out"]);
    assert_eq!(trace["steps"][1999]["goes_wrong"], true);
    assert!(html.len() < 3_000_000, "{} bytes", html.len());
}

#[test]
fn logs_of_runs_have_pages_and_no_rules() {
    let page = page(&["models/tsg/publish_first.run"]);
    assert_eq!(page["page"], "run");
    assert!(page["lattice"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
    let refused = command::run(&["report", "models/tsg/publish_first.run", "--rules", "cpc"]);
    assert_eq!(command::status(&refused), 2);
    assert!(command::err(&refused).contains("no rules run"), "{}", command::err(&refused));
}

#[test]
fn a_file_that_cannot_be_written_is_a_clear_error() {
    let refused = command::run(&["report", FIGURE_3, "-o", "target/no/such/folder/page.html"]);
    assert_eq!(command::status(&refused), 2);
    assert!(command::err(&refused).starts_with("error: cannot write to `target/no/such/folder/page.html`"));
}

#[test]
fn folders_are_compared_model_by_model() {
    let output = command::run(&["compare", "models/tour", "--rules", "reduction,interleaving", "--format", "html"]);
    let html = command::out(&output);
    let page: Value = serde_json::from_str(embedded(&html)).expect("it is JSON");
    let models: Vec<&str> = page["rows"].as_array().unwrap().iter().map(|r| r["model"].as_str().unwrap()).collect();
    assert_eq!(models.len(), 6);
    assert!(models.is_sorted() && models[0] == "models/tour/01_race.mover");
}

/// `npm test` in `web/`, which drives a browser with its network off. Skipped where there is none.
#[test]
fn a_browser_shows_it() {
    let browser = std::env::var("CHROMIUM").unwrap_or_else(|_| "/usr/bin/chromium".into());
    if !Path::new(&browser).exists() || !Path::new("web/node_modules/playwright-core").exists() {
        // Not `eprintln`, which is kept from sight where a test succeeds.
        let _ = writeln!(
            std::io::stderr(),
            "skipped: a_browser_shows_it needs {browser} (or $CHROMIUM) and `npm ci` in web/"
        );
        return;
    }
    if std::env::var_os("MOVERLOG_ENGINE").is_none() {
        let _ = writeln!(
            std::io::stderr(),
            "skipped: the studio without a server needs $MOVERLOG_ENGINE, which `web/engine.sh FILE` builds"
        );
    }
    let binary = env!("CARGO_BIN_EXE_moverlog");
    let mut tried = Command::new("npm");
    tried.arg("test").current_dir("web").env("MOVERLOG", binary).env("CHROMIUM", browser);
    let output = tried.output().expect("npm runs");
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}
