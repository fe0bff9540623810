//! Messages as they come in, within bounds: nothing is stored of one that is too long.

use lsp_server::{ErrorCode, Message};
use std::io::{self, BufRead, ErrorKind, Read};

/// No message has more bytes.
const LONGEST_MESSAGE: u64 = 64 << 20;

/// Nor have its headers.
const LONGEST_HEADERS: u64 = 8 << 10;

/// What has come in.
pub(super) enum Incoming {
    Message(Message),
    /// No message of the protocol, and why. It was passed over.
    Malformed(String),
    End,
}

/// How far client and server have come.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    Begins,
    Works,
    ShutDown,
}

impl Stage {
    /// Why a request is not answered: nothing is before `initialize`, which comes once, nor after `shutdown`.
    pub(super) fn refuses(self, method: &str) -> Option<(ErrorCode, &'static str)> {
        match (self, method) {
            (Stage::Begins, "initialize") => None,
            (Stage::Begins, _) => Some((ErrorCode::ServerNotInitialized, "`initialize` comes first")),
            (Stage::Works, "initialize") => {
                Some((ErrorCode::InvalidRequest, "the server is initialized, and only once"))
            }
            (Stage::Works, _) => None,
            (Stage::ShutDown, _) => {
                Some((ErrorCode::InvalidRequest, "the server was shut down: only `exit` may follow"))
            }
        }
    }
}

/// Waits for the next message.
pub(super) fn next(input: &mut impl BufRead) -> Incoming {
    match framed(input) {
        Ok(incoming) => incoming,
        Err(why) if why.kind() == ErrorKind::InvalidData => Incoming::Malformed(why.to_string()),
        Err(_) => Incoming::End,
    }
}

fn framed(input: &mut impl BufRead) -> io::Result<Incoming> {
    let mut headers = vec![];
    let mut begun = input.take(LONGEST_HEADERS);
    while begun.read_until(b'\n', &mut headers)? > 0 && !headers.ends_with(b"\r\n\r\n") && headers != b"\r\n" {}
    if headers.is_empty() {
        return Ok(Incoming::End);
    }
    let length = length(&headers).unwrap_or(0);
    if length > LONGEST_MESSAGE {
        io::copy(&mut input.take(length), &mut io::sink())?;
        return Ok(Incoming::Malformed(too_long(length)));
    }
    let message = Message::read(&mut headers.as_slice().chain(input.take(length)))?;
    Ok(message.map_or(Incoming::End, Incoming::Message))
}

fn too_long(length: u64) -> String {
    format!("it has {length} bytes, and the most that is read is {LONGEST_MESSAGE}")
}

/// What `Content-Length` says; as much as there can be, where that is no number of 64 bits.
fn length(headers: &[u8]) -> Option<u64> {
    let headers = std::str::from_utf8(headers).ok()?;
    let named = |line: &str| {
        let (name, value) = line.split_once(':')?;
        name.trim().eq_ignore_ascii_case("content-length").then(|| value.trim().to_string())
    };
    let digits = headers.lines().find_map(named)?;
    let is_number = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(bytes: &str) -> String {
        match next(&mut bytes.as_bytes()) {
            Incoming::Message(message) => format!("{message:?}"),
            Incoming::Malformed(why) => format!("malformed: {why}"),
            Incoming::End => "end".into(),
        }
    }

    #[test]
    fn messages_and_what_is_none() {
        let body = r#"{"jsonrpc":"2.0","method":"exit"}"#;
        assert!(said(&format!("Content-Length: {}\r\n\r\n{body}", body.len())).contains("exit"));
        assert!(said("Content-Length: 3\r\n\r\n{x}").starts_with("malformed: "));
        assert!(said("no header\r\n\r\n").starts_with("malformed: "));
        assert_eq!((said(""), said("Content-Length: 9\r\n\r\n{")), ("end".into(), "end".into()));
    }

    #[test]
    fn what_is_too_long_is_passed_over() {
        for length in ["67108865", "99999999999999999999999999"] {
            assert!(said(&format!("Content-Length: {length}\r\n\r\nrest")).starts_with("malformed: it has "));
        }
    }
}
