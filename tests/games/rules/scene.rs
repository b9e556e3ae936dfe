//! A position to try a rule on, from either side of the board.

use cheqqers_checkers::{Level, Position, Refusal, Rules, Square};
use cheqqers_game::{Colour, Game, Status};
use cheqqers_testkit::checks::cheqqers as checks;
use cheqqers_testkit::script::{self, Branch};

/// How far a probability may be off.
const CLOSE: f64 = 1e-12;

/// Whose turn it is first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum First {
    Own,
    Other,
}

/// A position as one player sees it.
///
/// All squares are named as they are for White. Where Black is the player, the board is turned
/// around, so that one text tells a rule for both.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) position: Position,
    own: Colour,
    turned: bool,
}

/// One way a move can end: the squares found occupied, and then.
pub(crate) struct Way {
    /// Measurement by measurement, as in `{d4,g5}{}`.
    pub(crate) found: String,
    pub(crate) probability: f64,
    pub(crate) scene: Scene,
}

pub(crate) fn rules(level: u8) -> Rules {
    Rules::new(Level::from_number(level.into()).expect("a level"))
}

/// Each player, with a man and with a king: the sign that makes a king of what it precedes.
pub(crate) fn players() -> impl Iterator<Item = (Colour, &'static str)> {
    let sides = [Colour::White, Colour::Black].into_iter();
    sides.flat_map(|side| ["", "K"].map(|sign| (side, sign)))
}

impl Scene {
    /// Squares of the player and of the opponent, apart by blanks, `K` before kings.
    #[track_caller]
    pub(crate) fn new(rules: Rules, own: Colour, first: First, pieces: &str, others: &str) -> Self {
        let turned = own == Colour::Black;
        Self::set_up(rules, own, turned, first, pieces, others)
    }

    /// The same for Black without turning the board: colours are exchanged, squares stay.
    #[track_caller]
    pub(crate) fn unturned(
        rules: Rules,
        own: Colour,
        first: First,
        pieces: &str,
        others: &str,
    ) -> Self {
        Self::set_up(rules, own, false, first, pieces, others)
    }

    #[track_caller]
    fn set_up(
        rules: Rules,
        own: Colour,
        turned: bool,
        first: First,
        pieces: &str,
        others: &str,
    ) -> Self {
        let size = rules.size();
        let list = |text: &str| {
            let entries = text.split_whitespace().map(|entry| {
                let (sign, name) =
                    entry.split_at(entry.len() - entry.trim_start_matches('K').len());
                let square: Square = turn(name, turned, size).parse().unwrap();
                format!("{sign}{}", square.draughts_number(size))
            });
            entries.collect::<Vec<_>>().join(",")
        };
        let letter = |colour| match colour {
            Colour::White => 'W',
            Colour::Black => 'B',
        };
        let mover = match first {
            First::Own => own,
            First::Other => own.opponent(),
        };
        let fen = format!(
            "{}:{}{}:{}{}",
            letter(mover),
            letter(own),
            list(pieces),
            letter(own.opponent()),
            list(others)
        );
        let position = Position::from_fen(rules, &fen).unwrap();
        checks::position(&position).unwrap();
        Self {
            position,
            own,
            turned,
        }
    }

    /// Plays a line of moves of both sides, with their outcomes.
    #[track_caller]
    pub(crate) fn play(&self, line: &str) -> Self {
        let position = script::play(self.position.clone(), &self.turn(line));
        checks::position(&position).unwrap();
        self.with(position)
    }

    /// Every way a move can end, in the order of what is found.
    #[track_caller]
    pub(crate) fn ways(&self, mv: &str) -> Vec<Way> {
        let text = self.turn(mv);
        let branches = script::branches(&self.position, &text);
        let mut ways: Vec<Way> = branches
            .into_iter()
            .map(|branch| self.way(&text, branch))
            .collect();
        ways.sort_by(|a, b| a.found.cmp(&b.found));
        ways
    }

    /// The ways a move can end, which must be these: what is found, and its probability.
    #[track_caller]
    pub(crate) fn expect_ways(&self, mv: &str, expected: &[(&str, f64)]) -> Vec<Scene> {
        let ways = self.ways(mv);
        let found: Vec<_> = ways.iter().map(|w| (&w.found[..], w.probability)).collect();
        assert_eq!(found.len(), expected.len(), "{mv}: {found:?}");
        for (found, expected) in found.iter().zip(expected) {
            let close = (found.1 - expected.1).abs() < CLOSE;
            assert!(found.0 == expected.0 && close, "{mv}: {found:?}");
        }
        ways.into_iter().map(|way| way.scene).collect()
    }

