use crate::html::render;
use crate::links::address;

/// A page of the manual.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ManualPage {
    /// Path of its file from the folder of the pages, such as `reference/gates.md`.
    pub path: String,
    /// Title in the table of contents.
    pub title: String,
    /// Title of the part that it belongs to.
    pub part: Option<String>,
    /// Depth in the table of contents, 0 for a page below no other.
    pub depth: usize,
    /// Text in Markdown.
    pub markdown: &'static str,
}

impl ManualPage {
    /// Address below the manual's, such as `reference/gates`; empty for the first page.
    pub fn address(&self) -> &str {
        address(&self.path)
    }

    /// HTML of the page, without the document around it. Links to other pages and to images lead below
    /// `base`, such as `/manual`.
    pub fn html(&self, base: &str) -> String {
        render(self.markdown, &self.path, base)
    }
}
