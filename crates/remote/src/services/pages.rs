//! Lists that a service gives page by page.

use crate::error::RemoteError;

/// Most pages of a list that are read: one that always names another page has no end.
const MAX_PAGES: u32 = 1000;

/// Number of pages read of a list.
#[derive(Default)]
pub(super) struct PageCount(u32);

impl PageCount {
    /// Counts a page before it is asked for.
    ///
    /// # Errors
    /// [`RemoteError::Protocol`] if there were too many.
    pub(super) fn add(&mut self) -> Result<(), RemoteError> {
        if self.0 == MAX_PAGES {
            return Err(RemoteError::protocol(format!(
                "a list of more than {MAX_PAGES} pages"
            )));
        }
        self.0 += 1;
        Ok(())
    }
}

/// All elements of a list, each page of which names the next; `fetch` gets the page of a name, or the first.
///
/// # Errors
/// Returns an error if a page can't be had, or there are too many.
pub(super) fn all<T>(
    mut fetch: impl FnMut(Option<&str>) -> Result<(Vec<T>, Option<String>), RemoteError>,
) -> Result<Vec<T>, RemoteError> {
    let mut all = Vec::new();
    let mut next: Option<String> = None;
    let mut pages = PageCount::default();
    loop {
        pages.add()?;
        let (page, following) = fetch(next.as_deref())?;
        all.extend(page);
        // A page that names itself as the next would never end.
        if following.is_none() || following == next {
            return Ok(all);
        }
        next = following;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_without_an_end_is_refused() {
        let mut pages = PageCount::default();
        for page in 0..MAX_PAGES {
            assert_eq!(pages.add(), Ok(()), "{page}");
        }
        assert!(matches!(pages.add(), Err(RemoteError::Protocol { .. })));
    }

    #[test]
    fn a_list_ends_with_a_page_that_names_no_other() {
        let read = |last: Option<&str>| {
            all(|page| match page {
                None => Ok((vec![1, 2], Some("second".to_owned()))),
                Some("second") => Ok((vec![3], last.map(str::to_owned))),
                Some(other) => panic!("page {other}"),
            })
        };
        assert_eq!(read(None), Ok(vec![1, 2, 3]));
        assert_eq!(read(Some("second")), Ok(vec![1, 2, 3]));
    }
}
