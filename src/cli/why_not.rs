//! `moverlog why-not`.

use super::args::{Format, WhyNotArgs};
use super::check::{options, with_progress};
use super::{Memory, Status, answer, answer_json, complain, read_model};
use crate::derivation::Rules;
use crate::driver::{self, Bound, Control, FactPattern, WhyNot};
use crate::model::Model;
use crate::report::{self, Asked};
use moverlog_rules::Ruleset;

pub(super) fn run(args: &WhyNotArgs, memory: Memory) -> Status {
    let Some(ruleset) = super::explain::ruleset(&args.rules) else { return Status::Usage };
    let Some(model) = read_model(&args.model, &args.common) else { return Status::Usage };
    let rules = Rules::parse(ruleset.sources).expect("every ruleset can be read");
    let pattern = match FactPattern::parse(&args.fact, &rules, &model.program) {
        Ok(FactPattern::Number(_)) => {
            Err("a number is a fact's that holds; name a relation: `Sum(foo, L0 -> L5)`".into())
        }
        read => read,
    };
    match pattern {
        Ok(pattern) => asked(args, &model, ruleset, &pattern, memory),
        Err(why) => {
            complain(&format!("error: {why}"));
            Status::Usage
        }
    }
}

fn asked(args: &WhyNotArgs, model: &Model, ruleset: &'static Ruleset, pattern: &FactPattern, memory: Memory) -> Status {
    let options = options(model, &args.common);
    let oracle = moverlog_rules::ruleset("interleaving").expect("the oracle is always there");
    let work = |control: &Control<'_>| {
        let found = driver::why_not(&model.program, [ruleset, oracle], &options, control, pattern);
        (found, control.hit())
    };
    match with_progress(ruleset.name, &args.common, memory, work) {
        (Err(claims), _) => {
            super::show(&report::refused(&model.program, &claims), &model.name, &model.text, &args.common);
            Status::Usage
        }
        (Ok(found), bound) => told(args, model, ruleset, &found, bound),
    }
}

fn told(args: &WhyNotArgs, model: &Model, ruleset: &Ruleset, found: &WhyNot, bound: Option<Bound>) -> Status {
    let bound = bound.map(Bound::name);
    let phases = ruleset.reduces();
    let asked =
        Asked { model: &model.name, rules: ruleset.name, fact: &args.fact, program: &model.program, phases, bound };
    match (args.format, found) {
        (Format::Json, found) => answer_json(&report::why_not_json(&asked, found)),
        (Format::Text, WhyNot::Holds(fact, count)) => answer(&report::it_holds(&asked, fact, *count)),
        (Format::Text, WhyNot::Not(missing)) => answer(&report::why_not_text(&asked, missing)),
        (Format::Text, WhyNot::Unfinished) => {}
    }
    if let Some(bound) = bound {
        complain(&format!("warning: partial, a bound was hit ({bound})"));
        return Status::Inconclusive;
    }
    match found {
        WhyNot::Holds(..) => Status::Yes,
        WhyNot::Not(_) => Status::No,
        WhyNot::Unfinished => Status::Inconclusive,
    }
}
