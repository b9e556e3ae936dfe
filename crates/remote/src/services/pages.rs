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
            return Err(RemoteError::Protocol {
                what: format!("a list of more than {MAX_PAGES} pages"),
                raw: None,
            });
        }
        self.0 += 1;
        Ok(())
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
}
