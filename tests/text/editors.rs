//! What editors colour: the grammars under `editors/` are made here from the words of the lexer, and the pages of
//! `moverlog report` and `studio` know the same words. `UPDATE_EXPECT=1` writes the grammars.

use crate::corpus;
use crate::support;
use logos::Logos;
use moverlog::syntax::token::{KEYWORDS, Token};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Statements that are words of the language where a `(` follows.
const STATEMENTS: &[&str] =
    &["acquire", "acq", "lock", "release", "rel", "unlock", "wait", "notify", "notifyAll", "cas"];

const TYPES: &[&str] = &["int", "bool", "boolean", "mutex", "Mutex", "rmutex", "void"];

const CONSTANTS: &[&str] = &["true", "false", "null", "tid"];

fn read(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|why| panic!("{path}: {why}"))
}

fn words(list: &str) -> BTreeSet<&str> {
    list.split_whitespace().collect()
}

fn known() -> BTreeSet<&'static str> {
    KEYWORDS.iter().copied().collect()
}

/// A pattern for whole words.
fn pattern(scope: &str, words: &[&str], behind: &str) -> Value {
    json!({"name": scope, "match": format!("\\b({})\\b{behind}", words.join("|"))})
}

fn comments() -> Vec<Value> {
    vec![
        json!({"name": "comment.line.documentation", "match": "//@.*$"}),
        json!({"name": "comment.line.double-slash", "match": "//.*$"}),
    ]
}

fn grammar(name: &str, scope: &str, patterns: Vec<Value>) -> String {
    let schema = "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json";
    let grammar = json!({"$schema": schema, "comment": MADE, "name": name, "scopeName": scope, "patterns": patterns});
    format!("{grammar:#}\n")
}

fn model_grammar() -> String {
    let control = control();
    let mut patterns = comments();
    patterns.extend([
        json!({"name": "comment.block", "begin": "/\\*", "end": "\\*/"}),
        json!({"name": "string.quoted.double", "match": "\"[^\"]*\"?"}),
        json!({"name": "storage.modifier", "match": "@(right|left|both|non)\\b"}),
        json!({"name": "constant.numeric", "match": "\\b[0-9][A-Za-z0-9_]*"}),
        pattern("storage.type", TYPES, ""),
        pattern("constant.language", CONSTANTS, ""),
        pattern("keyword.control", &control, ""),
        pattern("support.function", STATEMENTS, "(?=\\s*\\()"),
        // Names, where nothing follows them.
        pattern("keyword.control", &["spawn", "join"], "(?=\\s+[A-Za-z0-9_])"),
        pattern("keyword.control", &["switch"], "(?=\\s*\\()"),
        pattern("keyword.control", &["case"], "(?=\\s+[A-Za-z0-9_-])"),
        pattern("keyword.control", &["default"], "(?=\\s*:)"),
        pattern("storage.type", &["thread"], "(?=\\s+[A-Za-z_])"),
        pattern("storage.modifier", &["guarded_by", "exclusive"], "(?=\\s*\\()"),
        json!({"name": "entity.name.label", "match": "^\\s*[A-Za-z_][A-Za-z0-9_]*(?=\\s*:(?!=))"}),
        json!({"name": "entity.name.function", "match": "\\b[A-Za-z_][A-Za-z0-9_]*(?=\\s*\\()"}),
        json!({"name": "keyword.operator", "match": "\\|\\||&&|:=|<<=|>>=|[-+*/%&|^=!<>]=|\\+\\+|--|<<|>>|[-+*/%&|^~!<>=?]"}),
    ]);
    grammar("moverlog model", "source.mover", patterns)
}

const MADE: &str =
    "Made by tests/text/editors.rs from the words of the lexer: UPDATE_EXPECT=1 cargo test --test text editors::";

/// Keywords that are neither types nor constants.
fn control() -> Vec<&'static str> {
    let special = |word: &&&str| !TYPES.contains(*word) && !CONSTANTS.contains(*word);
    KEYWORDS.iter().filter(special).copied().collect()
}

