//! The list of moves and commands.

use cheqqers_game::show::Show;

/// The answer to `help`.
pub(super) fn help<G: Show>() -> String {
    format!(
        "Moves\n{moves}  7             the move with this number in the list of `moves`\n\
         {COMMANDS}{advice}",
        moves = G::MOVES,
        advice = G::ADVICE,
    )
}

const COMMANDS: &str = "\
Commands
  moves [SQUARE]       the legal moves, numbered; those of one square alone
  hint                 a suggestion, and the probabilities of captures
  board                the board again
  flip                 turn the board around
  circuit SQUARE [paper|minimal]
                       the circuit of all squares that are measured together with this one
  state SQUARE         its amplitudes
  undo [N]             take back your last ply, or N of them, and replies of the computer; not
                       past a measurement
  draw, resign         end the game
  save FILE            write the game to a file
  quit                 leave; a recorded game can be resumed
";
