//! What never goes wrong and meets no bound, whatever is stored.

use super::known::Scene;
use super::own::declares;
use crate::ir::*;

impl Scene<'_> {
    /// Whether an action is an assumption or an assignment that has an outcome, if it does not block.
    pub(super) fn never_fails(&self, action: &Action) -> bool {
        match action {
            Action::Assume(e) => self.is_total(e),
            Action::Assign { place, value } => {
                self.is_total_place(place) && self.is_total(value) && !matches!(place.domain, Domain::Enum { .. })
            }
            _ => false,
        }
    }

    /// Whether an expression has a value, whatever is stored, and meets no bound. A copy of what nobody has set may meet
    /// one: but whoever spins comes back whichever way is taken there, so the way that was not followed leads nowhere else.
    pub(super) fn is_total(&self, e: &Expr) -> bool {
        match e {
            Expr::Const(_) | Expr::Tid => true,
            Expr::Load(place) => self.is_total_place(place) && !self.program.may_be_unset(place, &[]),
            Expr::AddressOf(_) | Expr::Offset { .. } | Expr::Distance { .. } => false,
            Expr::Unary(_, a) => self.is_total(a),
            Expr::Binary(op, a, b) => !is_partial(*op) && self.is_total(a) && self.is_total(b),
            Expr::Conditional(c, a, b) => [c, a, b].into_iter().all(|e| self.is_total(e)),
        }
    }

    fn is_total_place(&self, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Reg(_) => true,
            PlaceKind::Cell(_) if self.is_lock(place) => true,
            PlaceKind::Cell(_) | PlaceKind::Index { .. } if declares(self.program) => false,
            PlaceKind::Cell(_) => true,
            PlaceKind::Index { len, index, .. } => self.ids_are_below(index, *len),
            PlaceKind::RegIndex { .. } | PlaceKind::Deref { .. } => false,
        }
    }

    fn ids_are_below(&self, index: &Expr, len: u32) -> bool {
        let threads = self.program.threads.len() as i64;
        let below = |first: i64| 1 - first >= 0 && threads - first < i64::from(len);
        match index {
            Expr::Const(i) => (0..i64::from(len)).contains(&i64::from(*i)),
            Expr::Tid => below(0),
            Expr::Binary(Binary::Sub, a, b) => match (&**a, &**b) {
                (Expr::Tid, Expr::Const(first)) => below(i64::from(*first)),
                _ => false,
            },
            _ => false,
        }
    }
}

fn is_partial(op: Binary) -> bool {
    use Binary::*;
    matches!(op, Div | Rem | UnsignedDiv | UnsignedRem | WideAdd | WideSub | WideMul)
}
