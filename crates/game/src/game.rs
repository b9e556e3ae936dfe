use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use cheqqers_world::{Slot, World};
use serde_json::{Map, Value};

use crate::network::Network;
use crate::settings::{Preset, Setting};
use crate::{ActionTable, Colour, MeasurementRequest, Outcome, PairSquare, PlaneLayout, Sameness};

/// A board game on qubits: the rules of one game, seen by everything that does not know them.
///
/// A value is a whole position: board, quantum state, whose turn, counters. It is played by
/// [`GameExt`](crate::GameExt). Chance never happens inside: a move that needs a measurement gives [`Turn::Pending`](crate::Turn::Pending).
pub trait Game: Clone + Debug + Send + Sync + Sized + 'static {
    /// The name in records and on the command line.
    const NAME: &'static str;
    /// The rule set, as records name it.
    const RULES: &'static str;
    /// Settings of the game, in the order of the help.
    const SETTINGS: &'static [Setting] = &[];
    /// Settings that have a name of their own; without one, each setting has its default.
    const PRESETS: &'static [Preset] = &[];

    /// Move of one ply. The text forms round-trip.
    type Move: Copy
        + Eq
        + Ord
        + Hash
        + Debug
        + Display
        + FromStr<Err: std::error::Error + Send + Sync + 'static>
        + Send
        + Sync;
    /// Reason for which a move is not legal.
    type Refusal: std::error::Error + Clone + PartialEq + Send + Sync + 'static;
    /// State of a move that waits for a measurement.
    type Stage: Clone + Debug + Send + Sync;
    /// Error in a record's header.
    type SetupError: std::error::Error + Send + Sync + 'static;

    /// The position that a record's header describes, or that settings do; see
    /// [`settings::header`](crate::settings::header).
    ///
    /// # Errors
    /// Returns an error if an option is missing, of the wrong kind or out of range.
    fn from_header(header: &Map<String, Value>) -> Result<Self, Self::SetupError>;

    /// The game's own options in a record's header; meant for the position a game starts from.
    ///
    /// A game that has options, or that may start otherwise, overrides this.
    fn header(&self) -> Map<String, Value> {
        Map::new()
    }

    /// The player to move.
    fn turn(&self) -> Colour;

    /// The outcome of the game; `None` while it is in progress.
    fn outcome(&self) -> Option<Outcome>;

    /// Appends the legal moves, ascending and each once; none when the game is over.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// The form of a move in which legal moves are listed.
    ///
    /// A game overrides this where a move may be written in a way that depends on the position, as
    /// castling may.
    fn canonical(&self, mv: Self::Move) -> Self::Move {
        mv
    }

    /// Checks that a move, in its canonical form, is legal.
    ///
    /// # Errors
    /// Returns an error if it is not.
    fn check(&self, mv: Self::Move) -> Result<(), Self::Refusal>;

    /// Plays a move on the position itself, as far as it goes without a measurement: what it asks
    /// for, or `None` when it is complete. The move is trusted to be legal, as the ones of
    /// [`Self::legal_moves`] are.
    ///
    /// # Panics
    /// May panic, or give a position that can't arise, when the move is not legal.
    fn begin(&mut self, mv: Self::Move) -> Option<MeasurementRequest<Self::Stage>>;

    /// Goes on with a move after its measurement, `readings` being the slots measured.
    /// Called by [`Pending::resolve`](crate::Pending::resolve), which has collapsed the world.
    fn resume(
        &mut self,
        stage: Self::Stage,
        readings: &[(Slot, bool)],
    ) -> Option<MeasurementRequest<Self::Stage>>;

    /// The quantum part of the position.
    fn world(&self) -> &World;

    /// The quantum part of the position, to be collapsed or to stop recording.
    fn world_mut(&mut self) -> &mut World;

    /// The name of a slot, the same in every position of a game.
    fn slot_name(&self, slot: Slot) -> String;

    /// The slot people call by this name, if there is one.
    fn slot_named(&self, name: &str) -> Option<Slot>;

    /// The content that each of the slots is a part of. Slots with the same content are counted
    /// together when a shot is judged, as no shot has more of a piece than there is.
    ///
    /// A game overrides this where it knows more than the kinds of pieces in [`Self::occupied`].
    fn contents(&self, slots: &[Slot]) -> Vec<String> {
        let occupied = self.occupied();
        let content = |&slot: &Slot| {
            let name = self.slot_name(slot);
            let found = occupied.iter().find(|occupied| occupied.place == name);
            found.map_or_else(String::new, |occupied| occupied.piece.clone())
        };
        slots.iter().map(content).collect()
    }

    /// The places that hold something, in the board's order.
    fn occupied(&self) -> Vec<OccupiedPlace>;

    /// The names of the places captured for certain by the ply that led here.
    ///
    /// A game with captures overrides this.
    fn captured(&self) -> Vec<String> {
        Vec::new()
    }

    /// Plies since the last capture, as far as the rules count them.
    ///
    /// A game whose rules count them overrides this.
    fn half_move_clock(&self) -> u32 {
        0
    }

    /// Rights and labels, as text, that decide how the game can go on and that neither
    /// [`Self::occupied`], the quantum state nor the legal moves show; the half-move clock aside.
    ///
    /// A game overrides this where it has such, as rights to castle.
    fn rights(&self) -> String {
        String::new()
    }

    /// The kind of a move, in the singular: `step`, `capture`.
    ///
    /// A game with moves of several kinds overrides this.
    fn kind(mv: Self::Move) -> &'static str {
        let _ = mv;
        "move"
    }

    /// The kind of a ply, as statistics name it: that of its move, unless chance or the rules made
    /// something else of it, as of a capture that found nothing to capture.
    ///
    /// A game overrides this where a move's kind does not tell all.
    fn ply_kind(before: &Self, mv: Self::Move, after: &Self) -> &'static str {
        let _ = (before, after);
        Self::kind(mv)
    }

    /// One of the legal moves, by its number from 0 in ascending order: `choose` is given how many
    /// there are, and is not asked when there is none.
    ///
    /// A game overrides this where it finds a move without a list of all.
    fn choose_move(&self, choose: impl FnOnce(usize) -> usize) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        (!moves.is_empty()).then(|| moves[choose(moves.len())])
    }

    /// The number of ways to play so many whole turns, at least one, if it can be computed without
    /// playing them; the turn in progress is the first. Each move, each chain of moves and each
    /// legal bitstring is a way. `None` if it can't, as a game may always say.
    fn num_turns(&self, depth: u32) -> Option<u64> {
        let _ = depth;
        None
    }

    /// Static evaluation for White, from -1 (lost) to 1 (won); 0 if the game has none. Parts count
    /// by their probability.
    ///
    /// Players evaluate the positions at which their search stops; see [`Self::is_quiescent`].
    fn static_evaluation(&self) -> f64 {
        0.0
    }

    /// Calls `see` with the number of each feature that is not 0 and its value, in -1..=1, for a
    /// [`Network`]: all as the player to move sees the board, parts by their probability. Returns the
    /// share of what the network says that counts, in 0..=1: less the nearer a draw is.
    ///
    /// A game overrides this, and [`Self::num_features`], where its evaluation can be trained.
    fn features(&self, see: impl FnMut(usize, f64)) -> f64 {
        let _ = see;
        0.0
    }

    /// Number of [features](Self::features), 0 where there are none.
    fn num_features(&self) -> usize {
        0
    }

    /// The network that was trained for positions of this rule set; `None` if none was.
    fn network(&self) -> Option<&'static Network> {
        None
    }

    /// The numbering of moves for learned policies, the same for all positions of a board; `None` where the game has
    /// none.
    fn actions(&self) -> Option<&'static ActionTable<Self::Move>> {
        None
    }

    /// Layout of [`Self::planes`], the same for all positions of a board; `None` where the game has none.
    fn plane_layout(&self) -> Option<PlaneLayout> {
        None
    }

    /// Calls `see` with the number and value of each cell of the planes that is not 0, in -1..=1: all as the player
    /// to move sees the board, parts by their exact probability. Cell `c` of plane `p` has the number
    /// `p * num_cells + c`.
    fn planes(&self, see: impl FnMut(usize, f64)) {
        let _ = see;
    }

    /// The squares that are not empty, for [`pair_planes`](crate::pair_planes); `None` in a game whose
    /// slots are not squares.
    fn pair_squares(&self) -> Option<Vec<PairSquare>> {
        None
    }

    /// Returns `true` unless the player to move is about to change the evaluation much, as by a
    /// compulsory capture.
    fn is_quiescent(&self) -> bool {
        true
    }

    /// Hash of the position: equal for positions from which the same can follow, and hardly ever for
    /// others, so that a search recognises them; `None` if the game has none.
    fn key(&self) -> Option<u64> {
        None
    }

    /// Appends a code of the position: the same bytes for positions that are the same in this sense, and
    /// others for others. Returns `false`, and may have appended anything, if the position has none.
    ///
    /// The code says nothing of the rules' settings, nor of what led to the position.
    fn encode(&self, sameness: Sameness, code: &mut Vec<u8>) -> bool {
        let _ = (sameness, code);
        false
    }

    /// The position that a code stands for, under the rules of this one and without circuits; `None` if it
    /// stands for none. Of an [equivalent](Sameness::Equivalent) one, it is one of those with the code.
    fn decode(&self, code: &[u8]) -> Option<Self> {
        let _ = code;
        None
    }
}

/// Content of a place of the board.
#[derive(Clone, PartialEq, Debug)]
pub struct OccupiedPlace {
    /// The place's name.
    pub place: String,
    /// Kind of piece, as records write it.
    pub piece: String,
    /// Probability that it is there, in (0, 1]; exactly 1 when that is certain.
    pub probability: f64,
}
