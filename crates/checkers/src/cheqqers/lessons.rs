//! Lessons: small positions to be played through, in the order of the levels.

use cheqqers_game::show::{Lesson, LessonCondition, LessonEnding, LessonGoal};

pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        id: "step",
        chapter: "Level 0: classical",
        title: "A step",
        settings: &[("level", "0"), ("size", "6"), ("position", "W:W11,18:B1,3")],
        moves: "",
        replies: &[],
        text: &[
            "Cheqqers is draughts on the dark squares. A man moves one square forward, to the left or to the right.",
            "Press a piece: the dots are where it can go. Or drag it there, or use the arrow keys and Enter.",
        ],
        exercise: "Move a white man one step.",
        goal: LessonGoal::Plies(1),
        endings: &[LessonEnding {
            when: None,
            text: "That is all there is to a step.",
        }],
    },
    Lesson {
        id: "capture",
        chapter: "Level 0: classical",
        title: "A capture",
        settings: &[
            ("level", "0"),
            ("size", "8"),
            ("position", "W:W22,28:B18,11,1"),
        ],
        moves: "",
        replies: &[],
        text: &[
            "An opposing piece is captured by jumping over it onto the empty square behind. Rings mark such targets.",
            "If you can capture you must, and you go on with the same piece as long as it can.",
        ],
        exercise: "Capture both black men.",
        goal: LessonGoal::Left(1),
        endings: &[LessonEnding {
            when: None,
            text: "Both are gone, in one turn of two jumps.",
        }],
    },
    Lesson {
        id: "king",
        chapter: "Level 0: classical",
        title: "A king",
        settings: &[("level", "0"), ("size", "6"), ("position", "W:W5,16:B9")],
        moves: "",
        replies: &["f4-e3", "e3-f2", "e3-d2"],
        text: &["A man that reaches the far row becomes a king. Kings move backward, too."],
        exercise: "Get a king, then step back with it.",
        goal: LessonGoal::From(&["b6", "d6", "f6"]),
        endings: &[LessonEnding {
            when: None,
            text: "A king has a crown, and four directions.",
        }],
    },
    Lesson {
        id: "split",
        chapter: "Level 1: superposition",
        title: "Superposition: a split",
        settings: &[("level", "1"), ("size", "6"), ("position", "W:W17,15:B4,3")],
        moves: "",
        replies: &[],
        text: &[
            "From level 1 on a piece can split: it moves to two squares at once, and is then a quantum piece. Each of its parts is there with a probability of one half, which the ring and the number tell. The letter says which parts are one piece.",
            "Press the man on c1, then the two arrows between its targets. Or press one target and drag to the other. Or press “Split” (key s), then the piece and both targets.",
        ],
        exercise: "Split the man on c1 over b2 and d2.",
        goal: LessonGoal::Move("c1^b2d2"),
        endings: &[LessonEnding {
            when: None,
            text: "The man is on both squares, in superposition: one circuit holds both parts, and they would be measured together.",
        }],
    },
    Lesson {
        id: "again",
        chapter: "Level 1: superposition",
        title: "Parts split on",
        settings: &[("level", "1"), ("size", "8"), ("position", "W:W30,28:B5,4")],
        moves: "c1^b2d2 h8-g7",
        replies: &["g7-h6"],
        text: &[
            "A part moves as if it were a piece: it can step, and it can split again. The probabilities of all parts of a piece add up to one.",
        ],
        exercise: "Split one of the parts again.",
        goal: LessonGoal::Parts(3),
        endings: &[LessonEnding {
            when: None,
            text: "One half stays whole, the other becomes two quarters: three parts of one piece, three qubits.",
        }],
    },
    Lesson {
        id: "measure",
        chapter: "Level 1: superposition",
        title: "A capture that measures",
        settings: &[
            ("level", "1"),
            ("size", "8"),
            ("position", "B:W18,29:B11,5"),
        ],
        moves: "f6^e5g5",
        replies: &[],
        text: &[
            "Black has split a man over e5 and g5. It may be on e5, so you can try to capture it, and must.",
            "Only a measurement tells where it is. Point at the target: you are told what may happen, and how likely it is.",
        ],
        exercise: "Capture over e5.",
        goal: LessonGoal::Measured,
        endings: &[
            LessonEnding {
                when: Some(LessonCondition::MoreThan(1)),
                text: "It was not on e5 but on g5, where it is certain now. Nothing is captured, and your turn has passed. As often as not it goes the other way: try it again.",
            },
            LessonEnding {
                when: None,
                text: "It was on e5, and is captured. As often as not it is found on g5, and the turn passes: try it again.",
            },
        ],
    },
    Lesson {
        id: "attacker",
        chapter: "Level 1: superposition",
        title: "A part that captures",
        settings: &[
            ("level", "1"),
            ("size", "8"),
            ("position", "W:W22,28:B11,5"),
        ],
        moves: "c3^b4d4 f6-e5",
        replies: &[],
        text: &[
            "It is the same when the piece that captures is the uncertain one: it is measured first. Only a piece that is there can capture.",
        ],
        exercise: "Capture with the part on d4.",
        goal: LessonGoal::Measured,
        endings: &[
            LessonEnding {
                when: Some(LessonCondition::MoreThan(1)),
                text: "Your man was found on b4: it could not capture from d4, and the turn has passed.",
            },
            LessonEnding {
                when: None,
                text: "Your man was found on d4, and has captured.",
            },
        ],
    },
    Lesson {
        id: "entangle",
        chapter: "Level 2: entanglement",
        title: "Entanglement",
        settings: &[
            ("level", "2"),
            ("size", "8"),
            ("position", "B:W18,29:B11,5"),
        ],
        moves: "f6^e5g5",
        replies: &[],
        text: &[
            "At level 2 a certain piece that captures an uncertain one does not measure it. Both things happen, in superposition: where the black man was on e5, it is captured and your man is on f6. Where it was not, your man is still on d4.",
            "The two pieces are then entangled.",
        ],
        exercise: "Capture over e5.",
        goal: LessonGoal::Deed("entangling capture"),
        endings: &[LessonEnding {
            when: None,
            text: "Either your man is on f6 and the black one is captured, or it is on d4 and the black one on g5: half each, and never anything else. All three squares have the same frame. Open the circuit of a game to see these outcomes.",
        }],
    },
    Lesson {
        id: "together",
        chapter: "Level 2: entanglement",
        title: "Measured together",
        settings: &[
            ("level", "2"),
            ("size", "8"),
            ("position", "W:W22,25,29,28:B15,5,4"),
        ],
        moves: "c3^b4d4 e5xc3",
        replies: &[],
        text: &[
            "You split a man over b4 and d4, and Black captured over d4. So the black man is on c3 if yours was on d4, and else still on e5.",
            "Now you capture over c3. A piece that is already entangled is measured, and its whole circuit with it: whatever is found decides both.",
        ],
        exercise: "Capture over c3 with the man on b2.",
        goal: LessonGoal::Measured,
        endings: &[
            LessonEnding {
                when: Some(LessonCondition::Occupied("b4")),
                text: "The black man was found on e5, so yours was never captured: it is on b4 for certain. Nothing is on c3, and the turn has passed.",
            },
            LessonEnding {
                when: None,
                text: "The black man was found on c3, so it had captured yours. Now it is captured in turn.",
            },
        ],
    },
    Lesson {
        id: "merge",
        chapter: "Level 3: interference",
        title: "Interference: a merge",
        settings: &[("level", "3"), ("size", "8"), ("position", "W:W22,28:B5,4")],
        moves: "c3^b4d4 h8-g7",
        replies: &[],
        text: &[
            "At level 3 two parts of a piece can merge on a square that both can reach. Their amplitudes add up: they interfere.",
            "Pick the part on b4: its partner is lit. Press it, then c5. The two arrows that meet, on the target, do the same at once.",
        ],
        exercise: "Merge b4 and d4 on c5.",
        goal: LessonGoal::Move("b4d4^c5"),
        endings: &[LessonEnding {
            when: None,
            text: "The parts were in phase, so all of the piece is on c5: it is certain again, without any measurement.",
        }],
    },
    Lesson {
        id: "phase",
        chapter: "Level 3: interference",
        title: "Phase",
        settings: &[
            ("level", "3"),
            ("size", "8"),
            ("position", "W:WK22,28:BK4,5"),
        ],
        moves: "c3^b4d4 h8-g7 b4-a5 g7-h8 a5-b4 h8-g7",
        replies: &[],
        text: &[
            "Every step turns the phase of a part by a quarter. The hand in its ring shows it. Here the part on b4 has been to a5 and back: two quarters make half a turn, and the hands point in opposite directions.",
            "Point at the merge before you play it: violet rings show what it would give.",
        ],
        exercise: "Merge b4 and d4 on c5.",
        goal: LessonGoal::Move("b4d4^c5"),
        endings: &[LessonEnding {
            when: None,
            text: "On c5 the two amplitudes cancel: nothing arrives. All of the piece stays on d4, the second part. The same move as before, and the opposite result: only the phase was another one.",
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
            "Parts that are not equally likely can't interfere away. The part on a5 has a probability of one half, the one on c5 a quarter.",
            "After this you know all of the rules.",
        ],
        exercise: "Merge a5 and c5 on b6.",
        goal: LessonGoal::Move("a5c5^b6"),
        endings: &[LessonEnding {
            when: None,
            text: "72.9 % are on b6 and 2.1 % are left on c5, as ((√½ + ½)² and (√½ − ½)²) / 2 tell. The quarter on e5 took no part in it.",
        }],
    },
];
