//! What names stand for, and what is wrong with how they are used: once for the whole file, before anything is lowered.

use super::ast::{Call, Expr, File, Kind, Name, Procedure, Start, Statement, each};
use crate::diagnostics::{Diagnostic, Span, nearest};
use std::collections::BTreeMap;

/// What the file declares.
pub(super) struct Names<'f> {
    pub(super) globals: BTreeMap<&'f str, usize>,
    pub(super) procedures: BTreeMap<&'f str, usize>,
    /// Parameters and declared variables of each procedure, in this order.
    pub(super) locals: Vec<Vec<&'f Name>>,
}

impl<'f> Names<'f> {
    /// With what is wrong; the program begins with `entry`.
    pub(super) fn of(file: &'f File, entry: &str) -> (Names<'f>, Vec<Diagnostic>) {
        let mut diagnostics = vec![];
        let globals = numbered(file.globals.iter().map(|d| &d.name), "variable", &mut diagnostics);
        let procedures = numbered(file.procedures.iter().map(|p| &p.name), "procedure", &mut diagnostics);
        let locals: Vec<Vec<&Name>> = file.procedures.iter().map(locals).collect();
        let names = Names { globals, procedures, locals };
        let check = |p: usize| Check { file, names: &names, procedure: p, found: vec![] }.body();
        diagnostics.extend(file.globals.iter().filter_map(|d| no_constant(&d.name, d.value.as_ref()?)));
        diagnostics.extend((0..file.procedures.len()).flat_map(check));
        diagnostics.extend(names.without_entry(file, entry));
        (names, diagnostics)
    }

    fn without_entry(&self, file: &File, entry: &str) -> Option<Diagnostic> {
        if self.procedures.contains_key(entry) {
            return None;
        }
        let span = file.procedures.first().map_or(Span { start: 0, end: 1 }, |p| p.name.span);
        let diagnostic =
            Diagnostic::error(format!("there is no procedure `{entry}` to begin with"), span, "in this file");
        let known = file.procedures.first().map(|p| format!("write `void {entry}() begin {}(); end`", p.name.text));
        Some(diagnostic.maybe_help(known.or_else(|| Some(format!("write `void {entry}() begin .. end`")))))
    }
}

fn locals(procedure: &Procedure) -> Vec<&Name> {
    let mut names: Vec<&Name> = procedure.parameters.iter().collect();
    each(&procedure.body, &mut |statement| {
        if let Kind::Declare(declared) = &statement.kind {
            names.extend(declared.iter().map(|d| &d.name));
        }
    });
    names
}

/// The number of each; the second of one name is complained about.
fn numbered<'f>(
    names: impl Iterator<Item = &'f Name>,
    what: &str,
    found: &mut Vec<Diagnostic>,
) -> BTreeMap<&'f str, usize> {
    let mut numbers: BTreeMap<&str, (usize, Span)> = BTreeMap::new();
    for (i, name) in names.enumerate() {
        if let Some((_, first)) = numbers.get(name.text.as_str()) {
            let message = format!("there are two {what}s `{}`", name.text);
            found.push(Diagnostic::error(message, name.span, "declared again").also(*first, "declared here"));
        } else {
            numbers.insert(&name.text, (i, name.span));
        }
    }
    numbers.into_iter().map(|(name, (i, _))| (name, i)).collect()
}

fn no_constant(name: &Name, value: &Expr) -> Option<Diagnostic> {
    if matches!(value, Expr::Const(_) | Expr::Any) {
        return None;
    }
    let message = format!("`{}` begins with a constant", name.text);
    Some(
        Diagnostic::error(message, name.span, "with an expression here")
            .help("write `T`, `F` or `*`, and assign in `main`"),
    )
}

/// One procedure.
struct Check<'c, 'f> {
    file: &'f File,
    names: &'c Names<'f>,
    procedure: usize,
    found: Vec<Diagnostic>,
}

