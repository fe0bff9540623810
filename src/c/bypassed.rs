//! Declarations that a jump leaves out (C11 6.2.4p6): nobody has set what they declare, and nobody notes that. Where it may
//! be read behind the label before it is set, the jump is refused.

use super::tree::{name_of, named};
use super::unit::{Refusal, Unit};
use lang_c::ast::*;
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};

/// A block, or a `for` with declarations.
struct Block {
    span: Span,
    /// Variables, and where their declarations end.
    declared: Vec<(String, usize)>,
    /// What stands directly in it and sets a variable: where that is named, by which name.
    sets: Vec<(usize, String)>,
}

/// A label, or a case, with all places from which control comes there.
struct Target {
    label: Span,
    name: Option<String>,
    from: Vec<usize>,
}

#[derive(Default)]
struct Walk {
    /// Those that have ended, and those around.
    blocks: Vec<Block>,
    open: Vec<Block>,
    switches: Vec<usize>,
    targets: Vec<Target>,
    jumps: Vec<(String, usize)>,
    loops: Vec<Span>,
    named: Vec<(String, usize)>,
}

/// The jumps of a function behind which what they leave out may be read.
pub(super) fn refusals(unit: &Unit<'_>, s: &Node<Statement>) -> Vec<Refusal> {
    let mut walk = Walk::default();
    walk.visit_statement(&s.node, &s.span);
    walk.resolve();
    let of_block = |block: &Block| {
        let declared = block.declared.iter().map(|(name, end)| (name.clone(), *end));
        let refused = |(name, end): (String, usize)| {
            let target = walk.targets.iter().find(|target| walk.is_read_unset(target, block, (&name, end)))?;
            Some((name, target.label))
        };
        declared.filter_map(refused).collect::<Vec<_>>()
    };
    let refusal = |(name, label): (String, Span)| {
        let message = format!("control comes here without the declaration of `{name}`, which may be read then");
        let help = format!("declare `{name}` in front of the block, or set it here first");
        unit.refusal(label, message, "a jump leads here").help(help).into()
    };
    walk.blocks.iter().flat_map(of_block).map(refusal).collect()
}

impl Walk {
    /// Where `goto`s come from.
    fn resolve(&mut self) {
        for target in &mut self.targets {
            let here = self.jumps.iter().filter(|(name, _)| Some(name) == target.name.as_ref());
            target.from.extend(here.map(|(_, at)| *at));
        }
    }

    /// Whether a jump leads into the scope of a variable, and the variable may be read before it is set.
    fn is_read_unset(&self, target: &Target, block: &Block, (name, end): (&String, usize)) -> bool {
        let scope = end..block.span.end;
        let label = target.label.start;
        let into = scope.contains(&label) && target.from.iter().any(|from| !scope.contains(from));
        let mentions = self.named.iter().filter(|(n, at)| n == name && scope.contains(at)).map(|(_, at)| *at);
        let (before, behind): (Vec<usize>, Vec<usize>) = mentions.partition(|at| *at < label);
        let is_set_first = |at: &usize| block.sets.iter().any(|(set, n)| set == at && n == name);
        let again = !before.is_empty() && self.goes_back(end..label, block);
        into && match behind.iter().min() {
            Some(first) => {
                again || !is_set_first(first) || self.jumps.iter().any(|(_, at)| (label..*first).contains(at))
            }
            None => again,
        }
    }

    /// Whether control may come back from behind a label to what stands between a declaration and the label.
    fn goes_back(&self, between: std::ops::Range<usize>, block: &Block) -> bool {
        let around = |l: &Span| (block.span.start..between.end).contains(&l.start) && l.end > between.end;
        let back = |target: &Target| {
            between.contains(&target.label.start)
                && target.from.iter().any(|at| (between.end..block.span.end).contains(at))
        };
        self.loops.iter().any(around) || self.targets.iter().any(back)
    }

    fn within(&mut self, span: Span, visit: impl FnOnce(&mut Self)) {
        self.open.push(Block { span, declared: vec![], sets: vec![] });
        visit(self);
        self.blocks.extend(self.open.pop());
    }
}

/// `x = e;`, perhaps behind labels, where `e` does not name `x`: the name and where it stands.
fn set_by(s: &Node<Statement>) -> Option<(usize, String)> {
    match &s.node {
        Statement::Labeled(l) => set_by(&l.node.statement),
        Statement::Expression(Some(e)) => {
            let Expression::BinaryOperator(b) = &e.node else { return None };
            let name = named(&b.node.lhs).filter(|_| b.node.operator.node == BinaryOperator::Assign)?;
            (!mentions(&b.node.rhs, name)).then(|| (b.node.lhs.span.start, name.to_string()))
        }
        _ => None,
    }
}

/// Whether an expression names a variable.
pub(super) fn mentions(e: &Node<Expression>, name: &str) -> bool {
    let mut walk = Walk::default();
    walk.visit_expression(&e.node, &e.span);
    walk.named.iter().any(|(n, _)| n == name)
}

/// Whether what a variable is initialised with names it.
pub(super) fn names_itself(initialiser: &Node<Initializer>, name: &str) -> bool {
    let mut walk = Walk::default();
    walk.visit_initializer(&initialiser.node, &initialiser.span);
    walk.named.iter().any(|(n, _)| n == name)
}

fn is_automatic(d: &Declaration) -> bool {
    d.specifiers.iter().all(|s| match &s.node {
        DeclarationSpecifier::StorageClass(class) => {
            matches!(class.node, StorageClassSpecifier::Auto | StorageClassSpecifier::Register)
        }
        _ => true,
    })
}

impl<'a> Visit<'a> for Walk {
    fn visit_expression(&mut self, e: &'a Expression, span: &'a Span) {
        if let Expression::Identifier(name) = e {
            self.named.push((name.node.name.clone(), span.start));
        }
        visit::visit_expression(self, e, span);
    }

    fn visit_declaration(&mut self, d: &'a Declaration, span: &'a Span) {
        let names = d.declarators.iter().map(|d| (name_of(&d.node.declarator), d.span.end));
        if let Some(block) = self.open.last_mut().filter(|_| is_automatic(d)) {
            block.declared.extend(names);
        }
        visit::visit_declaration(self, d, span);
    }

    fn visit_statement(&mut self, s: &'a Statement, span: &'a Span) {
        match s {
            Statement::Compound(items) => {
                let sets = items.iter().filter_map(|item| match &item.node {
                    BlockItem::Statement(s) => set_by(s),
                    _ => None,
                });
                let sets: Vec<(usize, String)> = sets.collect();
                return self.within(*span, |walk| {
                    walk.open.iter_mut().last().expect("it is open").sets = sets;
                    visit::visit_statement(walk, s, span);
                });
            }
            Statement::Goto(name) => self.jumps.push((name.node.name.clone(), span.start)),
            Statement::Labeled(l) => {
                let (name, from) = match &l.node.label.node {
                    Label::Identifier(name) => (Some(name.node.name.clone()), vec![]),
                    _ => (None, self.switches.last().copied().into_iter().collect()),
                };
                self.targets.push(Target { label: l.node.label.span, name, from });
            }
            Statement::Switch(_) => {
                self.switches.push(span.start);
                visit::visit_statement(self, s, span);
                self.switches.pop();
                return;
            }
            Statement::While(_) | Statement::DoWhile(_) => self.loops.push(*span),
            Statement::For(_) => {
                self.loops.push(*span);
                return self.within(*span, |walk| visit::visit_statement(walk, s, span));
            }
            _ => {}
        }
        visit::visit_statement(self, s, span);
    }
}
