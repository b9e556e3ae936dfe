//! Drawings of boards.

use cheqqers_game::Colour;
use cheqqers_game::show::{Show, squares_of_move, svg};
use cheqqers_session::{Playable, Session};

use super::position;
use crate::args::Export;
use crate::error::Failure;
use crate::files::{create_folder, write};
use crate::stdio::print;

/// Writes the board of a position.
pub(super) fn run<G: Playable>(args: &Export) -> Result<(), Failure> {
    let (session, ply) = position::reached::<G>(args)?;
    draw(args, &session, ply)
}

/// Writes the board after a ply.
pub(super) fn draw<G: Show>(args: &Export, session: &Session<G>, ply: u32) -> Result<(), Failure> {
    let text = drawing(session, ply);
    let Some(folder) = &args.output else {
        return print(text);
    };
    create_folder(folder)?;
    Ok(write(&folder.join("board.svg"), text.as_bytes())?)
}

/// The board after a ply, whose move is marked.
fn drawing<G: Show>(session: &Session<G>, ply: u32) -> String {
    let ply = ply as usize;
    let last = ply.checked_sub(1).map(|index| {
        let before = session.before(index);
        squares_of_move(before, session.plies()[index].mv)
    });
    svg(
        session.before(ply),
        &last.unwrap_or_default(),
        Colour::White,
    )
}
