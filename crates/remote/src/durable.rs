//! Files whose content and names are on the disk when a call returns, so that a power cut can't take them
//! back: jobs are paid for by what they hold.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

/// Replaces a file that its user alone may read, as a whole; creates its folder, and those above it,
/// where they don't exist.
///
/// # Errors
/// Returns an error if it can't be written; it then keeps what it held.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = folder_of(path);
    create_folder(folder)?;
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    sync_folder_of(path)
}

/// Creates a folder that its user alone may read, and those above it, where they don't exist.
///
/// # Errors
/// Returns an error if one can't be created.
pub fn create_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    create_folder(folder_of(folder))?;
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(folder) {
        // Another process was faster, and may not have synced it yet.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => {}
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
            replace(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(fs::read_dir(folder_of(&path)).unwrap().count(), 1);
        let inside = path.join("more");
        assert!(replace(&inside, b"").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn folders_are_of_their_user_alone() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data/jobs");
        create_folder(&path).unwrap();
        create_folder(&path).unwrap();
        for made in [&*path, folder_of(&path)] {
            let mode = fs::metadata(made).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o700);
        }
    }
}
