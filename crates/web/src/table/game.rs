//! A game under way, and what is kept beside it so that it need not be found again.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cheqqers_circuit::CanonicalCircuit;
use cheqqers_game::record::{EndKind, EndLine, to_text_with_jobs};
use cheqqers_game::show::{MoveOutcome, MoveOutcomes, Standing};
use cheqqers_game::{Colour, Encoding, Status, with_causes};
use cheqqers_measure::pool::{CommonCircuits, PoolPlan};
use cheqqers_measure::{BackendMeasurer, Fallback, MeasurerKind, bind};
use cheqqers_players::{Forfeit, Limit, PlayerKind, Stream, generator};
use cheqqers_session::{
    AnalysisStep, BeginError, CircuitFormat, FinishedPly, GameKind, GamePool, KnownOutcomes,
    MeasuredPlies, MissingOutcomes, Move, MoveError, Opening, OpeningError, PlyInProgress,
    Position, Seat, Session, UndoRefusal,
};
use serde_json::{Map, Value};

use super::error::TableError;
use super::header_entries::{HeaderEntries, SOURCE};
use super::setup::describe;
use super::{States, circuit};
use crate::dto::{self, CachedJson};

/// The most amplitudes of a position that is looked at in less time than a thread takes to begin.
const LIGHT: usize = 1 << 10;

/// The most ways of a move that are told.
const MOST_WAYS: usize = 12;

/// A game under way as a page asks of it.
///
/// Nothing here waits for anybody: moves are prepared, played by [`PlyInProgress::complete`] wherever that may take its
/// time, and pushed when their line is safe.
#[derive(Debug)]
pub(crate) struct Table {
    kind: GameKind,
    session: Session,
    /// Title, rules and settings.
    about: Arc<dto::About>,
    description: dto::Description,
    /// The list of moves.
    told: Vec<CachedJson<dto::Ply>>,
}

impl Table {
    pub(super) fn new(kind: GameKind, session: Session) -> Self {
        let start = session.position_after(0);
        let plies = 0..session.num_plies();
        Self {
            about: Arc::new(about(kind, &start, session.header())),
            description: describe(kind, &start),
            told: plies.map(|index| tell(&session, index)).collect(),
            kind,
            session,
        }
    }

    /// Its description for a page.
    pub(crate) fn description(&self) -> &dto::Description {
        &self.description
    }

    /// Its record, as JSON Lines, with its jobs, each of which has the number of lines before it.
    pub(crate) fn record(&self, jobs: &[(usize, Value)]) -> String {
        to_text_with_jobs(self.session.header(), self.session.lines(), jobs)
    }

    /// The backend that takes over from a device.
    pub(crate) fn fallback(&self) -> Option<Fallback> {
        Fallback::of_header(self.session.header())
    }

    /// Returns `true` once that has taken over.
    pub(crate) fn has_fallen_back(&self) -> bool {
        Fallback::has_taken_over(self.session.lines())
    }

    /// Plan of the pool of shots.
    pub(crate) fn pool(&self) -> Option<PoolPlan> {
        PoolPlan::of_header(self.session.header())
    }

    /// The circuits that games like this one measure most often; `None` if they are not known.
    pub(crate) fn common_circuits(&self) -> Option<Vec<CanonicalCircuit>> {
        let settings = self.session.position_after(0).settings();
        CommonCircuits::known().of_game(self.kind.name, &settings, Encoding::Minimal)
    }

    /// Binds the header of a new game, with the plan of its pool, to an identity with this random part.
    pub(crate) fn bind(&mut self, nonce: String, pool: Option<&PoolPlan>) {
        let mut header = self.session.header().clone();
        if let Some(plan) = pool {
            plan.write(&mut header);
        }
        bind(&mut header, nonce);
        self.session.set_header(header);
    }

    /// Supplies a measurer with the shots of a pool that are left.
    pub(crate) fn supply(&self, pool: &mut GamePool, measurer: BackendMeasurer) -> BackendMeasurer {
        // All batches were taken by the game's backend.
        pool.resume(&self.session, measurer, |_| None)
    }

    /// Whose turn it is.
    pub(crate) fn turn(&self) -> Colour {
        self.session.turn()
    }

    /// Status of the game, by the rules or off the board.
    pub(crate) fn status(&self) -> Status {
        self.session.status()
    }

    /// The plies that were played and not taken back.
    pub(crate) fn plies(&self) -> &[CachedJson<dto::Ply>] {
        &self.told
    }

