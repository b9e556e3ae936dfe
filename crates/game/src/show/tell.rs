//! Plies in sentences, from their facts.

use super::facts::once;
use super::{
    LocatedPiece, MeasuredFacts, PieceThere, PlyFacts, ReadSquare, Sentence, SentenceForm,
    SentenceValue, Show, capitalised,
};
use crate::Ply;

/// More squares than these are counted, not listed.
const FEW: usize = 6;

/// A ply that was played, in sentences: the move, what each measurement found, what became of the pieces.
pub fn describe_ply<G: Show>(before: &G, ply: &Ply<G::Move>, after: &G) -> Vec<String> {
    PlyFacts::of(before, ply, after).told()
}

impl PlyFacts {
    /// The facts of a ply between two positions.
    pub fn of<G: Show>(before: &G, ply: &Ply<G::Move>, after: &G) -> Self {
        let mut facts = Self::untold(before, ply, after);
        // A move that failed is told as what it was to be.
        let form = G::sentence(ply.mv, facts.kind).or_else(|| G::sentence(ply.mv, facts.tried));
        let form = form.unwrap_or_else(|| facts.usual_form());
        facts.sentences = facts.tell(form, &ply.mv.to_string());
        facts
    }

    /// The ply in English sentences.
    pub fn told(&self) -> Vec<String> {
        let at = |index: usize| self.to.get(index).map(String::as_str).unwrap_or_default();
        let shared = [
            ("side", capitalised(&self.side.to_string()).as_str().into()),
            ("from", self.from[..].into()),
            ("to", self.to[..].into()),
            ("over", self.over[..].into()),
            ("squares", [&self.from[..], &self.to].concat()[..].into()),
            ("first", at(0).into()),
            ("second", at(1).into()),
        ];
        let told = self.sentences.iter().map(|one| one.english(&shared));
        told.collect()
    }

    fn tell(&self, form: SentenceForm, mv: &str) -> Vec<Sentence> {
        let deed = self.deed(form, mv);
        // The deed tells it already.
        let promoted = if deed.needs("becomes") {
            &[]
        } else {
            &self.promoted[..]
        };
        let mut told = vec![deed];
        for (index, measurement) in self.measured.iter().enumerate() {
            told.extend(measurement.sentences(&self.measured[..index]));
        }
        told.extend(self.lost());
        told.extend(self.types());
        told.extend(self.result());
        told.extend(self.places());
        told.extend(self.decided.iter().map(is_on));
        told.extend(promoted.iter().map(became));
        told.extend(self.consequences());
        told
    }

    /// The form of a sentence for what was done, by its squares.
    fn usual_form(&self) -> SentenceForm {
        match (&self.from[..], &self.to[..], &self.over[..]) {
            ([], _, _) | (_, [], _) => ("other", "{side}: {move}."),
            (_, _, [_, ..]) => (
                "jump",
                "{side} [captures] from {from} over {over} onto {to}.",
            ),
            (_, [_, _, ..], _) => ("split", "{side} [splits] {mover} over {to}."),
            ([_, _, ..], _, _) => ("merge", "{side} [merges] the parts on {from} on {to}."),
            _ => ("step", "{side} [moves] {mover} to {to}."),
        }
    }

    /// The piece that moves, before it does.
    fn mover(&self) -> Option<&PieceThere> {
        let mut before = self.before.iter();
        before.find(|one| self.from.contains(&one.square))
    }

