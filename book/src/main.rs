//! Builds the book from `docs/` into `target/book`.

use mdbook_driver::MDBook;

fn main() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let built = MDBook::load(root).and_then(|book| book.build());
    if let Err(why) = built {
        eprintln!("error: {why:#}");
        std::process::exit(1);
    }
}
