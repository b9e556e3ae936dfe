//! The header of a record as tags, and what has no tag in a command.

use cheqqers_game::Colour;
use cheqqers_game::record::{FORMAT, VERSION};
use cheqqers_game::settings::SettingError;
use serde_json::{Map, Value};

use super::cursor::TextPosition;
use super::draughts::Draughts;
use super::numbering::NUMBERING;
use super::tree::{FEN, Tag};
use super::{PdnError, PdnReason};
use crate::{Level, RulesError, Square};

/// The name of the tag of the game.
const VARIANT: &str = "Variant";

/// The name of the tag of the board's size.
const GAME_TYPE: &str = "GameType";

/// Form of a header's value in a tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Text,
    Number,
    /// A number, or a word in its place.
    NumberOrText,
}

/// A key of a header, the tag that tells it, and how.
type HeaderTag = (&'static str, &'static str, Kind);

/// The options of the games that have a tag of their own, beside the size.
const OPTION_TAGS: [HeaderTag; 5] = [
    ("rules", "Rules", Kind::Text),
    ("level", "Quantumness", Kind::Number),
    ("rows", "StartRows", Kind::Number),
    ("entanglement", "Entanglement", Kind::Text),
    ("draw_after", "DrawAfter", Kind::NumberOrText),
];

/// The keys behind the position that have a tag of their own, in order.
const GAME_TAGS: [HeaderTag; 4] = [
    ("seed", "Seed", Kind::Number),
    ("white", "White", Kind::Text),
    ("black", "Black", Kind::Text),
    ("backend", "Backend", Kind::Text),
];

/// The tags that are no key of a header by their own name.
const OTHERS: [&str; 6] = [GAME_TYPE, VARIANT, FEN, "SetUp", "Result", NUMBERING];

/// Other kinds of draughts by their number in `GameType`.
///
/// Source: Portable Draughts Notation 3.0.
const GAMES: [(u32, &str); 12] = [
    (22, "Italian draughts"),
    (23, "American pool checkers"),
    (24, "Spanish draughts"),
    (25, "Russian draughts"),
    (26, "Brazilian draughts"),
    (27, "Canadian draughts"),
    (28, "Portuguese draughts"),
    (29, "Czech draughts"),
    (30, "Turkish draughts"),
    (31, "Thai draughts"),
    (40, "Frisian draughts"),
    (41, "Spantsiretti draughts"),
];

/// The tags of a header but the result's, and what no tag tells.
pub(super) fn write<G: Draughts>(
    header: &Map<String, Value>,
    start: &G,
) -> (Vec<Tag>, Map<String, Value>) {
    let tag = |name: &str, text: String| Tag {
        at: TextPosition::default(),
        name: name.to_owned(),
        text,
    };
    let size = start.size();
    let mut tags = vec![
        tag(GAME_TYPE, format!("{},W,{size},{size},N2,0", G::GAME_TYPE)),
        tag(VARIANT, G::VARIANT.to_owned()),
    ];
    let mut told = vec!["format", "version", "game", "size"];
    for (key, name, kind) in named::<G>() {
        if let Some(text) = header.get(key).and_then(|value| in_tag(value, kind)) {
            tags.push(tag(name, text));
            told.push(key);
        }
    }
    let usual = fen_of_start(start, Colour::White);
    match header.get("position").and_then(Value::as_str) {
        Some(fen) if fen.trim() != usual => {
            tags.push(tag(FEN, fen.to_owned()));
            told.push("position");
        }
        // Other programs may believe that Black moves first unless they are told.
        None if start.level() == Level::Classical => tags.push(tag(FEN, usual)),
        _ => {}
    }
    let mut more = Map::new();
    for (key, value) in header
        .iter()
        .filter(|(key, _)| !told.contains(&key.as_str()))
    {
        match in_tag(value, Kind::Text) {
            Some(text) if is_foreign::<G>(key) => tags.push(tag(key, text)),
            _ => {
                more.insert(key.clone(), value.clone());
            }
        }
    }
    // A header in an order of its own is told as a whole.
    let read_back = read::<G>(&tags, &more, TextPosition::default());
    if !read_back.is_ok_and(|read_back| read_back.iter().eq(header.iter())) {
        more.clone_from(header);
    }
    (tags, more)
}

/// A value as the text of a tag, if that can tell it.
fn in_tag(value: &Value, kind: Kind) -> Option<String> {
    match value {
        Value::String(text) if kind != Kind::Number => {
            // A backslash at the end would take the quote behind it into the text.
            let fits = !text.contains(char::is_control) && !text.ends_with('\\');
            fits.then(|| text.clone())
        }
        Value::Number(number) if kind != Kind::Text => {
            number.as_u64().map(|number| number.to_string())
        }
        _ => None,
    }
}

