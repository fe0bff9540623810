//! Connections, and who answers them.

use super::answers::Answer;
use super::assets::asset;
use super::desk::{Desk, Task};
use super::folder::Folder;
use super::gate::Gate;
use super::http::{self, Request, Response};
use super::seats::{Seats, Unseated};
use serde_json::{Value, json};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

/// Connections at once; further ones are told so and closed.
const CONNECTIONS: usize = 128;

/// How often it is looked whether there is a connection, or whether to end.
const LOOKS: Duration = Duration::from_millis(10);

/// How often it is looked whether whoever asked is still there.
const WATCHES: Duration = Duration::from_millis(50);

/// How long questions under way have to end when the server does.
const LEAVES: Duration = Duration::from_secs(2);

/// As the main thread of a program has, twice.
const STACK: usize = 16 << 20;

/// The server of `moverlog studio`, on this machine alone.
pub struct Server {
    listener: TcpListener,
    gate: Gate,
    desk: Desk,
    folder: Option<Folder>,
    seats: Seats,
    connections: AtomicUsize,
    reading: Mutex<()>,
    memory: fn() -> usize,
}

impl Server {
    /// At this port, or at any that is free; at most so many questions are worked on at once.
    pub fn new(port: u16, desk: Desk, folder: Option<Folder>, at_once: usize) -> std::io::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let gate = Gate::new(listener.local_addr()?);
        let (seats, memory) = (Seats::new(at_once), desk.limits.memory);
        let (connections, reading) = (AtomicUsize::new(0), Mutex::default());
        Ok(Server { listener, gate, desk, folder, seats, connections, reading, memory })
    }

    /// What the user opens.
    pub fn address(&self) -> String {
        self.gate.address()
    }

    /// Answers until it is to end; then what is under way is cancelled.
    pub fn run(self, stop: &AtomicBool) {
        let server = Arc::new(self);
        while !stop.load(Ordering::Relaxed) {
            match server.listener.accept() {
                Ok((stream, _)) => server.clone().meet(stream),
                Err(_) => thread::sleep(LOOKS),
            }
        }
        let end = Instant::now() + LEAVES;
        while server.seats.count() != (0, 0) && Instant::now() < end {
            server.seats.clear();
            thread::sleep(LOOKS);
        }
    }

    /// A thread for a connection, if there are not too many.
    fn meet(self: Arc<Self>, stream: TcpStream) {
        if stream.set_nonblocking(false).is_err() {
            return;
        }
        let connection = Connection::new(self);
        if connection.server.connections.load(Ordering::Relaxed) > CONNECTIONS {
            return turn_away(&stream);
        }
        // Where there is no thread for it, it is closed.
        let _ = Builder::new().stack_size(STACK).spawn(move || connection.server.serve(stream));
    }

    fn serve(&self, mut stream: TcpStream) {
        let answer = match http::read(&mut stream) {
            Ok(request) => {
                let answer = catch_unwind(AssertUnwindSafe(|| self.answer(&request, &stream)));
                answer.unwrap_or_else(|_| Some(Response::plain(500, "an error in moverlog; please report it")))
            }
            Err(broken) => broken.map(|(status, why)| Response::plain(status, why)),
        };
        if let Some(answer) = answer {
            http::write(&mut stream, &answer);
        }
    }

    /// Nothing where nobody waits for it any more.
    fn answer(&self, request: &Request, stream: &TcpStream) -> Option<Response> {
        let path = match self.gate.admits(request) {
            Ok(path) => path,
            Err((status, why)) => return Some(Response::plain(status, why)),
        };
        match (request.method.as_str(), path.strip_prefix("api/")) {
            ("GET", None) => Some(asset(path).unwrap_or_else(|| Response::plain(404, "there is no such page"))),
            ("GET", Some("status")) => Some(Response::json(200, &self.status())),
            ("GET", Some("start")) => Some(Response::json(200, &self.start())),
            ("GET", Some(path)) => Some(self.text(path)),
            ("POST", Some(task)) => self.question(task, request, stream),
            _ => Some(Response::plain(405, "this is neither a page nor a question")),
        }
    }

    fn start(&self) -> Value {
        let files = self.folder.as_ref().map(Folder::names).unwrap_or_default();
        self.desk.start(&files)
    }

    /// What is under way, and how much memory is in use.
    fn status(&self) -> Value {
        let (working, waiting) = self.seats.count();
        let connections = self.connections.load(Ordering::Relaxed);
        json!({"working": working, "waiting": waiting, "connections": connections, "bytes": (self.memory)()})
    }

    /// `rules/NAME`
    fn text(&self, path: &str) -> Response {
        let found = path.strip_prefix("rules/").and_then(|name| self.desk.rules(name));
        found.map_or_else(|| Response::plain(404, "there are no such rules"), |found| Response::json(200, &found))
    }

    fn question(&self, task: &str, request: &Request, stream: &TcpStream) -> Option<Response> {
        let kind = request.header("content-type").unwrap_or_default();
        if kind.split(';').next().map(str::trim) != Some("application/json") {
            return Some(Response::plain(415, "questions are JSON"));
        }
        let Some(asked) = self.read(&request.body) else {
            return Some(Response::plain(400, "this is no question in JSON"));
        };
        match (task, Task::named(task)) {
            ("file", _) => Some(self.file(&asked)),
            (_, Some(task)) if task.is_quick() => Some(written(self.desk.ask(task, &asked, &Arc::default()))),
            (_, Some(task)) => self.seated(task, &asked, stream),
            (_, None) => Some(Response::plain(404, "there is no such question")),
        }
    }

    /// One at a time: JSON may take thirty times its length before it is found to be no question.
    fn read(&self, body: &[u8]) -> Option<Value> {
        let _one = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        serde_json::from_slice(body).ok().filter(is_question)
    }

    fn file(&self, asked: &Value) -> Response {
        let name = asked.get("name").and_then(Value::as_str).unwrap_or_default();
        let found = self.folder.as_ref().ok_or("no model was named, so no folder is open".to_string());
        match found.and_then(|folder| folder.answer(name)) {
            Ok(file) => Response::json(200, &file),
            Err(why) => Response::plain(404, &why),
        }
    }

    /// What takes long has a thread of its own, while this one sees whether the other side waits for it.
    fn seated(&self, task: Task, asked: &Value, stream: &TcpStream) -> Option<Response> {
        let cancel = Arc::new(AtomicBool::new(false));
        let (send, receive) = sync_channel(1);
        let cancelled = &cancel;
        thread::scope(|scope| {
            let work = move || drop(send.send(self.work(task, asked, cancelled)));
            Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok()?;
            loop {
                match receive.recv_timeout(WATCHES) {
                    Ok(answer) => return answer,
                    Err(RecvTimeoutError::Disconnected) => return None,
                    Err(RecvTimeoutError::Timeout) if http::has_gone(stream) => cancel.store(true, Ordering::Relaxed),
                    Err(RecvTimeoutError::Timeout) => {}
                }
            }
        })
    }

    fn work(&self, task: Task, asked: &Value, cancel: &Arc<AtomicBool>) -> Option<Response> {
        let tab = asked.get("tab").and_then(Value::as_str).unwrap_or_default();
        let asker = if tab.is_empty() { String::new() } else { format!("{} {tab}", task.name()) };
        match self.seats.take(&asker, cancel) {
            Ok(_seat) => Some(written(self.desk.ask(task, asked, cancel))),
            Err(Unseated::TooMany) => Some(Response::plain(503, "too many questions at once; ask again")),
            Err(Unseated::Cancelled) => None,
        }
    }
}

/// Fields of a question, and of an object in it.
const FIELDS: usize = 1000;

/// Whether it is an object of texts and numbers, and of objects of such.
fn is_question(asked: &Value) -> bool {
    let small = |v: &Value| {
        v.as_object().is_none_or(|o| o.len() <= FIELDS && !o.values().any(|v| v.is_object() || v.is_array()))
    };
    asked.as_object().is_some_and(|o| o.len() <= FIELDS && o.values().all(|v| !v.is_array() && small(v)))
}

fn written(answer: Answer) -> Response {
    match answer {
        Answer::Json(value) => Response::json(200, &value),
        Answer::Page(text) => Response { status: 200, kind: "text/html; charset=utf-8", body: text.into_bytes() },
    }
}

/// Counted as long as it is there.
struct Connection {
    server: Arc<Server>,
}

impl Connection {
    fn new(server: Arc<Server>) -> Self {
        server.connections.fetch_add(1, Ordering::Relaxed);
        Connection { server }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.server.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

/// In a few bytes, which no one has to wait for.
fn turn_away(mut stream: &TcpStream) {
    use std::io::Write;
    let _ = stream.set_write_timeout(Some(LOOKS));
    let _ = stream.write_all(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
}
