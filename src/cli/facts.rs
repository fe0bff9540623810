//! `moverlog facts`.

use super::args::FactsArgs;
use super::timed::{mover_mode, options, with_progress};
use super::{Memory, Status, answer, complain, read_model, rules};
use crate::driver::Control;
use crate::queries;
use crate::report::{self, Facts};
use serde_json::Value;
use std::fs;
use std::io;
use std::path::Path;

/// The file by which a directory is known to be an earlier output.
const SCHEMA: &str = "schema.json";
const DECLARATIONS: &str = "facts.dl";

pub(super) fn run(args: &FactsArgs, memory: Memory) -> Status {
    let chosen = rules::chosen(&args.rules, args.rules_file.as_deref(), &args.common);
    let Some(engine) = chosen.filter(|e| rules::read(*e).is_some()) else { return Status::Usage };
    let Some(model) = read_model(&args.model, &args.common) else { return Status::Usage };
    let earlier = match earlier(Path::new(&args.out)) {
        Ok(files) => files,
        Err(why) => return refuse(&format!("error: {why}")),
    };
    let options = options(&model, &args.common);
    let work = |control: &Control<'_>| queries::facts(&model.program, engine, &options, control);
    let base = match with_progress(engine.name(), &args.common, memory, work) {
        Ok(Some(base)) => base,
        Ok(None) => {
            complain("inconclusive: a bound was hit before there were facts; nothing is written");
            return Status::Inconclusive;
        }
        Err(claims) => {
            super::show(&report::refused(&model.program, &claims), &model.name, &model.text, &args.common);
            return Status::Usage;
        }
    };
    let movers = mover_mode(&model, &args.common).name();
    let facts = Facts { model: &model.name, rules: engine.name(), movers, base: &base };
    if let Err(why) = write(Path::new(&args.out), &facts, &earlier) {
        return refuse(&format!("error: cannot write to `{}`: {why}", args.out));
    }
    answer(&report::facts_text(&facts, &args.out));
    if base.bound.is_some() { Status::Inconclusive } else { Status::Yes }
}

fn refuse(why: &str) -> Status {
    complain(why);
    Status::Usage
}

/// The files that an earlier run has left in the directory; why it must not be written to.
fn earlier(directory: &Path) -> Result<Vec<String>, String> {
    let shown = directory.display();
    let mut entries = match fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(vec![]),
        Err(why) => return Err(format!("cannot write to `{shown}`: {why}")),
    };
    if entries.next().is_none() {
        return Ok(vec![]);
    }
    let schema = fs::read_to_string(directory.join(SCHEMA)).ok();
    let schema = schema.and_then(|text| serde_json::from_str::<Value>(&text).ok());
    let ours = schema.filter(|s| s["tool"] == "moverlog" && s["relations"].is_array());
    let schema = ours.ok_or_else(|| format!("`{shown}` holds other files; name an empty or a new directory"))?;
    let relations = schema["relations"].as_array().into_iter().flatten();
    Ok(relations.filter_map(|r| r["file"].as_str()).filter(|f| is_plain(f)).map(str::to_string).collect())
}

/// Whether it names a table in the directory itself: a schema may have been changed by others.
fn is_plain(file: &str) -> bool {
    file.ends_with(".facts") && Path::new(file).file_name().is_some_and(|name| name == file)
}

/// Every table, and the schema last.
fn write(directory: &Path, facts: &Facts<'_>, earlier: &[String]) -> io::Result<()> {
    fs::create_dir_all(directory)?;
    for file in earlier.iter().map(String::as_str) {
        match fs::remove_file(directory.join(file)) {
            Err(why) if why.kind() != io::ErrorKind::NotFound => return Err(why),
            _ => {}
        }
    }
    for table in &facts.base.tables {
        fs::write(directory.join(report::facts_file(table)), report::facts_rows(table))?;
    }
    fs::write(directory.join(DECLARATIONS), report::facts_declarations(facts.base))?;
    fs::write(directory.join(SCHEMA), format!("{:#}\n", report::facts_schema(facts)))
}
