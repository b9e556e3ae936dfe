//! Lessons: small positions to be played through, superposition first.

use cheqqers_game::show::{Lesson, LessonCondition, LessonEnding, LessonGoal};

const PHASE: (&str, &str) = ("phase", "true");
const EQUAL: (&str, &str) = ("unequal", "false");
const ROOK: (&str, &str) = ("position", "7k/8/8/8/8/8/8/R6K w - - 0 -");

pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        id: "superposition",
        chapter: "Superposition",
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
            text: "The two halves are one piece. A capture attempt measures which of them is real.",
        }],
    },
    Lesson {
        id: "attempt",
        chapter: "Measurement",
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
    Lesson {
        id: "half",
        chapter: "Measurement",
        title: "A half that captures",
        settings: &[("position", "7k/8/8/1p6/8/8/8/1N5K w - - 0 -")],
        moves: "b1^a3c3 h8-g8",
        replies: &[],
        text: &[
            "Now the attacker is the uncertain one: your knight is on a3 or c3. Either half may attempt a capture, and only the real one succeeds.",
        ],
        exercise: "Attempt to capture the pawn on b5.",
        goal: LessonGoal::Measured,
        endings: &[
            LessonEnding {
                when: Some(LessonCondition::MoreThan(1)),
                text: "That half was not real: your knight is certain on the other square, and the pawn is still there.",
            },
            LessonEnding {
                when: None,
                text: "That half was real: your knight is on b5, and the pawn is captured.",
            },
        ],
    },
    Lesson {
        id: "invert",
        chapter: "Superposition",
        title: "Likely and unlikely",
        settings: &[("position", "7k/8/8/8/4p3/8/8/R6K w - - 0 -")],
        moves: "a1^a1>e1 h8-g8",
        replies: &[],
        text: &[
            "Your rook is on a1 with 5/6 and on e1 with 1/6: an unequal pair. A capture on e4 would nearly always fail.",
            "An inversion exchanges the probabilities of two halves where one could move to the other. Choose Merge, then press both halves.",
        ],
        exercise: "Invert the rook on a1 and e1.",
        goal: LessonGoal::Move("a1<>e1"),
        endings: &[LessonEnding {
            when: None,
            text: "Now the rook is on e1 with 5/6. It was one gate, an X: what was likely is unlikely, and the other way round.",
        }],
    },
    Lesson {
        id: "entangle",
        chapter: "Entanglement",
        title: "Entanglement",
        settings: &[("position", "7k/8/8/(n1r)7/2(n1b)5/8/3N4/7K w - - 0 1e")],
        moves: "",
        replies: &[],
        text: &[
            "Your knight on d2 attacks the half on c4. So it may become entangled with that pair: it goes to another square where the half on c4 is real, and stays on d2 where it is not.",
            "Choose Split, press the knight, then e4 and c4.",
        ],
        exercise: "Put the knight on e4 as well, entangled with c4.",
        goal: LessonGoal::Move("d2^e4&c4"),
        endings: &[LessonEnding {
            when: None,
            text: "Two pairs, one group: e4 and c4 are real together, or d2 and a5 are, and never anything else. They have the same frame.",
        }],
    },
    Lesson {
        id: "together",
        chapter: "Entanglement",
        title: "Measured together",
        settings: &[("position", "7k/8/8/(n1r)7/2(n1b)5/8/3N4/R6K w - - 0 1e")],
        moves: "d2^e4&c4 h8-g8",
        replies: &[],
        text: &[
            "The two knights are entangled. Your rook attempts to capture the half on a5: the whole group is measured, your own knight included.",
        ],
        exercise: "Attempt to capture on a5 with the rook.",
        goal: LessonGoal::Measured,
        endings: &[
            LessonEnding {
                when: Some(LessonCondition::Occupied("e4")),
                text: "The black knight was on c4, so yours is on e4. Nothing is captured; the rook stands on a5.",
            },
            LessonEnding {
                when: None,
                text: "The black knight was on a5, and is captured. So yours is on d2.",
            },
        ],
    },
    Lesson {
        id: "join",
        chapter: "Interference",
        title: "A Hadamard move",
        settings: &[PHASE, EQUAL, ROOK],
        moves: "a1^a1e1 h8-g8",
        replies: &[],
        text: &[
            "With phase, two halves can be joined again. Your rook is on a1 and e1, with equal signs. A Hadamard move adds the two up: on one square they make a whole piece, on the other they cancel.",
            "Choose Merge, press both halves, and answer with the move that joins them on a1.",
        ],
        exercise: "Join the rook on a1.",
        goal: LessonGoal::Move("a1e1^a1"),
        endings: &[LessonEnding {
            when: None,
            text: "The rook is on a1 for certain, without any measurement: equal signs make it the first square.",
        }],
    },
    Lesson {
        id: "sign",
        chapter: "Interference",
        title: "The sign decides",
        settings: &[PHASE, EQUAL, ROOK],
        moves: "a1^a1e1 h8-g8 a1ze1 g8-h8",
        replies: &[],
        text: &[
            "This looks as before, but a Z move has changed the sign of the half on e1: its hand points the other way. No measurement could tell the difference.",
            "A Hadamard move can.",
        ],
        exercise: "Join the rook again, and see where it is.",
        goal: LessonGoal::Move("a1e1^e1"),
        endings: &[LessonEnding {
            when: None,
            text: "With opposite signs the halves cancel on a1 and add up on e1. The same gate as before, and the opposite result.",
        }],
    },
];
