//! What may be typed, told.

/// The answer to `help`.
pub(super) const HELP: &str = "\
Moves
  c3-d4         step               c3^b4d4   split a piece over two squares
  d4xf6         capture, one jump  b4d4^c5   merge two parts of a piece
  7             the move with this number in the list of `moves`
Commands
  moves [SQUARE]       the legal moves, numbered; those of one square alone
  hint                 what might be played, and how likely captures are
  board                the board once more
  flip                 turn the board around
  circuit SQUARE [paper|minimal]
                       the circuit of all that is measured together with the square
  state SQUARE         its amplitudes
  undo [N]             take back your last ply, or N of them, and replies of the computer; not
                       what was measured, nor what came before it
  draw, resign         end the game
  save FILE            write the game to a file
  quit                 leave; a recorded game can be resumed
A letter under a piece names the piece that the part belongs to; parts with the same letter are
one piece. Captures must be taken. When a part of a piece captures or is captured, all that is
together in one circuit with it is measured: the capture succeeds, or the turn passes.
";
