//! Kinds of pieces as people see them, and boards.

use cheqqers_game::Colour;
use cheqqers_game::show::{BoardLayout, PieceKind, SquareLayout};
use cozy_chess::{Piece as Kind, Square};

use crate::geometry::Geometry;
use crate::words::noun;

/// An SVG document of a piece's outline and what is drawn on it.
macro_rules! picture {
    ($outline:literal, $detail:literal) => {
        concat!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-.5 -.5 1 1"><g fill="var(--piece)" stroke="var(--edge)" stroke-width=".028" stroke-linejoin="round" stroke-linecap="round"><path d=""#,
            $outline,
            r#""/>"#,
            $detail,
            "</g></svg>"
        )
    };
}

/// The kinds of pieces, drawn for this project.
pub(crate) const PIECES: &[PieceKind] = &[
    PieceKind {
        name: "king",
        picture: picture!(
            "M-.03-.42H.03V-.35H.1V-.29H.03V-.2C.22-.28 .4-.1 .3 .06L.2 .2V.36H-.2V.2L-.3 .06C-.4-.1-.22-.28-.03-.2V-.29H-.1V-.35H-.03Z",
            r#"<path d="M-.2 .2Q0 .13 .2 .2M-.2 .28Q0 .21 .2 .28" fill="none"/>"#
        ),
        letters: ["K", "k"],
        signs: ["♔", "♚"],
    },
    PieceKind {
        name: "queen",
        picture: picture!(
            "M-.2 .36V.22L-.33-.2L-.17 .02L-.14-.28L0 0L.14-.28L.17 .02L.33-.2L.2 .22V.36Z",
            r#"<circle cx="-.33" cy="-.22" r=".045"/><circle cx="-.14" cy="-.3" r=".045"/><circle cx=".14" cy="-.3" r=".045"/><circle cx=".33" cy="-.22" r=".045"/><path d="M-.2 .22Q0 .14 .2 .22M-.2 .29Q0 .22 .2 .29" fill="none"/>"#
        ),
        letters: ["Q", "q"],
        signs: ["♕", "♛"],
    },
    PieceKind {
        name: "rook",
        picture: picture!(
            "M-.26 .36V.26H-.2L-.16-.14H-.23V-.34H-.13V-.26H-.05V-.34H.05V-.26H.13V-.34H.23V-.14H.16L.2 .26H.26V.36Z",
            r#"<path d="M-.16-.14H.16M-.2 .26H.2" fill="none"/>"#
        ),
        letters: ["R", "r"],
        signs: ["♖", "♜"],
    },
    PieceKind {
        name: "bishop",
        picture: picture!(
            "M-.26 .36V.28Q-.08 .28-.09 .2C-.26 .12-.2-.12 0-.28C.2-.12 .26 .12 .09 .2Q.08 .28 .26 .28V.36Z",
            r#"<circle cy="-.34" r=".055"/><path d="M0-.12V.08M-.08-.02H.08M-.09 .2H.09" fill="none"/>"#
        ),
        letters: ["B", "b"],
        signs: ["♗", "♝"],
    },
    PieceKind {
        name: "knight",
        picture: picture!(
            "M-.2 .36C-.2 .14 .04 .12 .02-.04C-.06 .02-.12 .06-.2 .08L-.27 .0C-.22-.14-.16-.24-.06-.29L-.04-.38L.05-.3C.22-.24 .28 .06 .25 .36Z",
            r#"<circle cx="-.07" cy="-.15" r=".022" fill="var(--edge)"/><path d="M.1-.2C.16-.12 .18 0 .18 .12" fill="none"/>"#
        ),
        letters: ["N", "n"],
        signs: ["♘", "♞"],
    },
    PieceKind {
        name: "pawn",
        picture: picture!(
            "M-.22 .36C-.22 .22-.08 .2-.07 .04H-.13V-.02H-.06A.13 .13 0 1 1 .06-.02H.13V.04H.07C.08 .2 .22 .22 .22 .36Z",
            r#"<path d="M-.07 .04H.07" fill="none"/>"#
        ),
        letters: ["P", "p"],
        signs: ["♙", "♟"],
    },
];

/// The kind of this name.
pub(crate) fn kind_named(name: &str) -> Option<Kind> {
    Kind::ALL.into_iter().find(|&kind| noun(kind) == name)
}

/// All squares of a board.
pub(crate) fn layout(geometry: Geometry) -> BoardLayout {
    let squares = geometry.squares().into_iter().map(|square| SquareLayout {
        name: square.to_string(),
        column: square.file() as usize,
        row: square.rank() as usize,
        number: None,
    });
    let file = |file: u8| char::from(b'a' + file).to_string();
    BoardLayout {
        columns: (0..geometry.files()).map(file).collect(),
        rows: (1..=geometry.ranks())
            .map(|rank| rank.to_string())
            .collect(),
        squares: squares.collect(),
    }
}

/// Pieces put on a board by hand. Keeps the last king placed for each side, and adds a missing one on its
/// usual square.
pub(crate) fn placed_pieces(
    geometry: Geometry,
    kings: [Square; 2],
    pieces: &[cheqqers_game::show::PlacedPiece],
) -> Vec<(Square, Kind, Colour)> {
    let placed = pieces.iter().filter_map(|piece| {
        let square: Square = piece.place.parse().ok()?;
        let kind = kind_named(&piece.kind)?;
        geometry
            .squares()
            .has(square)
            .then_some((square, kind, piece.colour))
    });
    let mut all: Vec<(Square, Kind, Colour)> = placed.collect();
    for (colour, usual) in [Colour::White, Colour::Black].into_iter().zip(kings) {
        let is_king =
            |&(_, kind, side): &(Square, Kind, Colour)| kind == Kind::King && side == colour;
        let last = all.iter().rposition(is_king);
        let king = if let Some(place) = last {
            all[place]
        } else {
            let is_free = |&square: &Square| all.iter().all(|&(other, ..)| other != square);
            let squares = [usual].into_iter().chain(geometry.squares());
            let free = squares.into_iter().find(is_free);
            (free.unwrap_or(usual), Kind::King, colour)
        };
        all.retain(|piece| !is_king(piece));
        all.push(king);
    }
    all
}
