//! One thread that writes: all that waits goes to the disk at once.

use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use rusqlite::{Connection, TransactionBehavior};
use tokio::sync::oneshot;

use super::classes::{self, ForgottenClasses, StoredClass};
use super::jobs::NamedJob;
use super::room::{self, Capacity};
use super::schema::{Change, NewGame, keep_study, study_opened};
use crate::error::StoreError;
use crate::links::Token;

/// The most that is written at once.
const TOGETHER: usize = 1024;

/// Something to be written.
#[derive(Debug)]
pub(super) enum Write {
    Create(Box<NewGame>),
    Change(Box<Change>),
    Job(Box<NamedJob>),
    Study {
        study: Token,
        json: String,
        before: i64,
    },
    StudyOpened(Token),
    Used(Token),
    Class(Box<StoredClass>),
    ForgetClasses(ForgottenClasses),
}

type Answer = oneshot::Sender<Result<(), StoreError>>;

/// The thread, until it is dropped: then it writes what waits, and ends.
#[derive(Debug)]
pub(super) struct Writer {
    queue: Mutex<Option<Sender<(Write, Answer)>>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(super) fn start(connection: Connection, capacity: Capacity) -> io::Result<Self> {
        let (queue, waiting) = mpsc::channel();
        let thread = thread::Builder::new().name("games".into());
        let thread = thread.spawn(move || serve(connection, capacity, &waiting))?;
        Ok(Self {
            queue: Mutex::new(Some(queue)),
            thread: Some(thread),
        })
    }

    /// Writes something, and comes back when the disk has it.
    pub(super) async fn write(&self, write: Write) -> Result<(), StoreError> {
        self.send(write)?.await.map_err(|_| StoreError::Ended)?
    }

    /// The same in a thread that may wait for it.
    pub(super) fn write_blocking(&self, write: Write) -> Result<(), StoreError> {
        let answered = self.send(write)?.blocking_recv();
        answered.map_err(|_| StoreError::Ended)?
    }

    fn send(&self, write: Write) -> Result<oneshot::Receiver<Result<(), StoreError>>, StoreError> {
        let (answer, answered) = oneshot::channel();
        let sent = {
            let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
            let queue = queue.as_ref().ok_or(StoreError::Ended)?;
            queue.send((write, answer))
        };
        sent.map_err(|_| StoreError::Ended)?;
        Ok(answered)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        drop(queue.take());
        // A thread that panicked has nothing more to write.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

fn serve(mut connection: Connection, capacity: Capacity, waiting: &Receiver<(Write, Answer)>) {
    while let Ok(first) = waiting.recv() {
        let mut together = vec![first];
        together.extend(waiting.try_iter().take(TOGETHER - 1));
        let (writes, answers): (Vec<Write>, Vec<Answer>) = together.into_iter().unzip();
        let written = commit(&mut connection, capacity, &writes);
        for (write, answer) in writes.iter().zip(answers) {
            // What can't be written is no reason to lose what was asked for beside it.
            let written = match &written {
                Err(_) if writes.len() > 1 => {
                    commit(&mut connection, capacity, std::slice::from_ref(write))
                }
                written => written.clone(),
            };
            // Whoever asked may have gone; it is written all the same.
            let _ = answer.send(written);
        }
    }
}

/// Writes everything or nothing.
fn commit(
    connection: &mut Connection,
    capacity: Capacity,
    writes: &[Write],
) -> Result<(), StoreError> {
    let to = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for write in writes {
        match write {
            Write::Create(game) => game.write(&to, capacity)?,
            Write::Change(change) => change.write(&to, capacity)?,
            Write::Job(job) => job.write(&to)?,
            Write::Study {
                study,
                json,
                before,
            } => keep_study(&to, *study, json, *before)?,
            Write::StudyOpened(study) => study_opened(&to, *study)?,
            Write::Used(game) => room::used(&to, *game)?,
            Write::Class(class) => class.write(&to, capacity)?,
            Write::ForgetClasses(which) => classes::forget(&to, *which)?,
        }
    }
    Ok(to.commit()?)
}
