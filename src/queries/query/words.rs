//! What words between the brackets of a premise mean.

use crate::derivation::Slot;
use crate::ir::{Cell, Program};
use crate::queries::explain::{Condition, Reader, is_any, is_of_places};
use moverlog_rules::Kind;

/// A slot for each column, and conditions on the whole. Where there are as many words as columns they stand for
/// the columns in turn, and conditions may follow; otherwise all of them are conditions, as for `explain`.
pub(super) fn read(program: &Program, kinds: &[Kind], words: &[&str]) -> Result<(Vec<Slot>, Vec<Condition>), String> {
    let reader = Reader { kinds, program };
    let parts = |w: &&str| if w.contains('=') { 0 } else { w.split("->").count() };
    let counts = words.iter().map(parts).take_while(|n| *n > 0);
    let filled = counts.scan(0, |sum, n| Some(std::mem::replace(sum, *sum + n)).filter(|before| *before < kinds.len()));
    let (turn, more) = words.split_at(filled.count());
    let columns: Vec<&str> = turn.iter().flat_map(|w| w.split("->")).map(str::trim).collect();
    let leads = kinds.first().zip(columns.first()).is_some_and(|(k, w)| *k == Kind::Tid && is_place(&reader, w));
    if columns.len() != kinds.len() || leads {
        let conditions = reader.conditions(words.iter().map(|w| w.trim()));
        let conditions = conditions.map_err(|why| not_enough(kinds, &columns, why.to_string()))?;
        return Ok((vec![Slot::Any; kinds.len()], conditions));
    }
    let mut conditions = vec![];
    let mut slots = vec![];
    for (i, word) in columns.iter().enumerate() {
        slots.push(column(&reader, i, word, &mut conditions)?);
    }
    conditions.extend(reader.conditions(more.iter().map(|w| w.trim())).map_err(|why| why.to_string())?);
    Ok((slots, conditions))
}

/// A word that says nothing may be a variable, for which there would have to be a word for each column.
fn not_enough(kinds: &[Kind], words: &[&str], why: String) -> String {
    let names: Vec<&str> = kinds.iter().map(|k| k.name()).collect();
    let few = words.iter().any(|w| is_variable(w) || is_any(w)) && words.len() < kinds.len();
    let columns = format!("its {} columns are {}", kinds.len(), names.join(", "));
    if few { format!("{why}; variables need a word for each column: {columns}") } else { why }
}

fn column(reader: &Reader<'_>, i: usize, word: &str, conditions: &mut Vec<Condition>) -> Result<Slot, String> {
    if is_any(word) {
        return Ok(Slot::Any);
    }
    let kind = reader.kinds[i];
    if let Some(atom) = atom(reader, kind, word)? {
        conditions.extend((kind == Kind::Tid && one(reader.kinds)).then_some(Condition::Thread(atom)));
        return Ok(Slot::Atom(atom));
    }
    if let Some(condition) = place(reader, i, word) {
        conditions.push(condition);
        return Ok(Slot::Any);
    }
    if is_variable(word) { Ok(Slot::Variable(word.into())) } else { Err(unknown(reader, kind, word)) }
}

/// Whether there is one thread in question.
fn one(kinds: &[Kind]) -> bool {
    kinds.iter().filter(|k| **k == Kind::Tid).count() == 1
}

/// A value in a column of this kind.
fn atom(reader: &Reader<'_>, kind: Kind, word: &str) -> Result<Option<u32>, String> {
    let program = reader.program;
    let cell = |c: &u32| program.cell_name(Cell(*c)) == word;
    Ok(match (kind, word.parse::<u32>()) {
        (Kind::Truth, _) if ["true", "false"].contains(&word) => Some(u32::from(word == "true")),
        (Kind::Variable | Kind::Mutex, _) => (0..program.cells.len() as u32).find(cell),
        (Kind::Tid, Ok(t)) if !(1..=reader.threads()).contains(&t) => return Err(format!("no thread `{t}`")),
        (Kind::Tid | Kind::Number, Ok(number)) => Some(number),
        _ => None,
    })
}

/// A location or a procedure in a column of nodes or frames.
fn place(reader: &Reader<'_>, i: usize, word: &str) -> Option<Condition> {
    let (kind, word) = (reader.kinds[i], word.to_string());
    let nth = reader.kinds[..i].iter().filter(|k| is_of_places(**k)).count();
    let is_location = reader.location(&word).is_ok();
    match (kind, is_location) {
        (kind, true) if is_of_places(kind) && nth == 0 => Some(Condition::Start(word)),
        (kind, true) if is_of_places(kind) && nth == 1 => Some(Condition::End(word)),
        (Kind::Node | Kind::Frame | Kind::Location | Kind::Place | Kind::Action | Kind::Taken, true) => {
            Some(Condition::At(i, word))
        }
        (Kind::State, _) if word == "wrong" => Some(Condition::At(i, word)),
        (Kind::Node, false) if is_procedure(reader, &word) && nth == 0 => Some(Condition::Procedure(word)),
        (Kind::Node, false) if is_procedure(reader, &word) => Some(Condition::In(i, word)),
        _ => None,
    }
}

fn is_place(reader: &Reader<'_>, word: &str) -> bool {
    reader.location(word).is_ok() || is_procedure(reader, word)
}

fn is_procedure(reader: &Reader<'_>, word: &str) -> bool {
    reader.program.procedures.iter().any(|p| p.name == word)
}

/// Variables begin with a small letter, so that a misspelled location is none.
fn is_variable(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(|c| c.is_ascii_lowercase()) && letters.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn unknown(reader: &Reader<'_>, kind: Kind, word: &str) -> String {
    let says = format!("`{word}` is no {}", kind.name());
    match (kind, reader.location(word)) {
        (Kind::Node | Kind::Frame, Err(why)) => why.to_string(),
        _ => format!("{says}, and variables begin with a small letter"),
    }
}
