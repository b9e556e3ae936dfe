//! Solutions: the moves to find, and what the other side replies.

use cheqqers_game::{Colour, Outcome};
use cheqqers_session::{GameKind, LegalMoves, Move, Position};

use crate::error::PuzzleError;
use crate::exact::{MoveValues, clear, second};
use crate::grade::{self, Grade};
use crate::likeness::{hash, likeness, short_name};
use crate::puzzle::{Puzzle, PuzzleStep};
use crate::source::Source;
use crate::theme::{self, Theme, sign};

/// The fewest legal moves of a puzzle.
const CHOICES: usize = 3;

/// The least score of the best move: what is lost anyway is no puzzle.
const LEAST: u16 = 450;

/// The highest score of the second best move: where much wins there is nothing to find.
const HIGHEST: u16 = 850;

/// Margin of the first look.
const LOOK_MARGIN: u16 = 60;

/// Margin of a move that has no theme.
const PLAIN_MARGIN: u16 = 160;

/// The most moves to find.
const STEPS: usize = 3;

/// The puzzle of a position that `moves` lead to, if one of its moves stands out.
///
/// # Errors
/// Returns an error if there is no such game, or a player forfeits.
pub(crate) fn puzzle(
    source: &Source,
    moves: &str,
    position: &Position,
) -> Result<Option<Puzzle>, PuzzleError> {
    let Some((values, best)) = stands_out(position) else {
        return Ok(None);
    };
    let mv = values.moves.at(best);
    let Some((first, after)) = step(position, &values, best) else {
        return Ok(None);
    };
    let scores = (values.deepest()[best], second(values.deepest(), best));
    let mut themes = theme::themes(position, &values.moves, &mv, scores, &after);
    let found = grade::found(GameKind::named(&source.game)?, position, &mv)?;
    let grade = Grade::of(found);
    if themes.is_empty() && (grade == Grade::Easy || scores.0 < scores.1 + PLAIN_MARGIN) {
        return Ok(None);
    }
    let mut kinds = vec![mv.kind().to_owned()];
    let steps = line(first, after, position.turn(), &mut kinds);
    if steps.len() > 1 {
        themes.insert(Theme::Line);
    }
    let name = format!("{source} {:x}", likeness(position));
    Ok(Some(Puzzle {
        id: short_name(hash(&name)),
        game: source.game.clone(),
        preset: source.preset.clone(),
        settings: source.settings.clone(),
        moves: moves.trim_end().to_owned(),
        turn: position.turn(),
        grade,
        found,
        depth: values.found_from(),
        kinds,
        themes: themes.into_iter().collect(),
        steps,
    }))
}

/// The values of a position's moves, and which of them stands out and is not obvious.
fn stands_out(position: &Position) -> Option<(MoveValues, usize)> {
    let legal = position.legal_moves();
    if legal.len() < CHOICES {
        return None;
    }
    let look = MoveValues::look(position);
    let best = clear(look.deepest(), LOOK_MARGIN)?;
    if look.depth() < 2
        || look.deepest()[best] < LEAST - LOOK_MARGIN
        || is_obvious(position, &legal, best)
    {
        return None;
    }
    let (values, best) = worthy(position)?;
    (!is_obvious(position, &legal, best)).then_some((values, best))
}

/// The values of a position's moves, and which of them stands out and is worth finding.
fn worthy(position: &Position) -> Option<(MoveValues, usize)> {
    let values = MoveValues::of(position);
    let best = values.clear_best()?;
    let scores = values.deepest();
    let is_worthy = scores[best] >= LEAST && second(scores, best) <= HIGHEST;
    is_worthy.then_some((values, best))
}

/// Returns `true` if what stands on the board behind a move says enough, as where it wins at once.
fn is_obvious(position: &Position, legal: &LegalMoves, best: usize) -> bool {
    let sign = sign(position.turn());
    let expected = |mv: Move| {
        let outcomes = position.outcomes(&mv).outcomes;
        let sum = outcomes
            .iter()
            .map(|outcome| outcome.probability * shown(&outcome.after));
        sign * sum.sum::<f64>()
    };
    let values: Vec<f64> = legal.iter().map(expected).collect();
    let others = values.iter().enumerate().filter(|&(at, _)| at != best);
    let second = others.map(|(_, &value)| value).fold(-1.0, f64::max);
    values[best] > second + 0.06
}

