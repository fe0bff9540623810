//! Several engines on several models as a page.

use crate::report::{Report, Row};
use serde_json::{Value, json};

/// What the page shows of a comparison.
pub(in crate::report) fn table_page(rows: &[Row<'_>]) -> Value {
    let engine = |c: &crate::report::Checked<'_>| json!({"name": c.name(), "paper": c.engine.paper(), "claim": crate::report::rules::claim(c.engine.claim())});
    let engines: Vec<Value> = rows.first().map_or(vec![], |row| row.results.iter().map(engine).collect());
    let rows = rows.json()["rows"].take();
    let title = format!("{} models, {} engines", rows.as_array().map_or(0, Vec::len), engines.len());
    json!({"schema": 1, "page": "table", "model": title, "engines": engines, "rows": rows})
}
