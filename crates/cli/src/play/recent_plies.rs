//! Plies since the board was shown last.

/// The fewest plies that are told again: that of a person and the answer to it.
const FEWEST: usize = 2;

/// The sentences about the plies since the board was shown last.
#[derive(Debug, Default)]
pub(super) struct RecentPlies {
    /// Sentences of each ply, in one line.
    told: Vec<String>,
    /// Number of lines that were printed before the first of them.
    begin: usize,
}

impl RecentPlies {
    /// Adds the sentences of a ply, before which so many lines were printed.
    pub(super) fn add(&mut self, sentences: &[String], printed: usize) {
        if self.told.is_empty() {
            self.begin = printed;
        }
        self.told.push(sentences.join(" "));
    }

    /// The last plies, to be told again: none where a screen of `rows` lines still shows all of them after
    /// `printed` lines. `left` lines are free beside the board; `lines_of` counts those of a text.
    pub(super) fn off_screen(
        self,
        rows: usize,
        printed: usize,
        left: usize,
        lines_of: impl Fn(&str) -> usize,
    ) -> Vec<String> {
        if printed - self.begin <= rows {
            return Vec::new();
        }
        let mut lines = 0;
        let fit = self.told.iter().rev().take_while(|told| {
            lines += lines_of(told);
            lines <= left
        });
        let again = fit.count().max(FEWEST).min(self.told.len());
        let first = self.told.len() - again;
        self.told.into_iter().skip(first).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_are_told_again_where_they_are_off_the_screen() {
        let again = |rows: usize, left: usize| {
            let mut recent = RecentPlies::default();
            for (ply, printed) in [(["a", "b"], 10), (["c", "d"], 12), (["e", "f"], 14)] {
                recent.add(&ply.map(str::to_owned), printed);
            }
            recent.off_screen(rows, 34, left, |_| 1)
        };
        assert_eq!(again(24, 3), [""; 0]);
        assert_eq!(again(23, 3), ["a b", "c d", "e f"]);
        assert_eq!(again(23, 2), ["c d", "e f"]);
        assert_eq!(again(23, 0), ["c d", "e f"]);
        let nothing = RecentPlies::default();
        assert_eq!(nothing.off_screen(24, 34, 3, |_| 1), [""; 0]);
    }
}
