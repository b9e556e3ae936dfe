use cheqqers_game::show::{Standing, join};
use cheqqers_game::{Game, Outcome};

use super::Position;
use super::clock::{Draw, Endgame, KING_PLIES};
use crate::describe;

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

/// Facts about how a position stands, or why the game is over.
pub(super) fn standing(position: &Position) -> Vec<Standing> {
    match position.outcome() {
        Some(Outcome::Draw) => {
            let clock = &position.clock;
            let ended = clock.draw.map(|draw| match draw {
                Draw::Repetition => Standing::new("repetition"),
                Draw::Kings => Standing::new("kings-alone").plies(KING_PLIES),
                Draw::Endgame(case) => Standing::new("lone-king").plies(case.limit()),
                Draw::HalfMoves => Standing::new("no-captures").plies(clock.half_moves),
            });
            ended.into_iter().collect()
        }
        Some(Outcome::Decisive { winner }) => {
            let loser = position.board().of(winner.opponent());
            vec![describe::loss(!loser.is_empty())]
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
                Standing::plies_left(name, plies, Some(limit))
            });
            chain.into_iter().chain(draw).collect()
        }
    }
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
