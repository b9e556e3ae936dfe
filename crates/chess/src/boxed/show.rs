use cheqqers_game::show::Show;

use super::position::Position;

impl Show for Position {}