    pub(crate) fn num_plies(&self) -> usize {
        self.told.len()
    }

    /// Number of amplitudes that its positions hold together.
    pub(crate) fn held(&self) -> usize {
        self.session.held_amplitudes()
    }

    /// Returns `true` if there is room for a position that holds twice what this one does.
    pub(crate) fn has_room(&self) -> bool {
        self.session.has_room(2 * self.session.num_amplitudes())
    }

    /// Returns `true` if operations on its position may take long.
    pub(crate) fn is_heavy(&self) -> bool {
        self.session.num_amplitudes() > LIGHT
    }

    /// Its title, rules and settings.
    pub(crate) fn about(&self) -> &dto::About {
        &self.about
    }

    /// The position as the page shows it.
    pub(crate) fn position(&self) -> dto::Position {
        let position = self.session.position();
        let legal = self.session.legal_moves();
        let legal: Vec<dto::Move> = legal.iter().map(|mv| shown(&position, &mv)).collect();
        let captures = legal.iter().all(|mv| !mv.takes.is_empty());
        let last = self.told.last().map(|ply| ply.squares.clone());
        let end = self.session.end();
        dto::Position {
            about: Arc::clone(&self.about),
            turn: position.turn(),
            status: self.session.status(),
            words: self.session.words(),
            standing: end.map_or_else(|| position.standing(), |end| vec![off_board(end)]),
            end: end.map(|end| dto::End {
                by: end.by,
                reason: end.reason.clone(),
            }),
            must: legal.first().filter(|_| captures).map(|mv| mv.kind),
            board: position.board(),
            last: last.unwrap_or_default(),
            legal,
        }
    }

    /// All of it: the position, and the moves that lead there.
    pub(crate) fn line(&self) -> dto::Line {
        let position = self.position();
        dto::Line {
            moves: self.session.position().plies().to_vec(),
            plies: self.told.clone(),
            legal: position.legal.clone(),
            position,
        }
    }

    /// The position after a ply; 0 is the start.
    fn after(&self, ply: usize) -> Result<Position, TableError> {
        if ply > self.num_plies() {
            return Err(TableError::NoSuchPly(ply));
        }
        Ok(self.session.position_after(ply))
    }

    /// As it stood after a ply; 0 is the start.
    pub(crate) fn moment(&self, ply: usize) -> Result<dto::Moment, TableError> {
        let position = self.after(ply)?;
        let index = ply.checked_sub(1);
        let told = index.map(|index| &self.told[index]);
        let measured = index.map_or_else(Vec::new, |index| self.session.ply(index).measurements());
        Ok(dto::Moment {
            ply,
            mv: told.map(|told| told.mv.clone()),
            last: told.map_or_else(Vec::new, |told| told.squares.clone()),
            board: position.board(),
            told: told.map_or_else(Vec::new, |told| told.told.clone()),
            facts: told.map(|told| told.facts.clone()),
            measured: measured.into_iter().map(Into::into).collect(),
        })
    }

    /// Drawing of the board after a ply as SVG, with a side below.
    pub(crate) fn drawing(&self, ply: usize, bottom: Colour) -> Result<String, TableError> {
        let position = self.after(ply)?;
        let last = ply.checked_sub(1).map(|index| &self.told[index].squares);
        Ok(position.svg(last.map_or(&[], |squares| squares), bottom))
    }

    /// A legal move.
    fn read(&self, text: &str) -> Result<Move, TableError> {
        if self.status() != Status::InProgress {
            return Err(TableError::Over);
        }
        self.session.read_legal(text).map_err(|error| {
            let reason = match error {
                MoveError::Illegal { reason, .. } => reason.to_string(),
                other => other.to_string(),
            };
            TableError::Illegal(format!("{text}: {reason}"))
        })
    }

    /// Outcomes of a move before it is made.
    pub(crate) fn preview(&self, mv: &str) -> Result<dto::Preview, TableError> {
        let mv = self.read(mv)?;
        if let Some(only) = self.session.repeated(&mv) {
            return Ok(dto::Preview {
                mv: mv.text(),
                words: Some("ends as it did before it was undone".to_owned()),
                outcomes: vec![way(only)],
                more: false,
                captures: None,
            });
        }
        let position = self.session.position();
        let MoveOutcomes {
            outcomes,
            more,
            captures,
        } = position.outcomes(&mv);
        Ok(dto::Preview {
            mv: mv.text(),
            words: position.describe_probabilities(&mv),
            more: more || outcomes.len() > MOST_WAYS,
            outcomes: outcomes.into_iter().take(MOST_WAYS).map(way).collect(),
            captures,
        })
    }

