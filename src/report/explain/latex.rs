//! Derivations for LaTeX, as the papers print them: `bussproofs` draws the lines.

use super::super::escape::latex as escaped;
use super::walk::{Visit, Walk};
use super::{Explanation, Writer};
use crate::queries::{Application, Fact};

/// An inference with this many premises has this name.
const INFERENCES: [&str; 6] = ["Axiom", "UnaryInf", "BinaryInf", "TrinaryInf", "QuaternaryInf", "QuinaryInf"];

/// The sum of the premises' widths in one tree, in characters. TeX knows no length above 575 cm.
const WIDTH: usize = 1000;

/// Each a `prooftree` that compiles by itself, after `\usepackage{bussproofs}`: first the fact's, then those of
/// premises for which it has no room.
pub(super) fn latex(e: &Explanation<'_>) -> String {
    let w = e.asked.writer();
    let (mut open, mut apart) = (vec![], vec![]);
    for (_, visit) in Walk::over(e.tree).first(usize::MAX) {
        match visit {
            Visit::Exit(node) => {
                let mut premises = open.split_off(open.len() - node.by.premises.len());
                make_room(&mut premises, &mut apart);
                open.push(Part::inference(premises, w, &node.by, &node.fact));
            }
            Visit::See(id) => open.push(Part::see(id)),
            Visit::Enter(_) | Visit::Cut(_) | Visit::Named(_) | Visit::Input(_) => {}
        }
    }
    let trees = open.into_iter().chain(apart.into_iter().rev());
    let ways = e.others().iter().map(|way| {
        let known = way.premises.iter().map(|p| Part::axiom(&numbered(p.id, &w.fact(p))));
        Part::inference(known.collect(), w, way, &e.tree.nodes[0].fact)
    });
    let trees = trees.chain(ways).map(|p| format!("\\begin{{prooftree}}\n{}\\end{{prooftree}}\n", p.text));
    "% needs \\usepackage{bussproofs}\n".to_string() + &trees.collect::<String>()
}

/// Some of a tree: what `bussproofs` has left on its stack as one box.
struct Part {
    text: String,
    /// How wide the box may be, in characters.
    width: usize,
    /// The number of the fact at its root, if something is above it.
    root: Option<u32>,
}

impl Part {
    fn axiom(text: &str) -> Part {
        Part { text: format!("\\AxiomC{{{text}}}\n"), width: text.len(), root: None }
    }

    fn see(id: u32) -> Part {
        Part::axiom(&format!("see \\#{id}"))
    }

    /// The conclusion of `by` under its premises, and under what it rests on besides facts as one more.
    fn inference(mut premises: Vec<Part>, w: Writer<'_>, by: &Application, fact: &Fact) -> Part {
        let shown: Vec<String> = by.inputs.iter().map(|i| escaped(&w.input(i))).collect();
        if !shown.is_empty() || premises.is_empty() {
            premises.push(Part::axiom(&shown.join(" \\quad ")));
        }
        let (inference, label) = (INFERENCES[premises.len().min(5)], escaped(&by.rule));
        let conclusion = numbered(fact.id, &w.fact(fact));
        let above: String = premises.iter().map(|p| p.text.as_str()).collect();
        let text = format!("{above}\\RightLabel{{{label}}}\n\\{inference}C{{{conclusion}}}\n");
        Part { text, width: label.len() + wide(&premises).max(conclusion.len()), root: Some(fact.id) }
    }
}

fn wide(parts: &[Part]) -> usize {
    parts.iter().map(|p| p.width).sum()
}

/// The widest premises get trees of their own until the others fit.
fn make_room(premises: &mut [Part], apart: &mut Vec<Part>) {
    while wide(premises) > WIDTH {
        let widest = premises.iter_mut().filter(|p| p.root.is_some()).max_by_key(|p| p.width);
        let Some((widest, id)) = widest.and_then(|p| p.root.map(|id| (p, id))) else { return };
        apart.push(std::mem::replace(widest, Part::see(id)));
    }
}

fn numbered(id: u32, fact: &str) -> String {
    format!("\\#{id} {}", escaped(fact))
}
