//! The format: the number of shared states, then for each thread `PDA lo hi`, the bounds of its symbols, and its rules.

use super::configuration::{self, Configuration, Mistake, Target, Top};
use super::{Options, directive};
use crate::diagnostics::{Diagnostic, Span};
use std::collections::BTreeSet;
use std::ops::Range;

/// Shared states `0..states`, a pushdown automaton for each thread, where they begin and what they are not to reach.
#[derive(Clone, Default, Debug)]
pub struct System {
    pub states: u32,
    pub threads: Vec<Automaton>,
    pub initial: Configuration,
    pub targets: Vec<Target>,
    /// Where the number of shared states stands.
    pub span: Span,
}

/// The rules of one thread.
#[derive(Clone, Default, Debug)]
pub struct Automaton {
    /// Its first symbol and its last.
    pub symbols: (u32, u32),
    pub rules: Vec<Rule>,
    pub span: Span,
}

/// `q a -> q' w`: in shared state `q`, `a` on top is replaced by `w`, of two symbols at most, top first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// A shared state and the symbol on top; none where the stack is empty.
    pub from: (u32, Option<u32>),
    pub to: (u32, Vec<u32>),
    pub span: Span,
}

impl Automaton {
    /// Whether the thread may have this symbol on its stack at all.
    fn knows(&self, symbol: u32) -> bool {
        let within = (self.symbols.0..=self.symbols.1).contains(&symbol);
        within || self.rules.iter().any(|r| r.from.1 == Some(symbol) || r.to.1.contains(&symbol))
    }
}

const RULE: &str = "rules are `q a -> q' b c` (push), `q a -> q' b` (overwrite) and `q a -> q' -` (pop)";

/// What was understood, and messages.
pub fn read(text: &str, options: &Options) -> (System, Vec<Diagnostic>) {
    let mut reader =
        Reader { text, system: System::default(), found: vec![], begun: false, said: vec![], strange: BTreeSet::new() };
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        reader.line(at, line.trim_end());
        at += line.len();
    }
    reader.finish(options);
    (reader.system, reader.found)
}

struct Reader<'t> {
    text: &'t str,
    system: System,
    found: Vec<Diagnostic>,
    /// Whether the number of shared states was seen.
    begun: bool,
    /// The directives `initial` and `target`, with the places of their values.
    said: Vec<(String, usize, &'t str)>,
    /// Threads and symbols beyond their alphabets of which a warning speaks.
    strange: BTreeSet<(usize, u32)>,
}

/// What was read, or what is wrong with it.
type Read<A> = Result<A, Box<Diagnostic>>;

/// A word and where it stands.
type Word<'t> = (usize, &'t str);

fn words(at: usize, line: &str) -> Vec<Word<'_>> {
    let place = |word: &str| at + (word.as_ptr() as usize - line.as_ptr() as usize);
    line.split_whitespace().map(|word| (place(word), word)).collect()
}

fn span(range: Range<usize>) -> Span {
    Span { start: range.start as u32, end: range.end as u32 }
}

