//! Messages and who answers them.

use super::answers;
use super::document::{Document, Encoding};
use super::incoming::{self, Incoming, Stage};
use super::letters::{Letters, letters};
use super::source::{Language, Source, finding};
use crate::control::Limits;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::Builder;
use std::time::Duration;

/// As deep as statements and expressions may nest.
const STACK: usize = 64 << 20;

/// Longer texts are not explored.
const LONGEST: usize = 256 << 10;

enum Event {
    Message(Message),
    /// No message of the protocol.
    Malformed(String),
    /// The run on that text has ended, if there was one.
    Explored(String, u64, Option<Letters>),
    End,
}

/// The wish to stop is noticed after so long.
const LOOKS: Duration = Duration::from_millis(300);

/// Answers what comes in until it ends, the client says so, or `stop` is raised; whether one of the last two came
/// first.
pub fn serve(input: impl BufRead + Send + 'static, output: impl Write, limits: Limits, stop: &AtomicBool) -> bool {
    let (sender, events) = channel();
    let reader = sender.clone();
    if Builder::new().spawn(move || read(input, &reader)).is_err() {
        return false;
    }
    let mut server = Server {
        output,
        limits,
        sender,
        encoding: Encoding::default(),
        refreshes: false,
        open: BTreeMap::new(),
        running: None,
        asked: 0,
        stage: Stage::Begins,
        gone: false,
    };
    server.run(&events, stop);
    server.stage == Stage::ShutDown || stop.load(Ordering::Relaxed)
}

fn read(mut input: impl BufRead, events: &Sender<Event>) {
    loop {
        let event = match incoming::next(&mut input) {
            Incoming::Message(message) => Event::Message(message),
            Incoming::Malformed(why) => Event::Malformed(why),
            Incoming::End => Event::End,
        };
        let ends = matches!(event, Event::End);
        if events.send(event).is_err() || ends {
            return;
        }
    }
}

/// A text that a client has open.
struct Open {
    language: Language,
    document: Document,
    /// Of each change another one.
    version: u64,
    /// The client's number.
    number: Value,
    /// Nothing after a change, until it is asked for.
    source: Option<Source>,
    letters: Option<Letters>,
    /// Whether a run is still to come, or under way.
    expected: bool,
    /// Questions that wait for it.
    waiting: Vec<Request>,
}

struct Server<W> {
    output: W,
    limits: Limits,
    sender: Sender<Event>,
    encoding: Encoding,
    /// Whether the client can be told that hints have changed.
    refreshes: bool,
    open: BTreeMap<String, Open>,
    /// Which text is explored, and how that is ended.
    running: Option<(String, Arc<AtomicBool>)>,
    /// Questions to the client, and versions of texts, so far.
    asked: u64,
    stage: Stage,
    gone: bool,
}

/// What is answered, or why not.
type Answer = Result<Value, (ErrorCode, String)>;

impl<W: Write> Server<W> {
    fn run(&mut self, events: &Receiver<Event>, stop: &AtomicBool) {
        while !self.gone && !stop.load(Ordering::Relaxed) {
            let event = events.try_recv().or_else(|_| {
                self.settle();
                events.recv_timeout(LOOKS)
            });
            match event {
                Ok(Event::Message(Message::Request(request))) => self.request(request),
                Ok(Event::Message(Message::Notification(notification))) => self.notified(&notification),
                Ok(Event::Message(Message::Response(_))) => {}
                Ok(Event::Malformed(why)) => self.log(&format!("no message: {why}")),
                Ok(Event::Explored(uri, version, found)) => self.explored(&uri, version, found),
                Err(RecvTimeoutError::Timeout) => {}
                Ok(Event::End) | Err(RecvTimeoutError::Disconnected) => self.gone = true,
            }
        }
        self.cancel();
    }

    fn send(&mut self, message: impl Into<Message>) {
        self.gone |= message.into().write(&mut self.output).is_err();
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(Notification { method: method.into(), params });
    }

    fn log(&mut self, words: &str) {
        self.tell("window/logMessage", json!({"type": 2, "message": words}));
    }

    fn answer(&mut self, id: RequestId, answer: Answer) {
        self.send(match answer {
            Ok(value) => Response { id, result: Some(value), error: None },
            Err((code, why)) => Response::new_err(id, code as i32, why),
        });
    }

