//! Lessons: small positions to be played through.

use cheqqers_game::show::{Lesson, LessonCondition, LessonEnding, LessonGoal};

pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        id: "superposition",
        chapter: "Box chess",
        title: "On two squares",
        settings: &[("position", "7k/8/8/8/8/8/8/1N5K w - - 0 -")],
        moves: "",
        replies: &[],
        text: &[
            "A piece may go to two squares at once, or stay and go as well. One of its two halves is the real one; both block, attack and give check.",
            "Choose Split, press the knight, then two squares that it can reach, its own included. Equal halves are real with 50 % each; of unequal ones the first is real with 5/6.",
        ],
        exercise: "Put the knight on two squares.",
        goal: LessonGoal::Parts(2),
        endings: &[LessonEnding {
            when: None,
            text: "A capture attempt measures which half is real.",
        }],
    },
    Lesson {
        id: "attempt",
        chapter: "Box chess",
        title: "An attempted capture",
        settings: &[("position", "7k/8/8/(n1r)7/2(n1b)5/8/8/R6K w - - 0 1e")],
        moves: "",
        replies: &[],
        text: &[
            "The black knight is on a5 or c4, with 50 % each. To capture a half is an attempt: the pair is measured.",
            "The attacker goes to the square in any case. If the knight is found there it is captured; else it stands on its other square.",
        ],
        exercise: "Attempt to capture the knight on a5 with the rook.",
        goal: LessonGoal::Measured,
        endings: &[
            LessonEnding {
                when: Some(LessonCondition::Occupied("c4")),
                text: "The knight was on c4: the rook stands on a5, and nothing is captured.",
            },
            LessonEnding {
                when: None,
                text: "The knight was on a5, and is captured.",
            },
        ],
    },
];
