use cheqqers_game::Game;

use super::movegen;
use super::moves::Move;
use super::position::Position;
use crate::refusal::{self, CommonRefusal};

/// Checks a move; of several reasons against it, the error is the one most useful to a player.
pub(super) fn check(position: &Position, mv: Move) -> Result<(), CommonRefusal> {
    refusal::in_progress(position.outcome())?;
    if movegen::moves(position).any(|legal| legal == mv) {
        return Ok(());
    }
    let (board, [from, to]) = (position.board(), mv.ends());
    refusal::on_board([from, to].into_iter(), board.size())?;
    let part = refusal::own(board.part(from), from, position.turn())?;
    match mv {
        Move::Step { .. } => refusal::step_on(board, part, from, to),
        Move::Capture { .. } => refusal::capture_on(board, part, from, to),
    }
}

#[cfg(test)]
mod tests {
    use cheqqers_game::GameExt;

    use super::*;
    use crate::rotation::Rules;

    #[test]
    fn every_refusal_says_why() {
        let mut start = Position::initial(Rules::PHYSICAL);
        // A target to jump over, one behind the back of which is taken, and one off the way.
        for text in ["c3-d4", "f6-g5", "d4-c5"] {
            let cheqqers_game::Turn::Ready(after) = start.play(text.parse().unwrap()).unwrap()
            else {
                panic!("a step measures nothing");
            };
            start = after;
        }
        for (text, reason) in [
            ("h8-i9", "i9 is not on this board of 8 x 8"),
            ("a5-b4", "there is no piece on a5"),
            ("c5-d6", "the piece on c5 is not yours, it is black's turn"),
            (
                "b6-a7",
                "a7 is not reachable from b6: a man steps one square diagonally forward",
            ),
            ("b6-c5", "c5 is not empty"),
            (
                "b6xd8",
                "d8 is not reachable from b6: a man captures by jumping over the next square forward",
            ),
            (
                "b6xb4",
                "b4 is not reachable from b6: a man captures by jumping over the next square forward",
            ),
            ("h6xf4", "there is nothing to capture on g5"),
            ("a7xc5", "there is nothing to capture on b6"),
        ] {
            let refused = start.check(text.parse().unwrap()).unwrap_err();
            assert_eq!(refused.to_string(), reason, "{text}");
        }
        assert_eq!(start.check("b6xd4".parse().unwrap()), Ok(()));
    }
}
