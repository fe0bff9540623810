//! QRR.

use super::{Erratum, Kind, mended, printed};

pub(super) const ERRATA: &[Erratum] = &[
    Erratum {
        name: "qrr-ruleset-3",
        place: "QRR Ruleset 3, \"not N(t, g2, l2)\"",
        kind: Kind::Unsound,
        printed: "every rule of level II asks for it, at the node where its step begins",
        effect: "(CFL START) starts at nodes in N(t), so nothing is ever explored, and every error is lost",
        mend: "a path edge that has made no step yet counts as inside, and does not end where it starts; `summaries-f1` \
               exempts self-loops instead, the smallest change",
        runs: &[
            printed(
                "check errata:fx02_double_increment.mover --rules summaries-literal --quiet",
                "inconclusive: no error",
            ),
            mended("check errata:fx02_double_increment.mover --rules summaries --quiet", "wrong: thread 1"),
            mended("check errata:fx02_double_increment.mover --rules summaries-f1 --quiet", "wrong: thread 1"),
        ],
    },
    Erratum {
        name: "qrr-two-properties",
        place: "QRR 4, properties 1 and 2 of movers, and Theorem 1",
        kind: Kind::Unsound,
        printed: "two properties, with \"iff\" clauses",
        effect: "another thread may disable a left mover: who waits for it waits in vain, and Theorem 1 fails. With the \
                 \"iff\" there is also no largest pair RM, LM",
        mend: "the four properties of CPC section 3; the fourth keeps a left mover enabled",
        runs: &[
            printed(
                "check errata:fx04_left_mover_disabled.mover --rules reduction --movers two-properties --quiet",
                "inconclusive: no error",
            ),
            mended("check errata:fx04_left_mover_disabled.mover --rules reduction --movers greatest --quiet", "wrong"),
        ],
    },
    Erratum {
        name: "qrr-invariance",
        place: "QRR Theorem 1",
        kind: Kind::Unsound,
        printed: "any partition that meets C1, C2 and C3 will do",
        effect: "as for `fq-invariance`: a class that depends on what another thread writes freezes everybody",
        mend: "C4, as for `fq-invariance`",
        runs: &[
            printed(
                "check errata:fx03_class_not_stable.mover --rules-file errata:n_per_store.rules --quiet",
                "inconclusive: no error",
            ),
            mended("check errata:fx03_class_not_stable.mover --rules summaries --quiet", "wrong: thread 2"),
        ],
    },
    Erratum {
        name: "qrr-c2-blocked",
        place: "QRR C2",
        kind: Kind::Unsound,
        printed: "in L(t) all enabled steps are left movers",
        effect: "vacuous where none is enabled: a thread that waits or has ended stays inside its transaction; C3 fails, \
                 and where nobody looks at C3 an error is lost",
        mend: "L(t) asks for an enabled step",
        runs: &[
            printed(
                "check errata:fx06_double_acquire.mover --rules-file errata:blocked_inside.rules --quiet",
                "inconclusive: no error",
            ),
            mended("check errata:fx06_double_acquire.mover --rules summaries --quiet", "wrong: thread 2"),
        ],
    },
    Erratum {
        name: "qrr-c3-tree",
        place: "QRR C3'",
        kind: Kind::Typo,
        printed: "a proof tree with (CFL STEP) at its root and the summary at a leaf",
        effect: "the tree is upside down; and where the next move is a call or a return there is no (CFL STEP), so that \
                 C3' could never hold",
        mend: "the path edge must go on, by steps and spanned calls, to a Sum, Sum+ or Sum- from its start",
        runs: &[],
    },
    Erratum {
        name: "qrr-c3-frames",
        place: "QRR C3' (2)",
        kind: Kind::Note,
        printed: "Sum- for some frame f",
        effect: "it should be for every frame with which the entry was pushed; the same where T- has a step for each \
                 frame",
        mend: "a `return` goes back whatever the frame, so T- has one",
        runs: &[],
    },
    Erratum {
        name: "qrr-example-4",
        place: "QRR 5, Example 4",
        kind: Kind::Note,
        printed: "two transactions of foo2, M0 to M3 and M3 to M4",
        effect: "by the rules the first one ends at the entry N0 of bar, since the call is a both mover; the entry is \
                 marked, and the call has a Sum+",
        mend: "by the rules: foo2 pushes the frame of bar, foo1 pushes none",
        runs: &[
            mended("summaries errata:example4.mover --proc foo2 --quiet", "Sum+  (M0, gm=0, gn=0"),
            mended("summaries errata:example4.mover --proc foo1 --quiet", "foo1: 3 edges"),
        ],
    },
    Erratum {
        name: "qrr-one-thread",
        place: "QRR 5.4",
        kind: Kind::Note,
        printed: "with one thread and no error \"the rule (CFL SUM) can never be applied\"",
        effect: "true only if a transaction does not end where it starts: by `summaries-f1`, the smallest change to \
                 Ruleset 3, one does",
        mend: "by `summaries` no Sum is derived; procedures have Sum- alone",
        runs: &[
            printed("check errata:one_thread.mover --rules summaries-f1 --format json", "\"Sum\": 1"),
            mended("check errata:one_thread.mover --rules summaries --format json", "\"Sum\": 0"),
        ],
    },
    Erratum {
        name: "qrr-example-2",
        place: "QRR 5, Example 2, the list of edges",
        kind: Kind::Typo,
        printed: "eight edges",
        effect: "by the printed phases these are the edges from a pre-commit entry, and from L1 in the second round; from \
                 a post-commit entry, where the transaction ends at L1 with i = 0, and from there in turn are eight more",
        mend: "a thread that is back where it starts is pre-commit again, which leaves the eight",
        runs: &[
            printed(
                "summaries errata:example2.mover --proc getResource --phases printed --quiet",
                "getResource: 16 edges",
            ),
            mended("summaries errata:example2.mover --proc getResource --quiet", "getResource: 8 edges"),
        ],
    },
    Erratum {
        name: "qrr-push",
        place: "QRR Ruleset 1, (PUSH)",
        kind: Kind::Typo,
        printed: "U+(t, ls(t), f, l')",
        effect: "the arguments are in the wrong order",
        mend: "U+(t, ls(t), l', f); ours also sees the global store, which the arguments of a call may read",
        runs: &[],
    },
    Erratum {
        name: "qrr-ruleset-2",
        place: "QRR Ruleset 2",
        kind: Kind::Typo,
        printed: "N(u, g, l, ss), Sum(t, g, l, ..), a map ps; in the text \"begins via (CFL STEP)\", and Sum- without f",
        effect: "left over from an earlier version, in which phases were apart",
        mend: "N(u, g, ls(u)), Sum(t, g, ls(t), ..); transactions begin via (CFL START)",
        runs: &[],
    },
    Erratum {
        name: "qrr-sum-minus",
        place: "QRR Ruleset 3, (CFL SUM-)",
        kind: Kind::Note,
        printed: "for all frames f",
        effect: "facts that nobody asks for, without bound if frames are found on the way",
        mend: "for the frames through which a return is wanted",
        runs: &[],
    },
    Erratum {
        name: "qrr-pop",
        place: "QRR Ruleset 3, (CFL POP)",
        kind: Kind::Note,
        printed: "a transaction may span a callee whose entry is in N",
        effect: "sound, since the entry is marked and level I pushes the call as well, but many facts",
        mend: "kept in `summaries`; `summaries-post` forbids it and reaches the same states",
        runs: &[
            printed("check errata:example2.mover --rules summaries --quiet", "summaries: 22 states"),
            mended("check errata:example2.mover --rules summaries-post --quiet", "summaries-post: 22 states"),
        ],
    },
];