/// Returns `true` for a tag of other programs, which a header keeps as it is. Its own keys begin
/// with small letters.
fn is_foreign<G: Draughts>(name: &str) -> bool {
    let known = OTHERS.contains(&name) || named::<G>().any(|(_, tag, _)| tag == name);
    !known
        && name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The header that tags tell, and a command with what no tag does. `at` is where the game begins.
pub(super) fn read<G: Draughts>(
    tags: &[Tag],
    more: &Map<String, Value>,
    at: TextPosition,
) -> Result<Map<String, Value>, PdnError> {
    let is_quantum = is_quantum::<G>(tags)?;
    let (first, size) = match find(tags, GAME_TYPE) {
        Some(tag) => game_type::<G>(tag)?,
        None if is_quantum => (Colour::White, 8),
        None => (G::FIRST, G::SIZE),
    };
    let mut header = Map::new();
    header.insert("format".into(), FORMAT.into());
    header.insert("version".into(), VERSION.into());
    header.insert("game".into(), G::NAME.into());
    header.insert("rules".into(), G::RULES.into());
    let start = read_rules::<G>(&mut header, tags, is_quantum, size, at)?;
    let position = match find(tags, FEN) {
        Some(tag) => Some(tag.text.clone()),
        None => (first == Colour::Black).then(|| fen_of_start(&start, first)),
    };
    if let Some(fen) = position.filter(|fen| fen.trim() != fen_of_start(&start, Colour::White)) {
        header.insert("position".into(), fen.into());
    }
    read_named(&mut header, tags, GAME_TAGS.into_iter())?;
    for tag in tags.iter().filter(|tag| is_foreign::<G>(&tag.name)) {
        header.insert(tag.name.clone(), tag.text.clone().into());
    }
    Ok(joined(header, more))
}

/// Returns `true` for a game of `G` by its variant, or where none is told by its kind of draughts.
pub(super) fn is_game<G: Draughts>(tags: &[Tag]) -> bool {
    match (find(tags, VARIANT), find(tags, GAME_TYPE)) {
        (Some(tag), _) => tag.text.eq_ignore_ascii_case(G::VARIANT),
        (None, Some(tag)) => {
            let number = tag.text.split(',').next().unwrap_or_default();
            number.trim().parse() == Ok(G::GAME_TYPE)
        }
        (None, None) => false,
    }
}

/// Returns `true` for a quantum game rather than one of classical draughts.
fn is_quantum<G: Draughts>(tags: &[Tag]) -> Result<bool, PdnError> {
    if let Some(tag) = find(tags, VARIANT)
        && !tag.text.eq_ignore_ascii_case(G::VARIANT)
    {
        return Err(refused(tag, "Cheqqers or International quantum draughts"));
    }
    if let Some(tag) = find(tags, "Rules")
        && tag.text != G::RULES
    {
        return Err(refused(tag, G::RULES));
    }
    let told = find(tags, VARIANT).or(find(tags, "Quantumness"));
    Ok(told.is_some())
}

/// Puts the options of the rules into a header, and returns the start of such a game.
fn read_rules<G: Draughts>(
    header: &mut Map<String, Value>,
    tags: &[Tag],
    is_quantum: bool,
    size: u64,
    at: TextPosition,
) -> Result<G, PdnError> {
    let impossible = |error: RulesError| {
        let at = place(tags, &error).unwrap_or(at);
        at.refuse(error.into())
    };
    let level = if is_quantum {
        Level::Interference
    } else {
        Level::Classical
    };
    header.extend(G::usual(level, size).map_err(impossible)?);
    if !is_quantum {
        header.insert("draw_after".into(), "off".into());
    }
    read_named(header, tags, options::<G>())?;
    G::from_header(header).map_err(impossible)
}

fn read_named(
    header: &mut Map<String, Value>,
    tags: &[Tag],
    named: impl Iterator<Item = HeaderTag>,
) -> Result<(), PdnError> {
    for (key, name, kind) in named {
        if let Some(tag) = find(tags, name) {
            header.insert(key.into(), from_tag(tag, kind)?);
        }
    }
    Ok(())
}

/// Place of the tag that says what the rules refuse, if one does.
pub(super) fn place(tags: &[Tag], error: &RulesError) -> Option<TextPosition> {
    let key = match error {
        RulesError::Size { .. } => "size",
        RulesError::Level { .. } => "level",
        RulesError::Rows { .. } => "rows",
        RulesError::DrawAfter { .. } => "draw_after",
        RulesError::Entanglement { .. } => "entanglement",
        RulesError::Option { key, .. }
        | RulesError::Setting(SettingError::Value { key, .. } | SettingError::Missing { key }) => {
            key
        }
        RulesError::Setting(_) | RulesError::Removed { .. } => return None,
        RulesError::Position(_) => "position",
    };
    let name = match key {
        "size" => GAME_TYPE,
        "position" => FEN,
        _ => {
            OPTION_TAGS
                .into_iter()
                .chain(GAME_TAGS)
                .find(|(other, ..)| *other == key)?
                .1
        }
    };
    find(tags, name).map(|tag| tag.at)
}

fn find<'a>(tags: &'a [Tag], name: &str) -> Option<&'a Tag> {
    tags.iter().find(|tag| tag.name == name)
}

