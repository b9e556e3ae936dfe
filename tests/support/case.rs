//! What is in the corpus; other tests take their games from it.

use cheqqers_checkers::{Entanglement, Level, Position, Rules, Square};
use cheqqers_game::Game;
use cheqqers_testkit::script;
use cheqqers_world::Component;

use crate::command::printed;

/// A case: its name, the board and the rules, a set-up other than the start of a game, the moves,
/// and a square of the component that is shown.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) size: u8,
    pub(crate) entanglement: Entanglement,
    pub(crate) draw_after: Option<u32>,
    pub(crate) position: Option<&'static str>,
    pub(crate) moves: &'static str,
    pub(crate) square: &'static str,
}

/// What is as ever.
const CASE: Case = Case {
    name: "",
    size: 8,
    entanglement: Entanglement::Single,
    draw_after: Some(40),
    position: None,
    moves: "",
    square: "",
};

pub(crate) static CASES: [Case; 13] = [
    Case {
        name: "split",
        moves: "c3^b4d4",
        square: "b4",
        ..CASE
    },
    Case {
        name: "double_split",
        moves: "c3^b4d4 h6-g5 d4^c5e5",
        square: "b4",
        ..CASE
    },
    Case {
        name: "step",
        moves: "c3^b4d4 h6-g5 b4-a5",
        square: "d4",
        ..CASE
    },
    Case {
        name: "merge_with_remainder",
        position: Some("W:W22:B1,2,3,4"),
        moves: "c3^b4d4 h8-g7 d4^c5e5 f8-e7 b4-a5 g7-h6 a5c5^b6",
        square: "b6",
        ..CASE
    },
    Case {
        name: "merge_undoes_split",
        position: Some("W:W23,24:B1,2,3,4"),
        moves: "e3^d4f4 h8-g7 d4^c5e5 f8-e7 c5e5^d6",
        square: "f4",
        ..CASE
    },
    Case {
        name: "merge_out_of_phase",
        position: Some("W:WK22:BK1"),
        moves: "c3^b4d4 b8-a7 b4^a3a5 a7-b8 a5-b6 b8-a7 d4^c5e5 a7-b8 b6-a5 b8-a7 a5c5^b4",
        square: "c5",
        ..CASE
    },
    Case {
        name: "entangling_capture",
        moves: "c3-d4 f6^e5g5 d4xf6",
        square: "g5",
        ..CASE
    },
    // A chain: what the first jump entangles the second one measures, and the third entangles again.
    Case {
        name: "capture_chain",
        position: Some("B:W30,K5:BK8,K24,K31"),
        moves: "g7^f6h6 a7-b8 g3^f4h4 b8-a7 e1^d2f2 c1xe3 e3xg5{e3}{f4} g5xe7",
        square: "e7",
        ..CASE
    },
    // Both parts of a part are captured, each by another piece.
    Case {
        name: "two_captures",
        entanglement: Entanglement::Unlimited,
        position: Some("B:W19,20,23,26:B8,1"),
        moves: "g7^f6h6 d2-c3 f6^e5g5 f4xd6 b8-a7 h4xf6",
        square: "h6",
        ..CASE
    },
    Case {
        name: "entangled_pieces_split_on",
        position: Some("B:W18,29:B11,4"),
        moves: "f6^e5g5 d4xf6 g5^f4h4 d4^c5e5 f4^e3g3 c5^b6d6",
        square: "h4",
        ..CASE
    },
    Case {
        name: "eight_qubits",
        draw_after: None,
        position: Some("W:WK23,K30:BK11,K4"),
        moves: "c1^b2d2 f6^e5g5 b2d2^c3 e5^d4f6 e3xc5 f6^e7g7 e3c5^d4 g5^h4f6 c5^b4b6 e7^d8f8",
        square: "b4",
        ..CASE
    },
    Case {
        name: "sixteen_qubits",
        size: 10,
        draw_after: None,
        position: Some("W:WK38,K47:BK23,K5"),
        moves: "e3^d4f4 j10-i9 f4^e3g5 f6xh4 e3^d2f4 f6^e7g7 d4-c3 e7^d8f8 d2^e1e3 g7^f6h6 \
                c3^b2d4 f6-g7 d4^c3c5 h4h6^g5 c5-b4 d8^c7c9 c3^d2d4 c9^d8d10 b4d4^c5 f8^e9g9 \
                b2^a3c3",
        square: "e1",
        ..CASE
    },
    Case {
        name: "twenty_four_qubits",
        size: 12,
        draw_after: None,
        position: Some("W:WK57,K67:BK39,K12"),
        moves: "e3^d2f4 k11-l10 f4^g3e5 f6xd4 d2^c1e1 d4^c3c5 g3^h2f4 c3c5^d4 h2^i1g3 d4^c3c5 \
                i1^h2j2 c5^b4d6 g3^f2h4 d6f6^e7 f4^g3g5 f6^e5g7 j2^i1k1 e7^d6d8 f2^g1e3 b4^a3c5 \
                e3^f2f4 g7^f8h8 h4^i3i5 h8^i7g9 i5^j4h6 i7^h8j8 k1^j2l2",
        square: "c1",
        ..CASE
    },
];

/// A case as it was played: the position, and the circuits' component.
pub(crate) struct Played {
    pub(crate) position: Position,
    square: Square,
}

impl Case {
    /// The case of a name.
    pub(crate) fn named(name: &str) -> &'static Self {
        let mut cases = CASES.iter();
        cases.find(|case| case.name == name).unwrap()
    }

    /// Where its game starts.
    pub(crate) fn start(&self) -> Position {
        let rules = Rules::new(Level::Interference)
            .with_size(self.size.into())
            .unwrap()
            .with_entanglement(self.entanglement)
            .with_draw_after(self.draw_after)
            .unwrap();
        match self.position {
            Some(fen) => Position::from_fen(rules, fen).unwrap(),
            None => Position::initial(rules),
        }
    }

    pub(crate) fn play(&self) -> Played {
        Played {
            position: script::play(self.start(), self.moves),
            square: self.square.parse().unwrap(),
        }
    }

    /// What `cheqqers export` writes of it, with more options.
    pub(crate) fn exported(&self, more: &[&str]) -> String {
        let size = self.size.to_string();
        let draw_after = self.draw_after.map_or("off".into(), |n| n.to_string());
        let mut args = vec!["export", "--size", &size, "--draw-after", &draw_after];
        args.extend(["--entanglement", self.entanglement.name()]);
        args.extend(["--moves", self.moves, "--square", self.square]);
        args.extend(self.position.iter().flat_map(|fen| ["--position", fen]));
        args.extend(more);
        printed(&args)
    }
}

impl Played {
    pub(crate) fn component(&self) -> &Component {
        self.position.world().component(self.square.slot()).unwrap()
    }
}
