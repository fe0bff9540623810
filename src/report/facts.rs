//! A fact base as files: tables, their schema, their declarations in Soufflé's syntax.

#[cfg(feature = "parquet")]
mod columnar;
#[cfg(feature = "parquet")]
mod columns;
#[cfg(feature = "parquet")]
mod names;
#[cfg(feature = "parquet")]
mod parquet;

#[cfg(feature = "parquet")]
pub use columnar::FactColumns;

use crate::queries::{FactBase, Role, Rows, Table};
use moverlog_rules::Kind;
use serde_json::{Value, json};
use std::fmt::Write;

/// What the tables are of.
pub struct Facts<'a> {
    /// The model's file as the user named it.
    pub model: &'a str,
    pub rules: &'a str,
    pub movers: &'a str,
    pub base: &'a FactBase,
}

/// What columns hold. All but the last are numbers that mean something only together with the dictionaries
/// of the same run.
fn domains() -> impl Iterator<Item = &'static Kind> {
    Kind::ALL.iter().filter(|k| **k != Kind::Oracle && !k.is_of_graphs())
}

/// What `schema.json` says of the files beside it.
pub fn facts_schema(facts: &Facts<'_>) -> Value {
    let base = facts.base;
    let domain = |k: &Kind| json!({"name": k.name(), "says": k.says()});
    json!({
        "schema": 1,
        "tool": "moverlog",
        "model": facts.model,
        "rules": facts.rules,
        "movers": facts.movers,
        "complete": base.bound.is_none(),
        "bound": base.bound.map(|b| b.name()),
        "domains": domains().map(domain).collect::<Vec<_>>(),
        "relations": base.tables.iter().map(relation).collect::<Vec<_>>(),
    })
}

fn relation(table: &Table) -> Value {
    let column = |(name, kind): &(String, Kind)| json!({"name": name, "domain": kind.name()});
    json!({
        "name": table.name,
        "role": role(table.role),
        "file": facts_file(table),
        "columns": table.columns.iter().map(column).collect::<Vec<_>>(),
        "rows": table.rows.count(),
        "says": table.says,
    })
}

fn role(role: Role) -> &'static str {
    match role {
        Role::Input => "input",
        Role::Derived => "derived",
        Role::Dictionary => "dictionary",
    }
}

/// The name of a table's file.
pub fn facts_file(table: &Table) -> String {
    format!("{}.facts", table.name)
}

/// One row per line, tabulators between columns, no heading.
pub fn facts_rows(table: &Table) -> String {
    let line = |columns: Vec<String>| columns.join("\t") + "\n";
    match &table.rows {
        Rows::Atoms(rows) => rows.iter().map(|r| line(r.iter().map(u32::to_string).collect())).collect(),
        Rows::Words(rows) => rows.iter().map(|r| line(r.clone())).collect(),
    }
}

/// Declarations for Soufflé. Derived relations are declared and not read: rules are to derive them.
pub fn facts_declarations(base: &FactBase) -> String {
    let mut out = String::from("// The tables beside this file. What the rules derive is declared, not read.\n");
    if let Err(why) = &base.clauses {
        let _ = writeln!(out, "// There is no rules.dl: {why}.");
    }
    out.push('\n');
    for kind in domains() {
        let is = if *kind == Kind::Text { "symbol" } else { "unsigned" };
        let _ = writeln!(out, "// {}\n.type {} <: {is}", kind.says(), kind.name());
    }
    for table in &base.tables {
        let column = |(name, kind): &(String, Kind)| format!("{name}: {}", kind.name());
        let columns: Vec<String> = table.columns.iter().map(column).collect();
        let _ = writeln!(out, "\n// {}\n.decl {}({})", table.says, table.name, columns.join(", "));
        if table.role != Role::Derived {
            let _ = writeln!(out, ".input {}", table.name);
        }
    }
    out
}

/// The rules, for Soufflé; nothing where they are no Horn clauses over tables.
pub fn facts_rules(facts: &Facts<'_>) -> Option<String> {
    let clauses = facts.base.clauses.as_ref().ok()?;
    let derived = facts.base.tables.iter().filter(|t| t.role == Role::Derived);
    let output: String = derived.map(|t| format!(".output {}\n", t.name)).collect();
    let rules = facts.rules;
    Some(format!(
        "// The rules of {rules}: `souffle -F . -D . rules.dl`\n\n#include \"facts.dl\"\n\n{clauses}\n{output}"
    ))
}

/// What was written, for a reader.
pub fn facts_text(facts: &Facts<'_>, directory: &str) -> String {
    let base = facts.base;
    let mut out = format!("{} with {}: {} tables in {directory}\n", facts.model, facts.rules, base.tables.len());
    for kind in [Role::Input, Role::Derived, Role::Dictionary] {
        let of_kind = base.tables.iter().filter(|t| t.role == kind);
        let sizes: Vec<String> = of_kind.map(|t| format!("{} {}", t.name, t.rows.count())).collect();
        let _ = writeln!(out, "  {:11} {}", format!("{}:", role(kind)), sizes.join(", "));
    }
    out + &base.bound.map_or(String::new(), |b| format!("partial: a bound was hit ({})\n", b.name()))
}