/// The options of a game that have a tag of their own.
fn options<G: Draughts>() -> impl Iterator<Item = HeaderTag> {
    let tag = |key: &&str| OPTION_TAGS.into_iter().find(|(other, ..)| other == key);
    G::OPTIONS.iter().filter_map(tag)
}

fn named<G: Draughts>() -> impl Iterator<Item = HeaderTag> {
    options::<G>().chain(GAME_TAGS)
}

/// Tags and command together. Where they differ the tags are right, which people edit.
fn joined(tagged: Map<String, Value>, more: &Map<String, Value>) -> Map<String, Value> {
    if more.contains_key("format") {
        let mut whole = more.clone();
        whole.extend(tagged);
        return whole;
    }
    let mut header = tagged;
    for (key, value) in more {
        header.entry(key.as_str()).or_insert_with(|| value.clone());
    }
    header
}

fn from_tag(tag: &Tag, kind: Kind) -> Result<Value, PdnError> {
    match (kind, tag.text.trim().parse::<u64>()) {
        (Kind::Number | Kind::NumberOrText, Ok(number)) => Ok(number.into()),
        (Kind::Number, Err(_)) => Err(refused(tag, "a whole number")),
        (Kind::Text | Kind::NumberOrText, _) => Ok(tag.text.clone().into()),
    }
}

fn refused(tag: &Tag, expected: &'static str) -> PdnError {
    tag.at.refuse(PdnReason::Tag {
        name: tag.name.clone(),
        text: tag.text.clone(),
        expected,
    })
}

/// First player and size of the board.
fn game_type<G: Draughts>(tag: &Tag) -> Result<(Colour, u64), PdnError> {
    let mut fields = tag.text.split(',').map(str::trim);
    let refuse = |expected| Err(refused(tag, expected));
    let number = fields.next().unwrap_or_default().parse::<u32>();
    if number != Ok(G::GAME_TYPE) {
        let other = GAMES.into_iter().find(|(other, _)| number == Ok(*other));
        return match other {
            Some((_, name)) => Err(tag.at.refuse(PdnReason::OtherGame { name })),
            None => Err(tag.at.refuse(PdnReason::GameType {
                text: tag.text.clone(),
                number: G::GAME_TYPE,
                name: G::CLASSICAL,
            })),
        };
    }
    let first = match fields.next() {
        None => G::FIRST,
        Some("B") => Colour::Black,
        Some("W") => Colour::White,
        Some(_) => return refuse("W or B as the colour that moves first"),
    };
    let width = fields.next();
    let height = fields.next().or(width);
    let size = width.map_or(Ok(G::SIZE), str::parse);
    let Ok(size) = size else {
        return refuse("a number as the board's width");
    };
    if width != height {
        return refuse("the same width and height");
    }
    // The corner of square 1 is told as the side sees it that moves first: both are one corner.
    let corner = match first {
        Colour::White => "N2",
        Colour::Black => "N1",
    };
    if fields.next().is_some_and(|notation| notation != corner) {
        return refuse(
            "N2 where White moves first and N1 where Black does: square 1 at the top left",
        );
    }
    if fields.next().is_some_and(|invert| invert != "0") || fields.next().is_some() {
        return refuse("0 at its end");
    }
    Ok((first, size))
}

/// The start of a game as a FEN with ranges, as other programs write it.
fn fen_of_start<G: Draughts>(start: &G, first: Colour) -> String {
    let size = start.size();
    let numbers = |ranks: std::ops::Range<u8>| {
        let squares =
            ranks.flat_map(|rank| (0..size).filter_map(move |file| Square::new(file, rank)));
        let numbers: Vec<u16> = squares.map(|square| square.draughts_number(size)).collect();
        let first = numbers.iter().min().copied().unwrap_or_default();
        let last = numbers.iter().max().copied().unwrap_or_default();
        format!("{first}-{last}")
    };
    let turn = match first {
        Colour::White => "W",
        Colour::Black => "B",
    };
    let white = numbers(0..start.rows());
    let black = numbers(size - start.rows()..size);
    format!("{turn}:W{white}:B{black}")
}
