//! A table as a Parquet file, written row group by row group.

use super::columns::{Cells, Column, Holds, followed};
use crate::queries::{Rows, Table};
use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::Result;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{ColumnPath, Type};
use std::io::Write;
use std::ops::Range;
use std::sync::Arc;

/// What is in memory of a file at once.
const ROWS_OF_A_GROUP: usize = 1 << 17;

/// Writes a table. `about` is kept in the file beside it.
pub fn write(out: impl Write + Send, table: &Table, columns: &[Column<'_>], about: &[(&str, String)]) -> Result<()> {
    let properties = Arc::new(properties(columns, about));
    let mut file = SerializedFileWriter::new(out, Arc::new(schema(table, columns)?), properties)?;
    let columns: Vec<Prepared<'_>> = columns.iter().map(Prepared::of).collect();
    for begin in (0..table.rows.count()).step_by(ROWS_OF_A_GROUP) {
        let rows = begin..table.rows.count().min(begin + ROWS_OF_A_GROUP);
        let mut group = file.next_row_group()?;
        for column in &columns {
            let mut writer = group.next_column()?.expect("the schema has a column for each");
            column.write(table, rows.clone(), &mut writer)?;
            writer.close()?;
        }
        group.close()?;
    }
    file.close().map(|_| ())
}

/// The same input is the same bytes: no time is written. Rows are in order, so that atoms take the least room as
/// differences: a third of what dictionaries take, which are for words.
fn properties(columns: &[Column<'_>], about: &[(&str, String)]) -> WriterProperties {
    let about = about.iter().map(|(key, value)| KeyValue::new(format!("moverlog.{key}"), value.clone()));
    let properties = WriterProperties::builder()
        .set_created_by(concat!("moverlog ", env!("CARGO_PKG_VERSION")).into())
        .set_key_value_metadata(Some(about.collect()))
        .set_compression(Compression::SNAPPY);
    let atoms = columns.iter().filter(|column| column.holds == Holds::Atoms);
    let paths = atoms.map(|column| ColumnPath::from(column.name.as_str()));
    let differences = paths.fold(properties, |properties, path| {
        let properties = properties.set_column_dictionary_enabled(path.clone(), false);
        properties.set_column_encoding(path, Encoding::DELTA_BINARY_PACKED)
    });
    differences.build()
}

fn schema(table: &Table, columns: &[Column<'_>]) -> Result<Type> {
    let fields = columns.iter().map(|column| field(column).map(Arc::new)).collect::<Result<Vec<_>>>()?;
    Type::group_type_builder(&table.name).with_fields(fields).build()
}

/// What the table itself has is in every row.
fn field(column: &Column<'_>) -> Result<Type> {
    let (physical, logical) = match column.holds {
        Holds::Atoms => (Physical::INT32, Some(LogicalType::integer(32, false))),
        Holds::Integers => (Physical::INT64, None),
        Holds::Truths => (Physical::BOOLEAN, None),
        Holds::Texts => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let repetition = if column.cells.of().is_some() { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    let field = Type::primitive_type_builder(&column.name, physical);
    field.with_logical_type(logical).with_repetition(repetition).build()
}

/// A column with its words as they are written.
struct Prepared<'a> {
    holds: Holds,
    cells: &'a Cells<'a>,
    words: Vec<ByteArray>,
}

impl<'a> Prepared<'a> {
    fn of(column: &'a Column<'a>) -> Prepared<'a> {
        let words = match &column.cells {
            Cells::Of { words, .. } => words.all.iter().map(|word| ByteArray::from(word.as_str())).collect(),
            Cells::Own(_) | Cells::Present => vec![],
        };
        Prepared { holds: column.holds, cells: &column.cells, words }
    }

    fn write(&self, table: &Table, rows: Range<usize>, to: &mut SerializedColumnWriter<'_>) -> Result<usize> {
        match self.cells {
            Cells::Own(column) => self.write_own(*column, table, rows, to),
            Cells::Present => to.typed::<BoolType>().write_batch(&vec![true; rows.len()], None, None),
            Cells::Of { column, way, words } => {
                let found: Vec<Option<u32>> = rows.map(|row| followed(atom(table, row, *column), way, words)).collect();
                self.write_words(&found, to)
            }
        }
    }

    fn write_own(
        &self,
        column: usize,
        table: &Table,
        rows: Range<usize>,
        to: &mut SerializedColumnWriter<'_>,
    ) -> Result<usize> {
        let atoms = rows.clone().map(|row| atom(table, row, column));
        match self.holds {
            Holds::Truths => to.typed::<BoolType>().write_batch(&atoms.map(|a| a != 0).collect::<Vec<_>>(), None, None),
            Holds::Texts => {
                let texts: Vec<ByteArray> = rows.map(|row| ByteArray::from(word(table, row, column))).collect();
                to.typed::<ByteArrayType>().write_batch(&texts, None, None)
            }
            _ => to.typed::<Int32Type>().write_batch(&atoms.map(|a| a as i32).collect::<Vec<_>>(), None, None),
        }
    }

    /// Words by their places, with what is written where there is none.
    fn write_words(&self, found: &[Option<u32>], to: &mut SerializedColumnWriter<'_>) -> Result<usize> {
        let levels: Vec<i16> = found.iter().map(|word| i16::from(word.is_some())).collect();
        let words = found.iter().flatten().map(|at| &self.words[*at as usize]);
        match self.holds {
            Holds::Truths => to.typed::<BoolType>().write_batch(&parsed(words), Some(&levels), None),
            Holds::Texts => {
                to.typed::<ByteArrayType>().write_batch(&words.cloned().collect::<Vec<_>>(), Some(&levels), None)
            }
            _ => to.typed::<Int64Type>().write_batch(&parsed(words), Some(&levels), None),
        }
    }
}

fn parsed<'a, T: std::str::FromStr>(words: impl Iterator<Item = &'a ByteArray>) -> Vec<T> {
    words
        .map(|word| word.as_utf8().ok().and_then(|word| word.parse().ok()).expect("all words are of the type"))
        .collect()
}

fn atom(table: &Table, row: usize, column: usize) -> u32 {
    match &table.rows {
        Rows::Atoms(rows) => rows[row][column],
        Rows::Words(rows) => rows[row][column].parse().expect("what is no text is a number"),
    }
}

fn word(table: &Table, row: usize, column: usize) -> &str {
    match &table.rows {
        Rows::Atoms(_) => "",
        Rows::Words(rows) => &rows[row][column],
    }
}
