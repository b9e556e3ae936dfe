//! Plies in English, from their facts.

use super::{
    LocatedPiece, MeasuredFacts, PieceThere, PlyFacts, ReadSquare, Show, capitalised, join, percent,
};
use crate::{Colour, Ply};

/// More squares than these are counted, not listed.
const FEW: usize = 6;

/// A ply that was played, in sentences: the move, what each measurement found, what became of the pieces.
pub fn describe_ply<G: Show>(before: &G, ply: &Ply<G::Move>, after: &G) -> Vec<String> {
    PlyFacts::of(before, ply, after).sentences::<G>(ply.mv)
}

impl PlyFacts {
    /// The facts in English sentences.
    pub fn sentences<G: Show>(&self, mv: G::Move) -> Vec<String> {
        let deed = |name: &str| G::DEEDS.iter().find(|(kind, _)| *kind == name);
        // A move that failed is told as what it was to be.
        let deed = deed(self.kind).or_else(|| deed(self.tried));
        let form = deed.map_or_else(|| self.usual_form(), |(_, form)| form);
        let mut told = vec![self.deed(form, &mv.to_string())];
        for measurement in &self.measured {
            told.extend(measurement.sentences());
        }
        told.extend(self.lost());
        told.extend(self.types());
        told.extend(self.result());
        told.extend(self.places());
        told.extend(self.decided.iter().map(is_on));
        // The deed tells it already.
        if !form.contains("{becomes}") {
            told.extend(self.promoted.iter().map(promoted));
        }
        told.extend(self.parts_gone());
        told.extend(self.consequences());
        told
    }

