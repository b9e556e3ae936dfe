/// The longest text of another program that is quoted, in characters.
const QUOTED: usize = 120;

/// The beginning of a text of another program, where it is long.
pub(crate) fn cut(text: &str) -> String {
    match text.char_indices().nth(QUOTED) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
