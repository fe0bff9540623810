//! `moverlog-engine`: one question of the studio on standard input, its answer on standard output. As WebAssembly it
//! stands in for the server of a page that has none.

use moverlog::control::Limits;
use moverlog::studio::{Answer, Desk, Task};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::process::ExitCode;
use std::time::Duration;

/// Bytes that WebAssembly may have, of the four gigabytes that it can address.
const MEMORY: usize = 1 << 30;

fn main() -> ExitCode {
    match answer() {
        Ok(text) => std::io::stdout().write_all(text.as_bytes()).map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS),
        Err(why) => {
            // Nobody listens on a closed standard error.
            let _ = writeln!(std::io::stderr(), "{why}");
            ExitCode::FAILURE
        }
    }
}

/// The answer to `{"task": .., "asked": ..}`.
fn answer() -> Result<String, String> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_err(|e| e.to_string())?;
    let question: Value = serde_json::from_str(&text).map_err(|e| e.to_string())?;
    let (task, asked) = (question["task"].as_str().unwrap_or_default(), &question["asked"]);
    let desk = Desk { limits: limits(), opened: None };
    match task {
        "start" => Ok(desk.start(&[]).to_string()),
        "rules" => Ok(json!(desk.rules(asked["name"].as_str().unwrap_or_default())).to_string()),
        _ => {
            let task = Task::named(task).ok_or_else(|| format!("there is no question `{task}`"))?;
            Ok(match desk.ask(task, asked, &Default::default()) {
                Answer::Json(value) => value.to_string(),
                Answer::Page(page) => page,
            })
        }
    }
}

/// As those of `moverlog studio`. A page ends a question by ending its worker.
fn limits() -> Limits {
    Limits {
        max_states: 200_000,
        timeout: Some(Duration::from_secs(20)),
        max_memory: Some(MEMORY),
        memory: in_use,
        ..Limits::default()
    }
}

/// What was asked of the machine, which WebAssembly gives back only as a whole.
#[cfg(target_arch = "wasm32")]
fn in_use() -> usize {
    core::arch::wasm32::memory_size::<0>() << 16
}

#[cfg(not(target_arch = "wasm32"))]
fn in_use() -> usize {
    0
}
