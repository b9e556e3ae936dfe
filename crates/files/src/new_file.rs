//! Files that appear whole or not at all, and the folders that they are in.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// Treatment of a file that is there already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// It is left alone, and that is an error.
    Refuse,
    /// Another file takes its place, when that is whole.
    Replace,
}

impl Existing {
    /// [`Self::Replace`] where that is forced.
    pub fn of(force: bool) -> Self {
        if force { Self::Replace } else { Self::Refuse }
    }
}

/// Writes a file durably and as a whole.
///
/// # Errors
/// Returns an error if it can't be written or may not be replaced; it then keeps what it held, unless only the
/// sync of its folder failed.
pub fn write_durably(path: &Path, bytes: &[u8], existing: Existing) -> io::Result<()> {
    let mut file = temporary_beside(path)?;
    file.write_all(bytes)?;
    persist_durably(file, path, existing).map(drop)
}

/// Replaces a file that its user alone may read, durably and as a whole; creates its folder, and those
/// above it, where they don't exist.
///
/// # Errors
/// Returns an error if it can't be written; it then keeps what it held, unless only the sync of its folder
/// failed.
pub fn replace_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = folder_of(path);
    create_private_folder(folder)?;
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    persist_durably(file, path, Existing::Replace).map(drop)
}

/// A new file in the folder of another one, which is gone unless it gets that one's name: with a name that
/// no other process has, and the permissions of other new files.
///
/// # Errors
/// Returns an error if it can't be created there.
pub fn temporary_beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".cheqqers-").suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // The error itself would name the temporary file.
    let created = builder.tempfile_in(folder_of(path));
    created.map_err(|error| error.kind().into())
}

/// Gives a temporary file its name. After a power cut it may be empty.
///
/// # Errors
/// Returns an error if another file has the name and may not be replaced, or it can't be.
pub fn persist(file: NamedTempFile, path: &Path, existing: Existing) -> io::Result<File> {
    let persisted = match existing {
        Existing::Refuse => file.persist_noclobber(path),
        Existing::Replace => file.persist(path),
    };
    persisted.map_err(|error| error.error)
}

/// Gives a temporary file its name, durably.
///
/// # Errors
/// As [`persist`], and if the disk fails.
pub fn persist_durably(file: NamedTempFile, path: &Path, existing: Existing) -> io::Result<File> {
    file.as_file().sync_all()?;
    let file = persist(file, path, existing)?;
    sync_folder_of(path)?;
    Ok(file)
}

/// Creates a folder that its user alone may read, and those above it, where they don't exist.
///
/// # Errors
/// Returns an error if one can't be created.
pub fn create_private_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    create_private_folder(folder_of(folder))?;
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            if !folder.is_dir() {
                return Err(io::ErrorKind::NotADirectory.into());
            }
            // Another process was faster, and may not have synced it yet.
        }
        created => created?,
    }
    sync_folder_of(folder)
}

/// Syncs the folder of a file: a new name is on the disk when the folder that it is in is. Does nothing
/// where folders can't be synced, as on Windows and some network file systems.
///
/// # Errors
/// Returns an error if the disk fails.
pub fn sync_folder_of(path: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(folder_of(path))?.sync_all() {
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
            ) =>
        {
            Ok(())
        }
        synced => synced,
    }
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent();
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_in_a_folder_that_is_made_for_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data/jobs/1/job.json");
        for text in ["before", "after"] {
            replace_private(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(fs::read_dir(folder_of(&path)).unwrap().count(), 1);
        let inside = path.join("more");
        assert!(replace_private(&inside, b"").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_has_the_permissions_of_any_other() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let [path, other] = ["written", "other"].map(|name| folder.path().join(name));
        write_durably(&path, b"a", Existing::Refuse).unwrap();
        fs::write(&other, b"a").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&path), mode(&other));
        let refused = write_durably(&path, b"b", Existing::Refuse).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"a");
        replace_private(&other, b"b").unwrap();
        assert_eq!(mode(&other) & 0o777, 0o600);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn folders_are_of_their_user_alone() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data/jobs");
        create_private_folder(&path).unwrap();
        create_private_folder(&path).unwrap();
        for made in [&*path, folder_of(&path)] {
            let mode = fs::metadata(made).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o700);
        }
    }
}
