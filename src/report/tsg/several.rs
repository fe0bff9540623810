//! Several runs: every straight-line program in their union, and what is known of each assertion in all
//! programs in which it occurs.

use super::super::{Report, count};
use super::{Traced, claim, findings};
use crate::trace::analysis::{Analysis, Answer, Verdict};
use crate::trace::merge::Merged;
use serde_json::{Value, json};

/// The analysed programs of several runs, as they are reported.
pub struct Several<'a> {
    /// The files as the user named them.
    pub names: &'a [String],
    pub programs: &'a [Merged],
    /// One for each program.
    pub analyses: &'a [Analysis],
    pub quiet: bool,
}

/// An assertion, and what is known of it in each program in which it occurs.
struct Asserted {
    claim: String,
    verdict: Verdict,
    /// The programs that the verdict rests on, counted from 1.
    programs: Vec<usize>,
}

impl Several<'_> {
    pub fn verdict(&self) -> Verdict {
        Verdict::of(self.analyses.iter().flat_map(|a| &a.obligations).map(|o| &o.answer))
    }

    /// Every program, with its number.
    fn each(&self) -> impl Iterator<Item = (usize, Traced<'_>)> {
        let programs = self.programs.iter().zip(self.analyses);
        (1..).zip(programs.map(|(p, analysis)| Traced { name: "", ctp: &p.ctp, analysis, quiet: self.quiet }))
    }

    /// The thread and the file of each path that is not the only one of its thread.
    fn paths<'p>(&'p self, program: &'p Merged) -> Vec<(&'p str, &'p str)> {
        let several = |t: usize| self.programs.iter().any(|p| p.runs[t] != program.runs[t]);
        let threads = program.ctp.threads.iter().enumerate().filter(|(t, _)| several(*t));
        threads.map(|(t, slice)| (slice.name.as_str(), self.names[program.runs[t]].as_str())).collect()
    }

    /// `program 2: reader as in a.run`
    fn heading(&self, k: usize) -> String {
        let paths = self.paths(&self.programs[k - 1]);
        let paths: Vec<String> = paths.iter().map(|(thread, run)| format!("{thread} as in {run}")).collect();
        if paths.is_empty() { format!("program {k}") } else { format!("program {k}: {}", paths.join(", ")) }
    }

    /// The assertions of all programs, in the order in which they occur first.
    fn asserted(&self) -> Vec<Asserted> {
        let mut all: Vec<(String, Vec<(usize, &Answer)>)> = Vec::new();
        for ((k, t), analysis) in self.each().zip(self.analyses) {
            for o in &analysis.obligations {
                let claim = claim(&t, o);
                match all.iter_mut().find(|(known, _)| *known == claim) {
                    Some((_, answers)) => answers.push((k, &o.answer)),
                    None => all.push((claim, vec![(k, &o.answer)])),
                }
            }
        }
        all.into_iter().map(|(claim, answers)| asserted(claim, &answers)).collect()
    }
}

fn asserted(claim: String, answers: &[(usize, &Answer)]) -> Asserted {
    let verdict = Verdict::of(answers.iter().map(|(_, answer)| *answer));
    let deciding = answers.iter().filter(|(_, answer)| Verdict::of([*answer]) == verdict);
    let mut programs: Vec<usize> = deciding.map(|(k, _)| *k).collect();
    programs.dedup();
    Asserted { claim, verdict, programs }
}

fn sum(s: &Several<'_>) -> String {
    let line = |a: Asserted| {
        let numbers: Vec<String> = a.programs.iter().map(|k| k.to_string()).collect();
        let noun = if numbers.len() == 1 { "program" } else { "programs" };
        let (word, note) = match a.verdict {
            Verdict::Inconclusive => ("not proved", ""),
            Verdict::Proved => ("proved", ", wherever it occurs"),
            verdict => (verdict.name(), ""),
        };
        format!("{}: {word} in {noun} {}{note}\n", a.claim, numbers.join(", "))
    };
    s.asserted().into_iter().map(line).collect()
}

fn conclusion(s: &Several<'_>) -> &'static str {
    match s.verdict() {
        Verdict::Proved => "proved, where every thread follows a path that it took in one of these runs",
        Verdict::NoAssertion => "no assertion in these runs",
        verdict => verdict.name(),
    }
}

impl Report for Several<'_> {
    fn text(&self) -> String {
        let mut out =
            format!("{}, {}\n", count(self.names.len(), "run"), count(self.programs.len(), "straight-line program"));
        for (k, t) in self.each() {
            out += &format!("\n{}\n{}", self.heading(k), findings(&t));
        }
        out + &format!("\nall programs\n{}{}\n", sum(self), conclusion(self))
    }

    fn markdown(&self) -> String {
        let each: String = self.each().map(|(k, t)| format!("{}\n\n{}\n", self.heading(k), t.markdown())).collect();
        let items: String = sum(self).lines().map(|line| format!("- {line}\n")).collect();
        let gap = if items.is_empty() { "" } else { "\n" };
        format!("{each}All programs:\n\n{items}{gap}{}\n", conclusion(self))
    }

    /// One table.
    fn csv(&self) -> String {
        let lines = |(k, t): (usize, Traced<'_>)| {
            let name = format!("program {k}");
            let table = Traced { name: &name, ..t }.csv();
            table.lines().skip(usize::from(k > 1)).map(|line| format!("{line}\n")).collect::<String>()
        };
        self.each().map(lines).collect()
    }

    fn json(&self) -> Value {
        let program = |(k, t): (usize, Traced<'_>)| {
            let mut object = Traced { name: &format!("program {k}"), ..t }.json();
            let paths =
                self.paths(&self.programs[k - 1]).into_iter().map(|(thread, run)| (thread.to_string(), json!(run)));
            object["paths"] = Value::Object(paths.collect());
            object
        };
        let asserted = |a: Asserted| json!({"assertion": a.claim, "verdict": a.verdict.name(), "programs": a.programs});
        json!({
            "runs": self.names,
            "verdict": self.verdict().name(),
            "assertions": self.asserted().into_iter().map(asserted).collect::<Vec<_>>(),
            "programs": self.each().map(program).collect::<Vec<_>>(),
        })
    }
}
