//! Drawings of boards.

use cheqqers_files::Existing;
use cheqqers_game::Colour;
use cheqqers_picture::{PictureError, png};
use cheqqers_session::Session;

use super::position;
use crate::args::{Drawing, Export};
use crate::error::{CommandError, Failure};
use crate::files::{create_folder, write};
use crate::stdio::print;

/// Number of columns of a picture.
const WIDTH: u32 = 1200;

impl CommandError for PictureError {}

/// Writes the board of a position.
pub(super) fn run(args: &Export, drawing: Drawing) -> Result<(), Failure> {
    let (session, ply) = position::reached(args)?;
    draw(args, &session, ply, drawing)
}

/// Writes the board after a ply, whose move is marked.
pub(super) fn draw(
    args: &Export,
    session: &Session,
    ply: u32,
    drawing: Drawing,
) -> Result<(), Failure> {
    let position = session.position_after(ply as usize);
    let text = position.svg(position.last_squares(), Colour::White);
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
