//! FQ.

use super::{Erratum, Kind, mended, printed};

pub(super) const ERRATA: &[Erratum] = &[
    Erratum {
        name: "fq-invariance",
        place: "FQ Theorem 4.1",
        kind: Kind::Unsound,
        printed: "any partition that meets A, B and C will do",
        effect: "N(t) may be chosen per store to break a cycle; then a step of another thread leads t out of N(t), \
                 nobody may move any more, and an error is lost. The proof of Lemma B.5 (v) takes L(t) for equal to \
                 what it is only a subset of",
        mend: "C4: no step of another thread leads into or out of a class. Transactions are broken at locations, which \
               other threads cannot change",
        runs: &[
            printed(
                "check errata:fx03_class_not_stable.mover --rules-file errata:n_per_store.rules --quiet",
                "inconclusive: no error",
            ),
            mended("check errata:fx03_class_not_stable.mover --rules reduction --quiet", "wrong: thread 2"),
        ],
    },
    Erratum {
        name: "fq-access",
        place: "FQ 6, rule (access)",
        kind: Kind::Unsound,
        printed: "the premise (s, s', l') in Act(t, l): only an enabled access takes a lock from Mz",
        effect: "a blocked access without its lock goes unnoticed, the other thread's section stays one transaction, \
                 and Theorem 6.1 fails",
        mend: "what a blocked action looks at counts as accessed",
        runs: &[
            printed(
                "check errata:fx07_access_enabledness.mover --rules locks-literal --quiet",
                "inconclusive: no error",
            ),
            printed(
                "check errata:fx07_access_enabledness.mover --rules-file errata:access_enabled.rules --quiet",
                "inconclusive: no error",
            ),
            mended("check errata:fx07_access_enabledness.mover --rules locks --quiet", "wrong: thread 2"),
        ],
    },
    Erratum {
        name: "fq-reentrant",
        place: "FQ 5, acquire, with 5.2",
        kind: Kind::Unsound,
        printed: "an acquire sets p' := true",
        effect: "an inner acquire of a re-entrant lock turns the phase back, and two transactions become one",
        mend: "the general formula of FQ 4.2: an acquire of a lock already held is a both mover, and so is its release",
        runs: &[
            printed(
                "check errata:fx05_reentrant.mover --rules-file errata:acquire_precommit.rules --quiet",
                "inconclusive: no error",
            ),
            mended("check errata:fx05_reentrant.mover --rules reduction --quiet", "wrong: thread 2"),
        ],
    },
    Erratum {
        name: "fq-double-acquire",
        place: "FQ 4.2, condition B without C",
        kind: Kind::Unsound,
        printed: "L(t) where s is in E(t, l)",
        effect: "a thread that acquires a mutex which it holds is blocked for ever, and inside a transaction: nobody \
                 else moves",
        mend: "L(t) asks for an enabled step",
        runs: &[
            printed(
                "check errata:fx06_double_acquire.mover --rules-file errata:acquire_inside.rules --quiet",
                "inconclusive: no error",
            ),
            mended("check errata:fx06_double_acquire.mover --rules reduction --quiet", "wrong: thread 2"),
        ],
    },
    Erratum {
        name: "fq-one-phase",
        place: "FQ 5, the size of state vectors",
        kind: Kind::Claim,
        printed: "in any reachable state only one of the phase variables will be true",
        effect: "not if a transaction comes back to Init with its phase true: then the next thread moves",
        mend: "every thread has a phase of its own, and no test takes this for an oracle",
        runs: &[printed(
            "explain errata:phases_at_once.mover AllPreCommit --rules-file errata:phases_at_once.rules \
             --initial-phase post --phases printed --first --quiet",
            "AllPreCommit(1 (Init, i=0, +); 2 (Init, i=1, +)",
        )],
    },
    Erratum {
        name: "fq-order",
        place: "FQ 6, the growth of N(t)",
        kind: Kind::Claim,
        printed: "as Mz is reduced, N(t) becomes larger",
        effect: "not while Mz has locks left: without one of them E(t, z) is larger, and a state may come from N(t) to \
                 L(t). What is explored depends on the order in which rules fire; final sets and verdicts did not in \
                 any run",
        mend: "`locks` repeats the run with the sets that it found, whose states are the same in any order; \
               `locks-incremental` keeps them, as printed, and applies (access) where no other rule applies \
               any more, to all accesses at once",
        runs: &[
            printed(
                "check errata:fx08_inference_order.mover --rules locks-incremental --quiet",
                "locks-incremental: 9 states",
            ),
            mended("check errata:fx08_inference_order.mover --rules locks --quiet", "locks: 8 states"),
        ],
    },
    Erratum {
        name: "fq-stale-phase",
        place: "FQ 6, p' := Mz is not empty",
        kind: Kind::Note,
        printed: "p' is computed with the Mz of the moment",
        effect: "states whose phase was true for a lock that is gone stay in Q: more states, none of them fewer than \
                 the final sets give, so sound",
        mend: "as for `fq-order`",
        runs: &[
            printed(
                "check errata:fx08_inference_order.mover --rules locks-incremental --quiet",
                "locks-incremental: 9 states",
            ),
            mended("locksets errata:fx08_inference_order.mover --quiet", "y  no lock"),
        ],
    },
    Erratum {
        name: "fq-decr",
        place: "FQ 2, decr",
        kind: Kind::Typo,
        printed: "`release(mx)` in decr, which has acquired my",
        effect: "decr waits for ever",
        mend: "`release(my)`",
        runs: &[
            printed("check errata:counter_as_printed.mover --deadlock --quiet", "deadlock: thread 1"),
            mended("check errata:counter.mover --deadlock --quiet", "no deadlock"),
        ],
    },
    Erratum {
        name: "fq-release",
        place: "FQ 5, release",
        kind: Kind::Note,
        printed: "a release by a thread that does not hold the mutex blocks",
        effect: "safe, and it hides mistakes; to free the mutex all the same would violate (ii), and acquires would be no \
                 right movers any more",
        mend: "as printed; `check --deadlock` finds the thread that waits, and so does an assertion `m == tid` before it",
        runs: &[
            printed("check errata:release_unheld.mover --quiet", "safe: no thread"),
            mended("check errata:release_unheld.mover --deadlock --quiet", "release(m), which nobody holds"),
            mended("check errata:release_unheld.mover --const CHECKED=1 --quiet", "wrong: thread 2"),
        ],
    },
    Erratum {
        name: "fq-deadlock",
        place: "FQ 7",
        kind: Kind::Note,
        printed: "deadlocks are not preserved, as the paper says",
        effect: "a thread that blocks in R(t) never commits, and transactions that run as a whole never meet half-way",
        mend: "`check --deadlock` explores every interleaving",
        runs: &[
            printed("check errata:lock_order_deadlock.mover --quiet", "safe: no thread"),
            mended("check errata:lock_order_deadlock.mover --deadlock --quiet", "deadlock: thread 1"),
        ],
    },
    Erratum {
        name: "fq-two-locks",
        place: "FQ 5, the three cases of p', with 5.2 and 5.3",
        kind: Kind::Note,
        printed: "p' for data, for acquire and for release",
        effect: "wait, notify and re-entrant locks touch two variables that are like locks, and have no p'",
        mend: "the general formula: the first part of a wait and the outermost release move left, its second part and \
               the outermost acquire right, everything between both ways",
        runs: &[
            mended("movers errata:wait_notify.mover --quiet", "|+L >-R 29 | T1:         wait(m);"),
            mended("movers errata:reentrant.mover --quiet", "|+BL  15 | A2: release(m);"),
        ],
    },
    Erratum {
        name: "fq-tarjan",
        place: "FQ 4.2, \"modify Tarjan .. in an optimal manner\"",
        kind: Kind::Note,
        printed: "N(t) by states, one in each cycle",
        effect: "not C4: `fq-invariance`",
        mend: "no location ends a transaction at first; where C3 fails on the fixpoint the heads of the cycles found do, \
               and the run is repeated",
        runs: &[mended("check errata:fx03_class_not_stable.mover --rules reduction --quiet", "2 rounds")],
    },
    Erratum {
        name: "fq-p-sharp",
        place: "FQ 4.1 and 4.2, P#",
        kind: Kind::Note,
        printed: "an action that is not safe with respect to x goes wrong wherever E(t, x) does not hold, and safe is \
                  meant over all stores",
        effect: "some store decides whether there is a thread that goes wrong; and a predicate that others can revoke is \
                 taken for exclusive access",
        mend: "goes wrong only where another thread has exclusive access and the action is enabled; movers rest on \
               E(t, x) only if it has properties (i) and (ii) and no access was seen without it",
        runs: &[mended("check errata:exclusive_revoked.mover --quiet", "wrong: thread 3")],
    },
];
