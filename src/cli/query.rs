//! `moverlog query`.

mod lines;

use super::args::QueryArgs;
use super::explain::asked;
use super::failure::Failure;
use super::timed::{options, with_progress};
use super::{Memory, Status, print, read_model, rules};
use crate::derivation::Rules;
use crate::driver::{Control, Engine};
use crate::ir::Program;
use crate::model::Model;
use crate::queries::{self, Fixpoint, Query};
use crate::report::Answered;
use moverlog_rules::Question;
use std::collections::BTreeSet;

pub(super) fn run(args: &QueryArgs, memory: Memory) -> Result<Status, Failure> {
    let engine = rules::chosen(&args.rules, args.rules_file.as_deref(), &args.common)?;
    let rules = rules::read(engine)?;
    let model = read_model(&args.model, &args.common)?;
    let asking = Asking { args, model: &model, engine };
    let first = args.query.as_deref().map(|text| Ok((text, asking.read(text, &rules)?))).transpose()?;
    let work = |control: &Control<'_>| {
        let ask = |fixpoint: &Fixpoint<'_>| {
            let first =
                first.map_or(Some(Status::Yes), |(text, query)| asking.answer((fixpoint, control), text, &query));
            if args.interactive { asking.each((fixpoint, control), first) } else { first }
        };
        let options = options(&model, &args.common);
        (queries::with_fixpoint(&model.program, engine, &options, control, ask), control.hit())
    };
    // On a terminal a prompt follows.
    let mut common = args.common.clone();
    common.quiet |= args.interactive;
    let (found, bound) = with_progress(engine.name(), &common, memory, work);
    let found = found.map_err(|claims| Failure::claims(&model, &claims, &args.common))?;
    match (found.flatten(), bound) {
        (_, Some(bound)) => Err(Failure::partial(bound)),
        (found, None) => found.ok_or_else(|| Failure::inconclusive("the run did not end")),
    }
}

/// Queries under some flags.
struct Asking<'a> {
    args: &'a QueryArgs,
    model: &'a Model,
    engine: Engine<'a>,
}

impl Asking<'_> {
    fn read(&self, text: &str, rules: &Rules) -> Result<Query, Failure> {
        let wrong = |found| Failure::text("query", text, found, &self.args.common);
        Query::parse(text, rules, &self.model.program).map_err(wrong)
    }

    /// Prints the answers; nothing once a bound has ended the run.
    fn answer(&self, (fixpoint, control): (&Fixpoint<'_>, &Control<'_>), text: &str, query: &Query) -> Option<Status> {
        let answers = fixpoint.answers(query, self.args.limit)?;
        let asked = asked(self.model, self.engine, text, control.hit());
        print(&Answered { asked: &asked, answers: &answers }, self.args.format);
        Some(if answers.total > 0 { Status::Yes } else { Status::No })
    }

    /// Answers a query a line, until there are no more or a bound has ended the run.
    fn each(&self, on: (&Fixpoint<'_>, &Control<'_>), mut status: Option<Status>) -> Option<Status> {
        let mut lines = lines::Lines::new(words(on.0.rules(), &self.model.program));
        while let Some(line) = lines.next().filter(|_| status.is_some()) {
            status = match self.read(&line, on.0.rules()) {
                Ok(query) => self.answer(on, &line, &query).and(status),
                Err(wrong) => Some(wrong.tell(false)),
            };
        }
        status
    }
}

/// What may stand in a query besides variables: relations, questions, locations, procedures, variables.
fn words(rules: &Rules, program: &Program) -> Vec<String> {
    let relations = rules.relations.iter().map(|(name, _)| name.clone()).filter(|name| name != "Prog");
    let questions = Question::ALL.iter().map(|q| q.relation().to_string());
    let locations = program.locations.iter().map(|l| l.name.clone());
    let procedures = program.procedures.iter().map(|p| p.name.clone());
    let globals = program.globals.iter().map(|g| g.name.clone());
    let all: BTreeSet<String> = relations.chain(questions).chain(locations).chain(procedures).chain(globals).collect();
    all.into_iter().collect()
}
