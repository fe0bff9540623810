//! Random models as source text: small, finite, and rich in the ways in which threads interfere.
//!
//! One statement stands on each line, so that a model can be shrunk by deleting lines. The same
//! seed gives the same text.

use moverlog::random::Random;
use std::collections::BTreeMap;

/// A generated model, and which features it was given.
pub struct Generated {
    pub text: String,
    pub features: BTreeMap<&'static str, usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Int,
    Bool,
    Array,
    Color,
    Pointer,
}

/// What is held like a mutex: to have stored one's id in `owner`, and to be the first thread.
const OWNER: usize = 2;
const FIRST: usize = 3;

/// A shared variable, and the mutex that most of its accesses hold.
#[derive(Clone)]
struct Shared {
    name: &'static str,
    kind: Kind,
    home: Option<usize>,
}

struct Helper {
    name: &'static str,
    /// Its first parameter bounds the recursion.
    recursive: bool,
}

struct Generator {
    r: Random,
    lines: Vec<String>,
    indent: usize,
    features: BTreeMap<&'static str, usize>,
    shared: Vec<Shared>,
    mutexes: Vec<&'static str>,
    helpers: Vec<Helper>,
    /// How often an access keeps to the discipline of locks, in percent.
    discipline: usize,
    annotated: bool,
    owner: bool,
    /// Flags by which threads hand variables on to each other.
    flags: usize,
    thread_local: bool,
    /// Procedures that threads are started with, and whether they have a parameter.
    spawned: Vec<(&'static str, bool)>,
    /// How many more statements start threads.
    spawns: usize,
    // Of the procedure at hand:
    budget: isize,
    held: Vec<usize>,
    in_atomic: bool,
    returns_value: bool,
    parameter: bool,
    labels: usize,
    loops: usize,
    /// Whether an `if` becomes a `switch`.
    switches: Random,
}

/// The model of this seed.
pub fn generate(seed: u64) -> Generated {
    let mut generator = Generator {
        r: Random::new(seed),
        lines: vec![],
        indent: 0,
        features: BTreeMap::new(),
        shared: vec![],
        mutexes: vec![],
        helpers: vec![],
        discipline: 0,
        annotated: false,
        owner: false,
        flags: 0,
        thread_local: false,
        spawned: vec![],
        spawns: 0,
        budget: 0,
        held: vec![],
        in_atomic: false,
        returns_value: false,
        parameter: false,
        labels: 0,
        loops: 0,
        switches: Random::new(seed ^ 0x7377_6974_6368),
    };
    // By numbers of its own: the other models stay what they are.
    let mut chance = Random::new(seed ^ 0x7370_6177_6e73);
    if chance.percent(20) {
        generator.spawned = [("S1", chance.percent(40)), ("S2", chance.percent(30))][..1 + chance.below(2)].to_vec();
        generator.spawns = 2;
    }
    generator.model();
    Generated { text: generator.lines.join("\n") + "\n", features: generator.features }
}

impl Generator {
    fn note(&mut self, feature: &'static str) {
        *self.features.entry(feature).or_default() += 1;
    }

    fn line(&mut self, text: impl AsRef<str>) {
        self.lines.push(format!("{}{}", "  ".repeat(self.indent), text.as_ref()));
    }

    fn open(&mut self, text: impl AsRef<str>) {
        self.line(text);
        self.indent += 1;
    }

    fn middle(&mut self, text: &str) {
        self.indent -= 1;
        self.line(text);
        self.indent += 1;
    }

    fn close(&mut self) {
        self.indent -= 1;
        self.line("}");
    }

    /// A statement that is one step, sometimes with a claim.
    fn step(&mut self, text: impl AsRef<str>) {
        let claim = if self.annotated && !self.in_atomic && self.r.percent(15) {
            self.note("claim");
            self.r.pick(&["@right ", "@left ", "@both ", "@non "])
        } else {
            ""
        };
        self.line(format!("{claim}{}", text.as_ref()));
    }

