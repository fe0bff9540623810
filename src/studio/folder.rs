//! The files beside the model, which can be opened in the page. Nothing else is read.

use serde_json::{Value, json};
use std::fs;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

/// Files that are longer are not opened.
const LONGEST: u64 = 1 << 20;

/// So many files are listed.
const LISTED: usize = 500;

/// Where the model is.
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The folder of this file, without links.
    pub fn of(file: &Path) -> std::io::Result<Folder> {
        let folder = file.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Ok(Folder { path: folder.canonicalize()? })
    }

    /// The names of models and rules, in order.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.path).into_iter().flatten().filter_map(Result::ok);
        let files = entries.filter(|e| e.file_type().is_ok_and(|t| t.is_file()));
        let mut names: Vec<String> =
            files.filter_map(|e| e.file_name().into_string().ok()).filter(|n| is_ours(n)).collect();
        names.sort();
        names.truncate(LISTED);
        names
    }

    /// What the file of that name says. It lies in the folder itself, and is no link to elsewhere.
    pub fn read(&self, name: &str) -> Result<String, String> {
        let refused = || format!("`{name}` is no file of the model's folder");
        let mut parts = Path::new(name).components();
        let plain = matches!((parts.next(), parts.next()), (Some(Component::Normal(part)), None) if part == name);
        if !plain || !is_ours(name) {
            return Err(refused());
        }
        let path = self.path.join(name).canonicalize().map_err(|_| refused())?;
        if path != self.path.join(name) || !path.is_file() {
            return Err(refused());
        }
        text(&path).map_err(|why| format!("cannot read `{name}`: {why}"))
    }

    /// The file as an answer.
    pub(super) fn answer(&self, name: &str) -> Result<Value, String> {
        self.read(name).map(|text| json!({"name": name, "text": text}))
    }
}

fn is_ours(name: &str) -> bool {
    [".mover", ".rules"].iter().any(|end| name.ends_with(end))
}

fn text(path: &Path) -> std::io::Result<String> {
    let mut bytes = vec![];
    fs::File::open(path)?.take(LONGEST + 1).read_to_end(&mut bytes)?;
    let wrong = |why: &str| std::io::Error::new(std::io::ErrorKind::InvalidData, why.to_string());
    if bytes.len() as u64 > LONGEST {
        return Err(wrong("it is longer than a megabyte"));
    }
    String::from_utf8(bytes).map_err(|_| wrong("it is not UTF-8 text"))
}