    /// Panics unless the board holds exactly these squares with these probabilities.
    #[track_caller]
    pub(crate) fn expect_board(&self, expected: &[(&str, f64)]) -> &Self {
        let mut found = self.position.occupied();
        for occupied in &mut found {
            occupied.place = self.turn(&occupied.place);
        }
        found.sort_by(|a, b| a.place.cmp(&b.place));
        let same = found.len() == expected.len()
            && found.iter().all(|occupied| {
                let of_place = expected.iter().find(|&&(name, _)| name == occupied.place);
                of_place.is_some_and(|&(_, probability)| {
                    let certain = |p: f64| p.to_bits() == 1.0_f64.to_bits();
                    let p = occupied.probability;
                    (p - probability).abs() < CLOSE && certain(p) == certain(probability)
                })
            });
        assert!(same, "{found:?} instead of {expected:?}");
        self
    }

    /// Panics unless so many plies were quiet, and exactly these squares captured for certain.
    #[track_caller]
    pub(crate) fn expect_quiet(&self, quiet: u32, captured: &[&str]) -> &Self {
        let found = self.position.captured();
        let found: Vec<String> = found.iter().map(|name| self.turn(name)).collect();
        assert_eq!(
            (self.position.half_move_clock(), &found[..]),
            (
                quiet,
                &captured.iter().map(ToString::to_string).collect::<Vec<_>>()[..]
            )
        );
        self
    }

    /// Panics unless it is that side's turn.
    #[track_caller]
    pub(crate) fn expect_turn(&self, side: First) -> &Self {
        let own = self.position.turn() == self.own;
        assert_eq!(own, side == First::Own, "{:?}", self.position.turn());
        self
    }

    /// Panics unless exactly these moves are legal, written as for White.
    #[track_caller]
    pub(crate) fn expect_legal(&self, expected: &[&str]) -> &Self {
        let mut moves = Vec::new();
        self.position.legal_moves(&mut moves);
        let mut expected: Vec<cheqqers_checkers::Move> = expected
            .iter()
            .map(|text| self.turn(text).parse().unwrap())
            .collect();
        expected.sort();
        assert_eq!(moves, expected);
        self
    }

    /// Why a move is refused.
    #[track_caller]
    pub(crate) fn refusal(&self, mv: &str) -> Refusal {
        let mv = self.turn(mv).parse().unwrap();
        self.position.check(mv).unwrap_err()
    }

    /// Panics unless the squares hold crowned parts (`W`) or parts of men (`w`).
    #[track_caller]
    pub(crate) fn expect_crowned(&self, crowned: &[&str], men: &[&str]) -> &Self {
        let is_king = |name: &&str| self.position.board().kings().contains(self.square(name));
        assert!(crowned.iter().all(is_king), "{:?}", self.position.board());
        assert!(!men.iter().any(is_king), "{:?}", self.position.board());
        self
    }

    pub(crate) fn status(&self) -> Status {
        self.position.outcome().into()
    }

    /// The status in which the player won.
    pub(crate) fn won(&self) -> Status {
        let winner = self.own;
        Some(cheqqers_game::Outcome::Decisive { winner }).into()
    }

    /// The status in which the opponent won.
    pub(crate) fn lost(&self) -> Status {
        let winner = self.own.opponent();
        Some(cheqqers_game::Outcome::Decisive { winner }).into()
    }

    /// The square that White would call so.
    pub(crate) fn square(&self, name: &str) -> Square {
        self.turn(name).parse().unwrap()
    }

    #[track_caller]
    fn way(&self, text: &str, branch: Branch<Position>) -> Way {
        checks::position(&branch.position).unwrap();
        checks::ply(&self.position, text.parse().unwrap(), &branch.position).unwrap();
        let found = branch.outcomes.into_iter().map(|occupied| {
            let mut names: Vec<String> = occupied.iter().map(|name| self.turn(name)).collect();
            names.sort();
            format!("{{{}}}", names.join(","))
        });
        Way {
            found: found.collect(),
            probability: branch.probability,
            scene: self.with(branch.position),
        }
    }

    fn with(&self, position: Position) -> Self {
        Self {
            position,
            ..self.clone()
        }
    }

    fn turn(&self, text: &str) -> String {
        turn(text, self.turned, self.position.rules().size())
    }
}

/// Every square of a text as the player on the other side of the board names it.
fn turn(text: &str, turned: bool, size: u8) -> String {
    if !turned {
        return text.to_owned();
    }
    let mut result = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        let (word, behind) = rest.split_at(letter.len_utf8() + digits);
        match word.parse::<Square>() {
            Ok(square) => {
                let far = |coordinate: u8| size - 1 - coordinate;
                let square = Square::new(far(square.file()), far(square.rank())).unwrap();
                result.push_str(&square.to_string());
            }
            Err(_) => result.push_str(word),
        }
        rest = behind;
    }
    result
}
