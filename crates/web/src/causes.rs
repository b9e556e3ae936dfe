//! Errors in words.

use std::error::Error;

use cheqqers_game::shortened;

/// An error and its causes on a line, with what they quote cut short. A cause that the error tells of
/// itself is not repeated.
pub(crate) fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let words = error.to_string();
        if !text.ends_with(&words) {
            text = format!("{text}: {words}");
        }
        cause = error.source();
    }
    shortened(&text).into_owned()
}
