//! Agreements between players: draws, moves taken back, rematches; and resigning.

use std::sync::Arc;

use axum::http::StatusCode;
use cheqqers_game::record::EndLine;
use cheqqers_game::{Colour, Status};
use cheqqers_session::{MeasuredPlies, UndoRefusal};
use serde::Deserialize;

use super::step::Step;
use super::{Activity, Game, Inner, check_player};
use crate::begin::{self, NewGameRequest, PreparedGame};
use crate::error::ApiError;
use crate::links::{Sides, StoredLink, Token};
use crate::store::{GameExtras, Offer};

/// A request to offer a draw or a rematch, or to answer such an offer.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OfferRequest {
    /// Nothing to offer it, else whether the other's offer is taken.
    #[serde(default)]
    pub(crate) accept: Option<bool>,
}

/// A request to take plies back, or an answer to one.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UndoRequest {
    /// Number of plies; by default the player's last one and all after it.
    #[serde(default)]
    pub(crate) plies: Option<usize>,
    #[serde(default)]
    pub(crate) accept: Option<bool>,
}

/// Message of a request to take a measurement back where that is not possible.
const FINAL: &str = "what was measured can't be taken back in a game with a pool";

/// Effect of a request about an offer.
enum Reply {
    /// Both sides agree on it.
    Do(Offer),
    /// The other side is asked.
    Ask(Offer),
    /// Nothing is offered any more.
    Forget,
}

/// Effect of a request on the standing offer, or of a new one by a player who may be alone.
fn reply(
    standing: Option<Offer>,
    is_alike: impl Fn(Offer) -> bool,
    sides: Sides,
    accept: Option<bool>,
    proposed: impl FnOnce() -> Result<(Offer, bool), ApiError>,
) -> Result<Reply, ApiError> {
    let standing = standing.filter(|&offer| is_alike(offer));
    match (accept, standing) {
        (Some(true), Some(offer)) if !sides.has(offer.by()) => Ok(Reply::Do(offer)),
        (Some(false), Some(_)) => Ok(Reply::Forget),
        (Some(_), _) => Err(ApiError::refused("nobody has offered that")),
        // Who offers what was offered takes it.
        (None, Some(offer @ (Offer::Draw { .. } | Offer::Rematch { .. })))
            if !sides.has(offer.by()) =>
        {
            Ok(Reply::Do(offer))
        }
        (None, _) => proposed().map(|(offer, is_decided)| {
            if is_decided {
                Reply::Do(offer)
            } else {
                Reply::Ask(offer)
            }
        }),
    }
}

impl Game {
    /// Resigns the game.
    ///
    /// # Errors
    /// Returns an error if the game is over, or something is under way.
    pub(crate) async fn resign(self: Arc<Self>, sides: Sides) -> Result<StatusCode, ApiError> {
        check_player(sides)?;
        self.end_now(|inner| EndLine::resigned(requesting_side(inner, sides)))
            .await
    }

    /// Ends the game as a draw, whatever its players want.
    ///
    /// # Errors
    /// Returns an error if the game is over, or something is under way.
    pub(crate) async fn stop(self: Arc<Self>) -> Result<StatusCode, ApiError> {
        self.end_now(|_| EndLine::stopped()).await
    }

    async fn end_now(
        self: &Arc<Self>,
        end: impl FnOnce(&Inner) -> EndLine,
    ) -> Result<StatusCode, ApiError> {
        let mut inner = self.written_down().await;
        inner.check_running()?;
        let end = end(&inner);
        // Nobody has to wait for a measurement, or for a computer to think, that no longer matters.
        let was_measured = inner.activity == Activity::Measuring;
        let is_beside =
            was_measured || matches!(inner.activity, Activity::Queued | Activity::Thinking);
        if !is_beside {
            inner.check_still()?;
        }
        let mut extras = inner.extras.clone();
        extras.count()?;
        extras.offer = None;
        extras.waiting = None;
        inner.activity = if is_beside {
            Activity::Ending
        } else {
            Activity::Acting
        };
        drop(inner);
        self.commit(Step::End(end), extras).await?;
        if was_measured {
            drop(self.cancel_measurement().await);
        }
        Ok(StatusCode::OK)
    }

    /// Offers a draw, or takes or declines one.
    ///
    /// # Errors
    /// Returns an error if the game is over, something is under way, or there is nobody to agree.
    pub(crate) async fn draw(
        self: Arc<Self>,
        sides: Sides,
        asked: OfferRequest,
    ) -> Result<StatusCode, ApiError> {
        let (said, extras) = self
            .begin_beside(|inner| {
                check_player(sides)?;
                inner.check_running()?;
                let is_draw = |offer| matches!(offer, Offer::Draw { .. });
                let standing = inner.extras.offer;
                reply(standing, is_draw, sides, asked.accept, || {
                    let by = requesting_side(inner, sides);
                    let is_computers = !sides.are_both() && self.is_alone(sides);
                    // Where it can't go on it has nothing to win.
                    if is_computers && inner.bound().is_none() {
                        return Err(ApiError::refused("the computer takes no draw"));
                    }
                    Ok((Offer::Draw { by }, sides.are_both() || is_computers))
                })
            })
            .await?;
        self.settle(said, extras).await
    }

