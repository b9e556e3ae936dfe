//! Lessons: small positions to be played through, in the order of the levels.

use cheqqers_game::show::{Lesson, LessonCondition, LessonEnding, LessonGoal};

pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        id: "backwards",
        chapter: "Level 0: classical",
        title: "Men capture backwards",
        settings: &[
            ("level", "0"),
            ("size", "8"),
            ("position", "W:W14,28:B18,5"),
        ],
        moves: "",
        replies: &[],
        text: &[
            "A man steps forward, one square at a time, but it captures in all four directions.",
        ],
        exercise: "Capture the man on d4.",
        goal: LessonGoal::Left(1),
        endings: &[LessonEnding {
            when: None,
            text: "Look behind your men, too: the other side captures backwards as well.",
        }],
    },
    Lesson {
        id: "flying",
        chapter: "Level 0: classical",
        title: "Kings fly",
        settings: &[("level", "0"), ("size", "8"), ("position", "W:WK29:B18,5")],
        moves: "",
        replies: &[],
        text: &[
            "A king goes any number of squares along a diagonal. It captures from afar, and lands on any free square behind the piece it captures.",
        ],
        exercise: "Capture the man on d4, and land where you like.",
        goal: LessonGoal::Left(1),
        endings: &[LessonEnding {
            when: None,
            text: "One king can rule the whole board.",
        }],
    },
    Lesson {
        id: "longest",
        chapter: "Level 0: classical",
        title: "The longest capture",
        settings: &[
            ("level", "0"),
            ("size", "8"),
            ("position", "W:W22,28:B18,11,24"),
        ],
        moves: "",
        replies: &[],
        text: &[
            "If you can capture, you must, and of several captures you must choose one that can take the most. Here h2 could capture one man, and c3 can capture two.",
        ],
        exercise: "Capture two men in one turn.",
        goal: LessonGoal::Left(1),
        endings: &[LessonEnding {
            when: None,
            text: "Only the first capture of a turn is chosen that way. After it the piece may take any capture it has.",
        }],
    },
    Lesson {
        id: "onto",
        chapter: "Level 1: superposition",
        title: "Onto a square that may be occupied",
        settings: &[
            ("level", "1"),
            ("size", "8"),
            ("position", "B:W17,29:B9,10"),
        ],
        moves: "b6^a5c5",
        replies: &[],
        text: &[
            "Black has split a man over a5 and c5. You may step onto a square where a piece may be: it is measured first, that square alone. Found occupied, your turn is over and nothing moves.",
        ],
        exercise: "Step onto a5.",
        goal: LessonGoal::Measured,
        endings: &[
            LessonEnding {
                when: Some(LessonCondition::Occupied("b4")),
                text: "The black man was on a5. Your man stays on b4, and the turn is over. As often as not it goes the other way: try it again.",
            },
            LessonEnding {
                when: None,
                text: "a5 was empty, so the black man is on c5 for certain, and your man is on a5.",
            },
        ],
    },
    Lesson {
        id: "step",
        chapter: "Level 1: superposition",
        title: "A part that steps",
        settings: &[("level", "1"), ("size", "8"), ("position", "W:W22,28:B4,5")],
        moves: "c3^b4d4 h8-g7",
        replies: &[],
        text: &[
            "At level 1 a step measures the part that steps: only a piece that is there can go on. A split does not measure the piece that splits.",
        ],
        exercise: "Step from b4 to a5.",
        goal: LessonGoal::Measured,
        endings: &[
            LessonEnding {
                when: Some(LessonCondition::Occupied("a5")),
                text: "Your man was on b4, and has gone to a5. It is certain again.",
            },
            LessonEnding {
                when: None,
                text: "Your man was on d4, and is certain there. Nothing has moved, and your turn has passed.",
            },
        ],
    },
    Lesson {
        id: "own",
        chapter: "Level 2: entanglement",
        title: "Onto your own piece",
        settings: &[
            ("level", "2"),
            ("size", "8"),
            ("position", "W:W22,23,28:B4,5"),
        ],
        moves: "c3^b4d4 h8-g7",
        replies: &[],
        text: &[
            "From level 2 on a step no longer measures what steps, nor a square where a piece of your own may be. Only a square of the opponent's is still measured. Where d4 is empty, your man on e3 goes there. Where not, it stays.",
        ],
        exercise: "Step from e3 onto d4.",
        goal: LessonGoal::Move("e3-d4"),
        endings: &[LessonEnding {
            when: None,
            text: "There is a man on d4 in either case, so d4 is certain. The other one is on e3 or on b4: the two squares are entangled. Which man is which, nothing can tell: pieces of one side are alike.",
        }],
    },
    Lesson {
        id: "three",
        chapter: "Level 2: entanglement",
        title: "A capture measures its squares",
        settings: &[
            ("level", "2"),
            ("size", "8"),
            ("position", "W:W22,28:B11,5"),
        ],
        moves: "c3^b4d4 f6^e5g5",
        replies: &[],
        text: &[
            "A capture measures its three squares, as far as they are uncertain: where it starts, what it captures and where it lands. It succeeds if both pieces are there and the landing square is empty.",
            "A capture must be taken, however unlikely it is.",
        ],
        exercise: "Capture from d4 over e5.",
        goal: LessonGoal::Measured,
        endings: &[
            LessonEnding {
                when: Some(LessonCondition::MoreThan(1)),
                text: "At least one of the two was not there: nothing is captured, and what was found stays. It succeeds one time in four.",
            },
            LessonEnding {
                when: None,
                text: "Both were there: the black man is captured. That happens one time in four.",
            },
        ],
    },
    Lesson {
        id: "merge",
        chapter: "Level 3: interference",
        title: "Parts merge",
        settings: &[("level", "3"), ("size", "8"), ("position", "W:W22,28:B5,4")],
        moves: "c3^b4d4 h8-g7",
        replies: &[],
        text: &[
            "At level 3 two parts can merge on a square that both can reach. Their amplitudes add up or cancel out. In this game a step turns no phase, so parts of equal size add up.",
        ],
        exercise: "Merge b4 and d4 on c5.",
        goal: LessonGoal::Move("b4d4^c5"),
        endings: &[LessonEnding {
            when: None,
            text: "All of the man is on c5: it is certain again, without any measurement.",
        }],
    },
    Lesson {
        id: "rest",
        chapter: "Level 3: interference",
        title: "What is left over",
        settings: &[("level", "3"), ("size", "8"), ("position", "W:W22,28:B4,5")],
        moves: "c3^b4d4 h8-g7 d4^c5e5 g7-h6 b4-a5 h6-g5",
        replies: &[],
        text: &[
            "Parts that are not equally likely leave something over. The part on a5 has a probability of one half, the one on c5 a quarter.",
            "After this you know all of the rules.",
        ],
        exercise: "Merge a5 and c5 on b6.",
        goal: LessonGoal::Move("a5c5^b6"),
        endings: &[LessonEnding {
            when: None,
            text: "72.9 % are on b6. What is left stays on both, 1.1 % on a5 and on c5, with opposite phases: merged once more the same way, they would undo it.",
        }],
    },
];
