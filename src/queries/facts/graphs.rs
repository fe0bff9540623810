//! What the atoms of a control-flow graph and of its instrumentation are (DYN 3 and 4.2).

use super::{Role, Rows, Table, occurring};
use crate::ir::Program;
use moverlog_rules::{Constructor, Copy, Kind, Place};

/// The tables of [`dictionaries`].
pub(super) const NAMES: [&str; 6] = ["location", "action", "place", "guard", "condition", "taken"];

/// All that `tables` name of a graph, taken apart until only names are left.
pub(super) fn dictionaries(program: &Program, tables: &[Table]) -> Vec<Table> {
    let at = |l: u32| program.locations.get(l as usize);
    let name = |l: u32| vec![l.to_string(), at(l).map_or("wrong".into(), |l| l.name.clone())];
    let text = |a: u32| vec![a.to_string(), at(a).map_or(String::new(), |l| l.text.clone())];
    let place = |q: u32| {
        let Place(location, copy) = Place::read(q);
        vec![q.to_string(), location.0.to_string(), letter(copy).to_string()]
    };
    let made = |kind| move |v: u32| made(kind, v);
    let of = ("of", Kind::Text);
    let by = ("made_by", Kind::Text);
    let each = |kind, row: &dyn Fn(u32) -> Vec<String>| occurring(tables, kind).into_iter().map(row).collect();
    vec![
        words(
            0,
            &[("la", Kind::Location), ("name", Kind::Text)],
            "the name of la; `wrong` is the sink",
            each(Kind::Location, &name),
        ),
        words(
            1,
            &[("a", Kind::Action), ("text", Kind::Text)],
            "what a does; it is numbered as the location that does it",
            each(Kind::Action, &text),
        ),
        words(
            2,
            &[("q", Kind::Place), ("la", Kind::Location), ("copy", Kind::Text)],
            "q is la in this copy",
            each(Kind::Place, &place),
        ),
        words(
            3,
            &[("b", Kind::Guard), by, of],
            "b is made by this constructor, of this condition",
            each(Kind::Guard, &made(Kind::Guard)),
        ),
        words(
            4,
            &[("c", Kind::Condition), by, of],
            "c is made by this constructor, of this action or location",
            each(Kind::Condition, &made(Kind::Condition)),
        ),
        words(5, &[("d", Kind::Taken), by, of], "d is none, or some action", each(Kind::Taken, &made(Kind::Taken))),
    ]
}

fn words(number: usize, columns: &[(&str, Kind)], says: &str, rows: Vec<Vec<String>>) -> Table {
    let columns = columns.iter().map(|(name, kind)| (name.to_string(), *kind)).collect();
    Table { name: NAMES[number].into(), role: Role::Dictionary, columns, says: says.into(), rows: Rows::Words(rows) }
}

fn made(kind: Kind, value: u32) -> Vec<String> {
    let (by, part) = Constructor::read(kind, value);
    let part = if by.of.is_empty() { String::new() } else { part.to_string() };
    vec![value.to_string(), by.name.into(), part]
}

fn letter(copy: Copy) -> &'static str {
    match copy {
        Copy::N => "N",
        Copy::R => "R",
        Copy::RPrime => "R'",
        Copy::L => "L",
        Copy::LPrime => "L'",
    }
}
