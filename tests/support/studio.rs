//! A studio that is asked over plain connections.

use super::command::command;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

pub const RACE: &str = "models/tour/01_race.mover";

/// A server, ended with the test.
pub struct Studio {
    pub child: Child,
    pub host: String,
    /// `/WORD/`
    pub base: String,
}

impl Studio {
    pub fn start(words: &[&str]) -> Studio {
        let words = [&["studio"], words].concat();
        let mut child = command(&words).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (host, word) = line.trim().strip_prefix("http://").unwrap().split_once('/').unwrap();
        Studio { child, host: host.into(), base: format!("/{word}") }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends these bytes; the status and the body of what comes back, if something does.
    pub fn send(&self, bytes: &[u8]) -> Option<(u16, String)> {
        let mut stream = self.connect();
        // Whoever is refused may not be read to the end.
        let _ = stream.write_all(bytes);
        received(&mut stream)
    }

    /// A request with the headers that are wanted, and these.
    pub fn request(&self, method: &str, path: &str, headers: &str, body: &str) -> Option<(u16, String)> {
        self.send(self.written(method, path, headers, body).as_bytes())
    }

    pub fn written(&self, method: &str, path: &str, headers: &str, body: &str) -> String {
        let (host, base, length) = (&self.host, &self.base, body.len());
        format!("{method} {base}{path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n{headers}\r\n{body}")
    }

    pub fn question(&self, task: &str, asked: &Value) -> String {
        self.written("POST", &format!("api/{task}"), "Content-Type: application/json\r\n", &asked.to_string())
    }

    pub fn ask(&self, task: &str, asked: &Value) -> (u16, Value) {
        let (status, body) = self.send(self.question(task, asked).as_bytes()).expect("an answer");
        (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
    }

    pub fn status(&self) -> Value {
        serde_json::from_str(&self.request("GET", "api/status", "", "").unwrap().1).unwrap()
    }

    /// Waits until nothing is under way but this question itself.
    pub fn quiet(&self) -> Value {
        let start = Instant::now();
        loop {
            let now = self.status();
            if now["working"] == 0 && now["waiting"] == 0 && now["connections"] == 1 {
                return now;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "{now}");
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// A check of a small model says what it should.
    pub fn works(&self) {
        let (status, answer) = self.ask("check", &json!({"source": text(RACE)}));
        assert_eq!((status, &answer["page"]["verdict"]["name"]), (200, &json!("wrong")));
    }

    /// Kilobytes of the process that are resident.
    pub fn resident(&self) -> usize {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|l| l.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn received(stream: &mut TcpStream) -> Option<(u16, String)> {
    let mut bytes = vec![];
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n")?;
    Some((head.split(' ').nth(1)?.parse().ok()?, body.to_string()))
}

pub fn text(path: &str) -> String {
    std::fs::read_to_string(path).unwrap()
}
