//! The outcome of a check as JSON, schema 1.

use super::Checked;
use super::story::transaction;
use crate::driver::{Confirmation, Counted, Failed, Profile};
use crate::ir::Program;
use crate::movers::Class;
use serde_json::{Map, Value, json};

/// The object that `check --format json` prints.
pub fn check_json(c: &Checked<'_>) -> Value {
    let o = c.outcome;
    let relations: Map<String, Value> = o.relations.iter().map(|(n, size)| (n.to_string(), json!(size))).collect();
    let lfs: Vec<&str> = o.ends().map(|l| c.program.location(l).name.as_str()).collect();
    let mut object = json!({
        "schema": 1,
        "model": c.model,
        "rules": c.engine.name(),
        "verdict": o.verdict.name(),
        "states": o.states,
        "transitions": o.transitions,
        "nodes": o.nodes,
        "relations": relations,
        "bound": o.bound.map(|b| b.name()),
        "bound_met": o.met_at,
        "rounds": o.rounds,
        "states_of_earlier_rounds": o.earlier,
        "movers": c.engine.reduces().then_some(c.movers),
        "transactions_end_at": lfs,
        "side_conditions": super::text::side_conditions(c),
        "symmetry": super::ways::symmetry_json(o),
        "groups": super::ways::groups_json(o),
        "stuck": super::deadlock::stuck_json(c),
        "ends_holding": super::deadlock::ends_holding_json(c),
        "vacuity": super::vacuity::vacuity_json(c),
        "why_endless": o.endless.as_ref().map(|v| super::termination::endless(c.program, v)),
        "growing": super::growing::growing_json(c.program, o),
        "slice": super::slice::slice_json(o),
        "spinlocks": super::ways::spinlocks_json(o),
        "acceleration": super::ways::accelerated_json(c),
        "uncounted": super::ways::uncounted_json(c),
        "memory_orders": super::ways::orders_json(c.program),
        "symbolic": super::effort::symbolic_json(o),
        "contexts": super::effort::contexts_json(o),
        "any_number_of_threads": match (o.counted, &o.viewed) {
            (Some(Counted::UpTo(most)), _) => json!({ "counted_up_to": most }),
            (_, Some(found)) if found.any_number => super::effort::viewed_json(found),
            _ => Value::Null,
        },
        "each_two": o.viewed.as_ref().filter(|found| !found.any_number).map(super::effort::viewed_json),
        "without_names": o.counted == Some(Counted::Each),
        "delays": o.delays,
        "seconds": c.seconds,
        "peak_bytes": c.peak_bytes,
        "wrong": o.failed.as_ref().map(|f| wrong(c.program, f, c.original)),
    });
    if let Some(attempts) = c.attempts {
        object["attempts"] = super::raise::attempts_json(attempts);
        object["raised_in_vain"] = json!(super::raise::in_vain(c));
    }
    if let Some(file) = c.engine.file() {
        object["file_claims"] = json!(file.claim.map(super::rules::claim));
        object["interleaving"] = json!(c.outcome.confirmation.as_ref().map(|found| match found {
            Confirmation::Agrees(_) => "agrees",
            Confirmation::Refutes(_) => "refutes",
            Confirmation::Open => "too many states",
        }));
    }
    object
}

/// The same without the trace.
pub(super) fn result_json(c: &Checked<'_>) -> Value {
    let mut result = check_json(c);
    result.as_object_mut().expect("a check is an object").remove("wrong");
    result
}

pub(super) fn wrong(program: &Program, failed: &Failed, original: bool) -> Value {
    let at = program.location(failed.loc);
    let mut wrong = json!({
        "thread": failed.thread.0,
        "location": at.name,
        "line": at.line,
        "kind": failed.failure.kind.name(),
        "message": failed.failure.message,
        "transactions": failed.story.iter().map(|t| transaction(program, t)).collect::<Vec<_>>(),
    });
    if original {
        wrong["original"] = failed.original.iter().map(|t| transaction(program, t)).collect();
    }
    wrong
}

/// The object that `movers --format json` prints.
pub(super) fn movers_json(c: &Checked<'_>) -> Value {
    let locations = c.program.locations.iter().zip(&c.outcome.profiles);
    let visited = locations.filter(|(_, p)| !p.threads.is_empty());
    let one = |(at, p): (&crate::ir::Location, &Profile)| {
        json!({
            "procedure": c.program.procedures[at.procedure as usize].name,
            "location": at.name,
            "line": at.line,
            "action": at.text,
            "movers": p.moves.iter().map(|m| m.letter().to_string()).collect::<Vec<_>>(),
            "phases": p.phases.iter().map(|p| phase(*p)).collect::<Vec<_>>(),
            "classes": p.classes.iter().map(|c| class(*c)).collect::<Vec<_>>(),
            "threads": p.threads.iter().map(|t| t.0).collect::<Vec<_>>(),
        })
    };
    json!({
        "model": c.model,
        "rules": c.engine.name(),
        "movers": c.movers,
        "bound": c.outcome.bound.map(|b| b.name()),
        "locations": visited.map(one).collect::<Vec<_>>(),
    })
}

pub(super) fn phase(pre_commit: bool) -> &'static str {
    if pre_commit { "pre-commit" } else { "post-commit" }
}

pub(super) fn class(c: Class) -> &'static str {
    match c {
        Class::Right => "R",
        Class::Left => "L",
        Class::Outside => "N",
    }
}
