//! Lessons: small positions to be played through, superposition first.

use cheqqers_game::show::{Lesson, LessonCondition, LessonEnding, LessonGoal};

/// A half move, undone by another one: parts interfere.
const REJOIN: (&str, &str) = ("rejoin", "true");
const SINGLE: (&str, &str) = ("quantum_move", "single");

pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        id: "both-ways",
        chapter: "Superposition",
        title: "Left and right at once",
        settings: &[("position", "W:Wc3,h2:Ba7,h8")],
        moves: "",
        replies: &[],
        text: &[
            "A man steps one square diagonally forward. Or it makes a quantum move, to the left and to the right at once: half of it goes to each square.",
            "Press “Split”, then the man on c3 and both squares. Or press the man, then the two arrows between its targets.",
        ],
        exercise: "Move the man on c3 to b4 and d4 at once.",
        goal: LessonGoal::Move("c3^b4d4"),
        endings: &[LessonEnding {
            when: None,
            text: "The man is on both squares, in superposition: with one half on each. It was one gate, the square root of iSWAP.",
        }],
    },
    Lesson {
        id: "again",
        chapter: "Superposition",
        title: "Half of a half",
        settings: &[("position", "W:Wc3,h2:Ba7,h8")],
        moves: "c3^b4d4 h8-g7",
        replies: &["g7-h6"],
        text: &[
            "A part moves as if it were a piece, and can make a quantum move again. The probabilities of all parts of a piece add up to one.",
        ],
        exercise: "Make a quantum move with one of the two parts.",
        goal: LessonGoal::Parts(3),
        endings: &[LessonEnding {
            when: None,
            text: "One half stays whole, the other one becomes two quarters: three parts, three qubits.",
        }],
    },
    Lesson {
        id: "attack",
        chapter: "Measurement",
        title: "An attack measures",
        settings: &[("position", "B:Wd4,h2:Ba7,f6")],
        moves: "f6^e5g5",
        replies: &[],
        text: &[
            "Black has moved a man to e5 and g5 at once. Only an attack can find out where it is: it measures the attacker and what is attacked.",
            "If the man is on e5 you jump over it and capture it. If it is not, e5 is empty, and your man steps there.",
        ],
        exercise: "Attack e5.",
        goal: LessonGoal::Measured,
        endings: &[
            LessonEnding {
                when: Some(LessonCondition::Occupied("g5")),
                text: "It was on g5, where it is certain now. Your man has stepped onto e5. Try it again: half of the time it is captured.",
            },
            LessonEnding {
                when: None,
                text: "It was on e5, and is captured. Try it again: half of the time it is on g5, and your man steps onto e5.",
            },
        ],
    },
    Lesson {
        id: "behind",
        chapter: "Measurement",
        title: "What is behind it",
        settings: &[("position", "B:Wd4,h2:Ba7,e5,g7")],
        moves: "g7^f6h6",
        replies: &[],
        text: &[
            "The man on e5 is certain, and so is yours. But a part of another one may stand on f6, where you would land: this square is measured as well.",
        ],
        exercise: "Attack e5.",
        goal: LessonGoal::Measured,
        endings: &[
            LessonEnding {
                when: Some(LessonCondition::Occupied("h6")),
                text: "The other man was on h6: f6 was free, and the man on e5 is captured.",
            },
            LessonEnding {
                when: None,
                text: "The other man was on f6, in your way: nobody moves, and your turn is over.",
            },
        ],
    },
    Lesson {
        id: "block",
        chapter: "Entanglement",
        title: "In one's own way",
        settings: &[("position", "W:Wc3,e3:Ba7,h8")],
        moves: "c3^b4d4 h8-g7",
        replies: &[],
        text: &[
            "One of your own men may be on d4. If another one steps there, it moves where d4 is empty, and stays where it is not. Nothing is measured: both happen, in superposition.",
        ],
        exercise: "Step from e3 to d4.",
        goal: LessonGoal::Move("e3-d4"),
        endings: &[LessonEnding {
            when: None,
            text: "Either the first man is on d4 and the second on e3, or the first is on b4 and the second on d4. The two are entangled. A man is on d4 for certain, but nobody knows which.",
        }],
    },
    Lesson {
        id: "together",
        chapter: "Entanglement",
        title: "Measured together",
        settings: &[("position", "W:Wc3,e3:Ba7,h6")],
        moves: "c3^b4d4 h6-g5 e3-d4 g5-f4",
        replies: &[],
        text: &[
            "These two men are entangled: the second one is on e3 only where the first one is on d4. Now the second attacks from e3, and is measured.",
        ],
        exercise: "Attack f4 with the part on e3.",
        goal: LessonGoal::Measured,
        endings: &[
            LessonEnding {
                when: Some(LessonCondition::Occupied("g5")),
                text: "It was on e3, and has captured. So the first man is on d4: one measurement has decided both.",
            },
            LessonEnding {
                when: None,
                text: "It was not on e3 but on d4, and so the first man is on b4: one measurement has decided both. Nothing moves.",
            },
        ],
    },
    Lesson {
        id: "rejoin",
        chapter: "Interference",
        title: "A half move undone",
        settings: &[SINGLE, REJOIN, ("position", "W:WKc3,h2:Ba7,Kh8")],
        moves: "c3^d4 h8-g7",
        replies: &[],
        text: &[
            "With these settings a quantum move sends half of a piece to one square, and the other half stays. Here half of the king went from c3 to d4.",
            "The same move once more brings the halves together. They interfere: on one square they add up, on the other they cancel.",
        ],
        exercise: "Make the half move from c3 to d4 again.",
        goal: LessonGoal::Move("c3^d4"),
        endings: &[LessonEnding {
            when: None,
            text: "All of the king is on d4, without any measurement. Twice the square root of iSWAP is iSWAP: a whole move.",
        }],
    },
];
