//! The texts of a class that people type: its code, its title, nicknames.

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use crate::error::ApiError;
use crate::links::random;

/// Letters and digits that nobody takes for one another, and without vowels, so that no code is a word.
const LETTERS: &[u8] = b"23456789BCDFGHJKMNPQRSTVWXZ";

/// Number of letters of a code: 387 million codes, few of which lead to a class.
const LENGTH: usize = 6;

/// The most characters of a nickname.
const MOST_NAME: usize = 24;

/// The most characters of a title.
const MOST_TITLE: usize = 60;

/// Code by which pupils join a class.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct ClassCode(String);

impl ClassCode {
    /// A new one, of the machine's random numbers.
    pub(crate) fn new() -> Result<Self, ApiError> {
        let mut number = random()?;
        let letters = (0..LENGTH).map(|_| {
            let letter = number % LETTERS.len() as u64;
            number /= LETTERS.len() as u64;
            char::from(LETTERS[usize::try_from(letter).unwrap_or(0)])
        });
        Ok(Self(letters.collect()))
    }

    /// The code that somebody typed, in small letters perhaps and with spaces; `None` if it can't be one.
    pub(crate) fn typed(text: &str) -> Option<Self> {
        let letters = text.chars().filter(|letter| !matches!(letter, ' ' | '-'));
        // No longer than a text that may be one.
        let code: String = letters
            .take(LENGTH + 1)
            .map(|letter| letter.to_ascii_uppercase())
            .collect();
        let is_code = code.len() == LENGTH && code.bytes().all(|byte| LETTERS.contains(&byte));
        is_code.then_some(Self(code))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// A nickname as it is shown.
///
/// # Errors
/// Returns an error if it is empty or long, or is not only text on a line.
pub(crate) fn nickname(text: &str) -> Result<String, ApiError> {
    line(text, MOST_NAME, "a nickname")
}

/// The title of a class as it is shown; it may be empty.
///
/// # Errors
/// Returns an error if it is long, or is not only text on a line.
pub(crate) fn title(text: &str) -> Result<String, ApiError> {
    if text.trim().is_empty() {
        return Ok(String::new());
    }
    line(text, MOST_TITLE, "a title")
}

/// A nickname in the form that is the same for all that look alike but for capitals, widths, fonts and variants of
/// letters: two pupils have names that differ in it.
pub(crate) fn comparable(name: &str) -> String {
    let is_seen = |letter: &char| !matches!(letter, '\u{fe00}'..='\u{fe0f}');
    let folded: String = name.nfkc().filter(is_seen).collect();
    let folded = folded.to_uppercase().to_lowercase();
    let words: String = folded.nfkc().collect();
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn line(text: &str, most: usize, name: &str) -> Result<String, ApiError> {
    // What can't be seen could make two names look alike, or turn the text around them.
    let is_hidden = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
                | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
                | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
    };
    let trimmed = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if trimmed.is_empty() || trimmed.chars().count() > most || trimmed.chars().any(is_hidden) {
        let message = format!("{name} is a text of 1 to {most} characters on a line");
        return Err(ApiError::malformed(message));
    }
    Ok(trimmed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_understood_however_they_are_typed() {
        let code = ClassCode::new().unwrap();
        let text = code.as_str();
        let (first, second) = text.split_at(3);
        for typed in [text, &text.to_lowercase(), &format!(" {first}-{second} ")] {
            assert_eq!(ClassCode::typed(typed), Some(code.clone()), "{typed}");
        }
        for typed in [
            "", "23456", "2345678", "23456O", "234561", "ÄBCDFG", "23456\0",
        ] {
            assert_eq!(ClassCode::typed(typed), None, "{typed}");
        }
        assert_ne!(ClassCode::new().unwrap(), code);
    }

    #[test]
    fn names_that_look_alike_are_the_same() {
        for alike in [
            "Ada L.",
            "ada l.",
            "ADA L.",
            "Ａｄａ Ｌ．",
            "𝐀𝐝𝐚\u{3000}L.",
            "Ada\u{a0}L．",
        ] {
            assert_eq!(comparable(alike), "ada l.", "{alike}");
        }
        assert_eq!(comparable("Zoe\u{308}"), comparable("ZOË"));
        assert_eq!(comparable("Strauß"), comparable("STRAUSS"));
        assert_eq!(comparable("ﬁn"), comparable("fin"));
        assert_ne!(comparable("Ada"), comparable("Adá"));
    }

    #[test]
    fn nicknames_are_short_text_on_a_line() {
        assert_eq!(nickname("  Ada   L. ").unwrap(), "Ada L.");
        assert_eq!(nickname("Zoë 🦉").unwrap(), "Zoë 🦉");
        let long = "x".repeat(MOST_NAME + 1);
        for text in [
            "",
            "  ",
            "a\u{0}b",
            "a\u{202e}b",
            "\u{200b}",
            "\u{2800}",
            "a\u{e0041}",
            &long,
        ] {
            assert_eq!(nickname(text).unwrap_err().code, "malformed", "{text:?}");
        }
        assert_eq!(title(" ").unwrap(), "");
    }
}
