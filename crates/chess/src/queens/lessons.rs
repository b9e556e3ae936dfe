//! Lessons: small positions to be played through, superposition first.

use cheqqers_game::show::{Lesson, LessonCondition, LessonEnding, LessonGoal};

pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        id: "touch",
        chapter: "Superposition",
        title: "Touch and move",
        settings: &[("position", "k7/8/8/8/8/8/8/3(RB)3K w - - 0 -/-")],
        moves: "",
        replies: &[],
        text: &[
            "A quantum piece is of two types at once: the one on d1 is a rook or a bishop, with 50 % each. Touching it measures which.",
            "Touching binds: if it can move, it must move by the type that it shows.",
        ],
        exercise: "Press the piece on d1 twice to touch it, then move it.",
        goal: LessonGoal::Plies(2),
        endings: &[LessonEnding {
            when: None,
            text: "On a light square it keeps the type that it showed; on a dark one it is both again, and the next touch measures anew.",
        }],
    },
    Lesson {
        id: "dark",
        chapter: "Superposition",
        title: "Back into superposition",
        settings: &[("position", "k7/8/8/8/8/8/8/3[R*B]3K w - - 0 -/-")],
        moves: "",
        replies: &[],
        text: &[
            "The piece on d1 was measured: it is a rook now, and moves without being touched. It keeps this type on light squares.",
            "A piece that lands on a dark square becomes quantum again: a gate puts its qubit back into an equal superposition.",
        ],
        exercise: "Move the rook to the dark square d2.",
        goal: LessonGoal::Move("d1-d2"),
        endings: &[LessonEnding {
            when: None,
            text: "It is a rook and a bishop again. Whether a piece lands on light or dark is a choice between what you know and what may be.",
        }],
    },
    Lesson {
        id: "unknown",
        chapter: "Measurement",
        title: "A type nobody knows",
        settings: &[("position", "k7/8/8/8/8/8/1(R?)6/7K w - - 0 P1N1B1/-")],
        moves: "",
        replies: &[],
        text: &[
            "The first type of a piece is that of its starting square. Nobody knows the second one until it shows: it is one of the types that your side has not seen yet, here a pawn, a knight or a bishop.",
            "So a touch may need two measurements: which of its types, and if it is the second, which that is.",
        ],
        exercise: "Touch the piece on b2.",
        goal: LessonGoal::Measured,
        endings: &[LessonEnding {
            when: None,
            text: "Half of the time it is a rook. Else its second type is known from now on. Try it again to see others.",
        }],
    },
    Lesson {
        id: "take",
        chapter: "Measurement",
        title: "A quantum piece is captured",
        settings: &[("position", "k7/8/8/3(qn)4/8/8/8/3R3K w - - 0 -/-")],
        moves: "",
        replies: &[],
        text: &[
            "A quantum piece stands on one square for certain; only its type is open. So a capture never fails: the piece is measured, shows its type, and leaves.",
        ],
        exercise: "Capture the piece on d5.",
        goal: LessonGoal::Left(1),
        endings: &[LessonEnding {
            when: None,
            text: "Now both sides know what it was. A type that has left the game can't show again.",
        }],
    },
    Lesson {
        id: "check",
        chapter: "Measurement",
        title: "A touch that gives check",
        settings: &[("position", "3k4/8/8/8/8/8/8/3(RB)3K w - - 0 -/-")],
        moves: "",
        replies: &[],
        text: &[
            "If the type that shows attacks the opponent's king, the touch itself is the turn. As a rook the piece on d1 gives check to d8, as a bishop it does not.",
        ],
        exercise: "Touch the piece on d1.",
        goal: LessonGoal::Measured,
        endings: &[LessonEnding {
            when: None,
            text: "If it is a rook, your turn is over: Black is in check. If it is a bishop, it must move now. Try it again to see both.",
        }],
    },
    Lesson {
        id: "king",
        chapter: "The end",
        title: "Kings are captured",
        settings: &[("position", "3k4/8/8/8/8/8/8/3[R*B]3K w - - 0 -/-")],
        moves: "",
        replies: &[],
        text: &[
            "There is no mate: nobody knows what a piece will be. A king may stay in check, and who captures the other king has won.",
        ],
        exercise: "Capture the king.",
        goal: LessonGoal::Left(0),
        endings: &[
            LessonEnding {
                when: Some(LessonCondition::Occupied("d8")),
                text: "White has won. You know all of the rules.",
            },
            LessonEnding {
                when: None,
                text: "The king is captured.",
            },
        ],
    },
];
