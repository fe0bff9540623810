//! Drawings as SVG. What they show is not known here.

use super::escape::xml as escaped;
use std::fmt::Write;

/// Names and values of attributes.
pub(super) type Attributes<'a> = &'a [(&'a str, &'a str)];

/// A drawing, written as it grows; what comes later covers what is there.
pub(super) struct Svg {
    text: String,
}

impl Svg {
    /// White, with a title and rules of CSS; of this size, and shown so much larger.
    pub(super) fn scaled((width, height): (f64, f64), scale: f64, title: &str, style: &str) -> Svg {
        let [w, h, large, high] = [width, height, scale * width, scale * height].map(|n| number(n.ceil()));
        let size = format!("width=\"{large}\" height=\"{high}\" viewBox=\"0 0 {w} {h}\"");
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

    /// What `inside` adds, moved to the right and down.
    pub(super) fn moved(&mut self, by: (f64, f64), inside: impl FnOnce(&mut Svg)) {
        let _ = writeln!(self.text, "  <g transform=\"translate({} {})\">", number(by.0), number(by.1));
        inside(self);
        self.text += "  </g>\n";
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str, wide: f64, dashed: bool) {
        let [x1, y1, x2, y2, wide] = [from.0, from.1, to.0, to.1, wide].map(number);
        let ends = [("x1", x1.as_str()), ("y1", &y1), ("x2", &x2), ("y2", &y2)];
        self.shape("line", &[&ends[..], &[("stroke", colour), ("stroke-width", &wide)], dashes(dashed)].concat(), "");
    }

    /// A rectangle with round corners.
    pub(super) fn frame(
        &mut self,
        at: (f64, f64),
        size: (f64, f64),
        ground: &str,
        border: &str,
        wide: f64,
        dashed: bool,
    ) {
        let [x, y, width, height, wide] = [at.0, at.1, size.0, size.1, wide].map(number);
        let place = [("x", x.as_str()), ("y", &y), ("width", &width), ("height", &height), ("rx", "5")];
        let look = [("fill", ground), ("stroke", border), ("stroke-width", &wide)];
        self.shape("rect", &[&place[..], &look, dashes(dashed)].concat(), "");
    }

    pub(super) fn finish(self) -> String {
        self.text + "</svg>\n"
    }
}

fn dashes(dashed: bool) -> Attributes<'static> {
    if dashed { &[("stroke-dasharray", "6 5")] } else { &[] }
}

/// With one digit behind the point, and without it where that is 0.
pub(super) fn number(n: f64) -> String {
    let rounded = (10.0 * n).round() as i64;
    let (whole, tenth) = (rounded.abs() / 10, rounded.abs() % 10);
    let sign = if rounded < 0 { "-" } else { "" };
    if tenth == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{tenth}") }
}

fn listed(attributes: Attributes<'_>) -> String {
    attributes.iter().map(|(name, value)| format!(" {name}=\"{}\"", escaped(value))).collect()
}
