//! Lines as they are written, with comments behind them.

use super::words::{Comment, Word};

#[derive(Default)]
pub(super) struct Page {
    rows: Vec<Row>,
    /// The next word begins a line.
    fresh: Option<Fresh>,
    /// Nothing may follow on the last line.
    full: bool,
    /// A blank has been written already.
    padded: bool,
}

#[derive(Clone, Copy)]
struct Fresh {
    /// The column of comments on lines of their own.
    comments: usize,
    column: usize,
    /// Whether a block ends.
    closes: bool,
}

#[derive(Default)]
struct Row {
    text: String,
    /// What stands at the end of the line, and at which column it did.
    comment: Option<(usize, String)>,
    /// An empty line comes before.
    apart: bool,
    /// Whether it ends with an opening brace.
    opens: bool,
}

impl Page {
    /// What follows begins a line: words at one column, comments before them at the other.
    pub(super) fn fresh(&mut self, comments: usize, column: usize) {
        self.fresh = Some(Fresh { comments, column, closes: false });
    }

    /// The same before the end of a block.
    pub(super) fn fresh_close(&mut self, comments: usize, column: usize) {
        self.fresh = Some(Fresh { comments, column, closes: true });
    }

    /// Whether it does.
    pub(super) fn is_fresh(&self) -> bool {
        self.fresh.is_some()
    }

    /// Blanks up to the column, at least one.
    pub(super) fn pad(&mut self, column: usize) {
        if let Some(row) = self.rows.last_mut().filter(|_| !self.full) {
            let width = width(&row.text);
            row.text += &" ".repeat(column.saturating_sub(width).max(1));
            self.padded = true;
        }
    }

    /// Columns of the last line that are taken.
    pub(super) fn width(&self) -> usize {
        match self.fresh {
            Some(fresh) => fresh.column,
            None => self.rows.last().map_or(0, |row| width(&row.text)),
        }
    }

    /// The comments before a word, and the word; on a line of its own at `column`, where it cannot follow.
    pub(super) fn word(&mut self, word: &Word<'_>, gap: bool, column: usize) {
        self.comments(word, column);
        if self.full || self.rows.is_empty() {
            self.fresh.get_or_insert(Fresh { comments: column, column, closes: false });
        }
        let gap = gap || !word.comments.is_empty();
        match self.fresh.take() {
            Some(fresh) => self.begin(fresh.column, word.newlines > 1 && !fresh.closes),
            None if gap && !self.padded => self.last().text.push(' '),
            None => {}
        }
        let row = self.last();
        row.text += word.text;
        row.opens = word.text == "{";
        (self.padded, self.full) = (false, false);
    }

    /// The comments before a word.
    pub(super) fn comments(&mut self, word: &Word<'_>, column: usize) {
        word.comments.iter().for_each(|comment| self.comment(comment, column));
    }

    fn comment(&mut self, comment: &Comment<'_>, column: usize) {
        let own_line = comment.newlines > 0 || self.rows.is_empty() || self.full;
        if own_line {
            let at = self.fresh.map_or(column, |f| f.comments);
            self.begin(at, comment.newlines > 1);
            self.last().text += comment.text;
            (self.full, self.padded) = (comment.breaks, false);
            // What follows a comment stands beside it.
            if !comment.breaks {
                self.fresh = None;
            }
            return;
        }
        let row = self.last();
        if comment.breaks {
            row.text.truncate(row.text.trim_end().len());
            row.comment = Some((comment.column, comment.text.to_string()));
        } else {
            let blank = if row.text.ends_with(' ') { "" } else { " " };
            row.text += &format!("{blank}{}", comment.text);
        }
        (self.full, self.padded) = (comment.breaks, false);
    }

    fn begin(&mut self, column: usize, apart: bool) {
        let apart = apart && self.rows.last().is_some_and(|row| !row.opens);
        self.rows.push(Row { text: " ".repeat(column), apart, ..Row::default() });
    }

    fn last(&mut self) -> &mut Row {
        if self.rows.is_empty() {
            self.rows.push(Row::default());
        }
        let end = self.rows.len() - 1;
        &mut self.rows[end]
    }

    /// All lines; comments that stood below each other do so still.
    pub(super) fn text(mut self) -> String {
        let same = |a: &Row, b: &Row| column(a).is_some() && column(a) == column(b) && !b.apart;
        for rows in self.rows.chunk_by_mut(same) {
            let free = rows.iter().map(|row| width(&row.text) + 1).max().unwrap_or_default();
            rows.iter_mut().filter_map(|row| row.comment.as_mut()).for_each(|(at, _)| *at = free.max(*at));
        }
        self.rows.iter().map(written).collect()
    }
}

fn column(row: &Row) -> Option<usize> {
    row.comment.as_ref().map(|(column, _)| *column)
}

fn written(row: &Row) -> String {
    let (blank, text) = (if row.apart { "\n" } else { "" }, row.text.trim_end());
    match &row.comment {
        None => format!("{blank}{text}\n"),
        Some((column, comment)) => {
            let between = column.saturating_sub(width(text)).max(1);
            format!("{blank}{text}{}{comment}\n", " ".repeat(between))
        }
    }
}

/// Characters behind the last end of a line.
fn width(text: &str) -> usize {
    text.rsplit('\n').next().unwrap_or_default().chars().count()
}