/// Colours for Vim and Neovim.
fn vim_syntax() -> String {
    let keyword = |group: &str, words: &[&str]| format!("syntax keyword {group} {}\n", words.join(" "));
    let lines = [
        format!("\" {MADE}\n\nif exists('b:current_syntax')\n  finish\nendif\n\n"),
        keyword("moverType", TYPES),
        keyword("moverConstant", CONSTANTS),
        keyword("moverControl", &control()),
        format!("syntax match moverStatement /\\<\\({}\\)\\>\\ze\\s*(/\n", STATEMENTS.join("\\|")),
        "syntax match moverProtection /\\<\\(guarded_by\\|exclusive\\)\\>\\ze\\s*(/\n".into(),
        "syntax match moverClaim /@\\(right\\|left\\|both\\|non\\)\\>/\n".into(),
        "syntax match moverNumber /\\<\\d\\w*/\n".into(),
        "syntax match moverLabel /^\\s*\\zs\\h\\w*\\ze\\s*:\\($\\|[^=]\\)/\n".into(),
        "syntax match moverComment /\\/\\/.*$/\nsyntax region moverComment start=/\\/\\*/ end=/\\*\\//\n\n".into(),
    ];
    let groups = [
        ("Type", "Type"),
        ("Constant", "Constant"),
        ("Control", "Statement"),
        ("Statement", "Function"),
        ("Protection", "StorageClass"),
        ("Claim", "PreProc"),
        ("Number", "Number"),
        ("Label", "Label"),
        ("Comment", "Comment"),
    ];
    let links = groups.map(|(ours, theirs)| format!("highlight default link mover{ours} {theirs}\n"));
    lines.concat() + &links.concat() + "\nlet b:current_syntax = 'mover'\n"
}

