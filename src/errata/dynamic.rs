//! DYN.

use super::{Erratum, Kind, mended, printed};

pub(super) const ERRATA: &[Erratum] = &[
    Erratum {
        name: "dyn-end",
        place: "DYN Table 1, R4, and Lemma 3",
        kind: Kind::Unsound,
        printed: "l^L goes to l^L' if all actions out of l are movers; feedback sets are about cycles",
        effect: "vacuous at the end of a procedure: a thread that has ended stays post-commit for ever, and nobody else \
                 moves",
        mend: "a location without edges belongs to the feedback set",
        runs: &[
            printed("check errata:fx09_dyn_terminal.mover --rules dynamic-literal --quiet", "inconclusive: no error"),
            mended("check errata:fx09_dyn_terminal.mover --rules dynamic --quiet", "wrong: thread 2"),
        ],
    },
    Erratum {
        name: "dyn-blocked",
        place: "DYN Table 1, R4 and R5",
        kind: Kind::Unsound,
        printed: "the same where the next action is blocked",
        effect: "that two actions commute enables neither: the thread waits at l^L' for ever",
        mend: "R4 asks for an enabled action too, and leads to l^N otherwise",
        runs: &[
            printed(
                "check errata:fx10_dyn_blocked.mover --rules errata:r4_without_enabled.rules --quiet",
                "inconclusive: no error",
            ),
            mended("check errata:fx10_dyn_blocked.mover --rules dynamic --quiet", "wrong: thread 2"),
        ],
    },
    Erratum {
        name: "dyn-sink",
        place: "DYN Table 1, R3 and R4 at the sink, with Definition 5",
        kind: Kind::Claim,
        printed: "the rules are for every location",
        effect: "a thread that has gone wrong goes on to the primed copies of the sink, which are not in E of Definition 5, \
                 against its items 2 and 4",
        mend: "R3 to R6 leave the sink alone",
        runs: &[],
    },
    Erratum {
        name: "dyn-figure-9",
        place: "DYN Figure 9, R5 and the relation between copies",
        kind: Kind::Claim,
        printed: "the figure draws an edge out of l1^L', with l1 in the feedback set, and the bisimulation relates l^L' and \
                  l^N for every l",
        effect: "R5 gives no such edge and nothing leads to l1^L': 14 edges, where the figure has 15",
        mend: "as the rules have it; the copy stands alone",
        runs: &[mended(
            "graph errata:figure9.mover --what instrumented --rules dynamic-both",
            "10 locations, 14 edges",
        )],
    },
    Erratum {
        name: "dyn-monotonic-atomic",
        place: "DYN Table 2, monotonic atomic, beside 4.1",
        kind: Kind::Note,
        printed: "the action itself is a compare-and-swap; the text speaks of reads, and of a != b",
        effect: "by the table the reads of the paper's own example do not profit",
        mend: "any action may, at a cell that others cannot write any more; a != b is not needed",
        runs: &[
            printed(
                "check errata:reads_after_cas.mover --rules dynamic --heuristics reach --quiet",
                "dynamic: 29 states",
            ),
            mended("check errata:reads_after_cas.mover --rules dynamic --quiet", "dynamic: 5 states"),
        ],
    },
    Erratum {
        name: "dyn-join",
        place: "DYN 2, fork and join",
        kind: Kind::Note,
        printed: "a join is not an action on data",
        effect: "a thread whose last step is pre-commit is never external, and who joins it would wait for ever",
        mend: "a join is a guard on a flag; setting it conflicts with the guard, and commits",
        runs: &[mended("check errata:hash_table.mover --rules dynamic --quiet", "safe: no thread")],
    },
    Erratum {
        name: "dyn-pc",
        place: "DYN Table 2, pc_j",
        kind: Kind::Note,
        printed: "conditions look at the locations of the program",
        effect: "the instrumented program has five copies of each",
        mend: "a test means all copies: conditions are tested on configurations, which have none",
        runs: &[],
    },
    Erratum {
        name: "dyn-r1-r2",
        place: "DYN Tables 1 and 3, R1 and R2",
        kind: Kind::Typo,
        printed: "in some renderings both start at l^L",
        effect: "a post-commit thread would act twice, and an external one never",
        mend: "R1 starts at l^N, R2 at l^R'",
        runs: &[mended("rules dynamic", "la^N --[c_a] a--> lb^R     la^N --[!c_a] a--> lb^L")],
    },
    Erratum {
        name: "dyn-feedback",
        place: "DYN Definition 2 and R6",
        kind: Kind::Note,
        printed: "every cycle has a location of the feedback set, from which R6 leads out of the transaction",
        effect: "needed: without it a loop after the commit is never left",
        mend: "as printed",
        runs: &[mended("check errata:fx11_dyn_no_lfs.mover --rules dynamic --quiet", "wrong: thread 1")],
    },
];
