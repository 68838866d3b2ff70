//! Opening files: bounded, and only where the caller may read.

use std::{
    ffi::OsStr,
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

use super::LoadError;

/// Largest file that is read: text columns index one file with 32 bits.
pub const MAX_FILE_BYTES: u64 = u32::MAX as u64;
/// How many directories below the start a search descends.
const MAX_LEVELS: usize = 6;
/// How many directory entries a search looks at.
const MAX_ENTRIES: usize = 10_000;

/// Decides which files may be opened. Paths are absolute, without links.
pub trait Guard: Sync {
    /// Whether the file may be read.
    fn admits(&self, path: &Path) -> bool;
    /// The path as answers may show it.
    fn display(&self, path: &Path) -> String;
}

/// Admits everything: for paths that the operator names.
pub struct Operator;

impl Guard for Operator {
    fn admits(&self, _path: &Path) -> bool {
        true
    }

    fn display(&self, path: &Path) -> String {
        path.display().to_string()
    }
}

/// A file that may be read, and its length when it was opened.
pub(crate) struct Opened {
    pub(crate) file: File,
    pub(crate) length: u64,
}

/// Opens a regular file that may be read.
pub(crate) fn open(path: &Path, guard: &dyn Guard) -> Result<Opened, LoadError> {
    let refused = |error: io::Error| LoadError::Read(error.kind());
    let real = fs::canonicalize(path).map_err(refused)?;
    if !guard.admits(&real) {
        return Err(LoadError::Outside);
    }
    // Looked at before it is opened: opening a pipe would wait for a writer.
    let metadata = fs::metadata(&real).map_err(refused)?;
    if !metadata.is_file() {
        return Err(LoadError::NotAFile);
    }
    let length = metadata.len();
    if length > MAX_FILE_BYTES {
        return Err(LoadError::TooLarge { size: length, limit: MAX_FILE_BYTES });
    }
    Ok(Opened { file: File::open(&real).map_err(refused)?, length })
}

/// Reads a whole file into memory.
pub(crate) fn read(path: &Path, guard: &dyn Guard) -> Result<Vec<u8>, LoadError> {
    let Opened { file, length } = open(path, guard)?;
    let mut bytes = Vec::new();
    let no_room = |_| LoadError::Read(io::ErrorKind::OutOfMemory);
    bytes.try_reserve_exact(length as usize + 1).map_err(no_room)?;
    // The file may grow while it is read; the bound holds all the same.
    let read = file
        .take(MAX_FILE_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| LoadError::Read(error.kind()))?;
    if read as u64 > MAX_FILE_BYTES {
        return Err(LoadError::TooLarge { size: read as u64, limit: MAX_FILE_BYTES });
    }
    Ok(bytes)
}

/// What a search found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Files, sorted by path.
    pub files: Vec<PathBuf>,
    /// Whether the search stopped at its bounds or at a directory that cannot be read.
    pub is_partial: bool,
}

/// Files below a directory whose name fits. Links to directories are not followed, hidden entries
/// are left out unless `hidden`, and the search is bounded in depth and entries.
pub(crate) fn find(
    directory: &Path,
    hidden: bool,
    fits: impl Fn(&str) -> bool,
) -> Result<Found, LoadError> {
    let mut search = Search { hidden, fits, found: Found::default(), entries: 0 };
    search.visit(directory, 0)?;
    search.found.files.sort();
    Ok(search.found)
}

struct Search<F> {
    hidden: bool,
    fits: F,
    found: Found,
    entries: usize,
}

impl<F: Fn(&str) -> bool> Search<F> {
    fn visit(&mut self, directory: &Path, level: usize) -> Result<(), LoadError> {
        let entries = match fs::read_dir(directory) {
            Ok(entries) => entries,
            // Only the directory that the caller names has to be readable.
            Err(error) if level == 0 => return Err(LoadError::Read(error.kind())),
            Err(_) => {
                self.found.is_partial = true;
                return Ok(());
            }
        };
        let mut entries: Vec<_> = entries.filter_map(Result::ok).collect();
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            self.entries += 1;
            if self.entries > MAX_ENTRIES {
                self.found.is_partial = true;
                return Ok(());
            }
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.starts_with('.') && !self.hidden {
                continue;
            }
            // A link is looked at as what it leads to only if that is a file.
            let is_directory = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_directory && level < MAX_LEVELS {
                self.visit(&entry.path(), level + 1)?;
            } else if is_directory {
                self.found.is_partial = true;
            } else if (self.fits)(&name) && entry.path().is_file() {
                self.found.files.push(entry.path());
            }
        }
        Ok(())
    }
}

/// Whether a file name is that of a result file of ScoutSuite.
pub(crate) fn is_scoutsuite_result(name: &str) -> bool {
    name.starts_with("scoutsuite_results") && has_extension(name, "js")
}

/// Whether a file name has exactly this extension.
pub(crate) fn has_extension(name: &str, extension: &str) -> bool {
    Path::new(name).extension() == Some(OsStr::new(extension))
}
