//! Text as other languages print it: as it is.

/// Text that LaTeX prints as it is. What its usual fonts do not have becomes `?`.
pub(super) fn latex(text: &str) -> String {
    let one = |c: char| match c {
        '\\' => "\\textbackslash{}".to_string(),
        '~' => "\\textasciitilde{}".into(),
        '^' => "\\textasciicircum{}".into(),
        '<' => "\\textless{}".into(),
        '>' => "\\textgreater{}".into(),
        '|' => "\\textbar{}".into(),
        '-' => "{-}".into(),
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => format!("\\{c}"),
        c if c.is_control() || c > '\u{ff}' => "?".into(),
        other => other.into(),
    };
    text.chars().map(one).collect()
}

/// Text as XML has it; characters that XML does not have are replaced.
pub(super) fn xml(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\t' | '\n' => out.push(c),
            '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