    /// Asks to take plies back, or takes or declines that. Who plays alone need not ask.
    ///
    /// # Errors
    /// Returns an error if there are none, or something is under way.
    pub(crate) async fn undo(
        self: Arc<Self>,
        sides: Sides,
        asked: UndoRequest,
    ) -> Result<StatusCode, ApiError> {
        let (said, extras) = self
            .begin(|inner| {
                check_player(sides)?;
                // Who takes an offer may say which, as another one may stand by now.
                let wanted = asked.plies.filter(|_| asked.accept == Some(true));
                let is_undo = |offer| matches!(offer, Offer::Undo { plies, .. } if wanted.is_none_or(|n| n == plies));
                let standing = inner.extras.offer;
                reply(standing, is_undo, sides, asked.accept, || {
                    let (plies, measured) = self.undoable(inner, sides, asked.plies)?;
                    let by = speaker_before(inner, sides);
                    let offer = Offer::Undo {
                        by,
                        plies,
                        measured,
                    };
                    Ok((offer, self.is_alone(sides)))
                })
            })
            .await?;
        self.settle(said, extras).await
    }

    /// Asks for another game with colours swapped, or takes or declines that.
    ///
    /// # Errors
    /// Returns an error if the game goes on, or the next one can't be begun.
    pub(crate) async fn rematch(
        self: Arc<Self>,
        link: Token,
        sides: Sides,
        asked: OfferRequest,
    ) -> Result<StatusCode, ApiError> {
        let (said, extras) = self
            .begin(|inner| {
                check_player(sides)?;
                if inner.table.status() == Status::InProgress {
                    return Err(ApiError::refused("the game is not over yet"));
                }
                if self.shared.classes.names(self.id).is_some() {
                    let message = "the next game of a class is its teacher's to begin";
                    return Err(ApiError::refused(message));
                }
                if inner.extras.next.is_some() {
                    return Err(ApiError::refused("the next game has begun already"));
                }
                let is_rematch = |offer| matches!(offer, Offer::Rematch { .. });
                let standing = inner.extras.offer;
                reply(standing, is_rematch, sides, asked.accept, || {
                    let by = requesting_side(inner, sides);
                    Ok((Offer::Rematch { by }, self.is_alone(sides)))
                })
            })
            .await?;
        let mut extras = extras;
        // Links of those who have offered it are known from then.
        extras.rematch.extend(StoredLink::of_rematch(link, sides));
        self.settle(said, extras).await
    }

    /// The rematch, once it has begun.
    pub(crate) async fn next(&self) -> Option<Token> {
        self.read().await.extras.next
    }

    /// Does what was agreed, or keeps what was said.
    async fn settle(
        self: &Arc<Self>,
        said: Reply,
        extras: GameExtras,
    ) -> Result<StatusCode, ApiError> {
        let links = extras.rematch;
        let mut extras = GameExtras {
            offer: None,
            rematch: Vec::new(),
            ..extras
        };
        let step = match said {
            Reply::Forget => Step::Extras,
            Reply::Ask(offer) => {
                if matches!(offer, Offer::Rematch { .. }) {
                    extras.rematch = links;
                }
                extras.offer = Some(offer);
                Step::Extras
            }
            Reply::Do(Offer::Draw { .. }) => {
                extras.waiting = None;
                Step::End(EndLine::agreed())
            }
            Reply::Do(Offer::Undo { plies, .. }) => Step::Undo(plies),
            Reply::Do(Offer::Rematch { .. }) => {
                let asked = serde_json::from_str(&self.asked);
                let asked = asked.map(NewGameRequest::swapped);
                let made = match asked {
                    Ok(asked) => begin::made(&self.shared, asked, self.asker()).await,
                    Err(error) => Err(ApiError::unavailable(error.to_string())),
                };
                match made {
                    Ok(PreparedGame { mut new, .. }) => {
                        extras.next = Some(new.id);
                        new.links = links;
                        Step::Rematch(Box::new(new))
                    }
                    Err(error) => return self.dropped(error).await,
                }
            }
        };
        self.commit(step, extras).await?;
        Ok(StatusCode::OK)
    }

    /// Number of plies these sides may take back, and whether one of them measured: the last one of theirs
    /// and all after it, or so many.
    pub(super) fn undoable(
        &self,
        inner: &Inner,
        sides: Sides,
        plies: Option<usize>,
    ) -> Result<(usize, bool), ApiError> {
        let by = speaker_before(inner, sides);
        // The pool's shots would be used twice.
        let are_final = self.pool.is_some();
        let rule = if are_final && plies.is_none() {
            MeasuredPlies::Final
        } else {
            MeasuredPlies::TakenBack
        };
        let usual = inner.table.undoable(by, rule);
        let usual = usual.map_err(|refusal| match refusal {
            UndoRefusal::Measured { .. } => ApiError::refused(FINAL),
            _ => ApiError::refused("there is no move to take back"),
        })?;
        let Some(plies) = plies else {
            return Ok(usual);
        };
        let played = inner.table.plies();
        let start = played.len().checked_sub(plies).filter(|_| plies > 0);
        let taken = start.and_then(|start| played.get(start..));
        let Some([first, ..]) = taken else {
            let played = played.len();
            let message = format!("{plies} can't be taken back: the number of plies is {played}");
            return Err(ApiError::refused(message));
        };
        if !self.seat(first.side).is_person() {
            let message = format!("with {plies} taken back the computer would move again");
            return Err(ApiError::refused(message));
        }
        let measured = taken.is_some_and(|taken| taken.iter().any(|ply| ply.measured));
        if measured && are_final {
            return Err(ApiError::refused(FINAL));
        }
        Ok((plies, measured))
    }
}

/// The side that makes a request: the one to move, where a link moves for both.
fn requesting_side(inner: &Inner, sides: Sides) -> Colour {
    match sides.list()[..] {
        [side] => side,
        _ => inner.table.turn(),
    }
}

/// The side that takes back: the one that moved last, where a link moves for both.
fn speaker_before(inner: &Inner, sides: Sides) -> Colour {
    let last = || inner.table.plies().last().map(|ply| ply.side);
    match sides.list()[..] {
        [side] => side,
        _ => last().unwrap_or(Colour::White),
    }
}