    fn model(&mut self) {
        self.discipline = *self.r.pick(&[&95, &80, &50, &0]);
        self.annotated = self.r.percent(12);
        self.declarations();
        self.helper_procedures();
        if !self.spawned.is_empty() {
            return self.threads_that_others_start();
        }
        let threads = if self.r.percent(30) { 3 } else { 2 };
        self.note(if threads == 3 { "three threads" } else { "two threads" });
        let mut started = vec![];
        let mut t = 1;
        while started.len() < threads {
            let parameter = self.r.percent(15);
            let name = format!("T{t}");
            let budget = if threads == 3 { 4 } else { 7 };
            self.thread(&name, parameter, budget, started.is_empty());
            let copies = if self.r.percent(15) { 2.min(threads - started.len()) } else { 1 };
            for copy in 0..copies {
                if copy > 0 {
                    self.note("two threads of one procedure");
                }
                started.push(if parameter { format!("{name}({})", self.r.below(3)) } else { format!("{name}()") });
            }
            t += 1;
        }
        self.line("P =");
        for (i, start) in started.iter().enumerate() {
            self.line(format!("{}{{ {start} }}", if i == 0 { "  " } else { "  || " }));
        }
    }

    /// The first thread starts others, and so may they and a second one.
    fn threads_that_others_start(&mut self) {
        self.note("spawn");
        let budget = 2 + self.r.below(4) as isize;
        self.begin(budget, false, false);
        self.held.push(FIRST);
        self.open("void T1() {");
        self.locals();
        if self.r.percent(60) {
            self.assignment();
        }
        self.spawns = self.spawns.max(1);
        self.spawn();
        while self.budget > 0 {
            self.statements(2);
        }
        if self.r.percent(60) {
            self.join();
            self.budget = 2;
            self.statements(2);
        }
        self.close();
        let second = self.r.percent(25);
        if second {
            self.thread("T2", false, 3, false);
        }
        for (name, parameter) in self.spawned.clone() {
            self.thread(name, parameter, 4, false);
        }
        self.line("P =");
        self.line("  { T1() }");
        if second {
            self.line("  || { T2() }");
        }
    }

    fn spawn(&mut self) {
        if self.spawns == 0 {
            return self.join();
        }
        self.spawns -= 1;
        let (name, parameter) = self.spawned[self.r.below(self.spawned.len())];
        let argument = if parameter { self.int(0) } else { String::new() };
        let result = self.r.pick(&["t = ", "t = ", "g = ", ""]);
        self.line(format!("{result}spawn {name}({argument});"));
    }

    fn join(&mut self) {
        self.note("join");
        let which = self.r.pick(&["t", "t", "t", "t", "t", "t", "g", "tid + 1"]);
        match which {
            "t" if self.r.percent(90) => self.line("if (t != 0) { join t; }"),
            "t" => self.line("join t;"),
            other => self.line(format!("join({other});")),
        }
    }

    fn declarations(&mut self) {
        let mutexes = *self.r.pick(&[&0, &1, &1, &1, &2]);
        for name in ["m", "n"].into_iter().take(mutexes) {
            let kind = if self.r.percent(15) { "rmutex" } else { "mutex" };
            self.note(kind);
            self.mutexes.push(name);
            self.line(format!("{kind} {name};"));
        }
        self.owner = self.r.percent(10);
        if self.owner {
            self.line("int[0..3] owner;");
        }
        let mut colors = false;
        for name in ["x", "y", "z"].into_iter().take(1 + self.r.below(3)) {
            let kind = *self.r.pick(&[&Kind::Int, &Kind::Int, &Kind::Int, &Kind::Bool, &Kind::Array, &Kind::Color]);
            let home = (!self.mutexes.is_empty() && self.r.percent(60)).then(|| self.r.below(self.mutexes.len()));
            let (home, protected) = self.protection(home);
            match kind {
                Kind::Int => {
                    let init = self.r.pick(&["", " = 1", " = 2"]);
                    self.line(format!("int[0..2] {name}{protected}{init};"));
                }
                Kind::Bool => self.line(format!("bool {name}{protected};")),
                Kind::Array => self.line(format!("int[0..1] {name}[2]{protected};")),
                _ => {
                    if !std::mem::replace(&mut colors, true) {
                        self.line("enum Color { RED, GREEN }");
                    }
                    self.line(format!("Color {name}{protected};"));
                }
            }
            self.note(match kind {
                Kind::Int => "int",
                Kind::Bool => "bool",
                Kind::Array => "array",
                _ => "enum",
            });
            self.shared.push(Shared { name, kind, home });
        }
        let ints: Vec<&str> = self.shared.iter().filter(|s| s.kind == Kind::Int).map(|s| s.name).collect();
        if !ints.is_empty() && self.r.percent(20) {
            let init = if self.r.percent(20) { String::new() } else { format!(" = &{}", self.r.pick(&ints)) };
            self.line(format!("int[0..2]* p{init};"));
            self.note("pointer");
            self.shared.push(Shared { name: "p", kind: Kind::Pointer, home: None });
        }
        if self.r.percent(25) {
            self.flags = 1 + self.r.below(2);
            self.note("flags");
            (0..self.flags).for_each(|i| self.line(format!("bool f{i};")));
        }
        if !self.spawned.is_empty() {
            self.line("thread g;");
        }
        self.thread_local = self.r.percent(20);
        if self.thread_local {
            self.line("thread_local int[0..2] own;");
            self.note("thread_local");
        }
    }

