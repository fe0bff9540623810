//! `moverlog explain`.

use super::args::{ExplainArgs, ProofFormat};
use super::timed::{options, with_progress};
use super::{Memory, Status, answer, answer_json, complain, read_model, rules};
use crate::driver::{Bound, Control, Engine};
use crate::model::Model;
use crate::queries::{self, Explained, Fact, FactPattern};
use crate::report::{self, Explanation};

pub(super) fn run(args: &ExplainArgs, memory: Memory) -> Status {
    let chosen = rules::chosen(&args.rules, args.rules_file.as_deref(), &args.common);
    let Some((engine, rules)) = chosen.and_then(|e| Some((e, rules::read(e)?))) else { return Status::Usage };
    let Some(model) = read_model(&args.model, &args.common) else { return Status::Usage };
    let pattern = match FactPattern::parse(&args.fact, &rules, &model.program) {
        Ok(pattern) => pattern,
        Err(why) => {
            complain(&format!("error: {why}"));
            return Status::Usage;
        }
    };
    explained(args, &model, engine, &pattern, memory)
}

fn explained(args: &ExplainArgs, model: &Model, engine: Engine, pattern: &FactPattern, memory: Memory) -> Status {
    let options = options(model, &args.common);
    let work = |control: &Control<'_>| {
        let found = queries::explain(&model.program, engine, &options, control, pattern, args.first);
        (found, control.hit())
    };
    let (found, bound) = with_progress(engine.name(), &args.common, memory, work);
    match found {
        Err(claims) => {
            super::show(&report::refused(&model.program, &claims), &model.name, &model.text, &args.common);
            Status::Usage
        }
        Ok(found) => told(args, model, engine, &found, bound),
    }
}

fn told(args: &ExplainArgs, model: &Model, engine: Engine, found: &Explained, bound: Option<Bound>) -> Status {
    let phases = engine.reduces();
    match found {
        Explained::Tree(tree) => {
            let bound = bound.map(Bound::name);
            let program = &model.program;
            let fact = &args.fact;
            print(args, &Explanation { model: &model.name, rules: engine.name(), fact, program, tree, phases, bound });
        }
        Explained::Several(facts, count) => return several(model, phases, facts, *count),
        Explained::NoneOf(count, near) => {
            complain(&report::nothing_matches(&model.program, phases, &args.fact, *count, near));
        }
        Explained::Unfinished => {}
    }
    match (bound, found) {
        (Some(bound), _) => {
            complain(&format!("warning: partial, a bound was hit ({})", bound.name()));
            Status::Inconclusive
        }
        (None, Explained::NoneOf(..)) => Status::No,
        (None, Explained::Unfinished) => Status::Inconclusive,
        (None, _) => Status::Yes,
    }
}

fn several(model: &Model, phases: bool, facts: &[Fact], count: usize) -> Status {
    complain(&report::candidates(&model.program, phases, facts, count));
    Status::Usage
}

fn print(args: &ExplainArgs, e: &Explanation<'_>) {
    match args.format {
        ProofFormat::Text => answer(&report::explain_text(e, args.all)),
        ProofFormat::Json => answer_json(&report::explain_json(e, args.all)),
        ProofFormat::Latex => answer(&report::explain_latex(e, args.all)),
        ProofFormat::Markdown => answer(&report::explain_markdown(e, args.all)),
    }
}