/// Value for White of what stands on the board, and of a game that is over.
fn shown(position: &Position) -> f64 {
    match position.outcome() {
        None => position.evaluation(),
        Some(Outcome::Draw) => 0.0,
        Some(Outcome::Decisive { winner }) => sign(winner),
    }
}

/// A move to find, with its likeliest outcome, and the position then; of equally likely ones the best for
/// who moves. `None` where outcomes are too many.
fn step(position: &Position, values: &MoveValues, best: usize) -> Option<(PuzzleStep, Position)> {
    let (ply, probability, after) = likeliest(position, &values.moves.at(best))?;
    let step = PuzzleStep {
        ply,
        probability,
        scores: values.deepest().to_vec(),
        replies: Vec::new(),
    };
    Some((step, after))
}

/// The likeliest outcome of a move, its probability in thousandths and the position then.
fn likeliest(position: &Position, mv: &Move) -> Option<(String, u16, Position)> {
    let found = position.outcomes(mv);
    if found.more {
        return None;
    }
    let highest = found.outcomes.first()?.probability;
    let likely = found
        .outcomes
        .into_iter()
        .filter(|outcome| outcome.probability > highest - 1e-6);
    let sign = sign(position.turn());
    let worth = |after: &Position| sign * after.evaluation();
    let chosen = likely.reduce(|best, next| {
        if worth(&next.after) > worth(&best.after) + 1e-9 {
            next
        } else {
            best
        }
    })?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a probability"
    )]
    let probability = (chosen.probability * 1000.0).round() as u16;
    Some((chosen.mv, probability, chosen.after))
}

/// The moves to find from the first on, as long as one stands out; the other side makes its best move.
fn line(
    first: PuzzleStep,
    after: Position,
    player: Colour,
    kinds: &mut Vec<String>,
) -> Vec<PuzzleStep> {
    let mut steps = vec![first];
    let mut position = after;
    loop {
        let mut replies = Vec::new();
        let found = replied(&mut position, player, &mut replies);
        steps.last_mut().expect("there is a first").replies = replies;
        if steps.len() == STEPS {
            break;
        }
        let next = found.and_then(|(values, best)| {
            let (next, after) = step(&position, &values, best)?;
            Some((values.moves.at(best), next, after))
        });
        let Some((mv, next, after)) = next else {
            break;
        };
        let kind = mv.kind().to_owned();
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
        steps.push(next);
        position = after;
    }
    steps
}

/// Plays on until the player has a choice; the values of its moves there, and which of them stands out.
fn replied(
    position: &mut Position,
    player: Colour,
    replies: &mut Vec<String>,
) -> Option<(MoveValues, usize)> {
    loop {
        let legal = position.legal_moves();
        let is_own = position.turn() == player;
        let mv = match legal.len() {
            0 => return None,
            1 => legal.at(0),
            _ if is_own => return worthy(position),
            _ => {
                let values = MoveValues::of(position);
                let scores = values.deepest();
                let highest = scores.iter().max()?;
                legal.at(scores.iter().position(|score| score == highest)?)
            }
        };
        let (ply, _, after) = likeliest(position, &mv)?;
        replies.push(ply);
        *position = after;
    }
}

/// Thousandths by which scores may differ from machine to machine.
const ROUNDING: u16 = 2;

/// Checks a puzzle by the search that made it: its position can be played, and each of its moves stands
/// out by the scores it has.
///
/// # Errors
/// Returns an error if it is not so.
pub fn check(puzzle: &Puzzle) -> Result<(), PuzzleError> {
    let unsound = |reason| PuzzleError::Unsound {
        id: puzzle.id.clone(),
        reason,
    };
    for (number, step) in puzzle.steps.iter().enumerate() {
        let position = puzzle.open(number)?.position();
        if position.turn() != puzzle.turn {
            return Err(unsound("another player is to move"));
        }
        let values = MoveValues::of(&position);
        let best = values
            .clear_best()
            .ok_or_else(|| unsound("no move stands out"))?;
        if values.moves.at(best).text() != step.mv() {
            return Err(unsound("another move is the best"));
        }
        let pairs = values.deepest().iter().zip(&step.scores);
        let is_same = values.moves.len() == step.scores.len();
        if !is_same || pairs.into_iter().any(|(a, b)| a.abs_diff(*b) > ROUNDING) {
            return Err(unsound("its moves have other scores"));
        }
    }
    puzzle.open(puzzle.steps.len())?;
    Ok(())
}