    fn deed(&self, (name, form): SentenceForm, mv: &str) -> Sentence {
        let mover = self.mover();
        let is_part = form.contains("{mover}") && mover.is_some_and(|one| !one.is_certain());
        let what = match (form.contains("from {from}"), is_part) {
            (true, true) => "part of the {piece}",
            (true, false) => "{piece}",
            (false, true) => "the part on {from}",
            (false, false) => "{from}",
        };
        let form = self.verb(form).replace("{mover}", what);
        let mut deed = Sentence::new((name, form));
        if is_part {
            deed = deed.with("part", SentenceValue::Flag(true));
        }
        if deed.needs("move") {
            deed = deed.with("move", mv);
        }
        let mut before = self.before.iter();
        let taken = before.find(|one| self.over.contains(&one.square));
        let becomes = self.there.iter().find(|one| self.to.contains(&one.square));
        for (name, piece) in [("piece", mover), ("taken", taken), ("becomes", becomes)] {
            if deed.needs(name) {
                let noun = piece.map(PieceThere::noun).unwrap_or_default();
                deed = deed.with(name, SentenceValue::piece(None, &noun));
            }
        }
        deed
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
    fn lost(&self) -> Option<Sentence> {
        let pieces = self.measured.iter().flat_map(|one| &one.pieces);
        let lost: Vec<&LocatedPiece> = pieces.filter(|piece| piece.lost).collect();
        let places = lost.iter().flat_map(|piece| piece.gone.clone());
        let places = once(places.collect());
        let told = match lost[..] {
            [] => return None,
            [one] => Sentence::new(("lost", "The {piece} on {places} leaves the board."))
                .with("piece", one.named()),
            _ => Sentence::new(("lost-several", "The pieces on {places} leave the board.")),
        };
        Some(told.with("places", &places[..]))
    }

    /// Sentences about the type that a piece of several types showed.
    fn types(&self) -> Vec<Sentence> {
        let here = |one: &&PieceThere| self.from.contains(&one.square);
        let (form, kind) = if let Some(shown) = &self.shown {
            let form = match (shown.secondary, shown.new) {
                (false, _) => ("primary-type", "It shows its primary type, a {piece}."),
                (true, false) => ("secondary-type", "It shows its secondary type, a {piece}."),
                (true, true) => (
                    "new-type",
                    "It shows its secondary type, now known: a {piece}.",
                ),
            };
            (form, shown.kind.to_owned())
        } else if let Some(twin) = self.before.iter().filter(here).find(|one| one.is_twin()) {
            (("one-type", "Both its types are a {piece}."), twin.noun())
        } else {
            return Vec::new();
        };
        let of_kind =
            |form, kind: &str| Sentence::new(form).with("piece", SentenceValue::piece(None, kind));
        let mut now = self.there.iter().filter(here);
        let other = now.find(|one| !one.kind.is_empty() && one.kind != kind);
        let becomes = other.map(|one| of_kind(("becomes", "It becomes a {piece}."), &one.kind));
        [of_kind(form, &kind)].into_iter().chain(becomes).collect()
    }

    fn result(&self) -> Vec<Sentence> {
        let mut told = Vec::new();
        let taken = |square: &String| {
            let mut there = self.before.iter().filter(|one| one.square == *square);
            let taken = there.find(|one| one.colour != Some(self.side));
            taken.map_or_else(
                || SentenceValue::from(square),
                |one| SentenceValue::Part(one.placed(("piece-on", "the {piece} on {square}"))),
            )
        };
        // A capture that can't fail is told by the deed.
        if !self.captured.is_empty() && (self.succeeded.is_some() || self.over.is_empty()) {
            let capturer = self
                .own()
                .find(|one| self.to.contains(&one.square) && one.is_certain());
            let capturer = capturer.filter(|one| !self.over.contains(&one.square));
            let captured = match capturer {
                None => Sentence::new(("captured", "Captured: {pieces}.")),
                Some(one) => Sentence::new((
                    "captured-onto",
                    "Captured: {pieces}. The capturer is on {square}.",
                ))
                .with("square", &one.square),
            };
            let pieces = self.captured.iter().map(taken).collect();
            told.push(captured.with("pieces", SentenceValue::List(pieces)));
        }
        if self.succeeded == Some(false) {
            told.push(self.failure());
        }
        if let ([over, ..], true) = (&self.over[..], self.entangled) {
            told.push(Sentence::new((
                "entangled",
                "Nothing is measured: the two pieces are entangled now.",
            )));
            let on = |squares: &[String]| {
                let mut there = self.own().filter(|one| squares.contains(&one.square));
                there.next().map(|one| (&one.square, one.probability))
            };
            let taken = self.before.iter().find(|one| one.square == *over);
            if let (Some((_, captures)), Some((from, stays)), Some(taken)) =
                (on(&self.to), on(&self.from), taken)
            {
                let either = taken.placed((
                    "either",
                    "With {captures} the {piece} was on {square} and is captured, with {stays} the capturer is \
                     still on {place}.",
                ));
                let either = either.with("captures", captures).with("stays", stays);
                told.push(either.with("place", from));
            }
        }
        told
    }

    /// The sentence about a move that failed.
    fn failure(&self) -> Sentence {
        let own = |square: &String| self.own().any(|one| one.square == *square);
        if let Some(over) = self.over.iter().find(|over| own(over)) {
            return Sentence::new((
                "steps-instead",
                "Nothing was on {square}: the attacker steps there.",
            ))
            .with("square", over);
        }
        if !self.over.is_empty() {
            return Sentence::new(("missed", "Nothing is captured, the turn passes."));
        }
        let certain = self.there.iter().filter(|one| one.is_certain());
        let occupied = certain
            .map(|one| &one.square)
            .find(|square| self.to.contains(square));
        occupied.map_or_else(
            || Sentence::new(("unmoved", "Nothing moves, the turn passes.")),
            |to| {
                Sentence::new((
                    "occupied",
                    "{square} is occupied: nothing moves, the turn passes.",
                ))
                .with("square", to)
            },
        )
    }

    /// The sentence about the places of the pieces that moved, unless the move tells them.
    fn places(&self) -> Option<Sentence> {
        let entangles = self.entangled && !self.over.is_empty();
        if self.succeeded == Some(false) || entangles {
            return None;
        }
        let mut own: Vec<&PieceThere> = self.own().collect();
        let others = self.before.iter();
        // A square that was read may have another piece now.
        let is_read = |square: &String| {
            let mut read = self.measured.iter().flat_map(|one| &one.squares);
            read.any(|one| one.square == *square)
        };
        // Of several pieces that may be on the square that it started from, one moves.
        let is_shared = |square: &String| {
            let here = self.before.iter().filter(|one| one.square == *square);
            here.count() > 1
        };
        let is_other = |one: &&PieceThere| {
            let moves = self.from.contains(&one.square) && !is_shared(&one.square);
            !moves && !is_read(&one.square)
        };
        for other in others.filter(is_other) {
            if let Some(index) = own.iter().position(|one| one.is_as(other)) {
                own.remove(index);
            }
        }
        // The squares that it arrived on come first.
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
        let told = match own[..] {
            [] if !self.measured.is_empty() || !self.over.is_empty() => return None,
            [] => Sentence::new(("gone", "It is certainly not on {to} and leaves the board.")),
            // The capture tells it.
            [one] if one.is_certain() && tried && !self.over.is_empty() => return None,
            [one] if one.is_certain() && tried => {
                Sentence::new(("placed", "The piece is on {square}.")).with("square", &one.square)
            }
            // The measurement tells it.
            [one] if one.is_certain() && !self.measured.is_empty() => return None,
            [one] if one.is_certain() => {
                Sentence::new(("certain", "The piece on {square} is there for certain now."))
                    .with("square", &one.square)
            }
            _ => {
                let stays = own.iter().any(|one| self.from.contains(&one.square));
                let form = if stays && self.entangled && self.to.len() == 1 {
                    (
                        "blocked",
                        "Where a piece is in the way it stays: now it is on {shares}.",
                    )
                } else {
                    ("now", "Now it is on {shares}.")
                };
                Sentence::new(form).with("shares", shares(&own))
            }
        };
        Some(told)
    }

    /// The sentence about the places of parts that met.
    fn merged(&self, own: &[&PieceThere], arrived: bool) -> Option<Sentence> {
        if self.is_unchanged() || own.is_empty() {
            return None;
        }
        let whole = own.iter().find(|one| one.is_certain());
        let told = Sentence::new(match (arrived, whole) {
            (true, Some(_)) => ("whole", "It is one whole piece on {square} again."),
            (true, None) => ("now", "Now it is on {shares}."),
            (false, Some(_)) => (
                "whole-elsewhere",
                "They cancel on {to}: it is one whole piece on {square} again.",
            ),
            (false, None) => ("cancelled", "They cancel on {to}: now it is on {shares}."),
        });
        Some(match whole {
            Some(whole) => told.with("square", &whole.square),
            None => told.with("shares", shares(own)),
        })
    }

    /// Returns `true` if the pieces of the move are where they were before it.
    fn is_unchanged(&self) -> bool {
        let was = |one: &PieceThere| self.before.iter().any(|two| two.is_as(one));
        self.before.len() == self.there.len() && self.there.iter().all(was)
    }

    /// Returns `true` if as much of a piece arrives on each square as the move says.
    fn is_plain(&self, here: &[&PieceThere]) -> bool {
        let Some(mover) = self.mover() else {
            return true;
        };
        let share = mover.probability / self.to.len() as f64;
        let is_share = |one: &&PieceThere| (one.probability - share).abs() < 1e-9;
        self.from == self.to || here.len() == self.to.len() && here.iter().all(is_share)
    }

    /// Pieces of the player on the squares of the move.
    fn own(&self) -> impl Iterator<Item = &PieceThere> {
        let is_own = |one: &&PieceThere| one.colour.is_none_or(|colour| colour == self.side);
        self.there.iter().filter(is_own)
    }

    /// Sentences about what follows for the next ply.
    fn consequences(&self) -> impl Iterator<Item = Sentence> {
        let hidden = self.hidden.iter().map(|place| {
            let form = if self.from.contains(place) || self.to.contains(place) {
                ("quantum", "On {square} it is quantum again.")
            } else {
                (
                    "quantum-elsewhere",
                    "The piece on {square} is quantum again.",
                )
            };
            Sentence::new(form).with("square", place)
        });
        let must = self.must.iter().filter_map(|must| {
            let form = match must.name {
                "must-promote" => ("must-promote", "{side} must promote the pawn on {square}."),
                _ => ("must-move", "{side} must move the piece on {square}."),
            };
            Some(Sentence::new(form).with("square", must.square.as_ref()?))
        });
        let check = self.check.then(|| Sentence::new(("check", "Check.")));
        hidden.chain(must).chain(check)
    }
}

impl MeasuredFacts {
    /// Sentences about it, after other measurements of the same ply.
    fn sentences(&self, before: &[Self]) -> Vec<Sentence> {
        let mut told = Vec::new();
        let mut earlier = before.iter().flat_map(|one| &one.squares);
        let is_repeated =
            earlier.any(|read| self.squares.iter().any(|one| one.square == read.square));
        match &self.squares[..] {
            [] => {}
            [one] if !is_repeated => told.push(self.reading(
                one,
                [
                    ("read-absent", "The {piece} on {square} was measured: it was not there ({chance})."),
                    ("read-there", "The {piece} on {square} was measured: it was there ({chance})."),
                    (
                        "read-there-alone",
                        "The {piece} on {square} was measured: it was there ({chance}), not on {gone}.",
                    ),
                ],
            )),
            several => {
                let reading = |one| {
                    let forms = [
                        ("was-absent", "the {piece} on {square} was not there ({chance})"),
                        ("was-there", "the {piece} on {square} was there ({chance})"),
                        (
                            "was-there-alone",
                            "the {piece} on {square} was there ({chance}), not on {gone}",
                        ),
                    ];
                    self.reading(one, forms)
                };
                let readings: Vec<Sentence> = several.iter().map(reading).collect();
                let form = if is_repeated {
                    ("read-again", "Measured once more: {readings}.")
                } else {
                    ("read", "Measured: {readings}.")
                };
                told.push(Sentence::new(form).with("readings", readings));
            }
        }
        let others = self.pieces.iter().filter(|piece| !self.found_here(piece));
        let (parts, whole): (Vec<_>, Vec<_>) =
            others.partition(|piece| piece.found.len() == 1 && !piece.gone.is_empty());
        for piece in &parts {
            let gone = self.parts_gone(piece);
            let form = if gone.is_empty() {
                ("is-on", "The {piece} is on {square}.")
            } else {
                ("is-on-alone", "The {piece} is on {square}, not on {gone}.")
            };
            let found = Sentence::new(form).with("piece", piece.named());
            told.push(with_gone(found.with("square", &piece.found[0]), &gone));
        }
        let found: Vec<String> = whole.iter().flat_map(|piece| piece.found.clone()).collect();
        told.extend(match (found.len(), self.num_others) {
            (0, 1..) if self.squares.is_empty() && parts.is_empty() => Some(Sentence::new((
                "found-nothing",
                "Measured: nothing was found.",
            ))),
            (0, _) => None,
            (1..=FEW, _) => Some(
                Sentence::new(("found", "Measured: found on {places}.")).with("places", &found[..]),
            ),
            (found, all) => Some(
                Sentence::new(("found-count", "Measured: {found} of {all} were there."))
                    .with("found", SentenceValue::Count(found))
                    .with("all", SentenceValue::Count(all)),
            ),
        });
        told
    }

