//! The questions that rules ask, declared once: of what, what is answered, how the answers are called
//! as a relation, and what a row of it says. Whoever reads, runs, explains or lists rules goes by this table.

use crate::atoms::*;
use crate::{Oracle, Program};

macro_rules! kinds {
    ($($Kind:ident $name:literal $letter:literal $says:literal;)*) => {
        /// What a column, a variable or an argument holds.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Kind {$(
            #[doc = $says]
            $Kind,
        )*}

        impl Kind {
            /// Every kind.
            pub const ALL: &[Kind] = &[$(Kind::$Kind),*];

            /// As relations name it.
            pub fn name(self) -> &'static str {
                match self { $(Kind::$Kind => $name),* }
            }

            /// The letter that the papers use for it.
            pub fn letter(self) -> &'static str {
                match self { $(Kind::$Kind => $letter),* }
            }

            /// What it is, in words.
            pub fn says(self) -> &'static str {
                match self { $(Kind::$Kind => $says),* }
            }
        }
    };
}

kinds! {
    Tid "Tid" "t" "a thread, from 1";
    State "State" "s" "(g, ls, ss): a global store, every thread's local store, every thread's stack; 0 is initial";
    Node "Node" "n" "(g, l): a global store and one thread's local store with its phase";
    Frame "Frame" "f" "what a call pushes and the matching return pops";
    Stack "Stack" "ss" "a sequence of frames; 0 is empty";
    Global "Global" "g" "a global store";
    Local "Local" "l" "a local store without phase";
    Variable "Variable" "z" "a data variable, or one cell of an array";
    Mutex "Mutex" "m" "a mutex; numbered together with variables";
    Number "Number" "k" "how many";
    Truth "bool" "holds" "0 or 1";
    Location "Location" "la" "a location of the control-flow graph (DYN 3)";
    Action "Action" "a" "an action of the control-flow graph";
    Copy "Copy" "x" "one of a location's five copies: N, R, RPrime, L, LPrime";
    Place "Place" "q" "a location in one of its copies";
    Condition "Condition" "c" "a predicate on states that is tested: Right(a), AllLeft(la), ..";
    Guard "Guard" "b" "when an edge can be taken: True, If(c), Unless(c)";
    Taken "Option" "d" "Some(a), or None where the copy alone changes";
    Text "text" "text" "a name or a value";
    Oracle "Oracle" "p" "the program that answers questions";
}

/// What an expression is, an answer for example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// One atom.
    One(Kind),
    /// `Some` of it, or nothing.
    Maybe(Kind),
    /// All answers to a question; one with two parts is a tuple.
    Each(&'static [Kind]),
}

/// The value of an expression.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// Also 1 for true and 0 for false.
    Atom(u32),
    /// Several at once.
    Tuple(Vec<Value>),
    /// Of [`Type::Maybe`].
    Option(Option<Box<Value>>),
    /// Of [`Type::Each`].
    List(Vec<Value>),
}

impl From<bool> for Value {
    fn from(holds: bool) -> Value {
        Value::Atom(u32::from(holds))
    }
}

#[allow(non_snake_case, reason = "as the constructors of atoms")]
fn Truth(atom: u32) -> bool {
    atom != 0
}

macro_rules! answer {
    (one $K:ident) => { Type::One(Kind::$K) };
    (maybe $K:ident) => { Type::Maybe(Kind::$K) };
    (each ($($K:ident),*)) => { Type::Each(&[$(Kind::$K),*]) };
    (one Truth, $given:expr) => { Value::from($given) };
    (one $K:ident, $given:expr) => {{ let $K(a) = $given; Value::Atom(a) }};
    (maybe $K:ident, $given:expr) => { Value::Option($given.map(|$K(a)| Box::new(Value::Atom(a)))) };
    (each ($K:ident), $given:expr) => { Value::List($given.map(|$K(a)| Value::Atom(a)).collect()) };
    (each ($A:ident, $B:ident), $given:expr) => {
        Value::List($given.map(|($A(a), $B(b))| Value::Tuple(vec![Value::Atom(a), Value::Atom(b)])).collect())
    };
}

