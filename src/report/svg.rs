//! Drawings as SVG. What they show is not known here.

use std::fmt::Write;

/// Names and values of attributes.
pub(super) type Attributes<'a> = &'a [(&'a str, &'a str)];

/// A drawing, written as it grows; what comes later covers what is there.
pub(super) struct Svg {
    text: String,
}

impl Svg {
    /// White, of this size, with a title and rules of CSS.
    pub(super) fn new((width, height): (usize, usize), title: &str, style: &str) -> Svg {
        let size = format!("width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\"");
        let mut svg = Svg { text: format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {size}>\n") };
        let _ = writeln!(svg.text, "  <title>{}</title>", escaped(title));
        let _ = writeln!(svg.text, "  <style>{}</style>", escaped(style));
        svg.shape("rect", &[("width", "100%"), ("height", "100%"), ("fill", "white")], "");
        svg
    }

    /// A shape; what it means shows where the mouse points at it.
    pub(super) fn shape(&mut self, name: &str, attributes: Attributes<'_>, meaning: &str) {
        let attributes = listed(attributes);
        let _ = match meaning {
            "" => writeln!(self.text, "  <{name}{attributes}/>"),
            _ => writeln!(self.text, "  <{name}{attributes}><title>{}</title></{name}>", escaped(meaning)),
        };
    }

    pub(super) fn text(&mut self, attributes: Attributes<'_>, text: &str) {
        let _ = writeln!(self.text, "  <text{}>{}</text>", listed(attributes), escaped(text));
    }

    /// What `inside` adds, as a group of this class.
    pub(super) fn group(&mut self, class: &str, inside: impl FnOnce(&mut Svg)) {
        let _ = writeln!(self.text, "  <g class=\"{}\">", escaped(class));
        inside(self);
        self.text += "  </g>\n";
    }

    pub(super) fn finish(self) -> String {
        self.text + "</svg>\n"
    }
}

fn listed(attributes: Attributes<'_>) -> String {
    attributes.iter().map(|(name, value)| format!(" {name}=\"{}\"", escaped(value))).collect()
}

/// A text as XML has it; characters that XML does not have are replaced.
fn escaped(text: &str) -> String {
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
