//! `moverlog why-not`.

use super::args::WhyNotArgs;
use super::explain::asked;
use super::failure::Failure;
use super::summaries::partial_by;
use super::timed::{options, with_progress};
use super::{Memory, Status, print, read_model, rules};
use crate::driver::{Bound, Control, Engine};
use crate::model::Model;
use crate::queries::{self, FactPattern, WhyNot};
use crate::report::Underived;

pub(super) fn run(args: &WhyNotArgs, memory: Memory) -> Result<Status, Failure> {
    let engine = rules::chosen(&args.rules, args.rules_file.as_deref(), &args.common)?;
    let rules = rules::read(engine)?;
    let model = read_model(&args.model, &args.common)?;
    let pattern = FactPattern::parse(&args.fact, &rules, &model.program).map_err(Failure::refused)?;
    if let FactPattern::Number(_) = pattern {
        let why = Failure::refused("a number is a fact's that holds");
        return Err(why.with_help("name a relation: `Sum(foo, L0 -> L5)`"));
    }
    let options = options(&model, &args.common);
    let oracle = Engine::interleaving();
    let work = |control: &Control<'_>| {
        let found = queries::why_not(&model.program, [engine, oracle], &options, control, &pattern);
        (found, control.hit())
    };
    let (found, bound) = with_progress(engine.name(), &args.common, memory, work);
    let found = found.map_err(|claims| Failure::claims(&model, &claims, &args.common))?;
    Ok(told(args, &model, engine, &found, bound))
}

fn told(args: &WhyNotArgs, model: &Model, engine: Engine, found: &WhyNot, bound: Option<Bound>) -> Status {
    print(&Underived { asked: &asked(model, engine, &args.fact, bound), found }, args.format);
    match (partial_by(bound), found) {
        (Status::Yes, WhyNot::Holds(..)) => Status::Yes,
        (Status::Yes, WhyNot::Not(_)) => Status::No,
        _ => Status::Inconclusive,
    }
}
