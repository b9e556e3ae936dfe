//! Time limits of jobs, where a service tells of them in words alone.

use crate::error::{RemoteError, shortened};

/// Words in the codes and messages of jobs that ran longer than they may.
const WORDS: [&str; 6] = [
    "longer than",
    "time limit",
    "timed out",
    "timeout",
    "time out",
    "too long",
];

/// Error of a failed job whose code and message tell of a time limit. The program is at fault, not the
/// moment: another job of it would fail as well.
pub(super) fn ran_too_long(code: &str, message: &str) -> Option<RemoteError> {
    let told = format!("{code} {message}").to_lowercase().replace('_', " ");
    let tells_so = WORDS.iter().any(|word| told.contains(word));
    tells_so.then(|| RemoteError::RanTooLong {
        limit: None,
        text: shortened(message),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_limits_are_known_by_codes_and_messages() {
        for (code, message) in [
            ("", "The quantum task timed out."),
            ("failed", "the job ran longer than 600 s"),
            ("execution_timeout", "ended"),
            ("TIME_LIMIT_EXCEEDED", "ended"),
        ] {
            let text = message.to_owned();
            let expected = RemoteError::RanTooLong { limit: None, text };
            assert_eq!(ran_too_long(code, message), Some(expected));
        }
        assert_eq!(ran_too_long("error", "the device was interrupted"), None);
    }
}
