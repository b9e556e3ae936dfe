//! Drawings of boards.

use cheqqers_files::Existing;
use cheqqers_game::Colour;
use cheqqers_game::show::{Show, squares_of_move, svg};
use cheqqers_picture::{PictureError, png};
use cheqqers_session::{Playable, TypedSession};

use super::position;
use crate::args::{Drawing, Export};
use crate::error::{CommandError, Failure};
use crate::files::{create_folder, write};
use crate::stdio::print;

/// Number of columns of a picture.
const WIDTH: u32 = 1200;

impl CommandError for PictureError {}

/// Writes the board of a position.
pub(super) fn run<G: Playable>(args: &Export, drawing: Drawing) -> Result<(), Failure> {
    let (session, ply) = position::reached::<G>(args)?;
    draw(args, &session, ply, drawing)
}

/// Writes the board after a ply.
pub(super) fn draw<G: Show>(
    args: &Export,
    session: &TypedSession<G>,
    ply: u32,
    drawing: Drawing,
) -> Result<(), Failure> {
    let text = drawn(session, ply);
    let (name, bytes) = match drawing {
        Drawing::Svg => ("board.svg", text.into_bytes()),
        Drawing::Png => ("board.png", png(&text, WIDTH)?),
    };
    let Some(folder) = &args.output else {
        return print(bytes);
    };
    create_folder(folder)?;
    Ok(write(&folder.join(name), &bytes, Existing::Replace)?)
}

/// The board after a ply, whose move is marked.
fn drawn<G: Show>(session: &TypedSession<G>, ply: u32) -> String {
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