    /// The sentence about a square that was read, by the forms for one where nothing was, for one where its piece was,
    /// and for one where that was which has lost other parts.
    fn reading(&self, read: &ReadSquare, [absent, there, alone]: [SentenceForm; 3]) -> Sentence {
        let mut pieces = self.pieces.iter().filter(|_| read.there);
        let found = pieces.find(|piece| piece.found.contains(&read.square));
        let gone = found
            .map(|piece| self.parts_gone(piece))
            .unwrap_or_default();
        let told = Sentence::new(match (read.there, &gone[..]) {
            (false, _) => absent,
            (true, []) => there,
            (true, _) => alone,
        });
        let told = told.with("piece", SentenceValue::piece(read.colour, &read.kind));
        let told = told.with("square", &read.square);
        with_gone(told.with("chance", read.probability), &gone)
    }

    /// Squares without a part any more that are not told of yet; none of a piece that has lost no part, or is several.
    fn parts_gone(&self, piece: &LocatedPiece) -> Vec<String> {
        let is_told = |gone: &&String| self.squares.iter().any(|read| read.square == **gone);
        let gone = piece.gone.iter().filter(|gone| !is_told(gone)).cloned();
        if piece.found.len() == 1 {
            gone.collect()
        } else {
            Vec::new()
        }
    }