    /// The form of a sentence for what was done, by its squares.
    fn usual_form(&self) -> &'static str {
        match (&self.from[..], &self.to[..], &self.over[..]) {
            ([], _, _) | (_, [], _) => "{side}: {move}.",
            (_, _, [_, ..]) => "{side} [captures] from {from} over {over} onto {to}.",
            (_, [_, _, ..], _) => "{side} [splits] {piece} over {to}.",
            ([_, _, ..], _, _) => "{side} [merges] the parts on {from} on {to}.",
            _ => "{side} [moves] {piece} to {to}.",
        }
    }

    fn deed(&self, form: &str, mv: &str) -> String {
        let mover = self
            .before
            .iter()
            .find(|one| self.from.contains(&one.square));
        let names_kind = form.contains("from {from}");
        let is_part = mover.is_some_and(|one| !one.is_certain());
        let piece = match (mover, names_kind, is_part) {
            (Some(mover), true, true) => format!("part of the {}", mover.noun()),
            (Some(mover), true, false) => mover.noun(),
            (_, _, true) => format!("the part on {}", list(&self.from)),
            _ => list(&self.from),
        };
        let noun = |one: Option<&PieceThere>| one.map(PieceThere::noun).unwrap_or_default();
        let taken = self
            .before
            .iter()
            .find(|one| self.over.contains(&one.square));
        let becomes = self.there.iter().find(|one| self.to.contains(&one.square));
        let squares = [&self.from[..], &self.to].concat();
        let at = |index| self.to.get(index).cloned().unwrap_or_default();
        let values = [
            ("{side}", self.side.to_string()),
            ("{move}", mv.to_owned()),
            ("{from}", list(&self.from)),
            ("{to}", list(&self.to)),
            ("{over}", list(&self.over)),
            ("{squares}", list(&squares)),
            ("{first}", at(0)),
            ("{second}", at(1)),
            ("{piece}", piece),
            ("{kind}", noun(mover)),
            ("{taken}", noun(taken)),
            ("{becomes}", noun(becomes)),
        ];
        let text = values.iter().fold(self.verb(form), |text, (name, value)| {
            text.replace(name, value)
        });
        capitalised(&text)
    }

    /// The form with its verb as of what is done, or of what is tried.
    fn verb(&self, form: &str) -> String {
        let Some((start, (verb, end))) = form
            .split_once('[')
            .and_then(|(start, rest)| Some((start, rest.split_once(']')?)))
        else {
            return form.to_owned();
        };
        match self.succeeded {
            None => format!("{start}{verb}{end}"),
            Some(_) => format!("{start}tries to {}{end}", verb.trim_end_matches('s')),
        }
    }

    /// The sentence about pieces of which a measurement left nothing.
    fn lost(&self) -> Option<String> {
        let pieces = self.measured.iter().flat_map(|one| &one.pieces);
        let lost: Vec<&LocatedPiece> = pieces.filter(|piece| piece.lost).collect();
        let places: Vec<String> = lost.iter().flat_map(|piece| piece.gone.clone()).collect();
        let places = list(&places);
        match lost[..] {
            [] => None,
            [one] => Some(format!("The {} on {places} leaves the board.", one.name())),
            _ => Some(format!("The pieces on {places} leave the board.")),
        }
    }

    /// Sentences about the type that a piece of several types showed.
    fn types(&self) -> Vec<String> {
        let here = |one: &&PieceThere| self.from.contains(&one.square);
        let (told, kind) = if let Some(shown) = &self.shown {
            let which = match (shown.secondary, shown.new) {
                (false, _) => "primary type,",
                (true, false) => "secondary type,",
                (true, true) => "secondary type, now known:",
            };
            (
                format!("It shows its {which} a {}.", shown.kind),
                shown.kind.to_owned(),
            )
        } else if let Some(twin) = self.before.iter().filter(here).find(|one| one.is_twin()) {
            (
                format!("Both its types are a {}.", twin.noun()),
                twin.noun(),
            )
        } else {
            return Vec::new();
        };
        let mut now = self.there.iter().filter(here);
        let other = now.find(|one| !one.kind.is_empty() && one.kind != kind);
        let becomes = other.map(|one| format!("It becomes a {}.", one.kind));
        [told].into_iter().chain(becomes).collect()
    }

    fn result(&self) -> Vec<String> {
        let mut told = Vec::new();
        let taken = |square: &String| {
            let mut there = self.before.iter().filter(|one| one.square == *square);
            let taken = there.find(|one| one.colour != Some(self.side));
            taken.map_or_else(
                || square.clone(),
                |one| format!("the {} on {square}", one.name()),
            )
        };
        let captured: Vec<String> = self.captured.iter().map(taken).collect();
        // A capture that can't fail is told by the deed.
        if !captured.is_empty() && (self.succeeded.is_some() || self.over.is_empty()) {
            let capturer = self
                .own()
                .find(|one| self.to.contains(&one.square) && one.is_certain());
            let capturer = capturer.filter(|one| !self.over.contains(&one.square));
            let capturer = capturer.map(|one| format!(" The capturer is on {}.", one.square));
            let capturer = capturer.unwrap_or_default();
            told.push(format!("Captured: {}.{capturer}", list(&captured)));
        }
        if self.succeeded == Some(false) {
            told.push(self.failure());
        }
        if let ([over, ..], true) = (&self.over[..], self.entangled) {
            told.push("Nothing is measured: the two pieces are entangled now.".into());
            let on = |squares: &[String]| {
                let mut there = self.own().filter(|one| squares.contains(&one.square));
                there
                    .next()
                    .map(|one| (one.square.clone(), percent(one.probability)))
            };
            if let (Some((_, captures)), Some((from, stays))) = (on(&self.to), on(&self.from)) {
                let taken = self.before.iter().find(|one| one.square == *over);
                let taken = taken.map(PieceThere::name).unwrap_or_default();
                told.push(format!(
                    "With {captures} the {taken} was on {over} and is captured, with {stays} the capturer is \
                     still on {from}."
                ));
            }
        }
        told
    }

    /// The sentence about a move that failed.
    fn failure(&self) -> String {
        let own = |square: &String| self.own().any(|one| one.square == *square);
        if let Some(over) = self.over.iter().find(|over| own(over)) {
            return format!("Nothing was on {over}: the attacker steps there.");
        }
        if !self.over.is_empty() {
            return "Nothing is captured, the turn passes.".into();
        }
        let certain = self.there.iter().filter(|one| one.is_certain());
        let occupied = certain
            .map(|one| &one.square)
            .find(|square| self.to.contains(square));
        occupied.map_or_else(
            || "Nothing moves, the turn passes.".into(),
            |to| format!("{to} is occupied: nothing moves, the turn passes."),
        )
    }

    /// The sentence about the places of the pieces that moved, unless the move tells them.
    fn places(&self) -> Option<String> {
        let entangles = self.entangled && !self.over.is_empty();
        if self.succeeded == Some(false) || entangles {
            return None;
        }
        let mut own: Vec<&PieceThere> = self.own().collect();
        let others = self.before.iter();
        for other in others.filter(|one| !self.from.contains(&one.square)) {
            if let Some(index) = own.iter().position(|one| one.is_as(other)) {
                own.remove(index);
            }
        }
        // Where it arrived comes first.
        let (mut own, others): (Vec<_>, Vec<_>) = own
            .into_iter()
            .partition(|one| self.to.contains(&one.square));
        let arrived = self.to.is_empty() || !own.is_empty();
        own.extend(others);
        if self.from.len() > 1 {
            return self.merged(&own, arrived);
        }
        if self.to.is_empty() {
            return None;
        }
        let tried = self.succeeded.is_some();
        if self.measured.is_empty() && !tried && self.is_plain(&own) {
            return None;
        }
        match own[..] {
            [] if !self.measured.is_empty() || !self.over.is_empty() => None,
            [] => {
                let to = list(&self.to);
                Some(format!("It is certainly not on {to} and leaves the board."))
            }
            // The capture tells it.
            [one] if one.is_certain() && tried && !self.over.is_empty() => None,
            [one] if one.is_certain() && tried => Some(format!("The piece is on {}.", one.square)),
            [one] if one.is_certain() => {
                let told = format!("The piece on {} is there for certain now.", one.square);
                self.measured.is_empty().then_some(told)
            }
            _ => {
                let stays = own.iter().any(|one| self.from.contains(&one.square));
                let blocked = stays && self.entangled && self.to.len() == 1;
                let reason = if blocked {
                    "where a piece is in the way it stays: "
                } else {
                    ""
                };
                Some(capitalised(&format!(
                    "{reason}now it is on {}.",
                    shares(&own)?
                )))
            }
        }
    }

    /// The sentence about the places of parts that met.
    fn merged(&self, own: &[&PieceThere], arrived: bool) -> Option<String> {
        if self.is_unchanged() {
            return None;
        }
        let cancels = format!("They cancel on {}: ", list(&self.to));
        let cancels = if arrived { "" } else { &cancels };
        let now = match own.iter().find(|one| one.is_certain()) {
            Some(whole) => format!("it is one whole piece on {} again.", whole.square),
            None => format!("now it is on {}.", shares(own)?),
        };
        Some(capitalised(&format!("{cancels}{now}")))
    }

    /// Returns `true` if the pieces of the move are where they were before it.
    fn is_unchanged(&self) -> bool {
        let was = |one: &PieceThere| self.before.iter().any(|two| two.is_as(one));
        self.before.len() == self.there.len() && self.there.iter().all(was)
    }

    /// Returns `true` if as much of a piece arrives on each square as the move says.
    fn is_plain(&self, here: &[&PieceThere]) -> bool {
        let mover = self
            .before
            .iter()
            .find(|one| self.from.contains(&one.square));
        let Some(mover) = mover else { return true };
        let share = mover.probability / self.to.len() as f64;
        let is_share = |one: &&PieceThere| (one.probability - share).abs() < 1e-9;
        self.from == self.to || here.len() == self.to.len() && here.iter().all(is_share)
    }

    /// Pieces of the player on the squares of the move.
    fn own(&self) -> impl Iterator<Item = &PieceThere> {
        let is_own = |one: &&PieceThere| one.colour.is_none_or(|colour| colour == self.side);
        self.there.iter().filter(is_own)
    }

    /// Sentences about the parts of the pieces that were found on the squares of the move.
    fn parts_gone(&self) -> impl Iterator<Item = String> {
        let told = |one: &MeasuredFacts| {
            let found = one.pieces.iter().filter(|piece| one.found_here(piece));
            let told = found.filter_map(|piece| {
                let (name, on) = (piece.name(), list(&piece.found));
                Some(format!(
                    "The {name} was on {on}: its {}.",
                    piece.parts_gone()?
                ))
            });
            told.collect::<Vec<_>>()
        };
        self.measured.iter().flat_map(told)
    }

    /// Sentences about what follows for the next ply.
    fn consequences(&self) -> impl Iterator<Item = String> {
        let hidden = self.hidden.iter().map(|place| {
            if self.from.contains(place) || self.to.contains(place) {
                format!("On {place} it is quantum again.")
            } else {
                format!("The piece on {place} is quantum again.")
            }
        });
        let must = self.must.iter().filter_map(|must| {
            let square = must.square.as_deref()?;
            let side = capitalised(&self.side.to_string());
            let deed = must.name.strip_prefix("must-")?;
            let piece = if deed == "promote" { "pawn" } else { "piece" };
            Some(format!("{side} must {deed} the {piece} on {square}."))
        });
        let check = self.check.then(|| "Check.".to_owned());
        hidden.chain(must).chain(check)
    }
}

