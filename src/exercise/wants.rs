//! What an answer has to do.

/// One thing that is asked of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Want {
    /// No thread goes wrong.
    Safe,
    /// No deadlock is reachable.
    NoDeadlock,
    /// None is found within the bounds, in a program whose stacks have none.
    NoEarlyDeadlock,
    /// No thread waits for ever, and every assertion and every statement is reached.
    Reached,
    /// A thread goes wrong while another one is on its way.
    WrongBetween,
    /// Every mover claim is true, and says all that is true.
    Claims,
    /// The label `COMMIT` stands where this procedure's transaction commits.
    Commit(String),
    /// This procedure is one transaction.
    OneTransaction(String),
    /// It meets the hypothesis of QRR Theorem 3, with a recursive frame.
    Terminates,
}

impl Want {
    /// As it is written in an exercise.
    pub fn named(words: &str) -> Option<Want> {
        let of = |kind: &str| Some(words.strip_prefix(kind)?.trim().to_string()).filter(|p| !p.is_empty());
        Some(match words {
            "safe" => Want::Safe,
            "no deadlock" => Want::NoDeadlock,
            "no early deadlock" => Want::NoEarlyDeadlock,
            "reached" => Want::Reached,
            "wrong between" => Want::WrongBetween,
            "claims" => Want::Claims,
            "terminates" => Want::Terminates,
            _ => of("commit ").map(Want::Commit).or_else(|| of("one transaction ").map(Want::OneTransaction))?,
        })
    }

    /// The same without the procedure that it is about.
    pub fn kind(&self) -> &'static str {
        match self {
            Want::Safe => "safe",
            Want::NoDeadlock => "no deadlock",
            Want::NoEarlyDeadlock => "no early deadlock",
            Want::Reached => "reached",
            Want::WrongBetween => "wrong between",
            Want::Claims => "claims",
            Want::Commit(_) => "commit",
            Want::OneTransaction(_) => "one transaction",
            Want::Terminates => "terminates",
        }
    }
}
