use std::fmt::Display;

use cheqqers_qasm::GroupFacts;
use serde_json::{Map, Value};

/// Facts of the gates of each ply of a circuit, from those of a set-up, which are of ply 0, on: the ply,
/// its player where players are known, and its move.
///
/// The annotation is `cheqqers.move PLY PLAYER MOVE`; of plies among whose gates some prepare a state
/// `cheqqers.prepared` instead, and JSON has `"prepared":true`.
pub fn group_facts(
    moves: &[String],
    players: &[impl Display],
    prepared: &[u32],
) -> Vec<GroupFacts> {
    let of_ply = |ply: u32| {
        let index = (ply as usize).checked_sub(1);
        let is_prepared = index.is_none() || prepared.contains(&ply);
        let mut annotation = if is_prepared {
            format!("cheqqers.prepared {ply}")
        } else {
            format!("cheqqers.move {ply}")
        };
        let mut entries = Map::new();
        entries.insert("ply".into(), ply.into());
        let player = index.and_then(|index| players.get(index));
        let told = [
            ("player", player.map(ToString::to_string)),
            ("move", index.map(|index| moves[index].clone())),
        ];
        for (key, text) in told {
            if let Some(text) = text {
                annotation += " ";
                annotation += &text;
                entries.insert(key.into(), text.into());
            }
        }
        if is_prepared {
            entries.insert("prepared".into(), Value::Bool(true));
        }
        GroupFacts {
            annotation,
            entries,
        }
    };
    (0..=moves.len())
        .zip(0..)
        .map(|(_, ply)| of_ply(ply))
        .collect()
}