impl MeasuredFacts {
    fn sentences(&self) -> Vec<String> {
        let mut told = Vec::new();
        match &self.squares[..] {
            [] => {}
            [one] => {
                let (name, square) = (name(one.colour, &one.kind), &one.square);
                told.push(format!(
                    "The {name} on {square} was measured: it {}.",
                    one.reading()
                ));
            }
            several => {
                let read = several.iter().map(|one| {
                    let name = name(one.colour, &one.kind);
                    format!("the {name} on {} {}", one.square, one.reading())
                });
                told.push(format!("Measured: {}.", list(&read.collect::<Vec<_>>())));
            }
        }
        let others = self.pieces.iter().filter(|piece| !self.found_here(piece));
        let (parts, whole): (Vec<_>, Vec<_>) =
            others.partition(|piece| piece.found.len() == 1 && !piece.gone.is_empty());
        for piece in &parts {
            told.push(format!(
                "The {} is on {}.",
                piece.name(),
                list(&piece.found)
            ));
            let last = told.last_mut().expect("it was added");
            *last += &piece
                .parts_gone()
                .map(|gone| format!(" Its {gone}."))
                .unwrap_or_default();
        }
        let found: Vec<String> = whole.iter().flat_map(|piece| piece.found.clone()).collect();
        told.extend(match (found.len(), self.num_others) {
            (0, 1..) if self.squares.is_empty() && parts.is_empty() => {
                Some("Measured: nothing was found.".into())
            }
            (0, _) => None,
            (1..=FEW, _) => Some(format!("Measured: found on {}.", list(&found))),
            (found, all) => Some(format!("Measured: {found} of {all} were there.")),
        });
        told
    }

