//! Errors in words.

use std::error::Error;
use std::{io, iter};

use crate::shortened;

/// An error, its cause, the cause of that, and so on.
pub fn causes<'a>(
    error: &'a (dyn Error + 'static),
) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    iter::successors(Some(error), |&error| error.source())
}

/// An error and its causes, in one line, with what they quote cut short as by [`shortened`]. A cause that the error
/// tells of itself is not repeated.
pub fn with_causes(error: &(dyn Error + 'static)) -> String {
    let mut text = String::new();
    for error in causes(error) {
        let reason = error.to_string();
        if text.ends_with(&reason) {
            continue;
        }
        if !text.is_empty() {
            text.push_str(": ");
        }
        text.push_str(error.downcast_ref().and_then(in_words).unwrap_or(&reason));
    }
    shortened(&text).into_owned()
}

/// The words for an error of the operating system, which calls things by names of its own.
fn in_words(error: &io::Error) -> Option<&'static str> {
    if error.get_ref().is_some() {
        return None;
    }
    Some(match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder",
        io::ErrorKind::PermissionDenied => "permission is denied",
        io::ErrorKind::IsADirectory => "it is a folder, not a file",
        io::ErrorKind::NotADirectory => "a part of the path is no folder",
        io::ErrorKind::AlreadyExists => "it exists already",
        io::ErrorKind::StorageFull => "the disk is full",
        io::ErrorKind::QuotaExceeded => "the quota of the disk is used up",
        io::ErrorKind::ReadOnlyFilesystem => "the disk can only be read",
        io::ErrorKind::InvalidData => "it is not UTF-8 text",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("{text}")]
    struct Outer {
        text: &'static str,
        source: io::Error,
    }

    #[test]
    fn causes_are_told_once_each_in_plain_words() {
        let of_file = io::Error::from(io::ErrorKind::NotFound);
        assert_eq!(with_causes(&of_file), "there is no such file or folder");
        let told = |text, source| with_causes(&Outer { text, source });
        assert_eq!(
            told("a.jsonl can't be read", of_file),
            "a.jsonl can't be read: there is no such file or folder"
        );
        // One that ends with the text of its cause.
        let own = io::Error::other("it is wet");
        assert_eq!(told("the disk: it is wet", own), "the disk: it is wet");
    }
}
