//! `moverlog check task.yml`: a task of SV-COMP, whose answers are known.

use super::args::{CheckArgs, Property};
use super::failure::Failure;
use super::{Memory, Status, answer, check, read_text};
use std::path::Path;
use yaml_rust2::{Yaml, YamlLoader};

pub(super) fn is_task(name: &str) -> bool {
    name.ends_with(".yml") || name.ends_with(".yaml")
}

/// What a task asks.
struct Task {
    program: String,
    data_model: String,
    /// Names of properties, and the answers that are expected.
    questions: Vec<(String, Option<bool>)>,
}

pub(super) fn run(args: &CheckArgs, memory: Memory) -> Result<Status, Failure> {
    let task = read(&args.model)?;
    let mut worst = Status::Yes;
    let asked = task.questions.iter().filter_map(|(name, expected)| Some((known(name)?, *expected)));
    let asked: Vec<_> = asked.filter(|(p, _)| args.property.is_none_or(|only| only == *p)).collect();
    for (name, _) in task.questions.iter().filter(|(name, _)| known(name).is_none()) {
        answer(&format!("{name}: not supported\n\n"));
    }
    if asked.is_empty() {
        return Err(Failure::refused("this task asks for no property that is supported")
            .with_help("they are unreach-call, no-data-race and no-deadlock"));
    }
    for (property, expected) in asked {
        let status = one(args, &task, property, memory)?;
        let found = match status {
            Status::Yes => Some(true),
            Status::No => Some(false),
            _ => None,
        };
        let differs = found.is_some() && expected.is_some() && found != expected;
        answer(&said(property, found, expected, differs));
        worst = worse(worst, if differs { Status::Disagreement } else { status });
    }
    Ok(worst)
}

fn one(args: &CheckArgs, task: &Task, property: Property, memory: Memory) -> Result<Status, Failure> {
    let mut args = CheckArgs { model: task.program.clone(), property: Some(property), ..args.clone() };
    args.witness = args.witness.filter(|_| property == Property::UnreachCall);
    args.common.c = args.common.c.with_data_model(&task.data_model);
    check::run(&args, memory)
}

/// The verdict in the words of SV-COMP, beside the one that is expected.
fn said(property: Property, found: Option<bool>, expected: Option<bool>, differs: bool) -> String {
    let word = |answer: Option<bool>| answer.map_or("unknown".to_string(), |a| a.to_string());
    let beside = match expected {
        _ if differs => format!("; EXPECTED {}", word(expected)),
        Some(_) => format!("; expected {}", word(expected)),
        None => String::new(),
    };
    format!("{}: {}{beside}\n\n", property.name(), word(found))
}

/// Of several answers the one that says most against the program.
fn worse(a: Status, b: Status) -> Status {
    let rank = |s: Status| {
        [Status::Yes, Status::Inconclusive, Status::No, Status::Disagreement, Status::Usage]
            .iter()
            .position(|x| *x == s)
    };
    if rank(a) >= rank(b) { a } else { b }
}

fn known(name: &str) -> Option<Property> {
    [Property::UnreachCall, Property::NoDataRace, Property::NoDeadlock].into_iter().find(|p| p.name() == name)
}

fn read(path: &str) -> Result<Task, Failure> {
    let text = read_text(path)?;
    let bad = |why: String| Failure::refused(format!("{path}: {why}"));
    let all = YamlLoader::load_from_str(&text).map_err(|e| bad(format!("no YAML: {e}")))?;
    let task = all.first().ok_or_else(|| bad("the file is empty".into()))?;
    let files = task["input_files"].as_str().or_else(|| task["input_files"][0].as_str());
    let file = files.ok_or_else(|| bad("`input_files` names no file".into()))?;
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    let questions =
        task["properties"].as_vec().map_or(vec![], |all| all.iter().filter_map(|p| question(p, folder)).collect());
    Ok(Task {
        program: folder.join(file).to_string_lossy().into_owned(),
        data_model: task["options"]["data_model"].as_str().unwrap_or("LP64").into(),
        questions,
    })
}

fn question(property: &Yaml, folder: &Path) -> Option<(String, Option<bool>)> {
    let file = property["property_file"].as_str()?;
    let stem = Path::new(file).file_stem()?.to_string_lossy().into_owned();
    let name = std::fs::read_to_string(folder.join(file)).ok().and_then(|text| named(&text)).unwrap_or(stem);
    Some((name, property["expected_verdict"].as_bool()))
}

/// The property that a `.prp` file writes down.
fn named(text: &str) -> Option<String> {
    let known = [
        ("call(reach_error())", "unreach-call"),
        ("call(__VERIFIER_error())", "unreach-call"),
        ("data-race", "no-data-race"),
        ("deadlock", "no-deadlock"),
    ];
    known.iter().find(|(sign, _)| text.contains(sign)).map(|(_, name)| name.to_string())
}
