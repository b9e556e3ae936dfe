/// Outcomes that a text does not tell, as they are tried one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Trials {
    /// Of each measurement so far the outcome that was taken, and how many there are.
    taken: Vec<(usize, usize)>,
    /// The next measurement's place among them.
    next: usize,
    /// Plies of all attempts so far.
    num_plies: usize,
}

/// Limit of plies played in all attempts, unless the first one has more.
pub(super) const MAX_PLIES: usize = 200_000;

impl Trials {
    /// The outcome to take next, of so many.
    pub(super) fn take(&mut self, num_outcomes: usize) -> usize {
        if self.next == self.taken.len() {
            self.taken.push((0, num_outcomes));
        }
        self.next += 1;
        self.taken[self.next - 1].0
    }

    /// Returns `true` if as many plies were played as may be.
    pub(super) fn is_at_limit(&self) -> bool {
        self.num_plies >= MAX_PLIES
    }

    /// Goes back to the start after so many plies, to take another outcome of the last measurement that has
    /// one; `false` if there is none, or the limit is reached.
    pub(super) fn again(&mut self, num_plies: usize) -> bool {
        self.next = 0;
        self.num_plies += num_plies;
        if self.is_at_limit() {
            return false;
        }
        while let Some((outcome, num_outcomes)) = self.taken.pop() {
            if outcome + 1 < num_outcomes {
                self.taken.push((outcome + 1, num_outcomes));
                return true;
            }
        }
        false
    }
}
