//! Flags that would do nothing are refused, with the reason.

use crate::support::command::run;

const MODEL: &str = "models/cpc/figure1.mover";

fn refused(words: &str) -> Option<String> {
    let output = run(&words.split(' ').collect::<Vec<_>>());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code() == Some(2)).then_some(said)
}

#[test]
fn flags_without_effect_are_refused_with_the_reason() {
    let cases = [
        (format!("check {MODEL} --heuristics reach"), "by `summaries`, but by `dynamic`"),
        (format!("check {MODEL} --rules cpc --heuristics locks"), "by `cpc`, but by `dynamic`"),
        (
            format!("check {MODEL} --rules dynamic --movers greatest"),
            "neither movers nor phases are asked for by `dynamic`",
        ),
        (
            format!("check {MODEL} --rules interleaving --initial-phase post"),
            "no thread is held back by `interleaving`",
        ),
        (format!("run {MODEL} --movers greatest"), "no engine runs; `--to wrong` asks for one"),
        (format!("check {MODEL} --rules cpc --phases inside"), "a search relies on the phases"),
        (format!("check {MODEL} --rules cpc --groups on"), "`cpc` cannot explore groups of threads"),
        (
            format!("check {MODEL} --rules interleaving --spinlocks on"),
            "`interleaving` has every step of the model as it is",
        ),
        ("tsg models/tsg/publish_first.run --heuristics reach".into(), "no engine runs"),
        (format!("compare {MODEL} --heuristics reach --rules cpc,scc"), "by `cpc`, `scc`, but by `dynamic`"),
        (format!("check {MODEL} --engine ic3 --movers greatest"), "`--engine` decides by a circuit"),
        (format!("check {MODEL} --engine bmc --initial-phase post"), "`--engine` decides by a circuit"),
        (format!("check {MODEL} --engine bmc --max-states 10"), "`--engine` decides by a circuit"),
        (format!("check {MODEL} --engine ic3 --rules static --heuristics reach"), "`--engine` decides by a circuit"),
        (format!("check {MODEL} --engine ic3 --slice on"), "`--engine` decides by a circuit"),
        (format!("compare {MODEL} --engine ic3 --max-stack 10"), "`--engine` decides by a circuit"),
    ];
    for (words, why) in cases {
        let said = refused(&words).unwrap_or_else(|| panic!("{words}: accepted"));
        assert!(said.starts_with("error: `--") && said.contains(why), "{words}: {said}");
    }
}

#[test]
fn flags_with_an_effect_are_taken() {
    let cases = [
        format!("check {MODEL} --movers greatest --initial-phase post"),
        format!("check {MODEL} --rules dynamic --heuristics locks"),
        format!("compare {MODEL} --rules cpc,interleaving --movers greatest"),
        format!("compare {MODEL} --rules cpc,dynamic --heuristics locks"),
        format!("compare {MODEL} --rules cpc,interleaving --spinlocks on"),
        format!("run {MODEL} --to wrong --initial-phase post"),
        format!("conditions {MODEL} --heuristics reach"),
        format!("check {MODEL} --engine ic3 --timeout 5"),
        format!("compare {MODEL} --rules cpc --engine ic3 --max-stack 10"),
    ];
    for words in cases {
        assert_eq!(refused(&words), None, "{words}");
    }
}