    /// The circuit of the component that holds a square after a ply.
    pub(crate) fn circuit(
        &self,
        ply: usize,
        square: &str,
        encoding: Encoding,
        states: States,
    ) -> Result<dto::Circuit, TableError> {
        circuit::circuit(&self.after(ply)?, square, encoding, states)
    }

    /// The same as a text of some form.
    pub(crate) fn export(
        &self,
        ply: usize,
        square: &str,
        encoding: Encoding,
        format: CircuitFormat,
    ) -> Result<dto::Download, TableError> {
        circuit::export(&self.after(ply)?, square, encoding, format)
    }

    /// The game in a form of record of its own; `None` where it has none of this name.
    pub(crate) fn form(&self, name: &str) -> Option<dto::Download> {
        let written = self.session.form(name, self.session.header())?;
        Some(dto::Download {
            name: format!("{}.{}", self.kind.name, written.extension),
            text: written.text,
        })
    }

    /// Its moves with their outcomes, on a line.
    pub(crate) fn moves(&self) -> String {
        self.session.moves().trim_end().to_owned()
    }

    /// The command that goes on with it in a terminal.
    pub(crate) fn command(&self) -> String {
        self.session.command()
    }

    /// A game of its own that begins as this one did up to a ply, and by a move with given outcomes: nothing is left
    /// to chance, so that the seed has no part in it.
    pub(crate) fn branch(
        &self,
        ply: usize,
        mv: Option<&str>,
        entries: &HeaderEntries,
    ) -> Result<Self, TableError> {
        let start = self.after(ply)?.start();
        let mut branch = self.session.branch(ply, entries.header(&start, None));
        if let Some(text) = mv {
            let rng = generator(entries.seed, Stream::Measurements);
            let mut measurer = MeasurerKind::Sparse.measurer(rng, Encoding::Minimal);
            let opening = Opening {
                moves: vec![text.to_owned()],
                outcomes: Vec::new(),
            };
            let missing = MissingOutcomes::Refused;
            let opened = branch.play_opening(&opening, entries.seed, missing, &mut measurer);
            opened.map_err(|error| {
                let reason = match &error {
                    OpeningError::Text(_) => with_causes(&error),
                    OpeningError::Move { source, .. } => with_causes(source.as_ref()),
                    _ => "say what is found, as a preview of the move does".into(),
                };
                TableError::Illegal(format!("{text}: {reason}"))
            })?;
        }
        Ok(Self::new(self.kind, branch))
    }

    /// Gets ready to analyse a ply, or the start for 0.
    pub(crate) fn analysis(&self, ply: usize) -> Result<AnalysisStep, TableError> {
        if ply > self.num_plies() {
            return Err(TableError::NoSuchPly(ply));
        }
        Ok(self.session.analysis(ply))
    }

    /// A move as the game writes it, as ply `ply` or the next one, from 1; `None` if it is no move, or there is no
    /// such ply.
    pub(crate) fn canonical(&self, ply: usize, mv: &str) -> Option<String> {
        let position = self.after(ply.checked_sub(1)?).ok()?;
        Some(position.read_move(mv).ok()?.text())
    }

    /// Gets ready to play a move as ply `ply`, from 1.
    ///
    /// A move that was played from here before and taken back has the outcome it had, unless `afresh`.
    pub(crate) fn prepare(
        &self,
        ply: usize,
        mv: &str,
        afresh: bool,
    ) -> Result<PlyInProgress, TableError> {
        let mv = self.read(mv)?;
        let next = self.num_plies() + 1;
        if ply != next {
            return Err(TableError::Stale { found: ply, next });
        }
        let known = if afresh {
            KnownOutcomes::Ignored
        } else {
            KnownOutcomes::Used
        };
        self.session.begin(&mv, known).map_err(|error| match error {
            BeginError::Room => TableError::Room,
            BeginError::Over => TableError::Over,
            other => TableError::Illegal(other.to_string()),
        })
    }

    /// Gets ready to choose a move for the side whose turn it is, by a player that may think for so long.
    pub(crate) fn choose(&self, player: &PlayerKind, seed: u64, limit: Limit) -> MoveChoice {
        let stream = match self.turn() {
            Colour::White => Stream::White,
            Colour::Black => Stream::Black,
        };
        MoveChoice {
            seat: self.kind.seat(player, generator(seed, stream)),
            session: self.session.last_position(),
            limit,
        }
    }

