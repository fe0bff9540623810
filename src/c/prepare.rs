//! Text that the parser reads: comments, `$` and `__thread` are replaced by text of the same length, so that every
//! offset stays what it was.

use super::attributes::Attribute;

/// Text that the parser reads, and the attributes that it does not see.
pub(super) struct Prepared {
    pub(super) text: String,
    pub(super) attributes: Vec<Attribute>,
}

/// Comments, attributes and alignments become spaces, of which the parser misreads some; `$` in names becomes `_`, and `__thread` the word `register`, which no C program has at file scope
/// or behind `static`: there it says that a variable is thread-local.
pub(super) fn prepared(text: &str) -> Prepared {
    let (mut bytes, mut attributes) = (text.as_bytes().to_vec(), vec![]);
    let mut at = 0;
    while at < bytes.len() {
        at = match (bytes[at], bytes.get(at + 1)) {
            (b'"' | b'\'', _) => quoted(&bytes, at),
            (b'/', Some(b'/')) => blank(&mut bytes, at, end_of_line),
            (b'/', Some(b'*')) => blank(&mut bytes, at, |rest| find(&rest[2..], b"*/").map(|i| i + 4)),
            (b, _) if is_name(b) => word(&mut bytes, at, text, &mut attributes),
            _ => at + 1,
        };
    }
    Prepared { text: String::from_utf8(bytes).unwrap_or_else(|_| text.to_string()), attributes }
}

/// With what GNU C has and the parser has not: `\e` in texts, and `main` without a type. Lines stay what they were.
pub(super) fn standard(text: String) -> String {
    with_type_of_main(if text.contains("\\e") { without_escapes(&text) } else { text })
}

fn without_escapes(text: &str) -> String {
    let (mut made, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('\\') {
        let end = rest[at + 1..].chars().next().map_or(rest.len(), |c| at + 1 + c.len_utf8());
        made.push_str(&rest[..at]);
        made.push_str(if &rest[at..end] == "\\e" { "\\033" } else { &rest[at..end] });
        rest = &rest[end..];
    }
    made + rest
}

/// `main() {` at the beginning of a line, as before C99, is `int main() {`.
fn with_type_of_main(text: String) -> String {
    let calls = |line: &str| line.trim_end().ends_with(';');
    let begins =
        |line: &str| line.strip_prefix("main").is_some_and(|rest| rest.trim_start().starts_with('(')) && !calls(line);
    let mut ends_before = true;
    let untyped = text.split_inclusive('\n').position(|line| {
        let found = ends_before && begins(line);
        let code = line.trim_end();
        if !code.is_empty() && !code.starts_with('#') {
            ends_before = code.ends_with(['}', ';']);
        }
        found
    });
    let Some(untyped) = untyped else { return text };
    let typed = |(i, line): (usize, &str)| if i == untyped { format!("int {line}") } else { line.into() };
    text.split_inclusive('\n').enumerate().map(typed).collect()
}

fn is_name(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_' || b == b'$'
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|w| w == what)
}

/// The end of a line that does not go on behind a backslash.
fn end_of_line(rest: &[u8]) -> Option<usize> {
    let ends = |i: &usize| rest[*i] == b'\n' && (*i == 0 || rest[*i - 1] != b'\\');
    (0..rest.len()).find(ends)
}

/// The name with another letter for `$`, which no other name has.
fn without_dollar(name: &[u8], text: &str) -> Vec<u8> {
    let words: std::collections::BTreeSet<&[u8]> = text.as_bytes().split(|b| !is_name(*b)).collect();
    let with = |letter: u8| name.iter().map(|b| if *b == b'$' { letter } else { *b }).collect::<Vec<u8>>();
    (b'_'..=b'_')
        .chain(b'A'..=b'Z')
        .map(with)
        .find(|name| !words.contains(name.as_slice()))
        .unwrap_or_else(|| with(b'_'))
}

/// Behind a string or a character.
fn quoted(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != bytes[start] && bytes[at] != b'\n' {
        at += 1 + usize::from(bytes[at] == b'\\');
    }
    at + 1
}

/// Writes spaces over a comment whose length `end` tells, newlines apart.
fn blank(bytes: &mut [u8], start: usize, end: impl Fn(&[u8]) -> Option<usize>) -> usize {
    let len = end(&bytes[start..]).unwrap_or(bytes.len() - start);
    for b in &mut bytes[start..start + len] {
        if *b != b'\n' {
            *b = b' ';
        }
    }
    start + len
}

