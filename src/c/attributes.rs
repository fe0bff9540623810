//! Attributes of GCC, and `#pragma pack`: the parser does not see them. Most say nothing of what a program does; what
//! others do is done here, or refused where it matters.

use super::types::{Arrangement, Int};
use lang_c::span::Span;

/// Those by which functions are called that nobody calls.
const CALLS: [&str; 3] = ["cleanup", "constructor", "destructor"];

/// Those by which a type is another one.
const TYPES: [&str; 2] = ["mode", "vector_size"];

/// Alignment without a number: as much as any type needs.
const MOST_ALIGNED: u32 = 16;

/// One of a list: `aligned(8)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Attribute {
    /// Where the list begins, and where it ends.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) name: String,
    argument: String,
}

/// All attributes of a text, in their order.
#[derive(Default)]
pub(super) struct Attributes {
    all: Vec<Attribute>,
    /// Where `#pragma pack` packs, and where it does no more.
    packs: Vec<(usize, bool)>,
}

/// Those of one list, which begins there.
pub(super) fn listed(list: &str, start: usize) -> Vec<Attribute> {
    let inner = list.find('(').map_or("", |open| &list[open..]).trim();
    let inner = inner.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or("").trim();
    let inner = inner.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or("");
    let mut depth = 0;
    let parts = inner.split(|c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    });
    let one = |part: &str| {
        let (name, argument) = part.split_once('(').unwrap_or((part, ""));
        let argument = bare(argument.trim().trim_end_matches(')'));
        Attribute { start, end: start + list.len(), name: bare(name), argument }
    };
    parts.map(one).collect()
}

/// `aligned` for `__aligned__`.
fn bare(name: &str) -> String {
    let name = name.trim();
    name.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(name).into()
}

/// Where `#pragma pack` changes how structures lie.
fn packs(text: &str) -> Vec<(usize, bool)> {
    let (mut found, mut stack, mut now, mut at) = (vec![], vec![], false, 0);
    for line in text.split_inclusive('\n') {
        let words: String = line.split_whitespace().collect();
        if let Some(inside) = words.strip_prefix("#pragmapack(").and_then(|rest| rest.split(')').next()) {
            if inside.starts_with("push") {
                stack.push(now);
            }
            now = match inside.rsplit(',').next().unwrap_or("") {
                "pop" => stack.pop().unwrap_or(false),
                "push" => now,
                number => !number.is_empty(),
            };
            found.push((at, now));
        }
        at += line.len();
    }
    found
}

impl Attributes {
    /// Of a text in front of which so many bytes stand.
    pub(super) fn of(text: &str, all: Vec<Attribute>, before: usize) -> Self {
        let moved = |a: Attribute| Attribute { start: a.start + before, end: a.end + before, ..a };
        let packs = packs(text).into_iter().map(|(at, packs)| (at + before, packs));
        Attributes { all: all.into_iter().map(moved).collect(), packs: packs.collect() }
    }

    /// Those that nobody comes by where declarations are lowered, and that are not followed.
    pub(super) fn refused<'a>(&'a self, text: &'a str) -> impl Iterator<Item = &'a Attribute> {
        self.all.iter().filter(|a| a.is_refused(text))
    }

    fn within(&self, from: usize, to: usize) -> &[Attribute] {
        let at = |offset| self.all.partition_point(|a| a.start < offset);
        self.all.get(at(from)..at(to)).unwrap_or(&[])
    }

    /// Those between the end of something and what comes next.
    pub(super) fn behind(&self, text: &str, span: Span) -> &[Attribute] {
        let end = span.start + text[span.start..span.end].trim_end().len();
        let next = text[end..].find(|c: char| !c.is_whitespace()).map_or(text.len(), |blanks| end + blanks);
        self.within(end, next)
    }

    fn is_packed(&self, at: usize) -> bool {
        let before = self.packs.partition_point(|(pack, _)| *pack < at);
        before > 0 && self.packs[before - 1].1
    }

