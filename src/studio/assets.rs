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
