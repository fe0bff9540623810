//! What declarations say: types, names, and objects to be.

use super::floats::DOUBLE;
use super::tree::name_of;
use super::types::decayed;
use super::types::{BOOL, DataModel, Function, INT, Int, Sync, Type};
use super::unit::Declared;
use super::unit::Specified;
use super::unit::Storage;
use super::unit::{Entity, Lowered, Unit};
use lang_c::ast::*;
use lang_c::span::{Node, Span};
use std::rc::Rc;

/// The words of a type.
#[derive(Default)]
struct Words {
    ty: Option<Type>,
    long: u8,
    short: bool,
    unsigned: bool,
    signed: bool,
    char: bool,
    /// Bytes of a floating-point number.
    float: u32,
    complex: bool,
    seen: bool,
    atomic: bool,
}

impl Unit<'_> {
    /// The objects that a declaration outside of functions declares; typedefs, functions and tags are known from now on.
    pub(super) fn declaration(&mut self, declaration: &Node<Declaration>) -> Lowered<Vec<Declared>> {
        let base = self.specified_for(declaration)?;
        let mut found = vec![];
        for declarator in &declaration.node.declarators {
            let one = self.declarator(&base, declarator);
            let one = self.without([name_of(&declarator.node.declarator)].into_iter(), one);
            found.extend(self.note(one).flatten());
        }
        Ok(found)
    }

    /// What stands before the declarators of a declaration.
    pub(super) fn specified_for(&mut self, declaration: &Node<Declaration>) -> Lowered<Specified> {
        let base = self.specified(&declaration.node.specifiers);
        let names = declaration.node.declarators.iter().map(|d| name_of(&d.node.declarator));
        self.without(names, base)
    }

    /// An object, if it is one.
    pub(super) fn declarator(
        &mut self,
        base: &Specified,
        declarator: &Node<InitDeclarator>,
    ) -> Lowered<Option<Declared>> {
        let (name, ty) = self.declared(&declarator.node.declarator, base.ty.clone())?;
        if base.storage.typedef {
            let own = is_own(&name, &ty, self.options.data_model);
            let ty = if own { ty } else { library_type(&name, self.options.data_model).unwrap_or(ty) };
            if let Some(ty) = self.with_attributes(&name, ty, declarator.span) {
                self.declare(&name, Entity::Typedef(ty));
            }
            return Ok(None);
        }
        if let Type::Function(_) = ty {
            self.types.insert(name.clone(), ty);
            self.names[0].insert(name.clone(), Entity::Function(name));
            return Ok(None);
        }
        if ty.is_complex() {
            let refusal = self.refusal(declarator.span, "complex numbers are not supported", "of two parts");
            return Err(refusal.help("make it a structure of two numbers").into());
        }
        let Storage { external, thread_local, .. } = base.storage;
        let initialiser = declarator.node.initializer.clone();
        if let Some(constant) = self.fixed(&name, &ty, initialiser.as_ref()) {
            self.declare(&name, constant);
            return Ok(None);
        }
        if self.names.len() == 1 && (!self.names[0].contains_key(&name) || initialiser.is_some()) {
            // From here on its length is known.
            let ty = self.completed(ty.clone(), initialiser.as_ref()).unwrap_or(ty.clone());
            self.declare(&name, Entity::Declared(ty));
        }
        Ok(Some(Declared { name, ty, initialiser, thread_local, external, span: declarator.span }))
    }

    pub(super) fn specified(&mut self, specifiers: &[Node<DeclarationSpecifier>]) -> Lowered<Specified> {
        let (mut words, mut storage) = (Words::default(), Storage::default());
        let mut span = specifiers.first().map_or(Span::none(), |s| s.span);
        for specifier in specifiers {
            match &specifier.node {
                DeclarationSpecifier::StorageClass(class) => match class.node {
                    StorageClassSpecifier::Typedef => storage.typedef = true,
                    StorageClassSpecifier::Extern => storage.external = true,
                    StorageClassSpecifier::Static => storage.fixed = true,
                    StorageClassSpecifier::ThreadLocal => storage.thread_local = true,
                    // See `prepare`: `__thread` is written so; a register of C is only found in functions.
                    StorageClassSpecifier::Register => storage.thread_local |= self.names.len() == 1 || storage.fixed,
                    StorageClassSpecifier::Auto => {}
                },
                DeclarationSpecifier::TypeSpecifier(ty) => {
                    span = ty.span;
                    self.word(&mut words, ty)?;
                }
                DeclarationSpecifier::TypeQualifier(q) => words.atomic |= q.node == TypeQualifier::Atomic,
                _ => {}
            }
        }
        Ok(Specified { ty: self.finish(words, span)?, storage })
    }

    pub(super) fn qualified(&mut self, specifiers: &[Node<SpecifierQualifier>]) -> Lowered<Type> {
        let mut words = Words::default();
        let mut span = Span::none();
        for specifier in specifiers {
            match &specifier.node {
                SpecifierQualifier::TypeSpecifier(ty) => {
                    span = ty.span;
                    self.word(&mut words, ty)?;
                }
                SpecifierQualifier::TypeQualifier(q) => words.atomic |= q.node == TypeQualifier::Atomic,
                SpecifierQualifier::Extension(_) => {}
            }
        }
        self.finish(words, span)
    }

    fn word(&mut self, words: &mut Words, specifier: &Node<TypeSpecifier>) -> Lowered<()> {
        words.seen = true;
        match &specifier.node {
            TypeSpecifier::Void => words.ty = Some(Type::Void),
            TypeSpecifier::Char => words.char = true,
            TypeSpecifier::Short => words.short = true,
            TypeSpecifier::Int => {}
            TypeSpecifier::Long => words.long += 1,
            TypeSpecifier::Signed => words.signed = true,
            TypeSpecifier::Unsigned => words.unsigned = true,
            TypeSpecifier::Bool => words.ty = Some(BOOL),
            TypeSpecifier::Float => words.float = 4,
            TypeSpecifier::Double => words.float = 8,
            TypeSpecifier::TS18661Float(of) => words.float = of.width.div_ceil(64) as u32 * 8,
            TypeSpecifier::Complex => words.complex = true,
            TypeSpecifier::Atomic(inner) => words.ty = Some(Type::Atomic(Rc::new(self.type_name(&inner.node)?))),
            TypeSpecifier::Struct(s) => words.ty = Some(self.structure(&s.node, specifier.span)?),
            TypeSpecifier::Enum(e) => {
                self.is_of_whole_ints(&e.node, specifier.span)?;
                words.ty = Some(self.enumeration(&e.node)?);
            }
            TypeSpecifier::TypedefName(name) => words.ty = Some(self.typedef(name)?),
            TypeSpecifier::TypeOf(of) => words.ty = Some(self.type_of(&of.node)?),
        }
        Ok(())
    }

    fn typedef(&mut self, name: &Node<Identifier>) -> Lowered<Type> {
        match (self.lookup(&name.node.name), library_type(&name.node.name, self.options.data_model)) {
            (Some(Entity::Typedef(ty)), _) => Ok(ty.clone()),
            (_, Some(ty)) => Ok(ty),
            _ if self.refused.contains_key(&name.node.name) => Err(self.refused[&name.node.name].clone().into()),
            _ => self.refuse(name.span, format!("`{}` is no type", name.node.name), "not declared"),
        }
    }

    fn type_of(&mut self, of: &TypeOf) -> Lowered<Type> {
        match of {
            TypeOf::Type(name) => self.type_name(&name.node),
            TypeOf::Expression(e) => self.type_of_expression(e),
        }
    }

    fn finish(&mut self, words: Words, span: Span) -> Lowered<Type> {
        let signed = !words.unsigned;
        let long = self.options.data_model.long();
        let ty = match words {
            Words { ty: Some(ty), .. } => ty,
            Words { float: 1.., .. } | Words { complex: true, .. } => self.float(&words),
            Words { char: true, .. } => Type::Int(Int { bits: 8, signed }),
            Words { short: true, .. } => Type::Int(Int { bits: 16, signed }),
            Words { long: 1, .. } => Type::Int(Int { bits: long, signed }),
            Words { long: 2.., .. } => Type::Int(Int { bits: 64, signed }),
            Words { seen: true, .. } => Type::Int(Int { bits: 32, signed }),
            _ if span == Span::none() => INT,
            _ => return self.refuse(span, "a type is missing", "here"),
        };
        if (words.atomic || ty.is_atomic()) && matches!(ty.plain(), Type::Struct(_)) {
            let refusal = self.refusal(span, "atomic structures are not supported", "read and written as a whole");
            return Err(refusal.help("protect it by a mutex").into());
        }
        Ok(if words.atomic { Type::Atomic(Rc::new(ty)) } else { ty })
    }

    /// `float`, `double`, `long double`, or two of these.
    fn float(&self, words: &Words) -> Type {
        let bytes = match (words.float, words.long) {
            (DOUBLE, 1) => self.options.data_model.long_double(),
            (0, _) => DOUBLE,
            (bytes, _) => bytes,
        };
        if words.complex { Type::Complex(bytes) } else { Type::Float(bytes) }
    }

    pub(super) fn type_name(&mut self, name: &TypeName) -> Lowered<Type> {
        let base = self.qualified(&name.specifiers)?;
        match &name.declarator {
            Some(declarator) => Ok(self.declared(declarator, base)?.1),
            None => Ok(base),
        }
    }

    /// The name that is declared, and its type.
    pub(super) fn declared(&mut self, declarator: &Node<Declarator>, base: Type) -> Lowered<(String, Type)> {
        let derived = &declarator.node.derived;
        let pointers = derived.iter().take_while(|d| matches!(d.node, DerivedDeclarator::Pointer(_))).count();
        let mut ty = base;
        for pointer in &derived[..pointers] {
            let atomic = |q: &Node<PointerQualifier>| matches!(&q.node, PointerQualifier::TypeQualifier(q) if q.node == TypeQualifier::Atomic);
            ty = Type::pointer(ty);
            if matches!(&pointer.node, DerivedDeclarator::Pointer(qualifiers) if qualifiers.iter().any(atomic)) {
                ty = Type::Atomic(Rc::new(ty));
            }
        }
        for suffix in derived[pointers..].iter().rev() {
            ty = self.suffixed(ty, suffix)?;
        }
        match &declarator.node.kind.node {
            DeclaratorKind::Abstract => Ok((String::new(), ty)),
            DeclaratorKind::Identifier(name) => Ok((name.node.name.clone(), ty)),
            DeclaratorKind::Declarator(inner) => self.declared(inner, ty),
        }
    }

    fn suffixed(&mut self, ty: Type, suffix: &Node<DerivedDeclarator>) -> Lowered<Type> {
        Ok(match &suffix.node {
            DerivedDeclarator::Array(array) => match &array.node.size {
                ArraySize::Unknown | ArraySize::VariableUnknown => Type::Array(Rc::new(ty), 0),
                ArraySize::VariableExpression(e) | ArraySize::StaticExpression(e) => {
                    self.has_size(&ty, "", e.span)?;
                    Type::Array(Rc::new(ty), self.length(e)?)
                }
            },
            DerivedDeclarator::Function(function) => {
                let mut parameters = vec![];
                for parameter in &function.node.parameters {
                    parameters.push(self.parameter(&parameter.node)?.1);
                }
                parameters.retain(|p| *p != Type::Void);
                Type::Function(Rc::new(Function { result: ty, parameters }))
            }
            DerivedDeclarator::KRFunction(_) => Type::Function(Rc::new(Function { result: ty, parameters: vec![] })),
            DerivedDeclarator::Pointer(_) => Type::pointer(ty),
            DerivedDeclarator::Block(_) => return self.refuse(suffix.span, "blocks are no C", "not supported"),
        })
    }

    fn length(&mut self, e: &Node<Expression>) -> Lowered<u32> {
        match self.constant(e) {
            Ok(len) if len >= 0 => Ok(len as u32),
            Ok(_) => self.refuse(e.span, "an array of negative length", "negative"),
            Err(_) => {
                let what = "its length is known only when the program runs";
                let refusal = self.refusal(e.span, "arrays need a constant length", what);
                Err(refusal.help("give it a constant length, as large as this can be").into())
            }
        }
    }

    /// A parameter's name and type: arrays and functions are pointers there.
    pub(super) fn parameter(&mut self, parameter: &ParameterDeclaration) -> Lowered<(String, Type)> {
        let base = self.specified(&parameter.specifiers)?.ty;
        let (name, ty) = match &parameter.declarator {
            Some(declarator) => self.declared(&super::tree::without_length(declarator), base)?,
            None => (String::new(), base),
        };
        Ok((name, decayed(ty)))
    }

    /// Parameters that are declared between the parentheses and the body.
    pub(super) fn old_style(
        &mut self,
        names: &[Node<Identifier>],
        declarations: &[Node<Declaration>],
    ) -> Lowered<Vec<(String, Type)>> {
        let mut known = vec![];
        for declaration in declarations {
            let base = self.specified(&declaration.node.specifiers)?.ty;
            for declarator in &declaration.node.declarators {
                let (name, ty) = self.declared(&declarator.node.declarator, base.clone())?;
                known.push((name, decayed(ty)));
            }
        }
        let ty = |name: &str| known.iter().find(|(n, _)| n == name).map_or(INT, |(_, ty)| ty.clone());
        Ok(names.iter().map(|n| (n.node.name.clone(), ty(&n.node.name))).collect())
    }
}

