//! Atoms: what the rules' relations hold. Each is the number of an interned thing; what the
//! thing is (a store, a frame, ...) only the [`Program`](crate::Program) knows.

macro_rules! atoms {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);
    )*};
}

atoms! {
    /// A thread, `1..=n`.
    ///
    /// ```
    /// use moverlog_rules::Tid;
    ///
    /// assert!(Tid(1) < Tid(2)); // the first two threads
    /// ```
    Tid;
    /// A global store g.
    Global;
    /// A local store l of Local#: program counter, registers and phase.
    Local;
    /// A pair (g, l) of a global store and one thread's local store (QRR 5.1).
    Node;
    /// What a call pushes and the matching return pops.
    Frame;
    /// A sequence of frames; number 0 is the empty one.
    Stack;
    /// A data variable z, or one cell of an array.
    Variable;
    /// A mutex m.
    Mutex;
    /// A location of a control-flow graph (DYN 3).
    Location;
    /// An action of a control-flow graph; that of an edge.
    Action;
    /// (g, ls, ss): a global store, every thread's local store, every thread's stack.
    State;
}
