//! Boolean programs by brute force: every state, one instruction at a time. It shares nothing with the library, not
//! even the text: it runs the tree of which the text was written.

use super::sketch::{E, GLOBALS, LOCALS, Procedure, S, Sketch, Variable};
use std::collections::{BTreeMap, HashSet};

const MOST_STATES: usize = 40_000;
const MOST_FRAMES: usize = 6;
const MOST_THREADS: usize = 6;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    Wrong,
    Safe,
    /// No error in what was explored, and that is not all.
    Cut,
}

#[derive(Debug)]
enum Do {
    Nothing,
    Set(Vec<Variable>, Vec<E>, Option<E>),
    Call(usize, Vec<E>),
    /// What the callee has returned.
    Store(Vec<Option<Variable>>),
    Start(usize, Vec<E>),
    StartAt(usize),
    EndThread,
    Jump(Vec<usize>),
    Branch(E, usize, usize),
    Return(Vec<E>),
    Assert(E),
    Assume(E),
    Begin,
    End,
}

#[derive(Debug)]
struct Instruction {
    does: Do,
    enforced: Vec<E>,
}

/// The code of a procedure, and labels on their way.
#[derive(Default)]
struct Code {
    all: Vec<Instruction>,
    labels: BTreeMap<String, usize>,
    /// Jumps to labels, and starts of threads.
    open: Vec<(usize, Vec<String>)>,
    enforced: Vec<E>,
}

impl Code {
    fn of(p: &Procedure) -> Vec<Instruction> {
        let mut code = Code::default();
        code.block(&p.body);
        code.enforced.clear();
        for (at, labels) in std::mem::take(&mut code.open) {
            let to: Vec<usize> = labels.iter().map(|l| code.labels[l]).collect();
            match &mut code.all[at].does {
                Do::StartAt(pc) => *pc = to[0],
                does => *does = Do::Jump(to),
            }
        }
        // Whoever comes to the end returns any results.
        code.put(Do::Return(vec![E::Any; p.results]));
        code.all
    }

    fn put(&mut self, does: Do) -> usize {
        self.all.push(Instruction { does, enforced: self.enforced.clone() });
        self.all.len() - 1
    }

    /// One that the text does not have: nothing is demanded there.
    fn jump(&mut self) -> usize {
        self.all.push(Instruction { does: Do::Nothing, enforced: vec![] });
        self.all.len() - 1
    }

    fn block(&mut self, body: &[S]) {
        let enforced = self.enforced.len();
        body.iter().for_each(|s| self.statement(s));
        self.enforced.truncate(enforced);
    }

