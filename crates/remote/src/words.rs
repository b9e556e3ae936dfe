//! What errors tell, and what they mean.

use cheqqers_backend::JobError;

/// How much of what a service says is told in an error.
const MOST_TOLD: usize = 400;

/// As much of a text as an error tells, in one line.
pub(crate) fn shortened(text: &str) -> String {
    let mut told = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = told.char_indices().nth(MOST_TOLD) {
        told.truncate(end);
        told.push_str("...");
    }
    told
}

/// A job is not given up for an answer that says nothing of it: whoever does not know it may know
/// it later.
pub(crate) fn lost(error: JobError) -> JobError {
    match error {
        JobError::Protocol { what, .. } => JobError::Unreachable { text: what },
        error => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_tells_one_line_and_no_more_than_it_may() {
        assert_eq!(shortened(" a\n  b\tc "), "a b c");
        let long = "\u{e9}".repeat(MOST_TOLD);
        assert_eq!(shortened(&long), long);
        assert_eq!(shortened(&format!("{long}\u{e9}")), format!("{long}..."));
    }

    #[test]
    fn only_what_is_not_understood_is_taken_for_lost() {
        let what = "HTTP 404".to_owned();
        let unreachable = JobError::Unreachable { text: what.clone() };
        assert_eq!(lost(JobError::Protocol { what, raw: None }), unreachable);
        assert_eq!(lost(JobError::RanTooLong), JobError::RanTooLong);
    }
}
