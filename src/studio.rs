//! A page in the browser on which models and rules are edited and checked: what it asks for and is answered
//! (`desk`), and the server of `moverlog studio`, which hands the page out and passes questions on.
//!
//! The server is for one user of one machine. Everything that a request may take is bounded, see `http::Bounds`,
//! and who asks is looked at first, see `gate`.

mod answers;
#[cfg(feature = "cli")]
mod assets;
mod contrast;
mod desk;
#[cfg(feature = "cli")]
mod folder;
#[cfg(feature = "cli")]
mod gate;
#[cfg(feature = "cli")]
mod http;
mod lessons;
mod question;
#[cfg(feature = "cli")]
mod seats;
#[cfg(feature = "cli")]
mod server;

pub use answers::Answer;
#[cfg(feature = "cli")]
pub use assets::{ENGINE, alone};
pub use desk::{Desk, Task};
#[cfg(feature = "cli")]
pub use folder::Folder;
#[cfg(feature = "cli")]
pub use gate::Gate;
pub use lessons::{LESSONS, Lesson};
#[cfg(feature = "cli")]
pub use server::Server;
