//! Where objects lie: one cell for each scalar.

use super::types::{Structs, Sync, Type};
use super::unit::{Allocation, Home, Objects, Unit};
use crate::ir::{Bytes, Cell, Domain, GlobalKind, GlobalVariable, Object, Protection, Stride, Value};
use lang_c::span::Span;

/// One that has a type of its own.
fn object(base: Cell, len: u32, freed: Option<Cell>, bytes: Bytes) -> Object {
    Object { base, len, freed, allocated: false, divisible: false, bytes }
}

impl Objects {
    /// In the order of their cells.
    pub(super) fn finish(&mut self) -> Vec<Object> {
        for (object, widest) in &self.on_heap {
            self.all[*object].divisible = self.narrowest.is_some_and(|narrowest| narrowest < *widest);
        }
        // Also where there is none pointers lead to objects alone.
        self.all.push(object(Cell(u32::MAX - 1), 0, None, Bytes::default()));
        self.all.sort_by_key(|o| o.base);
        std::mem::take(&mut self.all)
    }
}

impl Unit<'_> {
    /// Cells for an object, all 0, and one behind them that no pointer is followed to.
    pub(super) fn allocate(&mut self, name: &str, ty: &Type, span: Span) -> Cell {
        let base = self.next_cell();
        self.lay_out(name, ty, span);
        self.containers.laid_out.push((base, ty.clone()));
        let len = self.structs.cells(ty);
        self.objects.all.push(object(base, len, None, self.bytes(ty)));
        if matches!(ty.plain(), Type::Array(..)) {
            self.variable(&format!("{name}.end"), 1, false, GlobalKind::Data(Domain::Int), span);
        }
        base
    }

    /// The same, with a cell that tells whether it was given back, if the program gives any back.
    pub(super) fn allocate_on_heap(&mut self, name: &str, ty: &Type, how: Allocation, span: Span) -> Cell {
        let base = self.allocate(name, ty, span);
        let kind = GlobalKind::Data(Domain::Bool);
        let freed = self.facts.frees.then(|| self.variable(&format!("{name}.freed"), 1, false, kind, span));
        let widest = self.structs.leaves(ty).iter().map(|(_, ty)| self.structs.size(ty, self.options.data_model)).max();
        self.objects.on_heap.push((self.objects.all.len() - 1, widest.unwrap_or(0)));
        let object = self.objects.all.last_mut().expect("it was just added");
        (object.freed, object.allocated) = (freed, how != Allocation::Automatic);
        if freed.is_none() && !matches!(ty.plain(), Type::Array(..)) {
            self.variable(&format!("{name}.end"), 1, false, GlobalKind::Data(Domain::Int), span);
        }
        base
    }

    /// The cell that tells whether an object is gone.
    pub(super) fn freed_with(&self, base: Cell) -> Option<Cell> {
        self.objects.all.iter().find(|o| o.base == base)?.freed
    }

    /// An object with a cell behind it that tells whether it is gone.
    pub(super) fn allocate_mortal(&mut self, name: &str, ty: &Type, span: Span) -> Cell {
        let base = self.next_cell();
        self.lay_out(name, ty, span);
        self.containers.laid_out.push((base, ty.clone()));
        let len = self.structs.cells(ty);
        let gone = self.variable(&format!("{name}.gone"), 1, false, GlobalKind::Data(Domain::Bool), span);
        self.objects.all.push(object(base, len, Some(gone), self.bytes(ty)));
        base
    }

    /// An object for each thread, which is gone where the thread has ended.
    pub(super) fn thread_local(&mut self, name: &str, ty: &Type, span: Span) -> Home {
        let home = self.per_thread(name, ty, span);
        let threads: Vec<u32> = (0..self.threads.count()).collect();
        self.end_with_threads(&home, &threads);
        home
    }

    /// Locals of what threads begin with are gone where their thread has ended. Those of `main` stay: it ends the
    /// program, or leaves its stack to the others.
    pub(super) fn end_with_threads(&mut self, home: &Home, threads: &[u32]) {
        let bases = self.bases(home);
        for thread in threads.iter().filter(|t| **t > 0) {
            let base = Cell(*bases.get(*thread as usize).unwrap_or(&bases[0]));
            let ended = self.threads.ended_cell(*thread);
            let object = self.objects.all.iter_mut().rfind(|o| o.base == base);
            object.into_iter().for_each(|o| o.freed = Some(ended));
        }
    }

    /// Where the cells of an object lie: of its elements, if it is an array.
    fn bytes(&self, ty: &Type) -> Bytes {
        match ty.plain() {
            Type::Array(of, _) => self.bytes(of),
            ty => self.structs.bytes(ty, self.options.data_model),
        }
    }

    /// From an element of this type to the next one.
    pub(super) fn stride(&self, ty: &Type) -> Stride {
        Stride { cells: self.structs.cells(ty), bytes: self.structs.size(ty, self.options.data_model) }
    }

    /// An object for each thread.
    pub(super) fn per_thread(&mut self, name: &str, ty: &Type, span: Span) -> Home {
        self.for_each_thread(name, |this, name| this.allocate(name, ty, span))
    }

    pub(super) fn for_each_thread(&mut self, name: &str, allocate: impl Fn(&mut Self, &str) -> Cell) -> Home {
        let first = self.next_cell();
        let mut stride = 0;
        for thread in 0..self.threads.count() {
            let owner = self.threads.name(thread).replace('#', ":");
            let base = allocate(self, &format!("{owner}.{name}"));
            stride = if thread == 1 { base.0 - first.0 } else { stride };
        }
        if self.threads.count() == 1 {
            return Home::Cells(first);
        }
        Home::PerThread { base: first, stride }
    }

    /// So many activations of a function that calls itself have places for their locals.
    pub(super) fn activations(&self) -> u32 {
        self.options.heap.max(1)
    }

    /// An object for each of some activations of each thread.
    pub(super) fn per_activation(&mut self, name: &str, slot: u32, allocate: impl Fn(&mut Self, &str) -> Cell) -> Home {
        let (base, len) = (self.next_cell(), self.activations());
        let mut stride = 0;
        for i in 0..self.threads.count() * len {
            let owner = self.threads.name(i / len).replace('#', ":");
            let cell = allocate(self, &format!("{owner}.{name}.{}", i % len));
            stride = if i == 1 { cell.0 - base.0 } else { stride };
        }
        Home::PerActivation { base, stride: stride.max(1), len, slot }
    }

    /// The first cells of an object: one, or one for each thread.
    pub(super) fn bases(&self, home: &Home) -> Vec<u32> {
        match home {
            Home::Cells(cell) => vec![cell.0],
            Home::PerThread { base, stride } => (0..self.threads.count()).map(|t| base.0 + t * stride).collect(),
            Home::PerActivation { base, stride, len, .. } => {
                (0..self.threads.count() * len).map(|i| base.0 + i * stride).collect()
            }
            Home::Registers(_) => vec![],
        }
    }

    pub(super) fn next_cell(&self) -> Cell {
        Cell(self.program.cells.len() as u32)
    }

    fn lay_out(&mut self, name: &str, ty: &Type, span: Span) {
        match ty.plain() {
            Type::Array(of, len) if is_one_cell(of, &self.structs) => {
                self.variable(name, *len, true, self.kind(of), span);
            }
            Type::Array(of, len) => (0..*len).for_each(|i| self.lay_out(&format!("{name}[{i}]"), of, span)),
            Type::Struct(s) if !self.structs.all[*s].is_of_bits() => {
                let s = self.structs.all[*s].clone();
                let widest = s.fields.iter().map(|(_, ty)| self.structs.cells(ty)).max();
                let mut fields = s.fields.iter().filter(|(_, ty)| !s.union || Some(self.structs.cells(ty)) == widest);
                let some: Vec<_> = if s.union { fields.next().into_iter().collect() } else { fields.collect() };
                for (field, ty) in some {
                    let name = if field.is_empty() { name.to_string() } else { format!("{name}.{field}") };
                    self.lay_out(&name, ty, span);
                }
            }
            Type::Sync(Sync::Mutex) if self.structs.kinds => {
                let kind = GlobalKind::Mutex { reentrant: true, waited: false };
                self.variable(name, 1, false, kind, span);
                self.variable(&format!("{name}.kind"), 1, false, GlobalKind::Data(Domain::Int), span);
            }
            Type::Void => {}
            _ => {
                for (part, of) in self.structs.leaves(ty) {
                    let kind = self.kind(&of);
                    self.variable(&format!("{name}{part}"), 1, false, kind, span);
                }
            }
        }
    }

    fn kind(&self, ty: &Type) -> GlobalKind {
        match ty.plain() {
            Type::Sync(Sync::Mutex) => GlobalKind::Mutex { reentrant: false, waited: false },
            // Functions are numbers.
            Type::Pointer(to) if matches!(**to, Type::Function(_)) => GlobalKind::Data(Domain::Int),
            other => GlobalKind::Data(other.domain()),
        }
    }

    /// A variable of the program, with so many elements.
    pub(super) fn variable(&mut self, name: &str, len: u32, is_array: bool, kind: GlobalKind, span: Span) -> Cell {
        let base = self.next_cell();
        let span = self.span(span);
        let protection = Protection::Inferred;
        let variable = GlobalVariable { name: name.into(), base, len, is_array, kind, protection, span };
        let cells = len * variable.stride();
        self.program.globals.push(variable);
        self.program.cells.resize(self.program.cells.len() + cells as usize, 0);
        base
    }

    pub(super) fn set_cell(&mut self, cell: Cell, value: Value) {
        self.program.cells[cell.0 as usize] = value;
    }
}

fn is_one_cell(ty: &Type, structs: &Structs) -> bool {
    match ty.plain() {
        Type::Sync(Sync::Mutex) => !structs.kinds,
        Type::Array(..) | Type::Struct(_) => false,
        _ => structs.cells(ty) == 1,
    }
}
