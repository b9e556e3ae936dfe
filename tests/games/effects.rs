//! The named effects of the foundation and of each game: their gates, their shorter forms and their
//! walks over the exact state do the same.

use cheqqers_checkers::cheqqers::effects::{CAPTURE, MERGE};
use cheqqers_testkit::effect::check;
use cheqqers_world::{SPLIT, STEP};

#[test]
fn a_step_is_its_gates() {
    check(&STEP, |_| true);
}

#[test]
fn a_split_is_the_gate_of_the_table() {
    check(&SPLIT, |_| true);
}

#[test]
fn a_merge_is_the_gate_of_the_table() {
    // Parts of one piece are never both there.
    check(&MERGE, |values| !(values[0] && values[1]));
}

#[test]
fn a_capture_is_its_gates() {
    check(&CAPTURE, |_| true);
}
