/// Outcomes that a text does not tell, as they are tried one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Trials {
    /// Of each measurement so far the outcome that was taken, and how many there are.
    taken: Vec<(usize, usize)>,
    /// The next measurement's place among them.
    next: usize,
    /// Attempts so far.
    num_attempts: usize,
}

/// Limit of attempts to play a game.
pub(super) const MAX_ATTEMPTS: usize = 2000;

impl Trials {
    /// The outcome to take next, of so many.
    pub(super) fn take(&mut self, num_outcomes: usize) -> usize {
        if self.next == self.taken.len() {
            self.taken.push((0, num_outcomes));
        }
        self.next += 1;
        self.taken[self.next - 1].0
    }

    /// Returns `true` if there were as many attempts as are made.
    pub(super) fn is_at_limit(&self) -> bool {
        self.num_attempts >= MAX_ATTEMPTS
    }

    /// Goes back to the start, to take another outcome of the last measurement that has one; `false`
    /// if there is none, or the limit of attempts is reached.
    pub(super) fn again(&mut self) -> bool {
        self.next = 0;
        self.num_attempts += 1;
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
