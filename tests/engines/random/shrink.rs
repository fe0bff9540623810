//! The smallest model on which something still fails, by deleting lines and unwrapping blocks.

/// Deletes what can go while `fails` holds; it must reject texts that are no models.
pub fn shrink(text: &str, fails: impl Fn(&str) -> bool) -> String {
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    loop {
        let before = lines.len();
        let mut size = lines.len() / 2;
        while size > 0 {
            let mut at = 0;
            while at + size <= lines.len() {
                let mut fewer = lines.clone();
                fewer.drain(at..at + size);
                if !accept(&mut lines, fewer, &fails) {
                    at += 1;
                }
            }
            size = if size > 12 { size / 2 } else { size - 1 };
        }
        unwrap_blocks(&mut lines, &fails);
        simplify(&mut lines, &fails);
        if lines.len() == before {
            return lines.join("\n") + "\n";
        }
    }
}

fn accept(lines: &mut Vec<String>, mut candidate: Vec<String>, fails: &impl Fn(&str) -> bool) -> bool {
    // The first thread of a list has no bar before it.
    if let Some(p) = candidate.iter().position(|l| l.starts_with("P ="))
        && let Some(first) = candidate.get_mut(p + 1)
    {
        *first = first.replace("||", "");
    }
    let better = fails(&(candidate.join("\n") + "\n"));
    if better {
        *lines = candidate;
    }
    better
}

/// Keeps the statements of a block without what stands around them.
fn unwrap_blocks(lines: &mut Vec<String>, fails: &impl Fn(&str) -> bool) {
    let mut from = 0;
    while from < lines.len() {
        if lines[from].ends_with('{') {
            let indent = indentation(&lines[from]);
            let ends = |l: &String| indentation(l) == indent && l.trim() == "}";
            if let Some(length) = lines[from + 1..].iter().position(ends) {
                let mut without = lines.clone();
                without.remove(from + 1 + length);
                without.remove(from);
                accept(lines, without, fails);
            }
        }
        from += 1;
    }
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Replaces pieces of a line by simpler ones.
fn simplify(lines: &mut Vec<String>, fails: &impl Fn(&str) -> bool) {
    let simpler = |line: &str| -> Vec<String> {
        let mut found = vec![];
        for (from, to) in [(" + 1", ""), ("rmutex ", "mutex "), (" = 1;", ";"), (" = 2;", ";"), ("b = cas", "cas")] {
            found.push(line.replacen(from, to, 1));
        }
        for claim in ["@right ", "@left ", "@both ", "@non "] {
            found.push(line.replace(claim, ""));
        }
        if let (Some(open), Some(close)) = (line.find('('), line.rfind(')'))
            && open < close
        {
            for e in ["*", "true", "false", "x == 0", "x == 1", "x != 0"] {
                found.push(format!("{}{e}{}", &line[..=open], &line[close..]));
            }
        }
        if let Some((left, _)) = line.split_once(" = ") {
            found.extend(["0;", "1;", "RED;"].map(|e| format!("{left} = {e}")));
        }
        found.retain(|f| f.len() < line.len());
        found
    };
    for i in 0..lines.len() {
        for other in simpler(&lines[i]) {
            let mut candidate = lines.clone();
            candidate[i] = other;
            if accept(lines, candidate, fails) {
                break;
            }
        }
    }
}
