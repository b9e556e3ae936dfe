//! Hashes in place of the links of older versions, which kept them in clear.

use cheqqers_game::Colour;
use rusqlite::{OptionalExtension, Row, Transaction, params};
use serde::Deserialize;
use serde_json::{Value, json};

use super::link_rows::insert_link;
use super::row::{json as read, token};
use crate::error::StoreError;
use crate::links::{Sides, StoredLink, Token};

/// Links as they were kept.
#[derive(Clone, Copy, Deserialize)]
struct ClearLinks {
    white: Option<Token>,
    black: Option<Token>,
    both: Option<Token>,
    watch: Token,
}

impl ClearLinks {
    fn players(self) -> impl Iterator<Item = (Token, Sides)> {
        let sides = |white, black| Sides { white, black };
        let all = [
            (self.white, sides(true, false)),
            (self.black, sides(false, true)),
            (self.both, sides(true, true)),
        ];
        let all = all.into_iter();
        all.filter_map(|(link, sides)| Some((link?, sides)))
    }
}

/// Replaces all links by their hashes, and adds those of links that are derived from now on.
pub(super) fn write(to: &Transaction<'_>) -> Result<(), StoreError> {
    to.execute_batch(
        "
        ALTER TABLE links RENAME TO clear;
        DROP INDEX links_game;
        CREATE TABLE links (
            hash TEXT PRIMARY KEY,
            game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            white INTEGER NOT NULL,
            black INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX links_game ON links (game);
        ",
    )?;
    games(to)?;
    classes(to)?;
    to.execute_batch("DROP TABLE clear; ALTER TABLE games DROP COLUMN links;")?;
    Ok(())
}

fn games(to: &Transaction<'_>) -> Result<(), StoreError> {
    let mut select = to.prepare("SELECT id, links, around FROM games")?;
    let found = select.query_map([], |row| {
        let (links, around): (ClearLinks, Value) = (read(row, 1)?, read(row, 2)?);
        Ok((token(row, 0)?, links, around))
    })?;
    let mut find = to.prepare("SELECT game FROM clear WHERE token = ?1")?;
    for game in found.collect::<Result<Vec<_>, _>>()? {
        let (id, links, mut around) = game;
        let id = id.to_string();
        let watch = StoredLink {
            hash: links.watch.hash(),
            sides: Sides::default(),
        };
        insert_link(to, &id, &watch)?;
        for (link, sides) in links.players() {
            for stored in StoredLink::both_of(link, sides) {
                insert_link(to, &id, &stored)?;
            }
        }
        let next: Option<ClearLinks> = serde_json::from_value(around["next"].take())
            .map_err(|error| StoreError::Database(error.to_string()))?;
        if let Some(next) = next {
            let name = |row: &Row<'_>| token(row, 0);
            let next = find.query_row([next.watch.to_string()], name).optional()?;
            if let Some(next) = next {
                let rows = links.players();
                let rows = rows.flat_map(|(link, sides)| StoredLink::of_rematch(link, sides));
                let watching = StoredLink {
                    hash: links.watch.rematch().hash(),
                    sides: Sides::default(),
                };
                for stored in rows.chain([watching]) {
                    insert_link(to, &next.to_string(), &stored)?;
                }
                around["next"] = json!(next);
            }
        }
        if around["offer"]["kind"] == "rematch" {
            // It can be offered again, with the links of a rematch.
            around["offer"] = Value::Null;
        }
        to.prepare_cached("UPDATE games SET around = ?2 WHERE id = ?1")?
            .execute(params![id, around.to_string()])?;
    }
    Ok(())
}

fn classes(to: &Transaction<'_>) -> Result<(), StoreError> {
    let mut select = to.prepare("SELECT id, record FROM classes")?;
    let found = select.query_map([], |row| Ok((row.get(0)?, read(row, 1)?)))?;
    for class in found.collect::<Result<Vec<(String, Value)>, _>>()? {
        let (id, mut record) = class;
        // What can't be read is left to be told of when it is.
        if let Some(()) = hash_class(to, &mut record)? {
            to.prepare_cached("UPDATE classes SET record = ?2 WHERE id = ?1")?
                .execute(params![id, record.to_string()])?;
        }
    }
    Ok(())
}

/// Replaces the links of a class; `None` if that is none.
fn hash_class(to: &Transaction<'_>, record: &mut Value) -> Result<Option<()>, StoreError> {
    let link = |value: &Value| value.as_str().and_then(|text| text.parse::<Token>().ok());
    let Some(teacher) = link(&record["teacher"]) else {
        return Ok(None);
    };
    let pupils: Vec<Option<Token>> = record["pupils"]
        .as_array()
        .map(|pupils| pupils.iter().map(|pupil| link(&pupil["link"])).collect())
        .unwrap_or_default();
    let games = record["games"].as_array_mut();
    for game in games.into_iter().flatten() {
        let Some(id) = link(&game["id"]) else {
            continue;
        };
        let name = id.to_string();
        let watch = StoredLink {
            hash: teacher.in_class(id).hash(),
            sides: Sides::default(),
        };
        insert_link(to, &name, &watch)?;
        let mut seats = Vec::new();
        for (side, key) in [(Colour::White, "white"), (Colour::Black, "black")] {
            let number = game[key]
                .as_u64()
                .and_then(|number| usize::try_from(number).ok());
            let pupil = number.and_then(|number| *pupils.get(number.checked_sub(1)?)?);
            let Some(pupil) = pupil else { continue };
            let seat = pupil.in_class(id);
            for stored in StoredLink::both_of(seat, Sides::of(side)) {
                insert_link(to, &name, &stored)?;
            }
            seats.push((key, json!(seat.hash())));
        }
        game["links"] = json!({});
        for (key, hash) in seats {
            game["links"][key] = hash;
        }
    }
    record["teacher"] = json!(teacher.hash());
    let all = record["pupils"].as_array_mut();
    for (pupil, link) in all.into_iter().flatten().zip(pupils) {
        pupil["link"] = json!(link.map(Token::hash));
    }
    Ok(Some(()))
}
