//! Lessons: small positions to be played through, superposition first.

use cheqqers_game::show::{Lesson, LessonCondition, LessonEnding, LessonGoal};

pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        id: "maybe",
        chapter: "Superposition",
        title: "Maybe there",
        settings: &[("position", "W:Wc3~0,g1~0:Bf8~0,h8~0")],
        moves: "",
        replies: &[],
        text: &[
            "Every piece is a qubit: it is there, or it is not, and it is both until it is measured. At the start each is there with 50 %. Its ring tells how likely it is; its square is taken in any case.",
            "A man steps one square diagonally forward. Press the piece, then a square, and the square once more: the step rotates the qubit.",
        ],
        exercise: "Step with the man on c3.",
        goal: LessonGoal::From(&["c3"]),
        endings: &[LessonEnding {
            when: None,
            text: "Now it is there with 75 %. Each step turns its arrow by 15°, and the square of the arrow's height is the probability: sin² 45° = 50 %, sin² 60° = 75 %.",
        }],
    },
    Lesson {
        id: "certain",
        chapter: "Superposition",
        title: "Certain after three steps",
        settings: &[("position", "W:Wc3~1,g1~0:Bf8~0,h8~0")],
        moves: "",
        replies: &["f8-e7", "h8-g7"],
        text: &[
            "The man on c3 has stepped once, and is there with 75 %. After two more steps the arrow stands upright: sin² 90° = 1.",
        ],
        exercise: "Step with this man until it is certainly there.",
        goal: LessonGoal::From(&["b4", "d4"]),
        endings: &[LessonEnding {
            when: None,
            text: "It is there for certain, and stays so: further steps rotate it no more.",
        }],
    },
    Lesson {
        id: "attempt",
        chapter: "Measurement",
        title: "A capture measures",
        settings: &[("position", "W:Wd4,a1~0,g1~0:Be5~1,b8~0,h8~0")],
        moves: "",
        replies: &[],
        text: &[
            "Your man on d4 is certain, the black man on e5 is there with 75 %. To capture it is to measure it: if it is there it is captured.",
            "If it is not, all other pieces are measured, too. Those that are not there leave the board, and your turn is over.",
        ],
        exercise: "Capture over e5.",
        goal: LessonGoal::Measured,
        endings: &[
            LessonEnding {
                when: Some(LessonCondition::Occupied("f6")),
                text: "It was there, and is captured. Nothing else was measured. One time in four it goes the other way: try it again.",
            },
            LessonEnding {
                when: None,
                text: "It was not there. So everything was measured: whoever is left on the board is there for certain.",
            },
        ],
    },
    Lesson {
        id: "both",
        chapter: "Measurement",
        title: "Both must be there",
        settings: &[("position", "W:Wd4~1,g1:Be5~1,h8")],
        moves: "",
        replies: &[],
        text: &[
            "A piece that is not there can't capture. So the attacker is measured as well, and a capture of two uncertain pieces succeeds with the product of both probabilities: 75 % of 75 % is 56.3 %.",
            "Point at the target before you press it: the chance of each outcome is told.",
        ],
        exercise: "Capture over e5 with the man on d4.",
        goal: LessonGoal::Measured,
        endings: &[
            LessonEnding {
                when: Some(LessonCondition::Occupied("f6")),
                text: "Both were there. The attacker is certain now, too.",
            },
            LessonEnding {
                when: None,
                text: "One of them was not there, and has left the board. The other one is certain now.",
            },
        ],
    },
    Lesson {
        id: "fail",
        chapter: "Measurement",
        title: "A good time to fail",
        settings: &[(
            "position",
            "W:Wd4~2,c1~2,e1~2,g1~2:Be5~0,b8~0,d8~0,f8~0,h8~0",
        )],
        moves: "",
        replies: &[],
        text: &[
            "A failed capture measures everybody. Your four men are there with 93.3 % each, the five black ones with 50 %.",
            "You expect to keep nearly all of yours, and Black to lose about half: an attempt that fails may be better than one that succeeds.",
        ],
        exercise: "Attempt the capture over e5.",
        goal: LessonGoal::Measured,
        endings: &[
            LessonEnding {
                when: Some(LessonCondition::Occupied("f6")),
                text: "It succeeded, which it does with 46.7 %: one black man fewer. Try it again to see it fail.",
            },
            LessonEnding {
                when: None,
                text: "It failed, and the measurement has thinned out the black men more than yours. Move first, measure later.",
            },
        ],
    },
    Lesson {
        id: "king",
        chapter: "Kings",
        title: "A king",
        settings: &[("position", "W:Wc7~2,g1:Bf6,a3")],
        moves: "",
        replies: &["f6-e5", "f6-g5"],
        text: &[
            "A man that reaches the far row becomes a king, also if it is only maybe there. Kings move backward, too.",
        ],
        exercise: "Get a king, then step back with it.",
        goal: LessonGoal::From(&["b8", "d8"]),
        endings: &[LessonEnding {
            when: None,
            text: "A king has four directions. You know all of the rules.",
        }],
    },
];