macro_rules! questions {
    ($($Name:ident $(as $notation:literal)?
        = $method:ident($($K:ident),*) -> $shape:ident $answer:tt, $says:literal;)*) => {
        /// What rules may ask; each is a method of [`Program`], or of [`Oracle`].
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Question {$(
            #[doc = $says]
            $Name,
        )*}

        impl Question {
            /// Every question.
            pub const ALL: &[Question] = &[$(Question::$Name),*];

            /// As rules ask it: the method's name.
            pub fn name(self) -> &'static str {
                match self { $(Question::$Name => stringify!($method)),* }
            }

            /// The relation of its answers, by a name that files may have.
            pub fn relation(self) -> &'static str {
                match self { $(Question::$Name => stringify!($Name)),* }
            }

            /// The same relation as the papers write it.
            pub fn notation(self) -> &'static str {
                match self { $($(Question::$Name => $notation,)?)* other => other.relation() }
            }

            /// What a row of the relation says.
            pub fn says(self) -> &'static str {
                match self { $(Question::$Name => $says),* }
            }

            /// What it is asked of.
            pub fn asked_of(self) -> &'static [Kind] {
                match self { $(Question::$Name => &[$(Kind::$K),*]),* }
            }

            /// What is answered.
            pub fn answer(self) -> Type {
                match self { $(Question::$Name => answer!($shape $answer)),* }
            }

            /// Asks the program, of as many atoms as [`asked_of`](Question::asked_of) says.
            pub fn ask(self, program: &dyn Program, atoms: &[u32]) -> Value {
                let (p, mut atoms) = (Oracle(program), atoms.iter());
                let mut atom = || *atoms.next().expect("as many atoms as the question is asked of");
                match self { $(Question::$Name => answer!($shape $answer, p.$method($($K(atom())),*))),* }
            }
        }
    };
}

questions! {
    At = node(Tid, State) -> one Node, "n = (g, ls(t)) in state s";
    N = is_outside(Tid, Node) -> one Truth, "at n, t is outside any transaction";
    L = is_left(Tid, Node) -> one Truth, "at n, t is in the post-commit part of a transaction";
    GoesOn = goes_on() -> one Truth, "no bound has been hit";
    Initial = initial() -> one State, "the state (g0, ls0, ss0)";
    Thread = threads() -> each (Tid), "Tid = 1..=n";
    Caller = callers() -> each (Tid), "Tid = 1..=n, unless no thread ever calls";
    U = u(Tid, Node) -> each (Node), "U(t, g, l, g', l'): thread t steps from n = (g, l) to n2 = (g', l')";
    UPlus as "U+" = u_plus(Tid, Node) -> each (Node, Frame),
        "U+(t, g, l, g', l', f): thread t steps from n to n2 and pushes f";
    UMinus as "U-" = u_minus(Tid, Node, Frame) -> each (Node),
        "U-(t, g, l, f, g', l'): thread t steps from n to n2 and pops f";
    Steps = steps(Tid, State, Node) -> each (Node), "t alone steps from n to n2, the others being as they are in s";
    Returns = returns(Tid, Node) -> one Truth, "thread t returns from its procedure at n";
    Enabled = is_enabled(Tid, Node) -> one Truth, "thread t can make a step at n";
    OthersOutside = others_outside(Tid, State) -> one Truth, "for all u != t. N(u, g, ls(u)), in state s";
    Top = top(Tid, State) -> maybe Frame, "in state s, f is the newest frame on the stack of t: ss(t) = s'.f";
    OnStack = frames(Tid, State) -> each (Frame), "in state s, f is on the stack of t";
    Unheld = unheld(Tid, Node) -> each (Variable, Mutex), "at n, t accesses z without holding m, which is in Mz";
    HoldsLocks = holds_locks(Tid, Node) -> one Truth, "at n, t holds every lock of what it accesses";
    T = t(Tid, Node) -> each (Node), "T(t, g, l, g', l'): n2 = (g', l') in the phase that n has; T knows no phases";
    TPlus as "T+" = t_plus(Tid, Node) -> each (Node, Frame),
        "T+(t, g, l, g', l', f): the same of a call that pushes f";
    TMinus as "T-" = t_minus(Tid, Node, Frame) -> each (Node),
        "T-(t, g, l, f, g', l'): the same of a return that pops f";
    RM = is_right_mover(Tid, Node) -> one Truth, "what t does at n is a right mover";
    LM = is_left_mover(Tid, Node) -> one Truth, "what t does at n is a left mover";
    PreCommit = is_pre_commit(Node) -> one Truth, "the phase p of n = (g, l, p) is pre-commit";
    StartsPreCommit = starts_pre_commit() -> one Truth, "every thread starts in the pre-commit phase";
    Restarts = restarts(Tid, Node) -> one Truth, "at n, t is back where it starts, and in its initial phase again";
    ForgetsOutside = forgets_outside() -> one Truth,
        "outside any transaction threads have no phase, so that each one begins pre-commit";
    Chosen = is_chosen(Tid, Node, Node) -> one Truth, "what t starts at n1 is to end at n2, as a run before has chosen";
    EndedAt = ended(Node) -> one Node, "n2 is n where its transaction was ended: outside, without a phase";
    Ended = has_ended(Node) -> one Truth, "n is where a transaction was ended";
    InPhase = in_phase(Node, Truth) -> one Node, "n2 is n in the pre-commit phase if that holds, else in the other";
    Starts = starts(Tid, Node) -> one Truth, "at n, t is where it starts, or has gone wrong: no transaction contains that";
    LFS = is_feedback(Node) -> one Truth, "n is at a location where post-commit transactions end (C3)";
    R = is_right(Tid, Node) -> one Truth, "at n, t is in the pre-commit part of a transaction";
    Alpha = alpha(Tid, Node) -> each (Variable), "z in alpha(t, l): at n, t accesses z, whether or not it can move there";
    Mz = mz(Variable) -> each (Mutex), "m is in Mz, as this run assumes it";
    Holds = holds(Tid, Node, Variable, Mutex) -> one Truth, "s(m) = t: t holds m when it accesses z at n";
    Intrudes = intrudes(Tid, Node) -> each (Variable),
        "s is not in E(t, z), as declared: at n, t accesses z without its guards, or where its predicate does not hold";
    Acquires = acquires(Tid, Node) -> each (Mutex), "at n, t acquires m";
    Releases = releases(Tid, Node) -> each (Mutex), "at n, t releases m";
    Kept = kept() -> each (State), "a run before this one has reached s";
    Set = set(State, Tid, Node) -> one State, "s2 is s with t at n: (g', ls[t := l'], ss)";
    Push = push(State, Tid, Node, Frame) -> maybe State,
        "s2 is s with t at n and f pushed: (g', ls[t := l'], ss[t := ss(t).f])";
    Pop = pop(State, Tid, Node) -> one State,
        "s2 is s with t at n and one frame popped: (g', ls[t := l'], ss[t := s'])";
}