impl<'f> Check<'_, 'f> {
    fn body(mut self) -> Vec<Diagnostic> {
        let procedure = &self.file.procedures[self.procedure];
        let mut found = vec![];
        numbered(self.names.locals[self.procedure].iter().copied(), "variable", &mut found);
        let labels = labels(&procedure.body, &mut found);
        each(&procedure.body, &mut |statement| self.statement(statement, &labels));
        self.found.extend(found);
        self.found
    }

    fn statement(&mut self, statement: &'f Statement, labels: &BTreeMap<&str, Span>) {
        match &statement.kind {
            Kind::Assign { targets, values, constrain } => {
                self.assignment(targets, values, statement.span);
                constrain.iter().for_each(|e| self.expression(e, true));
            }
            Kind::Call(call) => self.call(call),
            Kind::Start(Start::Call(call)) => {
                self.call(call);
                self.without_results(call);
            }
            Kind::Start(Start::Goto(label)) => self.label(label, labels),
            Kind::Goto(to) => to.iter().for_each(|label| self.label(label, labels)),
            Kind::If { cases, .. } => cases.iter().for_each(|(e, _, _)| self.expression(e, false)),
            Kind::While(e, _) | Kind::Assert(e) | Kind::Assume(e) | Kind::Enforce(e) => self.expression(e, false),
            Kind::Return(values) => self.returned(values, statement.span),
            Kind::Declare(declared) => {
                declared.iter().filter_map(|d| d.value.as_ref()).for_each(|e| self.expression(e, false));
            }
            Kind::Skip | Kind::EndThread | Kind::AtomicBegin | Kind::AtomicEnd | Kind::Wrong => {}
        }
    }

    fn expression(&mut self, e: &Expr, constrains: bool) {
        for (name, next) in e.names() {
            self.variable(name);
            if next && !constrains {
                let message = format!("`'{}` is the new value of an assignment", name.text);
                let diagnostic = Diagnostic::error(message, name.span, "no `constrain` here");
                self.found.push(diagnostic.help(format!("write `{}`", name.text)));
            }
        }
    }

    fn variable(&mut self, name: &Name) {
        let locals = &self.names.locals[self.procedure];
        if self.names.globals.contains_key(name.text.as_str()) || locals.iter().any(|l| l.text == name.text) {
            return;
        }
        let known = self.names.globals.keys().copied().chain(locals.iter().map(|l| l.text.as_str()));
        let near = nearest(&name.text, known).map(|near| format!("did you mean `{near}`?"));
        let diagnostic = Diagnostic::error(format!("unknown variable `{}`", name.text), name.span, "not declared");
        self.found.push(diagnostic.maybe_help(near.or_else(|| Some(format!("declare it: `decl {};`", name.text)))));
    }

    fn assignment(&mut self, targets: &[Name], values: &[Expr], span: Span) {
        self.targets(targets);
        for ignored in targets.iter().filter(|t| t.text == "_") {
            let diagnostic = Diagnostic::error("`_` ignores a result of a call", ignored.span, "no call here");
            self.found.push(diagnostic.help("leave it out, with its value"));
        }
        values.iter().for_each(|e| self.expression(e, false));
        if targets.len() != values.len() {
            let message = format!("{}, but {}", count(targets.len(), "variable"), count(values.len(), "value"));
            self.found.push(Diagnostic::error(message, span, "as many on both sides are needed"));
        }
    }

    fn targets(&mut self, targets: &[Name]) {
        for (i, target) in targets.iter().enumerate().filter(|(_, t)| t.text != "_") {
            self.variable(target);
            if let Some(first) = targets[..i].iter().find(|t| t.text == target.text) {
                let message = format!("`{}` is assigned twice in one step", target.text);
                self.found.push(Diagnostic::error(message, target.span, "again").also(first.span, "first here"));
            }
        }
    }

    fn call(&mut self, call: &'f Call) {
        self.targets(&call.targets);
        call.arguments.iter().for_each(|e| self.expression(e, false));
        let name = &call.procedure;
        let Some(number) = self.names.procedures.get(name.text.as_str()) else {
            let near = nearest(&name.text, self.names.procedures.keys().copied());
            let help = near.map(|near| format!("did you mean `{near}`?"));
            let message = format!("unknown procedure `{}`", name.text);
            return self.found.push(Diagnostic::error(message, name.span, "not declared").maybe_help(help));
        };
        let called = &self.file.procedures[*number];
        let wrong = |message: String, label: &str| {
            Diagnostic::error(message, name.span, label).also(called.name.span, "declared here")
        };
        if called.parameters.len() != call.arguments.len() {
            let (wants, has) = (count(called.parameters.len(), "argument"), call.arguments.len());
            self.found.push(wrong(format!("`{}` takes {wants}, not {has}", name.text), "called here"));
        }
        if !call.targets.is_empty() && called.results as usize != call.targets.len() {
            let (has, wants) = (count(called.results as usize, "result"), call.targets.len());
            let diagnostic = wrong(format!("`{}` has {has}, not {wants}", name.text), "called here");
            self.found.push(diagnostic.help("write `_` for a result that is not needed"));
        }
    }

    fn without_results(&mut self, call: &Call) {
        if let Some(target) = call.targets.first() {
            let diagnostic = Diagnostic::error("a thread that is started has no result", target.span, "assigned here");
            self.found.push(diagnostic.help("let it write a shared variable"));
        }
    }

    fn label(&mut self, label: &Name, labels: &BTreeMap<&str, Span>) {
        if !labels.contains_key(label.text.as_str()) {
            let near = nearest(&label.text, labels.keys().copied()).map(|near| format!("did you mean `{near}`?"));
            let message = format!("unknown label `{}`", label.text);
            let diagnostic = Diagnostic::error(message, label.span, "not in this procedure");
            self.found.push(diagnostic.maybe_help(near));
        }
    }

    fn returned(&mut self, values: &[Expr], span: Span) {
        values.iter().for_each(|e| self.expression(e, false));
        let procedure = &self.file.procedures[self.procedure];
        if procedure.results as usize != values.len() {
            let wants = count(procedure.results as usize, "result");
            let message = format!("`{}` has {wants}, not {}", procedure.name.text, values.len());
            let diagnostic = Diagnostic::error(message, span, "returned here");
            self.found.push(diagnostic.also(procedure.name.span, "declared here"));
        }
    }
}

fn labels<'f>(body: &'f [Statement], found: &mut Vec<Diagnostic>) -> BTreeMap<&'f str, Span> {
    let mut labels: BTreeMap<&str, (Span, Span)> = BTreeMap::new();
    each(body, &mut |statement| {
        for label in &statement.labels {
            let known = *labels.entry(&label.text).or_insert((label.span, statement.span));
            // Tools write the same label several times before one statement.
            if known.1 != statement.span {
                let message = format!("there are two labels `{}` in this procedure", label.text);
                found.push(Diagnostic::error(message, label.span, "again").also(known.0, "first here"));
            }
        }
    });
    labels.into_iter().map(|(name, (span, _))| (name, span)).collect()
}

fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
