//! The line that tells what to type, at the first prompt of a game.

use cheqqers_session::{LegalMoves, Move, Position};

/// The most moves it names.
const MOST: usize = 2;

/// Moves that are legal now, one of each kind, to be typed as they are, and where the rest is found.
pub(super) fn invitation(position: &Position, legal: &LegalMoves) -> String {
    let words = position.first_words();
    let named = words.split_whitespace();
    let named = named.filter_map(|word| position.read_move(word.trim_end_matches([',', ';'])).ok());
    let mut named = named.peekable();
    let is_legal = |mv: Move| legal.find(&mv.text()).is_some();
    let words = if named.peek().is_some() && named.all(is_legal) {
        words
    } else {
        some_of_each_kind(legal)
    };
    if words.is_empty() {
        return "`help` lists what to type.".into();
    }
    format!("Type a move, such as {words}; `help` lists the rest.")
}

/// Moves of the place that has most kinds of them, one of each kind.
fn some_of_each_kind(legal: &LegalMoves) -> String {
    let mut places: Vec<(Vec<String>, Vec<Move>)> = Vec::new();
    for mv in legal.iter() {
        let sources = mv.sources();
        match places.iter_mut().find(|(place, _)| *place == sources) {
            Some((_, moves)) if moves.iter().any(|other| other.kind() == mv.kind()) => {}
            Some((_, moves)) => moves.push(mv),
            None => places.push((sources, vec![mv])),
        }
    }
    // Among equals the first one.
    let best = places
        .into_iter()
        .rev()
        .max_by_key(|(_, moves)| moves.len());
    let best = best.map(|(_, moves)| moves).unwrap_or_default();
    let named = best.into_iter().take(MOST).map(|mv| {
        let (text, kind) = (mv.text(), mv.kind());
        if text == kind {
            text
        } else {
            format!("{text} ({kind})")
        }
    });
    named.collect::<Vec<_>>().join(" or ")
}
