//! A fact base as Parquet files, whose tables say in words what their atoms are.

use super::columns::{Cells, Column, columns};
use super::names::Names;
use super::{Facts, facts_schema, parquet};
use crate::queries::Table;
use serde_json::{Value, json};
use std::io::{Error, Result, Write};

/// Tables with the columns that programs read.
pub struct FactColumns<'a> {
    facts: &'a Facts<'a>,
    names: Names,
}

impl<'a> FactColumns<'a> {
    pub fn of(facts: &'a Facts<'a>) -> Self {
        FactColumns { facts, names: Names::of(facts.base) }
    }

    /// The name of a table's file.
    pub fn file(table: &Table) -> String {
        format!("{}.parquet", table.name)
    }

    /// Writes a table.
    pub fn write(&self, table: &Table, out: impl Write + Send) -> Result<()> {
        let facts = self.facts;
        let about = [
            ("model", facts.model.to_string()),
            ("rules", facts.rules.to_string()),
            ("movers", facts.movers.to_string()),
            ("complete", facts.base.bound.is_none().to_string()),
            ("says", table.says.clone()),
        ];
        parquet::write(out, table, &columns(table, &self.names), &about).map_err(Error::other)
    }

    /// What `schema.json` says of the files beside it.
    pub fn schema(&self) -> Value {
        let mut schema = facts_schema(self.facts);
        let relations = schema["relations"].as_array_mut().into_iter().flatten();
        for (relation, table) in relations.zip(&self.facts.base.tables) {
            let columns = columns(table, &self.names);
            relation["file"] = json!(Self::file(table));
            relation["columns"] = columns.iter().map(|column| described(column, &columns, table)).collect();
        }
        schema
    }
}

/// A column of the table itself has a domain; another one says something of the atom in such a column.
fn described(column: &Column<'_>, all: &[Column<'_>], table: &Table) -> Value {
    let mut described = json!({"name": column.name, "type": column.holds.name()});
    match &column.cells {
        Cells::Own(at) => described["domain"] = json!(table.columns[*at].1.name()),
        Cells::Of { column, .. } => described["of"] = json!(all[*column].name),
        Cells::Present => {}
    }
    described
}
