//! Texts that are kept in files: `UPDATE_EXPECT=1` rewrites them.

use pretty_assertions::StrComparison;
use std::path::Path;
use std::sync::Mutex;

fn updates() -> bool {
    std::env::var_os("UPDATE_EXPECT").is_some()
}

/// The file holds this text.
pub fn expect(path: impl AsRef<Path>, found: &str) {
    if let Some(differences) = differs(path, found) {
        panic!("{differences}");
    }
}

/// The lines that begin with this word are these, in a file that is sorted by its first words.
pub fn expect_lines(path: &str, word: &str, found: &str) {
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock();
    let whole = std::fs::read_to_string(path).expect("it can be read");
    let (ours, others): (Vec<&str>, Vec<&str>) =
        whole.split_inclusive('\n').partition(|line| line.split(' ').next() == Some(word));
    let known = ours.concat();
    if known != found && updates() {
        let (before, after) = others.split_at(others.partition_point(|line| *line < word));
        std::fs::write(path, before.concat() + found + &after.concat()).expect("it can be written");
    } else if known != found {
        panic!("{}", shown(path.as_ref(), &known, found));
    }
}

/// In what the file differs from this text, if it does and is not rewritten.
pub fn differs(path: impl AsRef<Path>, found: &str) -> Option<String> {
    let path = path.as_ref();
    let known = std::fs::read_to_string(path).unwrap_or_default();
    if known != found && updates() {
        std::fs::write(path, found).expect("it can be written");
        return None;
    }
    (known != found).then(|| shown(path, &known, found))
}

/// The lines that differ, and two around each.
fn shown(path: &Path, known: &str, found: &str) -> String {
    let whole = StrComparison::new(known, found).to_string();
    let lines: Vec<&str> = whole.lines().collect();
    let near = |i: usize| lines[i.saturating_sub(2)..(i + 3).min(lines.len())].iter().any(|l| !l.starts_with(' '));
    let kept: Vec<&str> = (0..lines.len()).filter(|&i| near(i)).map(|i| lines[i]).collect();
    format!("{} (UPDATE_EXPECT=1 rewrites it)\n{}", path.display(), kept.join("\n"))
}