    fn statement(&mut self, s: &S) {
        match s {
            S::Skip => drop(self.put(Do::Nothing)),
            S::Assign(targets, values, constrain) => {
                self.put(Do::Set(targets.clone(), values.clone(), constrain.clone()));
            }
            S::Havoc(v) => drop(self.put(Do::Set(vec![*v], vec![E::Any], None))),
            S::Call(targets, callee, arguments) => {
                self.put(Do::Call(*callee, arguments.clone()));
                self.put(Do::Store(targets.clone()));
            }
            S::Start(callee, arguments) => drop(self.put(Do::Start(*callee, arguments.clone()))),
            S::StartGoto(label) => {
                let at = self.put(Do::StartAt(0));
                self.open.push((at, vec![label.clone()]));
            }
            S::EndThread => drop(self.put(Do::EndThread)),
            S::Goto(labels) => {
                let at = self.put(Do::Nothing);
                self.open.push((at, labels.clone()));
            }
            S::Label(label) => {
                let at = self.put(Do::Nothing);
                self.labels.insert(label.clone(), at);
            }
            S::If(e, a, b) => {
                let branch = self.put(Do::Nothing);
                self.block(a);
                let jump = self.jump();
                self.block(b);
                let end = self.all.len();
                self.all[branch].does = Do::Branch(e.clone(), branch + 1, jump + 1);
                self.all[jump].does = Do::Jump(vec![end]);
            }
            S::While(e, a) => {
                let branch = self.put(Do::Nothing);
                self.block(a);
                let jump = self.jump();
                self.all[jump].does = Do::Jump(vec![branch]);
                let end = self.all.len();
                self.all[branch].does = Do::Branch(e.clone(), branch + 1, end);
            }
            S::Return(values) => drop(self.put(Do::Return(values.clone()))),
            S::Assert(e) => drop(self.put(Do::Assert(e.clone()))),
            S::Assume(e) => drop(self.put(Do::Assume(e.clone()))),
            S::Enforce(e) => self.enforced.push(e.clone()),
            S::Atomic(a) => {
                self.put(Do::Begin);
                self.block(a);
                self.put(Do::End);
            }
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Frame {
    procedure: usize,
    pc: usize,
    locals: [bool; LOCALS],
    returned: Vec<bool>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct State {
    globals: [bool; GLOBALS],
    /// The running procedure last.
    threads: Vec<Vec<Frame>>,
}

struct Wrong;

pub struct Brute {
    code: Vec<Vec<Instruction>>,
    parameters: Vec<usize>,
    cut: bool,
}

pub fn explored(sketch: &Sketch) -> Found {
    let code = sketch.procedures.iter().map(Code::of).collect();
    let parameters = sketch.procedures.iter().map(|p| p.parameters).collect();
    let mut brute = Brute { code, parameters, cut: false };
    let mut open = brute.initial(sketch);
    let mut seen: HashSet<State> = open.iter().cloned().collect();
    while let Some(state) = open.pop() {
        for thread in 0..state.threads.len() {
            let Ok(next) = brute.steps(&state, thread) else { return Found::Wrong };
            for new in next {
                if seen.len() >= MOST_STATES {
                    brute.cut = true;
                } else if seen.insert(new.clone()) {
                    open.push(new);
                }
            }
        }
    }
    if brute.cut { Found::Cut } else { Found::Safe }
}

impl Brute {
    fn initial(&self, sketch: &Sketch) -> Vec<State> {
        let mut all = vec![];
        for bits in 0..1 << GLOBALS {
            let globals: [bool; GLOBALS] = std::array::from_fn(|i| bits >> i & 1 == 1);
            if (0..GLOBALS).all(|i| sketch.globals[i].is_none_or(|v| v == globals[i])) {
                all.extend(self.frames(0, &[]).into_iter().map(|f| State { globals, threads: vec![vec![f]] }));
            }
        }
        all
    }

    /// A procedure that begins: what is no parameter is any.
    fn frames(&self, procedure: usize, arguments: &[bool]) -> Vec<Frame> {
        let given = self.parameters[procedure];
        let frame = |bits: usize| Frame {
            procedure,
            pc: 0,
            locals: std::array::from_fn(|i| if i < given { arguments[i] } else { bits >> i & 1 == 1 }),
            returned: vec![],
        };
        let mut all: Vec<Frame> = (0..1 << LOCALS).map(frame).collect();
        all.sort_by_key(|f| f.locals);
        all.dedup();
        all
    }

    /// What one step of a thread leads to; an atomic section is one.
    fn steps(&mut self, state: &State, thread: usize) -> Result<Vec<State>, Wrong> {
        let begins = |s: &State| self.here(s, thread).is_some_and(|i| matches!(i.does, Do::Begin));
        if !begins(state) {
            return self.single(state, thread);
        }
        let (mut open, mut seen, mut done) = (self.single(state, thread)?, HashSet::new(), vec![]);
        while let Some(inside) = open.pop() {
            if !seen.insert(inside.clone()) {
                continue;
            }
            let ends = self.here(&inside, thread).is_some_and(|i| matches!(i.does, Do::End));
            let next = self.single(&inside, thread)?;
            if ends { done.extend(next) } else { open.extend(next) }
        }
        Ok(done)
    }

    fn here(&self, state: &State, thread: usize) -> Option<&Instruction> {
        let frame = state.threads[thread].last()?;
        Some(&self.code[frame.procedure][frame.pc])
    }

    fn single(&mut self, state: &State, thread: usize) -> Result<Vec<State>, Wrong> {
        let Some(frame) = state.threads[thread].last().cloned() else { return Ok(vec![]) };
        let Instruction { does, enforced } = &self.code[frame.procedure][frame.pc];
        let now = |e: &E| values(e, &state.globals, &frame.locals, None);
        // Sections begin and end without a step of their own.
        let demands = !matches!(does, Do::Begin | Do::End);
        let demands = demands && !(matches!(does, Do::Store(to) if to.is_empty()) && enforced.is_empty());
        if demands && !enforced.iter().all(|e| now(e).contains(&true)) {
            return Ok(vec![]);
        }
        let to = |change: &dyn Fn(&mut State)| {
            let mut next = state.clone();
            next.threads[thread].last_mut().expect("it runs").pc += 1;
            change(&mut next);
            next
        };
        let top = |s: &mut State, f: &dyn Fn(&mut Frame)| f(s.threads[thread].last_mut().expect("it runs"));
        let mut cut = false;
        let found = match does {
            Do::Nothing | Do::Begin | Do::End => vec![to(&|_| {})],
            Do::Set(targets, sources, constrain) => {
                let mut all = vec![];
                for chosen in product(sources.iter().map(now).collect()) {
                    let next = to(&|s| targets.iter().zip(&chosen).for_each(|(v, b)| write(s, thread, *v, *b)));
                    let new = next.threads[thread].last().expect("it runs");
                    let after = Some((&next.globals, &new.locals));
                    let holds = |e: &E| values(e, &state.globals, &frame.locals, after).contains(&true);
                    if constrain.as_ref().is_none_or(holds) {
                        all.push(next);
                    }
                }
                all
            }
            Do::Call(callee, arguments) if state.threads[thread].len() < MOST_FRAMES => {
                let mut all = vec![];
                for given in product(arguments.iter().map(now).collect()) {
                    all.extend(
                        self.frames(*callee, &given).into_iter().map(|f| to(&|s| s.threads[thread].push(f.clone()))),
                    );
                }
                all
            }
            Do::Start(callee, arguments) if state.threads.len() < MOST_THREADS => {
                let mut all = vec![];
                for given in product(arguments.iter().map(now).collect()) {
                    all.extend(
                        self.frames(*callee, &given).into_iter().map(|f| to(&|s| s.threads.push(vec![f.clone()]))),
                    );
                }
                all
            }
            Do::StartAt(pc) if state.threads.len() < MOST_THREADS => {
                let new = Frame { pc: *pc, ..frame.clone() };
                vec![to(&|s| s.threads.push(vec![new.clone()]))]
            }
            Do::Call(..) | Do::Start(..) | Do::StartAt(_) => {
                cut = true;
                vec![]
            }
            Do::Store(targets) => vec![to(&|s| {
                top(s, &|f| f.returned.clear());
                let named = targets.iter().zip(&frame.returned).filter_map(|(v, b)| Some(((*v)?, *b)));
                named.for_each(|(v, b)| write(s, thread, v, b));
            })],
            Do::EndThread => vec![to(&|s| s.threads[thread].clear())],
            Do::Jump(pcs) => pcs.iter().map(|pc| to(&|s| top(s, &|f| f.pc = *pc))).collect(),
            Do::Branch(e, yes, no) => {
                let pc = |b: bool| if b { *yes } else { *no };
                now(e).into_iter().map(|b| to(&|s| top(s, &|f| f.pc = pc(b)))).collect()
            }
            Do::Return(results) => product(results.iter().map(now).collect())
                .into_iter()
                .map(|returned| {
                    to(&|s| {
                        s.threads[thread].pop();
                        s.threads[thread].iter_mut().last().into_iter().for_each(|f| f.returned.clone_from(&returned));
                    })
                })
                .collect(),
            Do::Assert(e) if now(e).contains(&false) => return Err(Wrong),
            Do::Assert(e) | Do::Assume(e) => now(e).into_iter().filter(|b| *b).map(|_| to(&|_| {})).collect(),
        };
        let stays = matches!(does, Do::Set(..) | Do::Store(_));
        let holds = |s: &State| {
            let f = s.threads[thread].last().expect("it runs");
            enforced.iter().all(|e| values(e, &s.globals, &f.locals, None).contains(&true))
        };
        let found = found.into_iter().filter(|s| !stays || holds(s)).collect();
        self.cut |= cut;
        Ok(found)
    }
}

fn write(s: &mut State, thread: usize, v: Variable, value: bool) {
    if v < GLOBALS {
        s.globals[v] = value;
    } else {
        s.threads[thread].last_mut().expect("it runs").locals[v - GLOBALS] = value;
    }
}

/// The values that an expression may have; every `*` is chosen for itself.
fn values(
    e: &E,
    g: &[bool; GLOBALS],
    l: &[bool; LOCALS],
    next: Option<(&[bool; GLOBALS], &[bool; LOCALS])>,
) -> Vec<bool> {
    let read = |v: Variable, g: &[bool; GLOBALS], l: &[bool; LOCALS]| if v < GLOBALS { g[v] } else { l[v - GLOBALS] };
    let of = |e: &E| values(e, g, l, next);
    let both = |a: &E, b: &E, f: &dyn Fn(bool, bool) -> bool| {
        let b = of(b);
        of(a).into_iter().flat_map(|a| b.iter().map(move |b| (a, *b))).map(|(a, b)| f(a, b)).collect::<Vec<_>>()
    };
    let mut all = match e {
        E::Const(b) => vec![*b],
        E::Any => vec![false, true],
        E::Var(v) => vec![read(*v, g, l)],
        E::Next(v) => vec![next.map_or_else(|| read(*v, g, l), |(g, l)| read(*v, g, l))],
        E::Schoose(a, b) => {
            let b = of(b);
            let one = |(a, b)| match (a, b) {
                (true, _) => vec![true],
                (false, true) => vec![false],
                (false, false) => vec![false, true],
            };
            of(a).into_iter().flat_map(|a| b.iter().map(move |b| (a, *b))).flat_map(one).collect()
        }
        E::Not(a) => of(a).into_iter().map(|a| !a).collect(),
        E::Op(op, a, b) => both(a, b, &|a, b| match op {
            '&' => a & b,
            '|' => a | b,
            '^' | '#' => a != b,
            '=' => a == b,
            _ => !a | b,
        }),
        E::If(c, a, b) => of(c).into_iter().flat_map(|c| if c { of(a) } else { of(b) }).collect(),
    };
    all.sort();
    all.dedup();
    all
}

fn product(all: Vec<Vec<bool>>) -> Vec<Vec<bool>> {
    all.into_iter().fold(vec![vec![]], |before, values| {
        before.iter().flat_map(|b| values.iter().map(move |v| [&b[..], &[*v]].concat())).collect()
    })
}
