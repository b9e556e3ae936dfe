//! Files that appear whole or not at all, files of one process at a time, and files read up to a limit.
//!
//! What is written *durably* is on the disk when the call returns, with its name, so that a power cut can't
//! take it back: jobs are paid for by what their files hold. Where folders can't be synced, as on Windows and
//! some network file systems, names may be lost. Where the file system knows no locks, other processes are
//! not kept out.
//!
//! Below it: none of our crates. Above it: all that keep files.

mod limited_read;
mod locked_file;
mod new_file;

pub use limited_read::{TooLarge, read_within};
pub use locked_file::{LockError, LockedFile, is_locked};
pub use new_file::{
    Existing, create_private_folder, persist, persist_durably, replace_private, sync_folder_of,
    temporary_beside, write_durably,
};
