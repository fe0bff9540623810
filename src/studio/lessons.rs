//! The tour as guided pages: what to look at, what to type in a terminal, what to change.

use serde_json::{Value, json};

/// A page about one model of the tour.
pub struct Lesson {
    pub title: &'static str,
    /// Where the model is in the repository.
    pub path: &'static str,
    pub text: &'static str,
    pub steps: &'static [Step],
}

/// Something to look at, to type or to change.
pub struct Step {
    pub say: &'static str,
    /// The command that shows it in a terminal.
    pub command: &'static str,
    /// The verdict to be reached by editing.
    pub goal: Option<&'static str>,
}

impl Lesson {
    pub(super) fn json(&self) -> Value {
        let step = |s: &Step| json!({"say": s.say, "command": s.command, "goal": s.goal});
        json!({
            "title": self.title,
            "path": self.path,
            "text": self.text,
            "steps": self.steps.iter().map(step).collect::<Vec<_>>(),
        })
    }
}

macro_rules! lesson {
    ($title:literal, $path:literal: $($say:literal $command:literal $($goal:literal)?;)*) => {
        Lesson {
            title: $title,
            path: $path,
            text: include_str!(concat!("../../", $path)),
            steps: &[$(Step { say: $say, command: $command, goal: lesson!(@goal $($goal)?) }),*],
        }
    };
    (@goal) => { None };
    (@goal $goal:literal) => { Some($goal) };
}

/// In the order of the tour.
pub const LESSONS: &[Lesson] = &[
    lesson! { "A race", "models/tour/01_race.mover":
        "Two threads read x, then write it. The verdict is wrong: go through the trace step by step, in the studio \
         with the arrow keys, and see both threads read 0 before either writes."
        "moverlog check models/tour/01_race.mover";
        "Every step of x has the letter N in the margin: it is a non-mover, since nothing protects x. So no two steps of a \
         thread run as one."
        "moverlog movers models/tour/01_race.mover";
        "Make both steps one: replace the lines R and W by `x = x + 1;`. The assertion holds then."
        "moverlog check models/tour/01_race.mover" "safe";
    },
    lesson! { "A lock", "models/tour/02_lock.mover":
        "The two steps now lie between acquire and release, and the verdict is safe."
        "moverlog check models/tour/02_lock.mover";
        "acquire is a right mover (R), release a left mover (L), and what lies between moves both ways (B): whoever touches x \
         holds m."
        "moverlog movers models/tour/02_lock.mover";
        "x is protected by m in every access. `locksets` says so, and names the access that breaks it if there is one."
        "moverlog locksets models/tour/02_lock.mover";
        "`challenge` takes each lock away in turn, and shows that the verdict rests on it."
        "moverlog challenge models/tour/02_lock.mover";
        "Delete the line with acquire and the one with release. The letters become N, and the error is back."
        "moverlog check models/tour/02_lock.mover" "wrong";
    },
    lesson! { "A transaction", "models/tour/03_transaction.mover":
        "Right movers, at most one step that does not move, left movers: all of it runs like one step. log++ is the one that \
         does not move. There the transaction commits: before it is pre-commit, after it post-commit."
        "moverlog movers models/tour/03_transaction.mover";
        "Where other threads are never scheduled, states are never stored. Compare the states of `reduction` with those of \
         every interleaving."
        "moverlog compare models/tour/03_transaction.mover --rules reduction,interleaving";
        "Move `release(m);` up, before the line `x = t + 1;`. Then x is written without the lock, and the assertion fails."
        "moverlog check models/tour/03_transaction.mover" "wrong";
    },
    lesson! { "Two transactions", "models/tour/04_two_transactions.mover":
        "After a release an acquire begins a new transaction. Other threads are scheduled between U and L2, and only there: \
         that is where the error comes from."
        "moverlog check models/tour/04_two_transactions.mover";
        "The trace has a box for each transaction. The failing step says which values the assertion saw."
        "moverlog graph models/tour/04_two_transactions.mover --what transactions";
        "Make one transaction of the two: delete the lines U and L2."
        "moverlog check models/tour/04_two_transactions.mover" "safe";
    },
    lesson! { "A procedure", "models/tour/05_procedure.mover":
        "A transaction may run through calls and returns, which touch nothing that is shared. What `add` does is computed \
         once, as a summary, and used at every call."
        "moverlog summaries models/tour/05_procedure.mover --proc add";
        "Ask why a summary holds: its derivation leads back to the rules and to the source."
        "moverlog explain models/tour/05_procedure.mover 'Sum-(add, *)' --first";
        "Change the assertion to `seen == n`, which forgets that the other thread may have come first."
        "moverlog check models/tour/05_procedure.mover" "wrong";
    },
    lesson! { "Recursion", "models/tour/06_recursion.mover":
        "`add` may call itself any number of times. Summaries end all the same: every call lies inside one transaction, so no \
         frame is ever pushed."
        "moverlog check models/tour/06_recursion.mover";
        "The condition under which they end is Theorem 3 of the paper."
        "moverlog termination models/tour/06_recursion.mover";
        "A search that enumerates stacks never ends, and says so: inconclusive, not safe. Choose the rules `reduction` above \
         the editor and see."
        "moverlog check models/tour/06_recursion.mover --rules reduction --max-stack 20" "inconclusive";
    },
];
