//! `moverlog explain`.

use super::args::ExplainArgs;
use super::failure::Failure;
use super::summaries::partial_by;
use super::timed::{options, with_progress};
use super::{Memory, Status, print, read_model, rules};
use crate::driver::{Bound, Control, Engine};
use crate::model::Model;
use crate::queries::{self, Explained, FactPattern, Telling, Tree};
use crate::report::{Asked, Explanation, Format};

pub(super) fn run(args: &ExplainArgs, memory: Memory) -> Result<Status, Failure> {
    if args.format == Format::Svg && args.all.is_some() {
        let why = Failure::refused("`--all` has no effect here: `--format svg` draws one derivation");
        return Err(why.with_help("leave out one of them"));
    }
    let engine = rules::chosen(&args.rules, args.rules_file.as_deref(), &args.common)?;
    let rules = rules::read(engine)?;
    let model = read_model(&args.model, &args.common)?;
    let pattern = FactPattern::parse(&args.fact, &rules, &model.program).map_err(Failure::refused)?;
    let options = options(&model, &args.common);
    let work = |control: &Control<'_>| {
        let telling = Telling { first: args.first, ways: args.all.unwrap_or_default(), deep: args.deep };
        let found = queries::explain(&model.program, engine, &options, control, &pattern, telling);
        (found, control.hit())
    };
    let (found, bound) = with_progress(engine.name(), &args.common, memory, work);
    let found = found.map_err(|claims| Failure::claims(&model, &claims, &args.common))?;
    told(args, &model, engine, &found, bound)
}

pub(super) fn asked<'a>(model: &'a Model, engine: Engine<'a>, fact: &'a str, bound: Option<Bound>) -> Asked<'a> {
    let (rules, program, bound) = (engine.name(), &model.program, bound.map(Bound::name));
    Asked { model: &model.name, rules, argument: engine.argument(), fact, program, phases: engine.has_phases(), bound }
}

/// Without a number `--all` names what other derivations rest on; with one it is unfolded.
fn explanation<'a>(args: &ExplainArgs, asked: &'a Asked<'a>, tree: &'a Tree) -> Explanation<'a> {
    let depth = args.depth.unwrap_or(usize::MAX);
    let (ways, others) = match args.all {
        None => (1, None),
        Some(0) => (usize::MAX, None),
        Some(ways) => (ways, Some(args.depth.unwrap_or(OTHERS_DEPTH))),
    };
    Explanation { asked, tree, ways, others, depth }
}

/// How deep the facts of other derivations are unfolded unless something else is said.
const OTHERS_DEPTH: usize = 3;

fn told(
    args: &ExplainArgs,
    model: &Model,
    engine: Engine,
    found: &Explained,
    bound: Option<Bound>,
) -> Result<Status, Failure> {
    let asked = asked(model, engine, &args.fact, bound);
    match found {
        Explained::Tree(tree) => {
            print(&explanation(args, &asked, tree), args.format);
            Ok(partial_by(bound))
        }
        Explained::Several(facts, count) => {
            let why = Failure::refused(asked.candidates(facts, *count));
            Err(why.with_help("name one by its number, or add `--first`"))
        }
        Explained::NoneOf(near) => {
            let none = Failure::nothing(Status::No, asked.nothing_matches(near));
            Err(match bound {
                Some(bound) => none.and(Failure::partial(bound)),
                None => none,
            })
        }
        Explained::Unfinished => Err(bound.map_or(Failure::inconclusive("the run did not end"), Failure::partial)),
    }
}