    fn notified(&mut self, notification: &Notification) {
        let params = &notification.params;
        if self.stage != Stage::Works && notification.method != "exit" {
            return;
        }
        let done = match notification.method.as_str() {
            "exit" => {
                self.gone = true;
                Some(())
            }
            "textDocument/didOpen" => self.opened(params),
            "textDocument/didChange" => self.changed(params),
            "textDocument/didClose" => self.closed(params),
            "$/cancelRequest" => self.cancelled(params),
            _ => Some(()),
        };
        if done.is_none() {
            self.log(&format!("`{}` is not as the protocol has it, and was passed over", notification.method));
        }
    }

    fn opened(&mut self, params: &Value) -> Option<()> {
        let item = &params["textDocument"];
        let (uri, text) = (item["uri"].as_str()?, item["text"].as_str()?);
        let language = Language::of(item["languageId"].as_str().unwrap_or_default(), uri);
        let document = Document::new(text.into(), self.encoding);
        self.cancel_for(uri);
        let open = Open {
            language,
            document,
            version: self.next(),
            number: item["version"].clone(),
            source: None,
            letters: None,
            expected: false,
            waiting: vec![],
        };
        let before = self.open.insert(uri.to_string(), open);
        self.leave(before.map_or(vec![], |open| open.waiting));
        Some(())
    }

    fn next(&mut self) -> u64 {
        self.asked += 1;
        self.asked
    }

    /// Changes up to the first that is none.
    fn changed(&mut self, params: &Value) -> Option<()> {
        let uri = params["textDocument"]["uri"].as_str()?;
        let changes = params["contentChanges"].as_array()?;
        let version = self.next();
        self.cancel_for(uri);
        let open = self.open.get_mut(uri)?;
        open.number = params["textDocument"]["version"].clone();
        (open.version, open.source, open.letters, open.expected) = (version, None, None, false);
        let stale = std::mem::take(&mut open.waiting);
        let applied = changes.iter().try_for_each(|change| {
            open.document = open.document.change(change)?;
            Some(())
        });
        self.leave(stale);
        applied
    }

    /// What was asked about a text that is another one now.
    fn leave(&mut self, stale: Vec<Request>) {
        for request in stale {
            self.answer(request.id, Err((ErrorCode::ContentModified, "the text has changed".into())));
        }
    }

    fn closed(&mut self, params: &Value) -> Option<()> {
        let uri = params["textDocument"]["uri"].as_str()?;
        self.cancel_for(uri);
        let open = self.open.remove(uri)?;
        self.leave(open.waiting);
        self.tell("textDocument/publishDiagnostics", json!({"uri": uri, "diagnostics": []}));
        Some(())
    }

    /// A question that waits is answered at once.
    fn cancelled(&mut self, params: &Value) -> Option<()> {
        let same = |request: &Request| serde_json::to_value(&request.id).is_ok_and(|id| id == params["id"]);
        let found = self.open.values_mut().find_map(|open| {
            let at = open.waiting.iter().position(same)?;
            Some(open.waiting.remove(at))
        });
        if let Some(request) = found {
            self.answer(request.id, Err((ErrorCode::RequestCanceled, "cancelled".into())));
        }
        Some(())
    }

    fn cancel(&self) {
        if let Some((_, cancel)) = &self.running {
            cancel.store(true, Ordering::Relaxed);
        }
    }

    fn cancel_for(&self, uri: &str) {
        if self.running.as_ref().is_some_and(|(running, _)| running == uri) {
            self.cancel();
        }
    }

    /// Nothing more has come in: what has changed is read, and explored.
    fn settle(&mut self) {
        let changed: Vec<String> =
            self.open.iter().filter(|(_, o)| o.source.is_none()).map(|(u, _)| u.clone()).collect();
        changed.iter().for_each(|uri| self.refresh(uri));
        self.explore();
    }

    /// Reads a text that has changed, and says what is wrong with it.
    fn refresh(&mut self, uri: &str) {
        let Some(open) = self.open.get_mut(uri).filter(|open| open.source.is_none()) else { return };
        let source = Source::of(open.language, uri, open.document.text(), &self.limits);
        open.expected = source.means && open.document.text().len() <= LONGEST;
        open.source = Some(source);
        self.publish(uri);
    }

    fn publish(&mut self, uri: &str) {
        let Some(open) = self.open.get(uri) else { return };
        let wrong = open.source.iter().flat_map(|s| &s.wrong).chain(open.letters.iter().flat_map(|l| &l.wrong));
        let diagnostics: Vec<Value> = wrong.map(|d| finding(d, &open.document, uri)).collect();
        let version = open.number.clone();
        self.tell(
            "textDocument/publishDiagnostics",
            json!({"uri": uri, "version": version, "diagnostics": diagnostics}),
        );
    }

