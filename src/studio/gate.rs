//! Who may ask: whoever has the address that was printed, and came by that address.
//!
//! The address holds a word that is new at every start. A page of another origin neither knows it nor may ask: its
//! requests say where they come from (`Origin`, `Sec-Fetch-Site`), and a name of its own that leads here (DNS
//! rebinding) stands in `Host`.

use super::http::Request;
use std::hash::{BuildHasher, RandomState};
use std::net::SocketAddr;

/// What a request must show.
pub struct Gate {
    word: String,
    hosts: Vec<String>,
}

impl Gate {
    /// For a server at this address; the word is new.
    pub fn new(at: SocketAddr) -> Self {
        // The keys of a `RandomState` come from the system, and its hash does not give them away.
        let part = |n: u64| format!("{:016x}", RandomState::new().hash_one(n));
        let hosts = [format!("127.0.0.1:{}", at.port()), format!("localhost:{}", at.port())];
        Gate { word: part(1) + &part(2), hosts: hosts.to_vec() }
    }

    /// What the user opens.
    pub fn address(&self) -> String {
        format!("http://{}/{}/", self.hosts[0], self.word)
    }

    /// What of this server is asked for; a status and a reason if it is refused.
    pub(super) fn admits<'r>(&self, request: &'r Request) -> Result<&'r str, (u16, &'static str)> {
        let host = request.header("host").ok_or((400, "one `Host` is wanted"))?;
        if !self.hosts.iter().any(|h| h == host) {
            return Err((421, "this is not the server of that host"));
        }
        if request.headers("origin").any(|origin| origin.strip_prefix("http://") != Some(host)) {
            return Err((403, "requests of another origin are not answered"));
        }
        if request.headers("sec-fetch-site").any(|site| !["same-origin", "none"].contains(&site)) {
            return Err((403, "requests of another site are not answered"));
        }
        let path = request.path.strip_prefix('/').and_then(|path| path.strip_prefix(self.word.as_str()));
        path.and_then(|path| path.strip_prefix('/'))
            .ok_or((404, "there is nothing here; the address is printed by `moverlog studio`"))
    }
}
