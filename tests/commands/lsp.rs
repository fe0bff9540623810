//! `moverlog lsp` as an editor sees it: a client that types, points, renames and lays out, with a text of its own that
//! it edits by units of 16 bits.
//!
//! `MOVERLOG_RANDOM` sets how many random edits, `MOVERLOG_SEED` where they begin.

use crate::support::command::command;
use crate::support::setting;
use lsp_server::Message;
use moverlog::random::Random;
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Slow machines build without optimisation.
const PATIENCE: Duration = Duration::from_secs(60);

/// A diagnostic is there after so long.
const PROMPT: Duration = Duration::from_millis(if cfg!(debug_assertions) { 2000 } else { 200 });

const URI: &str = "file:///m.mover";

struct Client {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    number: i32,
    version: i32,
    /// What came in before it was asked for.
    told: Vec<Value>,
    /// The newest diagnostics that were waited for, and of which version.
    last: Option<(i32, Vec<Value>)>,
}

impl Client {
    fn new(capabilities: &Value) -> Client {
        let mut client = Client::uninitialized();
        client.ask("initialize", json!({"capabilities": capabilities}));
        client.tell("initialized", json!({}));
        client
    }

    fn uninitialized() -> Client {
        let mut child = command(&["lsp", "--max-states", "20k"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Ok(Some(message)) = Message::read(&mut output) {
                if sender.send(serde_json::to_value(message).expect("JSON")).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Client { child, input, messages, number: 0, version: 0, told: vec![], last: None }
    }

    fn raw(&mut self, body: &str) {
        let input = self.input.as_mut().expect("open");
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("the server reads");
        input.flush().expect("the server reads");
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.raw(&json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string());
    }

    fn next(&mut self) -> Value {
        self.messages.recv_timeout(PATIENCE).expect("the server answers")
    }

    /// What the server answers, be it an error.
    fn asked(&mut self, method: &str, params: Value) -> Value {
        self.number += 1;
        let id = self.number;
        self.raw(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string());
        loop {
            let message = self.next();
            if message["id"] == id {
                return message;
            }
            self.told.push(message);
        }
    }

    #[track_caller]
    fn ask(&mut self, method: &str, params: Value) -> Value {
        let answer = self.asked(method, params);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    fn open(&mut self, uri: &str, text: &str) {
        let item = json!({"uri": uri, "languageId": "mover", "version": 0, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": item}));
    }

    fn change(&mut self, changes: Value) {
        self.version += 1;
        let document = json!({"uri": URI, "version": self.version});
        self.tell("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    }

    /// The diagnostics of the newest text, once they are there.
    fn diagnostics(&mut self) -> Vec<Value> {
        let version = self.version;
        if let Some((_, found)) = self.last.as_ref().filter(|(v, _)| *v == version) {
            return found.clone();
        }
        let is_newest =
            |m: &Value| m["method"] == "textDocument/publishDiagnostics" && m["params"]["version"] == version;
        let mut earlier = std::mem::take(&mut self.told).into_iter();
        loop {
            let message = earlier.next().unwrap_or_else(|| self.next());
            if is_newest(&message) {
                let found = message["params"]["diagnostics"].as_array().expect("a list").clone();
                self.last = Some((version, found.clone()));
                return found;
            }
        }
    }

    fn at(&mut self, method: &str, text: &str, word: &str) -> Value {
        self.ask(method, json!({"textDocument": {"uri": URI}, "position": place(text, word)}))
    }

    fn about(&mut self, method: &str) -> Value {
        self.ask(method, json!({"textDocument": {"uri": URI}, "options": {"tabSize": 4, "insertSpaces": true}}))
    }

    fn text(&mut self) -> String {
        self.about("moverlog/text")["text"].as_str().expect("a text").to_string()
    }

    /// Ends the server in order.
    fn end(mut self) {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        assert_eq!(self.child.wait().expect("it ends").code(), Some(0));
    }
}

/// Where the word begins that follows the mark `^` in `word`, or the word itself.
fn place(text: &str, word: &str) -> Value {
    let (before, after) = word.split_once('^').unwrap_or(("", word));
    let at = text.find(&format!("{before}{after}")).expect("the word is there") + before.len();
    let line = text[..at].matches('\n').count();
    let start = text[..at].rfind('\n').map_or(0, |n| n + 1);
    json!({"line": line, "character": text[start..at].encode_utf16().count()})
}

/// A text as editors keep it.
#[derive(Clone)]
struct Units(Vec<u16>);

impl Units {
    fn new(text: &str) -> Units {
        Units(text.encode_utf16().collect())
    }

    fn text(&self) -> String {
        String::from_utf16(&self.0).expect("no half characters")
    }

    /// Where each line begins and ends.
    fn lines(&self) -> Vec<(usize, usize)> {
        let (mut lines, mut start, mut i) = (vec![], 0, 0);
        while i < self.0.len() {
            let two = self.0[i..].starts_with(&[13, 10]);
            if matches!(self.0[i], 10 | 13) {
                lines.push((start, i));
                start = i + 1 + usize::from(two);
                i = start;
            } else {
                i += 1;
            }
        }
        lines.push((start, self.0.len()));
        lines
    }

    fn offset(&self, position: &Value) -> usize {
        let lines = self.lines();
        let number = |key: &str| position[key].as_u64().expect("a number") as usize;
        let Some((start, end)) = lines.get(number("line")) else { return self.0.len() };
        let at = (start + number("character")).min(*end);
        // Not between the halves of a character.
        at - usize::from(at > *start && at < *end && (0xDC00..0xE000).contains(&self.0[at]))
    }

    /// Whether it is a place of the text, as it stands there.
    fn has(&self, position: &Value) -> bool {
        let lines = self.lines();
        let number = |key: &str| position[key].as_u64().map(|n| n as usize);
        let (Some(line), Some(character)) = (number("line"), number("character")) else { return false };
        lines.get(line).is_some_and(|(start, end)| start + character <= *end)
    }

    fn replace(&mut self, range: &Value, new: &str) {
        let (a, b) = (self.offset(&range["start"]), self.offset(&range["end"]));
        self.0.splice(a.min(b)..a.max(b), new.encode_utf16());
    }

    /// As an editor does: from the last edit to the first.
    fn apply(&mut self, edits: &Value) {
        let mut edits = edits.as_array().expect("edits").clone();
        edits.sort_by_key(|e| std::cmp::Reverse(self.offset(&e["range"]["start"])));
        edits.iter().for_each(|e| self.replace(&e["range"], e["newText"].as_str().expect("a text")));
    }
}

/// Every range in an answer, or among diagnostics, is one of the text.
fn ranges_fit(value: &Value, text: &Units) {
    match value {
        Value::Object(fields) => {
            let position = fields.contains_key("line") && fields.contains_key("character");
            assert!(!position || text.has(value), "{value} is outside of {:?}", text.text());
            fields.values().for_each(|v| ranges_fit(v, text));
        }
        Value::Array(all) => all.iter().for_each(|v| ranges_fit(v, text)),
        _ => {}
    }
}

const LOCKED: &str = "\
// \u{1F600} two threads
mutex m;
int x = 0;
const N = 2;
enum Color { RED, GREEN }

void T(int n) {
L:  acquire(m);
    int t = x; /* \u{1F600} */ x = t + 1;
    Color c = RED;
    release(m);
    if (n > N) goto L;
}

P = { T(1) } || { T(N) };
";

fn opened(text: &str) -> Client {
    let mut client = Client::new(&json!({}));
    client.open(URI, text);
    client
}

#[test]
fn a_mistake_is_told_as_it_is_typed() {
    let mut client = opened(LOCKED);
    assert_eq!(client.diagnostics(), Vec::<Value>::new());
    let end = place(LOCKED, "int t = x^;");
    let mut times = vec![];
    for (new, removed) in [("y", 0), ("", 1), ("y", 0)] {
        let begun = Instant::now();
        let mut to = end.clone();
        to["character"] = json!(end["character"].as_u64().expect("a number") + removed);
        client.change(json!([{"range": {"start": end, "end": to}, "text": new}]));
        let found = client.diagnostics();
        times.push(begun.elapsed());
        let messages: Vec<&str> = found.iter().filter_map(|d| d["message"].as_str()).collect();
        assert_eq!(messages.len(), usize::from(!new.is_empty()), "{messages:?}");
        if let Some(one) = found.first() {
            assert!(messages[0].starts_with("unknown variable `xy`: not declared\nhelp: "), "{messages:?}");
            assert_eq!(one["range"]["start"], place(LOCKED, "int t = ^x;"));
            assert_eq!((&one["severity"], &one["source"]), (&json!(1), &json!("moverlog")));
        }
    }
    assert!(times.iter().all(|t| *t < PROMPT), "{times:?}");
    client.end();
}

#[test]
fn several_diagnostics_with_other_places_and_warnings() {
    let mut client = opened("int x; int x; void T() { a = 1; b = 2; } P = { T() };");
    let found = client.diagnostics();
    assert_eq!(found.len(), 3, "{found:?}");
    assert_eq!(found[0]["relatedInformation"][0]["message"], "first declared here");
    client.open("file:///w.mover", "void T() { assert(false); } P = { T() };");
    let warned = loop {
        let message = client.next();
        let first = message["params"]["diagnostics"][0].clone();
        if message["params"]["uri"] == "file:///w.mover"
            && first["message"].as_str().is_some_and(|m| m.starts_with("thread 1 goes wrong here"))
        {
            break first;
        }
    };
    assert_eq!(warned["severity"], 2);
    client.open("file:///r.rules", "relation R(Tid);\nR(t) <-- Prog(p), Q(t);\n");
    let wrong = loop {
        let message = client.next();
        if message["params"]["uri"] == "file:///r.rules" {
            break message["params"]["diagnostics"][0].clone();
        }
    };
    assert_eq!((&wrong["severity"], &wrong["range"]["start"]["line"]), (&json!(1), &json!(1)), "{wrong}");
    let used = json!({"textDocument": {"uri": "file:///r.rules"}, "position": {"line": 1, "character": 0}});
    let declared = client.ask("textDocument/definition", used)["range"].clone();
    assert_eq!(declared, json!({"start": {"line": 0, "character": 9}, "end": {"line": 0, "character": 10}}));
    client.end();
}

#[test]
fn hovers_say_letters_and_why() {
    let mut client = opened(LOCKED);
    let mut said = |word: &str| client.at("textDocument/hover", LOCKED, word)["contents"]["value"].to_string();
    let acquire = said("acquire");
    assert!(
        acquire.contains("**R** right mover") && acquire.contains("pre-commit, a transaction starts here"),
        "{acquire}"
    );
    assert!(acquire.contains("blocks until `m` is free") && acquire.contains("threads 1, 2"), "{acquire}");
    let x = said("x = t");
    assert!(x.contains("int x") && x.contains("every access holds `m`") && x.contains("**B** both mover"), "{x}");
    assert!(x.contains("accessed in T line 9, threads 1, 2"), "{x}");
    assert!(said("int t").contains("32-bit"), "a keyword");
    assert!(said("T(1)").contains("void T(int n)"), "a procedure");
    assert!(said("L:").contains("**R** right mover"), "a label tells its statement");
    assert!(said("release").contains("**L** left mover"));
    assert!(said("RED;").contains("const RED = 0"));
    client.end();
}

#[test]
fn definitions_references_and_names_in_scope() {
    let mut client = opened(LOCKED);
    for (used, declared) in [
        ("= ^x;", "int ^x"),
        ("acquire(^m)", "mutex ^m"),
        ("goto ^L", "L:"),
        ("{ ^T(1)", "void ^T"),
        ("= ^RED", "{ ^RED"),
        ("T(^N)", "const ^N"),
        ("> ^N", "const ^N"),
        ("^Color c", "enum ^Color"),
        ("x = ^t", "int ^t"),
        ("(^n >", "int ^n"),
    ] {
        let found = client.at("textDocument/definition", LOCKED, used);
        assert_eq!(found["range"]["start"], place(LOCKED, declared), "{used}");
    }
    let uses = client.at("textDocument/references", LOCKED, "= ^x;");
    assert_eq!(uses.as_array().map(Vec::len), Some(3), "{uses}");
    let symbols = client.about("textDocument/documentSymbol");
    let names: Vec<&str> = symbols.as_array().into_iter().flatten().filter_map(|s| s["name"].as_str()).collect();
    assert_eq!(names, ["m", "x", "N", "Color", "T", "P"]);
    assert_eq!(symbols[4]["children"][0]["name"], "L");
    ranges_fit(&symbols, &Units::new(LOCKED));
    let proposed = client.at("textDocument/completion", LOCKED, "Color c").to_string();
    assert!(
        ["\"t\"", "\"x\"", "\"while\"", "\"acquire\"", "\"T\"", "\"N\""].iter().all(|name| proposed.contains(name)),
        "{proposed}"
    );
    assert!(!client.at("textDocument/completion", LOCKED, "P =").to_string().contains("\"t\""));
    let hints = client.about("textDocument/inlayHint");
    let letters: Vec<&str> = hints.as_array().into_iter().flatten().filter_map(|h| h["label"].as_str()).collect();
    assert_eq!(letters, ["R", "B", "B", "B", "L", "B"]);
    assert_eq!(hints[2]["position"], place(LOCKED, "x = t"), "behind an astral character");
    client.end();
}

#[test]
fn renaming_keeps_what_names_stand_for() {
    let mut client = opened(LOCKED);
    let mut rename = |word: &str, new: &str| {
        let params = json!({"textDocument": {"uri": URI}, "position": place(LOCKED, word), "newName": new});
        client.asked("textDocument/rename", params)
    };
    let edits = rename("= ^x;", "total")["result"]["changes"][URI].clone();
    let mut text = Units::new(LOCKED);
    text.apply(&edits);
    assert_eq!(
        text.text(),
        LOCKED.replace("int x", "int total").replace("= x;", "= total;").replace(" x = t", " total = t")
    );
    for (word, new, why) in [
        ("= ^x;", "while", "`while` is a word of the language"),
        ("= ^x;", "N", "`N` is declared twice"),
        ("= ^x;", "t", "`t` is the name of something else there"),
        ("int ^t", "x", "`x` is the name of something else there"),
        ("= ^x;", "1x", "`1x` is no name: letters, digits and `_`, the first no digit"),
        ("= ^x;", "a b", "`a b` is no name: letters, digits and `_`, the first no digit"),
        ("= ^x;", "", "`` is no name: letters, digits and `_`, the first no digit"),
        ("void ^T", "acquire", "a procedure cannot be called `acquire`"),
        ("acquire", "f", "nothing here has a name of its own"),
    ] {
        assert_eq!(rename(word, new)["error"]["message"], why, "{word} as {new}");
    }
    assert!(rename("L:", "m")["result"].is_object(), "labels have names of their own");
    client.end();
}

/// A name stands behind the parenthesis.
#[test]
fn names_in_parentheses_are_renamed() {
    let text = "const N = 2;\nint x;\nint a[2];\nmutex m;\nvoid T() {\n    acquire((m));\n    x = (N) + ( x) + (a[0]);\n}\nP = {T()};\n";
    for (word, new, wanted) in [
        ("const ^N", "K", text.replace('N', "K")),
        ("int ^x", "y", text.replace('x', "y").replace("mutey", "mutex")),
        ("int ^a", "b", text.replace("a[", "b[")),
        ("mutex ^m", "k", text.replace("mutex m", "mutex k").replace("(m)", "(k)")),
    ] {
        let mut client = opened(text);
        let params = json!({"textDocument": {"uri": URI}, "position": place(text, word), "newName": new});
        let edits = client.asked("textDocument/rename", params)["result"]["changes"][URI].clone();
        let mut edited = Units::new(text);
        edited.apply(&edits);
        assert_eq!(edited.text(), wanted);
        client.end();
    }
}

#[test]
fn a_text_is_laid_out() {
    let crooked =
        "// \u{1F600}\r\nmutex m;\r\n\r\n\r\n\r\nvoid T(){acquire(m);// here\r\n\trelease(m);}\r\nP={T()};\r\n";
    let mut client = opened(crooked);
    let edits = client.about("textDocument/formatting");
    let mut text = Units::new(crooked);
    text.apply(&edits);
    let wanted = moverlog::syntax::fmt::format(crooked).expect("well-formed");
    assert_eq!(text.text(), wanted);
    client.change(json!([{"text": wanted}]));
    assert_eq!(client.about("textDocument/formatting"), json!([]));
    client.change(json!([{"text": "void T( {"}]));
    assert_eq!(client.about("textDocument/formatting"), Value::Null);
    client.end();
}

/// What the C front end says of a text as it is typed, and letters once it means something.
#[test]
fn programs_in_c() {
    let mut client = Client::new(&json!({}));
    let before = "#include <pthread.h>\nint x;\nint main(void) {\n    x = y;\n    return 0;\n}\n";
    let item = json!({"uri": URI, "languageId": "c", "version": 0, "text": before});
    client.tell("textDocument/didOpen", json!({"textDocument": item}));
    let found = client.diagnostics();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["message"], "`y` is not declared: unknown");
    assert_eq!(found[0]["range"]["start"], json!({"line": 3, "character": 8}));
    assert_eq!(client.about("textDocument/formatting"), Value::Null);
    client.change(json!([{"text": before.replace("= y", "= 1")}]));
    assert_eq!(client.diagnostics(), Vec::<Value>::new());
    let hover = client
        .ask("textDocument/hover", json!({"textDocument": {"uri": URI}, "position": {"line": 3, "character": 4}}));
    let said = hover["contents"]["value"].as_str().expect("words");
    assert!(said.contains("`x = 1`") && said.contains("**B** both mover"), "{said}");
    let range = json!({"start": {"line": 3, "character": 0}, "end": {"line": 4, "character": 0}});
    let hints = client.ask("textDocument/inlayHint", json!({"textDocument": {"uri": URI}, "range": range}));
    assert_eq!(hints[0]["label"], "B", "{hints}");
}

#[test]
fn bytes_where_they_are_agreed_on() {
    let mut client = Client::new(&json!({"general": {"positionEncodings": ["utf-8", "utf-16"]}}));
    client.open(URI, "int x; /* \u{1F600} */ void T() { y = 1; } P = { T() };");
    assert_eq!(client.diagnostics()[0]["range"]["start"]["character"], 29);
    client.end();
}

#[test]
fn a_newer_text_ends_the_run_of_an_older_one() {
    let endless = "int x; void T() { while (true) { x = x + 1; } } P = { T() } || { T() };";
    let mut client = opened(endless);
    let id = 4711;
    let params = json!({"textDocument": {"uri": URI}, "position": place(endless, "x = x")});
    client.raw(&json!({"jsonrpc": "2.0", "id": id, "method": "textDocument/hover", "params": params}).to_string());
    client.change(json!([{"text": LOCKED}]));
    let answer = loop {
        let message = client.next();
        if message["id"] == id {
            break message;
        }
    };
    assert!(answer["error"]["code"] == -32801 || answer["result"].is_object(), "{answer}");
    let begun = Instant::now();
    assert!(client.at("textDocument/hover", LOCKED, "acquire").to_string().contains("right mover"));
    assert!(begun.elapsed() < PATIENCE);
    client.end();
}

#[cfg(unix)]
#[test]
fn it_ends_when_it_is_interrupted_and_when_nobody_listens() {
    let mut client = opened("int x; void T() { while (true) { x = x + 1; } } P = { T() } || { T() };");
    client.diagnostics();
    let number = client.child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &number]).status().expect("it runs").success());
    assert_eq!(client.child.wait().expect("it ends").code(), Some(0));
    let mut client = opened(LOCKED);
    client.input = None;
    assert_eq!(client.child.wait().expect("it ends").code(), Some(2));
}

#[test]
fn random_edits() {
    let mut r = Random::new(setting("MOVERLOG_SEED", 1));
    let mut client = Client::new(&json!({}));
    let start = format!("\u{FEFF}{}", LOCKED.replace("int x = 0;\n", "int x = 0;\r\n\t"));
    client.open(URI, &start);
    let mut text = Units::new(&start);
    let pieces = [
        "",
        "x",
        "int y;",
        "\n",
        "\r\n",
        "\r",
        "\t",
        "{",
        "}",
        "(",
        ")",
        ";",
        "/*",
        "*/",
        "//",
        "\u{1F600}",
        "ä",
        "\u{FEFF}",
        "L1: ",
        "while (*) { x++; }",
        "if (x == 1) ",
        "acquire(m);",
        "P = { T() };",
        "@right ",
        "\"",
        "..",
        "const M = N;",
        "\0",
    ];
    for i in 0..setting("MOVERLOG_RANDOM", 1000) {
        let lines = text.lines().len();
        let mut position = || json!({"line": r.below(lines + 2), "character": r.below(40)});
        let range = json!({"start": position(), "end": position()});
        match r.below(40) {
            0 => client.change(json!([{"range": {"start": {"line": -1, "character": 0}, "end": {}}, "text": "no"}])),
            1 => client.tell("textDocument/didChange", json!([1, 2])),
            2 => client.raw("{\"jsonrpc\": \"2.0\", \"method\":"),
            3 => client.raw("[]"),
            4 => client.tell("no/such", json!(null)),
            5 => {
                let answer = client.asked("textDocument/none", json!({}));
                assert_eq!(answer["error"]["code"], -32601);
            }
            6 => {
                text = Units::new(&start);
                client.change(json!([{"text": start}]));
            }
            _ => {
                let near = json!({"start": range["start"], "end": range["start"]});
                let range = if r.below(3) > 0 { near } else { range.clone() };
                let new = pieces[r.below(pieces.len())];
                text.replace(&range, new);
                client.change(json!([{"range": range, "text": new}]));
            }
        }
        if i % 10 == 0 {
            let found = client.diagnostics();
            ranges_fit(&json!(found), &text);
            let methods = ["hover", "definition", "references", "completion", "prepareRename", "documentHighlight"];
            let params = json!({"textDocument": {"uri": URI}, "position": range["start"]});
            let answer = client.asked(&format!("textDocument/{}", methods[r.below(methods.len())]), params);
            ranges_fit(&answer["result"], &text);
            for method in ["documentSymbol", "formatting", "inlayHint"] {
                ranges_fit(&client.about(&format!("textDocument/{method}")), &text);
            }
        }
        if i % 50 == 0 {
            assert_eq!(client.text(), text.text(), "after {i} edits");
        }
    }
    assert_eq!(client.text(), text.text());
    client.end();
}

#[test]
fn every_word_of_the_language_has_a_line() {
    for word in moverlog::syntax::token::KEYWORDS {
        let line = moverlog::lsp::line_about(word);
        assert!(line.is_some_and(|l| !l.trim().is_empty()), "{word}");
    }
    let about = |word: &str| moverlog::lsp::line_about(word).unwrap_or_default();
    assert!(about("assume").contains("blocks until `e` is true"), "{}", about("assume"));
    assert!(about("while").contains("condition"), "{}", about("while"));
    assert!(about("thread_local").contains("one copy for each thread"), "{}", about("thread_local"));
}

#[test]
fn requests_come_in_order() {
    let mut client = Client::uninitialized();
    let hover = json!({"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}});
    let code = |answer: Value| answer["error"]["code"].as_i64();
    // Nothing is opened before the server knows how places are counted.
    client.open(URI, "int x;");
    assert_eq!(code(client.asked("textDocument/hover", hover.clone())), Some(-32002));
    assert_eq!(code(client.asked("shutdown", Value::Null)), Some(-32002));
    client.ask("initialize", json!({"capabilities": {}}));
    assert_eq!(code(client.asked("initialize", json!({"capabilities": {}}))), Some(-32600));
    assert_eq!(code(client.asked("textDocument/hover", hover.clone())), Some(-32602), "no such text is open");
    client.open(URI, "int x;");
    assert_eq!(client.text(), "int x;");
    client.ask("shutdown", Value::Null);
    for method in ["textDocument/hover", "initialize", "shutdown"] {
        assert_eq!(code(client.asked(method, hover.clone())), Some(-32600), "{method}");
    }
    client.tell("exit", Value::Null);
    assert_eq!(client.child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn a_message_that_is_too_long_is_passed_over() {
    let mut client = opened("int x;");
    let mut input = client.input.take().expect("open");
    let blanks = vec![b' '; 1 << 20];
    write!(input, "Content-Length: {}\r\n\r\n", 65 << 20).expect("the server reads");
    (0..65).for_each(|_| input.write_all(&blanks).expect("the server reads"));
    client.input = Some(input);
    let refused = |m: &Value| m["params"]["message"].as_str().is_some_and(|m| m.contains("the most that is read"));
    while !refused(&client.next()) {}
    assert_eq!(client.text(), "int x;");
    // Of what is announced nothing is set aside: the server waits for it.
    let mut input = client.input.take().expect("open");
    write!(input, "Content-Length: 999999999999999999\r\n\r\n  ").expect("the server reads");
    std::thread::sleep(Duration::from_millis(200));
    let status = std::fs::read_to_string(format!("/proc/{}/status", client.child.id())).unwrap_or_default();
    let resident =
        status.lines().find_map(|l| l.strip_prefix("VmPeak:")?.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    assert!(resident.is_none_or(|kb| kb < 2 << 20), "{resident:?} kB");
    drop(input);
    assert_eq!(client.child.wait().expect("it ends").code(), Some(2));
}
