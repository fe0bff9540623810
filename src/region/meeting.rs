//! Where all ways from a node of a graph come together: immediate postdominators, by Cooper, Harvey and Kennedy's
//! iteration over the graph turned around.

/// For each node the first one that all ways from it to an end come to; nothing where there is none, or no way ends.
/// `next[n]` are the nodes behind `n`; a node with nothing behind it is an end.
pub(super) fn meetings(next: &[Vec<usize>]) -> Vec<Option<usize>> {
    let end = next.len();
    let behind = |n: usize| if next[n].is_empty() { vec![end] } else { next[n].clone() };
    let mut before = vec![vec![]; end + 1];
    (0..end).for_each(|n| behind(n).into_iter().for_each(|to| before[to].push(n)));
    let order = from_the_end(&before);
    let mut rank = vec![usize::MAX; end + 1];
    order.iter().enumerate().for_each(|(i, n)| rank[*n] = i);
    let mut meets = vec![None; end + 1];
    meets[end] = Some(end);
    let mut changed = true;
    while changed {
        changed = false;
        for n in order.iter().copied().filter(|n| *n != end) {
            let known = behind(n).into_iter().filter(|to| meets[*to].is_some());
            let meet = known.reduce(|a, b| common(a, b, &meets, &rank));
            changed |= meets[n] != meet;
            meets[n] = meet;
        }
    }
    meets.truncate(end);
    meets.into_iter().map(|meet| meet.filter(|m| *m != end)).collect()
}

/// The first node on both ways to the end.
fn common(mut a: usize, mut b: usize, meets: &[Option<usize>], rank: &[usize]) -> usize {
    let further = |n: usize| meets[n].expect("it was come to before");
    while a != b {
        if rank[a] > rank[b] {
            a = further(a);
        } else {
            b = further(b);
        }
    }
    a
}

/// The nodes from which a way leads to the end, each before those that come to it alone.
fn from_the_end(before: &[Vec<usize>]) -> Vec<usize> {
    let end = before.len() - 1;
    let mut seen = vec![false; before.len()];
    seen[end] = true;
    let (mut order, mut open) = (vec![], vec![(end, 0)]);
    while let Some((n, done)) = open.pop() {
        match before[n].get(done) {
            Some(from) => {
                open.push((n, done + 1));
                if !std::mem::replace(&mut seen[*from], true) {
                    open.push((*from, 0));
                }
            }
            None => order.push(n),
        }
    }
    order.reverse();
    order
}

#[cfg(test)]
mod tests {
    use super::meetings;
    use crate::random::Random;

    /// By the definition: what lies on every way to an end, and of that the first.
    fn by_definition(next: &[Vec<usize>], n: usize) -> Option<usize> {
        let ends_without = |n: usize, avoided: usize| {
            let (mut seen, mut open) = (vec![false; next.len()], vec![n]);
            while let Some(at) = open.pop() {
                if at != avoided && !std::mem::replace(&mut seen[at], true) {
                    if next[at].is_empty() {
                        return true;
                    }
                    open.extend(&next[at]);
                }
            }
            false
        };
        if !ends_without(n, usize::MAX) {
            return None;
        }
        let on_every_way = |m: &usize| *m != n && !ends_without(n, *m);
        let all: Vec<usize> = (0..next.len()).filter(on_every_way).collect();
        all.iter().copied().find(|m| all.iter().all(|other| other == m || !ends_without(*m, *other)))
    }

    #[test]
    fn random_graphs() {
        let mut random = Random::new(7);
        for _ in 0..2000 {
            let size = 2 + random.below(9);
            let arrows = |random: &mut Random| (0..random.below(4)).map(|_| random.below(size)).collect();
            let next: Vec<Vec<usize>> = (0..size).map(|_| arrows(&mut random)).collect();
            let found = meetings(&next);
            for (n, found) in found.iter().enumerate() {
                assert_eq!(*found, by_definition(&next, n), "node {n} of {next:?}");
            }
        }
    }
}
