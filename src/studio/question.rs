//! What a page asks, read from JSON.

use crate::control::{Control, Limits};
use crate::derivation::RulesFile;
use crate::driver::{Engine, MoverMode, Options};
use crate::ir::Program;
use crate::model::{Model, load};
use crate::report::diagnostics_json;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Bytes of a model, or of rules.
const LONGEST: usize = 256 << 10;

/// Characters of a name in messages.
const LONGEST_NAME: usize = 200;

/// A question of the page; what it does not say is as on the command line.
pub(super) struct Question<'q> {
    asked: &'q Value,
}

/// Why there is no answer, as findings.
pub(super) type Refused = Vec<Value>;

impl<'q> Question<'q> {
    pub(super) fn new(asked: &'q Value) -> Self {
        Question { asked }
    }

    fn text(&self, key: &str) -> Option<&'q str> {
        self.asked.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty())
    }

    /// The file that the text is taken to be in.
    pub(super) fn name(&self) -> String {
        self.text("name").unwrap_or("model.mover").chars().take(LONGEST_NAME).collect()
    }

    /// The text of the model.
    pub(super) fn source(&self) -> &'q str {
        self.asked.get("source").and_then(Value::as_str).unwrap_or_default()
    }

    /// The text of a file of rules, if the question is about one.
    pub(super) fn file(&self) -> Option<&'q str> {
        self.text("file")
    }

    /// The rules that it names.
    pub(super) fn engine(&self) -> Result<Engine<'static>, Refused> {
        let name = self.text("rules").unwrap_or("summaries");
        Engine::named(name).ok_or_else(|| refused(&format!("no ruleset `{name}`")))
    }

    /// The rules in its file.
    pub(super) fn rules_file(&self) -> Result<RulesFile, Refused> {
        let text = self.file().ok_or_else(|| refused("there are no rules"))?;
        if text.len() > LONGEST {
            return Err(refused("the rules are longer than 256 kB"));
        }
        RulesFile::load("edited", text).map_err(|wrong| diagnostics_json(&wrong, RULES, text))
    }

    /// The same, which is called otherwise than `original`.
    pub(super) fn edited(&self, original: &str) -> Result<RulesFile, Refused> {
        let mut file = self.rules_file()?;
        if file.name == original || Engine::named(&file.name).is_some() {
            file.name = format!("edited-{}", file.name);
        }
        Ok(file)
    }

    /// Values that constants are to have.
    pub(super) fn constants(&self) -> Vec<(String, i64)> {
        let all = self.asked.get("constants").and_then(Value::as_object);
        all.into_iter().flatten().filter_map(|(name, n)| Some((name.clone(), n.as_i64()?))).collect()
    }

    /// The model, and what is to be said of its text.
    pub(super) fn model(&self) -> (Option<Model>, Vec<Value>) {
        if self.source().len() > LONGEST {
            return (None, refused("the model is longer than 256 kB"));
        }
        let (model, found) = load(&self.name(), self.source(), &self.constants());
        (model, diagnostics_json(&found, &self.name(), self.source()))
    }

    /// As `moverlog report` does, unless the question says where movers come from.
    pub(super) fn options(&self, program: &Program) -> Result<Options, Refused> {
        let Some(name) = self.text("movers") else { return Ok(Options::of(program)) };
        let movers = MoverMode::named(name).ok_or_else(|| refused(&format!("no movers are called `{name}`")))?;
        Ok(Options { movers, ..Options::default() })
    }

    /// What `check` does where no rules are named, if it names none.
    pub(super) fn reduced(&self, program: &Program) -> Result<Option<Options>, Refused> {
        let options = self.options(program)?;
        let movers = match options.movers {
            MoverMode::Lockset if self.text("movers").is_none() => MoverMode::Ordered,
            movers => movers,
        };
        let named = self.text("rules").is_some() || self.file().is_some();
        Ok((!named).then_some(Options { movers, groups: true, slice: true, spinlocks: true, names: true, ..options }))
    }

    /// Whether it says so.
    pub(super) fn is(&self, key: &str) -> bool {
        self.asked.get(key) == Some(&Value::Bool(true))
    }

    /// How long a program that tells rules apart is looked for.
    pub(super) fn search(&self, longest: Option<Duration>) -> Duration {
        let wanted = self.asked.get("seconds").and_then(Value::as_f64).filter(|s| (0.0..=60.0).contains(s));
        let wanted = Duration::from_secs_f64(wanted.unwrap_or(4.0));
        longest.map_or(wanted, |l| wanted.min(l))
    }
}

/// What the rules' text is called in messages.
const RULES: &str = "rules";

pub(super) fn refused(message: &str) -> Refused {
    vec![crate::report::finding_json("error", None, message, &[], None)]
}

pub(super) fn not_answered(findings: Refused) -> Value {
    json!({"schema": 1, "diagnostics": findings})
}

/// The bounds of one question, which may be cancelled.
pub(super) fn control(limits: &Limits, cancel: &Arc<AtomicBool>) -> Control<'static> {
    Control::from(Limits { cancel: cancel.clone(), last: false, ..limits.clone() })
}
