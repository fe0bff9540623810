//! `#include` and macros, by the C compiler of the machine and with headers of our own.

use super::{DataModel, Options};
use crate::folder::Folder;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

macro_rules! headers {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("headers/", $name)))),*]
    };
}

const HEADERS: &[Header] = headers![
    "__moverlog.h",
    "alloca.h",
    "assert.h",
    "ctype.h",
    "dirent.h",
    "err.h",
    "errno.h",
    "fcntl.h",
    "features.h",
    "float.h",
    "getopt.h",
    "inttypes.h",
    "libgen.h",
    "limits.h",
    "locale.h",
    "math.h",
    "netdb.h",
    "poll.h",
    "pthread.h",
    "sched.h",
    "semaphore.h",
    "setjmp.h",
    "signal.h",
    "stdalign.h",
    "stdarg.h",
    "stdatomic.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "stdnoreturn.h",
    "string.h",
    "strings.h",
    "sysexits.h",
    "syslog.h",
    "threads.h",
    "time.h",
    "unistd.h",
    "arpa/inet.h",
    "netinet/in.h",
    "sys/ioctl.h",
    "sys/ipc.h",
    "sys/mman.h",
    "sys/resource.h",
    "sys/select.h",
    "sys/sem.h",
    "sys/shm.h",
    "sys/socket.h",
    "sys/stat.h",
    "sys/syscall.h",
    "sys/sysinfo.h",
    "sys/time.h",
    "sys/types.h",
    "sys/un.h",
    "sys/wait.h",
];

/// The headers that come along.
pub(super) fn headers() -> impl Iterator<Item = &'static str> {
    HEADERS.iter().map(|(name, _)| *name).filter(|name| !name.starts_with('_'))
}

/// Whether a text has directives other than line markers.
pub(super) fn is_needed(text: &str) -> bool {
    let directive = |line: &str| {
        let line = line.trim_start();
        line.starts_with('#') && !line.starts_with("# ") && !line.starts_with("#line") && !line.starts_with("#pragma")
            || line.starts_with("# ")
                && !line[2..].starts_with(|c: char| c.is_ascii_digit())
                && !line[2..].starts_with("pragma")
    };
    text.lines().any(directive)
}

/// The name that line markers give to the text itself.
pub(super) const INPUT: &str = "<stdin>";

/// The text without directives, or what is wrong in the preprocessor's words.
pub(super) fn preprocessed(name: &str, text: &str, options: &Options) -> Result<String, String> {
    let headers = if options.cpp.is_some() { HEADERS.iter().collect() } else { included(text) };
    let folder = with_headers(&headers).map_err(|e| format!("headers cannot be written: {e}"))?;
    let program = options.cpp.as_deref().unwrap_or("cc -E");
    let mut words = program.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or("cc"));
    command.args(words);
    if options.data_model == DataModel::Ilp32 {
        command.args(["-m32", "-D__MOVERLOG_ILP32__=1"]);
    }
    if !options.system_headers {
        command.args(["-nostdinc", "-isystem"]).arg(&folder.0).arg("-D__MOVERLOG__=1");
    }
    let beside = Path::new(name).parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    command.arg("-iquote").arg(beside);
    command.args(options.includes.iter().map(|i| format!("-I{i}")));
    command.args(options.defines.iter().map(|d| format!("-D{d}")));
    command.args(["-x", "c", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let told = run(command, text).map_err(|e| missing(program, &e))?;
    // Where the headers lie is another place each time, and nothing may depend on how long its name is.
    let folder = folder.0.display().to_string();
    let placed = |text: String| text.replace(&folder, "<moverlog>");
    told.map(placed).map_err(placed)
}

fn missing(program: &str, e: &std::io::Error) -> String {
    format!(
        "it has directives for a C preprocessor, and `{program}` cannot be run ({e}); give me the output of `gcc -E`, or \
         `--cpp COMMAND`"
    )
}

fn run(mut command: Command, text: &str) -> std::io::Result<Result<String, String>> {
    let mut child = command.spawn()?;
    let mut input = child.stdin.take().expect("it is piped");
    let text = text.to_string();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output()?;
    // A preprocessor that stops early does not read to the end.
    writer.join().ok();
    Ok(match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    })
}

/// A header and its text.
type Header = (&'static str, &'static str);

/// What a text may include of our headers, and what they include: writing all takes longer than reading a program.
fn included(text: &str) -> Vec<&'static Header> {
    let mut found = vec![];
    let Some(mut open) = named(text) else { return HEADERS.iter().collect() };
    while let Some(header) = open.pop() {
        if found.iter().all(|f: &&Header| f.0 != header.0) {
            found.push(header);
            open.extend(named(header.1).unwrap_or_else(|| HEADERS.iter().collect()));
        }
    }
    found
}

/// The headers of ours that a text names, if it is plain that it includes nothing else.
fn named(text: &str) -> Option<Vec<&'static Header>> {
    let of = |line: &str| {
        let directive = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?;
        let name = directive.trim_start().strip_prefix('<')?.split_once('>')?.0;
        HEADERS.iter().find(|header| header.0 == name)
    };
    text.lines().filter(|line| line.contains("include") || line.contains("import")).map(of).collect()
}

fn with_headers(headers: &[&Header]) -> std::io::Result<Folder> {
    let folder = Folder::new()?;
    for (name, text) in headers {
        let path = folder.0.join(name);
        path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        std::fs::write(path, text)?;
    }
    Ok(folder)
}