impl Kind {
    /// Whether it is part of a control-flow graph, and not of states.
    pub fn is_of_graphs(self) -> bool {
        use Kind::*;
        matches!(self, Location | Action | Copy | Place | Condition | Guard | Taken)
    }
}

impl Question {
    /// The question that rules ask by this name.
    pub fn named(name: &str) -> Option<Question> {
        Question::ALL.iter().copied().find(|q| q.name() == name)
    }

    /// Whether the answer is yes or no.
    pub fn is_truth(self) -> bool {
        self.answer() == Type::One(Kind::Truth)
    }

    /// Whether rules of a file may answer it. What states are made of is for the program to say.
    pub fn may_be_answered(self) -> bool {
        use Question::*;
        matches!(self, N | L | R | U | UPlus | UMinus | RM | LM | LFS | Enabled | OthersOutside | Unheld | HoldsLocks)
    }

    /// Whether it may be asked where blocks are explored (DYN Theorem 4.1).
    pub fn is_of_blocks(self) -> bool {
        use Question::*;
        matches!(self, At | N | GoesOn | Initial | Thread | Steps | Set)
    }

    /// Whether steps answer it.
    pub fn is_step(self) -> bool {
        matches!(self, Question::U | Question::UPlus | Question::UMinus)
    }

    /// The columns of its relation: what it is asked of and, unless that is yes or no, what each answer is.
    pub fn columns(self) -> Vec<Kind> {
        let answer = match self.answer() {
            Type::One(Kind::Truth) => vec![],
            Type::One(kind) | Type::Maybe(kind) => vec![kind],
            Type::Each(kinds) => kinds.to_vec(),
        };
        [self.asked_of(), &answer].concat()
    }
}

/// Columns of these kinds by the papers' letters, the second of a kind with a 2.
pub fn letters(kinds: &[Kind]) -> Vec<String> {
    let nth = |i: usize| kinds[..i].iter().filter(|k| **k == kinds[i]).count() + 1;
    let name = |i: usize| match nth(i) {
        1 => kinds[i].letter().to_string(),
        n => format!("{}{n}", kinds[i].letter()),
    };
    (0..kinds.len()).map(name).collect()
}
