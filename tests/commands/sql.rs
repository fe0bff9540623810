//! The questions of docs/sql.md, asked of DuckDB where Python has it.
//!
//! On the page a block marked `sh` has commands, and a block marked `sql` a question; the table behind it is the answer.
//! `UPDATE_EXPECT=1` rewrites the answers. Python is that of `target/duckdb`, if it is there.

use crate::support::command::{err, run, status};
use crate::support::expect::differs;
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const PAGE: &str = "docs/sql.md";

/// Answers each question of a list in JSON with the names of columns and the rows, as text.
const ASK: &str = "
import duckdb, json, sys
def answer(question):
    found = duckdb.sql(question)
    return [found.columns] + [[str(cell) for cell in row] for row in found.fetchall()]
print(json.dumps([answer(question) for question in json.load(sys.stdin)]))
";

fn python() -> Option<&'static str> {
    let has_it = |python: &&str| {
        let tried = Command::new(python).args(["-c", "import duckdb"]).stderr(Stdio::null()).status();
        tried.is_ok_and(|status| status.success())
    };
    ["target/duckdb/bin/python", "python3"].into_iter().find(has_it)
}

fn answers(python: &str, questions: &[String]) -> Vec<Vec<Vec<String>>> {
    let mut child = Command::new(python);
    let mut child = child.args(["-c", ASK]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
    let text = serde_json::to_string(questions).expect("text");
    child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("it reads");
    let done = child.wait_with_output().expect("it ends");
    assert!(done.status.success(), "DuckDB refuses a question");
    let found: Value = serde_json::from_slice(&done.stdout).expect("JSON");
    serde_json::from_value(found).expect("tables")
}

/// The blocks marked so.
fn blocks(page: &str, mark: &str) -> Vec<String> {
    let begin = format!("```{mark}\n");
    page.split(&begin).skip(1).map(|rest| rest.split("```").next().unwrap_or_default().to_string()).collect()
}

/// The page with these answers.
fn refreshed(page: &str, answers: &[Vec<Vec<String>>]) -> String {
    let mut answers = answers.iter();
    let mut out = String::new();
    let (mut lines, mut in_question) = (page.lines().peekable(), false);
    while let Some(line) = lines.next() {
        out += &format!("{line}\n");
        let ends = in_question && line == "```";
        in_question = line == "```sql" || in_question && !ends;
        if ends {
            while lines.next_if(|l| l.is_empty() || l.starts_with('|')).is_some() {}
            out += &format!("\n{}\n", table(answers.next().expect("an answer to each")));
        }
    }
    out
}

fn table(rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let (head, rows) = rows.split_first().expect("names of columns");
    line(head) + &format!("|{}\n", "---|".repeat(head.len())) + &rows.iter().map(|r| line(r)).collect::<String>()
}

#[allow(clippy::print_stderr, reason = "it says where it asks nothing")]
#[test]
fn the_page_has_the_answers_of_duckdb() {
    let page = std::fs::read_to_string(PAGE).expect("a page");
    let commands = blocks(&page, "sh").concat();
    for command in commands.lines().filter_map(|line| line.strip_prefix("moverlog ")) {
        let done = run(&command.split_whitespace().collect::<Vec<_>>());
        assert_eq!(status(&done), 0, "{command}: {}", err(&done));
    }
    let Some(python) = python() else {
        return eprintln!("skipped: no Python here has the module duckdb");
    };
    let questions = blocks(&page, "sql");
    assert!(questions.len() >= 3);
    if let Some(differences) = differs(Path::new(PAGE), &refreshed(&page, &answers(python, &questions))) {
        panic!("{differences}");
    }
}
