//! Who chooses moves, and the loop that lets them play.
