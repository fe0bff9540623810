//! Questions of the page and their answers, with or without a server.

use super::answers::{self, Answer};
use super::contrast;
use super::lessons::LESSONS;
use super::question::{Question, not_answered};
use crate::control::Limits;
use crate::driver::{Blocks, Engine};
use crate::report::{blocks_file, engine_text, engines_json, rules_file};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What the page may ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// What is wrong with a text.
    Diagnostics,
    /// A verdict, and all that is shown of a run.
    Check,
    /// The same as a file.
    Report,
    /// What edited rules change.
    Contrast,
    /// The smallest program that tells edited rules from the original.
    Separate,
}

const TASKS: [Task; 5] = [Task::Diagnostics, Task::Check, Task::Report, Task::Contrast, Task::Separate];

impl Task {
    pub fn name(self) -> &'static str {
        match self {
            Task::Diagnostics => "diagnostics",
            Task::Check => "check",
            Task::Report => "report",
            Task::Contrast => "contrast",
            Task::Separate => "separate",
        }
    }

    pub fn named(name: &str) -> Option<Task> {
        TASKS.into_iter().find(|t| t.name() == name)
    }

    /// Whether nothing is explored.
    pub fn is_quick(self) -> bool {
        self == Task::Diagnostics
    }
}

/// Answers questions within bounds.
pub struct Desk {
    /// What one question may use.
    pub limits: Limits,
    /// Name and text of the model that was named at the start.
    pub opened: Option<(String, String)>,
}

impl Desk {
    /// The answer; what is wrong with the question is one too.
    pub fn ask(&self, task: Task, asked: &Value, cancel: &Arc<AtomicBool>) -> Answer {
        let question = Question::new(asked);
        let answer = match task {
            Task::Diagnostics => Ok(Answer::Json(answers::diagnostics(&question))),
            Task::Check => answers::check(&question, &self.limits, cancel).map(Answer::Json),
            Task::Report => answers::report(&question, &self.limits, cancel).map(Answer::Page),
            Task::Contrast => contrast::contrast(&question, &self.limits, cancel).map(Answer::Json),
            Task::Separate => contrast::separate(&question, &self.limits, cancel).map(Answer::Json),
        };
        answer.unwrap_or_else(|findings| Answer::Json(not_answered(findings)))
    }

    /// What the page begins with.
    pub fn start(&self, files: &[String]) -> Value {
        let lessons: Vec<Value> = LESSONS.iter().map(|l| l.json()).collect();
        let examples = moverlog_rules::EXAMPLES.iter().map(|(name, text)| json!({"name": name, "text": text}));
        let mut rulesets: Vec<Value> = engines_json()["rulesets"].as_array().cloned().unwrap_or_default();
        for ruleset in &mut rulesets {
            let engine = ruleset["name"].as_str().and_then(Engine::named);
            ruleset["source"] = json!(engine.and_then(source).is_some());
        }
        json!({
            "schema": 1,
            "version": env!("CARGO_PKG_VERSION"),
            "model": self.opened.as_ref().map(|(name, text)| json!({"name": name, "text": text})),
            "files": files,
            "lessons": lessons,
            "rulesets": rulesets,
            "examples": examples.collect::<Vec<_>>(),
        })
    }

    /// The rules of a ruleset as they are read, and as a file to change.
    pub fn rules(&self, name: &str) -> Option<Value> {
        let engine = Engine::named(name)?;
        Some(json!({"name": engine.name(), "text": engine_text(engine), "source": source(engine)}))
    }
}

/// The rules as a file to start from; a search has none.
fn source(engine: Engine<'_>) -> Option<String> {
    match engine {
        Engine::Rules(ruleset) => Some(rules_file(ruleset)),
        Engine::Blocks(Blocks::Compiled(reduction), _) => Some(blocks_file(reduction)),
        _ => None,
    }
}