    /// Returns `true` if a piece was found on a square of the move.
    fn found_here(&self, piece: &LocatedPiece) -> bool {
        let here = |one: &ReadSquare| one.there && piece.found.contains(&one.square);
        self.squares.iter().any(here)
    }
}

impl LocatedPiece {
    fn named(&self) -> SentenceValue {
        SentenceValue::piece(self.colour, &self.kind)
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

    /// A sentence about it and its square.
    fn placed(&self, form: SentenceForm) -> Sentence {
        let piece = SentenceValue::piece(self.colour, &self.noun());
        let told = Sentence::new(form).with("piece", piece);
        told.with("square", &self.square)
    }
}

fn is_on(piece: &PieceThere) -> Sentence {
    piece.placed(("is-on", "The {piece} is on {square}."))
}

fn became(piece: &PieceThere) -> Sentence {
    let form = if piece.kind == "king" {
        ("crowned", "Crowned on {square}: a {piece}.")
    } else {
        ("promoted", "Promoted on {square}: a {piece}.")
    };
    let kind = SentenceValue::piece(None, &piece.kind);
    piece.placed(form).with("piece", kind)
}

fn with_gone(told: Sentence, gone: &[String]) -> Sentence {
    if gone.is_empty() {
        told
    } else {
        told.with("gone", gone)
    }
}

/// Such as `b4 with 25 %` for each piece.
fn shares(pieces: &[&PieceThere]) -> Vec<Sentence> {
    let share = |one: &&PieceThere| {
        Sentence::new(("share", "{square} with {chance}"))
            .with("square", &one.square)
            .with("chance", one.probability)
    };
    pieces.iter().map(share).collect()
}
