use std::hash::{Hash, Hasher};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// A value in a file, which is read when it is first needed and then kept. It equals another one of the same file name.
#[derive(Debug)]
pub(crate) struct NamedFile<T> {
    pub(crate) file: String,
    value: Arc<OnceLock<T>>,
}

impl<T> NamedFile<T> {
    pub(crate) fn new(file: String) -> Self {
        let value = Arc::default();
        Self { file, value }
    }

    /// A value that was read.
    pub(crate) fn opened(file: String, value: T) -> Self {
        let value = Arc::new(value.into());
        Self { file, value }
    }

    /// The value, which is read if nobody has done so.
    pub(crate) fn open<E>(&self, read: impl FnOnce(&Path) -> Result<T, E>) -> Result<&T, E> {
        if let Some(value) = self.value.get() {
            return Ok(value);
        }
        let value = read(Path::new(&self.file))?;
        Ok(self.value.get_or_init(|| value))
    }
}

impl<T> Clone for NamedFile<T> {
    fn clone(&self) -> Self {
        Self {
            file: self.file.clone(),
            value: Arc::clone(&self.value),
        }
    }
}

impl<T> PartialEq for NamedFile<T> {
    fn eq(&self, other: &Self) -> bool {
        self.file == other.file
    }
}

impl<T> Eq for NamedFile<T> {}

impl<T> Hash for NamedFile<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.file.hash(state);
    }
}
