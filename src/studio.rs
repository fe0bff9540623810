//! A page in the browser on which models and rules are edited and checked: what it asks for and is answered
//! (`desk`), and the server of `moverlog studio`, which hands the page out and passes questions on.
//!
//! The server is for one user of one machine. Everything that a request may take is bounded, see `http::Bounds`,
//! and who asks is looked at first, see `gate`.

mod answers;
mod assets;
mod contrast;
mod desk;
mod folder;
mod gate;
mod http;
mod lessons;
mod question;
mod seats;
mod server;

pub use answers::Answer;
pub use desk::Desk;
pub use folder::Folder;
pub use gate::Gate;
pub use lessons::LESSONS;
pub use server::Server;