    /// What a declaration says of accesses, and what most of them hold then.
    fn protection(&mut self, home: Option<usize>) -> (Option<usize>, String) {
        if self.owner && self.r.percent(60) {
            self.note("exclusive to an owner");
            return (Some(OWNER), " exclusive(owner == tid)".into());
        }
        if !self.r.percent(5) {
            return (home, self.guard(home));
        }
        let ints: Vec<&str> = self.shared.iter().filter(|s| s.kind == Kind::Int).map(|s| s.name).collect();
        let (home, predicate) = match (self.r.below(3), home) {
            (0, Some(m)) => {
                self.note("exclusive to the holder of a mutex");
                (home, format!("{} == tid", self.mutexes[m]))
            }
            (1, _) if !ints.is_empty() => {
                self.note("exclusive, perhaps wrong");
                let offset = self.r.pick(&["", " + 1", " + 2"]);
                (home, format!("{}{offset} == tid", self.r.pick(&ints)))
            }
            _ => {
                self.note("exclusive to the first thread");
                (Some(FIRST), "tid == 1".into())
            }
        };
        (home, format!(" exclusive({predicate})"))
    }

    fn guard(&mut self, home: Option<usize>) -> String {
        if self.mutexes.is_empty() || !self.r.percent(20) {
            return String::new();
        }
        match self.r.below(5) {
            0 => {
                self.note("guarded_by nothing");
                " guarded_by()".into()
            }
            1 => {
                self.note("guarded_by, perhaps wrong");
                let m = self.r.below(self.mutexes.len());
                format!(" guarded_by({})", self.mutexes[m])
            }
            2 if self.mutexes.len() == 2 => {
                self.note("guarded_by two");
                " guarded_by(m, n)".into()
            }
            _ => match home {
                Some(m) => {
                    self.note("guarded_by");
                    format!(" guarded_by({})", self.mutexes[m])
                }
                None => String::new(),
            },
        }
    }

    fn helper_procedures(&mut self) {
        for name in ["f", "h"].into_iter().take(*self.r.pick(&[&0, &0, &0, &1, &2])) {
            let recursive = self.r.percent(35);
            self.begin(3, true, true);
            self.open(format!("int {name}(int[0..2] a) {{"));
            self.locals();
            if recursive {
                self.note("recursion");
                self.open("if (a > 0) {");
                self.statements(2);
                self.line(format!("k = {name}(a - 1);"));
                self.close();
            }
            self.statements(2);
            if self.r.percent(80) {
                let value = self.int(1);
                self.step(format!("return {value};"));
            }
            self.close();
            self.helpers.push(Helper { name, recursive });
        }
    }

    fn begin(&mut self, budget: isize, parameter: bool, returns_value: bool) {
        self.budget = budget;
        self.held.clear();
        self.parameter = parameter;
        self.returns_value = returns_value;
        self.labels = 0;
        self.loops = 0;
    }

    /// All that a thread does, again and again: with its locals gone it is back at its start.
    fn rounds(&mut self) {
        self.note("thread that comes back to its start");
        self.open("while (true) {");
        self.locals();
        while self.budget > 0 {
            self.statements(2);
        }
        self.close();
    }

    fn locals(&mut self) {
        self.line("int[0..2] k;");
        self.line("bool b;");
        if !self.spawned.is_empty() {
            self.line("thread t;");
        }
    }

