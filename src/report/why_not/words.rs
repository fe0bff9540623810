//! Reasons in words, and the edits that they suggest.

use super::super::explain::Writer;
use super::super::places::located as place;
use super::premise_text;
use crate::driver::Shown;
use crate::ir::{Cell, Loc, Program};
use crate::movers::Use;
use crate::queries::{Conflict, Premise, Protected, Reason, Site, Writers};
use moverlog_rules::Tid;

/// Places that are listed of several.
const LISTED: usize = 4;

/// `thread 1`.
fn thread(t: Tid) -> String {
    format!("thread {}", t.0)
}

/// `` `x = 1` at L3 (line 12) ``.
fn step(program: &Program, loc: Loc) -> String {
    let text = &program.location(loc).text;
    if text == "}" { place(program, loc) } else { format!("`{text}` at {}", place(program, loc)) }
}

fn name(program: &Program, cell: Cell) -> String {
    format!("`{}`", program.cell_name(cell))
}

fn valued(values: &[(String, Shown)]) -> String {
    values.iter().map(|(n, v)| format!("{n} = {v}")).collect::<Vec<_>>().join(", ")
}

fn with_values(values: &[(String, Shown)]) -> String {
    if values.is_empty() { String::new() } else { format!(": {}", valued(values)) }
}

/// `; x is written at L1 (line 3) by thread 1`, `; nobody writes x`.
fn written(program: &Program, writers: &[Writers]) -> String {
    let one = |w: &Writers| match w.places.as_slice() {
        [] => format!("; nobody writes `{}`", w.variable),
        places => {
            let at = |p: &Site| format!("{} at {}", thread(p.thread), place(program, p.loc));
            format!("; `{}` is written by {}", w.variable, listed(places, at))
        }
    };
    writers.iter().map(one).collect()
}

/// The first few, and how many more there are.
fn listed(places: &[Site], one: impl Fn(&Site) -> String) -> String {
    let mut all: Vec<String> = places.iter().take(LISTED).map(one).collect();
    all.extend((places.len() > LISTED).then(|| format!("and {} more", places.len() - LISTED)));
    all.join(", ")
}

/// One reason as a sentence.
pub(super) fn said(w: Writer<'_>, reason: &Reason, fails: &Premise) -> String {
    let p = w.program;
    match reason {
        Reason::Inside { at, committed, local, because } => inside(p, at, (*committed, *local), because),
        Reason::Ends { at, because } => ends(p, at, because),
        Reason::Completes { at } => {
            let place = place(p, at.loc);
            format!("the transaction of {} ends at {place}: none may stay committed for ever (C3)", thread(at.thread))
        }
        Reason::Commits { at, because } => {
            let why = conflicts(p, because);
            let mover = if because.is_empty() { ", which is no right mover".into() } else { format!(": {why}") };
            format!("{} commits by {}{mover}", thread(at.thread), step(p, at.loc))
        }
        Reason::Outside { at } => {
            format!("{} is outside any transaction at {}, where it starts", thread(at.thread), place(p, at.loc))
        }
        Reason::Derived(fact) => format!("#{} {} holds", fact.id, w.fact(fact)),
        Reason::Premise => format!("it is not so that {}", premise_text(w, fails)),
        moved => moves(p, moved),
    }
}

/// What hinders a thread, or where it goes instead.
fn moves(p: &Program, reason: &Reason) -> String {
    let Some(at) = reason.site() else { return String::new() };
    let (who, here) = (thread(at.thread), step(p, at.loc));
    match reason {
        Reason::Waits { lock, owner, .. } if at.thread == *owner => {
            format!("{who} waits at {here} for {}, which it holds itself", name(p, *lock))
        }
        Reason::Waits { lock, owner, owner_at, .. } => {
            let there = owner_at.map_or(String::new(), |(loc, ended)| match ended {
                true => " and never gives back: it has ended".into(),
                false => format!(" at {}", place(p, loc)),
            });
            format!("{who} waits at {here} for {}, which {} holds{there}", name(p, *lock), thread(*owner))
        }
        Reason::NotHeld { lock, .. } => format!("{who} is blocked at {here}: it does not hold {}", name(p, *lock)),
        Reason::Blocked { values, writers, .. } => {
            format!("{who} is blocked at {here}{}{}", with_values(values), written(p, writers))
        }
        Reason::Turns { values, writers, .. } => {
            format!("{who} goes the other way at {here}{}{}", with_values(values), written(p, writers))
        }
        Reason::Holds { values, writers, .. } => {
            format!("{here} of {who} holds{}{}", with_values(values), written(p, writers))
        }
        Reason::Leads { to, values, .. } => {
            let to = to.map_or(String::new(), |loc| format!(" to {}", place(p, loc)));
            format!("{who} goes on by {here}{to}{}", with_values(values))
        }
        _ => format!("{who} has ended at {}", place(p, at.loc)),
    }
}

