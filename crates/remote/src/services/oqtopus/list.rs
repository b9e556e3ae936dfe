//! The list of jobs, page by page.

use std::collections::BTreeSet;

use super::shapes::ListedJob;
use crate::error::RemoteError;
use crate::services::pages::PageCount;

/// Jobs of a page: the most that is allowed.
pub(super) const PAGE: usize = 100;

/// Ids of the jobs with an idempotency key, the oldest first; `page` fetches a page, counted from 1,
/// with the latest jobs first.
///
/// Some clouds list jobs of every name, so a page without ours is not the last. It is when it is
/// short, or when it has only jobs that were listed before: beyond the last, some give the last again.
///
/// # Errors
/// Returns an error if a page can't be had.
pub(super) fn search(
    key: &str,
    mut page: impl FnMut(usize) -> Result<Vec<ListedJob>, RemoteError>,
) -> Result<Vec<String>, RemoteError> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    let mut pages = PageCount::default();
    for number in 1.. {
        pages.add()?;
        let listed = page(number)?;
        let is_short = listed.len() < PAGE;
        let before = seen.len();
        for job in listed {
            let is_ours = job.has_tag(key);
            // A job that is new may have moved others to the next page.
            let new = job.job_id.filter(|name| seen.insert(name.clone()));
            found.extend(new.filter(|_| is_ours));
        }
        if is_short || seen.len() == before {
            break;
        }
    }
    found.reverse();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Jobs of these numbers, the latest first; those that are divisible by 150 are ours.
    fn jobs(numbers: impl Iterator<Item = usize>) -> Vec<ListedJob> {
        let one = |number: usize| ListedJob {
            job_id: Some(number.to_string()),
            name: Some(
                if number.is_multiple_of(150) {
                    "ours"
                } else {
                    "other"
                }
                .into(),
            ),
            status: "submitted".into(),
        };
        numbers.map(one).collect()
    }

    #[test]
    fn ours_are_found_among_many_the_oldest_first() {
        // The first page has none.
        let mut asked = 0;
        let found = search("ours", |page| {
            asked += 1;
            let all = (100..420).rev();
            Ok(jobs(all.skip((page - 1) * PAGE).take(PAGE)))
        });
        assert_eq!(found, Ok(vec!["150".to_owned(), "300".to_owned()]));
        assert_eq!(asked, 4);
    }

    #[test]
    fn a_list_without_an_end_is_refused() {
        let found = search("ours", |page| Ok(jobs(page * PAGE..(page + 1) * PAGE)));
        assert!(matches!(found, Err(RemoteError::Protocol { .. })));
    }

    #[test]
    fn pages_that_are_given_again_end_the_list() {
        let mut asked = 0;
        let found = search("ours", |_| {
            asked += 1;
            Ok(jobs((100..200).rev()))
        });
        assert_eq!((found, asked), (Ok(vec!["150".to_owned()]), 2));
    }
}
