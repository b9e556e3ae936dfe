use pulldown_cmark::{Event, Parser, Tag, TagEnd, html::push_html};

use crate::anchors::{EXTENSIONS, anchors};
use crate::links::below;

/// The HTML of a page: headings with their anchors, tables in boxes of their own that can be scrolled,
/// links and images below `base`. HTML in the Markdown, such as comments, is left out. Cells have their
/// alignment as a class, as servers forbid styles within a page.
pub(crate) fn render(markdown: &str, page: &str, base: &str) -> String {
    let mut anchors = anchors(markdown).into_iter();
    let mut events = Vec::new();
    for event in Parser::new_ext(markdown, EXTENSIONS) {
        match event {
            Event::Html(_)
            | Event::InlineHtml(_)
            | Event::Start(Tag::HtmlBlock)
            | Event::End(TagEnd::HtmlBlock) => {}
            Event::Start(Tag::Heading {
                level,
                classes,
                attrs,
                ..
            }) => events.push(Event::Start(Tag::Heading {
                level,
                id: anchors.next().map(Into::into),
                classes,
                attrs,
            })),
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            }) => events.push(Event::Start(Tag::Link {
                link_type,
                dest_url: below(base, page, &dest_url).into(),
                title,
                id,
            })),
            Event::Start(Tag::Image {
                link_type,
                dest_url,
                title,
                id,
            }) => events.push(Event::Start(Tag::Image {
                link_type,
                dest_url: below(base, page, &dest_url).into(),
                title,
                id,
            })),
            event @ Event::Start(Tag::Table(_)) => {
                events.push(Event::Html("<div class=\"table\">".into()));
                events.push(event);
            }
            event @ Event::End(TagEnd::Table) => {
                events.push(event);
                events.push(Event::Html("</div>\n".into()));
            }
            event => events.push(event),
        }
    }
    let mut html = String::new();
    push_html(&mut html, events.into_iter());
    with_classes(html)
}

/// The HTML with classes in place of the styles of cells. No text looks like a tag, as `<` is escaped.
fn with_classes(mut html: String) -> String {
    for cell in ["th", "td"] {
        for side in ["right", "center", "left"] {
            let style = format!("<{cell} style=\"text-align: {side}\">");
            html = html.replace(&style, &format!("<{cell} class=\"{side}\">"));
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_links_images_and_tables_are_as_the_server_needs_them() {
        let text = "# A title\n\n<!-- a mark -->\n\n[page](b.md#c) ![plot](d.svg)\n\n| e |\n| -: |\n| f |\n\n```sh\nx < y\n```\n";
        let html = render(text, "folder/a.md", "/manual");
        for part in [
            "<h1 id=\"a-title\">A title</h1>",
            "<a href=\"/manual/folder/b#c\">page</a>",
            "<img src=\"/manual/folder/d.svg\" alt=\"plot\"",
            "<div class=\"table\"><table>",
            "<td class=\"right\">f</td>",
            "<code class=\"language-sh\">x &lt; y",
        ] {
            assert!(html.contains(part), "{part}: {html}");
        }
        assert!(!html.contains("mark") && !html.contains("style"), "{html}");
    }
}
