//! Positions as text: a board for terminals, and what its marks mean.
//!
//! Nothing here reads or writes; every function makes a text of what a position shows
//! ([`Show::parts`](super::Show::parts)). Lines end with a line feed.
//!
//! Certain pieces stand alone on their square. A part that may be elsewhere shows the letter of its
//! piece and the probability that the piece is there; letters come from [`Labels`], so that they
//! can stay the same from ply to ply. Parts of entangled pieces carry a sign behind the letter,
//! the same for all that are measured together. In colour they share a hue as well. A piece of several
//! kinds shows the one that is shown, and below it all of them.

mod board;
mod canvas;
mod labels;
mod legend;
mod links;
mod picture;
mod style;
mod view;

pub use board::board;
pub use labels::Labels;
pub use legend::legend;
pub use picture::picture;
pub use style::Style;
