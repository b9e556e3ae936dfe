//! Messages that quote foreign texts of any length.

use std::borrow::Cow;

/// The most characters of a quotation.
const QUOTATION: usize = 80;

/// The most characters of a word without spaces that may be a path or an address.
const PATH: usize = 4096;

/// The most characters of a message.
const MESSAGE: usize = 6000;

/// A message whose quotations, and words without spaces, are cut to some 80 characters: what somebody
/// else wrote may be of any length. Paths and addresses may be longer.
pub fn shortened(message: &str) -> Cow<'_, str> {
    if message.len() <= QUOTATION {
        return message.into();
    }
    let mut text = String::with_capacity(message.len().min(MESSAGE));
    let mut rest = message;
    let mut before = None;
    while let Some(first) = rest.chars().next() {
        let opens = "\"'`".contains(first) && before.is_none_or(|c: char| !c.is_alphanumeric());
        let part = match opens.then(|| quotation(rest)).flatten() {
            Some(quoted) => {
                text.push(first);
                cut(&mut text, &quoted[1..quoted.len() - 1], QUOTATION);
                text.push(first);
                quoted
            }
            None if first.is_whitespace() || opens => {
                text.push(first);
                &rest[..first.len_utf8()]
            }
            None => {
                let end = rest.find(|c: char| c.is_whitespace() || "\"'`".contains(c));
                // An apostrophe belongs to its word.
                let end = end.map_or(rest.len(), |end| end.max(first.len_utf8()));
                let word = &rest[..end];
                let limit = if word.contains(['/', '\\']) {
                    PATH
                } else {
                    QUOTATION
                };
                cut(&mut text, word, limit);
                word
            }
        };
        before = part.chars().next_back();
        rest = &rest[part.len()..];
    }
    if text.chars().nth(MESSAGE).is_some() {
        let mut whole = String::new();
        cut(&mut whole, &text, MESSAGE);
        text = whole;
    }
    if text == message {
        return message.into();
    }
    text.into()
}

/// The quotation that a text begins with, with its marks; `None` where it is never closed.
fn quotation(text: &str) -> Option<&str> {
    let mut chars = text.char_indices();
    let (_, mark) = chars.next()?;
    let mut escaped = false;
    for (place, c) in chars {
        let end = place + c.len_utf8();
        let closes = c == mark && !escaped;
        if closes && !text[end..].starts_with(char::is_alphanumeric) {
            return Some(&text[..end]);
        }
        escaped = c == '\\' && !escaped;
    }
    None
}

/// Adds a text, of which no more than `most` characters.
fn cut(to: &mut String, text: &str, most: usize) {
    const DOTS: &str = "...";
    if text.chars().nth(most).is_none() {
        to.push_str(text);
        return;
    }
    let kept = text.char_indices().nth(most - DOTS.len());
    to.push_str(&text[..kept.map_or(0, |(place, _)| place)]);
    to.push_str(DOTS);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_and_words_are_cut_and_sentences_are_not() {
        let long = "x".repeat(100_000);
        let cut = format!("{}...", "x".repeat(77));
        for (message, expected) in [
            (
                format!("there is no {long:?}, nor \"a\""),
                format!("there is no \"{cut}\", nor \"a\""),
            ),
            (format!("'{long}' can't be"), format!("'{cut}' can't be")),
            (format!("\"{long}"), format!("\"{cut}")),
            (format!("{long} can't be"), format!("{cut} can't be")),
            (
                format!("\"{}\"", "a b ".repeat(1000)),
                format!("\"{}...\"", &"a b ".repeat(20)[..77]),
            ),
        ] {
            assert_eq!(shortened(&message), expected);
        }
        let sentence = "it can't be read, and isn't a game's record ".repeat(9);
        let path = format!("/tmp/{}/game.jsonl can't be read", "x".repeat(200));
        for message in [
            &*sentence,
            &*path,
            "short",
            "",
            "the 'mark of a quotation that is never closed, although it goes on and on and on and on",
        ] {
            assert_eq!(shortened(message), message);
        }
        let many = "word ".repeat(100_000);
        assert_eq!(shortened(&many).chars().count(), MESSAGE);
    }
}
