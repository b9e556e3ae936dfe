//! Players who come: the first visits by the links of two people.

use std::sync::Arc;

use super::Game;
use super::step::Step;
use crate::error::ApiError;
use crate::links::Sides;

impl Game {
    /// Remembers that the player of a side has come, where each of two has a link. Where something is under way it
    /// is left to the next visit.
    pub(crate) async fn join(self: &Arc<Self>, sides: Sides) {
        let is_one = sides != Sides::default() && !sides.are_both();
        if !is_one || !self.is_apart || has_joined(self.read().await.extras.joined, sides) {
            return;
        }
        let game = Arc::clone(self);
        // To its end once it has begun, though the client may go away meanwhile.
        let joined = tokio::spawn(async move {
            let begun = game.begin_beside(|inner| match inner.extras.joined {
                joined if has_joined(joined, sides) => Err(ApiError::refused("joined already")),
                _ => Ok(()),
            });
            if let Ok(((), mut extras)) = begun.await {
                extras.joined = extras.joined.with(sides);
                // Where it can't be written down it did not happen.
                let _ = game.commit(Step::Extras, extras).await;
            }
        });
        // It panics nowhere, and nothing depends on it.
        let _ = joined.await;
    }
}

fn has_joined(joined: Sides, sides: Sides) -> bool {
    joined.with(sides) == joined
}
