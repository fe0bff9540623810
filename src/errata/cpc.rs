//! CPC.

use super::{Erratum, Kind, mended, printed};

pub(super) const ERRATA: &[Erratum] = &[
    Erratum {
        name: "cpc-choice-twice",
        place: "CPC Figures 7 and 8, `Execute` and line L16",
        kind: Kind::Unsound,
        printed: "both `Execute` and L16 advance `choice`",
        effect: "every second nondeterministic choice is skipped, with the errors behind it",
        mend: "L16 alone advances it",
        runs: &[
            printed("check errata:fx02_double_increment.mover --rules cpc-literal --quiet", "inconclusive: no error"),
            mended("check errata:fx02_double_increment.mover --rules cpc --quiet", "wrong: thread 1"),
        ],
    },
    Erratum {
        name: "cpc-l19",
        place: "CPC Figure 8, line L19",
        kind: Kind::Unsound,
        printed: "`&& !q.RM`: a transaction is ended at its commit point alone",
        effect: "a branch that waits for another thread after both movers is never ended; a branch beside it that \
                 completes hides this from the commit point, and Theorem 7 fails. Theorem 6 still holds",
        mend: "a state without enabled steps ends its transaction too, as the prose on Figure 2 has it; `cpc-maximal` \
               leaves the line out, `cpc-l19` has it as printed",
        runs: &[
            printed("check errata:fx01_l19.mover --rules cpc-l19 --quiet", "inconclusive: no error"),
            mended("check errata:fx01_l19.mover --rules cpc --quiet", "wrong: thread 2"),
            mended("check errata:fx01_l19.mover --rules cpc-maximal --quiet", "wrong: thread 2"),
        ],
    },
    Erratum {
        name: "cpc-peek",
        place: "CPC Figure 8, line L22",
        kind: Kind::Typo,
        printed: "`stack.Peek()` after every pop",
        effect: "after the last pop the stack is empty, and the algorithm fails",
        mend: "the stack is asked first",
        runs: &[],
    },
    Erratum {
        name: "cpc-local-steps",
        place: "CPC section 3, LM and RM",
        kind: Kind::Note,
        printed: "LM and RM are subsets of T_G, so a local step is in neither",
        effect: "L7 ends the transaction at every local step after the commit: sound, and hardly a reduction; in \
                 Figure 1 at L1, L2 and L3",
        mend: "local steps, calls and returns are both movers, in accord with p' = p",
        runs: &[
            printed(
                "check errata:local_steps.mover --rules cpc --initial-phase post --timeline --quiet",
                "all threads are scheduled in 11 states",
            ),
            mended(
                "check errata:cpc_figure1.mover --rules cpc --initial-phase post --timeline --quiet",
                "all threads are scheduled in 5 states",
            ),
        ],
    },
    Erratum {
        name: "cpc-unique-choice",
        place: "CPC section 3, T_L",
        kind: Kind::Typo,
        printed: "for any t, l and i there is a unique l'",
        effect: "T_L would be total, and every thread enabled for ever",
        mend: "at most one: the finite list of the thread's steps, empty where it waits or has ended",
        runs: &[mended("check errata:cpc_figure2.mover --rules cpc --initial-phase post --quiet", "cpc: 13 states")],
    },
    Erratum {
        name: "cpc-left-class",
        place: "CPC section 3, L(t)",
        kind: Kind::Claim,
        printed: "L(t) asks for one step that is a left mover or local",
        effect: "a location with a local step and a global one that is no left mover would be in L(t), against items 2 \
                 and 4 of Theorem 1",
        mend: "a location has steps of one action only, and all its outcomes share one mover class; L(t) asks for all \
               enabled steps",
        runs: &[],
    },
    Erratum {
        name: "cpc-outcomes",
        place: "CPC section 3, T_G as a function",
        kind: Kind::Note,
        printed: "a global step has one outcome",
        effect: "with several, one could stand in for another in property 3, and break C4",
        mend: "all outcomes of an action share one mover class",
        runs: &[],
    },
    Erratum {
        name: "cpc-choice-numbers",
        place: "CPC section 4, T# and `Enabled`",
        kind: Kind::Typo,
        printed: "a global step is there for every choice i, and `Enabled` tries one i",
        effect: "with unbounded i the step is enabled for ever; with 1..m it is made m times; a gap among the enabled \
                 choices ends the enumeration",
        mend: "a search walks through the finite list of successors",
        runs: &[],
    },
    Erratum {
        name: "cpc-table-key",
        place: "CPC Figure 6, the table, and line L11",
        kind: Kind::Note,
        printed: "states are the keys, without the thread that runs",
        effect: "L11 may read a CPC bit that another thread has earned. It looks wrong and is right: that thread's path \
                 of left movers ends where all are scheduled, and left movers of this one commute to before it",
        mend: "as printed; in debug builds Lemma 4 and Theorem 6 are tried on every finished search",
        runs: &[],
    },
    Erratum {
        name: "cpc-after-update",
        place: "CPC Figure 8, lines L23 to L26",
        kind: Kind::Note,
        printed: "L23 also runs when a record of `Update` is popped, and RM is copied into the record of another thread",
        effect: "none: Xend is true by then",
        mend: "as printed",
        runs: &[],
    },
    Erratum {
        name: "cpc-theorem-7-proof",
        place: "CPC Theorem 7, the case of (g, ls) in N(t)",
        kind: Kind::Claim,
        printed: "\"at line L7 q.Xend is set\"",
        effect: "a state in N(t) without enabled steps never comes to L7: only L18 ends it, which L19 prevents. This is \
                 the gap behind `cpc-l19`",
        mend: "as for `cpc-l19`",
        runs: &[
            printed("check errata:fx01_l19.mover --rules cpc-literal --quiet", "inconclusive: no error"),
            mended("check errata:fx01_l19.mover --rules cpc --timeline --quiet", "nothing is enabled (L18)"),
        ],
    },
    Erratum {
        name: "cpc-theorem-6-proof",
        place: "CPC Theorem 6",
        kind: Kind::Claim,
        printed: "\"Phase must be false as RM is false\"",
        effect: "true of states that a step has led to; the first record, and those of `Update`, are made otherwise. The \
                 theorem holds",
        mend: "the audit asks for the phase itself",
        runs: &[],
    },
    Erratum {
        name: "cpc-lower-bound",
        place: "CPC section 5, the column \"Unsound Reduction\"",
        kind: Kind::Claim,
        printed: "a reduction without completion gives a lower bound on the states of any sound algorithm",
        effect: "it does not: CPC may schedule earlier, or not at all after an uncommitted error, and store fewer",
        mend: "no test takes it for an oracle",
        runs: &[
            printed("check errata:lower_bound.mover --rules unsound --quiet", "unsound: 4 states"),
            mended("check errata:lower_bound.mover --rules cpc --quiet", "cpc: 3 states"),
        ],
    },
    Erratum {
        name: "cpc-l19-saves",
        place: "CPC section 4, line L19 as an optimisation",
        kind: Kind::Claim,
        printed: "to end transactions at commit points alone needs fewer states",
        effect: "not always: to schedule early may also lead to more, on the paper's own Figure 1 for example",
        mend: "no test takes it for an oracle",
        runs: &[
            printed("check errata:cpc_figure1.mover --rules cpc --initial-phase post --quiet", "cpc: 11 states"),
            mended(
                "check errata:cpc_figure1.mover --rules cpc-maximal --initial-phase post --quiet",
                "cpc-maximal: 10 states",
            ),
        ],
    },
    Erratum {
        name: "cpc-slips",
        place: "CPC Figure 9, the definition of transactions, Lemma 5",
        kind: Kind::Typo,
        printed: "Figure 9 has two labels L2; `p' in L(t) or N(i)`; indices of q and p in Lemma 5",
        effect: "none",
        mend: "the second L2 is L3; N(t); a transaction ends in q_(l+1) = q",
        runs: &[],
    },
    Erratum {
        name: "cpc-back-at-start",
        place: "CPC section 3, R(t), beside Figure 8",
        kind: Kind::Note,
        printed: "R(t) leaves out the initial local store, Figure 8 looks at phases alone",
        effect: "a thread that comes back to its start before a commit stays inside its transaction in Figure 8: larger \
                 transactions, and sound",
        mend: "a thread that comes back has its initial phase again, and its transaction ends there: fewer states wherever \
               threads come back after their commits, some more where they never commit",
        runs: &[
            printed("check errata:phases_at_once.mover --rules cpc --phases printed --quiet", "cpc: 7 states"),
            mended("check errata:phases_at_once.mover --rules cpc --quiet", "cpc: 12 states"),
            printed("check errata:counter_as_printed.mover --rules cpc --phases printed --quiet", "cpc: 772 states"),
            mended("check errata:counter_as_printed.mover --rules cpc --quiet", "cpc: 150 states"),
        ],
    },
    Erratum {
        name: "cpc-initial-phase",
        place: "CPC 4, Lemma 4 and Theorem 6; FQ 4.2; QRR 4",
        kind: Kind::Note,
        printed: "threads start post-commit in CPC, pre-commit in QRR, and FQ has a clause for Init",
        effect: "sound each way, with different counts: by CPC's a first both mover is a transaction of its own, and a \
                 pre-commit thread may come back to its start, where left movers need not go on",
        mend: "`--initial-phase`, pre unless told otherwise; the audits count such a state as an end",
        runs: &[
            printed(
                "check errata:phases_at_once.mover --rules cpc --phases printed --initial-phase post --quiet",
                "cpc: 12 states",
            ),
            mended("check errata:phases_at_once.mover --rules cpc --phases printed --quiet", "cpc: 7 states"),
        ],
    },
];
