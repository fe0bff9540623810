//! A page as one file: data, styles and program inside, and nothing that it loads.

use serde_json::Value;

const PROGRAM: &str = include_str!("../../../web/dist/report.js");
const STYLE: &str = include_str!("../../../web/dist/report.css");

/// What is inside may run and be shown; nothing is fetched from anywhere.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

/// The file in which a browser shows the page.
pub fn html(page: &Value) -> String {
    let title = escaped(page["model"].as_str().unwrap_or_default());
    let data = inside_script(page);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title} - moverlog</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <div id=\"page\"><noscript>This page is shown by the program in it: allow JavaScript.</noscript></div>\n\
         <script type=\"application/json\" id=\"data\">{data}</script>\n<script>{PROGRAM}</script>\n</body>\n</html>\n"
    )
}

/// JSON that neither ends the element it stands in nor begins a comment there.
fn inside_script(page: &Value) -> String {
    page.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
