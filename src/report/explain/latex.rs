//! Derivations for LaTeX, as the papers print them: `bussproofs` draws the lines.

use super::walk::{Visit, walk};
use super::{Explanation, Writer};
use crate::driver::{Application, Input};
use std::fmt::Write;

/// An inference with this many premises has this name.
const INFERENCES: [&str; 6] = ["Axiom", "UnaryInf", "BinaryInf", "TrinaryInf", "QuaternaryInf", "QuinaryInf"];

/// A `prooftree` that compiles by itself, after `\usepackage{bussproofs}`.
pub fn explain_latex(e: &Explanation<'_>, all: bool) -> String {
    let w = e.writer();
    let mut out = "% needs \\usepackage{bussproofs}\n".to_string();
    out += &proof(|out| {
        for (_, visit) in walk(e.tree) {
            match visit {
                Visit::Exit(node) => {
                    inputs(out, w, &node.by.inputs);
                    conclusion(out, &node.by, &numbered(node.fact.id, &w.fact(&node.fact)));
                }
                Visit::See(id) => axiom(out, &format!("see \\#{id}")),
                Visit::Enter(_) | Visit::Input(_) => {}
            }
        }
    });
    let root = &e.tree.nodes[0].fact;
    for way in e.others(all) {
        out += &proof(|out| {
            way.premises.iter().for_each(|p| axiom(out, &numbered(p.id, &w.fact(p))));
            inputs(out, w, &way.inputs);
            conclusion(out, way, &numbered(root.id, &w.fact(root)));
        });
    }
    out
}

fn proof(body: impl FnOnce(&mut String)) -> String {
    let mut out = "\\begin{prooftree}\n".to_string();
    body(&mut out);
    out + "\\end{prooftree}\n"
}

/// What an inference rests on besides facts, as one premise.
fn inputs(out: &mut String, w: Writer<'_>, inputs: &[Input]) {
    let shown: Vec<String> = inputs.iter().map(|i| escaped(&w.input(i))).collect();
    if !shown.is_empty() {
        axiom(out, &shown.join(" \\quad "));
    }
}

fn axiom(out: &mut String, text: &str) {
    let _ = writeln!(out, "\\AxiomC{{{text}}}");
}

fn conclusion(out: &mut String, by: &Application, text: &str) {
    let premises = by.premises.len() + usize::from(!by.inputs.is_empty());
    if premises == 0 {
        axiom(out, "");
    }
    let inference = INFERENCES[premises.clamp(1, 5)];
    let _ = writeln!(out, "\\RightLabel{{{}}}\n\\{inference}C{{{text}}}", escaped(&by.rule));
}

fn numbered(id: u32, fact: &str) -> String {
    format!("\\#{id} {}", escaped(fact))
}

/// Text that LaTeX prints as it is.
fn escaped(text: &str) -> String {
    let one = |c: char| match c {
        '\\' => "\\textbackslash{}".to_string(),
        '~' => "\\textasciitilde{}".into(),
        '^' => "\\textasciicircum{}".into(),
        '<' => "\\textless{}".into(),
        '>' => "\\textgreater{}".into(),
        '|' => "\\textbar{}".into(),
        '-' => "{-}".into(),
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => format!("\\{c}"),
        other => other.into(),
    };
    text.chars().map(one).collect()
}