    fn thread(&mut self, name: &str, parameter: bool, budget: usize, first: bool) {
        let budget = 2 + self.r.below(budget) as isize;
        self.begin(budget, parameter, false);
        self.held.extend(first.then_some(FIRST));
        self.open(format!("void {name}({}) {{", if parameter { "int[0..2] a" } else { "" }));
        if self.r.percent(25) {
            self.rounds();
            return self.close();
        }
        self.locals();
        if self.flags > 0 && self.r.percent(80) {
            self.handed_over(first);
        }
        if self.r.percent(4) {
            self.note("rare beginning");
            for _ in 0..5 + self.r.below(3) {
                self.line("if (*) { return; }");
            }
        }
        while self.budget > 0 {
            self.statements(2);
        }
        if self.r.percent(15) {
            self.note("endless loop at the end");
            self.open("while (true) {");
            self.line("skip;");
            self.close();
        }
        self.close();
    }

    /// The first thread initialises for the others, which wait; or it does not, and they do not.
    fn handed_over(&mut self, first: bool) {
        if first == self.r.percent(90) {
            self.assignment();
            self.line("f0 = true;");
        } else {
            self.line("assume(f0);");
        }
    }

    /// Waits for a flag, sets one, or takes one back.
    fn flag(&mut self) {
        let f = self.r.below(self.flags);
        let text = match self.r.below(10) {
            0..5 => format!("f{f} = true;"),
            5 => format!("f{f} = !f{f};"),
            6 => format!("while (!f{f}) {{ skip; }}"),
            _ => format!("assume(f{f});"),
        };
        self.line(text);
    }

    /// Adds to an int, or to a cell of an array.
    fn addition(&mut self) {
        if let Some(x) = self.variable(|k| k == Kind::Int) {
            let text = self.r.pick(&["++", "--", " = 1", " = 1"]);
            return self.step(format!("{x}{text};"));
        }
        if let Some(x) = self.variable(|k| k == Kind::Array) {
            let i = self.r.below(2);
            self.step(format!("{x}[{i}]++;"));
        }
    }

    fn statements(&mut self, n: usize) {
        for _ in 0..1 + self.r.below(n) {
            if self.budget > 0 {
                self.statement();
            }
        }
    }

    /// A shared variable of that kind: mostly one whose mutex is held.
    fn variable(&mut self, kind: impl Fn(Kind) -> bool) -> Option<&'static str> {
        let keep = self.r.percent(self.discipline);
        let fits = |s: &&Shared| kind(s.kind) && (!keep || s.home.is_none_or(|m| self.held.contains(&m)));
        let names: Vec<&str> = self.shared.iter().filter(fits).map(|s| s.name).collect();
        if names.is_empty() { None } else { Some(names[self.r.below(names.len())]) }
    }

