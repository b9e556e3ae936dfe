use std::sync::LazyLock;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::files::text;
use crate::page::ManualPage;

static PAGES: LazyLock<Vec<ManualPage>> = LazyLock::new(|| {
    let summary = text("SUMMARY.md").expect("the manual has a summary");
    read(summary)
});

/// All pages, in the order of `SUMMARY.md`.
pub fn pages() -> &'static [ManualPage] {
    &PAGES
}

/// The pages of a summary in mdBook's form: links in lists, and headings that begin parts. A page without
/// a file is left out.
fn read(summary: &str) -> Vec<ManualPage> {
    let mut pages = Vec::new();
    let mut part = None;
    let mut num_lists: usize = 0;
    let mut title = String::new();
    let mut path = String::new();
    for event in Parser::new(summary) {
        match event {
            Event::Start(Tag::Heading { .. }) => title.clear(),
            Event::End(TagEnd::Heading(_)) => {
                // The first one is the title of the summary itself.
                part = (title != "Summary").then(|| title.clone());
            }
            Event::Rule => part = None,
            Event::Start(Tag::List(_)) => num_lists += 1,
            Event::End(TagEnd::List(_)) => num_lists -= 1,
            Event::Start(Tag::Link { dest_url, .. }) => {
                title.clear();
                path = dest_url.into_string();
            }
            Event::Text(text) | Event::Code(text) => title.push_str(&text),
            Event::End(TagEnd::Link) => {
                if let Some(markdown) = text(&path) {
                    pages.push(ManualPage {
                        path: path.clone(),
                        title: title.clone(),
                        part: part.clone(),
                        depth: num_lists.saturating_sub(1),
                        markdown,
                    });
                }
            }
            _ => {}
        }
    }
    pages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_depths_are_those_of_the_summary() {
        let listed = |page: &ManualPage| {
            let part = page.part.clone().unwrap_or_default();
            (page.path.clone(), part, page.depth)
        };
        let summary = "# Summary\n\n[Begin](README.md)\n\n# Part `one`\n\n- [A](changelog.md)\n  - [B](README.md)\n- [None](none.md)\n\n---\n\n[End](changelog.md)\n";
        let found: Vec<_> = read(summary).iter().map(listed).collect();
        let expected = [
            ("README.md", "", 0),
            ("changelog.md", "Part one", 0),
            ("README.md", "Part one", 1),
            ("changelog.md", "", 0),
        ];
        let owned = |(path, part, depth): (&str, &str, usize)| (path.into(), part.into(), depth);
        assert_eq!(found, expected.map(owned));
    }
}
