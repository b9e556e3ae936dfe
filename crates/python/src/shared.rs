//! Objects that several Python threads use at a time.

use std::sync::{
    Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, TryLockError,
};
use std::thread::{self, ThreadId};

use pyo3::prelude::*;

use crate::errors::BusyError;

/// The value of an object that Python threads share: many may read it at a time, or one may change it.
///
/// Nobody waits for another thread, which may wait for the interpreter: what is in use is refused by a
/// [`BusyError`] that says who uses it. All methods of a mutable class go through this, and the class itself is
/// frozen.
#[derive(Debug)]
pub(crate) struct SharedValue<T> {
    /// Name in errors, as `this game`.
    name: &'static str,
    value: RwLock<T>,
    /// Calls that take long, in which it stays as it is.
    calls: Mutex<Vec<Call>>,
}

/// Activity of a call that takes long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Activity {
    /// Players look for a move.
    Search,
    /// A backend is asked.
    Measurement,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Call {
    activity: Activity,
    thread: ThreadId,
}

/// A call that takes long. It ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Hold<'a, T> {
    shared: &'a SharedValue<T>,
    call: Call,
}

impl<T> SharedValue<T> {
    pub(crate) fn new(name: &'static str, value: T) -> Self {
        Self {
            name,
            value: RwLock::new(value),
            calls: Mutex::new(Vec::new()),
        }
    }

    /// The value, to read.
    ///
    /// # Errors
    /// Returns an error while another thread changes it.
    pub(crate) fn read(&self) -> PyResult<RwLockReadGuard<'_, T>> {
        self.read_unless_used().ok_or_else(|| self.in_use())
    }

    /// The value, to read; `None` while another thread changes it.
    pub(crate) fn read_unless_used(&self) -> Option<RwLockReadGuard<'_, T>> {
        match self.value.try_read() {
            Ok(value) => Some(value),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// The value, to change.
    ///
    /// # Errors
    /// Returns an error while another thread reads or changes it, or a call goes on in which it stays as it is.
    pub(crate) fn write(&self) -> PyResult<RwLockWriteGuard<'_, T>> {
        // Kept while the lock is tried, so that no call begins meanwhile.
        let calls = self.calls();
        if let Some(&call) = calls.first() {
            return Err(self.held(call));
        }
        match self.value.try_write() {
            Ok(value) => Ok(value),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(self.in_use()),
        }
    }

    /// The value, to be searched for long. Searches go on side by side.
    ///
    /// # Errors
    /// Returns an error while another thread changes it, or a measurement will.
    pub(crate) fn search(&self) -> PyResult<(RwLockReadGuard<'_, T>, Hold<'_, T>)> {
        let mut calls = self.calls();
        let measurement = |call: &&Call| call.activity == Activity::Measurement;
        if let Some(&call) = calls.iter().find(measurement) {
            return Err(self.held(call));
        }
        let value = self.read()?;
        Ok((value, self.hold(&mut calls, Activity::Search)))
    }

    /// Keeps a value, which is to be changed by the answer to a measurement, as it is until [`Hold::finish`]. It can
    /// be read meanwhile.
    pub(crate) fn measure<'a>(&'a self, value: RwLockWriteGuard<'a, T>) -> Hold<'a, T> {
        let hold = self.hold(&mut self.calls(), Activity::Measurement);
        drop(value);
        hold
    }

    fn hold(&self, calls: &mut Vec<Call>, activity: Activity) -> Hold<'_, T> {
        let thread = thread::current().id();
        let call = Call { activity, thread };
        calls.push(call);
        Hold { shared: self, call }
    }

    fn calls(&self) -> MutexGuard<'_, Vec<Call>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn held(&self, call: Call) -> PyErr {
        let (doing, done) = match call.activity {
            Activity::Search => ("searching", "searched"),
            Activity::Measurement => ("measuring", "measured"),
        };
        let name = self.name;
        BusyError::new_err(if call.thread == thread::current().id() {
            format!("{name} is being {done}, and stays as it is meanwhile")
        } else {
            format!("another thread is {doing} {name}: wait for it, or use a copy")
        })
    }

    fn in_use(&self) -> PyErr {
        BusyError::new_err(format!(
            "another thread is using {}: wait for it, or use a copy",
            self.name
        ))
    }
}

impl<T: Send + Sync> Hold<'_, T> {
    /// Changes the value at the end of a measurement, after which others may.
    ///
    /// It waits for those who read: nobody does for long, as a measurement is alone.
    pub(crate) fn finish<R: Send>(
        self,
        py: Python<'_>,
        change: impl FnOnce(&mut T) -> R + Send,
    ) -> R {
        let value = &self.shared.value;
        py.detach(|| change(&mut value.write().unwrap_or_else(PoisonError::into_inner)))
    }
}

impl<T> Drop for Hold<'_, T> {
    fn drop(&mut self) {
        let mut calls = self.shared.calls();
        if let Some(index) = calls.iter().position(|&call| call == self.call) {
            calls.swap_remove(index);
        }
    }
}