fn word(bytes: &mut [u8], start: usize, text: &str, attributes: &mut Vec<Attribute>) -> usize {
    let len = bytes[start..].iter().take_while(|b| is_name(**b)).count();
    if matches!(&bytes[start..start + len], b"__attribute__" | b"__attribute") {
        let end = start + len + parenthesised(&bytes[start + len..]);
        attributes.extend(super::attributes::listed(&String::from_utf8_lossy(&bytes[start..end]), start));
        return blank(bytes, start, |rest| Some(len + parenthesised(&rest[len..])));
    }
    if &bytes[start..start + len] == b"_Alignas" {
        return alignment(bytes, start, len, attributes);
    }
    let word = &mut bytes[start..start + len];
    if word.contains(&b'$') {
        let name = without_dollar(word, text);
        word.copy_from_slice(&name);
    }
    if word == b"__thread" {
        word.copy_from_slice(b"register");
    }
    start + len
}

/// The parser knows alignments outside of structures alone. Where the word comes from a macro of a header, lines of the
/// preprocessor stand between it and what is in parentheses.
fn alignment(bytes: &mut [u8], start: usize, len: usize, attributes: &mut Vec<Attribute>) -> usize {
    let open = behind_markers(bytes, start + len);
    let inside = parenthesised(&bytes[open..]);
    if inside == 0 {
        return start + len;
    }
    let inner = String::from_utf8_lossy(&bytes[open..open + inside]).into_owned();
    attributes.extend(super::attributes::listed(&format!("__attribute__((aligned{inner}))"), start));
    blank(bytes, start, |_| Some(len));
    blank(bytes, open, |_| Some(inside))
}

fn behind_markers(bytes: &[u8], mut at: usize) -> usize {
    loop {
        at += bytes[at..].iter().take_while(|b| b.is_ascii_whitespace()).count();
        if bytes.get(at) != Some(&b'#') {
            return at;
        }
        at += bytes[at..].iter().take_while(|b| **b != b'\n').count();
    }
}

/// How long what stands in parentheses is, with the space before it.
fn parenthesised(rest: &[u8]) -> usize {
    let mut depth = 0;
    for (i, b) in rest.iter().enumerate() {
        depth += i32::from(*b == b'(') - i32::from(*b == b')');
        if depth == 0 && !b.is_ascii_whitespace() {
            return if *b == b')' { i + 1 } else { 0 };
        }
    }
    0
}

/// Types of headers that a text uses and does not declare.
const TYPES: [(&str, &str); 16] = [
    ("pthread_t", "unsigned long"),
    ("pthread_mutex_t", "struct __moverlog_mutex { int __m; }"),
    ("pthread_cond_t", "struct __moverlog_cond { int __c; }"),
    ("pthread_rwlock_t", "struct __moverlog_rwlock { int __r; }"),
    ("pthread_barrier_t", "struct __moverlog_barrier { int __b; }"),
    ("pthread_once_t", "struct __moverlog_once { int __o; }"),
    ("pthread_attr_t", "struct __moverlog_attr { int __detached; }"),
    ("pthread_mutexattr_t", "struct __moverlog_mutexattr { int __type; }"),
    ("pthread_condattr_t", "struct __moverlog_condattr { int __a; }"),
    ("pthread_key_t", "unsigned int"),
    ("sem_t", "struct __moverlog_sem { int __s; }"),
    ("size_t", "unsigned long"),
    ("uint8_t", "unsigned char"),
    ("uint32_t", "unsigned int"),
    ("int32_t", "int"),
    ("FILE", "struct __moverlog_file { int __f; }"),
];

/// Their declarations, on lines that stand before the text.
pub(super) fn missing_types(text: &str) -> String {
    let words: std::collections::BTreeSet<&str> =
        text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
    let declared = |name: &str| {
        let of = |s: &str| s.contains("typedef") && s.trim_end().ends_with(name);
        text.split(';').any(of)
    };
    let missing = TYPES.iter().filter(|(name, _)| words.contains(name) && !declared(name));
    missing.map(|(name, ty)| format!("typedef {ty} {name};\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::prepared;

    #[test]
    fn offsets_stay() {
        let text = "int a$b; // x\n/* y\n */ static __thread int c = '\\'' + '/'; char *s = \"// no\";";
        let wanted = "int a_b;     \n    \n    static register int c = '\\'' + '/'; char *s = \"// no\";";
        assert_eq!(prepared(text).text, wanted);
    }
}
