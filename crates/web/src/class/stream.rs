//! Streams of events of classes: one for all boards of a teacher, one for each pupil who waits.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tokio::sync::watch;
use tokio::time::{Interval, MissedTickBehavior, interval};

use super::index::Member;
use super::show::{self, PupilState, TeacherState, TeacherView};
use super::{acts, index::Class};
use crate::app::App;
use crate::events::KEEP_ALIVE;
use crate::limits::ClientHold;

/// Time in which changes are gathered, so that a whole class that moves at once is told of at once.
const GATHER: Duration = Duration::from_millis(300);

/// Interval after which it is looked who is there.
const LOOK: Duration = Duration::from_secs(3);

/// A member of a class who follows it.
pub(crate) struct ClassListener {
    app: Arc<App>,
    member: Member,
    news: watch::Receiver<u64>,
    end: watch::Receiver<bool>,
    looks: Interval,
    told: SentState,
    /// Number of looks since something was told.
    quiet: u32,
    _held: ClientHold,
}

/// The last state that was sent.
enum SentState {
    Nothing,
    Teacher(Box<TeacherView>, HashMap<usize, u64>),
    Pupil(Box<PupilState>),
}

impl ClassListener {
    pub(crate) fn new(app: Arc<App>, member: Member, held: ClientHold) -> Self {
        let mut looks = interval(LOOK);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        looks.reset();
        Self {
            news: member.class.follow(),
            end: app.end.clone(),
            app,
            member,
            looks,
            told: SentState::Nothing,
            quiet: 0,
            _held: held,
        }
    }

    /// The next event; `None` when the server ends, or the member is none any more.
    pub(crate) async fn next(&mut self) -> Option<String> {
        loop {
            if !matches!(self.told, SentState::Nothing) {
                tokio::select! {
                    _ = self.end.changed() => return None,
                    changed = self.news.changed() => {
                        changed.ok()?;
                        tokio::time::sleep(GATHER).await;
                    }
                    _ = self.looks.tick() => self.quiet += 1,
                }
            }
            self.news.mark_unchanged();
            if let Some(text) = self.state().await? {
                self.quiet = 0;
                return Some(text);
            }
            if LOOK * self.quiet >= KEEP_ALIVE {
                self.quiet = 0;
                return Some(":\n\n".into());
            }
        }
    }

    /// The event of a change since the last one; the outer `None` where the member was removed.
    async fn state(&mut self) -> Option<Option<String>> {
        let Member {
            class,
            number,
            link,
        } = &self.member;
        if *number == 0 {
            // What can't be written down now is so the next time.
            let _ = acts::settle(&self.app.games, class, None).await;
            return Some(self.teacher(Arc::clone(class)).await);
        }
        let _ = acts::settle(&self.app.games, class, Some(*number)).await;
        acts::seat(&self.app.games, &self.member).await.ok()?;
        let record = class.record().await;
        record.pupil(*number).ok()?;
        let state = show::pupil(&record, *number, *link, |other| {
            self.app.is_here(class, other)
        });
        if let SentState::Pupil(told) = &self.told
            && **told == state
        {
            return Some(None);
        }
        let text = event(&state);
        self.told = SentState::Pupil(Box::new(state));
        Some(Some(text))
    }

    async fn teacher(&mut self, class: Arc<Class>) -> Option<String> {
        let record = class.record().await;
        let view = show::teacher(&record, self.member.link, |pupil| {
            self.app.is_here(&class, pupil)
        });
        let (before, mut boards) = match std::mem::replace(&mut self.told, SentState::Nothing) {
            SentState::Teacher(view, boards) => (Some(view), boards),
            _ => (None, HashMap::new()),
        };
        let changed = show::boards(&self.app.games, &record, &mut boards).await;
        let is_same = before.is_some_and(|before| *before == view);
        let text = (!is_same || !changed.is_empty()).then(|| {
            event(&TeacherState {
                class: (!is_same).then_some(&view),
                boards: changed,
            })
        });
        self.told = SentState::Teacher(Box::new(view), boards);
        text
    }
}

fn event(state: &impl Serialize) -> String {
    let state = serde_json::to_string(state).expect("what is shown is JSON");
    format!("event: state\ndata: {state}\n\n")
}
