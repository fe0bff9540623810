//! `moverlog facts`.

use super::args::{FactsArgs, Tables};
use super::failure::Failure;
use super::timed::{mover_mode, options, with_progress};
use super::{Memory, Status, answer, read_model, rules};
use crate::driver::Control;
use crate::queries;
#[cfg(feature = "parquet")]
use crate::report::FactColumns;
use crate::report::{self, Facts};
use serde_json::Value;
use std::fs;
use std::io;
use std::path::Path;

/// The file by which a directory is known to be an earlier output.
const SCHEMA: &str = "schema.json";
const DECLARATIONS: &str = "facts.dl";
const RULES: &str = "rules.dl";

pub(super) fn run(args: &FactsArgs, memory: Memory) -> Result<Status, Failure> {
    refuse(args.format)?;
    let engine = rules::chosen(&args.rules, args.rules_file.as_deref(), &args.common)?;
    rules::read(engine)?;
    let model = read_model(&args.model, &args.common)?;
    let earlier = earlier(Path::new(&args.out)).map_err(Failure::refused)?;
    let options = options(&model, &args.common);
    let work = |control: &Control<'_>| queries::facts(&model.program, engine, &options, control);
    let base = with_progress(engine.name(), &args.common, memory, work);
    let base = base.map_err(|claims| Failure::claims(&model, &claims, &args.common))?;
    let none = || Failure::inconclusive("a bound was hit before there were facts; nothing is written");
    let base = base.ok_or_else(none)?;
    let movers = mover_mode(&model, &args.common).name();
    let facts = Facts { model: &model.name, rules: engine.name(), movers, base: &base };
    write(Path::new(&args.out), &facts, &earlier, args.format)
        .map_err(|why| Failure::refused(format!("cannot write to `{}`: {why}", args.out)))?;
    answer(&report::facts_text(&facts, &args.out));
    Ok(if base.bound.is_some() { Status::Inconclusive } else { Status::Yes })
}

/// Refuses what the program was built without.
fn refuse(format: Tables) -> Result<(), Failure> {
    if format == Tables::Parquet && !cfg!(feature = "parquet") {
        let why = Failure::refused("this program was built without what `--format parquet` needs");
        return Err(why.with_help("build it with `cargo build --release --features parquet`"));
    }
    Ok(())
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
    let tables = relations.filter_map(|r| r["file"].as_str()).filter(|f| is_plain(f));
    Ok(tables.chain([DECLARATIONS, RULES]).map(str::to_string).collect())
}

/// Whether it names a table in the directory itself: a schema may have been changed by others.
fn is_plain(file: &str) -> bool {
    let path = Path::new(file);
    let ending = path.extension().and_then(|ending| ending.to_str());
    matches!(ending, Some("facts" | "parquet")) && path.file_name().is_some_and(|name| name == file)
}

/// Every table, and the schema last.
fn write(directory: &Path, facts: &Facts<'_>, earlier: &[String], format: Tables) -> io::Result<()> {
    fs::create_dir_all(directory)?;
    for file in earlier.iter().map(String::as_str) {
        match fs::remove_file(directory.join(file)) {
            Err(why) if why.kind() != io::ErrorKind::NotFound => return Err(why),
            _ => {}
        }
    }
    let schema = match format {
        Tables::Tsv => lines(directory, facts)?,
        Tables::Parquet => columns(directory, facts)?,
    };
    fs::write(directory.join(SCHEMA), format!("{schema:#}\n"))
}

/// Tables as lines, their declarations, and the rules.
fn lines(directory: &Path, facts: &Facts<'_>) -> io::Result<Value> {
    for table in &facts.base.tables {
        fs::write(directory.join(report::facts_file(table)), report::facts_rows(table))?;
    }
    fs::write(directory.join(DECLARATIONS), report::facts_declarations(facts.base))?;
    if let Some(rules) = report::facts_rules(facts) {
        fs::write(directory.join(RULES), rules)?;
    }
    Ok(report::facts_schema(facts))
}

/// Tables as Parquet files.
#[cfg(feature = "parquet")]
fn columns(directory: &Path, facts: &Facts<'_>) -> io::Result<Value> {
    let columns = FactColumns::of(facts);
    for table in &facts.base.tables {
        columns.write(table, fs::File::create(directory.join(FactColumns::file(table)))?)?;
    }
    Ok(columns.schema())
}

#[cfg(not(feature = "parquet"))]
fn columns(_: &Path, _: &Facts<'_>) -> io::Result<Value> {
    Err(io::ErrorKind::Unsupported.into())
}
