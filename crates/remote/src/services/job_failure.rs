//! Causes of failed jobs, where a service tells of them in words alone.

use crate::error::{RemoteError, shortened};

/// Words in the codes and messages of jobs that ran longer than they may.
const OF_TIME_LIMITS: [&str; 6] = [
    "longer than",
    "time limit",
    "timed out",
    "timeout",
    "time out",
    "too long",
];

/// Error of a failed job, whose code or message blames the program by one of the words `of_programs`, or
/// tells of a time limit. Then the program is at fault too, not the moment: another job of it would fail as
/// well.
pub(super) fn job_failure(code: &str, message: &str, of_programs: &[&str]) -> RemoteError {
    let told = format!("{code} {message}").to_lowercase();
    let text = shortened(message);
    let code = code.to_owned();
    let spaced = told.replace('_', " ");
    if OF_TIME_LIMITS.iter().any(|word| spaced.contains(word)) {
        RemoteError::RanTooLong { limit: None, text }
    } else if of_programs.iter().any(|word| told.contains(word)) {
        RemoteError::BadProgram { code, text }
    } else {
        RemoteError::Failed { code, text }
    }
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
            assert_eq!(job_failure(code, message, &["ended"]), expected);
        }
        let other = job_failure("error", "the device was interrupted", &["time"]);
        assert!(matches!(other, RemoteError::Failed { .. }), "{other}");
    }
}
