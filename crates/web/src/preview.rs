//! Pages of games and studies as those see them who show a preview of a link: with a title, a description and a
//! picture. A link that moves is a secret, and has none.

use std::fmt::Write;
use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::response::Response;

use crate::app::App;
use crate::error::ApiError;
use crate::host::origin;
use crate::limits::Client;
use crate::links::{Sides, Token};
use crate::page;

/// Preview of a page.
struct Card {
    title: String,
    about: String,
    /// Paths of the page and of its picture.
    path: String,
    picture: String,
}

/// The page of a game.
pub(crate) async fn game(
    State(app): State<Arc<App>>,
    link: Result<Path<String>, PathRejection>,
    request: Request,
) -> Response {
    let who = app.client(request.headers(), request.extensions());
    let card = match token(link) {
        Some(link) => game_card(&app, link, who).await.ok().flatten(),
        None => None,
    };
    answer(&app, card, &request)
}

/// The page of a study.
pub(crate) async fn study(
    State(app): State<Arc<App>>,
    name: Result<Path<String>, PathRejection>,
    request: Request,
) -> Response {
    let card = match token(name) {
        Some(name) => study_card(&app, name).await.ok().flatten(),
        None => None,
    };
    answer(&app, card, &request)
}

/// The link or name of a path.
pub(crate) fn token(path: Result<Path<String>, PathRejection>) -> Option<Token> {
    path.ok()?.parse().ok()
}

fn answer(app: &App, card: Option<Card>, request: &Request) -> Response {
    let Some(card) = card else {
        return page::index_for(request.headers());
    };
    let origin = origin(request.headers(), request.uri(), app.is_proxied);
    page::index_with(&card.tags(origin.as_deref()))
}

async fn game_card(app: &App, link: Token, who: Client) -> Result<Option<Card>, ApiError> {
    let found = app.games.shared.store.link(link).await?;
    if found.is_none_or(|(_, sides)| sides != Sides::default()) {
        return Ok(None);
    }
    let (game, _) = app.games.open(link, who).await?;
    let (title, words, plies) = game
        .look(who, |table| {
            let position = table.position();
            let title = position.about.title.clone();
            Ok((title, position.words, table.num_plies()))
        })
        .await?;
    Ok(Some(Card {
        title,
        about: standing(&words, plies),
        path: format!("/g/{link}"),
        picture: format!("/api/v1/links/{link}/picture.png?ply={plies}"),
    }))
}

async fn study_card(app: &App, name: Token) -> Result<Option<Card>, ApiError> {
    let study = app.games.shared.store.study(name).await?;
    Ok(study.map(|study| {
        let comment = study.comments.get(&study.ply);
        let words = study.words.as_deref().unwrap_or(&study.about);
        Card {
            about: comment.map_or_else(|| standing(words, study.plies), Clone::clone),
            title: study.title,
            path: format!("/s/{name}"),
            picture: format!("/api/v1/studies/{name}/picture.png"),
        }
    }))
}

/// State of a game in words, and its length.
fn standing(words: &str, plies: usize) -> String {
    let plies = match plies {
        1 => "1 move".to_owned(),
        plies => format!("{plies} moves"),
    };
    format!("{} ({plies})", cheqqers_game::show::capitalised(words))
}

impl Card {
    /// Its tags, as Open Graph and others name them.
    fn tags(&self, origin: Option<&str>) -> String {
        let mut tags = vec![
            ("og:site_name", "Cheqqers".to_owned()),
            ("og:type", "article".into()),
            ("og:title", self.title.clone()),
            ("og:description", self.about.clone()),
            ("twitter:card", "summary".into()),
        ];
        // Addresses in previews are whole, or worth nothing.
        if let Some(origin) = origin {
            tags.push(("og:url", format!("{origin}{}", self.path)));
            tags.push(("og:image", format!("{origin}{}", self.picture)));
            tags.push(("og:image:type", "image/png".into()));
            tags.push(("og:image:alt", format!("The board: {}", self.about)));
        }
        tags.iter().fold(String::new(), |mut text, (name, value)| {
            let value = escaped(value);
            writeln!(text, "<meta property=\"{name}\" content=\"{value}\">")
                .expect("memory takes all text");
            text
        })
    }
}

/// Text as the value of an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}
