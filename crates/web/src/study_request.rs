//! Requests to keep studies.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use cheqqers_game::Colour;
use serde::Deserialize;

use crate::begin::LineRequest;
use crate::error::ApiError;
use crate::limits::MOST_BODY;
use crate::links::Token;
use crate::studies::{Study, StudyLine};
use crate::table::Table;

/// The most bytes of a title.
const MOST_TITLE: usize = 200;

/// The most bytes of a comment.
const MOST_COMMENT: usize = 2000;

/// The most bytes of all comments together.
const MOST_COMMENTS: usize = 32 << 10;

/// The most bytes of a request for a study, as JSON text.
pub(crate) const MOST_STUDY: usize = 2 * (MOST_COMMENTS + MOST_BODY) + MOST_BODY;

/// A request to keep a study: of a game by any of its links, or of a line.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StudyRequest {
    #[serde(default)]
    pub(crate) link: Option<Token>,
    #[serde(default)]
    pub(crate) line: Option<LineRequest>,
    /// Only the first so many plies.
    #[serde(default)]
    plies: Option<usize>,
    /// Title of its own, in place of the game's.
    #[serde(default)]
    title: Option<String>,
    /// Comments by ply; 0 is the start.
    #[serde(default)]
    comments: BTreeMap<usize, String>,
    /// The ply after which it is shown at first; the last one unless said.
    #[serde(default)]
    ply: Option<usize>,
    /// The side below.
    #[serde(default)]
    side: Option<Colour>,
}

impl StudyRequest {
    /// The study of a game as far as it was played.
    ///
    /// # Errors
    /// Returns an error if there is no such ply, or the words or the game are too long.
    pub(crate) fn study(self, table: &Table) -> Result<Study, ApiError> {
        let played = table.line();
        let number = played.moves.len();
        let plies = self.plies.unwrap_or(number);
        let ply = self.ply.unwrap_or(plies);
        let last = self.comments.keys().next_back().copied();
        if plies > number || ply > plies || last > Some(plies) {
            let message = format!("the study has {plies} plies, and the game {number}");
            return Err(ApiError::malformed(message));
        }
        let about = &played.position.about;
        let mut settings = about.settings.clone();
        let position = settings.remove("position");
        let mut moves = played.moves;
        moves.truncate(plies);
        let is_whole = plies == number;
        let title = self.title.map(|title| title.trim().to_owned());
        let title = title.filter(|title| !title.is_empty());
        let comments = self.comments.into_iter();
        let study = Study {
            title: title.unwrap_or_else(|| about.title.clone()),
            about: about.title.clone(),
            words: is_whole.then(|| played.position.words.clone()),
            line: StudyLine {
                game: about.kind.into(),
                settings,
                position,
                moves,
            },
            plies,
            ply,
            side: self.side.unwrap_or(Colour::White),
            comments: comments
                .filter(|(_, text)| !text.trim().is_empty())
                .collect(),
        };
        check(&study)?;
        Ok(study)
    }
}

/// Checks that nothing of a study is too long.
fn check(study: &Study) -> Result<(), ApiError> {
    let comments = || study.comments.values().map(String::len);
    let line = &study.line;
    let settings = line
        .settings
        .iter()
        .map(|(key, value)| key.len() + value.len());
    let moves = line.moves.iter().map(|mv| mv.len() + 1);
    let position = line.position.as_ref().map_or(0, String::len);
    // What can't be sent as a line again could not be looked at.
    let bytes = settings.chain(moves).sum::<usize>() + position + line.game.len();
    for (found, most, what) in [
        (study.title.len(), MOST_TITLE, "a title"),
        (comments().max().unwrap_or(0), MOST_COMMENT, "a comment"),
        (comments().sum(), MOST_COMMENTS, "all comments together"),
        (bytes, MOST_BODY, "the moves of a study"),
    ] {
        if found > most {
            let message = format!("{what} may have {most} bytes, and not {found}");
            return Err(ApiError::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "too-large",
                message,
            ));
        }
    }
    Ok(())
}