    fn local(&mut self) -> &'static str {
        match self.r.below(4) {
            0 if self.thread_local => "own",
            1 if self.parameter => "a",
            _ => "k",
        }
    }

    fn mutex(&mut self) -> Option<&'static str> {
        (!self.mutexes.is_empty()).then(|| self.mutexes[self.r.below(self.mutexes.len())])
    }

    fn index(&mut self) -> String {
        match self.r.below(12) {
            0 => self.local().into(),
            1 => self.int(0),
            _ => self.r.below(2).to_string(),
        }
    }

    /// An int expression, often one that reads a shared variable.
    fn int(&mut self, depth: usize) -> String {
        let shared = |g: &mut Self| match g.variable(|k| k == Kind::Int || k == Kind::Color) {
            Some(x) => x.to_string(),
            None => g.local().into(),
        };
        match self.r.below(if depth == 0 { 12 } else { 20 }) {
            0..=2 => self.r.below(3).to_string(),
            3..=4 => self.local().into(),
            5..=8 => shared(self),
            9 => match self.variable(|k| k == Kind::Array) {
                Some(x) => format!("{x}[{}]", self.index()),
                None => shared(self),
            },
            10 => match self.variable(|k| k == Kind::Pointer) {
                Some(p) => format!("*{p}"),
                None => shared(self),
            },
            11 => match self.mutex() {
                Some(m) if self.r.percent(10) => {
                    self.note("value of a mutex");
                    m.into()
                }
                _ if self.r.percent(15) => "tid".into(),
                _ => "1".into(),
            },
            12..=14 => format!("{} + 1", self.int(depth - 1)),
            15 => format!("{} + {}", self.int(depth - 1), self.int(depth - 1)),
            16 => format!("{} - {}", self.int(depth - 1), self.int(depth - 1)),
            17 if self.r.percent(25) => {
                self.note("division");
                format!("2 / ({})", self.int(depth - 1))
            }
            _ => format!("({} ? {} : {})", self.bool(0), self.int(0), self.int(0)),
        }
    }

    fn bool(&mut self, depth: usize) -> String {
        match self.r.below(if depth == 0 { 12 } else { 16 }) {
            0..=7 => {
                let op = self.r.pick(&["==", "==", "!=", "<", ">"]);
                let left = self.int(0);
                let right = if self.r.percent(70) { self.r.below(3).to_string() } else { self.int(0) };
                format!("{left} {op} {right}")
            }
            8 => "b".into(),
            9 | 10 => match self.variable(|k| k == Kind::Bool) {
                Some(x) => x.into(),
                None => format!("{} == 0", self.int(0)),
            },
            11 => match self.mutex() {
                Some(m) if self.r.percent(20) => self.look(m),
                _ => "b".into(),
            },
            12 => format!("!({})", self.bool(depth - 1)),
            13 | 14 => format!("({}) && ({})", self.bool(depth - 1), self.bool(depth - 1)),
            _ => format!("({}) || ({})", self.bool(depth - 1), self.bool(depth - 1)),
        }
    }

    fn look(&mut self, m: &str) -> String {
        self.note("look at a mutex");
        let with = self.r.pick(&["== 0", "== tid", "!= tid", "!= 0", "== 2"]);
        format!("{m} {with}")
    }

    /// A place that an int may be stored into.
    fn place(&mut self) -> String {
        let any = |k: Kind| matches!(k, Kind::Int | Kind::Array | Kind::Pointer);
        match self.variable(any) {
            Some(x) if self.r.percent(80) => match self.shared.iter().find(|s| s.name == x).map(|s| s.kind) {
                Some(Kind::Array) => format!("{x}[{}]", self.index()),
                Some(Kind::Pointer) => format!("*{x}"),
                _ => x.into(),
            },
            _ => self.local().into(),
        }
    }

    fn statement(&mut self) {
        self.budget -= 1;
        if self.flags > 0 && !self.in_atomic && self.r.percent(25) {
            return if self.r.percent(60) { self.flag() } else { self.addition() };
        }
        if !self.spawned.is_empty() && !self.in_atomic && self.r.percent(15) {
            return if self.r.percent(50) { self.spawn() } else { self.join() };
        }
        let kind = self.r.below(if self.in_atomic { 62 } else { 128 });
        match kind {
            0..=17 => self.assignment(),
            18..=23 => {
                self.note("assume");
                let e = self.bool(1);
                self.step(format!("assume({e});"));
            }
            24..=33 => {
                self.note("assert");
                let e =
                    if self.r.percent(30) { self.bool(1) } else { format!("{} != {}", self.int(0), self.r.below(3)) };
                self.step(format!("assert({e});"));
            }
            34..=40 => self.conditional(),
            41..=44 => self.choice(),
            45..=48 => self.chosen_value(),
            49..=51 => self.cas(),
            52..=58 => self.lock_operation(),
            59..=60 => match self.mutex() {
                Some(m) => {
                    let e = self.look(m);
                    let what = self.r.pick(&["assert", "assume"]);
                    self.step(format!("{what}({e});"));
                }
                None => self.assignment(),
            },
            61 => self.step("skip;"),
            62..=85 => self.section(),
            86..=95 => self.atomic(),
            96..=100 => self.racy_increment(),
            101..=107 => self.while_loop(),
            108..=112 => self.wait_or_notify(),
            113..=121 => self.call(),
            122..=124 => self.returning(),
            _ => self.backward_jump(),
        }
    }

    fn assignment(&mut self) {
        self.note("assignment");
        match self.r.below(12) {
            0..=1 => {
                if let Some(x) = self.variable(|k| k == Kind::Bool) {
                    let e = self.bool(1);
                    return self.step(format!("{x} = {e};"));
                }
            }
            2 => {
                if let Some(x) = self.variable(|k| k == Kind::Color) {
                    let e = if self.r.percent(75) { self.r.pick(&["RED", "GREEN"]).into() } else { self.int(0) };
                    return self.step(format!("{x} = {e};"));
                }
            }
            3 => {
                if let Some(p) = self.variable(|k| k == Kind::Pointer) {
                    let ints: Vec<&str> = self.shared.iter().filter(|s| s.kind == Kind::Int).map(|s| s.name).collect();
                    let to = if self.r.percent(15) { "null".into() } else { format!("&{}", self.r.pick(&ints)) };
                    self.note("pointer assignment");
                    return self.step(format!("{p} = {to};"));
                }
            }
            4 => {
                let e = self.bool(1);
                return self.step(format!("b = {e};"));
            }
            _ => {}
        }
        let place = self.place();
        let e = if self.r.percent(45) { self.r.below(3).to_string() } else { self.int(1) };
        self.step(format!("{place} = {e};"));
    }

    fn conditional(&mut self) {
        if !self.in_atomic && self.switches.percent(20) {
            return self.switch();
        }
        let condition = if self.r.percent(30) { "*".into() } else { self.bool(1) };
        self.note(if condition == "*" { "if (*)" } else { "if" });
        self.open(format!("if ({condition}) {{"));
        self.statements(2);
        if self.r.percent(50) {
            self.middle("} else {");
            self.statements(2);
        }
        self.close();
    }

    /// Some cases end with `break`, and some have no statements.
    fn switch(&mut self) {
        self.note("switch");
        let value = self.int(1);
        self.open(format!("switch ({value}) {{"));
        let labels = [["case 0:", "case 1:"], ["case 1..2:", "default:"], ["default:", "case 0, 2:"]];
        for label in labels[self.switches.below(3)] {
            self.line(label);
            if self.switches.percent(85) {
                self.statements(2);
            }
            if self.switches.percent(60) {
                self.line("break;");
            }
        }
        self.close();
    }

    fn choice(&mut self) {
        self.note(if self.in_atomic { "choose in atomic" } else { "choose" });
        self.open("choose {");
        self.statements(2);
        self.middle("[]");
        if self.r.percent(70) {
            self.statements(2);
        }
        self.close();
    }

    fn chosen_value(&mut self) {
        let place = if self.r.percent(50) { "k".into() } else { self.place() };
        if self.r.percent(50) {
            self.note("choose({..})");
            let (a, b) = (self.int(0), self.int(0));
            self.step(format!("{place} = choose({{{a}, {b}}});"));
        } else {
            self.note("choose(..)");
            let (a, b) = if self.r.percent(50) { (self.int(0), "1".into()) } else { ("0".into(), self.int(0)) };
            self.step(format!("{place} = choose({a}..{b});"));
        }
    }

    fn cas(&mut self) {
        self.note("cas");
        let place = self.place();
        let (old, new) = (self.int(0), self.int(0));
        let result = if self.r.percent(60) { "b = " } else { "" };
        self.step(format!("{result}cas({place}, {old}, {new});"));
    }

    /// An acquire or a release that nothing balances, outside of `atomic` seldom.
    fn lock_operation(&mut self) {
        let Some(m) = self.mutex().filter(|_| self.in_atomic || self.r.percent(25)) else {
            return self.assignment();
        };
        let i = self.mutexes.iter().position(|n| *n == m).expect("one of them");
        let holds = self.held.contains(&i);
        let acquires = holds == self.r.percent(15);
        self.note(match (acquires, holds) {
            (true, true) => "double acquire",
            (true, false) => "acquire alone",
            (false, true) => "release alone",
            (false, false) => "release unheld",
        });
        self.step(format!("{}({m});", if acquires { "acquire" } else { "release" }));
        self.held.retain(|h| *h != i);
        if acquires {
            self.held.push(i);
        }
    }

    /// acquire, statements, mostly release.
    fn section(&mut self) {
        if self.owner && self.r.percent(50) {
            return self.owned_section();
        }
        let Some(m) = self.mutex() else { return self.assignment() };
        self.note("section");
        let i = self.mutexes.iter().position(|n| *n == m).expect("one of them");
        let held = self.held.clone();
        self.step(format!("acquire({m});"));
        self.held.push(i);
        self.statements(3);
        if !self.r.percent(4) {
            self.step(format!("release({m});"));
            self.held = held;
        }
    }

    /// Statements of a thread that has made itself the owner, and mostly gives that up.
    fn owned_section(&mut self) {
        self.note("owned section");
        self.budget -= 1;
        let held = self.held.clone();
        let swaps = self.r.percent(50);
        if swaps {
            self.step("b = cas(owner, 0, tid);");
            self.open("if (b) {");
        } else {
            self.open("atomic {");
            self.line("assume(owner == 0);");
            self.line("owner = tid;");
            self.close();
        }
        self.held.push(OWNER);
        self.statements(2);
        if self.r.percent(94) {
            let next = if self.r.percent(94) { "0" } else { "1" };
            self.step(format!("owner = {next};"));
        }
        self.held = held;
        if swaps {
            self.close();
        }
    }

    fn atomic(&mut self) {
        self.note("atomic");
        let held = self.held.clone();
        self.open("atomic {");
        self.in_atomic = true;
        let enclosing = std::mem::replace(&mut self.budget, 3);
        if self.r.percent(25)
            && let Some(m) = self.mutex()
        {
            self.note("lock operation in atomic");
            let first = self.r.pick(&["acquire", "release"]);
            if self.r.percent(40) {
                self.statements(2);
            }
            self.line(format!("{first}({m});"));
            if first == "acquire" {
                self.held.push(self.mutexes.iter().position(|n| *n == m).expect("one of them"));
            }
        }
        self.statements(3);
        self.budget = enclosing;
        self.in_atomic = false;
        self.close();
        if self.r.percent(50) {
            self.held = held;
        }
    }

    fn racy_increment(&mut self) {
        self.note("racy increment");
        let place = self.place();
        self.step(format!("k = {place};"));
        self.step(format!("{place} = k + 1;"));
    }

    fn while_loop(&mut self) {
        self.loops += 1;
        if self.loops > 2 {
            return self.assignment();
        }
        match self.r.below(5) {
            0 => {
                self.note("bounded loop");
                self.step("k = 0;");
                self.open("while (k < 2) {");
                self.statements(1);
                self.step("k = k + 1;");
                self.close();
            }
            1 => {
                self.note("while (*)");
                self.open("while (*) {");
                self.statements(2);
                self.close();
            }
            _ => {
                self.note("loop on a condition");
                let e = self.bool(1);
                self.open(format!("while ({e}) {{"));
                if self.r.percent(50) {
                    self.line("skip;");
                } else {
                    self.statements(2);
                }
                self.close();
            }
        }
    }

    fn wait_or_notify(&mut self) {
        let Some(m) = self.mutex().filter(|_| self.r.percent(60)) else { return self.assignment() };
        let i = self.mutexes.iter().position(|n| *n == m).expect("one of them");
        let balanced = !self.held.contains(&i) && self.r.percent(90);
        if balanced {
            self.step(format!("acquire({m});"));
            self.held.push(i);
        }
        self.note("wait or notify");
        match self.r.below(4) {
            0 => self.step(format!("wait({m});")),
            1 => {
                let e = self.bool(0);
                self.open(format!("while ({e}) {{"));
                self.step(format!("wait({m});"));
                self.close();
            }
            2 => {
                self.statements(1);
                self.step(format!("notify({m});"));
            }
            _ => {
                self.statements(1);
                self.step(format!("notifyAll({m});"));
            }
        }
        self.statements(1);
        if balanced {
            self.step(format!("release({m});"));
            self.held.retain(|h| *h != i);
        }
    }

    fn call(&mut self) {
        if self.helpers.is_empty() {
            return self.assignment();
        }
        let helper = self.r.below(self.helpers.len());
        let (name, recursive) = (self.helpers[helper].name, self.helpers[helper].recursive);
        self.note(if recursive { "recursive call" } else { "call" });
        let argument = self.int(1);
        let result = match self.r.below(3) {
            0 => String::new(),
            1 => "k = ".into(),
            _ => format!("{} = ", self.place()),
        };
        self.step(format!("{result}{name}({argument});"));
    }

    fn returning(&mut self) {
        self.note("return in the middle");
        let e = self.bool(1);
        self.open(format!("if ({e}) {{"));
        let value = if self.returns_value { format!(" {}", self.int(0)) } else { String::new() };
        self.step(format!("return{value};"));
        self.close();
    }

    fn backward_jump(&mut self) {
        self.note("goto");
        self.labels += 1;
        let label = self.labels;
        self.line(format!("L{label}:"));
        self.statements(2);
        let e = if self.r.percent(40) { "*".into() } else { self.bool(1) };
        self.line(format!("if ({e}) {{ goto L{label}; }}"));
    }
}
