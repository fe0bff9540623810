//! Functions of which it is not known what they do: what is said of them.

use crate::c::types::Type;
use crate::c::unit::{Entity, Refusal, Unit};
use crate::diagnostics::nearest;
use lang_c::span::Span;

/// What is said once of bodies.
const ELSEWHERE: &str = " (`#include \"other.c\"` takes it from another file)";

/// Why a function of the library is not supported, and what to do.
fn reason(name: &str) -> Option<(&'static str, &'static str)> {
    Some(match name {
        "scanf" | "fscanf" | "sscanf" | "vscanf" | "getchar" | "getc" | "fgetc" | "gets" | "fgets" | "getline"
        | "fread" | "fopen" | "open" | "read" | "getenv" | "recv" | "recvfrom" | "accept" | "mmap" | "readdir" => {
            ("what the program is given from outside is not known", "use `__VERIFIER_nondet_int()`")
        }
        "fork" | "vfork" | "wait" | "waitpid" | "execl" | "execv" | "execve" | "execvp" | "system" | "popen" => {
            ("several processes are not supported", "use `pthread_create`")
        }
        "setjmp" | "_setjmp" | "sigsetjmp" | "longjmp" | "siglongjmp" => {
            ("jumps between functions are not supported", "return a value, and test it")
        }
        "sem_open" | "sem_unlink" | "sem_close" => {
            ("semaphores that have names are not supported", "use `sem_init` of one in the program")
        }
        "sysconf" => ("what the system has is not known", "say it: `--stub sysconf=4`"),
        "get_nprocs" => ("what the system has is not known", "say it: `--stub get_nprocs=4`"),
        "pthread_cancel" => ("a thread that another one ends is not supported", "let it look at a flag"),
        "signal" | "sigaction" | "bsd_signal" | "pthread_kill" | "raise" | "kill" | "alarm" => {
            ("handlers that interrupt a thread are not supported", "make the handler a thread")
        }
        "at_quick_exit" | "on_exit" | "pthread_atfork" => {
            ("functions that are called in the end are not supported", "call it where the program ends")
        }
        "strtod" | "strtof" | "modf" | "frexp" => {
            ("of what it stores nothing is known", "use `atof`, and conversions to integers")
        }
        "va_start" | "va_end" | "va_copy" | "__builtin_va_start" | "__builtin_va_end" => {
            ("functions of any number of arguments are not supported", "give an array and its length")
        }
        _ => return None,
    })
}

impl Unit<'_> {
    /// The refusal of a function that neither has a body nor is known.
    pub(in crate::c) fn meaningless(&self, name: &str, span: Span) -> Refusal {
        if let Some(diagnostic) = self.refused.get(name) {
            return diagnostic.clone().into();
        }
        if let Some((why, help)) = reason(name) {
            let label = "its meaning is unknown";
            return self.refusal(span, format!("`{name}`: {why}"), label).help(help).into();
        }
        if self.lookup(name).is_none() {
            return self.undeclared(name, span);
        }
        let message = format!("`{name}` has no body here, and is not known");
        let stub = match self.result_of(name) {
            Type::Void => format!("that it does nothing else: `--stub {name}`"),
            ty if ty.int().is_none() => format!("what it returns: `--stub {name}=0` a null pointer"),
            _ => format!("what it returns: `--stub {name}` any number, `--stub {name}=0..1` one of these"),
        };
        let elsewhere =
            match self.refused.values().any(|diagnostic| diagnostic.help.iter().any(|h| h.contains(ELSEWHERE))) {
                true => "",
                false => ELSEWHERE,
            };
        let help = format!("add its body{elsewhere}, or say {stub}");
        self.refusal(span, message, "its meaning is unknown").help(help).into()
    }

    /// It is declared `extern`, and no file that is known defines it.
    pub(in crate::c) fn undefined(&self, name: &str, span: Span) -> Refusal {
        if let Some(diagnostic) = self.refused.get(name) {
            return diagnostic.clone().into();
        }
        let refusal = self.refusal(span, format!("`{name}` is declared `extern` and defined nowhere"), "used here");
        refusal.help(format!("define it: what `{name}` holds at the beginning is not known")).into()
    }

    /// The refusal of a name that means nothing.
    pub(in crate::c) fn undeclared(&self, name: &str, span: Span) -> Refusal {
        if let Some(diagnostic) = self.refused.get(name) {
            return diagnostic.clone().into();
        }
        let known = self.names.iter().flatten().filter(|(_, entity)| !matches!(entity, Entity::Typedef(_)));
        let help = match nearest(name, known.map(|(name, _)| name.as_str())) {
            _ if name == "nullptr" => Some("C23 is not supported: write `0` or `NULL`".to_string()),
            _ if matches!(name, "true" | "false" | "bool") => Some("include <stdbool.h>".to_string()),
            near => near.map(|near| format!("did you mean `{near}`?")),
        };
        self.refusal(span, format!("`{name}` is not declared"), "unknown").maybe_help(help).into()
    }
}
