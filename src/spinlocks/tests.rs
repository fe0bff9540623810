use super::{Spinlock, locked};
use crate::model::load;

fn locks(text: &str) -> Vec<String> {
    let (model, found) = load("test.mover", text, &[]);
    let model = model.unwrap_or_else(|| panic!("{found:?}"));
    locked(&model.program).map_or(vec![], |l| l.locks.into_iter().map(|Spinlock { name, .. }| name).collect())
}
