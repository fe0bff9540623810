//! HTTP/1.1 as far as a page needs it: one request a connection, read and answered within bounds. The head is read by
//! `httparse`.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// What one connection may take.
pub(super) struct Bounds {
    /// Bytes of the request line and the headers.
    head: usize,
    /// Bytes of the body.
    body: usize,
    /// From the first byte that is awaited to the last one.
    reading: Duration,
    /// For the whole answer.
    writing: Duration,
}

pub(super) const BOUNDS: Bounds =
    Bounds { head: 16 << 10, body: 2 << 20, reading: Duration::from_secs(10), writing: Duration::from_secs(20) };

/// Headers of a request.
const HEADERS: usize = 64;

/// Bytes that go over the connection at once.
const PIECE: usize = 16 << 10;

/// How long a refused sender may go on, so that it sees why it is refused, and how many bytes.
const LINGERS: (Duration, usize) = (Duration::from_secs(2), 64 << 20);

/// A request that was read to its end.
pub(super) struct Request {
    pub(super) method: String,
    pub(super) path: String,
    headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

/// Why there is none; nothing where nobody is left to be told.
pub(super) type Broken = Option<(u16, &'static str)>;

impl Request {
    /// The values of the headers of that name.
    pub(super) fn headers(&self, name: &str) -> impl Iterator<Item = &str> {
        self.headers.iter().filter(move |(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The value of a header that is there once.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut all = self.headers.iter().filter(|(n, _)| n.eq_ignore_ascii_case(name));
        all.next().filter(|_| all.next().is_none()).map(|(_, value)| value.as_str())
    }
}

/// Reads a request within the bounds.
pub(super) fn read(stream: &mut TcpStream) -> Result<Request, Broken> {
    let deadline = Instant::now() + BOUNDS.reading;
    let mut bytes = vec![];
    let (mut request, start) = loop {
        let found = head(&bytes)?;
        if let Some(found) = found {
            break found;
        }
        if bytes.len() > BOUNDS.head {
            return Err(Some((431, "the headers are too long")));
        }
        more(stream, &mut bytes, deadline)?;
    };
    let length = length(&request)?;
    while bytes.len() < start + length {
        more(stream, &mut bytes, deadline)?;
    }
    request.body = bytes[start..start + length].to_vec();
    Ok(request)
}

/// The request line and the headers once they are there, and where the body begins.
fn head(bytes: &[u8]) -> Result<Option<(Request, usize)>, Broken> {
    let mut headers = [httparse::EMPTY_HEADER; HEADERS];
    let mut parsed = httparse::Request::new(&mut headers);
    let wrong = |_| Some((400, "this is no HTTP request"));
    let httparse::Status::Complete(start) = parsed.parse(bytes).map_err(wrong)? else { return Ok(None) };
    let text = |value: &[u8]| String::from_utf8_lossy(value).trim().to_string();
    let request = Request {
        method: parsed.method.unwrap_or_default().to_string(),
        path: parsed.path.unwrap_or_default().to_string(),
        headers: parsed.headers.iter().map(|h| (h.name.to_string(), text(h.value))).collect(),
        body: vec![],
    };
    Ok(Some((request, start)))
}

/// How long the body is, which has to be said in advance.
fn length(request: &Request) -> Result<usize, Broken> {
    if request.headers("transfer-encoding").next().is_some() {
        return Err(Some((411, "the length of the body is to be said in advance")));
    }
    let said: Vec<&str> = request.headers("content-length").collect();
    match said[..] {
        [] => Ok(0),
        [digits] if digits.bytes().all(|b| b.is_ascii_digit()) && !digits.is_empty() => {
            let length = digits.parse().unwrap_or(usize::MAX);
            if length <= BOUNDS.body { Ok(length) } else { Err(Some((413, "the body is too long"))) }
        }
        _ => Err(Some((400, "one `Content-Length` is wanted"))),
    }
}

/// Some more bytes.
fn more(stream: &mut TcpStream, bytes: &mut Vec<u8>, deadline: Instant) -> Result<(), Broken> {
    let late = Some((408, "the request did not come in time"));
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
        return Err(late);
    }
    let mut piece = [0; PIECE];
    match stream.read(&mut piece) {
        Ok(0) => Err(None),
        Ok(n) => {
            bytes.extend_from_slice(&piece[..n]);
            Ok(())
        }
        Err(e) if e.kind() == ErrorKind::Interrupted => Ok(()),
        Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => Err(late),
        Err(_) => Err(None),
    }
}

/// Whether the other side has gone while it waits for an answer.
pub(super) fn has_gone(stream: &TcpStream) -> bool {
    let looked = stream.set_nonblocking(true).and_then(|()| stream.peek(&mut [0]));
    let restored = stream.set_nonblocking(false);
    match looked {
        Ok(n) => n == 0 || restored.is_err(),
        Err(e) => e.kind() != ErrorKind::WouldBlock,
    }
}

/// An answer: its status, what it is, and its bytes.
pub(super) struct Response {
    pub(super) status: u16,
    pub(super) kind: &'static str,
    pub(super) body: Vec<u8>,
}

impl Response {
    pub(super) fn plain(status: u16, why: &str) -> Self {
        Response { status, kind: "text/plain; charset=utf-8", body: format!("{why}\n").into_bytes() }
    }

    pub(super) fn json(status: u16, value: &serde_json::Value) -> Self {
        Response { status, kind: "application/json", body: value.to_string().into_bytes() }
    }
}

/// What the page may do: nothing that leads elsewhere. The editor brings its own style.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; \
                      font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Writes the answer within the bounds, and ends the connection.
pub(super) fn write(stream: &mut TcpStream, answer: &Response) {
    let head = format!(
        "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\nCache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n\
         Cross-Origin-Opener-Policy: same-origin\r\nContent-Security-Policy: {POLICY}\r\n\r\n",
        answer.status,
        phrase(answer.status),
        answer.kind,
        answer.body.len()
    );
    let deadline = Instant::now() + BOUNDS.writing;
    if send(stream, head.as_bytes(), deadline).and_then(|()| send(stream, &answer.body, deadline)).is_some() {
        // Whether the other side has gone meanwhile is no matter.
        let _ = stream.shutdown(Shutdown::Write);
        linger(stream);
    }
}

fn send(stream: &mut TcpStream, mut bytes: &[u8], deadline: Instant) -> Option<()> {
    while !bytes.is_empty() {
        let left = deadline.saturating_duration_since(Instant::now());
        stream.set_write_timeout(Some(left).filter(|l| !l.is_zero())?.into()).ok()?;
        match stream.write(&bytes[..bytes.len().min(PIECE)]) {
            Ok(n) if n > 0 => bytes = &bytes[n..],
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            _ => return None,
        }
    }
    Some(())
}

/// Reads on for a while: an answer is lost if its connection is closed while something is still sent.
fn linger(stream: &mut TcpStream) {
    let (time, most) = LINGERS;
    let (deadline, mut seen, mut bytes) = (Instant::now() + time, 0, vec![]);
    while seen < most && more(stream, &mut bytes, deadline).is_ok() {
        seen += bytes.len();
        bytes.clear();
    }
}

fn phrase(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        411 => "Length Required",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        421 => "Misdirected Request",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Internal Server Error",
    }
}