/// Whether a name of the library is defined as no header of one defines it: as a number, and an id not as an unsigned one
/// of 64 bits. What is a lock there cannot be computed with in any case.
fn is_own(name: &str, ty: &Type, model: DataModel) -> bool {
    let by_header = ty.int().is_some_and(|int| int.is_wide() && !int.signed);
    !by_header && ty.int().is_some() && !matches!(library_type(name, model), Some(Type::Sync(_)))
}

/// Types of the library that mean what they are called, however a header defines them.
fn library_type(name: &str, model: DataModel) -> Option<Type> {
    Some(match name {
        "pthread_t" | "thrd_t" => model.size(),
        "pthread_mutex_t" | "mtx_t" | "pthread_spinlock_t" => Type::Sync(Sync::Mutex),
        "pthread_cond_t" | "cnd_t" => Type::Sync(Sync::Cond),
        "pthread_rwlock_t" => Type::Sync(Sync::RwLock),
        "pthread_barrier_t" => Type::Sync(Sync::Barrier),
        "sem_t" => Type::Sync(Sync::Semaphore),
        "pthread_once_t" | "once_flag" => Type::Sync(Sync::Once),
        "pthread_attr_t"
        | "pthread_mutexattr_t"
        | "pthread_condattr_t"
        | "pthread_rwlockattr_t"
        | "pthread_barrierattr_t" => Type::Sync(Sync::Attributes),
        "__builtin_va_list" | "va_list" => Type::pointer(Type::Void),
        "pthread_key_t" | "tss_t" => Type::Int(Int { bits: 32, signed: false }),
        "atomic_flag" => Type::Atomic(Rc::new(BOOL)),
        _ => return None,
    })
}