/// A mode for Emacs, with colours and the server.
fn emacs_mode() -> String {
    let words = |words: &[&str]| words.iter().map(|w| format!("\"{w}\"")).collect::<Vec<_>>().join(" ");
    let face = |list: &[&str], face: &str| {
        format!("    (,(regexp-opt '({}) 'symbols) . font-lock-{face}-face)\n", words(list))
    };
    let head = format!(
        ";;; mover-mode.el --- models of moverlog  -*- lexical-binding: t -*-\n\n;;; Commentary:\n;; {MADE}\n\n;;; Code:\n\n"
    );
    let faces = [
        face(TYPES, "type"),
        face(CONSTANTS, "constant"),
        face(&control(), "keyword"),
        face(STATEMENTS, "builtin"),
        face(&["guarded_by", "exclusive"], "builtin"),
        "    (\"@\\\\(?:right\\\\|left\\\\|both\\\\|non\\\\)\\\\_>\" . font-lock-preprocessor-face)\n".into(),
    ];
    let rest = "\
(defvar mover-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ \". 124b\" table)
    (modify-syntax-entry ?* \". 23\" table)
    (modify-syntax-entry ?\\n \"> b\" table)
    table)
  \"Comments as in C.\")

;;;###autoload
(define-derived-mode mover-mode prog-mode \"Mover\"
  \"Major mode for models of moverlog.\"
  (setq-local comment-start \"// \")
  (setq-local comment-end \"\")
  (setq-local font-lock-defaults '(mover-mode-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '(\"\\\\.mover\\\\'\" . mover-mode))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(mover-mode . (\"moverlog\" \"lsp\"))))

(provide 'mover-mode)
;;; mover-mode.el ends here
";
    format!("{head}(defconst mover-mode-keywords\n  `(\n{}  )\n  \"Words of the language.\")\n\n{rest}", faces.concat())
}

/// The words of rules, as the studio colours them.
fn rule_words() -> String {
    let text = read("web/src/studio/languages.ts");
    let at = text.find("RULE_WORDS = new Set(").expect("the studio colours rules");
    text[at..].split('"').nth(1).expect("a list of words").to_string()
}

fn rules_grammar() -> String {
    let all = rule_words();
    let keywords: Vec<&str> = all.split_whitespace().collect();
    let mut patterns = comments();
    patterns.extend([
        json!({"name": "constant.numeric", "match": "\\b[0-9]+\\b"}),
        pattern("keyword.control", &keywords, ""),
        json!({"name": "entity.name.type", "match": "\\b[A-Z][A-Za-z0-9_]*"}),
        json!({"name": "keyword.operator", "match": "<--|\\|\\||&&|[-+*/%=<>!]=?|[|&]"}),
    ]);
    grammar("moverlog rules", "source.mover-rules", patterns)
}

fn holds(path: &str, wanted: &str) {
    support::expect::expect(path, wanted);
}

#[test]
fn grammars_have_the_words_of_the_lexer() {
    holds("editors/vscode/syntaxes/mover.tmLanguage.json", &model_grammar());
    holds("editors/vscode/syntaxes/rules.tmLanguage.json", &rules_grammar());
    holds("editors/vim/syntax/mover.vim", &vim_syntax());
    holds("editors/emacs/mover-mode.el", &emacs_mode());
}

#[test]
fn the_lexer_the_pages_and_the_docs_know_the_same_words() {
    let source = read("src/syntax/token.rs");
    let literals = source.split("#[token(\"").skip(1).filter_map(|rest| rest.split('"').next());
    let lexed: BTreeSet<&str> = literals.filter(|word| word.starts_with(char::is_alphabetic)).collect();
    assert_eq!(lexed, known());
    let page = read("docs/language.md");
    let line = page.lines().find_map(|l| l.strip_prefix("- Reserved words: `")).expect("the page lists them");
    assert_eq!(words(line.trim_end_matches(['`', '.'])), known());
    let colours = read("web/src/report/words.ts");
    let list = &colours[colours.find("KEYWORDS").expect("pages colour words")..];
    let list: String = list[..list.find(".split").expect("a list")].split('"').skip(1).step_by(2).collect();
    assert_eq!(words(&list), known());
}

#[test]
fn every_word_of_every_model_is_coloured() {
    let grammar: Value = serde_json::from_str(&read("editors/vscode/syntaxes/mover.tmLanguage.json")).expect("JSON");
    let patterns = grammar["patterns"].as_array().expect("a list").iter().filter_map(|p| p["match"].as_str());
    let coloured: BTreeSet<&str> =
        patterns.filter_map(|p| p.strip_prefix("\\b(")?.split(')').next()).flat_map(|words| words.split('|')).collect();
    let mut seen = BTreeSet::new();
    for path in corpus::models() {
        let text = read(&path.display().to_string());
        for (token, range) in Token::lexer(&text).spanned() {
            let token = token.expect("a model is made of words");
            let word = &text[range];
            let is_word = word.starts_with(char::is_alphabetic) && !matches!(token, Token::Name | Token::Number);
            assert!(!is_word || coloured.contains(word), "`{word}` in {}", path.display());
            seen.extend(is_word.then(|| word.to_string()));
        }
    }
    assert_eq!(seen.iter().map(String::as_str).collect::<BTreeSet<_>>(), known(), "every word is in some model");
}

#[test]
fn the_extension_is_whole() {
    let package: Value = serde_json::from_str(&read("editors/vscode/package.json")).expect("JSON");
    let lock: Value = serde_json::from_str(&read("editors/vscode/package-lock.json")).expect("JSON");
    for (name, version) in package["dependencies"].as_object().expect("libraries") {
        let version = version.as_str().expect("a version");
        assert!(version.starts_with(|c: char| c.is_ascii_digit()), "{name} is pinned");
        assert_eq!(lock["packages"][format!("node_modules/{name}")]["version"], version);
    }
    let contributes = &package["contributes"];
    let files = ["languages", "grammars"].iter().flat_map(|kind| contributes[kind].as_array().expect("a list"));
    let named = files.flat_map(|entry| [entry["configuration"].as_str(), entry["path"].as_str()]).flatten();
    for file in named.chain(package["main"].as_str()) {
        read(&format!("editors/vscode/{file}"));
    }
}
