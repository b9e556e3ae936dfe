//! Lessons: small positions to be played through.

use cheqqers_game::show::{Lesson, LessonEnding, LessonGoal};

pub(super) const LESSONS: &[Lesson] = &[Lesson {
    id: "touch",
    chapter: "Queen's quantum chess",
    title: "Touch and move",
    settings: &[("position", "k7/8/8/8/8/8/8/3(RB)3K w - - 0 -/-")],
    moves: "",
    replies: &[],
    text: &[
        "A quantum piece is of two types at once: the one on d1 is a rook or a bishop, with 50 % each. Touching it measures which.",
        "Touching binds: if it can move, it must move by the type that it shows. On a dark square it becomes quantum again.",
    ],
    exercise: "Press the piece on d1 twice to touch it, then move it.",
    goal: LessonGoal::Plies(2),
    endings: &[LessonEnding {
        when: None,
        text: "On a light square it keeps the type that it showed; on a dark one it is both again, and the next touch measures anew.",
    }],
}];
