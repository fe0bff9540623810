//! `moverlog why-not`.

use super::args::{Format, WhyNotArgs};
use super::timed::{options, with_progress};
use super::{Memory, Status, answer, answer_json, complain, read_model, rules};
use crate::driver::{Bound, Control, Engine};
use crate::model::Model;
use crate::queries::{self, FactPattern, WhyNot};
use crate::report::{self, Asked};

pub(super) fn run(args: &WhyNotArgs, memory: Memory) -> Status {
    let chosen = rules::chosen(&args.rules, args.rules_file.as_deref(), &args.common);
    let Some((engine, rules)) = chosen.and_then(|e| Some((e, rules::read(e)?))) else { return Status::Usage };
    let Some(model) = read_model(&args.model, &args.common) else { return Status::Usage };
    let pattern = match FactPattern::parse(&args.fact, &rules, &model.program) {
        Ok(FactPattern::Number(_)) => {
            Err("a number is a fact's that holds; name a relation: `Sum(foo, L0 -> L5)`".into())
        }
        read => read,
    };
    match pattern {
        Ok(pattern) => asked(args, &model, engine, &pattern, memory),
        Err(why) => {
            complain(&format!("error: {why}"));
            Status::Usage
        }
    }
}

fn asked(args: &WhyNotArgs, model: &Model, engine: Engine, pattern: &FactPattern, memory: Memory) -> Status {
    let options = options(model, &args.common);
    let oracle = Engine::interleaving();
    let work = |control: &Control<'_>| {
        let found = queries::why_not(&model.program, [engine, oracle], &options, control, pattern);
        (found, control.hit())
    };
    match with_progress(engine.name(), &args.common, memory, work) {
        (Err(claims), _) => {
            super::show(&report::refused(&model.program, &claims), &model.name, &model.text, &args.common);
            Status::Usage
        }
        (Ok(found), bound) => told(args, model, engine, &found, bound),
    }
}

fn told(args: &WhyNotArgs, model: &Model, engine: Engine, found: &WhyNot, bound: Option<Bound>) -> Status {
    let bound = bound.map(Bound::name);
    let phases = engine.reduces();
    let asked =
        Asked { model: &model.name, rules: engine.name(), fact: &args.fact, program: &model.program, phases, bound };
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