    /// Returns `true` if a piece was found on a square of the move.
    fn found_here(&self, piece: &LocatedPiece) -> bool {
        let here = |one: &ReadSquare| one.there && piece.found.contains(&one.square);
        self.squares.iter().any(here)
    }
}

impl ReadSquare {
    /// Such as `was not there (50 %)`.
    fn reading(&self) -> String {
        let was = if self.there {
            "was there"
        } else {
            "was not there"
        };
        format!("{was} ({})", percent(self.probability))
    }
}

impl LocatedPiece {
    fn name(&self) -> String {
        name(self.colour, &self.kind)
    }

    /// Such as `parts on b4 and d4 are gone`; `None` of a piece that has lost none, or is several.
    fn parts_gone(&self) -> Option<String> {
        match (self.found.len(), &self.gone[..]) {
            (1, [one]) => Some(format!("part on {one} is gone")),
            (1, [_, ..]) => Some(format!("parts on {} are gone", list(&self.gone))),
            _ => None,
        }
    }
}

impl PieceThere {
    fn is_certain(&self) -> bool {
        self.probability >= 1.0
    }

    /// Returns `true` if it is like another piece, and as likely on the same square.
    fn is_as(&self, other: &Self) -> bool {
        let likeness = |one: &Self| (one.square.clone(), one.colour, one.kind.clone());
        likeness(self) == likeness(other) && (self.probability - other.probability).abs() < 1e-9
    }

    /// Returns `true` if it shows no type, but both are of one kind.
    fn is_twin(&self) -> bool {
        let [first, rest @ ..] = &self.types[..] else {
            return false;
        };
        self.kind.is_empty() && !first.is_empty() && rest.iter().all(|kind| kind == first)
    }

    /// The name of its kind.
    fn noun(&self) -> String {
        match (&*self.kind, &self.types[..]) {
            ("", [kind, ..]) if self.is_twin() => kind.clone(),
            ("", [_, ..]) => "quantum piece".into(),
            ("", []) => "piece".into(),
            (kind, _) => kind.into(),
        }
    }

    fn name(&self) -> String {
        name(self.colour, &self.noun())
    }
}

/// Such as `black man`.
fn name(colour: Option<Colour>, kind: &str) -> String {
    let kind = if kind.is_empty() { "piece" } else { kind };
    colour.map_or_else(|| kind.to_owned(), |colour| format!("{colour} {kind}"))
}

fn is_on(piece: &PieceThere) -> String {
    format!("The {} is on {}.", piece.name(), piece.square)
}

fn promoted(piece: &PieceThere) -> String {
    let deed = if piece.kind == "king" {
        "Crowned"
    } else {
        "Promoted"
    };
    format!("{deed} on {}: a {}.", piece.square, piece.kind)
}

/// Such as `b4 with 25 % and on d4 with 75 %`; `None` of nothing.
fn shares(pieces: &[&PieceThere]) -> Option<String> {
    let share = |one: &&PieceThere| format!("{} with {}", one.square, percent(one.probability));
    let shares: Vec<String> = pieces.iter().map(share).collect();
    (!shares.is_empty()).then(|| shares.join(" and on "))
}

fn list(names: &[String]) -> String {
    join(names, "and")
}
