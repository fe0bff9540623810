//! Models that must check, and what they become.

use moverlog::diagnostics::render::render;
use moverlog::model::{Model, load};

fn loaded(name: &str) -> Model {
    let path = format!("{}/models/language/{name}.mover", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the model is there");
    let (model, diagnostics) = load(name, &text, &[]);
    model.unwrap_or_else(|| panic!("{}", render(&diagnostics, name, &text, false)))
}

#[test]
fn dump() {
    for f in ["cpc_figure2", "cpc_figure3", "qrr_figure2", "qrr_figure4", "qrr_figure5", "fq_counter", "everything"] {
        let m = loaded(f);
        println!("== {f}");
        for (i, l) in m.program.locations.iter().enumerate() {
            println!(
                "{i} {} `{}` {:?} {:?}",
                l.name,
                l.text,
                l.op.targets(),
                l.in_scope.iter().map(|b| u8::from(*b)).collect::<Vec<_>>()
            );
        }
    }
}
