//! What is known of the whole file while its procedures are lowered.

use super::Options;
use super::ast::{Declared, Expr as Written, File};
use super::lexer::{Token, tokens};
use super::names::Names;
use crate::control::Control;
use crate::diagnostics::{Diagnostic, Span};
use crate::ir::*;
use crate::starts::Site;

/// Longer texts of steps are cut.
const LONGEST_TEXT: usize = 60;

/// In which form a procedure is lowered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form<'f> {
    /// The program begins with it.
    Entry,
    /// It is called, or started.
    Called,
    /// A thread begins in it at a label, with the values of all its variables.
    At(&'f str),
}

/// What is known of the whole file.
pub(super) struct Unit<'f> {
    pub(super) file: &'f File,
    pub(super) names: &'f Names<'f>,
    pub(super) options: &'f Options,
    pub(super) control: &'f Control<'f>,
    pub(super) program: Program,
    /// Where threads are started.
    pub(super) sites: Vec<(Loc, Site)>,
    /// What is demanded before and after a thread is started.
    pub(super) demands: Vec<(Loc, Vec<Statement>)>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The procedure and the form of each procedure of the program.
    pub(super) wanted: Vec<(usize, Form<'f>)>,
    text: &'f str,
    /// Where lines begin.
    pub(super) lines: Vec<u32>,
}

impl<'f> Unit<'f> {
    pub(super) fn new(
        file: &'f File,
        names: &'f Names<'f>,
        text: &'f str,
        options: &'f Options,
        control: &'f Control<'f>,
    ) -> Unit<'f> {
        let global = |(i, declared): (usize, &Declared)| GlobalVariable {
            name: declared.name.text.clone(),
            base: Cell(i as u32),
            len: 1,
            is_array: false,
            kind: GlobalKind::Data(Domain::Bool),
            protection: Protection::Inferred,
            span: declared.name.span,
        };
        let begins = |declared: &Declared| Value::from(matches!(declared.value, Some(Written::Const(true))));
        let globals = file.globals.iter().enumerate().map(global).collect();
        let cells = file.globals.iter().map(begins).collect();
        let newlines = text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
        Unit {
            file,
            names,
            options,
            control,
            program: Program { globals, cells, ..Program::default() },
            sites: vec![],
            demands: vec![],
            diagnostics: vec![],
            wanted: vec![],
            text,
            lines: std::iter::once(0).chain(newlines.map(|(i, _)| i as u32 + 1)).collect(),
        }
    }

    /// The number of a procedure in a form, which is lowered later.
    pub(super) fn procedure(&mut self, number: usize, form: Form<'f>) -> u32 {
        if let Some(known) = self.wanted.iter().position(|w| *w == (number, form)) {
            return known as u32;
        }
        self.wanted.push((number, form));
        let procedure = &self.file.procedures[number];
        let name = match form {
            Form::At(label) => format!("{}@{label}", procedure.name.text),
            Form::Entry | Form::Called => procedure.name.text.clone(),
        };
        let (parameters, registers, span) = (0, vec![], procedure.name.span);
        let returns_value = form == Form::Called && procedure.results > 0;
        self.program.procedures.push(Procedure { name, parameters, registers, entry: Loc(0), returns_value, span });
        self.wanted.len() as u32 - 1
    }

    /// What a procedure of the program is lowered from.
    pub(super) fn form(&self, procedure: u32) -> (usize, Form<'f>) {
        self.wanted[procedure as usize]
    }

    /// 1-based line of the start of `span`.
    pub(super) fn line(&self, span: Span) -> u32 {
        line(&self.lines, span)
    }

    /// What stands there, on one line and without comments.
    pub(super) fn words(&self, span: Span) -> String {
        let text = &self.text[span.start as usize..span.end as usize];
        let (mut words, mut end) = (String::new(), 0);
        for (_, at) in tokens(text).0.into_iter().filter(|(token, _)| *token != Token::End) {
            words += if at.start > end { " " } else { "" };
            words += &text[at.start as usize..at.end as usize];
            end = at.end;
        }
        if words.chars().count() <= LONGEST_TEXT {
            return words;
        }
        words.chars().take(LONGEST_TEXT - 3).chain(" ..".chars()).collect()
    }
}

pub(super) fn line(lines: &[u32], span: Span) -> u32 {
    lines.partition_point(|start| *start <= span.start) as u32
}