    /// Of a structure that is defined there.
    pub(super) fn arrangement(&self, text: &str, span: Span) -> Arrangement {
        let open = text[span.start..span.end].find('{').map_or(span.end, |open| span.start + open);
        let head = self.within(span.start, open).iter().chain(self.behind(text, span));
        let mut found = Arrangement { unknown: self.is_packed(span.start), ..Arrangement::default() };
        for attribute in head {
            match (attribute.name.as_str(), attribute.alignment()) {
                ("packed", _) => found.packed = true,
                ("aligned", Some(to)) => found.aligned = found.aligned.max(to),
                ("aligned", None) => found.unknown = true,
                _ => {}
            }
        }
        let members = self.within(open, span.end).iter().filter(|a| ["packed", "aligned"].contains(&a.name.as_str()));
        found.unknown |= members.into_iter().any(|a| is_of_a_member(text, open, a));
        found
    }
}

/// Whether an attribute stands with a member of the structure whose brace is open there, and not inside of that.
fn is_of_a_member(text: &str, open: usize, attribute: &Attribute) -> bool {
    let before = &text[open..attribute.start];
    let depth = before.matches('{').count() as i64 - before.matches('}').count() as i64;
    let before = before.trim_end();
    let of_a_type = before.ends_with('}') || ["struct", "union", "enum"].iter().any(|word| before.ends_with(word));
    depth == 1 && !of_a_type
}

impl Attribute {
    /// To how many bytes `aligned` aligns.
    fn alignment(&self) -> Option<u32> {
        if self.argument.is_empty() { Some(MOST_ALIGNED) } else { self.argument.parse().ok() }
    }

    pub(super) fn aligns(&self) -> bool {
        self.name == "aligned"
    }

    /// Whether it makes another type of one that is aligned so.
    pub(super) fn changes(&self, alignment: u32) -> bool {
        let aligns = || self.aligns() && self.alignment().is_none_or(|to| to > alignment);
        TYPES.contains(&self.name.as_str()) || aligns()
    }

    /// What an integer type is with `mode(QI)`.
    pub(super) fn mode(&self, int: Int, long: u8) -> Option<Int> {
        let bits = match self.argument.as_str() {
            _ if self.name != "mode" => return None,
            "QI" | "byte" => 8,
            "HI" => 16,
            "SI" => 32,
            "DI" => 64,
            "word" | "pointer" => long,
            _ => return None,
        };
        Some(Int { bits, ..int })
    }

    /// Whether nobody comes by it where declarations are lowered.
    fn is_refused(&self, text: &str) -> bool {
        CALLS.contains(&self.name.as_str()) || TYPES.contains(&self.name.as_str()) && !self.is_of_a_typedef(text)
    }

    /// `typedef int byte __attribute__((mode(QI)));`
    fn is_of_a_typedef(&self, text: &str) -> bool {
        let from = text[..self.start].rfind([';', '{', '}']).map_or(0, |end| end + 1);
        let words = || text[from..self.start].split_whitespace();
        words().any(|word| word == "typedef") && text[self.end..].trim_start().starts_with(';')
    }
}

#[cfg(test)]
mod tests {
    use super::{listed, packs};

    #[test]
    fn lists_are_taken_apart() {
        let found = listed("__attribute__ (( __packed__, aligned (8) ,format(printf, 1, 2)))", 3);
        let found: Vec<_> = found.iter().map(|a| (a.name.as_str(), a.argument.as_str())).collect();
        assert_eq!(found, [("packed", ""), ("aligned", "8"), ("format", "printf, 1, 2")]);
    }

    #[test]
    fn packing_ends_where_it_is_popped() {
        let text = "#pragma pack(push, 1)\nint x;\n# pragma pack( pop )\n#pragma pack(2)\n#pragma pack()\n";
        let found: Vec<bool> = packs(text).into_iter().map(|(_, packs)| packs).collect();
        assert_eq!(found, [true, false, true, false]);
    }
}
