use cheqqers_game::show::{Standing, draw_announcement, join};
use cheqqers_game::{Game, Outcome};

use super::clock::{Draw, Endgame, KING_PLIES};
use super::{Forecast, Move, Position, side};
use crate::Square;

/// A move before it is made, such as `white splits c3 over b4 and d4`.
pub(super) fn move_in_words(position: &Position, mv: Move) -> String {
    let quantum = position.board().quantum();
    let the = |square: Square| {
        if quantum.contains(square) {
            format!("the part on {square}")
        } else {
            square.to_string()
        }
    };
    let turn = position.turn();
    let is_measured = Forecast::of(position, mv).is_some_and(|forecast| forecast.measures());
    let tries = if is_measured { "tries to " } else { "" };
    let verb = |first: &str, third: &str| {
        let verb = if is_measured { first } else { third };
        format!("{turn} {tries}{verb}")
    };
    match mv {
        Move::Step { from, to } => format!("{} {} to {to}", verb("move", "moves"), the(from)),
        Move::Split { from, to } => {
            let targets = join(&to.map(|square| square.to_string()), "and");
            format!("{} {} over {targets}", verb("split", "splits"), the(from))
        }
        Move::Merge { from, to } => {
            let sources = join(&from.map(|square| square.to_string()), "and");
            let verb = verb("merge", "merges");
            format!("{verb} the parts on {sources} on {to}")
        }
        Move::Capture { from, to } => {
            let over = side::captured_square(position.board(), from, to)
                .map_or_else(String::new, |over| format!(" over {over}"));
            format!(
                "{} from {from}{over} onto {to}",
                verb("capture", "captures")
            )
        }
    }
}

/// The player to move and captures that must be taken, or the end of the game.
pub(super) fn status(position: &Position) -> String {
    if let Some(text) = outcome_in_words(position) {
        return text;
    }
    let turn = position.turn();
    let text = match position.chain() {
        Some(square) => format!("{turn} must go on capturing with the piece on {square}"),
        None if side::can_capture(position) => format!("{turn} to move and must capture"),
        None => format!("{turn} to move"),
    };
    text + &announcement(position)
}

/// The draw that is nearest, while one is near.
fn announcement(position: &Position) -> String {
    let Some(NearestDraw { draw, plies, limit }) = NearestDraw::of(position) else {
        return String::new();
    };
    let condition = match draw {
        Draw::Kings => "by kings alone",
        Draw::Endgame(_) => "of a king alone",
        Draw::HalfMoves | Draw::Repetition => "without a capture",
    };
    draw_announcement(plies, Some(limit), ["ply", "plies"], condition)
}

/// The draw by a count of plies that comes first.
struct NearestDraw {
    draw: Draw,
    plies: u32,
    limit: u32,
}

impl NearestDraw {
    fn of(position: &Position) -> Option<Self> {
        let clock = &position.clock;
        let counted = |draw, plies, limit| Self { draw, plies, limit };
        let limit = position.rules().draw_after()?;
        let mut all = vec![counted(Draw::HalfMoves, clock.half_moves, limit)];
        if position.both_have_kings() {
            all.push(counted(Draw::Kings, clock.by_kings, KING_PLIES));
        }
        if let Some((case, plies)) = clock.endgame {
            all.push(counted(Draw::Endgame(case), plies, case.limit()));
        }
        all.into_iter()
            .min_by_key(|draw| draw.limit.saturating_sub(draw.plies))
    }
}

/// Facts of [`status`], apart from any language.
pub(super) fn standing(position: &Position) -> Vec<Standing> {
    match position.outcome() {
        Some(Outcome::Draw) => {
            let clock = &position.clock;
            let ended = clock.draw.map(|draw| match draw {
                Draw::Repetition => Standing::new("repetition"),
                Draw::Kings => Standing::new("kings-alone").turns(KING_PLIES),
                Draw::Endgame(case) => Standing::new("lone-king").turns(case.limit()),
                Draw::HalfMoves => Standing::new("no-captures").turns(clock.half_moves),
            });
            ended.into_iter().collect()
        }
        Some(Outcome::Decisive { winner }) => {
            let has_pieces = !position.board().of(winner.opponent()).is_empty();
            let why = if has_pieces { "no-move" } else { "no-pieces" };
            vec![Standing::new(why)]
        }
        None => {
            let chain = position.chain();
            let chain = chain.map(|square| Standing::new("chain").on(&square));
            let draw = NearestDraw::of(position).and_then(|NearestDraw { draw, plies, limit }| {
                let name = match draw {
                    Draw::Kings => "draw-near-kings",
                    Draw::Endgame(_) => "draw-near-lone-king",
                    Draw::HalfMoves | Draw::Repetition => "draw-near-captures",
                };
                Standing::draw_near(name, plies, Some(limit))
            });
            chain.into_iter().chain(draw).collect()
        }
    }
}

/// The end of the game by the rules, in words; `None` while it goes on.
pub(super) fn outcome_in_words(position: &Position) -> Option<String> {
    Some(match position.outcome()? {
        Outcome::Draw => {
            let why = match position.clock.draw? {
                Draw::Repetition => "the position stands for the third time".into(),
                Draw::Kings => format!("{KING_PLIES} plies by kings alone"),
                Draw::Endgame(case) => format!("{} plies of a king alone", case.limit()),
                Draw::HalfMoves => {
                    format!("{} plies without a capture", position.half_move_clock())
                }
            };
            format!("a draw: {why}")
        }
        Outcome::Decisive { winner } => {
            let loser = winner.opponent();
            let why = if position.board().of(loser).is_empty() {
                "has no pieces left"
            } else {
                "has no move"
            };
            format!("{winner} has won: {loser} {why}")
        }
    })
}

impl Position {
    /// The counters that decide about draws, and the piece numbers that squares share, as text.
    pub(super) fn counters_in_words(&self) -> String {
        let clock = &self.clock;
        let by_kings = format!("{} plies by kings", clock.by_kings);
        let alone = |(case, plies): (Endgame, u32)| {
            format!("{plies} of {} plies of a king alone", case.limit())
        };
        let blocked: Vec<String> = self
            .blocked()
            .into_iter()
            .map(|square| square.to_string())
            .collect();
        let groups = self.groups_text();
        let all = [
            Some(by_kings),
            clock.endgame.map(alone),
            (!blocked.is_empty())
                .then(|| format!("{} can't be captured in this turn", join(&blocked, "and"))),
            (!groups.is_empty()).then_some(groups),
        ];
        all.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}
