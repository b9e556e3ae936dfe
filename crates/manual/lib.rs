//! The manual of the command and its crates: pages in Markdown, embedded, and their HTML.
//!
//! [`pages`] lists the pages in the order of `src/SUMMARY.md`. A [`ManualPage`] has its Markdown and its
//! HTML, in which links to other pages and to images are addresses below a base. The folder is also a
//! book for mdBook: `mdbook build crates/manual`.
//!
//! There is no crate of ours below. Above it: `cheqqers_web`, which serves the pages.
//!
//! ```
//! let first = &cheqqers_manual::pages()[0];
//! assert_eq!(first.address(), "");
//! assert!(first.html("/manual").contains("<h1"));
//! ```

mod anchors;
mod files;
mod html;
mod links;
mod page;
mod summary;

pub use anchors::anchors;
pub use files::file;
pub use links::resolve;
pub use page::ManualPage;
pub use summary::pages;
