/// Texts that are refused, and what is told of them. `OURS` stands for tags of Cheqqers at level
/// 0 and a line end, `THIRD` for two lines of tags of Cheqqers.
pub(super) const REFUSED: &[(&str, &str)] = &[
    (
        "1. hello",
        "line 1, column 4: a move, a comment or the * of an end should stand here, not 'h'",
    ),
    ("[Event]", "line 1, column 7: \" should stand here, not ']'"),
    ("[Event \"x]", "line 1, column 8: this tag is never closed"),
    (
        "[A \"1\"] [A \"2\"]",
        "line 1, column 9: the tag A stands twice",
    ),
    (
        "OURS22",
        "line 2, column 3: the -, x or ^ of a move should stand here, not the end of the text",
    ),
    (
        "OURS22-",
        "line 2, column 4: the number of a square should stand here, not the end of the text",
    ),
    (
        "OURS22:18",
        "line 2, column 3: the -, x or ^ of a move should stand here, not ':'",
    ),
    (
        "OURS022-18",
        "line 2, column 1: the number of a square, which is 1 or more and begins with no 0, should stand here, not '0'",
    ),
    (
        "OURS22-018",
        "line 2, column 4: the number of a square, which is 1 or more and begins with no 0, should stand here, not '0'",
    ),
    (
        "OURS22-33",
        "line 2, column 4: a board of 8 x 8 has no square 33",
    ),
    (
        "OURS22-99999999999999999999",
        "line 2, column 4: a board of 8 x 8 has no square 99999999999999999999",
    ),
    (
        "OURS22^",
        "line 2, column 4: the number of a square should stand here, not the end of the text",
    ),
    (
        "OURS22-18^",
        "line 2, column 7: the number of a square should stand here, not the end of the text",
    ),
    (
        "OURS17^18",
        "line 2, column 6: - should stand here, not the end of the text",
    ),
    (
        "OURS1.. 22-18",
        "line 2, column 4: . should stand here, not ' '",
    ),
    (
        "OURS22-18 {x",
        "line 2, column 7: this comment is never closed",
    ),
    (
        "OURS22-18 (1. 9-13",
        "line 2, column 7: this variation is never closed",
    ),
    (
        "OURS22-18 (*)",
        "line 2, column 8: a move, a comment or the * of an end should stand here, not '*'",
    ),
    (
        "OURS22-18) *",
        "line 2, column 6: a move, a comment or the * of an end should stand here, not ')'",
    ),
    (
        "OURS22-18 $",
        "line 2, column 8: the number of an annotation should stand here, not the end of the text",
    ),
    (
        "OURS! 22-18",
        "line 2, column 1: a move, a comment or the * of an end should stand here, not '!'",
    ),
    (
        "OURS22-18 [Event \"x\"]",
        "line 2, column 7: a move, a comment or the * of an end should stand here, not '['",
    ),
    (
        "OURS/FEN W/",
        "line 2, column 6: \" should stand here, not 'W'",
    ),
    (
        "OURS/FEN \"X\"/",
        "line 2, column 1: the position can't be set up: a FEN starts with the side to move, W or B, as in W:W21-32:B1-12",
    ),
    (
        "OURS22-18 /FEN \"W:W1:B2\"/",
        "line 2, column 7: a position is set up behind moves, which no record can hold: make it a game of its own",
    ),
    ("OURS22-22^17", "line 2, column 4: square 22 stands twice"),
    ("OURS22-17^17", "line 2, column 7: square 17 stands twice"),
    (
        "OURS22-15",
        "line 2, column 1: 22-15 (c3-e5) is not legal: e5 is not reachable from c3: a man steps one square diagonally forward",
    ),
    (
        "OURS11-15",
        "line 2, column 1: 11-15 (f6-e5) is not legal: the piece on f6 is not yours, it is white's turn",
    ),
    (
        "OURS22-18\n9-13 18-15x3",
        "line 3, column 11: a move, a comment or the * of an end should stand here, not 'x'",
    ),
    (
        "OURS22x15.m1",
        "line 2, column 6: quantum games are written as draughts records but not read: use the record of the game, JSON Lines, instead",
    ),
    (
        "OURS22-18;M:2",
        "line 2, column 6: behind ;M: stand 0 and 1 with commas between them, as in ;M:1,0",
    ),
    (
        "OURS22-18 11-15 18x11x2",
        "line 2, column 19: the turn ends on square 11, a chain does not go on from there",
    ),
    (
        "OURS22-18 11-15 18x11;M:1",
        "line 2, column 18: nothing more is measured here: leave out the reading",
    ),
    (
        "OURS{[%header a=b]} 22-18",
        "line 2, column 14: the command header holds no list of KEY=VALUE here",
    ),
    (
        "[Variant \"chess\"]",
        "line 1, column 1: the tag Variant says \"chess\", it should say Cheqqers or International quantum draughts",
    ),
    (
        "[Quantumness \"4\"]",
        "line 1, column 1: the levels are 0, 1, 2 and 3, not 4",
    ),
    (
        "[Quantumness \"x\"]",
        "line 1, column 1: the tag Quantumness says \"x\", it should say a whole number",
    ),
    (
        "[GameType \"26,W,8,8,N2,0\"]",
        "line 1, column 1: this is a game of Brazilian draughts, only English draughts, international draughts, Cheqqers and international quantum draughts are played here",
    ),
    (
        "[GameType \"21,W,8,10,N2,0\"]",
        "line 1, column 1: the tag GameType says \"21,W,8,10,N2,0\", it should say the same width and height",
    ),
    (
        "[GameType \"21,W,8,8,A0,0\"]",
        "line 1, column 1: the tag GameType says \"21,W,8,8,A0,0\", it should say N2 where White moves first and N1 where Black does: square 1 at the top left",
    ),
    (
        "[GameType \"21,W,8,8,N1,0\"]",
        "line 1, column 1: the tag GameType says \"21,W,8,8,N1,0\", it should say N2 where White moves first and N1 where Black does: square 1 at the top left",
    ),
    (
        "[GameType \"21,W,8,8,N2,1\"]",
        "line 1, column 1: the tag GameType says \"21,W,8,8,N2,1\", it should say 0 at its end",
    ),
    (
        "[GameType \"21,W,3,3,N2,0\"]",
        "line 1, column 1: a board has 4 to 16 files and ranks, not 3",
    ),
    (
        "[GameType \"99\"]",
        "line 1, column 1: the tag GameType says \"99\", it should say 21, the number of English draughts, first",
    ),
    (
        "[GameType \"21,X\"]",
        "line 1, column 1: the tag GameType says \"21,X\", it should say W or B as the colour that moves first",
    ),
    (
        "[Rules \"mine\"]",
        "line 1, column 1: the tag Rules says \"mine\", it should say paper-2025",
    ),
    (
        "[FEN \"W:W33:B1\"]",
        "line 1, column 1: the position can't be set up: square 33 is not on a board of 8 x 8",
    ),
    (
        "OURS[Result \"3-0\"]",
        "line 2, column 1: the tag Result says \"3-0\", it should say 1-0, 0-1, 1/2-1/2 or *",
    ),
    (
        "OURS[Result \"1-0\"] 22-18 0-1",
        "line 2, column 22: the result behind the moves is black_won, in the tag it is white_won",
    ),
    (
        "[",
        "line 1, column 2: the name of a tag should stand here, not the end of the text",
    ),
    (
        "[1 \"\"]",
        "line 1, column 2: the name of a tag should stand here, not '1'",
    ),
    (
        "THIRD[GameType \"21,W,17,17,N2,0\"]",
        "line 3, column 1: a board has 4 to 16 files and ranks, not 17",
    ),
    (
        "THIRD [Quantumness \"7\"]",
        "line 3, column 2: the levels are 0, 1, 2 and 3, not 7",
    ),
    (
        "THIRD[StartRows \"4\"]",
        "line 3, column 1: a board of size 8 takes 1 to 3 rows of men, not 4",
    ),
    (
        "THIRD[Entanglement \"double\"]",
        "line 3, column 1: the entanglement rules are single and unlimited, not \"double\"",
    ),
    (
        "THIRD[DrawAfter \"0\"]",
        "line 3, column 1: a draw takes 1 or more plies without a capture, or \"off\", not 0",
    ),
    (
        "THIRD[DrawAfter \"x\"]",
        "line 3, column 1: the option \"draw_after\" is missing or is no number of plies or \"off\"",
    ),
    (
        "THIRD[FEN \"W:W33:B1\"]",
        "line 3, column 1: the position can't be set up: square 33 is not on a board of 8 x 8",
    ),
    (
        "OURS{x}\n{[%header a=1] [%header position=1]}",
        "line 3, column 16: the option \"position\" is missing or is no text",
    ),
    (
        "OURS[FEN \"W:W22:B1\"]\n/FEN \"W:W21:B1\"/",
        "line 3, column 1: another position is set up on line 2, and a game starts from one: keep one of them",
    ),
    (
        "OURS/FEN \"W:W22:B1\"/\n/FEN \"W:W21:B1\"/",
        "line 3, column 1: another position is set up on line 2, and a game starts from one: keep one of them",
    ),
];
