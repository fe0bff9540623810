//! The page itself, as it was built from `web/`.

use super::http::Response;

/// Path, what it is, and its text.
const ASSETS: [(&str, &str, &str); 3] = [
    ("", "text/html; charset=utf-8", include_str!("../../web/dist/studio.html")),
    ("studio.js", "text/javascript; charset=utf-8", include_str!("../../web/dist/studio.js")),
    ("studio.css", "text/css; charset=utf-8", include_str!("../../web/dist/studio.css")),
];

/// The file of the page at that path.
pub(super) fn asset(path: &str) -> Option<Response> {
    let (_, kind, text) = ASSETS.iter().find(|(p, ..)| *p == path)?;
    Some(Response { status: 200, kind, body: text.as_bytes().to_vec() })
}

/// What the engine of a page without a server is called beside it.
pub const ENGINE: &str = "engine.wasm";

/// The files of a page without a server, but for its engine.
pub fn alone() -> [(&'static str, String); 4] {
    let [(_, _, page), (script, _, program), (sheet, _, style)] = ASSETS;
    let page = page.replacen("<html ", &format!("<html data-engine=\"{ENGINE}\" "), 1);
    let worker = include_str!("../../web/dist/studio-worker.js");
    [("index.html", page), (script, program.into()), (sheet, style.into()), ("studio-worker.js", worker.into())]
}
