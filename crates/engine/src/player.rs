use std::time::Duration;

use cheqqers_players::{Forfeit, Limit, MAX_DERIVED_SEED, Thoughts};
use cheqqers_session::{Move, MoveError, TextContext, TextPlayer};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use serde_json::{Map, Value};

use crate::command::{EngineCommand, EngineProtocol};
use crate::cqi_host::CqiHost;
use crate::dialogue::{Deadline, Dialogue};
use crate::fault::EngineFault;
use crate::host::Host;
use crate::hub::HubHost;
use crate::text::cut;

/// Time beyond a limit for one move in which the move is still taken.
const MOVE_GRACE: Duration = Duration::from_secs(2);

/// Time beyond its clock that a program is waited for: it has lost by then.
const CLOCK_GRACE: Duration = Duration::from_millis(100);

/// A player that asks another program, started when it is first needed.
///
/// A program that exits, takes too long, breaks the protocol or chooses an illegal move loses its game
/// and is killed.
#[derive(Debug)]
pub struct EnginePlayer {
    program: Dialogue,
    host: Box<dyn Host>,
    /// Header of the game that it was last sent.
    game: Option<Map<String, Value>>,
}

impl EnginePlayer {
    /// A player that asks the program of this command. The seed is drawn from `rng`, and set if the
    /// program has an option of that name.
    pub fn new(command: EngineCommand, mut rng: ChaCha8Rng) -> Self {
        let seed = rng.next_u64() & MAX_DERIVED_SEED;
        Self {
            host: match command.protocol() {
                EngineProtocol::Cqi => Box::new(CqiHost::new(seed)),
                EngineProtocol::Hub => Box::new(HubHost::new(command.move_time())),
            },
            program: Dialogue::new(command),
            game: None,
        }
    }

    /// Starts the program if it does not run, and sends it the game if it has another.
    fn ready(&mut self, header: Map<String, Value>) -> Result<(), EngineFault> {
        if self.program.is_running() && self.game.as_ref() == Some(&header) {
            return Ok(());
        }
        let deadline = Deadline::after(self.program.command().start_time());
        if !self.program.is_running() {
            self.program.start()?;
            self.host.greet(&mut self.program, deadline)?;
        }
        self.host.begin(&header, &mut self.program, deadline)?;
        self.game = Some(header);
        Ok(())
    }

    fn ask(&mut self, context: &dyn TextContext) -> Result<Move, Forfeit> {
        self.ready(context.start())?;
        let deadline = Deadline::after(match self.host.limit(context.limit()) {
            Limit::Own => self.program.command().move_time(),
            Limit::Nodes(_) => self.program.command().start_time(),
            Limit::Time(time) => time.saturating_add(MOVE_GRACE),
            Limit::Clock(clocks) => clocks.of(context.turn()).saturating_add(CLOCK_GRACE),
        });
        let text = self.host.choose(context, &mut self.program, deadline)?;
        context.read_legal(&text).map_err(|error| {
            let reason = match error {
                MoveError::Illegal { reason, .. } => reason.to_string(),
                error => error.to_string(),
            };
            Forfeit::Illegal {
                mv: cut(&text),
                reason: cut(&reason),
            }
        })
    }

    /// Kills the program at a fault, which is returned.
    fn or_kill<T, E: Into<Forfeit>>(&mut self, done: Result<T, E>) -> Result<T, Forfeit> {
        if done.is_err() {
            self.game = None;
            self.program.kill();
        }
        done.map_err(E::into)
    }
}

impl TextPlayer for EnginePlayer {
    fn prepare(&mut self, start: Map<String, Value>) -> Result<(), Forfeit> {
        let done = self.ready(start);
        self.or_kill(done)
    }

    fn choose(&mut self, context: &dyn TextContext) -> Result<Move, Forfeit> {
        let done = self.ask(context);
        self.or_kill(done)
    }

    fn thoughts(&self) -> Option<Thoughts<String>> {
        self.host.thoughts()
    }
}
