use std::collections::HashMap;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// The extensions of Markdown that pages use.
pub(crate) const EXTENSIONS: Options = Options::ENABLE_TABLES;

/// The anchors of the headings of a text in Markdown, in order.
///
/// They are those of mdBook and GitHub: words in lower case joined by hyphens, without punctuation; a
/// repeated one has a number behind it.
pub fn anchors(markdown: &str) -> Vec<String> {
    let mut anchors = Vec::new();
    let mut repeated: HashMap<String, usize> = HashMap::new();
    let mut heading = None;
    for event in Parser::new_ext(markdown, EXTENSIONS) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let anchor = anchor(&heading.take().unwrap_or_default());
                let times = repeated.entry(anchor.clone()).or_default();
                anchors.push(match *times {
                    0 => anchor,
                    times => format!("{anchor}-{times}"),
                });
                *times += 1;
            }
            _ => {}
        }
    }
    anchors
}

fn anchor(heading: &str) -> String {
    let letters = heading.chars().filter_map(|letter| {
        if letter.is_whitespace() {
            Some('-')
        } else if letter.is_alphanumeric() || "-_".contains(letter) {
            Some(letter)
        } else {
            None
        }
    });
    letters.collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_words_joined_by_hyphens() {
        let text = "# The `--pool` of *shots*\n\nText\n\n## Where is …?\n\n## Jobs\n\n### Jobs\n";
        let expected = ["the---pool-of-shots", "where-is-", "jobs", "jobs-1"];
        assert_eq!(anchors(text), expected);
    }
}
