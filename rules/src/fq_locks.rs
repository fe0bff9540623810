//! FQ 6: protecting locks are inferred while the program is explored. Q is `Sigma` of Ruleset 1,
//! whose rules are FQ's (init), (step), (acquire) and (release) with procedures added. `rules/examples/fq6.rules` has
//! each of these rules by itself, with FQ's phases; a test holds both equal.
//!
//! DIVERGENCE: as printed, (access) removes m from Mz at once, and N(t) grows under the other
//! rules' feet: Q depends on the order in which they are applied (FQ's N can even shrink, when a set
//! loses one lock of several). Here Mz is fixed for one run, `Removed` says what it must lose, and the run
//! is repeated without that until nothing is removed: the last run is the reduced state space S of the
//! final sets, whatever the order.

ascent::ascent_source! {
    /// (step) asks that t holds every lock of what it accesses; otherwise (access) applies.
    fq_guarded:

    // for all u != t. (s, ls) in N(u)
    // for all z in alpha(t, l), m in Mz. s(m) = t
    macro may_run($p: expr, $t: expr, $s: expr) {
        if $p.others_outside($t, *$s) && $p.holds_locks($t, $p.node($t, *$s))
    }
}