    /// Goes on by a move that was prepared for the position it stands at.
    pub(crate) fn push(&mut self, done: FinishedPly) {
        self.session.append(done);
        self.told.push(tell(&self.session, self.told.len()));
    }

    /// Adds a line about the pool to the record.
    pub(crate) fn add_pool(&mut self, line: Value) {
        self.session.add_pool(line);
    }

    /// Ends the game off the board.
    pub(crate) fn finish(&mut self, end: EndLine) {
        self.session.finish(end);
    }

    /// Number of plies to take back so that the last of `by` is gone, and whether one of them measured.
    pub(crate) fn undoable(
        &self,
        by: Colour,
        measured: MeasuredPlies,
    ) -> Result<(usize, bool), UndoRefusal> {
        let back = self.session.undoable(1, &[by], measured)?;
        let taken = &self.told[self.told.len() - back..];
        Ok((back, taken.iter().any(|ply| ply.measured)))
    }

    /// Takes back the last plies.
    pub(crate) fn undo(&mut self, plies: usize) {
        self.session.undo(plies);
        self.told.truncate(self.session.num_plies());
    }

    /// The move that was taken back from here and would be played with its outcome.
    pub(crate) fn ahead(&self) -> Option<String> {
        self.session.undone_move()
    }
}

/// A player's choice, made apart from its game.
#[derive(Debug)]
pub(crate) struct MoveChoice {
    seat: Seat,
    session: Session,
    limit: Limit,
}

impl MoveChoice {
    /// Makes it: a move, or why the player loses.
    pub(crate) fn make(mut self) -> Result<String, String> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        let chosen = self.seat.choose(&self.session, self.limit, &NEVER);
        chosen
            .map(|chosen| chosen.mv.text())
            .map_err(|fault| fault.to_string())
    }
}

/// A line of the list of moves.
fn tell(session: &Session, index: usize) -> CachedJson<dto::Ply> {
    let ply = session.ply(index);
    let facts = ply.facts();
    let measurements = ply.measurements();
    CachedJson::new(dto::Ply {
        ply: index + 1,
        side: ply.turn(),
        mv: ply.mv().text(),
        kind: ply.kind(),
        squares: facts.squares(),
        measured: !measurements.is_empty(),
        places: measurements
            .iter()
            .flat_map(|one| one.squares.clone())
            .collect(),
        occupied: measurements
            .iter()
            .flat_map(|one| one.occupied_squares.clone())
            .collect(),
        told: facts.told(),
        facts,
    })
}

fn shown(position: &Position, mv: &Move) -> dto::Move {
    dto::Move {
        mv: mv.text(),
        kind: mv.kind(),
        from: position.squares_of(&mv.sources()),
        to: position.squares_of(&mv.targets()),
        takes: mv.over(),
        measures: position.measures(mv),
    }
}

fn way(outcome: MoveOutcome<Position>) -> dto::Branch {
    dto::Branch {
        mv: outcome.mv,
        probability: outcome.probability,
        told: outcome.told,
        facts: outcome.facts,
        board: outcome.after.board(),
    }
}

/// Reason for which a game is over that was ended off the board.
fn off_board(end: &EndLine) -> Standing {
    let timeout = Forfeit::OutOfTime.to_string();
    Standing::new(match end.end {
        EndKind::Resigned => "resigned",
        EndKind::Agreed => "agreed",
        EndKind::Stopped => "stopped",
        EndKind::Forfeited if end.reason.as_ref() == Some(&timeout) => "time",
        EndKind::Forfeited => "forfeited",
    })
}

/// Title, rules and settings of a game that starts here.
fn about(kind: GameKind, start: &Position, header: &Map<String, Value>) -> dto::About {
    let text = |value: &Value| match value.as_str() {
        Some(text) => text.to_owned(),
        None => value.to_string(),
    };
    let texts = |entries: Map<String, Value>| {
        let entries = entries.into_iter();
        entries.map(|(key, value)| (key, text(&value))).collect()
    };
    let source = header.get(SOURCE).and_then(Value::as_object);
    dto::About {
        kind: kind.name,
        title: start.title(),
        rules: kind.rules,
        settings: texts(start.settings()),
        source: source.cloned().map(texts).unwrap_or_default(),
    }
}
