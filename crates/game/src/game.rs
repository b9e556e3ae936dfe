use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use cheqqers_world::{Slot, World};
use serde_json::{Map, Value};

use crate::settings::{Preset, Setting};
use crate::{Ask, Colour, Outcome, PlayError, Turn};

/// A board game on qubits: the rules of one game, seen by everything that does not know them.
///
/// A value is a whole position: board, quantum state, whose turn, counters. Chance never happens
/// inside: a move that needs a measurement gives [`Turn::Pending`].
pub trait Game: Clone + Debug + Send + Sync + Sized + 'static {
    /// The name in records and on the command line.
    const NAME: &'static str;
    /// The rule set, as records name it.
    const RULES: &'static str;
    /// What can be set before a game begins, in the order of the help.
    const SETTINGS: &'static [Setting] = &[];
    /// Settings that have a name of their own; without one, each setting has its default.
    const PRESETS: &'static [Preset] = &[];

    /// One ply. The text forms round-trip.
    type Move: Copy
        + Eq
        + Ord
        + Hash
        + Debug
        + Display
        + FromStr<Err: std::error::Error + Send + Sync>
        + Send
        + Sync;
    /// Why a move is not legal.
    type Refusal: std::error::Error + Clone + PartialEq + Send + Sync + 'static;
    /// How far a move got when it asked for a measurement.
    type Stage: Clone + Debug + Send + Sync;
    /// What is wrong with a record's header.
    type SetupError: std::error::Error + Send + Sync + 'static;

    /// The position that a record's header describes, or that settings do; see
    /// [`settings::header`](crate::settings::header).
    ///
    /// # Errors
    /// When an option is missing, of the wrong kind or out of range.
    fn from_header(header: &Map<String, Value>) -> Result<Self, Self::SetupError>;

    /// The game's own options in a record's header; meant for the position a game starts from.
    ///
    /// A game that has options, or that may start otherwise, overrides this.
    fn header(&self) -> Map<String, Value> {
        Map::new()
    }

    /// Whose turn it is.
    fn turn(&self) -> Colour;

    /// How the game ended; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Appends the legal moves, ascending and each once; none when the game is over.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// Why the move is not legal.
    ///
    /// # Errors
    /// When it is not.
    fn check(&self, mv: Self::Move) -> Result<(), Self::Refusal>;

    /// Plays a move on the position itself, as far as it goes without a measurement: what it asks
    /// for, or `None` when it is complete. The move is trusted to be legal, as the ones of
    /// [`Self::legal_moves`] are.
    ///
    /// # Panics
    /// May panic, or give a position that can't arise, when the move is not legal.
    fn begin(&mut self, mv: Self::Move) -> Option<Ask<Self::Stage>>;

    /// Goes on with a move after its measurement, `readings` being the slots measured.
    /// Called by [`Pending::resolve`](crate::Pending::resolve), which has collapsed the world.
    fn resume(&mut self, stage: Self::Stage, readings: &[(Slot, bool)])
    -> Option<Ask<Self::Stage>>;

    /// The quantum part of the position.
    fn world(&self) -> &World;

    /// The quantum part of the position, to be collapsed or to stop recording.
    fn world_mut(&mut self) -> &mut World;

    /// What people call the slot.
    fn slot_name(&self, slot: Slot) -> String;

    /// The slot people call by this name, if there is one.
    fn slot_named(&self, name: &str) -> Option<Slot>;

    /// What each of the slots stands for a part of: slots with the same answer are counted
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
    fn occupied(&self) -> Vec<Occupied>;

    /// The names of the places captured for certain by the ply that led here.
    ///
    /// A game with captures overrides this.
    fn captured(&self) -> Vec<String> {
        Vec::new()
    }

    /// Plies since the last capture, as far as the rules count them.
    ///
    /// A game whose rules count them overrides this.
    fn quiet(&self) -> u32 {
        0
    }

    /// What moves of this kind are called, in the singular.
    ///
    /// A game with moves of several kinds overrides this.
    fn kind(mv: Self::Move) -> &'static str {
        let _ = mv;
        "move"
    }

    /// What a ply came to, as statistics name it: the kind of its move, unless chance or the rules
    /// made something else of it, as of a capture that found nothing to capture.
    ///
    /// A game overrides this where a move's kind does not tell all.
    fn deed(before: &Self, mv: Self::Move, after: &Self) -> &'static str {
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

    /// How many ways there are to play so many whole turns, one at least, where that can be told
    /// without playing them; the turn under way is the first. Each move, each chain of moves and
    /// each legal bitstring is a way. `None` where it can't, as a game may always say.
    fn num_turns(&self, depth: u32) -> Option<u64> {
        let _ = depth;
        None
    }

    /// What the position seems worth for White, without looking ahead: from -1, lost, to 1, won;
    /// 0 where the game can't say. What only chance decides counts by its probability.
    ///
    /// Players that search ask for it where they stop; see [`Self::is_tense`].
    fn estimate(&self) -> f64 {
        0.0
    }

    /// Whether the player to move is about to change much, as by a capture that must be made, so
    /// that an estimate says little.
    fn is_tense(&self) -> bool {
        false
    }

    /// A number that positions share from which the same can follow, and others hardly ever, so
    /// that a search knows them again; `None` where the game does not give one.
    fn key(&self) -> Option<u64> {
        None
    }

    /// Plays a move that is trusted to be legal.
    ///
    /// # Panics
    /// As [`Self::begin`].
    fn play_unchecked(mut self, mv: Self::Move) -> Turn<Self> {
        let asked = self.begin(mv);
        Turn::new(self, asked)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// When the move is not legal; the position is given back as it was.
    fn play(self, mv: Self::Move) -> Result<Turn<Self>, PlayError<Self>> {
        match self.check(mv) {
            Ok(()) => Ok(self.play_unchecked(mv)),
            Err(reason) => Err(PlayError {
                position: Box::new(self),
                mv,
                reason,
            }),
        }
    }
}

/// What a place of the board holds.
#[derive(Clone, PartialEq, Debug)]
pub struct Occupied {
    /// The place's name.
    pub place: String,
    /// What kind of piece stands or may stand there, as records write it.
    pub piece: String,
    /// Probability that it is there, in (0, 1]; exactly 1 when that is certain.
    pub probability: f64,
}