fn around(words: &[Word<'_>]) -> Span {
    let (first, last) = (words[0], words[words.len() - 1]);
    span(first.0..last.0 + last.1.len())
}

impl<'t> Reader<'t> {
    fn line(&mut self, at: usize, line: &'t str) {
        if let Some((key, _)) = directive(line) {
            let value = line.split_once(':').map_or("", |(_, value)| value).trim();
            self.said.push((key, at + line.len() - value.len(), value));
        }
        let code = line.split('#').next().unwrap_or_default();
        let words = words(at, code);
        let read = match words.as_slice() {
            [] => Ok(()),
            words if !self.begun => self.states(words),
            [(_, "PDA"), rest @ ..] => self.automaton(around(&words), rest),
            words => self.rule(words),
        };
        self.found.extend(read.err().map(|d| *d));
    }

    fn states(&mut self, words: &[Word<'_>]) -> Read<()> {
        self.begun = true;
        self.system.span = around(words);
        let help = "begin with the number of shared states, then `PDA` and rules for each thread";
        match words {
            [one] => {
                self.system.states = number(*one).map_err(|d| Box::new(d.help(help)))?;
                let none = Diagnostic::error("there are no shared states", around(words), "at least one");
                if self.system.states == 0 { Err(none.into()) } else { Ok(()) }
            }
            _ => {
                let message = "the first line is the number of shared states";
                Err(Diagnostic::error(message, around(words), "more than a number").help(help).into())
            }
        }
    }

    fn automaton(&mut self, span: Span, bounds: &[Word<'_>]) -> Read<()> {
        self.system.threads.push(Automaton { span, ..Automaton::default() });
        let [lo, hi] = bounds else {
            let label = "its first and its last symbol belong here";
            return Err(Diagnostic::error("a thread begins with `PDA lo hi`", span, label).into());
        };
        let symbols = (number(*lo)?, number(*hi)?);
        self.system.threads.last_mut().expect("it was added").symbols = symbols;
        if symbols.0 > symbols.1 {
            let message = format!("there are no symbols from {} to {}", symbols.0, symbols.1);
            return Err(Diagnostic::error(message, around(bounds), "the smaller one comes first").into());
        }
        Ok(())
    }

    fn rule(&mut self, words: &[Word<'_>]) -> Read<()> {
        let whole = around(words);
        let (from, to) = match words {
            [q, a, (_, "->"), to, written @ ..] if (1..=2).contains(&written.len()) => ((*q, *a), (*to, written)),
            _ => return Err(Diagnostic::error("this is no rule", whole, "neither a rule nor `PDA`").help(RULE).into()),
        };
        let top = if from.1.1 == "-" { None } else { Some(number(from.1)?) };
        let written = match to.1 {
            [(_, "-")] => vec![],
            symbols => symbols.iter().map(|w| number(*w)).collect::<Result<_, _>>()?,
        };
        let rule = Rule { from: (self.state(from.0)?, top), to: (self.state(to.0)?, written), span: whole };
        self.fits(&rule)?;
        let Some(thread) = self.system.threads.last_mut() else {
            let message = "a rule stands before the first `PDA`";
            return Err(Diagnostic::error(message, whole, "whose rule is it?")
                .help("write `PDA lo hi` before it")
                .into());
        };
        thread.rules.push(rule);
        Ok(())
    }

    fn state(&self, word: Word<'_>) -> Read<u32> {
        let (state, states) = (number(word)?, self.system.states);
        // Without a number of them the message about that is enough.
        if state < states || states == 0 {
            return Ok(state);
        }
        let message = format!("`{state}` is no shared state");
        let none = Diagnostic::error(message, around(&[word]), format!("not below {states}"));
        Err(none.also(self.system.span, "so many shared states there are").into())
    }

    /// Warns of symbols that the thread does not declare.
    fn fits(&mut self, rule: &Rule) -> Read<()> {
        if rule.from.1.is_none() && rule.to.1.len() > 1 {
            let message = "a rule for the empty stack writes one symbol at most";
            return Err(Diagnostic::error(message, rule.span, "two symbols").into());
        }
        let Some(thread) = self.system.threads.last() else { return Ok(()) };
        let (lo, hi) = thread.symbols;
        let number = self.system.threads.len();
        let foreign = rule.from.1.iter().chain(&rule.to.1).filter(|a| !(lo..=hi).contains(*a));
        for a in foreign {
            if self.strange.insert((number, *a)) {
                let message = format!("`{a}` is none of the symbols of thread {number}");
                let said = Diagnostic::warning(message, rule.span, "taken for one of them all the same");
                self.found.push(said.also(thread.span, format!("symbols {lo} to {hi}")));
            }
        }
        Ok(())
    }

    fn finish(&mut self, options: &Options) {
        if self.system.threads.is_empty() && !self.found.iter().any(Diagnostic::is_error) {
            let end = span(self.text.len()..self.text.len());
            let message = "there is no thread";
            let help = "begin with the number of shared states, then `PDA lo hi` and rules for each thread";
            self.found.push(Diagnostic::error(message, end, "the text ends here").help(help));
        }
        if self.found.iter().any(Diagnostic::is_error) {
            return;
        }
        let read = self.initial(options).and_then(|()| self.targets(options));
        self.found.extend(read.err().map(|d| *d));
    }

    fn initial(&mut self, options: &Options) -> Read<()> {
        let said = self.said_of("initial", options.initial.as_slice());
        let Some((at, value)) = said.last() else {
            let threads = vec!["1"; self.system.threads.len()].join(",");
            let message = "nothing says where the threads begin";
            let help = format!("add a line `#@ initial: 0|{threads}`, or `--initial` with such a state");
            return Err(Diagnostic::error(message, self.system.span, "no initial state").help(help).into());
        };
        let initial = configuration::configuration(value).map_err(|m| self.mistaken(*at, m))?;
        let stacks: Vec<Vec<u32>> = initial.stacks.clone();
        self.agrees(*at, value, initial.state, &stacks)?;
        self.system.initial = initial;
        Ok(())
    }

    fn targets(&mut self, options: &Options) -> Read<()> {
        let said = self.said_of("target", &options.targets);
        for (at, value) in &said {
            let target = configuration::target(value).map_err(|m| self.mistaken(*at, m))?;
            let symbol = |top: &Top| if let Top::Symbol(a) = top { vec![*a] } else { vec![] };
            let symbols: Vec<Vec<u32>> = target.tops.iter().map(symbol).collect();
            let any = vec![vec![]; self.system.threads.len()];
            self.agrees(*at, value, target.state, if symbols.is_empty() { &any } else { &symbols })?;
            self.system.targets.push(target);
        }
        if said.is_empty() {
            let message = "nothing says what is not to be reached, so no thread goes wrong";
            let help = "add a line `#@ target: q`, or `#@ target: q|t1,t2` with the tops, or `--target`";
            self.found.push(Diagnostic::warning(message, self.system.span, "no target").help(help));
        }
        Ok(())
    }

    /// What flags say, and otherwise what the text does, with its place.
    fn said_of(&self, key: &str, flags: &[String]) -> Vec<(Option<usize>, String)> {
        if flags.is_empty() {
            let here = self.said.iter().filter(|(k, ..)| k == key);
            return here.map(|(_, at, value)| (Some(*at), value.to_string())).collect();
        }
        flags.iter().map(|value| (None, value.trim().to_string())).collect()
    }

    /// A mistake in a value: in the text, or on the command line.
    fn mistaken(&self, at: Option<usize>, (range, message): Mistake) -> Box<Diagnostic> {
        let place = at.map_or(self.system.span, |at| span(at + range.start..at + range.end));
        let label = if at.is_some() { "here" } else { "given on the command line for this system" };
        let help = "an initial state is `q|w1,w2` with the top of each stack last, a target `q` or `q|t1,t2`";
        Box::new(Diagnostic::error(message, place, label).help(help))
    }

    /// Whether there are such a state, so many threads, and such symbols.
    fn agrees(&self, at: Option<usize>, value: &str, state: u32, symbols: &[Vec<u32>]) -> Read<()> {
        let threads = &self.system.threads;
        let unknown = |(i, word): (usize, &Vec<u32>)| {
            word.iter().find(|a| !threads[i].knows(**a)).map(|a| format!("thread {} has no symbol {a}", i + 1))
        };
        let message = if state >= self.system.states {
            Some(format!("`{state}` is none of the {} shared states", self.system.states))
        } else if symbols.len() != threads.len() {
            Some(format!("`{value}` speaks of {} stacks, and there are {} threads", symbols.len(), threads.len()))
        } else {
            symbols.iter().enumerate().find_map(unknown)
        };
        message.map_or(Ok(()), |message| Err(self.mistaken(at, (0..value.len(), message))))
    }
}

fn number(word: Word<'_>) -> Read<u32> {
    configuration::number(word).map_err(|(range, message)| {
        Box::new(Diagnostic::error(message, span(range), "a number from 0 on belongs here").help(RULE))
    })
}
