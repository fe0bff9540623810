//! The rules run as text derive what the compiled rules derive, and say why.

use moverlog::derivation::{Derivations, FactId, Rules, derive};
use moverlog::driver::{Control, Instance, Limits, Partition, Phases};
use moverlog::ir::Program;
use moverlog::model::load;
use moverlog::movers::{Movers, Protection};
use moverlog::semantics::{Configuration, Semantics};
use moverlog_rules::{RULESETS, Ruleset, State, ruleset};
use std::collections::BTreeSet;

const MODELS: [&str; 7] = [
    "cpc/figure1",
    "cpc/figure3",
    "qrr/figure4",
    "qrr/example4",
    "fq/wait_notify",
    "classic/peterson",
    "classic/stack_recursion",
];

fn program(name: &str) -> Program {
    let path = format!("models/{name}.mover");
    let text = std::fs::read_to_string(&path).unwrap();
    load(&path, &text, &[]).0.unwrap().program
}

/// Runs `body` on a fresh instance: state numbers depend on the order of questions.
fn with_instance<A>(program: &Program, ruleset: &Ruleset, body: impl FnOnce(&Instance<'_>) -> A) -> A {
    let semantics = Semantics::new(program);
    let control = Control::from(Limits { max_stack: 6, ..Limits::default() });
    let locksets = |assumed: &Protection| {
        let movers = Movers::Protection(assumed.clone());
        let partition = Partition { phases: None, ..Partition::default() };
        let instance = Instance::new(&semantics, &movers, partition, &control);
        (moverlog_rules::ruleset("interleaving").unwrap().solve)(&instance);
        instance.observed().unwrap()
    };
    let movers = Movers::Protection(locksets(&Protection::initial(program)));
    let partition = Partition { phases: ruleset.reduces().then_some(Phases::Inside), ..Partition::default() };
    body(&Instance::new(&semantics, &movers, partition, &control))
}

/// A state as the stores it stands for.
fn decoded(instance: &Instance<'_>, s: State) -> String {
    let Configuration { global, locals, stacks } = instance.configuration(s);
    let semantics = instance.semantics;
    let local = |l| (semantics.loc(l), semantics.is_wrong(l), (!semantics.is_wrong(l)).then(|| semantics.registers(l)));
    let locals: Vec<_> = locals.into_iter().map(local).collect();
    let stacks: Vec<_> = stacks.into_iter().map(|s| frames(semantics, s)).collect();
    format!("{:?} {locals:?} {stacks:?}", semantics.globals(global))
}

fn frames(semantics: &Semantics<'_>, mut s: moverlog_rules::Stack) -> Vec<Vec<i32>> {
    let mut frames = vec![];
    while let Some((tail, f)) = semantics.top(s) {
        frames.push(semantics.saved_registers(f));
        s = tail;
    }
    frames
}

#[test]
fn text_and_compiled_rules_derive_the_same() {
    for (model, ruleset) in MODELS.iter().flat_map(|m| RULESETS.iter().map(move |r| (m, r))) {
        let program = program(model);
        let rules = Rules::parse(ruleset.sources).unwrap();
        let compiled = with_instance(&program, ruleset, |instance| {
            let solution = (ruleset.solve)(instance);
            let states = (0..instance.state_count() as u32).map(|s| decoded(instance, State(s)));
            (solution.relations, states.collect::<BTreeSet<_>>())
        });
        let interpreted = with_instance(&program, ruleset, |instance| {
            let found = derive(&rules, instance);
            let states = rules.relation(&compiled.0[0].0).unwrap();
            let states: Vec<State> = found.facts(states).map(|(_, columns)| State(columns[0])).collect();
            let size = |name| found.facts(rules.relation(name).unwrap()).count();
            let relations: Vec<_> = compiled.0.iter().map(|(name, _)| (name.clone(), size(name))).collect();
            (relations, states.iter().map(|s| decoded(instance, *s)).collect::<BTreeSet<_>>())
        });
        assert_eq!(compiled, interpreted, "{model} {}", ruleset.name);
    }
}

#[test]
fn first_derivations_are_lowest_and_well_founded() {
    let ruleset = ruleset("reduction").unwrap();
    let rules = Rules::parse(ruleset.sources).unwrap();
    with_instance(&program("qrr/figure4"), ruleset, |instance| {
        let found = derive(&rules, instance);
        let sigma = rules.relation("Sigma").unwrap();
        for (id, _) in found.facts(sigma) {
            assert_first_is_lowest(&found, id);
        }
        let tags = |id: FactId| found.of(id).iter().map(|d| rules.rules[d.rule].tag.as_str()).collect::<Vec<_>>();
        let used: BTreeSet<&str> = found.facts(sigma).flat_map(|(id, _)| tags(id)).collect();
        assert_eq!(used, BTreeSet::from(["(INIT)", "(STEP)", "(PUSH)", "(POP)"]));
    });
}

fn assert_first_is_lowest(found: &Derivations, id: FactId) {
    let height = |premises: &[FactId]| 1 + premises.iter().map(|p| found.height(*p)).max().unwrap_or(0);
    let heights: Vec<u32> = found.of(id).iter().map(|d| height(&d.premises)).collect();
    assert_eq!(heights[0], found.height(id));
    assert_eq!(heights.iter().min(), Some(&found.height(id)));
    assert!(found.of(id)[0].premises.iter().all(|p| *p < id), "a derivation rests on earlier facts");
}

/// Every rule has its name and its paper form, and none is overlooked.
#[test]
fn every_rule_carries_its_paper_form() {
    for ruleset in RULESETS {
        let rules = Rules::parse(ruleset.sources).unwrap();
        let arrows: usize = ruleset.sources.iter().map(|s| s.matches("<--\n").count()).sum();
        assert_eq!(rules.rules.len(), arrows, "{}", ruleset.name);
        for rule in &rules.rules {
            assert!(rule.tag.starts_with('(') && rule.tag.ends_with(')'), "{}: {:?}", ruleset.name, rule.tag);
            assert!(rule.paper_form.contains("----"), "{}: {}", ruleset.name, rule.tag);
        }
    }
}