    /// Begins with a text that is to be explored, once nothing else is: one run at a time.
    fn explore(&mut self) {
        let next = self.open.iter().find(|(_, open)| open.expected);
        let (None, Some((uri, open))) = (&self.running, next) else { return };
        let (cancel, limits, sender) = (Arc::new(AtomicBool::new(false)), self.limits.clone(), self.sender.clone());
        let (name, version, text) = (uri.clone(), open.version, open.document.text().to_string());
        let (uri, language) = (uri.clone(), open.language);
        self.running = Some((uri.clone(), cancel.clone()));
        let work = move || {
            let mut end = Sure { sender, ended: Some((name.clone(), version)), found: None };
            end.found = letters((language, &name), &text, &limits, &cancel);
        };
        if Builder::new().stack_size(STACK).spawn(work).is_err() {
            self.running = None;
            self.explored(&uri, version, None);
        }
    }

    /// A run has ended: who waits for it is answered.
    fn explored(&mut self, uri: &str, version: u64, found: Option<Letters>) {
        self.running = None;
        let Some(open) = self.open.get_mut(uri).filter(|open| open.version == version) else { return };
        (open.expected, open.letters) = (false, found);
        let waiting = std::mem::take(&mut open.waiting);
        if open.letters.as_ref().is_some_and(|l| !l.wrong.is_empty()) {
            self.publish(uri);
        }
        waiting.into_iter().for_each(|request| self.request(request));
        if self.refreshes {
            let id = RequestId::from(format!("hints {}", self.next()));
            self.send(Request { id, method: "workspace/inlayHint/refresh".into(), params: Value::Null });
        }
    }

    fn request(&mut self, request: Request) {
        if let Some((code, why)) = self.stage.refuses(&request.method) {
            return self.answer(request.id, Err((code, why.into())));
        }
        match request.method.as_str() {
            "initialize" => {
                self.stage = Stage::Works;
                let answer = self.initialized(&request.params);
                self.answer(request.id, Ok(answer));
            }
            "shutdown" => {
                self.stage = Stage::ShutDown;
                self.answer(request.id, Ok(Value::Null));
            }
            _ => self.asked_about(request),
        }
    }

    fn initialized(&mut self, params: &Value) -> Value {
        let offered = params["capabilities"]["general"]["positionEncodings"].as_array();
        let utf8 = offered.is_some_and(|all| all.iter().any(|e| e == "utf-8"));
        self.encoding = if utf8 { Encoding::Utf8 } else { Encoding::Utf16 };
        self.refreshes = params["capabilities"]["workspace"]["inlayHint"]["refreshSupport"] == true;
        json!({
            "capabilities": answers::capabilities(self.encoding.name()),
            "serverInfo": {"name": "moverlog", "version": env!("CARGO_PKG_VERSION")},
        })
    }

    /// A question about an open text.
    fn asked_about(&mut self, request: Request) {
        if !answers::knows(&request.method) {
            let why = format!("`{}` is not answered here", request.method);
            return self.answer(request.id, Err((ErrorCode::MethodNotFound, why)));
        }
        let uri = request.params["textDocument"]["uri"].as_str().unwrap_or_default().to_string();
        self.refresh(&uri);
        let Some(open) = self.open.get_mut(&uri) else {
            return self.answer(request.id, Err((ErrorCode::InvalidParams, "no such text is open".into())));
        };
        if open.expected && answers::needs_run(&request.method) {
            return open.waiting.push(request);
        }
        let answer = match &open.source {
            Some(source) => answers::Asked {
                uri: &uri,
                language: open.language,
                document: &open.document,
                source,
                letters: open.letters.as_ref(),
            }
            .answer(&request.method, &request.params),
            None => Ok(Value::Null),
        };
        self.answer(request.id, answer.map_err(|why| (ErrorCode::RequestFailed, why)));
    }
}

/// Says that a run has ended, however it did.
struct Sure {
    sender: Sender<Event>,
    ended: Option<(String, u64)>,
    found: Option<Letters>,
}

impl Drop for Sure {
    fn drop(&mut self) {
        if let Some((uri, version)) = self.ended.take() {
            // Nobody listens once the server has ended.
            let _ = self.sender.send(Event::Explored(uri, version, self.found.take()));
        }
    }
}