fn inside(p: &Program, at: &Site, (committed, local): (bool, bool), because: &[Protected]) -> String {
    let how: Vec<String> = because.iter().map(|b| protected(p, b)).collect();
    let how = if how.is_empty() { String::new() } else { format!(": {}", how.join("; ")) };
    let who = thread(at.thread);
    match committed {
        true if local => {
            format!("{who} is still inside its transaction at {}, a left mover: it is local", step(p, at.loc))
        }
        true => format!("{who} is still inside its transaction at {}, a left mover{how}", step(p, at.loc)),
        false if because.is_empty() => {
            format!("{who} is inside its transaction at {}, pre-commit", place(p, at.loc))
        }
        false => {
            format!("{who} is inside its transaction at {}, and no step so far has committed{how}", place(p, at.loc))
        }
    }
}

fn protected(p: &Program, b: &Protected) -> String {
    let variable = name(p, b.variable);
    match &b.how {
        Use::Constant => format!("nobody writes {variable}"),
        Use::Sole(t) => format!("{} alone accesses {variable}", thread(*t)),
        Use::Exclusive => format!("{variable} is exclusive as declared"),
        Use::Shared(locks) if locks.is_empty() => format!("{variable} is unprotected"),
        Use::Shared(locks) => format!("{} protects {variable}", all(p, locks)),
        Use::Ordered(..) => format!("no other access to {variable} is in the way"),
        Use::Awaited => format!("{variable} is waited for"),
        Use::Lock | Use::ExposedLock => format!("{variable} is a lock that it holds"),
    }
}

fn all(p: &Program, locks: &[Cell]) -> String {
    locks.iter().map(|m| name(p, *m)).collect::<Vec<_>>().join(" and ")
}

fn ends(p: &Program, at: &Site, because: &[Conflict]) -> String {
    let why = conflicts(p, because);
    let why = if why.is_empty() { String::new() } else { format!(": {why}") };
    let next = step(p, at.loc);
    format!("the transaction of {} ends post-commit before {next}, which is no left mover{why}", thread(at.thread))
}

fn conflicts(p: &Program, because: &[Conflict]) -> String {
    because.iter().map(|c| conflict(p, c)).collect::<Vec<_>>().join("; ")
}

fn conflict(p: &Program, c: &Conflict) -> String {
    let variable = name(p, c.variable);
    let places = listed(&c.others, |o| format!("{} at {}", thread(o.thread), step(p, o.loc)));
    match (&c.how, c.lock) {
        (Use::Lock, _) => format!("{variable} is acquired or given back here"),
        (Use::ExposedLock, _) => format!("expressions look at {variable}"),
        _ if c.declared => format!("{variable} is declared `guarded_by()`: no lock protects it"),
        (Use::Exclusive, _) => format!("nobody has exclusive access to {variable} here"),
        (Use::Sole(t), _) => format!("{} alone accesses {variable}", thread(*t)),
        (_, Some(m)) if !c.held => {
            let elsewhere = if places.is_empty() { String::new() } else { format!(", nor does {places}") };
            format!("{variable} is accessed without {}, which most accesses hold{elsewhere}", name(p, m))
        }
        (_, Some(m)) if !places.is_empty() => format!("{variable} is accessed without {} by {places}", name(p, m)),
        _ if places.is_empty() => format!("no lock protects {variable}"),
        _ => format!("no lock protects {variable}, which is accessed by {places}"),
    }
}

/// A change of the model that takes the reason away, if there is one.
pub(super) fn edit(p: &Program, reason: &Reason) -> Option<String> {
    match reason {
        Reason::Ends { at, because } | Reason::Commits { at, because } => guards(p, because, at),
        Reason::NotHeld { at, lock } => Some(format!("acquire {} before {}", name(p, *lock), place(p, at.loc))),
        Reason::Waits { lock, owner, owner_at: Some((_, true)), .. } => {
            Some(format!("release {} in {} before it ends", name(p, *lock), thread(*owner)))
        }
        Reason::Blocked { writers, at, .. } | Reason::Turns { writers, at, .. } => {
            let unwritten = writers.iter().find(|w| w.places.is_empty())?;
            Some(format!("let some thread write `{}`, which {} reads", unwritten.variable, place(p, at.loc)))
        }
        _ => None,
    }
}

/// Locks for all variables that keep a step from moving, if locks can do it.
fn guards(p: &Program, because: &[Conflict], at: &Site) -> Option<String> {
    let edits: Vec<String> = because.iter().map(|c| guard(p, c, at)).collect::<Option<_>>()?;
    let step = step(p, at.loc);
    (!edits.is_empty()).then(|| format!("{}, and {step} becomes a both-mover", edits.join(", ")))
}

fn guard(p: &Program, c: &Conflict, at: &Site) -> Option<String> {
    if !matches!(c.how, Use::Shared(_)) {
        return None;
    }
    let mut bare: Vec<Loc> = c.others.iter().map(|o| o.loc).collect();
    bare.extend((!c.held).then_some(at.loc));
    bare.sort_unstable();
    bare.dedup();
    let places = bare.iter().map(|l| place(p, *l)).collect::<Vec<_>>().join(", ");
    let lock = c.lock.map_or("one mutex".into(), |m| name(p, m));
    let variable = name(p, c.variable);
    match (c.declared, bare.is_empty()) {
        (true, _) => Some(format!("declare {variable} without `guarded_by()` and guard it by {lock} everywhere")),
        (false, true) => None,
        (false, false) => Some(format!("guard {variable} by {lock} at {places}")),
    }
}
