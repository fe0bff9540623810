//! The book: every page is in its contents, every link leads somewhere, every model in it is one.

use moverlog::model::load;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

fn pages(folder: &str) -> Vec<PathBuf> {
    let mut found = vec![];
    for entry in std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("readable").path()) {
        match entry.extension().is_some_and(|e| e == "md") {
            true => found.push(entry),
            false if entry.is_dir() => found.extend(pages(entry.to_str().expect("a name"))),
            false => {}
        }
    }
    found
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a page")
}

/// Lines, and whether they stand in a fenced block.
fn lines(page: &str) -> Vec<(bool, &str)> {
    let mut inside = false;
    let line = |line| {
        let fence = str::starts_with(line, "```");
        inside ^= fence;
        (inside || fence, line)
    };
    page.lines().map(line).collect()
}

/// Where the links of a page lead, without those to other sites.
fn links(page: &str) -> Vec<String> {
    let prose = lines(page).into_iter().filter(|(fenced, _)| !fenced);
    let of = |line: &str| -> Vec<String> {
        let targets = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        targets.filter(|t| !t.starts_with("http")).map(str::to_string).collect()
    };
    prose.flat_map(|(_, line)| of(line)).collect()
}

/// What a heading is called in a link.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase().chars().filter(|c| c.is_alphanumeric() || "-_ ".contains(*c)).collect::<String>();
    kept.trim().replace(' ', "-")
}

fn anchors(page: &str) -> BTreeSet<String> {
    let headings = lines(page).into_iter().filter(|(fenced, line)| !fenced && line.starts_with('#'));
    headings.map(|(_, line)| anchor(line.trim_start_matches('#').trim())).collect()
}

fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(out.pop()),
            part => out.push(part),
        }
    }
    out
}

#[test]
fn every_page_is_in_the_contents() {
    let contents = Path::new("docs/SUMMARY.md");
    let listed: Vec<PathBuf> = links(&text(contents)).iter().map(|l| Path::new("docs").join(l)).collect();
    let once: BTreeSet<PathBuf> = listed.iter().cloned().collect();
    assert_eq!(listed.len(), once.len(), "a page stands twice");
    let all: BTreeSet<PathBuf> = pages("docs").into_iter().filter(|p| p != contents).collect();
    assert_eq!(once, all);
}

#[test]
fn links_lead_somewhere() {
    let mut all = pages("docs");
    all.extend(["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(PathBuf::from));
    let known: BTreeMap<PathBuf, BTreeSet<String>> = all.iter().map(|p| (p.clone(), anchors(&text(p)))).collect();
    let mut lost = vec![];
    for page in &all {
        for link in links(&text(page)) {
            let (path, place) = link.split_once('#').map_or((link.as_str(), None), |(p, a)| (p, Some(a)));
            let folder = page.parent().expect("a folder");
            let target = if path.is_empty() { page.clone() } else { normal(&folder.join(path)) };
            let known_place = |a| known.get(&target).is_some_and(|all| all.contains(a));
            let inside = !page.starts_with("docs") || target.starts_with("docs");
            if !target.exists() || !inside || place.is_some_and(|a| !known_place(a)) {
                lost.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

#[test]
fn models_in_pages_are_models() {
    let mut count = 0;
    for page in pages("docs") {
        let text = text(&page);
        for block in text.split("\n```mover\n").skip(1) {
            let model = block.split("\n```").next().expect("it begins");
            let (loaded, found) = load("page", model, &[]);
            assert!(loaded.is_some() && found.is_empty(), "{}: {found:?}\n{model}", page.display());
            count += 1;
        }
    }
    assert!(count > 3, "{count}");
}
