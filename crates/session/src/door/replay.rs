//! Records that are replayed line by line.

use std::fmt;

use cheqqers_game::record::{Line, Record};
use cheqqers_game::replay::{Replay, ReplayError, Verify};

use super::session::Session;
use crate::playable::Playable;
use crate::typed_session::TypedSession;

/// A record that is replayed, and the game as far as it was.
pub struct RecordReplay<'a> {
    lines: Box<dyn AnyReplay<'a> + 'a>,
    session: Session,
}

impl<'a> RecordReplay<'a> {
    /// A replay from the start of a record, whose positions may hold so many amplitudes together.
    pub(crate) fn new<G: Playable>(
        record: &'a Record,
        verify: Verify,
        room: usize,
    ) -> Result<Self, ReplayError> {
        let replay = Replay::<G>::new(record, verify)?.within(room);
        let mut session = TypedSession::new(replay.position().clone(), record.header.clone());
        session.set_room(room);
        Ok(Self {
            lines: Box::new(replay),
            session: Session::of(session),
        })
    }

    /// The game so far.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Replays the next line; `None` at the end of the record.
    ///
    /// # Errors
    /// Returns an error if the line does not follow from what came before it.
    pub fn step(&mut self) -> Result<Option<&'a Line>, ReplayError> {
        self.lines.step(&mut self.session)
    }

    /// Goes through all that is left.
    ///
    /// # Errors
    /// As [`Self::step`].
    pub fn finish(mut self) -> Result<Session, ReplayError> {
        while self.step()?.is_some() {}
        Ok(self.session)
    }
}

impl fmt::Debug for RecordReplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RecordReplay").field(&self.session).finish()
    }
}

trait AnyReplay<'a> {
    fn step(&mut self, session: &mut Session) -> Result<Option<&'a Line>, ReplayError>;
}

impl<'a, G: Playable> AnyReplay<'a> for Replay<'a, G> {
    fn step(&mut self, session: &mut Session) -> Result<Option<&'a Line>, ReplayError> {
        let Some(step) = self.step()? else {
            return Ok(None);
        };
        let session = session.typed_mut::<G>();
        let line = step.line;
        session.expect("the replay began it").replayed(step);
        Ok(Some(line))
    }
}
