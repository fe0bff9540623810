//! Who may use whom in `src/` (the picture is in `docs/architecture.md`), and which files of one folder need each
//! other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What each part of `src/` stands on. It may use that, and what that stands on in turn.
const LAYERS: &[(&str, &[&str])] = &[
    ("control", &[]),
    ("random", &[]),
    ("diagnostics", &[]),
    ("folder", &[]),
    ("symbolic", &["control", "random", "folder"]),
    ("stacks", &["control"]),
    ("ir", &["control", "diagnostics"]),
    ("operators", &["ir", "symbolic"]),
    ("symmetry", &["ir"]),
    ("syntax", &["ir"]),
    ("slice", &["ir"]),
    ("acceleration", &["ir"]),
    ("uncounted", &["slice"]),
    ("starts", &["ir"]),
    ("region", &["ir"]),
    ("check", &["syntax", "starts"]),
    ("c", &["region", "folder"]),
    ("pushdown", &["ir"]),
    ("bp", &["region", "starts"]),
    ("model", &["check", "c", "bp", "pushdown", "symmetry"]),
    ("semantics", &["control", "ir"]),
    ("spinlocks", &["semantics"]),
    ("names", &["semantics"]),
    ("execution", &["semantics"]),
    ("contexts", &["execution", "stacks"]),
    ("counters", &["semantics"]),
    ("delays", &["execution"]),
    ("movers", &["execution"]),
    ("exploration", &["movers"]),
    ("search", &["exploration"]),
    ("dynamic", &["exploration"]),
    ("workers", &["dynamic"]),
    ("encoding", &["dynamic", "operators"]),
    ("derivation", &["diagnostics"]),
    ("trace", &["execution", "random", "operators"]),
    (
        "driver",
        &[
            "search",
            "workers",
            "encoding",
            "contexts",
            "counters",
            "delays",
            "derivation",
            "symmetry",
            "slice",
            "acceleration",
            "uncounted",
            "spinlocks",
            "names",
        ],
    ),
    ("queries", &["driver", "pushdown"]),
    ("error", &["movers", "workers"]),
    ("checker", &["driver", "model", "error"]),
    ("prelude", &["checker"]),
    ("challenge", &["driver", "model"]),
    ("separate", &["driver", "model", "random"]),
    ("exercise", &["queries", "model"]),
    ("errata", &[]),
    ("report", &["queries", "challenge", "separate", "exercise", "trace", "errata"]),
    ("studio", &["report"]),
    ("lsp", &["report"]),
    ("cli", &["checker", "studio", "lsp"]),
    ("memory", &[]),
    ("main", &["cli", "memory"]),
    ("engine", &["studio"]),
];

/// Files of one folder that need each other. No circle may be added; one that is gone is struck from here.
const CIRCLES: &[&str] = &[];

#[test]
fn each_part_uses_what_it_stands_on() {
    let mut wrong = vec![];
    for (path, text) in sources() {
        let part = path.split('/').next().expect("a path has a part").to_string();
        for used in named_after(&text, "crate::").into_iter().filter(|used| path != "lib" && *used != part) {
            let allowed = below(&part).unwrap_or_else(|| panic!("`{part}` has no row"));
            let missing = below(&used).is_some() && !allowed.contains(used.as_str());
            wrong.extend(missing.then(|| format!("{path}.rs uses {used}")));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn files_of_a_folder_need_each_other_in_known_circles_alone() {
    let sources = sources();
    let found: BTreeSet<String> = folders(&sources).into_iter().flat_map(|f| circles(&f, &sources)).collect();
    pretty_assertions::assert_eq!(found, CIRCLES.iter().map(|c| c.to_string()).collect());
}

/// All that a part may use, if it has a row.
fn below(part: &str) -> Option<BTreeSet<&'static str>> {
    let (_, on) = LAYERS.iter().find(|(name, _)| *name == part)?;
    let further = on.iter().flat_map(|part| below(part).unwrap_or_else(|| panic!("`{part}` has no row")));
    Some(on.iter().copied().chain(further).collect())
}

/// Each file without its tests and comments, by its path in `src/` without `.rs`.
fn sources() -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![PathBuf::from("src")];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable").path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("tests.rs") {
                let text = std::fs::read_to_string(&path).expect("readable");
                let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
                let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
                let path = path.with_extension("");
                let name = path.strip_prefix("src").expect("it is below").to_string_lossy().into_owned();
                found.insert(name, lines.collect::<Vec<_>>().join(" "));
            }
        }
    }
    found
}

/// The names that follow a prefix of paths: one, or several in braces.
fn named_after(text: &str, prefix: &str) -> BTreeSet<String> {
    let word = |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').next().map(str::to_string);
    let mut names = BTreeSet::new();
    for (at, _) in text.match_indices(prefix) {
        if text[..at].ends_with(|c: char| c == ':' || c == '_' || c.is_alphanumeric()) {
            continue;
        }
        let rest = &text[at + prefix.len()..];
        let Some(group) = rest.strip_prefix('{') else {
            names.extend(word(rest));
            continue;
        };
        let (mut depth, mut begins) = (1, true);
        for (i, c) in group.char_indices() {
            depth += i32::from(c == '{') - i32::from(c == '}');
            if depth == 0 {
                break;
            }
            if depth == 1 && begins && !c.is_whitespace() {
                names.extend(word(&group[i..]));
            }
            begins = c == ',' || begins && c.is_whitespace();
        }
    }
    names
}

fn folders(sources: &BTreeMap<String, String>) -> BTreeSet<String> {
    sources.keys().filter_map(|path| path.rsplit_once('/')).map(|(folder, _)| folder.to_string()).collect()
}

/// `folder: a b c`, where each of the files leads to the others.
fn circles(folder: &str, sources: &BTreeMap<String, String>) -> BTreeSet<String> {
    let files: BTreeMap<&str, &String> = sources
        .iter()
        .filter_map(|(p, text)| Some((Path::new(p), text)).filter(|(p, _)| p.parent() == Some(Path::new(folder))))
        .map(|(p, text)| (p.file_name().and_then(|n| n.to_str()).expect("a name"), text))
        .collect();
    let head = &sources[folder];
    let owner =
        |name: &str| files.keys().copied().find(|f| *f == name || named_after(head, &format!("{f}::")).contains(name));
    let uses = |text: &str| {
        let names =
            [named_after(text, "super::"), named_after(text, &format!("crate::{}::", folder.replace('/', "::")))];
        names.iter().flatten().filter_map(|name| owner(name)).collect::<BTreeSet<&str>>()
    };
    let mut reaches: BTreeMap<&str, BTreeSet<&str>> = files.iter().map(|(f, text)| (*f, uses(text))).collect();
    for _ in 0..files.len() {
        let known = reaches.clone();
        reaches.values_mut().for_each(|to| *to = to.iter().flat_map(|f| known[f].iter().chain([f])).copied().collect());
    }
    let circle = |f: &&str| {
        files.keys().copied().filter(|g| reaches[f].contains(g) && reaches[g].contains(f)).collect::<Vec<_>>()
    };
    let circles = files.keys().map(circle).filter(|c| c.len() > 1);
    circles.map(|c| format!("{folder}: {}", c.join(" "))).collect()
}
